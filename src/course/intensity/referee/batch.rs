//! Games and results as [lines](crate::batch), for tournaments on several hosts.

use std::{path::Path, time::Duration};

use serde::{Deserialize, Serialize};

use super::{
    Entrant, Match, MatchError, MatchResult, PlayedMatch, RosterError, entrants::computer, is_zero,
};
use crate::batch::{BatchLine, refuse_people};
use crate::program::{AnswerRules, LateStreak, ProgramPlayer, program_path};
use fourcade_engine::{intensity::model::SEATS, play::CancelToken};
use fourcade_programs::{DEFAULT_TIME_LIMIT, Runner};

/// Allowed time limits of a program for one decision, in seconds.
pub const TIMEOUT_SECONDS: std::ops::RangeInclusive<f64> = 0.01..=3600.0;

/// A game to play: one line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BatchGame {
    /// The ID of the game, which its answer repeats.
    pub id: String,
    /// The seed of the deal and of all random choices.
    pub seed: u64,
    /// The players by seat: `program:PATH`, or built-in players.
    pub players: [String; SEATS],
    /// The time limit of a program for one decision, in seconds.
    #[serde(default = "default_timeout")]
    pub timeout: f64,
    /// Whether programs must print the requested numbers and nothing else.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub strict: bool,
    /// Whether the result includes the record of the game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub record: bool,
    /// Late answers in a row before the game, by seat.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub late_before: [LateStreak; SEATS],
}

fn default_timeout() -> f64 {
    DEFAULT_TIME_LIMIT.as_secs_f64()
}

impl BatchLine for BatchGame {
    type Result = BatchResult;
    const COMMAND: &'static str = "fourcade referee";
    const WHOLE: &'static str = "tournament";

    fn id(&self) -> &str {
        &self.id
    }

    fn check(&self) -> Result<(), String> {
        if !TIMEOUT_SECONDS.contains(&self.timeout) {
            return Err(format!(
                "its timeout is {}, not from {} to {} seconds",
                self.timeout,
                TIMEOUT_SECONDS.start(),
                TIMEOUT_SECONDS.end()
            ));
        }
        refuse_people(&self.players)
    }

    fn is_same(one: &BatchResult, other: &BatchResult) -> bool {
        one.result.is_same_game(&other.result)
    }
}

impl BatchGame {
    /// Plays the game. Returns `None` if cancelled.
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
            // Results need no names, so programs aren't asked for theirs.
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

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BatchResult {
    /// The seed of the game.
    pub seed: u64,
    /// The players by seat, as in the game.
    pub players: [String; SEATS],
    /// The sandbox of the programs, if any took part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sandbox: Option<String>,
    /// Points, mistakes and times.
    #[serde(flatten)]
    pub result: MatchResult,
    /// Names of other programs that each program has started.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub started: [Vec<String>; SEATS],
    /// The record of the game, if it was requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::{BatchAnswer, BatchOutcome, read_line};

    const GAME: &str = r#"{"id":"a","seed":7,"players":["random","counter","random","random"]}"#;

    #[test]
    fn a_game_is_read_from_a_line() {
        let game = read_line::<BatchGame>(GAME.as_bytes()).unwrap();
        assert_eq!((game.id.as_str(), game.seed, game.timeout), ("a", 7, 30.0));
        assert_eq!(game.players, ["random", "counter", "random", "random"]);
        assert!(!game.strict);
        let line = serde_json::to_string(&game).unwrap();
        assert_eq!(read_line::<BatchGame>(line.as_bytes()).unwrap(), game);
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
            let error = read_line::<BatchGame>(line.as_bytes()).unwrap_err();
            assert_eq!(error.id.as_deref(), id, "{line}");
            assert!(error.to_string().contains(why), "{line}: {error}");
        }
    }

    #[test]
    fn answers_are_read_back() {
        let game = read_line::<BatchGame>(GAME.as_bytes()).unwrap();
        let result = game.play(&Runner::default(), &CancelToken::default());
        // Times may be rounded when they are read back.
        let result = MatchResult { slowest_ms: [0.5; SEATS], ..result.unwrap().unwrap().result };
        assert!(result.penalty.iter().sum::<u32>() > 0);
        let (seed, players, started) = (game.seed, game.players, Default::default());
        let played = BatchOutcome::Played(BatchResult {
            seed,
            players,
            sandbox: None,
            result,
            started,
            record: None,
        });
        let played = BatchAnswer { id: Some(game.id), line: 3, outcome: played };
        let failed = BatchOutcome::Failed { error: "why".to_owned() };
        for answer in [played, BatchAnswer { id: None, line: 2, outcome: failed }] {
            let line = serde_json::to_string(&answer).unwrap();
            let read = serde_json::from_str::<BatchAnswer<BatchResult>>(&line);
            assert_eq!(read.unwrap(), answer, "{line}");
        }
        let read = serde_json::from_str::<BatchAnswer<BatchResult>>(GAME);
        assert!(read.is_err(), "a game is no answer");
    }
}
