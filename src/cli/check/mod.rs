//! `fourcade check`: whether player programs for Intensity answer as the course asks.

mod report;

use std::{
    io::Write,
    path::{Path, PathBuf},
    process::ExitCode,
    time::Instant,
};

use clap::value_parser;
use indicatif::ProgressBar;
use rayon::prelude::*;

use super::{
    args,
    entrants::AnswerArgs,
    error::{self, CliError},
    interrupts::{self, Interrupts},
    output::{counted, progress_bar, standard_output},
    programs,
};
use crate::{
    games::intensity::program::check::{CheckRequest, CheckVerdict, check_requests},
    programs::{PrepareError, Runner},
};
use fourcade_engine::play::{CancelToken, random};

use report::{CheckReport, ProgramReport};

/// The default number of random requests.
const DEFAULT_REQUESTS: u32 = 100;

/// How many slow answers of a program are waited for. A program that hangs would otherwise take
/// the time limit for each request.
const MAX_SLOW_ANSWERS: usize = 3;

/// Check player programs for Intensity: do they answer legally, in time and without a crash?
///
/// A .c file is compiled first. Each program must print its name, pass its own tests (request 3),
/// and answer the two examples of the course sheet and a number of random requests, for cards to
/// pass and cards to play. All programs get the same requests. The exit status is 1 if a program
/// fails.
#[derive(clap::Args)]
#[command(after_long_help = help())]
pub struct CheckArgs {
    /// Player programs: executable files or .c files
    #[arg(value_name = "PROGRAM", required = true)]
    programs: Vec<PathBuf>,
    /// The number of random requests
    #[arg(
        long,
        value_name = "N",
        default_value_t = DEFAULT_REQUESTS,
        value_parser = value_parser!(u32).range(0..=1_000_000)
    )]
    requests: u32,
    /// The random seed of the requests [default: a new one, which is shown]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The number of programs checked at once [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    answers: AnswerArgs,
    /// Show each request that a program fails, and its answer
    #[arg(short, long, conflicts_with = "json")]
    verbose: bool,
    /// Print one JSON object, with all failed requests, instead of a table
    #[arg(long)]
    json: bool,
}

fn help() -> String {
    format!(
        "An answer is legal, illegal (also if there is none), slow (over the time limit), or the \
         program crashed (or exceeded another limit). After {MAX_SLOW_ANSWERS} slow answers a \
         program gets no more requests. Tests pass if the program ends with status 0.

Programs run in the sandbox and with the limits of `fourcade referee`; see its help.

Examples:
  fourcade check intensity.c
  fourcade check --verbose --seed 7 ./first ./second
  fourcade check --strict --json --timeout 5 programs/*.c"
    )
}

impl CheckArgs {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode, CliError> {
        programs::warn_of_weak_sandbox();
        let seed = self.seed.unwrap_or_else(random::fresh_seed);
        let requests = check_requests(self.requests as usize, seed);
        let threads = args::thread_count(self.threads);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool =
            pool.map_err(|why| CliError::Failed(format!("can't start the threads: {why}")))?;
        let cancel = CancelToken::default();
        let start = Instant::now();
        let checked: Vec<_> = {
            let _interrupts = Interrupts::watch(&cancel)?;
            let bar = progress_bar(requests.len() * self.programs.len(), "requests");
            let check = |path: &PathBuf| self.check(path, &requests, &cancel, &bar);
            let checked = pool.install(|| self.programs.par_iter().map(check).collect());
            bar.finish_and_clear();
            checked
        };
        let checked: Vec<_> = checked.into_iter().flatten().collect();
        let is_interrupted = checked.len() < self.programs.len();
        if is_interrupted {
            let (done, planned) = (counted(checked.len(), "program"), self.programs.len());
            error::print_message(&format_args!(
                "interrupted: these are the results of {done} of {planned}"
            ));
        }
        let report = CheckReport {
            seed,
            requests: requests.len(),
            strict: self.answers.strict,
            threads,
            sandbox: programs::sandbox_name(),
            seconds: start.elapsed().as_secs_f64(),
            programs: checked,
        };
        let mut output = standard_output();
        if self.json {
            report.write_json(&mut output)?;
        } else {
            report.write_text(&mut output, self.verbose)?;
        }
        output.flush()?;
        Ok(match is_interrupted {
            true => ExitCode::from(interrupts::exit_status()),
            false if report.programs.iter().all(ProgramReport::is_ok) => ExitCode::SUCCESS,
            false => ExitCode::FAILURE,
        })
    }

    /// Checks a program. Returns `None` if it was cancelled.
    fn check(
        &self,
        path: &Path,
        requests: &[CheckRequest],
        cancel: &CancelToken,
        bar: &ProgressBar,
    ) -> Option<ProgramReport> {
        let program = match Runner::global().prepare(path, cancel) {
            Ok(program) => program,
            Err(PrepareError::Cancelled) => return None,
            Err(why) => {
                bar.inc(requests.len() as u64);
                return Some(ProgramReport::unprepared(path, &why));
            }
        };
        let mut report = ProgramReport::new(path, program.compile_command());
        let (limits, format) = (self.answers.limits(), self.answers.format());
        for (number, request) in requests.iter().enumerate() {
            if report.count(CheckVerdict::Slow) >= MAX_SLOW_ANSWERS {
                let left = requests.len() - number;
                report.not_asked = left;
                bar.inc(left as u64);
                break;
            }
            let answer = request.ask(&program, &limits, format, cancel)?;
            report.add(number + 1, request, answer);
            bar.inc(1);
        }
        Some(report)
    }
}
