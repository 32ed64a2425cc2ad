//! The table: a row for each opponent and size, or for each game.

use ratatui::{buffer::Buffer, layout::Rect, style::Modifier};

use super::known::{Page, Row};
use crate::{
    store::statistics::ResultTally,
    ui::{ClickAreas, ClickTarget, Look, widgets},
};

/// The spot of the first row.
pub const ROWS: usize = 100;
/// The names have so many columns before others go, unless all are shorter: in a narrow table, and
/// in others.
const NAME: (u16, u16) = (14, 24);
/// A table of fewer columns is narrow.
const NARROW: u16 = 58;

/// A column of numbers.
struct Column {
    heading: &'static str,
    cell: fn(&ResultTally) -> String,
    /// Where there is no room for all columns, the highest goes first; 0 stays.
    rank: u8,
}

const fn column(heading: &'static str, cell: fn(&ResultTally) -> String, rank: u8) -> Column {
    Column { heading, cell, rank }
}

const COLUMNS: [Column; 9] = [
    column("size", |sum| sum.size.map(|size| size.to_string()).unwrap_or_default(), 0),
    column("played", |sum| sum.played.to_string(), 0),
    column("won", |sum| sum.won.to_string(), 0),
    column("drawn", |sum| sum.drawn.to_string(), 1),
    column("lost", |sum| sum.lost.to_string(), 0),
    column("margin", ResultTally::margin_words, 2),
    column("streak", ResultTally::streak_words, 3),
    column("best", |sum| format!("{} won", sum.longest_won), 4),
    column("time", ResultTally::time_words, 5),
];

/// Where a table stands, and which of its rows are to be seen.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// Room for the heading and the rows.
    pub area: Rect,
    /// The first row that is seen.
    pub first: usize,
    /// The row that is selected.
    pub selected: usize,
}

impl Window {
    /// Moved as little as possible so that the selected row is seen, where so many lines of the
    /// area are for other things.
    pub fn around_selected(self, rows: usize, others: u16) -> Self {
        let seen = usize::from(self.area.height.saturating_sub(others)).max(1);
        let least = (self.selected + 1).saturating_sub(seen);
        Self {
            first: self.first.min(self.selected).max(least).min(rows.saturating_sub(seen)),
            ..self
        }
    }

    /// With some air before the signs that there is more.
    pub fn beside_signs(self) -> Self {
        Self { area: Rect { width: self.area.width.saturating_sub(1), ..self.area }, ..self }
    }

    /// The rows that are seen, with their numbers and places.
    pub fn rows(self, page: &Page) -> impl Iterator<Item = (usize, &Row, Rect)> {
        let rows = page.rows.iter().enumerate().skip(self.first);
        rows.zip(self.area.rows().skip(1)).map(|((at, row), place)| (at, row, place))
    }
}

/// Draws the table.
pub fn draw(window: Window, page: &Page, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
    let area = window.area;
    let columns = fitting(page, area.width);
    let taken: u16 = columns.iter().map(|(_, width)| gap(area.width) + width).sum();
    let name = area.width.saturating_sub(2 + taken);
    let heading = if page.kind.is_some() { "against" } else { "game" };
    widgets::put(
        buffer,
        Rect { x: area.x + 2, width: name, height: 1, ..area },
        heading,
        look.dim(),
        look,
    );
    let line = |buffer: &mut Buffer, place: Rect, text: &dyn Fn(&Column) -> String, style| {
        let mut right = place.x + 2 + name;
        for (column, width) in &columns {
            let cell = text(column);
            right += gap(area.width) + width;
            let x = right.saturating_sub(widgets::width(&cell));
            widgets::put(buffer, Rect { x, width: right - x, ..place }, &cell, style, look);
        }
    };
    line(
        buffer,
        Rect { height: 1.min(area.height), ..area },
        &|column| column.heading.to_owned(),
        look.dim(),
    );
    for (at, row, place) in window.rows(page) {
        let is_selected = at == window.selected;
        let style = if is_selected { look.selected() } else { look.text() };
        if is_selected {
            buffer.set_style(place, style);
            buffer.set_string(place.x, place.y, look.glyphs.pointer, style.fg(look.inks.accent));
        }
        let is_all = row.sum.game.is_none();
        let style = if is_all { style.add_modifier(Modifier::BOLD) } else { style };
        widgets::put(buffer, Rect { x: place.x + 2, width: name, ..place }, &row.name, style, look);
        line(buffer, place, &|column| (column.cell)(&row.sum), style);
        areas.add(place, ClickTarget::Item(ROWS + at));
    }
    more(window, page.rows.len(), buffer, look);
}

/// Signs beside the table where it goes on above or below.
fn more(window: Window, rows: usize, buffer: &mut Buffer, look: &Look) {
    let [above, below, ..] = look.glyphs.more;
    let area = window.area;
    let last = window.first + usize::from(area.height.saturating_sub(1));
    let mut put = |y, sign| {
        let x = area.right() + 1;
        if area.contains((area.x, y).into()) && buffer.area.right() > x {
            buffer.set_string(x, y, sign, look.dim());
        }
    };
    if window.first > 0 {
        put(area.y + 1, above);
    }
    if last < rows {
        put(area.bottom().saturating_sub(1), below);
    }
}

/// Columns of air before each column of numbers.
fn gap(width: u16) -> u16 {
    if width < NARROW { 1 } else { 2 }
}

/// The columns that there is room for, with how wide they are.
fn fitting(page: &Page, width: u16) -> Vec<(&'static Column, u16)> {
    let is_used = |column: &&Column| match column.heading {
        "size" => page.rows.iter().any(|row| row.sum.size.is_some()),
        "margin" => page.rows.iter().any(Row::is_scored),
        _ => true,
    };
    let wide = |column: &Column| {
        let cells = page.rows.iter().map(|row| widgets::width(&(column.cell)(&row.sum)));
        cells.max().unwrap_or(0).max(widgets::width(column.heading))
    };
    let mut columns: Vec<_> =
        COLUMNS.iter().filter(is_used).map(|column| (column, wide(column))).collect();
    let names = page.rows.iter().map(|row| widgets::width(&row.name)).max().unwrap_or(0);
    let names = names.min(if width < NARROW { NAME.0 } else { NAME.1 });
    while columns.iter().map(|(_, wide)| gap(width) + wide).sum::<u16>() + names + 2 > width {
        let last = columns.iter().enumerate().max_by_key(|(_, (column, _))| column.rank);
        let Some((at, _)) = last.filter(|(_, (column, _))| column.rank > 0) else { break };
        columns.remove(at);
    }
    columns
}
