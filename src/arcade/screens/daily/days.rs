//! The results of the last weeks: a row for each game, and a column for each day. The latest week
//! ends with today.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
};

use super::on_selection;
use crate::{
    app::daily::Calendar,
    database::{DailyDate, PersonResult},
    widgets::{ColorDepth, Look},
};
use fourcade_engine::GameKind;

const WEEK: u16 = 7;
const DAY_WIDTH: u16 = 2;
/// The width of a week, and the distance of weeks.
pub const WIDTH: u16 = WEEK * DAY_WIDTH - 1;
const STEP: u16 = WIDTH + 2;
const WEEKDAYS: [&str; 7] = ["M", "T", "W", "T", "F", "S", "S"];

/// The last day of the latest week that is shown, which contains `chosen`.
pub fn end_of_week(chosen: DailyDate, today: DailyDate) -> DailyDate {
    let days = chosen.days_until(today).max(0);
    today.plus_days(-(days - days % i32::from(WEEK))).unwrap_or(chosen)
}

/// The days of a week, each with its column.
fn days(end: DailyDate) -> impl Iterator<Item = (u16, DailyDate)> {
    (0..WEEK).filter_map(move |at| {
        let day = end.plus_days(i32::from(at + 1) - i32::from(WEEK))?;
        Some((at * DAY_WIDTH, day))
    })
}

/// The weeks that fit into a row, the latest one first and at the right end. Each has its left end
/// and its last day.
fn weeks(end: DailyDate, row: Rect) -> impl Iterator<Item = (u16, DailyDate)> {
    (0..(row.width + STEP - WIDTH) / STEP).filter_map(move |weeks_ago| {
        let end = end.plus_days(-i32::from(WEEK * weeks_ago))?;
        Some((row.right() - WIDTH - weeks_ago * STEP, end))
    })
}

/// The initials of the weekdays above the latest week, and the dates of the others.
pub fn draw_names(chosen: DailyDate, end: DailyDate, row: Rect, buffer: &mut Buffer, look: &Look) {
    for (left, end) in weeks(end, row).skip(1) {
        if let Some((_, first)) = days(end).next() {
            let date = first.date().strftime("%-d %b").to_string();
            buffer.set_string(left, row.y, date, look.dim());
        }
    }
    let Some((left, end)) = weeks(end, row).next() else { return };
    for (x, day) in days(end) {
        let weekday = day.date().weekday().to_monday_zero_offset();
        let name = WEEKDAYS[usize::from(weekday.cast_unsigned())];
        let style = if day == chosen { look.accent() } else { look.dim() };
        buffer.set_string(left + x, row.y, name, style);
    }
}

pub fn draw(
    calendar: &Calendar,
    kind: GameKind,
    end: DailyDate,
    row: Rect,
    is_selected: bool,
    (buffer, look): (&mut Buffer, &Look),
) {
    for (left, end) in weeks(end, row) {
        for (x, day) in days(end) {
            let (mark, style) = match calendar.result(kind, day) {
                Some(result) => mark(result, look),
                None => (look.glyphs.empty, look.dim()),
            };
            let style = if is_selected { on_selection(style, look) } else { style };
            buffer.set_string(left + x, row.y, mark, style);
        }
    }
}

/// A sign of one column.
fn mark(result: PersonResult, look: &Look) -> (&'static str, Style) {
    let (letter, glyph, style) = match result {
        PersonResult::Won => ("w", "▆", look.won()),
        PersonResult::Drawn => ("d", "▄", look.text()),
        PersonResult::Lost => ("l", "▂", look.alert()),
    };
    let has_blocks = look.glyphs.blocks && look.depth != ColorDepth::Mono;
    (if has_blocks { glyph } else { letter }, style)
}

/// If there is little room, the mark between the others has no legend.
pub fn draw_legend(area: Rect, buffer: &mut Buffer, look: &Look) {
    let legend = |results: &[PersonResult]| {
        let mut line = Line::default();
        for &result in results {
            let (mark, style) = mark(result, look);
            line.push_span(Span::styled(mark, style));
            line.push_span(Span::styled(format!(" {}  ", result.name()), look.dim()));
        }
        line
    };
    let all = legend(&[PersonResult::Won, PersonResult::Drawn, PersonResult::Lost]);
    let is_narrow = all.width() > usize::from(area.width);
    let line = if is_narrow { legend(&[PersonResult::Won, PersonResult::Lost]) } else { all };
    buffer.set_line(area.x, area.y, &line, area.width);
}
