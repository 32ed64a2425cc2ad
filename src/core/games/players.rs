//! The registry of a game's players. The command line, the setup screen and the help take names,
//! descriptions and factories from it.

use std::{fmt::Write as _, ops::RangeInclusive};

use super::{
    ArcadeGame, GameKind,
    consent::{Consent, ProgramRequest},
};
use crate::{
    play::{Game, Player, RecordHeader, RecordReadError, Session},
    printable::{is_unprintable, printable},
};

/// The player name of a person at the keyboard.
pub const HUMAN: &str = "human";

/// The description of a person as a player.
pub const HUMAN_DESCRIPTION: &str = "A person at the keyboard.";

/// Whether a person has a seat in this game.
pub fn has_people<G: Game>(session: &Session<G>) -> bool {
    session.header().seats.iter().any(|name| name == HUMAN)
}

/// The argument after a player's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerArg {
    /// No argument.
    None,
    /// `:N`, a number.
    Number {
        /// The allowed numbers.
        range: RangeInclusive<u32>,
        /// The default number, which the setup offers first.
        default: u32,
        /// What follows the number, such as `:full`. It tells kinds with the same name apart, and
        /// is usually empty.
        suffix: &'static str,
    },
    /// No argument, or `:WORD`, one of these words.
    Word(&'static [&'static str]),
    /// `:PATH`, a file.
    Path,
    /// `:COMMAND`, a program and its arguments.
    Command,
}

impl PlayerArg {
    /// Whether the argument names an external program.
    pub fn is_program(&self) -> bool {
        matches!(self, Self::Path | Self::Command)
    }

    /// What follows the argument in a player's name; usually empty.
    pub fn suffix(&self) -> &'static str {
        match self {
            Self::Number { suffix, .. } => suffix,
            Self::None | Self::Word(_) | Self::Path | Self::Command => "",
        }
    }
}

/// Makes a player from the number and the text of its argument. Without a number it gets 0, and
/// without a text the empty string.
pub type MakePlayer<G> = fn(u32, &str) -> Result<Box<dyn Player<G>>, String>;

/// A kind of computer player.
pub struct PlayerKind<G: Game> {
    /// The name of the player.
    pub name: &'static str,
    /// The argument after the name.
    pub arg: PlayerArg,
    /// How the player plays, in one sentence.
    pub description: &'static str,
    /// Makes the player. The argument must match [`Self::arg`].
    pub make: MakePlayer<G>,
}

/// The error of a player name that is unknown or has a wrong argument.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UnknownPlayerError(String);

/// What is known of a kind of computer player, whatever its game.
#[derive(Clone, Copy, Debug)]
pub struct PlayerInfo {
    /// The name of the player.
    pub name: &'static str,
    /// The argument after the name.
    pub arg: &'static PlayerArg,
    /// How the player plays, in one sentence.
    pub description: &'static str,
}

impl PlayerInfo {
    /// Returns the name with the pattern of its argument, such as `level:1..10`.
    pub fn pattern(&self) -> String {
        match self.arg {
            PlayerArg::None => self.name.to_owned(),
            PlayerArg::Number { range, suffix, .. } => {
                format!("{}:{}..{}{suffix}", self.name, range.start(), range.end())
            }
            PlayerArg::Word(words) => format!("{}[:{}]", self.name, words.join("/")),
            PlayerArg::Path => format!("{}:PATH", self.name),
            PlayerArg::Command => format!("{}:COMMAND", self.name),
        }
    }

    /// Returns the full name, with the default number if the player takes a number.
    pub fn default_name(&self) -> String {
        match self.arg {
            PlayerArg::Number { default, suffix, .. } => {
                format!("{}:{default}{suffix}", self.name)
            }
            PlayerArg::None | PlayerArg::Word(_) | PlayerArg::Path | PlayerArg::Command => {
                self.name.to_owned()
            }
        }
    }
}

/// The computer players of a game, weakest first.
#[derive(Clone, Debug)]
pub struct PlayerList {
    /// The title of the game.
    title: &'static str,
    /// The kinds of players.
    pub kinds: Vec<PlayerInfo>,
}

/// The parts of a player's name, such as `level:3`.
#[derive(Clone, Debug)]
pub struct PlayerChoice {
    /// The index of the kind in the game's [`PlayerList`].
    kind: usize,
    /// What the kind takes as its argument.
    arg: &'static PlayerArg,
    number: u32,
    text: String,
}

impl PlayerChoice {
    /// Returns what must be asked before the player is made, if it is a program that nobody has
    /// allowed to start. Reads the program's file.
    ///
    /// # Errors
    /// Returns a message if there is no such program.
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
    /// Returns the computer players of a game.
    pub fn of<G: ArcadeGame>() -> Self {
        let mut kinds = Vec::new();
        for kind in G::players() {
            kinds.push(kind.info());
        }
        Self { title: G::TITLE, kinds }
    }

