//! How generously a form uses its room.

use super::{ListDensity, Row};
use crate::widgets::drawing;

/// The least heights of pages with gaps between the rows: without lists, and with them.
pub(super) const MIN_HEIGHTS_WITH_GAPS: [u16; 2] = [13, 28];

#[derive(Clone, Copy)]
pub(super) struct Density {
    pub(super) gap: u16,
    /// How lists show all their values, if they do.
    pub(super) lists: Option<ListDensity>,
    pub(super) after_list: u16,
    pub(super) margin: u16,
    pub(super) above_text: u16,
}

impl Density {
    pub(super) const LOWEST: Self =
        Self { gap: 0, lists: None, after_list: 0, margin: 0, above_text: 0 };
    const HIGHEST: Self = Self { gap: 1, lists: None, after_list: 0, margin: 1, above_text: 1 };
    /// The most generous one first.
    pub(super) const ALL: [Self; 9] = [
        Self { lists: Some(ListDensity::GLOSSES), ..Self::HIGHEST },
        Self { lists: Some(ListDensity::GLOSSES), margin: 0, ..Self::HIGHEST },
        Self { lists: Some(ListDensity::GROUPS), ..Self::HIGHEST },
        Self { lists: Some(ListDensity::GROUPS), gap: 0, after_list: 1, ..Self::HIGHEST },
        Self { lists: Some(ListDensity::PLAIN), gap: 0, after_list: 1, ..Self::HIGHEST },
        Self { lists: Some(ListDensity::PLAIN), gap: 0, ..Self::HIGHEST },
        Self { gap: 0, ..Self::HIGHEST },
        Self { above_text: 1, ..Self::LOWEST },
        Self::LOWEST,
    ];

    pub(super) fn height<T>(self, row: &Row<T>) -> u16 {
        let lines = self.lists.map_or(1, |lists| row.lines(lists));
        if lines > 1 { lines + self.after_list } else { lines }
    }

    pub(super) fn heights<T>(self, rows: &[&Row<T>]) -> u16 {
        let gaps = self.gap * drawing::cells(rows.len()).saturating_sub(1);
        rows.iter().map(|row| self.height(row)).sum::<u16>() + gaps
    }

    /// The rows kept free above a row: none in small forms or between rows with gaps.
    pub(super) fn free_above<T>(self, row: &Row<T>) -> u16 {
        let rows = self.lists.map_or(0, |_| row.free_above);
        if self.gap > 0 { 0 } else { drawing::cells(rows) }
    }
}
