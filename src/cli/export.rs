//! `fourcade export`: writes a game in another format.

use std::{io::Write as _, path::PathBuf, process::ExitCode, time::Duration};

use ratatui::layout::Size;

use super::{
    args::GameFile,
    error::CliError,
    numbers,
    output::{print_messages, standard_output},
    screen::ScreenOptions,
};
use crate::{
    arcade::picture::Picture,
    files,
    games::{GameFacts, GameView, read_record_file},
    settings::home::Home,
    widgets::TerminalKind,
};
use fourcade_engine::{
    flip::{Flip, othello::OthelloFormat},
    play::{Game as _, Session},
    with_game,
};

const MIN_WINDOW: Size = Size::new(40, 12);
const MAX_WINDOW: Size = Size::new(400, 200);

/// Write a game as a move list, in GGF, as a picture or as a recording
///
/// Move lists and GGF are for games of Flip, and other Othello programs read them. Column a is the
/// last column of the board, and Black is O. A picture shows the last position, a recording all of
/// them: `asciinema play` shows it.
#[derive(clap::Args)]
#[command(after_long_help = "Examples:
  fourcade export game.fourcade --format moves
  fourcade export game.fourcade --format ggf --output game.ggf
  fourcade export game.fourcade --format svg --theme light --output game.svg
  fourcade export games.ggf --game 2 --format cast --pace 0.5 --output game.cast")]
pub struct ExportArgs {
    #[command(flatten)]
    file: GameFile,
    /// The format
    #[arg(long, value_name = "FORMAT", value_enum)]
    format: ExportFormat,
    /// Write into this file instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// How long a recording shows each position
    #[arg(
        long,
        value_name = "SECONDS",
        value_parser = numbers::seconds(0.01..=60.0),
        default_value = "1"
    )]
    pace: Duration,
    /// The columns and rows of a picture or a recording
    #[arg(long, value_name = "COLSxROWS", value_parser = parse_window, default_value = "80x24")]
    window: Size,
    #[command(flatten)]
    screen: ScreenOptions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum ExportFormat {
    /// The moves of a game of Flip, such as f5d6c3
    Moves,
    /// The Generic Game Format of Othello programs
    Ggf,
    /// The last position as a picture
    Svg,
    /// A recording for asciinema
    Cast,
}

fn parse_window(text: &str) -> Result<Size, String> {
    let (min, max) = (MIN_WINDOW, MAX_WINDOW);
    let numbers = text.split_once('x').map(|(width, height)| (width.parse(), height.parse()));
    match numbers {
        Some((Ok(width), Ok(height)))
            if (min.width..=max.width).contains(&width)
                && (min.height..=max.height).contains(&height) =>
        {
            Ok(Size::new(width, height))
        }
        _ => Err(format!("expected columns and rows from {min} to {max}, such as 80x24")),
    }
}

impl ExportArgs {
    pub fn run(self, global: &ScreenOptions) -> Result<ExitCode, CliError> {
        let file = self.file.open()?;
        let othello = match self.format {
            ExportFormat::Moves => Some(OthelloFormat::Moves),
            ExportFormat::Ggf => Some(OthelloFormat::Ggf),
            ExportFormat::Svg | ExportFormat::Cast => None,
        };
        let text = match othello {
            Some(_) if file.game.key() != Flip::KEY => {
                return Err(CliError::Failed(format!(
                    "only games of Flip can be written in Othello's formats, and this is one of \
                     {}; use --format svg or --format cast",
                    GameFacts::of(file.game).title
                )));
            }
            Some(format) => {
                let session = read_record_file::<Flip>(file)?;
                format.write(&session).map_err(|error| CliError::Failed(error.to_string()))?
            }
            None => with_game!(file.game, G => {
                self.draw::<G>(read_record_file::<G>(file)?, global)?
            }),
        };
        let Some(path) = &self.output else {
            let mut output = standard_output();
            output.write_all(text.as_bytes())?;
            output.flush()?;
            return Ok(ExitCode::SUCCESS);
        };
        files::write_atomic(path, |output| output.write_all(text.as_bytes())).map_err(|error| {
            CliError::Failed(format!(
                "{} can't be written: {error}; name another file with --output",
                path.display()
            ))
        })?;
        Ok(ExitCode::SUCCESS)
    }

    fn draw<G: GameView>(
        &self,
        session: Session<G>,
        global: &ScreenOptions,
    ) -> Result<String, CliError> {
        let (mut home, problems) = Home::open();
        print_messages(&problems);
        // The picture is not for this terminal.
        let screen = self.screen.clone().or(global.clone());
        screen.override_settings_on(TerminalKind::CAPABLE, &mut home);
        let mut picture = Picture::new(session, &home, self.window, self.pace);
        Ok(match self.format {
            ExportFormat::Cast => picture.cast()?,
            _ => picture.svg(),
        })
    }
}
