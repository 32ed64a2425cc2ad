//! The lobby: the shared tables that are open, and who is here.
//!
//! | file | contents |
//! |---|---|
//! | `leaderboard` | the ratings of the people who play a game |
//! | `table_screen` | opens the screen of a table |

mod leaderboard;
pub mod table_screen;

use std::time::Instant;

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::{
        Constraint::{Fill, Length, Max},
        Layout, Rect,
    },
    style::{Modifier, Style},
};

use crate::{
    app::{
        lobby::{
            self, JoinAs, ListedTable, NO_DATABASE, Section, Visit, Visitor, explain, own_name,
            read_code, refusal,
        },
        new_table::TableChoices,
    },
    arcade::{
        ScreenFactory,
        dialog::TextInput,
        screen::{Commands, Screen, ScreenContext, Transition},
        screens::new_table,
        table::open_shared_table,
    },
    database::shared_tables::{
        SharedError, TableCode, choose_location,
        connection::Location,
        name::check_name,
        store::{self, SeatSummary, StoredTable},
    },
    games::{GameFacts, computer_name, sentence},
    job::Job,
    settings::Setting,
    widgets::{
        AnyCommand, Binding, ClickAreas, Key, Look, Offer, drawing,
        keys::{Refusal, key_name, refuse},
        list::{TextColumn, draw_scroll_marks, draw_selection, scroll},
        page::{Frame, WindowClass},
        paragraphs::{self, wrapped},
    },
};
use fourcade_engine::GameKind;
use leaderboard::LeaderboardScreen;

pub use leaderboard::KEYS as LEADERBOARD_KEYS;
pub use table_screen::{cannot_open, shared_table_factory};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    Up,
    Down,
    First,
    Last,
    /// Select this row, or go to its table if it is selected.
    Row(usize),
    Choose,
    Watch,
    New,
    Code,
    Leaderboard,
    Leave,
    TakeName(String),
    TakeCode(String),
}

pub static KEYS: [Binding<Command, LobbyScreen>; 10] = [
    Binding::new(
        "choose",
        Command::Choose,
        &[Key::plain(KeyCode::Enter), Key::char(' ')],
        "join the table, come back to it, or watch it",
    )
    .footer("Enter", "join")
    .refused(|lobby| match lobby.visit {
        None => refuse(lobby.location.is_none(), NO_NAME),
        Some(_) => lobby.table_refusal(),
    }),
    Binding::new("new", Command::New, &[Key::char('n')], "open a new table")
        .footer("n", "new table")
        .refused(LobbyScreen::visit_refusal),
    Binding::new("go-to", Command::Code, &[Key::char(':')], "go to a table: type its code")
        .footer(":", "code")
        .refused(LobbyScreen::visit_refusal),
    Binding::new("watch", Command::Watch, &[Key::char('w')], "watch the table")
        .footer("w", "watch")
        .refused(|lobby| {
            let has_seat = lobby.is_in(Section::Own);
            let reason = "you have a seat at this table: come back to it";
            lobby.table_refusal().or_else(|| refuse(has_seat, reason))
        }),
    Binding::new(
        "leaderboard",
        Command::Leaderboard,
        &[Key::char('t')],
        "leaderboard: the table of ratings",
    )
    .footer("t", "ratings")
    .refused(LobbyScreen::visit_refusal),
    Binding::new("leave", Command::Leave, &[Key::plain(KeyCode::Esc)], "back to the menu")
        .footer("Esc", "back"),
    Binding::new("up", Command::Up, &[Key::plain(KeyCode::Up), Key::char('k')], "the table above")
        .footer("arrows", "move")
        .refused(LobbyScreen::table_refusal),
    Binding::new(
        "down",
        Command::Down,
        &[Key::plain(KeyCode::Down), Key::char('j')],
        "the table below",
    )
    .refused(LobbyScreen::table_refusal),
    Binding::new("first", Command::First, &[Key::plain(KeyCode::Home)], "the first table")
        .refused(LobbyScreen::table_refusal),
    Binding::new("last", Command::Last, &[Key::plain(KeyCode::End)], "the last table")
        .refused(LobbyScreen::table_refusal),
];

const NO_NAME: &str = "type your name first";

pub fn open(context: &ScreenContext) -> Box<dyn Screen> {
    Box::new(LobbyScreen::new(context))
}

