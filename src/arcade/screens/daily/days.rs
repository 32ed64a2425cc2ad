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
    games::GameFacts,
    widgets::{ColorDepth, Look, drawing},
};
use fourcade_engine::GameKind;

const WEEKDAYS: [&str; 7] = ["M", "T", "W", "T", "F", "S", "S"];
/// The width of the date of a week's Monday.
const DATE_WIDTH: usize = 6;
const DAY_WIDTH: usize = 3;
const MIN_WEEKS: u16 = 2;
const MAX_WEEKS: u16 = 8;
/// The name of the game and those of the weekdays.
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

/// The game and its streak, and the weeks up to that of `today`.
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
    let heading = heading(calendar, kind, today, (area.width, look));
    let lines = [heading, names].into_iter().chain(weeks);
    for (line, row) in lines.zip(area.rows()) {
        buffer.set_line(row.x, row.y, &line, row.width);
    }
}

/// Such as `Flip: 2-day streak, longest 5`.
fn heading(
    calendar: &Calendar,
    kind: GameKind,
    today: DailyDate,
    (width, look): (u16, &Look),
) -> Line<'static> {
    let title = format!("{}: ", GameFacts::of(kind).title);
    let (streak, longest) = (calendar.streak(kind, today), calendar.longest_streak(kind));
    let current = match streak {
        0 if longest == 0 => "no streak yet".to_owned(),
        0 => "no streak".to_owned(),
        days => format!("{days}-day streak"),
    };
    let with_longest = (longest > streak).then(|| format!("{current}, longest {longest}"));
    let texts: Vec<_> = with_longest.into_iter().chain([current]).collect();
    let rest = width.saturating_sub(drawing::text_width(&title));
    let text = drawing::fitting(&texts, rest).to_owned();
    Line::from(vec![Span::styled(title, look.strong()), Span::styled(text, look.text())])
}

/// A sign of one or two columns.
pub fn mark(result: PersonResult, look: &Look) -> (&'static str, Style) {
    let (letter, glyph, style) = match result {
        PersonResult::Won => ("w", "▆▆", look.won()),
        PersonResult::Drawn => ("d", "▄▄", look.text()),
        PersonResult::Lost => ("l", "▂▂", look.alert()),
    };
    let has_blocks = look.glyphs.blocks && look.depth != ColorDepth::Mono;
    (if has_blocks { glyph } else { letter }, style)
}

/// A sign of one column. Swapped colours would turn a block upside down.
pub fn mark_in_row(result: PersonResult, is_selected: bool, look: &Look) -> (String, Style) {
    let (mark, style) = mark(result, look);
    let first = if is_selected && look.reverses_selection() { result.name() } else { mark };
    (format!("{first:.1}"), style)
}

pub fn draw_legend(area: Rect, buffer: &mut Buffer, look: &Look) {
    let mut line = Line::default();
    for result in [PersonResult::Won, PersonResult::Drawn, PersonResult::Lost] {
        let (mark, style) = mark(result, look);
        line.push_span(Span::styled(mark, style));
        line.push_span(Span::styled(format!(" {}  ", result.name()), look.dim()));
    }
    buffer.set_line(area.x, area.y, &line, area.width);
}
