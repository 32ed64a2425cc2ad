//! Games as lines of JSON, and their results, for tournaments that are played on several hosts.
//!
//! ```text
//! {"id":"a","seed":7,"players":["program:./first","counter","random","random"],"timeout":30}
//! {"id":"a","line":1,"seed":7,"players":[...],"penalty":[4,0,13,0],"illegal":[0,0,0,0],...}
//! ```

use std::{path::Path, time::Duration};

use serde::{Deserialize, Serialize};

use super::{
    Entrant, Match, MatchError, MatchResult, PlayedMatch, RosterError, entrants::computer, is_zero,
};
use crate::program::{AnswerRules, LateStreak, ProgramPlayer, program_path};
use fourcade_engine::{
    intensity::model::SEATS,
    play::{CancelToken, HUMAN},
};
use fourcade_programs::{DEFAULT_TIME_LIMIT, Runner};

/// The shortest and the longest time limit of a program for one decision, in seconds.
pub const TIMEOUT_SECONDS: std::ops::RangeInclusive<f64> = 0.01..=3600.0;

/// A game that is to be played: one line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BatchGame {
    /// The identity of the game, which its answer repeats.
    pub id: String,
    /// The seed of the deal and of all random choices.
    pub seed: u64,
    /// The names of the players by seat: `program:PATH`, or built-in players.
    pub players: [String; SEATS],
    /// The time limit of a program for one decision, in seconds.
    #[serde(default = "default_timeout")]
    pub timeout: f64,
    /// Whether programs must answer exactly the numbers asked for, and nothing else.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub strict: bool,
    /// Whether the answer is to hold the record of the game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub record: bool,
    /// How many answers in a row were late before the game, by seat.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub late_before: [LateStreak; SEATS],
}

fn default_timeout() -> f64 {
    DEFAULT_TIME_LIMIT.as_secs_f64()
}

/// What came of a line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BatchAnswer {
    /// The identity of the game; `None` if the line has none.
    pub id: Option<String>,
    /// The number of the line in the input of its process, from 1.
    pub line: usize,
    /// The result, or an error.
    #[serde(flatten)]
    pub outcome: BatchOutcome,
}

/// The result of a game, or an error.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
#[allow(clippy::large_enum_variant)] // there is one at a time
pub enum BatchOutcome {
    /// The game was played.
    Played {
        /// The seed of the game.
        seed: u64,
        /// The players by seat, as in the game.
        players: [String; SEATS],
        /// The sandbox of the programs, if any took part.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sandbox: Option<String>,
        /// What counts of the game.
        #[serde(flatten)]
        result: MatchResult,
        /// The names of other programs that each program has started.
        #[serde(default, skip_serializing_if = "is_nothing")]
        started: [Vec<String>; SEATS],
        /// The record of the game, if it was asked for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        record: Option<String>,
    },
    /// The line contains no game, or the game can't be played here.
    Failed {
        /// What is wrong, and what to do.
        error: String,
    },
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde calls it
fn is_nothing(started: &[Vec<String>; SEATS]) -> bool {
    started.iter().all(Vec::is_empty)
}

impl BatchAnswer {
    /// Returns the answer to a line that can't be played.
    pub fn failed(id: Option<String>, line: usize, error: impl Into<String>) -> Self {
        Self { id, line, outcome: BatchOutcome::Failed { error: error.into() } }
    }
}

/// A line that is no game.
#[derive(Debug, thiserror::Error)]
#[error("this is not a game: {what}; `fourcade referee --help` shows one")]
pub struct BatchGameError {
    /// The identity of the game, if the line has one.
    pub id: Option<String>,
    /// A clause that says what is wrong.
    what: String,
}

impl BatchGame {
    /// Reads a line of JSON.
    ///
    /// # Errors
    /// Returns an error if it is no game, or one that can't be played in lines.
    pub fn read(line: &[u8]) -> Result<Self, BatchGameError> {
        let without_id = |what: String| BatchGameError { id: None, what };
        let value: serde_json::Value =
            serde_json::from_slice(line).map_err(|why| without_id(why.to_string()))?;
        let id = value.get("id").and_then(|id| id.as_str()).map(str::to_owned);
        let game: Self = serde_json::from_value(value)
            .map_err(|why| BatchGameError { id: id.clone(), what: why.to_string() })?;
        let what = if !TIMEOUT_SECONDS.contains(&game.timeout) {
            format!(
                "its timeout is {}, not from {} to {} seconds",
                game.timeout,
                TIMEOUT_SECONDS.start(),
                TIMEOUT_SECONDS.end()
            )
        } else if game.players.iter().any(|name| name == HUMAN) {
            format!("{HUMAN} can't play here; name computer players")
        } else {
            return Ok(game);
        };
        Err(BatchGameError { id, what })
    }

