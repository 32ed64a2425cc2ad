//! The panels of the statistics, and where they stand.

use std::iter;

use ratatui::layout::{Constraint, Layout, Rect, Size};

use crate::{
    app::statistics::{NUMBERED_GAMES, RatingChart, ResultHistory, StatisticsRow, StatisticsTable},
    widgets::{drawing, page::WindowClass},
};
use StatisticsPanel::{
    Feats, Games, Lines, Margins, Opponents, Picture, Rating, RatingOf, Table, WinRate,
};
use fourcade_engine::GameKind;

const GAP: u16 = 2;
/// The text for a table without rows.
const ADVICE_HEIGHT: usize = 3;
/// Minimum widths of a column on the page of all games, and on the page of one game.
const MIN_COLUMNS: [u16; 2] = [40, 36];
/// The heights of charts and lists include their headings.
const MIN_CHART_HEIGHT: u16 = 8;
const MAX_CHART_HEIGHT: u16 = 15;
const MIN_LISTS_HEIGHT: u16 = 11;
const MIN_LIST_HEIGHT: u16 = 3;
/// From this size on, a page is a grid of panels with borders.
pub const MIN_GRID_SIZE: Size = Size::new(150, 40);
/// The width of the lists in the grid.
const SIDE_WIDTH: u16 = 70;
/// Fits eight feats with their texts and the border of their panel.
const MAX_GRID_ROW: u16 = 18;
/// Fits the border of a panel, the heading, and a row for each game and their sum.
const GAMES_HEIGHT: u16 = 8;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StatisticsPanel {
    /// Can be chosen only in small windows. Others always show it.
    #[default]
    Table,
    /// The results of few games by opponent.
    Opponents,
    Games,
    WinRate,
    Margins,
    /// Replaces the win rate and the lead before they begin.
    Lines,
    /// The ratings of all games in a list, or the one of the page's game.
    Rating,
    /// The rating of one of all games.
    RatingOf(GameKind),
    /// The board of the selected or newest result.
    Picture,
    Feats,
}

/// The contents of a page that decide which panels it has.
#[derive(Clone, Copy)]
pub struct PageContents<'a> {
    pub table: &'a StatisticsTable,
    pub ratings: &'a [RatingChart],
    /// The games of all rows.
    pub total: &'a ResultHistory,
    /// The selected row.
    pub row: Option<&'a StatisticsRow>,
}

#[derive(Default)]
pub struct PanelLayout {
    pub visible: Vec<(StatisticsPanel, Rect)>,
    /// The panels that the person can choose from; fewer than two if all are visible.
    pub choices: Vec<StatisticsPanel>,
    pub has_borders: bool,
}

impl PanelLayout {
    /// Large windows show all panels. Usual windows show the chosen one below the table, small ones
    /// in place of it.
    pub fn new(
        area: Rect,
        class: WindowClass,
        contents: PageContents,
        chosen: StatisticsPanel,
    ) -> Self {
        let PageContents { table, row, .. } = contents;
        let rows = table_height(table);
        let kept = match class {
            WindowClass::Small => 0,
            WindowClass::Usual => MIN_CHART_HEIGHT + 1,
            WindowClass::Large => MIN_CHART_HEIGHT + MIN_LISTS_HEIGHT + 2,
        };
        let [head, below] = split(area, drawing::cells(rows).min(area.height.saturating_sub(kept)));
        let head = (Table, head);
        let charts = charts_of(table.kind);
        match (class, row) {
            (WindowClass::Usual | WindowClass::Large, None) => {
                Self { visible: vec![head, (Feats, below)], ..Self::default() }
            }
            (WindowClass::Large, Some(_)) => Self::with_all(head, below, contents),
            (WindowClass::Usual, Some(_)) => {
                let chosen = if charts.contains(&chosen) { chosen } else { WinRate };
                let visible = [&[head][..], &columns(below, table.kind, &[Games, chosen])].concat();
                Self { visible, choices: charts, ..Self::default() }
            }
            (WindowClass::Small, None) => Self { visible: vec![head], ..Self::default() },
            (WindowClass::Small, Some(row)) => {
                let has_list = below.height >= MIN_LIST_HEIGHT;
                let is_complete = has_list && row.sum.played < u32::from(below.height);
                let list = (!is_complete).then_some(Games);
                let choices: Vec<_> = iter::once(Table).chain(list).chain(charts).collect();
                let visible = match chosen {
                    Table if has_list => vec![head, (Games, below)],
                    panel if panel != Table && choices.contains(&panel) => vec![(panel, area)],
                    _ => vec![head],
                };
                Self { visible, choices, ..Self::default() }
            }
        }
    }

