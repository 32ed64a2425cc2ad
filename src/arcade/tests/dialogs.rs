//! Dialogs fade the screen behind them and cut no words.

use ratatui::{
    buffer::{Buffer, Cell},
    layout::{Position, Rect},
};

use super::{
    result::finished,
    stage::{self, SIZES, Stage, session},
};
use crate::{
    arcade::{
        dialog::{Question, TextInput, yes_or_no},
        message::Message,
        screen::{Commands, Screen, ScreenContext, Transition},
        welcome::welcome,
    },
    widgets::{AnyCommand, ClickAreas, Key, Keymap, Look, Offer},
};
use fourcade_engine::{
    concentration::Concentration, eater::Eater, flip::Flip, intensity::Intensity,
};

/// The screen below a dialog, with a name.
type Table = (&'static str, fn() -> Stage);

fn dialogs() -> Vec<Box<dyn Screen>> {
    let command = || AnyCommand::new(());
    let text = "Continue with the same players, or take over a seat? It counts.";
    vec![
        Box::new(Question::message("Welcome", "Arrows move.\nEnter chooses.")),
        Box::new(Question::new("Resign?", text, yes_or_no("resign", "play on", command()))),
        Box::new(TextInput::new("Save as", "flip", move |_| command()).with_note("A file.")),
    ]
}

/// The frame of the dialog, found by its corners.
fn frame(buffer: &Buffer) -> Rect {
    let find = |corner: &str| {
        let cells = buffer.area.positions().filter(|&at| buffer[at].symbol() == corner);
        cells.last().unwrap_or_else(|| panic!("no {corner}"))
    };
    let (first, last) = (find("╭"), find("╯"));
    Rect::new(first.x, first.y, last.x + 1 - first.x, last.y + 1 - first.y)
}

fn is_text(cell: &Cell) -> bool {
    let glyph = cell.symbol().chars().next().unwrap_or(' ');
    glyph != ' ' && !('\u{2500}'..='\u{25ff}').contains(&glyph)
}

/// Checks everything around the frame, but not the footer.
fn check(below: &Buffer, with_dialog: &Buffer, what: &str) {
    let frame = frame(with_dialog);
    let body = Rect { height: below.area.height - 1, ..below.area };
    for at in body.positions().filter(|&at| !frame.contains(at)) {
        let (old, new) = (&below[at], &with_dialog[at]);
        if new.symbol() != " " {
            assert_ne!(old.style(), new.style(), "{what}: {at} is not dimmed");
        }
        if !is_text(new) {
            continue;
        }
        let neighbours = [at.x.checked_sub(1), Some(at.x + 1).filter(|&x| x < body.right())];
        for x in neighbours.into_iter().flatten() {
            let next = Position { x, ..at };
            let is_whole =
                !is_text(&below[next]) || below[next].symbol() == with_dialog[next].symbol();
            assert!(is_whole, "{what}: half a word at {at}\n{with_dialog:?}");
        }
    }
}

#[test]
fn no_dialog_leaves_half_a_word_behind_it() {
    let tables: [Table; 4] = [
        ("menu", Stage::menu),
        ("flip", || {
            let moves = ["2 4", "2 5", "2 6"];
            Stage::menu().over(stage::table(session(["human", "level:3"], 8, &moves)))
        }),
        ("concentration", || {
            let session = stage::session_of::<Concentration>(["human", "memory:8"], 0, &[]);
            Stage::menu().over(stage::table(session))
        }),
        ("intensity", || {
            let players = ["human", "careful", "careful", "careful"];
            Stage::menu().over(stage::table(stage::session_of::<Intensity>(players, 0, &[])))
        }),
    ];
    for (name, table) in tables {
        for number in 0..dialogs().len() {
            for size in SIZES {
                let mut stage = table();
                let below = stage.draw(size);
                let dialog = dialogs().swap_remove(number);
                stage.arcade.open(dialog);
                let with_dialog = stage.draw(size);
                check(&below, &with_dialog, &format!("{name}, dialog {number}, {size:?}"));
            }
        }
    }
}

#[test]
fn the_welcome_hides_no_game_of_a_menu_with_pictures() {
    for size in [(80, 24), (100, 30), (120, 40), (200, 60)] {
        let mut stage = Stage::menu();
        stage.arcade.open(Box::new(welcome(&Keymap::default())));
        let drawn = stage.text(size);
        for text in ["Enter continue", "Intensity ", "Flip ", "Concentration ", "Eater", "enclose"]
        {
            assert!(drawn.contains(text), "{text}, {size:?}\n{drawn}");
        }
    }
}

#[test]
fn the_card_leaves_no_half_word_where_it_lies_over_the_board() {
    let tables: [Table; 3] = [
        ("flip", || Stage::menu().over(stage::table(finished::<Flip>(&["human", "first"], 7)))),
        ("eater", || Stage::menu().over(stage::table(finished::<Eater>(&["human", "random"], 7)))),
        ("concentration", || {
            let session = finished::<Concentration>(&["human", "random"], 7);
            Stage::menu().over(stage::table(session))
        }),
    ];
    for (name, table) in tables {
        for size in [(40, 12), (60, 20), (66, 22)] {
            let mut stage = table();
            let below = stage.draw(size);
            let with_card = stage.keys("<Enter>").draw(size);
            let frame = frame(&with_card);
            // Beside the board, it isn't in the middle.
            let is_over = frame.x == (size.0 - frame.width) / 2;
            if is_over {
                check(&below, &with_card, &format!("{name}, {size:?}"));
            }
        }
    }
}

/// A screen that answers keys with a notice, and opens a dialog when it is woken.
struct Opener;

impl Commands for Opener {
    type Command = ();

    fn offers(&self) -> Vec<Offer<()>> {
        Vec::new()
    }

    fn run(&mut self, (): (), _: &ScreenContext) -> Transition {
        Transition::None
    }
}

impl Screen for Opener {
    fn draw(&mut self, _: Rect, _: &mut Buffer, _: &Look, _: &mut ClickAreas) {}

    fn on_key(&mut self, _: Key, _: &ScreenContext) -> Transition {
        Transition::Notify("X is playing".to_owned())
    }

    fn on_wake(&mut self, _: &ScreenContext) -> Transition {
        Transition::Open(Box::new(Question::message("The end", "X has won.")))
    }
}

#[test]
fn a_notice_goes_when_a_dialog_opens_by_itself() {
    let mut stage = Stage::menu().over(Opener);
    stage.keys("a").shows("X is playing.");
    stage.arcade.handle(Message::Woken);
    stage.shows("X has won.").shows("!X is playing.");
}