/// Opens the lobby and, over it, the page of a new table with these choices.
pub fn open_for(choices: TableChoices, context: &ScreenContext) -> Box<dyn Screen> {
    Box::new(LobbyScreen { new_table: Some(choices), ..LobbyScreen::new(context) })
}

pub fn lobby_factory() -> ScreenFactory {
    Box::new(open)
}

struct TableRequest {
    code: TableCode,
    join_as: JoinAs,
    reply: Job<Result<StoredTable, SharedError>>,
}

pub struct LobbyScreen {
    location: Option<Location>,
    /// `None` until the person has a name and there is a place for shared tables.
    visit: Option<Visit>,
    /// Sentences that say why there is no visit, unless only the name is missing.
    problem: Option<String>,
    selected: Option<TableCode>,
    first: usize,
    has_asked_name: bool,
    table_request: Option<TableRequest>,
    /// The choices of a new table, whose page opens once the database has answered.
    new_table: Option<TableChoices>,
    /// False while a table is open over the lobby, whose lists are then not updated.
    is_following: bool,
    last_problem: Option<String>,
}

impl LobbyScreen {
    /// Enters the lobby, if the person has a name.
    fn new(context: &ScreenContext) -> Self {
        let settings = &context.home.settings;
        let mut screen = Self {
            location: choose_location(context.home.database.as_deref(), settings),
            visit: None,
            problem: None,
            selected: None,
            first: 0,
            has_asked_name: false,
            table_request: None,
            new_table: None,
            is_following: true,
            last_problem: None,
        };
        match own_name(settings) {
            _ if screen.location.is_none() => screen.problem = Some(sentence(NO_DATABASE)),
            Ok(Some(name)) => screen.enter(name, context),
            Ok(None) => {}
            Err(error) => {
                screen.problem = Some(sentence(&format!("{error}; change it in the settings")));
            }
        }
        screen
    }

    fn enter(&mut self, name: String, context: &ScreenContext) {
        let Some(location) = self.location.clone() else { return };
        let client = lobby::client(name, &context.home);
        self.visit = Some(Visit::new(lobby::link(location, client, context)));
    }

    fn visit(&self) -> Option<&Visit> {
        self.visit.as_ref()
    }

    fn tables(&self) -> &[ListedTable] {
        self.visit.as_ref().map_or(&[], Visit::tables)
    }

    fn selected(&self) -> usize {
        let code = self.selected.as_ref();
        self.tables().iter().position(|table| Some(&table.stored.code) == code).unwrap_or(0)
    }

    fn selected_table(&self) -> Option<&ListedTable> {
        self.tables().get(self.selected())
    }

    fn is_in(&self, section: Section) -> bool {
        self.selected_table().is_some_and(|table| table.section == section)
    }

    fn shown_problem(&self) -> Option<String> {
        if let Some(problem) = &self.problem {
            return Some(problem.clone());
        }
        let outage = self.visit.as_ref()?.outage()?;
        Some(explain(&outage.error, self.location.as_ref()?) + outage.advice())
    }

    fn select(&mut self, index: usize) -> Transition {
        let last = self.tables().len().saturating_sub(1);
        self.selected = self.tables().get(index.min(last)).map(|table| table.stored.code.clone());
        Transition::Redraw
    }

    fn step(&mut self, rows: isize) -> Transition {
        self.select(self.selected().saturating_add_signed(rows))
    }

    fn visit_refusal(&self) -> Refusal {
        match &self.visit {
            None => Some(NO_NAME.into()),
            Some(visit) => refuse(!visit.has_read(), "please wait for the shared tables"),
        }
    }

    fn table_refusal(&self) -> Refusal {
        refuse(self.visit.is_none(), NO_NAME)
            .or_else(|| refuse(self.selected_table().is_none(), "there is no table yet"))
    }

    fn ask_name(&mut self) -> Transition {
        self.has_asked_name = true;
        let input = TextInput::new("Your name, for the others", "", |name| {
            AnyCommand::new(Command::TakeName(name))
        });
        Transition::Open(Box::new(input))
    }

    fn ask_code(typed: &str) -> Transition {
        let input = TextInput::new("The table's code, such as k7m2", "", |code| {
            AnyCommand::new(Command::TakeCode(code))
        });
        Transition::Open(Box::new(input.with_typed(typed)))
    }

