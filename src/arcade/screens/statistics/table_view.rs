//! Draws a table: a row for each opponent and board size, or for each game.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Modifier, Style},
};

use super::Command;
use crate::{
    app::statistics::{StatisticsRow, StatisticsTable},
    database::statistics::{ResultTally, time_text},
    widgets::{
        ClickAreas, Look, drawing,
        list::{TextColumn, draw_scroll_marks, draw_selection, scroll},
    },
};

/// Narrower tables have smaller gaps, less room for names and one column for all results.
const NARROW: u16 = 58;
/// The room kept for names in narrow and in other tables; columns of numbers are dropped for it.
const MAX_NAME_WIDTHS: [u16; 2] = [14, 24];
const NAME_X: u16 = 2;
/// The opponents' characters are dropped before columns of this rank, and after higher ones.
const RANK_ABOVE_CHARACTERS: u8 = 1;

const PLAYED: &str = "played";

struct NumberColumn {
    heading: &'static str,
    text: fn(&ResultTally) -> String,
    /// Columns of the highest rank are dropped first, those of rank 0 never.
    rank: u8,
    least_width: u16,
}

const fn column(heading: &'static str, text: fn(&ResultTally) -> String, rank: u8) -> NumberColumn {
    NumberColumn { heading, text, rank, least_width: [0, 4, 5, 7, 7, 6][rank as usize] }
}

const GAMES: [NumberColumn; 2] = [
    column("size", |sum| sum.size.map(|size| size.to_string()).unwrap_or_default(), 0),
    column(PLAYED, |sum| sum.played.to_string(), 0),
];
const RESULTS: [NumberColumn; 3] = [
    column("won", |sum| sum.won.to_string(), 0),
    column("drawn", |sum| sum.drawn.to_string(), 0),
    column("lost", |sum| sum.lost.to_string(), 0),
];
const NARROW_RESULTS: [NumberColumn; 1] =
    [column("W-D-L", |sum| format!("{}-{}-{}", sum.won, sum.drawn, sum.lost), 0)];
const AVERAGES_AND_STREAKS: [NumberColumn; 5] = [
    column("rate", |sum| sum.win_rate().map(|rate| format!("{rate}%")).unwrap_or_default(), 1),
    column("lead", ResultTally::margin_text, 2),
    column("streak", ResultTally::streak_text, 3),
    column("longest", ResultTally::longest_text, 4),
    column("time", |sum| time_text(sum.time), 5),
];

#[derive(Clone, Copy, Debug)]
pub struct TableWindow {
    /// Including the heading.
    pub area: Rect,
    pub first: usize,
    pub selected: usize,
    /// Otherwise the selected row is only marked.
    pub has_focus: bool,
}

impl TableWindow {
    /// Scrolls as little as possible so that the selected row is visible below the heading.
    pub fn scrolled(self, rows: usize) -> Self {
        let visible = self.visible().max(1);
        Self { first: scroll(self.first, self.selected, rows, visible), ..self }
    }

    /// The style of the selected row.
    pub fn selection(self, look: &Look) -> Style {
        if self.has_focus { look.selected() } else { look.chosen() }
    }

    /// The number of rows below the heading.
    pub fn visible(self) -> usize {
        self.area.height.saturating_sub(1).into()
    }

    pub fn rows(
        self,
        table: &StatisticsTable,
    ) -> impl Iterator<Item = (usize, &StatisticsRow, Rect)> {
        let rows = table.rows.iter().enumerate().skip(self.first);
        rows.zip(self.area.rows().skip(1)).map(|((index, row), line)| (index, row, line))
    }
}

/// Draws the table with its numbers at the right edge.
pub fn draw(
    window: TableWindow,
    table: &StatisticsTable,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) {
    let area = window.area;
    let gap = column_gap(area.width);
    let told_x = ways_of_play_x(table, area.width);
    let columns = if told_x.is_some() { Vec::new() } else { fitting_columns(table, area.width) };
    let numbers_width: u16 = columns.iter().map(|(_, width)| gap + width).sum();
    let name = TextColumn::new(NAME_X, area.width.saturating_sub(NAME_X + numbers_width));
    let mut x = name.x + name.width;
    let columns: Vec<(&NumberColumn, TextColumn)> = columns
        .into_iter()
        .map(|(column, width)| {
            x += gap + width;
            (column, TextColumn::new(x - width, width))
        })
        .collect();
    let names = NAME_X + name_width(table) + 2;
    let characters = longest(table, |row| &row.characters);
    let has_characters = characters > 0 && names + characters <= name.x + name.width;
    let told = told_x.map(|x| TextColumn::new(x, area.width - x));
    let heading = Rect { height: 1.min(area.height), ..area };
    name.draw(buffer, heading, &heading_with_position(window, table, name), look.dim(), look);
    for (number, column) in &columns {
        column.draw_right(buffer, heading, number.heading, look.dim(), look);
    }
    if let Some(told) = told {
        told.draw(buffer, heading, "how they play", look.dim(), look);
    }
    for (index, row, line) in window.rows(table) {
        let is_selected = index == window.selected;
        let is_played = row.sum.played > 0;
        let has_focus = is_selected && window.has_focus;
        let style = if is_selected {
            window.selection(look)
        } else if is_played || told.is_some() {
            look.text()
        } else {
            look.dim()
        };
        if has_focus {
            draw_selection(buffer, line, style, look, areas);
        } else if is_selected {
            buffer.set_style(line, style);
            buffer.set_string(line.x, line.y, look.glyphs.pointer, style);
        }
        let style = if row.is_total() { style.add_modifier(Modifier::BOLD) } else { style };
        // Several board sizes share the name in the first row.
        let is_named =
            index == window.first || is_selected || row.name != table.rows[index - 1].name;
        if is_named {
            name.draw(buffer, line, &row.name, style, look);
        }
        if is_named && has_characters {
            let faces = TextColumn::new(names, name.width.saturating_sub(names - name.x));
            let style = if is_selected { style } else { look.dim() };
            faces.draw(buffer, line, &row.characters, style, look);
        }
        for (number, column) in &columns {
            let text = if is_played { (number.text)(&row.sum) } else { String::new() };
            let is_expected = if is_played { number.rank > 0 } else { number.heading == PLAYED };
            let text = if text.is_empty() && is_expected { look.glyphs.dash } else { &text };
            column.draw_right(buffer, line, text, style, look);
        }
        if let Some(told) = told {
            told.draw(buffer, line, &row.way_of_play(), style, look);
        }
        areas.add(line, Command::Row(index));
    }
    let height = area.height.saturating_sub(1);
    let rows = Rect { y: area.y + 1, width: area.width + 1, height, ..area };
    let has_more_below = window.first + window.visible() < table.rows.len();
    draw_scroll_marks(buffer, rows, window.first > 0, has_more_below, look);
}

