//! An entry of a table's log.

use serde::{Deserialize, Serialize};

use super::ClientId;
use fourcade_engine::play::{ChoiceTime, Seat};

/// What a client adds to a table's log. It is stored as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Entry {
    /// The client's person sits down on an open seat, or comes back to their own seat.
    Sit {
        seat: Seat,
        name: String,
    },
    /// The client's person leaves. Before the game has begun the seat becomes open; later it stays
    /// theirs.
    Leave {
        seat: Seat,
    },
    Choose {
        seat: Seat,
        /// The step that the choice is for; see [`Replica::step`](super::Replica::step).
        step: u64,
        /// The action in the game's notation.
        action: String,
        /// If people have clocks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        time: Option<TimeTaken>,
    },
    /// The person has chosen, and shows it when everybody has.
    Commit {
        seat: Seat,
        step: u64,
        /// See `commitment`.
        hash: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        time: Option<TimeTaken>,
    },
    /// Shows the choice to which the person has committed.
    Open {
        seat: Seat,
        step: u64,
        action: String,
        nonce: String,
    },
    /// A computer chooses for a person who has committed to a choice and does not open it.
    Lapse {
        seat: Seat,
        step: u64,
    },
    /// The person's time for the step is over: they have lost or, if there is a time for each
    /// choice, one is made for them.
    Flag {
        seat: Seat,
        step: u64,
    },
    Resign {
        seat: Seat,
    },
    AskUndo {
        seat: Seat,
        /// The number of the record's lines that remain.
        lines: usize,
    },
    AnswerUndo {
        seat: Seat,
        agrees: bool,
    },
    /// A computer decides for a person who is away, until they are back.
    StandIn {
        seat: Seat,
    },
    /// The client's process now runs the computer players.
    Host,
    /// The next game of these people is at another table.
    Rematch {
        code: String,
    },
}

/// How long a person took for a choice by the clock of their own arcade: from when the position was
/// on the screen until they had chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeTaken {
    /// The time in milliseconds.
    pub ms: u64,
    /// Whether the time was over, so that a computer chose.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub late: bool,
}

impl From<ChoiceTime> for TimeTaken {
    fn from(ChoiceTime { ms, late, .. }: ChoiceTime) -> Self {
        Self { ms, late }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEntry {
    /// Its position in the log, from 0.
    pub number: u64,
    pub client: ClientId,
    /// What was stored; `None` if it is no entry.
    pub entry: Option<Entry>,
    /// When it was added, in milliseconds since 1970 by the clock of the database.
    pub added: i64,
}

impl StoredEntry {
    /// Whether this is a choice or a commitment to one, legal or not.
    pub fn is_choice(&self) -> bool {
        self.entry.as_ref().is_some_and(Entry::is_choice)
    }
}

impl Entry {
    /// `None` if this is no entry.
    pub fn from_json(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// Whether this is a choice or a commitment to one.
    pub fn is_choice(&self) -> bool {
        matches!(self, Self::Choose { .. } | Self::Commit { .. } | Self::Open { .. })
    }

    pub fn seat(&self) -> Option<Seat> {
        match *self {
            Self::Sit { seat, .. }
            | Self::Leave { seat }
            | Self::Choose { seat, .. }
            | Self::Commit { seat, .. }
            | Self::Open { seat, .. }
            | Self::Lapse { seat, .. }
            | Self::Flag { seat, .. }
            | Self::Resign { seat }
            | Self::AskUndo { seat, .. }
            | Self::AnswerUndo { seat, .. }
            | Self::StandIn { seat } => Some(seat),
            Self::Host | Self::Rematch { .. } => None,
        }
    }

    pub fn to_json(&self) -> String {
        // An enum of strings and numbers can always be serialised.
        serde_json::to_string(self).unwrap_or_default()
    }
}
