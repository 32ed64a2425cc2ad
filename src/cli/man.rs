//! `fourcade man`: the manual pages.

use std::{
    io::{Write, stdout},
    process::ExitCode,
};

use clap::CommandFactory;

use super::{Cli, error::Error};

/// What the pages say they belong to.
const SOURCE: &str = concat!("fourcade ", env!("CARGO_PKG_VERSION"));

/// Print the manual page
#[derive(clap::Args)]
#[command(after_long_help = "Examples:
  fourcade man > fourcade.1
  fourcade man simulate > fourcade-simulate.1")]
pub struct Man {
    /// Of this command, instead of the whole program
    command: Option<String>,
}

impl Man {
    /// Runs it.
    pub fn run(self) -> Result<ExitCode, Error> {
        let mut program = Cli::command();
        program.build();
        let page = match &self.command {
            None => program,
            Some(name) => {
                let commands = || program.get_subcommands().filter(|command| command.get_name() != "help");
                let command = commands().find(|command| command.get_name() == name).ok_or_else(|| {
                    let names: Vec<_> = commands().map(clap::Command::get_name).collect();
                    Error::usage(format!("there is no command called {name:?}; they are: {}", names.join(", ")))
                })?;
                command.clone()
            }
        };
        let mut text = Vec::new();
        clap_mangen::Man::new(page).source(SOURCE).render(&mut text)?;
        stdout().write_all(&text)?;
        stdout().flush()?;
        Ok(ExitCode::SUCCESS)
    }
}
