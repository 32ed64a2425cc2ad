//! A page with a form: the rows, the buttons in one line, and a text about the choices.

use ratatui::layout::{
    Constraint::{Fill, Length},
    Layout, Rect, Size,
};

use super::{FormView, Row, density::Density, row::LABEL_WIDTH};
use crate::widgets::drawing;

/// The least heights of pages with gaps of 0, 1 and 2 rows.
const MIN_HEIGHTS: [u16; 3] = [0, 13, 30];

pub struct Page<'a, T> {
    pub rows: &'a [Row<T>],
    pub text: &'a str,
    /// The least number of rows for the text.
    pub text_height: u16,
}

impl<T> Page<'_, T> {
    fn rows_height(&self, density: Density) -> u16 {
        let rows: Vec<_> = self.rows.iter().filter(|row| !row.is_button()).collect();
        let gaps = density.gap * drawing::cells(rows.len()).saturating_sub(1);
        rows.into_iter().map(|row| density.height(row)).sum::<u16>() + gaps
    }

    fn height_at(&self, density: Density) -> u16 {
        self.rows_height(density)
            + density.gap
            + density.margin
            + 1
            + density.above_text
            + self.text_height
    }

    pub fn height(&self, size: Size) -> u16 {
        self.height_at(self.density(size))
    }

    /// Whether the lists show all their details.
    pub fn has_details(&self, size: Size) -> bool {
        let mut lists = self.rows.iter().filter(|row| !row.details.is_empty());
        self.density(size).has_lists && lists.all(|row| row.records(size.width).is_complete())
    }

    /// The most generous density that fits.
    fn density(&self, size: Size) -> Density {
        let fits = |density: &Density| {
            let least = MIN_HEIGHTS[usize::from(density.gap)];
            self.height_at(*density).max(least) <= size.height
        };
        Density::ALL.into_iter().find(fits).unwrap_or(Density::LOWEST)
    }

    pub fn draw(&self, area: Rect, view: &mut FormView) {
        let entered = view.form.entered(self.rows);
        let density = self.density(area.as_size());
        let above_buttons = density.gap + density.margin;
        let below_rows = above_buttons + 1 + density.above_text + self.text_height;
        let rows = self.rows_height(density);
        let rows = rows.min(area.height.saturating_sub(below_rows));
        let [rows, _, mut buttons, _, text] = Layout::vertical([
            Length(rows),
            Length(above_buttons),
            Length(1),
            Length(density.above_text),
            Fill(1),
        ])
        .areas(area);
        let look = view.look;
        let (button_rows, values): (Vec<_>, Vec<_>) =
            self.rows.iter().partition(|row| row.is_button());
        view.draw_rows(&values, density, false, rows);
        drawing::draw_lines(view.buffer, text, self.text, look.text(), look);
        for row in button_rows {
            let end = view.draw_button(row, row.label == entered, buttons);
            let width = LABEL_WIDTH.max(end - buttons.x).min(buttons.width);
            buttons = Rect { x: buttons.x + width, width: buttons.width - width, ..buttons };
        }
    }
}
