//! The report of a check: a table of the programs and their failures, or JSON.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use serde::{Serialize, Serializer};

use crate::{
    cli::output::{Column, table_lines, write_table},
    games::counted,
    printable::printable,
};
use fourcade_course::check::{CheckFault, CheckResult, Verdict};
use fourcade_engine::play::{FaultKind, FaultTally};
use fourcade_programs::PrepareError;

/// Maximum size of a program's cases as JSON.
const MAX_CASES_BYTES: usize = 400_000;

const MAX_TYPED_LINES: usize = 12;

#[derive(Serialize)]
pub struct Report {
    pub game: &'static str,
    /// `case` or `request`.
    #[serde(skip)]
    pub noun: &'static str,
    #[serde(rename = "cases")]
    pub case_count: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    pub strict: bool,
    pub threads: usize,
    pub sandbox: &'static str,
    pub seconds: f64,
    /// In the order of the command line.
    pub programs: Vec<ProgramReport>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(into = "&'static str")]
enum ProgramResult {
    #[default]
    Ok,
    Failed,
    Stopped,
    NotCompiled,
    CannotRun,
}

impl From<ProgramResult> for &'static str {
    fn from(result: ProgramResult) -> Self {
        match result {
            ProgramResult::Ok => "ok",
            ProgramResult::Failed => "failed",
            ProgramResult::Stopped => "stopped",
            ProgramResult::NotCompiled => "not compiled",
            ProgramResult::CannotRun => "can't run",
        }
    }
}

#[derive(Default, Serialize)]
pub struct ProgramReport {
    /// As the user named it.
    program: String,
    result: ProgramResult,
    problem: Option<String>,
    compiled_by: Option<String>,
    passed: usize,
    /// Number of passed cases in which blanks differ.
    blanks: usize,
    failed: usize,
    /// Failures by kind. In JSON, `silent` means no answer.
    #[serde(flatten, serialize_with = "count_kinds")]
    faults: FaultTally,
    /// Number of cases that don't apply to the program.
    left_out: usize,
    /// Number of cases not tried because the program was too slow, or because of an interrupt.
    not_tried: usize,
    /// Time of the slowest case; a late answer counts with the time limit.
    slowest_ms: f64,
    /// Names of other programs that a player has started. Known only with a sandbox.
    pub starts_programs: Vec<String>,
    pub creates_files: Vec<String>,
    #[serde(skip)]
    pub forbidden_acts: Vec<String>,
    /// Number of legal answers with an exit status other than 0, which is no fault.
    other_status: usize,
    /// Number of legal answers with text on standard error.
    with_stderr: usize,
    /// The first such text.
    stderr: String,
    /// Cases that did not simply pass, up to [`MAX_CASES_BYTES`]. The first failure of each kind
    /// and the cases that don't apply are always included.
    cases: Vec<CaseReport>,
    /// Number of such cases not in `cases`.
    #[serde(rename = "cases_left_out")]
    cases_not_listed: usize,
    #[serde(skip)]
    cases_bytes: usize,
}

