//! Playing with others by ear: who is here, which tables are open, and the way to them.

use std::time::{Duration, Instant};

use super::{
    Console, Error, House, commands,
    console::Wait,
    door::{self, Door},
    form::{self, Done},
    table::sit,
    words::usual,
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
    games::{join as list, sentence},
    printable::printable,
};
use fourcade_engine::{GameKind, play::random, with_game};

/// Goes to a table, and to those of its rematches.
fn go_to(door: &Door, house: &mut House, table: StoredTable, arrival: JoinAs) -> Result<(), Error> {
    let mut next = Some((table, arrival));
    while let Some((table, arrival)) = next.take() {
        let Ok(kind) = table.game.parse::<GameKind>() else {
            let game = printable(&table.game);
            let text = format!("This fourcade doesn't know the game {game:?}: update it.");
            return house.console.say(&text);
        };
        next = with_game!(kind, G => sit::<G>(house, door, &table, arrival))?;
    }
    Ok(())
}

/// Opens a table and goes there.
fn open_table(door: &Door, house: &mut House, game: &NewSharedGame) -> Result<(), Error> {
    let table = match game.to_table(door.link.client()) {
        Ok(table) => table,
        Err(why) => return house.console.say(&sentence(&why)),
    };
    let mut opening = OpeningTable::start(&door.link, table);
    match house.console.wait(door::WHAT, Some(DATABASE_TIMEOUT), || opening.take())? {
        Some(Ok(table)) => go_to(door, house, table, JoinAs::Player),
        Some(Err(error)) => house.console.say(&explain(&error, &door.location)),
        None => house.console.say("The table can't be opened now: try again later."),
    }
}

/// Comes to the table with this code.
pub fn join(house: &mut House, code: &TableCode, arrival: JoinAs) -> Result<(), Error> {
    let Some(door) = Door::open(house)? else { return Ok(()) };
    match door.find(&mut house.console, code)? {
        Ok(table) => go_to(&door, house, table, arrival),
        Err(reason) => Err(Error::Failed(reason)),
    }
}

/// Opens a table for this game.
pub fn share(house: &mut House, game: &NewSharedGame) -> Result<(), Error> {
    match Door::open(house)? {
        Some(door) => open_table(&door, house, game),
        None => Ok(()),
    }
}

/// Asks for the table of a new game with these choices, and opens it.
pub fn new_table(house: &mut House, choices: TableChoices) -> Result<(), Error> {
    match Door::open(house)? {
        Some(door) => fill_table(house, &door, choices),
        None => Ok(()),
    }
}

fn fill_table(house: &mut House, door: &Door, mut choices: TableChoices) -> Result<(), Error> {
    let rows = |choices: &TableChoices| {
        let mut rows = choices.rows("Open the table");
        // What is chosen most comes first.
        rows.sort_by_key(|row| !row.is_button());
        rows
    };
    let title = "Open the table, or a number to change something?";
    let done = form::fill(&mut house.console, &mut choices, rows, title, |_, _, _| Ok(()))?;
    if done == Done::Back {
        return Ok(());
    }
    let game = choices.to_game(random::fresh_seed());
    house.console.say(&choices.describe())?;
    open_table(door, house, &game)
}

/// What can be typed in the lobby besides numbers and codes.
const COMMANDS: [&str; 5] = ["back", "quit", "help", "list", "open"];

/// Says who is here and which tables there are, and goes to tables until the person goes back.
pub fn lobby(house: &mut House) -> Result<(), Error> {
    let Some(door) = Door::open(house)? else { return Ok(()) };
    let mut lobby = Lobby {
        visit: Visit::new(door.link.clone()),
        door,
        listed: Vec::new(),
        visitors: Vec::new(),
        trouble: None,
    };
    if !back_is(false, lobby.enter(&mut house.console))? {
        return Ok(());
    }
    loop {
        let due = lobby.visit.next_reading();
        let Some(line) = house.console.hear(Some(due), false)? else {
            if Instant::now() >= due {
                lobby.visit.read();
            }
            lobby.tell_news(&mut house.console)?;
            continue;
        };
        if !lobby.answer(house, &line)? {
            return Ok(());
        }
    }
}

/// The result of something for which the person did not want to wait is this one.
fn back_is<T>(default: T, result: Result<T, Error>) -> Result<T, Error> {
    if matches!(result, Err(Error::Back)) { Ok(default) } else { result }
}

struct Lobby {
    door: Door,
    visit: Visit,
    /// The tables by their numbers, as they were said.
    listed: Vec<ListedTable>,
    visitors: Vec<Visitor>,
    trouble: Option<String>,
}

impl Lobby {
    /// Waits for the lists and says them. Returns whether there are any.
    fn enter(&mut self, console: &mut Console) -> Result<bool, Error> {
        let end = Instant::now() + DATABASE_TIMEOUT;
        let mut wait = Wait::new(door::WHAT);
        loop {
            self.visit.poll();
            self.tell_trouble(console)?;
            if self.visit.has_read() {
                self.list(console)?;
                return Ok(true);
            }
            if Instant::now() >= end {
                console.say("The shared tables don't answer. Try again later.")?;
                return Ok(false);
            }
            console.pass(&mut wait, Instant::now() + Duration::from_secs(1))?;
            if Instant::now() >= self.visit.next_reading() {
                self.visit.read();
            }
        }
    }

