//! The registry of a game's players. The command line, the setup screen and the help take names,
//! descriptions and factories from it.

use std::{fmt::Write as _, ops::RangeInclusive};

use super::{
    ArcadeGame, GameKind, GameVisitor,
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

/// A player's kind with its argument.
pub struct PlayerSpec<G: Game> {
    make: MakePlayer<G>,
    arg: &'static PlayerArg,
    number: u32,
    text: String,
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
            None => (self.make)(self.number, &self.text),
        }
    }

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

/// Finds the player with this name, such as `level:3`.
///
/// # Errors
/// Returns an error if there is no such player or its argument is wrong. The message suggests
/// similar names.
pub fn find_player<G: ArcadeGame>(name: &str) -> Result<PlayerSpec<G>, UnknownPlayerError> {
    let Some((index, arg)) = split_player_name::<G>(name) else {
        return Err(unknown_player::<G>(name));
    };
    let kind = &G::players()[index];
    let name = &kind.name;
    let spec = |number, text: &str| {
        Ok(PlayerSpec { make: kind.make, arg: &kind.arg, number, text: text.to_owned() })
    };
    match (&kind.arg, arg) {
        (PlayerArg::None | PlayerArg::Word(_), None) => spec(0, ""),
        (PlayerArg::None, Some(_)) => {
            Err(UnknownPlayerError(format!("{name} takes nothing after its name")))
        }
        (PlayerArg::Number { range, suffix, .. }, arg) => {
            match arg.and_then(|text| text.parse().ok()) {
                Some(number) if range.contains(&number) => spec(number, ""),
                _ => {
                    let (first, last) = (range.start(), range.end());
                    Err(UnknownPlayerError(format!(
                        "{name} wants a number from {first} to {last}, such as {name}:{last}{suffix}"
                    )))
                }
            }
        }
        (PlayerArg::Word(words), Some(word)) if words.contains(&word) => spec(0, word),
        (PlayerArg::Word(words), Some(_)) => {
            let names: Vec<_> = words.iter().map(|word| format!("{name}:{word}")).collect();
            Err(UnknownPlayerError(format!("{name} stands alone, or is {}", names.join(" or "))))
        }
        // What is shown before a program starts must be what starts.
        (PlayerArg::Path | PlayerArg::Command, Some(text)) if text.contains(is_unprintable) => {
            Err(UnknownPlayerError(format!(
                "{name}:{} has characters that can't be shown; give the program another name",
                printable(text)
            )))
        }
        (PlayerArg::Path | PlayerArg::Command, Some(text)) if !text.trim().is_empty() => {
            spec(0, text)
        }
        (PlayerArg::Command, _) => Err(UnknownPlayerError(format!(
            "{name} wants a command, such as {name}:./player or \"{name}:player --gtp\""
        ))),
        (PlayerArg::Path, _) => {
            Err(UnknownPlayerError(format!("{name} wants a file, such as {name}:./player")))
        }
    }
}

/// Splits the name of a computer player, such as `level:3`, into its kind's index in
/// [`GameInfo::players`](super::GameInfo::players) and its argument. Returns `None` if there is no
/// such kind. The argument may be wrong.
pub fn split_player_name<G: ArcadeGame>(name: &str) -> Option<(usize, Option<&str>)> {
    let (stem, arg) = name.split_once(':').map_or((name, None), |(stem, arg)| (stem, Some(arg)));
    let has_suffix = |kind: &PlayerKind<G>| arg.unwrap_or_default().ends_with(kind.arg.suffix());
    let (index, kind) = G::players()
        .iter()
        .enumerate()
        .filter(|(_, kind)| kind.name == stem && has_suffix(kind))
        .max_by_key(|(_, kind)| kind.arg.suffix().len())?;
    Some((index, arg.map(|arg| arg.strip_suffix(kind.arg.suffix()).unwrap_or(arg))))
}

/// Checks that the seats of a record are people and players of its game.
///
/// # Errors
/// Returns an error that names the line of the players.
pub fn check_recorded_players<G: ArcadeGame>(
    header: &RecordHeader<G::Setup>,
) -> Result<(), RecordReadError> {
    let computers = header.seats.iter().filter(|name| *name != HUMAN);
    computers.map(|name| find_player::<G>(name)).try_for_each(|found| match found {
        Ok(_) => Ok(()),
        Err(error) => Err(RecordReadError { line: 1, message: error.to_string() }),
    })
}