fn count_kinds<S: Serializer>(faults: &FaultTally, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(FaultKind::ALL.map(|kind| (kind, faults.count(kind))))
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum CaseVerdict {
    Blanks,
    Failed,
    #[serde(rename = "left out")]
    LeftOut,
}

#[derive(Serialize)]
struct CaseReport {
    name: String,
    requirement: String,
    verdict: CaseVerdict,
    reason: Option<&'static str>,
    fault: Option<CheckFault>,
    /// Whether this is the first failure of its kind with this requirement.
    #[serde(skip)]
    is_first: bool,
}

const COLUMNS: [Column<ProgramReport>; 9] = [
    ("program", |row| row.program.clone()),
    ("result", |row| <&str>::from(row.result).to_owned()),
    ("passed", |row| row.passed.to_string()),
    ("wrong", |row| row.faults.count(FaultKind::Illegal).to_string()),
    ("late", |row| row.faults.count(FaultKind::Late).to_string()),
    ("crashed", |row| row.faults.count(FaultKind::Crashed).to_string()),
    ("no answer", |row| row.faults.count(FaultKind::Silent).to_string()),
    ("not tried", |row| row.not_tried.to_string()),
    ("slowest ms", |row| format!("{:.1}", row.slowest_ms)),
];

impl ProgramReport {
    /// Returns a report in which none of the cases has been tried.
    pub fn new(program: &str, compiled_by: Option<&str>, case_count: usize) -> Self {
        Self {
            program: program.to_owned(),
            result: if case_count == 0 { ProgramResult::Ok } else { ProgramResult::Stopped },
            compiled_by: compiled_by.map(str::to_owned),
            not_tried: case_count,
            ..Self::default()
        }
    }

    pub fn unprepared(program: &str, why: &PrepareError, case_count: usize) -> Self {
        let result = match why {
            PrepareError::NotCompiled { .. } => ProgramResult::NotCompiled,
            PrepareError::Cancelled => return Self::new(program, None, case_count),
            _ => ProgramResult::CannotRun,
        };
        Self { result, problem: Some(why.to_string()), ..Self::new(program, None, case_count) }
    }

    pub fn is_ok(&self) -> bool {
        self.result == ProgramResult::Ok
    }

    /// Adds a result. With `strict`, a case fails even if only blanks differ.
    pub fn add(&mut self, name: String, requirement: &str, tried: CheckResult, strict: bool) {
        self.not_tried -= 1;
        let ms = tried.time.map_or(0.0, |time| time.as_secs_f64() * 1000.0);
        self.slowest_ms = self.slowest_ms.max(ms);
        let mut case = CaseReport {
            name,
            requirement: requirement.to_owned(),
            verdict: CaseVerdict::Failed,
            reason: None,
            fault: None,
            is_first: false,
        };
        match tried.verdict {
            Verdict::Passed => {
                self.passed += 1;
                self.other_status += usize::from(tried.status != 0);
                self.with_stderr += usize::from(!tried.stderr.is_empty());
                if self.stderr.is_empty() {
                    self.stderr = tried.stderr;
                }
            }
            Verdict::LeftOut(why) => {
                self.left_out += 1;
                (case.verdict, case.reason) = (CaseVerdict::LeftOut, Some(why));
                self.cases.push(case);
            }
            Verdict::Blanks(fault) if !strict => {
                self.passed += 1;
                self.blanks += 1;
                (case.verdict, case.fault) = (CaseVerdict::Blanks, Some(*fault));
                self.list(case);
            }
            Verdict::Blanks(fault) | Verdict::Failed(fault) => {
                self.failed += 1;
                self.faults.add(fault.kind, &fault.sentence);
                let is_alike = |other: &CaseReport| {
                    other.requirement == requirement
                        && other.fault.as_ref().is_some_and(|other| other.kind == fault.kind)
                };
                case.is_first = !self.cases.iter().any(is_alike);
                case.fault = Some(*fault);
                self.list(case);
            }
        }
        self.result = match (self.failed, self.not_tried) {
            (0, 0) => ProgramResult::Ok,
            (0, _) => ProgramResult::Stopped,
            _ => ProgramResult::Failed,
        };
    }

    /// Lists a case, unless the list is full and the case isn't the first failure of its kind.
    fn list(&mut self, case: CaseReport) {
        let bytes = serde_json::to_string(&case).map_or(0, |json| json.len());
        if case.is_first || self.cases_bytes + bytes <= MAX_CASES_BYTES {
            self.cases_bytes += bytes;
            self.cases.push(case);
        } else {
            self.cases_not_listed += 1;
        }
    }

    /// Returns hints, and observations that are no faults.
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        for hint in self.cases.iter().filter_map(|case| case.fault.as_ref()?.hint.as_deref()) {
            if !notes.iter().any(|known| known == hint) {
                notes.push(hint.to_owned());
            }
        }
        let mut left_out = BTreeMap::<_, Vec<_>>::new();
        for case in &self.cases {
            if let Some(why) = case.reason {
                left_out.entry(why).or_default().push(case.name.as_str());
            }
        }
        let left_out = left_out.iter();
        notes.extend(left_out.map(|(why, cases)| format!("left out {}: {why}", cases.join(", "))));
        let blanks = self.cases.iter().filter(|case| case.verdict == CaseVerdict::Blanks);
        let blanks: Vec<&str> = blanks.map(|case| case.name.as_str()).collect();
        if !blanks.is_empty() {
            let blanks = blanks.join(", ");
            notes.push(format!("only blanks differ in {blanks}; --strict shows where"));
        }
        let answers = |count| counted(count, "legal answer");
        if self.other_status > 0 {
            let answers = answers(self.other_status);
            notes.push(format!("{answers} with an exit status other than 0"));
        }
        if self.with_stderr > 0 {
            let answers = answers(self.with_stderr);
            let line = printable(self.stderr.trim().lines().next().unwrap_or_default());
            notes.push(format!("{answers} with text on standard error, which begins: {line}"));
        }
        notes
    }

    /// Writes the program's failures; without `verbose`, only the first of each kind.
    fn write(&self, output: &mut dyn Write, noun: &str, verbose: bool) -> io::Result<()> {
        if let Some(problem) = &self.problem {
            writeln!(output, "\n{problem}")?;
        }
        if self.failed > 0 {
            let rest = if self.hides_failures(verbose) { "; the first of each kind:" } else { "" };
            let failed = counted(self.failed, noun);
            writeln!(output, "\n{}: {failed} failed{rest}", self.program)?;
            if let Some(command) = &self.compiled_by {
                writeln!(output, "compiled by: {command}")?;
            }
            let failed = self.cases.iter().filter(|case| case.verdict == CaseVerdict::Failed);
            for case in failed.filter(|case| verbose || case.is_first) {
                case.write(output)?;
            }
        }
        if verbose && self.cases_not_listed > 0 {
            let not_listed = counted(self.cases_not_listed, &format!("more {noun}"));
            writeln!(output, "\n{not_listed} not listed")?;
        }
        let notes = self.notes().into_iter().map(|note| format!("{}: {note}", self.program));
        for note in self.forbidden_acts.iter().cloned().chain(notes) {
            writeln!(output, "\n{note}")?;
        }
        Ok(())
    }

    /// Whether some failures are shown only with `--verbose`.
    fn hides_failures(&self, verbose: bool) -> bool {
        !verbose && self.cases.iter().filter(|case| case.is_first).count() < self.failed
    }
}