    fn take_name(&mut self, text: &str, context: &ScreenContext) -> Transition {
        let name = match check_name(text) {
            Ok(name) => name,
            Err(error) => return Transition::Alert(error.to_string()),
        };
        self.enter(name.clone(), context);
        let mut settings = context.home.settings.clone();
        settings.set_own_name(&name);
        let (file, written) = (context.home.file.clone(), settings.clone());
        // The name counts for this run even if it can't be written.
        context.files.run(move |()| drop(file.write(&written, &Setting::NAME)));
        let given = context.home.overrides.clone();
        Transition::ApplySettings { settings: Box::new(settings), given }
    }

    fn take_code(&mut self, text: &str, context: &ScreenContext) -> Transition {
        match read_code(text) {
            Ok(code) => match context.home.code_attempts.refuse_next() {
                None => self.request_table(code, JoinAs::Player),
                Some(wait) => Transition::Alert(wait),
            },
            Err(error) => Transition::Alert(error),
        }
    }

    /// Reads a table again before it is opened, because it may be gone.
    fn request_table(&mut self, code: TableCode, join_as: JoinAs) -> Transition {
        let Some(visit) = &self.visit else { return Transition::None };
        let asked = code.clone();
        let reply = visit.link().ask(move |connection| store::table(connection, &asked));
        self.table_request = Some(TableRequest { code, join_as, reply });
        Transition::None
    }

    fn choose(&mut self) -> Transition {
        let Some(table) = self.selected_table() else { return Transition::None };
        self.request_table(table.stored.code.clone(), table.section.join_as())
    }

    fn open_new_table(&mut self, choices: TableChoices) -> Transition {
        let Some(visit) = &mut self.visit else { return Transition::None };
        visit.follow(false);
        self.is_following = false;
        Transition::Open(new_table::open(visit.link().clone(), choices))
    }

    fn open_requested_table(&mut self, context: &ScreenContext) -> Option<Transition> {
        let answer = self.table_request.as_ref()?.reply.answer()?;
        let TableRequest { code, join_as, .. } = self.table_request.take()?;
        let (visit, location) = (self.visit.as_mut()?, self.location.as_ref()?);
        let table = match answer {
            Ok(table) => table,
            Err(error) => return Some(Transition::Alert(explain(&error, location))),
        };
        if let Some(reason) = refusal(&table) {
            return Some(Transition::Alert(reason));
        }
        Some(match open_shared_table(&table, visit.link(), join_as, context) {
            Ok(screen) => {
                visit.follow(false);
                (self.is_following, self.selected) = (false, Some(code));
                Transition::Open(screen)
            }
            Err(error) => Transition::Open(cannot_open(&code, &error)),
        })
    }
}

impl Commands for LobbyScreen {
    type Command = Command;

    fn offers(&self) -> Vec<Offer<Command>> {
        let mut offers = Offer::all(&KEYS, self);
        let verb = match &self.visit {
            None => "your name",
            Some(_) => self.selected_table().map_or("join", |table| table.section.enter_label()),
        };
        Offer::relabel(&mut offers, &Command::Choose, verb);
        if self.is_in(Section::Running) {
            // Enter does the same.
            Offer::omit_from_footer(&mut offers, &Command::Watch);
        }
        offers
    }

    fn run(&mut self, command: Command, context: &ScreenContext) -> Transition {
        match command {
            Command::Up => self.step(-1),
            Command::Down => self.step(1),
            Command::First => self.select(0),
            Command::Last => self.select(usize::MAX),
            Command::Row(row) if self.selected.is_some() && row == self.selected() => self.choose(),
            Command::Row(row) => self.select(row),
            Command::Choose if self.visit.is_none() => self.ask_name(),
            Command::Choose => self.choose(),
            Command::Watch => match self.selected_table() {
                Some(table) => self.request_table(table.stored.code.clone(), JoinAs::Watcher),
                None => Transition::None,
            },
            Command::New => self.open_new_table(TableChoices::default()),
            Command::Code => Self::ask_code(""),
            Command::Leaderboard => match &self.visit {
                Some(visit) => {
                    let kind = self.selected_table().and_then(ListedTable::kind);
                    let kind = kind.unwrap_or(GameKind::ALL[0]);
                    Transition::Open(Box::new(LeaderboardScreen::new(visit.link().clone(), kind)))
                }
                None => Transition::None,
            },
            Command::Leave => Transition::Close,
            Command::TakeName(name) => self.take_name(&name, context),
            Command::TakeCode(code) => self.take_code(&code, context),
        }
    }
}

