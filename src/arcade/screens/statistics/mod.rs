//! The statistics screen: wins, losses and streaks in tables and charts, ratings over time, and the
//! feats.
//!
//! | file | contents |
//! |---|---|
//! | `layout` | which panels a page has, and where they stand |
//! | `view` | draws the page with `table_view`, `charts`, `results_view`, `feats_view` and `picture` |

mod charts;
mod feats_view;
mod layout;
mod picture;
mod results_view;
mod table_view;
mod view;

use std::time::Instant;

use crossterm::event::KeyCode;
use ratatui::{buffer::Buffer, layout::Rect};

use crate::{
    app::statistics::{ResultHistory, StatisticsData, StatisticsRow, StatisticsTable, table_kinds},
    arcade::{
        screen::{Commands, OpeningJob, Screen, ScreenContext, Transition, take_opened},
        screens::{daily, new_game, saved_games::open_replay},
    },
    database::{StoreError, statistics::FinishedGame},
    job::Job,
    widgets::{
        Binding, ClickAreas, Key, Look, Offer,
        keys::{Refusal, refuse},
        list,
        page::WindowClass,
    },
};
use fourcade_engine::GameKind;
use layout::StatisticsPanel;
use picture::{Picture, PictureSubject};
use view::View;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Up,
    Down,
    PageUp,
    PageDown,
    First,
    Last,
    PreviousTab,
    NextTab,
    Tab(usize),
    /// Select this row, or choose it if it is selected.
    Row(usize),
    /// Select this result, or replay its game if it is selected.
    Result(usize),
    Choose,
    Replay,
    Chart,
    NewGame,
    Daily,
    Leave,
}

pub static KEYS: [Binding<Command, StatisticsScreen>; 14] = [
    Binding::new(
        "left",
        Command::PreviousTab,
        &[Key::plain(KeyCode::BackTab), Key::plain(KeyCode::Left), Key::char('h')],
        "previous page",
    ),
    Binding::new(
        "right",
        Command::NextTab,
        &[Key::plain(KeyCode::Tab), Key::plain(KeyCode::Right), Key::char('l')],
        "next page",
    )
    .footer("Tab", "page"),
    Binding::new(
        "choose",
        Command::Choose,
        &[Key::plain(KeyCode::Enter), Key::char(' ')],
        "page of the selected game, new game, or replay of the selected result",
    )
    .footer("Enter", "more")
    .refused(|screen| {
        let has_results = !screen.history.listed.is_empty();
        refuse(!has_results && screen.kind().is_none(), "select a game first")
    }),
    Binding::new("chart", Command::Chart, &[Key::char('v')], "next chart")
        .footer("v", "chart")
        .refused(|screen| {
            refuse(screen.is_on_feats(), "there are no charts here")
                .or_else(|| refuse(screen.selected_row().is_none(), "there is nothing to show yet"))
                .or_else(|| refuse(screen.drawn.choices.len() < 2, "all charts are shown"))
        }),
    Binding::new("replay", Command::Replay, &[Key::char('r')], "replay one of the results")
        .footer("r", "replay")
        .refused(results_refusal),
    Binding::new("up", Command::Up, &[Key::plain(KeyCode::Up), Key::char('k')], "previous row")
        .footer("arrows", "choose")
        .refused(step_refusal),
    Binding::new("down", Command::Down, &[Key::plain(KeyCode::Down), Key::char('j')], "next row")
        .refused(step_refusal),
    Binding::new("page-up", Command::PageUp, &[Key::plain(KeyCode::PageUp)], "page up")
        .refused(step_refusal),
    Binding::new("page-down", Command::PageDown, &[Key::plain(KeyCode::PageDown)], "page down")
        .refused(step_refusal),
    Binding::new("first", Command::First, &[Key::plain(KeyCode::Home)], "first row")
        .refused(other_row_refusal),
    Binding::new("last", Command::Last, &[Key::plain(KeyCode::End)], "last row")
        .refused(other_row_refusal),
    Binding::new(
        "new",
        Command::NewGame,
        &[Key::char('n')],
        "new game with the row's level and board",
    )
    .footer("n", "new game")
    .refused(|screen| refuse(screen.kind().is_none(), "select a game first")),
    Binding::new("daily", Command::Daily, &[Key::char('d')], "today's deal"),
    Binding::new(
        "leave",
        Command::Leave,
        &[Key::plain(KeyCode::Esc)],
        "back to the table or the menu",
    )
    .footer("Esc", "back"),
];

