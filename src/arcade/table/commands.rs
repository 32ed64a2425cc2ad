//! The table's commands.

use std::path::PathBuf;

use crate::{database::shared_tables::Phrase, settings::consent::ProgramRequest};
use fourcade_engine::{
    GameKind,
    play::{Level, Seat},
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Show the board to the person whose turn it is at a shared keyboard.
    TakeKeyboard,
    /// Skip animations and pauses while computers play.
    Hurry,
    Pause,
    StopClocks,
    StartClocks,
    Step,
    StepBack,
    Faster,
    Slower,
    ToggleStartNext,
    /// Take back the last choice of a person, or the last move.
    Undo,
    Redo,
    Hint,
    First,
    Last,
    GoTo,
    PlayOn,
    Result,
    Replay,
    Review,
    Evaluate,
    Coach,
    Resign,
    /// End a decided game: its certain loser resigns; without one, computers play it out.
    EndDecided,
    /// Start a new game with each player on the same seat.
    Again,
    /// Start a new game with each player on the next seat or, at a shared table, agree on one.
    Rematch,
    Learn,
    Save,
    CopyResult,
    Practise,
    CopyInvitation,
    /// Let a computer play for a person who is away from a shared table.
    StandIn,
    /// Choose a phrase to say to the others at a shared table.
    Speak,
    TakeSeat,
    /// Close the top layer of the board, or leave the table if there is none.
    Leave,

    // Answers of dialogs, which have no keys:
    /// Run a command of the result card that opens a screen, and show the card again afterwards.
    BesideCard(Box<Command>),
    /// Make this a practice game, then run a command.
    AcceptPractice(Box<Command>),
    ResignNow,
    AnswerUndo(bool),
    Say(Phrase),
    /// Leave a shared table whose game is not over.
    LeaveNow,
    /// Leave an unfinished, saved game for a new one.
    LeaveForNew {
        /// Whether the players change seats.
        swaps: bool,
    },
    /// Run a command that loses the unsaved game.
    Discard(Box<Command>),
    /// Ask for a file to save the game to, then run a command.
    SaveFirst(Box<Command>),
    SaveAs {
        path: PathBuf,
        may_replace: bool,
        then: Option<Box<Command>>,
    },
    /// Play on from here in a recorded game, with the recorded players or a person on this seat.
    PlayOnAs(Option<Seat>),
    GoToTurn(String),
    PlayLevel(Level),
    /// Leave the table for today's deal of this game.
    NextDeal(GameKind),
    AnswerProgram {
        request: Box<ProgramRequest>,
        is_allowed: bool,
    },
}
