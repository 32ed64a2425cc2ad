//! Saved games are listed, replayed, continued, exported and imported.

use std::fs;

use super::flip_table::{
    assert_left, is_over, play_once, table, tiles, wait_for_card, wait_tiles, wait_to_move,
    without_storage,
};
use crate::support::{Exit, Launch, Terminal};

/// Starts the arcade in the home of another launch, at the list of saved games.
fn list(launch: &Launch) -> Terminal {
    let terminal = Launch::arcade().env("FOURCADE_HOME", launch.home()).start();
    terminal.wait_text("avoid tricks");
    terminal.press("g");
    terminal.wait_text("Game (1-4): all");
    terminal
}

#[test]
fn a_game_is_replayed_branched_exported_and_imported() {
    let launch = table("human,level:1", "--size 6");
    let terminal = launch.start();
    let first = play_once(&terminal);
    let second = play_once(&terminal);
    terminal.press("esc");
    terminal.wait_text("avoid tricks");
    terminal.press("g");
    terminal.wait_text("1 - 1 of 1");
    terminal.wait_text("you, Level 1");

    // A finished game is replayed. The second turn is the computer's first move.
    terminal.press("enter");
    assert_eq!(wait_to_move(&terminal), second);
    terminal.run_by_name("resign");
    terminal.wait_text("Resign?");
    terminal.press("y");
    wait_for_card(&terminal);
    terminal.press("esc esc");
    terminal.wait_text("Enter replay");
    terminal.press("enter");
    terminal.wait_text("Replay: move 0 of");
    terminal.press(":");
    terminal.wait_text("Go to which move");
    terminal.submit_text("2");
    terminal.wait_text("Replay: move 2 of");
    wait_tiles(&terminal, first);
    terminal.press("end");
    wait_tiles(&terminal, second);
    terminal.press(": 2 enter");
    wait_tiles(&terminal, first);

    // The branch is a new game.
    terminal.press("b");
    terminal.wait_text("O: you, X: Level 1.");
    terminal.press("enter");
    wait_to_move(&terminal);
    // Choose a different move, because the same game would not be imported twice.
    terminal.press("tab");
    let branched = play_once(&terminal);
    terminal.press("esc");
    terminal.wait_text("1 - 2 of 2");
    terminal.press("home s");
    terminal.wait_text("Save the game as");
    terminal.submit_text("branch.jsonl");
    terminal.wait_text("Saved as branch.jsonl.");
    terminal.press("del");
    terminal.wait_text("Delete this game?");
    terminal.press("n");
    terminal.wait_gone("Delete this game?");
    terminal.press("del");
    terminal.wait_text("Delete this game?");
    terminal.press("y");
    terminal.wait_text("1 - 1 of 1");
    terminal.press("I");
    terminal.wait_text("Import a game");
    terminal.submit_text("branch.jsonl");
    terminal.wait_text("Imported: Flip 6 x 6, you, Level 1.");
    terminal.wait_text("1 - 2 of 2");
    terminal.press("enter");
    assert_eq!(wait_to_move(&terminal), branched);
    terminal.press("esc");
    terminal.wait_text("1 - 2 of 2");

    // The other game is unchanged.
    terminal.press("end enter");
    terminal.wait_text("Replay: move 0 of");
    terminal.press("end");
    wait_tiles(&terminal, second);
    terminal.press("q");
    assert_left(&terminal, &Exit::Code(0));

    let file = launch.home().join("branch.jsonl");
    let replay = Launch::arcade().arg("replay").arg(&file).start();
    replay.wait_text("Replay: move 0 of");
    replay.press("end");
    wait_tiles(&replay, branched);
    replay.wait_text("The record ends here.");
    let table = Launch::arcade().args(["play", "flip", "--load"]).arg(&file).start();
    assert_eq!(wait_to_move(&table), branched);
}

#[test]
fn a_finished_game_is_replayed_and_a_person_takes_a_seat() {
    let args = [
        "watch",
        "flip",
        "--size",
        "4",
        "--players",
        "first,greedy",
        "--speed",
        "1000",
        "--no-motion",
    ];
    let launch = Launch::arcade().args(args);
    let terminal = launch.start();
    wait_for_card(&terminal);
    terminal.press("r");
    terminal.wait_text("Replay: move 0 of");
    terminal.press("+ + + + + space");
    terminal.wait_for("the end again", is_over);
    terminal.press(",");
    terminal.wait_text("Replay: move");
    // A person takes the seat of a computer.
    terminal.press("home b");
    terminal.wait_text("O: First, X: Greedy.");
    terminal.press("1");
    terminal.wait_text("O you");
    wait_to_move(&terminal);
    terminal.press("esc");
    wait_for_card(&terminal);
    terminal.press("q");
    assert_left(&terminal, &Exit::Code(0));
    // The branch was not saved, because no move was made in it.
    list(&launch).wait_text("1 - 1 of 1");
}