/// Where a table says how its opponents play: if no row has games, and there is room.
fn ways_of_play_x(table: &StatisticsTable, width: u16) -> Option<u16> {
    let columns = [name_width(table), longest(table, |row| &row.characters)];
    let columns = columns.into_iter().filter(|width| *width > 0);
    let x = NAME_X + columns.map(|width| width + 2).sum::<u16>();
    let ways = table.rows.iter().map(|row| drawing::text_width(&row.way_of_play()));
    let is_unplayed = table.rows.iter().all(|row| row.sum.played == 0);
    Some(x).filter(|x| is_unplayed && x + ways.max().unwrap_or(0) <= width)
}

fn name_heading(table: &StatisticsTable) -> &'static str {
    if table.kind.is_some() { "against" } else { "game" }
}

/// The heading of the names; with the number of the selected row if not all rows are visible.
fn heading_with_position(
    window: TableWindow,
    table: &StatisticsTable,
    column: TextColumn,
) -> String {
    let (heading, count) = (name_heading(table), table.rows.len());
    if count <= window.visible() {
        return heading.to_owned();
    }
    let position = format!("{} of {count}", window.selected + 1);
    let whole = format!("{heading}, {position}");
    if drawing::text_width(&whole) <= column.width { whole } else { position }
}

fn name_width(table: &StatisticsTable) -> u16 {
    longest(table, |row| &row.name).max(drawing::text_width(name_heading(table)))
}

fn longest(table: &StatisticsTable, text: impl Fn(&StatisticsRow) -> &str) -> u16 {
    table.rows.iter().map(|row| drawing::text_width(text(row))).max().unwrap_or(0)
}

fn column_gap(width: u16) -> u16 {
    if width < NARROW { 1 } else { 2 }
}

/// The columns of numbers that fit, with their widths.
fn fitting_columns(table: &StatisticsTable, width: u16) -> Vec<(&'static NumberColumn, u16)> {
    let played = || table.rows.iter().filter(|row| row.sum.played > 0);
    // Before the first game, the columns that all games have show what will be counted.
    let is_empty = played().next().is_none();
    let is_used = |column: &&NumberColumn| {
        let is_of_all = !["size", "lead"].contains(&column.heading);
        (is_empty && is_of_all)
            || column.heading == PLAYED
            || played().any(|row| !(column.text)(&row.sum).is_empty())
    };
    // Most numbers fit, so that the columns of all tables are at the same places.
    let min_width = |column: &NumberColumn| {
        let width = if width < NARROW { 0 } else { column.least_width };
        width.max(drawing::text_width(column.heading))
    };
    let column_width = |column: &NumberColumn| {
        let cells = played().map(|row| drawing::text_width(&(column.text)(&row.sum)));
        cells.max().unwrap_or(0).max(min_width(column))
    };
    let [narrow, wide] = MAX_NAME_WIDTHS;
    let (max_name, results) =
        if width < NARROW { (narrow, &NARROW_RESULTS[..]) } else { (wide, &RESULTS[..]) };
    let columns = GAMES.iter().chain(results).chain(&AVERAGES_AND_STREAKS).filter(is_used);
    let mut columns: Vec<_> = columns.map(|column| (column, column_width(column))).collect();
    let names = NAME_X + name_width(table).min(max_name);
    let mut characters = match longest(table, |row| &row.characters) {
        0 => 0,
        width => width + 2,
    };
    loop {
        let numbers: u16 = columns.iter().map(|(_, column)| column_gap(width) + column).sum();
        let last = columns.iter().enumerate().max_by_key(|(_, (column, _))| column.rank);
        let rank = last.map_or(0, |(_, (column, _))| column.rank);
        match last {
            _ if names + characters + numbers <= width => break,
            _ if characters > 0 && rank <= RANK_ABOVE_CHARACTERS => characters = 0,
            Some((index, _)) if rank > 0 => drop(columns.remove(index)),
            _ => break,
        }
    }
    columns
}
