//! The options that say how other people's programs are run.

use std::path::PathBuf;

use super::error::{self, CliError};
use crate::programs::{Runner, SandboxKind, SandboxPolicy};

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
    /// A file or folder that programs may read in the sandbox; may be given several times
    #[arg(long, value_name = "PATH", global = true, hide_short_help = true)]
    show: Vec<PathBuf>,
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
        runner = runner.with_shown(&self.show).map_err(|(path, why)| {
            CliError::usage(format!(
                "{} can't be shown: {why}; give --show an existing file or folder",
                path.display()
            ))
        })?;
        runner.set_global();
        Ok(())
    }
}

/// Says on standard error if programs will run without a sandbox because there is none, or in a
/// weak one. Commands call this before they run the first program, and before they print anything
/// else.
pub fn warn_of_weak_sandbox() {
    if let Some(sentence) = Runner::global().sandbox_weakness() {
        error::print_message(&sentence);
    }
}

/// Returns the name of the sandbox that programs run in, for the output of `--json`.
pub fn sandbox_name() -> &'static str {
    Runner::global().sandbox_kind().map_or("none", SandboxKind::name)
}
