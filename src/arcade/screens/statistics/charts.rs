//! The charts of the statistics: lines over the games, bars of wins, draws and losses, and the list
//! of the first games.

use ratatui::{
    buffer::Buffer,
    layout::{Constraint, Layout, Rect, Size},
    style::{Modifier, Style},
    text::{Line, Span},
};

use crate::{
    app::statistics::{History, LISTED_GAMES, MAX_LISTED, MIN_GAMES, RatingChart, StatisticsRow},
    database::{
        PersonResult,
        statistics::{FinishedGame, ResultTally, time_text},
    },
    widgets::{
        Look,
        chart::{self, ChartLine, ChartMarks, HorizontalAxis},
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
const NUMBER: TextColumn = TextColumn::new(0, 4);
const RESULT: TextColumn = TextColumn::new(6, 5);
const LEAD: TextColumn = TextColumn::new(11, 4);
const TIME: TextColumn = TextColumn::new(16, 6);
/// Instead of the lead and the time, if a player left the game.
const EARLY_END: TextColumn = TextColumn::new(11, 11);
const OPPONENTS_X: u16 = 24;
/// Enough for the note below a short list.
const MIN_GAMES_WIDTH: u16 = 34;
/// Names of other people's programs are cut.
const MAX_GAMES_WIDTH: u16 = 48;

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
    draw_line(plot, &line, "game", history.games, buffer, look);
}

/// Including the heading, and a note below if there are no charts yet.
pub fn games_size(row: &StatisticsRow, games: &[FinishedGame]) -> Size {
    let listed = games.iter().filter(|game| row.includes(game)).rev().take(MAX_LISTED);
    let opponents = listed.map(|game| drawing::text_width(&row.describe(game))).max().unwrap_or(0);
    let width = (OPPONENTS_X + opponents).clamp(MIN_GAMES_WIDTH, MAX_GAMES_WIDTH);
    let note = if row.sum.played < MIN_GAMES { 2 } else { 0 };
    Size::new(width, drawing::cells((row.sum.played as usize).min(MAX_LISTED)) + 1 + note)
}

pub fn draw_games(
    place: PanelPlace,
    history: &History,
    row: &StatisticsRow,
    buffer: &mut Buffer,
    look: &Look,
) {
    let list = draw_heading(place, row, "results", buffer, look);
    if history.games < MIN_GAMES {
        let below =
            Rect { y: list.y + 1 + drawing::cells(history.listed.len()), height: 1, ..list };
        let text = format!("From {MIN_GAMES} games on there are charts.");
        drawing::draw_text(buffer, below.intersection(list), &text, look.dim(), look);
    }
    let numbers = (1..=history.games).rev();
    for ((number, game), line) in numbers.zip(history.listed.iter().rev()).zip(list.rows()) {
        let style = match game.result {
            PersonResult::Won => look.won(),
            PersonResult::Drawn => look.text(),
            PersonResult::Lost => look.lost(),
        };
        NUMBER.draw_right(buffer, line, &number.to_string(), look.dim(), look);
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
    let caption = format!("lead{now}, last {} games", history.window);
    let plot = draw_heading(place, row, &caption, buffer, look);
    let values = history.margin_axis();
    let labels =
        values.map(|lead| if lead == 0.0 { "0".to_owned() } else { format!("{lead:+.0}") });
    let line = ChartLine { points: &history.margins, values, labels, style: look.seat(0) };
    draw_line(plot, &line, "game", history.games, buffer, look);
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
    let plot = draw_titled(place, [title; 2], &caption, buffer, look);
    let labels = course.axis.map(|value| format!("{value:.0}"));
    let (values, style) = (course.axis, look.seat(0));
    let line = ChartLine { points: &course.points, values, labels, style };
    // Puzzles count like games.
    draw_line(plot, &line, "", last.results, buffer, look);
}

/// Returns the area below.
fn draw_heading(
    place: PanelPlace,
    row: &StatisticsRow,
    caption: &str,
    buffer: &mut Buffer,
    look: &Look,
) -> Rect {
    draw_titled(place, [&row.full_name, &row.name], caption, buffer, look)
}

/// Draws a title, or another one if the first doesn't even fit with a shorter caption. Returns the
/// area below.
pub fn draw_titled(
    place: PanelPlace,
    [title, other]: [&str; 2],
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
    let fits = |title: &str, caption| drawing::text_width(title) <= room(caption);
    let short = caption.split(',').next().unwrap_or("");
    let caption = if fits(title, caption) { caption } else { short };
    let title = if fits(title, caption) { title } else { other };
    let name = Span::styled(drawing::truncate(title, room(caption), look), look.strong());
    let caption = Span::styled(format!(": {caption}"), look.dim());
    if area.height > 0 {
        buffer.set_line(area.x, area.y, &Line::from(vec![name, caption]), area.width);
    }
    below
}

/// Draws a line from its first game or puzzle on, each taking the same width. The axes of all charts
/// align. `unit` names the numbers of the horizontal axis.
fn draw_line(
    area: Rect,
    line: &ChartLine,
    unit: &str,
    count: u32,
    buffer: &mut Buffer,
    look: &Look,
) {
    let (first, last) = (line.points.first().map_or(1.0, |&(number, _)| number), f64::from(count));
    let numbers = if count < LISTED_GAMES {
        (1..=count).map(f64::from).filter(|number| *number >= first).collect()
    } else {
        vec![first, first.midpoint(last).floor(), last]
    };
    let labels = numbers.into_iter().map(|number| (number, number.to_string()));
    let axis = HorizontalAxis { ends: [first - 0.5, last + 0.5], labels: labels.collect() };
    let labels = line.labels.clone().map(|label| format!("{label:LABEL_WIDTH$}"));
    let (line, marks) = (ChartLine { labels, ..*line }, ChartMarks::default());
    if let Some(plot) = chart::draw(area, &line, &axis, &marks, buffer, look) {
        let below = Rect { y: plot.bottom() + 1, height: 1, ..area }.intersection(area);
        drawing::draw_text(buffer, below, unit, look.dim(), look);
    }
}

/// The parts of a bar of results: the glyph, its style and what it stands for. Lost games are its
/// empty part.
fn bar_parts(look: &Look) -> [(&'static str, Style, &'static str); 3] {
    let bar = look.low_bar();
    [
        (bar, look.won(), "won"),
        (drawing::second_bar_glyph(bar, look), look.dim(), "drawn"),
        (look.glyphs.track, look.rule(), "lost"),
    ]
}

/// Draws nothing if no game counts. The background stays.
pub fn draw_result_bar(area: Rect, sum: &ResultTally, buffer: &mut Buffer, look: &Look) {
    let column = |games: u32| {
        let share = (2 * u64::from(games) * u64::from(area.width) + u64::from(sum.played))
            .checked_div(2 * u64::from(sum.played));
        u16::try_from(share.unwrap_or(0)).unwrap_or(area.width)
    };
    let ends = [sum.won, sum.won + sum.drawn, sum.played].map(column);
    let starts = [0, ends[0], ends[1]];
    for ((start, end), (glyph, style, _)) in starts.into_iter().zip(ends).zip(bar_parts(look)) {
        for x in area.x + start..area.x + end {
            let cell = &mut buffer[(x, area.y)];
            let style = style.bg(cell.bg).remove_modifier(Modifier::REVERSED);
            cell.set_symbol(glyph).set_style(style);
        }
    }
}

pub fn draw_legend(area: Rect, buffer: &mut Buffer, look: &Look) {
    if area.height == 0 || area.width < LEGEND_WIDTH {
        return;
    }
    let spans = bar_parts(look).into_iter().flat_map(|(glyph, style, label)| {
        let label = Span::styled(format!(" {label}  "), look.dim());
        [Span::styled(glyph.repeat(2), style), label]
    });
    buffer.set_line(area.x, area.y, &spans.collect(), area.width);
}
