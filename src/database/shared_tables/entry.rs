//! The entries of a table's log.

use serde::{Deserialize, Serialize};

use super::ClientId;
use fourcade_engine::play::Seat;

/// A short phrase for everybody at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phrase {
    Hello,
    YourTurn,
    OneMoment,
    WellPlayed,
    Thanks,
    GoodGame,
}

impl Phrase {
    pub const ALL: [Self; 6] = [
        Self::Hello,
        Self::YourTurn,
        Self::OneMoment,
        Self::WellPlayed,
        Self::Thanks,
        Self::GoodGame,
    ];

    pub fn text(self) -> &'static str {
        match self {
            Self::Hello => "Hello",
            Self::YourTurn => "Your turn",
            Self::OneMoment => "One moment",
            Self::WellPlayed => "Well played",
            Self::Thanks => "Thank you",
            Self::GoodGame => "Good game",
        }
    }
}

/// An entry of a table's log, stored as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Entry {
    /// The client's person takes an open seat or comes back to their own.
    Sit {
        seat: Seat,
        name: String,
    },
    /// The client's person leaves. Once the game has begun, the seat stays theirs.
    Leave {
        seat: Seat,
    },
    Choose {
        seat: Seat,
        /// The step of the choice; see [`Replica::step`](super::Replica::step).
        step: u64,
        action: String,
    },
    /// The person's time is over: they lose or, with a time for each choice, `action` is chosen.
    Flag {
        seat: Seat,
        step: u64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        action: Option<String>,
    },
    Resign {
        seat: Seat,
    },
    AskUndo {
        seat: Seat,
        /// The number of record lines that remain.
        lines: usize,
    },
    AnswerUndo {
        seat: Seat,
        agrees: bool,
    },
    /// A computer decides for a person who is away until they are back.
    StandIn {
        seat: Seat,
    },
    Say {
        seat: Seat,
        phrase: Phrase,
    },
    /// The next game is at the table with this code.
    Rematch {
        code: String,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEntry {
    /// Its position in the log, from 0.
    pub number: u64,
    pub client: ClientId,
    /// The entry; `None` if the stored text is invalid.
    pub entry: Option<Entry>,
    /// When it was added, in milliseconds since 1970 by the database's clock.
    pub added: i64,
}

impl StoredEntry {
    pub fn is_choice(&self) -> bool {
        self.entry.as_ref().is_some_and(Entry::is_choice)
    }
}

impl Entry {
    /// `None` if the text is invalid.
    pub fn from_json(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    pub fn is_choice(&self) -> bool {
        matches!(self, Self::Choose { .. })
    }

    pub fn seat(&self) -> Option<Seat> {
        match *self {
            Self::Sit { seat, .. }
            | Self::Leave { seat }
            | Self::Choose { seat, .. }
            | Self::Flag { seat, .. }
            | Self::Resign { seat }
            | Self::AskUndo { seat, .. }
            | Self::AnswerUndo { seat, .. }
            | Self::Say { seat, .. }
            | Self::StandIn { seat } => Some(seat),
            Self::Rematch { .. } => None,
        }
    }

    pub fn to_json(&self) -> String {
        // An enum of strings and numbers can always be serialised.
        serde_json::to_string(self).unwrap_or_default()
    }
}
