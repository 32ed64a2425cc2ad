//! Games of Flip against another program: it plays, moves are undone, it hangs, and it ends with
//! the game.

use std::{
    fs,
    process::{Command, Stdio},
};

use rustix::process::Signal;

use super::flip_table::{
    assert_left, leave_unfinished, play_once, play_to_the_end, table, to_move, wait_for_card,
    wait_tiles, wait_to_move,
};
use crate::support::{Exit, Launch, wait_until};

/// Writes this script as the file `engine` into the home folder. A shell writes it: if this process
/// had it open for writing while another test starts a process, the file could not be executed.
pub fn write_engine(launch: &Launch, script: &str) {
    let mut shell = Command::new("sh");
    shell.args(["-c", "printf '#!/bin/sh\n%s\n' \"$1\" > \"$0\" && chmod 755 \"$0\""]);
    shell.arg(launch.home().join("engine")).arg(script).stdin(Stdio::null());
    assert!(shell.status().unwrap().success());
}

/// Creates a launch of a game against this script. There is no sandbox, because the script may
/// start our own binary, which is not in its folder.
fn table_with(script: &str, options: &str) -> Launch {
    let launch = table("human,program:./engine", &format!("{options} --no-sandbox"));
    write_engine(&launch, script);
    launch
}

/// Returns a script that runs the program's own engine.
pub fn own_engine() -> String {
    format!("exec '{}' engine flip --player level:1 --seed 1", env!("CARGO_BIN_EXE_fourcade"))
}

/// Returns the number of running engine processes that this launch has started, including their
/// supervisors.
pub fn engines(launch: &Launch) -> usize {
    let home = format!("FOURCADE_HOME={}\0", launch.home().display());
    let all = fs::read_dir("/proc").into_iter().flatten().flatten().map(|entry| entry.path());
    let read = |path| String::from_utf8_lossy(&fs::read(path).unwrap_or_default()).into_owned();
    all.filter(|process| read(process.join("environ")).contains(&home))
        .map(|process| read(process.join("cmdline")))
        .filter(|command| {
            command.contains("engine") && !command.contains("--players")
                || command.contains("supervise-program")
        })
        .count()
}

/// Waits until all engines have ended. (If the arcade is killed, the supervisors end them a moment
/// later.)
#[track_caller]
fn wait_no_engine(launch: &Launch) {
    wait_until("no engine is running", || engines(launch) == 0);
}

#[test]
fn an_engine_plays_a_whole_game() {
    let launch = table_with(&own_engine(), "--size 6");
    let terminal = launch.start();
    play_to_the_end(&terminal, |terminal| terminal.press("tab enter"));
    assert!(terminal.frames().iter().all(|frame| !frame.contains("broke the rules")));
    wait_for_card(&terminal);
    terminal.press("q");
    assert_left(&terminal, &Exit::Code(0));
    assert_eq!(engines(&launch), 0);
}

#[test]
fn moves_against_an_engine_can_be_undone_and_redone() {
    let launch = table_with(&own_engine(), "");
    let terminal = launch.start();
    let first = play_once(&terminal);
    assert!(engines(&launch) > 0);
    let second = play_once(&terminal);
    for (key, count) in
        [("u", first), ("u", 4), ("ctrl-r", first), ("ctrl-r", second), ("u", first)]
    {
        terminal.press(key);
        wait_tiles(&terminal, count);
        terminal.wait_text("Your move");
    }
    assert!(play_once(&terminal) > first);
    assert!(terminal.frames().iter().all(|frame| !frame.contains("broke the rules")));
    leave_unfinished(&terminal);
    assert_eq!(engines(&launch), 0);
}