impl CaseReport {
    fn write(&self, output: &mut dyn Write) -> io::Result<()> {
        let Some(fault) = &self.fault else { return Ok(()) };
        writeln!(output, "\n{}: {}", self.name, self.requirement)?;
        writeln!(output, "  {}.", fault.sentence)?;
        let mut write_part = |heading: &str, text: &str| {
            let text = text.trim_end();
            if text.contains('\n') {
                writeln!(output, "  {heading}")?;
                return text.lines().try_for_each(|line| writeln!(output, "    {line}"));
            }
            let text = if text.is_empty() { "(nothing)" } else { text };
            writeln!(output, "  {heading:<9} {text}")
        };
        if let Some(expected) = &fault.expected {
            write_part("expected:", expected)?;
        }
        if let Some(actual) = &fault.actual {
            write_part("came:", actual)?;
        }
        if !fault.stderr.is_empty() {
            write_part("on standard error:", &fault.stderr)?;
        }
        if !fault.typed.is_empty() {
            write_part("typed:", &typed_so_far(&fault.typed))?;
        }
        write_part("repeat:", &fault.command)
    }
}

fn typed_so_far(lines: &[String]) -> String {
    let first = lines.len().saturating_sub(MAX_TYPED_LINES);
    let before =
        if first > 0 { format!("({} before) / ", counted(first, "line")) } else { String::new() };
    format!("{before}{}", lines[first..].join(" / ").replace('\n', " / "))
}

impl Report {
    /// Writes a table of the programs and then their failures.
    pub fn write_text(&self, output: &mut dyn Write, verbose: bool) -> io::Result<()> {
        let programs = counted(self.programs.len(), "program");
        let (cases, threads) =
            (counted(self.case_count, self.noun), counted(self.threads, "thread"));
        let seed = self.seed.map(|seed| format!(", seed {seed}")).unwrap_or_default();
        let strict = if self.strict { ", strict" } else { "" };
        writeln!(
            output,
            "{programs}, {cases} of {} each{seed}{strict}, {threads}, {:.1} s\n",
            self.game, self.seconds
        )?;
        write_table(output, &table_lines(&COLUMNS.each_ref(), &self.programs))?;
        for program in &self.programs {
            program.write(output, self.noun, verbose)?;
        }
        if self.programs.iter().any(|program| program.hides_failures(verbose)) {
            let seed = self.seed.map(|seed| format!(" --seed {seed}")).unwrap_or_default();
            writeln!(output, "\n--verbose{seed} shows all that failed")?;
        }
        Ok(())
    }
}
