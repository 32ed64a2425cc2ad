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
mod controller;

use std::time::Duration;

use self::{
    client::GtpClientError,
    controller::{GtpController, MoveRequest},
};
use super::{
    Flip,
    protocol::{moves_with_passes, vertex},
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
        let prepared = Runner::global().prepare_command(command, &CancelToken::default());
        Ok(Box::new(GtpPlayer::new(prepared.map_err(|why| why.to_string())?, ENGINE_LIMITS)))
    },
};

/// Whether a player of this name is such a program.
pub fn is_program_name(name: &str) -> bool {
    name.split_once(':').is_some_and(|(stem, _)| stem == NAME)
}

/// What an engine may use. Their tables of positions are large, and how long a conversation lasts
/// is not its affair.
pub const ENGINE_LIMITS: ProgramLimits = ProgramLimits {
    time: Duration::MAX,
    output_bytes: 64 << 10,
    memory_bytes: 4 << 30,
    cpu_time: Duration::MAX,
    file_bytes: 64 << 20,
    processes: 128,
};

/// How long it may take for one answer, if it is not told a clock that shows more.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);

/// A program that plays.
pub struct GtpPlayer {
    program: Program,
    limits: ProgramLimits,
    answer_timeout: Duration,
    controller: Option<GtpController>,
}

impl GtpPlayer {
    /// A player that starts this program when it is asked first.
    pub fn new(program: Program, limits: ProgramLimits) -> Self {
        Self { program, limits, answer_timeout: ANSWER_TIMEOUT, controller: None }
    }

    /// The same with so much time for an answer.
    pub fn with_answer_timeout(mut self, answer_timeout: Duration) -> Self {
        self.answer_timeout = answer_timeout;
        self
    }

    /// Asks the program, which is in `controller` as long as it answers.
    fn ask(&mut self, question: &MoveRequest<'_>) -> Result<Square, GtpClientError> {
        let mut controller = match self.controller.take() {
            Some(controller) => controller,
            None => GtpController::start(&self.program, &self.limits, question)?,
        };
        let answered = controller.choose(question);
        if !matches!(answered, Err(GtpClientError::Broken(_))) {
            self.controller = Some(controller);
        }
        answered
    }
}

impl Player<Flip> for GtpPlayer {
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
        let moves = moves_with_passes(seen)
            .ok_or_else(|| PlayerError::Fault("can't be told how this came about".to_owned()))?;
        let board = &seen.position.board;
        let question = MoveRequest {
            side: Side::of(seat),
            board,
            moves,
            answer_timeout: self.answer_timeout,
            think,
        };
        self.ask(&question).map_err(|trouble| match trouble {
            GtpClientError::Broken(ProgramError::Cancelled) => PlayerError::Cancelled,
            GtpClientError::Broken(failure) => PlayerError::Fault(failure.to_string()),
            GtpClientError::Fault(said) => PlayerError::Fault(said),
        })
    }
}

impl Drop for GtpPlayer {
    fn drop(&mut self) {
        if let Some(controller) = self.controller.take() {
            controller.end();
        }
    }
}
