//! Files that are pipes or endless: the arcade says so and goes on.

use std::{
    fs,
    os::unix::fs::{FileTypeExt, symlink},
    path::Path,
};

use rustix::fs::{CWD, FileType, Mode, mknodat};

use super::flip_table::{assert_left, play_once, table};
use crate::support::{Exit, Launch, Terminal};

/// Makes a pipe, or a link to a device that can be read without end.
fn make(path: &Path, is_pipe: bool) {
    if is_pipe {
        mknodat(CWD, path, FileType::Fifo, Mode::from_raw_mode(0o600), 0).expect("a pipe");
    } else {
        symlink("/dev/zero", path).expect("a link");
    }
}

fn is_unchanged(path: &Path) -> bool {
    let kind = fs::symlink_metadata(path).expect("it is still there").file_type();
    kind.is_fifo() || kind.is_symlink()
}

/// Starts the arcade with this file, which it complains about.
fn start_with(name: &str, is_pipe: bool) -> (Launch, Terminal) {
    let launch = Launch::arcade().without_settings();
    make(&launch.home().join(name), is_pipe);
    let terminal = launch.start();
    terminal.wait_text(name);
    (launch, terminal)
}

#[test]
fn a_game_is_not_saved_to_a_pipe_or_a_device_and_goes_on() {
    for is_pipe in [true, false] {
        let launch = table("human,level:1", "");
        make(&launch.home().join("odd"), is_pipe);
        let terminal = launch.start();
        play_once(&terminal);
        terminal.press("s");
        terminal.wait_text("Save the game as");
        terminal.submit_text("odd");
        terminal.wait_text("Not saved: odd: it is not a regular file");
        play_once(&terminal);
        terminal.press("s");
        terminal.wait_text("Save the game as");
        terminal.submit_text("even");
        terminal.wait_text("Saved as even");
        assert!(launch.home().join("even").is_file() && is_unchanged(&launch.home().join("odd")));
        terminal.press("q");
        assert_left(&terminal, &Exit::Code(0));
    }
}

#[test]
fn a_game_is_not_imported_from_or_exported_to_a_pipe() {
    let launch = table("human,level:1", "");
    make(&launch.home().join("odd"), true);
    let terminal = launch.start();
    play_once(&terminal);
    terminal.press("esc");
    terminal.wait_text("avoid tricks");
    terminal.press("g");
    terminal.wait_text("1 of 1");
    terminal.press("I");
    terminal.wait_text("Import a game");
    terminal.submit_text("odd");
    terminal.wait_text("Not imported");
    terminal.wait_text("Enter continue");
    terminal.press("enter");
    terminal.press("s");
    terminal.wait_text("Save the game as");
    terminal.submit_text("odd");
    terminal.wait_text("Not saved: odd: it is not a regular file");
    terminal.press("q");
    assert_left(&terminal, &Exit::Code(0));
}

#[test]
fn last_setups_that_are_no_file_are_reported_and_games_start() {
    for is_pipe in [true, false] {
        let (launch, terminal) = start_with("choices.toml", is_pipe);
        terminal.press("2");
        terminal.wait_text("New game");
        terminal.press("enter");
        play_once(&terminal);
        terminal.press("q");
        assert_left(&terminal, &Exit::Code(0));
        assert!(is_unchanged(&launch.home().join("choices.toml")));
    }
}

#[test]
fn a_log_that_is_no_file_is_reported_and_stops_nothing() {
    for is_pipe in [true, false] {
        let launch = Launch::arcade().without_settings();
        make(&launch.home().join("fourcade.log"), is_pipe);
        // The store then has something to report, which goes to the log.
        fs::create_dir(launch.home().join("fourcade.db")).expect("the home can be written");
        let terminal = launch.start();
        terminal.wait_text("fourcade.log");
        terminal.press("2");
        terminal.wait_text("New game");
        terminal.press("esc ctrl-c");
        terminal.wait_exit();
        terminal.assert_restored();
        assert!(is_unchanged(&launch.home().join("fourcade.log")));
    }
}

#[test]
fn settings_that_are_no_file_are_reported_and_not_written() {
    let (launch, terminal) = start_with("config.toml", true);
    terminal.press("S");
    terminal.wait_text("Settings");
    terminal.press("right");
    terminal.wait_text("not saved");
    terminal.press("esc q");
    assert_left(&terminal, &Exit::Code(0));
    assert!(is_unchanged(&launch.home().join("config.toml")));
}
