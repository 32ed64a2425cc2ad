//! A page with a form: the rows, the buttons in one line, and a text about the choices.

use ratatui::layout::{
    Constraint::{Fill, Length},
    Layout, Rect, Size,
};

use super::{
    FormView, Row, TypingPlace,
    density::{Density, MIN_HEIGHTS_WITH_GAPS},
    row::LABEL_WIDTH,
};
use crate::widgets::drawing;

pub struct Page<'a, T> {
    pub rows: &'a [Row<T>],
    pub text: &'a str,
    /// The least number of rows for the text.
    pub text_height: u16,
    /// The area of what stands beside the form. A text below it is as wide as both.
    pub beside: Rect,
    /// Whether only groups of rows have empty lines between them.
    pub is_grouped: bool,
}

impl<'a, T> Page<'a, T> {
    pub fn new(rows: &'a [Row<T>], text: &'a str, text_height: u16) -> Self {
        Self { rows, text, text_height, beside: Rect::ZERO, is_grouped: false }
    }

    fn rows_height(&self, density: Density) -> u16 {
        let rows: Vec<_> = self.rows.iter().filter(|row| !row.is_button()).collect();
        let free = self.rows.iter().map(|row| density.free_above(row)).sum::<u16>();
        let groups = rows.iter().filter(|row| row.begins_group).count();
        let groups = if density.margin > 0 { drawing::cells(groups) } else { 0 };
        density.heights(&rows) + free + groups
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

    /// Whether lists show all their values.
    pub fn has_lists(&self, size: Size) -> bool {
        self.density(size).lists.is_some()
    }

    /// Whether the glosses of lists stand below their values.
    pub fn has_glosses(&self, size: Size) -> bool {
        self.density(size).lists.is_some_and(|lists| lists.glosses)
    }

    /// The most generous density that fits.
    fn density(&self, size: Size) -> Density {
        let has_lists = self.rows.iter().any(Row::is_list);
        let least_with_gaps = MIN_HEIGHTS_WITH_GAPS[usize::from(has_lists)];
        let fits = |density: &Density| {
            let least = if density.gap > 0 { least_with_gaps } else { 0 };
            let width = size.width.saturating_sub(LABEL_WIDTH);
            let mut rows = self.rows.iter();
            !(self.is_grouped && density.gap > 0)
                && self.height_at(*density).max(least) <= size.height
                && density.lists.is_none_or(|lists| rows.all(|row| row.fits_across(lists, width)))
        };
        Density::ALL.into_iter().find(fits).unwrap_or(Density::LOWEST)
    }

    pub fn draw(&self, area: Rect, view: &mut FormView) {
        let density = self.density(area.as_size());
        let above_buttons = density.gap + density.margin;
        let below_rows = above_buttons + 1 + density.above_text + self.text_height;
        let height = self.rows_height(density).min(area.height.saturating_sub(below_rows));
        let [rows, _, mut buttons, above_text, mut text] = Layout::vertical([
            Length(height),
            Length(above_buttons),
            Length(1),
            Length(density.above_text),
            Fill(1),
        ])
        .areas(area);
        let look = view.look;
        let (button_rows, values): (Vec<_>, Vec<_>) =
            self.rows.iter().partition(|row| row.is_button());
        view.form.typing_place.set(None);
        view.draw_rows(&values, density, false, rows);
        if text.y >= self.beside.bottom() {
            text.width = text.width.max(self.beside.right().saturating_sub(text.x));
        }
        // A long text begins in the empty row above.
        let lines = drawing::cells(drawing::wrap_lines(self.text, text.width).len());
        if lines > text.height {
            text = text.union(above_text);
        }
        drawing::draw_lines(view.buffer, text, self.text, look.text(), look);
        let place = view.form.typing_place.get();
        view.form.typing_place.set(place.map(|place| TypingPlace { text, ..place }));
        view.areas.replace_with_message(Rect { height: lines.max(3).min(text.height), ..text });
        for (index, row) in button_rows.iter().enumerate() {
            let later = button_rows[index + 1..].iter().map(|row| row.least_width()).sum();
            let width = buttons.width.saturating_sub(later);
            let area = Rect { width, ..buttons };
            let end = view.draw_button(row, index == 0, area);
            let width = LABEL_WIDTH.max(end - buttons.x).min(buttons.width);
            buttons = Rect { x: buttons.x + width, width: buttons.width - width, ..buttons };
        }
    }
}
