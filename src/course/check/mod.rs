//! The check of other people's programs. Course programs are tried in scripted sessions: whether
//! they print what the course sheet asks. Players are asked for choices by
//! [requests](CheckRequest).
//!
//! This module knows no game: each game has a [`Suite`] with its cases, and with the properties
//! that can be checked where the sheet leaves the words or chance decides.

mod case;
mod compare;
mod request;
mod script;
mod trial;

use include_dir::Dir;

pub use case::{Case, CaseError, Cases};
pub(crate) use case::{Run, SIZE};
pub(crate) use compare::{Comparison, Difference, compare, find_words, words};
pub use request::{CheckRequest, ChecksPlayers, check_requests};
pub(crate) use request::{play_on, random_action};
pub(crate) use script::Script;
pub use trial::Problem;
pub(crate) use trial::{Talk, Trial};

use std::time::{Duration, Instant};

use case::Started;

use crate::program::AnswerRules;
use fourcade_engine::play::{CancelToken, FaultKind};
use fourcade_programs::Program;

/// What is checked of the programs of a game.
pub struct Suite {
    /// The key of the game.
    pub game: &'static str,
    /// The folder with its cases.
    pub(crate) cases: &'static Dir<'static>,
    /// The properties that its cases name.
    pub(crate) properties: &'static [(&'static str, Property)],
    /// Says in words what is wrong, if the game can tell.
    pub(crate) explain: fn(&Script, &str, &Difference) -> Option<String>,
}

/// What a game checks. An error of the first kind, or a [`Problem::BadCase`], says what is wrong
/// with the case.
#[derive(Clone, Copy)]
pub(crate) enum Property {
    /// Returns what should be typed and printed in a run.
    Expected(fn(&Run) -> Result<Script, String>),
    /// Runs the program itself, and says what is wrong.
    Judged(fn(&mut Trial<'_>, &Run) -> Result<(), Problem>),
}

/// Something that a program is tried in: a session, or a request to a player.
pub trait Check: Sync {
    /// The name, given the number among all checks, from 1.
    fn name(&self, number: usize) -> String;

    /// What is checked: a sentence, or the kind of request.
    fn requirement(&self) -> &str;

    /// Tries a program.
    ///
    /// # Errors
    /// Returns why it could not be tried, or that it was cancelled.
    fn try_program(&self, subject: &Subject<'_>, cancel: &CancelToken) -> Result<Tried, Problem>;
}

/// What came of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    /// How the program did.
    pub verdict: Verdict,
    /// The time that it took, or the limit if an answer came too late; `None` if there was none.
    pub time: Option<Duration>,
    /// The exit status of a player that answered legally.
    pub status: i32,
    /// The beginning of what it wrote to standard error.
    pub stderr: String,
}

/// How a program did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It prints what it should.
    Passed,
    /// Only blanks differ, first here.
    Blanks(Box<Fault>),
    /// It does something else.
    Failed(Box<Fault>),
    /// Why it can't be tried.
    LeftOut(&'static str),
}

/// What is wrong, and how to see it.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Fault {
    /// The kind, as games tell mistakes of players apart. A program that prints something wrong is
    /// illegal.
    pub kind: FaultKind,
    /// What is wrong: a sentence without a full stop, or a phrase whose subject is the player.
    pub sentence: String,
    /// What was expected instead of the first line that differs.
    pub expected: Option<String>,
    /// The line that came, or the beginning of what a player printed.
    pub came: Option<String>,
    /// The beginning of what a player wrote to standard error.
    pub stderr: String,
    /// The lines typed so far in that run.
    pub typed: Vec<String>,
    /// A shell command that repeats the check.
    pub command: String,
    /// What to do if the program is right and the case isn't made for it.
    pub hint: Option<String>,
}

/// A program that is checked.
pub struct Subject<'a> {
    /// The program.
    pub program: &'a Program,
    /// How a shell calls it.
    pub shell_command: &'a str,
    /// What counts as an answer, and the limits of each run and of each answer at a terminal.
    pub rules: AnswerRules,
}

/// A case of a suite.
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

    fn try_program(&self, subject: &Subject<'_>, cancel: &CancelToken) -> Result<Tried, Problem> {
        let start = Instant::now();
        let verdict = self.suite.try_case(self.case, self.cases, subject, cancel)?;
        Ok(Tried { verdict, time: Some(start.elapsed()), status: 0, stderr: String::new() })
    }
}

impl Suite {
    /// Returns the cases that are part of this program.
    ///
    /// # Errors
    /// Returns an error if one is no case, which a test rules out.
    pub fn embedded_cases(&self) -> Result<Cases, CaseError> {
        Cases::embedded(self.cases)
    }

    /// Returns what programs are tried in.
    pub fn checks<'a>(&'a self, cases: &'a Cases) -> Vec<Box<dyn Check + 'a>> {
        let check = |case| Box::new(SuiteCase { suite: self, cases, case }) as Box<dyn Check>;
        cases.cases.iter().map(check).collect()
    }

