//! The charts of the statistics: lines over the games, bars of wins, draws and losses, and the list
//! of the first games.

use ratatui::{
    buffer::Buffer,
    layout::{Constraint, Layout, Rect, Size},
    text::{Line, Span},
};

use crate::{
    app::statistics::{
        RatingChart, StatisticsRow, {History, LISTED_GAMES, MIN_GAMES},
    },
    database::{
        PersonResult,
        statistics::{FinishedGame, ResultTally, time_text},
    },
    widgets::{
        Look,
        chart::{self, ChartLine, HorizontalAxis},
        drawing,
        list::TextColumn,
    },
};

#[derive(Clone, Copy)]
pub struct PanelPlace {
    pub area: Rect,
    /// The panel's number and the number of panels, if `v` shows others.
    pub number: Option<[usize; 2]>,
}

pub const LEGEND_WIDTH: u16 = 26;

const LABEL_WIDTH: usize = 5;

// The columns of the list of games.
const NUMBER: TextColumn = TextColumn::new(2, 1);
const RESULT: TextColumn = TextColumn::new(5, 5);
const LEAD: TextColumn = TextColumn::new(10, 4);
const TIME: TextColumn = TextColumn::new(15, 6);
/// Instead of the lead and the time, if a player left the game.
const EARLY_END: TextColumn = TextColumn::new(10, 11);
const OPPONENTS_X: u16 = 23;
/// Enough for the note below a short list.
const MIN_GAMES_WIDTH: u16 = 34;
/// Names of other people's programs are cut.
const MAX_GAMES_WIDTH: u16 = 47;

pub fn draw_win_rate(
    place: PanelPlace,
    history: &History,
    row: &StatisticsRow,
    buffer: &mut Buffer,
    look: &Look,
) {
    let now = history.win_rate.last().map_or(0.0, |&(_, rate)| rate.round());
    let caption = format!("win rate {now:.0}%, last {} games", history.window);
    let plot = draw_heading(place, row, &caption, buffer, look);
    let labels = ["0%", "50%", "100%"].map(str::to_owned);
    let style = look.seat(0);
    let line = ChartLine { points: &history.win_rate, values: [0.0, 50.0, 100.0], labels, style };
    draw_line(plot, &line, history.games, buffer, look);
}

/// Including the heading, and a note below if there are no charts yet.
pub fn games_size(row: &StatisticsRow, games: &[FinishedGame]) -> Size {
    let listed = games.iter().filter(|game| row.includes(game));
    let opponents = listed.map(|game| drawing::text_width(&row.describe(game))).max().unwrap_or(0);
    let width = (OPPONENTS_X + opponents).clamp(MIN_GAMES_WIDTH, MAX_GAMES_WIDTH);
    let note = if row.sum.played < MIN_GAMES { 2 } else { 0 };
    Size::new(width, drawing::cells(row.sum.played as usize) + 1 + note)
}

pub fn draw_games(
    place: PanelPlace,
    history: &History,
    row: &StatisticsRow,
    buffer: &mut Buffer,
    look: &Look,
) {
    let list = draw_heading(place, row, "results so far", buffer, look);
    if history.games < MIN_GAMES {
        let below =
            Rect { y: list.y + 1 + drawing::cells(history.listed.len()), height: 1, ..list };
        let text = format!("From {MIN_GAMES} games on there are charts.");
        drawing::draw_text(buffer, below.intersection(list), &text, look.dim(), look);
    }
    for ((index, game), line) in history.listed.iter().enumerate().rev().zip(list.rows()) {
        let style = match game.result {
            PersonResult::Won => look.won(),
            PersonResult::Drawn => look.text(),
            PersonResult::Lost => look.lost(),
        };
        NUMBER.draw_right(buffer, line, &(index + 1).to_string(), look.dim(), look);
        RESULT.draw(buffer, line, game.result.name(), style, look);
        match game.margin {
            Ok(lead) => {
                let lead = if row.is_scored() { format!("{lead:+}") } else { String::new() };
                LEAD.draw_right(buffer, line, &lead, look.text(), look);
                TIME.draw_right(buffer, line, &time_text(game.time), look.dim(), look);
            }
            Err(end) => EARLY_END.draw_right(buffer, line, end.name(), look.dim(), look),
        }
        let opponents = TextColumn::new(OPPONENTS_X, line.width.saturating_sub(OPPONENTS_X));
        opponents.draw(buffer, line, &row.describe(game), look.text(), look);
    }
}

pub fn draw_margins(
    place: PanelPlace,
    history: &History,
    row: &StatisticsRow,
    buffer: &mut Buffer,
    look: &Look,
) {
    let now = history.margins.last().map_or_else(String::new, |&(_, lead)| format!(" {lead:+.1}"));
    let caption = format!("lead{now}, average of the last {} games", history.window);
    let plot = draw_heading(place, row, &caption, buffer, look);
    let limit = history.margin_limit();
    let labels = [format!("-{limit}"), "0".to_owned(), format!("+{limit}")];
    let style = look.seat(0);
    let line = ChartLine { points: &history.margins, values: [-limit, 0.0, limit], labels, style };
    draw_line(plot, &line, history.games, buffer, look);
}

