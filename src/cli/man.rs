//! `fourcade man`: the manual pages.

use std::{
    io::{Write, stdout},
    process::ExitCode,
};

use clap::CommandFactory;

use super::{Cli, error::CliError};

/// The name and version at the foot of the pages.
const SOURCE: &str = concat!("fourcade ", env!("CARGO_PKG_VERSION"));

/// Print a manual page
#[derive(clap::Args)]
#[command(after_long_help = "Examples:
  fourcade man > fourcade.1
  fourcade man simulate > fourcade-simulate.1
  fourcade man engine flip > fourcade-engine-flip.1")]
pub struct ManArgs {
    /// The command, instead of the whole program
    command: Vec<String>,
}

/// Finds a subcommand by its name.
fn find_subcommand(parent: &clap::Command, name: &str) -> Result<clap::Command, CliError> {
    let commands = || parent.get_subcommands().filter(|command| command.get_name() != "help");
    let command = commands().find(|command| command.get_name() == name);
    command.cloned().ok_or_else(|| {
        let names: Vec<_> = commands().map(clap::Command::get_name).collect();
        CliError::usage(match names.as_slice() {
            [] => format!("{} has no command {name:?}", parent.get_name()),
            names => {
                format!("there is no command {name:?}; the commands are: {}", names.join(", "))
            }
        })
    })
}

impl ManArgs {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode, CliError> {
        let mut page = Cli::command();
        page.build();
        for name in &self.command {
            page = find_subcommand(&page, name)?;
        }
        let mut text = Vec::new();
        clap_mangen::Man::new(page).source(SOURCE).render(&mut text)?;
        stdout().write_all(&text)?;
        stdout().flush()?;
        Ok(ExitCode::SUCCESS)
    }
}
