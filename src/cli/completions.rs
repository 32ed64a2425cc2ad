//! `fourcade completions`: completion scripts for shells.

use std::{
    io::{Write, stdout},
    process::ExitCode,
};

use clap::CommandFactory;
use clap_complete::Shell;

use super::{Cli, error::CliError};

/// Print the completion script for a shell
#[derive(clap::Args)]
#[command(after_long_help = "Example:
  fourcade completions bash > ~/.local/share/bash-completion/completions/fourcade")]
pub struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

impl CompletionsArgs {
    pub fn run(self) -> Result<ExitCode, CliError> {
        // Writes to memory, because the generator panics on output errors.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "fourcade", &mut script);
        stdout().write_all(&script)?;
        stdout().flush()?;
        Ok(ExitCode::SUCCESS)
    }
}
