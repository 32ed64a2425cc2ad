//! The panels of the statistics, and where they stand.

use std::iter;

use ratatui::layout::{Constraint, Layout, Rect};

use crate::{
    app::statistics::{MIN_GAMES, NUMBERED_GAMES, RatingChart, StatisticsRow, StatisticsTable},
    widgets::{drawing, page::WindowClass},
};
use StatisticsPanel::{Feats, Games, Margins, Rating, Table, WinRate};
use fourcade_engine::GameKind;

pub const GAP: u16 = 3;
/// The text for a table without rows.
const ADVICE_HEIGHT: usize = 3;
/// Has room for a list of the games of all kinds and of one kind.
const MIN_COLUMNS: [u16; 2] = [39, 35];
/// Including their headings.
const MIN_CHART_HEIGHT: u16 = 8;
const MAX_CHART_HEIGHT: u16 = 15;
const MIN_LISTS_HEIGHT: u16 = 11;
const MIN_LIST_HEIGHT: u16 = 3;
/// A heading and, instead of a chart, the reason why there is none.
pub const HINT_HEIGHT: u16 = 2;
/// Narrower lists of results have no days.
pub const MIN_DATED: u16 = 58;
/// The room for feats with their texts and, beside them, for results with their dates.
const LIST_WIDTHS: [u16; 2] = [75, MIN_DATED];
/// Wider pages have the charts beside the table and the lists.
const MIN_WIDTH_WITH_SIDE: u16 = 150;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StatisticsPanel {
    /// Can be chosen only in small windows; the others always show it.
    #[default]
    Table,
    Games,
    WinRate,
    Margins,
    Rating,
    Feats,
}

pub struct PanelLayout {
    pub visible: Vec<(StatisticsPanel, Rect)>,
    /// The panels that the person can choose from; fewer than two if all are visible.
    pub choices: Vec<StatisticsPanel>,
}

impl PanelLayout {
    /// Large windows show all panels, and the others the chosen one: usual windows below the table,
    /// small ones instead of it. `row` is the selected one. The list of feats is `feats` rows high.
    /// `ratings` are those that the page has charts of.
    pub fn new(
        area: Rect,
        class: WindowClass,
        table: &StatisticsTable,
        row: Option<&StatisticsRow>,
        feats: usize,
        ratings: &[RatingChart],
        chosen: StatisticsPanel,
    ) -> Self {
        if class == WindowClass::Large && row.is_some() && area.width >= MIN_WIDTH_WITH_SIDE {
            return Self::with_side(area, table, drawing::cells(feats), ratings);
        }
        let rows = if table.rows.is_empty() { ADVICE_HEIGHT } else { table.rows.len() + 1 };
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
                Self { visible: vec![head, (Feats, below)], choices: Vec::new() }
            }
            (WindowClass::Large, Some(_)) => Self::with_all(head, below, table),
            (WindowClass::Usual, Some(_)) => {
                let chosen = if charts.contains(&chosen) { chosen } else { WinRate };
                let visible = [&[head][..], &columns(below, table.kind, &[Games, chosen])].concat();
                Self { visible, choices: charts }
            }
            (WindowClass::Small, None) => Self { visible: vec![head], choices: Vec::new() },
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
                Self { visible, choices }
            }
        }
    }

    /// The charts are above the lists of games and feats, which take the room that is left.
    fn with_all(head: (StatisticsPanel, Rect), below: Rect, table: &StatisticsTable) -> Self {
        let height = if has_many(table) {
            let lists = MIN_LISTS_HEIGHT.max(below.height / 5 * 2);
            below.height.saturating_sub(lists + 1).min(MAX_CHART_HEIGHT)
        } else {
            MIN_CHART_HEIGHT + 1
        };
        let [above, lists] = split(below, odd(height));
        let charts = columns(above, table.kind, &charts(table.kind));
        let visible = [&[head][..], &charts, &columns(lists, table.kind, &[Games, Feats])];
        Self { visible: visible.concat(), choices: Vec::new() }
    }

    /// The table and the lists are on the left, the charts on the right. If the lists are side by
    /// side, the rating of a game is below its feats.
    fn with_side(
        area: Rect,
        table: &StatisticsTable,
        feats_height: u16,
        ratings: &[RatingChart],
    ) -> Self {
        let parts = [Constraint::Fill(1), Constraint::Length(area.width / 25 * 6)];
        let [left, right] = area.layout(&Layout::horizontal(parts).spacing(GAP));
        let kept = MIN_LISTS_HEIGHT + MIN_LIST_HEIGHT;
        let rows = drawing::cells(table.rows.len() + 1).min(left.height.saturating_sub(kept));
        let [head, lists] = split(left, rows);
        let [feats_width, results_width] = LIST_WIDTHS;
        let is_beside = lists.width >= feats_width + GAP + results_width;
        let [feats, results] = if is_beside {
            let parts = [Constraint::Length(feats_width), Constraint::Fill(1)];
            lists.layout(&Layout::horizontal(parts).spacing(GAP))
        } else {
            let rest = lists.height.saturating_sub(1);
            // With two headings.
            let played = table.rows.first().map_or(0, |total| total.sum.played);
            let results = rest.min(u16::try_from(played + 2).unwrap_or(u16::MAX));
            // The results of the selected row are last: they leave room, and the feats stay in
            // place.
            split(lists, feats_height.min(rest - results.min(rest / 2)))
        };
        let mut visible = vec![(Table, head), (Feats, feats), (Games, results)];
        let mut charts = charts(table.kind);
        let max_height = if has_many(table) { area.height / 2 } else { MAX_CHART_HEIGHT };
        let [feats_list, below] = split(feats, feats_height);
        if is_beside && table.kind.is_some() && below.height >= MIN_CHART_HEIGHT {
            charts.pop();
            visible[1].1 = feats_list;
            visible.push((Rating, Rect { height: below.height.min(max_height), ..below }));
        }
        visible.extend(place_charts(&charts, right, max_height, table, ratings));
        Self { visible, choices: Vec::new() }
    }

    pub fn shows(&self, panel: StatisticsPanel) -> bool {
        self.visible.iter().any(|(visible, _)| *visible == panel)
    }
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

