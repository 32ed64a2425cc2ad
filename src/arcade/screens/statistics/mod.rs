//! The statistics screen: wins, losses and streaks in tables and charts, ratings over time, and the
//! feats. `table_view`, `charts` and `feats_view` draw them.

mod charts;
mod feats_view;
mod table_view;

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::{Constraint, Layout, Rect, Size},
    text::Line,
    widgets::{Paragraph, Widget, Wrap},
};

use crate::{
    app::{
        feats::FeatSection,
        statistics::{
            History, LISTED_GAMES, MIN_GAMES, RatingChart, StatisticsData, StatisticsRow,
            StatisticsTable, table_kinds, table_title,
        },
    },
    arcade::{
        screen::{Commands, Context, Screen, Transition},
        screens::{daily, new_game},
    },
    database::{StoreError, statistics::Uncounted},
    games::GameFacts,
    job::Job,
    widgets::{
        Binding, ClickAreas, Key, Look, Offer, drawing,
        keys::{key_name, refuse},
        page::{Frame, WindowClass},
    },
};
use fourcade_engine::GameKind;
use table_view::TableWindow;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Up,
    Down,
    First,
    Last,
    /// Show the next game (true) or the previous one (false).
    Turn(bool),
    Tab(usize),
    /// Select this row, or show its game if it is selected.
    Row(usize),
    Choose,
    Chart,
    NewGame,
    Daily,
    Leave,
}

pub static KEYS: [Binding<Command, StatisticsScreen>; 11] = [
    Binding::new(
        "left",
        Command::Turn(false),
        &[Key::plain(KeyCode::Left), Key::plain(KeyCode::BackTab), Key::char('h')],
        "previous game",
    ),
    Binding::new(
        "right",
        Command::Turn(true),
        &[Key::plain(KeyCode::Right), Key::plain(KeyCode::Tab), Key::char('l')],
        "next game",
    )
    .footer("Tab", "game"),
    Binding::new("chart", Command::Chart, &[Key::char('v')], "next chart")
        .footer("v", "chart")
        .refused(|screen| {
            let is_empty = screen.panels().is_empty();
            refuse(is_empty, "there is nothing to show yet")
                .or_else(|| refuse(screen.drawn.shows_all, "all charts are shown"))
        }),
    Binding::new(
        "choose",
        Command::Choose,
        &[Key::plain(KeyCode::Enter), Key::char(' ')],
        "details of the selected game",
    )
    .footer("Enter", "more")
    .refused(|screen| refuse(screen.selected_tab().is_none(), "select a game first")),
    Binding::new("up", Command::Up, &[Key::plain(KeyCode::Up), Key::char('k')], "previous row")
        .footer("arrows", "choose"),
    Binding::new("down", Command::Down, &[Key::plain(KeyCode::Down), Key::char('j')], "next row"),
    Binding::new("first", Command::First, &[Key::plain(KeyCode::Home)], "first row"),
    Binding::new("last", Command::Last, &[Key::plain(KeyCode::End)], "last row"),
    Binding::new("daily", Command::Daily, &[Key::char('d')], "the calendar of the daily deals")
        .footer("d", "daily"),
    Binding::new("new", Command::NewGame, &[Key::char('n')], "new game of this kind")
        .footer("n", "new game")
        .refused(|screen| refuse(screen.kind().is_none(), "choose a game first")),
    Binding::new("leave", Command::Leave, &[Key::plain(KeyCode::Esc)], "back to the menu")
        .footer("Esc", "back"),
];

#[derive(Default)]
pub struct StatisticsScreen {
    job: Option<Job<Result<StatisticsData, StoreError>>>,
    /// `None` until the database has answered.
    data: Option<Result<StatisticsData, String>>,
    /// An index into [`table_kinds`], or [`feats_tab`].
    tab: usize,
    row: usize,
    history: History,
    panel: StatisticsPanel,
    drawn: DrawnStatistics,
}

pub fn open(context: &Context) -> Box<dyn Screen> {
    Box::new(StatisticsScreen::of(load(context)))
}

fn load(context: &Context) -> Job<Result<StatisticsData, StoreError>> {
    let naming = context.naming();
    context.store.ask(move |games| StatisticsData::load(games, naming))
}

