//! The results of the last days as letters: a row for each game, and a column for each day.

use ratatui::{
    buffer::Buffer,
    layout::{Margin, Rect},
    style::{Modifier, Style},
};

use super::Command;
use crate::{
    app::daily::Calendar,
    database::{DailyDate, PersonResult, SavedDaily},
    widgets::{ClickAreas, Look, page::WindowClass},
};
use fourcade_engine::GameKind;

const WEEK: u16 = 7;
const TILE_WIDTH: u16 = 3;
/// The width of a week whose tiles fill their columns.
pub const WEEK_WIDTH: u16 = WEEK * TILE_WIDTH;
/// In large windows, tiles have gaps between them.
const WIDE_STEP: u16 = TILE_WIDTH + 1;
const WEEK_GAP: u16 = 1;

/// A column for each day, with the latest day at the right end.
pub struct Days<'a> {
    calendar: &'a Calendar,
    chosen: DailyDate,
    /// The day of the first game. Earlier days have no results.
    first: DailyDate,
    latest: DailyDate,
    step: u16,
    weeks: u16,
    area: Rect,
}

/// The width of the weeks since the first game, as many as fit, but at least one.
pub fn width(room: u16, class: WindowClass, first: Option<DailyDate>, today: DailyDate) -> u16 {
    let week = step_width(class) * WEEK + WEEK_GAP;
    let days = first.map_or(0, |first| first.days_until(today).max(0));
    let weeks = u16::try_from(days / i32::from(WEEK) + 1).unwrap_or(u16::MAX);
    (room / week).min(weeks).max(1) * week
}

fn step_width(class: WindowClass) -> u16 {
    if class == WindowClass::Large { WIDE_STEP } else { TILE_WIDTH }
}

impl<'a> Days<'a> {
    /// As many weeks as fit, at the right end of the area. The latest week ends with today, unless
    /// the chosen day is too long ago.
    pub fn new(
        calendar: &'a Calendar,
        first_day: Option<DailyDate>,
        [chosen, today]: [DailyDate; 2],
        area: Rect,
        class: WindowClass,
    ) -> Self {
        let step = step_width(class);
        let weeks = (area.width / (step * WEEK + WEEK_GAP)).max(1);
        let days_ago = chosen.days_until(today).max(0);
        let skipped = days_ago - days_ago % i32::from(weeks * WEEK);
        let latest = today.plus_days(-skipped).unwrap_or(chosen);
        let first = first_day.map_or(chosen, |day| day.min(chosen));
        Self { calendar, chosen, first, latest, step, weeks, area }
    }

    /// The days, each with its column. Several weeks have gaps before their Mondays.
    fn columns(&self) -> impl Iterator<Item = (Rect, DailyDate)> {
        let to_sunday = WEEK - 1 - weekday_index(self.latest);
        (0..self.weeks * WEEK).filter_map(move |days_ago| {
            let day = self.latest.plus_days(-i32::from(days_ago))?;
            let gaps = if self.weeks > 1 { (days_ago + to_sunday) / WEEK * WEEK_GAP } else { 0 };
            let x = self.area.right().saturating_sub(days_ago * self.step + TILE_WIDTH + gaps);
            Some((Rect { x, width: TILE_WIDTH, ..self.area }, day))
        })
    }

    /// Draws the weekdays or, on perfect days, stars. With two rows, the numbers of the days are
    /// above them. Highlights the chosen day. A click chooses another one.
    pub fn draw_head(&self, height: u16, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        for (column, day) in self.columns() {
            let head = Rect { height, ..column };
            areas.add(head, Command::Day(day));
            let mut style = Style { bg: None, ..look.dim() };
            if day == self.chosen {
                style = look.selected();
                buffer.set_style(head, style);
            }
            let format = if day.date().day() == 1 { "%b" } else { "%e" };
            let number = day.date().strftime(format).to_string();
            let weekday = day.date().strftime("%a").to_string();
            let mut rows = if height > 1 {
                vec![number, weekday]
            } else {
                vec![format!(" {}", &weekday[..1])]
            };
            if self.calendar.has_won_all(day) {
                rows[usize::from(height) - 1] = format!(" {}", look.glyphs.stars[1]);
                style = style.patch(Style { bg: None, ..look.won() });
            }
            for (row, text) in head.rows().zip(rows) {
                buffer.set_string(row.x, row.y, text, style);
            }
        }
    }

    /// Draws the results of a game in the first row of its place. A click chooses the game and day.
    pub fn draw(
        &self,
        kind: GameKind,
        place: Rect,
        is_selected: bool,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut ClickAreas,
    ) {
        for (column, day) in self.columns().filter(|(_, day)| *day >= self.first) {
            let cell = Rect { y: place.y, height: 1, ..column };
            areas.add(cell, Command::Result(kind, day));
            let game = self.calendar.game(kind, day);
            match game.and_then(counting_result) {
                Some(result) => self.draw_tile(result, cell, buffer, look),
                None => {
                    let sign = match game {
                        None => look.glyphs.empty,
                        Some(game) if game.result.is_none() => look.glyphs.ellipsis,
                        Some(_) => "P",
                    };
                    let style = deal_style(game, is_selected, look);
                    buffer.set_string(cell.x + 1, cell.y, sign, style);
                }
            }
        }
    }

    /// Draws a letter on a tile of the result's colour. Without colours, only wins have a tile.
    /// Tiles that touch each other are narrower: if possible, by half a column on both sides.
    fn draw_tile(&self, result: PersonResult, tile: Rect, buffer: &mut Buffer, look: &Look) {
        let touches_others = self.step == TILE_WIDTH;
        let mut style = result_style(result, look);
        let middle = tile.inner(Margin::new(1, 0));
        if look.has_backgrounds() || result == PersonResult::Won {
            if touches_others && look.glyphs.blocks {
                buffer.set_string(tile.x, tile.y, "▐ ▌", style);
            }
            style = if look.reverses_selection() {
                style.add_modifier(Modifier::REVERSED)
            } else {
                let color = style.fg.unwrap_or(look.palette.text);
                style.fg(look.palette.background).bg(color).add_modifier(Modifier::BOLD)
            };
            buffer.set_style(if touches_others { middle } else { tile }, style);
        } else if result == PersonResult::Lost {
            style = style.add_modifier(Modifier::UNDERLINED);
        }
        buffer.set_string(middle.x, middle.y, letter(result), style);
    }
}

fn weekday_index(day: DailyDate) -> u16 {
    day.date().weekday().to_monday_zero_offset().unsigned_abs().into()
}

fn counting_result(game: &SavedDaily) -> Option<PersonResult> {
    game.result.filter(|_| !game.is_practice)
}

fn letter(result: PersonResult) -> &'static str {
    match result {
        PersonResult::Won => "W",
        PersonResult::Drawn => "D",
        PersonResult::Lost => "L",
    }
}

fn result_style(result: PersonResult, look: &Look) -> Style {
    let style = match result {
        PersonResult::Won => look.won(),
        PersonResult::Drawn => look.dim(),
        PersonResult::Lost => look.alert(),
    };
    Style { bg: None, ..style }
}

/// The style of a deal whose first game is given, if there is one.
pub fn deal_style(game: Option<&SavedDaily>, is_selected: bool, look: &Look) -> Style {
    let style = match game {
        Some(game) if game.result.is_none() => look.text(),
        _ => game.and_then(counting_result).map_or(look.dim(), |result| result_style(result, look)),
    };
    // A dim text would be too weak on the selection.
    let is_weak = is_selected && style.fg == look.dim().fg;
    Style { bg: None, ..if is_weak { look.text() } else { style } }
}
