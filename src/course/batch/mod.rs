//! Games as lines of JSON, for work that is spread over processes and hosts: a worker answers each
//! line that it reads with a line, in any order, and a [command](play_lines) brings both together.
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

/// A game that is to be played: one line.
pub trait BatchLine: Serialize + DeserializeOwned {
    /// What came of the game.
    type Result: Serialize + DeserializeOwned + Clone;
    /// The command whose `--batch` plays such lines.
    const COMMAND: &'static str;
    /// What the games are parts of, such as a tournament.
    const WHOLE: &'static str;

    /// The identity of the game, which its answer repeats.
    fn id(&self) -> &str;

    /// Checks what its types do not say.
    ///
    /// # Errors
    /// Says what is wrong, as a clause.
    fn check(&self) -> Result<(), String>;

    /// Whether this can be the result of the game.
    fn accepts(&self, _result: &Self::Result) -> bool {
        true
    }

    /// Whether two results differ in nothing but times.
    fn is_same(one: &Self::Result, other: &Self::Result) -> bool;
}

/// The answer to a line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BatchAnswer<R> {
    /// The identity of the game; `None` if the line has none.
    pub id: Option<String>,
    /// The number of the line in the input of its process, from 1.
    pub line: usize,
    /// The result, or an error.
    #[serde(flatten)]
    pub outcome: BatchOutcome<R>,
}

/// The result of a game, or an error.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum BatchOutcome<R> {
    /// The game was played.
    Played(R),
    /// The line contains no game, or the game can't be played here.
    Failed {
        /// What is wrong, and what to do.
        error: String,
    },
}

/// A line that is no game.
#[derive(Debug, thiserror::Error)]
#[error("this is not a game: {what}; `{command} --help` shows one")]
pub struct BatchLineError {
    /// The identity of the game, if the line has one.
    pub id: Option<String>,
    /// A clause that says what is wrong.
    what: String,
    command: &'static str,
}

/// Reads a game from a line.
///
/// # Errors
/// Returns an error if it is no game, or one that can't be played in lines.
pub fn read_line<L: BatchLine>(line: &[u8]) -> Result<L, BatchLineError> {
    let wrong = |id: Option<String>, what: String| BatchLineError { id, what, command: L::COMMAND };
    let value: serde_json::Value =
        serde_json::from_slice(line).map_err(|why| wrong(None, why.to_string()))?;
    let id = value.get("id").and_then(|id| id.as_str()).map(str::to_owned);
    let game = serde_json::from_value::<L>(value).map_err(|why| why.to_string());
    game.and_then(|game| game.check().map(|()| game)).map_err(|what| wrong(id, what))
}

/// Refuses people among these players: nobody sits at a worker.
///
/// # Errors
/// Says what is wrong, as a clause.
pub fn refuse_people(players: &[String]) -> Result<(), String> {
    if players.iter().any(|name| name == HUMAN) {
        return Err(format!("{HUMAN} can't play here; name computer players"));
    }
    Ok(())
}

/// Returns an identity that begins with a name and that no game of other facts has.
pub fn line_id(name: &str, facts: &[&str]) -> String {
    let mut digest = Sha256::new();
    for fact in facts {
        digest.update(fact.as_bytes());
        digest.update([0]);
    }
    let tag = digest.finalize().iter().take(8).fold(0, |tag, byte| tag << 8 | u64::from(*byte));
    format!("{name}-{tag:016x}")
}
