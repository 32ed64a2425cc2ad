//! All values of a row, one below another, beside the form.

use ratatui::layout::Rect;

use super::{ListDensity, Row, row::ValuePlaces};

/// The list of values in a [`Panel`](super::Panel). Keys change the row, not the legend.
pub struct Legend<'a, T> {
    pub(super) row: &'a Row<T>,
    area: Rect,
    density: ListDensity,
}

impl<'a, T> Legend<'a, T> {
    /// `None` if the row has no such list, or its values don't fit into the area.
    pub fn new(row: &'a Row<T>, area: Rect) -> Option<Self> {
        let fits =
            |density: &ListDensity| Self { row, area, density: *density }.height() <= area.height;
        let density = [ListDensity::GROUPS, ListDensity::PLAIN].into_iter().find(fits)?;
        let has_list = !row.details.is_empty() && row.values_width() <= area.width;
        has_list.then_some(Self { row, area, density })
    }

    pub fn height(&self) -> u16 {
        self.row.list_height(self.density)
    }

    pub(super) fn value_places(&self) -> ValuePlaces {
        self.row.list_places(self.area, self.density)
    }
}
