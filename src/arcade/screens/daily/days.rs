//! The results of the last days as letters: a row for each game, and a column for each day.

use ratatui::{
    buffer::Buffer,
    layout::{Margin, Rect},
    style::{Modifier, Style},
};

use crate::{
    app::daily::Calendar,
    database::{DailyDate, PersonResult, SavedDaily},
    widgets::{Look, color::mix, glyphs::unbroken, page::WindowClass},
};
use fourcade_engine::GameKind;

const WEEK: u16 = 7;
const TILE_WIDTH: u16 = 3;
/// The width of a week whose tiles fill their columns.
pub const WEEK_WIDTH: u16 = WEEK * TILE_WIDTH;
/// In large windows, tiles have gaps between them.
const WIDE_STEP: u16 = TILE_WIDTH + 1;
pub const WIDE_WEEK_WIDTH: u16 = WEEK * WIDE_STEP - 1;
const WEEK_GAP: u16 = 1;

/// A column for each day, with the latest day at the right end.
pub struct Days<'a> {
    calendar: &'a Calendar,
    chosen: DailyDate,
    latest: DailyDate,
    /// There are no columns of days before, and none at all before the first game.
    first: Option<DailyDate>,
    step: u16,
    weeks: u16,
    area: Rect,
}

/// The width of the weeks since the first day that was played, as far as there is room. At least a
/// week.
pub fn width(calendar: &Calendar, today: DailyDate, room: u16, class: WindowClass) -> u16 {
    let days = calendar.first_day().map_or(0, |first| first.days_until(today).max(0));
    let weeks = u16::try_from(days / i32::from(WEEK) + 1).unwrap_or(u16::MAX);
    let week = step(class) * WEEK + WEEK_GAP;
    weeks.min(room / week).max(1) * week
}

fn step(class: WindowClass) -> u16 {
    if class == WindowClass::Large { WIDE_STEP } else { TILE_WIDTH }
}