impl Screen for LobbyScreen {
    fn on_key(&mut self, key: Key, context: &ScreenContext) -> Transition {
        let is_bound = context.look.keymap.binds(&KEYS, key);
        match key.code {
            // A letter or digit without a command begins a code.
            KeyCode::Char(letter)
                if key.is_text()
                    && letter.is_ascii_alphanumeric()
                    && !is_bound
                    && self.visit.is_some() =>
            {
                Self::ask_code(letter.encode_utf8(&mut [0; 4]))
            }
            _ => Transition::None,
        }
    }

    fn on_paste(&mut self, text: &str, context: &ScreenContext) -> Transition {
        if self.visit.is_some() { self.take_code(text, context) } else { Transition::None }
    }

    fn on_wheel(&mut self, rows: isize) -> Transition {
        self.step(rows)
    }

    fn on_show(&mut self, _: &ScreenContext) {
        if let Some(visit) = self.visit.as_mut().filter(|_| !self.is_following) {
            visit.follow(true);
        }
        self.is_following = true;
    }

    fn on_wake(&mut self, context: &ScreenContext) -> Transition {
        if !self.is_following {
            return Transition::None;
        }
        let index = self.selected();
        let mut has_changed = self.visit.as_mut().is_some_and(Visit::poll);
        let code = self.selected_table().map(|table| &table.stored.code);
        if code != self.selected.as_ref() {
            // The selected table is gone, or none was selected.
            self.select(index);
        }
        let problem = self.shown_problem();
        has_changed |= problem != self.last_problem;
        self.last_problem = problem;
        let has_read = self.visit.as_ref().is_some_and(Visit::has_read);
        if let Some(choices) = self.new_table.take_if(|_| has_read) {
            return self.open_new_table(choices);
        }
        match self.open_requested_table(context) {
            Some(transition) => transition,
            None if has_changed => Transition::Redraw,
            None => Transition::None,
        }
    }

    fn next_tick(&self) -> Option<Instant> {
        match &self.visit {
            Some(visit) => Some(visit.next_reading()),
            None => (self.problem.is_none() && !self.has_asked_name).then(Instant::now),
        }
    }

    fn on_tick(&mut self, _: &ScreenContext) -> Transition {
        match &mut self.visit {
            Some(visit) => {
                visit.read();
                Transition::None
            }
            None => self.ask_name(),
        }
    }

    fn help_page(&self) -> Option<&'static str> {
        Some(include_str!("../../../../assets/rules/shared_tables.md"))
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let view = View { screen: self, look };
        let layout = LobbyLayout::new(area, view.list_rows());
        let mut first = self.first;
        view.draw(&layout, &mut first, buffer, areas);
        self.first = first;
    }
}

/// Below this width, the list has fewer columns.
const NARROW_WIDTH: u16 = 46;
const MAX_WIDTH: u16 = 104;
const PEOPLE_GAP: u16 = 2;

struct LobbyLayout {
    frame: Frame,
    list: Rect,
    /// One line about the selected table.
    details: Rect,
    /// A list, or a single line in a small window.
    people: Rect,
}

impl LobbyLayout {
    fn new(area: Rect, list_rows: u16) -> Self {
        let frame = Frame::new(area);
        let Frame { class, content, .. } = frame;
        let body = Rect { width: content.width.min(MAX_WIDTH), ..content };
        let has_people = class > WindowClass::Small;
        let gap = u16::from(has_people);
        // The list also has room for an error message.
        let list = if has_people { Max(list_rows.max(12)) } else { Fill(1) };
        let rows = [list, Length(gap), Length(1), Length(1 - gap)];
        let [list, _, details, line] = body.layout(&Layout::vertical(rows));
        let (list, people) = if has_people {
            let people = if class == WindowClass::Large { 34 } else { 24 };
            let [list, people] =
                list.layout(&Layout::horizontal([Fill(1), Length(people)]).spacing(PEOPLE_GAP));
            (list, people)
        } else {
            // The scroll marks stand beside the list.
            (Rect { width: list.width.saturating_sub(1), ..list }, line)
        };
        Self { frame, list, details, people }
    }
}

