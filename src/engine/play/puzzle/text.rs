//! Puzzles as JSON.
//!
//! ```text
//! {"setup":{"size":4},"seat":1,"theme":"corners","exact":true,"tolerance":0.0,
//!  "steps":["0 2"],"choices":[{"value":-10.0,"actions":"0 3"},{"value":-14.0,"actions":"0 1,2 3"}]}
//! ```
//!
//! A step is a text with the actions of the awaited seats in order, separated by slashes. Any other
//! line, such as a resignation, is JSON as in a [`Record`](crate::play::Record). Choices of the
//! same value are listed together.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};
use serde_json::Value;

use super::{JudgedChoice, Judgement, Puzzle, PuzzleError, PuzzleSolves, new_session, position_id};
use crate::play::{ActionError, Game, RecordLine, Seat, Session};

#[derive(Serialize, Deserialize)]
struct RawPuzzle {
    #[serde(flatten)]
    position: RawPosition,
    theme: String,
    exact: bool,
    tolerance: f64,
    choices: Vec<RawChoices>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    solves: Option<PuzzleSolves>,
}

#[derive(Serialize, Deserialize)]
struct RawPosition {
    setup: Value,
    steps: Vec<RawStep>,
    seat: Seat,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum RawStep {
    Actions(String),
    Line(Value),
}

/// Choices with the same value, error and share. `actions` is separated by commas.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawChoices {
    value: f64,
    #[serde(default, skip_serializing_if = "is_zero")]
    error: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    share: Option<f64>,
    actions: String,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde passes a reference
fn is_zero(number: &f64) -> bool {
    number.to_bits() == 0
}

/// The position as JSON, the input of [`Puzzle::id`].
pub(super) fn position_text<G: Game>(session: &Session<G>, seat: Seat) -> String {
    // Not reached: a setup that can be read can be written.
    raw_position(session, seat).and_then(|raw| serde_json::to_string(&raw)).unwrap_or_default()
}

fn raw_position<G: Game>(session: &Session<G>, seat: Seat) -> serde_json::Result<RawPosition> {
    let setup = serde_json::to_value(&session.header().setup)?;
    let steps = session.lines().iter().map(raw_step::<G>);
    Ok(RawPosition { setup, steps: steps.collect::<Result<_, _>>()?, seat })
}

impl<G: Game> Puzzle<G> {
    fn from_raw(raw: RawPuzzle) -> Result<Self, PuzzleError> {
        let RawPosition { setup, steps, seat } = raw.position;
        let setup: G::Setup =
            serde_json::from_value(setup).map_err(|error| PuzzleError::Setup(error.to_string()))?;
        let mut session = new_session(setup);
        for (number, step) in (1..).zip(&steps) {
            play(&mut session, step).map_err(|error| PuzzleError::Step { number, error })?;
        }
        let choices = raw.choices.iter().flat_map(|choices| {
            choices.actions.split(',').map(|action| {
                let action = action.parse().map_err(|error| {
                    PuzzleError::Text(format!("{action:?} is not a choice: {error}"))
                })?;
                let RawChoices { value, error, share, .. } = *choices;
                Ok(JudgedChoice { action, value, error, share })
            })
        });
        let choices = choices.collect::<Result<_, PuzzleError>>()?;
        let judgement = Judgement { choices, is_exact: raw.exact };
        let puzzle = Self {
            id: position_id(&session, seat),
            session,
            seat,
            theme: raw.theme,
            judgement,
            tolerance: raw.tolerance,
            solves: raw.solves,
        };
        puzzle.check().map(|()| puzzle)
    }
}

/// Converts a step without its [`StepMarks`].
fn raw_step<G: Game>(line: &RecordLine<G::Action>) -> serde_json::Result<RawStep> {
    match line {
        RecordLine::Step { moves, faults, .. } if faults.is_empty() => {
            let actions: Vec<_> = moves.iter().map(|(_, action)| action.to_string()).collect();
            Ok(RawStep::Actions(actions.join("/")))
        }
        other => {
            let json = other.to_json().map_err(ser::Error::custom)?;
            Ok(RawStep::Line(serde_json::from_str(&json)?))
        }
    }
}

fn play<G: Game>(session: &mut Session<G>, step: &RawStep) -> Result<(), ActionError> {
    let line = match step {
        RawStep::Actions(actions) => {
            let actions = actions.split('/').map(str::parse).collect::<Result<Vec<_>, _>>()?;
            let seats = session.awaited();
            if actions.len() != seats.len() {
                return Err(ActionError::new("it needs one action of each seat that decides"));
            }
            RecordLine::of_moves(seats.iter().zip(actions).collect())
        }
        RawStep::Line(json) => {
            RecordLine::from_json(&json.to_string()).map_err(ActionError::new)?
        }
    };
    session.push(line).map(|_| ())
}

impl<G: Game> Serialize for Puzzle<G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut choices: Vec<RawChoices> = Vec::new();
        for choice in self.choices() {
            let JudgedChoice { action, value, error, share } = *choice;
            let key = (value.to_bits(), error.to_bits(), share.map(f64::to_bits));
            let same = choices.iter_mut().find(|other| {
                (other.value.to_bits(), other.error.to_bits(), other.share.map(f64::to_bits)) == key
            });
            let actions = action.to_string();
            match same {
                Some(same) => {
                    same.actions.push(',');
                    same.actions.push_str(&actions);
                }
                None => choices.push(RawChoices { value, error, share, actions }),
            }
        }
        let raw = RawPuzzle {
            position: raw_position(&self.session, self.seat).map_err(ser::Error::custom)?,
            theme: self.theme.clone(),
            exact: self.judgement.is_exact,
            tolerance: self.tolerance,
            choices,
            solves: self.solves,
        };
        raw.serialize(serializer)
    }
}

impl<'de, G: Game> Deserialize<'de> for Puzzle<G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::from_raw(RawPuzzle::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

impl<G: Game> std::str::FromStr for Puzzle<G> {
    type Err = PuzzleError;

    fn from_str(json: &str) -> Result<Self, PuzzleError> {
        let raw =
            serde_json::from_str(json).map_err(|error| PuzzleError::Text(error.to_string()))?;
        Self::from_raw(raw)
    }
}
