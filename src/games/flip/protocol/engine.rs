//! Our side as an engine: commands in, answers out.

use std::{
    cmp::Ordering,
    fmt::Write as _,
    io::{self, BufRead, Write},
    time::Duration,
};

use super::{GtpCommand, GtpResponse, clock::GtpClock, game::GtpGame, vertex};
use crate::{
    games::flip::{
        Flip,
        rules::{MIN_SIZE, Side, Square},
    },
    lines::{ReadLine, read_line},
    play::{Budget, CancelToken, Player, PlayerError, ThinkContext},
};

/// The maximum length of a command in bytes. The rest of a longer line is ignored.
const MAX_LINE_BYTES: usize = 64 << 10;

/// The board before a controller names a size.
const USUAL_SIZE: u16 = 8;

/// How long our player may think about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// As the controller's clock says, and so long where there is none.
    Clock(Duration),
    /// So long, and no longer than the controller's clock says.
    Time(Duration),
    /// So many positions, whatever the clock says.
    Nodes(u64),
}

/// An engine: a game, a clock, and one of our players.
pub struct GtpEngine {
    name: String,
    player: Box<dyn Player<Flip>>,
    pace: TimeControl,
    seed: u64,
    cancel: CancelToken,
    game: GtpGame,
    clock: GtpClock,
}

/// Why a command is refused, in the protocol's words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum GtpCommandError {
    #[error("unknown command")]
    Unknown,
    #[error("syntax error")]
    Syntax,
    #[error("unacceptable size")]
    Size,
    #[error("illegal move")]
    IllegalMove,
    #[error("cannot undo")]
    Undo,
    #[error("cannot score")]
    Score,
    #[error("unsupported game")]
    UnsupportedGame,
    /// Our player has no answer.
    #[error("no move: {0}")]
    NoMove(String),
}

type Done = Result<String, GtpCommandError>;

/// Does what a command with these arguments says.
type Obey = fn(&mut GtpEngine, &[&str]) -> Done;

/// What the engine understands, in the order in which it lists it.
const COMMANDS: &[(&str, Obey)] = &[
    ("protocol_version", |_, args| plain(args, || "2".to_owned())),
    ("name", |engine, args| plain(args, || engine.name.clone())),
    ("version", |_, args| plain(args, || env!("CARGO_PKG_VERSION").to_owned())),
    ("known_command", |_, args| known_command(args)),
    ("list_commands", |_, args| {
        plain(args, || COMMANDS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join("\n"))
    }),
    ("quit", |_, args| plain(args, String::new)),
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
    ("list_games", |_, args| plain(args, || "Othello".to_owned())),
];

impl GtpEngine {
    /// One in which this player plays, called so. Its chance comes from the seed. When the flag is
    /// set it stops thinking.
    pub fn new(
        name: String,
        player: Box<dyn Player<Flip>>,
        pace: TimeControl,
        seed: u64,
        cancel: CancelToken,
    ) -> Self {
        Self {
            name,
            player,
            pace,
            seed,
            cancel,
            game: GtpGame::new(USUAL_SIZE),
            clock: GtpClock::default(),
        }
    }

    /// Does what a command says.
    pub fn obey(&mut self, command: &GtpCommand) -> GtpResponse {
        let args: Vec<&str> = command.args.iter().map(String::as_str).collect();
        let known = COMMANDS.iter().find(|(name, _)| *name == command.name);
        let done = known.map_or(Err(GtpCommandError::Unknown), |(_, obey)| obey(self, &args));
        GtpResponse { id: command.id, result: done.map_err(|why| why.to_string()) }
    }

    fn boardsize(&mut self, args: &[&str]) -> Done {
        let [size] = args else { return Err(GtpCommandError::Syntax) };
        let size: i64 = size.parse().map_err(|_| GtpCommandError::Syntax)?;
        let size =
            u16::try_from(size).ok().filter(|size| (MIN_SIZE..=vertex::MAX_SIZE).contains(size));
        self.game = GtpGame::new(size.ok_or(GtpCommandError::Size)?);
        Ok(String::new())
    }

