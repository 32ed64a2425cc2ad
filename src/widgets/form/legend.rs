//! All values of a row below each other, beside the form.

use ratatui::layout::Rect;

use super::{ListDensity, Row};

/// A title, an empty line and the list of values. Keys change the row, not the legend.
pub struct Legend<'a, T> {
    pub(super) row: &'a Row<T>,
    pub area: Rect,
    pub(super) density: ListDensity,
}

impl<'a, T> Legend<'a, T> {
    const ABOVE_LIST: u16 = 2;

    /// `None` if the values don't fit.
    pub fn new(row: &'a Row<T>, area: Rect) -> Option<Self> {
        let fits = |density: &ListDensity| {
            let height = Self::ABOVE_LIST + row.list_height(*density);
            height <= area.height && row.fits_across(*density, area.width)
        };
        let densities = [ListDensity::GLOSSES, ListDensity::GROUPS, ListDensity::PLAIN];
        let density = densities.into_iter().find(fits)?;
        (row.values_width() <= area.width).then_some(Self { row, area, density })
    }

    /// Whether it says how each level plays.
    pub fn has_glosses(&self) -> bool {
        self.density.glosses
    }

    pub(super) fn value_areas(&self) -> Vec<Rect> {
        let list = Rect { y: self.area.y + Self::ABOVE_LIST, ..self.area };
        self.row.list_areas(list, self.density)
    }
}
