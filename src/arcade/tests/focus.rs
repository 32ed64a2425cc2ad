//! The terminal's cursor stands where the attention is, so that screen readers, braille displays
//! and magnifiers follow.

use super::{
    fitting::screens,
    saved_games::SavedGamesFixture,
    stage::{self, SIZES, Stage, session, session_of, whole_game},
    statistics,
};
use crate::{
    arcade::{
        dialog::TextInput,
        lesson_factory,
        screens::{daily::DailyScreen, practice::PracticeScreen, settings::SettingsScreen},
    },
    widgets::AnyCommand,
};
use fourcade_engine::{GameKind, concentration::Concentration, eater::Eater, intensity::Intensity};
use ratatui::layout::Position;

const WINDOW: (u16, u16) = (100, 30);

fn focus(stage: &mut Stage, size: (u16, u16)) -> Position {
    let drawn = stage.text(size);
    let focus = stage.arcade.focus();
    focus.unwrap_or_else(|| panic!("nothing has the attention in\n{drawn}"))
}

/// The text of a row from the cursor on, up to two spaces.
fn text_at_focus(stage: &mut Stage) -> String {
    let Position { x, y } = focus(stage, WINDOW);
    let drawn = stage.draw(WINDOW);
    let row: String = (x..WINDOW.0).map(|x| drawn[(x, y)].symbol()).collect();
    row.split("  ").next().unwrap_or_default().to_owned()
}

/// Checks the text at the cursor at first, and after each of these keys.
#[track_caller]
fn check(stage: &mut Stage, steps: &[(&str, &str)]) {
    for (keys, expected) in steps {
        let found = text_at_focus(stage.keys(keys));
        assert!(found.starts_with(expected), "{found:?} after {keys}\n{}", stage.text(WINDOW));
    }
}

#[test]
fn the_cursor_has_a_place_on_every_page_in_every_window() {
    for (name, mut stage) in screens() {
        for size in SIZES {
            for keys in ["", "?", "<Tab>", "<Esc>"] {
                let drawn = stage.keys(keys).text(size);
                let focus = stage.arcade.focus();
                let is_inside = focus.is_some_and(|at| at.x < size.0 && at.y < size.1);
                assert!(is_inside, "{name} after {keys}: {focus:?} in\n{drawn}");
            }
        }
    }
}

#[test]
fn the_cursor_is_on_the_selected_row() {
    let menu = [("", "Intensity"), ("<Right>", "Flip"), ("<Down>", "Today's deal")];
    check(&mut Stage::menu(), &menu);
    let mut new_game = Stage::menu().over(stage::new_game(GameKind::Flip));
    check(&mut new_game, &[("", "Easy"), ("<Down>", "Medium"), ("<Left>", "Easy")]);
    check(&mut new_game, &[("<Tab>", "O, first"), ("<S-Tab><S-Tab>", "Advanced")]);
    let mut setup = Stage::menu().over(stage::advanced());
    check(&mut setup, &[("", "Easy"), ("<Left>", "Beginner"), ("<Up>", "Person")]);
    let mut settings = Stage::menu().over(SettingsScreen::new(&stage::home(false)));
    check(&mut settings, &[("", "Theme"), ("<Down>", "Characters"), ("<Right>", "Characters")]);
    let date = "2026-11-22".parse().unwrap();
    let mut daily = Stage::menu().over(DailyScreen::with_games(date, Vec::new()));
    check(&mut daily, &[("", "Intensity"), ("<Down>", "Flip")]);
    let mut practice = Stage::menu().over(PracticeScreen::new(None));
    check(&mut practice, &[("", "Intensity"), ("<Right>", "Flip")]);
    check(&mut statistics::many_over(Stage::menu()), &[("", "Total"), ("<Down>", "Intensity")]);
    let saved = SavedGamesFixture::with_games();
    let mut list = saved.open();
    let first = text_at_focus(&mut list);
    let second = text_at_focus(list.keys("<Down>"));
    assert!(first.contains("12:00") && !second.contains("12:00"), "{first}, {second}");
}

