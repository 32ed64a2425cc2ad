//! `fourcade check`: whether people's own programs do what the course asks.

mod course;
mod player;

use std::{path::Path, process::ExitCode, time::Instant};

use indicatif::ProgressBar;
use rayon::prelude::*;

use super::{
    args,
    error::CliError,
    interrupts::{self, Interrupts},
    output::progress_bar,
};
use fourcade_course::{concentration, eater, flip};
use fourcade_engine::{
    concentration::Concentration, eater::Eater, intensity::Intensity, play::CancelToken,
};
use fourcade_programs::{PrepareError, Program, Runner};
use player::PlayerArgs;

/// Check your own programs: do they do what the course sheet asks?
///
/// Without a game, or with `intensity`, player programs for Intensity are checked. Each must print
/// its name, pass its own tests (request 3), and answer the two examples of the course sheet and a
/// number of random requests, for cards to pass and cards to play. With `--player eater` or
/// `--player concentration`, they are player programs of that game, which are asked for choices at
/// the start, at the end and in random games. All programs get the same requests.
///
/// With `flip`, `concentration` or `eater`, whole course programs are checked in scripted sessions;
/// `fourcade check flip --help` tells more.
///
/// A .c file is compiled first. The exit status is 1 if a program fails.
#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    disable_help_subcommand = true,
    subcommand_value_name = "GAME",
    subcommand_help_heading = "Games",
    after_long_help = help(),
)]
pub struct CheckArgs {
    #[command(subcommand)]
    game: Option<CheckedGame>,
    /// The game whose player programs are checked
    #[arg(long = "player", value_name = "GAME", default_value = "intensity")]
    player_game: PlayerGame,
    #[command(flatten)]
    players: PlayerArgs,
}

/// A game with player programs that are asked for each decision.
#[derive(Clone, Copy, clap::ValueEnum)]
enum PlayerGame {
    Intensity,
    Concentration,
    Eater,
}

#[derive(clap::Subcommand)]
enum CheckedGame {
    Intensity(PlayerArgs),
    /// Check programs for Flip in the sessions that the course sheet defines
    Flip(course::CourseArgs),
    /// Check programs for Concentration in the sessions that the course sheet defines
    Concentration(course::CourseArgs),
    /// Check programs for Eater in the sessions that the course sheet defines
    Eater(course::CourseArgs),
}

fn help() -> String {
    format!(
        "{}

Programs run in the sandbox and with the limits of `fourcade referee`; see its help. A program in \
a file called `flip` is checked as `./flip`.

Examples:
  fourcade check intensity.c
  fourcade check --verbose --seed 7 ./first ./second
  fourcade check --player eater near.c 'python3 near.py'
  fourcade check flip ./flip.c
  fourcade check concentration --list",
        player::verdicts()
    )
}

impl CheckArgs {
    pub fn run(self, runner: &Runner) -> Result<ExitCode, CliError> {
        match self.game {
            None => match self.player_game {
                PlayerGame::Intensity => self.players.run::<Intensity>(runner),
                PlayerGame::Concentration => self.players.run::<Concentration>(runner),
                PlayerGame::Eater => self.players.run::<Eater>(runner),
            },
            Some(CheckedGame::Intensity(players)) => players.run::<Intensity>(runner),
            Some(CheckedGame::Flip(programs)) => programs.run(&flip::check::SUITE, runner),
            Some(CheckedGame::Concentration(programs)) => {
                programs.run(&concentration::check::SUITE, runner)
            }
            Some(CheckedGame::Eater(programs)) => programs.run(&eater::check::SUITE, runner),
        }
    }
}

/// What came of checking all programs.
struct Checked<C> {
    /// The results, in the order of the programs.
    results: C,
    threads: usize,
    /// The elapsed wall-clock time in seconds.
    seconds: f64,
    is_cancelled: bool,
}

/// Checks programs, several at once, with a bar of `steps` for each, until an interrupt. `noun` is
/// what the steps are.
fn check_all<P: Sync, R: Send, C: FromParallelIterator<R> + Send>(
    programs: &[P],
    threads: Option<u16>,
    (steps, noun): (usize, &'static str),
    check: impl Fn(&P, &CancelToken, &ProgressBar) -> R + Sync,
) -> Result<Checked<C>, CliError> {
    let threads = args::thread_count(threads);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|why| CliError::Failed(format!("can't start the threads: {why}")))?;
    let cancel = CancelToken::default();
    let start = Instant::now();
    let _interrupts = Interrupts::watch(&cancel)?;
    let bar = progress_bar(steps * programs.len(), noun);
    let check = |program: &P| check(program, &cancel, &bar);
    let results = pool.install(|| programs.par_iter().map(check).collect());
    bar.finish_and_clear();
    let seconds = start.elapsed().as_secs_f64();
    Ok(Checked { results, threads, seconds, is_cancelled: cancel.is_cancelled() })
}

/// The result of a program that could not be made ready to run.
const fn unprepared(why: &PrepareError) -> &'static str {
    match why {
        PrepareError::NotCompiled { .. } => "not compiled",
        _ => "can't run",
    }
}

/// Returns the command by which a shell runs the program: that of a `.c` file runs what its
/// compilation makes in the current folder.
fn shell_command(command: &str, program: &Program) -> String {
    let is_file = Path::new(command).is_file();
    let words = if is_file { None } else { shlex::split(command) };
    let words = words.unwrap_or_else(|| vec![command.to_owned()]);
    let Some((first, rest)) = words.split_first() else { return command.to_owned() };
    let path = Path::new(first);
    // Python is started for a file that can't start itself.
    let is_started = path.extension().is_some_and(|extension| extension == "py")
        && program.file().file_name() != path.file_name();
    let first = match path.file_stem() {
        Some(stem) if program.compile_command().is_some() => format!("./{}", stem.display()),
        _ if is_file && !is_started && !first.contains('/') => format!("./{first}"),
        _ => first.clone(),
    };
    let python = is_started.then_some("python3");
    let words = python.into_iter().chain([first.as_str()]).chain(rest.iter().map(String::as_str));
    shlex::try_join(words).unwrap_or_else(|_| command.to_owned())
}

fn exit_code(is_interrupted: bool, all_are_ok: bool) -> ExitCode {
    match (is_interrupted, all_are_ok) {
        (true, _) => ExitCode::from(interrupts::exit_status()),
        (false, true) => ExitCode::SUCCESS,
        (false, false) => ExitCode::FAILURE,
    }
}
