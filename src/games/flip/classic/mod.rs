//! The course's text program: `flip new dim [playerXtype] [playerOtype]` and `flip load filename`.
//!
//! All its messages go to standard output, and its exit statuses are those of the course sheet.
//!
//! The course sheet leaves some details open. They are settled as follows:
//! - A board may have any size that fits into the memory, up to 65535 x 65535. A larger one is an
//!   invalid dimension.
//! - Saved games are records as the arcade writes them. A game of the arcade goes on with the
//!   arcade's computer players. Those that are other people's programs are not started here.
//! - Where the sheet's message does not say enough about these cases, a second message on standard
//!   error says what is wrong.

mod any_size;
#[cfg(test)]
mod tests;

use std::{
    ffi::{OsStr, OsString},
    fs::File,
    io::{self, BufRead, BufReader, Write},
    path::PathBuf,
};

use super::{gtp::program::is_program_name, words};
use crate::{files, games::course};
use any_size::{AnySizeError, AnySizeFlip, AnySizeSetup};
use fourcade_engine::{
    flip::{
        Flip,
        model::{FlipBoard, FlipEvent, MAX_SIZE, Side, Square},
    },
    lines::read_truncated_line,
    play::{Fault, Game, HUMAN, MAX_LINE_BYTES, Player, RecordHeader, RecordPreamble, Session},
};

/// The names in records of the player types 0, 1 and 2.
const PLAYER_TYPES: [&str; 3] = [HUMAN, FIRST, LAST];
const FIRST: &str = "first";
const LAST: &str = "last";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ExitReason {
    /// The game is over or has been saved.
    Done,
    Usage,
    /// The dimension is not an integer of at least 4, or the board does not fit into the memory.
    Dimension,
    PlayerType,
    Loading,
    /// The input ended when this side had to move.
    Input(Side),
}

impl ExitReason {
    fn status(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Usage => 1,
            Self::Dimension => 2,
            Self::PlayerType => 3,
            Self::Loading => 4,
            Self::Input(_) => 5,
        }
    }

    fn write_message(self, output: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Done => Ok(()),
            Self::Usage => {
                writeln!(
                    output,
                    "Usage: flip load filename\n    or flip new dim [playerXtype] [playerOtype]"
                )
            }
            Self::Dimension => writeln!(output, "Invalid board dimension."),
            Self::PlayerType => writeln!(output, "Invalid player type."),
            Self::Loading => writeln!(output, "Error loading board."),
            Self::Input(side) => writeln!(output, "End of input from Player {side}."),
        }
    }
}

/// Why there is no game: the reason in the sheet's terms and, if that does not say enough, what is
/// wrong and what to do.
struct Refusal {
    reason: ExitReason,
    explanation: Option<String>,
}

impl From<ExitReason> for Refusal {
    fn from(reason: ExitReason) -> Self {
        Self { reason, explanation: None }
    }
}

impl Refusal {
    fn explained(reason: ExitReason, explanation: String) -> Self {
        Self { reason, explanation: Some(explanation) }
    }
}

/// A game and the players of O and of X.
type Start = (Session<AnySizeFlip>, [CoursePlayer; 2]);

/// Returns the exit status. An input that can't be read counts as ended. Explanations beyond the
/// sheet's messages go to `messages`.
pub fn run(
    args: &[OsString],
    input: &mut dyn BufRead,
    output: &mut dyn Write,
    messages: &mut dyn Write,
) -> io::Result<u8> {
    let reason = match start(args) {
        Ok((session, players)) => ClassicFlip::new(session, players, input, output).play()?,
        Err(Refusal { reason, explanation }) => {
            if let Some(explanation) = explanation {
                // Standard error may be closed.
                let _ = writeln!(messages, "fourcade: {explanation}");
            }
            reason
        }
    };
    reason.write_message(output)?;
    output.flush()?;
    Ok(reason.status())
}

/// As the course sheet specifies, the values of the arguments are checked before their number.
fn start(args: &[OsString]) -> Result<Start, Refusal> {
    let command = args.first().map(OsString::as_os_str);
    match (command.and_then(OsStr::to_str), &args[1.min(args.len())..]) {
        (Some("new"), [dim, rest @ ..]) => {
            let size = parse_integer(dim).ok_or(ExitReason::Dimension)?;
            let setup = AnySizeSetup::new(size).map_err(|error| match error {
                AnySizeError::TooSmall => ExitReason::Dimension.into(),
                error => Refusal::explained(ExitReason::Dimension, error.to_string()),
            })?;
            let mut seats = [PLAYER_TYPES[0]; 2];
            // The type of X comes first.
            for (arg, side) in rest.iter().zip([Side::X, Side::O]) {
                seats[side.index()] = player_type(arg).ok_or(ExitReason::PlayerType)?;
            }
            if rest.len() > seats.len() {
                return Err(ExitReason::Usage.into());
            }
            let seats = seats.map(str::to_owned).to_vec();
            with_players(Session::new(RecordHeader { setup, seats, seed: 0 }))
        }
        (Some("load"), [file, rest @ ..]) => {
            let start = load(file)?;
            if rest.is_empty() { Ok(start) } else { Err(ExitReason::Usage.into()) }
        }
        _ => Err(ExitReason::Usage.into()),
    }
}