    /// Whether one of these players is a program.
    pub fn include_program(&self, names: &[String]) -> bool {
        let kinds = names.iter().filter_map(|name| Some(&self.kinds[self.split(name)?.0]));
        kinds.into_iter().any(|kind| kind.arg.is_program())
    }

    /// Splits the name of a computer player, such as `level:3`, into its kind's index and its
    /// argument. Returns `None` if there is no such kind. The argument may be wrong.
    pub fn split<'a>(&self, name: &'a str) -> Option<(usize, Option<&'a str>)> {
        let (stem, arg) =
            name.split_once(':').map_or((name, None), |(stem, arg)| (stem, Some(arg)));
        let has_suffix = |kind: &PlayerInfo| arg.unwrap_or_default().ends_with(kind.arg.suffix());
        let (index, kind) = self
            .kinds
            .iter()
            .enumerate()
            .filter(|(_, kind)| kind.name == stem && has_suffix(kind))
            .max_by_key(|(_, kind)| kind.arg.suffix().len())?;
        Some((index, arg.map(|arg| arg.strip_suffix(kind.arg.suffix()).unwrap_or(arg))))
    }

    /// Whether this is the name of an external program. Its argument may be wrong.
    pub fn is_program(&self, name: &str) -> bool {
        self.split(name).is_some_and(|(index, _)| self.kinds[index].arg.is_program())
    }

    /// Reads the name of a computer player, such as `level:3`.
    ///
    /// # Errors
    /// Returns an error if there is no such player or its argument is wrong. The message suggests
    /// similar names.
    pub fn parse(&self, name: &str) -> Result<PlayerChoice, UnknownPlayerError> {
        let Some((index, given)) = self.split(name) else { return Err(self.unknown(name)) };
        let PlayerInfo { name, arg, .. } = self.kinds[index];
        let choice = |number, text: &str| {
            Ok(PlayerChoice { kind: index, arg, number, text: text.to_owned() })
        };
        match (arg, given) {
            (PlayerArg::None | PlayerArg::Word(_), None) => choice(0, ""),
            (PlayerArg::None, Some(_)) => {
                Err(UnknownPlayerError(format!("{name} takes no argument")))
            }
            (PlayerArg::Number { range, suffix, .. }, given) => {
                match given.and_then(|text| text.parse().ok()) {
                    Some(number) if range.contains(&number) => choice(number, ""),
                    _ => {
                        let (first, last) = (range.start(), range.end());
                        Err(UnknownPlayerError(format!(
                            "{name} needs a number from {first} to {last}, \
                             such as {name}:{last}{suffix}"
                        )))
                    }
                }
            }
            (PlayerArg::Word(words), Some(word)) if words.contains(&word) => choice(0, word),
            (PlayerArg::Word(words), Some(_)) => {
                let names: Vec<_> = words.iter().map(|word| format!("{name}:{word}")).collect();
                let names = names.join(" or ");
                Err(UnknownPlayerError(format!("use {name} alone, or {names}")))
            }
            // What is shown before a program starts must be what starts.
            (PlayerArg::Path | PlayerArg::Command, Some(text)) if text.contains(is_unprintable) => {
                Err(UnknownPlayerError(format!(
                    "{name}:{} has characters that can't be shown; give the program another name",
                    printable(text)
                )))
            }
            (PlayerArg::Path | PlayerArg::Command, Some(text)) if !text.trim().is_empty() => {
                choice(0, text)
            }
            (PlayerArg::Command, _) => Err(UnknownPlayerError(format!(
                "{name} needs a command, such as {name}:./player or \"{name}:player --gtp\""
            ))),
            (PlayerArg::Path, _) => {
                Err(UnknownPlayerError(format!("{name} needs a file, such as {name}:./player")))
            }
        }
    }

    /// Returns the error for an unknown name. It suggests similar names.
    fn unknown(&self, name: &str) -> UnknownPlayerError {
        let mut names = self.patterns();
        names.insert(0, HUMAN.to_owned());
        let is_similar = |candidate: &&String| {
            let stem = candidate.split([':', '[']).next().unwrap_or_default();
            strsim::jaro_winkler(name.split(':').next().unwrap_or_default(), stem) > 0.75
        };
        let similar: Vec<_> = names.iter().filter(is_similar).cloned().collect();
        let hint = if similar.is_empty() {
            format!("the players are: {}", names.join(", "))
        } else {
            format!("did you mean {}?", similar.join(" or "))
        };
        UnknownPlayerError(format!("{} has no player called {name:?}; {hint}", self.title))
    }

    /// Returns the names of all players with the patterns of their arguments, such as
    /// `level:1..10` or `expert[:places]`.
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

