//! Where the parts of the statistics screen lie. All sizes are in terminal columns and rows.

use ratatui::layout::{Constraint, Layout, Margin, Rect};

/// The minimum size of a window with a table and a chart.
const NORMAL: (u16, u16) = (60, 18);
/// The minimum width of a window with the bars beside the table.
const WIDE: u16 = 112;
/// The minimum height of a window with more empty rows.
const SPACIOUS: u16 = 30;
/// The maximum width of the screen.
const MAX_WIDTH: u16 = 140;
/// The minimum and the maximum height of a chart with its heading.
const CHART_HEIGHTS: (u16, u16) = (8, 24);
/// The minimum width of charts side by side.
const CHART_WIDTH: u16 = 50;
/// The columns between charts side by side.
const CHART_GAP: u16 = 3;

/// What fits into a window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SizeClass {
    /// The table or a chart.
    Small,
    /// The table, and charts below.
    #[default]
    Normal,
    /// The table with bars beside it, and charts below.
    Wide,
}

impl SizeClass {
    /// Returns the class of a window.
    pub fn of(area: Rect) -> Self {
        let (width, height) = NORMAL;
        if area.width < width || area.height < height {
            Self::Small
        } else if area.width >= WIDE {
            Self::Wide
        } else {
            Self::Normal
        }
    }
}

/// A part of the screen that shows the statistics of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StatisticsPanel {
    /// The table, in windows that don't always show it.
    #[default]
    Table,
    /// The percentage of games won, over the games.
    WinRate,
    /// The score margins, over the games.
    Margins,
    /// The wins, draws and losses of each row, in windows that don't always show them.
    ResultBars,
}

/// Returns the panels that can be chosen in a window of this class.
pub fn panels(class: SizeClass, is_scored: bool) -> Vec<StatisticsPanel> {
    use StatisticsPanel::{Margins, ResultBars, Table, WinRate};
    let mut panels = vec![Table, WinRate, Margins, ResultBars];
    panels.retain(|panel| match panel {
        Table => class == SizeClass::Small,
        WinRate => true,
        Margins => is_scored,
        ResultBars => class != SizeClass::Wide,
    });
    panels
}

/// The parts of the screen.
pub struct StatisticsLayout {
    /// The title and the games to choose from.
    pub head: Rect,
    /// The statistics of the chosen game.
    pub body: Rect,
    /// The line about games that are not counted.
    pub note: Rect,
}

impl StatisticsLayout {
    /// Divides a window.
    pub fn new(area: Rect, class: SizeClass) -> Self {
        let body = area.inner(Margin::new(1, 0)).centered_horizontally(Constraint::Max(MAX_WIDTH));
        let (head, gap, note) = match class {
            SizeClass::Small => (1, 0, 2),
            _ => (if area.height < SPACIOUS { 2 } else { 3 }, 1, 1),
        };
        let [head, body, _, note] = body.layout(&Layout::vertical([
            Constraint::Length(head),
            Constraint::Fill(1),
            Constraint::Length(gap),
            Constraint::Length(note),
        ]));
        Self { head, body, note }
    }
}

/// Where the panels of a game lie.
pub struct PanelLayout {
    /// The visible panels.
    pub panels: Vec<(StatisticsPanel, Rect)>,
    /// Whether these are all panels of the game.
    pub shows_all: bool,
    /// The table, if it is always visible.
    pub table: Option<Rect>,
}

impl PanelLayout {
    /// Lays out the panels of a game whose table has `rows` rows. If there is no room for all of
    /// them, those from `chosen` on are visible.
    pub fn new(
        area: Rect,
        class: SizeClass,
        rows: usize,
        is_scored: bool,
        chosen: StatisticsPanel,
    ) -> Self {
        let panels = panels(class, is_scored);
        let chosen = panels.iter().position(|panel| *panel == chosen).unwrap_or(0);
        if class == SizeClass::Small {
            return Self { panels: vec![(panels[chosen], area)], shows_all: false, table: None };
        }
        let (min_chart, _) = CHART_HEIGHTS;
        let rows = u16::try_from(rows + 1).unwrap_or(u16::MAX);
        let [table, below] = area.layout(
            &Layout::vertical([
                Constraint::Length(rows.min(area.height.saturating_sub(min_chart + 1))),
                Constraint::Fill(1),
            ])
            .spacing(1),
        );
        let charts = chart_areas(below, panels.len());
        let shows_all = charts.len() == panels.len();
        let first = if shows_all { 0 } else { chosen };
        Self {
            panels: panels.into_iter().skip(first).zip(charts).collect(),
            shows_all,
            table: Some(table),
        }
    }
}

/// Returns the areas of `charts` charts, side by side or one below the other, or of a single chart
/// if not all of them fit.
fn chart_areas(area: Rect, charts: usize) -> Vec<Rect> {
    let count = u16::try_from(charts).unwrap_or(1).max(1);
    let (min_height, max_height) = CHART_HEIGHTS;
    if area.width >= count * (CHART_WIDTH + CHART_GAP) - CHART_GAP {
        let area = Rect { height: area.height.min(max_height), ..area };
        let columns = Layout::horizontal(vec![Constraint::Fill(1); charts]).spacing(CHART_GAP);
        return columns.split(area).to_vec();
    }
    if area.height >= count * (min_height + 2) {
        let area = Rect { height: area.height.min(count * max_height), ..area };
        return Layout::vertical(vec![Constraint::Fill(1); charts]).spacing(1).split(area).to_vec();
    }
    vec![Rect { height: area.height.min(max_height), ..area }]
}
