//! The way to the shared tables.

use super::{Console, Error, House};
use crate::{
    app::lobby::{self, DATABASE_TIMEOUT, NO_DATABASE, explain, own_name, refusal},
    database::{
        shared_tables::{
            Link, SharedError, TableCode,
            connection::Location,
            name::check_name,
            store::{self, StoredTable},
        },
        shared_tables_location,
    },
    games::{capitalized, sentence},
    job::Job,
    settings::Setting,
};

/// What is waited for.
pub const WHAT: &str = "the shared tables";

pub struct Door {
    pub link: Link,
    pub location: Location,
}

impl Door {
    /// Asks for a name if there is none. `None` if there is no way, which is said.
    pub fn open(house: &mut House) -> Result<Option<Self>, Error> {
        let settings = &house.app.home.settings;
        let database = house.app.home.database.as_deref();
        let Some(location) = shared_tables_location(database, settings) else {
            house.console.say(&sentence(&capitalized(NO_DATABASE)))?;
            return Ok(None);
        };
        let name = match own_name(settings) {
            Ok(Some(name)) => Some(name),
            Ok(None) => ask_name(house)?,
            Err(error) => {
                let text = format!("The name in the settings can't be used: {error}.");
                house.console.say(&text)?;
                None
            }
        };
        let Some(name) = name else { return Ok(None) };
        let client = lobby::client(name, &house.app.home);
        let link = lobby::link(location.clone(), client, &house.app);
        Ok(Some(Self { link, location }))
    }

    /// Waits for an answer of the database. An error becomes what to do about it.
    pub fn answer<T>(
        &self,
        console: &mut Console,
        job: &Job<Result<T, SharedError>>,
    ) -> Result<Result<T, String>, Error> {
        let answer = console.wait(WHAT, Some(DATABASE_TIMEOUT), || job.answer())?;
        let answer = answer.unwrap_or_else(|| Err(lobby::timeout_error()));
        Ok(answer.map_err(|error| explain(&error, &self.location)))
    }

    /// Looks up a table to which somebody can come. The error says why nobody can.
    pub fn find(
        &self,
        console: &mut Console,
        code: &TableCode,
    ) -> Result<Result<StoredTable, String>, Error> {
        let asked = code.clone();
        let found = self.link.ask(move |connection| store::table(connection, &asked));
        Ok(self.answer(console, &found)?.and_then(|table| match refusal(&table) {
            Some(reason) => Err(reason),
            None => Ok(table),
        }))
    }
}

/// Asks for the name under which others see the person. It becomes the one in the settings.
fn ask_name(house: &mut House) -> Result<Option<String>, Error> {
    loop {
        let text = house.console.ask("Your name, for the others?")?;
        if text.is_empty() {
            return Ok(None);
        }
        match check_name(&text) {
            Ok(name) => {
                house.app.home.settings.names[0].clone_from(&name);
                // The name counts for this run even if it can't be written.
                let _ = house.app.home.file.write(&house.app.home.settings, &Setting::NAME);
                return Ok(Some(name));
            }
            Err(error) => house.console.say(&sentence(&error.to_string()))?,
        }
    }
}
