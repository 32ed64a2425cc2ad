//! `fourcade completions`: for the shells.

use std::{
    io::{Write, stdout},
    process::ExitCode,
};

use clap::CommandFactory;
use clap_complete::Shell;

use super::{Cli, error::Error};

/// Print the completions of a shell
#[derive(clap::Args)]
#[command(after_long_help = "Example:
  fourcade completions bash > ~/.local/share/bash-completion/completions/fourcade")]
pub struct Completions {
    /// Which shell
    shell: Shell,
}

impl Completions {
    /// Runs it.
    pub fn run(self) -> Result<ExitCode, Error> {
        // The generator panics when it can't write, so it writes to memory.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "fourcade", &mut script);
        stdout().write_all(&script)?;
        stdout().flush()?;
        Ok(ExitCode::SUCCESS)
    }
}
