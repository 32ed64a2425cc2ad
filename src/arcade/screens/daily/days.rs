//! The results of the last days as letters: a row for each game, and a column for each day.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Modifier, Style},
};

use crate::{
    app::daily::Calendar,
    database::{DailyDate, PersonResult, SavedDaily},
    widgets::{Look, color::mix},
};
use fourcade_engine::GameKind;

const WEEK: u16 = 7;
const DAY_WIDTH: u16 = 3;
pub const WEEK_WIDTH: u16 = WEEK * DAY_WIDTH;
const WEEK_GAP: u16 = 1;
const WEEKDAYS: [&str; 7] = ["M", "T", "W", "T", "F", "S", "S"];
/// Rows of this height have chips that reach above and below their letters.
pub const TALL_HEIGHT: u16 = 3;

/// A column for each day, with the latest day at the right end.
pub struct Days<'a> {
    calendar: &'a Calendar,
    chosen: DailyDate,
    latest: DailyDate,
    /// There are no columns of days before.
    first: DailyDate,
    weeks: u16,
    area: Rect,
}

impl<'a> Days<'a> {
    /// As many weeks as fit, at the right end of the area. The latest ends with today, unless the
    /// chosen day is too long ago.
    pub fn new(calendar: &'a Calendar, [chosen, today]: [DailyDate; 2], area: Rect) -> Self {
        let weeks = (area.width / (WEEK_WIDTH + WEEK_GAP)).max(1);
        let days_ago = chosen.days_until(today).max(0);
        let skipped = days_ago - days_ago % i32::from(weeks * WEEK);
        Self {
            calendar,
            chosen,
            latest: today.plus_days(-skipped).unwrap_or(chosen),
            first: calendar.first_day().unwrap_or(today).min(chosen),
            weeks,
            area,
        }
    }

    /// The days, each with its column. Several weeks have gaps before their Mondays.
    fn columns(&self) -> impl Iterator<Item = (Rect, DailyDate)> {
        let to_sunday = WEEK - 1 - weekday(self.latest);
        (0..self.weeks * WEEK).filter_map(move |days_ago| {
            let day = self.latest.plus_days(-i32::from(days_ago))?;
            let gaps = if self.weeks > 1 { (days_ago + to_sunday) / WEEK * WEEK_GAP } else { 0 };
            let x = self.area.right().saturating_sub((days_ago + 1) * DAY_WIDTH + gaps);
            (day >= self.first).then_some((Rect { x, width: DAY_WIDTH, ..self.area }, day))
        })
    }

    /// Draws the initials of the weekdays or, on perfect days, stars. With two rows, the numbers of
    /// the days are above them. Highlights the chosen day's column.
    pub fn draw_head(&self, height: u16, buffer: &mut Buffer, look: &Look) {
        for (column, day) in self.columns() {
            let head = Rect { height, ..column };
            let mut style = Style { bg: None, ..look.dim() };
            if day == self.chosen {
                style = highlight_column(head, column, buffer, look);
            }
            if height > 1 {
                let format = if day.date().day() == 1 { "%b" } else { "%e" };
                let number = day.date().strftime(format).to_string();
                buffer.set_string(column.x, column.y, number, style);
            }
            let mut name = WEEKDAYS[usize::from(weekday(day))];
            if self.calendar.has_won_all(day) {
                name = look.glyphs.stars[1];
                style = style.patch(Style { bg: None, ..look.won() });
            }
            buffer.set_string(column.x + 1, head.bottom() - 1, name, style);
        }
    }

