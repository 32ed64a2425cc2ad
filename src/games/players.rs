//! The registry of a game's players. The command line, the setup screen and the help take names,
//! descriptions and factories from it.

use std::{fmt::Write as _, path::Path};

use super::{
    ArcadeGame, GameFacts,
    text::{capitalized, suggestion},
};
use crate::{
    job::JobError,
    printable::{is_unprintable, printable},
    settings::consent::{Consent, ProgramRequest},
};
use fourcade_engine::{
    GameKind,
    play::{
        Game, HUMAN, MakePlayer, Player, PlayerArg, PlayerError, PlayerInfo, PlayerKind,
        PlayerName, PlayerNameError, RecordHeader, RecordReadError, Seat, Seats, Session,
        parse_player_name, split_player_name,
    },
    with_game,
};

pub const HUMAN_DESCRIPTION: &str = "A person at the keyboard.";

/// The commands that run a script, without the numbers of versions.
const INTERPRETERS: [&str; 12] = [
    "python", "pypy", "node", "bun", "perl", "ruby", "php", "lua", "java", "Rscript", "bash", "sh",
];

/// The seats of the people in a game.
pub fn people<G: Game>(session: &Session<G>) -> Seats {
    let is_person = |seat: &Seat| session.header().seats[seat.index()] == HUMAN;
    session.game().seats().iter().filter(is_person).collect()
}

pub fn has_people<G: Game>(session: &Session<G>) -> bool {
    session.header().seats.iter().any(|name| name == HUMAN)
}

/// The error of a player name that is unknown or has a wrong argument.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UnknownPlayerError(String);

/// The computer players of a game, weakest first.
#[derive(Clone, Debug)]
pub struct PlayerList {
    title: &'static str,
    pub kinds: Vec<PlayerInfo>,
}

/// The parts of a player's name, such as `level:3`.
#[derive(Clone, Debug)]
pub struct PlayerChoice {
    /// The index of the kind in the game's [`PlayerList`].
    kind: usize,
    arg: &'static PlayerArg,
    number: u32,
    text: String,
}

impl PlayerChoice {
    /// Returns what must be asked before the player is made, if it is a program that nobody has
    /// allowed to start. Reads the program's file.
    pub fn program_request(&self) -> Result<Option<ProgramRequest>, String> {
        Consent::global().request(self.arg, &self.text)
    }

    /// Allows the player's program, if it is one, to start in this run: the user has named it.
    pub fn allow(&self) {
        if self.arg.is_program() {
            Consent::global().allow_command(&self.text);
        }
    }
}

impl PlayerList {
    /// Those that start programs come last.
    pub fn of<G: ArcadeGame>() -> Self {
        let kinds = all_kinds::<G>().map(PlayerKind::info).collect();
        Self { title: G::FACTS.title, kinds }
    }

    pub fn of_kind(game: GameKind) -> Self {
        with_game!(game, G => Self::of::<G>())
    }

    pub fn include_program(&self, names: &[String]) -> bool {
        names.iter().any(|name| self.is_program(name))
    }

    /// Its argument may be wrong.
    pub fn is_program(&self, name: &str) -> bool {
        self.split(name).is_some_and(|(index, _)| self.kinds[index].arg.is_program())
    }

