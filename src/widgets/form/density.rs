//! How generously a form uses its room.

use super::Row;

/// The least heights of pages with gaps between the rows: without lists, and with them.
pub(super) const MIN_HEIGHTS_WITH_GAPS: [u16; 2] = [13, 28];

#[derive(Clone, Copy)]
pub(super) struct Density {
    pub(super) gap: u16,
    /// Whether lists show all their values.
    pub(super) has_lists: bool,
    pub(super) after_list: u16,
    pub(super) margin: u16,
    pub(super) above_text: u16,
}

impl Density {
    pub(super) const LOWEST: Self =
        Self { gap: 0, has_lists: false, after_list: 0, margin: 0, above_text: 0 };
    /// The most generous one first.
    pub(super) const ALL: [Self; 6] = [
        Self { gap: 1, has_lists: true, after_list: 0, margin: 1, above_text: 1 },
        Self { has_lists: true, after_list: 1, margin: 1, above_text: 1, ..Self::LOWEST },
        Self { has_lists: true, margin: 1, above_text: 1, ..Self::LOWEST },
        Self { margin: 1, above_text: 1, ..Self::LOWEST },
        Self { above_text: 1, ..Self::LOWEST },
        Self::LOWEST,
    ];

    pub(super) fn height<T>(self, row: &Row<T>) -> u16 {
        let lines = if self.has_lists { row.lines() } else { 1 };
        if lines > 1 { lines + self.after_list } else { lines }
    }
}
