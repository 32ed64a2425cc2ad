//! Games between computers, and replays.

use std::path::PathBuf;

use super::flip_table::{assert_left, is_over, play_once, put_card_away, table, tiles, wait_tiles};
use crate::support::{Exit, Launch, Terminal};

fn watch(options: &str) -> Launch {
    let args = ["watch", "flip", "--seed", "3", "--size", "6", "--players", "level:1,greedy"];
    Launch::arcade().args(args).args(options.split_whitespace())
}

fn replay(file: PathBuf) -> Terminal {
    let terminal = Launch::arcade().arg("replay").arg(file).start();
    wait_tiles(&terminal, 4);
    terminal
}

#[test]
fn computers_are_paused_and_stepped() {
    let terminal = watch("--speed 0.01").start();
    terminal.wait_text("100 s per move");
    terminal.press("space");
    terminal.wait_text("Paused.");
    for count in 5..8 {
        terminal.press(".");
        wait_tiles(&terminal, count);
        terminal.wait_text("Paused.");
    }
    terminal.press("u");
    wait_tiles(&terminal, 6);
    terminal.press("ctrl-r");
    wait_tiles(&terminal, 7);
    terminal.press("u u u");
    wait_tiles(&terminal, 4);
    terminal.press("space");
    terminal.wait_gone("Paused.");
}

#[test]
fn computers_move_faster_and_slower() {
    let terminal = watch("--speed 0.01").start();
    terminal.wait_text("100 s per move");
    for (key, pace) in [
        ("+", "3 s per move"),
        ("+", "1.5 s per move"),
        ("-", "3 s per move"),
        ("-", "3 s per move"),
    ] {
        terminal.press(key);
        terminal.wait_text(pace);
    }
}

#[test]
fn computers_play_to_the_end_and_start_the_next_game() {
    let terminal = watch("--speed 1000").start();
    terminal.wait_for("the end", is_over);
    put_card_away(&terminal);
    terminal.run_by_name("another");
    terminal.wait_text("The next game will start automatically.");
    terminal.wait_text("game 2");
    terminal.run_by_name("another");
    terminal.wait_text("The next game won't start automatically.");
    terminal.press("q");
    assert_left(&terminal, &Exit::Code(0));
}

#[test]
fn a_recorded_game_is_replayed() {
    let launch = watch("--speed 1000");
    let terminal = launch.start();
    terminal.wait_for("the end", is_over);
    put_card_away(&terminal);
    let count = terminal.inspect(tiles).expect("the score is shown");
    terminal.press("s");
    terminal.wait_text("Save the game as");
    terminal.submit_text("flip-3.jsonl");
    terminal.wait_text("Saved as flip-3.jsonl.");

    let replay = replay(launch.home().join("flip-3.jsonl"));
    replay.wait_text("Paused.");
    for (key, count) in [("ctrl-r", 5), ("ctrl-r", 6), ("u", 5), ("ctrl-r", 6)] {
        replay.press(key);
        wait_tiles(&replay, count);
    }
    replay.press_at_once(&"ctrl-r ".repeat(40));
    replay.wait_for("the end", is_over);
    wait_tiles(&replay, count);
    replay.press("q");
    assert_left(&replay, &Exit::Code(0));
}

#[test]
fn leaving_a_replay_needs_no_confirmation() {
    let launch = table("human,level:1", "--size 6");
    let terminal = launch.start();
    play_once(&terminal);
    terminal.press("s");
    terminal.wait_text("Save the game as");
    terminal.submit_text("flip-3.jsonl");
    terminal.wait_text("Saved as flip-3.jsonl.");

    let replay = replay(launch.home().join("flip-3.jsonl"));
    replay.press("ctrl-r");
    wait_tiles(&replay, 5);
    replay.press("esc");
    replay.wait_text("avoid tricks");
}
