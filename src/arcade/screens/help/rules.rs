//! The rules in one column or two.

use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
    widgets::{Paragraph, Widget, Wrap},
};

use super::{COLUMN_GAP, MAX_COLUMN_WIDTH, half_width};
use crate::{
    arcade::rules_page::with_keys,
    widgets::{Look, drawing, list::draw_scroll_marks, markdown},
};

pub struct RulesPage {
    text: Paragraph<'static>,
    columns: u16,
    column_width: u16,
    /// The rows of the longer column.
    rows: u16,
    /// An empty line that splits the text into two columns without scrolling. If there is none, the
    /// second column continues where the first one ends.
    break_at: Option<u16>,
}

impl RulesPage {
    /// `rules` is Markdown.
    pub fn new(rules: &str, room: Size, look: &Look) -> Self {
        let text = Paragraph::new(markdown::render(&with_keys(rules, &look.keymap), look));
        let text = text.style(look.text()).wrap(Wrap { trim: false });
        let width = room.width.min(MAX_COLUMN_WIDTH);
        let lines = line_count(&text, width);
        match half_width(room.width).filter(|_| lines > room.height) {
            Some(column_width) => {
                let break_at = column_break(&text, column_width, room.height);
                let lines = line_count(&text, column_width);
                let rows = break_at.map_or(lines.div_ceil(2), |at| longer_column(lines, at));
                Self { text, columns: 2, column_width, rows, break_at }
            }
            None => Self { text, columns: 1, column_width: width, rows: lines, break_at: None },
        }
    }

    pub fn size(&self) -> Size {
        let width = self.columns * (self.column_width + COLUMN_GAP) - COLUMN_GAP;
        Size::new(width, self.rows)
    }

    /// The number of lines that an area shows, in all columns together.
    pub fn visible_lines(&self, area: Rect) -> u16 {
        self.columns * area.height
    }

    pub fn max_scroll(&self, area: Rect) -> u16 {
        if self.break_at.is_some() {
            return 0;
        }
        line_count(&self.text, self.column_width).saturating_sub(self.visible_lines(area))
    }

    pub fn draw(&self, area: Rect, scroll: u16, buffer: &mut Buffer, look: &Look) {
        let mut line = scroll;
        for number in 0..self.columns {
            let x = area.x + number * (self.column_width + COLUMN_GAP);
            let column = Rect { x, width: self.column_width, ..area }.intersection(area);
            let rows = self.break_at.filter(|_| number == 0).unwrap_or(column.height);
            let column = Rect { height: rows.min(column.height), ..column };
            self.text.clone().scroll((line, 0)).render(column, buffer);
            // The empty line of the break is in neither column.
            line += rows + u16::from(self.break_at.is_some());
        }
        draw_scroll_marks(buffer, area, scroll > 0, scroll < self.max_scroll(area), look);
    }
}

fn line_count(text: &Paragraph, width: u16) -> u16 {
    drawing::cells(text.line_count(width))
}

/// The length of the longer of two columns, if the line `break_at` is in neither.
fn longer_column(lines: u16, break_at: u16) -> u16 {
    break_at.max(lines.saturating_sub(break_at + 1))
}

/// Finds the empty line that splits a text most evenly into two columns of at most `height` rows.
fn column_break(text: &Paragraph, width: u16, height: u16) -> Option<u16> {
    let lines = line_count(text, width);
    let mut drawn = Buffer::empty(Rect::new(0, 0, width, lines));
    text.render(drawn.area, &mut drawn);
    let is_empty = |line: &u16| (0..width).all(|x| drawn[(x, *line)].symbol() == " ");
    let fits = |line: &u16| longer_column(lines, *line) <= height;
    (1..lines).filter(is_empty).filter(fits).min_by_key(|&line| longer_column(lines, line))
}
