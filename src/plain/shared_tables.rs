//! Access to the database of shared tables.

use super::{App, Console, Error};
use crate::{
    app::lobby::{self, DATABASE_TIMEOUT, NO_DATABASE, explain, own_name, refusal},
    database::shared_tables::{
        Link, SharedError, TableCode, choose_location,
        connection::Location,
        name::check_name,
        store::{self, StoredTable},
    },
    games::sentence,
    job::Job,
    settings::Setting,
};

/// Completes "Waiting for ...".
pub const SHARED_TABLES: &str = "the shared tables";

pub struct SharedTables {
    pub link: Link,
    pub location: Location,
}

impl SharedTables {
    /// Connects to the database of the settings. Asks for the person's name if the settings have
    /// none. `None` after saying what is missing.
    pub fn open(app: &mut App) -> Result<Option<Self>, Error> {
        let settings = &app.context.home.settings;
        let database = app.context.home.database.as_deref();
        let Some(location) = choose_location(database, settings) else {
            app.console.say(&sentence(NO_DATABASE))?;
            return Ok(None);
        };
        let name = match own_name(settings) {
            Ok(Some(name)) => Some(name),
            Ok(None) => ask_name(app)?,
            Err(error) => {
                let text = format!("The name in the settings can't be used: {error}.");
                app.console.say(&text)?;
                None
            }
        };
        let Some(name) = name else { return Ok(None) };
        let client = lobby::client(name, &app.context.home);
        let link = lobby::link(location.clone(), client, &app.context);
        Ok(Some(Self { link, location }))
    }

    /// Waits for a job. The inner error is a message to say.
    fn wait_for<T>(
        &self,
        console: &mut Console,
        job: &Job<Result<T, SharedError>>,
    ) -> Result<Result<T, String>, Error> {
        let answer =
            console.wait_for_answer(SHARED_TABLES, Some(DATABASE_TIMEOUT), || job.take_result())?;
        let answer = answer.unwrap_or_else(|| Err(lobby::timeout_error()));
        Ok(answer.map_err(|error| explain(&error, &self.location)))
    }

    /// Looks up a table that can be joined. The inner error says in sentences why it can't.
    pub fn find(
        &self,
        console: &mut Console,
        code: &TableCode,
    ) -> Result<Result<StoredTable, String>, Error> {
        let asked = code.clone();
        let found = self.link.ask(move |connection| store::table(connection, &asked));
        Ok(self.wait_for(console, &found)?.and_then(|table| match refusal(&table) {
            Some(reason) => Err(sentence(&reason)),
            None => Ok(table),
        }))
    }
}

/// The outage of the database that was told last.
#[derive(Default)]
pub struct ToldOutage(Option<String>);

impl ToldOutage {
    /// Tells an outage, or that it is over, unless it was told last.
    pub fn update(&mut self, console: &mut Console, outage: Option<String>) -> Result<(), Error> {
        if outage == self.0 {
            return Ok(());
        }
        self.0 = outage;
        console.say(self.0.as_deref().unwrap_or("The shared tables answer again."))
    }
}

/// Asks for the person's name, and stores it in the settings.
fn ask_name(app: &mut App) -> Result<Option<String>, Error> {
    loop {
        let Some(text) = app.console.ask_text("Your name, for the others?")? else {
            return Ok(None);
        };
        match check_name(&text) {
            Ok(name) => {
                app.context.home.settings.set_own_name(&name);
                // If writing fails, the name still holds for this run.
                let _ = app.context.home.file.write(&app.context.home.settings, &Setting::NAME);
                return Ok(Some(name));
            }
            Err(error) => app.console.say(&sentence(&error.to_string()))?,
        }
    }
}
