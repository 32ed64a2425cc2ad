//! The README's lists are those of the program. `FOURCADE_WRITE_README=1 cargo test --test readme` writes them anew.

use std::{env, fs, path::Path};

use fourcade::{app, games};

/// What must stand between these marks of the README.
#[track_caller]
fn check(mark: &str, wanted: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let readme = fs::read_to_string(&path).expect("there is a README");
    let (begin, end) = (format!("<!-- {mark} -->\n"), format!("<!-- /{mark} -->"));
    let (before, rest) = readme.split_once(&begin).expect("the mark where the list begins");
    let (found, after) = rest.split_once(&end).expect("the mark where the list ends");
    // Markdown wants an empty line before a table.
    let wanted = format!("\n{wanted}\n");
    if env::var_os("FOURCADE_WRITE_README").is_some() {
        fs::write(&path, [before, &begin, &wanted, &end, after].concat()).expect("the README can be written");
    } else {
        assert!(found == wanted, "README.md: between {begin}should stand{wanted}(`FOURCADE_WRITE_README=1` writes it)");
    }
}

/// One test, so that the two lists are not written at once.
#[test]
fn keys_and_players_are_those_of_the_program() {
    check("players", &games::player_tables());
    check("keys", &app::key_tables::markdown());
}
