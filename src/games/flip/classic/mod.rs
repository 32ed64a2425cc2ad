//! The course's text program: `flip new dim [playerXtype] [playerOtype]` and `flip load filename`.
//!
//! Its messages all go to standard output, and its exit statuses matter.

mod table;

use std::{
    ffi::{OsStr, OsString},
    fs::File,
    io::{self, BufRead, BufReader, Write},
};

use self::table::Table;
use super::{
    Flip,
    rules::{FlipSetup, MIN_SIZE, Side},
};
use crate::{
    games::HUMAN,
    play::{RecordHeader, Session},
};

/// The players by type, as they are called in records.
const TYPES: [&str; 3] = [HUMAN, "first", "last"];

/// How the program ends, by exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// The game is over or saved; what had to be said has been said.
    Done,
    /// The words make no command.
    Usage,
    /// The dimension is no integer above 3.
    Dimension,
    /// A player type is not 0, 1 or 2.
    PlayerType,
    /// The saved game can't be loaded.
    Loading,
    /// The input ended when this side was to move.
    Input(Side),
}

impl End {
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

    fn tell(self, output: &mut dyn Write) -> io::Result<()> {
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

/// Runs the program with the words behind its name; returns its exit status.
///
/// # Errors
/// Those of `output`. (What goes wrong with `input` counts as its end.)
pub fn run(words: &[OsString], input: &mut dyn BufRead, output: &mut dyn Write) -> io::Result<u8> {
    let end = match start(words) {
        Ok(session) => Table::new(session, input, output).play()?,
        Err(end) => end,
    };
    end.tell(output)?;
    output.flush()?;
    Ok(end.status())
}

/// The game that the words ask for. The order of the checks is the course's: what stands in the
/// words counts before how many they are.
fn start(words: &[OsString]) -> Result<Session<Flip>, End> {
    let command = words.first().map(OsString::as_os_str);
    match (command.and_then(OsStr::to_str), &words[1.min(words.len())..]) {
        (Some("new"), [dim, rest @ ..]) => {
            let setup = dimension(dim).ok_or(End::Dimension)?;
            let mut seats = [TYPES[0]; 2];
            // X's type comes first.
            for (word, side) in rest.iter().zip([Side::X, Side::O]) {
                seats[side.index()] = player_type(word).ok_or(End::PlayerType)?;
            }
            if rest.len() > seats.len() {
                return Err(End::Usage);
            }
            Ok(Session::new(RecordHeader {
                setup,
                seats: seats.map(str::to_owned).to_vec(),
                seed: 0,
            }))
        }
        (Some("load"), [file, rest @ ..]) => {
            let session = load(file).ok_or(End::Loading)?;
            if rest.is_empty() { Ok(session) } else { Err(End::Usage) }
        }
        _ => Err(End::Usage),
    }
}

/// A board of this dimension: the whole word is an integer in decimal (a sign and leading zeros are
/// allowed).
fn dimension(word: &OsStr) -> Option<FlipSetup> {
    let word = word.to_str()?;
    let digits = word.strip_prefix('+').unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let size = digits.parse().ok().filter(|&size| size >= MIN_SIZE)?;
    FlipSetup::new(size).ok()
}

fn player_type(word: &OsStr) -> Option<&'static str> {
    ["0", "1", "2"].iter().position(|digit| word == *digit).map(|number| TYPES[number])
}

/// A saved game, if the file is one that this program can go on with: its players are of the three
/// types, and nobody has resigned (which this program does not know).
fn load(file: &OsStr) -> Option<Session<Flip>> {
    let session = Session::<Flip>::read(&mut BufReader::new(File::open(file).ok()?)).ok()?;
    let known = |seat: &String| TYPES.contains(&seat.as_str());
    (session.header().seats.iter().all(known) && session.resigned().is_empty()).then_some(session)
}

#[cfg(test)]
mod tests;
