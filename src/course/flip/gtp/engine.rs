//! A built-in player as an engine that answers commands.

use std::{
    cmp::Ordering,
    fmt::Write as _,
    io::{self, BufRead, Write},
    time::Duration,
};

use super::{
    GtpCommand, GtpResponse,
    clock::GtpClock,
    game::GtpGame,
    vertex::{self, GtpMove},
};
use fourcade_engine::{
    flip::{
        Flip,
        model::{MIN_SIZE, Side, Square},
        othello::{MAX_NAMED_SIZE, square_name},
    },
    lines::{ReadLine, read_line},
    play::{Budget, CancelToken, Player, PlayerError, ThinkContext},
};

const DEFAULT_SIZE: u16 = 8;

const PROTOCOL_VERSION: &str = "2";

const GAME_NAME: &str = "Othello";

/// The limit of an engine's thinking about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThinkingLimit {
    /// The time that the controller's clock allows; without a clock, this time.
    Clock(Duration),
    /// This time, but no more than the controller's clock allows.
    Time(Duration),
    /// This number of positions, regardless of the clock.
    Nodes(u64),
}

/// An engine made of a built-in player, with the controller's game and clock.
pub struct GtpEngine {
    name: String,
    player: Box<dyn Player<Flip>>,
    limit: ThinkingLimit,
    threads: usize,
    seed: u64,
    cancel: CancelToken,
    game: GtpGame,
    clock: GtpClock,
}

/// The messages are those of the protocol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum GtpCommandError {
    #[error("unknown command")]
    UnknownCommand,
    #[error("syntax error")]
    Syntax,
    #[error("unacceptable size")]
    UnacceptableSize,
    #[error("illegal move")]
    IllegalMove,
    #[error("cannot undo")]
    CannotUndo,
    #[error("cannot score")]
    CannotScore,
    #[error("unsupported game")]
    UnsupportedGame,
    #[error("no move: {0}")]
    NoMove(String),
}

type CommandResult = Result<String, GtpCommandError>;

type CommandHandler = fn(&mut GtpEngine, &[&str]) -> CommandResult;

/// All commands, in the order in which `list_commands` lists them.
const COMMANDS: &[(&str, CommandHandler)] = &[
    ("protocol_version", |_, args| without_args(args, || PROTOCOL_VERSION.to_owned())),
    ("name", |engine, args| without_args(args, || engine.name.clone())),
    ("version", |_, args| without_args(args, || env!("CARGO_PKG_VERSION").to_owned())),
    ("known_command", |_, args| known_command(args)),
    ("list_commands", |_, args| {
        without_args(args, || COMMANDS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join("\n"))
    }),
    ("quit", |_, args| without_args(args, String::new)),
    ("boardsize", GtpEngine::boardsize),
    ("clear_board", GtpEngine::clear_board),
    ("komi", |_, args| komi(args)),
    ("play", GtpEngine::play),
    ("genmove", GtpEngine::genmove),
    ("reg_genmove", GtpEngine::reg_genmove),
    ("undo", GtpEngine::undo),
    ("time_settings", GtpEngine::time_settings),
    ("time_left", GtpEngine::time_left),
    ("final_score", GtpEngine::final_score),
    ("showboard", GtpEngine::showboard),
    ("set_game", |_, args| set_game(args)),
    ("list_games", |_, args| without_args(args, || GAME_NAME.to_owned())),
];

impl GtpEngine {
    /// Creates an engine. The seed determines the player's random choices. Cancelling the token
    /// stops its thinking and ends [`serve`].
    pub fn new(
        name: String,
        player: Box<dyn Player<Flip>>,
        limit: ThinkingLimit,
        seed: u64,
        cancel: CancelToken,
    ) -> Self {
        Self {
            name,
            player,
            limit,
            threads: 1,
            seed,
            cancel,
            game: GtpGame::new(DEFAULT_SIZE),
            clock: GtpClock::default(),
        }
    }

