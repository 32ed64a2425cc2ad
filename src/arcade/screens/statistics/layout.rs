//! The panels of the statistics, and where they stand.

use std::{iter, rc::Rc};

use ratatui::layout::{Constraint, Layout, Rect};

use crate::{
    app::statistics::{History, NUMBERED_GAMES, RatingChart, StatisticsRow, StatisticsTable},
    widgets::{drawing, page::WindowClass},
};
use StatisticsPanel::{Feats, Games, Margins, Opponents, Rating, RatingOf, Table, WinRate};
use fourcade_engine::{GameKind, play::Level};

const GAP: u16 = 2;
/// The text for a table without rows.
const ADVICE_HEIGHT: usize = 3;
/// Has room for a list of the games of all kinds and of one kind.
const MIN_COLUMNS: [u16; 2] = [40, 36];
/// Including their headings.
const MIN_CHART_HEIGHT: u16 = 8;
const MAX_CHART_HEIGHT: u16 = 15;
const MIN_LISTS_HEIGHT: u16 = 11;
const MIN_LIST_HEIGHT: u16 = 3;
/// Wider pages have a grid of panels with borders.
pub const MIN_GRID_WIDTH: u16 = 150;
/// The room for the lists in the grid.
const SIDE_WIDTH: u16 = 70;
/// A panel with eight feats and their texts, and an empty row between them.
const FEATS_HEIGHT: u16 = 23 + BORDERS;
const BORDERS: u16 = 2;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StatisticsPanel {
    /// Can be chosen only in small windows; the others always show it.
    #[default]
    Table,
    /// The results of few games by opponent.
    Opponents,
    Games,
    WinRate,
    Margins,
    /// The ratings of all games in a list, or the one of the page's game.
    Rating,
    /// The rating of one of all games.
    RatingOf(GameKind),
    Feats,
}

