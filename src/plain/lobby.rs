//! The lobby: who is here, which tables are open, opening and joining tables.

use std::time::{Duration, Instant};

use super::{
    App, Console, Error,
    console::Wait,
    form::{self, Done},
    shared_tables::{SHARED_TABLES, SharedTables, ToldOutage},
    table::play_shared,
    words::{self, normalized},
};
use crate::{
    app::{
        lobby::{
            DATABASE_TIMEOUT, JoinAs, ListedTable, NewSharedGame, Visit, Visitor, explain,
            read_code,
        },
        new_table::TableChoices,
    },
    database::shared_tables::{OpeningTable, TableCode, store::StoredTable},
    games::{self, sentence},
    printable::printable,
};
use fourcade_engine::{GameKind, play::random, with_game};

/// Plays at a table and at those of its rematches.
fn play_at(
    app: &mut App,
    tables: &SharedTables,
    table: StoredTable,
    arrival: JoinAs,
) -> Result<(), Error> {
    let mut next = Some((table, arrival));
    while let Some((table, arrival)) = next.take() {
        let Ok(kind) = table.game.parse::<GameKind>() else {
            let game = printable(&table.game);
            let text = format!("This fourcade doesn't know the game {game:?}: update it.");
            return app.console.say(&text);
        };
        next = with_game!(kind, G => play_shared::<G>(app, tables, &table, arrival))?;
    }
    Ok(())
}

fn open_table(app: &mut App, tables: &SharedTables, game: &NewSharedGame) -> Result<(), Error> {
    let table = match game.to_table(tables.link.client()) {
        Ok(table) => table,
        Err(error) => return app.console.say(&sentence(&error)),
    };
    let mut opening = OpeningTable::start(&tables.link, table);
    match app.console.wait_for_answer(SHARED_TABLES, Some(DATABASE_TIMEOUT), || opening.take())? {
        Some(Ok(table)) => play_at(app, tables, table, JoinAs::Player),
        Some(Err(error)) => app.console.say(&explain(&error, &tables.location)),
        None => app.console.say("The table can't be opened now: try again later."),
    }
}

pub fn join(app: &mut App, code: &TableCode, arrival: JoinAs) -> Result<(), Error> {
    let Some(tables) = SharedTables::open(app)? else { return Ok(()) };
    match tables.find(&mut app.console, code)? {
        Ok(table) => play_at(app, &tables, table, arrival),
        Err(reason) => Err(Error::Failed(reason)),
    }
}

pub fn share(app: &mut App, game: &NewSharedGame) -> Result<(), Error> {
    match SharedTables::open(app)? {
        Some(tables) => open_table(app, &tables, game),
        None => Ok(()),
    }
}

/// Lets the person change these choices, then opens a table with them.
pub fn new_table(app: &mut App, choices: TableChoices) -> Result<(), Error> {
    match SharedTables::open(app)? {
        Some(tables) => fill_table(app, &tables, choices),
        None => Ok(()),
    }
}

fn fill_table(
    app: &mut App,
    tables: &SharedTables,
    mut choices: TableChoices,
) -> Result<(), Error> {
    let rows = |choices: &TableChoices| {
        let mut rows = choices.rows("Open the table");
        // The button comes first: it is used most.
        rows.sort_by_key(|row| !row.is_button());
        rows
    };
    let question = "Open the table, or a number to change something?";
    let done = form::fill(&mut app.console, &mut choices, rows, question, |_, _, _| Ok(()))?;
    if done == Done::Back {
        return Ok(());
    }
    let game = choices.to_shared_game(random::fresh_seed());
    app.console.say(&choices.describe())?;
    open_table(app, tables, &game)
}

/// The spoken number of the first table, after that of opening one.
const FIRST_TABLE: usize = 2;
const COMMANDS: [&str; 5] = ["back", "quit", "help", "list", "open"];

