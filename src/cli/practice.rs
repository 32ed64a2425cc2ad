//! `fourcade practice`: puzzles and your own mistakes.

use std::process::ExitCode;

use super::{
    args::game_parser,
    error::CliError,
    screen::{self, ScreenOptions},
};
use crate::arcade::screens::practice;
use fourcade_engine::GameKind;

/// Practise with puzzles and your own mistakes
#[derive(clap::Args)]
#[command(after_help = "\
A round is ten positions or three minutes. Positions from your own games come first; a review finds
them. Each game has a puzzle of the day, too.")]
pub struct PracticeArgs {
    /// The game to begin a round of [default: choose on the page of practice]
    #[arg(value_parser = game_parser())]
    game: Option<GameKind>,
    #[command(flatten)]
    screen: ScreenOptions,
}

impl PracticeArgs {
    /// `global` holds the screen options before the command's name.
    pub fn run(self, global: ScreenOptions) -> Result<ExitCode, CliError> {
        screen::open(&self.screen.or(global), Some(practice::at_page(self.game)))
    }
}