    fn tell_trouble(&mut self, console: &mut Console) -> Result<(), Error> {
        let trouble = self.visit.trouble();
        let trouble = trouble.map(|trouble| explain(&trouble.error, &self.door.location));
        if trouble == self.trouble {
            return Ok(());
        }
        self.trouble = trouble;
        console.say(self.trouble.as_deref().unwrap_or("The shared tables answer again."))
    }

    fn list(&mut self, console: &mut Console) -> Result<(), Error> {
        self.visitors = self.visit.visitors();
        let others = self.visitors.iter().filter(|visitor| !visitor.is_self);
        let others: Vec<_> =
            others.map(|visitor| format!("{} {}", visitor.name, visitor.activity)).collect();
        match others.as_slice() {
            [] => console.say("Nobody else is here.")?,
            others => console.say(&format!("Here: {}.", list(others)))?,
        }
        console.say("1 Open a table.")?;
        self.listed = self.visit.tables().to_vec();
        for index in 0..self.listed.len() {
            console.say(&self.describe(index))?;
        }
        console.say("A number, the code of a table, or back?")
    }

    /// A table with its number.
    fn describe(&self, index: usize) -> String {
        let table = &self.listed[index];
        let own = &self.visit.client().name;
        let clock = table.clock.map_or_else(String::new, |clock| format!(", {clock}"));
        format!(
            "{} {}: {}{clock}, {}; {}, {}.",
            index + 2,
            table.stored.code,
            table.title,
            table.players(own),
            table.progress(),
            table.section.enter_label()
        )
    }

    /// Says which tables and people are new, and who has left.
    fn tell_news(&mut self, console: &mut Console) -> Result<(), Error> {
        let is_changed = self.visit.poll();
        self.tell_trouble(console)?;
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
        let is_among = |visitor: &Visitor, all: &[Visitor]| {
            visitor.is_self || all.iter().any(|other| other.name == visitor.name)
        };
        for visitor in visitors.iter().filter(|visitor| !is_among(visitor, &self.visitors)) {
            console.say(&format!("{} is here, {}.", visitor.name, visitor.activity))?;
        }
        for visitor in self.visitors.iter().filter(|visitor| !is_among(visitor, &visitors)) {
            console.say(&format!("{} has left.", visitor.name))?;
        }
        self.visitors = visitors;
        Ok(())
    }

    /// Returns whether the person stays.
    fn answer(&mut self, house: &mut House, line: &str) -> Result<bool, Error> {
        if line.is_empty() {
            house.console.say("list says the tables again, back leaves the lobby.")?;
            return Ok(true);
        }
        let number = commands::number(line);
        match (number, commands::find(line, COMMANDS)) {
            (Some(1), _) | (None, Ok(Some("open"))) => {
                let choices = TableChoices::default();
                self.away(house, |house, door| fill_table(house, door, choices))?;
            }
            (Some(number), _) if (2..self.listed.len() + 2).contains(&number) => {
                let table = &self.listed[number - 2];
                let (code, arrival) = (table.stored.code.clone(), table.section.join_as());
                self.depart(house, &code, arrival)?;
            }
            (Some(_), _) => house.console.say("There is no such number. list says them all.")?,
            (_, Ok(Some("back"))) => return Ok(false),
            (_, Ok(Some("quit"))) => return Err(Error::End),
            (_, Ok(Some("list"))) => self.list(&mut house.console)?,
            (_, Ok(Some(_))) => {
                house.console.say(
                    "Type the number of a table to go there, or its code, such as k7m2.
                    open opens a table, list says them all again, back leaves the lobby.
                    The others see your table here, or come by its code.",
                )?;
            }
            (_, Err(ambiguous)) => house.console.say(&ambiguous)?,
            (_, Ok(None)) => match read_code(&usual(line)) {
                Err(why) => house.console.say(&sentence(&why))?,
                Ok(code) => match house.app.home.guesses.refuse_next() {
                    Some(wait) => house.console.say(&wait)?,
                    None => self.depart(house, &code, JoinAs::Player)?,
                },
            },
        }
        Ok(true)
    }

    fn depart(
        &mut self,
        house: &mut House,
        code: &TableCode,
        arrival: JoinAs,
    ) -> Result<(), Error> {
        let found = self.door.find(&mut house.console, code);
        match back_is(Err("you have gone back".to_owned()), found)? {
            Ok(table) => self.away(house, |house, door| go_to(door, house, table, arrival)),
            Err(reason) => house.console.say(&sentence(&reason)),
        }
    }

    /// Follows no news of the lobby meanwhile, and says the lists afterwards.
    fn away(
        &mut self,
        house: &mut House,
        act: impl FnOnce(&mut House, &Door) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.visit.follow(false);
        back_is((), act(house, &self.door))?;
        self.visit.follow(true);
        house.console.say("The lobby.")?;
        self.enter(&mut house.console).map(drop)
    }
}
