//! `fourcade check`: checks people's own programs against the course sheets.

mod report;

use std::{
    io::Write as _,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::atomic::{AtomicUsize, Ordering},
    time::Instant,
};

use indicatif::ProgressBar;
use rayon::prelude::*;

use super::{
    args,
    error::{self, CliError},
    interrupts::{self, Interrupts},
    numbers::number,
    output::{progress_bar, standard_output, write_json},
    programs::{self, Timeout, parse_timeout},
};
use fourcade_course::{
    check::{
        Case, CaseError, Cases, Check, CheckError, CheckedProgram, ChecksPlayers, Suite, Verdict,
        check_requests,
    },
    concentration, eater, flip,
    program::{self, AnswerRules, ProgramPlayer},
};
use fourcade_engine::{
    GameKind,
    concentration::Concentration,
    eater::Eater,
    intensity::Intensity,
    play::{CancelToken, FaultKind, PlayerArg, random},
};
use fourcade_programs::{Program, Runner};
use report::{ProgramReport, Report};

const DEFAULT_REQUESTS: u32 = 100;

/// After this many late cases no more are tried. Otherwise a program that hangs would take the time
/// limit for each.
const MAX_LATE: usize = 3;

/// Number of cases tried before their results are added to the report.
const CASES_AT_ONCE: usize = 1000;

/// Output limit of a session; enough for a whole game of two computers.
const SESSION_BYTES: usize = 4 << 20;

/// Check your own programs: do they do what the course sheet asks?
///
/// With `flip`, `concentration` or `eater` before them, programs are whole course programs. Each is
/// tried in sessions: arguments, typed lines, and what the course sheet asks the program to print.
/// Where the sheet leaves the words open or chance decides, properties are checked instead.
///
/// With `--player`, programs are players of the game, which are asked for each choice; so are all
/// programs for Intensity, with `intensity` or without a game. Each is asked for choices at the
/// start, at the end and in random games; for Intensity, also for its name, for its own tests
/// (request 3), and in the two examples of the course sheet. All programs get the same requests.
///
/// A .c file is compiled first. The exit status is 1 if a program fails.
#[derive(clap::Args)]
#[command(
    override_usage = "fourcade check [OPTIONS] [GAME] <PROGRAM>...",
    after_long_help = help(),
)]
#[expect(clippy::struct_excessive_bools, reason = "each of them is an option of its own")]
pub struct CheckArgs {
    /// The game, unless it is Intensity, and the programs: executable files, .c files or .py files,
    /// or commands with their words in quotes (not for Intensity)
    #[arg(value_name = "PROGRAM", required = true)]
    words: Vec<String>,
    /// Check players, which are asked for each choice, instead of whole course programs
    #[arg(long)]
    player: bool,
    /// Try a course program only in this case, by its name or its number; may be given several
    /// times
    #[arg(long = "case", value_name = "NAME")]
    case_names: Vec<String>,
    /// A folder with cases of your own for course programs, which are tried, too
    #[arg(long = "cases", value_name = "FOLDER")]
    cases_folder: Option<PathBuf>,
    /// List the cases of a game with what each stands for
    #[arg(long, conflicts_with = "json")]
    list: bool,
    /// The number of random requests to players [default: 100]
    #[arg(long, value_name = "N", value_parser = number(0..=1_000_000_u32))]
    requests: Option<u32>,
    /// The random seed of the requests [default: a new one, which is shown]
    #[arg(long, value_name = "N", value_parser = number(0..=u64::MAX))]
    seed: Option<u64>,
    /// The number of cases or requests tried at once [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = number(1..=1024_u16))]
    threads: Option<u16>,
    /// The time limit of a program for each answer, and for each run of a course program
    #[arg(long, value_name = "SECONDS", default_value_t, value_parser = parse_timeout)]
    timeout: Timeout,
    /// Fail a program even if only blanks differ; of players, accept only answers that are exactly
    /// the numbers asked for, and none of programs that start others or create files
    #[arg(long)]
    strict: bool,
    /// Show everything that a program fails, not only the first failure of each kind
    #[arg(short, long, conflicts_with = "json")]
    verbose: bool,
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

fn help() -> String {
    format!(
        "What a course program prints is compared byte for byte. If only blanks and ends of lines \
         differ, it passes, with a note; --strict fails it. A player's answer is legal or wrong; \
         with --strict, it must be exactly the numbers asked for. A program can also be late (over \
         the time limit), crash, or give no answer, as in a tournament. After {MAX_LATE} times in \
         which a program is late, no more is tried. Each failure is shown with a shell command that \
         repeats it.

Programs run in the sandbox and with the limits of `fourcade referee`; see its help. Each case of \
a course program runs in a new folder of its own, in which it can save games. A program in a file \
called `flip` is checked as `./flip`.

A case is a .toml file; docs/course-cases.md says how to write one. With --cases, a case \
replaces ours of the same name.

Examples:
  fourcade check intensity.c
  fourcade check --verbose --seed 7 ./first ./second
  fourcade check eater --player near.c 'python3 near.py'
  fourcade check flip ./flip.c
  fourcade check flip --case start-odd 'python3 flip.py'
  fourcade check concentration --list"
    )
}

/// The checks and the rules for all programs.
struct Plan<'a> {
    game: &'static str,
    noun: &'static str,
    seed: Option<u64>,
    checks: Vec<Box<dyn Check + 'a>>,
    rules: AnswerRules,
    /// How programs are named.
    arg: &'static PlayerArg,
    /// Whether programs are players, which are watched for starting others and creating files.
    are_players: bool,
}

