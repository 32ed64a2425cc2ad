//! Other people's programs as players. A program is started for each decision, reads a request from
//! standard input and prints its answer.
//!
//! Requests and answers consist of numbers, and each game has its own. Only the last numbers count,
//! so a program may print its reasoning first.

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
use fourcade_programs::{PrepareError, Program, ProgramLimits, ProgramRun, Runner, WatchPolicy};
pub use late::{LateStreak, MAX_LATE, SHORT_TIME};

/// The name of this kind of player, as in `program:./player`.
pub const PROGRAM: &str = "program";

/// Returns the player name of a program, such as `program:./player`.
pub fn player_name(path: &str) -> String {
    format!("{PROGRAM}:{path}")
}

/// Whether this is the player name of a program, with or without its path.
pub fn is_program(name: &str) -> bool {
    name.split(':').next() == Some(PROGRAM)
}

/// Returns the path or command in the player name of a program; `None` for other players.
pub fn program_path(name: &str) -> Option<&str> {
    name.strip_prefix(PROGRAM)?.strip_prefix(':')
}

/// Returns the player's name for sentences: for a program, its path or command.
pub fn shown_name(name: &str) -> &str {
    program_path(name).unwrap_or(name)
}

/// A game that can ask programs for decisions.
pub trait AsksPrograms: Game {
    /// The argument of the player's name: a path or a command.
    const ARG: PlayerArg;
    /// The description of this kind of player, for the user.
    const DESCRIPTION: &'static str;

    /// Returns the text of a request for the decision of this seat, or `None` if it has no decision
    /// to make now.
    fn request(seat: Seat, observation: &Self::Observation) -> Option<String>;

    /// Parses the answer to a request and checks it against the rules.
    ///
    /// # Errors
    /// Returns what is wrong, as a predicate for the player's name.
    fn read_answer(
        seat: Seat,
        observation: &Self::Observation,
        format: AnswerFormat,
        output: &[u8],
    ) -> Result<Self::Action, String>;
}

/// A kind of player that is a program.
pub struct ProgramKind<G: Game> {
    /// Name, argument and description of the player.
    pub info: PlayerInfo,
    /// Makes a player from a prepared program.
    pub make: fn(Program) -> Box<dyn Player<G>>,
}

/// The kind of player whose program is started for each decision, with the default limits.
pub const fn kind<G: AsksPrograms>() -> ProgramKind<G> {
    ProgramKind {
        info: PlayerInfo { name: PROGRAM, arg: &G::ARG, description: G::DESCRIPTION },
        make: |program| Box::new(ProgramPlayer::new(program, AnswerRules::default())),
    }
}

/// Prepares the program named by a player's argument, a path or a command.
///
/// # Errors
/// As for [`Runner::prepare`].
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

/// Rules for the answers of a program. If answers must be exact, the program must not start other
/// programs, either.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnswerRules {
    /// Limits for one answer.
    pub limits: ProgramLimits,
    /// The accepted form of an answer.
    pub format: AnswerFormat,
}

impl AnswerRules {
    /// Rules with this time for one answer. If `is_strict`, answers must be exact.
    pub fn new(time: Duration, is_strict: bool) -> Self {
        let format = if is_strict { AnswerFormat::Exact } else { AnswerFormat::LastNumbers };
        Self { limits: ProgramLimits::default().with_time(time), format }
    }

    /// Whether answers must be exact.
    pub fn is_strict(&self) -> bool {
        self.format == AnswerFormat::Exact
    }
}

/// A program as a player.
///
/// # Examples
///
/// ```standalone_crate
/// use fourcade_course::program::{AnswerRules, ProgramPlayer};
/// use fourcade_engine::{
///     eater::{Eater, model::{Cell, EaterSetup}},
///     play::{Budget, Game, Player, Seat, Seats, ThinkContext},
/// };
/// use fourcade_programs::{Runner, SUPERVISOR, supervise};
/// use std::{env, error::Error, process::ExitCode};
///
/// fn main() -> Result<ExitCode, Box<dyn Error>> {
///     // The supervisor of the program is this binary, too.
///     let mut args = env::args_os().skip(1).peekable();
///     if args.next_if(|arg| arg == SUPERVISOR).is_some() {
///         return Ok(supervise(args));
///     }
///     // This program chooses the cell in row 2 and column 3, whatever the request.
///     let program = Runner::default().prepare_command("echo 2 3", &|| false)?;
///     let mut player = ProgramPlayer::new(program, AnswerRules::default());
///     let game = Eater::start(&EaterSetup::new(5)?);
///     let seat = Seat::new(0);
///     let observation = game.observe(Seats::one(seat));
///     let context = ThinkContext::new(Budget::Nodes(1), 7, seat, 0);
///     let cell = Player::<Eater>::choose(&mut player, seat, &observation, &context)?;
///     assert_eq!(cell, Cell::new(1, 2));
///     Runner::remove_folders();
///     Ok(ExitCode::SUCCESS)
/// }
/// ```
#[derive(Clone, Debug)]
pub struct ProgramPlayer {
    /// The program.
    pub program: Program,
    /// The rules of its answers.
    pub rules: AnswerRules,
    /// `None` if late answers don't shorten the time limit.
    late: Option<LateStreak>,
    /// Side effects of the last answer: standard error, other programs started.
    note: Option<ProgramNote>,
}

impl ProgramPlayer {
    /// Creates a player whose program is watched for starting others.
    pub fn new(program: Program, rules: AnswerRules) -> Self {
        let policy = if rules.is_strict() { WatchPolicy::Forbid } else { WatchPolicy::Report };
        Self { program: program.watched(policy), rules, late: None, note: None }
    }

    /// Shortens the time limit after [`MAX_LATE`] late answers in a row, counted from `late`.
    pub fn with_late_streak(self, late: LateStreak) -> Self {
        Self { late: Some(late), ..self }
    }

    /// Returns warnings if a run of the program has started other programs or created files. `path`
    /// names the program.
    pub fn forbidden_acts(&self, path: &str) -> Vec<String> {
        let (started, created) = (self.program.started_programs(), self.program.created_files());
        let started = (!started.is_empty()).then(|| describe_started(&started));
        let created = (!created.is_empty()).then(|| describe_created(&created));
        started.into_iter().chain(created).map(|act| format!("{path}: {act}")).collect()
    }

    /// Runs the program with a request on standard input.
    pub fn ask(&self, request: &str, cancel: &CancelToken) -> ProgramRun {
        self.program.run(request.as_bytes(), &self.rules.limits, &|| cancel.is_cancelled())
    }
}

/// Reports started programs, as a predicate for the program's name.
pub fn describe_started(names: &[String]) -> String {
    format!("starts other programs ({}), which the course forbids", names.join(", "))
}

/// Reports created files, as a predicate for the program's name.
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
        let ProgramRun { output, end, stderr, started, .. } =
            self.program.run(request.as_bytes(), &limits, &|| cancel.is_cancelled());
        let is_late = matches!(&end, Err(error) if fault_kind(error) == FaultKind::Late);
        self.late = self.late.map(|late| late.after_answer(is_late));
        self.note = Some(ProgramNote { seat, stderr, started });
        let format = self.rules.format;
        end.map_err(player_error)?;
        G::read_answer(seat, observation, format, &output).map_err(PlayerError::Fault)
    }

    fn take_note(&mut self) -> Option<ProgramNote> {
        self.note.take()
    }
}
