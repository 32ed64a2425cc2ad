//! Tests of windows of every size.

use super::flip_table::{table, wait_tiles, wait_to_move};
use crate::support::{Launch, Terminal};

/// Resizes the window several times. Checks that `text` is visible again in large windows.
fn resize(terminal: &Terminal, text: &str) {
    terminal.wait_text(text);
    for (columns, rows) in
        [(1, 1), (20, 5), (250, 1), (1, 80), (80, 24), (250, 80), (2, 2), (40, 12), (80, 24)]
    {
        terminal.resize(columns, rows);
        if (columns, rows) == (20, 5) {
            terminal.wait_text("Terminal too small");
        }
        if columns >= 80 && rows >= 24 {
            terminal.wait_text(text);
        }
    }
}

#[test]
fn every_screen_survives_a_tiny_window() {
    let terminal = Launch::arcade().start();
    resize(&terminal, "avoid tricks");
    terminal.press("2");
    resize(&terminal, "New game");
    terminal.press("a");
    resize(&terminal, ", advanced");
    terminal.press("7 ?");
    resize(&terminal, "Help");
    terminal.press("esc enter");
    resize(&terminal, "Your move");
    terminal.press("s");
    resize(&terminal, "Save the game as");
    terminal.press("esc tab enter");
    wait_to_move(&terminal);
}

#[test]
fn a_window_that_is_too_small_names_the_size_it_needs() {
    let terminal = table("human,level:1", "").size(33, 10).start();
    terminal.wait_text("(needs 34 x 11)");
    terminal.resize(34, 11);
    wait_to_move(&terminal);
    // Keys still work while the window is too small.
    terminal.resize(20, 5);
    terminal.wait_text("(needs 34 x 11)");
    terminal.press("tab enter");
    terminal.resize(80, 24);
    terminal.wait_text("You played");
}

#[test]
fn a_board_larger_than_the_window_can_be_played() {
    let terminal = table("human,first", "--size 100").start();
    wait_to_move(&terminal);
    terminal.press("tab enter");
    wait_tiles(&terminal, 6);
    terminal.resize(250, 80);
    terminal.wait_text("Flip 100 x 100");
    wait_tiles(&terminal, 6);
}
