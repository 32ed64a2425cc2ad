//! The values of a seat below each other, beside the form.

use ratatui::layout::Rect;

use super::{Form, ListDensity, Row};

/// A title, an empty line and the list of values.
pub struct Unfolding<'a, T> {
    pub(super) row: &'a Row<T>,
    pub(super) area: Rect,
    pub(super) density: ListDensity,
    /// Whether the row is the selected one.
    pub is_selected: bool,
}

impl<'a, T> Unfolding<'a, T> {
    const ABOVE_LIST: u16 = 2;

    /// The selected seat, or the last one above the selected row. `None` if the values don't fit.
    pub fn new(form: &Form, rows: &'a [Row<T>], area: Rect) -> Option<Self> {
        let selected = form.row(rows).id;
        let last = rows.iter().position(|row| row.id == selected)?;
        let row = rows[..=last].iter().rfind(|row| row.seat.is_some() && row.has_steps())?;
        let fits = |density: &ListDensity| {
            let height = Self::ABOVE_LIST + row.list_height(*density);
            height <= area.height && row.fits_across(*density, area.width)
        };
        let densities = [ListDensity::GLOSSES, ListDensity::GROUPS, ListDensity::PLAIN];
        let density = densities.into_iter().find(fits)?;
        let fits_across = row.values_width() <= area.width;
        let unfolding = Self { row, area, density, is_selected: row.id == selected };
        fits_across.then_some(unfolding)
    }

    pub(super) fn value_areas(&self) -> Vec<Rect> {
        let list = Rect { y: self.area.y + Self::ABOVE_LIST, ..self.area };
        self.row.list_areas(list, self.density)
    }
}
