//! The registry of a game's players. The command line, the setup screen and the help take names,
//! descriptions and factories from it.

use std::{fmt::Write as _, ops::RangeInclusive};

use super::{ArcadeGame, GameKind, GameVisitor};
use crate::play::{Game, Player, Session};

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
    number: u32,
    text: String,
}

impl<G: Game> PlayerSpec<G> {
    /// Makes the player.
    ///
    /// # Errors
    /// Returns a message if the player cannot be made, for example because its program is missing.
    pub fn make(&self) -> Result<Box<dyn Player<G>>, String> {
        (self.make)(self.number, &self.text)
    }
}

/// Finds the player with this name, such as `level:3`.
///
/// # Errors
/// Returns an error if there is no such player or its argument is wrong. The message suggests
/// similar names.
pub fn find_player<G: ArcadeGame>(name: &str) -> Result<PlayerSpec<G>, UnknownPlayerError> {
    let (stem, arg) = name.split_once(':').map_or((name, None), |(stem, arg)| (stem, Some(arg)));
    let Some(kind) = G::players().iter().find(|kind| kind.name == stem) else {
        return Err(unknown_player::<G>(name));
    };
    let name = &kind.name;
    let spec =
        |number, text: &str| Ok(PlayerSpec { make: kind.make, number, text: text.to_owned() });
    match (&kind.arg, arg) {
        (PlayerArg::None | PlayerArg::Word(_), None) => spec(0, ""),
        (PlayerArg::None, Some(_)) => {
            Err(UnknownPlayerError(format!("{name} takes nothing after its name")))
        }
        (PlayerArg::Number { range, .. }, arg) => match arg.and_then(|text| text.parse().ok()) {
            Some(number) if range.contains(&number) => spec(number, ""),
            _ => {
                let (first, last) = (range.start(), range.end());
                Err(UnknownPlayerError(format!(
                    "{name} wants a number from {first} to {last}, such as {name}:{last}"
                )))
            }
        },
        (PlayerArg::Word(words), Some(word)) if words.contains(&word) => spec(0, word),
        (PlayerArg::Word(words), Some(_)) => {
            let names: Vec<_> = words.iter().map(|word| format!("{name}:{word}")).collect();
            Err(UnknownPlayerError(format!("{name} stands alone, or is {}", names.join(" or "))))
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
        PlayerArg::Number { default, .. } => format!("{}:{default}", kind.name),
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
            PlayerArg::Number { range, .. } => {
                format!("{}:{}..{}", self.name, range.start(), range.end())
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
    use crate::games::flip::Flip;

    #[test]
    fn the_strongest_player_is_the_last_built_in_one() {
        let strongest = strongest_player::<Flip>();
        let mut built_in = Flip::players().iter().filter(|kind| !kind.arg.is_program());
        assert_eq!(Some(strongest.clone()), built_in.next_back().map(default_player_name));
        assert!(find_player::<Flip>(&strongest).is_ok_and(|spec| spec.make().is_ok()));
    }
}
