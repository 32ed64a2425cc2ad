//! The course's text program: `flip new dim [playerXtype] [playerOtype]` and `flip load filename`.
//!
//! All its messages go to standard output, and its exit statuses are those of the course sheet.

mod game;

use std::{
    ffi::{OsStr, OsString},
    fs::File,
    io::{self, BufRead, BufReader, Write},
};

use self::game::ClassicFlip;
use super::{
    Flip,
    rules::{FlipSetup, MIN_SIZE, Side},
};
use crate::{
    games::HUMAN,
    play::{RecordHeader, Session},
};

/// The names in records of the player types 0, 1 and 2.
const PLAYER_TYPES: [&str; 3] = [HUMAN, "first", "last"];

/// Why the program ends. Each reason has an exit status and a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ExitReason {
    /// The game is over or has been saved.
    Done,
    /// The arguments are not a valid command.
    Usage,
    /// The dimension is not an integer from 4 to the largest size.
    Dimension,
    /// A player type is not 0, 1 or 2.
    PlayerType,
    /// The saved game can't be loaded.
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

/// Runs the program with these arguments and returns its exit status. An input that can't be read
/// counts as ended.
///
/// # Errors
/// Returns an error if the output can't be written.
pub fn run(args: &[OsString], input: &mut dyn BufRead, output: &mut dyn Write) -> io::Result<u8> {
    let reason = match start(args) {
        Ok(session) => ClassicFlip::new(session, input, output).play()?,
        Err(reason) => reason,
    };
    reason.write_message(output)?;
    output.flush()?;
    Ok(reason.status())
}

/// Returns the game that the arguments request. As the course sheet specifies, the values of the
/// arguments are checked before their number.
fn start(args: &[OsString]) -> Result<Session<Flip>, ExitReason> {
    let command = args.first().map(OsString::as_os_str);
    match (command.and_then(OsStr::to_str), &args[1.min(args.len())..]) {
        (Some("new"), [dim, rest @ ..]) => {
            let setup = dimension(dim).ok_or(ExitReason::Dimension)?;
            let mut seats = [PLAYER_TYPES[0]; 2];
            // The type of X comes first.
            for (arg, side) in rest.iter().zip([Side::X, Side::O]) {
                seats[side.index()] = player_type(arg).ok_or(ExitReason::PlayerType)?;
            }
            if rest.len() > seats.len() {
                return Err(ExitReason::Usage);
            }
            Ok(Session::new(RecordHeader {
                setup,
                seats: seats.map(str::to_owned).to_vec(),
                seed: 0,
            }))
        }
        (Some("load"), [file, rest @ ..]) => {
            let session = load(file).ok_or(ExitReason::Loading)?;
            if rest.is_empty() { Ok(session) } else { Err(ExitReason::Usage) }
        }
        _ => Err(ExitReason::Usage),
    }
}

/// Parses a board dimension, or returns `None` if it is invalid. The whole argument must be a
/// decimal integer; a plus sign and leading zeros are allowed.
fn dimension(arg: &OsStr) -> Option<FlipSetup> {
    let arg = arg.to_str()?;
    let digits = arg.strip_prefix('+').unwrap_or(arg);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let size = digits.parse().ok().filter(|&size| size >= MIN_SIZE)?;
    FlipSetup::new(size).ok()
}

/// Returns the name of the player type with this number, or `None` if there is no such type.
fn player_type(arg: &OsStr) -> Option<&'static str> {
    ["0", "1", "2"].iter().position(|digit| arg == *digit).map(|number| PLAYER_TYPES[number])
}

/// Loads a saved game. Returns `None` if this program can't continue it: the file can't be read or
/// is not a game of Flip, a player has none of the three types, or a player has resigned.
fn load(file: &OsStr) -> Option<Session<Flip>> {
    let session = Session::<Flip>::read(&mut BufReader::new(File::open(file).ok()?)).ok()?;
    let is_known = |seat: &String| PLAYER_TYPES.contains(&seat.as_str());
    (session.header().seats.iter().all(is_known) && session.resigned().is_empty())
        .then_some(session)
}

#[cfg(test)]
mod tests;