/// Tells who is here, which tables are open, and what changes, until the person leaves.
pub fn lobby(app: &mut App) -> Result<(), Error> {
    let Some(tables) = SharedTables::open(app)? else { return Ok(()) };
    let mut lobby = Lobby {
        visit: Visit::new(tables.link.clone()),
        tables,
        listed: Vec::new(),
        visitors: Vec::new(),
        told_outage: ToldOutage::default(),
    };
    if !or_if_back(lobby.enter(&mut app.console), false)? {
        return Ok(());
    }
    loop {
        let due = lobby.visit.next_reading();
        let Some(line) = app.console.read_line(Some(due))? else {
            if Instant::now() >= due {
                lobby.visit.read();
            }
            lobby.tell_news(&mut app.console)?;
            continue;
        };
        if !lobby.answer(app, &line)? {
            return Ok(());
        }
    }
}

/// Replaces [`Error::Back`] by a default.
fn or_if_back<T>(result: Result<T, Error>, default: T) -> Result<T, Error> {
    if matches!(result, Err(Error::Back)) { Ok(default) } else { result }
}

/// The other people among `visitors` who aren't among `known`.
fn others_not_in<'v>(
    visitors: &'v [Visitor],
    known: &'v [Visitor],
) -> impl Iterator<Item = &'v Visitor> {
    visitors
        .iter()
        .filter(|visitor| !visitor.is_self && known.iter().all(|other| other.name != visitor.name))
}

struct Lobby {
    tables: SharedTables,
    visit: Visit,
    /// The tables that were told, in the order of their spoken numbers from [`FIRST_TABLE`].
    listed: Vec<ListedTable>,
    visitors: Vec<Visitor>,
    told_outage: ToldOutage,
}

impl Lobby {
    /// Lists people and tables once the database has answered. Returns whether it did in time.
    fn enter(&mut self, console: &mut Console) -> Result<bool, Error> {
        let end = Instant::now() + DATABASE_TIMEOUT;
        let mut wait = Wait::new(SHARED_TABLES);
        loop {
            self.visit.poll();
            self.tell_outage(console)?;
            if self.visit.has_read() {
                self.list(console)?;
                return Ok(true);
            }
            if Instant::now() >= end {
                console.say("The shared tables don't answer. Try again later.")?;
                return Ok(false);
            }
            console.continue_wait(&mut wait, Instant::now() + Duration::from_secs(1))?;
            if Instant::now() >= self.visit.next_reading() {
                self.visit.read();
            }
        }
    }

    fn tell_outage(&mut self, console: &mut Console) -> Result<(), Error> {
        let outage = self.visit.outage();
        let outage = outage.map(|outage| explain(&outage.error, &self.tables.location));
        self.told_outage.update(console, outage)
    }

    fn list(&mut self, console: &mut Console) -> Result<(), Error> {
        self.visitors = self.visit.visitors();
        let others = self.visitors.iter().filter(|visitor| !visitor.is_self);
        let others: Vec<_> =
            others.map(|visitor| format!("{} {}", visitor.name, visitor.activity)).collect();
        match others.as_slice() {
            [] => console.say("Nobody else is here.")?,
            others => console.say(&format!("Here: {}.", games::join(others)))?,
        }
        console.say("1 Open a table.")?;
        self.listed = self.visit.tables().to_vec();
        for index in 0..self.listed.len() {
            console.say(&self.describe(index))?;
        }
        console.say("A number, the code of a table, or back?")
    }

    fn describe(&self, index: usize) -> String {
        let table = &self.listed[index];
        let own = &self.visit.client().name;
        let clock = table.clock.map_or_else(String::new, |clock| format!(", {clock}"));
        format!(
            "{} {}: {}{clock}, {}; {}, {}.",
            index + FIRST_TABLE,
            table.stored.code,
            table.title,
            table.players(own),
            table.progress(),
            table.section.enter_label()
        )
    }

