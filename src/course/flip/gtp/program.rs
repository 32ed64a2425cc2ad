//! A player that is an external engine speaking the Go Text Protocol ([`gtp`](super)). Here we are
//! the controller.
//!
//! The program runs as long as the player exists. If the observed game continues the moves sent so
//! far, only the new moves are sent; otherwise, for example after an undo, the whole game is sent
//! again. So answers depend only on the observation. After a timeout, a crash or a response to
//! another command, the program is killed and restarted for the next move; after any other wrong
//! answer, the whole game is sent again. We send no IDs, so a response with one doesn't belong to
//! our command.
//!
//! With a time budget, an engine that supports clocks gets a clock for the whole game: the budget
//! times the moves that it still has to make. Not all programs keep to a limit for single moves.
//! With a budget of positions, the engine thinks as its command line says, up to our timeout.

use std::time::Duration;

use super::{
    GtpResponse, moves_with_passes, response_len,
    vertex::{self, GtpMove},
};
use crate::{
    program::{PROGRAM, ProgramKind, fault::player_error},
    text::shortened,
};
use fourcade_engine::printable::printable;
use fourcade_engine::{
    flip::{
        Flip,
        model::{FlipBoard, FlipObservation, Side, Square},
        othello::MAX_NAMED_SIZE,
    },
    play::{Budget, Player, PlayerArg, PlayerError, PlayerInfo, Seat, ThinkContext},
};
use fourcade_programs::{
    Conversation, DEFAULT_OUTPUT_BYTES, DEFAULT_PROCESSES, DEFAULT_TIME_LIMIT, Program,
    ProgramError, ProgramLimits,
};

/// The kind of player that is an engine.
pub const KIND: ProgramKind<Flip> = ProgramKind {
    info: PlayerInfo {
        name: PROGRAM,
        arg: &PlayerArg::Command,
        description: "Another Othello program that speaks GTP. It runs in a sandbox where there is \
                      one.",
    },
    make: |program| Box::new(GtpPlayer::new(program, ENGINE_LIMITS)),
};

/// The limits of an engine, with more memory than usual for its transposition table. `time` limits
/// each response; the engine runs for a whole game.
pub const ENGINE_LIMITS: ProgramLimits = ProgramLimits {
    time: DEFAULT_TIME_LIMIT,
    output_bytes: DEFAULT_OUTPUT_BYTES,
    memory_bytes: 4 << 30,
    cpu_time: Duration::MAX,
    file_bytes: 64 << 20,
    folder_bytes: 256 << 20,
    processes: DEFAULT_PROCESSES,
};

/// An engine as a player.
pub struct GtpPlayer {
    program: Program,
    limits: ProgramLimits,
    engine: Option<RemoteEngine>,
}

impl GtpPlayer {
    /// Creates a player that starts the program at its first move. `limits.time` applies to each
    /// response, unless the engine's clock shows more.
    pub fn new(program: Program, limits: ProgramLimits) -> Self {
        Self { program, limits, engine: None }
    }

    /// Starts the engine if necessary, and ends it if the conversation breaks.
    fn request_move(&mut self, request: &MoveRequest<'_>) -> Result<Square, GtpClientError> {
        let mut engine = match self.engine.take() {
            Some(engine) => engine,
            None => RemoteEngine::start(&self.program, &self.limits, request)?,
        };
        let result = engine.choose(request);
        if !result.as_ref().is_err_and(GtpClientError::ends_conversation) {
            self.engine = Some(engine);
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
        let max_size = MAX_NAMED_SIZE;
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
        let answer_timeout = self.limits.time;
        let request = MoveRequest { side: Side::of(seat), board, moves, answer_timeout, context };
        self.request_move(&request).map_err(|error| match error {
            GtpClientError::Program(error) => player_error(error),
            error => PlayerError::Fault(error.to_string()),
        })
    }

    /// The protocol has no command for a number of positions.
    fn uses_budget(&self, budget: Budget) -> bool {
        matches!(budget, Budget::Time(_))
    }
}

impl Drop for GtpPlayer {
    fn drop(&mut self) {
        if let Some(engine) = self.engine.take() {
            engine.conversation.finish(b"quit\n");
        }
    }
}

/// Time allowed beyond an engine's clock, for delays that the clock doesn't count.
const CLOCK_GRACE: Duration = Duration::from_secs(10);

struct MoveRequest<'a> {
    side: Side,
    board: &'a FlipBoard,
    /// All moves of the game, including passes.
    moves: Vec<(Side, GtpMove)>,
    answer_timeout: Duration,
    context: &'a ThinkContext,
}

