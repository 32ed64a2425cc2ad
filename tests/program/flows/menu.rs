//! The menu and the pages for a new game, by keys and by mouse.

use fourcade::games::GameFacts;
use fourcade_engine::GameKind;

use super::flip_table::assert_left;
use crate::support::{Exit, Launch, Terminal};

/// The key of each game, and its title.
fn games() -> impl Iterator<Item = (String, &'static str)> {
    (1..).zip(GameKind::ALL).map(|(key, game)| (key.to_string(), GameFacts::of(game).title))
}

fn menu() -> Terminal {
    let terminal = Launch::arcade().start();
    terminal.wait_text("avoid tricks");
    terminal
}

#[test]
fn the_welcome_is_shown_once() {
    let launch = Launch::arcade().first_run();
    let terminal = launch.start();
    terminal.wait_text("? shows the keys");
    terminal.press("enter");
    terminal.wait_gone("? shows the keys");
    terminal.press("q");
    assert_left(&terminal, &Exit::Code(0));
    let terminal = launch.start();
    terminal.wait_text("avoid tricks");
    assert!(terminal.inspect(|output| output.find("Welcome").is_none()));
}

#[test]
fn the_menu_lists_the_games_and_opens_each() {
    let terminal = menu();
    for (key, game) in games() {
        terminal.wait_text(game);
        terminal.press(&key);
        terminal.wait_text(&format!("New game: {game}"));
        terminal.press("esc");
        terminal.wait_text("avoid tricks");
    }
    terminal.click("Intensity");
    terminal.wait_text("New game: Intensity");
}

#[test]
fn the_last_item_quits() {
    let terminal = menu();
    terminal.press("down down right right enter");
    assert_left(&terminal, &Exit::Code(0));
}

#[test]
fn two_keys_lead_from_the_menu_to_the_first_move_of_each_game() {
    for (key, game) in games() {
        let terminal = menu();
        terminal.press(&format!("{key} enter"));
        terminal.wait_for("the table", |output| {
            let text = output.text();
            // Seats without names of their own are called "You", others are taken by "you".
            let has_person = text.split_whitespace().any(|word| ["you", "You"].contains(&word));
            text.contains(game) && has_person && !text.contains("New game")
        });
        terminal.press("esc");
        terminal.wait_text(&format!("New game: {game}"));
        terminal.press("q");
        assert_left(&terminal, &Exit::Code(0));
    }
}

#[test]
fn a_new_game_is_chosen_by_keyboard_and_mouse_and_remembered() {
    let launch = Launch::arcade();
    let terminal = launch.start();
    terminal.wait_text("avoid tricks");
    terminal.press("2");
    terminal.wait_text("• Easy");
    terminal.wait_text("(*_*) Lotte");
    terminal.press("right");
    terminal.wait_text("• Medium");
    terminal.press("tab right");
    terminal.wait_text("• X");
    terminal.press("tab left left");
    terminal.wait_text("6 x 6");
    terminal.click("Hard");
    terminal.wait_text("• Hard");
    terminal.click(" Play");
    terminal.wait_text("Flip 6 x 6");
    terminal.wait_text("X you");
    terminal.press("q");
    assert_left(&terminal, &Exit::Code(0));

    let again = launch.start();
    again.wait_text("avoid tricks");
    again.press("2");
    for text in ["• Hard", "• X", "6 x 6"] {
        again.wait_text(text);
    }
}

#[test]
fn a_game_is_set_up_under_advanced_by_keyboard_and_the_choice_is_remembered() {
    let launch = Launch::arcade();
    let terminal = launch.start();
    terminal.wait_text("avoid tricks");
    terminal.press("right enter");
    terminal.wait_text("New game: Flip");
    terminal.press("3 a");
    terminal.press("up");
    terminal.wait_text("A person at this keyboard.");
    terminal.press("right right");
    terminal.wait_text("looks one move");
    terminal.wait_text("◂ Easy ▸");
    terminal.press("tab tab right right");
    terminal.wait_text("◂ 10 x 10 ▸");
    terminal.press("left");
    terminal.wait_text("◂ 9 x 9 ▸");
    terminal.press("tab tab tab 7");
    terminal.wait_text("The seed");
    terminal.submit_text("78");
    terminal.wait_gone("The seed");
    terminal.press("home enter");
    for text in ["Flip 9 x 9", "seed 78", "O Karl", "X Anselm"] {
        terminal.wait_text(text);
    }
    terminal.press("q");
    assert_left(&terminal, &Exit::Code(0));

    let again = launch.start();
    again.wait_text("avoid tricks");
    again.press("2");
    again.wait_text("O: Easy, X: Medium");
    again.wait_text("9 x 9");
    again.press("a");
    again.wait_text("◂ Easy ▸");
    again.wait_text("◂ 9 x 9 ▸");
}

#[test]
fn the_advanced_setup_refuses_invalid_input_and_keeps_the_old_values() {
    let terminal = menu();
    terminal.press("2 3 a");
    terminal.wait_text("Flip, advanced");
    terminal.press("space");
    terminal.wait_text("Player for X");
    terminal.submit_text("level:99");
    terminal.wait_text("a number from 1 to 10");
    terminal.press("esc");
    terminal.wait_text("◂ Medium ▸");
    terminal.press("space");
    terminal.wait_text("Player for X");
    terminal.submit_text("level:7");
    terminal.wait_text("◂ level:7 ▸");

    terminal.press("tab 7");
    let [range, digits] = ["Type a number from 4 to 1024.", "Type digits only, such as 12."];
    for (wrong, message) in [
        ("3", range),
        ("1025", range),
        ("", digits),
        ("eight", digits),
        ("-8", digits),
        ("99999999999999999999", range),
    ] {
        terminal.wait_text("The board's size");
        terminal.submit_text(wrong);
        terminal.wait_text(message);
        terminal.press("esc");
        terminal.wait_text("◂ 8 x 8 ▸");
        terminal.press("7");
    }
    terminal.wait_text("The board's size");
    terminal.press("6 esc");
    terminal.wait_gone("The board's size");
    terminal.wait_text("◂ 8 x 8 ▸");

    terminal.press("tab tab tab 7");
    terminal.wait_text("The seed");
    terminal.submit_text("x");
    terminal.wait_text("Type digits only, such as 12.");
    // In a text field letters are text, not keys.
    terminal.press("7 q ?");
    terminal.wait_text("q?");
    terminal.press("esc esc esc");
    terminal.wait_text("avoid tricks");
}

#[test]
fn a_game_is_set_up_by_mouse() {
    let terminal = menu();
    terminal.click("Flip");
    terminal.wait_text("New game");
    terminal.click("Advanced");
    terminal.wait_text("Flip, advanced");
    terminal.press("home right right");
    terminal.wait_text("O         ◂ Easy ▸");
    terminal.click("Board");
    terminal.click("Board");
    terminal.wait_text("The board's size");
    terminal.paste("\x08");
    terminal.press("bs");
    terminal.paste("12");
    terminal.click("Enter accept");
    terminal.wait_text("◂ 12 x 12 ▸");
    terminal.click(" Watch");
    terminal.wait_text("Flip 12 x 12");
    terminal.wait_text("X Lotte");
    terminal.press("esc");
    terminal.wait_text("Flip, advanced");
    terminal.press("esc esc");
    terminal.wait_text("avoid tricks");
    terminal.click("Quit");
    assert_left(&terminal, &Exit::Code(0));
}
