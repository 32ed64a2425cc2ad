//! The result of a check, as a table or as JSON.

use std::{
    io::{self, Write},
    path::Path,
};

use serde::Serialize;

use crate::{
    cli::output::{Column, counted, table_lines, write_json, write_table},
    games::intensity::program::check::{CheckAnswer, CheckRequest, CheckVerdict},
    printable::printable,
    programs::PrepareError,
};

/// The result of all programs.
#[derive(Serialize)]
pub struct CheckReport {
    /// The seed of the requests.
    pub seed: u64,
    /// The number of requests to each program.
    pub requests: usize,
    /// Whether only exact answers count.
    pub strict: bool,
    /// The number of threads.
    pub threads: usize,
    /// The sandbox that the programs ran in.
    pub sandbox: &'static str,
    /// The elapsed wall-clock time in seconds.
    pub seconds: f64,
    /// The programs, in their order on the command line.
    pub programs: Vec<ProgramReport>,
}

/// The result of one program.
#[derive(Serialize)]
pub struct ProgramReport {
    /// The path, as it was given.
    program: String,
    /// `ok`, `failed`, `not compiled` or `can't run`.
    result: &'static str,
    /// Why the program could not be made ready to run.
    problem: Option<String>,
    /// The command that compiled it.
    compiled_by: Option<String>,
    legal: usize,
    illegal: usize,
    slow: usize,
    crashed: usize,
    /// The number of requests left out because too many answers were slow.
    pub not_asked: usize,
    /// The time of the slowest answer of those that came in time, in milliseconds.
    slowest_ms: f64,
    failures: Vec<FailedRequest>,
}

/// A request that was not answered legally.
#[derive(Serialize)]
struct FailedRequest {
    /// The number of the request, from 1.
    number: usize,
    kind: &'static str,
    verdict: &'static str,
    /// What is wrong: a phrase whose subject is the program.
    fault: String,
    /// The text of the request.
    request: String,
    /// What the program printed, if that is known.
    answer: Option<String>,
}

const COLUMNS: [Column<ProgramReport>; 8] = [
    ("program", |row| row.program.clone()),
    ("result", |row| row.result.to_owned()),
    ("legal", |row| row.legal.to_string()),
    ("illegal", |row| row.illegal.to_string()),
    ("slow", |row| row.slow.to_string()),
    ("crashed", |row| row.crashed.to_string()),
    ("not asked", |row| row.not_asked.to_string()),
    ("slowest ms", |row| format!("{:.1}", row.slowest_ms)),
];

impl ProgramReport {
    /// Creates the report of a program before its first request.
    pub fn new(path: &Path, compile_command: Option<&str>) -> Self {
        Self {
            program: path.display().to_string(),
            result: "ok",
            problem: None,
            compiled_by: compile_command.map(str::to_owned),
            legal: 0,
            illegal: 0,
            slow: 0,
            crashed: 0,
            not_asked: 0,
            slowest_ms: 0.0,
            failures: Vec::new(),
        }
    }

    /// Creates the report of a program that can't be made ready to run.
    pub fn unprepared(path: &Path, why: &PrepareError) -> Self {
        let is_source = matches!(why, PrepareError::NotCompiled { .. });
        let result = if is_source { "not compiled" } else { "can't run" };
        Self { result, problem: Some(why.to_string()), ..Self::new(path, None) }
    }

    /// Whether the program passed the check.
    pub fn is_ok(&self) -> bool {
        self.problem.is_none() && self.failures.is_empty()
    }

    /// Returns the number of answers with this verdict.
    pub fn count(&self, verdict: CheckVerdict) -> usize {
        match verdict {
            CheckVerdict::Legal => self.legal,
            CheckVerdict::Illegal => self.illegal,
            CheckVerdict::Slow => self.slow,
            CheckVerdict::Crashed => self.crashed,
        }
    }

    /// Adds the answer to a request.
    pub fn add(&mut self, number: usize, request: &CheckRequest, answer: CheckAnswer) {
        match answer.verdict {
            CheckVerdict::Legal => self.legal += 1,
            CheckVerdict::Illegal => self.illegal += 1,
            CheckVerdict::Slow => self.slow += 1,
            CheckVerdict::Crashed => self.crashed += 1,
        }
        let ms = answer.time.map_or(0.0, |time| time.as_secs_f64() * 1000.0);
        self.slowest_ms = self.slowest_ms.max(ms);
        if answer.verdict != CheckVerdict::Legal {
            self.result = "failed";
            self.failures.push(FailedRequest {
                number,
                kind: request.kind.name(),
                verdict: answer.verdict.name(),
                fault: answer.fault,
                request: request.text(),
                answer: answer.output,
            });
        }
    }

    /// Returns the command by which a shell runs the program: that of a `.c` file runs what its
    /// compilation makes in the current folder.
    fn shell_command(&self) -> String {
        let path = Path::new(&self.program);
        let command = match path.file_stem() {
            Some(stem) if self.compiled_by.is_some() => format!("./{}", stem.display()),
            _ if self.program.contains('/') => self.program.clone(),
            _ => format!("./{}", self.program),
        };
        shlex::try_quote(&command).map_or_else(|_| command.clone(), Into::into)
    }

    /// Writes why the program failed. Without `verbose`, that is its first failure.
    fn write_failures(&self, output: &mut dyn Write, verbose: bool) -> io::Result<()> {
        if let Some(problem) = &self.problem {
            return writeln!(output, "\n{problem}");
        }
        let Some(first) = self.failures.first() else { return Ok(()) };
        let failed = counted(self.failures.len(), "request");
        if !verbose {
            let FailedRequest { number, kind, fault, .. } = first;
            let which = if self.failures.len() > 1 { "; the first:" } else { ":" };
            let fault = printable(fault);
            return writeln!(
                output,
                "\n{}: {failed} failed{which} request {number} ({kind}): {fault}",
                self.program
            );
        }
        writeln!(output, "\n{}: {failed} failed", self.program)?;
        if let Some(command) = &self.compiled_by {
            writeln!(output, "compiled by: {command}")?;
        }
        self.failures.iter().try_for_each(|failure| failure.write(output, &self.shell_command()))
    }
}

impl FailedRequest {
    /// Writes the request, the answer, and how to repeat both in a shell.
    fn write(&self, output: &mut dyn Write, shell_command: &str) -> io::Result<()> {
        let Self { number, kind, verdict, fault, request, answer } = self;
        writeln!(output, "\nrequest {number} ({kind}): {verdict}: {}", printable(fault))?;
        let line = request.trim_end_matches('\n').replace('\n', "\\n");
        writeln!(output, "  printf '{line}\\n' | {shell_command}")?;
        match answer.as_deref().map(str::trim_end) {
            Some("") => writeln!(output, "  it printed nothing"),
            Some(answer) => {
                writeln!(output, "  it printed:")?;
                answer.lines().try_for_each(|line| writeln!(output, "    {line}"))
            }
            None => Ok(()),
        }
    }
}

impl CheckReport {
    /// Writes the report as one line of JSON.
    pub fn write_json(&self, output: &mut dyn Write) -> io::Result<()> {
        write_json(output, self)
    }

    /// Writes a table of the programs and then why they failed; with `verbose`, each failure with
    /// its request and answer.
    pub fn write_text(&self, output: &mut dyn Write, verbose: bool) -> io::Result<()> {
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
        }
        if !verbose && self.programs.iter().any(|program| !program.failures.is_empty()) {
            writeln!(output, "\n--verbose --seed {seed} shows all failed requests and answers")?;
        }
        Ok(())
    }
}
