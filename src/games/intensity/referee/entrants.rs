//! Who takes part in a game or a tournament: programs, our own players, the course's system
//! players, a person.

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
    sync::Arc,
};

use rayon::prelude::*;

use crate::{
    games::{
        HUMAN, PlayerSpec, UnknownPlayerError, find_player,
        intensity::{
            Intensity, classic,
            program::{self, ProgramPlayer},
            protocol::read_name,
        },
    },
    play::{CancelToken, Player},
    programs::{PrepareError, ProgramError, ProgramLimits, Runner},
};

/// The names of the course's own players, who choose anything that is legal, in the order in which
/// they are called.
pub const SYSTEM: [&str; 4] = ["Lulu", "Morgan", "Amy", "Rat"];

/// How our registry calls players like them.
const RANDOM: &str = "random";

/// The name of the person at the keyboard.
pub const PERSON: &str = "Interactive Player";

/// Somebody who takes part.
#[derive(Clone)]
pub struct Entrant {
    /// What it is called here; nobody else is.
    pub name: String,
    /// What records call it: `program:PATH`, one of our players, or `human`.
    pub kind: String,
    source: Source,
}

#[derive(Clone)]
enum Source {
    Program(ProgramPlayer),
    Ours(Arc<PlayerSpec<Intensity>>),
    Person,
}

/// Why somebody can't take part.
#[derive(Debug, thiserror::Error)]
pub enum RosterError {
    /// A program that can't be made ready.
    #[error(transparent)]
    Program(#[from] PrepareError),
    /// There is no such player.
    #[error(transparent)]
    Player(#[from] UnknownPlayerError),
    /// A name that no record could hold.
    #[error("{0:?} is no text that a record could hold; give the program another name")]
    NotText(PathBuf),
    /// A person can't be called by `--player`.
    #[error("only computers are named here, no {HUMAN}")]
    Person,
    /// It is no longer wanted.
    #[error("it was interrupted")]
    Cancelled,
}

/// Those who are called by name.
pub struct RosterBuilder<'a> {
    /// Programs, by their paths.
    pub programs: &'a [PathBuf],
    /// Our own players; `program:PATH` is a program, too.
    pub players: &'a [String],
    /// Where programs run.
    pub room: &'a Runner,
    /// What they may use for a decision.
    pub limits: ProgramLimits,
}

/// All who take part, and what is to be said of them.
#[derive(Default)]
pub struct Roster {
    /// Who takes part: a person, then programs, then our own players.
    pub entrants: Vec<Entrant>,
    /// What a person should know, such as that a program has not said its name.
    pub remarks: Vec<String>,
}

impl Entrant {
    /// Whether it is the person at the keyboard.
    pub const fn is_person(&self) -> bool {
        matches!(self.source, Source::Person)
    }

    /// Its player for a game; nobody for a person.
    ///
    /// # Errors
    /// Says why it can't be made.
    pub fn player(&self) -> Result<Option<Box<dyn Player<Intensity>>>, String> {
        match &self.source {
            Source::Program(external) => Ok(Some(Box::new(external.clone()))),
            Source::Ours(found) => found.make().map(Some),
            Source::Person => Ok(None),
        }
    }
}

impl RosterBuilder<'_> {
    /// Makes them ready: C programs are compiled, and each is asked for its name, several at the
    /// same time.
    ///
    /// # Errors
    /// If one of them can't take part.
    pub fn enter(&self, with_person: bool, cancel: &CancelToken) -> Result<Roster, RosterError> {
        let programs = self.programs.par_iter().map(|path| self.program(path, cancel));
        let players = self.players.par_iter().map(|kind| match program::program_path(kind) {
            Some(path) => self.program(Path::new(path), cancel),
            None => Ok((ours(kind)?, None)),
        });
        let entered: Vec<_> = programs.chain(players).collect::<Result<_, RosterError>>()?;
        let mut roster = Roster::default();
        if with_person {
            roster.admit(Entrant {
                name: PERSON.to_owned(),
                kind: HUMAN.to_owned(),
                source: Source::Person,
            });
        }
        for (entrant, remark) in entered {
            roster.admit(entrant);
            roster.remarks.extend(remark);
        }
        Ok(roster)
    }

    /// A program, by the name that it gives itself. One that gives none goes by that of its file.
    fn program(
        &self,
        path: &Path,
        cancel: &CancelToken,
    ) -> Result<(Entrant, Option<String>), RosterError> {
        let text = path.to_str().ok_or_else(|| RosterError::NotText(path.to_owned()))?;
        let program = self.room.prepare(path, cancel).map_err(|why| match why {
            PrepareError::Cancelled => RosterError::Cancelled,
            why => RosterError::Program(why),
        })?;
        let external = ProgramPlayer { program, limits: self.limits };
        let (name, remark) = match external.ask_name(cancel) {
            Ok(name) => (name, None),
            Err(ProgramError::Cancelled) => return Err(RosterError::Cancelled),
            Err(failure) => {
                let stem = path.file_stem().and_then(|stem| read_name(stem.as_encoded_bytes()));
                let name = stem.unwrap_or_else(|| program::NAME.to_owned());
                let remark =
                    format!("{text} {failure} when asked for its name; it is called {name} here");
                (name, Some(remark))
            }
        };
        Ok((
            Entrant { name, kind: program::player_name(text), source: Source::Program(external) },
            remark,
        ))
    }
}

fn ours(kind: &str) -> Result<Entrant, RosterError> {
    if kind == HUMAN {
        return Err(RosterError::Person);
    }
    let found = find_player::<Intensity>(kind)?;
    let source = Source::Ours(Arc::new(found));
    Ok(Entrant { name: classic::player_name(kind), kind: kind.to_owned(), source })
}

impl Roster {
    /// Adds somebody; a name that is already taken gets a number behind it.
    fn admit(&mut self, entrant: Entrant) {
        let taken: HashSet<_> = self.entrants.iter().map(|other| other.name.as_str()).collect();
        let numbered = (2..).map(|number| format!("{} {number}", entrant.name));
        let mut names = std::iter::once(entrant.name.clone()).chain(numbered);
        let name = names.find(|name| !taken.contains(name.as_str())).unwrap_or_default();
        self.entrants.push(Entrant { name, ..entrant });
    }

    /// The first so many system players; one whose name is taken is not called.
    ///
    /// # Errors
    /// If our registry has no such player.
    pub fn system(&self, count: usize) -> Result<Vec<Entrant>, RosterError> {
        let is_free = |name: &&str| self.entrants.iter().all(|other| other.name != *name);
        let names = SYSTEM.into_iter().filter(is_free).chain(SYSTEM);
        let mut others = Self { entrants: self.entrants.clone(), remarks: Vec::new() };
        for name in names.take(count) {
            others.admit(Entrant { name: name.to_owned(), ..ours(RANDOM)? });
        }
        Ok(others.entrants.split_off(self.entrants.len()))
    }
}
