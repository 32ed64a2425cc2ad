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
/// Shows all columns of the list of games.
const MIN_COLUMN: u16 = 35;
/// Including their headings.
const MIN_CHART_HEIGHT: u16 = 8;
const MAX_CHART_HEIGHT: u16 = 14;
const MIN_LISTS_HEIGHT: u16 = 11;
const MIN_LIST_HEIGHT: u16 = 3;
/// The name of a feat, its text and an empty row.
const MAX_FEAT_ROWS: usize = 3;
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
                let visible = [&[head][..], &columns(below, &[Games, chosen])].concat();
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
            MIN_CHART_HEIGHT
        };
        // A chart leaves one row of an odd number unused.
        let [above, lists] = split(below, height / 2 * 2);
        let charts = columns(above, &charts(table.kind));
        let visible = [&[head][..], &charts, &columns(lists, &[Games, Feats])];
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
        let results = rest.min(u16::try_from(played + 1).unwrap_or(u16::MAX));
        let spacious = table.kind.map(|_| spacious(feats, rest - results));
        let feats = spacious.unwrap_or(feats).min(rest - results.min(rest / 2));
        let [results, feats] = split(lists, rest - feats);
        let charts = charts(table.kind);
        // The page of all games has a chart for each rating.
        let ratings = if table.kind.is_some() { 1 } else { GameKind::ALL.len() };
        let places = stacked(right, charts.len() - 1 + ratings);
        let last = places.last().copied().unwrap_or_default();
        let charts = charts.into_iter().zip(&places).map(|(panel, place)| {
            (panel, if panel == Rating { place.union(last) } else { *place })
        });
        let visible = [(Table, head), (Games, results), (Feats, feats)].into_iter().chain(charts);
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

/// Places for charts, one below the other. The first one takes the rows that are left.
pub fn stacked(area: Rect, charts: usize) -> Vec<Rect> {
    let count = drawing::cells(charts.max(1));
    // A chart leaves one row of an odd number unused.
    let height = ((area.height + 1) / count).saturating_sub(1) / 2 * 2;
    let others = (1..count).map(|_| Constraint::Length(height));
    let heights = iter::once(Constraint::Fill(1)).chain(others);
    Layout::vertical(heights).spacing(1).split(area).to_vec()
}

/// Puts panels into the columns of a grid. The last one takes the rest of the row.
fn columns(area: Rect, panels: &[StatisticsPanel]) -> Vec<(StatisticsPanel, Rect)> {
    let column = MIN_COLUMN.max(area.width.saturating_sub(2 * GAP) / 3);
    let widths = (1..panels.len()).map(|_| Constraint::Length(column));
    let widths = widths.chain([Constraint::Fill(1)]);
    let areas = Layout::horizontal(widths).spacing(GAP).split(area);
    panels.iter().copied().zip(areas.iter().copied()).collect()
}

/// The height of a summary of one game whose feats have their texts and empty rows below them, as
/// far as there is room. `height` is that without those.
fn spacious(height: u16, room: u16) -> u16 {
    let feats = height.saturating_sub(1).max(1);
    let rows = rows_of_each(feats.into(), room.saturating_sub(1).into());
    1 + feats * drawing::cells(rows) - u16::from(rows == MAX_FEAT_ROWS)
}

/// The rows of each feat. The last feat needs no empty row.
pub fn rows_of_each(feats: usize, rows: usize) -> usize {
    ((rows + 1) / feats.max(1)).clamp(1, MAX_FEAT_ROWS)
}
