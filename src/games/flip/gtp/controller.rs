//! Keeps an engine's game and clock up to date, and requests moves.

use std::time::Duration;

use super::client::{GtpClient, GtpClientError, quote};
use crate::{
    games::flip::gtp::vertex::{self, GtpMove},
    programs::{Program, ProgramLimits},
};
use fourcade_engine::{
    flip::model::{FlipBoard, Side, Square},
    play::{Budget, ThinkContext},
};

/// How long an engine may take beyond the time on its clock, to allow for delays that the clock
/// does not count.
const CLOCK_GRACE: Duration = Duration::from_secs(10);

/// A position in which a move is requested.
pub(super) struct MoveRequest<'a> {
    /// The side to move.
    pub side: Side,
    pub board: &'a FlipBoard,
    /// All moves that led to the position, passes included.
    pub moves: Vec<(Side, GtpMove)>,
    /// How long each response may take.
    pub answer_timeout: Duration,
    pub context: &'a ThinkContext,
}

/// The game as it was sent to an engine.
struct EngineGame {
    size: u16,
    moves: Vec<(Side, GtpMove)>,
}

/// Controls a running engine.
pub(super) struct GtpController {
    client: GtpClient,
    /// The engine's game, or `None` if it is unknown.
    game: Option<EngineGame>,
    /// The time for a whole game, in seconds, that was sent last.
    game_seconds: Option<u64>,
}

impl GtpController {
    /// Starts an engine.
    pub fn start(
        program: &Program,
        limits: &ProgramLimits,
        request: &MoveRequest<'_>,
    ) -> Result<Self, GtpClientError> {
        let cancel = request.context.cancel_token();
        let client = GtpClient::start(program, limits, request.answer_timeout, cancel)?;
        Ok(Self { client, game: None, game_seconds: None })
    }

    /// Requests a move from the engine, after sending it the moves and the time that are new to it.
    pub fn choose(&mut self, request: &MoveRequest<'_>) -> Result<Square, GtpClientError> {
        let &MoveRequest { side, board, answer_timeout, context, .. } = request;
        self.send_moves(request)?;
        let time_left = self.send_time(request)?;
        let timeout =
            time_left.map_or(answer_timeout, |left| answer_timeout.max(left + CLOCK_GRACE));
        // Until the engine has answered with a legal move, its game is unknown.
        let game = self.game.take();
        let command = format!("genmove {}", vertex::colour_name(side));
        let answer = self.client.send(&command, timeout, context.cancel_token())?;
        let answer = answer.map_err(|error| fault(format!("has no move: {}", quote(&error))))?;
        let square = parse_answer(&answer, side, board).map_err(fault)?;
        self.game = game.map(|mut game| {
            game.moves.push((side, Some(square)));
            game
        });
        Ok(square)
    }

    /// Tells the engine to quit and ends it.
    pub fn quit(self) {
        self.client.quit();
    }

    fn send(
        &mut self,
        command: &str,
        request: &MoveRequest<'_>,
    ) -> Result<Result<String, String>, GtpClientError> {
        self.client.send(command, request.answer_timeout, request.context.cancel_token())
    }

    /// Sends the engine its clock, if the budget is a time and the engine supports clocks. The
    /// clock has the budget of this move for each move that the engine still has to make. Returns
    /// the time left on the clock.
    fn send_time(&mut self, request: &MoveRequest<'_>) -> Result<Option<Duration>, GtpClientError> {
        let Budget::Time(time) = request.context.budget() else { return Ok(None) };
        if !self.client.supports("time_settings") || !self.client.supports("time_left") {
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

    /// Sends the moves that the engine has not received yet, or the whole game if its own game is a
    /// different one.
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
        self.game = Some(EngineGame { size, moves: moves.clone() });
        Ok(())
    }

    /// Starts a new game on a board of this size, which the engine has already set if `has_size`.
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

/// Returns the square in an engine's answer to `genmove`.
///
/// # Errors
/// Returns a phrase whose subject is the engine if the answer is not a legal move.
fn parse_answer(answer: &str, side: Side, board: &FlipBoard) -> Result<Square, String> {
    if answer.eq_ignore_ascii_case("resign") {
        return Err("resigns, but games are played to their end".to_owned());
    }
    match vertex::parse_move(answer, board.size()) {
        None => Err(format!("answers {:?}, which is no move", quote(answer))),
        Some(None) => Err("passes, though it can move".to_owned()),
        Some(Some(square)) if board.is_legal(side, square) => Ok(square),
        Some(Some(square)) => {
            let reason = match board.contains(square).then(|| board.at(square)) {
                None => "there is no such cell",
                Some(Some(_)) => "that cell is taken",
                Some(None) => "that flips nothing",
            };
            Err(format!("plays {} - {reason}", quote(answer)))
        }
    }
}
