//! What a large window tells about a game beside the score: how it has gone, or where it will be
//! decided.

use fourcade_engine::play::Seat;

/// A heading with rows, which are drawn below each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overview {
    pub heading: &'static str,
    pub rows: Vec<OverviewRow>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverviewRow {
    /// For a row about a seat, what people call it replaces this.
    pub label: String,
    /// The seat that the row is about, if it is about one.
    pub seat: Option<Seat>,
    pub series: Series,
    /// What stands behind the series.
    pub note: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Series {
    /// The values so far, as a curve. Its full height is `max`.
    Curve { values: Vec<u32>, max: u32 },
    /// A block for each thing that holds, and a dot for each other one.
    Blocks(Vec<bool>),
}
