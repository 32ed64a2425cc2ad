//! How the page of today's deals is drawn. All sizes are in terminal columns and rows.

use ratatui::{
    buffer::Buffer,
    layout::{Constraint::Length, Rect},
    text::{Line, Span},
};

use super::{DailyScreen, calendar::days_back};
use crate::games::ArcadeKind as _;
use crate::{
    database::PersonResult,
    games::DAILY_LEVEL,
    widgets::{ClickAreas, ClickTarget, Look, drawing, list::draw_selection},
};
use fourcade_engine::GameKind;

/// The maximum width of the page.
const MAX_WIDTH: u16 = 84;
/// The width of the names of the games.
const NAME: u16 = 17;
/// The width of the results.
const STATE: u16 = 16;
/// The width of the streaks.
const STREAK: u16 = 10;
/// The days of the calendar in a wide window.
const DAYS: u16 = 28;

/// Draws the page.
pub fn draw(
    screen: &DailyScreen,
    area: Rect,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) {
    let width = area.width.saturating_sub(2).min(MAX_WIDTH);
    let mut texts = vec![(introduction(screen), look.dim())];
    if let Some(problem) = &screen.problem {
        texts.push((format!("The results can't be read: {problem}"), look.alert()));
    }
    if let Some(copied) = &screen.copied {
        texts.push(("Copied (or copy it from here):".to_owned(), look.dim()));
        texts.push((copied.clone(), look.text()));
    }
    let rows = texts
        .into_iter()
        .flat_map(|(text, style)| drawing::wrap(&text, width).into_iter().map(move |t| (t, style)));
    let rows: Vec<_> = rows.collect();
    let games = u16::try_from(GameKind::ALL.len()).unwrap_or(u16::MAX);
    let text_rows = u16::try_from(rows.len()).unwrap_or(u16::MAX);
    let gap = u16::from(area.height > 2 * games + text_rows + 6);
    let height = 1 + games + 2 + (games + 2) * gap + text_rows;
    let page = area.centered(Length(width), Length(height.min(area.height)));
    let title = if screen.given.is_none() { "Today's deal" } else { "The deal of" };
    let title = Line::from(vec![
        Span::styled(title, look.accent()),
        Span::styled(format!("  {} (UTC)", screen.date.in_words()), look.dim()),
    ]);
    buffer.set_line(page.x, page.y, &title, page.width);
    let mut y = page.y + 1 + gap;
    for (index, kind) in GameKind::ALL.into_iter().enumerate() {
        let row = Rect { y, height: 1, ..page }.intersection(page);
        draw_game(screen, index, kind, row, buffer, look);
        areas.add(row, ClickTarget::Item(index));
        y += 1 + gap;
    }
    if days(page) > 0 {
        let legend = format!("w won, t tied, l lost, {} not finished", look.glyphs.dot);
        // It begins below the calendar, or further to the left if it is longer than the rest.
        let width = drawing::text_width(&legend).min(page.width);
        let x = (NAME + STATE + STREAK).min(page.width - width);
        let row = Rect { x: page.x + x, y, width, height: 1 }.intersection(page);
        drawing::draw_text(buffer, row, &legend, look.dim(), look);
    }
    y += 1 + gap;
    for (text, style) in rows {
        let row = Rect { y, height: 1, ..page }.intersection(page);
        drawing::draw_text(buffer, row, &text, style, look);
        y += 1;
    }
}

fn introduction(screen: &DailyScreen) -> String {
    let counts = if screen.given.is_none() {
        "The first game of the day counts, later ones are for practice."
    } else {
        "On another day it is for practice."
    };
    format!("The same deal for everybody, against {DAILY_LEVEL}. {counts}")
}

/// The number of days for which there is room.
fn days(page: Rect) -> u16 {
    let room = page.width.saturating_sub(NAME + STATE + STREAK);
    if room < 7 { 0 } else { (room / 7 * 7).min(DAYS) }
}

/// Draws a game: its name, the result of the day, the streak and the last days.
fn draw_game(
    screen: &DailyScreen,
    index: usize,
    kind: GameKind,
    row: Rect,
    buffer: &mut Buffer,
    look: &Look,
) {
    if row.height == 0 {
        return;
    }
    let (calendar, date) = (&screen.calendar, screen.date);
    let is_selected = index == screen.selected;
    let style = if is_selected { look.selected() } else { look.strong() };
    if is_selected {
        // A column stays free between the selection and the result.
        draw_selection(buffer, Rect { width: (NAME - 1).min(row.width), ..row }, style, look);
    }
    let column = |x: u16, width: u16| Rect { x: row.x + x, width, ..row }.intersection(row);
    drawing::draw_text(buffer, column(2, NAME - 2), kind.title(), style, look);
    let state = calendar.state(kind, date);
    let state_style = match calendar.result(kind, date) {
        Some(PersonResult::Won) => look.accent(),
        Some(_) => look.text(),
        None => look.dim(),
    };
    drawing::draw_text(buffer, column(NAME, STATE - 1), &state, state_style, look);
    let streak = match calendar.streak(kind, date) {
        0 => String::new(),
        1 => "1 day".to_owned(),
        days => format!("{days} days"),
    };
    drawing::draw_text(buffer, column(NAME + STATE, STREAK - 1), &streak, look.text(), look);
    let days = days(row);
    for (day, x) in days_back(Some(date)).zip((0..days).rev()) {
        let (mark, style) = match calendar.result(kind, day) {
            Some(PersonResult::Won) => ("w", look.accent()),
            Some(PersonResult::Drawn) => ("t", look.strong()),
            Some(PersonResult::Lost) => ("l", look.text()),
            None => (look.glyphs.dot, look.rule()),
        };
        buffer.set_string(row.x + NAME + STATE + STREAK + x, row.y, mark, style);
    }
}
