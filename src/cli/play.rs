//! `fourcade play`: straight to a table.

use std::process::ExitCode;

use super::{
    args::{self, Look, Table},
    error::Error,
    record,
    screen::{self, Start},
};
use crate::games::{Flat, GameKind, Visitor};

/// Play a game at its table
#[derive(clap::Args)]
#[command(after_help = args::players_help(true), after_long_help = help())]
pub struct Play {
    /// Which game
    game: GameKind,
    #[command(flatten)]
    table: Table,
    #[command(flatten)]
    look: Look,
}

fn help() -> String {
    let players = args::players_help(true);
    format!(
        "{players}\n
Examples:
  fourcade play flip --players human,greedy       against a computer that has X
  fourcade play flip --players human,human        two persons at one keyboard
  fourcade play flip --size 6 --seed 7
  fourcade play flip --load game.fourcade         go on with a saved game"
    )
}

impl Play {
    /// Runs it; `before` are the options in front of the command.
    pub fn run(self, before: Look) -> Result<ExitCode, Error> {
        let size = self.game.with(Check { table: &self.table, people: true })??;
        let Table { players, seed, load, .. } = self.table;
        let start = Start::Table { game: self.game, players, size, seed, load, watch: None };
        screen::open(self.look.over(before).into(), start)
    }
}

/// Finds what is wrong with a table's options before any screen opens; gives back the size that was asked for.
pub struct Check<'a> {
    /// The options.
    pub table: &'a Table,
    /// Whether persons may sit there.
    pub people: bool,
}

impl Visitor for Check<'_> {
    type Out = Result<Option<u16>, Error>;

    fn visit<G: Flat>(self) -> Self::Out {
        let Table { players, size, load, .. } = self.table;
        if let Some(players) = players {
            args::check_players::<G>(players, self.people)?;
        }
        let checked = args::size::<G>(*size)?;
        if let Some(path) = load {
            let record = record::load::<G>(path)?;
            if players.is_none() {
                args::check_players::<G>(&record.header.seats, self.people)?;
            }
        }
        Ok(size.map(|_| checked))
    }
}