fn results_refusal(screen: &StatisticsScreen) -> Option<Refusal> {
    refuse(screen.history.listed.is_empty(), "there are no results here")
}

fn other_row_refusal(screen: &StatisticsScreen) -> Option<Refusal> {
    if screen.result.is_some() {
        return refuse(screen.history.listed.len() < 2, "there are no other results");
    }
    if screen.drawn.hides_rows {
        return refuse(screen.drawn.hides_results, "show the table first");
    }
    refuse(screen.row_count() < 2, "there are no other rows")
}

/// Refuses a step to another row. If only a chart is visible, a step goes to the next panel.
fn step_refusal(screen: &StatisticsScreen) -> Option<Refusal> {
    other_row_refusal(screen).filter(|_| !screen.shows_only_chart())
}

#[derive(Default)]
pub struct StatisticsScreen {
    job: Option<Job<Result<StatisticsData, StoreError>>>,
    /// `None` until the database has answered.
    data: Option<Result<StatisticsData, String>>,
    /// An index into [`table_kinds`], or [`feats_tab`].
    tab: usize,
    row: usize,
    /// The row on the page of all games from which the tab was opened.
    opened_by: Option<usize>,
    /// The selected result of the row, counted from the newest. `None` if the row has the focus.
    result: Option<usize>,
    opening: Option<OpeningJob>,
    /// The games of the selected row.
    history: ResultHistory,
    /// All games of the page.
    total: ResultHistory,
    panel: StatisticsPanel,
    picture: Picture,
    drawn: DrawnStatistics,
}

pub fn open(context: &ScreenContext) -> Box<dyn Screen> {
    Box::new(StatisticsScreen::of(load(context)))
}

fn load(context: &ScreenContext) -> Job<Result<StatisticsData, StoreError>> {
    let naming = context.naming();
    context.store.ask(move |database| StatisticsData::load(database, naming))
}

impl StatisticsScreen {
    pub fn of(job: Job<Result<StatisticsData, StoreError>>) -> Self {
        Self { job: Some(job), ..Self::default() }
    }

    fn is_on_feats(&self) -> bool {
        self.tab == feats_tab()
    }

    fn row_count(&self) -> usize {
        if self.is_on_feats() {
            return self.data().map_or(0, |data| feats_view::feat_count(&data.feats));
        }
        self.table().map_or(0, |table| table.rows.len())
    }

    /// The selected row and result stay selected if they still exist.
    fn set_data(&mut self, data: Result<StatisticsData, String>) {
        self.data = Some(data);
        let result = self.result;
        self.select(self.row);
        self.result = result.filter(|result| *result < self.history.listed.len());
    }

    fn data(&self) -> Option<&StatisticsData> {
        self.data.as_ref()?.as_ref().ok()
    }

    fn table(&self) -> Option<&StatisticsTable> {
        self.data()?.tables.get(self.tab)
    }

    fn selected_row(&self) -> Option<&StatisticsRow> {
        self.table()?.rows.get(self.row)
    }

    fn select(&mut self, row: usize) -> Transition {
        self.row = row.min(self.row_count().saturating_sub(1));
        let history = |row: Option<&StatisticsRow>| {
            self.data().zip(row).map(|(data, row)| ResultHistory::new(row, &data.games))
        };
        let first = self.table().and_then(|table| table.rows.first());
        [self.history, self.total] =
            [self.selected_row(), first].map(|row| history(row).unwrap_or_default());
        self.result = None;
        Transition::Redraw
    }

    fn select_result(&mut self, result: usize) -> Transition {
        self.result = Some(result.min(self.history.listed.len().saturating_sub(1)));
        Transition::Redraw
    }

    /// The selected or newest result of the row.
    fn pictured_game(&self) -> Option<&FinishedGame> {
        self.history.listed.get(self.result.unwrap_or(0))
    }