/// The whole argument must be a decimal integer that is not negative; a plus sign and leading zeros
/// are allowed. A number that does not fit becomes the largest one.
fn parse_integer(arg: &OsStr) -> Option<u64> {
    let arg = arg.to_str()?;
    let digits = arg.strip_prefix('+').unwrap_or(arg);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(u64::MAX))
}

fn player_type(arg: &OsStr) -> Option<&'static str> {
    ["0", "1", "2"].iter().position(|digit| arg == *digit).map(|number| PLAYER_TYPES[number])
}

/// Loads a saved game. It is refused if the file can't be read or is not a game of Flip, if a
/// player can't play on here, or if a player has resigned.
fn load(file: &OsStr) -> Result<Start, Refusal> {
    let loading = |explanation| Refusal { reason: ExitReason::Loading, explanation };
    let open = || File::open(file).map(BufReader::new).map_err(|_| loading(None));
    let session = Session::<AnySizeFlip>::read(&mut open()?)
        .or_else(|_| Err(loading(size_problem(&mut open()?))))?;
    if let Some(seat) = session.resigned().iter().next() {
        let explanation = format!(
            "this game is over: {} resigned; replay it with `fourcade replay FILE`",
            Side::of(seat)
        );
        return Err(loading(Some(explanation)));
    }
    with_players(session)
}

/// Returns what is wrong with the board's size if the file begins like a game of Flip.
fn size_problem(file: &mut dyn BufRead) -> Option<String> {
    let header = read_truncated_line(file, MAX_LINE_BYTES).ok()??;
    let mut header = [header.as_slice(), b"\n"].concat();
    let preamble = RecordPreamble::read(&mut header.as_slice()).ok()?;
    header.pop();
    let header: serde_json::Value = serde_json::from_slice(&header).ok()?;
    let size = header.pointer("/setup/size")?.as_u64()?;
    (preamble.game == Flip::KEY)
        .then(|| AnySizeSetup::new(size).err())?
        .map(|error| error.to_string())
}

fn with_players(session: Session<AnySizeFlip>) -> Result<Start, Refusal> {
    let rows = session.game().0.board().size();
    let player = |side: Side| course_player(side, &session.header().seats[side.index()], rows);
    let players = [player(Side::O)?, player(Side::X)?];
    Ok((session, players))
}

fn course_player(side: Side, name: &str, rows: u16) -> Result<CoursePlayer, Refusal> {
    let refused = |explanation| Err(Refusal::explained(ExitReason::Loading, explanation));
    match name {
        HUMAN => return Ok(CoursePlayer::Person),
        FIRST => return Ok(CoursePlayer::First),
        LAST => return Ok(CoursePlayer::Last),
        _ => {}
    }
    if is_program_name(name) {
        return refused(format!(
            "{side} is played by another program, {name:?}, which is not started here; go on with \
             it by `fourcade play flip --load FILE`"
        ));
    }
    if rows > MAX_SIZE {
        return refused(format!(
            "{side} is played by {name:?}, which plays on boards of up to {MAX_SIZE} x {MAX_SIZE}"
        ));
    }
    match course::make_player::<Flip>(name) {
        Ok(Some(player)) => Ok(CoursePlayer::Arcade(player)),
        Ok(None) => Ok(CoursePlayer::Person),
        Err(error) => refused(format!(
            "{side} can't play: {error}; name other players by `fourcade play flip --load FILE \
             --players O,X`"
        )),
    }
}

enum CoursePlayer {
    /// Type 0 of the course sheet: a person.
    Person,
    /// Type 1: the first legal move in reading order.
    First,
    /// Type 2: the last legal move in reading order.
    Last,
    /// One of the arcade's players, in a game that the arcade saved.
    Arcade(Box<dyn Player<Flip>>),
}

struct ClassicFlip<'a> {
    session: Session<AnySizeFlip>,
    /// The players of O and of X.
    players: [CoursePlayer; 2],
    input: &'a mut dyn BufRead,
    output: &'a mut dyn Write,
}

enum TurnResult {
    Move(Square, Option<Fault>),
    Exit(ExitReason),
}