/// The game as sent to an engine.
struct EngineGame {
    size: u16,
    moves: Vec<(Side, GtpMove)>,
}

/// A running engine, with the game and the clock that it has received.
struct RemoteEngine {
    conversation: Conversation,
    commands: Vec<String>,
    /// `None` if the engine's game is unknown.
    game: Option<EngineGame>,
    /// The time for a whole game that was sent last.
    game_seconds: Option<u64>,
}

impl RemoteEngine {
    /// Starts an engine, gets its list of commands, and selects Othello if it has `set_game`.
    fn start(
        program: &Program,
        limits: &ProgramLimits,
        request: &MoveRequest<'_>,
    ) -> Result<Self, GtpClientError> {
        if request.context.cancel_token().is_cancelled() {
            return Err(ProgramError::Cancelled.into());
        }
        let conversation =
            program.start_conversation(&ProgramLimits { time: Duration::MAX, ..*limits })?;
        let mut engine =
            Self { conversation, commands: Vec::new(), game: None, game_seconds: None };
        // An engine without `list_commands` gets only the commands that all engines must have.
        let commands = engine.send("list_commands", request)?.unwrap_or_default();
        engine.commands = commands.split_whitespace().map(ToOwned::to_owned).collect();
        if engine.supports("set_game") {
            engine
                .send("set_game Othello", request)?
                .map_err(|error| fault(format!("does not play Othello: {}", quote(&error))))?;
        }
        Ok(engine)
    }

    fn choose(&mut self, request: &MoveRequest<'_>) -> Result<Square, GtpClientError> {
        let &MoveRequest { side, board, answer_timeout, .. } = request;
        self.send_moves(request)?;
        let time_left = self.send_time(request)?;
        let timeout =
            time_left.map_or(answer_timeout, |left| answer_timeout.max(left + CLOCK_GRACE));
        let command = format!("genmove {}", vertex::colour_name(side));
        let answer = self.send_within(timeout, &command, request)?;
        let answer = answer.map_err(|error| fault(format!("has no move: {}", quote(&error))))?;
        let square = parse_answer(&answer, side, board).map_err(fault)?;
        let moves = [&request.moves[..], &[(side, Some(square))]].concat();
        self.game = Some(EngineGame { size: board.size(), moves });
        Ok(square)
    }

    fn supports(&self, command: &str) -> bool {
        self.commands.iter().any(|name| name == command)
    }

    fn send(
        &mut self,
        command: &str,
        request: &MoveRequest<'_>,
    ) -> Result<Result<String, String>, GtpClientError> {
        self.send_within(request.answer_timeout, command, request)
    }

    /// Sends a command and returns its result or the engine's error message. The outer error means
    /// a timeout, a cancellation, or a response to another command.
    fn send_within(
        &mut self,
        timeout: Duration,
        command: &str,
        request: &MoveRequest<'_>,
    ) -> Result<Result<String, String>, GtpClientError> {
        let (line, cancel) = (format!("{command}\n"), request.context.cancel_token());
        let response = self.conversation.ask(
            line.as_bytes(),
            timeout,
            &|| cancel.is_cancelled(),
            response_len,
        )?;
        let GtpResponse { id, result } = GtpResponse::parse(&response);
        id.map_or(Ok(result), |id| Err(GtpClientError::UnknownId(id)))
    }