    fn try_case(
        &self,
        case: &Case,
        cases: &Cases,
        subject: &Subject<'_>,
        cancel: &CancelToken,
    ) -> Result<Verdict, Problem> {
        let mut trial = Trial::new(subject, case, cancel)?;
        let mut blanks = None;
        for run in &case.runs {
            let run = match run.started(&cases.starts).map_err(Problem::BadCase)? {
                Started::Run(run) => run,
                Started::LeftOut(why) => return Ok(Verdict::LeftOut(why)),
            };
            match self.try_run(case, &run, &mut trial) {
                Ok(None) => {}
                Ok(Some(fault)) => blanks = blanks.or(Some(fault)),
                Err(Problem::Wrong(fault)) => {
                    return Ok(Verdict::Failed(Box::new(trial.with_command(*fault))));
                }
                Err(problem) => return Err(problem),
            }
        }
        Ok(blanks
            .map_or(Verdict::Passed, |fault| Verdict::Blanks(Box::new(trial.with_command(fault)))))
    }

    /// Returns where only blanks differ, if they do.
    fn try_run(
        &self,
        case: &Case,
        run: &Run,
        trial: &mut Trial<'_>,
    ) -> Result<Option<Fault>, Problem> {
        let mut script = run.script().map_err(Problem::BadCase)?;
        let mut is_compared = run.session.is_some();
        if let Some(call) = &run.property {
            let known = self.properties.iter().find(|(name, _)| *name == call.name);
            match known.ok_or_else(|| {
                let names = self.properties.iter().map(|(name, _)| *name).collect::<Vec<_>>();
                Problem::BadCase(format!(
                    "there is no property `{}`; there are: {}",
                    call.name,
                    names.join(", ")
                ))
            })? {
                (_, Property::Expected(expected)) => {
                    script = expected(run).map_err(Problem::BadCase)?;
                    is_compared = true;
                }
                (_, Property::Judged(judge)) => return judge(trial, run).map(|()| None),
            }
        }
        let ran = trial.run(&run.args, &script.input())?;
        let printed = String::from_utf8_lossy(&ran.output).into_owned();
        // A program that does not end by itself is told as such, with where its output went wrong.
        let end = ran.end.map_err(|error| Fault::of_program(&error));
        let comparison = if is_compared { compare(&script, &printed) } else { Comparison::Same };
        let mut blanks = None;
        match (comparison, &end) {
            (Comparison::Differ(difference), _) => {
                let known = case.mistakes.iter().find(|mistake| {
                    let wanted: Vec<_> = words_of(&mistake.came).collect();
                    words_of(&difference.came).take(wanted.len()).eq(wanted)
                });
                let sentence = known
                    .map(|mistake| mistake.means.clone())
                    .or_else(|| (self.explain)(&script, &printed, &difference))
                    .unwrap_or_else(|| difference.sentence());
                let fault = Fault::at(difference, sentence);
                return Err(match end {
                    Ok(_) => fault,
                    Err(why) => Fault { sentence: why.sentence, kind: why.kind, ..fault },
                }
                .into());
            }
            (Comparison::BlanksDiffer(difference), _) if run.exact => {
                let fault = Fault::at(difference, "blanks differ, and they matter here".to_owned());
                return Err(fault.into());
            }
            (Comparison::BlanksDiffer(difference), _) => {
                blanks = Some(Fault::at(difference, "only blanks differ".to_owned()));
            }
            (Comparison::Same, _) => {}
        }
        let all_typed = || script.lines().map(str::to_owned).collect::<Vec<_>>();
        let wrong = |sentence: String| {
            Problem::from(Fault { sentence, typed: all_typed(), ..Fault::default() })
        };
        let status = end.map_err(|fault| Fault { typed: all_typed(), ..fault })?;
        let (mut rest, mut before) = (printed.as_str(), None);
        for wanted in &run.shows {
            let Some((_, end)) = find_words(rest, wanted) else {
                let after = before.map(|before| format!(" after `{before}`")).unwrap_or_default();
                return Err(wrong(format!("it does not print `{}`{after}", wanted.trim())));
            };
            rest = &rest[end..];
            before = Some(wanted.trim());
        }
        if let Some(text) = run.never.iter().find(|text| find_words(&printed, text).is_some()) {
            return Err(wrong(format!("it prints `{}`, which does not belong here", text.trim())));
        }
        match run.status {
            Some(expected) if expected != status => {
                return Err(wrong(format!("it ends with status {status} instead of {expected}")));
            }
            _ => {}
        }
        if let Some(why) = run.saves.iter().find_map(|name| trial.missing_file(name)) {
            return Err(wrong(why));
        }
        Ok(blanks)
    }
}

fn words_of(text: &str) -> impl Iterator<Item = &str> {
    words(text).map(|(word, _)| word)
}

impl Difference {
    fn sentence(&self) -> String {
        match (self.expected.trim(), self.came.trim()) {
            (_, "") => "it prints nothing more where more is expected".to_owned(),
            ("", _) => "it prints more than is expected".to_owned(),
            (expected, came) => format!("it prints `{came}` where `{expected}` is expected"),
        }
    }
}

impl Fault {
    pub(crate) fn new(sentence: impl Into<String>) -> Self {
        Self { sentence: sentence.into(), ..Self::default() }
    }

    fn at(difference: Difference, sentence: String) -> Self {
        Self {
            sentence,
            expected: Some(difference.expected),
            came: Some(difference.came),
            typed: difference.typed,
            ..Self::default()
        }
    }
}
