//! A player that is a program written by someone else, run once for each decision with the course's
//! [`protocol`](super::protocol).
//!
//! The player checks the program's answers itself, so that logs and records describe an illegal
//! answer in the same words as the course's referee.

pub mod check;

use std::{
    path::Path,
    sync::{Arc, Mutex},
    time::Duration,
};

use super::protocol::{AnswerFormat, ChoiceRequest, PlayerRequest, parse_name};
use crate::{
    games::program::NAME,
    programs::{PrepareError, Program, ProgramError, ProgramLimits, ProgramOutput, Runner},
    sync,
};
use fourcade_engine::intensity::{
    Intensity,
    model::{IntensityAction, IntensityObservation},
};
use fourcade_engine::play::{
    CancelToken, Player, PlayerArg, PlayerError, PlayerKind, Seat, ThinkContext,
};

/// The programs run in the global runner with the default limits.
pub const KIND: PlayerKind<Intensity> = PlayerKind {
    name: NAME,
    arg: PlayerArg::Path,
    description: "A program of yours, or its .c file, that speaks the course's protocol. It runs \
                  in a sandbox.",
    make: |_, path| {
        let (runner, cancel) = (Runner::global(), CancelToken::default());
        let rules = AnswerRules::default();
        let player = ProgramPlayer::prepare(&runner, Path::new(path), rules, &cancel);
        Ok(Box::new(player.map_err(|why| why.to_string())?))
    },
};

/// Returns the name of the program at this path as a player, in records and on the command line.
pub fn player_name(path: &str) -> String {
    format!("{NAME}:{path}")
}

/// `None` for other players.
pub fn program_path(name: &str) -> Option<&str> {
    name.strip_prefix(NAME)?.strip_prefix(':')
}

/// How long a program may take for an answer, and what counts as one. If answers must be exact, a
/// program may start no other program, either.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnswerRules {
    pub limits: ProgramLimits,
    pub format: AnswerFormat,
}

impl AnswerRules {
    /// `is_strict` says whether only exact answers count.
    pub fn new(time: Duration, is_strict: bool) -> Self {
        let format = if is_strict { AnswerFormat::Exact } else { AnswerFormat::LastNumbers };
        Self { limits: ProgramLimits::default().with_time(time), format }
    }

    pub fn is_strict(&self) -> bool {
        self.format == AnswerFormat::Exact
    }
}

/// Collects what a program writes to standard error during a decision.
pub type StderrSink = Arc<Mutex<String>>;

#[derive(Clone, Debug)]
pub struct ProgramPlayer {
    pub program: Program,
    pub rules: AnswerRules,
    stderr: Option<StderrSink>,
}

impl ProgramPlayer {
    /// Makes a program ready to play.
    pub fn prepare(
        runner: &Runner,
        path: &Path,
        rules: AnswerRules,
        cancel: &CancelToken,
    ) -> Result<Self, PrepareError> {
        let program = runner.prepare(path, cancel)?.watched(rules.is_strict());
        Ok(Self { program, rules, stderr: None })
    }

    /// What the program writes to standard error goes to `sink`.
    pub fn with_stderr(self, sink: StderrSink) -> Self {
        Self { stderr: Some(sink), ..self }
    }

    /// Returns a warning if the program at this path, which was run, has started other programs.
    pub fn start_warning(&self, path: &str) -> Option<String> {
        let names = self.program.started_programs();
        (!names.is_empty()).then(|| {
            format!(
                "{path}: starts other programs ({}), which the course forbids",
                names.join(", ")
            )
        })
    }

    fn run(&self, request: &str, cancel: &CancelToken) -> Result<ProgramOutput, ProgramError> {
        self.program.run(request.as_bytes(), &self.rules.limits, cancel)
    }

    /// The name has at most 32 printable characters.
    pub fn ask_name(&self, cancel: &CancelToken) -> Result<String, ProgramError> {
        let answer = self.run(&PlayerRequest::Name.to_string(), cancel)?;
        parse_name(&answer.output).ok_or(ProgramError::NoOutput(answer.status))
    }
}

impl Player<Intensity> for ProgramPlayer {
    fn choose(
        &mut self,
        seat: Seat,
        observation: &IntensityObservation,
        context: &ThinkContext,
    ) -> Result<IntensityAction, PlayerError> {
        let choice = ChoiceRequest::new(seat, observation)
            .ok_or_else(|| PlayerError::Fault("was asked out of turn".to_owned()))?;
        let (request, cancel) = (choice.to_string(), context.cancel_token());
        let answer = match &self.stderr {
            None => self.run(&request, cancel),
            Some(sink) => {
                let limits = &self.rules.limits;
                let (answer, text) =
                    self.program.run_with_errors(request.as_bytes(), limits, cancel);
                sync::lock(sink).push_str(&text);
                answer
            }
        };
        choice.parse_answer_as(self.rules.format, &answer?.output).map_err(PlayerError::Fault)
    }
}
