//! `fourcade classic`: the course's text programs.

use std::{
    ffi::OsString,
    io::{self, BufRead, BufWriter, Write, stderr, stdin, stdout},
    process::ExitCode,
};

use super::error::Error;
use crate::games::{GameKind, concentration, eater, flip, intensity};

/// Run one of the course's text programs, to the letter
///
/// All words behind the game's name belong to the old program, whatever they look like.
#[derive(clap::Args)]
#[command(
    override_usage = "fourcade classic GAME [WORDS]...",
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
pub struct Classic {
    #[command(subcommand)]
    words: Words,
}

/// What clap leaves alone.
#[derive(clap::Subcommand)]
enum Words {
    /// The game's name and the words behind it.
    #[command(external_subcommand)]
    All(Vec<OsString>),
}

fn games_help() -> String {
    let games =
        GameKind::ALL.iter().map(|game| format!("\n  {:<14} {}", game.key(), game.summary()));
    format!("Games:{}", games.collect::<String>())
}

impl Classic {
    /// Runs it.
    pub fn run(self) -> Result<ExitCode, Error> {
        let Words::All(words) = self.words;
        let mut words = words.into_iter();
        let name = words.next().unwrap_or_default();
        let game: GameKind = name.to_string_lossy().parse().map_err(|why| {
            let keys = GameKind::ALL.map(GameKind::key);
            Error::Usage(format!("{why}; the games are: {}", keys.join(", ")))
        })?;
        let words: Vec<OsString> = words.collect();
        let mut output = BufWriter::with_capacity(64 * 1024, stdout().lock());
        let status = course_program(game)(&words, &mut stdin().lock(), &mut output, &mut stderr())?;
        output.flush()?;
        Ok(ExitCode::from(status))
    }
}

/// Runs a course program with these arguments and returns its exit status. Errors are those of the
/// output; messages for a program whose output other programs read go to the last writer.
type CourseProgram =
    fn(&[OsString], &mut dyn BufRead, &mut dyn Write, &mut dyn Write) -> io::Result<u8>;

/// The course program of a game.
fn course_program(game: GameKind) -> CourseProgram {
    match game {
        GameKind::Intensity => intensity::classic::run,
        GameKind::Flip => |words, input, output, _| flip::classic::run(words, input, output),
        GameKind::Concentration => {
            |words, input, output, _| concentration::classic::run(words, input, output)
        }
        GameKind::Eater => |words, input, output, _| eater::classic::run(words, input, output),
    }
}
