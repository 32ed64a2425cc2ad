//! Programs written by other people as players that are started anew for each decision: the request
//! on standard input, the answer on standard output.
//!
//! The requests are a game's own. They consist of numbers, and so do the answers, of which the last
//! ones count: a program may print its reasoning first.

pub(crate) mod answer;
pub(crate) mod fault;
mod late;

use std::{path::Path, time::Duration};

pub use answer::AnswerFormat;
use fault::{fault_kind, player_error};
use fourcade_engine::play::{
    CancelToken, FaultKind, Game, Player, PlayerArg, PlayerError, PlayerInfo, ProgramNote, Seat,
    ThinkContext,
};
use fourcade_programs::{PrepareError, Program, ProgramAnswer, ProgramLimits, Runner};
pub use late::{LateStreak, MAX_LATE, SHORT_TIME};

/// The name of this kind of player, which precedes the program: `program:./player`.
pub const NAME: &str = "program";

/// Returns the name of the program at this path as a player, in records and on the command line.
pub fn player_name(path: &str) -> String {
    format!("{NAME}:{path}")
}

/// Whether this is the name of a program as a player, whatever its argument.
pub fn is_program(name: &str) -> bool {
    name.split(':').next() == Some(NAME)
}

/// Returns the path or the command of a program by its name as a player; `None` for other players.
pub fn program_path(name: &str) -> Option<&str> {
    name.strip_prefix(NAME)?.strip_prefix(':')
}

/// Returns what a player is called in sentences: a program by its path or command alone.
pub fn shown_name(name: &str) -> &str {
    program_path(name).unwrap_or(name)
}

/// A game that asks programs for its decisions.
pub trait AsksPrograms: Game {
    /// How a program is named.
    const ARG: PlayerArg;
    /// What a program is told.
    const DESCRIPTION: &'static str;

    /// The text of a request for the decision of this seat, which tells what the seat knows. `None`
    /// if it has no decision to make now.
    fn request(seat: Seat, observation: &Self::Observation) -> Option<String>;

    /// Reads the answer to a request.
    ///
    /// # Errors
    /// Says what is wrong with the answer, the rules included, as a phrase whose subject is the
    /// player.
    fn read_answer(
        seat: Seat,
        observation: &Self::Observation,
        format: AnswerFormat,
        output: &[u8],
    ) -> Result<Self::Action, String>;
}

/// A kind of player that starts a program.
pub struct ProgramKind<G: Game> {
    /// The name, the argument and the description of the player.
    pub info: PlayerInfo,
    /// Makes the player of a program that is ready to run.
    pub make: fn(Program) -> Box<dyn Player<G>>,
}

/// The kind of player that is asked for each decision, with the default limits.
pub const fn kind<G: AsksPrograms>() -> ProgramKind<G> {
    ProgramKind {
        info: PlayerInfo { name: NAME, arg: &G::ARG, description: G::DESCRIPTION },
        make: |program| Box::new(ProgramPlayer::new(program, AnswerRules::default())),
    }
}

/// Makes a program ready to run, as the argument of its kind of player names it.
///
/// # Errors
/// Returns an error as [`Runner::prepare`] does.
pub fn prepare(
    runner: &Runner,
    arg: &PlayerArg,
    command: &str,
    cancel: &CancelToken,
) -> Result<Program, PrepareError> {
    match arg {
        PlayerArg::Path => runner.prepare(Path::new(command), &|| cancel.is_cancelled()),
        _ => runner.prepare_command(command, &|| cancel.is_cancelled()),
    }
}

/// How long a program may take for an answer, and what counts as one. If answers must be exact, a
/// program may start no other program, either.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnswerRules {
    /// The limits of a program for one answer.
    pub limits: ProgramLimits,
    /// What counts as an answer.
    pub format: AnswerFormat,
}

impl AnswerRules {
    /// Returns rules with this time for one answer. `is_strict` says whether only exact answers
    /// count.
    pub fn new(time: Duration, is_strict: bool) -> Self {
        let format = if is_strict { AnswerFormat::Exact } else { AnswerFormat::LastNumbers };
        Self { limits: ProgramLimits::default().with_time(time), format }
    }

    /// Whether only exact answers count.
    pub fn is_strict(&self) -> bool {
        self.format == AnswerFormat::Exact
    }
}

/// A program as a player of any game that asks programs.
#[derive(Clone, Debug)]
pub struct ProgramPlayer {
    /// The program.
    pub program: Program,
    /// The rules of its answers.
    pub rules: AnswerRules,
    /// The late answers in a row, if they shorten the time limit.
    late: Option<LateStreak>,
    /// What the program did beside its last answer.
    note: Option<ProgramNote>,
}

impl ProgramPlayer {
    /// Returns a player whose program is watched for starting others; exact answers may start none.
    pub fn new(program: Program, rules: AnswerRules) -> Self {
        Self { program: program.watched(rules.is_strict()), rules, late: None, note: None }
    }

    /// Returns a player whose time limit is shortened once it is late too often.
    pub fn with_late_streak(self, late: LateStreak) -> Self {
        Self { late: Some(late), ..self }
    }

    /// Returns warnings if the program at this path, which was run, has started other programs or
    /// created files.
    pub fn forbidden_acts(&self, path: &str) -> Vec<String> {
        let (started, created) = (self.program.started_programs(), self.program.created_files());
        let started = (!started.is_empty()).then(|| describe_started(&started));
        let created = (!created.is_empty()).then(|| describe_created(&created));
        started.into_iter().chain(created).map(|act| format!("{path}: {act}")).collect()
    }

    /// Hands the program a request.
    pub fn ask(&self, request: &str, cancel: &CancelToken) -> ProgramAnswer {
        self.program.run(request.as_bytes(), &self.rules.limits, &|| cancel.is_cancelled())
    }
}

/// Says that a program has started these others, as a phrase whose subject is the program.
pub fn describe_started(names: &[String]) -> String {
    format!("starts other programs ({}), which the course forbids", names.join(", "))
}

/// Says that a program has created these files, as a phrase whose subject is the program.
fn describe_created(names: &[String]) -> String {
    format!("creates files ({}), which the course forbids", names.join(", "))
}

impl<G: AsksPrograms> Player<G> for ProgramPlayer {
    fn choose(
        &mut self,
        seat: Seat,
        observation: &G::Observation,
        context: &ThinkContext,
    ) -> Result<G::Action, PlayerError> {
        let request = G::request(seat, observation)
            .ok_or_else(|| PlayerError::Fault("was asked out of turn".to_owned()))?;
        let usual = self.rules.limits;
        let time = self.late.map_or(usual.time, |late| late.time_limit(usual.time));
        let limits = if time < usual.time { usual.with_time(time) } else { usual };
        let cancel = context.cancel_token();
        let ProgramAnswer { output, stderr, started } =
            self.program.run(request.as_bytes(), &limits, &|| cancel.is_cancelled());
        let is_late = matches!(&output, Err(why) if fault_kind(why) == FaultKind::Late);
        self.late = self.late.map(|late| late.then(is_late));
        self.note = Some(ProgramNote { seat, stderr, started });
        let format = self.rules.format;
        let output = output.map_err(player_error)?.output;
        G::read_answer(seat, observation, format, &output).map_err(PlayerError::Fault)
    }

    fn take_note(&mut self) -> Option<ProgramNote> {
        self.note.take()
    }
}