/// The contents of a page that decide which panels it has.
#[derive(Clone, Copy)]
pub struct PageContents<'a> {
    pub table: &'a StatisticsTable,
    pub ratings: &'a [RatingChart],
    /// The games of all rows.
    pub total: &'a History,
    /// The selected one.
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
    /// Large windows show all panels, and the others the chosen one: usual windows below the table,
    /// small ones instead of it.
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
        let charts = charts(table.kind);
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

    /// The charts are above the lists of games and feats, which take the room that is left.
    fn with_all(head: (StatisticsPanel, Rect), below: Rect, contents: PageContents) -> Self {
        let table = contents.table;
        let lists = [Games, Feats];
        let mut charts = charts(table.kind);
        // Stars take the place of a rating that hasn't begun.
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

    /// Panels with borders down to the note: the table above the charts on the left, the results
    /// above the feats on the right. Charts and feats take the room that is left.
    pub fn grid(area: Rect, contents: PageContents, opponents: Option<&StatisticsTable>) -> Self {
        let parts = [Constraint::Fill(1), Constraint::Length(SIDE_WIDTH)];
        let [left, right] = area.layout(&Layout::horizontal(parts).spacing(1));
        let games = contents.row.map_or(0, |row| drawing::cells(row.sum.played as usize));
        let results = games.max(1).saturating_add(BORDERS);
        let results = results.min(area.height.saturating_sub(FEATS_HEIGHT));
        let lists = [Constraint::Length(results), Constraint::Fill(1)];
        let [results, feats] = right.layout(&Layout::vertical(lists));
        let head = drawing::cells(table_height(contents.table)).min(area.height / 2) + BORDERS;
        let opponents = opponents.map_or(0, |table| drawing::cells(table_height(table)) + BORDERS);
        let rows = grid_charts(contents);
        let left = chart_column(left, [head, opponents], &rows);
        let mut visible =
            vec![(Table, left[0]), (Opponents, left[1]), (Games, results), (Feats, feats)];
        visible.retain(|(_, area)| !area.is_empty());
        for (ChartRow { panels, .. }, area) in rows.iter().zip(&left[2..]) {
            let parts = Layout::horizontal(panels.iter().map(|_| Constraint::Fill(1)));
            let areas = parts.spacing(1).split(*area);
            visible.extend(panels.iter().copied().zip(areas.iter().copied()));
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

fn charts(kind: Option<GameKind>) -> Vec<StatisticsPanel> {
    // The mean margin of different games, or of scores that only say who won, means nothing.
    let is_scored = kind.is_some_and(GameKind::has_scores);
    let margins = is_scored.then_some(Margins);
    iter::once(WinRate).chain(margins).chain([Rating]).collect()
}

/// The upper part with this height and, below an empty row, the rest.
fn split(area: Rect, height: u16) -> [Rect; 2] {
    let height = height.min(area.height);
    let above = (height + 1).min(area.height);
    let below = Rect { y: area.y + above, height: area.height - above, ..area };
    [Rect { height, ..area }, below]
}

impl PageContents<'_> {
    /// The charts that have something to show, whichever row is selected.
    fn begun(self, mut charts: Vec<StatisticsPanel>) -> Vec<StatisticsPanel> {
        charts.retain(|chart| self.has_begun(*chart));
        charts
    }

    fn has_begun(self, chart: StatisticsPanel) -> bool {
        let is_rated = |kind: GameKind| self.ratings[kind as usize].known().is_some();
        match chart {
            WinRate => self.total.has_win_rate(),
            Margins => self.total.has_lead(),
            RatingOf(kind) => is_rated(kind),
            _ => self.table.kind.is_none_or(is_rated),
        }
    }
}

/// A row of charts in the grid.
struct ChartRow {
    panels: Vec<StatisticsPanel>,
    /// `None` if it fills any height.
    height: Option<u16>,
}

/// All games have a chart for each rating.
fn grid_charts(contents: PageContents) -> Vec<ChartRow> {
    let kind = contents.table.kind;
    let mut lines = charts(kind);
    lines.retain(|chart| *chart != Rating);
    let lines = contents.begun(lines);
    let has_line = !lines.is_empty();
    let first = if has_line {
        ChartRow { panels: lines, height: None }
    } else {
        ChartRow { panels: vec![WinRate], height: Some(1 + BORDERS) }
    };
    let of_games = GameKind::ALL.map(RatingOf);
    let ratings = if kind.is_some() { vec![&[Rating][..]] } else { of_games.chunks(2).collect() };
    let row = |panels: &[StatisticsPanel]| {
        // Between lines, the stars of several games are as high as their levels.
        let is_low = has_line && kind.is_none() && contents.begun(panels.to_vec()).is_empty();
        let height = is_low.then_some(drawing::cells(Level::COMMON.len()) + BORDERS);
        ChartRow { panels: panels.to_vec(), height }
    };
    iter::once(first).chain(ratings.into_iter().map(row)).collect()
}

/// The table, the opponents and the rows of charts, which share the room that is left.
fn chart_column(area: Rect, [head, opponents]: [u16; 2], rows: &[ChartRow]) -> Rc<[Rect]> {
    let fixed: u16 = rows.iter().filter_map(|row| row.height).sum();
    let room = area.height.saturating_sub(head + opponents + fixed);
    let lines = drawing::cells(rows.iter().filter(|row| row.height.is_none()).count());
    // Charts with a line have an odd number of rows.
    let line_height = (room / lines.max(1)).saturating_sub(1) / 2 * 2 + 1;
    let head = head + (room + lines) % 2;
    let mut lines =
        iter::once(Constraint::Fill(1)).chain(iter::repeat(Constraint::Length(line_height)));
    let heights =
        rows.iter().map(|row| row.height.map(Constraint::Length).or_else(|| lines.next()));
    let heights = [head, opponents].map(Constraint::Length).into_iter().chain(heights.flatten());
    Layout::vertical(heights).split(area)
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