    /// See [`split_player_name`].
    pub fn split<'a>(&self, name: &'a str) -> Option<(usize, Option<&'a str>)> {
        split_player_name(&self.kinds, name)
    }

    /// Reads the name of a computer player, such as `level:3`. The error suggests similar names.
    pub fn parse(&self, name: &str) -> Result<PlayerChoice, UnknownPlayerError> {
        let PlayerName { kind, number, text } =
            parse_player_name(&self.kinds, name).map_err(|error| match error {
                PlayerNameError::Unknown(name) => self.unknown(&name),
                error => UnknownPlayerError(error.to_string()),
            })?;
        // What is shown before a program starts must be what starts.
        if text.contains(is_unprintable) {
            return Err(UnknownPlayerError(format!(
                "{}:{} has characters that can't be shown; give the program another name",
                self.kinds[kind].name,
                printable(&text)
            )));
        }
        Ok(PlayerChoice { kind, arg: self.kinds[kind].arg, number, text })
    }

    fn unknown(&self, name: &str) -> UnknownPlayerError {
        let mut names = self.patterns();
        names.insert(0, HUMAN.to_owned());
        let hint = suggestion(name, "players", &names);
        UnknownPlayerError(format!("{} has no player called {name:?}; {hint}", self.title))
    }

    /// Returns the name of a built-in player for people, whatever level it stands for: `Level 8`,
    /// `Memory 5 (full)`. The strongest player is the Master. `None` if there is no such player, or
    /// if it is a program.
    pub fn built_in_name(&self, name: &str) -> Option<String> {
        let PlayerChoice { kind, arg, number, text } = self.parse(name).ok()?;
        let name = match self.kinds[kind].name {
            "expert" => "Master".to_owned(),
            name => capitalized(name),
        };
        Some(match arg {
            PlayerArg::Path | PlayerArg::Command => return None,
            PlayerArg::Number { suffix: "", .. } => format!("{name} {number}"),
            PlayerArg::Number { suffix, .. } => {
                format!("{name} {number} ({})", suffix.trim_start_matches(':'))
            }
            PlayerArg::Word(_) if !text.is_empty() => {
                format!("{name} ({})", text.replace('-', " "))
            }
            PlayerArg::None | PlayerArg::Word(_) => name,
        })
    }

    /// Returns the name of a program for people: its file without the folders and arguments, or the
    /// script that an interpreter runs. `None` if the player is no program, or one without a file.
    pub fn program_name(&self, name: &str) -> Option<String> {
        let (kind, arg) = self.split(name)?;
        let file = match self.kinds[kind].arg {
            PlayerArg::Path => arg?.to_owned(),
            PlayerArg::Command => {
                let words = shlex::split(arg?)?;
                let first = words.first()?;
                let script = words[1..].iter().find(|word| !word.starts_with('-'));
                script.filter(|_| is_interpreter(first)).unwrap_or(first).clone()
            }
            _ => return None,
        };
        Some(Path::new(&file).file_name()?.to_string_lossy().into_owned())
    }

    /// With the patterns of their arguments, such as `level:1..10` or `expert[:places]`.
    pub fn patterns(&self) -> Vec<String> {
        self.kinds.iter().map(PlayerInfo::pattern).collect()
    }

    /// Returns the name of the strongest built-in player.
    pub fn strongest(&self) -> String {
        let mut built_in = self.kinds.iter().rev().filter(|kind| !kind.arg.is_program());
        built_in.next().map(PlayerInfo::default_name).unwrap_or_default()
    }

    /// Checks that the seats of a record are people and players of its game.
    fn check_recorded(&self, seats: &[String]) -> Result<(), RecordReadError> {
        for name in seats.iter().filter(|name| *name != HUMAN) {
            if let Err(error) = self.parse(name) {
                return Err(RecordReadError { line: 1, message: error.to_string() });
            }
        }
        Ok(())
    }
}

/// Whether a command runs the script that it is given.
fn is_interpreter(command: &str) -> bool {
    let name = Path::new(command).file_name().unwrap_or_default().to_string_lossy();
    let name = name.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
    INTERPRETERS.contains(&name)
}

pub struct PlayerSpec<G: Game> {
    make: MakePlayer<G>,
    choice: PlayerChoice,
}

/// Why a player can't be made or can't answer.
#[derive(Debug, thiserror::Error)]
pub enum Unavailable {
    /// It is a program that nobody has allowed to start.
    #[error("{}", .0.refusal())]
    NotAllowed(Box<ProgramRequest>),
    #[error("{0}")]
    Failed(String),
}

impl From<PlayerError> for Unavailable {
    fn from(error: PlayerError) -> Self {
        Self::Failed(match error {
            PlayerError::Cancelled => "it was stopped".to_owned(),
            PlayerError::Fault(reason) | PlayerError::Failed(_, reason) => reason,
        })
    }
}

impl From<JobError> for Unavailable {
    fn from(error: JobError) -> Self {
        Self::Failed(format!("internal error: {error}"))
    }
}

