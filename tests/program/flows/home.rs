//! The tests themselves: they never use the home folder of whoever runs them.

use std::{env, fs, process::Command};

/// A test that plays, saves and reads games and settings, with all helpers that start the program.
const THOROUGH_TEST: &str =
    "flows::store::a_game_continues_after_every_way_to_end_the_arcade_and_counts_once";

/// Runs a test of this suite in an environment whose user folders are `home`.
fn run_test_with_home(home: &std::path::Path) {
    let mut suite = Command::new(env::current_exe().expect("the test has a path"));
    for name in ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "FOURCADE_HOME"] {
        suite.env(name, home);
    }
    let output = suite.args(["--exact", THOROUGH_TEST]).output().expect("the test can be run");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
}

#[test]
fn the_tests_do_not_write_into_the_home_folder() {
    let home = tempfile::tempdir().expect("a folder can be made");
    run_test_with_home(home.path());
    let files = fs::read_dir(home.path()).expect("the folder can be read").count();
    assert_eq!(files, 0, "a test wrote into the home folder");
}

#[test]
fn the_tests_need_no_home_folder() {
    // In place of the folder there is a file, which nobody can write into, not even the superuser.
    let home = tempfile::NamedTempFile::new().expect("a file can be made");
    run_test_with_home(home.path());
}
