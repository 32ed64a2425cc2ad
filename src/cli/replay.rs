//! `fourcade replay`: shows a recorded game.

use std::process::ExitCode;

use super::{
    args::GameFile,
    error::CliError,
    game_printer::GamePrinter,
    output::standard_output,
    screen::{self, ScreenOptions},
};
use crate::{
    arcade,
    database::RecordFile,
    games::{GameView, read_record_file},
    settings::consent::Programs,
};
use fourcade_engine::with_game;

/// Show a recorded game
#[derive(clap::Args)]
#[command(after_long_help = "Examples:
  fourcade replay game.fourcade
  fourcade replay game.fourcade --plain           print it move by move
  fourcade replay games.ggf --game 2              a game of Othello in a file with several")]
pub struct ReplayArgs {
    #[command(flatten)]
    file: GameFile,
    #[command(flatten)]
    screen: ScreenOptions,
}

impl ReplayArgs {
    pub fn run(self, global: ScreenOptions, programs: Programs) -> Result<ExitCode, CliError> {
        let file = self.file.open()?;
        let screen = self.screen.or(global);
        with_game!(file.game, G => replay::<G>(file, &screen, programs))
    }
}

fn replay<G: GameView>(
    file: RecordFile,
    screen: &ScreenOptions,
    programs: Programs,
) -> Result<ExitCode, CliError> {
    let mut session = read_record_file::<G>(file)?;
    if !screen.plain {
        return screen::open(
            screen,
            programs,
            Some(arcade::open_table(session, arcade::Start::Replay)),
        );
    }
    session.go_to(0);
    let mut printer = GamePrinter::new(standard_output());
    printer.write_header(&session)?;
    printer.write_board(&session)?;
    while session.redo().is_some() {
        printer.write_last_line(&session)?;
    }
    printer.write_ending(&session)?;
    Ok(ExitCode::SUCCESS)
}
