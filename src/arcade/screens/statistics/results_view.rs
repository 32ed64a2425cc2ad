//! Draws the list of results, newest first.

use ratatui::{
    buffer::Buffer,
    layout::{Constraint, Layout, Rect},
    style::{Modifier, Style},
};

use super::{
    Command,
    charts::{self, PanelPlace},
};
use crate::{
    app::{
        practice::day_of,
        statistics::{ResultHistory, StatisticsRow},
    },
    database::{
        DailyDate, PersonResult,
        statistics::{FinishedGame, Margin, time_text},
    },
    widgets::{
        ClickAreas, Look, drawing,
        list::{TextColumn, draw_scroll_marks, draw_selection, scroll},
    },
};
use fourcade_engine::GameKind;

const NUMBER_X: u16 = 2;

/// The results to draw, and where the list is scrolled to.
#[derive(Clone, Copy)]
pub struct ResultsWindow<'a> {
    pub history: &'a ResultHistory,
    pub row: &'a StatisticsRow,
    pub first: usize,
    pub selected: Option<usize>,
}

struct ResultColumn {
    heading: &'static str,
    gap: u16,
    min_width: u16,
    is_number: bool,
    /// Whether it stands at the right edge.
    is_last: bool,
    text: fn(&StatisticsRow, &FinishedGame) -> String,
    style: fn(&FinishedGame, &Look) -> Style,
}

impl ResultColumn {
    fn heading_for(&self, row: &StatisticsRow) -> &'static str {
        // On the page of one game, the column shows only the opponents.
        let has_opponents = self.heading == GAME.heading && row.kind.is_some();
        if has_opponents { "against" } else { self.heading }
    }
}

const RESULT: ResultColumn = ResultColumn {
    heading: "result",
    gap: 1,
    min_width: 5,
    is_number: false,
    is_last: false,
    text: |_, game| game.result.name().to_owned(),
    style: |game, look| match game.result {
        PersonResult::Won => look.won(),
        PersonResult::Drawn => look.text(),
        PersonResult::Lost => look.lost(),
    },
};
/// Also says how a game was lost before its end.
const ENDING: ResultColumn =
    ResultColumn { text: |_, game| ending_text(game).to_owned(), ..RESULT };
const LEAD: ResultColumn = ResultColumn {
    heading: "lead",
    gap: 1,
    min_width: 0,
    is_number: true,
    is_last: false,
    text: |_, game| lead_text(game),
    style: |_, look| look.text(),
};
const GAME: ResultColumn = ResultColumn {
    heading: "game",
    gap: 2,
    min_width: 0,
    is_number: false,
    is_last: false,
    text: |row, game| row.describe(game),
    style: |_, look| look.text(),
};
const CLOSE_GAME: ResultColumn = ResultColumn { gap: 1, ..GAME };
const DATE: ResultColumn = ResultColumn {
    heading: "date",
    min_width: 11,
    is_number: true,
    is_last: true,
    text: |_, game| day_of(game.ended).map(DailyDate::in_short).unwrap_or_default(),
    style: |_, look| look.dim(),
    ..GAME
};
/// The date without the year.
const DAY: ResultColumn = ResultColumn {
    min_width: 6,
    text: |_, game| day_of(game.ended).map(DailyDate::without_year).unwrap_or_default(),
    ..DATE
};
const TIME: ResultColumn =
    ResultColumn { heading: "time", min_width: 6, text: |_, game| time_text(game.time), ..DATE };

/// From the widest set of columns to the narrowest one. The names of games are cut last.
const COLUMNS: [&[ResultColumn]; 6] = [
    &[ENDING, LEAD, GAME, DATE, TIME],
    &[ENDING, LEAD, GAME, DAY],
    &[ENDING, LEAD, GAME],
    &[RESULT, LEAD, GAME],
    &[RESULT, LEAD, CLOSE_GAME],
    &[RESULT, GAME],
];

/// Such as `won +12`.
pub fn result_text(game: &FinishedGame) -> String {
    format!("{} {}", ending_text(game), lead_text(game)).trim_end().to_owned()
}

fn ending_text(game: &FinishedGame) -> &'static str {
    match (game.result, game.margin) {
        (PersonResult::Lost, Margin::Resigned) => "resigned",
        (PersonResult::Lost, Margin::TimedOut) => "timed out",
        (result, _) => result.name(),
    }
}

