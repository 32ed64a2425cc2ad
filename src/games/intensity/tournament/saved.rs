//! A tournament in a file: a header and then one line of JSON for each finished game.
//!
//! ```text
//! {"fourcade_tournament":1,"seed":7,"rounds":50,"players":["program:./first","counter"]}
//! {"round":0,"game":0,"seed":3047525658,"seats":[null,1,0,null],"penalty":[4,0,13,0],...}
//! ```
//!
//! A last line without a line feed is ignored, because the program was killed while it wrote that
//! line. The game of the line is played again.

use std::{
    fs::{File, OpenOptions},
    io::{self, BufRead, Write},
    path::Path,
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{PlayedGame, Tournament};
use crate::files;
use fourcade_engine::lines::{ReadLine, read_line};

const VERSION: u32 = 1;

/// The maximum length of a line in bytes. The first line holds the paths of all programs.
const MAX_LINE_BYTES: usize = 1 << 20;

/// Together with the results it determines all pairings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentHeader {
    /// The version of the format.
    fourcade_tournament: u32,
    pub seed: u64,
    pub rounds: usize,
    /// The names of the entrants in records.
    pub players: Vec<String>,
    /// Whether only exact answers count. It is left out of the file if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub strict: bool,
}

impl TournamentHeader {
    pub(super) fn new(seed: u64, rounds: usize, players: Vec<String>, strict: bool) -> Self {
        Self { fourcade_tournament: VERSION, seed, rounds, players, strict }
    }
}

#[derive(Debug)]
pub struct SavedTournament {
    pub header: TournamentHeader,
    /// The finished games, one per line from line 2 on.
    pub(super) games: Vec<PlayedGame>,
}

#[derive(Debug, thiserror::Error)]
pub enum SavedTournamentError {
    /// A line can't be read or is not part of this tournament.
    #[error("line {line}: {what}")]
    Damaged {
        /// The number of the line, from 1.
        line: usize,
        /// A clause that says what is wrong with the line.
        what: String,
    },
    /// The file contains a different tournament. The text is a clause that names the difference.
    #[error("{0}")]
    Mismatch(String),
}

impl SavedTournament {
    /// The error has the number of the first line that can't be read.
    pub fn read(input: &mut dyn BufRead) -> Result<Self, SavedTournamentError> {
        let mut lines = JsonLines { input, number: 0 };
        let header: Option<TournamentHeader> = lines.next("the first line of a tournament")?;
        let header = header
            .ok_or_else(|| lines.error("the file is empty or cut short in its first line"))?;
        if header.fourcade_tournament != VERSION {
            let found = header.fourcade_tournament;
            return Err(lines
                .error(format!("it has version {found}; this program reads version {VERSION}")));
        }
        let mut games = Vec::new();
        while let Some(game) = lines.next("a game of a tournament")? {
            games.push(game);
        }
        Ok(Self { header, games })
    }
}

pub struct TournamentWriter(File);

impl TournamentWriter {
    /// Fails with [`io::ErrorKind::AlreadyExists`] if the file exists already.
    pub fn create(path: &Path, tournament: &Tournament) -> io::Result<Self> {
        if path.symlink_metadata().is_ok() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        Self::overwrite(path, tournament)
    }

    /// Rewrites the file of a tournament with all games played so far, which removes an incomplete
    /// last line.
    pub fn overwrite(path: &Path, tournament: &Tournament) -> io::Result<Self> {
        files::write_atomic(path, |output| {
            write_line(output, &tournament.header())?;
            tournament.played().iter().try_for_each(|game| write_line(output, game))
        })?;
        Ok(Self(OpenOptions::new().append(true).open(path)?))
    }

    /// Appends a finished game as one write.
    pub fn append(&mut self, game: &PlayedGame) -> io::Result<()> {
        write_line(&mut self.0, game)
    }
}

fn write_line(output: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    output.write_all(&line)
}

struct JsonLines<'a> {
    input: &'a mut dyn BufRead,
    number: usize,
}

impl JsonLines<'_> {
    fn error(&self, what: impl Into<String>) -> SavedTournamentError {
        SavedTournamentError::Damaged { line: self.number, what: what.into() }
    }

    /// Reads the next line. Returns `None` at the end and if the last line is incomplete. `what`
    /// describes the expected line for messages.
    fn next<T: DeserializeOwned>(&mut self, what: &str) -> Result<Option<T>, SavedTournamentError> {
        self.number += 1;
        match read_line(self.input, MAX_LINE_BYTES) {
            Err(why) => Err(self.error(why.to_string())),
            Ok(ReadLine::TooLong(_)) => Err(self.error(format!("the line is too long for {what}"))),
            Ok(ReadLine::Unterminated(_) | ReadLine::End) => Ok(None),
            Ok(ReadLine::Complete(line)) => serde_json::from_slice(&line)
                .map(Some)
                .map_err(|why| self.error(format!("this is not {what}: {why}"))),
        }
    }
}
