//! Whole games of Flip: by keyboard, by mouse, in a small window, and between two people.

use super::flip_table::{
    LEGAL, assert_left, is_over, play_to_the_end, put_card_away, table, tiles, wait_for_card,
};
use crate::support::{Exit, Mouse, Terminal};

fn move_by_keyboard(terminal: &Terminal) {
    terminal.press("tab enter");
}

#[test]
fn a_game_can_be_played_by_keyboard() {
    let terminal = table("human,level:1", "").start();
    play_to_the_end(&terminal, move_by_keyboard);
    put_card_away(&terminal);
    assert!(terminal.inspect(tiles).is_some_and(|count| count <= 64));
    terminal.press("n");
    terminal.wait_text("game 2");
    terminal.press("q");
    assert_left(&terminal, &Exit::Code(0));
}

#[test]
fn a_game_can_be_played_in_a_small_window() {
    let terminal = table("human,level:1", "--size 6").size(40, 12).start();
    play_to_the_end(&terminal, move_by_keyboard);
    wait_for_card(&terminal);
    terminal.press("q");
    assert_left(&terminal, &Exit::Code(0));
}

#[test]
fn a_game_can_be_played_by_mouse() {
    // A tile that turns looks like a legal cell for a moment.
    let terminal = table("human,level:1", "--no-motion").start();
    play_to_the_end(&terminal, |terminal| terminal.click(LEGAL));
    wait_for_card(&terminal);
    terminal.click("New game");
    terminal.wait_text("game 2");
    // The keys move in the footer when it is the person's turn.
    terminal.wait_text("Your move");
    terminal.click("Esc back");
    terminal.wait_text("avoid tricks");
    terminal.click("q quit");
    assert_left(&terminal, &Exit::Code(0));
}

#[test]
fn a_game_can_be_played_by_mouse_in_ascii() {
    let terminal = table("human,first", "--size 4 --ascii").start();
    play_to_the_end(&terminal, |terminal| {
        let (column, row) = terminal.wait("a legal cell", |output| output.find(" + "));
        terminal.mouse(Mouse::Click(column + 1, row));
    });
    assert!(terminal.text().is_ascii(), "{}", terminal.describe());
}

#[test]
fn two_people_can_play_a_game() {
    let terminal = table("human,human", "--size 6").start();
    terminal.wait_text("Player 1 to move");
    move_by_keyboard(&terminal);
    terminal.wait_text("Player 2 to move");
    play_to_the_end(&terminal, move_by_keyboard);
    assert!(terminal.inspect(is_over));
    put_card_away(&terminal);
    terminal.press("esc");
    terminal.wait_text("avoid tricks");
}

#[test]
fn a_move_can_be_typed_and_an_illegal_one_is_refused_with_a_reason() {
    let terminal = table("human,human", "").start();
    terminal.wait_text("Player 1 to move");
    for (keys, reason) in
        [("1 1 enter", "1 1 turns nothing"), ("4 4 enter", "4 4 is taken"), ("9 9", "from 1 to 8")]
    {
        terminal.press(keys);
        terminal.wait_text(reason);
    }
    terminal.press("3");
    terminal.wait_text("row column: 3");
    terminal.press("5 enter");
    terminal.wait_text("Player 1 played 3 5 (+1)");
}
