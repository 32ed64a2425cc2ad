//! The table's commands.

use std::path::PathBuf;

use crate::{database::shared_tables::Phrase, settings::consent::ProgramRequest};
use fourcade_engine::play::{Level, Seat};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Hand the keyboard to the person whose turn it is, and show what that person may see.
    TakeKeyboard,
    /// Don't wait for what moves while others play.
    Hurry,
    Pause,
    /// Stop the clocks of the people. Nobody can choose then.
    StopClocks,
    StartClocks,
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
    /// Call a coach to the table, or send it away.
    Coach,
    Resign,
    EndDecided,
    Again,
    /// Start a new game in which each player has moved to the next seat.
    Swap,
    Learn,
    Save,
    /// Show the result card with the text to copy.
    CopyResult,
    /// Practise the mistakes of the game.
    Practise,
    CopyInvitation,
    StandIn,
    /// Choose something to say to the others at a shared table.
    Speak,
    TakeSeat,
    /// Close the top layer, or leave the table if there is none.
    Leave,

    // The answers of dialogs have no keys.
    /// Make this a practice game, and then run a command.
    Spoil(Box<Command>),
    ResignNow,
    /// Let another player take back a move, or don't.
    AnswerUndo(bool),
    Say(Phrase),
    /// Leave a shared table whose game is not over.
    LeaveNow,
    /// Leave a game that is saved but not over for a new one, with the seats swapped or not.
    LeaveForNew {
        swaps: bool,
    },
    /// Run a command that loses the game.
    Discard(Box<Command>),
    /// Ask for a file to save the game to, and then run a command.
    SaveFirst(Box<Command>),
    SaveAs {
        path: PathBuf,
        may_replace: bool,
        then: Option<Box<Command>>,
    },
    /// Play on from a position of a recorded game: with the recorded players, or with a person on
    /// this seat.
    PlayOnAs(Option<Seat>),
    /// Go to the turn of a recorded game that was typed.
    GoToTurn(String),
    /// Start a new series against this level.
    PlayLevel(Level),
    AnswerProgram {
        request: Box<ProgramRequest>,
        is_allowed: bool,
    },
}
