//! `fourcade protect`: shared tables of people who don't trust each other.

use std::{io::Write as _, process::ExitCode};

use super::{error::CliError, output::standard_output};
use crate::{
    app::lobby::{NO_PLACE, explain},
    database::{shared_tables::connection, shared_tables_location},
    settings::{SettingsFile, themes::Themes},
};

const DATABASE_HELP: &str = "Where the shared tables are: postgres://USER@HOST/DATABASE [default: \
                             FOURCADE_DATABASE, or the one in the settings]";

/// Protect the shared tables on a server: everybody plays as the role with which they connect
///
/// Run this as the role that owns the database, once, and again after installing a new version.
/// Nobody else can then read or change the tables except by the rules; docs/hosting.md says how to
/// give people their roles.
#[derive(clap::Args)]
#[command(after_long_help = "Example:
  fourcade protect --database 'postgres:///arcade?host=/run/postgresql&user=arcade'")]
pub struct ProtectArgs {
    /// Where the shared tables are.
    #[arg(long, value_name = "URL", help = DATABASE_HELP)]
    database: Option<String>,
}

impl ProtectArgs {
    pub fn run(self) -> Result<ExitCode, CliError> {
        let (settings, _) = SettingsFile::at_home().read(&Themes::built_in());
        let location = shared_tables_location(self.database.as_deref(), &settings)
            .ok_or_else(|| CliError::Failed(NO_PLACE.to_owned()))?;
        connection::protect(&location)
            .map_err(|error| CliError::Failed(explain(&error, &location)))?;
        let place = location.describe();
        let mut output = standard_output();
        writeln!(output, "In {place}, everybody now plays as their own role.")?;
        output.flush()?;
        Ok(ExitCode::SUCCESS)
    }
}