impl CheckArgs {
    pub fn run(self, runner: &Runner) -> Result<ExitCode, CliError> {
        let game = self.words[0].parse::<GameKind>().ok();
        let programs = &self.words[usize::from(game.is_some())..];
        if programs.is_empty() && !self.list {
            let game = &self.words[0];
            return Err(CliError::usage(format!(
                "`fourcade check {game}` needs a program; one in a file called {game} is ./{game}"
            )));
        }
        match (game.unwrap_or(GameKind::Intensity), self.player) {
            (GameKind::Flip, true) => Err(CliError::usage(
                "Flip's players speak GTP, so they are asked for moves only at a table; play \
                 against one with `fourcade play flip --players human,program:COMMAND`",
            )),
            (GameKind::Flip, false) => self.check_sessions(programs, &flip::check::SUITE, runner),
            (GameKind::Concentration, true) => {
                self.check_players::<Concentration>(programs, runner)
            }
            (GameKind::Concentration, false) => {
                self.check_sessions(programs, &concentration::check::SUITE, runner)
            }
            (GameKind::Eater, true) => self.check_players::<Eater>(programs, runner),
            (GameKind::Eater, false) => self.check_sessions(programs, &eater::check::SUITE, runner),
            (GameKind::Intensity, _) => self.check_players::<Intensity>(programs, runner),
        }
    }

    fn check_players<G: ChecksPlayers>(
        &self,
        programs: &[String],
        runner: &Runner,
    ) -> Result<ExitCode, CliError> {
        if self.list || self.cases_folder.is_some() || !self.case_names.is_empty() {
            return Err(CliError::usage(
                "--list, --case and --cases are for course programs; name flip, concentration or \
                 eater before them",
            ));
        }
        let seed = self.seed.unwrap_or_else(random::fresh_seed);
        let requests =
            check_requests::<G>(self.requests.unwrap_or(DEFAULT_REQUESTS) as usize, seed);
        let checks = requests.into_iter().map(|request| Box::new(request) as Box<dyn Check>);
        let plan = Plan {
            game: G::KEY,
            noun: "request",
            seed: Some(seed),
            checks: checks.collect(),
            rules: AnswerRules::new(self.timeout.0, self.strict),
            arg: &G::ARG,
            are_players: true,
        };
        self.check_all(programs, &plan, runner)
    }

