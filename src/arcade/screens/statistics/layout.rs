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
    /// small ones instead of it. `row` is the selected one.
    pub fn new(
        area: Rect,
        class: WindowClass,
        table: &StatisticsTable,
        row: Option<&StatisticsRow>,
        chosen: StatisticsPanel,
    ) -> Self {
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
            (WindowClass::Large, _) => Self::with_all(head, below, table),
            (WindowClass::Usual, None) => {
                Self { visible: vec![head, (Feats, below)], choices: Vec::new() }
            }
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

/// Puts panels into the columns of a grid. The last one takes the rest of the row.
fn columns(area: Rect, panels: &[StatisticsPanel]) -> Vec<(StatisticsPanel, Rect)> {
    let column = MIN_COLUMN.max(area.width.saturating_sub(2 * GAP) / 3);
    let widths = (1..panels.len()).map(|_| Constraint::Length(column));
    let widths = widths.chain([Constraint::Fill(1)]);
    let areas = Layout::horizontal(widths).spacing(GAP).split(area);
    panels.iter().copied().zip(areas.iter().copied()).collect()
}