impl StatisticsScreen {
    /// Creates a screen that shows the result of this job.
    pub fn of(job: Job<Result<StatisticsData, StoreError>>) -> Self {
        Self { job: Some(job), ..Self::default() }
    }

    fn is_on_feats(&self) -> bool {
        self.tab == feats_tab()
    }

    fn row_count(&self) -> usize {
        if self.is_on_feats() {
            return self.data().map_or(0, |data| feats_view::count(&data.feats));
        }
        self.table().map_or(0, |table| table.rows.len())
    }

    /// The selected row stays selected if it still exists.
    fn set_data(&mut self, data: Result<StatisticsData, String>) {
        self.data = Some(data);
        self.select(self.row);
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

    /// Selects this row, or the last one if there are fewer.
    fn select(&mut self, row: usize) -> Transition {
        self.row = row.min(self.row_count().saturating_sub(1));
        let history =
            self.data().zip(self.selected_row()).map(|(data, row)| History::new(row, &data.games));
        self.history = history.unwrap_or_default();
        Transition::Redraw
    }

    fn step(&mut self, down: bool) -> Transition {
        self.select(if down { self.row + 1 } else { self.row.saturating_sub(1) })
    }

    fn open_tab(&mut self, tab: usize) -> Transition {
        self.tab = tab;
        self.drawn.first_row = 0;
        self.select(0)
    }

    fn turn(&mut self, forward: bool) -> Transition {
        let count = feats_tab() + 1;
        self.open_tab((self.tab + if forward { 1 } else { count - 1 }) % count)
    }

    /// The game of the tab or, if that is about all games, of the selected row.
    fn kind(&self) -> Option<GameKind> {
        self.table()?.kind.or_else(|| self.selected_row()?.kind)
    }

    /// The tab of the selected row's game, if that is another tab.
    fn selected_tab(&self) -> Option<usize> {
        let kind = self.selected_row()?.kind;
        table_kinds()
            .position(|other| other == kind)
            .filter(|&tab| tab != self.tab && kind.is_some())
    }

    fn open_selected(&mut self) -> Transition {
        self.selected_tab().map_or(Transition::None, |tab| self.open_tab(tab))
    }

    /// The panels to choose from; none if there is no data.
    fn panels(&self) -> Vec<StatisticsPanel> {
        let row = self.selected_row().zip(self.data());
        row.map_or_else(Vec::new, |(row, data)| panels(self.drawn.class, row, &data.ratings))
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
        Offer::all(&KEYS, self)
    }

    fn run(&mut self, command: Command, context: &Context) -> Transition {
        match command {
            Command::Up => self.step(false),
            Command::Down => self.step(true),
            Command::First => self.select(0),
            Command::Last => self.select(usize::MAX),
            Command::Turn(forward) => self.turn(forward),
            Command::Tab(tab) => self.open_tab(tab),
            Command::Row(row) if row == self.row => self.open_selected(),
            Command::Row(row) => self.select(row),
            Command::Choose => self.open_selected(),
            Command::Chart => self.next_panel(),
            Command::NewGame => self
                .kind()
                .map_or(Transition::None, |kind| Transition::Open(new_game::open(kind, context))),
            Command::Daily => Transition::Open(daily::open(context)),
            Command::Leave => Transition::Close,
        }
    }
}

impl Screen for StatisticsScreen {
    fn on_show(&mut self, context: &Context) {
        self.job = Some(load(context));
    }

    fn on_wake(&mut self, _: &Context) -> Transition {
        let Some(result) = self.job.as_ref().and_then(Job::answer) else {
            return Transition::None;
        };
        self.job = None;
        self.set_data(result.map_err(|error| error.to_string()));
        Transition::Redraw
    }

