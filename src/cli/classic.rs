//! `fourcade classic`: the course's text programs.

use std::{
    ffi::OsString,
    io::{BufWriter, stderr, stdin, stdout},
    process::ExitCode,
};

use rustix::termios::{LocalModes, tcgetattr, tcgetwinsize};

use super::error::CliError;
use crate::{
    games::{ArcadeGame as _, GameFacts, suggestion},
    printable::PrintableWriter,
};
use fourcade_course::text_program::{self, Console};
use fourcade_engine::{GameKind, UnknownGameError, with_game};

/// Run one of the course's text programs
///
/// All arguments after the game are passed to the text program.
#[derive(clap::Args)]
#[command(
    override_usage = "fourcade classic GAME [ARGS]...",
    after_help = games_help(),
    after_long_help = format!("{}\n
Examples:
  fourcade classic flip new 8 1      O is a person, X a computer
  fourcade classic flip load game
  fourcade classic concentration --seed 7
  fourcade classic eater 5 --eater random
  echo 1 13 19 24 25 29 32 39 44 46 49 | fourcade classic intensity --player random", games_help()),
    subcommand_required = true,
    disable_help_subcommand = true,
)]
pub struct ClassicArgs {
    #[command(subcommand)]
    command: ExternalCommand,
}

/// The arguments that clap does not parse.
#[derive(clap::Subcommand)]
enum ExternalCommand {
    /// The game and the arguments of its text program.
    #[command(external_subcommand)]
    Args(Vec<OsString>),
}

fn games_help() -> String {
    let games = GameKind::ALL
        .into_iter()
        .filter(|&game| text_program_of(game).is_some())
        .map(|game| format!("\n  {:<14} {}", game.key(), GameFacts::of(game).summary));
    format!("Games:{}", games.collect::<String>())
}

impl ClassicArgs {
    pub fn run(self) -> Result<ExitCode, CliError> {
        let ExternalCommand::Args(args) = self.command;
        let mut args = args.into_iter();
        let name = args.next().unwrap_or_default();
        let game: GameKind =
            name.to_string_lossy().parse().map_err(|error: UnknownGameError| {
                let keys =
                    suggestion(&name.to_string_lossy(), "games", &GameKind::ALL.map(GameKind::key));
                CliError::Usage(format!("{error}; {keys}"))
            })?;
        let Some(program) = text_program_of(game) else {
            let title = GameFacts::of(game).title;
            return Err(CliError::Usage(format!("{title} has no text program")));
        };
        let args: Vec<OsString> = args.collect();
        let mut output = BufWriter::with_capacity(64 * 1024, stdout().lock());
        let mut messages = PrintableWriter::new(stderr());
        let mut console = Console {
            input: &mut stdin().lock(),
            output: &mut output,
            messages: &mut messages,
            echo_columns,
        };
        let status = text_program::run(program, &args, &mut console)?;
        Ok(ExitCode::from(status))
    }
}

fn text_program_of(game: GameKind) -> Option<text_program::TextProgram> {
    with_game!(game, G => G::TEXT_PROGRAM)
}

/// Returns the width of the terminal on standard output, or `None` without one or if typed lines
/// are not echoed.
fn echo_columns() -> Option<u16> {
    let echo = LocalModes::ICANON | LocalModes::ECHO;
    let is_echoed = tcgetattr(stdin()).is_ok_and(|modes| modes.local_modes.contains(echo));
    let columns = tcgetwinsize(stdout()).ok()?.ws_col;
    (is_echoed && columns > 0).then_some(columns)
}

#[cfg(test)]
mod tests {
    use std::io::{self, BufReader};

    use super::*;

    struct Broken;

    impl io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("broken"))
        }
    }

    #[test]
    fn a_read_error_is_the_end_of_the_input() {
        for (game, args, status) in [
            (GameKind::Intensity, &[][..], 2),
            (GameKind::Flip, &["new", "4"], 5),
            (GameKind::Concentration, &[], 1),
            (GameKind::Eater, &[], 1),
            (GameKind::Eater, &["3"], 1),
        ] {
            let args: Vec<_> = args.iter().map(OsString::from).collect();
            let mut console = Console {
                input: &mut BufReader::new(Broken),
                output: &mut io::sink(),
                messages: &mut io::sink(),
                echo_columns: || None,
            };
            let ended = text_program::run(text_program_of(game).unwrap(), &args, &mut console);
            assert_eq!(ended.unwrap(), status, "{game:?}");
        }
    }
}
