//! `fourcade stats` where there is nothing to count, or nothing that can be read. (Games are
//! counted in the flows.)

use std::fs;

use super::{Ran, program};

fn stats(home: &std::path::Path, words: &[&str]) -> Ran {
    let output = program(home).arg("stats").args(words).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ran {
        status: output.status.code().unwrap(),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

#[test]
fn where_nothing_was_played_nothing_is_counted_and_nothing_written() {
    let home = tempfile::tempdir().unwrap();
    for words in [&[][..], &["flip"]] {
        let ran = stats(home.path(), words);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""));
        assert!(ran.out.starts_with("No games of one person are over yet."), "{}", ran.out);
    }
    let ran = stats(home.path(), &["--json"]);
    let json: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(json["games"], serde_json::json!([]));
    assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0);
    assert_eq!(stats(home.path(), &["poker"]).status, 2);
}

#[test]
fn a_file_that_is_no_database_is_set_aside_and_told() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("fourcade.db"), "junk".repeat(1000)).unwrap();
    let ran = stats(home.path(), &[]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(
        ran.err.contains("damaged") && ran.err.contains("fourcade.db.damaged-1"),
        "{}",
        ran.err
    );
    assert!(home.path().join("fourcade.db.damaged-1").exists());
}

#[test]
fn a_file_of_a_later_version_is_told() {
    let home = tempfile::tempdir().unwrap();
    let connection = rusqlite::Connection::open(home.path().join("fourcade.db")).unwrap();
    connection.pragma_update(None, "user_version", 1000).unwrap();
    drop(connection);
    let ran = stats(home.path(), &[]);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("written by a later fourcade"), "{}", ran.err);
}
