//! How generously a list of values uses its room.

/// What a list shows besides a line for each value.
#[derive(Clone, Copy)]
pub(super) struct ListDensity {
    /// Whether groups of values are separated.
    pub(super) groups: bool,
    pub(super) glosses: bool,
}

impl ListDensity {
    pub(super) const PLAIN: Self = Self { groups: false, glosses: false };
    pub(super) const GROUPS: Self = Self { groups: true, ..Self::PLAIN };
    pub(super) const GLOSSES: Self = Self { glosses: true, ..Self::GROUPS };
}
