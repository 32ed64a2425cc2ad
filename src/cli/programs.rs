//! The options for other people's programs.

use std::{
    collections::BTreeSet,
    fmt,
    path::{self, PathBuf},
    time::Duration,
};

use super::{
    error::{self, CliError},
    numbers,
};
use crate::settings::consent::{Consent, Programs};
use fourcade_course::{
    intensity::referee::{Entrant, Roster, RosterBuilder, RosterError, TIMEOUT_SECONDS},
    program::{AnswerRules, describe_started, program_path, shown_name},
};
use fourcade_engine::play::{CancelToken, FaultTally};
use fourcade_programs::{Compiler, ProgramLimits, Runner, SandboxKind, SandboxPolicy, quoted};

/// How programs written by other people run.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "External programs")]
pub struct ProgramArgs {
    /// Refuse to run programs where there is no sandbox
    #[arg(long, global = true, hide_short_help = true, conflicts_with = "no_sandbox")]
    sandbox: bool,
    /// Run programs without a sandbox: only programs you trust
    #[arg(long, global = true, hide_short_help = true)]
    no_sandbox: bool,
    /// The folder in which Othello programs run and which they may change
    #[arg(long, value_name = "DIR", global = true, hide_short_help = true)]
    program_dir: Option<PathBuf>,
    /// A file or folder that programs may read in the sandbox; may be given several times
    #[arg(long, value_name = "PATH", global = true, hide_short_help = true)]
    show: Vec<PathBuf>,
    /// The C compiler and its options, such as 'gcc -std=c99 -g -fsanitize=address,undefined'
    /// [default: cc -O2 -Wall]
    #[arg(long, value_name = "COMMAND", global = true, hide_short_help = true)]
    cc: Option<String>,
    /// Run compiled .c programs in valgrind
    #[arg(long, global = true, hide_short_help = true)]
    valgrind: bool,
}

impl ProgramArgs {
    /// Creates a runner with these options, and loads the remembered consent.
    pub fn load(&self) -> Result<Programs, CliError> {
        let mut runner = Runner::default().with_sandbox(SandboxPolicy::IfAvailable);
        #[cfg(debug_assertions)]
        if let Ok(name) = std::env::var("FOURCADE_SANDBOX_KIND") {
            // For tests: the name of a kind, or `none`.
            let kinds = SandboxKind::ALL.into_iter().filter(|kind| kind.name() == name);
            runner = runner.with_sandbox_kinds(&kinds.collect::<Vec<_>>());
        }
        if self.sandbox {
            runner = runner.with_sandbox(SandboxPolicy::Required);
        }
        if self.no_sandbox {
            runner = runner.with_sandbox(SandboxPolicy::Off);
        }
        if let Some(folder) = &self.program_dir {
            runner = runner.with_program_dir(folder).map_err(|error| {
                CliError::usage(format!(
                    "{} can't be used: {error}; give --program-dir an existing folder",
                    folder.display()
                ))
            })?;
        }
        runner = runner.with_shown(&self.show).map_err(|(path, error)| {
            CliError::usage(format!(
                "{} can't be shown: {error}; give --show an existing file or folder",
                path.display()
            ))
        })?;
        if let Some(command) = &self.cc {
            let compiler = Compiler::parse(command)
                .map_err(|error| CliError::usage(format!("--cc: {error}")))?;
            runner = runner.with_compiler(compiler);
        }
        if self.valgrind {
            let with = runner.with_valgrind();
            runner = with.map_err(|error| CliError::usage(format!("--valgrind: {error}")))?;
        }
        Ok(Programs { runner, consent: Consent::at_home().into() })
    }

    /// Returns the options that affect how a player program runs, as words of a command.
    pub fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        if self.no_sandbox {
            words.push("--no-sandbox".to_owned());
        }
        for path in &self.show {
            let path = path::absolute(path).unwrap_or_else(|_| path.clone());
            words.extend(["--show".to_owned(), path.display().to_string()]);
        }
        if let Some(compiler) = &self.cc {
            words.extend(["--cc".to_owned(), compiler.clone()]);
        }
        if self.valgrind {
            words.push("--valgrind".to_owned());
        }
        words
    }
}

/// Formats options for a command line, each with a space before it.
pub fn option_text(words: &[String]) -> String {
    words.iter().flat_map(|word| [" ".into(), quoted(word)]).collect()
}

/// Prints a warning if programs run in a weaker sandbox, or without one because none works here.
/// Commands call this before they run a program or print anything.
pub fn warn_of_weak_sandbox(runner: &Runner) {
    if let Some(sentence) = runner.sandbox_warning() {
        error::print_message(&sentence);
    }
}

/// Prints warnings about programs that have started others or created files. Commands call this
/// after the games.
pub fn warn_of_forbidden_acts(entrants: &[Entrant]) {
    for warning in entrants.iter().flat_map(Entrant::forbidden_acts) {
        error::print_message(&warning);
    }
}