#[test]
fn a_saved_game_against_an_engine_continues() {
    let launch = table_with(&own_engine(), "");
    let terminal = launch.start();
    let count = play_once(&terminal);
    terminal.press("s");
    terminal.wait_text("Save the game as");
    terminal.submit_text("mine.jsonl");
    terminal.wait_text("Saved as mine.jsonl.");
    leave_unfinished(&terminal);

    let second = Launch::arcade();
    write_engine(&second, &own_engine());
    let second = second
        .args(["play", "flip", "--no-sandbox", "--load"])
        .arg(launch.home().join("mine.jsonl"));
    let terminal = second.start();
    wait_tiles(&terminal, count);
    // The program comes from a file, so the arcade asks before it starts it.
    terminal.press("tab enter");
    terminal.wait_text("y start it");
    terminal.press("y");
    terminal.wait_for("the engine's reply", |output| {
        to_move(output).is_some_and(|now| now > count + 1)
    });
    assert!(terminal.frames().iter().all(|frame| !frame.contains("broke the rules")));
    leave_unfinished(&terminal);
    assert_eq!(engines(&second), 0);
}

#[test]
fn a_game_against_an_engine_that_hangs_can_be_left() {
    let script =
        r"while read -r word rest; do [ $word = genmove ] && sleep 1000; printf '=\n\n'; done";
    let launch = table_with(script, "");
    let terminal = launch.start();
    wait_to_move(&terminal);
    terminal.press("tab enter");
    wait_until("the engine runs", || engines(&launch) > 0);
    terminal.press("u");
    wait_tiles(&terminal, 4);
    terminal.wait_text("Your move");
    wait_no_engine(&launch);
    terminal.press("tab enter");
    wait_until("the engine runs", || engines(&launch) > 0);
    leave_unfinished(&terminal);
    wait_no_engine(&launch);
}

#[test]
fn an_engine_is_chosen_in_the_advanced_setup_and_its_faults_are_shown() {
    let launch = Launch::arcade();
    write_engine(&launch, "exit 3");
    let terminal = launch.start();
    terminal.wait_text("avoid tricks");
    terminal.press("2");
    terminal.wait_text("New game: Flip");
    terminal.press("a");
    terminal.wait_text("Flip, advanced");
    terminal.press("space");
    terminal.wait_text("Player for ");
    terminal.type_text("program:./engine --gtp");
    terminal.press("enter");
    terminal.wait_text("Another Othello program");
    terminal.press("enter");
    assert!(play_once(&terminal) > 4);
    terminal.wait_text("broke the rules (ended");
    terminal.press("q");
    assert_left(&terminal, &Exit::Code(0));
}

#[test]
fn an_engine_in_the_sandbox_plays_and_ends_with_the_game() {
    let binary = env!("CARGO_BIN_EXE_fourcade");
    // The command has spaces, so it can't be part of an option of `table`.
    let launch = Launch::arcade().args(["play", "flip", "--seed", "1", "--players"]);
    let launch = launch.arg(format!("human,program:{binary} engine flip --player level:1"));
    let terminal = launch.start();
    assert!(play_once(&terminal) > 4);
    assert!(engines(&launch) > 0);
    assert!(terminal.frames().iter().all(|frame| !frame.contains("broke the rules")));
    leave_unfinished(&terminal);
    wait_no_engine(&launch);
}

#[test]
fn a_signal_removes_the_folder_of_a_compiled_player() {
    let launch = Launch::arcade();
    let temp = launch.home().join("temp");
    fs::create_dir(&temp).unwrap();
    let source = launch.home().join("player.c");
    fs::write(&source, "#include <stdio.h>\nint main(void) { puts(\"Player\"); }\n").unwrap();
    let players = format!("human,program:{},random,random", source.display());
    let launch = launch.args(["play", "intensity", "--players", &players]).env("TMPDIR", &temp);
    let terminal = launch.start();
    let count = || fs::read_dir(&temp).unwrap().count();
    wait_until("the program is compiled", || count() > 0);
    terminal.signal(Signal::TERM);
    assert_left(&terminal, &Exit::Code(143));
    // If the compiler was still running, its supervisor ends it and removes its folder.
    wait_until("all folders are removed", || count() == 0);
}
