//! The registry of a game's computer players: one table gives the names, the words and the makers
//! to the command line, the setup screen and the help.

use std::ops::RangeInclusive;

use super::ArcadeGame;
use crate::play::{Game, Player};

/// The name of a person at the keyboard, where a player is named.
pub const HUMAN: &str = "human";

/// How a person plays, in a sentence.
pub const HUMAN_DESCRIPTION: &str = "A person at the keyboard.";

/// What follows a player's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerArg {
    /// Nothing.
    None,
    /// `:N`, a number.
    Number {
        /// Which numbers.
        range: RangeInclusive<u32>,
        /// The one to start from where a person chooses.
        default: u32,
    },
    /// Nothing, or `:WORD`, one of these words.
    Word(&'static [&'static str]),
    /// `:PATH`, a file.
    Path,
    /// `:COMMAND`, a program and its arguments.
    Command,
}

impl PlayerArg {
    /// Whether it names a program that somebody else wrote.
    pub fn is_program(&self) -> bool {
        matches!(self, Self::Path | Self::Command)
    }
}

/// Makes a player from the number and the text behind its name.
pub type MakePlayer<G> = fn(u32, &str) -> Result<Box<dyn Player<G>>, String>;

/// A kind of computer player.
pub struct PlayerKind<G: Game> {
    /// Its name.
    pub name: &'static str,
    /// What follows the name.
    pub arg: PlayerArg,
    /// How it plays, in a sentence.
    pub description: &'static str,
    /// Makes one; the argument has been checked against [`Self::arg`] (0 where there is no number,
    /// and the text behind the colon for a word, a path or a command).
    pub make: MakePlayer<G>,
}

/// There is no such player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UnknownPlayerError(String);

/// A player that is ready to be made.
pub struct PlayerSpec<G: Game> {
    make: MakePlayer<G>,
    number: u32,
    text: String,
}

impl<G: Game> PlayerSpec<G> {
    /// Makes it.
    ///
    /// # Errors
    /// Says why it can't be made (a program that is not there, say).
    pub fn make(&self) -> Result<Box<dyn Player<G>>, String> {
        (self.make)(self.number, &self.text)
    }
}

/// The player with this name, such as `level:3`.
///
/// # Errors
/// Says what is wrong with the name, with the nearest right ones.
pub fn find_player<G: ArcadeGame>(name: &str) -> Result<PlayerSpec<G>, UnknownPlayerError> {
    let (stem, arg) = name.split_once(':').map_or((name, None), |(stem, arg)| (stem, Some(arg)));
    let Some(kind) = G::players().iter().find(|kind| kind.name == stem) else {
        return Err(unknown::<G>(name));
    };
    let shown = &kind.name;
    let found =
        |number, text: &str| Ok(PlayerSpec { make: kind.make, number, text: text.to_owned() });
    match (&kind.arg, arg) {
        (PlayerArg::None | PlayerArg::Word(_), None) => found(0, ""),
        (PlayerArg::None, Some(_)) => {
            Err(UnknownPlayerError(format!("{shown} takes nothing after its name")))
        }
        (PlayerArg::Number { range, .. }, arg) => match arg.and_then(|text| text.parse().ok()) {
            Some(number) if range.contains(&number) => found(number, ""),
            _ => {
                let (first, last) = (range.start(), range.end());
                Err(UnknownPlayerError(format!(
                    "{shown} wants a number from {first} to {last}, such as {shown}:{last}"
                )))
            }
        },
        (PlayerArg::Word(words), Some(word)) if words.contains(&word) => found(0, word),
        (PlayerArg::Word(words), Some(_)) => {
            let wanted: Vec<_> = words.iter().map(|word| format!("{shown}:{word}")).collect();
            Err(UnknownPlayerError(format!("{shown} stands alone, or is {}", wanted.join(" or "))))
        }
        (PlayerArg::Path | PlayerArg::Command, Some(text)) if !text.trim().is_empty() => {
            found(0, text)
        }
        (PlayerArg::Command, _) => Err(UnknownPlayerError(format!(
            "{shown} wants a command, such as {shown}:./player or \"{shown}:player --gtp\""
        ))),
        (PlayerArg::Path, _) => {
            Err(UnknownPlayerError(format!("{shown} wants a file, such as {shown}:./player")))
        }
    }
}

fn unknown<G: ArcadeGame>(name: &str) -> UnknownPlayerError {
    let mut names = player_patterns::<G>();
    names.insert(0, HUMAN.to_owned());
    let near = |known: &&String| {
        let stem = known.split([':', '[']).next().unwrap_or_default();
        strsim::jaro_winkler(name.split(':').next().unwrap_or_default(), stem) > 0.75
    };
    let nearest: Vec<_> = names.iter().filter(near).cloned().collect();
    let hint = if nearest.is_empty() {
        format!("the players are: {}", names.join(", "))
    } else {
        format!("did you mean {}?", nearest.join(" or "))
    };
    UnknownPlayerError(format!("{} has no player called {name:?}; {hint}", G::TITLE))
}

/// The names of all computer players, as `level:1..10` where a number belongs to them and
/// `expert[:places]` where a word may follow.
pub fn player_patterns<G: ArcadeGame>() -> Vec<String> {
    G::players().iter().map(PlayerKind::pattern).collect()
}

/// The full name of a kind with its usual number.
pub fn default_player_name<G: Game>(kind: &PlayerKind<G>) -> String {
    match &kind.arg {
        PlayerArg::Number { default, .. } => format!("{}:{default}", kind.name),
        PlayerArg::None | PlayerArg::Word(_) | PlayerArg::Path | PlayerArg::Command => {
            kind.name.to_owned()
        }
    }
}

/// The name of the strongest computer player; a program of somebody's own is none of ours.
pub fn strongest_player<G: ArcadeGame>() -> String {
    G::players()
        .iter()
        .rev()
        .find(|kind| !kind.arg.is_program())
        .map(default_player_name)
        .unwrap_or_default()
}

impl<G: Game> PlayerKind<G> {
    /// How it is written, as `level:1..10`.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GameInfo as _;
    use crate::games::flip::Flip;

    #[test]
    fn the_strongest_is_the_last_of_ours_and_can_be_made() {
        let strongest = strongest_player::<Flip>();
        let mut ours = Flip::players().iter().filter(|kind| !kind.arg.is_program());
        assert_eq!(Some(strongest.clone()), ours.next_back().map(default_player_name));
        assert!(find_player::<Flip>(&strongest).is_ok_and(|found| found.make().is_ok()));
    }
}
