//! The panels of the statistics, and where they stand.

use std::iter;

use ratatui::layout::{Constraint, Layout, Rect};

use crate::{
    app::statistics::{NUMBERED_GAMES, StatisticsRow, StatisticsTable},
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
    pub fn new(
        area: Rect,
        class: WindowClass,
        table: &StatisticsTable,
        row: Option<&StatisticsRow>,
        feats: usize,
        chosen: StatisticsPanel,
    ) -> Self {
        if class == WindowClass::Large && row.is_some() && area.width >= MIN_WIDTH_WITH_SIDE {
            return Self::with_side(area, table, drawing::cells(feats));
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
        // A tall chart of few games would be nearly empty.
        let has_many = table.rows.first().is_some_and(|row| row.sum.played >= NUMBERED_GAMES);
        let height = if has_many {
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

    /// The table and the lists are on the left, the charts on the right.
    fn with_side(area: Rect, table: &StatisticsTable, feats: u16) -> Self {
        let parts = [Constraint::Fill(1), Constraint::Length(area.width / 25 * 9)];
        let [left, right] = area.layout(&Layout::horizontal(parts).spacing(GAP));
        let kept = MIN_LISTS_HEIGHT + MIN_LIST_HEIGHT;
        let rows = drawing::cells(table.rows.len() + 1).min(left.height.saturating_sub(kept));
        let [head, lists] = split(left, rows);
        let played = table.rows.first().map_or(0, |total| total.sum.played);
        let rest = lists.height.saturating_sub(1);
        // With two headings.
        let results = rest.min(u16::try_from(played + 2).unwrap_or(u16::MAX));
        // The results of the selected row are last: they leave room, and the feats stay in place.
        let [feats, results] = split(lists, feats.min(rest - results.min(rest / 2)));
        let charts = charts(table.kind);
        // The page of all games has a chart for each rating.
        let ratings = if table.kind.is_some() { 1 } else { GameKind::ALL.len() };
        let places = stacked(right, charts.len() - 1 + ratings);
        let last = places.last().copied().unwrap_or_default();
        let charts = charts.into_iter().zip(&places).map(|(panel, place)| {
            (panel, if panel == Rating { place.union(last) } else { *place })
        });
        let visible = [(Table, head), (Feats, feats), (Games, results)].into_iter().chain(charts);
        Self { visible: visible.collect(), choices: Vec::new() }
    }

    pub fn shows(&self, panel: StatisticsPanel) -> bool {
        self.visible.iter().any(|(visible, _)| *visible == panel)
    }
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

/// Places for charts, one below the other. The first one takes what rows are left, if it can.
pub fn stacked(area: Rect, charts: usize) -> Vec<Rect> {
    let count = drawing::cells(charts.max(1));
    let height = odd(((area.height + 1) / count).saturating_sub(1));
    let first = odd(area.height.saturating_sub((count - 1) * (height + 1)));
    let heights = iter::once(first).chain(iter::repeat_n(height, usize::from(count) - 1));
    let heights = heights.map(Constraint::Length);
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
