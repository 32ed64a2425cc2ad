//! The commands that every game's table has, and their keys.

use crossterm::event::KeyCode;

use crate::widgets::{Binding, Key, keys::When};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Hand the keyboard to the person whose turn it is, and show what that person may see.
    TakeKeyboard,
    Pause,
    Step,
    Previous,
    Faster,
    Slower,
    StartNext,
    /// Take back the last choice of a person, or the last move.
    Undo,
    Redo,
    Hint,
    First,
    Last,
    Jump,
    PlayOn,
    Result,
    Replay,
    Review,
    Evaluate,
    Resign,
    EndDecided,
    Again,
    /// Start a new game in which each player has moved to the next seat.
    Swap,
    Learn,
    Save,
    CopyInvitation,
    Agree,
    Decline,
    StandIn,
    TakeSeat,
    Leave,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableScreenCommand<C> {
    Game(C),
    Table(Command),
}

impl Command {
    /// Whether the command is for rare situations, recorded or shared games, so that the help lists
    /// it only when it is available.
    pub fn is_rare(self) -> bool {
        use Command::{
            Agree, CopyInvitation, Decline, EndDecided, First, Jump, Last, PlayOn, Previous,
            Replay, Result, Review, StandIn, TakeKeyboard, TakeSeat,
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
                | CopyInvitation
                | Agree
                | Decline
                | StandIn
                | TakeSeat
        )
    }
}

const NOT_OVER: When = When::DECIDING.or(When::WATCHING).or(When::HAND_OVER);
const NOT_DECIDING: When = When::WATCHING.or(When::OVER);

pub static KEYS: [Binding<Command>; 25] = [
    Binding::new(
        Command::TakeKeyboard,
        &[Key::plain(KeyCode::Enter), Key::char(' ')],
        "show your cards or choices, when nobody else is looking",
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
        "pause or resume the computers",
    )
    .footer("Space", "pause")
    .when(When::WATCHING),
    Binding::new(Command::Step, &[Key::char('.')], "one move forward, then pause")
        .footer(", .", "step")
        .when(When::WATCHING),
    Binding::new(Command::Previous, &[Key::char(',')], "one move back, then pause")
        .when(NOT_DECIDING),
    Binding::new(Command::Review, &[Key::char('e')], "review: what each move cost")
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
        "start the next game automatically, or stop that",
    )
    .when(NOT_DECIDING),
    Binding::new(Command::Jump, &[Key::char(':')], "go to a round or move of a recorded game")
        .footer(":", "go to")
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
    Binding::new(Command::Redo, &[Key::char('r')], "redo the move you took back").when(NOT_OVER),
    Binding::new(Command::Replay, &[Key::char('r')], "replay the finished game")
        .footer("r", "replay")
        .when(When::OVER),
    Binding::new(Command::Leave, &[Key::plain(KeyCode::Esc)], "back").footer("Esc", "back"),
    Binding::new(Command::EndDecided, &[Key::char('z')], "end a game that is already decided")
        .footer("z", "end it")
        .when(NOT_OVER),
    Binding::new(Command::Undo, &[Key::char('u')], "take back the last move").footer("u", "undo"),
    Binding::new(Command::Hint, &[Key::char('i')], "hint: what the strongest computer would play")
        .footer("i", "hint")
        .when(When::DECIDING.or(When::WATCHING)),
    Binding::new(Command::Again, &[Key::char('n')], "new game with the same players")
        .footer("n", "new"),
    Binding::new(Command::Save, &[Key::char('s'), Key::char('x')], "save the game to a file")
        .footer("s", "save"),
    Binding::new(Command::Swap, &[Key::char('w')], "new game with the seats swapped")
        .footer("w", "swap"),
    Binding::new(Command::Resign, &[Key::char('g')], "resign").when(NOT_OVER),
    Binding::new(Command::Evaluate, &[Key::char('v')], "show or hide the evaluation bar")
        .when(NOT_OVER),
    Binding::new(Command::Learn, &[Key::char('L')], "learn the game, step by step"),
];

/// The key bindings that a table has in addition while it is shared with other terminals.
pub static SHARED_KEYS: [Binding<Command>; 5] = [
    Binding::new(Command::Agree, &[Key::char('y')], "let another player take back a move")
        .footer("y", "agree")
        .when(When::ASKED),
    Binding::new(Command::Decline, &[Key::char('n')], "don't let another player take back a move")
        .footer("n", "decline")
        .when(When::ASKED),
    Binding::new(
        Command::CopyInvitation,
        &[Key::char('y')],
        "copy the command with which others join",
    )
    .footer("y", "copy")
    .when(When::INVITING),
    Binding::new(
        Command::StandIn,
        &[Key::char('c')],
        "let a computer play for somebody who is away",
    )
    .footer("c", "computer"),
    Binding::new(Command::TakeSeat, &[Key::char('a')], "move your game to this terminal")
        .footer("a", "play here"),
];
