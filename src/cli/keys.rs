//! `fourcade keys`: the commands of the arcade with their names and keys.

use std::{io::Write, process::ExitCode};

use serde::Serialize;

use super::{
    error::CliError,
    output::{print_messages, standard_output, write_json},
};
use crate::{arcade::key_tables, settings::home::Home, widgets::Key};

const HELP: &str = "\
In config.toml, the table [keys] gives commands other keys by their names, on every screen:
  [keys]
  undo = \"f\"
  hint = [\"H\", \"F2\"]
F1, Esc and Ctrl-c can't be reassigned, and neither can the keys that type cells and cards.";

/// List the commands of the arcade with their names and keys
#[derive(clap::Args)]
#[command(after_help = HELP, after_long_help = help())]
pub struct KeysArgs {
    /// Print a JSON array instead of lines
    #[arg(long)]
    json: bool,
}

fn help() -> String {
    format!(
        "{HELP}\n
Examples:
  fourcade keys
  fourcade keys --json"
    )
}

/// A command on a screen.
#[derive(Serialize)]
struct CommandKeys {
    screen: String,
    name: &'static str,
    keys: Vec<String>,
    description: &'static str,
}

impl KeysArgs {
    pub fn run(self) -> Result<ExitCode, CliError> {
        let (home, mut problems) = Home::open();
        let (keymap, key_problems) = key_tables::checked(&home.settings.keymap);
        problems.extend(key_problems);
        print_messages(&problems);
        let commands = key_tables::all().into_iter().flat_map(|table| {
            let (title, keymap) = (table.title, keymap.clone());
            table.rows.into_iter().map(move |row| {
                let keys =
                    keymap.keys(row.name, row.keys).iter().map(|key| Key::name(*key)).collect();
                CommandKeys {
                    screen: title.clone(),
                    name: row.name,
                    keys,
                    description: row.description,
                }
            })
        });
        let commands: Vec<_> = commands.collect();
        let mut output = standard_output();
        if self.json {
            write_json(&mut output, &commands)?;
        } else {
            write_lines(&mut output, &commands)?;
        }
        output.flush()?;
        Ok(ExitCode::SUCCESS)
    }
}

fn write_lines(output: &mut dyn Write, commands: &[CommandKeys]) -> std::io::Result<()> {
    let widest = |width: fn(&CommandKeys) -> usize| commands.iter().map(width).max().unwrap_or(0);
    let name_width = widest(|command| command.name.len());
    let keys_width = widest(|command| command.keys.join(" ").chars().count());
    let mut screen = "";
    for CommandKeys { screen: title, name, keys, description } in commands {
        if screen != title {
            let gap = if screen.is_empty() { "" } else { "\n" };
            writeln!(output, "{gap}{title}")?;
            screen = title;
        }
        let keys = keys.join(" ");
        writeln!(output, "  {name:name_width$}  {keys:keys_width$}  {description}")?;
    }
    Ok(())
}