/// The difference of the scores, with a sign. Empty in a game without scores or left early.
fn lead_text(game: &FinishedGame) -> String {
    let has_scores = game.game.parse().is_ok_and(GameKind::has_scores);
    match game.margin {
        Margin::Points(0) if has_scores => "0".to_owned(),
        Margin::Points(lead) if has_scores => format!("{lead:+}"),
        _ => String::new(),
    }
}

/// The columns of the widest set that fits beside the numbers, without empty ones.
fn fitting_columns(
    row: &StatisticsRow,
    visible: &[FinishedGame],
    numbers: TextColumn,
    width: u16,
    has_headings: bool,
) -> Vec<(&'static ResultColumn, TextColumn)> {
    let place = |set: &'static [ResultColumn]| {
        let mut end = numbers.x + numbers.width;
        let mut places = Vec::new();
        for column in set {
            let texts = visible.iter().map(|game| drawing::text_width(&(column.text)(row, game)));
            let widest = texts.max().unwrap_or(0);
            if widest > 0 {
                let heading = drawing::text_width(column.heading_for(row));
                let heading = if has_headings { heading } else { 0 };
                let width = widest.max(column.min_width).max(heading);
                let x = end + column.gap;
                places.push((column, TextColumn::new(x, width)));
                end = x + width;
            }
        }
        (places, end)
    };
    let mut sets = COLUMNS.into_iter().map(place);
    let fitting = sets.find(|(_, end)| *end <= width);
    let (mut columns, end) = fitting.unwrap_or_else(|| place(COLUMNS[COLUMNS.len() - 1]));
    for (_, place) in columns.iter_mut().filter(|(column, _)| column.is_last) {
        place.x += width.saturating_sub(end);
    }
    columns
}

/// Returns the first visible result and the number of visible rows.
pub fn draw(
    window: ResultsWindow,
    place: PanelPlace,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) -> [usize; 2] {
    let ResultsWindow { history, row, selected, .. } = window;
    let list = charts::draw_titled(place, &charts::row_titles(row), "results", &[], buffer, look);
    let count = history.listed.len();
    if count == 0 {
        charts::draw_hint(list, "Your games will be listed here.", buffer, look);
    }
    let headings = u16::from(place.has_border && count > 0);
    let [heading, list] =
        list.layout(&Layout::vertical([Constraint::Length(headings), Constraint::Fill(1)]));
    let rows = usize::from(list.height);
    let first = selected.map_or(0, |at| scroll(window.first, at, count, rows.max(1)));
    let visible = &history.listed[first..count.min(first + rows)];
    let numbers = TextColumn::new(NUMBER_X, drawing::text_width(&count.to_string()));
    // The last column is for the scroll marks.
    let room = list.width - u16::from(count > rows).min(list.width);
    let columns = fitting_columns(row, visible, numbers, room, headings > 0);
    for (column, place) in &columns {
        let text = column.heading_for(row);
        draw_cell(column, *place, heading, text, look.dim(), buffer, look);
    }
    for ((index, game), area) in (first..).zip(visible).zip(list.rows()) {
        areas.add(area, Command::Result(index));
        let selection = look.selected().remove_modifier(Modifier::BOLD);
        let selection = Some(selection).filter(|_| selected == Some(index));
        if let Some(style) = selection {
            draw_selection(buffer, area, style, look, areas);
        }
        let number = (count - index).to_string();
        numbers.draw_right(buffer, area, &number, selection.unwrap_or(look.dim()), look);
        for (column, place) in &columns {
            let own = (column.style)(game, look);
            let style = match selection {
                // A win keeps its colour.
                Some(style) if own == look.won() && !look.reverses_selection() => {
                    own.patch(Style { fg: None, ..style })
                }
                Some(style) => style,
                None => own,
            };
            let text = (column.text)(row, game);
            let is_missing = text.is_empty() && column.is_number;
            let text = if is_missing { look.glyphs.dash } else { &text };
            draw_cell(column, *place, area, text, style, buffer, look);
        }
    }
    draw_scroll_marks(buffer, list, first > 0, first + rows < count, look);
    [first, rows]
}

fn draw_cell(
    column: &ResultColumn,
    place: TextColumn,
    row: Rect,
    text: &str,
    style: Style,
    buffer: &mut Buffer,
    look: &Look,
) {
    if column.is_number {
        place.draw_right(buffer, row, text, style, look);
    } else {
        place.draw(buffer, row, text, style, look);
    }
}
