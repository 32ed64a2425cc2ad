//! A saved tournament: a folder with the record of each game and a file of results. That file has a
//! header and a line of JSON for each finished game. Version 0.2.0 saved only that file.
//!
//! ```text
//! {"fourcade_tournament":1,"seed":7,"rounds":50,"players":["program:./first","counter"],...}
//! {"round":0,"game":0,"seed":3047525658,"seats":[null,1,0,null],"penalty":[4,0,13,0],...}
//! ```
//!
//! A last line without a line feed is ignored, because the program was killed while writing it. Its
//! game is played again.

use std::{
    collections::BTreeMap,
    fs::{File, OpenOptions},
    io::{self, BufRead, Write},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{Pairing, PairingSystem, PlayedGame, Tournament};
use crate::intensity::referee::TIMEOUT_SECONDS;
use fourcade_engine::{
    intensity::Intensity,
    lines::{ReadLine, read_line},
    play::Session,
};
use fourcade_programs::files;

const VERSION: u32 = 1;

/// Maximum length of a line. The first line has the paths of all programs.
const MAX_LINE_BYTES: usize = 1 << 20;

/// The settings of a tournament. Together with the results they determine all pairings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentHeader {
    /// The version of the format.
    fourcade_tournament: u32,
    /// The seed of the tournament.
    pub seed: u64,
    /// The pairing system. Left out of the file of a Swiss tournament.
    #[serde(default, skip_serializing_if = "PairingSystem::is_swiss")]
    pub system: PairingSystem,
    /// The number of rounds.
    pub rounds: usize,
    /// The entrants' names in records.
    pub players: Vec<String>,
    /// Whether answers must be exact. Left out of the file if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub strict: bool,
    /// The time limit of a program for one decision, in seconds. Files of version 0.2.0 lack this
    /// and the following fields.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout: Option<f64>,
    /// The options with which programs are compiled and run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub options: Option<Vec<String>>,
    /// Digests of the programs' files, by their names in `players`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub programs: BTreeMap<String, String>,
}

impl TournamentHeader {
    pub(super) fn new(seed: u64, rounds: usize, players: Vec<String>) -> Self {
        Self {
            fourcade_tournament: VERSION,
            seed,
            system: PairingSystem::default(),
            rounds,
            players,
            strict: false,
            timeout: None,
            options: None,
            programs: BTreeMap::new(),
        }
    }

    /// Compares the pairing systems, seeds, strictness, time limits and players, and describes the
    /// first difference as a clause. The number of rounds may differ, and the caller compares the
    /// options and the programs.
    pub(super) fn difference_from(&self, wanted: &Self) -> Option<String> {
        if self.system != wanted.system {
            return Some(format!("it is a {}, not a {}", self.system, wanted.system));
        }
        if self.seed != wanted.seed {
            return Some(format!("its seed is {}, not {}", self.seed, wanted.seed));
        }
        if self.strict != wanted.strict {
            let with = |strict| if strict { "with --strict" } else { "without --strict" };
            return Some(format!(
                "it is played {}, not {}",
                with(self.strict),
                with(wanted.strict)
            ));
        }
        if let (Some(own), Some(wanted)) = (self.timeout, wanted.timeout)
            && !is_same_time(own, wanted)
        {
            return Some(format!("its programs have {own} s for a decision, not {wanted} s"));
        }
        if self.players != wanted.players {
            let (own, wanted) = (self.players.join(", "), wanted.players.join(", "));
            return Some(format!("its players are {own}, not {wanted}"));
        }
        None
    }
}

/// Whether two time limits in seconds are equal apart from rounding.
fn is_same_time(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-6
}

/// Why a saved tournament can't be continued.
#[derive(Debug, thiserror::Error)]
pub enum SavedTournamentError {
    /// A line can't be parsed, isn't part of this tournament, or has another version of the format.
    #[error("line {line}: {what}")]
    WrongLine {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong, as a clause.
        what: String,
    },
    /// The file holds another tournament. The text is a clause about the difference.
    #[error("{0}")]
    Mismatch(String),
}

/// A tournament read from its file.
#[derive(Debug)]
pub struct SavedTournament {
    /// The settings.
    pub header: TournamentHeader,
    /// The finished games, which begin on line 2.
    pub(super) games: Vec<PlayedGame>,
}

