//! `fourcade daily`: today's deals.

use crate::cli::args::game_parser;
use std::process::ExitCode;

use super::{
    error::CliError,
    screen::{self, ScreenOptions},
};
use crate::cli::typed;
use crate::{arcade::screens::daily, database::DailyDate, games::daily_session};
use fourcade_engine::{GameKind, with_game};

/// Play today's deal, the same for everybody
#[derive(clap::Args)]
#[command(after_help = "\
The deals follow from the date in UTC. The first game of a day counts; later ones, those of other
days and those in plain text are for practice.")]
pub struct DailyArgs {
    /// The game [default: choose on the page of today's deals]
    #[arg(value_parser = game_parser())]
    game: Option<GameKind>,
    /// Play the deal of another day, for practice
    #[arg(long, value_name = "YYYY-MM-DD")]
    date: Option<DailyDate>,
    /// Play by typed lines, for screen readers and terminals without a screen
    #[arg(long, requires = "game")]
    plain: bool,
    #[command(flatten)]
    screen: ScreenOptions,
}

impl DailyArgs {
    /// `global` holds the screen options before the command's name.
    pub fn run(self, global: ScreenOptions) -> Result<ExitCode, CliError> {
        let Self { game, date, plain, screen } = self;
        match game.filter(|_| plain) {
            Some(game) => {
                let date = date.unwrap_or_else(daily::today).date();
                with_game!(game, G => typed::play(
                    daily_session::<G>(date).map_err(CliError::Failed)?
                ))
            }
            None => screen::open(&screen.or(global), Some(daily::at_page(date, game))),
        }
    }
}