const CODE: TextColumn = TextColumn::new(2, 8);
const NARROW_CODE: TextColumn = TextColumn::new(2, 4);
const NARROW_GAME_X: u16 = 7;
const GAME: TextColumn = TextColumn::new(9, 16);
const PLAYERS_X: u16 = 26;
const PROGRESS_WIDTH: u16 = 12;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ListLine {
    Gap,
    Heading(Section),
    Table(usize),
}

struct View<'a> {
    screen: &'a LobbyScreen,
    look: &'a Look,
}

impl View<'_> {
    /// Scrolls `first`, the first visible line of the list, to the selection.
    fn draw(
        &self,
        layout: &LobbyLayout,
        first: &mut usize,
        buffer: &mut Buffer,
        areas: &mut ClickAreas,
    ) {
        let look = self.look;
        let name = self.screen.visit().map(|visit| format!("You are {}", visit.client().name));
        let name = name.unwrap_or_default();
        layout.frame.draw_title_with("Play with others", &name, buffer, look, areas);
        let list = self.draw_problem(layout.list, buffer);
        areas.focus_on(layout.list);
        if self.screen.tables().is_empty() {
            self.draw_empty(list, buffer);
        } else {
            self.draw_list(list, first, buffer, areas);
            self.draw_details(layout.details, buffer);
        }
        let visitors = self.screen.visit().map(Visit::visitors).unwrap_or_default();
        if layout.people.height > 1 {
            self.draw_people(&visitors, layout.people, buffer);
        } else {
            self.draw_people_line(&visitors, layout.people, buffer);
        }
    }

    /// Returns the area below.
    fn draw_problem(&self, area: Rect, buffer: &mut Buffer) -> Rect {
        let Some(problem) = self.screen.shown_problem() else { return area };
        let lines = wrapped([(problem, self.look.alert())], area.width);
        paragraphs::draw(&lines, area, buffer, self.look)
    }

    fn list_rows(&self) -> u16 {
        let tables = self.lines(true).len();
        let all = || self.instructions(HOW_TO.len(), HOW_TO_WIDTH).len();
        let rows = if tables > 0 { tables } else { all() };
        drawing::cells(rows)
    }

    /// The first parts of [`HOW_TO`] as lines: a key if one begins the part, a text and its style.
    fn instructions(&self, parts: usize, width: u16) -> Vec<(Option<String>, String, Style)> {
        let look = self.look;
        let mut lines =
            vec![(None, "No tables yet: nobody has opened one.".to_owned(), look.strong())];
        for (command, title, text) in HOW_TO.into_iter().take(parts) {
            lines.push((None, String::new(), look.text()));
            let key = command.map(|command| key_name(&KEYS, &command));
            let key = key.map(|key| look.keymap.fill(&key).into_owned());
            lines.push((key, title.to_owned(), look.strong()));
            let text = drawing::wrap(text, width.saturating_sub(KEY_WIDTH));
            lines.extend(text.into_iter().map(|line| (None, line, look.dim())));
        }
        lines
    }

    fn draw_empty(&self, area: Rect, buffer: &mut Buffer) {
        let look = self.look;
        let has_problem = self.screen.shown_problem().is_some();
        let text = match self.screen.visit() {
            _ if has_problem => return,
            None => format!(
                "The others see you under a name. Press {} to type yours.",
                key_name(&KEYS, &Command::Choose)
            ),
            Some(visit) if !visit.has_read() => format!("One moment{}", look.glyphs.going_on),
            Some(_) => {
                let width = area.width.min(HOW_TO_WIDTH);
                let parts = (2..=HOW_TO.len()).rev();
                let mut parts = parts.map(|parts| self.instructions(parts, width));
                if let Some(lines) = parts.find(|lines| lines.len() <= area.height.into()) {
                    return draw_instructions(&lines, area, buffer, look);
                }
                format!(
                    "No tables yet.\n\nPress {} to open one. The others find it here, or \
                     join with its code.\n\nGot a code? Press {} and type it.",
                    key_name(&KEYS, &Command::New),
                    key_name(&KEYS, &Command::Code)
                )
            }
        };
        let area = Rect { width: area.width.min(60), ..area };
        drawing::draw_lines(buffer, area, &look.keymap.fill(&text), look.text(), look);
    }

    fn lines(&self, has_gaps: bool) -> Vec<ListLine> {
        let mut lines = Vec::new();
        let mut section = None;
        for (index, table) in self.screen.tables().iter().enumerate() {
            if section != Some(table.section) {
                if has_gaps && section.is_some() {
                    lines.push(ListLine::Gap);
                }
                section = Some(table.section);
                lines.push(ListLine::Heading(table.section));
            }
            lines.push(ListLine::Table(index));
        }
        lines
    }

    fn draw_list(
        &self,
        area: Rect,
        first: &mut usize,
        buffer: &mut Buffer,
        areas: &mut ClickAreas,
    ) {
        let height = usize::from(area.height);
        let lines = Some(self.lines(true)).filter(|lines| lines.len() <= height);
        let lines = lines.unwrap_or_else(|| self.lines(false));
        let selected = self.screen.selected();
        let line = lines.iter().position(|line| *line == ListLine::Table(selected)).unwrap_or(0);
        // The first table is visible together with its heading.
        let line = if line == 1 { 0 } else { line };
        *first = scroll(*first, line, lines.len(), height);
        for (line, row) in lines.iter().skip(*first).zip(area.rows()) {
            match *line {
                ListLine::Gap => {}
                ListLine::Heading(section) => {
                    let style = self.look.dim();
                    drawing::draw_text(buffer, row, section.title(), style, self.look);
                }
                ListLine::Table(index) => {
                    if let Some(table) = self.screen.tables().get(index) {
                        self.draw_row(table, index == selected, row, buffer, areas);
                        areas.add(row, Command::Row(index));
                    }
                }
            }
        }
        let has_more_below = *first + height < lines.len();
        draw_scroll_marks(buffer, area, *first > 0, has_more_below, self.look);
    }

    fn draw_row(
        &self,
        table: &ListedTable,
        is_selected: bool,
        row: Rect,
        buffer: &mut Buffer,
        areas: &mut ClickAreas,
    ) {
        let look = self.look;
        let (plain, dim, strong) = if is_selected {
            let plain = look.selected().remove_modifier(Modifier::BOLD);
            draw_selection(buffer, row, plain, look, areas);
            (plain, plain, look.selected())
        } else {
            (look.text(), look.dim(), look.strong())
        };
        let code = table.stored.code.as_str();
        let players = table.players(self.own_name());
        if row.width < NARROW_WIDTH {
            NARROW_CODE.draw(buffer, row, code, strong, look);
            let kind = table
                .kind()
                .map_or(table.title.clone(), |kind| GameFacts::of(kind).title.to_owned());
            let open = match table.open_seats() {
                0 => String::new(),
                seats => format!(" +{seats}"),
            };
            let text = format!("{kind}: {players}{open}");
            let width = row.width.saturating_sub(NARROW_GAME_X);
            TextColumn { x: NARROW_GAME_X, width }.draw(buffer, row, &text, plain, look);
            return;
        }
        CODE.draw(buffer, row, code, strong, look);
        GAME.draw(buffer, row, &table.title, plain, look);
        let end = row.width.saturating_sub(PROGRESS_WIDTH + 1);
        let width = end.saturating_sub(PLAYERS_X + 1);
        TextColumn { x: PLAYERS_X, width }.draw(buffer, row, &players, plain, look);
        let is_deserted = self.screen.visit().is_some_and(|visit| visit.is_deserted(table));
        let (text, style) = match table.open_seats() {
            0 => (table.progress(), dim),
            _ if is_deserted => ("nobody here".to_owned(), dim),
            _ => (table.progress(), strong),
        };
        TextColumn { x: end, width: PROGRESS_WIDTH }.draw_right(buffer, row, &text, style, look);
    }

    fn draw_details(&self, area: Rect, buffer: &mut Buffer) {
        let Some(table) = self.screen.selected_table() else { return };
        if let Some(reason) = refusal(&table.stored) {
            return drawing::draw_text(
                buffer,
                area,
                &sentence(&reason),
                self.look.text(),
                self.look,
            );
        }
        let names = table.kind().map_or(&[][..], GameKind::seat_names);
        let own = self.own_name();
        let seats = names.iter().zip(&table.stored.seats).map(|(seat, who)| match who {
            SeatSummary::Open => format!("{seat} open"),
            SeatSummary::Person(name) if name == own => format!("{seat} you"),
            SeatSummary::Person(name) => format!("{seat} {name}"),
            SeatSummary::Computer(name) => {
                format!("{seat} {}", computer_name(&table.stored.game, name))
            }
        });
        let seats: Vec<String> = seats.collect();
        let secret = if table.stored.is_public { "" } else { " (by code only)" };
        let clock = table.clock.map_or_else(String::new, |clock| format!(", {clock}"));
        let text = format!("{}{clock}{secret}: {}", table.title, seats.join(", "));
        drawing::draw_text(buffer, area, &text, self.look.text(), self.look);
    }

    fn draw_people(&self, visitors: &[Visitor], area: Rect, buffer: &mut Buffer) {
        let look = self.look;
        if visitors.is_empty() {
            return;
        }
        let mut rows = area.rows();
        if let Some(row) = rows.next() {
            drawing::draw_text(buffer, row, "Here now", look.dim(), look);
        }
        let room = usize::from(area.height).saturating_sub(1);
        let is_full = visitors.len() > room;
        let shown = if is_full { room.saturating_sub(1) } else { visitors.len() };
        for (visitor, row) in visitors.iter().take(shown).zip(&mut rows) {
            let place = if visitor.is_self { "you" } else { &*visitor.activity };
            drawing::draw_text(buffer, row, &visitor.name, look.text(), look);
            let inset = (drawing::text_width(&visitor.name) + 2).min(row.width);
            let rest = Rect { x: row.x + inset, width: row.width - inset, ..row };
            drawing::draw_text(buffer, rest, place, look.dim(), look);
        }
        if let Some(row) = rows.next().filter(|_| is_full) {
            let text = format!("and {} more", visitors.len() - shown);
            drawing::draw_text(buffer, row, &text, look.dim(), look);
        }
    }

    fn draw_people_line(&self, visitors: &[Visitor], area: Rect, buffer: &mut Buffer) {
        let others: Vec<&str> =
            visitors.iter().filter(|v| !v.is_self).map(|v| v.name.as_str()).collect();
        let text = match (visitors.is_empty(), others.as_slice()) {
            (true, _) => return,
            (false, []) => "Nobody else is here".to_owned(),
            (false, others) => format!("Here: {}", others.join(", ")),
        };
        drawing::draw_text(buffer, area, &text, self.look.dim(), self.look);
    }

    fn own_name(&self) -> &str {
        self.screen.visit().map_or("", |visit| &visit.client().name)
    }
}