    fn on_wheel(&mut self, down: bool) -> Transition {
        self.step(down)
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        self.drawn = View { screen: self, look }.draw(area, buffer, areas);
    }
}

/// Including its heading.
const MIN_CHART_HEIGHT: u16 = 8;
/// Charts stand one below the other if each can have this height.
const GOOD_CHART_HEIGHT: u16 = 16;
/// The heights of charts of less and of more than [`LISTED_GAMES`]; more would show nothing new.
const MAX_CHART_HEIGHTS: [u16; 2] = [12, 30];
/// The note below the panels: what is not counted, and what the columns mean.
const NOTE_HEIGHT: u16 = 2;
const MIN_CHART_WIDTH: u16 = 48;
const CHART_GAP: u16 = 3;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum StatisticsPanel {
    /// Only in small windows; the others always show the table.
    #[default]
    Table,
    WinRate,
    Margins,
    Rating(GameKind),
    /// As long as they are few.
    Games,
    Feats,
}

fn panels(
    class: WindowClass,
    row: &StatisticsRow,
    ratings: &[RatingChart],
) -> Vec<StatisticsPanel> {
    use StatisticsPanel::{Feats, Games, Margins, Rating, Table, WinRate};
    let mut panels = vec![Table, WinRate, Margins];
    let has_line = |kind: &GameKind| {
        let last = ratings.get(*kind as usize).and_then(|course| course.last);
        last.is_some_and(|rating| rating.results >= MIN_GAMES)
    };
    let is_about = |kind: &GameKind| row.kind.map_or(row.sum.game.is_none(), |one| one == *kind);
    panels.extend(GameKind::ALL.into_iter().filter(is_about).filter(has_line).map(Rating));
    panels.extend([Games, Feats]);
    panels.retain(|panel| match panel {
        Table => class == WindowClass::Small,
        WinRate => row.sum.played >= MIN_GAMES,
        Rating(_) => true,
        Games => row.sum.played < LISTED_GAMES,
        Feats => class == WindowClass::Large,
        Margins => row.is_scored() && row.sum.played >= MIN_GAMES,
    });
    panels
}

fn feats_tab() -> usize {
    table_kinds().count()
}

struct PanelLayout {
    panels: Vec<(StatisticsPanel, Rect)>,
    shows_all: bool,
    /// `None` if the table is one of the panels.
    table: Option<Rect>,
}

impl PanelLayout {
    /// Lays out the panels, with the height that each can use, below a table with `rows` rows. If
    /// not all fit, the chosen one is first.
    fn new(
        area: Rect,
        class: WindowClass,
        rows: usize,
        panels: Vec<(StatisticsPanel, u16)>,
        chosen: StatisticsPanel,
    ) -> Self {
        let chosen = panels.iter().position(|(panel, _)| *panel == chosen).unwrap_or(0);
        if class == WindowClass::Small {
            return Self { panels: vec![(panels[chosen].0, area)], shows_all: false, table: None };
        }
        let rows = to_u16(rows + 1);
        let [table, below] = area.layout(
            &Layout::vertical([
                Constraint::Length(rows.min(area.height.saturating_sub(MIN_CHART_HEIGHT + 1))),
                Constraint::Fill(1),
            ])
            .spacing(1),
        );
        let heights: Vec<u16> = panels.iter().map(|&(_, height)| height).collect();
        let areas = panel_areas(below, &heights);
        let shows_all = areas.len() == panels.len();
        let first = if shows_all { 0 } else { chosen };
        let panels = panels.into_iter().map(|(panel, _)| panel);
        let panels = panels.cycle().skip(first).zip(areas).collect();
        Self { panels, shows_all, table: Some(table) }
    }
}

/// Splits an area into rows of panels that can use these heights, or of as many as fit.
fn panel_areas(area: Rect, heights: &[u16]) -> Vec<Rect> {
    let fitting = usize::from((area.width + CHART_GAP) / (MIN_CHART_WIDTH + CHART_GAP));
    let most = fitting.clamp(1, heights.len().max(1));
    let row_heights = |columns| heights.chunks(columns).filter_map(|row| row.iter().max().copied());
    let fits = |columns: &usize| {
        let heights = row_heights(*columns).map(|height| height.min(GOOD_CHART_HEIGHT) + 1);
        heights.sum::<u16>() <= area.height + 1
    };
    // Wide charts show more of a line.
    let columns = (1..most).find(fits).unwrap_or(most);
    let most_rows = usize::from((area.height + 1) / (MIN_CHART_HEIGHT + 1)).max(1);
    let rows: Vec<u16> = row_heights(columns).take(most_rows).collect();
    let count = heights.len().min(rows.len() * columns);
    let lines = share_height(area.height.saturating_sub(to_u16(rows.len()) - 1), &rows);
    let lines = Layout::vertical(lines.into_iter().map(Constraint::Length)).spacing(1).split(area);
    let charts = lines.iter().enumerate().flat_map(|(row, line)| {
        let charts = (count - row * columns).min(columns);
        let places = Layout::horizontal(vec![Constraint::Fill(1); charts]).spacing(CHART_GAP);
        places.split(*line).to_vec()
    });
    charts.collect()
}

/// Gives each row the same height, but none more than it can use.
fn share_height(mut left: u16, rows: &[u16]) -> Vec<u16> {
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by_key(|&row| rows[row]);
    let mut heights = rows.to_vec();
    for (done, row) in order.into_iter().enumerate() {
        heights[row] = heights[row].min(left / to_u16(rows.len() - done));
        left -= heights[row];
    }
    heights
}

fn to_u16(count: usize) -> u16 {
    u16::try_from(count).unwrap_or(u16::MAX)
}

const MIN_BAR_WIDTH: u16 = charts::LEGEND_WIDTH;
const MIN_WIDTH_WITH_BARS: u16 = 108;

/// The state of the last frame.
#[derive(Clone, Copy, Debug, Default)]
struct DrawnStatistics {
    class: WindowClass,
    shows_all: bool,
    /// The first visible row of the table or of the feats.
    first_row: usize,
}

struct View<'a> {
    screen: &'a StatisticsScreen,
    look: &'a Look,
}