/// Puts charts below each other.
fn place_charts(
    charts: &[StatisticsPanel],
    area: Rect,
    max_height: u16,
    table: &StatisticsTable,
    ratings: &[RatingChart],
) -> Vec<(StatisticsPanel, Rect)> {
    let total = table.rows.first().map(|total| &total.sum);
    let [played, losses] = total.map_or([0; 2], |sum| [sum.played, sum.lost]);
    // The page of all games has a chart for each rating.
    let has_lines = charts.iter().flat_map(|chart| match chart {
        WinRate => vec![played >= MIN_GAMES && played > losses],
        Rating => ratings.iter().map(|course| course.known().is_some()).collect(),
        _ => vec![played >= MIN_GAMES],
    });
    let has_lines: Vec<bool> = has_lines.collect();
    let heights = has_lines.iter().map(|&it| 1 + if it { max_height } else { HINT_HEIGHT });
    let area = Rect { height: area.height.min(heights.sum()), ..area };
    let places = stacked(area, &has_lines);
    let last = places.last().copied().unwrap_or_default();
    let charts = charts.iter().zip(&places);
    charts.map(|(&panel, &it)| (panel, if panel == Rating { it.union(last) } else { it })).collect()
}

/// Places for charts, one below the other: small ones for those without a line. The first of the
/// others takes what rows are left, if it can.
pub fn stacked(area: Rect, has_lines: &[bool]) -> Vec<Rect> {
    let charts = drawing::cells(has_lines.iter().filter(|has_line| **has_line).count());
    let others = drawing::cells(has_lines.len()) - charts;
    let gaps = (charts + others).saturating_sub(1);
    let rest = area.height.saturating_sub(gaps + others * HINT_HEIGHT);
    let height = odd(rest / charts.max(1));
    let first = odd(rest.saturating_sub(charts.saturating_sub(1) * height));
    let mut chart_heights = iter::once(first).chain(iter::repeat(height));
    let heights = has_lines.iter().map(|has_line| {
        let height = has_line.then(|| chart_heights.next()).flatten();
        Constraint::Length(height.unwrap_or(HINT_HEIGHT))
    });
    Layout::vertical(heights).spacing(1).split(area).to_vec()
}

/// A chart leaves one row of an even number unused.
fn odd(height: u16) -> u16 {
    height.saturating_sub(1) / 2 * 2 + 1
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
