//! Messages about wrong arguments: what is wrong, then what to do.

use std::{error::Error as _, ffi::OsString};

use clap::{
    Command, CommandFactory as _,
    error::{ContextKind, ContextValue, ErrorKind},
};

use super::Cli;
use crate::games::{GameFacts, capitalized, join, suggestion};
use fourcade_engine::GameKind;

/// Expands `fourcade flip` to `fourcade play flip`. Returns `None` unless the error is a game in
/// place of a command.
pub fn insert_play(error: &clap::Error, args: &[OsString]) -> Option<Vec<OsString>> {
    let Some(ContextValue::String(unknown)) = error.get(ContextKind::InvalidSubcommand) else {
        return None;
    };
    unknown.parse::<GameKind>().ok()?;
    let program = whole_program();
    let is_command = |arg: &OsString| program.find_subcommand(arg).is_some();
    let (before, after) = args.split_at(args.iter().position(|arg| arg == unknown.as_str())?);
    (!before.iter().any(is_command)).then(|| [before, &["play".into()], after].concat())
}

/// Returns the message about wrong arguments, without the program's name.
pub fn message(error: &clap::Error, args: &[OsString]) -> String {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.as_str(),
        _ => "",
    };
    let option = text(ContextKind::InvalidArg);
    match error.kind() {
        ErrorKind::InvalidSubcommand => unknown_command(text(ContextKind::InvalidSubcommand), args),
        ErrorKind::InvalidValue if !text(ContextKind::InvalidValue).is_empty() => {
            let value = text(ContextKind::InvalidValue);
            let Some(ContextValue::Strings(choices)) = error.get(ContextKind::ValidValue) else {
                return rendered(error);
            };
            if let Some(facts) = game_by_alias(value, choices) {
                return format!("{}; name it in place of {value:?}", alias_message(value, facts));
            }
            let choices = suggestion(value, "choices", choices);
            format!("{option} can't be {value:?}; {choices}")
        }
        ErrorKind::InvalidValue => format!("{option} needs a value"),
        ErrorKind::ArgumentConflict => match error.get(ContextKind::PriorArg) {
            Some(ContextValue::String(other)) => format!("{option} can't be used with {other}"),
            Some(ContextValue::Strings(others)) => {
                format!("{option} can't be used with {}", join(others))
            }
            _ => rendered(error),
        },
        ErrorKind::ValueValidation => match error.source() {
            Some(reason) => {
                format!("{option} can't be {:?}: {reason}", text(ContextKind::InvalidValue))
            }
            None => rendered(error),
        },
        ErrorKind::MissingRequiredArgument => match error.get(ContextKind::InvalidArg) {
            Some(ContextValue::Strings(missing)) => {
                let (_, path) = command_before(None, args);
                format!("`{path}` needs {}; `{path} --help` tells you more", join(missing))
            }
            _ => rendered(error),
        },
        ErrorKind::UnknownArgument if option.starts_with('-') => unknown_option(option, args),
        ErrorKind::UnknownArgument => {
            let (_, path) = command_before(Some(option), args);
            format!("`{path}` takes no {option:?}; `{path} --help` tells you more")
        }
        _ => rendered(error),
    }
}

fn rendered(error: &clap::Error) -> String {
    let text = error.render().to_string();
    text.strip_prefix("error: ").unwrap_or(&text).trim_end().to_owned()
}

/// Looks a game up by an alias such as `reversi`, if games are the choices.
fn game_by_alias(name: &str, choices: &[String]) -> Option<&'static GameFacts> {
    let is_game = choices.iter().any(|choice| choice.parse::<GameKind>().is_ok());
    GameFacts::by_alias(name).filter(|_| is_game)
}

fn alias_message(name: &str, facts: &GameFacts) -> String {
    format!("{} is called {} here", capitalized(name), facts.title)
}

/// Returns the definition of all commands, each with the global options.
fn whole_program() -> Command {
    let mut program = Cli::command();
    program.build();
    program
}

/// Returns the command named by the arguments before the unknown one, if there is one, and how it
/// is typed.
fn command_before(unknown: Option<&str>, args: &[OsString]) -> (Command, String) {
    let mut command = whole_program();
    let mut path = command.get_name().to_owned();
    let is_known = |arg: &&OsString| unknown.is_none_or(|unknown| *arg != unknown);
    for arg in args.iter().skip(1).take_while(is_known) {
        let Some(found) = command.find_subcommand(arg).cloned() else { continue };
        path = format!("{path} {}", found.get_name());
        command = found;
    }
    (command, path)
}

fn unknown_command(name: &str, args: &[OsString]) -> String {
    let (command, path) = command_before(Some(name), args);
    let commands = command.get_subcommands().filter(|command| !command.is_hide_set());
    let mut commands: Vec<_> = commands.map(|command| command.get_name().to_owned()).collect();
    if command.get_name() == "fourcade" {
        if let Some(facts) = GameFacts::by_alias(name) {
            let game = facts.title.to_lowercase();
            return format!("{}: `fourcade play {game}`", alias_message(name, facts));
        }
        commands.extend(GameKind::ALL.map(|game| game.key().to_owned()));
    }
    format!(
        "there is no command {name:?}; {}; `{path} --help` tells you more",
        suggestion(name, "commands", &commands)
    )
}

fn unknown_option(option: &str, args: &[OsString]) -> String {
    let (command, path) = command_before(Some(option), args);
    let options = command.get_arguments().filter(|arg| !arg.is_hide_set());
    let options: Vec<_> =
        options.filter_map(|arg| arg.get_long()).map(|long| format!("--{long}")).collect();
    format!("`{path}` has no option {option}; {}", suggestion(option, "options", &options))
}
