//! Keyboards whose letters are not Latin, and the keypad.

use super::flip_table::assert_left;
use crate::support::{Exit, Launch, Terminal};

const KITTY: &str = "the keyboard protocol is on";
const NOTICE: &str = "Commands are Latin letters";

fn has_kitty(terminal: &Terminal) -> bool {
    terminal.modes().unrestored().iter().any(|mode| mode == KITTY)
}

/// An arcade in a terminal that says it has the kitty protocol.
fn with_kitty() -> Terminal {
    let terminal = Launch::arcade().start();
    terminal.wait_text("avoid tricks");
    assert!(!has_kitty(&terminal), "it is not asked for yet");
    terminal.type_text("\x1b[?0u");
    terminal.wait_for("the protocol", |output| {
        output.modes().unrestored().iter().any(|mode| mode == KITTY)
    });
    terminal
}

#[test]
fn letters_work_by_their_place_where_the_terminal_tells() {
    let terminal = with_kitty();
    // The place of S.
    terminal.type_text("\x1b[1099:1067:115;2;1067u");
    terminal.wait_text("Theme");
    // A name is typed in Cyrillic: to the end of the list, Enter, the letters, Enter.
    terminal.type_text("\x1b[F\x1b[A\x1b[A\x1b[A\x1b[13u");
    terminal.wait_text("accept");
    terminal.type_text("\x1b[1080::105;;1080u\x1b[1088::104;;1088u");
    terminal.wait_text("ир");
    terminal.type_text("\x1b[27u");
    terminal.wait_gone("accept");
    terminal.type_text("\x1b[27u");
    terminal.wait_text("avoid tricks");
    assert!(!terminal.text().contains(NOTICE), "{}", terminal.text());
    // The place of Q.
    terminal.type_text("\x1b[1081::113;;1081u");
    assert_left(&terminal, &Exit::Code(0));
}

#[test]
fn the_protocol_is_given_back_on_every_way_out() {
    let terminal = with_kitty();
    // Ctrl-Z at the place of Z.
    terminal.type_text("\x1b[1103::122;5u");
    terminal.wait_stopped();
    terminal.assert_restored();
    terminal.foreground();
    terminal.wait_text("avoid tricks");
    terminal.wait_for("the protocol", |output| {
        output.modes().unrestored().iter().any(|mode| mode == KITTY)
    });
    // Ctrl-C at the place of C.
    terminal.type_text("\x1b[1089::99;5u");
    assert_left(&terminal, &Exit::Code(0));
}

#[test]
fn a_notice_says_once_that_commands_are_latin_letters() {
    let terminal = Launch::arcade().start();
    terminal.wait_text("avoid tricks");
    terminal.press("ы");
    terminal.wait_text(NOTICE);
    terminal.press("down");
    terminal.wait_gone(NOTICE);
    terminal.press("ы down");
    assert!(!terminal.text().contains(NOTICE) && !has_kitty(&terminal), "{}", terminal.text());
    terminal.press("q");
    assert_left(&terminal, &Exit::Code(0));
}

#[test]
fn the_keypad_in_application_mode_and_ctrl_h_are_their_keys() {
    let terminal = Launch::arcade().start();
    terminal.wait_text("avoid tricks");
    // 2, Enter: a game of Flip at the first level.
    terminal.type_text("\x1bOr");
    terminal.wait_text("Beginner");
    terminal.type_text("\x1bOM");
    terminal.wait_text("Your move");
    // 3, ^H.
    terminal.type_text("\x1bOs");
    terminal.wait_text("row column: 3");
    terminal.type_text("\x08");
    terminal.wait_gone("row column: 3");
    terminal.press("esc");
    terminal.wait_text("New game");
    terminal.press("esc");
    terminal.wait_text("avoid tricks");
    terminal.press("q");
    assert_left(&terminal, &Exit::Code(0));
}
