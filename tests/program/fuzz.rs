//! Thousands of random keys, clicks, pastes and window sizes in a terminal: the program keeps
//! responding, exits cleanly and restores the terminal. `FOURCADE_FUZZ_SEED` sets the seed.

use crate::{
    scale::scaled,
    support::{Launch, assert_clean_exit, run_random_events, seed_from_env},
};

/// The number of events in each test, or more ([`scaled`]).
const EVENTS: u32 = 5_000;

/// Sends random events to the program. Afterwards the program must still respond, and exit when the
/// keys for leaving are pressed. `ready` is a text that shows that the program has started.
fn fuzz(args: &[&str], ready: &str, offset: u64) {
    let seed = if std::env::var_os("FOURCADE_FUZZ_SEED").is_some() { seed_from_env() } else { 1 };
    let launch = Launch::arcade().args(args);
    let terminal = run_random_events(
        &launch,
        seed.wrapping_add(offset),
        scaled(EVENTS) as usize,
        |terminal| {
            terminal.wait_text(ready);
        },
    );
    terminal.resize(80, 24);
    // Close all dialogs and screens, and confirm leaving a game. In the lobby a letter begins a
    // code, so not every Esc may be followed by one.
    for keys in ["esc y", "esc esc"].into_iter().cycle().take(40) {
        if terminal.has_ended() {
            break;
        }
        terminal.press(keys);
        if terminal.wait("a complete frame", |output| Some(output.find("avoid tricks").is_some())) {
            break;
        }
    }
    if !terminal.wait_end_or_text("avoid tricks") {
        terminal.press("q");
    }
    assert_clean_exit(&terminal);
}

#[test]
fn events_at_the_menu() {
    fuzz(&[], "avoid tricks", 0);
}

#[test]
fn events_at_a_table() {
    fuzz(&["play", "flip", "--players", "human,level:1", "--seed", "1"], "Your move", 1);
}

#[test]
fn events_in_a_game_of_two_people_in_ascii() {
    fuzz(&["play", "flip", "--players", "human,human", "--seed", "1", "--ascii"], "Flip 8 x 8", 2);
}

#[test]
fn events_at_a_table_with_cards() {
    fuzz(&["play", "concentration", "--players", "human,memory:5", "--seed", "1"], "Your move", 4);
}

#[test]
fn events_while_computers_play() {
    fuzz(
        &["watch", "flip", "--players", "level:1,expert", "--seed", "1", "--speed", "20"],
        "Flip 8 x 8",
        3,
    );
}

#[test]
fn events_while_two_people_hand_over_the_keyboard() {
    fuzz(&["play", "eater", "--players", "human,human", "--seed", "1"], "Enter show", 5);
}

#[test]
fn events_in_a_card_game() {
    fuzz(
        &["play", "intensity", "--players", "human,careful,human,random", "--seed", "1"],
        "Enter show",
        6,
    );
}
