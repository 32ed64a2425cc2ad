//! `fourcade learn`: opens the lesson of a game.

use std::process::ExitCode;

use super::{
    args::game_parser,
    error::CliError,
    screen::{self, ScreenOptions},
};
use crate::{arcade, plain, settings::consent::Programs};
use fourcade_engine::{GameKind, with_game};

/// Learn a game in two minutes, by playing
#[derive(clap::Args)]
#[command(after_long_help = "Example:
  fourcade learn flip                             your first game of Flip, step by step")]
pub struct LearnArgs {
    /// The game
    #[arg(value_parser = game_parser())]
    game: GameKind,
    #[command(flatten)]
    screen: ScreenOptions,
}

impl LearnArgs {
    pub fn run(self, global: ScreenOptions, programs: Programs) -> Result<ExitCode, CliError> {
        let first = arcade::lesson_factory(self.game);
        screen::open_front_end(
            &self.screen.or(global),
            programs,
            Some(first),
            |app| with_game!(self.game, G => plain::learn::<G>(app)),
        )
    }
}