    /// The subject of the picture; `None` if there is no room for it.
    fn picture_subject(&self) -> Option<PictureSubject> {
        let game = self.pictured_game();
        let kind = game.map_or(self.kind(), |game| game.game.parse().ok());
        let subject = (kind.unwrap_or(GameKind::ALL[0]), game.map(|game| game.id));
        self.drawn.has_picture.then_some(subject)
    }

    fn shows_only_chart(&self) -> bool {
        self.drawn.hides_rows && self.drawn.hides_results && self.result.is_none()
    }

    /// Selects a row or a result, whichever has the focus. Without a table, results get the focus.
    fn select_focused(&mut self, index: usize) -> Transition {
        let is_result = self.result.is_some() || self.drawn.hides_rows;
        if is_result { self.select_result(index) } else { self.select(index) }
    }

    fn step(&mut self, rows: isize) -> Transition {
        if self.shows_only_chart() {
            return self.next_panel(rows.signum());
        }
        if self.drawn.hides_rows && self.result.is_none() {
            return self.select_result(0);
        }
        self.select_focused(self.result.unwrap_or(self.row).saturating_add_signed(rows))
    }

    /// The number of rows by which Page Up and Page Down scroll the focused list.
    fn page(&self) -> isize {
        let [rows, results] = self.drawn.visible;
        list::page(if self.result.is_some() { results } else { rows })
    }

    fn open_tab(&mut self, tab: usize) -> Transition {
        self.tab = tab;
        self.opened_by = None;
        self.drawn.first_row = 0;
        self.select(0)
    }

    fn next_tab(&mut self, by: isize) -> Transition {
        self.open_tab(list::cycle(self.tab, by, feats_tab() + 1))
    }

    /// The game of the tab or, if that is about all games, of the selected row.
    fn kind(&self) -> Option<GameKind> {
        self.table()?.kind.or_else(|| self.selected_row()?.kind)
    }

    /// The tab of the selected row's game, if that is another tab.
    fn tab_of_row(&self) -> Option<usize> {
        let kind = self.selected_row()?.kind;
        table_kinds()
            .position(|other| other == kind)
            .filter(|&tab| tab != self.tab && kind.is_some())
    }

    fn choose_selected(&mut self, context: &ScreenContext) -> Transition {
        match self.tab_of_row() {
            _ if self.result.is_some() || self.kind().is_none() => self.replay(context),
            Some(tab) => {
                let row = self.row;
                let transition = self.open_tab(tab);
                self.opened_by = Some(row);
                transition
            }
            None => self.new_game(context),
        }
    }

    /// Replays the selected result's game. If none is selected, selects the newest result.
    fn replay(&mut self, context: &ScreenContext) -> Transition {
        let Some(result) = self.result else {
            if self.drawn.hides_results {
                let panel = StatisticsPanel::Games;
                let is_choice = self.drawn.choices.contains(&panel);
                self.panel = if is_choice { panel } else { StatisticsPanel::Table };
            }
            return self.select_result(0);
        };
        if let Some(game) = self.history.listed.get(result) {
            let id = game.id;
            self.opening = Some(context.store.ask(move |database| open_replay(database, id)));
        }
        Transition::None
    }

    /// The label of Enter, and the command that does the same.
    fn enter_action(&self) -> (&'static str, Option<Command>) {
        match self.kind() {
            _ if self.result.is_some() => ("replay", Some(Command::Replay)),
            // Enter acts on a row of the table, which is hidden.
            _ if self.drawn.hides_rows => ("more", Some(Command::Choose)),
            None if !self.history.listed.is_empty() => ("results", None),
            Some(_) if self.tab_of_row().is_none() => ("play", Some(Command::NewGame)),
            _ => ("more", None),
        }
    }

    fn leave(&mut self) -> Transition {
        match (self.result.take(), self.opened_by) {
            (Some(_), _) => Transition::Redraw,
            (None, Some(row)) => {
                self.open_tab(0);
                self.select(row)
            }
            (None, None) => Transition::Close,
        }
    }

    fn new_game(&self, context: &ScreenContext) -> Transition {
        let Some(kind) = self.kind() else { return Transition::None };
        let row = self.selected_row();
        let (level, size) = (row.and_then(StatisticsRow::level), row.and_then(|row| row.sum.size));
        Transition::Open(new_game::open_against(kind, level, size, context))
    }

