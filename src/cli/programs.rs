//! The options that say how other people's programs are run.

use std::path::PathBuf;

use super::error::{self, CliError};
use crate::programs::{Runner, SandboxPolicy};

/// How programs written by other people run.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "External programs")]
pub struct ProgramArgs {
    /// Refuse to run programs where there is no sandbox
    #[arg(long, global = true, hide_short_help = true, conflicts_with = "no_sandbox")]
    sandbox: bool,
    /// Run programs without a sandbox: only programs you trust
    #[arg(long, global = true, hide_short_help = true)]
    no_sandbox: bool,
    /// The folder in which Othello programs run and which they may change
    #[arg(long, value_name = "DIR", global = true, hide_short_help = true)]
    program_dir: Option<PathBuf>,
}

impl ProgramArgs {
    /// Makes the runner of this process follow the options.
    pub fn apply(&self) -> Result<(), CliError> {
        let policy = match (self.sandbox, self.no_sandbox) {
            (true, _) => SandboxPolicy::Required,
            (_, true) => SandboxPolicy::Off,
            _ => SandboxPolicy::IfAvailable,
        };
        let mut runner = Runner::global().with_sandbox(policy);
        if let Some(folder) = &self.program_dir {
            runner = runner.with_program_dir(folder).map_err(|why| {
                CliError::usage(format!(
                    "{} can't be used: {why}; give --program-dir an existing folder",
                    folder.display()
                ))
            })?;
        }
        runner.set_global();
        Ok(())
    }
}

/// Says on standard error if programs will run without a sandbox because there is none. Commands
/// call this before they run the first program, and before they print anything else.
pub fn warn_without_sandbox() {
    if let Some(sentence) = Runner::global().missing_sandbox() {
        error::print_message(&sentence);
    }
}
