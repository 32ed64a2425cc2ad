//! The entrants of a game or a tournament: programs, built-in players, the course's system players,
//! and a person.

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
};

use rayon::prelude::*;

use crate::{
    intensity::{
        classic,
        program::ask_name,
        protocol::{MAX_NAME_CHARS, parse_name},
    },
    players::{UnknownPlayerError, check_built_in},
    program::{self, AnswerRules, LateStreak, PROGRAM, ProgramPlayer},
};
use fourcade_engine::{
    intensity::Intensity,
    play::{CancelToken, HUMAN, Player, find_player},
};
use fourcade_programs::{PrepareError, ProgramError, Runner};

/// Names of the course's system players. They choose at random and fill empty seats in this order.
pub(super) const SYSTEM_PLAYERS: [&str; 4] = ["Lulu", "Morgan", "Amy", "Rat"];

/// The built-in player that plays for the system players.
const RANDOM: &str = "random";

/// The name in logs of the person at the keyboard.
pub(super) const PERSON_NAME: &str = "Interactive Player";

/// A participant: a program, a built-in player, or the person at the keyboard.
#[derive(Clone)]
pub struct Entrant {
    /// The name in logs. [`RosterBuilder::build`] makes it unique in its roster.
    pub name: String,
    /// The name in records: `program:PATH`, a built-in player, or `human`.
    pub record_name: String,
    player: EntrantPlayer,
}

#[derive(Clone)]
enum EntrantPlayer {
    Program(Box<ProgramPlayer>),
    /// The name of a built-in player.
    Computer(String),
    Person,
}

impl Entrant {
    pub(super) fn program(name: String, record_name: String, player: ProgramPlayer) -> Self {
        Self { name, record_name, player: EntrantPlayer::Program(Box::new(player)) }
    }

    /// Whether this is the person at the keyboard.
    pub const fn is_person(&self) -> bool {
        matches!(self.player, EntrantPlayer::Person)
    }

    /// Returns the commands that compiled the entrant's program and that run it in valgrind, if
    /// any.
    pub fn commands(&self) -> Vec<String> {
        match &self.player {
            EntrantPlayer::Program(player) => {
                let program = &player.program;
                let compiler = program.compile_command().map(str::to_owned);
                compiler.into_iter().chain(program.valgrind_command()).collect()
            }
            EntrantPlayer::Computer(_) | EntrantPlayer::Person => Vec::new(),
        }
    }

    /// Returns the compiler's warnings about the entrant's program, or an empty text.
    pub fn compiler_warnings(&self) -> &str {
        match &self.player {
            EntrantPlayer::Program(player) => player.program.compiler_warnings(),
            EntrantPlayer::Computer(_) | EntrantPlayer::Person => "",
        }
    }

    /// Returns warnings if the entrant's program has started other programs or created files.
    pub fn forbidden_acts(&self) -> Vec<String> {
        match (&self.player, program::program_path(&self.record_name)) {
            (EntrantPlayer::Program(player), Some(path)) => player.forbidden_acts(path),
            _ => Vec::new(),
        }
    }

    /// Records other programs that the entrant's program has started on another host.
    pub fn note_started(&self, names: &[String]) {
        if let EntrantPlayer::Program(player) = &self.player {
            player.program.note_started(names);
        }
    }

    /// Returns the player, or `None` for a person. `late` counts late answers of earlier games.
    pub(super) fn player(
        &self,
        late: LateStreak,
    ) -> Result<Option<Box<dyn Player<Intensity>>>, String> {
        match &self.player {
            EntrantPlayer::Program(player) => {
                Ok(Some(Box::new(player.as_ref().clone().with_late_streak(late))))
            }
            EntrantPlayer::Computer(name) => {
                find_player(name).map(Some).map_err(|error| error.to_string())
            }
            EntrantPlayer::Person => Ok(None),
        }
    }
}

