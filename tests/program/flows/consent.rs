//! Programs that a file names start only after the whole command was shown and allowed.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::{
    flip_table::{leave_unfinished, tiles, wait_tiles},
    programs::{engines, own_engine, write_engine},
};
use crate::support::{Launch, Terminal, wait_until};

const QUESTION: &str = "Start this program?";

/// Writes a record of Flip with these steps. Returns its path.
fn record(folder: &Path, name: &str, players: [&str; 2], steps: &[&str]) -> PathBuf {
    let seats = serde_json::to_string(&players).unwrap();
    let text = format!(
        "{{\"fourcade\":1,\"game\":\"flip\",\"format\":1,\"setup\":{{\"size\":6}},\
         \"seats\":{seats},\"seed\":7}}\n{}{{\"end\":{}}}\n",
        steps.concat(),
        steps.len()
    );
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path
}

/// A command that leaves a file behind when it runs.
const TOUCH: &str = "program:sh -c \"touch PWNED\"";

/// Waits for the question about [`TOUCH`] and refuses. Checks that the program has not run.
#[track_caller]
fn refuse(terminal: &Terminal, launch: &Launch) {
    terminal.wait_text(QUESTION);
    terminal.wait_text("sh -c \"touch PWNED\"");
    terminal.wait_text("n don't");
    terminal.press("n");
    terminal.wait_text("didn't allow");
    terminal.wait_gone(QUESTION);
    assert!(!launch.home().join("PWNED").exists(), "the program has run");
}

#[test]
fn a_loaded_replayed_or_imported_program_does_not_start_by_itself() {
    let launch = Launch::arcade();
    let file = record(launch.home(), "evil.jsonl", [TOUCH, "human"], &[]);
    // A game in which nothing has happened is not imported.
    let step = "{\"step\":[[0,\"1 3\"]]}\n";
    record(launch.home(), "begun.jsonl", ["human", TOUCH], &[step]);

    let load = launch.clone().args(["play", "flip", "--load"]).arg(&file);
    let terminal = load.start();
    refuse(&terminal, &launch);
    leave_unfinished(&terminal);

    let replay = launch.clone().arg("replay").arg(&file);
    let terminal = replay.start();
    terminal.wait_text("Replay: move 0 of");
    terminal.press("b");
    terminal.wait_text("Play on from here?");
    terminal.press("enter");
    refuse(&terminal, &launch);
    leave_unfinished(&terminal);

    let terminal = launch.start();
    terminal.wait_text("avoid tricks");
    terminal.press("g");
    terminal.wait_text("Saved games");
    terminal.press("I");
    terminal.wait_text("Import a game");
    terminal.submit_text("begun.jsonl");
    terminal.wait_text("Imported: ");
    terminal.wait_text("1 - 1 of 1");
    terminal.press("enter");
    refuse(&terminal, &launch);
    terminal.press("esc");
    terminal.wait_text("Saved games");
    terminal.press("esc");
    terminal.wait_text("avoid tricks");
    terminal.press("q");
    terminal.wait_exit();
    assert!(!launch.home().join("PWNED").exists(), "the program has run");
}

#[test]
fn an_allowed_program_plays_and_is_asked_about_again_only_when_it_has_changed() {
    let launch = Launch::arcade();
    write_engine(&launch, &own_engine());
    let file = record(launch.home(), "game.jsonl", ["program:./engine", "human"], &[]);
    // A sandbox would hide the engine that the script starts.
    let load = launch.clone().args(["play", "flip", "--no-sandbox", "--load"]).arg(&file);

    let terminal = load.start();
    terminal.wait_text(QUESTION);
    terminal.wait_text("./engine");
    terminal.wait_text("y start it");
    assert_eq!(engines(&launch), 0, "the program runs before it is allowed");
    terminal.press("y");
    wait_tiles(&terminal, 5);
    wait_until("the program is remembered", || launch.home().join("allowed-programs").exists());
    leave_unfinished(&terminal);

    let terminal = load.start();
    wait_tiles(&terminal, 5);
    assert!(terminal.frames().iter().all(|frame| !frame.contains(QUESTION)), "it asked again");
    leave_unfinished(&terminal);

    write_engine(&launch, &format!("# changed\n{}", own_engine()));
    let terminal = load.start();
    terminal.wait_text(QUESTION);
    terminal.wait_text("n don't");
    terminal.press("n");
    terminal.wait_text("didn't allow");
    assert_eq!(terminal.inspect(tiles), Some(4));
    leave_unfinished(&terminal);

    // The user can allow it for one run without a question.
    let terminal = load.clone().arg("--allow-programs").start();
    wait_tiles(&terminal, 5);
    assert!(terminal.frames().iter().all(|frame| !frame.contains(QUESTION)), "it asked");
    leave_unfinished(&terminal);
}

#[test]
fn a_long_command_must_be_read_to_its_end() {
    let launch = Launch::arcade().size(60, 16);
    let padding = "x ".repeat(600);
    let command = format!("program:sh -c \"touch PWNED\" {padding}the-end");
    let file = record(launch.home(), "long.jsonl", [&command, "human"], &[]);
    let terminal = launch.clone().args(["play", "flip", "--load"]).arg(&file).start();
    terminal.wait_text(QUESTION);
    terminal.wait_text("n don't");
    terminal.press("y");
    terminal.wait_text("Scroll to the end of the command first.");
    assert!(terminal.inspect(|output| output.find("the-end").is_none()));
    terminal.press("down ".repeat(60).trim_end());
    terminal.wait_text("the-end");
    terminal.press("n");
    terminal.wait_gone(QUESTION);
    leave_unfinished(&terminal);
    assert!(!launch.home().join("PWNED").exists(), "the program has run");
}

#[test]
fn the_program_of_the_last_setup_does_not_start_by_itself() {
    let launch = Launch::arcade();
    let setup = format!("[flip]\nplayers = ['{TOUCH}', 'human']\nsize = 6\n");
    fs::write(launch.home().join("choices.toml"), setup).unwrap();
    let terminal = launch.start();
    terminal.wait_text("avoid tricks");
    terminal.press("2");
    terminal.wait_text("O: sh, X: you");
    terminal.press("enter");
    refuse(&terminal, &launch);
    terminal.press("esc");
    terminal.wait_text("New game");
    terminal.press("esc");
    terminal.wait_text("avoid tricks");
    terminal.press("q");
    terminal.wait_exit();
    assert!(!launch.home().join("PWNED").exists(), "the program has run");
}