const HOW_TO_WIDTH: u16 = 66;
const KEY_WIDTH: u16 = 3;

/// Instructions for a lobby without tables: a command, a title and a text each.
const HOW_TO: [(Option<Command>, &str, &str); 4] = [
    (
        Some(Command::New),
        "Open a table",
        "Choose a game and who sits where. Your friends join by the code of the table.",
    ),
    (Some(Command::Code), "Join with a code", "Type the code that a friend has told you."),
    (
        None,
        "What the others see",
        "Your table is listed here, for players and spectators, unless it is private.",
    ),
    (
        None,
        "Who is in this lobby",
        "At first, only your own other terminals. To meet friends here, all of you start \
         fourcade --database FILE with the same file.",
    ),
];

fn draw_instructions(
    lines: &[(Option<String>, String, Style)],
    area: Rect,
    buffer: &mut Buffer,
    look: &Look,
) {
    for ((at, (key, text, style)), row) in lines.iter().enumerate().zip(area.rows()) {
        if let Some(key) = key {
            drawing::draw_text(buffer, row, key, look.accent(), look);
        }
        let inset = if at == 0 { 0 } else { KEY_WIDTH.min(row.width) };
        let place = Rect { x: row.x + inset, width: row.width - inset, ..row };
        drawing::draw_text(buffer, place, text, *style, look);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_the_lobby_never_overlap() {
        for (width, height) in [(40, 11), (60, 15), (76, 17), (80, 23), (100, 29), (200, 59)] {
            let area = Rect::new(0, 0, width, height);
            let LobbyLayout { frame, list, details, people } = LobbyLayout::new(area, 9);
            let parts = [frame.title, list, details, people];
            for (index, part) in parts.iter().enumerate() {
                assert!(!part.is_empty() && area.union(*part) == area, "{width} x {height}");
                let others = parts.iter().skip(index + 1);
                assert!(others.into_iter().all(|other| !part.intersects(*other)), "{parts:?}");
            }
            assert!(list.height >= 6 && list.width >= 37, "{list:?}");
        }
    }
}
