//! `fourcade check flip|concentration|eater`: course programs in scripted sessions.

use std::{
    collections::BTreeMap,
    io::{self, Write},
    path::PathBuf,
    process::ExitCode,
    sync::atomic::{AtomicUsize, Ordering},
};

use indicatif::ProgressBar;
use rayon::prelude::*;
use serde::Serialize;

use super::{check_all, exit_code, shell_command, unprepared};
use crate::{
    cli::{
        args::number,
        error::{self, CliError},
        output::{Column, standard_output, table_lines, write_json, write_table},
        programs::{self, Timeout, timeout},
    },
    games::counted,
};
use fourcade_course::check::{Case, CaseError, Cases, Fault, Problem, Subject, Suite, Verdict};
use fourcade_engine::play::CancelToken;
use fourcade_programs::{PrepareError, ProgramLimits, Runner};

/// How many cases in which a program is slow are waited for.
const MAX_SLOW_CASES: usize = 3;

/// A whole game of two computers may print so much.
const OUTPUT_BYTES: usize = 4 << 20;

/// Each case is a session: arguments, typed lines, and what the course sheet asks the program to
/// print. Where the sheet leaves the words open or chance decides, properties are checked instead.
/// The exit status is 1 if a program fails a case.
#[derive(clap::Args)]
#[command(after_long_help = help())]
pub struct CourseArgs {
    /// Programs: commands with their words in quotes, executable files, .c files or .py files
    #[arg(value_name = "PROGRAM", required_unless_present = "list")]
    programs: Vec<String>,
    /// Try only this case, by its name or its number; may be given several times
    #[arg(long = "case", value_name = "NAME")]
    only: Vec<String>,
    /// A folder with cases of your own, which are tried, too
    #[arg(long, value_name = "FOLDER")]
    cases: Option<PathBuf>,
    /// List the cases with what each stands for
    #[arg(long, conflicts_with = "json")]
    list: bool,
    /// Fail a program even if only blanks differ
    #[arg(long)]
    strict: bool,
    /// The number of cases tried at once [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = number(1..=1024_u16))]
    threads: Option<u16>,
    /// The time limit of a program for each run, and for each answer in a game by chance
    #[arg(long, value_name = "SECONDS", default_value_t, value_parser = timeout)]
    timeout: Timeout,
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

fn help() -> String {
    format!(
        "What a program prints is compared byte for byte. If only blanks and ends of lines \
         differ, it passes, with a note; --strict fails it. Otherwise the first line that differs \
         is shown: what was expected, what came, what was typed so far, and a shell command that \
         repeats it. After {MAX_SLOW_CASES} cases in which a program is too slow, no more are \
         tried.

Programs run in the sandbox and with the limits of `fourcade referee`; see its help. Each case \
runs in a new folder of its own, in which a program can save games.

A case is a .toml file; docs/programs.md says how to write some. With --cases, a case replaces \
ours of the same name.

Examples:
  fourcade check flip flip.c
  fourcade check flip --case start-odd 'python3 flip.py'
  fourcade check eater ./eater --cases ours --strict"
    )
}

impl CourseArgs {
    pub fn run(self, suite: &Suite, runner: &Runner) -> Result<ExitCode, CliError> {
        let mut cases = suite.embedded_cases()?;
        if let Some(folder) = &self.cases {
            cases.add_folder(folder)?;
        }
        if !self.only.is_empty() {
            select(&mut cases, &self.only)?;
        }
        if self.list {
            return list(&cases);
        }
        programs::warn_of_weak_sandbox(runner);
        let steps = (cases.cases.len(), "cases");
        let checked = check_all(&self.programs, self.threads, steps, |program, cancel, bar| {
            self.check((suite, &cases), program, runner, cancel, bar)
        })?;
        let programs: Result<Vec<_>, CliError> = checked.results;
        let report = Report {
            game: suite.game,
            cases: cases.cases.len(),
            strict: self.strict,
            threads: checked.threads,
            sandbox: programs::sandbox_name(runner),
            seconds: checked.seconds,
            programs: programs?,
        };
        if checked.is_cancelled {
            error::print_message(&"interrupted: these are the results so far");
        }
        let mut output = standard_output();
        if self.json {
            write_json(&mut output, &report)?;
        } else {
            report.write_text(&mut output)?;
        }
        output.flush()?;
        let all_are_ok = report.programs.iter().all(|program| program.result == "ok");
        Ok(exit_code(checked.is_cancelled, all_are_ok))
    }