    /// Plays the game. Returns `None` if it was cancelled.
    ///
    /// # Errors
    /// Returns an error if a player can't take part.
    pub fn play(
        &self,
        runner: &Runner,
        cancel: &CancelToken,
    ) -> Result<Option<PlayedMatch>, MatchError> {
        let rules = AnswerRules::new(Duration::from_secs_f64(self.timeout), self.strict);
        let mut entrants = Vec::with_capacity(SEATS);
        for name in &self.players {
            // A program is not asked for its name, which no result needs.
            let entrant = match program_path(name) {
                None => computer(name),
                Some(path) => runner
                    .prepare(Path::new(path), &|| cancel.is_cancelled())
                    .map(|program| ProgramPlayer::new(program, rules))
                    .map(|player| Entrant::program(name.clone(), name.clone(), player))
                    .map_err(RosterError::from),
            };
            match entrant {
                Err(RosterError::Cancelled) => return Ok(None),
                entrant => entrants.push(entrant?),
            }
        }
        let Ok(entrants) = <[Entrant; SEATS]>::try_from(entrants) else { return Ok(None) };
        let (seed, late) = (self.seed, self.late_before);
        Match { entrants: &entrants, seed, rules, late, cancel }.play_quietly()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = r#"{"id":"a","seed":7,"players":["random","counter","random","random"]}"#;

    #[test]
    fn a_game_is_read_from_a_line() {
        let game = BatchGame::read(GAME.as_bytes()).unwrap();
        assert_eq!((game.id.as_str(), game.seed, game.timeout), ("a", 7, 30.0));
        assert_eq!(game.players, ["random", "counter", "random", "random"]);
        assert!(!game.strict);
        let line = serde_json::to_string(&game).unwrap();
        assert_eq!(BatchGame::read(line.as_bytes()).unwrap(), game);
    }

    #[test]
    fn a_bad_line_is_explained_with_its_identity() {
        for (line, id, why) in [
            ("junk".to_owned(), None, "expected value"),
            ("[]".to_owned(), None, "invalid"),
            (GAME.replace("\"a\"", "5"), None, "expected a string"),
            (GAME.replace("\"counter\",", ""), Some("a"), "expected an array of length 4"),
            (GAME.replace("\"counter\"", "\"human\""), Some("a"), "human can't play here"),
            (GAME.replace("\"seed\":7,", ""), Some("a"), "missing field `seed`"),
            (GAME.replace('7', "-7"), Some("a"), "invalid value: integer `-7`"),
            (GAME.replace('7', "7,\"size\":3"), Some("a"), "unknown field `size`"),
            (GAME.replace('7', "7,\"timeout\":0"), Some("a"), "not from 0.01 to 3600 seconds"),
        ] {
            let error = BatchGame::read(line.as_bytes()).unwrap_err();
            assert_eq!(error.id.as_deref(), id, "{line}");
            assert!(error.to_string().contains(why), "{line}: {error}");
        }
    }

    #[test]
    fn answers_are_read_back() {
        let game = BatchGame::read(GAME.as_bytes()).unwrap();
        let result = game.play(&Runner::default(), &CancelToken::default());
        // Times may be rounded when they are read back.
        let result = MatchResult { slowest_ms: [0.5; SEATS], ..result.unwrap().unwrap().result };
        assert!(result.penalty.iter().sum::<u32>() > 0);
        let (seed, players, started) = (game.seed, game.players, Default::default());
        let outcome =
            BatchOutcome::Played { seed, players, sandbox: None, result, started, record: None };
        let played = BatchAnswer { id: Some(game.id), line: 3, outcome };
        for answer in [played, BatchAnswer::failed(None, 2, "why")] {
            let line = serde_json::to_string(&answer).unwrap();
            assert_eq!(serde_json::from_str::<BatchAnswer>(&line).unwrap(), answer, "{line}");
        }
        assert!(serde_json::from_str::<BatchAnswer>(GAME).is_err(), "a game is no answer");
    }
}
