//! The screen of the lobby: its commands and events.

mod departure;

use std::{
    borrow::Cow,
    cell::RefCell,
    time::{Duration, Instant},
};

use crossterm::event::KeyCode;
use ratatui::{buffer::Buffer, layout::Rect};

use super::{
    identity::own_name,
    keys::{Command, KEYS},
    layout::LobbyLayout,
    leaderboard::Leaderboard,
    listing::{ListedTable, Section},
    opening::{self, read_code},
    trouble::{NO_PLACE, explain},
    view::View,
    visit::Visit,
};
use crate::{
    arcade::{
        dialog::TextInput,
        screen::{Commands, Context, DialogAnswer, Screen, Transition},
        screens::new_table::TableChoices,
        table::JoinAs,
    },
    database::{
        shared_tables::{Client, TableCode, client::check_name, connection::Location},
        shared_tables_location,
    },
    settings::Setting,
    widgets::{ClickAreas, Key, Look, Offer},
};
use departure::Departure;
use fourcade_engine::GameKind;

/// How many codes a person may try one after another, and how long they wait for each later one.
const FREE_GUESSES: u32 = 10;
const GUESS_PAUSE: Duration = Duration::from_secs(10);

thread_local! {
    /// The codes that were typed in this run, in all lobbies: there is one thread with screens.
    static GUESSES: RefCell<Guesses> = const { RefCell::new(Guesses { count: 0, last: None }) };
}

/// The codes that were typed. Somebody might guess those of tables that aren't listed.
struct Guesses {
    count: u32,
    last: Option<Instant>,
}

impl Guesses {
    /// Counts a code. Returns how long to wait instead, if there were too many.
    fn wait(&mut self, now: Instant) -> Option<Duration> {
        let last = self.last.filter(|_| self.count >= FREE_GUESSES);
        let wait = last.map_or(Duration::ZERO, |last| {
            GUESS_PAUSE.saturating_sub(now.saturating_duration_since(last))
        });
        if wait.is_zero() {
            (self.count, self.last) = (self.count + 1, Some(now));
            None
        } else {
            Some(wait)
        }
    }
}

/// What the open dialog asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LobbyDialog {
    Name,
    Code,
}

/// The lobby.
pub struct LobbyScreen {
    location: Option<Location>,
    /// `None` until the person has a name and there is a place for shared tables.
    visit: Option<Visit>,
    /// Why there is no visit, if that isn't a missing name.
    problem: Option<String>,
    /// The code of the selected table; `None` if there is none.
    selected: Option<TableCode>,
    /// The first visible line of the list.
    first: usize,
    dialog: Option<LobbyDialog>,
    /// Whether the person has been asked for a name.
    has_asked: bool,
    departure: Option<Departure>,
    /// What was chosen for a new table before the lobby was entered.
    wanted: Option<TableChoices>,
    /// Whether no table lies over the lobby, so that its lists are kept up to date.
    is_seen: bool,
    /// What was wrong at the last news.
    last_trouble: Option<String>,
}

impl LobbyScreen {
    /// Enters the lobby, if the person has a name.
    pub fn new(context: &Context) -> Self {
        let settings = &context.home.settings;
        let mut screen = Self {
            location: shared_tables_location(context.home.database.as_deref(), settings),
            visit: None,
            problem: None,
            selected: None,
            first: 0,
            dialog: None,
            has_asked: false,
            departure: None,
            wanted: None,
            is_seen: true,
            last_trouble: None,
        };
        match own_name(settings) {
            _ if screen.location.is_none() => screen.problem = Some(NO_PLACE.to_owned()),
            Ok(Some(name)) => screen.enter(name, context),
            Ok(None) => {}
            Err(error) => screen.problem = Some(format!("{error}; change it in the settings")),
        }
        screen
    }

    /// Opens the page of a new table with these choices as soon as the database has answered.
    pub fn opening(mut self, choices: TableChoices) -> Self {
        self.wanted = Some(choices);
        self
    }

    fn enter(&mut self, name: String, context: &Context) {
        let Some(location) = self.location.clone() else { return };
        self.visit = Some(Visit::new(opening::link(location, Client::new(name), context)));
    }

    /// The visit, once the person has a name.
    pub fn visit(&self) -> Option<&Visit> {
        self.visit.as_ref()
    }

    /// The tables in their order.
    pub fn tables(&self) -> &[ListedTable] {
        self.visit.as_ref().map_or(&[], Visit::tables)
    }