#[test]
fn games_are_filtered_and_clicked() {
    let launch = table("human,level:1", "--size 6");
    let terminal = launch.start();
    play_once(&terminal);
    terminal.run_by_name("resign");
    terminal.wait_text("Resign?");
    terminal.press("y");
    terminal.wait_text("resigned");
    wait_for_card(&terminal);
    terminal.press("n");
    let count = play_once(&terminal);
    terminal.press("q");
    assert_left(&terminal, &Exit::Code(0));

    let terminal = list(&launch);
    terminal.wait_text("1 - 2 of 2");
    terminal.click("Game (1-4)");
    terminal.wait_text("No games match.");
    terminal.press("2");
    terminal.wait_text("Game (1-4): Flip");
    terminal.wait_text("1 - 2 of 2");
    terminal.press("esc");
    terminal.wait_text("Game (1-4): all");
    terminal.click("resigned");
    terminal.wait_text("Enter replay");
    terminal.click("unfinished");
    terminal.wait_text("Enter resume");
    terminal.press("enter");
    wait_to_move(&terminal);
    wait_tiles(&terminal, count);
    terminal.press("?");
    terminal.press("esc");
    wait_to_move(&terminal);
}

#[test]
fn two_arcades_share_the_saved_games() {
    let launch = table("human,level:1", "--size 6");
    let playing = launch.start();
    let count = play_once(&playing);
    let (one, other) = (list(&launch), list(&launch));
    for terminal in [&one, &other] {
        terminal.wait_text("1 - 1 of 1");
    }
    one.press("del");
    one.wait_text("Delete this game?");
    one.press("y");
    one.wait_text("open in another window");
    // It can be continued elsewhere once it is left here.
    other.press("enter");
    other.wait_text("open in another window");
    playing.press("esc");
    playing.wait_text("avoid tricks");
    // The menu can be on the screen before the game is closed.
    let refusal = "open in another window";
    loop {
        other.press("up");
        other.wait_gone(refusal);
        other.press("enter");
        let is_open = other.wait("the game or the refusal", |output| {
            let is_refused = output.find(refusal).map(|_| false);
            let is_table = output.find("seed 3").is_some() && tiles(output) == Some(count);
            is_refused.or(is_table.then_some(true))
        });
        if is_open {
            break;
        }
    }
    other.press("esc");
    other.wait_text("1 - 1 of 1");
    other.press("del");
    other.wait_text("Delete this game?");
    other.press("y");
    other.wait_text("No games yet.");
    one.press("enter");
    one.wait_text("it may have been deleted");
    one.wait_text("No games yet.");
}

#[test]
fn store_errors_are_reported() {
    let launch = table("human,level:1", "");
    let terminal = without_storage(&launch).start();
    terminal.wait_text("Games are not saved: can't create the folder");
    wait_to_move(&terminal);
    terminal.press("esc");
    terminal.wait_text("avoid tricks");
    terminal.press("g");
    terminal.wait_text("Can't read the saved games");
    terminal.press("enter del e end 2 esc");
    terminal.press("q");
    assert_eq!(terminal.wait_exit(), Exit::Code(0));

    let damaged = Launch::arcade();
    fs::write(damaged.home().join("fourcade.db"), "this is no database".repeat(100))
        .expect("the home can be written");
    let terminal = damaged.start();
    // The message stays until the next key.
    terminal.wait_text("The saved games were damaged");
    terminal.press("g");
    terminal.wait_text("No games yet.");
    let home = Launch::arcade();
    fs::write(home.home().join("bad.jsonl"), "{}\n").expect("the home can be written");
    let terminal = home.start();
    terminal.wait_text("avoid tricks");
    terminal.press("g");
    for (name, reason) in [("bad.jsonl", "(line"), ("none", "such")] {
        terminal.press("I");
        terminal.wait_text("Import a game");
        terminal.submit_text(name);
        terminal.wait_text("Not imported");
        terminal.wait_text(reason);
        terminal.wait_text("Enter continue");
        terminal.press("enter");
        terminal.wait_gone("Not imported");
    }
}
