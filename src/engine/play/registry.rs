//! The registry of computer players: their kinds, names and constructors.

use std::ops::RangeInclusive;

use super::{Game, Player};

/// The argument after a player's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerArg {
    /// No argument.
    None,
    /// `:N`, a number.
    Number {
        /// The allowed numbers.
        range: RangeInclusive<u32>,
        /// The default number, which a form offers first.
        default: u32,
        /// A text after the number, such as `:full`, that tells players of the same name apart.
        /// Usually empty.
        suffix: &'static str,
    },
    /// No argument or `:WORD`, which is one of these.
    Word(&'static [&'static str]),
    /// `:PATH`, a file. No player of the engine has one; a host may add such players.
    Path,
    /// `:COMMAND`, a program and its arguments. Only a host adds such players, too.
    Command,
}

impl PlayerArg {
    /// Whether the argument names an external program.
    pub fn is_program(&self) -> bool {
        matches!(self, Self::Path | Self::Command)
    }

    /// The text after the argument in a player's name. Usually empty.
    pub fn suffix(&self) -> &'static str {
        match self {
            Self::Number { suffix, .. } => suffix,
            Self::None | Self::Word(_) | Self::Path | Self::Command => "",
        }
    }
}

type MakePlayer<G> = fn(u32, &str) -> Result<Box<dyn Player<G>>, String>;

/// A kind of computer player.
pub struct PlayerKind<G: Game> {
    /// The name of the player.
    pub name: &'static str,
    /// The argument after the name.
    pub arg: PlayerArg,
    /// How the player plays, in one sentence.
    pub description: &'static str,
    /// Makes the player from [`PlayerName::arg_number`] and [`PlayerName::arg_text`], which must
    /// match [`Self::arg`].
    pub make: MakePlayer<G>,
}

impl<G: Game> PlayerKind<G> {
    /// The same kind without the type of the game.
    pub fn info(&'static self) -> PlayerInfo {
        PlayerInfo { name: self.name, arg: &self.arg, description: self.description }
    }
}

/// A [`PlayerKind`] without the type of the game and the constructor.
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
    /// The name with the pattern of its argument, such as `level:1..10`.
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

    /// The name with the default number, if the player takes a number.
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

/// A parsed player's name, such as `level:3`.
#[derive(Clone, Debug)]
pub struct PlayerName {
    /// The index of the kind in its [`PlayerList`].
    pub kind_index: usize,
    /// The kind of player.
    pub kind: PlayerInfo,
    /// The argument of a player with a number, or else 0.
    pub arg_number: u32,
    /// The argument of other players; empty if they have none.
    pub arg_text: String,
}

/// Why a player's name can't be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerNameError {
    /// There is no such kind of player.
    #[error("there is no player called {0:?}")]
    Unknown(String),
    /// The argument is wrong. The message says what is allowed.
    #[error("{0}")]
    Argument(String),
    /// The player can't be made for this reason.
    #[error("{0}")]
    CannotMake(String),
}

/// The kinds of computer players of a game: the engine's, roughly from weak to strong, then those
/// that a host adds.
#[derive(Clone, Debug)]
pub struct PlayerList {
    /// The kinds in that order.
    pub kinds: Vec<PlayerInfo>,
}

impl PlayerList {
    /// Splits a name, such as `level:3`, into the index of its kind and its unchecked argument.
    /// Returns `None` if there is no such kind.
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

    /// Reads the name of a player, such as `level:3`.
    ///
    /// # Errors
    /// Returns an error if there is no such player or its argument is wrong.
    pub fn parse(&self, name: &str) -> Result<PlayerName, PlayerNameError> {
        let Some((kind_index, given)) = self.split(name) else {
            return Err(PlayerNameError::Unknown(name.to_owned()));
        };
        let kind = self.kinds[kind_index];
        let PlayerInfo { name, arg, .. } = kind;
        let parsed = |arg_number, arg_text: &str| {
            let arg_text = arg_text.to_owned();
            Ok(PlayerName { kind_index, kind, arg_number, arg_text })
        };
        let wrong = |message| Err(PlayerNameError::Argument(message));
        match (arg, given) {
            (PlayerArg::None | PlayerArg::Word(_), None) => parsed(0, ""),
            (PlayerArg::None, Some(_)) => wrong(format!("{name} takes no argument")),
            (PlayerArg::Number { range, suffix, .. }, given) => {
                match given.and_then(|text| text.parse().ok()) {
                    Some(number) if range.contains(&number) => parsed(number, ""),
                    _ => {
                        let (first, last) = (range.start(), range.end());
                        wrong(format!(
                            "{name} needs a number from {first} to {last}, \
                             such as {name}:{last}{suffix}"
                        ))
                    }
                }
            }
            (PlayerArg::Word(words), Some(word)) if words.contains(&word) => parsed(0, word),
            (PlayerArg::Word(words), Some(_)) => {
                let names: Vec<_> = words.iter().map(|word| format!("{name}:{word}")).collect();
                wrong(format!("use {name} alone, or {}", names.join(" or ")))
            }
            (PlayerArg::Path | PlayerArg::Command, Some(text)) if !text.trim().is_empty() => {
                parsed(0, text)
            }
            (PlayerArg::Command, _) => wrong(format!(
                "{name} needs a command, such as {name}:./player or \"{name}:player --gtp\""
            )),
            (PlayerArg::Path, _) => wrong(format!("{name} needs a file, such as {name}:./player")),
        }
    }

    /// Whether the name, with any argument, is that of an external program.
    pub fn is_program(&self, name: &str) -> bool {
        self.split(name).is_some_and(|(index, _)| self.kinds[index].arg.is_program())
    }

    /// The patterns of all names, such as `level:1..10` or `expert[:places]`.
    pub fn patterns(&self) -> Vec<String> {
        self.kinds.iter().map(PlayerInfo::pattern).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        concentration::Concentration,
        play::{built_in_players, find_player},
    };

    #[test]
    fn a_suffix_tells_players_of_the_same_name_apart() {
        let players = built_in_players::<Concentration>();
        let split = |name| players.split(name);
        let (full, _) = split("memory:5:full").unwrap();
        let (plain, _) = split("memory:5").unwrap();
        let patterns = [full, plain].map(|kind| players.kinds[kind].pattern());
        assert_eq!(patterns, ["memory:0..52:full", "memory:0..52"]);
        assert_eq!(split("memory:x:full"), Some((full, Some("x"))));
        assert_eq!((split("memory:full"), split("memo:5")), (Some((plain, Some("full"))), None));
        for kind in &players.kinds {
            assert!(find_player::<Concentration>(&kind.default_name()).is_ok());
        }
        for (name, error) in [
            ("memory:53:full", "memory needs a number from 0 to 52, such as memory:52:full"),
            ("memory:full", "memory needs a number from 0 to 52, such as memory:52"),
            ("memory:5:fill", "memory needs a number from 0 to 52, such as memory:52"),
        ] {
            let found = players.parse(name).unwrap_err().to_string();
            assert_eq!(found, error, "{name}");
        }
    }
}
