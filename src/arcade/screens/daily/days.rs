//! The results of the last days as letters: a row for each game, and a column for each day.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Modifier, Style},
};

use crate::{
    app::daily::Calendar,
    database::{DailyDate, PersonResult},
    widgets::Look,
};
use fourcade_engine::GameKind;

const WEEK: u16 = 7;
const DAY_WIDTH: u16 = 3;
pub const WEEK_WIDTH: u16 = WEEK * DAY_WIDTH;
const WEEKDAYS: [&str; 7] = ["M", "T", "W", "T", "F", "S", "S"];

/// A column for each day, with the latest day at the right end.
pub struct Days<'a> {
    calendar: &'a Calendar,
    chosen: DailyDate,
    latest: DailyDate,
    /// Days before the first one are blank.
    first: DailyDate,
    /// The names of the days, above the rows of the games.
    pub area: Rect,
}

impl<'a> Days<'a> {
    /// As many weeks as fit, at the right end of the area. The latest ends with today, unless the
    /// chosen day is too long ago.
    pub fn new(calendar: &'a Calendar, [chosen, today]: [DailyDate; 2], area: Rect) -> Self {
        let weeks = (area.width / WEEK_WIDTH).max(1);
        let width = (weeks * WEEK_WIDTH).min(area.width);
        let days_ago = chosen.days_until(today).max(0);
        let skipped = days_ago - days_ago % i32::from(weeks * WEEK);
        Self {
            calendar,
            chosen,
            latest: today.plus_days(-skipped).unwrap_or(chosen),
            first: calendar.first_day().unwrap_or(today),
            area: Rect { x: area.right() - width, width, ..area },
        }
    }

    /// The days, each with its column.
    fn columns(&self) -> impl Iterator<Item = (Rect, DailyDate)> {
        let count = self.area.width / DAY_WIDTH;
        (0..count).filter_map(move |at| {
            let day = self.latest.plus_days(i32::from(at + 1) - i32::from(count))?;
            let x = self.area.x + at * DAY_WIDTH;
            Some((Rect { x, width: DAY_WIDTH, ..self.area }, day))
        })
    }

    /// Draws the initials of the weekdays in the first row, and highlights the chosen day's column.
    pub fn draw_names(&self, buffer: &mut Buffer, look: &Look) {
        for (column, day) in self.columns() {
            let weekday = day.date().weekday().to_monday_zero_offset();
            let name = WEEKDAYS[usize::from(weekday.cast_unsigned())];
            if day == self.chosen {
                // Swapped colours would be too strong in a whole column.
                if !look.reverses_selection() {
                    buffer.set_style(column, Style::new().bg(look.palette.selection));
                }
                buffer.set_string(column.x, column.y, format!(" {name} "), look.selected());
            } else {
                buffer.set_string(column.x + 1, column.y, name, look.dim());
            }
        }
    }

    pub fn draw(&self, kind: GameKind, y: u16, buffer: &mut Buffer, look: &Look) {
        for (column, day) in self.columns().filter(|(_, day)| *day >= self.first) {
            let cell = Rect { y, height: 1, ..column };
            let mut style = Style { bg: None, ..look.dim() };
            if day == self.chosen && look.reverses_selection() {
                style = look.selected();
                buffer.set_style(cell, style);
            }
            if let Some(result) = self.calendar.result(kind, day) {
                draw_letter(result, cell, buffer, look);
            } else {
                buffer.set_string(cell.x + 1, y, look.glyphs.empty, style);
            }
        }
    }
}

fn draw_letter(result: PersonResult, cell: Rect, buffer: &mut Buffer, look: &Look) {
    let letter = match result {
        PersonResult::Won => "W",
        PersonResult::Drawn => "D",
        PersonResult::Lost => "L",
    };
    let style = style(result, look).add_modifier(Modifier::BOLD);
    if !look.has_backgrounds() {
        buffer.set_string(cell.x + 1, cell.y, letter, style);
        return;
    }
    if look.glyphs.blocks && !look.reverses_selection() {
        let [left, right] = look.glyphs.brackets;
        let sides = format!("{left} {right}");
        buffer.set_string(cell.x, cell.y, sides, Style { bg: None, ..style });
    }
    buffer.set_string(cell.x + 1, cell.y, letter, style.add_modifier(Modifier::REVERSED));
}

pub fn style(result: PersonResult, look: &Look) -> Style {
    match result {
        PersonResult::Won => look.won(),
        PersonResult::Drawn => look.text(),
        PersonResult::Lost => look.alert(),
    }
}