    fn tell_news(&mut self, console: &mut Console) -> Result<(), Error> {
        let is_changed = self.visit.poll();
        self.tell_outage(console)?;
        if !is_changed {
            return Ok(());
        }
        for table in self.visit.tables() {
            let code = &table.stored.code;
            match self.listed.iter_mut().find(|other| other.stored.code == *code) {
                Some(listed) => *listed = table.clone(),
                None => {
                    self.listed.push(table.clone());
                    let text = self.describe(self.listed.len() - 1);
                    console.say(&format!("New: {text}"))?;
                }
            }
        }
        let visitors = self.visit.visitors();
        for visitor in others_not_in(&visitors, &self.visitors) {
            console.say(&format!("{} is here, {}.", visitor.name, visitor.activity))?;
        }
        for visitor in others_not_in(&self.visitors, &visitors) {
            console.say(&format!("{} has left.", visitor.name))?;
        }
        self.visitors = visitors;
        Ok(())
    }

    /// Returns whether the person stays.
    fn answer(&mut self, app: &mut App, line: &str) -> Result<bool, Error> {
        if line.is_empty() {
            app.console.say("list says the tables again, back leaves the lobby.")?;
            return Ok(true);
        }
        if let Some(number) = words::number(line) {
            self.choose_number(app, number)?;
            return Ok(true);
        }
        match words::find(line, COMMANDS) {
            Ok(Some("back")) => return Ok(false),
            Ok(Some("quit")) => return Err(Error::End),
            Ok(Some("list")) => self.list(&mut app.console)?,
            Ok(Some("open")) => self.offer_table(app)?,
            Ok(Some(_)) => {
                app.console.say(
                    "Type the number of a table to go there, or its code, such as k7m2.
                    open opens a table, list says them all again, back leaves the lobby.
                    The others see your table here, or come by its code.",
                )?;
            }
            Err(ambiguous) => app.console.say(&ambiguous)?,
            Ok(None) => self.join_by_code(app, line)?,
        }
        Ok(true)
    }

    fn choose_number(&mut self, app: &mut App, number: usize) -> Result<(), Error> {
        if number == 1 {
            return self.offer_table(app);
        }
        let Some(table) = number.checked_sub(FIRST_TABLE).and_then(|index| self.listed.get(index))
        else {
            return app.console.say("There is no such number. list says them all.");
        };
        let (code, arrival) = (table.stored.code.clone(), table.section.join_as());
        self.join(app, &code, arrival)
    }

    fn offer_table(&mut self, app: &mut App) -> Result<(), Error> {
        self.leave_for(app, |app, tables| fill_table(app, tables, TableChoices::default()))
    }

    fn join_by_code(&mut self, app: &mut App, typed: &str) -> Result<(), Error> {
        let code = match read_code(&normalized(typed)) {
            Ok(code) => code,
            Err(error) => return app.console.say(&sentence(&error)),
        };
        match app.context.home.code_attempts.count_or_refuse() {
            Some(refusal) => app.console.say(&refusal),
            None => self.join(app, &code, JoinAs::Player),
        }
    }

    fn join(&mut self, app: &mut App, code: &TableCode, arrival: JoinAs) -> Result<(), Error> {
        match self.tables.find(&mut app.console, code) {
            Ok(Ok(table)) => {
                self.leave_for(app, |app, tables| play_at(app, tables, table, arrival))
            }
            Ok(Err(reason)) => app.console.say(&reason),
            Err(Error::Back) => app.console.say("You have gone back."),
            Err(error) => Err(error),
        }
    }

    /// Leaves the lobby for another page, then tells its lists again.
    fn leave_for(
        &mut self,
        app: &mut App,
        act: impl FnOnce(&mut App, &SharedTables) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.visit.follow(false);
        or_if_back(act(app, &self.tables), ())?;
        self.visit.follow(true);
        app.console.say("The lobby.")?;
        self.enter(&mut app.console).map(drop)
    }
}
