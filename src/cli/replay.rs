//! `fourcade replay`: looks through a recorded game.

use std::{path::PathBuf, process::ExitCode};

use super::{
    args::ScreenOptions,
    error::Error,
    plain::{self, Plain},
    screen,
};
use crate::{
    app,
    games::{ArcadeGame, GameVisitor},
    store::RecordFile,
};

/// Look through a recorded game
#[derive(clap::Args)]
#[command(after_long_help = "Examples:
  fourcade replay game.fourcade
  fourcade replay game.fourcade --plain           print it, step by step")]
pub struct Replay {
    /// The record
    file: PathBuf,
    /// Print the game as text
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    look: ScreenOptions,
}

impl Replay {
    /// Runs it; `before` are the options in front of the command.
    pub fn run(self, before: ScreenOptions) -> Result<ExitCode, Error> {
        let opened = RecordFile::open(&self.file)?;
        opened.game.with(Show { replay: self, opened, before })
    }
}

struct Show {
    replay: Replay,
    opened: RecordFile,
    before: ScreenOptions,
}

impl GameVisitor for Show {
    type Output = Result<ExitCode, Error>;

    fn visit<G: ArcadeGame>(self) -> Self::Output {
        let Replay { plain, look, .. } = self.replay;
        let mut session = self.opened.read::<G>()?;
        if !plain {
            return screen::open(
                &look.over(self.before),
                Some(app::at_table(session, app::Start::Replay)),
            );
        }
        session.go_to(0);
        let mut page = Plain::new(plain::standard_output());
        page.header(&session)?;
        page.board(&session)?;
        while session.redo().is_some() {
            page.last_line(&session)?;
        }
        page.ending(&session)?;
        Ok(ExitCode::SUCCESS)
    }
}
