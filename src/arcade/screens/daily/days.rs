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
    games::GameFacts,
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
/// The width of dates such as `22 Nov`.
const DATE_WIDTH: u16 = 6;
const GAP: u16 = 2;

/// The last day of the latest week that is shown, which contains `chosen`.
pub fn end_of_week(chosen: DailyDate, today: DailyDate) -> DailyDate {
    let days = chosen.days_until(today).max(0);
    today.plus_days(-(days - days % i32::from(WEEK))).unwrap_or(chosen)
}

/// The last day of the week this many weeks before the one that ends with `end`.
fn weeks_before(end: DailyDate, weeks: u16) -> Option<DailyDate> {
    end.plus_days(-i32::from(WEEK * weeks))
}

#[derive(Clone, Copy)]
struct Week {
    /// The column of the first day.
    left: u16,
    day_width: u16,
    /// The last day.
    end: DailyDate,
}

impl Week {
    /// The days, each with its column.
    fn days(self) -> impl Iterator<Item = (u16, DailyDate)> {
        (0..WEEK).filter_map(move |at| {
            let day = self.end.plus_days(i32::from(at + 1) - i32::from(WEEK))?;
            Some((self.left + at * self.day_width, day))
        })
    }

    /// The initials of the weekdays. Those of the chosen day and of today stand out.
    fn draw_names(self, [chosen, today]: [DailyDate; 2], y: u16, buffer: &mut Buffer, look: &Look) {
        for (x, day) in self.days() {
            let weekday = day.date().weekday().to_monday_zero_offset();
            let name = WEEKDAYS[usize::from(weekday.cast_unsigned())];
            let style = if day == chosen { look.accent() } else { look.dim() };
            let is_today = day == today && day != chosen;
            let style =
                if is_today { look.text().add_modifier(Modifier::UNDERLINED) } else { style };
            buffer.set_string(x, y, name, style);
        }
    }

    fn draw(
        self,
        calendar: &Calendar,
        kind: GameKind,
        y: u16,
        is_selected: bool,
        (buffer, look): (&mut Buffer, &Look),
    ) {
        for (x, day) in self.days() {
            let (mark, style) = match calendar.result(kind, day) {
                Some(result) => mark(result, look),
                None => (look.glyphs.empty, look.dim()),
            };
            let style = if is_selected { on_selection(style, look) } else { style };
            buffer.set_string(x, y, mark, style);
        }
    }
}

/// The weeks that fit into a row, the latest one first and at the right end.
fn weeks(end: DailyDate, row: Rect) -> impl Iterator<Item = Week> {
    (0..(row.width + STEP - WIDTH) / STEP).filter_map(move |weeks_ago| {
        let end = weeks_before(end, weeks_ago)?;
        Some(Week { left: row.right() - WIDTH - weeks_ago * STEP, day_width: DAY_WIDTH, end })
    })
}

/// The initials of the weekdays above the weeks that fit into a row.
pub fn draw_names(
    dates: [DailyDate; 2],
    end: DailyDate,
    row: Rect,
    buffer: &mut Buffer,
    look: &Look,
) {
    for week in weeks(end, row) {
        week.draw_names(dates, row.y, buffer, look);
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
    for week in weeks(end, row) {
        week.draw(calendar, kind, row.y, is_selected, (buffer, look));
    }
}

/// The results of a game in the last weeks below each other, at the lower end of the area, each
/// after the date of its first day.
pub fn draw_weeks(
    calendar: &Calendar,
    kind: GameKind,
    dates: [DailyDate; 2],
    area: Rect,
    (buffer, look): (&mut Buffer, &Look),
) {
    let room = area.height.saturating_sub(1);
    let distance = if room >= 2 * MAX_WEEKS - 1 { 2 } else { 1 };
    let count = room.min(MAX_WEEKS);
    if count == 0 {
        return;
    }
    let [chosen, today] = dates;
    let end = end_of_week(chosen, today);
    // The columns stand in the same place for all games.
    let titles = GameKind::ALL.map(|kind| drawing::text_width(GameFacts::of(kind).title));
    let widest = titles.into_iter().max().unwrap_or(0);
    let day_width = (area.width - widest - GAP - 1) / (WEEK - 1);
    let left = area.right() - (WEEK - 1) * day_width - 1;
    let bottom = area.bottom() - 1;
    let head = Rect { y: bottom - (count - 1) * distance - 1, height: 1, ..area };
    drawing::draw_text(buffer, head, GameFacts::of(kind).title, look.strong(), look);
    Week { left, day_width, end }.draw_names(dates, head.y, buffer, look);
    for weeks_ago in 0..count {
        let Some(end) = weeks_before(end, weeks_ago) else { continue };
        let week = Week { left, day_width, end };
        let y = bottom - weeks_ago * distance;
        if let Some((_, first)) = week.days().next() {
            let date = first.date().strftime("%-d %b").to_string();
            let room = Rect { y, width: DATE_WIDTH, ..head };
            draw_text_right(buffer, room, &date, look.dim(), look);
        }
        week.draw(calendar, kind, y, false, (buffer, look));
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
