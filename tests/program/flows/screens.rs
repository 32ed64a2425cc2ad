//! What all screens have in common: help, colours, and input while a computer thinks.

use std::{thread, time::Duration};

use super::flip_table::{assert_left, leave_unfinished, table, wait_to_move};
use crate::support::{Exit, Launch, Mouse, Output, Terminal};

/// Opens a table at which a computer is thinking.
fn thinking() -> Terminal {
    let terminal = table("human,expert:no-book", "--no-motion").start();
    wait_to_move(&terminal);
    terminal.press("tab enter");
    terminal.wait_text("is thinking");
    terminal
}

#[test]
fn the_cursor_moves_while_a_computer_thinks() {
    let terminal = thinking();
    // The left edge of the cursor.
    let cursor = |output: &Output| output.find("▐");
    terminal.press("up up");
    let mut before = terminal.wait("a cursor", cursor);
    for key in ["left", "up", "right"] {
        terminal.press(key);
        terminal.wait_for("the cursor to move", |output| {
            assert!(
                output.find("Your move").is_none(),
                "the keys took longer than the computer's move"
            );
            cursor(output).is_some_and(|now| now != before)
        });
        before = terminal.inspect(cursor).expect("the cursor is shown");
    }
    terminal.wait_text("is thinking");
}

#[test]
fn the_terminals_cursor_follows_the_selection() {
    let terminal = Launch::arcade().arg("--no-motion").size(100, 30).start();
    let at_cursor = |output: &Output| {
        let (row, column) = output.screen().cursor_position();
        let row = output.screen().rows(column, output.size().1).nth(row.into());
        row.filter(|_| output.modes().cursor()).unwrap_or_default()
    };
    for (keys, expected) in [
        ("", "Intensity"),
        ("right", "Flip"),
        ("enter", "Easy"),
        ("down", "Medium"),
        ("esc", "Flip"),
        ("?", "1"),
        ("down", "2"),
    ] {
        terminal.press(keys);
        terminal.wait_for(&format!("the cursor on {expected:?}"), |output| {
            at_cursor(output).starts_with(expected)
        });
    }
    terminal.press("esc q");
    assert_left(&terminal, &Exit::Code(0));
}

#[test]
fn thinking_does_not_delay_leaving() {
    let terminal = thinking();
    leave_unfinished(&terminal);

    let terminal = thinking();
    terminal.press("q");
    assert_left(&terminal, &Exit::Code(0));

    let terminal = thinking();
    terminal.press("u");
    terminal.wait_text("Your move");
}

#[test]
fn the_menu_moves_only_with_motion() {
    let written = |terminal: &Terminal| terminal.inspect(|output| output.bytes);
    let terminal = Launch::arcade().arg("--no-motion").start();
    terminal.wait_text("avoid tricks");
    terminal.wait_idle(Duration::from_millis(500));
    let before = written(&terminal);
    // With motion, each thumbnail would have moved by then.
    thread::sleep(Duration::from_secs(2));
    assert_eq!(written(&terminal), before);

    let terminal = Launch::arcade().start();
    terminal.wait_text("avoid tricks");
    let before = terminal.text();
    terminal.wait_for("a thumbnail to move", |output| output.text() != before);
}

#[test]
fn help_opens_on_each_screen_and_runs_the_selected_command() {
    let terminal = Launch::arcade().start();
    terminal.wait_text("avoid tricks");
    terminal.press("?");
    terminal.wait_text("Concentration");
    terminal.press("tab");
    terminal.wait_text("This screen has no rules.");
    terminal.press("down enter");
    terminal.wait_text("New game");
    terminal.press("a");
    terminal.wait_text(", advanced");
    terminal.press("f1");
    terminal.wait_text("play, or choose");
    terminal.click("type the value");
    terminal.wait_text("Player for ");
    terminal.press("esc");
    terminal.press("enter");
    // In the first game, the help begins with the rules.
    terminal.wait_text("Your move:");
    terminal.click("? help");
    terminal.wait_text("The aim");
    terminal.press("tab");
    terminal.click("the strongest computer's choice");
    terminal.wait_text("Play ");
    terminal.run_by_name("pause");
    terminal.wait_text("Only available when computers play.");
    terminal.press("f1");
    terminal.wait_gone("pause or resume the computers");
}

#[test]
fn help_shows_the_rules_and_scrolls() {
    let terminal = table("human,level:1", "").start();
    terminal.wait_text("Your move:");
    terminal.press("?");
    terminal.wait_text("The aim");
    terminal.press("pgdn");
    terminal.wait_gone("The aim");
    terminal.press("pgup");
    terminal.wait_text("The aim");
    for _ in 0..3 {
        terminal.mouse(Mouse::WheelDown(40, 12));
    }
    terminal.wait_gone("The aim");
    terminal.press("tab");
    terminal.wait_text("cursor up");
    terminal.press("esc");
    wait_to_move(&terminal);
}

/// Returns the colours on the screen.
fn colours(terminal: &Terminal) -> Vec<vt100::Color> {
    terminal.inspect(|output| {
        let (rows, columns) = output.size();
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let mut colours = Vec::new();
        for cell in cells.filter_map(|(row, column)| output.screen().cell(row, column)) {
            for colour in [cell.fgcolor(), cell.bgcolor()] {
                if colour != vt100::Color::Default && !colours.contains(&colour) {
                    colours.push(colour);
                }
            }
        }
        colours
    })
}

/// Returns all colours of the menu, the New game page and a table.
fn all_colours(launch: &Launch) -> Vec<vt100::Color> {
    let terminal = launch.start();
    terminal.wait_text("avoid tricks");
    let mut all = colours(&terminal);
    terminal.press("2");
    terminal.wait_text("New game");
    all.extend(colours(&terminal));
    terminal.press("enter");
    wait_to_move(&terminal);
    all.extend(colours(&terminal));
    terminal.run_by_name("resign");
    terminal.wait_text("Resign?");
    all.extend(colours(&terminal));
    terminal.press("n q");
    assert_left(&terminal, &Exit::Code(0));
    all
}

#[test]
fn colours_are_limited_to_those_of_the_terminal() {
    use vt100::Color::{Idx, Rgb};
    let full = all_colours(&Launch::arcade());
    assert!(full.iter().any(|colour| matches!(colour, Rgb(..))), "{full:?}");
    let indexed = all_colours(&Launch::arcade().env("COLORTERM", ""));
    assert!(
        !indexed.is_empty() && indexed.iter().all(|colour| matches!(colour, Idx(_))),
        "{indexed:?}"
    );
    let few = all_colours(&Launch::arcade().env("COLORTERM", "").env("TERM", "xterm"));
    assert!(!few.is_empty() && few.iter().all(|colour| matches!(colour, Idx(..16))), "{few:?}");
    assert_eq!(all_colours(&Launch::arcade().env("NO_COLOR", "1")), []);
}

#[test]
fn a_window_without_a_size_gets_one() {
    let usual = Launch::arcade().without_size().start();
    usual.wait_text("avoid tricks");
    let large = Launch::arcade().size(120, 40).without_size();
    let large = large.env("LINES", "40").env("COLUMNS", "120").start();
    large.wait_text("avoid tricks");
    assert!(large.text().lines().nth(39).is_some_and(|line| line.contains("help")));
}

#[test]
fn a_terminal_that_cannot_place_the_cursor_gets_lines() {
    let terminal = Launch::arcade().env("TERM", "dumb").start();
    terminal.wait_text("What now?");
    terminal.press("q u i t enter");
    assert_eq!(terminal.wait_exit(), Exit::Code(0));
}
