//! How generously a list of values uses its room.

/// What a list shows besides a line for each value.
#[derive(Clone, Copy)]
pub(super) struct ListDensity {
    /// Whether groups of values are separated, and have headings.
    pub(super) groups: bool,
    /// Whether the glosses stand below the values.
    pub(super) glosses: bool,
    pub(super) gap: u16,
}

impl ListDensity {
    pub(super) const PLAIN: Self = Self { groups: false, glosses: false, gap: 0 };
    pub(super) const GROUPS: Self = Self { groups: true, ..Self::PLAIN };
    pub(super) const GLOSSES: Self = Self { glosses: true, ..Self::GROUPS };
    pub(super) const SPACED: Self = Self { gap: 1, ..Self::GLOSSES };
}
