//! The statistics screen: wins, losses and streaks in tables and charts.
//!
//! | file | |
//! |---|---|
//! | `keys` | the key table |
//! | `data` | the statistics as tables |
//! | `history` | the results of a row's games over time |
//! | `layout`, `view` | how the screen is drawn |
//! | `table_view`, `charts` | how a table and the charts are drawn |

mod charts;
mod data;
mod history;
mod keys;
mod layout;
mod table_view;
mod view;

use ratatui::{buffer::Buffer, layout::Rect};

use super::{
    super::{
        job::Job,
        screen::{Commands, Context, Screen, Transition},
    },
    daily,
};
use crate::{
    database::StoreError,
    widgets::{ClickAreas, Look, Offer},
};
use data::StatisticsRow;
use history::History;
use keys::Command;
use layout::StatisticsPanel;
use table_view::FIRST_ROW_ITEM;
use view::{DrawnStatistics, NEXT_GAME_ITEM, PREVIOUS_GAME_ITEM, View};

pub use data::{StatisticsData, StatisticsTable, table_kinds};
pub use keys::KEYS;

/// The statistics screen.
#[derive(Default)]
pub struct StatisticsScreen {
    job: Option<Job<Result<StatisticsData, StoreError>>>,
    /// The data, or why it could not be read; `None` until the store has answered.
    data: Option<Result<StatisticsData, String>>,
    /// The chosen game, by its position in [`table_kinds`].
    tab: usize,
    /// The selected row of its table.
    row: usize,
    /// The history of the selected row.
    history: History,
    /// The chosen panel.
    panel: StatisticsPanel,
    drawn: DrawnStatistics,
}

/// Opens the screen, which then reads the store.
pub fn open(context: &Context) -> Box<dyn Screen> {
    let mut screen = StatisticsScreen::default();
    screen.load(context);
    Box::new(screen)
}

impl StatisticsScreen {
    /// Creates a screen with this data.
    #[cfg(test)]
    pub fn with_data(data: StatisticsData) -> Self {
        let mut screen = Self::default();
        screen.set_data(Ok(data));
        screen
    }

    fn load(&mut self, context: &Context) {
        let store = context.store.clone();
        self.job = Some(Job::start(context.waker, move |_, _| StatisticsData::load(&store)));
    }

    /// Shows new data. The selected row stays selected if it still exists.
    fn set_data(&mut self, data: Result<StatisticsData, String>) {
        self.data = Some(data);
        self.select(self.row);
    }

    /// The data, if it could be read.
    fn data(&self) -> Option<&StatisticsData> {
        self.data.as_ref()?.as_ref().ok()
    }

    /// The table of the chosen game.
    fn table(&self) -> Option<&StatisticsTable> {
        self.data()?.tables.get(self.tab)
    }

    fn selected_row(&self) -> Option<&StatisticsRow> {
        self.table()?.rows.get(self.row)
    }

    /// Selects this row, or the last one.
    fn select(&mut self, row: usize) -> Transition {
        let last = self.table().map_or(0, |table| table.rows.len().saturating_sub(1));
        self.row = row.min(last);
        let history =
            self.data().zip(self.selected_row()).map(|(data, row)| History::new(row, &data.games));
        self.history = history.unwrap_or_default();
        Transition::Redraw
    }

    /// Selects the row below, or above.
    fn step(&mut self, down: bool) -> Transition {
        self.select(if down { self.row + 1 } else { self.row.saturating_sub(1) })
    }

    fn open_tab(&mut self, tab: usize) -> Transition {
        self.tab = tab;
        self.drawn.first_row = 0;
        self.select(0)
    }

    /// Shows the next game, or the previous one.
    fn turn(&mut self, forward: bool) -> Transition {
        let count = table_kinds().count();
        self.open_tab((self.tab + if forward { 1 } else { count - 1 }) % count)
    }

    /// Returns the tab of the selected row's game, if that is another tab.
    fn selected_tab(&self) -> Option<usize> {
        let kind = self.selected_row()?.kind;
        table_kinds()
            .position(|other| other == kind)
            .filter(|&tab| tab != self.tab && kind.is_some())
    }

    /// Shows the game of the selected row.
    fn open_selected(&mut self) -> Transition {
        self.selected_tab().map_or(Transition::None, |tab| self.open_tab(tab))
    }

    /// Returns the panels that can be chosen: none if there is nothing to show.
    fn panels(&self) -> Vec<StatisticsPanel> {
        let row = self.selected_row();
        row.map_or_else(Vec::new, |row| layout::panels(self.drawn.class, row.is_scored()))
    }

    fn next_panel(&mut self) -> Transition {
        let panels = self.panels();
        let current = panels.iter().position(|panel| *panel == self.panel).unwrap_or(0);
        if let Some(panel) = panels.iter().cycle().nth(current + 1) {
            self.panel = *panel;
        }
        Transition::Redraw
    }
}

impl Commands for StatisticsScreen {
    type Command = Command;

    fn offers(&self) -> Vec<Offer<Command>> {
        let refusal = |command| match command {
            Command::Chart if self.panels().is_empty() => {
                Some("there is nothing to show yet".into())
            }
            Command::Chart if self.drawn.shows_all => Some("all charts are shown".into()),
            Command::Choose if self.selected_tab().is_none() => Some("select a game first".into()),
            _ => None,
        };
        KEYS.iter().map(|binding| Offer::new(binding, refusal(binding.command))).collect()
    }

    fn run(&mut self, command: Command, context: &Context) -> Transition {
        match command {
            Command::Up => self.step(false),
            Command::Down => self.step(true),
            Command::First => self.select(0),
            Command::Last => self.select(usize::MAX),
            Command::Turn(forward) => self.turn(forward),
            Command::Choose => self.open_selected(),
            Command::Chart => self.next_panel(),
            Command::Daily => Transition::Open(daily::open(context)),
            Command::Leave => Transition::Close,
        }
    }
}

impl Screen for StatisticsScreen {
    fn on_show(&mut self, context: &Context) {
        self.load(context);
    }

    fn on_wake(&mut self, _: &Context) -> Transition {
        let Some(result) = self.job.as_ref().and_then(Job::take) else {
            return Transition::None;
        };
        self.job = None;
        self.set_data(result.and_then(|data| data.map_err(|error| error.to_string())));
        Transition::Redraw
    }

    /// The first click selects a row, the next one shows its game.
    fn on_click(&mut self, item: usize, _: &Context) -> Transition {
        match item {
            PREVIOUS_GAME_ITEM => self.turn(false),
            NEXT_GAME_ITEM => self.turn(true),
            FIRST_ROW_ITEM.. if item - FIRST_ROW_ITEM == self.row => self.open_selected(),
            FIRST_ROW_ITEM.. => self.select(item - FIRST_ROW_ITEM),
            tab => self.open_tab(tab),
        }
    }

    fn on_wheel(&mut self, down: bool) -> Transition {
        self.step(down)
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        self.drawn = View { screen: self, look }.draw(area, buffer, areas);
    }
}
