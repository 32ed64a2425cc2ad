//! `fourcade check [--player GAME] PROGRAM...`: whether player programs answer as they should.

use std::{
    io::{self, Write},
    process::ExitCode,
};

use indicatif::ProgressBar;
use serde::{Serialize, Serializer};

use super::{check_all, exit_code, shell_command, unprepared};
use crate::{
    cli::{
        args::number,
        error::{self, CliError},
        output::{Column, standard_output, table_lines, write_json, write_table},
        programs::{self, AnswerArgs},
    },
    games::counted,
    printable::{printable, printable_lines},
};
use fourcade_course::program::{
    self, ProgramPlayer,
    check::{CheckAnswer, CheckRequest, ChecksPlayers, check_requests},
};
use fourcade_engine::play::{CancelToken, FaultCount, FaultKind, FaultTally, random};
use fourcade_programs::{PrepareError, Runner};

const DEFAULT_REQUESTS: u32 = 100;

/// The maximum size of the failures in the report on one program, as JSON.
const MAX_FAILURES_BYTES: usize = 400_000;

/// How many late answers of a program are waited for. A program that hangs would otherwise take
/// the time limit for each request.
const MAX_LATE_ANSWERS: u64 = 3;

/// Check player programs for Intensity; the same as without the game
///
/// A .c file is compiled first. Each program must print its name, pass its own tests (request 3),
/// and answer the two examples of the course sheet and a number of random requests, for cards to
/// pass and cards to play. All programs get the same requests. The exit status is 1 if a program
/// fails.
#[derive(clap::Args)]
#[command(after_long_help = help())]
pub struct PlayerArgs {
    /// Player programs: executable files, .c files or .py files; for Eater and Concentration also
    /// commands with their words in quotes
    #[arg(value_name = "PROGRAM", required = true)]
    programs: Vec<String>,
    /// The number of random requests
    #[arg(
        long,
        value_name = "N",
        default_value_t = DEFAULT_REQUESTS,
        value_parser = number(0..=1_000_000_u32)
    )]
    requests: u32,
    /// The random seed of the requests [default: a new one, which is shown]
    #[arg(long, value_name = "N", value_parser = number(0..=u64::MAX))]
    seed: Option<u64>,
    /// The number of programs checked at once [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = number(1..=1024_u16))]
    threads: Option<u16>,
    #[command(flatten)]
    answers: AnswerArgs,
    /// Show the requests that a program fails, and its answers
    #[arg(short, long, conflicts_with = "json")]
    verbose: bool,
    /// Print one JSON object, with the failed requests, instead of a table
    #[arg(long)]
    json: bool,
}