    /// Draws the results of a game, with their letters in row `y`.
    pub fn draw(
        &self,
        kind: GameKind,
        place: Rect,
        y: u16,
        is_selected: bool,
        (buffer, look): (&mut Buffer, &Look),
    ) {
        for (column, day) in self.columns() {
            let cell = Rect { y: place.y, height: place.height, ..column };
            if day == self.chosen && is_selected && !look.reverses_selection() {
                let crossing = mix(look.palette.selection, look.palette.text, 0.2);
                buffer.set_style(cell, Style::new().bg(crossing));
            }
            let letter = Rect { y, height: 1, ..cell };
            let game = self.calendar.game(kind, day);
            match game.and_then(counting_result) {
                Some(result) => draw_chip(result, letter, cell, (buffer, look)),
                None => {
                    let glyph = match game {
                        None => look.glyphs.empty,
                        Some(game) if game.result.is_none() => look.glyphs.ellipsis,
                        Some(_) => "p",
                    };
                    buffer.set_string(letter.x + 1, y, glyph, style(game, is_selected, look));
                }
            }
        }
    }
}

/// Returns the style of texts in the column's head. Swapped colours would be too strong in a whole
/// column, so it has lines on both sides below its head.
fn highlight_column(head: Rect, column: Rect, buffer: &mut Buffer, look: &Look) -> Style {
    if !look.reverses_selection() {
        let ground = mix(look.palette.selection, look.palette.background, 0.4);
        buffer.set_style(column, Style::new().bg(ground));
        return Style { bg: None, ..look.strong() };
    }
    buffer.set_style(head, look.selected());
    for y in head.bottom()..column.bottom() {
        for x in [column.x, column.right() - 1] {
            buffer.set_string(x, y, look.glyphs.border.vertical_left, look.dim());
        }
    }
    look.selected()
}

fn weekday(day: DailyDate) -> u16 {
    day.date().weekday().to_monday_zero_offset().unsigned_abs().into()
}

fn counting_result(game: &SavedDaily) -> Option<PersonResult> {
    game.result.filter(|_| !game.is_practice)
}

/// A letter on a ground of the result's colour. Without colours, only the ground of wins differs
/// from that of their row.
fn draw_chip(result: PersonResult, letter: Rect, cell: Rect, (buffer, look): (&mut Buffer, &Look)) {
    let name = match result {
        PersonResult::Won => "W",
        PersonResult::Drawn => "D",
        PersonResult::Lost => "L",
    };
    let mut style = result_style(result, look);
    if look.has_backgrounds() {
        if look.glyphs.blocks && !look.reverses_selection() {
            let rows = ["▗▄▖", "▐ ▌", "▝▀▘"];
            let is_tall = cell.height >= TALL_HEIGHT;
            for (at, row) in (letter.y.saturating_sub(1)..).zip(rows) {
                if is_tall || at == letter.y {
                    buffer.set_string(letter.x, at, row, style);
                }
            }
        }
        let ground = style.fg.unwrap_or(look.palette.text);
        style = style.fg(look.palette.background).bg(ground);
        if look.reverses_selection() {
            style = result_style(result, look).add_modifier(Modifier::REVERSED);
        }
    } else if result == PersonResult::Won {
        let is_reversed = buffer[letter.as_position()].modifier.contains(Modifier::REVERSED);
        let reversed = Modifier::REVERSED;
        style = if is_reversed {
            style.remove_modifier(reversed)
        } else {
            style.add_modifier(reversed)
        };
    }
    buffer.set_string(letter.x + 1, letter.y, name, style);
}

fn result_style(result: PersonResult, look: &Look) -> Style {
    let style = match result {
        PersonResult::Won => look.won(),
        PersonResult::Drawn => look.dim(),
        PersonResult::Lost => look.alert(),
    };
    Style { bg: None, ..style }
}

/// The style of the first game of a deal, if there is one.
pub fn style(game: Option<&SavedDaily>, is_selected: bool, look: &Look) -> Style {
    let style = match game {
        Some(game) if game.result.is_none() => look.accent(),
        _ => game.and_then(counting_result).map_or(look.dim(), |result| result_style(result, look)),
    };
    // A dim text would be too weak on the selection.
    let is_weak = is_selected && style.fg == look.dim().fg;
    Style { bg: None, ..if is_weak { look.text() } else { style } }
}
