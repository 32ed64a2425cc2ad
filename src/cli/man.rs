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
  fourcade man simulate > fourcade-simulate.1
  fourcade man engine flip > fourcade-engine-flip.1")]
pub struct Man {
    /// Of this command, instead of the whole program
    command: Vec<String>,
}

/// A command of a command.
fn within(whole: &clap::Command, name: &str) -> Result<clap::Command, Error> {
    let commands = || whole.get_subcommands().filter(|command| command.get_name() != "help");
    let found = commands().find(|command| command.get_name() == name);
    found.cloned().ok_or_else(|| {
        let names: Vec<_> = commands().map(clap::Command::get_name).collect();
        Error::usage(match names.as_slice() {
            [] => format!("{} has no commands of its own, such as {name:?}", whole.get_name()),
            names => format!("there is no command called {name:?}; they are: {}", names.join(", ")),
        })
    })
}

impl Man {
    /// Runs it.
    pub fn run(self) -> Result<ExitCode, Error> {
        let mut program = Cli::command();
        program.build();
        let mut page = program;
        for name in &self.command {
            page = within(&page, name)?;
        }
        let mut text = Vec::new();
        clap_mangen::Man::new(page).source(SOURCE).render(&mut text)?;
        stdout().write_all(&text)?;
        stdout().flush()?;
        Ok(ExitCode::SUCCESS)
    }
}