impl<'a> ClassicFlip<'a> {
    pub fn new(
        session: Session<AnySizeFlip>,
        players: [CoursePlayer; 2],
        input: &'a mut dyn BufRead,
        output: &'a mut dyn Write,
    ) -> Self {
        Self { session, players, input, output }
    }

    pub fn play(mut self) -> io::Result<ExitReason> {
        self.print_board()?;
        if self.session.outcome().is_some() {
            // The game was over when it was loaded.
            self.print_consequences()?;
        }
        while let Some(seat) = self.session.awaited().only() {
            let side = Side::of(seat);
            let result = match self.players[side.index()] {
                CoursePlayer::Person => self.person_move(side)?,
                _ => self.computer_move(side)?,
            };
            match result {
                TurnResult::Exit(reason) => return Ok(reason),
                TurnResult::Move(square, fault) => {
                    self.session
                        .choose_with_fault(seat, square, fault)
                        .map_err(io::Error::other)?;
                    self.print_board()?;
                    self.print_consequences()?;
                }
            }
        }
        Ok(ExitReason::Done)
    }

    fn board(&self) -> &FlipBoard {
        self.session.game().0.board()
    }

    fn print_board(&mut self) -> io::Result<()> {
        words::lines(self.session.game().0.board())
            .try_for_each(|line| writeln!(self.output, "{line}"))
    }

    /// Prints which sides passed after the last move, and the result if the game is over.
    fn print_consequences(&mut self) -> io::Result<()> {
        for event in self.session.events().last().into_iter().flatten() {
            match event {
                FlipEvent::Placed { .. } => {}
                FlipEvent::Passed(side) => writeln!(self.output, "{side} passes.")?,
                FlipEvent::Over([o, x]) => writeln!(self.output, "Game Over - O={o} X={x}.")?,
            }
        }
        Ok(())
    }

    fn computer_move(&mut self, side: Side) -> io::Result<TurnResult> {
        let (session, board) = (&self.session, self.session.game().0.board());
        let (square, fault) = match &mut self.players[side.index()] {
            CoursePlayer::Arcade(player) => {
                // The player may think for a while.
                self.output.flush()?;
                let (seed, decision) = (session.header().seed, session.lines().len());
                let game = &session.game().0;
                let (square, fault) =
                    course::ask_player(player.as_mut(), game, side.seat(), seed, decision)?;
                (Some(square), fault)
            }
            CoursePlayer::Last => (board.last_legal(side), None),
            CoursePlayer::First | CoursePlayer::Person => (board.first_legal(side), None),
        };
        // A side that can't move is never awaited, so there is a legal move.
        let square = square.ok_or_else(|| io::Error::other("no legal move"))?;
        writeln!(self.output, "Player {side} moves at {square}.")?;
        Ok(TurnResult::Move(square, fault))
    }

    /// Prompts until a legal move is typed, the game is saved, or the input ends.
    fn person_move(&mut self, side: Side) -> io::Result<TurnResult> {
        loop {
            write!(self.output, "Player ({side})> ")?;
            self.output.flush()?;
            let Some(line) = course::read_line(self.input) else {
                return Ok(TurnResult::Exit(ExitReason::Input(side)));
            };
            match line.strip_prefix(b"s") {
                Some(b"") => writeln!(self.output, "Please give a filename.")?,
                Some(name) => {
                    if self.save(name)? {
                        return Ok(TurnResult::Exit(ExitReason::Done));
                    }
                }
                None => {
                    if let Some(square) = self.legal_square(side, &line) {
                        return Ok(TurnResult::Move(square, None));
                    }
                }
            }
        }
    }

    fn legal_square(&self, side: Side, line: &[u8]) -> Option<Square> {
        let (row, col) = course::scan_two_numbers(line)?;
        let square = Square::new(row.try_into().ok()?, col.try_into().ok()?);
        self.board().is_legal(side, square).then_some(square)
    }

    /// Returns whether that succeeded.
    fn save(&mut self, name: &[u8]) -> io::Result<bool> {
        // The file may be the same as the output.
        self.output.flush()?;
        let record = self.session.record();
        let saved = files::write_anywhere(&path(name), |file| record.write(file)).is_ok();
        if saved {
            writeln!(self.output, "Game saved.")?;
        } else {
            self.output.write_all(b"Unable to write to ")?;
            self.output.write_all(name)?;
            self.output.write_all(b".\n")?;
        }
        Ok(saved)
    }
}

/// Returns the path with this name, byte for byte.
#[cfg(unix)]
fn path(name: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    std::ffi::OsStr::from_bytes(name).into()
}

#[cfg(not(unix))]
fn path(name: &[u8]) -> PathBuf {
    String::from_utf8_lossy(name).into_owned().into()
}