    fn check(
        &self,
        (suite, cases): (&Suite, &Cases),
        command: &str,
        runner: &Runner,
        cancel: &CancelToken,
        bar: &ProgressBar,
    ) -> Result<ProgramReport, CliError> {
        let total = cases.cases.len();
        let program = match runner.prepare_command(command, &|| cancel.is_cancelled()) {
            Ok(program) => program,
            Err(why) => {
                bar.inc(total as u64);
                return Ok(ProgramReport::unprepared(command, &why, total));
            }
        };
        let mut limits = ProgramLimits::default().with_time(self.timeout.0);
        limits.output_bytes = OUTPUT_BYTES;
        let shell_command = shell_command(command, &program);
        let subject = Subject { program: &program, shell_command: &shell_command, limits };
        let slow = AtomicUsize::new(0);
        let try_case = |case: &Case| -> Result<Option<CaseReport>, CliError> {
            let is_over = cancel.is_cancelled() || slow.load(Ordering::SeqCst) >= MAX_SLOW_CASES;
            let tried = if is_over {
                Err(Problem::Cancelled)
            } else {
                suite.try_case(case, cases, &subject, cancel)
            };
            bar.inc(1);
            match tried {
                Ok(verdict) => {
                    if let Verdict::Failed(fault) = &verdict
                        && fault.is_slow
                    {
                        slow.fetch_add(1, Ordering::SeqCst);
                    }
                    Ok(Some(CaseReport::new(case, verdict, self.strict)))
                }
                Err(Problem::Cancelled | Problem::Wrong(_)) => Ok(None),
                Err(Problem::BadCase(why)) => {
                    Err(CliError::usage(format!("case {}: {why}", case.name)))
                }
                Err(Problem::NoFolder(why)) => Err(CliError::Failed(format!(
                    "no folder can be made for the program: {why}; free some space in {}",
                    std::env::temp_dir().display()
                ))),
            }
        };
        let tried = cases.cases.par_iter().map(try_case).collect::<Result<Vec<_>, _>>()?;
        let tried = tried.into_iter().flatten().collect();
        Ok(ProgramReport::new(command, program.compile_command(), tried, total))
    }
}

impl From<CaseError> for CliError {
    fn from(error: CaseError) -> Self {
        Self::Usage(error.to_string())
    }
}

/// Leaves the cases with these names, or with their numbers or what follows these.
fn select(cases: &mut Cases, names: &[String]) -> Result<(), CliError> {
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

#[derive(Serialize)]
struct Report {
    game: &'static str,
    /// The number of cases.
    cases: usize,
    strict: bool,
    threads: usize,
    sandbox: &'static str,
    /// The elapsed wall-clock time in seconds.
    seconds: f64,
    /// The programs, in their order on the command line.
    programs: Vec<ProgramReport>,
}

#[derive(Serialize)]
struct ProgramReport {
    /// As it was given.
    program: String,
    /// `ok`, `failed`, `stopped`, `not compiled` or `can't run`.
    result: &'static str,
    /// Why the program could not be made ready to run.
    problem: Option<String>,
    compiled_by: Option<String>,
    passed: usize,
    /// How many of those that passed have other blanks.
    blanks: usize,
    failed: usize,
    /// The cases of games that `start.toml` says the program does not have.
    left_out: usize,
    /// The cases that were not tried because too many were slow, or because of an interrupt.
    not_tried: usize,
    cases: Vec<CaseReport>,
}

#[derive(Serialize)]
struct CaseReport {
    name: String,
    requirement: String,
    /// `passed`, `blanks`, `failed` or `left out`.
    verdict: &'static str,
    /// Why it is left out.
    reason: Option<&'static str>,
    fault: Option<Fault>,
}

impl CaseReport {
    fn new(case: &Case, verdict: Verdict, strict: bool) -> Self {
        let reason = if let Verdict::LeftOut(why) = verdict { Some(why) } else { None };
        let (verdict, fault) = match verdict {
            Verdict::Passed => ("passed", None),
            Verdict::LeftOut(_) => ("left out", None),
            Verdict::Blanks(fault) if strict => ("failed", Some(*fault)),
            Verdict::Blanks(fault) => ("blanks", Some(*fault)),
            Verdict::Failed(fault) => ("failed", Some(*fault)),
        };
        let (name, requirement) = (case.name.clone(), case.requirement.clone());
        Self { name, requirement, verdict, reason, fault }
    }

    fn write(&self, output: &mut dyn Write) -> io::Result<()> {
        let Some(fault) = &self.fault else { return Ok(()) };
        let line = |text: &Option<String>| match text.as_deref().map(str::trim_end) {
            Some("") => Some("(nothing)".to_owned()),
            Some(text) => Some(text.to_owned()),
            None => None,
        };
        writeln!(output, "\n{}: {}", self.name, self.requirement)?;
        writeln!(output, "  {}.", fault.sentence)?;
        if let Some(expected) = line(&fault.expected) {
            writeln!(output, "  expected: {expected}")?;
        }
        if let Some(came) = line(&fault.came) {
            writeln!(output, "  came:     {came}")?;
        }
        if !fault.typed.is_empty() {
            writeln!(output, "  typed:    {}", typed_so_far(&fault.typed))?;
        }
        writeln!(output, "  repeat:   {}", fault.command)
    }
}

/// How many of the typed lines are shown.
const SHOWN_LINES: usize = 12;

/// Returns the last typed lines, in one line.
fn typed_so_far(lines: &[String]) -> String {
    let first = lines.len().saturating_sub(SHOWN_LINES);
    let before =
        if first > 0 { format!("({} before) / ", counted(first, "line")) } else { String::new() };
    format!("{before}{}", lines[first..].join(" / ").replace('\n', " / "))
}

const COLUMNS: [Column<ProgramReport>; 7] = [
    ("program", |row| row.program.clone()),
    ("result", |row| row.result.to_owned()),
    ("passed", |row| row.passed.to_string()),
    ("other blanks", |row| row.blanks.to_string()),
    ("failed", |row| row.failed.to_string()),
    ("left out", |row| row.left_out.to_string()),
    ("not tried", |row| row.not_tried.to_string()),
];

impl ProgramReport {
    fn new(program: &str, compiled_by: Option<&str>, cases: Vec<CaseReport>, total: usize) -> Self {
        let count = |verdict: &str| cases.iter().filter(|case| case.verdict == verdict).count();
        let (blanks, failed, left_out) = (count("blanks"), count("failed"), count("left out"));
        let not_tried = total - cases.len();
        Self {
            program: program.to_owned(),
            result: match (failed, not_tried) {
                (0, 0) => "ok",
                (0, _) => "stopped",
                _ => "failed",
            },
            problem: None,
            compiled_by: compiled_by.map(str::to_owned),
            passed: count("passed") + blanks,
            blanks,
            failed,
            left_out,
            not_tried,
            cases,
        }
    }

    fn unprepared(program: &str, why: &PrepareError, total: usize) -> Self {
        Self {
            result: unprepared(why),
            problem: Some(why.to_string()),
            ..Self::new(program, None, Vec::new(), total)
        }
    }

    fn write_failures(&self, output: &mut dyn Write) -> io::Result<()> {
        if let Some(problem) = &self.problem {
            return writeln!(output, "\n{problem}");
        }
        if self.failed > 0 {
            writeln!(output, "\n{}: {} failed", self.program, counted(self.failed, "case"))?;
            if let Some(command) = &self.compiled_by {
                writeln!(output, "compiled by: {command}")?;
            }
        }
        let failed = self.cases.iter().filter(|case| case.verdict == "failed");
        failed.into_iter().try_for_each(|case| case.write(output))?;
        for hint in self.hints() {
            writeln!(output, "\n{}: {hint}", self.program)?;
        }
        for (why, cases) in self.left_out() {
            writeln!(output, "\n{}: left out {}: {why}", self.program, cases.join(", "))?;
        }
        let blanks = self.cases.iter().filter(|case| case.verdict == "blanks");
        let blanks: Vec<&str> = blanks.map(|case| case.name.as_str()).collect();
        if blanks.is_empty() {
            return Ok(());
        }
        writeln!(
            output,
            "\n{}: only blanks differ in {}; --strict shows where",
            self.program,
            blanks.join(", ")
        )
    }

    /// What to do if the program is right and cases aren't made for it.
    fn hints(&self) -> Vec<&str> {
        let mut hints = Vec::new();
        for hint in self.cases.iter().filter_map(|case| case.fault.as_ref()?.hint.as_deref()) {
            if !hints.contains(&hint) {
                hints.push(hint);
            }
        }
        hints
    }

    /// The cases that are left out, by the reason.
    fn left_out(&self) -> BTreeMap<&str, Vec<&str>> {
        let mut left_out = BTreeMap::<_, Vec<_>>::new();
        for case in &self.cases {
            if let Some(why) = case.reason {
                left_out.entry(why).or_default().push(case.name.as_str());
            }
        }
        left_out
    }
}

impl Report {
    /// Writes a table of the programs and then what they fail.
    fn write_text(&self, output: &mut dyn Write) -> io::Result<()> {
        let programs = counted(self.programs.len(), "program");
        let (cases, threads) = (counted(self.cases, "case"), counted(self.threads, "thread"));
        let strict = if self.strict { ", strict" } else { "" };
        writeln!(
            output,
            "{programs}, {cases} of {} each{strict}, {threads}, {:.1} s\n",
            self.game, self.seconds
        )?;
        write_table(output, &table_lines(&COLUMNS.each_ref(), &self.programs))?;
        self.programs.iter().try_for_each(|program| program.write_failures(output))
    }
}