pub fn draw_rating(
    place: PanelPlace,
    title: &str,
    course: &RatingChart,
    buffer: &mut Buffer,
    look: &Look,
) {
    let Some(last) = course.last else { return };
    let rating = last.written(!look.glyphs.blocks);
    let caption = format!("rating {rating}, {} games and puzzles", last.results);
    let plot = draw_titled(place, &[title], &caption, buffer, look);
    let [low, high] = course.limits;
    let values = [low, low.midpoint(high), high];
    let labels = values.map(|value| format!("{value:.0}"));
    let line = ChartLine { points: &course.points, values, labels, style: look.seat(0) };
    draw_line(plot, &line, last.results, buffer, look);
}

/// Returns the area below.
fn draw_heading(
    place: PanelPlace,
    row: &StatisticsRow,
    caption: &str,
    buffer: &mut Buffer,
    look: &Look,
) -> Rect {
    draw_titled(place, &[&row.full_name, &row.name], caption, buffer, look)
}

/// Draws the first title that fits. Returns the area below.
pub fn draw_titled(
    place: PanelPlace,
    titles: &[&str],
    caption: &str,
    buffer: &mut Buffer,
    look: &Look,
) -> Rect {
    let PanelPlace { area, number } = place;
    let below =
        Rect { y: area.y + 1.min(area.height), height: area.height.saturating_sub(1), ..area };
    let number = number.map_or_else(String::new, |[number, count]| format!("{number} of {count}"));
    let number_width = drawing::text_width(&number);
    let [area, right] = Rect { height: 1.min(area.height), ..area }
        .layout(&Layout::horizontal([Constraint::Fill(1), Constraint::Length(number_width)]));
    drawing::draw_text(buffer, right, &number, look.dim(), look);
    let area = Rect { width: area.width.saturating_sub(2 * 1.min(number_width)), ..area };
    let room = |caption| area.width.saturating_sub(drawing::text_width(caption) + 2);
    let is_whole = titles.iter().any(|title| drawing::text_width(title) <= room(caption));
    let caption = if is_whole { caption } else { caption.split(',').next().unwrap_or("") };
    let title = drawing::fitting(titles, room(caption));
    let name = Span::styled(drawing::truncate(title, room(caption), look), look.strong());
    let caption = Span::styled(format!(": {caption}"), look.dim());
    if area.height > 0 {
        buffer.set_line(area.x, area.y, &Line::from(vec![name, caption]), area.width);
    }
    below
}

/// Draws a line from its first game or puzzle on, each taking the same width. The axes of all charts
/// align.
fn draw_line(area: Rect, line: &ChartLine, count: u32, buffer: &mut Buffer, look: &Look) {
    let (first, last) = (line.points.first().map_or(1.0, |&(number, _)| number), f64::from(count));
    let numbers = if count < LISTED_GAMES {
        (1..=count).map(f64::from).filter(|number| *number >= first).collect()
    } else {
        vec![first, first.midpoint(last).floor(), last]
    };
    let labels = numbers.into_iter().map(|number| (number, number.to_string()));
    let axis = HorizontalAxis { ends: [first - 0.5, last + 0.5], labels: labels.collect() };
    let labels = line.labels.clone().map(|label| format!("{label:LABEL_WIDTH$}"));
    chart::draw(area, &ChartLine { labels, ..*line }, &axis, buffer, look);
}

/// Draws nothing if no game counts.
pub fn draw_result_bar(area: Rect, sum: &ResultTally, buffer: &mut Buffer, look: &Look) {
    if sum.played == 0 {
        return;
    }
    let results = [sum.won, sum.lost];
    drawing::draw_share_bar_with(look.low_bar(), buffer, area, results, sum.drawn, look);
    // The share bar has the colours of seats.
    for position in area.positions() {
        let Some(cell) = buffer.cell_mut(position) else { continue };
        let style = match cell.fg {
            ink if ink == look.palette.seats[0] => look.won(),
            ink if ink == look.palette.seats[1] => look.lost(),
            _ => look.text(),
        };
        cell.set_style(style);
    }
}

pub fn draw_legend(area: Rect, buffer: &mut Buffer, look: &Look) {
    if area.height == 0 || area.width < LEGEND_WIDTH {
        return;
    }
    let bar = look.low_bar();
    let parts = [
        (bar, look.won(), " won"),
        (look.glyphs.track, look.text(), " drawn"),
        (drawing::second_bar_glyph(bar, look), look.lost(), " lost"),
    ];
    let spans = parts.into_iter().flat_map(|(glyph, style, label)| {
        [Span::styled(glyph.repeat(2), style), Span::styled(label, look.dim()), Span::raw("  ")]
    });
    buffer.set_line(area.x, area.y, &spans.collect(), area.width);
}