    fn check_sessions(
        &self,
        programs: &[String],
        suite: &Suite,
        runner: &Runner,
    ) -> Result<ExitCode, CliError> {
        if self.requests.is_some() || self.seed.is_some() {
            return Err(CliError::usage("--requests and --seed are for players; add --player"));
        }
        let mut cases = suite.embedded_cases()?;
        if let Some(folder) = &self.cases_folder {
            cases.add_folder(folder)?;
        }
        if !self.case_names.is_empty() {
            keep_only(&mut cases, &self.case_names)?;
        }
        if self.list {
            return list(&cases);
        }
        let mut rules = AnswerRules::new(self.timeout.0, self.strict);
        rules.limits.output_bytes = SESSION_BYTES;
        let plan = Plan {
            game: suite.game,
            noun: "case",
            seed: None,
            checks: suite.checks(&cases),
            rules,
            arg: &PlayerArg::Command,
            are_players: false,
        };
        self.check_all(programs, &plan, runner)
    }

    /// Runs all checks in parallel until an interrupt.
    fn check_all(
        &self,
        programs: &[String],
        plan: &Plan,
        runner: &Runner,
    ) -> Result<ExitCode, CliError> {
        programs::warn_of_weak_sandbox(runner);
        let threads = args::thread_count(self.threads);
        let pool = args::thread_pool(threads)?;
        let cancel = CancelToken::default();
        let start = Instant::now();
        let _interrupts = Interrupts::watch(&cancel)?;
        let bar = progress_bar(plan.checks.len() * programs.len(), &format!("{}s", plan.noun));
        let check = |program: &String| self.check(program, plan, runner, &cancel, &bar);
        let reports: Result<Vec<_>, CliError> =
            pool.install(|| programs.par_iter().map(check).collect());
        bar.finish_and_clear();
        let report = Report {
            game: plan.game,
            noun: plan.noun,
            case_count: plan.checks.len(),
            seed: plan.seed,
            strict: self.strict,
            threads,
            sandbox: programs::sandbox_name(runner),
            seconds: start.elapsed().as_secs_f64(),
            programs: reports?,
        };
        if cancel.is_cancelled() {
            error::print_message(&"interrupted: these are the results so far");
        }
        let mut output = standard_output();
        if self.json {
            write_json(&mut output, &report)?;
        } else {
            report.write_text(&mut output, self.verbose)?;
        }
        output.flush()?;
        let is_ok = report.programs.iter().all(ProgramReport::is_ok);
        if !is_ok && !cancel.is_cancelled() {
            return Ok(ExitCode::FAILURE);
        }
        Ok(interrupts::exit_code(cancel.is_cancelled()))
    }

