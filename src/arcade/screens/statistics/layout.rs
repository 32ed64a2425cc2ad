//! The panels of the statistics, and where they stand.

use std::iter;

use ratatui::layout::{Constraint, Layout, Rect, Size};

use crate::{
    app::statistics::{LISTED_GAMES, MIN_GAMES, RatingChart, StatisticsRow},
    widgets::{drawing, page::WindowClass},
};
use fourcade_engine::GameKind;

/// Including its heading.
const MIN_CHART_HEIGHT: u16 = 8;
/// Charts stand one below the other if each can have this height.
const GOOD_CHART_HEIGHT: u16 = 16;
pub const CHART_GAP: u16 = 3;
const MAX_COLUMNS: usize = 3;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StatisticsPanel {
    /// Can be chosen only in small windows; the others always show it.
    #[default]
    Table,
    WinRate,
    Margins,
    Rating(GameKind),
    /// The list of games, while they are few.
    Games,
    Feats,
}

impl StatisticsPanel {
    fn is_chart(self) -> bool {
        matches!(self, Self::WinRate | Self::Margins | Self::Rating(_))
    }
}

pub fn panels(
    class: WindowClass,
    row: &StatisticsRow,
    ratings: &[RatingChart],
) -> Vec<StatisticsPanel> {
    use StatisticsPanel::{Feats, Games, Margins, Rating, Table, WinRate};
    let mut panels = vec![Table, Games, WinRate, Margins];
    let has_line = |kind: &GameKind| {
        let last = ratings.get(*kind as usize).and_then(|course| course.last);
        last.is_some_and(|rating| rating.has_interval())
    };
    let is_about = |kind: &GameKind| row.kind.map_or(row.sum.game.is_none(), |one| one == *kind);
    panels.extend(GameKind::ALL.into_iter().filter(is_about).filter(has_line).map(Rating));
    panels.push(Feats);
    panels.retain(|panel| match panel {
        Table => class == WindowClass::Small,
        // If all games ended the same way, the table already says so.
        WinRate => {
            let results = [row.sum.won, row.sum.drawn, row.sum.lost];
            row.sum.played >= MIN_GAMES && !results.contains(&row.sum.played)
        }
        Rating(_) => true,
        Games => {
            let has_room = class == WindowClass::Large && row.kind.is_some();
            has_room || row.sum.played < LISTED_GAMES
        }
        Feats => class == WindowClass::Large,
        // Resigned games have no margin.
        Margins => row.sum.margin_mean.is_some() && row.sum.played >= MIN_GAMES,
    });
    panels
}

pub struct PanelLayout {
    pub visible: Vec<(StatisticsPanel, Rect)>,
    /// The panels that the person can choose from; fewer than two if all are visible.
    pub choices: Vec<StatisticsPanel>,
}

impl PanelLayout {
    /// Lays out the panels below a table of `rows` rows, given the width that each needs and the
    /// height that it can use. If not all fit, the chosen one comes first; in small windows, it
    /// replaces the table.
    pub fn new(
        area: Rect,
        class: WindowClass,
        rows: usize,
        mut panels: Vec<(StatisticsPanel, Size)>,
        chosen: StatisticsPanel,
    ) -> Self {
        let is_small = class == WindowClass::Small;
        let left_below = if is_small { 0 } else { MIN_CHART_HEIGHT + 1 };
        let rows = drawing::cells(rows + 1).min(area.height.saturating_sub(left_below));
        let table = (StatisticsPanel::Table, Rect { height: rows, ..area });
        let above = (rows + 1).min(area.height);
        let below = Rect { y: area.y + above, height: area.height - above, ..area };
        if is_small {
            let fits = |&(panel, size): &(StatisticsPanel, Size)| {
                panel == StatisticsPanel::Games && size.height <= below.height
            };
            let list = panels.iter().position(fits);
            let list = list.map(|index| (panels.remove(index).0, below));
            let chosen = panels.iter().find(|&&(panel, _)| panel == chosen).unwrap_or(&panels[0]).0;
            let visible = match chosen {
                StatisticsPanel::Table => iter::once(table).chain(list).collect(),
                chart => vec![(chart, area)],
            };
            return Self { visible, choices: panels.into_iter().map(|(panel, _)| panel).collect() };
        }
        // The list of games stays beside the chosen chart.
        let kept =
            usize::from(panels.first().is_some_and(|(panel, _)| *panel == StatisticsPanel::Games));
        let mut choices: Vec<_> = panels[kept..].iter().map(|&(panel, _)| panel).collect();
        let mut areas = panel_areas(below, &panels);
        if areas.len() == panels.len() {
            choices.clear();
        } else {
            let first = choices.iter().position(|panel| *panel == chosen).unwrap_or(0);
            panels[kept..].rotate_left(first);
            areas = panel_areas(below, &panels);
        }
        let panels = panels.into_iter().map(|(panel, _)| panel).zip(areas);
        let visible = iter::once(table).chain(panels).collect();
        Self { visible, choices }
    }

