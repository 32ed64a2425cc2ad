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
    app::{
        practice::day_of,
        statistics::{History, StatisticsData, StatisticsRow},
    },
    database::{
        DailyDate, PersonResult,
        statistics::{FinishedGame, time_text},
    },
    widgets::{
        ClickAreas, Look, drawing,
        list::{TextColumn, draw_scroll_marks, draw_selection, scroll},
    },
};
use fourcade_engine::GameKind;

const NUMBER_X: u16 = 2;
const RESULT_WIDTH: u16 = 5;
const TIME_WIDTH: u16 = 6;
const DATE_WIDTH: u16 = 11;
/// Wider lists name the opponents' characters and the day and, among several games, the lead.
const MIN_WIDE: u16 = 80;

/// Which results are visible.
#[derive(Clone, Copy)]
pub struct ResultsWindow<'a> {
    pub data: &'a StatisticsData,
    pub history: &'a History,
    pub row: &'a StatisticsRow,
    pub first: usize,
    pub selected: Option<usize>,
}

struct ResultLine<'a> {
    game: &'a FinishedGame,
    lead: String,
    opponents: String,
    /// Empty in narrow lists, like the date.
    characters: &'a str,
    date: String,
}

impl<'a> ResultLine<'a> {
    fn new(window: &ResultsWindow<'a>, game: &'a FinishedGame, is_wide: bool) -> Self {
        let row = window.row;
        let is_scored = if is_wide {
            game.game.parse().is_ok_and(GameKind::has_scores)
        } else {
            row.is_scored()
        };
        let lead = match game.margin {
            Err(end) => end.name().to_owned(),
            Ok(_) if !is_scored => String::new(),
            Ok(0) => "0".to_owned(),
            Ok(lead) => format!("{lead:+}"),
        };
        let characters = if is_wide { window.data.characters(game) } else { "" };
        let date = day_of(game.ended).filter(|_| is_wide).map(DailyDate::in_short);
        let (opponents, date) = (row.describe(game), date.unwrap_or_default());
        Self { game, lead, opponents, characters, date }
    }
}

struct ResultColumns {
    number: TextColumn,
    result: TextColumn,
    lead: TextColumn,
    opponents: TextColumn,
    characters: TextColumn,
    date: TextColumn,
    /// Left out if there is no room.
    time: Option<TextColumn>,
}

impl ResultColumns {
    fn new(lines: &[ResultLine], count: usize, width: u16, is_wide: bool) -> Self {
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
        let mut time = times.into_iter().find(|time| time.x + time.width <= width);
        let [mut characters, mut date] = [TextColumn::new(0, 0); 2];
        if is_wide {
            // The last columns end at the right edge.
            let end = TextColumn::new(width - TIME_WIDTH, TIME_WIDTH);
            date = TextColumn::new(end.x - 2 - DATE_WIDTH, DATE_WIDTH);
            let names = after(&opponents, 2, widest(|line| drawing::text_width(line.characters)));
            let spare = date.x.saturating_sub(names.x + names.width + 2);
            characters = TextColumn { x: names.x + spare / 2, ..names };
            time = Some(end);
        }
        Self { number, result, lead, opponents, characters, date, time }
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
    let is_wide = list.width >= MIN_WIDE;
    let lines: Vec<_> = visible.map(|game| ResultLine::new(&window, game, is_wide)).collect();
    let columns = ResultColumns::new(&lines, count, list.width, is_wide);
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
    columns.characters.draw(buffer, area, line.characters, dim, look);
    columns.date.draw_right(buffer, area, &line.date, dim, look);
    if let Some(column) = &columns.time {
        let time = Some(time_text(line.game.time)).filter(|time| !time.is_empty());
        column.draw_right(buffer, area, time.as_deref().unwrap_or(look.glyphs.dash), dim, look);
    }
}