/// Prints a warning about other programs that a player has started, if any.
pub fn warn_of_started(player: &str, names: &BTreeSet<String>) {
    if let Some(path) = program_path(player)
        && !names.is_empty()
    {
        let names: Vec<String> = names.iter().cloned().collect();
        error::print_message(&format_args!("{path}: {}", describe_started(&names)));
    }
}

/// Prints how often a player broke the rules, with the first example of each kind.
pub fn warn_of_faults(player: &str, faults: &FaultTally) {
    for count in faults.counts() {
        error::print_message(&format_args!("{}: {count}", shown_name(player)));
    }
}

/// Returns the name of the programs' sandbox for the output of `--json`.
pub fn sandbox_name(runner: &Runner) -> &'static str {
    runner.sandbox_kind().map_or("none", SandboxKind::name)
}

pub const PROGRAMS_HELP: &str = "\
Programs use the course's protocol: a program is run once for each decision, with the request on \
its standard input. A .c file is compiled with `cc` first, and a .py file that isn't executable is \
run by python3. An illegal answer costs 5 penalty \
points, and a random legal move replaces it. A crash, no answer and a timeout count as illegal \
answers, too. After ten late answers in a row a program has one second for each answer.

Programs run in a sandbox where the system has one: they see the system, their own file, what \
--show names and a new empty folder, which is all that they may change, and have no network. Time, \
output, memory, processor time and files are limited. All processes that they started are killed \
after each answer. \
With --no-sandbox they run with your permissions: use it only for programs you trust. --sandbox \
refuses to run programs where there is no sandbox.";

/// The participants and the limits of their programs.
#[derive(Clone, Debug, clap::Args)]
pub struct EntrantArgs {
    /// Player programs: executable files, .c files or .py files
    #[arg(value_name = "PROGRAM")]
    pub programs: Vec<PathBuf>,
    /// A built-in player that takes part; may be given several times
    #[arg(long = "player", value_name = "KIND")]
    pub players: Vec<String>,
    #[command(flatten)]
    pub answers: AnswerArgs,
}

/// What programs must answer, and how fast.
#[derive(Clone, Debug, clap::Args)]
pub struct AnswerArgs {
    /// The time limit of a program for one decision [default: 30]
    #[arg(long, value_name = "SECONDS", value_parser = parse_timeout)]
    timeout: Option<Timeout>,
    /// Accept only answers that are exactly the numbers asked for, with no other text or number,
    /// and none of programs that start others or create files
    #[arg(long)]
    pub strict: bool,
}

/// A time limit, displayed in seconds.
#[derive(Clone, Copy, Debug)]
pub struct Timeout(pub Duration);

impl Default for Timeout {
    fn default() -> Self {
        Self(ProgramLimits::default().time)
    }
}

impl fmt::Display for Timeout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_secs_f64().fmt(f)
    }
}

pub fn parse_timeout(text: &str) -> Result<Timeout, String> {
    numbers::seconds(TIMEOUT_SECONDS)(text).map(Timeout)
}

impl AnswerArgs {
    pub fn rules(&self) -> AnswerRules {
        AnswerRules::new(self.timeout.unwrap_or_default().0, self.strict)
    }

    /// Sets rules that no option has set, from a recorded match or a saved tournament.
    pub fn fill_in(&mut self, timeout: Option<f64>, strict: bool) {
        let timeout = timeout.filter(|seconds| TIMEOUT_SECONDS.contains(seconds));
        let timeout = timeout.map(|seconds| Timeout(Duration::from_secs_f64(seconds)));
        self.timeout = self.timeout.or(timeout);
        self.strict |= strict;
    }
}

impl EntrantArgs {
    pub fn has_programs(&self) -> bool {
        let names_program = |name: &String| program_path(name).is_some();
        !self.programs.is_empty() || self.players.iter().any(names_program)
    }

    /// Prepares the participants and prints warnings about them.
    pub fn roster(
        &self,
        with_person: bool,
        skips_broken: bool,
        runner: &Runner,
        cancel: &CancelToken,
    ) -> Result<Roster, RosterError> {
        if self.has_programs() {
            warn_of_weak_sandbox(runner);
        }
        let builder = RosterBuilder {
            programs: &self.programs,
            players: &self.players,
            runner,
            rules: self.answers.rules(),
            skips_broken,
        };
        let roster = builder.build(with_person, cancel)?;
        for warning in &roster.warnings {
            error::print_message(warning);
        }
        Ok(roster)
    }
}

impl From<RosterError> for CliError {
    fn from(error: RosterError) -> Self {
        match error {
            RosterError::Player(error) => Self::Player(error),
            RosterError::NotAComputer
            | RosterError::PathNotUtf8(_)
            | RosterError::TooMany { .. } => Self::Usage(error.to_string()),
            RosterError::Several(_) if !error.only_programs_are_broken() => {
                Self::Usage(error.to_string())
            }
            RosterError::Program(_) | RosterError::Several(_) => Self::Failed(error.to_string()),
            RosterError::Cancelled => Self::Interrupted,
        }
    }
}