/// Returns the error for an unknown name. It suggests similar names.
fn unknown_player<G: ArcadeGame>(name: &str) -> UnknownPlayerError {
    let mut names = player_patterns::<G>();
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
    UnknownPlayerError(format!("{} has no player called {name:?}; {hint}", G::TITLE))
}

/// Returns the names of all computer players with the patterns of their arguments, such as
/// `level:1..10` or `expert[:places]`.
pub fn player_patterns<G: ArcadeGame>() -> Vec<String> {
    G::players().iter().map(PlayerKind::pattern).collect()
}

/// Returns the full name of a kind, with its default number if it takes a number.
pub fn default_player_name<G: Game>(kind: &PlayerKind<G>) -> String {
    match &kind.arg {
        PlayerArg::Number { default, suffix, .. } => format!("{}:{default}{suffix}", kind.name),
        PlayerArg::None | PlayerArg::Word(_) | PlayerArg::Path | PlayerArg::Command => {
            kind.name.to_owned()
        }
    }
}

/// Returns the name of the strongest built-in computer player.
pub fn strongest_player<G: ArcadeGame>() -> String {
    G::players()
        .iter()
        .rev()
        .find(|kind| !kind.arg.is_program())
        .map(default_player_name)
        .unwrap_or_default()
}

impl<G: Game> PlayerKind<G> {
    /// Returns the name with the pattern of its argument, such as `level:1..10`.
    pub fn pattern(&self) -> String {
        match &self.arg {
            PlayerArg::None => self.name.to_owned(),
            PlayerArg::Number { range, suffix, .. } => {
                format!("{}:{}..{}{suffix}", self.name, range.start(), range.end())
            }
            PlayerArg::Word(words) => format!("{}[:{}]", self.name, words.join("/")),
            PlayerArg::Path => format!("{}:PATH", self.name),
            PlayerArg::Command => format!("{}:COMMAND", self.name),
        }
    }
}

/// Returns a table for each game with the names and descriptions of its players.
pub fn player_tables() -> String {
    let tables: Vec<String> =
        GameKind::ALL.into_iter().map(|kind| kind.with(PlayerTable)).collect();
    tables.join("\n")
}

struct PlayerTable;

impl GameVisitor for PlayerTable {
    type Output = String;

    fn visit<G: ArcadeGame>(self) -> String {
        let mut table = format!("| {} | |\n|---|---|\n", G::TITLE);
        let players = G::players().iter().map(|kind| (kind.pattern(), kind.description));
        for (name, description) in
            std::iter::once((HUMAN.to_owned(), HUMAN_DESCRIPTION)).chain(players)
        {
            let _ = writeln!(table, "| `{name}` | {description} |");
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GameInfo as _;
    use crate::games::{concentration::Concentration, flip::Flip};

    #[test]
    fn a_suffix_tells_players_of_the_same_name_apart() {
        let split = |name| split_player_name::<Concentration>(name);
        let (full, _) = split("memory:5:full").unwrap();
        let (plain, _) = split("memory:5").unwrap();
        let patterns = player_patterns::<Concentration>();
        assert_eq!((&*patterns[full], &*patterns[plain]), ("memory:0..52:full", "memory:0..52"));
        assert_eq!(split("memory:x:full"), Some((full, Some("x"))));
        assert_eq!((split("memory:full"), split("memo:5")), (Some((plain, Some("full"))), None));
        for kind in Concentration::players() {
            assert!(find_player::<Concentration>(&default_player_name(kind)).is_ok());
        }
        for (name, error) in [
            ("memory:53:full", "memory wants a number from 0 to 52, such as memory:52:full"),
            ("memory:full", "memory wants a number from 0 to 52, such as memory:52"),
            ("memory:5:fill", "memory wants a number from 0 to 52, such as memory:52"),
        ] {
            let found = find_player::<Concentration>(name).map(|_| ()).unwrap_err().to_string();
            assert_eq!(found, error, "{name}");
        }
    }

    #[test]
    fn the_strongest_player_is_the_last_built_in_one() {
        let strongest = strongest_player::<Flip>();
        let mut built_in = Flip::players().iter().filter(|kind| !kind.arg.is_program());
        assert_eq!(Some(strongest.clone()), built_in.next_back().map(default_player_name));
        assert!(find_player::<Flip>(&strongest).is_ok_and(|spec| spec.make().is_ok()));
    }
}
