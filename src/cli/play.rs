//! `fourcade play`: straight to a table.

use std::process::ExitCode;

use super::{
    args::{self, ScreenOptions, Table},
    error::Error,
    screen, table, typed,
};
use crate::{
    app,
    games::{ArcadeGame, GameKind, GameVisitor},
};

/// Play a game at its table
#[derive(clap::Args)]
#[command(after_help = args::players_help(true), after_long_help = help())]
pub struct Play {
    /// Which game
    game: GameKind,
    #[command(flatten)]
    table: Table,
    /// Play by typed lines, without a screen
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    look: ScreenOptions,
}

fn help() -> String {
    let players = args::players_help(true);
    format!(
        "{players}\n
Examples:
  fourcade play flip --players human,greedy       against a computer that has X
  fourcade play flip --players human,human        two persons at one keyboard
  fourcade play flip --size 6 --seed 7
  fourcade play flip --load game.fourcade         go on with a saved game
  fourcade play flip --plain                      by typed lines, for one who has the screen read to him"
    )
}

impl Play {
    /// Runs it; `before` are the options in front of the command.
    pub fn run(self, before: ScreenOptions) -> Result<ExitCode, Error> {
        self.game.with(Open { look: self.look.over(before), table: self.table, plain: self.plain })
    }
}

struct Open {
    look: ScreenOptions,
    table: Table,
    plain: bool,
}

impl GameVisitor for Open {
    type Output = Result<ExitCode, Error>;

    fn visit<G: ArcadeGame>(self) -> Self::Output {
        let session = table::session::<G>(self.table, true)?;
        if self.plain {
            return typed::play(session);
        }
        screen::open(&self.look, Some(app::at_table(session, app::Start::Playing(None))))
    }
}
