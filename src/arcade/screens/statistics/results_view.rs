//! Draws the list of results, newest first.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Modifier, Style},
};

use super::{
    Command,
    charts::{self, PanelPlace},
};
use crate::{
    app::statistics::{History, StatisticsRow},
    database::{
        PersonResult,
        statistics::{FinishedGame, time_text},
    },
    widgets::{
        ClickAreas, Look, drawing,
        list::{TextColumn, draw_scroll_marks, draw_selection, scroll},
    },
};

const NUMBER_X: u16 = 2;
const RESULT_WIDTH: u16 = 5;
const TIME_WIDTH: u16 = 6;

/// Which results are visible.
#[derive(Clone, Copy)]
pub struct ResultsWindow<'a> {
    pub history: &'a History,
    pub row: &'a StatisticsRow,
    pub first: usize,
    pub selected: Option<usize>,
}

struct ResultLine<'a> {
    game: &'a FinishedGame,
    lead: String,
    opponents: String,
}

impl<'a> ResultLine<'a> {
    fn new(row: &StatisticsRow, game: &'a FinishedGame) -> Self {
        let lead = match game.margin {
            Err(end) => end.name().to_owned(),
            Ok(_) if !row.is_scored() => String::new(),
            Ok(0) => "0".to_owned(),
            Ok(lead) => format!("{lead:+}"),
        };
        Self { game, lead, opponents: row.describe(game) }
    }
}

struct ResultColumns {
    number: TextColumn,
    result: TextColumn,
    lead: TextColumn,
    opponents: TextColumn,
    /// Left out if there is no room.
    time: Option<TextColumn>,
}

impl ResultColumns {
    fn new(lines: &[ResultLine], count: usize, width: u16) -> Self {
        let widest = |text: fn(&ResultLine) -> u16| lines.iter().map(text).max().unwrap_or(0);
        let after = |column: &TextColumn, gap, width| {
            let empty = column.width == 0;
            TextColumn::new(column.x + column.width + if empty { 0 } else { gap }, width)
        };
        let digits = drawing::text_width(&count.to_string());
        let number = TextColumn::new(NUMBER_X, digits);
        let result = after(&number, 1, RESULT_WIDTH);
        let lead = after(&result, 1, widest(|line| drawing::text_width(&line.lead)));
        let names = after(&lead, 2, widest(|line| drawing::text_width(&line.opponents)));
        let room = width.saturating_sub(names.x);
        let opponents = TextColumn { width: names.width.min(room), ..names };
        let times = [2, 1].map(|gap| after(&opponents, gap, TIME_WIDTH));
        let time = times.into_iter().find(|time| time.x + time.width <= width);
        Self { number, result, lead, opponents, time }
    }
}

/// Returns the first visible result.
pub fn draw(
    window: ResultsWindow,
    place: PanelPlace,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) -> usize {
    let ResultsWindow { history, row, selected, .. } = window;
    let list = charts::draw_heading(place, row, &["results"], buffer, look);
    let (count, rows) = (history.listed.len(), usize::from(list.height));
    if count == 0 {
        drawing::draw_text(buffer, list, "Your games will be listed here.", look.dim(), look);
    }
    let first = selected.map_or(0, |at| scroll(window.first, at, count, rows.max(1)));
    let visible = history.listed.iter().skip(first).take(rows);
    let lines: Vec<_> = visible.map(|game| ResultLine::new(row, game)).collect();
    let columns = ResultColumns::new(&lines, count, list.width);
    for ((index, line), area) in (first..).zip(&lines).zip(list.rows()) {
        areas.add(area, Command::Result(index));
        let selection = look.selected().remove_modifier(Modifier::BOLD);
        let selection = Some(selection).filter(|_| selected == Some(index));
        if let Some(style) = selection {
            draw_selection(buffer, area, style, look, areas);
        }
        draw_line(line, count - index, &columns, area, selection, buffer, look);
    }
    // The marks stand a column away from the times, if there is one.
    let width = (list.width + 1).min(buffer.area.right().saturating_sub(list.x + 1));
    let marks = Rect { width, ..list };
    draw_scroll_marks(buffer, marks, first > 0, first + rows < count, look);
    first
}

fn draw_line(
    line: &ResultLine,
    number: usize,
    columns: &ResultColumns,
    area: Rect,
    selection: Option<Style>,
    buffer: &mut Buffer,
    look: &Look,
) {
    let style = |style| selection.unwrap_or(style);
    let [text, dim] = [look.text(), look.dim()].map(style);
    let result = line.game.result;
    let result_style = match result {
        PersonResult::Won => look.won(),
        PersonResult::Drawn => look.text(),
        PersonResult::Lost => look.lost(),
    };
    columns.number.draw_right(buffer, area, &number.to_string(), dim, look);
    columns.result.draw(buffer, area, result.name(), style(result_style), look);
    columns.lead.draw_right(buffer, area, &line.lead, text, look);
    columns.opponents.draw(buffer, area, &line.opponents, text, look);
    if let Some(column) = &columns.time {
        let time = Some(time_text(line.game.time)).filter(|time| !time.is_empty());
        column.draw_right(buffer, area, time.as_deref().unwrap_or(look.glyphs.dash), dim, look);
    }
}
