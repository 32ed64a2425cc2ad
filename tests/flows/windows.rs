//! Windows of every size.

use crate::{
    flip_table::{table, wait_tiles, wait_to_move},
    support::{Launch, Terminal},
};

/// Goes through small and large windows; each time it is 80 x 24 again these words are there again.
fn change(terminal: &Terminal, words: &str) {
    terminal.wait_text(words);
    for (columns, rows) in
        [(1, 1), (20, 5), (250, 1), (1, 80), (80, 24), (250, 80), (2, 2), (40, 12), (80, 24)]
    {
        terminal.resize(columns, rows);
        if (columns, rows) == (20, 5) {
            terminal.wait_text("This needs ");
        }
        if columns >= 80 && rows >= 24 {
            terminal.wait_text(words);
        }
    }
}

#[test]
fn every_screen_comes_back_after_the_window_was_tiny() {
    let terminal = Launch::arcade().start();
    change(&terminal, "see you");
    terminal.press("2");
    change(&terminal, "who plays?");
    terminal.press("e ?");
    change(&terminal, "quit at once");
    terminal.press("esc enter");
    change(&terminal, "Your move.");
    terminal.press("s");
    change(&terminal, "Save the game as");
    terminal.press("esc tab enter");
    wait_to_move(&terminal);
}

#[test]
fn a_window_that_is_too_small_says_which_size_is_needed() {
    let terminal = table("human,level:1", "").size(33, 10).start();
    terminal.wait_text("This needs 34 x 11");
    terminal.resize(34, 11);
    wait_to_move(&terminal);
    // What is not seen is played on all the same.
    terminal.resize(20, 5);
    terminal.wait_text("This needs 34 x 11");
    terminal.press("tab enter");
    terminal.resize(80, 24);
    terminal.wait_text("O plays");
}

#[test]
fn a_board_larger_than_the_window_is_played_on() {
    let terminal = table("human,first", "--size 100").start();
    wait_to_move(&terminal);
    terminal.press("tab enter");
    wait_tiles(&terminal, 6);
    terminal.resize(250, 80);
    terminal.wait_text("Flip 100 x 100");
    wait_tiles(&terminal, 6);
}
