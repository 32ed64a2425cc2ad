//! `fourcade play`: straight to a table.

use std::process::ExitCode;

use super::{
    args::{self, Look, Table},
    error::Error,
    screen, table,
};
use crate::{
    app,
    games::{Flat, GameKind, Visitor},
};

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
        self.game.with(Open { look: self.look.over(before), table: self.table })
    }
}

struct Open {
    look: Look,
    table: Table,
}

impl Visitor for Open {
    type Out = Result<ExitCode, Error>;

    fn visit<G: Flat>(self) -> Self::Out {
        let session = table::session::<G>(self.table, true)?;
        screen::open(&self.look, Some(app::at_table(session, app::Start::Playing(None))))
    }
}
