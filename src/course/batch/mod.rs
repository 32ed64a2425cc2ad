//! Games as lines of JSON, so that they can be spread over processes and hosts. A worker answers
//! each game with a line, in any order; [`play_lines`] sends games to a command and reads the
//! answers.
//!
//! ```text
//! {"id":"a","seed":7,"players":["program:./first","counter","random","random"],"timeout":30}
//! {"id":"a","line":1,"seed":7,"players":[...],"penalty":[4,0,13,0],"illegal":[0,0,0,0],...}
//! ```

mod via;

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use sha2::{Digest as _, Sha256};

use fourcade_engine::play::HUMAN;

pub use via::{LinesObserver, ViaError, play_lines};

/// A game to play: one line of a batch.
pub trait BatchLine: Serialize + DeserializeOwned {
    /// The result of the game.
    type Result: Serialize + DeserializeOwned + Clone;
    /// The command that plays such lines with `--batch`.
    const COMMAND: &'static str;
    /// The noun for the whole that the games belong to, such as "tournament".
    const WHOLE: &'static str;

    /// The ID of the game, which its answer repeats.
    fn id(&self) -> &str;

    /// Checks everything that deserialisation doesn't.
    ///
    /// # Errors
    /// Returns what is wrong, as a clause.
    fn check(&self) -> Result<(), String>;

    /// Whether a result is possible for this game.
    fn accepts(&self, _result: &Self::Result) -> bool {
        true
    }

    /// Whether two results are equal apart from times.
    fn is_same(one: &Self::Result, other: &Self::Result) -> bool;
}

/// The answer to a line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BatchAnswer<R> {
    /// The ID of the game; `None` if the line has none.
    pub id: Option<String>,
    /// The number of the line in the worker's input, from 1.
    pub line: usize,
    /// The result or an error.
    #[serde(flatten)]
    pub outcome: BatchOutcome<R>,
}

/// The result of a game or an error.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum BatchOutcome<R> {
    /// The game was played.
    Played(R),
    /// The line isn't a game, or the game can't be played here.
    Failed {
        /// What is wrong and what to do.
        error: String,
    },
}

/// A line isn't a valid game.
#[derive(Debug, thiserror::Error)]
#[error("this is not a game: {what}; `{command} --help` shows one")]
pub struct BatchLineError {
    /// The ID of the game, if the line has one.
    pub id: Option<String>,
    /// What is wrong, as a clause.
    what: String,
    command: &'static str,
}

/// Parses a line as a game.
///
/// # Errors
/// Returns an error if it isn't a game, or fails [`BatchLine::check`].
pub fn read_line<L: BatchLine>(line: &[u8]) -> Result<L, BatchLineError> {
    let wrong = |id: Option<String>, what: String| BatchLineError { id, what, command: L::COMMAND };
    let value: serde_json::Value =
        serde_json::from_slice(line).map_err(|error| wrong(None, error.to_string()))?;
    let id = value.get("id").and_then(|id| id.as_str()).map(str::to_owned);
    let game = serde_json::from_value::<L>(value).map_err(|error| error.to_string());
    game.and_then(|game| game.check().map(|()| game)).map_err(|what| wrong(id, what))
}

/// Checks that no player is a person.
///
/// # Errors
/// Returns what is wrong, as a clause.
pub fn refuse_people(players: &[String]) -> Result<(), String> {
    if players.iter().any(|name| name == HUMAN) {
        return Err(format!("{HUMAN} can't play here; name computer players"));
    }
    Ok(())
}

/// Returns an ID made of a name and a 64-bit hash of the facts that distinguish the game.
pub fn line_id(name: &str, facts: &[&str]) -> String {
    let mut digest = Sha256::new();
    for fact in facts {
        digest.update(fact.as_bytes());
        digest.update([0]);
    }
    let tag = digest.finalize().iter().take(8).fold(0, |tag, byte| tag << 8 | u64::from(*byte));
    format!("{name}-{tag:016x}")
}
