//! A game as data: a header, a line for each step and a closing line, all in JSON.
//!
//! ```text
//! {"fourcade":1,"game":"flip","format":1,"setup":{"size":4},"seats":["human","level:3"],"seed":7}
//! {"step":[[0,"0 2"]]}
//! {"step":[[1,"0 3"]]}
//! {"resign":0}
//! {"end":3}
//! ```
//!
//! A step holds the action of each awaited seat. Optional fields follow:
//!
//! | field | meaning |
//! |---|---|
//! | `faults` | the illegal choices that were replaced, and their fines |
//! | `"hinted":true` | a person asked for a hint before the step |
//! | `"practice":true` | the game is for practice from here on, see [`StepMarks`] |
//!
//! The closing line holds the number of lines between the header and itself, so that a truncated
//! file is detected.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use super::{Game, Seat};

/// The version of the record format.
pub(super) const VERSION: u32 = 1;

/// Everything that determines a game before its first step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordHeader<S> {
    /// The start of the game, such as the board size and the deal.
    pub setup: S,
    /// The player on each seat: `human` or the name of a computer player.
    pub seats: Vec<String>,
    /// The seed of the computer players' random generators.
    pub seed: u64,
}

/// An illegal choice. The record contains the random action that replaced it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// The seat that made the choice.
    pub seat: Seat,
    /// The choice and what was wrong with it, as a phrase.
    #[serde(rename = "said")]
    pub description: String,
    /// The fine in the game's points.
    pub fine: u32,
}

/// The help that people had before a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepMarks {
    /// Whether a person asked for a hint.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hinted: bool,
    /// Whether the game is for practice from here on: a person took back a step that revealed
    /// hidden information, or the game was continued from a file or a replay.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub practice: bool,
}

/// One line of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordLine<A> {
    /// A joint move.
    Step {
        /// The action of each awaited seat, in the order of the seats.
        moves: Vec<(Seat, A)>,
        /// The illegal choices that some of these actions replace.
        faults: Vec<Fault>,
        /// The help that people had before the step.
        marks: StepMarks,
    },
    /// This seat resigned.
    Resign(Seat),
}

/// A game as data. Its lines are legal: [`Record::read`] and [`Session`](super::Session) check
/// them.
///
/// # Examples
///
/// ```
/// use fourcade_core::{games::flip::Flip, play::Record};
///
/// let text = concat!(
///     r#"{"fourcade":1,"game":"flip","format":1,"setup":{"size":4},"#,
///     r#""seats":["human","level:3"],"seed":7}"#,
///     "\n",
///     r#"{"step":[[0,"0 2"]]}"#,
///     "\n",
///     r#"{"resign":1}"#,
///     "\n",
///     r#"{"end":2}"#,
///     "\n",
/// );
/// let record = Record::<Flip>::read(&mut text.as_bytes())?;
/// assert_eq!(record.header.seats, ["human", "level:3"]);
/// assert_eq!(record.lines.len(), 2);
///
/// let mut written = Vec::new();
/// record.write(&mut written)?;
/// assert_eq!(written, text.as_bytes());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Record<G: Game> {
    /// Everything that determines the game before its first step.
    pub header: RecordHeader<G::Setup>,
    /// The steps and resignations in order.
    pub lines: Vec<RecordLine<G::Action>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawHeader {
    pub(super) fourcade: u32,
    pub(super) game: String,
    pub(super) format: u32,
    pub(super) setup: serde_json::Value,
    pub(super) seats: Vec<String>,
    pub(super) seed: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub(super) enum RawLine {
    Step {
        step: Vec<(Seat, String)>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        faults: Vec<Fault>,
        #[serde(flatten)]
        marks: StepMarks,
    },
    Resign {
        resign: Seat,
    },
    End {
        end: usize,
    },
}

impl<G: Game> Record<G> {
    /// Writes the whole record and flushes `output`.
    ///
    /// # Errors
    /// Returns an error if `output` cannot be written or the setup cannot be serialised.
    pub fn write(&self, output: &mut dyn Write) -> io::Result<()> {
        writeln!(output, "{}", header_json::<G>(&self.header)?)?;
        for line in &self.lines {
            writeln!(output, "{}", line.to_json()?)?;
        }
        writeln!(output, "{}", closing_json(self.lines.len())?)?;
        output.flush()
    }
}

/// Returns the first line of a record without its line feed.
///
/// # Errors
/// Returns an error if the setup cannot be serialised.
pub fn header_json<G: Game>(header: &RecordHeader<G::Setup>) -> io::Result<String> {
    Ok(serde_json::to_string(&RawHeader {
        fourcade: VERSION,
        game: G::KEY.to_owned(),
        format: G::FORMAT,
        setup: serde_json::to_value(&header.setup)?,
        seats: header.seats.clone(),
        seed: header.seed,
    })?)
}

/// Returns the last line of a record without its line feed. `line_count` is the number of lines
/// between the header and this line.
///
/// # Errors
/// Returns an error if the line cannot be serialised.
pub fn closing_json(line_count: usize) -> io::Result<String> {
    Ok(serde_json::to_string(&RawLine::End { end: line_count })?)
}

impl<A: ToString> RecordLine<A> {
    /// Returns the line as JSON without its line feed.
    ///
    /// # Errors
    /// Returns an error if the line cannot be serialised.
    pub fn to_json(&self) -> io::Result<String> {
        Ok(serde_json::to_string(&RawLine::from(self))?)
    }
}

impl<A: ToString> From<&RecordLine<A>> for RawLine {
    fn from(line: &RecordLine<A>) -> Self {
        match line {
            RecordLine::Step { moves, faults, marks } => Self::Step {
                step: moves.iter().map(|(seat, action)| (*seat, action.to_string())).collect(),
                faults: faults.clone(),
                marks: *marks,
            },
            RecordLine::Resign(seat) => Self::Resign { resign: *seat },
        }
    }
}
