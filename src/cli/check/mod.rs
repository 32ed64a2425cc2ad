//! `fourcade check`: whether people's own programs do what the course asks.

mod course;
mod intensity;

use std::process::ExitCode;

use super::error::CliError;
use crate::games::{check::Suite, concentration, eater, flip};

/// Check your own programs: do they do what the course sheet asks?
///
/// Without a game, or with `intensity`, player programs for Intensity are checked. Each must print
/// its name, pass its own tests (request 3), and answer the two examples of the course sheet and a
/// number of random requests, for cards to pass and cards to play. All programs get the same
/// requests.
///
/// With `flip`, `concentration` or `eater`, whole course programs are checked in scripted sessions;
/// `fourcade check flip --help` tells more.
///
/// A .c file is compiled first. The exit status is 1 if a program fails.
#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    disable_help_subcommand = true,
    subcommand_value_name = "GAME",
    subcommand_help_heading = "Games",
    after_long_help = help(),
)]
pub struct CheckArgs {
    #[command(subcommand)]
    game: Option<CheckedGame>,
    #[command(flatten)]
    players: intensity::IntensityArgs,
}

#[derive(clap::Subcommand)]
enum CheckedGame {
    Intensity(intensity::IntensityArgs),
    /// Check programs for Flip in the sessions that the course sheet defines
    Flip(course::CourseArgs),
    /// Check programs for Concentration in the sessions that the course sheet defines
    Concentration(course::CourseArgs),
    /// Check programs for Eater in the sessions that the course sheet defines
    Eater(course::CourseArgs),
}

fn help() -> String {
    format!(
        "{}

Programs run in the sandbox and with the limits of `fourcade referee`; see its help. A program in \
a file called `flip` is checked as `./flip`.

Examples:
  fourcade check intensity.c
  fourcade check --verbose --seed 7 ./first ./second
  fourcade check flip ./flip.c
  fourcade check concentration --list",
        intensity::verdicts()
    )
}

const SUITES: [&Suite; 3] =
    [&flip::check::SUITE, &concentration::check::SUITE, &eater::check::SUITE];

impl CheckArgs {
    pub fn run(self) -> Result<ExitCode, CliError> {
        let [flip, concentration, eater] = SUITES;
        match self.game {
            None => self.players.run(),
            Some(CheckedGame::Intensity(players)) => players.run(),
            Some(CheckedGame::Flip(programs)) => programs.run(flip),
            Some(CheckedGame::Concentration(programs)) => programs.run(concentration),
            Some(CheckedGame::Eater(programs)) => programs.run(eater),
        }
    }
}