/// A computer player that can be made: its kind with its argument.
pub struct PlayerSpec<G: Game> {
    make: MakePlayer<G>,
    choice: PlayerChoice,
}

impl<G: Game> PlayerSpec<G> {
    /// Makes the player.
    ///
    /// # Errors
    /// Returns a message if the player cannot be made, for example because its program is missing,
    /// or may not start ([`Self::program_request`]).
    pub fn make(&self) -> Result<Box<dyn Player<G>>, String> {
        match self.program_request()? {
            Some(request) => Err(request.refusal()),
            None => (self.make)(self.choice.number, &self.choice.text),
        }
    }

    /// See [`PlayerChoice::program_request`].
    ///
    /// # Errors
    /// Returns a message if there is no such program.
    pub fn program_request(&self) -> Result<Option<ProgramRequest>, String> {
        self.choice.program_request()
    }

    /// See [`PlayerChoice::allow`].
    pub fn allow(&self) {
        self.choice.allow();
    }
}

/// Finds the player with this name, such as `level:3`.
///
/// # Errors
/// Returns an error if there is no such player or its argument is wrong. The message suggests
/// similar names.
pub fn find_player<G: ArcadeGame>(name: &str) -> Result<PlayerSpec<G>, UnknownPlayerError> {
    let choice = PlayerList::of::<G>().parse(name)?;
    Ok(PlayerSpec { make: G::players()[choice.kind].make, choice })
}

/// Checks that the seats of a record are people and players of its game.
///
/// # Errors
/// Returns an error that names the line of the players.
pub fn check_recorded_players<G: ArcadeGame>(
    header: &RecordHeader<G::Setup>,
) -> Result<(), RecordReadError> {
    PlayerList::of::<G>().check_recorded(&header.seats)
}

/// Returns the names of all computer players of a game, see [`PlayerList::patterns`].
pub fn player_patterns<G: ArcadeGame>() -> Vec<String> {
    PlayerList::of::<G>().patterns()
}

/// Returns the name of the strongest built-in computer player.
pub fn strongest_player<G: ArcadeGame>() -> String {
    PlayerList::of::<G>().strongest()
}

impl<G: Game> PlayerKind<G> {
    /// Returns what is known of the kind without its game.
    fn info(&'static self) -> PlayerInfo {
        PlayerInfo { name: self.name, arg: &self.arg, description: self.description }
    }
}

/// Returns a table for each game with the names and descriptions of its players.
pub fn player_tables() -> String {
    let tables: Vec<String> = GameKind::ALL.into_iter().map(player_table).collect();
    tables.join("\n")
}

fn player_table(game: GameKind) -> String {
    let mut table = format!("| {} | |\n|---|---|\n", game.title());
    let _ = writeln!(table, "| `{HUMAN}` | {HUMAN_DESCRIPTION} |");
    for kind in game.players().kinds {
        let _ = writeln!(table, "| `{}` | {} |", kind.pattern(), kind.description);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{concentration::Concentration, flip::Flip};

    #[test]
    fn a_suffix_tells_players_of_the_same_name_apart() {
        let players = PlayerList::of::<Concentration>();
        let split = |name| players.split(name);
        let (full, _) = split("memory:5:full").unwrap();
        let (plain, _) = split("memory:5").unwrap();
        let patterns = player_patterns::<Concentration>();
        assert_eq!((&*patterns[full], &*patterns[plain]), ("memory:0..52:full", "memory:0..52"));
        assert_eq!(split("memory:x:full"), Some((full, Some("x"))));
        assert_eq!((split("memory:full"), split("memo:5")), (Some((plain, Some("full"))), None));
        for kind in &players.kinds {
            assert!(players.parse(&kind.default_name()).is_ok());
        }
        for (name, error) in [
            ("memory:53:full", "memory needs a number from 0 to 52, such as memory:52:full"),
            ("memory:full", "memory needs a number from 0 to 52, such as memory:52"),
            ("memory:5:fill", "memory needs a number from 0 to 52, such as memory:52"),
        ] {
            let found = find_player::<Concentration>(name).map(|_| ()).unwrap_err().to_string();
            assert_eq!(found, error, "{name}");
        }
    }

    #[test]
    fn the_strongest_player_is_the_last_built_in_one() {
        let strongest = strongest_player::<Flip>();
        let players = PlayerList::of::<Flip>();
        let mut built_in = players.kinds.iter().filter(|kind| !kind.arg.is_program());
        assert_eq!(Some(strongest.clone()), built_in.next_back().map(PlayerInfo::default_name));
        assert!(find_player::<Flip>(&strongest).is_ok_and(|spec| spec.make().is_ok()));
    }
}
