//! How a game went, as JSON lines: a header, a line for each step, a closing line.
//!
//! ```text
//! {"fourcade":1,"game":"flip","format":1,"setup":{"size":4},"seats":["human","level:3"],"seed":7}
//! {"step":[[0,"0 2"]]}
//! {"step":[[1,"0 3"]]}
//! {"resign":0}
//! {"end":3}
//! ```
//!
//! A step holds the action of each awaited seat; `faults` beside it says which of them replaces a
//! choice that broke the rules, and what that cost; `"hinted":true` that a person had asked for a
//! hint, `"practice":true` that something hidden had been seen that was taken back then. The
//! closing line counts the lines between, so a file that was cut short is noticed.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use super::{Game, Seat};

/// The version of the record's own form.
pub(super) const VERSION: u32 = 1;

/// What fixes a game before its first step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordHeader<S> {
    /// The deal.
    pub setup: S,
    /// Who plays, by seat: `human` or a computer player's name.
    pub seats: Vec<String>,
    /// The seed of the computer players' chance.
    pub seed: u64,
}

/// A choice that broke the rules and stands in the record as its replacement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// Whose choice it was.
    pub seat: Seat,
    /// What it was, as a phrase.
    #[serde(rename = "said")]
    pub description: String,
    /// What it cost, in the game's points.
    pub fine: u32,
}

/// What helped a person to choose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepMarks {
    /// A hint was asked for.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hinted: bool,
    /// Something hidden was seen before that was taken back: the game is for practice from here.
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
        /// Which of them replace choices that broke the rules.
        faults: Vec<Fault>,
        /// What helped a person to choose.
        marks: StepMarks,
    },
    /// This seat gave up.
    Resign(Seat),
}

/// A whole game: header and lines. It obeys the rules: reading and [`Session`](super::Session) see
/// to that.
#[derive(Clone, Debug, PartialEq)]
pub struct Record<G: Game> {
    /// What fixes the game.
    pub header: RecordHeader<G::Setup>,
    /// What happened, in order.
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
    /// Writes the whole record.
    ///
    /// # Errors
    /// Those of `output`.
    pub fn write(&self, output: &mut dyn Write) -> io::Result<()> {
        writeln!(output, "{}", header_json::<G>(&self.header)?)?;
        for line in &self.lines {
            writeln!(output, "{}", line.text()?)?;
        }
        writeln!(output, "{}", closing_json(self.lines.len())?)?;
        output.flush()
    }
}

/// The first line of a record, without its newline.
///
/// # Errors
/// If the setup can't be written as JSON.
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

/// The last line of a record that has so many lines between, without its newline.
///
/// # Errors
/// None that is known.
pub fn closing_json(lines: usize) -> io::Result<String> {
    Ok(serde_json::to_string(&RawLine::End { end: lines })?)
}

impl<A: ToString> RecordLine<A> {
    /// It as it stands in a record, without its newline.
    ///
    /// # Errors
    /// None that is known.
    pub fn text(&self) -> io::Result<String> {
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
