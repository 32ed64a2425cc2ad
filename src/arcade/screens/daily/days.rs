//! The results of the last weeks: a row for each game, and a column for each day. The latest week
//! ends with today.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Modifier, Style},
    text::{Line, Span},
};

use super::on_selection;
use crate::{
    app::daily::Calendar,
    database::{DailyDate, PersonResult},
    widgets::{ColorDepth, Look, drawing, list::draw_text_right},
};
use fourcade_engine::GameKind;

const WEEK: u16 = 7;
const DAY_WIDTH: u16 = 2;
/// The width of a week, and the distance of weeks.
pub const WIDTH: u16 = WEEK * DAY_WIDTH - 1;
const STEP: u16 = WIDTH + 2;
const WEEKDAYS: [&str; 7] = ["M", "T", "W", "T", "F", "S", "S"];
/// The weeks below each other.
const MAX_WEEKS: u16 = 8;

/// The last day of the latest week that is shown, which contains `chosen`.
pub fn end_of_week(chosen: DailyDate, today: DailyDate) -> DailyDate {
    let days = chosen.days_until(today).max(0);
    today.plus_days(-(days - days % i32::from(WEEK))).unwrap_or(chosen)
}

/// The last day of the week this many weeks before the one that ends with `end`.
fn weeks_before(end: DailyDate, weeks: u16) -> Option<DailyDate> {
    end.plus_days(-i32::from(WEEK * weeks))
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
        let end = weeks_before(end, weeks_ago)?;
        Some((row.right() - WIDTH - weeks_ago * STEP, end))
    })
}

/// The initials of the weekdays. Those of the chosen day and of today stand out.
pub fn draw_names(
    [chosen, today]: [DailyDate; 2],
    end: DailyDate,
    row: Rect,
    buffer: &mut Buffer,
    look: &Look,
) {
    for (left, end) in weeks(end, row) {
        for (x, day) in days(end) {
            let weekday = day.date().weekday().to_monday_zero_offset();
            let name = WEEKDAYS[usize::from(weekday.cast_unsigned())];
            let style = if day == chosen { look.accent() } else { look.dim() };
            let is_today = day == today && day != chosen;
            let style =
                if is_today { look.text().add_modifier(Modifier::UNDERLINED) } else { style };
            buffer.set_string(left + x, row.y, name, style);
        }
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

/// The last weeks with results of a game below each other, at the right end, each after the date
/// of its first day. Fewer than two have nothing to add.
pub fn draw_weeks(
    calendar: &Calendar,
    kind: GameKind,
    dates: [DailyDate; 2],
    area: Rect,
    (buffer, look): (&mut Buffer, &Look),
) {
    let [chosen, today] = dates;
    let end = end_of_week(chosen, today);
    let Some(first) = calendar.first_day(kind) else { return };
    let is_shown = |&weeks_ago: &u16| weeks_before(end, weeks_ago).is_some_and(|end| end >= first);
    let room = area.height.saturating_sub(1).min(MAX_WEEKS);
    let count = drawing::cells((0..room).take_while(is_shown).count());
    if count < 2 {
        return;
    }
    let mut rows = area.rows();
    let in_columns = |row: Rect| Rect { x: row.right() - WIDTH, width: WIDTH, ..row };
    if let Some(row) = rows.next() {
        draw_names(dates, end, in_columns(row), buffer, look);
    }
    for (weeks_ago, row) in (0..count).rev().zip(rows) {
        let Some(end) = weeks_before(end, weeks_ago) else { continue };
        if let Some((_, first)) = days(end).next() {
            let date = first.date().strftime("%-d %b").to_string();
            let room = Rect { width: row.width.saturating_sub(WIDTH + 2), ..row };
            draw_text_right(buffer, room, &date, look.dim(), look);
        }
        draw(calendar, kind, end, in_columns(row), false, (buffer, look));
    }
}

pub fn style(result: PersonResult, look: &Look) -> Style {
    match result {
        PersonResult::Won => look.won(),
        PersonResult::Drawn => look.text(),
        PersonResult::Lost => look.alert(),
    }
}

/// A sign of one column.
fn mark(result: PersonResult, look: &Look) -> (&'static str, Style) {
    let (letter, glyph) = match result {
        PersonResult::Won => ("w", "▆"),
        PersonResult::Drawn => ("d", "▄"),
        PersonResult::Lost => ("l", "▂"),
    };
    let has_blocks = look.glyphs.blocks && look.depth != ColorDepth::Mono;
    (if has_blocks { glyph } else { letter }, style(result, look))
}

pub fn legend(look: &Look) -> Line<'static> {
    let mut line = Line::default();
    for result in [PersonResult::Won, PersonResult::Drawn, PersonResult::Lost] {
        let (mark, style) = mark(result, look);
        let gap = if line.spans.is_empty() { "" } else { "  " };
        line.push_span(Span::styled(gap, look.dim()));
        line.push_span(Span::styled(mark, style));
        line.push_span(Span::styled(format!(" {}", result.name()), look.dim()));
    }
    line
}
