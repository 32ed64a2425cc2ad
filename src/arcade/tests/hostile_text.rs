//! Control sequences in names and notes of records never reach the terminal. Also, the question
//! whether a program may start.

use ratatui::buffer::Cell;

use super::stage::{self, Stage};
use crate::{
    arcade::{Start, dialog::Question, program_question::ProgramQuestion, table::TableScreen},
    games::{ArcadeGame as _, parse_player},
    printable::is_unprintable,
    settings::consent::{ProgramRequest, Programs},
    widgets::AnyCommand,
};
use fourcade_engine::{
    flip::Flip,
    play::{Choice, Fault, FaultKind, GameInfo as _, RecordHeader, Seat, Session},
};

const EVIL: &str = "\u{1b}]0;PWNED\u{7}\u{9b}31m\u{202e}\u{200b}\u{2028}\u{85}\nfaked";

/// Asserts that no cell of a drawn window holds anything that a terminal obeys or hides.
#[track_caller]
fn assert_harmless(stage: &mut Stage, size: (u16, u16)) {
    let drawn = stage.draw(size);
    let hostile: Vec<&Cell> =
        drawn.content.iter().filter(|cell| cell.symbol().contains(is_unprintable)).collect();
    assert!(hostile.is_empty(), "{hostile:?}");
}

/// A game in which a player with a hostile name broke the rules.
fn game() -> Session<Flip> {
    let setup = Flip::deal_seeded(8, 7).unwrap();
    let players = vec!["human".to_owned(), format!("level:1{EVIL}")];
    let mut session = Session::new(RecordHeader { setup, players, seed: 7, clock: None });
    let fault = Fault {
        seat: Seat::new(0),
        description: format!("said {EVIL}"),
        fine: 0,
        kind: FaultKind::Illegal,
    };
    let choice = Choice { fault: Some(fault), ..Choice::new("2 4".parse().unwrap()) };
    session.choose_with(Seat::new(0), choice).unwrap();
    session
}

#[test]
fn nothing_from_a_record_controls_the_terminal() {
    for start in [Start::Replay, Start::Playing(None)] {
        let table = TableScreen::new(game(), start, &stage::still());
        let mut stage = Stage::menu().over(table);
        for keys in ["", ".", "?", "<Esc>", "b", "<Esc>", "v"] {
            stage.keys(keys);
            for size in [(100, 30), (60, 20), (200, 60)] {
                assert_harmless(&mut stage, size);
            }
        }
    }
    let mut stage = Stage::menu().over(Question::new(EVIL, EVIL, Vec::new()));
    assert_harmless(&mut stage, (100, 30));
    // The text says what was there.
    stage.shows("\\u{1b}]0;PWNED\\u{7}");
    let mut stage =
        Stage::menu().over(TableScreen::new(game(), Start::Playing(None), &stage::still()));
    let text = stage.text((200, 60));
    assert!(text.contains("\\u{1b}"), "{text}");
}

fn request(command: &str) -> ProgramRequest {
    let player = parse_player(Flip::FACTS.kind, &format!("program:{command}")).unwrap();
    Programs::default().request(&player).unwrap().expect("nobody has allowed it")
}

fn answers() -> [AnyCommand; 2] {
    [true, false].map(AnyCommand::new)
}

#[test]
fn the_question_about_a_program_shows_its_whole_command() {
    let command = format!("sh -c 'exit 7' {}the-end", "word ".repeat(600));
    let mut stage = Stage::menu().over(ProgramQuestion::new("X", request(&command), answers()));
    stage.shows("Start this program?").shows("a program to play X").shows("!the-end");
    stage.keys("y").shows("Scroll to the end of the command first.");
    for _ in 0..90 {
        stage.keys("<Down>").medium();
    }
    stage.shows("the-end").shows("Program file: ").keys("y").shows("!Start this program?");
    let mut stage =
        Stage::menu().over(ProgramQuestion::new("X", request("sh -c 'exit 8'"), answers()));
    stage.shows("sh -c 'exit 8'").keys("<Enter> ").shows("Start this program?");
    stage.keys("<Esc>").shows("!Start this program?");
}

#[test]
fn a_command_that_hides_something_is_no_player() {
    for hidden in ["\u{202e}", "\n", "\u{1b}[2K", "\u{200b}"] {
        let error = parse_player(Flip::FACTS.kind, &format!("program:sh {hidden}x")).err().unwrap();
        assert!(error.to_string().contains("can't be shown"), "{error}");
        assert!(!error.to_string().contains(is_unprintable));
    }
}