    /// Sets the number of threads for thinking.
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    pub(super) fn execute(&mut self, command: &GtpCommand) -> GtpResponse {
        let args: Vec<&str> = command.args.iter().map(String::as_str).collect();
        let handler = COMMANDS.iter().find(|(name, _)| *name == command.name);
        let result = match handler {
            Some((_, handler)) => handler(self, &args),
            None => Err(GtpCommandError::UnknownCommand),
        };
        GtpResponse { id: command.id, result: result.map_err(|error| error.to_string()) }
    }

    fn boardsize(&mut self, args: &[&str]) -> CommandResult {
        let [size] = args else { return Err(GtpCommandError::Syntax) };
        // Even a negative number is a size, though an unacceptable one.
        let size: i64 = size.parse().map_err(|_| GtpCommandError::Syntax)?;
        let size =
            u16::try_from(size).ok().filter(|size| (MIN_SIZE..=MAX_NAMED_SIZE).contains(size));
        self.game = GtpGame::new(size.ok_or(GtpCommandError::UnacceptableSize)?);
        Ok(String::new())
    }

    fn clear_board(&mut self, args: &[&str]) -> CommandResult {
        let [] = args else { return Err(GtpCommandError::Syntax) };
        self.game = GtpGame::new(self.game.size());
        Ok(String::new())
    }

    fn play(&mut self, args: &[&str]) -> CommandResult {
        let [side, to] = args else { return Err(GtpCommandError::Syntax) };
        let side = vertex::parse_colour(side).ok_or(GtpCommandError::Syntax)?;
        let to = vertex::parse_move(to, self.game.size()).ok_or(GtpCommandError::Syntax)?;
        if self.game.play(side, to) { Ok(String::new()) } else { Err(GtpCommandError::IllegalMove) }
    }

    fn genmove(&mut self, args: &[&str]) -> CommandResult {
        let (side, to) = self.choose(args)?;
        if self.game.play(side, to) {
            Ok(vertex::move_name(to, self.game.size()))
        } else {
            Err(GtpCommandError::IllegalMove)
        }
    }

    fn reg_genmove(&mut self, args: &[&str]) -> CommandResult {
        let (_, to) = self.choose(args)?;
        Ok(vertex::move_name(to, self.game.size()))
    }

    fn choose(&mut self, args: &[&str]) -> Result<(Side, GtpMove), GtpCommandError> {
        let [side] = args else { return Err(GtpCommandError::Syntax) };
        let side = vertex::parse_colour(side).ok_or(GtpCommandError::Syntax)?;
        if !self.game.is_turn_of(side) {
            return Err(GtpCommandError::IllegalMove);
        }
        if !self.game.can_move(side) {
            return Ok((side, None));
        }
        let observation = self.game.observation_of(side);
        let turn = observation.moves.len();
        let (budget, reserve) = self.budget(side);
        let threads = self.threads;
        let context = ThinkContext::new(budget, self.seed, side.seat(), turn)
            .with_reserve(reserve)
            .with_threads(move || threads)
            .with_cancel(self.cancel.clone());
        let choice = self.player.choose(side.seat(), &observation, &context);
        self.clock.spend(side, context.elapsed());
        match choice {
            Ok(square) => Ok((side, Some(square))),
            Err(PlayerError::Cancelled) => Err(GtpCommandError::NoMove("was cancelled".to_owned())),
            Err(PlayerError::Fault(error) | PlayerError::Failed(_, error)) => {
                Err(GtpCommandError::NoMove(error))
            }
        }
    }

    /// Returns the budget of a side's next move, and the additional time for a hard move.
    fn budget(&self, side: Side) -> (Budget, Duration) {
        let board = &self.game.position().board;
        // Players solve the end of the game on boards that have bitboards.
        let is_solved = board.bitboards(side).is_some();
        let clock_time = self.clock.move_time(side, board.empties(), is_solved);
        match (self.limit, clock_time) {
            (ThinkingLimit::Nodes(nodes), _) => (Budget::Nodes(nodes), Duration::ZERO),
            (ThinkingLimit::Clock(_), Some(clock)) => (Budget::Time(clock.usual), clock.reserve),
            (ThinkingLimit::Time(time), Some(clock)) => {
                (Budget::Time(clock.usual.min(time)), Duration::ZERO)
            }
            (ThinkingLimit::Time(time) | ThinkingLimit::Clock(time), None) => {
                (Budget::Time(time), Duration::ZERO)
            }
        }
    }

