//! The commands of a lesson, and their keys.

use crossterm::event::KeyCode;

use crate::widgets::{Binding, Key};

/// A command that every game's lesson has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Go on after a text has been read.
    GoOn,
    /// Start a game after the lesson.
    Play,
    /// Go back to the start of this prompt or to the prompt before.
    Back,
    /// Leave the lesson.
    Leave,
}

/// A command of the lesson's screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonScreenCommand<C> {
    /// A command of the game's controls.
    Game(C),
    /// A command that every game's lesson has.
    Lesson(Command),
}

const GO_ON_KEYS: &[Key] = &[Key::plain(KeyCode::Enter), Key::char(' ')];

/// The key bindings of a lesson. The first [`READING_KEYS`] come before those of the game.
pub static KEYS: [Binding<Command>; 4] = [
    Binding::new(Command::GoOn, GO_ON_KEYS, "go on with the lesson").footer("Enter", "go on"),
    Binding::new(Command::Play, GO_ON_KEYS, "at the end: play a game against Beginner")
        .footer("Enter", "play"),
    Binding::new(Command::Back, &[Key::char('u')], "go back a step").footer("u", "back"),
    Binding::new(Command::Leave, &[Key::plain(KeyCode::Esc)], "leave the lesson")
        .footer("Esc", "leave"),
];

/// The number of bindings that are for texts to read.
pub const READING_KEYS: usize = 2;