/// Why entrants can't take part. The message says what to do.
#[derive(Debug, thiserror::Error)]
pub enum RosterError {
    /// A program can't be prepared.
    #[error(transparent)]
    Program(PrepareError),
    /// Several entrants can't take part. The message has a line for each.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Several(Vec<RosterError>),
    /// There is no such player.
    #[error(transparent)]
    Player(#[from] UnknownPlayerError),
    /// The path is not UTF-8, so no record can contain it.
    #[error("a record can't hold the path {0:?}, which isn't UTF-8; give the program another name")]
    PathNotUtf8(PathBuf),
    /// A person was named as a player.
    #[error("{HUMAN} can't play here; name computer players")]
    NotAComputer,
    /// There are too many entrants for a round robin.
    #[error("{entrants} players are too many for a round robin; it takes at most {most}")]
    TooMany {
        /// The number of entrants.
        entrants: usize,
        /// The maximum number.
        most: usize,
    },
    /// The caller cancelled the preparation.
    #[error("it was interrupted")]
    Cancelled,
}

impl From<PrepareError> for RosterError {
    fn from(error: PrepareError) -> Self {
        match error {
            PrepareError::Cancelled => Self::Cancelled,
            error => Self::Program(error),
        }
    }
}

impl RosterError {
    /// Combines errors, of which there is at least one.
    fn combined(mut errors: Vec<Self>) -> Self {
        if errors.len() == 1 { errors.swap_remove(0) } else { Self::Several(errors) }
    }

    /// Whether only single programs are broken, so that the others could play without them.
    pub fn only_programs_are_broken(&self) -> bool {
        match self {
            Self::Program(error) => error.is_fault_of_program(),
            Self::Several(errors) => errors.iter().all(Self::only_programs_are_broken),
            Self::Player(_)
            | Self::PathNotUtf8(_)
            | Self::NotAComputer
            | Self::TooMany { .. }
            | Self::Cancelled => false,
        }
    }
}

/// Prepares the entrants named by the user.
pub struct RosterBuilder<'a> {
    /// The paths of programs.
    pub programs: &'a [PathBuf],
    /// The names of built-in players. `program:PATH` stands for a program.
    pub players: &'a [String],
    /// Runs the programs.
    pub runner: &'a Runner,
    /// The rules for their answers.
    pub rules: AnswerRules,
    /// Whether programs that can't be prepared are left out with a warning.
    pub skips_broken: bool,
}

enum EntrantSource<'a> {
    Program(&'a Path),
    Computer(&'a str),
}

impl RosterBuilder<'_> {
    /// Prepares all entrants in parallel: compiles C programs and asks each program for its name.
    /// Adds the person at the keyboard if `with_person` is set.
    ///
    /// # Errors
    /// Returns an error about all entrants that can't take part. If `skips_broken` is set and other
    /// entrants can play, broken programs are warnings instead. If the preparation is cancelled, or
    /// no program can run here at all, the error is about that alone.
    pub fn build(&self, with_person: bool, cancel: &CancelToken) -> Result<Roster, RosterError> {
        let programs = self.programs.iter().map(|path| EntrantSource::Program(path));
        let players = self.players.iter().map(|name| match program::program_path(name) {
            Some(path) => EntrantSource::Program(Path::new(path)),
            None => EntrantSource::Computer(name),
        });
        let sources: Vec<_> = programs.chain(players).collect();
        let prepare = |source: &EntrantSource| match source {
            EntrantSource::Program(path) => self.prepare_program(path, cancel),
            EntrantSource::Computer(name) => Ok((computer(name)?, None)),
        };
        let prepared: Vec<_> = sources.par_iter().map(prepare).collect();
        let (mut ready, mut errors) = (Vec::new(), Vec::new());
        for entrant in prepared {
            match entrant {
                Ok(entrant) => ready.push(entrant),
                Err(RosterError::Cancelled) => return Err(RosterError::Cancelled),
                // All others would fail in the same way.
                Err(RosterError::Program(error)) if !error.is_fault_of_program() => {
                    return Err(error.into());
                }
                Err(error) => errors.push(error),
            }
        }
        let nobody_is_left = ready.is_empty() && !with_person;
        let is_skipped =
            |error: &RosterError| self.skips_broken && error.only_programs_are_broken();
        if !errors.is_empty() && (nobody_is_left || !errors.iter().all(is_skipped)) {
            return Err(RosterError::combined(errors));
        }
        let warnings = errors.iter().map(|error| format!("left out: {error}")).collect();
        let mut roster = Roster { warnings, ..Roster::default() };
        if with_person {
            roster.admit(person());
        }
        for (entrant, warning) in ready {
            roster.admit(entrant);
            roster.warnings.extend(warning);
        }
        Ok(roster)
    }

    /// Prepares a program and asks for its name. If it prints none, it is named after its file, and
    /// a warning is returned, too.
    fn prepare_program(
        &self,
        path: &Path,
        cancel: &CancelToken,
    ) -> Result<(Entrant, Option<String>), RosterError> {
        let text = path.to_str().ok_or_else(|| RosterError::PathNotUtf8(path.to_owned()))?;
        let player =
            ProgramPlayer::new(self.runner.prepare(path, &|| cancel.is_cancelled())?, self.rules);
        let (name, warning) = match ask_name(&player, cancel) {
            Ok(name) => (name, None),
            Err(ProgramError::Cancelled) => return Err(RosterError::Cancelled),
            Err(error) => {
                let stem = path.file_stem().and_then(|stem| parse_name(stem.as_encoded_bytes()));
                let name = stem.unwrap_or_else(|| PROGRAM.to_owned());
                let warning =
                    format!("{text} is called {name} here: asked for its name, it {error}");
                (name, Some(warning))
            }
        };
        Ok((Entrant::program(name, program::player_name(text), player), warning))
    }
}

