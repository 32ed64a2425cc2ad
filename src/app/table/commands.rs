//! The table's own keys; those of the game stand before them.

use crossterm::event::KeyCode;

use crate::ui::{Binding, Key, keys::When};

/// What the table's keys do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// The one whose turn it is looks now, and nobody else.
    Lift,
    /// Stop the computers, or let them go on.
    Pause,
    /// One move, then pause.
    Step,
    /// One move back, then pause.
    Previous,
    /// Let them wait less between moves.
    Faster,
    /// Let them wait longer between moves.
    Slower,
    /// Start the next game by itself when one is over.
    RunOn,
    /// Take back the last choice of a person, or the last move.
    Undo,
    /// Do again what was taken back.
    Redo,
    /// What the strongest computer would do.
    Hint,
    /// The first position of a recorded game.
    First,
    /// The last position of a recorded game.
    Last,
    /// The position after so many turns of a recorded game.
    Jump,
    /// Leave the recorded game and play on from here.
    PlayOn,
    /// Look through the game that is over.
    Replay,
    /// What the moves of the game have cost.
    Review,
    /// How it stands, in a bar that a computer keeps up to date, or no bar.
    Evaluate,
    /// Give up.
    Resign,
    /// End a game that is decided.
    Decide,
    /// The same game again from the start.
    Again,
    /// Again, with the seats changed.
    Swap,
    /// Write the game to a file.
    Save,
    /// Back to the screen before.
    Leave,
}

impl Command {
    /// Whether it is for rare moments or recorded games only: the help lists it where it applies.
    pub fn is_rare(self) -> bool {
        use Command::{Decide, First, Jump, Last, Lift, PlayOn, Previous, Replay, Review};
        matches!(self, Lift | Decide | First | Last | Jump | PlayOn | Previous | Replay | Review)
    }
}

const RUNNING: When = When::DECIDING.or(When::WATCHING).or(When::HAND_OVER);
const STILL: When = When::WATCHING.or(When::OVER);

/// The table's key table.
pub static KEYS: [Binding<Command>; 23] = [
    Binding::new(
        Command::Lift,
        &[Key::plain(KeyCode::Enter), Key::char(' ')],
        "look at the table, when the others look away",
    )
    .footer("Enter", "look")
    .when(When::HAND_OVER),
    Binding::new(
        Command::Pause,
        &[Key::char(' '), Key::char('p')],
        "pause the computers, or let them go on",
    )
    .footer("Space", "pause")
    .when(When::WATCHING),
    Binding::new(Command::Step, &[Key::char('.')], "one move of the computers, then pause")
        .footer(", .", "step")
        .when(When::WATCHING),
    Binding::new(Command::Previous, &[Key::char(',')], "one move back, then pause").when(STILL),
    Binding::new(Command::Review, &[Key::char('e')], "what each move of the game has cost")
        .footer("e", "review")
        .when(STILL),
    Binding::new(
        Command::PlayOn,
        &[Key::char('b')],
        "leave the recorded game and play on from here",
    )
    .footer("b", "play on")
    .when(STILL),
    Binding::new(Command::Faster, &[Key::char('+'), Key::char('=')], "computers move faster")
        .footer("+ -", "speed")
        .when(When::WATCHING),
    Binding::new(Command::Slower, &[Key::char('-')], "computers move slower").when(When::WATCHING),
    Binding::new(
        Command::RunOn,
        &[Key::char('o')],
        "go on from game to game by itself, or stop that",
    )
    .when(STILL),
    Binding::new(Command::Jump, &[Key::char(':')], "go to a turn of a recorded game")
        .footer(":", "turn")
        .when(STILL),
    Binding::new(
        Command::First,
        &[Key::plain(KeyCode::Home)],
        "the first position of a recorded game",
    ),
    Binding::new(
        Command::Last,
        &[Key::plain(KeyCode::End)],
        "the last position of a recorded game",
    ),
    Binding::new(Command::Redo, &[Key::char('r')], "do again what was taken back").when(RUNNING),
    Binding::new(Command::Replay, &[Key::char('r')], "look through the game that is over")
        .footer("r", "replay")
        .when(When::OVER),
    Binding::new(Command::Leave, &[Key::plain(KeyCode::Esc)], "back to the screen before")
        .footer("Esc", "back"),
    Binding::new(Command::Decide, &[Key::char('x')], "end a game that somebody has lost for sure")
        .footer("x", "end it")
        .when(RUNNING),
    Binding::new(Command::Undo, &[Key::char('u')], "take back the last choice").footer("u", "undo"),
    Binding::new(
        Command::Hint,
        &[Key::char('i')],
        "what the strongest computer would do (in a demo: each seat in turn)",
    )
    .footer("i", "hint")
    .when(When::DECIDING.or(When::WATCHING)),
    Binding::new(Command::Again, &[Key::char('n')], "a new game: the same players, the same size")
        .footer("n", "new"),
    Binding::new(Command::Save, &[Key::char('s')], "save the game to a file").footer("s", "save"),
    Binding::new(Command::Swap, &[Key::char('w')], "a new game with the seats changed")
        .footer("w", "swap"),
    Binding::new(Command::Resign, &[Key::char('g')], "give up").when(RUNNING),
    Binding::new(
        Command::Evaluate,
        &[Key::char('v')],
        "how it stands, found out while you watch it: a bar, or none",
    )
    .when(RUNNING),
];
