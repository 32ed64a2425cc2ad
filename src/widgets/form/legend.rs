//! All values of a row below each other, beside the form.

use ratatui::layout::Rect;

use super::{ListDensity, Row};

/// A title, an empty line and the list of values, behind a rule. Keys change the row, not the
/// legend.
pub struct Legend<'a, T> {
    pub(super) row: &'a Row<T>,
    pub area: Rect,
    pub(super) density: ListDensity,
}

impl<'a, T> Legend<'a, T> {
    const ABOVE_LIST: u16 = 2;

    /// `None` if the values don't fit into the area. The rule stands on its left.
    pub fn new(row: &'a Row<T>, area: Rect) -> Option<Self> {
        let area = Rect { x: area.x + 1, width: area.width.checked_sub(1)?, ..area };
        let fits =
            |density: &ListDensity| Self { row, area, density: *density }.height() <= area.height;
        let densities = [ListDensity::GROUPS, ListDensity::PLAIN];
        let density = densities.into_iter().find(fits)?;
        (row.values_width() <= area.width).then_some(Self { row, area, density })
    }

    pub(super) fn rule(&self) -> Rect {
        Rect { x: self.area.x.saturating_sub(2), width: 1, ..self.area }
    }

    pub fn height(&self) -> u16 {
        Self::ABOVE_LIST + self.row.list_height(self.density)
    }

    pub(super) fn value_areas(&self) -> Vec<Rect> {
        let list = Rect { y: self.area.y + Self::ABOVE_LIST, ..self.area };
        self.row.list_areas(list, self.density)
    }
}
