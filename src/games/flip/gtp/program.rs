//! A player that is an external program: an engine that speaks the Go Text Protocol
//! ([`protocol`](super)), with us as its controller.
//!
//! The program runs as long as the player exists. Its answers depend only on the observation: the
//! moves sent so far are compared with the observed moves. If the observed game continues them,
//! only the new moves are sent; otherwise (for example after an undo) the whole game is sent again.
//! A program that breaks the protocol is killed and started again for the next move. We send no
//! identity numbers, so a response with one is not the answer to our command.
//!
//! With a budget of time, an engine that supports clocks gets a clock for the whole game: the
//! budget for each move that it still has to make. (Not all programs keep a time limit for single
//! moves.) With a budget of positions the engine thinks as long as its command line says, up to our
//! timeout.

use std::time::Duration;

use super::{
    client::GtpClientError,
    controller::{GtpController, MoveRequest},
};
use super::{moves_with_passes, vertex};
use crate::programs::{
    DEFAULT_OUTPUT_BYTES, DEFAULT_PROCESSES, DEFAULT_TIME_LIMIT, Program, ProgramError,
    ProgramLimits, Runner,
};
use fourcade_engine::flip::{
    Flip,
    model::{FlipObservation, Side, Square},
};
use fourcade_engine::play::{
    Budget, CancelToken, Player, PlayerArg, PlayerError, PlayerKind, Seat, ThinkContext,
};

/// The name of this kind of player, which precedes the command: `program:COMMAND`.
pub const NAME: &str = "program";

/// This kind of player, for the list of Flip's computer players.
pub const KIND: PlayerKind<Flip> = PlayerKind {
    name: NAME,
    arg: PlayerArg::Command,
    description: "Another Othello program that speaks GTP. It runs in a sandbox.",
    make: |_, command| {
        let prepared = Runner::global().prepare_command(command, &CancelToken::default());
        Ok(Box::new(GtpPlayer::new(prepared.map_err(|error| error.to_string())?, ENGINE_LIMITS)))
    },
};

/// Returns whether this is the name of a player of this kind.
pub fn is_program_name(name: &str) -> bool {
    name.split_once(':').is_some_and(|(kind, _)| kind == NAME)
}

/// The limits of an engine: more memory than usual for its transposition table, and no time limit,
/// because it runs for a whole game.
pub const ENGINE_LIMITS: ProgramLimits = ProgramLimits {
    time: Duration::MAX,
    output_bytes: DEFAULT_OUTPUT_BYTES,
    memory_bytes: 4 << 30,
    cpu_time: Duration::MAX,
    file_bytes: 64 << 20,
    folder_bytes: 256 << 20,
    processes: DEFAULT_PROCESSES,
};

/// A player whose moves come from an engine.
pub struct GtpPlayer {
    program: Program,
    limits: ProgramLimits,
    answer_timeout: Duration,
    /// The running engine, if there is one.
    controller: Option<GtpController>,
}

impl GtpPlayer {
    /// Creates a player that starts the program when the first move is requested. The program may
    /// take [`DEFAULT_TIME_LIMIT`] for each response, or longer if its clock shows more time.
    pub fn new(program: Program, limits: ProgramLimits) -> Self {
        Self { program, limits, answer_timeout: DEFAULT_TIME_LIMIT, controller: None }
    }

    /// Sets how long the program may take for each response. It may take longer if its clock shows
    /// more time.
    pub fn with_answer_timeout(mut self, answer_timeout: Duration) -> Self {
        self.answer_timeout = answer_timeout;
        self
    }

    /// Returns the engine's move. Starts the engine if necessary, and ends it if the conversation
    /// breaks.
    fn request_move(&mut self, request: &MoveRequest<'_>) -> Result<Square, GtpClientError> {
        let mut controller = match self.controller.take() {
            Some(controller) => controller,
            None => GtpController::start(&self.program, &self.limits, request)?,
        };
        let result = controller.choose(request);
        if !result.as_ref().is_err_and(GtpClientError::ends_conversation) {
            self.controller = Some(controller);
        }
        result
    }
}

impl Player<Flip> for GtpPlayer {
    fn choose(
        &mut self,
        seat: Seat,
        observation: &FlipObservation,
        context: &ThinkContext,
    ) -> Result<Square, PlayerError> {
        let board = &observation.position.board;
        let max_size = vertex::MAX_SIZE;
        if board.size() > max_size {
            return Err(PlayerError::Fault(format!(
                "can't be told of boards of more than {max_size} x {max_size}"
            )));
        }
        let moves = moves_with_passes(observation).ok_or_else(|| {
            PlayerError::Fault(
                "can't continue from a position that the moves do not lead to".to_owned(),
            )
        })?;
        let answer_timeout = self.answer_timeout;
        let request = MoveRequest { side: Side::of(seat), board, moves, answer_timeout, context };
        self.request_move(&request).map_err(|error| match error {
            GtpClientError::Program(ProgramError::Cancelled) => PlayerError::Cancelled,
            error => PlayerError::Fault(error.to_string()),
        })
    }

    /// An engine is told its time, but not a number of positions.
    fn uses_budget(&self, budget: Budget) -> bool {
        matches!(budget, Budget::Time(_))
    }
}

impl Drop for GtpPlayer {
    fn drop(&mut self) {
        if let Some(controller) = self.controller.take() {
            controller.quit();
        }
    }
}