    /// The index of the selected table.
    pub fn selected(&self) -> usize {
        let code = self.selected.as_ref();
        self.tables().iter().position(|table| Some(&table.stored.code) == code).unwrap_or(0)
    }

    /// The selected table.
    pub fn selected_table(&self) -> Option<&ListedTable> {
        self.tables().get(self.selected())
    }

    /// Whether the selected table belongs to this part of the list.
    fn is_in(&self, section: Section) -> bool {
        self.selected_table().is_some_and(|table| table.section == section)
    }

    /// What is wrong now, and what to do, in sentences.
    pub fn trouble(&self) -> Option<String> {
        if let Some(problem) = &self.problem {
            return Some(problem.clone());
        }
        let trouble = self.visit.as_ref()?.trouble()?;
        Some(explain(&trouble.error, self.location.as_ref()?) + trouble.advice())
    }

    fn select(&mut self, index: usize) -> Transition {
        let last = self.tables().len().saturating_sub(1);
        self.selected = self.tables().get(index.min(last)).map(|table| table.stored.code.clone());
        Transition::Redraw
    }

    fn step(&mut self, down: bool) -> Transition {
        let selected = self.selected();
        self.select(if down { selected + 1 } else { selected.saturating_sub(1) })
    }

    /// Returns why a command is not available now, or `None` if it is.
    fn refusal(&self, command: Command) -> Option<Cow<'static, str>> {
        let Some(visit) = &self.visit else {
            let is_possible = match command {
                Command::Leave => true,
                Command::Choose => self.location.is_some(),
                _ => false,
            };
            return (!is_possible).then(|| "type your name first".into());
        };
        match command {
            Command::Leave => None,
            Command::New | Command::Code | Command::Leaderboard => {
                (!visit.has_read()).then(|| "please wait for the shared tables".into())
            }
            _ if self.selected_table().is_none() => Some("there is no table yet".into()),
            Command::Watch if self.is_in(Section::Own) => {
                Some("you have a seat at this table: come back to it".into())
            }
            _ => None,
        }
    }

    fn ask_name(&mut self) -> Transition {
        (self.dialog, self.has_asked) = (Some(LobbyDialog::Name), true);
        Transition::Open(Box::new(TextInput::new("Your name, for the others", "")))
    }

    /// Asks for a code, of which this was already typed.
    fn ask_code(&mut self, typed: &str) -> Transition {
        self.dialog = Some(LobbyDialog::Code);
        Transition::Open(Box::new(TextInput::begun("The table's code, such as k7m2", typed)))
    }

    /// Takes the name that was typed. It becomes the one in the settings.
    fn take_name(&mut self, text: &str, context: &Context) -> Transition {
        let name = match check_name(text) {
            Ok(name) => name,
            Err(error) => return Transition::Alert(error.to_string()),
        };
        self.enter(name.clone(), context);
        let mut settings = context.home.settings.clone();
        settings.names[0] = name;
        let (file, written) = (context.home.file.clone(), settings.clone());
        // The name counts for this run even if it can't be written.
        context.files.run(context.waker, move || file.write(&written, Setting::Name(0)));
        let given = context.home.overrides.clone();
        Transition::ApplySettings { settings: Box::new(settings), given }
    }

    /// Goes to the table with the code that was typed.
    fn take_code(&mut self, text: &str) -> Transition {
        match read_code(text) {
            Ok(code) => match GUESSES.with_borrow_mut(|guesses| guesses.wait(Instant::now())) {
                None => self.depart(code, JoinAs::Player),
                Some(wait) => Transition::Alert(format!(
                    "You have tried many codes. Wait {} s until the next one.",
                    wait.as_secs() + 1
                )),
            },
            Err(error) => Transition::Alert(error),
        }
    }
}

impl Commands for LobbyScreen {
    type Command = Command;

    fn offers(&self) -> Vec<Offer<Command>> {
        let offer = |binding| {
            let binding: &crate::widgets::Binding<Command> = binding;
            let mut offer = Offer::new(binding, self.refusal(binding.command));
            if binding.command == Command::Choose {
                let verb = match &self.visit {
                    None => "your name",
                    Some(_) => self.selected_table().map_or("join", |table| table.section.verb()),
                };
                offer.footer = Some(("Enter", verb));
            }
            if binding.command == Command::Watch && self.is_in(Section::Running) {
                // Enter does the same.
                offer.footer = None;
            }
            offer
        };
        KEYS.iter().map(offer).collect()
    }