    fn next_panel(&mut self, by: isize) -> Transition {
        let panels = &self.drawn.choices;
        let current = panels.iter().position(|panel| *panel == self.panel).unwrap_or(0);
        if !panels.is_empty() {
            self.panel = panels[list::cycle(current, by, panels.len())];
        }
        self.result = None;
        Transition::Redraw
    }
}

impl Commands for StatisticsScreen {
    type Command = Command;

    fn offers(&self) -> Vec<Offer<Command>> {
        let mut offers = Offer::all(&KEYS, self);
        if self.drawn.class == WindowClass::Small {
            // In small windows, not all panels are charts.
            Offer::relabel(&mut offers, &Command::Chart, "next");
        }
        let (label, same) = self.enter_action();
        Offer::relabel(&mut offers, &Command::Choose, label);
        // Keys that do the same as Enter or `v` need no place in the footer.
        let step = self.shows_only_chart().then_some(Command::Up);
        for repeated in same.into_iter().chain(step) {
            Offer::omit_from_footer(&mut offers, &repeated);
        }
        offers
    }

    fn run(&mut self, command: Command, context: &ScreenContext) -> Transition {
        match command {
            Command::Up => self.step(-1),
            Command::Down => self.step(1),
            Command::PageUp => self.step(-self.page()),
            Command::PageDown => self.step(self.page()),
            Command::First => self.select_focused(0),
            Command::Last => self.select_focused(usize::MAX),
            Command::PreviousTab => self.next_tab(-1),
            Command::NextTab => self.next_tab(1),
            Command::Tab(tab) => self.open_tab(tab),
            Command::Row(row) if row == self.row && self.result.is_none() => {
                self.choose_selected(context)
            }
            Command::Row(row) => self.select(row),
            Command::Result(result) if self.result == Some(result) => self.replay(context),
            Command::Result(result) => self.select_result(result),
            Command::Choose => self.choose_selected(context),
            Command::Replay => self.replay(context),
            Command::Chart => self.next_panel(1),
            Command::NewGame => self.new_game(context),
            Command::Daily => Transition::Open(daily::open(context)),
            Command::Leave => self.leave(),
        }
    }
}

impl Screen for StatisticsScreen {
    fn on_show(&mut self, context: &ScreenContext) {
        self.job = Some(load(context));
    }

    fn on_wake(&mut self, context: &ScreenContext) -> Transition {
        if let Some(transition) = take_opened(&mut self.opening, context) {
            return transition;
        }
        let has_picture = self.picture.poll();
        let Some(result) = self.job.as_ref().and_then(Job::take_result) else {
            return if has_picture { Transition::Redraw } else { Transition::None };
        };
        self.job = None;
        self.set_data(result.map_err(|error| error.to_string()));
        Transition::Redraw
    }

    fn on_wheel(&mut self, rows: isize) -> Transition {
        self.step(rows)
    }

    fn next_tick(&self) -> Option<Instant> {
        let is_new = self.picture_subject().is_some_and(|subject| !self.picture.is_of(subject));
        is_new.then(Instant::now)
    }

    fn on_tick(&mut self, context: &ScreenContext) -> Transition {
        if let Some(subject) = self.picture_subject() {
            let game = self.pictured_game().cloned();
            self.picture.load(subject, game, context);
        }
        Transition::None
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        self.drawn = View { screen: self, look }.draw(area, buffer, areas);
    }
}

fn feats_tab() -> usize {
    table_kinds().count()
}

/// The state of the last frame.
#[derive(Debug, Default)]
struct DrawnStatistics {
    class: WindowClass,
    /// The panels that the person can choose from; see [`layout::PanelLayout::choices`].
    choices: Vec<StatisticsPanel>,
    /// Whether a chart has replaced the table, and with it the selection.
    hides_rows: bool,
    hides_results: bool,
    has_picture: bool,
    /// The first visible row of the table or of the feats.
    first_row: usize,
    /// The first visible result.
    first_result: usize,
    /// The numbers of visible rows and results.
    visible: [usize; 2],
}