    fn undo(&mut self, args: &[&str]) -> CommandResult {
        let [] = args else { return Err(GtpCommandError::Syntax) };
        if self.game.undo() { Ok(String::new()) } else { Err(GtpCommandError::CannotUndo) }
    }

    fn time_settings(&mut self, args: &[&str]) -> CommandResult {
        let [main_time, overtime, moves] = args else { return Err(GtpCommandError::Syntax) };
        self.clock.set(parse_seconds(main_time)?, parse_seconds(overtime)?, parse_count(moves)?);
        Ok(String::new())
    }

    fn time_left(&mut self, args: &[&str]) -> CommandResult {
        let [side, time, moves] = args else { return Err(GtpCommandError::Syntax) };
        let side = vertex::parse_colour(side).ok_or(GtpCommandError::Syntax)?;
        self.clock.set_time_left(side, parse_seconds(time)?, parse_count(moves)?);
        Ok(String::new())
    }

    /// Counts empty squares for the winner, as tournaments do.
    fn final_score(&mut self, args: &[&str]) -> CommandResult {
        let [] = args else { return Err(GtpCommandError::Syntax) };
        let position = self.game.position();
        if !position.is_over() {
            return Err(GtpCommandError::CannotScore);
        }
        let [black, white] = position.board.counts();
        let margin = black.abs_diff(white) + position.board.empties();
        Ok(match black.cmp(&white) {
            Ordering::Greater => format!("B+{margin}"),
            Ordering::Less => format!("W+{margin}"),
            Ordering::Equal => "0".to_owned(),
        })
    }

    /// Draws the board as Othello programs do: Black is X and White is O.
    fn showboard(&mut self, args: &[&str]) -> CommandResult {
        let [] = args else { return Err(GtpCommandError::Syntax) };
        let (position, size) = (self.game.position(), self.game.size());
        let mut drawing = String::from("\n  ");
        // Othello's boards are mirrored.
        let columns = || (0..size).rev();
        for col in columns() {
            let name = square_name(Square::new(0, col), size).unwrap_or_default();
            let _ = write!(drawing, " {}", name.trim_end_matches('1'));
        }
        for row in 0..size {
            let _ = write!(drawing, "\n{:>2}", row + 1);
            for col in columns() {
                drawing += match position.board.at(Square::new(row, col)) {
                    None => " .",
                    Some(Side::O) => " X",
                    Some(Side::X) => " O",
                };
            }
        }
        let to_move = if position.is_over() {
            "the game is over"
        } else {
            vertex::colour_name(position.to_move)
        };
        let [black, white] = position.board.counts();
        let _ = write!(drawing, "\nto move: {to_move}; X black {black}, O white {white}");
        Ok(drawing)
    }
}

fn known_command(args: &[&str]) -> CommandResult {
    let [command] = args else { return Err(GtpCommandError::Syntax) };
    Ok(COMMANDS.iter().any(|(name, _)| name == command).to_string())
}

/// Accepts and ignores any number, because interfaces for several games send it for Othello, too.
fn komi(args: &[&str]) -> CommandResult {
    match args {
        [komi] if komi.parse().is_ok_and(f64::is_finite) => Ok(String::new()),
        _ => Err(GtpCommandError::Syntax),
    }
}

fn set_game(args: &[&str]) -> CommandResult {
    match args {
        [] => Err(GtpCommandError::Syntax),
        [game] if game.eq_ignore_ascii_case(GAME_NAME) => Ok(String::new()),
        _ => Err(GtpCommandError::UnsupportedGame),
    }
}

fn without_args(args: &[&str], result: impl FnOnce() -> String) -> CommandResult {
    if args.is_empty() { Ok(result()) } else { Err(GtpCommandError::Syntax) }
}

/// Parses seconds. A negative time, as of a clock that has run out, counts as 0.
fn parse_seconds(text: &str) -> Result<Duration, GtpCommandError> {
    let seconds: f64 = text
        .parse()
        .ok()
        .filter(|seconds: &f64| seconds.is_finite())
        .ok_or(GtpCommandError::Syntax)?;
    Duration::try_from_secs_f64(seconds.clamp(0.0, 1e9)).map_err(|_| GtpCommandError::Syntax)
}

