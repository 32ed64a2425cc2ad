//! Other commands at the table: undo and redo, hints, giving up, new games, and files.

use std::path::Path;

use super::flip_table::{
    assert_left, play_once, put_card_away, table, tiles, wait_for_card, wait_tiles, wait_to_move,
    without_storage,
};
use crate::support::{Exit, Launch, Terminal};

/// Answers the dialog that asks for the name of a file.
fn name_file(terminal: &Terminal, name: &str) {
    terminal.wait_text("Save the game as");
    terminal.submit_text(name);
}

/// Opens a saved game at a table.
fn reopen(file: &Path) -> Terminal {
    Launch::arcade().args(["play", "flip", "--load"]).arg(file).start()
}

#[test]
fn choices_are_undone_and_redone() {
    let terminal = table("human,level:1", "").start();
    let first = play_once(&terminal);
    let second = play_once(&terminal);
    for (key, count) in
        [("u", first), ("u", 4), ("ctrl-r", first), ("ctrl-r", second), ("u", first)]
    {
        terminal.press(key);
        wait_tiles(&terminal, count);
        terminal.wait_text("Your move");
    }
    terminal.press("u u");
    terminal.wait_text("There is no move to take back.");
    assert!(play_once(&terminal) > 4);
    terminal.press("ctrl-r");
    terminal.wait_text("There is nothing to redo.");
}

#[test]
fn a_hint_points_at_a_cell() {
    let terminal = table("human,level:1", "--size 6 --ascii").start();
    wait_to_move(&terminal);
    terminal.press("i");
    terminal.wait_text(" * ");
    terminal.press("tab enter");
    terminal.wait_gone(" * ");
}

#[test]
fn after_giving_up_a_new_game_begins_and_seats_can_be_swapped() {
    let terminal = table("human,level:1", "").start();
    play_once(&terminal);
    terminal.run_by_name("resign");
    terminal.wait_text("Resign?");
    terminal.press("n");
    terminal.wait_gone("Resign?");
    terminal.wait_text("Your move");
    terminal.run_by_name("resign");
    terminal.wait_text("Resign?");
    terminal.press("y");
    put_card_away(&terminal);
    terminal.wait_text("You lose. X wins.");
    terminal.wait_text("resigned.");

    terminal.press("n");
    terminal.wait_text("game 2");
    assert!(play_once(&terminal) > 4);
    terminal.press("x");
    terminal.wait_text("Leave this game?");
    terminal.press("y");
    terminal.wait_text("game 3");
    terminal.wait_text("O Level 1");
    terminal.wait_text("X you");
    wait_to_move(&terminal);
}

#[test]
fn a_saved_game_can_be_continued_from_its_file() {
    let launch = table("human,level:1", "");
    let terminal = launch.start();
    let count = play_once(&terminal);
    terminal.press("s");
    name_file(&terminal, "mine.jsonl");
    terminal.wait_text("Saved as mine.jsonl.");
    // The game is saved, so no confirmation is needed.
    terminal.press("esc");
    terminal.wait_text("avoid tricks");
    terminal.press("q");
    assert_left(&terminal, &Exit::Code(0));

    let again = reopen(&launch.home().join("mine.jsonl"));
    wait_tiles(&again, count);
    again.wait_text("seed 3");
    assert!(play_once(&again) > count);
}

#[test]
fn an_existing_file_is_replaced_only_after_confirmation() {
    let launch = table("human,level:1", "");
    let file = launch.home().join("here.txt");
    std::fs::write(&file, "precious").unwrap();
    let terminal = launch.start();
    play_once(&terminal);
    for (answer, is_kept) in [("n", true), ("y", false)] {
        terminal.press("s");
        name_file(&terminal, "here.txt");
        terminal.wait_text("n keep it");
        terminal.press(answer);
        terminal.wait_gone("Replace it?");
        if !is_kept {
            terminal.wait_text("Saved as here.txt.");
        }
        assert_eq!(std::fs::read_to_string(&file).unwrap() == "precious", is_kept);
    }
}

#[test]
fn a_file_that_cannot_be_written_is_reported_and_the_game_continues() {
    let launch = without_storage(&table("human,level:1", ""));
    let terminal = launch.start();
    let count = play_once(&terminal);
    for (path, reason) in [
        ("no/such/folder.jsonl", "Not saved: no/such"),
        (".", "Not saved: ."),
        ("", "Type a file name."),
    ] {
        terminal.press("s");
        name_file(&terminal, path);
        terminal.wait_text(reason);
        assert_eq!(terminal.inspect(tiles), Some(count));
    }
    // The game is still not saved, so leaving it must be confirmed.
    terminal.press("esc");
    terminal.wait_text("Leave this game?");
    terminal.press("s");
    name_file(&terminal, "here.jsonl");
    terminal.wait_text("avoid tricks");
    assert!(launch.home().join("here.jsonl").exists());
}

#[test]
fn an_unsaved_game_can_be_left_after_confirmation() {
    let terminal = without_storage(&table("human,level:1", "")).start();
    terminal.wait_text("Games are not saved: can't create the folder");
    play_once(&terminal);
    terminal.press("esc");
    terminal.wait_text("Leave this game?");
    terminal.press("esc");
    terminal.wait_gone("Leave this game?");
    terminal.wait_text("Your move");
    terminal.press("esc");
    terminal.click("y yes");
    terminal.wait_text("avoid tricks");
}

#[test]
fn the_result_card_copies_the_result_and_starts_a_rematch() {
    let terminal = table("human,level:1", "").start();
    play_once(&terminal);
    terminal.run_by_name("resign");
    terminal.wait_text("Resign?");
    terminal.press("y");
    wait_for_card(&terminal);
    terminal.wait_text("resigned");
    terminal.press("y");
    terminal.wait_text("Copied: the result.");
    terminal.press("enter");
    terminal.wait_text("game 2");
    terminal.wait_text("X you");
}
