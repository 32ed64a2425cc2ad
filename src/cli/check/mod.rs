//! `fourcade check`: whether people's own programs do what the course asks.

mod course;
mod intensity;

use std::{process::ExitCode, time::Instant};

use indicatif::ProgressBar;
use rayon::prelude::*;

use super::{
    args,
    error::CliError,
    interrupts::{self, Interrupts},
    output::progress_bar,
};
use crate::{
    games::{check::Suite, concentration, eater, flip},
    programs::PrepareError,
};
use fourcade_engine::play::CancelToken;

/// Check your own programs: do they do what the course sheet asks?
///
/// Without a game, or with `intensity`, player programs for Intensity are checked. Each must print
/// its name, pass its own tests (request 3), and answer the two examples of the course sheet and a
/// number of random requests, for cards to pass and cards to play. All programs get the same
/// requests.
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
    #[command(flatten)]
    players: intensity::IntensityArgs,
}

#[derive(clap::Subcommand)]
enum CheckedGame {
    Intensity(intensity::IntensityArgs),
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
  fourcade check flip ./flip.c
  fourcade check concentration --list",
        intensity::verdicts()
    )
}

const SUITES: [&Suite; 3] =
    [&flip::check::SUITE, &concentration::check::SUITE, &eater::check::SUITE];

impl CheckArgs {
    pub fn run(self) -> Result<ExitCode, CliError> {
        let [flip, concentration, eater] = SUITES;
        match self.game {
            None => self.players.run(),
            Some(CheckedGame::Intensity(players)) => players.run(),
            Some(CheckedGame::Flip(programs)) => programs.run(flip),
            Some(CheckedGame::Concentration(programs)) => programs.run(concentration),
            Some(CheckedGame::Eater(programs)) => programs.run(eater),
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

fn exit_code(is_interrupted: bool, all_are_ok: bool) -> ExitCode {
    match (is_interrupted, all_are_ok) {
        (true, _) => ExitCode::from(interrupts::exit_status()),
        (false, true) => ExitCode::SUCCESS,
        (false, false) => ExitCode::FAILURE,
    }
}
