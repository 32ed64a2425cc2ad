//! The commands that every game's table has, and their keys.

use crossterm::event::KeyCode;

use crate::ui::{Binding, Key, keys::When};

/// A command that every game's table has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Hand the keyboard to the person whose turn it is, and show what that person may see.
    TakeKeyboard,
    /// Pause or resume the computer players or the replay.
    Pause,
    /// Make one move, then pause.
    Step,
    /// Go one move back, then pause.
    Previous,
    /// Wait less between moves.
    Faster,
    /// Wait longer between moves.
    Slower,
    /// Turn the automatic start of the next game on or off.
    StartNext,
    /// Take back the last choice of a person, or the last move.
    Undo,
    /// Redo what was taken back.
    Redo,
    /// Show what the strongest computer player would choose.
    Hint,
    /// Go to the first position of a recorded game.
    First,
    /// Go to the last position of a recorded game.
    Last,
    /// Go to a turn of a recorded game.
    Jump,
    /// End the replay and play on from here.
    PlayOn,
    /// Show the result card.
    Result,
    /// Replay the game that is over.
    Replay,
    /// Show the cost of each move of the game.
    Review,
    /// Show or hide the evaluation bar.
    Evaluate,
    /// Resign.
    Resign,
    /// End a game that one side can't win any more.
    EndDecided,
    /// Start a new game with the same players.
    Again,
    /// Start a new game in which each player has moved to the next seat.
    Swap,
    /// Save the game to a file.
    Save,
    /// Go back to the previous screen.
    Leave,
}

/// A command of the table's screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableScreenCommand<C> {
    /// A command of the game's controls.
    Game(C),
    /// A command that every game's table has.
    Table(Command),
}

impl Command {
    /// Whether the command is for rare situations or recorded games, so that the help lists it only
    /// when it is available.
    pub fn is_rare(self) -> bool {
        use Command::{
            EndDecided, First, Jump, Last, PlayOn, Previous, Replay, Result, Review, TakeKeyboard,
        };
        matches!(
            self,
            TakeKeyboard
                | EndDecided
                | First
                | Last
                | Jump
                | PlayOn
                | Previous
                | Replay
                | Result
                | Review
        )
    }
}

const NOT_OVER: When = When::DECIDING.or(When::WATCHING).or(When::HAND_OVER);
const NOT_DECIDING: When = When::WATCHING.or(When::OVER);

/// The key bindings of the table.
pub static KEYS: [Binding<Command>; 24] = [
    Binding::new(
        Command::TakeKeyboard,
        &[Key::plain(KeyCode::Enter), Key::char(' ')],
        "look at the table, when the others look away",
    )
    .footer("Enter", "look")
    .when(When::HAND_OVER),
    Binding::new(
        Command::Result,
        &[Key::plain(KeyCode::Enter), Key::char(' ')],
        "show the result of the game",
    )
    .footer("Enter", "result")
    .when(When::OVER),
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
    Binding::new(Command::Previous, &[Key::char(',')], "one move back, then pause")
        .when(NOT_DECIDING),
    Binding::new(Command::Review, &[Key::char('e')], "what each move of the game has cost")
        .footer("e", "review")
        .when(NOT_DECIDING),
    Binding::new(
        Command::PlayOn,
        &[Key::char('b')],
        "leave the recorded game and play on from here",
    )
    .footer("b", "play on")
    .when(NOT_DECIDING),
    Binding::new(Command::Faster, &[Key::char('+'), Key::char('=')], "computers move faster")
        .footer("+ -", "speed")
        .when(When::WATCHING),
    Binding::new(Command::Slower, &[Key::char('-')], "computers move slower").when(When::WATCHING),
    Binding::new(
        Command::StartNext,
        &[Key::char('o')],
        "go on from game to game by itself, or stop that",
    )
    .when(NOT_DECIDING),
    Binding::new(Command::Jump, &[Key::char(':')], "go to a turn of a recorded game")
        .footer(":", "turn")
        .when(NOT_DECIDING),
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
    Binding::new(Command::Redo, &[Key::char('r')], "do again what was taken back").when(NOT_OVER),
    Binding::new(Command::Replay, &[Key::char('r')], "look through the game that is over")
        .footer("r", "replay")
        .when(When::OVER),
    Binding::new(Command::Leave, &[Key::plain(KeyCode::Esc)], "back to the screen before")
        .footer("Esc", "back"),
    Binding::new(
        Command::EndDecided,
        &[Key::char('x')],
        "end a game that somebody has lost for sure",
    )
    .footer("x", "end it")
    .when(NOT_OVER),
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
    Binding::new(Command::Resign, &[Key::char('g')], "give up").when(NOT_OVER),
    Binding::new(
        Command::Evaluate,
        &[Key::char('v')],
        "how it stands, found out while you watch it: a bar, or none",
    )
    .when(NOT_OVER),
];
