//! The one list of the games, and the one place where a game's name becomes its type.

use std::{fmt, str::FromStr};

use super::{Flat, flip::Flip};
use crate::play::Game;

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
#[error("{0} is not built yet; Flip is: try `flip`")]
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
            Self::Intensity | Self::Concentration | Self::Eater => Err(NotBuilt(self)),
        }
    }

    /// Its name on the command line and in records.
    pub fn key(self) -> &'static str {
        match self {
            Self::Intensity => "intensity",
            Self::Flip => Flip::KEY,
            Self::Concentration => "concentration",
            Self::Eater => "eater",
        }
    }

    /// Its name for people.
    pub fn title(self) -> &'static str {
        match self {
            Self::Intensity => "Intensity",
            Self::Flip => Flip::TITLE,
            Self::Concentration => "Concentration",
            Self::Eater => "Eater",
        }
    }

    /// What it is about, in one line.
    pub fn line(self) -> &'static str {
        match self {
            Self::Intensity => "cards: four players, ten rounds, and points nobody wants",
            Self::Flip => Flip::LINE,
            Self::Concentration => "memory: find the pairs among 52 cards",
            Self::Eater => "both move at once: one builds a path, one eats it",
        }
    }

    /// Whether it can be played.
    pub fn is_built(self) -> bool {
        struct Nothing;
        impl Visitor for Nothing {
            type Out = ();
            fn visit<G: Flat>(self) {}
        }
        self.with(Nothing).is_ok()
    }
}

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
