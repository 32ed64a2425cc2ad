//! The course's text program: `flip new dim [playerXtype] [playerOtype]` and `flip load filename`.
//!
//! Messages go to standard output, and the exit statuses are those of the course sheet.
//!
//! Details that the course sheet leaves open:
//! - A board larger than the arcade's is an invalid dimension.
//! - Saved games are records of the arcade. A game saved by the arcade continues with the arcade's
//!   computer players, but other people's programs are not started here.
//! - Where the sheet's message says too little in these cases, standard error has a second one.

#[cfg(test)]
mod tests;

use std::{
    ffi::{OsStr, OsString},
    fs::File,
    io::{self, BufReader},
    iter,
    os::unix::ffi::OsStrExt,
    path::Path,
};

use crate::{
    program::is_program,
    text_program::{self, Console, Exit, Stop},
};
use fourcade_engine::{
    encoding::decode_to_utf8,
    flip::{
        Flip,
        model::{FlipBoard, FlipEvent, FlipSetup, Side, Square},
    },
    play::{Choice, Fault, HUMAN, Player, RecordHeader, Session},
};
use fourcade_programs::files;

/// Names of the player types 0, 1 and 2 in records.
const PLAYER_TYPES: [&str; 3] = [HUMAN, FIRST, LAST];
const FIRST: &str = "first";
const LAST: &str = "last";

const USAGE: Exit =
    Exit::new(1, "Usage: flip load filename\n    or flip new dim [playerXtype] [playerOtype]");
/// The dimension isn't an integer from 4 to the arcade's largest board.
const BAD_DIMENSION: Exit = Exit::new(2, "Invalid board dimension.");
const BAD_PLAYER_TYPE: Exit = Exit::new(3, "Invalid player type.");
const NOT_LOADED: Exit = Exit::new(4, "Error loading board.");
const SAVED: Exit = Exit::new(0, "Game saved.");

/// A game, and the players of O and X.
type Start = (Session<Flip>, [CoursePlayer; 2]);

/// The text program of Flip. The exit statuses are those of the course sheet.
///
/// # Errors
/// Returns an early end, or an error if the output can't be written.
pub fn run(args: &[OsString], console: &mut Console) -> Result<(), Stop> {
    let (session, players) = start_game(args)?;
    ClassicFlip { session, players, console }.play()
}

/// Checks the values of the arguments before their number, as the course sheet specifies.
fn start_game(args: &[OsString]) -> Result<Start, Exit> {
    let command = args.first().map(OsString::as_os_str);
    match (command.and_then(OsStr::to_str), &args[1.min(args.len())..]) {
        (Some("new"), [dim, rest @ ..]) => {
            let setup = parse_integer(dim).and_then(|size| FlipSetup::new(size).ok());
            let setup = setup.ok_or(BAD_DIMENSION)?;
            let mut seats = [PLAYER_TYPES[0]; 2];
            // The type of X comes first.
            for (arg, side) in rest.iter().zip([Side::X, Side::O]) {
                seats[side.index()] = player_type(arg).ok_or(BAD_PLAYER_TYPE)?;
            }
            if rest.len() > seats.len() {
                return Err(USAGE);
            }
            let seats = seats.map(str::to_owned).to_vec();
            with_players(Session::new(RecordHeader { setup, players: seats, seed: 0, clock: None }))
        }
        (Some("load"), [file, rest @ ..]) => {
            let start = load(file)?;
            if rest.is_empty() { Ok(start) } else { Err(USAGE) }
        }
        _ => Err(USAGE),
    }
}

/// Parses a non-negative decimal integer; a plus sign and leading zeros are allowed.
fn parse_integer(arg: &OsStr) -> Option<u16> {
    let arg = arg.to_str()?;
    let digits = arg.strip_prefix('+').unwrap_or(arg);
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| is_number)
}

fn player_type(arg: &OsStr) -> Option<&'static str> {
    ["0", "1", "2"].iter().position(|digit| arg == *digit).map(|number| PLAYER_TYPES[number])
}

/// Loads a saved game. Returns an error if the file isn't a game of Flip, if a player can't play
/// here, or if a player has resigned or run out of time.
fn load(file: &OsStr) -> Result<Start, Exit> {
    let text = File::open(file).and_then(decode_to_utf8).map_err(|_| NOT_LOADED)?;
    let session = Session::<Flip>::read(&mut BufReader::new(text)).map_err(|_| NOT_LOADED)?;
    let flagged = session.flagged().map(|seat| (seat, "ran out of time"));
    let resigned = session.resigned().iter().next().map(|seat| (seat, "resigned"));
    if let Some((seat, how)) = flagged.or(resigned) {
        let explanation = format!(
            "this game is over: {} {how}; replay it with `fourcade replay FILE`",
            Side::of(seat)
        );
        return Err(NOT_LOADED.explained(&explanation));
    }
    with_players(session)
}

fn with_players(session: Session<Flip>) -> Result<Start, Exit> {
    let player = |side: Side| course_player(side, &session.header().players[side.index()]);
    let players = [player(Side::O)?, player(Side::X)?];
    Ok((session, players))
}

