//! The command line: arguments in, exit status out; one file a subcommand.

mod analyse;
mod args;
mod classic;
mod completions;
mod engine;
mod entrants;
mod error;
mod interrupts;
mod man;
mod plain;
mod play;
mod referee;
mod replay;
mod report;
mod screen;
mod simulate;
mod stats;
mod table;
mod tournament;
mod typed;
mod watch;

use std::{ffi::OsString, process::ExitCode};

use clap::{Parser, Subcommand};

use args::ScreenOptions;
use error::Error;

use crate::programs;

const EXAMPLES: &str = "\
Examples:
  fourcade                                        choose a game from the menu
  fourcade play flip                              a table of Flip at once
  fourcade watch flip --players greedy,random     computers play each other
  fourcade simulate flip --players greedy,random --games 100 --swap
  fourcade classic flip new 8 1                   the course's own program
  fourcade referee intensity.c                    a game of Intensity for your own program

`fourcade COMMAND --help` says more.";

/// A terminal arcade of four games: Intensity, Flip, Concentration and Eater
///
/// Without a command the arcade opens at its menu.
#[derive(Parser)]
#[command(name = "fourcade", version, after_long_help = EXAMPLES, max_term_width = 100)]
struct Cli {
    #[command(flatten)]
    look: ScreenOptions,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Play(play::Play),
    Watch(watch::Watch),
    Classic(classic::Classic),
    Simulate(simulate::Simulate),
    Analyse(analyse::Analyse),
    Referee(referee::Referee),
    Tournament(tournament::Tournament),
    Replay(replay::Replay),
    Stats(stats::Stats),
    Engine(engine::Engine),
    Completions(completions::Completions),
    Man(man::Man),
}

/// Runs the program with these words (its own name first) and returns its exit status.
///
/// # Errors
/// What nobody expected; all else is told on standard error and by the status.
pub fn run(words: impl IntoIterator<Item = OsString>) -> color_eyre::Result<ExitCode> {
    let words: Vec<OsString> = words.into_iter().collect();
    if words.get(1).is_some_and(|word| word == programs::SUPERVISOR) {
        // Not for people, so no help names it.
        return Ok(programs::supervise(words.into_iter().skip(2)));
    }
    // Other people's programs, wherever they play, are kept by this very binary.
    programs::Runner::with_this_binary().unwrap_or_default().set_global();
    let done = obey(words);
    programs::Runner::global().clear_cache();
    done
}

fn obey(words: Vec<OsString>) -> color_eyre::Result<ExitCode> {
    if words.len() <= 1 {
        // Nothing to parse: the menu need not wait for the help of all commands to be put together.
        return screen::open(&ScreenOptions::default(), None).or_else(Error::tell);
    }
    let cli = match Cli::try_parse_from(words) {
        Ok(cli) => cli,
        Err(error) => {
            // Nobody is left to be told when this fails.
            let _ = error.print();
            return Ok(ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2)));
        }
    };
    let look = cli.look;
    let done = match cli.command {
        None => screen::open(&look, None),
        Some(Command::Play(play)) => play.run(look),
        Some(Command::Watch(watch)) => watch.run(look),
        Some(Command::Classic(classic)) => classic.run(),
        Some(Command::Simulate(simulate)) => simulate.run(),
        Some(Command::Analyse(analyse)) => analyse.run(),
        Some(Command::Referee(referee)) => referee.run(),
        Some(Command::Tournament(tournament)) => tournament.run(),
        Some(Command::Replay(replay)) => replay.run(look),
        Some(Command::Stats(stats)) => stats.run(),
        Some(Command::Engine(engine)) => engine.run(),
        Some(Command::Completions(completions)) => completions.run(),
        Some(Command::Man(man)) => man.run(),
    };
    done.or_else(Error::tell)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_commands_are_sound() {
        super::Cli::command().debug_assert();
    }
}