    /// Shows all panels: the charts above the lists of games and feats, which take the remaining
    /// room.
    fn with_all(head: (StatisticsPanel, Rect), below: Rect, contents: PageContents) -> Self {
        let table = contents.table;
        let lists = [Games, Feats];
        let mut charts = charts_of(table.kind);
        // The panel of the rating is kept: before the rating begins, it shows the stars.
        charts.retain(|chart| *chart == Rating || contents.has_begun(*chart));
        let height = if has_many(table) {
            let lists = MIN_LISTS_HEIGHT.max(below.height / 5 * 2);
            below.height.saturating_sub(lists + 1).min(MAX_CHART_HEIGHT)
        } else {
            MIN_CHART_HEIGHT + 4
        };
        let [above, below] = split(below, height / 2 * 2);
        let charts = columns(above, table.kind, &charts);
        let visible = [&[head][..], &charts, &columns(below, table.kind, &lists)];
        Self { visible: visible.concat(), ..Self::default() }
    }

    /// Panels with borders in three rows and two columns, at the same places on all pages.
    pub fn grid(area: Rect, contents: PageContents) -> Self {
        let kind = contents.table.kind;
        let parts = [Constraint::Fill(1), Constraint::Length(SIDE_WIDTH)];
        let third = area.height.div_ceil(3).min(MAX_GRID_ROW);
        let rows = [Constraint::Fill(1), Constraint::Length(third), Constraint::Length(third)];
        let [left, right] = area.layout(&Layout::horizontal(parts).spacing(1));
        let [[head, lines, ratings], [results, picture, feats]] =
            [left, right].map(|column| column.layout(&Layout::vertical(rows)));
        let halves = Layout::vertical([Constraint::Length(GAMES_HEIGHT), Constraint::Fill(1)]);
        let [games, opponents] = head.layout(&halves);
        let [upper, lower] = ratings.layout(&Layout::vertical([Constraint::Fill(1); 2]));
        let of_games = GameKind::ALL.map(RatingOf);
        let of_lines = if contents.total.has_win_rate() {
            charts_of(kind).into_iter().filter(|chart| *chart != Rating).collect()
        } else {
            vec![Lines]
        };
        let mut panels = match kind {
            None => vec![
                (vec![Table], games),
                (vec![Opponents], opponents),
                (of_lines, lines),
                (of_games[..2].to_vec(), upper),
                (of_games[2..].to_vec(), lower),
            ],
            Some(_) => vec![(vec![Table], head), (of_lines, lines), (vec![Rating], ratings)],
        };
        panels.extend([(vec![Games], results), (vec![Picture], picture), (vec![Feats], feats)]);
        let mut visible = Vec::new();
        for (row, area) in panels {
            let parts = Layout::horizontal(row.iter().map(|_| Constraint::Fill(1)));
            visible.extend(row.iter().copied().zip(parts.spacing(1).split(area).iter().copied()));
        }
        Self { visible, has_borders: true, ..Self::default() }
    }

    pub fn shows(&self, panel: StatisticsPanel) -> bool {
        self.visible.iter().any(|(visible, _)| *visible == panel)
    }
}

/// The height of the table or of the advice in its place.
fn table_height(table: &StatisticsTable) -> usize {
    if table.rows.is_empty() { ADVICE_HEIGHT } else { table.rows.len() + 1 }
}

/// A tall chart of few games would be nearly empty.
fn has_many(table: &StatisticsTable) -> bool {
    table.rows.first().is_some_and(|row| row.sum.played >= NUMBERED_GAMES)
}

fn charts_of(kind: Option<GameKind>) -> Vec<StatisticsPanel> {
    // The mean margin of different games, or of scores that only say who won, means nothing.
    let is_scored = kind.is_some_and(GameKind::has_scores);
    let margins = is_scored.then_some(Margins);
    iter::once(WinRate).chain(margins).chain([Rating]).collect()
}

/// The upper part with this height and, below an empty row, the rest.
fn split(area: Rect, height: u16) -> [Rect; 2] {
    let height = height.min(area.height);
    [Rect { height, ..area }, drawing::skip_rows(area, height + 1)]
}

impl PageContents<'_> {
    fn has_begun(self, chart: StatisticsPanel) -> bool {
        let is_rated = |kind: GameKind| self.ratings[kind as usize].known().is_some();
        match chart {
            WinRate => self.total.has_win_rate(),
            Margins => self.total.has_margins(),
            RatingOf(kind) => is_rated(kind),
            _ => self.table.kind.is_none_or(is_rated),
        }
    }
}

/// Puts panels into the columns of a grid. The last one takes the rest of the row.
fn columns(
    area: Rect,
    kind: Option<GameKind>,
    panels: &[StatisticsPanel],
) -> Vec<(StatisticsPanel, Rect)> {
    let column =
        MIN_COLUMNS[usize::from(kind.is_some())].max(area.width.saturating_sub(2 * GAP) / 3);
    let widths = (1..panels.len()).map(|_| Constraint::Length(column));
    let widths = widths.chain([Constraint::Fill(1)]);
    let areas = Layout::horizontal(widths).spacing(GAP).split(area);
    panels.iter().copied().zip(areas.iter().copied()).collect()
}
