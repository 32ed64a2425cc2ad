//! Thousands of random keys, clicks, pastes and windows in a terminal: the program goes on
//! answering, ends well, and gives the terminal back. `FOURCADE_FUZZ_SEED` chooses another storm.

mod support;

use support::{Launch, assert_clean_exit, run_random_events, seed_from_env};

/// So many in each place.
const EVENTS: usize = 10_000;

/// A storm over this program; then it must still answer, and end by its keys.
fn weather(args: &[&str], ready: &str, offset: u64) {
    let seed = if std::env::var_os("FOURCADE_FUZZ_SEED").is_some() { seed_from_env() } else { 1 };
    let launch = Launch::arcade().args(args);
    let terminal = run_random_events(&launch, seed.wrapping_add(offset), EVENTS, |terminal| {
        terminal.wait_text(ready)
    });
    terminal.resize(80, 24);
    // Out of whatever dialog is open, and of the question whether to leave a game.
    for _ in 0..20 {
        if terminal.has_ended() {
            break;
        }
        terminal.press("esc y");
        if terminal.wait("the screen", |output| Some(output.find("see you").is_some())) {
            break;
        }
    }
    if !terminal.wait_end_or_text("see you") {
        terminal.press("q");
    }
    assert_clean_exit(&terminal);
}

#[test]
fn at_the_menu() {
    weather(&[], "see you", 0);
}

#[test]
fn at_a_table() {
    weather(&["play", "flip", "--players", "human,level:1", "--seed", "1"], "Your move", 1);
}

#[test]
fn of_two_persons_in_plain_letters() {
    weather(&["play", "flip", "--players", "human,human", "--seed", "1", "--ascii"], "to move", 2);
}

#[test]
fn at_a_grid_of_cards() {
    weather(
        &["play", "concentration", "--players", "human,memory:5", "--seed", "1"],
        "Your move",
        4,
    );
}

#[test]
fn while_computers_play() {
    weather(
        &["watch", "flip", "--players", "level:1,expert", "--seed", "1", "--speed", "20"],
        "Flip 8 x 8",
        3,
    );
}

#[test]
fn behind_a_curtain() {
    weather(&["play", "eater", "--players", "human,human", "--seed", "1"], "your turn", 5);
}

#[test]
fn at_a_table_of_cards() {
    weather(
        &["play", "intensity", "--players", "human,careful,human,random", "--seed", "1"],
        "your turn",
        6,
    );
}
