//! A player that is a program somebody else wrote: an engine that speaks the Go Text Protocol
//! ([`protocol`](super::protocol)), with us as its controller.
//!
//! The program lives as long as the player. Its answer belongs to what is seen: what it has been
//! told is compared with the moves that led there; when they go on from it the rest is told, and
//! when they do not (a move was taken back, say) the game is told anew. A program that breaks the
//! protocol is ended and started anew for the next move.
//!
//! With a budget of time it is told a clock for the whole game if it knows clocks: so long for each
//! move that it still has to make. (A clock for each move is what not all programs keep.) With a
//! budget of positions it thinks as long as it was called to, up to our own limit.

mod client;
mod talk;

use std::time::Duration;

use self::{
    client::Trouble,
    talk::{Question, Talk},
};
use super::{
    Flip,
    protocol::{moves_of, vertex},
    rules::{FlipObservation, Side, Square},
};
use crate::{
    games::{PlayerArg, PlayerKind},
    play::{CancelToken, Player, PlayerError, Seat, ThinkContext},
    programs::{Program, ProgramError, ProgramLimits, Runner},
};

/// What stands before the command in the name of such a player.
pub const NAME: &str = "program";

/// It among the computer players.
pub const KIND: PlayerKind<Flip> = PlayerKind {
    name: NAME,
    arg: PlayerArg::Command,
    description: "Another Othello program that speaks GTP; its limits are no sandbox.",
    make: |_, command| {
        let prepared = Runner::usual().prepare_command(command, &CancelToken::default());
        Ok(Box::new(External::new(prepared.map_err(|why| why.to_string())?, LIMITS)))
    },
};

/// Whether a player of this name is such a program.
pub fn is_program(name: &str) -> bool {
    name.split_once(':').is_some_and(|(stem, _)| stem == NAME)
}

/// What an engine may use. Their tables of positions are large, and how long a conversation lasts
/// is not its affair.
pub const LIMITS: ProgramLimits = ProgramLimits {
    time: Duration::MAX,
    output: 64 << 10,
    memory: 4 << 30,
    processor: Duration::MAX,
    file_size: 64 << 20,
    processes: 128,
};

/// How long it may take for one answer, if it is not told a clock that shows more.
const PATIENCE: Duration = Duration::from_secs(30);

/// A program that plays.
pub struct External {
    program: Program,
    limits: ProgramLimits,
    patience: Duration,
    talk: Option<Talk>,
}

impl External {
    /// A player that starts this program when it is asked first.
    pub fn new(program: Program, limits: ProgramLimits) -> Self {
        Self { program, limits, patience: PATIENCE, talk: None }
    }

    /// The same with so much time for an answer.
    pub fn with_patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// Asks the program, which is in `talk` as long as it answers.
    fn ask(&mut self, question: &Question<'_>) -> Result<Square, Trouble> {
        let mut talk = match self.talk.take() {
            Some(talk) => talk,
            None => Talk::start(&self.program, &self.limits, question)?,
        };
        let answered = talk.choose(question);
        if !matches!(answered, Err(Trouble::Broken(_))) {
            self.talk = Some(talk);
        }
        answered
    }
}

impl Player<Flip> for External {
    fn choose(
        &mut self,
        seat: Seat,
        seen: &FlipObservation,
        think: &ThinkContext,
    ) -> Result<Square, PlayerError> {
        let most = vertex::MAX_SIZE;
        if seen.position.board.size() > most {
            return Err(PlayerError::Fault(format!(
                "can't be told of boards of more than {most} x {most}"
            )));
        }
        let moves = moves_of(seen)
            .ok_or_else(|| PlayerError::Fault("can't be told how this came about".to_owned()))?;
        let board = &seen.position.board;
        let question =
            Question { side: Side::of(seat), board, moves, patience: self.patience, think };
        self.ask(&question).map_err(|trouble| match trouble {
            Trouble::Broken(ProgramError::Cancelled) => PlayerError::Cancelled,
            Trouble::Broken(failure) => PlayerError::Fault(failure.to_string()),
            Trouble::Fault(said) => PlayerError::Fault(said),
        })
    }
}

impl Drop for External {
    fn drop(&mut self) {
        if let Some(talk) = self.talk.take() {
            talk.end();
        }
    }
}