fn parse_count(text: &str) -> Result<u32, GtpCommandError> {
    text.parse().map_err(|_| GtpCommandError::Syntax)
}

/// A longer command is a syntax error.
const MAX_LINE_BYTES: usize = 64 << 10;

/// Answers commands until `quit`, the end of the input or a cancellation. A read error counts as
/// the end of the input.
///
/// # Errors
/// Returns an error if the output can't be written.
pub fn serve(
    engine: &mut GtpEngine,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> io::Result<()> {
    while let Some((line, is_truncated)) = next_line(input) {
        let Some(command) = GtpCommand::parse(&line) else { continue };
        let response = if is_truncated {
            GtpResponse { id: command.id, result: Err(GtpCommandError::Syntax.to_string()) }
        } else {
            engine.execute(&command)
        };
        if engine.cancel.is_cancelled() {
            return Ok(());
        }
        write!(output, "{response}")?;
        output.flush()?;
        if command.name == "quit" && response.result.is_ok() {
            return Ok(());
        }
    }
    Ok(())
}

/// Returns the next line and whether it was truncated to [`MAX_LINE_BYTES`], or `None` at the end.
fn next_line(input: &mut dyn BufRead) -> Option<(Vec<u8>, bool)> {
    match read_line(input, MAX_LINE_BYTES).ok()? {
        ReadLine::Complete(line) | ReadLine::Unterminated(line) => Some((line, false)),
        ReadLine::TooLong(line) => {
            input.skip_until(b'\n').ok()?;
            Some((line, true))
        }
        ReadLine::End => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcade_engine::{
        flip::model::FlipObservation,
        play::{Seat, find_player},
    };

    /// Returns the budget of O's first move, with or without a clock of the controller.
    fn budget(limit: ThinkingLimit, has_clock: bool) -> (Budget, Duration) {
        let player = find_player::<Flip>("first").unwrap();
        let cancel = CancelToken::default();
        let mut engine = GtpEngine::new(String::new(), player, limit, 1, cancel);
        if has_clock {
            engine.clock.set(Duration::from_secs(230), Duration::ZERO, 0);
        }
        engine.budget(Side::O)
    }

    /// Answers with the number of its threads as an error.
    struct ThreadCount;

    impl Player<Flip> for ThreadCount {
        fn choose(
            &mut self,
            _: Seat,
            _: &FlipObservation,
            context: &ThinkContext,
        ) -> Result<Square, PlayerError> {
            Err(PlayerError::Fault(context.threads().to_string()))
        }
    }

    #[test]
    fn the_player_gets_the_threads_of_the_engine() {
        let limit = ThinkingLimit::Clock(Duration::from_secs(1));
        let (player, cancel) = (Box::new(ThreadCount), CancelToken::default());
        let mut engine = GtpEngine::new(String::new(), player, limit, 1, cancel).with_threads(3);
        let error = engine.choose(&["black"]).unwrap_err();
        assert_eq!(error, GtpCommandError::NoMove("3".to_owned()));
    }

    #[test]
    fn only_moves_on_a_clock_can_take_longer_than_usual() {
        let (second, usual) = (Duration::from_secs(1), Duration::from_millis(228_500) / 23);
        let fixed = (Budget::Time(second), Duration::ZERO);
        assert_eq!(budget(ThinkingLimit::Clock(second), false), fixed);
        assert_eq!(budget(ThinkingLimit::Time(second), false), fixed);
        assert_eq!(budget(ThinkingLimit::Time(second), true), fixed);
        assert_eq!(budget(ThinkingLimit::Clock(second), true), (Budget::Time(usual), 2 * usual));
        let long = ThinkingLimit::Time(Duration::from_secs(60));
        assert_eq!(budget(long, true), (Budget::Time(usual), Duration::ZERO));
        let nodes = (Budget::Nodes(5), Duration::ZERO);
        assert_eq!(budget(ThinkingLimit::Nodes(5), true), nodes);
    }
}