impl<G: Game> PlayerSpec<G> {
    /// Fails if the player cannot be made, for example because its program is missing or may not
    /// start ([`Self::program_request`]).
    pub fn make(&self) -> Result<Box<dyn Player<G>>, String> {
        self.make_if(|_| false).map_err(|error| error.to_string())
    }

    /// Like [`Self::make`]. `is_allowed` is asked about a program that nobody has allowed in this
    /// run.
    pub fn make_if(
        &self,
        is_allowed: impl FnOnce(&ProgramRequest) -> bool,
    ) -> Result<Box<dyn Player<G>>, Unavailable> {
        match self.program_request().map_err(Unavailable::Failed)? {
            Some(request) if !is_allowed(&request) => {
                Err(Unavailable::NotAllowed(Box::new(request)))
            }
            _ => (self.make)(self.choice.number, &self.choice.text).map_err(Unavailable::Failed),
        }
    }

    /// See [`PlayerChoice::program_request`].
    pub fn program_request(&self) -> Result<Option<ProgramRequest>, String> {
        self.choice.program_request()
    }

    /// See [`PlayerChoice::allow`].
    pub fn allow(&self) {
        self.choice.allow();
    }
}

/// `name` is a name such as `level:3`. The error suggests similar names.
pub fn find_player<G: ArcadeGame>(name: &str) -> Result<PlayerSpec<G>, UnknownPlayerError> {
    let choice = PlayerList::of::<G>().parse(name)?;
    let kind = all_kinds::<G>().nth(choice.kind);
    let make = kind.unwrap_or_else(|| unreachable!("the list has this kind")).make;
    Ok(PlayerSpec { make, choice })
}

/// Checks that the seats of a record are people and players of its game.
pub fn check_recorded_players<G: ArcadeGame>(
    header: &RecordHeader<G::Setup>,
) -> Result<(), RecordReadError> {
    PlayerList::of::<G>().check_recorded(&header.seats)
}

/// The names of the built-in players. See [`PlayerList::patterns`].
pub fn built_in_patterns<G: ArcadeGame>() -> Vec<String> {
    G::players().iter().map(|kind| kind.info().pattern()).collect()
}

/// Checks that this is the name of a built-in player.
pub fn check_built_in<G: ArcadeGame>(name: &str) -> Result<(), UnknownPlayerError> {
    let mut players = PlayerList::of::<G>();
    if players.is_program(name) {
        let message = "other people's programs can't play here; name a built-in player";
        return Err(UnknownPlayerError(message.to_owned()));
    }
    players.kinds.retain(|kind| !kind.arg.is_program());
    players.parse(name).map(|_| ())
}

/// Returns the name of the strongest built-in computer player.
pub fn strongest_player<G: ArcadeGame>() -> String {
    PlayerList::of::<G>().strongest()
}

fn all_kinds<G: ArcadeGame>() -> impl Iterator<Item = &'static PlayerKind<G>> {
    G::players().iter().chain(G::program_players())
}

pub fn player_tables() -> String {
    let tables: Vec<String> = GameKind::ALL.into_iter().map(player_table).collect();
    tables.join("\n")
}

fn player_table(game: GameKind) -> String {
    let mut table = format!("| {} | |\n|---|---|\n", GameFacts::of(game).title);
    let _ = writeln!(table, "| `{HUMAN}` | {HUMAN_DESCRIPTION} |");
    for kind in PlayerList::of_kind(game).kinds {
        let _ = writeln!(table, "| `{}` | {} |", kind.pattern(), kind.description);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcade_engine::flip::Flip;

    #[test]
    fn the_strongest_player_is_the_last_built_in_one() {
        let strongest = strongest_player::<Flip>();
        let players = PlayerList::of::<Flip>();
        let mut built_in = players.kinds.iter().filter(|kind| !kind.arg.is_program());
        assert_eq!(Some(strongest.clone()), built_in.next_back().map(PlayerInfo::default_name));
        assert!(find_player::<Flip>(&strongest).is_ok_and(|spec| spec.make().is_ok()));
    }
}
