//! The options of the commands for shared tables, and their requests to the database before the
//! screen opens.

use std::process::ExitCode;

use super::{
    args::{self, TableArgs},
    error::CliError,
    plain,
    screen::{FrontEnd, PreparedArcade, ScreenOptions},
};
use crate::{
    app::lobby::{self, DATABASE_TIMEOUT, JoinAs, NewSharedGame, explain, own_name, timeout_error},
    arcade::screens::lobby::shared_table_factory,
    database::shared_tables::{
        Client, SharedError, TableCode, choose_location,
        connection::{Connection, Location},
        name::check_name,
        old_logs, open_new,
        store::{self, StoredTable},
    },
    games::{ArcadeGame, YOU},
    job::{Job, Wake},
    settings::{Setting, consent::Programs, home::Home},
};
use fourcade_engine::play::{HUMAN, TimeControl, random};

const DATABASE_HELP: &str = "Where the shared tables are: a file, or postgres://USER@HOST/DATABASE \
                             [default: FOURCADE_DATABASE, the one in the settings, or a file of \
                             your account]";

/// The options of shared tables.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Shared tables")]
pub struct SharedArgs {
    /// Your name, as the others see it [default: the one in the settings, or your login name]
    #[arg(long, value_name = "NAME", value_parser = parse_name)]
    name: Option<String>,
    /// Where the shared tables are.
    #[arg(long, value_name = "FILE|URL", help = DATABASE_HELP)]
    database: Option<String>,
}

fn parse_name(text: &str) -> Result<String, String> {
    check_name(text).map_err(|error| error.to_string())
}

impl SharedArgs {
    /// Returns an error if one of the options was given without a shared table. `advice` says how
    /// to name one.
    pub fn check_unused(&self, advice: &str) -> Result<(), CliError> {
        let given = [("--name", self.name.is_some()), ("--database", self.database.is_some())];
        match given.into_iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) => {
                Err(CliError::usage(format!("{option} is for shared tables; {advice}")))
            }
            None => Ok(()),
        }
    }

    pub fn override_home(&self, home: &mut Home) {
        home.database.clone_from(&self.database);
        if let Some(name) = &self.name {
            home.settings.set_own_name(name);
            home.overrides.push(&Setting::NAME);
        }
    }

    /// Opens the arcade at the table with this code.
    pub fn visit(
        &self,
        code: &TableCode,
        arrival: JoinAs,
        screen: &ScreenOptions,
        programs: Programs,
    ) -> Result<ExitCode, CliError> {
        let arcade = match FrontEnd::choose(screen)? {
            FrontEnd::Lines(mut home) => {
                self.override_home(&mut home);
                return plain::run(*home, programs, |app| crate::plain::join(app, code, arrival));
            }
            FrontEnd::Screen(arcade) => *arcade,
        };
        let visit = Visit::new(self, arcade, programs)?;
        let code = code.clone();
        let table = visit.ask(move |connection| store::table(connection, &code))?;
        match lobby::refusal(&table) {
            Some(reason) => Err(CliError::Failed(format!(
                "{reason}; `fourcade lobby` shows the tables that are open"
            ))),
            None => visit.open(table, arrival),
        }
    }
}

/// A visit to a shared table before the screen opens.
struct Visit {
    arcade: PreparedArcade,
    programs: Programs,
    location: Location,
    client: Client,
}

impl Visit {
    /// Checks that the person has a name and that shared tables have a location.
    fn new(
        args: &SharedArgs,
        mut arcade: PreparedArcade,
        programs: Programs,
    ) -> Result<Self, CliError> {
        args.override_home(&mut arcade.home);
        let Home { settings, database, .. } = &arcade.home;
        let name = own_name(settings)
            .map_err(|error| CliError::usage(format!("the name in the settings: {error}")))?;
        let name =
            name.ok_or_else(|| CliError::usage("say who you are, such as with --name ada"))?;
        let location = choose_location(database.as_deref(), settings)
            .ok_or_else(|| CliError::Failed(lobby::NO_DATABASE.to_owned()))?;
        let client = lobby::client(name, &arcade.home);
        Ok(Self { arcade, programs, location, client })
    }

    /// Asks the database and waits at most [`DATABASE_TIMEOUT`].
    fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&mut dyn Connection) -> Result<T, SharedError> + Send + 'static,
    ) -> Result<T, CliError> {
        let location = self.location.clone();
        let job: Job<_> = Job::start(&Wake::new(|| ()), move |_, _| {
            old_logs::open(&location, || {}).and_then(|mut open| question(open.as_mut()))
        });
        let result = job.wait_for(DATABASE_TIMEOUT).unwrap_or_else(|| Err(timeout_error()));
        result.map_err(|error| {
            let reason = match error {
                // The screen would retry, but this command doesn't.
                SharedError::Unreachable(reason) => {
                    format!("Can't reach {}: {reason}. Try again later.", self.location.describe())
                }
                error => explain(&error, &self.location),
            };
            CliError::Failed(reason)
        })
    }

    fn open(self, table: StoredTable, arrival: JoinAs) -> Result<ExitCode, CliError> {
        let first = shared_table_factory(table, self.location, self.client, arrival);
        self.arcade.open(self.programs, Some(first))
    }
}

/// Opens a shared table, which the lobby lists if `is_public`.
pub fn share<G: ArcadeGame>(
    table: TableArgs,
    clock: Option<TimeControl>,
    is_public: bool,
    shared: &SharedArgs,
    screen: &ScreenOptions,
    programs: Programs,
) -> Result<ExitCode, CliError> {
    let players = match table.players {
        Some(lists) => args::split_players(&lists),
        None => vec![HUMAN.to_owned(); G::SEAT_NAMES.len()],
    };
    args::check_players::<G>(&players, true, &programs.runner)?;
    let size = args::board_size::<G>(table.size.as_deref())?;
    let seed = table.seed.unwrap_or_else(random::fresh_seed);
    let size = G::SIZES.map(|_| size);
    let game = G::FACTS.kind;
    let game = NewSharedGame { game, size, players, own_seat: None, clock, is_public, seed };
    game.to_table(&Client::new(YOU)).map_err(CliError::Usage)?;
    let arcade = match FrontEnd::choose(screen)? {
        FrontEnd::Lines(mut home) => {
            shared.override_home(&mut home);
            return plain::run(*home, programs, |app| crate::plain::share(app, &game));
        }
        FrontEnd::Screen(arcade) => *arcade,
    };
    let visit = Visit::new(shared, arcade, programs)?;
    let client = visit.client.clone();
    let table = visit.ask(move |connection| {
        let new = game.to_table(&client).map_err(SharedError::Failed)?;
        open_new(connection, &client, &new)
    })?;
    visit.open(table, JoinAs::Player)
}
