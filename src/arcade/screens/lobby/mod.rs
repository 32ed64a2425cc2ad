//! The lobby: the shared tables that are open, and who is here.
//!
//! | file | contents |
//! |---|---|
//! | `leaderboard` | the ratings of the people who play a game |
//! | `table_screen` | opens the screen of a table |
//! | `view` | how the lobby looks |

mod leaderboard;
pub mod table_screen;
mod view;

use std::time::Instant;

use crossterm::event::KeyCode;
use ratatui::{buffer::Buffer, layout::Rect};

use crate::{
    app::{
        lobby::{
            self, JoinAs, ListedTable, NO_DATABASE, Section, Visit, explain, own_name, read_code,
            refusal,
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
        store::{self, StoredTable},
    },
    games::sentence,
    job::Job,
    settings::Setting,
    widgets::{
        AnyCommand, Binding, ClickAreas, Key, Look, Offer,
        keys::{Refusal, refuse},
    },
};
use fourcade_engine::GameKind;
use leaderboard::LeaderboardScreen;
use view::View;

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
        None => refuse(lobby.location.is_none(), NO_DATABASE),
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
    /// `None` until the person has a name and there is a database for shared tables.
    visit: Option<Visit>,
    /// Why there is no visit: no database, or a name that can't be used.
    problem: Option<String>,
    selected_code: Option<TableCode>,
    first_visible: usize,
    has_asked_name: bool,
    table_request: Option<TableRequest>,
    /// If set, the page of a new table with these choices opens once the database has answered.
    new_table: Option<TableChoices>,
    /// Whether the lists are updated: not while a table is open over the lobby.
    is_following: bool,
    last_problem: Option<String>,
}

impl LobbyScreen {
    /// Enters the lobby if the person has a name.
    fn new(context: &ScreenContext) -> Self {
        let settings = &context.home.settings;
        let mut screen = Self {
            location: choose_location(context.home.database.as_deref(), settings),
            visit: None,
            problem: None,
            selected_code: None,
            first_visible: 0,
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
        self.problem = None;
        let client = lobby::client(name, &context.home);
        self.visit = Some(Visit::new(lobby::link(location, client, context)));
    }

    fn visit(&self) -> Option<&Visit> {
        self.visit.as_ref()
    }

    fn tables(&self) -> &[ListedTable] {
        self.visit.as_ref().map_or(&[], Visit::tables)
    }

    fn selected_index(&self) -> usize {
        let code = self.selected_code.as_ref();
        self.tables().iter().position(|table| Some(&table.stored.code) == code).unwrap_or(0)
    }

    fn selected_table(&self) -> Option<&ListedTable> {
        self.tables().get(self.selected_index())
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
        self.selected_code =
            self.tables().get(index.min(last)).map(|table| table.stored.code.clone());
        Transition::Redraw
    }

    fn step(&mut self, rows: isize) -> Transition {
        self.select(self.selected_index().saturating_add_signed(rows))
    }

    /// What is missing for a visit.
    fn entry_refusal(&self) -> &'static str {
        if self.location.is_none() { NO_DATABASE } else { NO_NAME }
    }

    fn visit_refusal(&self) -> Option<Refusal> {
        match &self.visit {
            None => Some(self.entry_refusal().into()),
            Some(visit) => refuse(!visit.has_read(), "please wait for the shared tables"),
        }
    }

    fn table_refusal(&self) -> Option<Refusal> {
        refuse(self.visit.is_none(), self.entry_refusal())
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
        context.file_writer.run(move |()| drop(file.write(&written, &Setting::NAME)));
        let overrides = context.home.overrides.clone();
        Transition::ApplySettings { settings: Box::new(settings), overrides }
    }

    fn take_code(&mut self, text: &str, context: &ScreenContext) -> Transition {
        match read_code(text) {
            Ok(code) => match context.home.code_attempts.count_or_refuse() {
                None => self.request_table(code, JoinAs::Player),
                Some(refusal) => Transition::Alert(refusal),
            },
            Err(error) => Transition::Alert(error),
        }
    }

    /// Reads a table, which then opens. A listed one is read again, because it may be gone.
    fn request_table(&mut self, code: TableCode, join_as: JoinAs) -> Transition {
        let Some(visit) = &self.visit else { return Transition::None };
        let asked = code.clone();
        let reply = visit.link().ask(move |connection| store::table(connection, &asked));
        self.table_request = Some(TableRequest { code, join_as, reply });
        Transition::None
    }

    fn open_selected(&mut self) -> Transition {
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
        let answer = self.table_request.as_ref()?.reply.take_result()?;
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
                (self.is_following, self.selected_code) = (false, Some(code));
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
            Command::Row(row) if self.selected_code.is_some() && row == self.selected_index() => {
                self.open_selected()
            }
            Command::Row(row) => self.select(row),
            Command::Choose if self.visit.is_none() => self.ask_name(),
            Command::Choose => self.open_selected(),
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
        let index = self.selected_index();
        let mut has_changed = self.visit.as_mut().is_some_and(Visit::poll);
        let code = self.selected_table().map(|table| &table.stored.code);
        if code != self.selected_code.as_ref() {
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
        self.first_visible = View { screen: self, look }.draw(area, buffer, areas);
    }
}