    fn check(
        &self,
        command: &str,
        plan: &Plan,
        runner: &Runner,
        cancel: &CancelToken,
        bar: &ProgressBar,
    ) -> Result<ProgramReport, CliError> {
        let total = plan.checks.len();
        let prepared = match program::prepare(runner, plan.arg, command, cancel) {
            Ok(prepared) => prepared,
            Err(error) => {
                bar.inc(total as u64);
                return Ok(ProgramReport::unprepared(command, &error, total));
            }
        };
        let shell_command = repeating_command(command, &prepared);
        let mut report = ProgramReport::new(command, prepared.compile_command(), total);
        let player = plan.are_players.then(|| ProgramPlayer::new(prepared.clone(), plan.rules));
        let program = player.as_ref().map_or(&prepared, |player| &player.program);
        let subject = CheckedProgram { program, shell_command: &shell_command, rules: plan.rules };
        let late_count = AtomicUsize::new(0);
        // Returns `None` if the check isn't tried.
        let try_check = |check: &dyn Check| {
            if cancel.is_cancelled() || late_count.load(Ordering::SeqCst) >= MAX_LATE {
                return Ok(None);
            }
            let result = check.try_program(&subject, cancel)?;
            if let Verdict::Failed(fault) = &result.verdict
                && fault.kind == FaultKind::Late
            {
                late_count.fetch_add(1, Ordering::SeqCst);
            }
            Ok(Some(result))
        };
        for (chunk, first) in plan.checks.chunks(CASES_AT_ONCE).zip((1..).step_by(CASES_AT_ONCE)) {
            let results = chunk.par_iter().map(|check| {
                let result = try_check(check.as_ref());
                bar.inc(1);
                result
            });
            let results: Vec<_> = results.collect();
            for ((check, result), number) in chunk.iter().zip(results).zip(first..) {
                let name = check.name(number);
                match result {
                    Ok(Some(result)) => {
                        report.add(name, check.requirement(), result, self.strict);
                    }
                    Ok(None) | Err(CheckError::Cancelled) => {}
                    Err(CheckError::BadCase(error)) => {
                        return Err(CliError::usage(format!("case {name}: {error}")));
                    }
                    Err(CheckError::NoFolder(error)) => {
                        return Err(CliError::Failed(format!(
                            "no folder can be made for the program: {error}; free some space in {}",
                            std::env::temp_dir().display()
                        )));
                    }
                }
            }
        }
        if let Some(player) = player {
            report.starts_programs = player.program.started_programs();
            report.creates_files = player.program.created_files();
            report.forbidden_acts = player.forbidden_acts(command);
        }
        Ok(report)
    }
}

impl From<CaseError> for CliError {
    fn from(error: CaseError) -> Self {
        Self::Usage(error.to_string())
    }
}

/// Keeps only the cases with these names. The number in front of a name, or the rest, suffices.
fn keep_only(cases: &mut Cases, names: &[String]) -> Result<(), CliError> {
    let is_meant = |case: &Case, name: &str| {
        let parts = case.name.split_once('-');
        case.name == name || parts.is_some_and(|(number, rest)| number == name || rest == name)
    };
    for name in names {
        if !cases.cases.iter().any(|case| is_meant(case, name)) {
            let known: Vec<&str> = cases.cases.iter().map(|case| case.name.as_str()).collect();
            let near = known.iter().min_by_key(|known| strsim::levenshtein(known, name));
            let near = near.map(|near| format!("did you mean {near}? ")).unwrap_or_default();
            return Err(CliError::usage(format!(
                "there is no case {name:?}; {near}--list shows them all"
            )));
        }
    }
    cases.cases.retain(|case| names.iter().any(|name| is_meant(case, name)));
    Ok(())
}

fn list(cases: &Cases) -> Result<ExitCode, CliError> {
    let mut output = standard_output();
    let width = cases.cases.iter().map(|case| case.name.chars().count()).max().unwrap_or(0);
    for case in &cases.cases {
        writeln!(output, "{:<width$}  {}", case.name, case.requirement)?;
    }
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the shell command that runs the program again. For a `.c` file, it runs the executable
/// that the compiler puts into the current folder.
fn repeating_command(command: &str, program: &Program) -> String {
    let is_file = Path::new(command).is_file();
    let words = if is_file { None } else { shlex::split(command) };
    let words = words.unwrap_or_else(|| vec![command.to_owned()]);
    let Some((first, rest)) = words.split_first() else { return command.to_owned() };
    let path = Path::new(first);
    // Python runs a file that isn't executable.
    let runs_in_python = path.extension().is_some_and(|extension| extension == "py")
        && program.file().file_name() != path.file_name();
    let first = match path.file_stem() {
        Some(stem) if program.compile_command().is_some() => format!("./{}", stem.display()),
        _ if is_file && !runs_in_python && !first.contains('/') => format!("./{first}"),
        _ => first.clone(),
    };
    let python = runs_in_python.then_some("python3");
    let words = python.into_iter().chain([first.as_str()]).chain(rest.iter().map(String::as_str));
    shlex::try_join(words).unwrap_or_else(|_| command.to_owned())
}