    fn clear_board(&mut self, args: &[&str]) -> Done {
        let [] = args else { return Err(GtpCommandError::Syntax) };
        self.game = GtpGame::new(self.game.size());
        Ok(String::new())
    }

    fn play(&mut self, args: &[&str]) -> Done {
        let [side, to] = args else { return Err(GtpCommandError::Syntax) };
        let side = vertex::read_side(side).ok_or(GtpCommandError::Syntax)?;
        let to = vertex::read_move(to, self.game.size()).ok_or(GtpCommandError::Syntax)?;
        if self.game.play(side, to) { Ok(String::new()) } else { Err(GtpCommandError::IllegalMove) }
    }

    fn genmove(&mut self, args: &[&str]) -> Done {
        let (side, to) = self.choose(args)?;
        if self.game.play(side, to) {
            Ok(vertex::move_name(to, self.game.size()))
        } else {
            Err(GtpCommandError::IllegalMove)
        }
    }

    fn reg_genmove(&mut self, args: &[&str]) -> Done {
        let (_, to) = self.choose(args)?;
        Ok(vertex::move_name(to, self.game.size()))
    }

    /// What our player would do for the side that is named.
    fn choose(&mut self, args: &[&str]) -> Result<(Side, vertex::Move), GtpCommandError> {
        let [side] = args else { return Err(GtpCommandError::Syntax) };
        let side = vertex::read_side(side).ok_or(GtpCommandError::Syntax)?;
        if !self.game.is_turn_of(side) {
            return Err(GtpCommandError::IllegalMove);
        }
        if !self.game.can_move(side) {
            return Ok((side, None));
        }
        let seen = self.game.seen_by(side);
        let budget = self.budget(side);
        let think = ThinkContext::new(budget, self.seed, side.seat(), seen.moves.len())
            .with_cancel(self.cancel.clone());
        let chosen = self.player.choose(side.seat(), &seen, &think);
        self.clock.spend(side, think.elapsed());
        match chosen {
            Ok(cell) => Ok((side, Some(cell))),
            Err(PlayerError::Cancelled) => Err(GtpCommandError::NoMove("was cancelled".to_owned())),
            Err(PlayerError::Fault(why)) => Err(GtpCommandError::NoMove(why)),
        }
    }

    fn budget(&self, side: Side) -> Budget {
        let share = self.clock.share(side, self.game.position().board.empties());
        match self.pace {
            TimeControl::Nodes(nodes) => Budget::Nodes(nodes),
            TimeControl::Time(time) => Budget::Time(share.map_or(time, |share| share.min(time))),
            TimeControl::Clock(time) => Budget::Time(share.unwrap_or(time)),
        }
    }

    fn undo(&mut self, args: &[&str]) -> Done {
        let [] = args else { return Err(GtpCommandError::Syntax) };
        if self.game.undo() { Ok(String::new()) } else { Err(GtpCommandError::Undo) }
    }

    fn time_settings(&mut self, args: &[&str]) -> Done {
        let [main, overtime, stones] = args else { return Err(GtpCommandError::Syntax) };
        self.clock.set(seconds(main)?, seconds(overtime)?, count(stones)?);
        Ok(String::new())
    }

    fn time_left(&mut self, args: &[&str]) -> Done {
        let [side, time, stones] = args else { return Err(GtpCommandError::Syntax) };
        let side = vertex::read_side(side).ok_or(GtpCommandError::Syntax)?;
        self.clock.show(side, seconds(time)?, count(stones)?);
        Ok(String::new())
    }

