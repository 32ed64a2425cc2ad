//! `fourcade referee`: one game of Intensity, told as the course's referee does.

use std::{
    io::{self, BufReader, BufWriter, stdout},
    process::ExitCode,
};

use super::{
    args,
    entrants::{Entrants, PROGRAMS},
    error::{self, Error},
    interrupts::{Input, Interrupts},
};
use crate::{
    games::intensity::{
        Intensity,
        referee::{Entrant, Match, MatchError, Roster, shuffle_seats},
        rules::SEATS,
    },
    play::{CancelToken, random},
};

/// Play one game of Intensity between player programs
///
/// Empty seats are taken by Lulu, Morgan, Amy and Rat, who play anything that is legal.
#[derive(clap::Args)]
#[command(after_help = args::players_of::<Intensity>(), after_long_help = help())]
pub struct Referee {
    #[command(flatten)]
    entrants: Entrants,
    /// A person plays, too, on standard input and output
    #[arg(short, long, conflicts_with = "json")]
    interactive: bool,
    /// The seed of the deal, the seats and all choices by chance; a new one if not given (it is
    /// shown)
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Seats in the order given: the person, programs, our own players, system players
    #[arg(long)]
    in_order: bool,
    /// Print the game's record (JSON lines, as `fourcade replay` reads them) instead of the log
    #[arg(long)]
    json: bool,
}

fn help() -> String {
    format!(
        "{}\n\n{PROGRAMS}\n
Examples:
  fourcade referee intensity.c
  fourcade referee ./first ./second --player counter --seed 7
  fourcade referee -i --player expert             you against an expert and two system players
  fourcade referee intensity.c --json > game && fourcade replay game",
        args::players_of::<Intensity>()
    )
}

impl Referee {
    /// Runs it.
    pub fn run(self) -> Result<ExitCode, Error> {
        let called = self.entrants.programs.len()
            + self.entrants.players.len()
            + usize::from(self.interactive);
        if called == 0 {
            return Err(Error::usage(
                "nobody is there to play: name a program, a --player, or play yourself with -i",
            ));
        }
        if called > SEATS {
            return Err(Error::usage(format!("{SEATS} play at most, but {called} are named")));
        }
        let cancel = CancelToken::default();
        let _watched = Interrupts::watch(&cancel)?;
        let roster = self.entrants.enter(self.interactive, &cancel)?;
        let seed = self.seed.unwrap_or_else(random::fresh_seed);
        let entrants = self.seats(roster, seed)?;
        error::report(&format_args!("seed {seed} repeats this game"));
        let game = Match { entrants: &entrants, seed, cancel: &cancel };
        let mut input = BufReader::new(Input::new(&cancel));
        let played = if self.json {
            game.play(&mut io::empty(), &mut io::sink())
        } else {
            game.play(&mut input, &mut BufWriter::new(stdout()))
        };
        let session = played.map_err(|why| match why {
            MatchError::Output(why) => Error::Output(why),
            MatchError::Input | MatchError::Cancelled if cancel.is_cancelled() => {
                Error::Interrupted
            }
            why => Error::Failed(why.to_string()),
        })?;
        if self.json {
            session.record().write(&mut BufWriter::new(stdout()))?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Who sits where.
    fn seats(&self, roster: Roster, seed: u64) -> Result<[Entrant; SEATS], Error> {
        let system = roster.system(SEATS - roster.entrants.len())?;
        let mut entrants = roster.entrants;
        entrants.extend(system);
        if !self.in_order {
            shuffle_seats(&mut entrants, seed);
        }
        entrants.try_into().map_err(|_| Error::Failed("there are not four players".to_owned()))
    }
}
