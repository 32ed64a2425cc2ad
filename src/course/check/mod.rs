//! Checks other people's programs. Text programs run in scripted sessions and must print what the
//! course sheet demands. Player programs must answer [requests](CheckRequest) legally.
//!
//! This module knows no game. Each game has a [`Suite`] of cases, and of properties for outputs
//! that the sheet doesn't fix word for word or that depend on chance.

mod case;
mod compare;
mod request;
mod script;
mod trial;

use std::time::{Duration, Instant};

use include_dir::Dir;

pub use case::{Case, CaseError, Cases};
pub(crate) use case::{Run, SIZE_PLACEHOLDER};
pub(crate) use compare::{Comparison, Difference, compare, find_words, words};
pub use request::{CheckRequest, ChecksPlayers, check_requests};
pub(crate) use request::{play_steps, random_action};
pub(crate) use script::Script;
pub use trial::CheckError;
pub(crate) use trial::{Dialogue, Trial, TrialError};

use case::Started;

use crate::program::AnswerRules;
use fourcade_engine::play::{CancelToken, FaultKind};
use fourcade_programs::Program;

/// The checks of a game's text program. The [front page](crate) has an example.
pub struct Suite {
    /// The key of the game.
    pub game: &'static str,
    pub(crate) cases: &'static Dir<'static>,
    /// The properties that its cases can name.
    pub(crate) properties: &'static [(&'static str, Property)],
    /// Explains a difference by a mistake that is typical of the game, given the script and the
    /// actual output.
    pub(crate) explain: fn(&Script, &str, &Difference) -> Option<String>,
}

/// A check in code.
#[derive(Clone, Copy)]
pub(crate) enum Property {
    /// Computes the expected session of a run. An error says what is wrong with the case.
    Expected(fn(&Run) -> Result<Script, String>),
    /// Runs the program itself and judges it.
    Judged(fn(&mut Trial<'_>, &Run) -> Result<(), TrialError>),
}

/// A check of a program: a case of a text program, or a request to a player.
pub trait Check: Sync {
    /// The display name. `number` is the position among all checks, from 1.
    fn name(&self, number: usize) -> String;

    /// The demand of the sheet as a sentence, or the kind of request.
    fn requirement(&self) -> &str;

    /// Runs the check.
    ///
    /// # Errors
    /// Returns an error if the program could not be tried or the check was cancelled.
    fn try_program(
        &self,
        subject: &CheckedProgram<'_>,
        cancel: &CancelToken,
    ) -> Result<CheckResult, CheckError>;
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckResult {
    /// Whether the program passed.
    pub verdict: Verdict,
    /// Wall-clock time, or the limit if the answer was late; `None` without an answer.
    pub time: Option<Duration>,
    /// The exit status of a player that answered, legally or not; otherwise 0.
    pub status: i32,
    /// The beginning of standard error, if a player answered legally. Otherwise it is in the fault.
    pub stderr: String,
}

/// The verdict of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The program does what is demanded.
    Passed,
    /// Only blanks differ. Contains the first difference.
    Blanks(Box<CheckFault>),
    /// The program is wrong.
    Failed(Box<CheckFault>),
    /// The check doesn't apply, for this reason.
    LeftOut(&'static str),
}

/// A mistake of a program, and how to reproduce it.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct CheckFault {
    /// The kind of mistake. Wrong output is [`FaultKind::Illegal`].
    pub kind: FaultKind,
    /// A sentence without a full stop, or a predicate for the player's name.
    pub sentence: String,
    /// The expected line at the first difference.
    pub expected: Option<String>,
    /// The actual line, or the beginning of a player's output.
    #[serde(rename = "came")]
    pub actual: Option<String>,
    /// The beginning of a player's standard error.
    pub stderr: String,
    /// The lines typed so far in this run.
    pub typed: Vec<String>,
    /// A shell command that reproduces the mistake.
    pub command: String,
    /// Advice in case the program is right and the case doesn't suit it.
    pub hint: Option<String>,
}

impl CheckFault {
    pub(crate) fn new(sentence: impl Into<String>) -> Self {
        Self { sentence: sentence.into(), ..Self::default() }
    }

    fn at(difference: Difference, sentence: impl Into<String>) -> Self {
        Self {
            sentence: sentence.into(),
            expected: Some(difference.expected),
            actual: Some(difference.actual),
            typed: difference.typed,
            ..Self::default()
        }
    }
}

/// A program to check.
pub struct CheckedProgram<'a> {
    /// The program.
    pub program: &'a Program,
    /// The program's command in a shell.
    pub shell_command: &'a str,
    /// The accepted form of an answer, and the limits of each run and of each answer at a terminal.
    pub rules: AnswerRules,
}

struct SuiteCase<'a> {
    suite: &'a Suite,
    cases: &'a Cases,
    case: &'a Case,
}