fn person() -> Entrant {
    Entrant {
        name: PERSON_NAME.to_owned(),
        record_name: HUMAN.to_owned(),
        player: EntrantPlayer::Person,
    }
}

pub(super) fn computer(name: &str) -> Result<Entrant, RosterError> {
    if name == HUMAN {
        return Err(RosterError::NotAComputer);
    }
    check_built_in::<Intensity>(name)?;
    let player = EntrantPlayer::Computer(name.to_owned());
    Ok(Entrant { name: classic::player_name(name), record_name: name.to_owned(), player })
}

/// The entrants of a game or a tournament, ready to play.
#[derive(Default)]
pub struct Roster {
    /// The person if there is one, then the builder's `programs`, then its `players`.
    pub entrants: Vec<Entrant>,
    /// Warnings for the user, for example about a program that didn't print its name.
    pub warnings: Vec<String>,
}

impl Roster {
    /// Replaces the names of the entrants by those of a record, which need not be unique.
    pub fn rename(&mut self, names: &[String]) {
        for (entrant, name) in self.entrants.iter_mut().zip(names) {
            entrant.name.clone_from(name);
        }
    }

    /// Adds an entrant. If its name is taken, a number is appended or replaces the last characters.
    pub(super) fn admit(&mut self, entrant: Entrant) {
        let taken: HashSet<_> = self.entrants.iter().map(|other| other.name.as_str()).collect();
        let numbered = (2..).map(|number| {
            let suffix = format!(" {number}");
            let kept = MAX_NAME_CHARS - suffix.len();
            let name: String = entrant.name.chars().take(kept).collect();
            name.trim_end().to_owned() + &suffix
        });
        let mut names = std::iter::once(entrant.name.clone()).chain(numbered);
        let name = names.find(|name| !taken.contains(name.as_str())).unwrap_or_default();
        self.entrants.push(Entrant { name, ..entrant });
    }

    /// Returns `count` system players; those with free names come first.
    ///
    /// # Errors
    /// Returns an error if the engine lacks the player that plays for them.
    pub fn system_players(&self, count: usize) -> Result<Vec<Entrant>, RosterError> {
        let is_free = |name: &&str| self.entrants.iter().all(|other| other.name != *name);
        let names = SYSTEM_PLAYERS.into_iter().filter(is_free).chain(SYSTEM_PLAYERS);
        let mut others = Self { entrants: self.entrants.clone(), ..Self::default() };
        for name in names.take(count) {
            others.admit(Entrant { name: name.to_owned(), ..computer(RANDOM)? });
        }
        Ok(others.entrants.split_off(self.entrants.len()))
    }
}
