//! A tournament in a file: what fixes it, then a line of JSON for each game that is over.
//!
//! ```text
//! {"fourcade_tournament":1,"seed":7,"rounds":50,"players":["program:./first","counter"]}
//! {"round":0,"game":0,"seed":3047525658,"seats":[null,1,0,null],"penalty":[4,0,13,0],"illegal":[0,0,0,0],"slowest_ms":[...]}
//! ```
//!
//! A line that was cut short, since the program was killed while it wrote, is left out: its game is
//! played again.

use std::{
    fs::{File, OpenOptions},
    io::{self, BufRead, Write},
    path::Path,
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{Pairing, PlayedGame, Tournament};
use crate::{
    files,
    lines::{ReadLine, read_line},
};

/// The version of this form.
const VERSION: u32 = 1;

/// The maximum length of a line in bytes. The first line holds the paths of all programs.
const MAX_LINE_BYTES: usize = 1 << 20;

/// What fixes a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentHeader {
    fourcade_tournament: u32,
    /// The seed.
    pub seed: u64,
    /// How many rounds were wanted.
    pub rounds: usize,
    /// Who takes part, as records call them.
    pub players: Vec<String>,
}

/// A tournament as it was saved.
#[derive(Debug)]
pub struct SavedTournament {
    /// What fixes it.
    pub header: TournamentHeader,
    games: Vec<PlayedGame>,
}

/// Why a saved tournament can't be gone on with.
#[derive(Debug, thiserror::Error)]
pub enum SavedTournamentError {
    /// It can't be read.
    #[error("line {line}: {what}")]
    Damaged {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it, as a sentence.
        what: String,
    },
    /// It is not the one that is wanted.
    #[error("{0}")]
    Other(String),
}

impl SavedTournament {
    /// Reads it.
    ///
    /// # Errors
    /// Says which line is wrong, and why.
    pub fn read(input: &mut dyn BufRead) -> Result<Self, SavedTournamentError> {
        let mut lines = Lines { input, number: 0 };
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

impl Tournament {
    fn header(&self) -> TournamentHeader {
        TournamentHeader {
            fourcade_tournament: VERSION,
            seed: self.seed,
            rounds: self.rounds,
            players: self.entrants.iter().map(|entrant| entrant.kind.clone()).collect(),
        }
    }

    /// Takes over what was saved of this same tournament.
    ///
    /// # Errors
    /// If it is another one, or a game is not one of its games.
    pub fn resume(&mut self, saved: SavedTournament) -> Result<(), SavedTournamentError> {
        let (here, there) = (self.header(), &saved.header);
        if here.seed != there.seed {
            return Err(SavedTournamentError::Other(format!(
                "its seed is {}, not {}",
                there.seed, here.seed
            )));
        }
        if here.players != there.players {
            let (here, there) = (here.players.join(", "), there.players.join(", "));
            return Err(SavedTournamentError::Other(format!(
                "its players are {there}, not {here}"
            )));
        }
        let mut games: Vec<_> = saved.games.into_iter().zip(2..).collect();
        games.sort_by_key(|(game, _)| game.pairing.round);
        for games in games.chunk_by(|(one, _), (other, _)| one.pairing.round == other.pairing.round)
        {
            self.take_over_round(games)?;
        }
        Ok(())
    }

    /// The games of a round, with their lines; all rounds before it are there, and its pairings
    /// follow from them.
    fn take_over_round(
        &mut self,
        games: &[(PlayedGame, usize)],
    ) -> Result<(), SavedTournamentError> {
        let Some((PlayedGame { pairing: Pairing { round, .. }, .. }, _)) = games.first() else {
            return Ok(());
        };
        if *round >= self.rounds {
            let wanted = self.rounds;
            return Err(SavedTournamentError::Other(format!(
                "its round {round} is played, but only {wanted} are wanted"
            )));
        }
        let mut missing = self.draw(*round);
        for (game, line) in games {
            let Some(place) = missing.iter().position(|pairing| *pairing == game.pairing) else {
                let what = "this game is none of this tournament, or is there twice".to_owned();
                return Err(SavedTournamentError::Damaged { line: *line, what });
            };
            missing.swap_remove(place);
            self.played.push(game.clone());
        }
        Ok(())
    }
}

/// Adds each game to the file of a tournament.
pub struct TournamentWriter(File);

impl TournamentWriter {
    /// To a new file.
    ///
    /// # Errors
    /// If there is a file already, or it can't be written.
    pub fn create(path: &Path, tournament: &Tournament) -> io::Result<Self> {
        if path.symlink_metadata().is_ok() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        Self::write(path, tournament)
    }

    /// To a file whose games the tournament has taken over; what was cut short in it is gone then.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn write(path: &Path, tournament: &Tournament) -> io::Result<Self> {
        files::write_atomic(path, |output| {
            write_line(output, &tournament.header())?;
            tournament.played.iter().try_for_each(|played| write_line(output, played))
        })?;
        Ok(Self(OpenOptions::new().append(true).open(path)?))
    }

    /// Adds a game, whole if nobody pulls the plug.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn add(&mut self, played: &PlayedGame) -> io::Result<()> {
        write_line(&mut self.0, played)
    }
}

fn write_line(output: &mut dyn Write, line: &impl Serialize) -> io::Result<()> {
    let mut text = serde_json::to_vec(line)?;
    text.push(b'\n');
    output.write_all(&text)
}

struct Lines<'a> {
    input: &'a mut dyn BufRead,
    number: usize,
}

impl Lines<'_> {
    fn error(&self, what: impl Into<String>) -> SavedTournamentError {
        SavedTournamentError::Damaged { line: self.number, what: what.into() }
    }

    /// The next line; nothing at the end, or if it is cut short.
    fn next<T: DeserializeOwned>(&mut self, what: &str) -> Result<Option<T>, SavedTournamentError> {
        self.number += 1;
        match read_line(self.input, MAX_LINE_BYTES) {
            Err(why) => Err(self.error(why.to_string())),
            Ok(ReadLine::TooLong(_)) => Err(self.error(format!("this is too long for {what}"))),
            Ok(ReadLine::Unterminated(_) | ReadLine::End) => Ok(None),
            Ok(ReadLine::Complete(line)) => serde_json::from_slice(&line)
                .map(Some)
                .map_err(|why| self.error(format!("this is not {what}: {why}"))),
        }
    }
}