fn help() -> String {
    format!(
        "{}

Programs run in the sandbox and with the limits of `fourcade referee`; see its help.

Examples:
  fourcade check intensity.c
  fourcade check --verbose --seed 7 ./first ./second
  fourcade check --strict --json --timeout 5 programs/*.c",
        verdicts()
    )
}

/// Says what an answer to a request can be.
pub fn verdicts() -> String {
    format!(
        "An answer is legal or illegal, late (over the time limit), missing, or the program \
         crashed (it failed, or exceeded another limit), as in a tournament. After {MAX_LATE_ANSWERS} late \
         answers a program gets no more requests. Tests pass if the program ends with status 0."
    )
}

impl PlayerArgs {
    pub fn run<G: ChecksPlayers>(self, runner: &Runner) -> Result<ExitCode, CliError> {
        programs::warn_of_weak_sandbox(runner);
        let seed = self.seed.unwrap_or_else(random::fresh_seed);
        let requests = check_requests::<G>(self.requests as usize, seed);
        let steps = (requests.len(), "requests");
        let checked = check_all(&self.programs, self.threads, steps, |program, cancel, bar| {
            self.check(program, &requests, runner, cancel, bar)
        })?;
        let results: Vec<Option<ProgramReport>> = checked.results;
        let programs: Vec<_> = results.into_iter().flatten().collect();
        let is_interrupted = programs.len() < self.programs.len();
        if is_interrupted {
            let (done, planned) = (counted(programs.len(), "program"), self.programs.len());
            error::print_message(&format_args!(
                "interrupted: these are the results of {done} of {planned}"
            ));
        }
        let report = CheckReport {
            game: G::KEY,
            seed,
            requests: requests.len(),
            strict: self.answers.strict,
            threads: checked.threads,
            sandbox: programs::sandbox_name(runner),
            seconds: checked.seconds,
            programs,
        };
        let mut output = standard_output();
        if self.json {
            write_json(&mut output, &report)?;
        } else {
            report.write_text(&mut output, self.verbose)?;
        }
        output.flush()?;
        let all_are_ok = report.programs.iter().all(ProgramReport::is_ok);
        Ok(exit_code(is_interrupted, all_are_ok))
    }

    /// `None` if it was cancelled.
    fn check<G: ChecksPlayers>(
        &self,
        command: &str,
        requests: &[CheckRequest<G>],
        runner: &Runner,
        cancel: &CancelToken,
        bar: &ProgressBar,
    ) -> Option<ProgramReport> {
        let player = match program::prepare(runner, &G::ARG, command, cancel) {
            Ok(program) => ProgramPlayer::new(program, self.answers.rules()),
            Err(PrepareError::Cancelled) => return None,
            Err(why) => {
                bar.inc(requests.len() as u64);
                return Some(ProgramReport::unprepared(command, &why));
            }
        };
        let mut report = ProgramReport::new(command, player.program.compile_command());
        report.shell_command = shell_command(command, &player.program);
        for (number, request) in requests.iter().enumerate() {
            if report.faults.count(FaultKind::Late) >= MAX_LATE_ANSWERS {
                let left = requests.len() - number;
                report.not_asked = left;
                bar.inc(left as u64);
                break;
            }
            let answer = request.ask(&player, cancel)?;
            report.add(number + 1, request.kind, &request.text, answer);
            bar.inc(1);
        }
        report.starts_programs = player.program.started_programs();
        report.creates_files = player.program.created_files();
        report.forbidden_acts = player.forbidden_acts(&report.program);
        Some(report)
    }
}

#[derive(Serialize)]
struct CheckReport {
    game: &'static str,
    seed: u64,
    /// The number of requests to each program.
    requests: usize,
    /// Whether only exact answers count.
    strict: bool,
    threads: usize,
    sandbox: &'static str,
    /// The elapsed wall-clock time in seconds.
    seconds: f64,
    /// The programs, in their order on the command line.
    programs: Vec<ProgramReport>,
}

#[derive(Default, Serialize)]
struct ProgramReport {
    /// As it was given.
    program: String,
    /// `ok`, `failed`, `not compiled` or `can't run`.
    result: &'static str,
    /// Why the program could not be made ready to run.
    problem: Option<String>,
    compiled_by: Option<String>,
    legal: usize,
    /// The answers that were not legal, by kind. In JSON, `silent` means that there was none.
    #[serde(flatten, serialize_with = "count_kinds")]
    faults: FaultTally,
    /// The number of requests left out because too many answers were late.
    not_asked: usize,
    /// The time of the slowest answer in milliseconds. A late one counts with the time limit.
    slowest_ms: f64,
    /// The names of programs that it has started, which the course forbids. Only a sandbox tells.
    starts_programs: Vec<String>,
    /// The names of files that it has created, which the course forbids, too.
    creates_files: Vec<String>,
    #[serde(skip)]
    forbidden_acts: Vec<String>,
    /// The number of legal answers after which the program ended with another status than 0, which
    /// counts nowhere.
    other_status: usize,
    /// The number of legal answers with which it wrote to standard error, and the first such text.
    with_stderr: usize,
    stderr: String,
    /// The command by which a shell runs the program.
    #[serde(skip)]
    shell_command: String,
    /// The first of each kind, and others until they are too many to show.
    failures: Vec<FailedRequest>,
    /// The number of failures that are left out of these.
    failures_left_out: usize,
    #[serde(skip)]
    failures_bytes: usize,
}

/// Writes the number of faults of each kind.
fn count_kinds<S: Serializer>(faults: &FaultTally, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(FaultKind::ALL.map(|kind| (kind, faults.count(kind))))
}

/// A request that was not answered legally.
#[derive(Serialize)]
struct FailedRequest {
    /// The number of the request, from 1.
    number: usize,
    kind: &'static str,
    verdict: FaultKind,
    /// What is wrong: a phrase whose subject is the program.
    fault: String,
    request: String,
    /// What the program printed, if that is known.
    answer: Option<String>,
    /// The beginning of what it wrote to standard error.
    stderr: String,
}

const COLUMNS: [Column<ProgramReport>; 9] = [
    ("program", |row| row.program.clone()),
    ("result", |row| row.result.to_owned()),
    ("legal", |row| row.legal.to_string()),
    ("illegal", |row| row.faults.count(FaultKind::Illegal).to_string()),
    ("late", |row| row.faults.count(FaultKind::Late).to_string()),
    ("crashed", |row| row.faults.count(FaultKind::Crashed).to_string()),
    ("no answer", |row| row.faults.count(FaultKind::Silent).to_string()),
    ("not asked", |row| row.not_asked.to_string()),
    ("slowest ms", |row| format!("{:.1}", row.slowest_ms)),
];

impl ProgramReport {
    fn new(command: &str, compile_command: Option<&str>) -> Self {
        Self {
            program: command.to_owned(),
            result: "ok",
            problem: None,
            compiled_by: compile_command.map(str::to_owned),
            ..Self::default()
        }
    }

    fn unprepared(command: &str, why: &PrepareError) -> Self {
        Self { result: unprepared(why), problem: Some(why.to_string()), ..Self::new(command, None) }
    }

    fn is_ok(&self) -> bool {
        self.problem.is_none() && self.failures.is_empty()
    }

    fn add(&mut self, number: usize, kind: &'static str, request: &str, answer: CheckAnswer) {
        let ms = answer.time.map_or(0.0, |time| time.as_secs_f64() * 1000.0);
        self.slowest_ms = self.slowest_ms.max(ms);
        let Some(verdict) = answer.verdict else {
            self.legal += 1;
            self.other_status += usize::from(answer.status != 0);
            if !answer.stderr.is_empty() {
                self.with_stderr += 1;
                if self.stderr.is_empty() {
                    self.stderr = answer.stderr;
                }
            }
            return;
        };
        self.faults.add(verdict, &answer.fault, &format!("request {number} ({kind})"));
        let is_first = self.faults.count(verdict) == 1;
        self.result = "failed";
        let failure = FailedRequest {
            number,
            kind,
            verdict,
            fault: answer.fault,
            request: request.to_owned(),
            answer: answer.output,
            stderr: answer.stderr,
        };
        let bytes = serde_json::to_string(&failure).map_or(0, |json| json.len());
        if is_first || self.failures_bytes + bytes <= MAX_FAILURES_BYTES {
            self.failures_bytes += bytes;
            self.failures.push(failure);
        } else {
            self.failures_left_out += 1;
        }
    }

    /// What is no fault but worth a sentence.
    fn warnings(&self) -> Vec<String> {
        let mut warnings = self.forbidden_acts.clone();
        let (program, answers) = (&self.program, |count| counted(count, "legal answer"));
        if self.other_status > 0 {
            let answers = answers(self.other_status);
            warnings.push(format!("{program}: {answers} with an exit status other than 0"));
        }
        if self.with_stderr > 0 {
            let answers = answers(self.with_stderr);
            let line = self.stderr.trim().lines().next().unwrap_or_default();
            warnings.push(format!(
                "{program}: {answers} with text on standard error, which begins: {line}"
            ));
        }
        warnings
    }

    /// Writes why the program failed. Without `verbose`, that is its first failure of each kind.
    fn write_failures(&self, output: &mut dyn Write, verbose: bool) -> io::Result<()> {
        if let Some(problem) = &self.problem {
            return writeln!(output, "\n{problem}");
        }
        if self.failures.is_empty() {
            return Ok(());
        }
        let failed = counted(self.faults.total(), "request");
        if !verbose {
            if let [FaultCount { count, first, place, .. }] = self.faults.kinds() {
                let (which, first) =
                    (if *count == 1 { "" } else { "; the first" }, printable(first));
                return writeln!(
                    output,
                    "\n{}: {failed} failed{which}: {place}: {first}",
                    self.program
                );
            }
            writeln!(output, "\n{}: {failed} failed; the first of each kind:", self.program)?;
            return self.faults.kinds().iter().try_for_each(
                |FaultCount { kind, first, place, .. }| {
                    writeln!(output, "  {place}: {}: {}", kind.name(), printable(first))
                },
            );
        }
        writeln!(output, "\n{}: {failed} failed", self.program)?;
        if let Some(command) = &self.compiled_by {
            writeln!(output, "compiled by: {command}")?;
        }
        self.failures.iter().try_for_each(|failure| failure.write(output, &self.shell_command))?;
        if self.failures_left_out > 0 {
            let left_out = counted(self.failures_left_out, "failed request");
            writeln!(output, "\n{left_out} more left out")?;
        }
        Ok(())
    }
}

impl FailedRequest {
    /// Writes the request, the answer, and how to repeat both in a shell.
    fn write(&self, output: &mut dyn Write, shell_command: &str) -> io::Result<()> {
        let Self { number, kind, verdict, fault, request, answer, stderr } = self;
        writeln!(output, "\nrequest {number} ({kind}): {}: {}", verdict.name(), printable(fault))?;
        let line = request.trim_end_matches('\n').replace('\n', "\\n");
        writeln!(output, "  printf '{line}\\n' | {shell_command}")?;
        let mut write = |heading: &str, text: &str| {
            writeln!(output, "  {heading}")?;
            let text = printable_lines(text.trim_end());
            text.lines().try_for_each(|line| writeln!(output, "    {line}"))
        };
        match answer.as_deref().map(str::trim_end) {
            Some("") => write("it printed nothing", "")?,
            Some(answer) => write("it printed:", answer)?,
            None => {}
        }
        if stderr.is_empty() { Ok(()) } else { write("on standard error:", stderr) }
    }
}

impl CheckReport {
    /// Writes a table of the programs and then why they failed; with `verbose`, each failure with
    /// its request and answer.
    fn write_text(&self, output: &mut dyn Write, verbose: bool) -> io::Result<()> {
        let (requests, threads) =
            (counted(self.requests, "request"), counted(self.threads, "thread"));
        let (programs, seed) = (counted(self.programs.len(), "program"), self.seed);
        let strict = if self.strict { ", strict" } else { "" };
        writeln!(
            output,
            "{programs}, {requests} each, seed {seed}{strict}, {threads}, {:.1} s\n",
            self.seconds
        )?;
        write_table(output, &table_lines(&COLUMNS.each_ref(), &self.programs))?;
        for program in &self.programs {
            program.write_failures(output, verbose)?;
            for (number, warning) in program.warnings().iter().enumerate() {
                let line_feed = if number == 0 { "\n" } else { "" };
                writeln!(output, "{line_feed}{}", printable(warning))?;
            }
        }
        if !verbose && self.programs.iter().any(|program| !program.failures.is_empty()) {
            writeln!(output, "\n--verbose --seed {seed} shows all failed requests and answers")?;
        }
        Ok(())
    }
}
