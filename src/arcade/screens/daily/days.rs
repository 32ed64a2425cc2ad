//! The results of a game by day: a row for each week, with a mark for each day.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
};

use crate::{
    app::daily::Calendar,
    database::{DailyDate, PersonResult},
    widgets::{ColorDepth, Look},
};
use fourcade_engine::GameKind;

const WEEKDAYS: [&str; 7] = ["M", "T", "W", "T", "F", "S", "S"];
/// The width of the date of a week's Monday.
const DATE_WIDTH: usize = 6;
const DAY_WIDTH: usize = 3;
const MIN_WEEKS: u16 = 2;
const MAX_WEEKS: u16 = 8;
/// The names of the weekdays, and the legend.
const OTHER_ROWS: u16 = 2;

/// The rows for the weeks since the first result, or for the last ones if only so many rows are
/// `free`.
pub fn height(calendar: &Calendar, today: DailyDate, free: u16) -> u16 {
    let most = free.saturating_sub(OTHER_ROWS).clamp(MIN_WEEKS, MAX_WEEKS);
    let weekday = weekday(today);
    let is_older = |weeks: &u16| {
        let monday = today.plus_days(-weekday - 7 * i32::from(*weeks - 1));
        calendar.first_day().is_none_or(|first| monday.is_none_or(|monday| monday <= first))
    };
    (MIN_WEEKS..most).find(is_older).unwrap_or(most) + OTHER_ROWS
}

/// The number of days since Monday.
fn weekday(date: DailyDate) -> i32 {
    date.date().weekday().to_monday_zero_offset().into()
}

/// The last week is that of `today`.
pub fn draw(
    calendar: &Calendar,
    kind: GameKind,
    today: DailyDate,
    area: Rect,
    (buffer, look): (&mut Buffer, &Look),
) {
    let weekday = weekday(today);
    let mut names = Line::from(" ".repeat(DATE_WIDTH));
    for (day, name) in (0..).zip(WEEKDAYS) {
        let style = if day == weekday { look.accent() } else { look.dim() };
        names.push_span(Span::styled(format!("{name:>DAY_WIDTH$}"), style));
    }
    let week = |weeks_ago: i32| {
        let monday = today.plus_days(-weekday - 7 * weeks_ago)?;
        let date = monday.date().strftime("%-d %b").to_string();
        let mut line = Line::styled(format!("{date:>DATE_WIDTH$}"), look.dim());
        for day in (0..7).map_while(|day| monday.plus_days(day)).take_while(|day| *day <= today) {
            let (mark, style) = match calendar.result(kind, day) {
                Some(result) => mark(result, look),
                None => (look.glyphs.empty, look.dim()),
            };
            line.push_span(Span::styled(format!("{mark:>DAY_WIDTH$}"), style));
        }
        Some(line)
    };
    let count = i32::from(area.height.saturating_sub(OTHER_ROWS));
    let weeks = (0..count).rev().filter_map(week);
    let lines = [names].into_iter().chain(weeks).chain([legend(look)]);
    for (line, row) in lines.zip(area.rows()) {
        buffer.set_line(row.x, row.y, &line, row.width);
    }
}

fn mark(result: PersonResult, look: &Look) -> (&'static str, Style) {
    let (letter, glyph, style) = match result {
        PersonResult::Won => ("w", "▆▆", look.won()),
        PersonResult::Drawn => ("d", "▄▄", look.text()),
        PersonResult::Lost => ("l", "▂▂", look.text()),
    };
    let has_blocks = look.glyphs.blocks && look.depth != ColorDepth::Mono;
    (if has_blocks { glyph } else { letter }, style)
}

fn legend(look: &Look) -> Line<'static> {
    let mut line = Line::from(" ".repeat(DATE_WIDTH + 1));
    for result in [PersonResult::Won, PersonResult::Drawn, PersonResult::Lost] {
        let (mark, style) = mark(result, look);
        line.push_span(Span::styled(format!("{mark:>2}"), style));
        line.push_span(Span::styled(format!(" {}  ", result.name()), look.dim()));
    }
    line
}
