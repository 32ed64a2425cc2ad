//! `fourcade referee`: one game of Intensity with the log of the course's referee.

use std::{
    io::{self, BufReader},
    process::ExitCode,
};

use super::{
    args::{self, number},
    batch::{BATCH_HELP, BatchArgs},
    error::{self, CliError},
    interrupts::{CancellableInput, Interrupts},
    output::standard_output,
    programs::{EntrantArgs, PROGRAMS_HELP},
};
use crate::games::intensity::referee::{
    Entrant, Match, MatchError, Roster, shuffle_seats, write_heading,
};
use fourcade_engine::{
    intensity::{Intensity, model::SEATS},
    play::{CancelToken, random},
};

/// Play one game of Intensity between player programs
///
/// Lulu, Morgan, Amy and Rat take the empty seats. They play random legal cards.
#[derive(clap::Args)]
#[command(after_help = args::computers_help::<Intensity>(), after_long_help = help())]
pub struct RefereeArgs {
    #[command(flatten)]
    entrants: EntrantArgs,
    /// Take part yourself, on standard input and output
    #[arg(short, long, conflicts_with = "json")]
    interactive: bool,
    /// The random seed of the deal, the seats and the players [default: a new one, which is shown]
    #[arg(long, value_name = "N", value_parser = number(0..=u64::MAX))]
    seed: Option<u64>,
    /// Seat the players in the given order: you, programs, built-in players, system players
    #[arg(long)]
    in_order: bool,
    /// Print the record of the game for `fourcade replay` (JSON lines) instead of the log
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    batch: BatchArgs,
}

fn help() -> String {
    format!(
        "{}\n\n{PROGRAMS_HELP}\n\n{BATCH_HELP}\n
Examples:
  fourcade referee intensity.c
  fourcade referee ./first ./second --player counter --seed 7
  fourcade referee -i --player expert             you against an expert and two system players
  fourcade referee intensity.c --json > game && fourcade replay game
  fourcade referee --batch --allow-programs < games > results",
        args::computers_help::<Intensity>()
    )
}

impl RefereeArgs {
    pub fn run(self) -> Result<ExitCode, CliError> {
        if self.batch.is_given()? {
            return self.batch.run();
        }
        let count = self.entrants.programs.len()
            + self.entrants.players.len()
            + usize::from(self.interactive);
        if count == 0 {
            return Err(CliError::usage(
                "there are no players: name a program, a --player, or play yourself with -i",
            ));
        }
        if count > SEATS {
            return Err(CliError::usage(format!(
                "at most {SEATS} can play, but {count} are named"
            )));
        }
        let cancel = CancelToken::default();
        let _interrupts = Interrupts::watch(&cancel)?;
        let roster = self.entrants.roster(self.interactive, &cancel)?;
        let seed = self.seed.unwrap_or_else(random::fresh_seed);
        if !self.json {
            write_heading(&mut standard_output(), &roster.entrants)?;
        }
        let entrants = self.seats(roster, seed)?;
        error::print_message(&format_args!("to repeat this game, use --seed {seed}"));
        let game = Match { entrants: &entrants, seed, cancel: &cancel };
        let mut input = BufReader::new(CancellableInput::new(&cancel));
        let result = if self.json {
            game.play(&mut io::empty(), &mut io::sink())
        } else {
            game.play(&mut input, &mut standard_output())
        };
        let session = result.map_err(|error| match error {
            MatchError::Output(error) => CliError::Output(error),
            MatchError::Input | MatchError::Cancelled if cancel.is_cancelled() => {
                CliError::Interrupted
            }
            error => CliError::Failed(error.to_string()),
        })?;
        if self.json {
            session.record().write(&mut standard_output())?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Fills the empty seats with system players, and shuffles the seats unless `--in-order` is
    /// given.
    fn seats(&self, roster: Roster, seed: u64) -> Result<[Entrant; SEATS], CliError> {
        let system = roster.system_players(SEATS - roster.entrants.len())?;
        let mut entrants = roster.entrants;
        entrants.extend(system);
        if !self.in_order {
            shuffle_seats(&mut entrants, seed);
        }
        entrants.try_into().map_err(|_| CliError::Failed("the game needs four players".to_owned()))
    }
}