impl Check for SuiteCase<'_> {
    fn name(&self, _: usize) -> String {
        self.case.name.clone()
    }

    fn requirement(&self) -> &str {
        &self.case.requirement
    }

    fn try_program(
        &self,
        subject: &CheckedProgram<'_>,
        cancel: &CancelToken,
    ) -> Result<CheckResult, CheckError> {
        let start = Instant::now();
        let verdict = self.suite.try_case(self.case, self.cases, subject, cancel)?;
        Ok(CheckResult { verdict, time: Some(start.elapsed()), status: 0, stderr: String::new() })
    }
}

impl Suite {
    /// Returns the cases embedded in this binary.
    ///
    /// # Errors
    /// Returns an error if one is not a valid case, which a test rules out.
    pub fn embedded_cases(&self) -> Result<Cases, CaseError> {
        Cases::embedded(self.cases)
    }

    /// Returns a check for each case.
    pub fn checks<'a>(&'a self, cases: &'a Cases) -> Vec<Box<dyn Check + 'a>> {
        let check = |case| Box::new(SuiteCase { suite: self, cases, case }) as Box<dyn Check>;
        cases.cases.iter().map(check).collect()
    }

    fn try_case(
        &self,
        case: &Case,
        cases: &Cases,
        subject: &CheckedProgram<'_>,
        cancel: &CancelToken,
    ) -> Result<Verdict, CheckError> {
        let mut trial = Trial::new(subject, case, cancel)?;
        let mut blanks_fault = None;
        for run in &case.runs {
            let run = match run.started(&cases.starts).map_err(CheckError::BadCase)? {
                Started::Run(run) => run,
                Started::LeftOut(why) => return Ok(Verdict::LeftOut(why)),
            };
            match self.try_run(case, &run, &mut trial) {
                Ok(None) => {}
                Ok(Some(fault)) => blanks_fault = blanks_fault.or(Some(fault)),
                Err(TrialError::Wrong(fault)) => {
                    return Ok(Verdict::Failed(Box::new(trial.with_command(*fault))));
                }
                Err(TrialError::Check(error)) => return Err(error),
            }
        }
        Ok(match blanks_fault {
            None => Verdict::Passed,
            Some(fault) => Verdict::Blanks(Box::new(trial.with_command(fault))),
        })
    }

    /// Returns the fault if only blanks differ. Any other fault is an error.
    fn try_run(
        &self,
        case: &Case,
        run: &Run,
        trial: &mut Trial<'_>,
    ) -> Result<Option<CheckFault>, TrialError> {
        let mut script = run.script().map_err(CheckError::BadCase)?;
        let mut is_compared = run.session.is_some();
        if let Some(call) = &run.property {
            match self.property(&call.name)? {
                Property::Expected(expected) => {
                    script = expected(run).map_err(CheckError::BadCase)?;
                    is_compared = true;
                }
                Property::Judged(judge) => return judge(trial, run).map(|()| None),
            }
        }
        let ran = trial.run(&run.args, &script.input())?;
        let printed = String::from_utf8_lossy(&ran.output).into_owned();
        let end = ran.end.map_err(|error| CheckFault::of_program(&error));
        let blanks_fault = if is_compared {
            self.compare_output(case, run, &script, &printed, &end)?
        } else {
            None
        };
        let fault = match end {
            Ok(status) => run
                .complaint(&printed, status)
                .or_else(|| run.saves.iter().find_map(|name| trial.missing_file(name)))
                .map(CheckFault::new),
            Err(fault) => Some(fault),
        };
        match fault {
            Some(fault) => {
                let typed = script.typed_lines().map(str::to_owned).collect();
                Err(CheckFault { typed, ..fault }.into())
            }
            None => Ok(blanks_fault),
        }
    }