    fn run(&mut self, command: Command, _: &Context) -> Transition {
        match command {
            Command::Up => self.step(false),
            Command::Down => self.step(true),
            Command::First => self.select(0),
            Command::Last => self.select(usize::MAX),
            Command::Choose if self.visit.is_none() => self.ask_name(),
            Command::Choose => self.choose(),
            Command::Watch => match self.selected_table() {
                Some(table) => self.depart(table.stored.code.clone(), JoinAs::Watcher),
                None => Transition::None,
            },
            Command::New => self.open_new_table(TableChoices::default()),
            Command::Code => self.ask_code(""),
            Command::Leaderboard => match &self.visit {
                Some(visit) => {
                    let kind = self.selected_table().and_then(ListedTable::kind);
                    let kind = kind.unwrap_or(GameKind::ALL[0]);
                    Transition::Open(Box::new(Leaderboard::new(visit.link().clone(), kind)))
                }
                None => Transition::None,
            },
            Command::Leave => Transition::Close,
        }
    }
}

impl Screen for LobbyScreen {
    fn on_key(&mut self, key: Key, _: &Context) -> Transition {
        let is_bound = KEYS.iter().any(|binding| binding.keys.contains(&key));
        match key.code {
            // Whoever just types a code means it.
            KeyCode::Char(letter)
                if key.is_text()
                    && letter.is_ascii_alphanumeric()
                    && !is_bound
                    && self.visit.is_some() =>
            {
                self.ask_code(letter.encode_utf8(&mut [0; 4]))
            }
            _ => Transition::None,
        }
    }

    fn on_paste(&mut self, text: &str) -> Transition {
        if self.visit.is_some() { self.take_code(text) } else { Transition::None }
    }

    /// The first click selects a table, the next one goes to it.
    fn on_click(&mut self, item: usize, _: &Context) -> Transition {
        let is_selected = self.selected.is_some() && item == self.selected();
        if is_selected { self.choose() } else { self.select(item) }
    }

    fn on_wheel(&mut self, down: bool) -> Transition {
        self.step(down)
    }

    fn on_show(&mut self, _: &Context) {
        if let Some(visit) = self.visit.as_mut().filter(|_| !self.is_seen) {
            visit.follow(true);
        }
        self.is_seen = true;
    }

    fn on_wake(&mut self, context: &Context) -> Transition {
        if !self.is_seen {
            return Transition::None;
        }
        let index = self.selected();
        let mut has_changed = self.visit.as_mut().is_some_and(Visit::poll);
        let code = self.selected_table().map(|table| &table.stored.code);
        if code != self.selected.as_ref() {
            // The table that was selected is gone, or it is the first one.
            self.select(index);
        }
        let trouble = self.trouble();
        has_changed |= trouble != self.last_trouble;
        self.last_trouble = trouble;
        let has_read = self.visit.as_ref().is_some_and(Visit::has_read);
        if let Some(choices) = self.wanted.take_if(|_| has_read) {
            return self.open_new_table(choices);
        }
        match self.arrive(context) {
            Some(transition) => transition,
            None if has_changed => Transition::Redraw,
            None => Transition::None,
        }
    }

    fn next_tick(&self) -> Option<Instant> {
        match &self.visit {
            Some(visit) => Some(visit.next_reading()),
            None => (self.problem.is_none() && !self.has_asked).then(Instant::now),
        }
    }

    fn on_tick(&mut self, _: &Context) -> Transition {
        match &mut self.visit {
            Some(visit) => {
                visit.read();
                Transition::None
            }
            None => self.ask_name(),
        }
    }

    fn on_answer(&mut self, answer: DialogAnswer, context: &Context) -> Transition {
        match (self.dialog.take(), answer) {
            (Some(LobbyDialog::Name), DialogAnswer::Text(text)) => self.take_name(&text, context),
            (Some(LobbyDialog::Code), DialogAnswer::Text(text)) => self.take_code(&text),
            _ => Transition::Redraw,
        }
    }

    fn help_page(&self) -> Option<&'static str> {
        Some(include_str!("../../../../../assets/rules/shared_tables.md"))
    }

    #[cfg(test)]
    fn is_busy(&self) -> bool {
        self.departure.is_some() || self.visit.as_ref().is_some_and(|visit| !visit.has_read())
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let layout = LobbyLayout::new(area);
        let mut first = self.first;
        View { screen: self, look }.draw(&layout, &mut first, buffer, areas);
        self.first = first;
    }
}
