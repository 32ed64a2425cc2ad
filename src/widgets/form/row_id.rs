//! The identity of a row.

/// Identifies a row in its form, whatever it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowId {
    Named(&'static str),
    /// The row about the player of a seat.
    OfSeat(usize),
}

impl From<&'static str> for RowId {
    fn from(name: &'static str) -> Self {
        Self::Named(name)
    }
}