    /// As tournaments count: empty cells belong to the winner.
    fn final_score(&mut self, args: &[&str]) -> Done {
        let [] = args else { return Err(GtpCommandError::Syntax) };
        let position = self.game.position();
        if !position.is_over() {
            return Err(GtpCommandError::Score);
        }
        let [black, white] = position.board.counts();
        let margin = black.abs_diff(white) + position.board.empties();
        Ok(match black.cmp(&white) {
            Ordering::Greater => format!("B+{margin}"),
            Ordering::Less => format!("W+{margin}"),
            Ordering::Equal => "0".to_owned(),
        })
    }

    /// Black is X and White is O here, as Othello programs draw them.
    fn showboard(&mut self, args: &[&str]) -> Done {
        let [] = args else { return Err(GtpCommandError::Syntax) };
        let (position, size) = (self.game.position(), self.game.size());
        let mut drawn = String::from("\n  ");
        let columns = || (0..size).rev();
        for col in columns() {
            let name = vertex::name(Square::new(0, col), size).unwrap_or_default();
            let _ = write!(drawn, " {}", name.trim_end_matches('1'));
        }
        for row in 0..size {
            let _ = write!(drawn, "\n{:>2}", row + 1);
            for col in columns() {
                drawn += match position.board.at(Square::new(row, col)) {
                    None => " .",
                    Some(Side::O) => " X",
                    Some(Side::X) => " O",
                };
            }
        }
        let over = if position.is_over() {
            "the game is over"
        } else {
            vertex::side_name(position.to_move)
        };
        let [black, white] = position.board.counts();
        let _ = write!(drawn, "\nto move: {over}; X black {black}, O white {white}");
        Ok(drawn)
    }
}

fn known_command(args: &[&str]) -> Done {
    let [wanted] = args else { return Err(GtpCommandError::Syntax) };
    Ok(COMMANDS.iter().any(|(name, _)| name == wanted).to_string())
}

/// Othello has none, but interfaces for several games send it.
fn komi(args: &[&str]) -> Done {
    match args {
        [komi] if komi.parse().is_ok_and(f64::is_finite) => Ok(String::new()),
        _ => Err(GtpCommandError::Syntax),
    }
}

fn set_game(args: &[&str]) -> Done {
    match args {
        [] => Err(GtpCommandError::Syntax),
        [game] if game.eq_ignore_ascii_case("Othello") => Ok(String::new()),
        _ => Err(GtpCommandError::UnsupportedGame),
    }
}

/// For commands without arguments.
fn plain(args: &[&str], result: impl FnOnce() -> String) -> Done {
    if args.is_empty() { Ok(result()) } else { Err(GtpCommandError::Syntax) }
}

/// Seconds; a clock that has run out may be below zero.
fn seconds(word: &str) -> Result<Duration, GtpCommandError> {
    let seconds: f64 = word
        .parse()
        .ok()
        .filter(|seconds: &f64| seconds.is_finite())
        .ok_or(GtpCommandError::Syntax)?;
    Duration::try_from_secs_f64(seconds.clamp(0.0, 1e9)).map_err(|_| GtpCommandError::Syntax)
}

fn count(word: &str) -> Result<u32, GtpCommandError> {
    word.parse().map_err(|_| GtpCommandError::Syntax)
}

/// Answers commands until `quit`, the end of the input, or until the flag of the engine is set.
///
/// # Errors
/// Those of `output`. (What goes wrong with `input` counts as its end.)
pub fn serve(
    engine: &mut GtpEngine,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> io::Result<()> {
    while let Some((line, is_cut)) = next_line(input) {
        let Some(command) = GtpCommand::read(&line) else { continue };
        let reply = if is_cut {
            GtpResponse { id: command.id, result: Err(GtpCommandError::Syntax.to_string()) }
        } else {
            engine.obey(&command)
        };
        if engine.cancel.is_cancelled() {
            return Ok(());
        }
        write!(output, "{reply}")?;
        output.flush()?;
        if command.name == "quit" && reply.result.is_ok() {
            return Ok(());
        }
    }
    Ok(())
}

/// Reads the next line, and whether it was cut at [`MAX_LINE_BYTES`]. Returns `None` at the end of
/// the input.
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