    /// Compares the output of a run with its script, given how the program ended. Returns the fault
    /// if only blanks differ.
    fn compare_output(
        &self,
        case: &Case,
        run: &Run,
        script: &Script,
        printed: &str,
        end: &Result<i32, CheckFault>,
    ) -> Result<Option<CheckFault>, TrialError> {
        match compare(script, printed) {
            Comparison::Same => Ok(None),
            Comparison::BlanksDiffer(difference) if run.exact => {
                Err(CheckFault::at(difference, "blanks differ, and they matter here").into())
            }
            Comparison::BlanksDiffer(difference) => {
                Ok(Some(CheckFault::at(difference, "only blanks differ")))
            }
            Comparison::Differ(difference) => {
                let sentence = self.explain_difference(case, script, printed, &difference);
                let fault = CheckFault::at(difference, sentence);
                // A crash or a timeout matters more than the line that differs.
                Err(TrialError::from(match end {
                    Ok(_) => fault,
                    Err(failure) => CheckFault {
                        sentence: failure.sentence.clone(),
                        kind: failure.kind,
                        ..fault
                    },
                }))
            }
        }
    }

    fn property(&self, name: &str) -> Result<&Property, CheckError> {
        let known = self.properties.iter().find(|(other, _)| *other == name);
        known.map(|(_, property)| property).ok_or_else(|| {
            let names: Vec<_> = self.properties.iter().map(|(name, _)| *name).collect();
            let names = names.join(", ");
            CheckError::BadCase(format!("there is no property `{name}`; there are: {names}"))
        })
    }

    /// Explains a difference by a known mistake of the case, by the game, or by the two lines.
    fn explain_difference(
        &self,
        case: &Case,
        script: &Script,
        printed: &str,
        difference: &Difference,
    ) -> String {
        let known = case.mistakes.iter().find(|mistake| {
            let wanted: Vec<_> = words(&mistake.actual).collect();
            words(&difference.actual).take(wanted.len()).eq(wanted)
        });
        known
            .map(|mistake| mistake.means.clone())
            .or_else(|| (self.explain)(script, printed, difference))
            .unwrap_or_else(|| difference.sentence())
    }
}

impl Run {
    /// Returns what is wrong with the output or the exit status, as a sentence.
    fn complaint(&self, printed: &str, status: i32) -> Option<String> {
        let (mut rest, mut before) = (printed, None);
        for wanted in &self.shows {
            let Some((_, end)) = find_words(rest, wanted) else {
                let after = before.map(|before| format!(" after `{before}`")).unwrap_or_default();
                return Some(format!("it does not print `{}`{after}", wanted.trim()));
            };
            rest = &rest[end..];
            before = Some(wanted.trim());
        }
        if let Some(text) = self.never.iter().find(|text| find_words(printed, text).is_some()) {
            return Some(format!("it prints `{}`, which does not belong here", text.trim()));
        }
        let expected = self.status.filter(|expected| *expected != status)?;
        Some(format!("it ends with status {status} instead of {expected}"))
    }
}

impl Difference {
    fn sentence(&self) -> String {
        match (self.expected.trim(), self.actual.trim()) {
            (_, "") => "it prints nothing more where more is expected".to_owned(),
            ("", _) => "it prints more than is expected".to_owned(),
            (expected, actual) => format!("it prints `{actual}` where `{expected}` is expected"),
        }
    }
}