fn course_player(side: Side, name: &str) -> Result<CoursePlayer, Exit> {
    let refused = |explanation: String| Err(NOT_LOADED.explained(&explanation));
    match name {
        FIRST => Ok(CoursePlayer::First),
        LAST => Ok(CoursePlayer::Last),
        _ if is_program(name) => refused(format!(
            "{side} is played by another program, {name:?}, which is not started here; go on with \
             it by `fourcade play flip --load FILE`"
        )),
        _ => match text_program::make_player(name) {
            Ok(player) => Ok(player.map_or(CoursePlayer::Person, CoursePlayer::Arcade)),
            Err(error) => refused(format!(
                "{side} can't play: {error}; name other players by `fourcade play flip --load \
                 FILE --players O,X`"
            )),
        },
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

struct ClassicFlip<'a, 'c> {
    session: Session<Flip>,
    /// O's player comes first.
    players: [CoursePlayer; 2],
    console: &'a mut Console<'c>,
}

impl ClassicFlip<'_, '_> {
    fn play(mut self) -> Result<(), Stop> {
        self.print_board()?;
        if self.session.outcome().is_some() {
            // The game was over when it was loaded.
            self.print_consequences()?;
        }
        while let Some(seat) = self.session.awaited().only() {
            let side = Side::of(seat);
            let (square, fault) = match self.players[side.index()] {
                CoursePlayer::Person => (self.person_move(side)?, None),
                _ => self.computer_move(side)?,
            };
            let choice = Choice { fault, ..Choice::new(square) };
            self.session.choose_with(seat, choice).map_err(io::Error::other)?;
            self.print_board()?;
            self.print_consequences()?;
        }
        Ok(())
    }

    fn print_board(&mut self) -> io::Result<()> {
        board_lines(self.session.game().board())
            .try_for_each(|line| writeln!(self.console.output, "{line}"))
    }

    /// Prints which sides passed after the last move, and the result if the game is over.
    fn print_consequences(&mut self) -> io::Result<()> {
        for event in self.session.events().last().into_iter().flatten() {
            match event {
                FlipEvent::Placed { .. } => {}
                FlipEvent::Passed { side, .. } => writeln!(self.console.output, "{side} passes.")?,
                FlipEvent::Over([o, x]) => {
                    writeln!(self.console.output, "Game Over - O={o} X={x}.")?;
                }
            }
        }
        Ok(())
    }

    fn computer_move(&mut self, side: Side) -> io::Result<(Square, Option<Fault>)> {
        let game = self.session.game();
        let (square, fault) = match &mut self.players[side.index()] {
            CoursePlayer::Arcade(player) => {
                // The player may think for a while.
                self.console.output.flush()?;
                let (square, fault) =
                    text_program::ask_player(player.as_mut(), &self.session, side.seat())?;
                (Some(square), fault)
            }
            CoursePlayer::Last => (game.board().last_legal(side), None),
            CoursePlayer::First | CoursePlayer::Person => (game.board().first_legal(side), None),
        };
        // A side that can't move is never awaited, so there is a legal move.
        let square = square.ok_or_else(|| io::Error::other("no legal move"))?;
        writeln!(self.console.output, "Player {side} moves at {square}.")?;
        Ok((square, fault))
    }

    /// Asks until a legal move is typed. Ends the program if the game is saved or the input ends.
    fn person_move(&mut self, side: Side) -> Result<Square, Stop> {
        let end = Exit::with_text(5, format!("End of input from Player {side}."));
        let session = &self.session;
        let answer = self.console.ask(&format!("Player ({side})> "), &end, |line| {
            match line.strip_prefix(b"s") {
                Some(b"") => Err(b"Please give a filename.".to_vec()),
                Some(name) => match save(session, name) {
                    Ok(()) => Ok(None),
                    Err(_) => Err([b"Unable to write to ", name, b"."].concat()),
                },
                // After any other line, the question is repeated without a message.
                None => match legal_square(session.game().board(), side, line) {
                    Some(square) => Ok(Some(square)),
                    None => Err(Vec::new()),
                },
            }
        })?;
        Ok(answer.ok_or(SAVED)?)
    }
}

/// Parses a move. Returns `None` if the line has no two numbers or the move is illegal.
pub(super) fn legal_square(board: &FlipBoard, side: Side, line: &[u8]) -> Option<Square> {
    let (row, col) = text_program::scan_two_numbers(line)?;
    let square = Square::new(row.try_into().ok()?, col.try_into().ok()?);
    board.is_legal(side, square).then_some(square)
}

fn save(session: &Session<Flip>, name: &[u8]) -> io::Result<()> {
    let record = session.record();
    // The path need not be UTF-8.
    files::write_anywhere(Path::new(OsStr::from_bytes(name)), |file| record.write(file))
}

/// Draws the board as on the course sheet. Returns its lines one by one, because the whole text of
/// a large board would take much memory.
pub fn board_lines(board: &FlipBoard) -> impl Iterator<Item = String> {
    let edge = format!("+{}+", "-".repeat(usize::from(board.size())));
    let row = |row| {
        let squares = (0..board.size()).map(|col| match board.at(Square::new(row, col)) {
            None => '.',
            Some(Side::O) => 'O',
            Some(Side::X) => 'X',
        });
        iter::once('|').chain(squares).chain(['|']).collect()
    };
    iter::once(edge.clone()).chain((0..board.size()).map(row)).chain([edge])
}