#[test]
fn the_cursor_is_on_the_selected_command_of_the_help() {
    check(&mut Stage::menu(), &[("?", "1"), ("<Down>", "2"), ("settings", "S")]);
    check(&mut Stage::menu().over(stage::advanced()), &[("?<Tab>", "Flip")]);
}

#[test]
fn the_cursor_is_in_the_text_field_or_on_the_text_of_a_dialog_or_message() {
    let input = TextInput::new("Name", "Ada", AnyCommand::new);
    check(&mut Stage::menu().over(input), &[("<Left>", "a"), ("<Home>", "Ada")]);
    let mut table = Stage::menu().over(stage::table(session(["human", "first"], 8, &[])));
    let resigned = "First wins the game.";
    check(&mut table, &[("?resign<Enter>", resigned), ("n<Home>", "Only available in a replay.")]);
}

/// Checks that the terminal's cursor follows the board's by cells of one size, between its bars.
#[track_caller]
fn check_board(mut stage: Stage) {
    stage.keys("<Up><Up><Left>");
    let mut before = focus(&mut stage, WINDOW);
    let (mut width, mut height) = (0, 0);
    for key in ["<Down>", "<Right>", "<Down>", "<Right>"] {
        let now = focus(stage.keys(key), WINDOW);
        let drawn = stage.draw(WINDOW);
        let row: String = (0..WINDOW.0).map(|x| drawn[(x, now.y)].symbol()).collect();
        let column = usize::from(now.x);
        let letters: Vec<_> = row.chars().collect();
        let bars = [&letters[column - 4..column], &letters[column + 1..column + 5]];
        let are_beside = bars.iter().all(|side| side.iter().any(|glyph| "▐▌".contains(*glyph)));
        assert!(are_beside, "{now} in {row}");
        if key == "<Down>" {
            assert!(now.x == before.x && now.y > before.y, "{now} after {before}");
            assert!(height == 0 || height == now.y - before.y, "{now} after {before}");
            height = now.y - before.y;
        } else {
            assert!(now.y == before.y && now.x > before.x, "{now} after {before}");
            assert!(width == 0 || width == now.x - before.x, "{now} after {before}");
            width = now.x - before.x;
        }
        before = now;
    }
}

#[test]
fn the_cursor_is_on_the_selected_cell_or_card() {
    let people = ["human", "human"];
    check_board(Stage::menu().over(stage::table(session(people, 8, &[]))));
    let eater = session_of::<Eater>(["human", "smart"], 9, &[]);
    check_board(Stage::menu().over(stage::table(eater)));
    check_board(Stage::menu().over(stage::table(session_of::<Concentration>(people, 0, &[]))));
    let seats = ["human", "careful", "careful", "random"];
    let mut cards = Stage::menu().over(stage::table(session_of::<Intensity>(seats, 0, &[])));
    let mut last = 0;
    for key in ["", "<Right>", "<Right>"] {
        let text = text_at_focus(cards.keys(key));
        let card = text.get(..2).and_then(|card| card.trim().parse().ok());
        assert!(card.is_some_and(|card: u32| card > last), "{text} after {last}");
        last = card.unwrap_or_default();
    }
}

#[test]
fn the_cursor_is_on_the_text_to_read() {
    let mut lesson = Stage::menu();
    lesson.arcade.open_from(lesson_factory(GameKind::Flip));
    let on_board = focus(&mut lesson, WINDOW);
    check(&mut lesson, &[("<Enter>", "Flip lesson, 1 of 6")]);
    assert_ne!(focus(lesson.keys("<Enter>"), WINDOW), on_board);
    // In a simultaneous choice, the cursor doesn't tell which cell is typed.
    let mut secret =
        Stage::menu().over(stage::table(session_of::<Eater>(["human", "human"], 9, &[])));
    let before = focus(&mut secret, WINDOW);
    assert_eq!(focus(secret.keys("a"), WINDOW), before);
    let moves = whole_game();
    let moves: Vec<_> = moves.iter().map(String::as_str).collect();
    let mut end = Stage::menu().over(stage::table(session(["human", "first"], 4, &moves)));
    check(&mut end, &[("", "You win: O")]);
}
