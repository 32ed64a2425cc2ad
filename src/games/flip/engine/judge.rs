//! What judges a position without looking ahead.

/// A judgement of positions.
pub trait Judge: Sync {
    /// What the position is worth for the owner of `own`, who can move to `legal`, in hundredths of
    /// a tile.
    fn judge(&self, own: u64, opp: u64, legal: u64) -> i32;

    /// How a search to `depth` of a position with so many empty cells may be checked by a shallower
    /// one, if it is known how far that may be off. `selectivity` says how bold a check may be,
    /// from 0 (none is).
    fn check(&self, _depth: u32, _empties: u32, _selectivity: u8) -> Option<Check> {
        None
    }
}

/// A shallow search in place of a deep one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Check {
    /// How deep.
    pub depth: u32,
    /// If its value is so far beyond the window, in hundredths of a tile, the deep one would
    /// probably be beyond, too.
    pub margin: i32,
    /// A judgement without any search that is farther than this on the wrong side makes the check
    /// hopeless.
    pub promise: i32,
}