impl View<'_> {
    fn draw(&self, area: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) -> DrawnStatistics {
        let look = self.look;
        let frame = Frame::filling(area);
        let class = frame.class;
        let gap = u16::from(class != WindowClass::Small);
        let parts = [Constraint::Fill(1), Constraint::Length(NOTE_HEIGHT)];
        let [body, note] = frame.content.layout(&Layout::vertical(parts).spacing(gap));
        let mut drawn =
            DrawnStatistics { class, shows_all: false, first_row: self.screen.drawn.first_row };
        self.draw_head(&frame, buffer, areas);
        if let Some(data) = self.screen.data().filter(|_| self.screen.is_on_feats()) {
            let list = frame.content;
            let (row, first) = (Some(self.screen.row), drawn.first_row);
            drawn.first_row =
                feats_view::draw(&data.feats, row, first, list, (buffer, look, areas));
            return drawn;
        }
        let table = match &self.screen.data {
            Some(Err(error)) => {
                let text = format!("Can't count the saved games: {error}.");
                drawing::draw_lines(buffer, body, &text, look.alert(), look);
                return drawn;
            }
            _ => self.screen.table(),
        };
        let Some(table) = table else { return drawn };
        let used = if table.rows.is_empty() {
            self.draw_empty(table, body, class, buffer, areas)
        } else {
            self.draw_panels(table, body, &mut drawn, buffer, areas)
        };
        let y = if class == WindowClass::Small { note.y } else { note.y.min(used.bottom() + 1) };
        let meanings = Some(column_meanings(table)).filter(|_| class != WindowClass::Small);
        let meanings = meanings.filter(|text| !text.is_empty());
        let uncounted = Size::new(note.width, note.height - u16::from(meanings.is_some()));
        let lines = [Some(uncounted_text(table, uncounted)), meanings];
        let text = lines.into_iter().flatten().collect::<Vec<_>>().join("\n");
        drawing::draw_lines(buffer, Rect { y, ..note }, &text, look.dim(), look);
        drawn
    }

    /// Says how games get here and, in a large window, what can be won. Returns the area that it
    /// takes.
    fn draw_empty(
        &self,
        table: &StatisticsTable,
        area: Rect,
        class: WindowClass,
        buffer: &mut Buffer,
        areas: &mut ClickAreas,
    ) -> Rect {
        let look = self.look;
        let key = key_name(&KEYS, &Command::NewGame);
        let (heading, advice) = match table.kind {
            None => (
                "No games to count yet.".to_owned(),
                format!("Choose a game above, then press {key} to play it."),
            ),
            Some(kind) => {
                let title = GameFacts::of(kind).title;
                (
                    format!("No games of {title} to count yet."),
                    format!("Press {key} to play {title}."),
                )
            }
        };
        let text = Paragraph::new(vec![
            Line::styled(heading, look.strong()),
            Line::styled("Finish a game against a computer, and it will count here.", look.text()),
            Line::styled(look.keymap.fill(&advice), look.dim()),
        ])
        .style(look.text())
        .wrap(Wrap { trim: true });
        let rows = to_u16(text.line_count(area.width)).min(area.height);
        let feats = self.screen.data().map_or(&[][..], |data| feats_of(table, data));
        if class != WindowClass::Large {
            text.centered().render(area.centered_vertically(Constraint::Length(rows)), buffer);
            return area;
        }
        let parts = [rows, feats_view::summary_height(feats)].map(Constraint::Length);
        let [top, below] = area.layout(&Layout::vertical(parts).spacing(1));
        text.render(top, buffer);
        feats_view::draw_summary(feats, below, (buffer, look, areas));
        top.union(below)
    }

    /// Draws the title and all tabs, or only the chosen tab if there is no room.
    fn draw_head(&self, frame: &Frame, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let (title, look) = ("Statistics", self.look);
        frame.draw_title(title, buffer, look, areas);
        let titles = table_kinds().map(table_title).chain(["Feats"]);
        let games = titles
            .map(|title| format!(" {title} "))
            .enumerate()
            .map(|(index, name)| (name, Command::Tab(index), index == self.screen.tab))
            .collect::<Vec<_>>();
        let width: u16 = games.iter().map(|(name, ..)| drawing::text_width(name) + 1).sum();
        let [.., previous, next] = look.glyphs.more;
        let area = frame.after_title(title);
        let start = area.x + 1;
        let tabs = if start + width <= area.right() + 1 {
            games
        } else {
            let chosen = games.into_iter().filter(|&(.., is_chosen)| is_chosen);
            let mut tabs = vec![(previous.to_owned(), Command::Turn(false), false)];
            tabs.extend(chosen);
            tabs.push((next.to_owned(), Command::Turn(true), false));
            tabs
        };
        let mut x = start;
        for (name, command, is_chosen) in tabs {
            let width = drawing::text_width(&name);
            let tab = Rect { x, width, height: 1, ..area }.intersection(area);
            let style = if is_chosen { look.selected() } else { look.dim() };
            if is_chosen {
                areas.focus_on(tab);
            }
            drawing::draw_text(buffer, tab, &name, style, look);
            // A click beside an arrow of one column counts, too.
            let target = if tab.width == 1 { Rect { x: tab.x - 1, width: 3, ..tab } } else { tab };
            areas.add(target, command);
            x += tab.width + 1;
        }
    }

    /// Draws the table and the panels of the chosen tab. Returns the area that they take.
    fn draw_panels(
        &self,
        table: &StatisticsTable,
        area: Rect,
        drawn: &mut DrawnStatistics,
        buffer: &mut Buffer,
        areas: &mut ClickAreas,
    ) -> Rect {
        let (screen, look) = (self.screen, self.look);
        let (Some(row), Some(data)) = (table.rows.get(screen.row), screen.data()) else {
            return area;
        };
        let rows = table.rows.len();
        let feats = feats_of(table, data);
        let [few, many] = MAX_CHART_HEIGHTS;
        let chart_height = if row.sum.played < LISTED_GAMES { few } else { many };
        let panels = panels(drawn.class, row, &data.ratings).into_iter().map(|panel| {
            let height = match panel {
                StatisticsPanel::Games => charts::games_height(&screen.history),
                StatisticsPanel::Feats => feats_view::summary_height(feats),
                _ => chart_height,
            };
            (panel, height)
        });
        let panels = panels.collect();
        let layout = PanelLayout::new(area, drawn.class, rows, panels, screen.panel);
        let mut used = layout.table.unwrap_or(area);
        let window = TableWindow { area: used, first: drawn.first_row, selected: screen.row };
        let window = window.scrolled(rows);
        if layout.table.is_some() {
            draw_table(window, table, buffer, look, areas);
        }
        for &(panel, area) in &layout.panels {
            match panel {
                StatisticsPanel::Table => {
                    draw_table(window, table, buffer, look, areas);
                }
                StatisticsPanel::WinRate => {
                    charts::draw_win_rate(area, &screen.history, row, buffer, look);
                }
                StatisticsPanel::Margins => {
                    charts::draw_margins(area, &screen.history, row, buffer, look);
                }
                StatisticsPanel::Games => {
                    charts::draw_games(area, &screen.history, row, buffer, look);
                }
                StatisticsPanel::Feats => {
                    feats_view::draw_summary(feats, area, (buffer, look, areas));
                }
                StatisticsPanel::Rating(kind) => {
                    let course = &data.ratings[kind as usize];
                    charts::draw_rating(area, GameFacts::of(kind).title, course, buffer, look);
                }
            }
            used = used.union(area);
        }
        (drawn.first_row, drawn.shows_all) = (window.first, layout.shows_all);
        used
    }
}