impl<'a> Days<'a> {
    /// As many weeks as fit, at the right end of the area. The latest ends with today, unless the
    /// chosen day is too long ago.
    pub fn new(
        calendar: &'a Calendar,
        [chosen, today]: [DailyDate; 2],
        area: Rect,
        class: WindowClass,
    ) -> Self {
        let step = step(class);
        let weeks = (area.width / (step * WEEK + WEEK_GAP)).max(1);
        let days_ago = chosen.days_until(today).max(0);
        let skipped = days_ago - days_ago % i32::from(weeks * WEEK);
        Self {
            calendar,
            chosen,
            latest: today.plus_days(-skipped).unwrap_or(chosen),
            first: calendar.first_day().or((chosen < today).then_some(chosen)),
            step,
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
            let x = self.area.right().saturating_sub(days_ago * self.step + TILE_WIDTH + gaps);
            let is_shown = self.first.is_some_and(|first| day >= first.min(self.chosen));
            is_shown.then_some((Rect { x, width: TILE_WIDTH, ..self.area }, day))
        })
    }

    /// Draws the weekdays or, on perfect days, stars. With two rows, the numbers of the days are
    /// above them. Highlights the chosen day's column.
    pub fn draw_head(&self, height: u16, buffer: &mut Buffer, look: &Look) {
        for (column, day) in self.columns() {
            let head = Rect { height, ..column };
            let mut style = Style { bg: None, ..look.dim() };
            if day == self.chosen {
                style = highlight_column(head, column, buffer, look);
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

    /// Draws the results of a game in the first row of its place.
    pub fn draw(
        &self,
        kind: GameKind,
        place: Rect,
        is_selected: bool,
        (buffer, look): (&mut Buffer, &Look),
    ) {
        for (column, day) in self.columns() {
            let cell = Rect { y: place.y, height: place.height, ..column };
            if day == self.chosen && is_selected && !look.reverses_selection() {
                let crossing = mix(look.palette.selection, look.palette.text, 0.2);
                buffer.set_style(cell, Style::new().bg(crossing));
            }
            let game = self.calendar.game(kind, day);
            match game.and_then(counting_result) {
                Some(result) => {
                    let touches_others = self.step == TILE_WIDTH;
                    let tile = Rect { height: 1, ..cell };
                    draw_tile(result, tile, touches_others, (buffer, look));
                }
                None => {
                    let sign = game.map_or(look.glyphs.empty, |game| uncounted_sign(game, look));
                    let style = style(game, is_selected, look);
                    buffer.set_string(cell.x + 1, cell.y, sign, style);
                }
            }
        }
    }

    /// Explains the signs that are shown, apart from those of days without a game.
    pub fn legend(&self, look: &Look) -> String {
        let games = || {
            let days = self.columns().map(|(_, day)| day);
            days.flat_map(|day| GameKind::ALL.map(|kind| self.calendar.game(kind, day))).flatten()
        };
        let mut meanings = vec![];
        for result in [PersonResult::Won, PersonResult::Drawn, PersonResult::Lost] {
            if games().any(|game| counting_result(game) == Some(result)) {
                meanings.push((letter(result), result.name()));
            }
        }
        for (is_over, meaning) in [(false, "unfinished"), (true, "practice")] {
            let is_meant = |game: &&SavedDaily| {
                counting_result(game).is_none() && game.result.is_some() == is_over
            };
            meanings
                .extend(games().find(is_meant).map(|game| (uncounted_sign(game, look), meaning)));
        }
        let entries = meanings.iter().map(|(sign, meaning)| unbroken(&format!("{sign} {meaning}")));
        entries.collect::<Vec<_>>().join("  ")
    }
}

/// Returns the style of texts in the column's head. Swapped colours would be too strong in a whole
/// column.
fn highlight_column(head: Rect, column: Rect, buffer: &mut Buffer, look: &Look) -> Style {
    if look.reverses_selection() {
        buffer.set_style(head, look.selected());
        return look.selected();
    }
    let ground = mix(look.palette.selection, look.palette.background, 0.4);
    buffer.set_style(column, Style::new().bg(ground));
    Style { bg: None, ..look.strong() }
}

fn weekday(day: DailyDate) -> u16 {
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

/// The sign of a game that isn't finished or doesn't count.
fn uncounted_sign(game: &SavedDaily, look: &Look) -> &'static str {
    if game.result.is_none() { look.glyphs.ellipsis } else { "p" }
}

/// A letter on a ground of the result's colour. Without colours, only the ground of wins differs
/// from that of their row. Tiles that touch each other are narrower by half a column on both sides
/// if the terminal can draw that.
fn draw_tile(
    result: PersonResult,
    tile: Rect,
    touches_others: bool,
    (buffer, look): (&mut Buffer, &Look),
) {
    let mut style = result_style(result, look);
    let mut ground = tile;
    if touches_others && look.glyphs.blocks && !look.reverses_selection() {
        buffer.set_string(tile.x, tile.y, "▐ ▌", style);
        ground = tile.inner(Margin::new(1, 0));
    }
    let reversed = Modifier::REVERSED;
    if !look.reverses_selection() {
        let color = style.fg.unwrap_or(look.palette.text);
        style = style.fg(look.palette.background).bg(color);
    } else if look.has_backgrounds() {
        style = style.add_modifier(reversed);
    } else if result == PersonResult::Won {
        let is_reversed = buffer[tile.as_position()].modifier.contains(reversed);
        style = if is_reversed {
            style.remove_modifier(reversed)
        } else {
            style.add_modifier(reversed)
        };
    } else if result == PersonResult::Lost {
        style = style.add_modifier(Modifier::UNDERLINED);
        ground = tile.inner(Margin::new(1, 0));
    }
    buffer.set_style(ground, style);
    if look.has_backgrounds() {
        style = style.add_modifier(Modifier::BOLD);
    }
    buffer.set_string(tile.x + 1, tile.y, letter(result), style);
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
