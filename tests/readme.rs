//! The README's lists are those of the program. `FOURCADE_WRITE_README=1 cargo test --test readme`
//! writes them anew.

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
        fs::write(&path, [before, &begin, &wanted, &end, after].concat())
            .expect("the README can be written");
    } else {
        assert!(
            found == wanted,
            "README.md: between {begin}should stand{wanted}(`FOURCADE_WRITE_README=1` writes it)"
        );
    }
}

/// A theme with a word on each colour.
fn theme() -> String {
    let words = [
        ("background", "behind everything"),
        ("dim", "what matters less"),
        ("rule", "lines and frames"),
        ("accent", "titles, keys"),
        ("selection", "behind what is selected"),
        ("alert", "what went wrong"),
        ("seats", "the four seats"),
        ("cells", "a board's cells, in turn"),
        ("rim", "a board's rim"),
        ("rim_text", "what stands on it"),
        ("cursor", "under the cursor"),
        ("fresh", "what the last move changed"),
        ("last", "the last move"),
        ("hint", "where one may move"),
        ("paper", "a card's face"),
        ("print", "black and red on it"),
        ("back", "a card's back, and its pattern"),
    ];
    let text = include_str!("../assets/themes/dark.toml");
    let explain = |line: &str| {
        let key = line.split(' ').next().unwrap_or_default();
        let words = words.iter().find(|(known, _)| *known == key);
        words.map_or_else(|| line.to_owned(), |(_, words)| format!("{line:<45}  # {words}"))
    };
    let lines: Vec<String> = text.lines().map(explain).collect();
    format!("```toml\n{}\n```\n", lines.join("\n"))
}

/// One test, so that the lists are not written at once.
#[test]
fn keys_players_and_a_theme_are_those_of_the_program() {
    check("theme", &theme());
    check("players", &games::player_tables());
    check("keys", &app::key_tables::markdown());
}