impl SavedTournament {
    /// Reads the file of results.
    ///
    /// # Errors
    /// Returns an error about the first line that can't be parsed.
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
        if header.timeout.is_some_and(|timeout| !TIMEOUT_SECONDS.contains(&timeout)) {
            return Err(lines.error("its timeout is not from 0.01 to 3600 seconds"));
        }
        let mut games = Vec::new();
        while let Some(game) = lines.next("a game of a tournament")? {
            games.push(game);
        }
        Ok(Self { header, games })
    }
}

/// The file of results in the folder of a tournament.
const RESULTS: &str = "results.jsonl";

/// The paths of a saved tournament.
#[derive(Clone, Debug)]
pub struct TournamentPaths {
    /// The file of results.
    pub results: PathBuf,
    /// The folder of the records; `None` for a file of version 0.2.0.
    pub records: Option<PathBuf>,
}

impl TournamentPaths {
    /// The paths of an existing tournament.
    pub fn of(path: &Path) -> Self {
        if path.is_dir() {
            Self { results: path.join(RESULTS), records: Some(path.to_owned()) }
        } else {
            Self { results: path.to_owned(), records: None }
        }
    }

    /// Creates the folder of a new tournament and returns the paths in it.
    ///
    /// # Errors
    /// Returns [`io::ErrorKind::AlreadyExists`] if the path exists, or another error if the folder
    /// can't be created.
    pub fn create_folder(path: &Path) -> io::Result<Self> {
        if path.symlink_metadata().is_ok() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        files::create_private_folder(path)?;
        Ok(Self::of(path))
    }

    /// The path of a game's record.
    pub fn record(&self, pairing: &Pairing) -> Option<PathBuf> {
        Some(self.records.as_ref()?.join(record_name(pairing)))
    }
}

/// Returns the name of a game's file, such as `round-02-game-1.fourcade`.
pub fn record_name(pairing: &Pairing) -> String {
    format!("round-{:02}-game-{}.fourcade", pairing.round + 1, pairing.game + 1)
}

/// Saves the games of a tournament as they end.
pub struct TournamentWriter {
    paths: TournamentPaths,
    results: File,
}

impl TournamentWriter {
    /// Rewrites the file of results with all games played so far, without an incomplete last line,
    /// and opens it for the games that follow.
    ///
    /// # Errors
    /// Returns an error if the file can't be written.
    pub fn rewriting(paths: TournamentPaths, tournament: &Tournament) -> io::Result<Self> {
        files::write_atomic(&paths.results, |output| {
            write_line(output, &tournament.header())?;
            tournament.played().iter().try_for_each(|game| write_line(output, game))
        })?;
        let results = OpenOptions::new().append(true).open(&paths.results)?;
        Ok(Self { paths, results })
    }

    /// Saves the record of a finished game, then appends its result with a single write.
    ///
    /// # Errors
    /// Returns an error if a file can't be written.
    pub fn append(
        &mut self,
        game: &PlayedGame,
        session: Option<&Session<Intensity>>,
    ) -> io::Result<()> {
        if let (Some(path), Some(session)) = (self.paths.record(&game.pairing), session) {
            files::write_atomic(&path, |output| session.record().write(output))?;
        }
        write_line(&mut self.results, game)
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
        SavedTournamentError::WrongLine { line: self.number, what: what.into() }
    }

    /// Parses the next line. Returns `None` at the end or if the last line is incomplete. `what`
    /// describes the expected line for messages.
    fn next<T: DeserializeOwned>(&mut self, what: &str) -> Result<Option<T>, SavedTournamentError> {
        self.number += 1;
        match read_line(self.input, MAX_LINE_BYTES) {
            Err(error) => Err(self.error(error.to_string())),
            Ok(ReadLine::TooLong(_)) => Err(self.error(format!("the line is too long for {what}"))),
            Ok(ReadLine::Unterminated(_) | ReadLine::End) => Ok(None),
            Ok(ReadLine::Complete(line)) => serde_json::from_slice(&line)
                .map(Some)
                .map_err(|error| self.error(format!("this is not {what}: {error}"))),
        }
    }
}
