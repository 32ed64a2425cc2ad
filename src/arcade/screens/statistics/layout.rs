//! The panels of the statistics, and where they stand.

use std::{iter, rc::Rc};

use ratatui::layout::{Constraint, Layout, Rect};

use super::feats_view;
use crate::{
    app::{
        feats::FeatSection,
        statistics::{MIN_GAMES, NUMBERED_GAMES, RatingChart, StatisticsRow, StatisticsTable},
    },
    database::statistics::ResultTally,
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
/// A panel with a chart.
const MIN_LINE_HEIGHT: u16 = 11;
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

#[derive(Default)]
pub struct PanelLayout {
    pub visible: Vec<(StatisticsPanel, Rect)>,
    /// The panels that the person can choose from; fewer than two if all are visible.
    pub choices: Vec<StatisticsPanel>,
    pub has_borders: bool,
}

impl PanelLayout {
    /// Large windows show all panels, and the others the chosen one: usual windows below the table,
    /// small ones instead of it. `row` is the selected one.
    pub fn new(
        area: Rect,
        class: WindowClass,
        table: &StatisticsTable,
        ratings: &[RatingChart],
        row: Option<&StatisticsRow>,
        chosen: StatisticsPanel,
    ) -> Self {
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
            (WindowClass::Large, Some(_)) => Self::with_all(head, below, table, ratings),
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
    fn with_all(
        head: (StatisticsPanel, Rect),
        below: Rect,
        table: &StatisticsTable,
        ratings: &[RatingChart],
    ) -> Self {
        let lists = [Games, Feats];
        let charts = begun_charts(table, ratings);
        if charts.is_empty() {
            let visible = [&[head][..], &columns(below, table.kind, &lists)].concat();
            return Self { visible, ..Self::default() };
        }
        let height = if has_many(table) {
            let lists = MIN_LISTS_HEIGHT.max(below.height / 5 * 2);
            below.height.saturating_sub(lists + 1).min(MAX_CHART_HEIGHT)
        } else {
            MIN_CHART_HEIGHT + 2
        };
        let [above, below] = split(below, height / 2 * 2);
        let charts = columns(above, table.kind, &charts);
        let visible = [&[head][..], &charts, &columns(below, table.kind, &lists)];
        Self { visible: visible.concat(), ..Self::default() }
    }

    /// Panels with borders, the same ones before the first game and after many: the table above the
    /// charts on the left, the results above the feats on the right. All but the charts with a line
    /// are as high as what they show.
    pub fn grid(
        area: Rect,
        table: &StatisticsTable,
        ratings: &[RatingChart],
        opponents: Option<&StatisticsTable>,
        row: Option<&StatisticsRow>,
        feats: &[FeatSection],
    ) -> Self {
        let parts = [Constraint::Fill(1), Constraint::Length(SIDE_WIDTH)];
        let [left, right] = area.layout(&Layout::horizontal(parts).spacing(1));
        let lists = |row: Option<&StatisticsRow>| {
            let games = row.map_or(0, |row| drawing::cells(row.sum.played as usize));
            let feats = feats_view::summary_height(feats) + BORDERS;
            let results = games.max(1).saturating_add(BORDERS);
            let results = results.min(area.height.saturating_sub(feats.min(FEATS_HEIGHT)));
            [results, feats.min(area.height - results)]
        };
        let rows = grid_charts(table, ratings);
        let head = drawing::cells(table_height(table)).min(area.height / 2) + BORDERS;
        let opponents = opponents.map_or(0, |table| drawing::cells(table_height(table)) + BORDERS);
        let lists_height = lists(table.rows.first()).iter().sum();
        let left = chart_column(left, [head, opponents], &rows, lists_height);
        let lists = Layout::vertical(lists(row).map(Constraint::Length)).split(right);
        let mut visible =
            vec![(Table, left[0]), (Opponents, left[1]), (Games, lists[0]), (Feats, lists[1])];
        visible.retain(|(_, area)| !area.is_empty());
        for (row, area) in rows.iter().zip(&left[2..]) {
            let parts = Layout::horizontal(row.panels.iter().map(|_| Constraint::Fill(1)));
            let areas = parts.spacing(1).split(*area);
            visible.extend(row.panels.iter().copied().zip(areas.iter().copied()));
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

/// The charts of a page that have something to show, whichever row is selected.
fn begun_charts(table: &StatisticsTable, ratings: &[RatingChart]) -> Vec<StatisticsPanel> {
    let mut begun = charts(table.kind);
    begun.retain(|chart| has_begun(*chart, table, ratings));
    begun
}

fn has_begun(chart: StatisticsPanel, table: &StatisticsTable, ratings: &[RatingChart]) -> bool {
    let total = table.rows.first().map(|row| &row.sum);
    let is_rated = |kind: GameKind| ratings[kind as usize].known().is_some();
    match chart {
        WinRate => total.is_some_and(has_line),
        Margins => total.is_some_and(|sum| sum.played >= MIN_GAMES && sum.margin_mean.is_some()),
        RatingOf(kind) => is_rated(kind),
        _ => table.kind.is_none_or(is_rated),
    }
}

/// Whether the win rate of some games is worth a chart.
pub fn has_line(sum: &ResultTally) -> bool {
    sum.played >= MIN_GAMES && sum.won + sum.drawn > 0
}

/// A row of charts in the grid.
struct ChartRow {
    panels: Vec<StatisticsPanel>,
    /// `None` if one has a line, which fills any height.
    height: Option<u16>,
}

/// All games have a chart for each rating.
fn grid_charts(table: &StatisticsTable, ratings: &[RatingChart]) -> Vec<ChartRow> {
    let has_begun = |chart: &StatisticsPanel| has_begun(*chart, table, ratings);
    let mut first = charts(table.kind);
    first.retain(|chart| *chart != Rating);
    if first.iter().any(has_begun) {
        first.retain(has_begun);
    }
    let of_games = GameKind::ALL.map(RatingOf);
    let ratings =
        if table.kind.is_some() { vec![&[Rating][..]] } else { of_games.chunks(2).collect() };
    let rows = iter::once(first).chain(ratings.into_iter().map(<[_]>::to_vec));
    let row = |panels: Vec<StatisticsPanel>| {
        let text = if matches!(panels[0], RatingOf(_)) { Level::COMMON.len() } else { 1 };
        let height = drawing::cells(text) + BORDERS;
        ChartRow { height: (!panels.iter().any(has_begun)).then_some(height), panels }
    };
    rows.map(row).collect()
}

/// The table, the opponents and the rows of charts. Lines take the room that is left, as far down
/// as the lists beside them reach.
fn chart_column(
    area: Rect,
    [head, opponents]: [u16; 2],
    rows: &[ChartRow],
    lists: u16,
) -> Rc<[Rect]> {
    let fixed: u16 = rows.iter().filter_map(|row| row.height).sum();
    let fixed = head + opponents + fixed;
    let lines = drawing::cells(rows.iter().filter(|row| row.height.is_none()).count());
    let least = fixed + lines * MIN_LINE_HEIGHT;
    let height = least.max(lists).min(area.height);
    let room = height.saturating_sub(fixed);
    // Charts with a line have an odd number of rows.
    let line_height = room.checked_div(lines).unwrap_or(0).saturating_sub(1) / 2 * 2 + 1;
    let head = head + if lines > 0 { (room + lines) % 2 } else { 0 };
    let mut lines =
        iter::once(Constraint::Fill(1)).chain(iter::repeat(Constraint::Length(line_height)));
    let heights =
        rows.iter().map(|row| row.height.map(Constraint::Length).or_else(|| lines.next()));
    let heights = [head, opponents].map(Constraint::Length).into_iter().chain(heights.flatten());
    Layout::vertical(heights).split(Rect { height, ..area })
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
