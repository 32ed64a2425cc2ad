//! `fourcade man`: the manual pages.

use std::{
    fs,
    io::{Write, stdout},
    path::{Path, PathBuf},
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
  fourcade man engine flip > fourcade-engine-flip.1
  fourcade man --all ~/.local/share/man/man1")]
pub struct ManArgs {
    /// The command, instead of the whole program
    command: Vec<String>,
    /// Write a page for the program and one for each command into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    all: Option<PathBuf>,
}

fn render(command: clap::Command) -> Result<Vec<u8>, CliError> {
    let mut text = Vec::new();
    clap_mangen::Man::new(command).source(SOURCE).render(&mut text)?;
    Ok(text)
}

fn write_all(command: &clap::Command, folder: &Path) -> Result<(), CliError> {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name());
    let path = folder.join(format!("{name}.1"));
    fs::write(&path, render(command.clone())?).map_err(|error| {
        let (path, folder) = (path.display(), folder.display());
        CliError::Failed(format!(
            "{path} can't be written: {error}; make sure that {folder} is a folder that you may \
             write to"
        ))
    })?;
    let commands = command.get_subcommands().filter(|command| command.get_name() != "help");
    for command in commands.filter(|command| !command.is_hide_set()) {
        write_all(command, folder)?;
    }
    Ok(())
}

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
    pub fn run(self) -> Result<ExitCode, CliError> {
        let mut page = Cli::command();
        page.build();
        for name in &self.command {
            page = find_subcommand(&page, name)?;
        }
        if let Some(folder) = &self.all {
            // If this fails, so does the first page, with a message.
            let _ = fs::create_dir_all(folder);
            write_all(&page, folder)?;
            return Ok(ExitCode::SUCCESS);
        }
        stdout().write_all(&render(page)?)?;
        stdout().flush()?;
        Ok(ExitCode::SUCCESS)
    }
}