    /// The smallest area with all visible panels.
    pub fn used(&self) -> Rect {
        let areas = self.visible.iter().map(|&(_, area)| area);
        areas.reduce(Rect::union).unwrap_or_default()
    }
}

/// Splits an area into rows of panels, or of as many as fit, given the width that each needs and the
/// height that it can use.
fn panel_areas(area: Rect, panels: &[(StatisticsPanel, Size)]) -> Vec<Rect> {
    let row_width = |row: &[(StatisticsPanel, Size)]| {
        row.iter().map(|(_, size)| size.width + CHART_GAP).sum::<u16>() - CHART_GAP
    };
    let is_fitting =
        |columns: &usize| panels.chunks(*columns).all(|row| row_width(row) <= area.width);
    let most = (1..=panels.len().min(MAX_COLUMNS)).rev().find(is_fitting).unwrap_or(1);
    let row_heights = |columns| {
        panels.chunks(columns).filter_map(|row| row.iter().map(|(_, size)| size.height).max())
    };
    let fits = |columns: &usize| {
        let heights = row_heights(*columns).map(|height| height.min(GOOD_CHART_HEIGHT) + 1);
        heights.sum::<u16>() <= area.height + 1
    };
    // Wide charts show more of a line, unless it is short.
    let has_list = panels.iter().any(|(panel, _)| *panel == StatisticsPanel::Games);
    let has_charts = panels.iter().any(|(panel, _)| panel.is_chart());
    let least = if has_charts && !has_list { 1 } else { most };
    let even = panels.len().div_ceil(panels.len().div_ceil(most));
    let columns = (least..most).find(fits).or(Some(even).filter(is_fitting)).unwrap_or(most);
    let most_rows = usize::from((area.height + 1) / (MIN_CHART_HEIGHT + 1)).max(1);
    let heights: Vec<u16> = row_heights(columns).take(most_rows).collect();
    let lines =
        share_height(area.height.saturating_sub(drawing::cells(heights.len()) - 1), &heights);
    let lines = Layout::vertical(lines.into_iter().map(Constraint::Length)).spacing(1).split(area);
    let rows = panels.chunks(columns).zip(lines.iter());
    rows.flat_map(|(row, line)| row_areas(*line, row)).collect()
}

/// A list takes the width that it needs, and the other panels share the rest.
fn row_areas(line: Rect, row: &[(StatisticsPanel, Size)]) -> Vec<Rect> {
    let width = |&(panel, size): &(StatisticsPanel, Size)| match panel {
        StatisticsPanel::Games if row.len() > 1 => Constraint::Length(size.width),
        _ => Constraint::Min(size.width),
    };
    Layout::horizontal(row.iter().map(width)).spacing(CHART_GAP).split(line).to_vec()
}

/// Gives each row the same height, but none more than it can use.
fn share_height(mut left: u16, rows: &[u16]) -> Vec<u16> {
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by_key(|&row| rows[row]);
    let mut heights = rows.to_vec();
    for (done, row) in order.into_iter().enumerate() {
        heights[row] = heights[row].min(left / drawing::cells(rows.len() - done));
        left -= heights[row];
    }
    heights
}
