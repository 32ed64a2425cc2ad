//! Generated tables and other texts on the pages in `docs/`, between marks.

use std::{env, fs, path::Path};

/// Checks the text between `<!-- mark -->` and `<!-- /mark -->` on a page in `docs/`, or writes it.
#[track_caller]
pub fn check(page: &str, mark: &str, expected: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(page);
    let text = fs::read_to_string(&path).expect("the page exists");
    let (begin, end) = (format!("<!-- {mark} -->\n"), format!("<!-- /{mark} -->"));
    let (before, rest) = text.split_once(&begin).expect("the page has the opening mark");
    let (found, after) = rest.split_once(&end).expect("the page has the closing mark");
    // Markdown needs an empty line before a table.
    let expected = format!("\n{expected}\n");
    if env::var_os("FOURCADE_WRITE_DOCS").is_some() {
        fs::write(&path, [before, &begin, &expected, &end, after].concat())
            .expect("the page can be written");
    } else {
        assert!(
            found == expected,
            "docs/{page}: after {begin}there should be{expected}(FOURCADE_WRITE_DOCS=1 writes it)"
        );
    }
}
