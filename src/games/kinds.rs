//! The one list of the games, and the one place where a game's name becomes its type.

use std::{fmt, str::FromStr};

use super::{Flat, concentration::Concentration, flip::Flip};

/// The four games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameKind {
    /// Four players, tricks and penalty points.
    Intensity,
    /// Reversi.
    Flip,
    /// Pairs of cards.
    Concentration,
    /// A path across a board, both moving at once.
    Eater,
}

/// This game can't be played yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not built yet")]
pub struct NotBuilt(pub GameKind);

/// Something to do with a game whose type is not known before the program runs.
pub trait Visitor {
    /// What comes of it.
    type Out;
    /// Does it with this game.
    fn visit<G: Flat>(self) -> Self::Out;
}

impl GameKind {
    /// All games, in the order of the menu.
    pub const ALL: [Self; 4] = [Self::Intensity, Self::Flip, Self::Concentration, Self::Eater];

    /// Does something with this game.
    ///
    /// # Errors
    /// If the game is not built yet.
    pub fn with<V: Visitor>(self, visitor: V) -> Result<V::Out, NotBuilt> {
        match self {
            Self::Flip => Ok(visitor.visit::<Flip>()),
            Self::Concentration => Ok(visitor.visit::<Concentration>()),
            _ => Err(NotBuilt(self)),
        }
    }

    /// Its name on the command line and in records.
    pub fn key(self) -> &'static str {
        self.words().key
    }

    /// Its name for people.
    pub fn title(self) -> &'static str {
        self.words().title
    }

    /// What it is about, in one line.
    pub fn line(self) -> &'static str {
        self.words().line
    }

    /// Whether it can be played.
    pub fn is_built(self) -> bool {
        self.with(OfGame).is_ok()
    }

    fn words(self) -> Words {
        let announced = || UNBUILT.into_iter().find_map(|(kind, words)| (kind == self).then_some(words));
        self.with(OfGame).ok().or_else(announced).unwrap_or_default()
    }
}

/// What a game is called and what it is about.
#[derive(Clone, Copy, Default)]
struct Words {
    key: &'static str,
    title: &'static str,
    line: &'static str,
}

/// The words of a game, from itself.
struct OfGame;

impl Visitor for OfGame {
    type Out = Words;

    fn visit<G: Flat>(self) -> Words {
        Words { key: G::KEY, title: G::TITLE, line: G::LINE }
    }
}

/// The games that are announced before they are built. Who builds one takes its row away.
const UNBUILT: [(GameKind, Words); 2] = [
    (
        GameKind::Intensity,
        Words {
            key: "intensity",
            title: "Intensity",
            line: "cards: four players, ten rounds, and points nobody wants",
        },
    ),
    (
        GameKind::Eater,
        Words { key: "eater", title: "Eater", line: "both move at once: one builds a path, one eats it" },
    ),
];

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.title())
    }
}

impl FromStr for GameKind {
    type Err = String;

    fn from_str(key: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|kind| kind.key() == key).ok_or_else(|| format!("there is no game called {key:?}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_its_words_and_is_either_built_or_announced() {
        for kind in GameKind::ALL {
            assert!(!kind.key().is_empty() && !kind.title().is_empty() && !kind.line().is_empty(), "{kind:?}");
            assert_eq!(kind.key().parse(), Ok(kind));
            let announced = UNBUILT.iter().filter(|(other, _)| *other == kind).count();
            assert_eq!(announced, usize::from(!kind.is_built()), "{kind}");
        }
    }

    #[test]
    fn a_game_that_is_not_built_says_only_that() {
        assert_eq!(NotBuilt(GameKind::Eater).to_string(), "Eater is not built yet");
    }
}
