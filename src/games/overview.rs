//! The overview beside the score in large windows: the course of the game, or where it is decided.

use fourcade_engine::play::Seat;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overview {
    pub heading: &'static str,
    pub rows: Vec<OverviewRow>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverviewRow {
    /// Replaced by the seat's name in a row about a seat.
    pub label: String,
    pub seat: Option<Seat>,
    pub series: Series,
    /// Shown after the series.
    pub note: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Series {
    /// A curve of the values so far, with the full height `max`.
    Curve { values: Vec<u32>, max: u32 },
    /// A block for each `true`, a dot for each `false`.
    Blocks(Vec<bool>),
}