/// Draws the table and, in large windows, a bar for each row.
fn draw_table(
    window: TableWindow,
    table: &StatisticsTable,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) {
    let area = window.area;
    let has_bars = area.width >= MIN_WIDTH_WITH_BARS;
    // Without bars, one column is for the scroll marks.
    let beside = if has_bars { MIN_BAR_WIDTH.max(area.width / 4) + 3 } else { 1 };
    let numbers = Rect { width: area.width.saturating_sub(beside), ..area };
    let width =
        table_view::draw(TableWindow { area: numbers, ..window }, table, buffer, look, areas);
    if !has_bars {
        return;
    }
    let bars = Rect { x: area.x + width + 3, width: area.width - width - 3, ..area };
    charts::draw_legend(Rect { height: 1.min(bars.height), ..bars }, buffer, look);
    for (_, row, line) in window.rows(table) {
        let place = Rect { x: bars.x, width: bars.width, ..line };
        charts::draw_result_bar(place, &row.sum, buffer, look);
    }
}

/// The feats of a tab: those of its game, or all.
fn feats_of<'a>(table: &StatisticsTable, data: &'a StatisticsData) -> &'a [FeatSection] {
    let of_game = |kind: GameKind| data.feats.get(kind as usize..=kind as usize);
    table.kind.map_or(&data.feats[..], |kind| of_game(kind).unwrap_or_default())
}

