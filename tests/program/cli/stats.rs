//! Tests of `stats` without games and with unreadable databases. `tests/program/flows` tests it
//! with games.

use std::{fs, process::Command};

use fourcade::database::Store;

use super::{RunOutput, program};

/// Runs `stats` with this home folder and these arguments.
fn stats(home: &std::path::Path, args: &[&str]) -> RunOutput {
    program(home).arg("stats").args(args).output().unwrap().into()
}

#[test]
fn without_games_the_statistics_are_empty_and_no_file_is_written() {
    let home = tempfile::tempdir().unwrap();
    for args in [&[][..], &["flip"]] {
        let output = stats(home.path(), args);
        assert_eq!((output.status, output.err.as_str()), (0, ""));
        assert!(
            output.out.starts_with("You haven't finished a game against computers yet."),
            "{}",
            output.out
        );
    }
    let output = stats(home.path(), &["--json"]);
    let json: serde_json::Value = serde_json::from_str(&output.out).unwrap();
    assert_eq!(json["games"], serde_json::json!([]));
    assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0);
    assert_eq!(stats(home.path(), &["poker"]).status, 2);
}

#[test]
fn a_damaged_database_is_set_aside_and_reported() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("fourcade.db"), "junk".repeat(1000)).unwrap();
    let output = stats(home.path(), &[]);
    assert_eq!(output.status, 0, "{}", output.err);
    assert!(
        output.err.contains("damaged") && output.err.contains("fourcade.db.damaged-1"),
        "{}",
        output.err
    );
    assert!(home.path().join("fourcade.db.damaged-1").exists());
}

#[test]
fn a_database_of_a_later_version_is_reported() {
    let home = tempfile::tempdir().unwrap();
    let connection = rusqlite::Connection::open(home.path().join("fourcade.db")).unwrap();
    connection.pragma_update(None, "user_version", 1000).unwrap();
    drop(connection);
    let output = stats(home.path(), &[]);
    assert_eq!((output.status, output.out.as_str()), (1, ""));
    assert!(output.err.contains("written by a newer fourcade"), "{}", output.err);
}

#[cfg(target_os = "linux")]
#[test]
fn a_home_that_cannot_be_written_is_reported() {
    let home = tempfile::tempdir().unwrap();
    Store::at(home.path().join("fourcade.db"), || ()).close().unwrap();
    // The superuser may write to any folder, but not to a file system that is mounted read-only.
    let mut command = Command::new("bwrap");
    command.args(["--ro-bind", "/", "/", "--dev", "/dev"]);
    command.arg(env!("CARGO_BIN_EXE_fourcade")).arg("stats").env("FOURCADE_HOME", home.path());
    command.env("NO_COLOR", "1").env("COLUMNS", "100");
    let Ok(output) = command.output() else { return };
    let error = String::from_utf8_lossy(&output.stderr);
    if error.contains("bwrap:") {
        return;
    }
    assert_eq!((output.status.code(), &*output.stdout), (Some(1), &b""[..]), "{error}");
    assert!(error.contains("can't be written; change its permissions"), "{error}");
}