    /// With a time budget, sends the clock to an engine that supports it: the budget of this move
    /// for each move that the engine still has to make. Returns the time left on the clock.
    fn send_time(&mut self, request: &MoveRequest<'_>) -> Result<Option<Duration>, GtpClientError> {
        let Budget::Time(time) = request.context.budget() else { return Ok(None) };
        if !self.supports("time_settings") || !self.supports("time_left") {
            return Ok(None);
        }
        let millis = u64::try_from(time.as_millis()).unwrap_or(u64::MAX).clamp(1, 1 << 30);
        // Every second move is the engine's own.
        let seconds =
            |squares: u32| (millis * u64::from(squares.div_ceil(2))).div_ceil(1000).max(1);
        let game_seconds = seconds(u32::from(request.board.size()).pow(2));
        // An engine that refuses these commands plays without a clock.
        if self.game_seconds != Some(game_seconds) {
            let _ = self.send(&format!("time_settings {game_seconds} 0 0"), request)?;
            self.game_seconds = Some(game_seconds);
        }
        let seconds_left = seconds(request.board.empties());
        let colour = vertex::colour_name(request.side);
        let _ = self.send(&format!("time_left {colour} {seconds_left} 0"), request)?;
        Ok(Some(Duration::from_secs(seconds_left)))
    }

    /// Sends the moves that the engine has not received, or the whole game if the engine has
    /// another one. The engine's game is unknown until it has answered with a legal move.
    fn send_moves(&mut self, request: &MoveRequest<'_>) -> Result<(), GtpClientError> {
        let (size, moves) = (request.board.size(), &request.moves);
        let sent_moves = match self.game.take() {
            Some(game) if game.size == size && moves.starts_with(&game.moves) => game.moves.len(),
            game => {
                let has_size = game.is_some_and(|game| game.size == size);
                self.start_game(size, has_size, request)?;
                0
            }
        };
        for &(side, to) in moves.iter().skip(sent_moves) {
            let name = vertex::move_name(to, size);
            let command = format!("play {} {name}", vertex::colour_name(side));
            let answer = self.send(&command, request)?;
            // Some engines pass by themselves and refuse the command for a pass.
            if let (Err(error), Some(_)) = (answer, to) {
                return Err(fault(format!("refuses {name}, which is legal: {}", quote(&error))));
            }
        }
        Ok(())
    }

    /// Starts a new game. If `has_size`, the engine's board already has this size.
    fn start_game(
        &mut self,
        size: u16,
        has_size: bool,
        request: &MoveRequest<'_>,
    ) -> Result<(), GtpClientError> {
        if !has_size {
            self.send(&format!("boardsize {size}"), request)?.map_err(|error| {
                fault(format!("has no board of {size} x {size}: {}", quote(&error)))
            })?;
        }
        self.send("clear_board", request)?
            .map_err(|error| fault(format!("refuses a new game: {}", quote(&error))))?;
        Ok(())
    }
}

fn fault(text: String) -> GtpClientError {
    GtpClientError::Fault(text)
}

/// Parses the answer to `genmove`. The error is a predicate for the engine's name.
fn parse_answer(answer: &str, side: Side, board: &FlipBoard) -> Result<Square, String> {
    if answer.eq_ignore_ascii_case("resign") {
        return Err("resigns, but games are played to their end".to_owned());
    }
    match vertex::parse_move(answer, board.size()) {
        None => Err(format!("answers {:?}, which isn't a move", quote(answer))),
        Some(None) => Err("passes, though it can move".to_owned()),
        Some(Some(square)) if board.is_legal(side, square) => Ok(square),
        Some(Some(square)) => {
            let reason = match board.contains(square).then(|| board.at(square)) {
                None => "there is no such cell",
                Some(Some(_)) => "that cell is taken",
                Some(None) => "that turns nothing",
            };
            Err(format!("plays {} - {reason}", quote(answer)))
        }
    }
}

const MAX_QUOTED_CHARS: usize = 60;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum GtpClientError {
    /// The conversation with the program failed or was cancelled, and is over.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// The engine answered with an ID. Our commands have none, so it is unclear which command was
    /// answered, and the conversation is over.
    #[error("answers with the id {0}, though the command has none")]
    UnknownId(u32),
    /// The answer violates the protocol or the rules of the game. The text is a predicate for the
    /// engine's name.
    #[error("{0}")]
    Fault(String),
}

impl GtpClientError {
    fn ends_conversation(&self) -> bool {
        !matches!(self, Self::Fault(_))
    }
}

/// Makes an engine's text short and printable for a message.
fn quote(text: &str) -> String {
    printable(&shortened(text, MAX_QUOTED_CHARS)).into_owned()
}