fn column_meanings(table: &StatisticsTable) -> String {
    let has_leads = table.rows.iter().any(|row| row.sum.margin_mean.is_some());
    let has_draws = table.rows.iter().any(|row| row.sum.drawn > 0);
    let lead = has_leads.then_some("Lead: points ahead of the best opponent, on average.");
    let draws = has_draws.then_some("A draw is half a win.");
    lead.into_iter().chain(draws).collect::<Vec<_>>().join(" ")
}

/// Says how many games are not counted or, if all are, which kinds never count. The text is shorter
/// if it doesn't fit otherwise.
fn uncounted_text(table: &StatisticsTable, room: Size) -> String {
    let Uncounted { practice, among_persons, among_computers, unfinished } = table.uncounted;
    let counts = [unfinished, practice, among_persons, among_computers];
    if counts == [0; 4] {
        return "Games with help, for practice or with other people don't count.".to_owned();
    }
    let text = |parts: &[(u32, &str)]| {
        let parts = parts.iter().filter(|(count, _)| *count > 0);
        let parts: Vec<String> = parts.map(|(count, name)| format!("{count} {name}")).collect();
        format!("Not counted: {}.", parts.join(", "))
    };
    let own = [(unfinished, "unfinished"), (practice, "practice or with help")];
    let others = [(among_persons, "between people"), (among_computers, "between computers")];
    let long = text(&[own, others].concat());
    if drawing::wrap_lines(&long, room.width).len() <= room.height.into() {
        return long;
    }
    text(&[own[0], (practice, "practice"), (among_persons + among_computers, "others")])
}
