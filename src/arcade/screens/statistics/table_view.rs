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

/// Below this width, tables have smaller gaps, less room for names and one column for all results.
const NARROW_WIDTH: u16 = 58;
/// The room reserved for names in narrow tables and in others. Columns of numbers are dropped for
/// it.
const MAX_NAME_WIDTHS: [u16; 2] = [14, 24];
const NAME_X: u16 = 2;
/// The opponents' characters are dropped after the columns of higher ranks, and before this one.
const RANK_ABOVE_CHARACTERS: u8 = 1;

const PLAYED: &str = "played";

struct NumberColumn {
    heading: &'static str,
    text: fn(&ResultTally) -> String,
    /// Columns of the highest rank are dropped first, those of rank 0 never.
    rank: u8,
    min_width: u16,
}

const fn column(heading: &'static str, text: fn(&ResultTally) -> String, rank: u8) -> NumberColumn {
    NumberColumn { heading, text, rank, min_width: [0, 4, 5, 7, 7, 6][rank as usize] }
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
    /// The area of the rows and the heading.
    pub area: Rect,
    pub first: usize,
    pub selected: usize,
    /// Without the focus, the selected row is only marked.
    pub has_focus: bool,
}

impl TableWindow {
    /// Scrolls as little as possible so that the selected row is visible below the heading.
    pub fn scrolled(self, rows: usize) -> Self {
        let visible = self.visible().max(1);
        Self { first: scroll(self.first, self.selected, rows, visible), ..self }
    }

    pub fn selected_style(self, look: &Look) -> Style {
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

/// The columns of a table, with its numbers at the right edge.
struct TableColumns {
    name: TextColumn,
    /// The opponents' characters, if there is room for them beside the names.
    characters: Option<TextColumn>,
    numbers: Vec<(&'static NumberColumn, TextColumn)>,
    /// How the opponents play, in place of the numbers.
    ways_of_play: Option<TextColumn>,
}

impl TableColumns {
    fn new(table: &StatisticsTable, width: u16) -> Self {
        let ways_x = ways_of_play_x(table, width);
        let numbers = if ways_x.is_some() { Vec::new() } else { fitting_columns(table, width) };
        let gap = column_gap(width);
        let numbers_width: u16 = numbers.iter().map(|(_, width)| gap + width).sum();
        let name = TextColumn::new(NAME_X, width.saturating_sub(NAME_X + numbers_width));
        let names_end = name.x + name.width;
        let mut x = names_end;
        let numbers = numbers
            .into_iter()
            .map(|(column, width)| {
                x += gap + width;
                (column, TextColumn::new(x - width, width))
            })
            .collect();
        let characters_x = NAME_X + name_width(table) + 2;
        let characters_width = longest(table, |row| &row.characters);
        let has_characters = characters_width > 0 && characters_x + characters_width <= names_end;
        Self {
            name,
            characters: has_characters
                .then(|| TextColumn::new(characters_x, names_end.saturating_sub(characters_x))),
            numbers,
            ways_of_play: ways_x.map(|x| TextColumn::new(x, width - x)),
        }
    }

    fn draw_headings(&self, names: &str, row: Rect, buffer: &mut Buffer, look: &Look) {
        self.name.draw(buffer, row, names, look.dim(), look);
        for (number, column) in &self.numbers {
            column.draw_right(buffer, row, number.heading, look.dim(), look);
        }
        if let Some(column) = self.ways_of_play {
            column.draw(buffer, row, "how they play", look.dim(), look);
        }
    }

    fn draw_row(
        &self,
        row: &StatisticsRow,
        line: Rect,
        style: Style,
        buffer: &mut Buffer,
        look: &Look,
    ) {
        let is_played = row.sum.played > 0;
        for (number, column) in &self.numbers {
            let text = if is_played { (number.text)(&row.sum) } else { String::new() };
            let is_expected = if is_played { number.rank > 0 } else { number.heading == PLAYED };
            let text = if text.is_empty() && is_expected { look.glyphs.dash } else { &text };
            column.draw_right(buffer, line, text, style, look);
        }
        if let Some(column) = self.ways_of_play {
            column.draw(buffer, line, &row.way_of_play(), style, look);
        }
    }
}

pub fn draw(
    window: TableWindow,
    table: &StatisticsTable,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) {
    let area = window.area;
    let columns = TableColumns::new(table, area.width);
    let heading = Rect { height: 1.min(area.height), ..area };
    let names = heading_with_position(window, table, columns.name);
    columns.draw_headings(&names, heading, buffer, look);
    for (index, row, line) in window.rows(table) {
        let is_selected = index == window.selected;
        let style = if is_selected {
            window.selected_style(look)
        } else if row.sum.played > 0 || columns.ways_of_play.is_some() {
            look.text()
        } else {
            look.dim()
        };
        if is_selected && window.has_focus {
            draw_selection(buffer, line, style, look, areas);
        } else if is_selected {
            buffer.set_style(line, style);
            buffer.set_string(line.x, line.y, look.glyphs.pointer, style);
        }
        let style = if row.is_total() { style.add_modifier(Modifier::BOLD) } else { style };
        // Rows of several board sizes have the name only once.
        let has_name =
            index == window.first || is_selected || row.name != table.rows[index - 1].name;
        if has_name {
            columns.name.draw(buffer, line, &row.name, style, look);
            if let Some(column) = columns.characters {
                let style = if is_selected { style } else { look.dim() };
                column.draw(buffer, line, &row.characters, style, look);
            }
        }
        columns.draw_row(row, line, style, buffer, look);
        areas.add(line, Command::Row(index));
    }
    let height = area.height.saturating_sub(1);
    let rows = Rect { y: area.y + 1, width: area.width + 1, height, ..area };
    let has_more_below = window.first + window.visible() < table.rows.len();
    draw_scroll_marks(buffer, rows, window.first > 0, has_more_below, look);
}

/// The column that says how the opponents play, if no row has games and there is room.
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

/// The heading of the names. If not all rows are visible, it has the number of the selected one.
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
    if width < NARROW_WIDTH { 1 } else { 2 }
}

/// The columns of numbers that fit, with their widths.
fn fitting_columns(table: &StatisticsTable, width: u16) -> Vec<(&'static NumberColumn, u16)> {
    let played = || table.rows.iter().filter(|row| row.sum.played > 0);
    // Before the first game, the columns that all games share show what will be counted.
    let is_empty = played().next().is_none();
    let is_used = |column: &&NumberColumn| {
        let is_of_all = !["size", "lead"].contains(&column.heading);
        (is_empty && is_of_all)
            || column.heading == PLAYED
            || played().any(|row| !(column.text)(&row.sum).is_empty())
    };
    // The minimum fits most numbers, so that the columns of all tables are at the same places.
    let min_width = |column: &NumberColumn| {
        let width = if width < NARROW_WIDTH { 0 } else { column.min_width };
        width.max(drawing::text_width(column.heading))
    };
    let column_width = |column: &NumberColumn| {
        let cells = played().map(|row| drawing::text_width(&(column.text)(&row.sum)));
        cells.max().unwrap_or(0).max(min_width(column))
    };
    let [narrow, wide] = MAX_NAME_WIDTHS;
    let (max_name, results) =
        if width < NARROW_WIDTH { (narrow, &NARROW_RESULTS[..]) } else { (wide, &RESULTS[..]) };
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
