//! The one list of the games, and the one place where a game's name becomes its type.

use std::{fmt, str::FromStr};

use super::{
    ArcadeGame, concentration::Concentration, eater::Eater, flip::Flip, intensity::Intensity,
};

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

/// Something to do with a game whose type is not known before the program runs.
pub trait GameVisitor {
    /// What comes of it.
    type Output;
    /// Does it with this game.
    fn visit<G: ArcadeGame>(self) -> Self::Output;
}

impl GameKind {
    /// All games, in the order of the menu.
    pub const ALL: [Self; 4] = [Self::Intensity, Self::Flip, Self::Concentration, Self::Eater];

    /// Does something with this game.
    pub fn with<V: GameVisitor>(self, visitor: V) -> V::Output {
        match self {
            Self::Intensity => visitor.visit::<Intensity>(),
            Self::Flip => visitor.visit::<Flip>(),
            Self::Concentration => visitor.visit::<Concentration>(),
            Self::Eater => visitor.visit::<Eater>(),
        }
    }

    /// Its name on the command line and in records.
    pub fn key(self) -> &'static str {
        self.with(OfGame).key
    }

    /// Its name for people.
    pub fn title(self) -> &'static str {
        self.with(OfGame).title
    }

    /// What it is about, in one line.
    pub fn summary(self) -> &'static str {
        self.with(OfGame).line
    }

    /// Whether scores say more than who has won.
    pub fn has_scores(self) -> bool {
        self.with(OfGame).is_scored
    }

    /// What its seats are called, in their order.
    pub fn seat_names(self) -> &'static [&'static str] {
        self.with(OfGame).seats
    }

    /// Whether anything is hidden from those who play it.
    pub fn hides_information(self) -> bool {
        self.with(OfGame).hides
    }
}

/// What a game says of itself.
struct Words {
    key: &'static str,
    title: &'static str,
    line: &'static str,
    seats: &'static [&'static str],
    is_scored: bool,
    hides: bool,
}

/// Asks the game.
struct OfGame;

impl GameVisitor for OfGame {
    type Output = Words;

    fn visit<G: ArcadeGame>(self) -> Words {
        Words {
            key: G::KEY,
            title: G::TITLE,
            line: G::SUMMARY,
            seats: G::SEAT_NAMES,
            is_scored: G::HAS_SCORES,
            hides: G::HIDES_INFORMATION,
        }
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
        Self::ALL
            .into_iter()
            .find(|kind| kind.key() == key)
            .ok_or_else(|| format!("there is no game called {key:?}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        games::demo_game,
        play::{Observation as _, Seats, Session},
    };

    /// Whether a step of a game shows something that was hidden before.
    struct Reveals;

    impl GameVisitor for Reveals {
        type Output = bool;

        fn visit<G: ArcadeGame>(self) -> bool {
            let mut session = demo_game::<G>(7).unwrap();
            let reveals =
                |session: &Session<G>| session.events().iter().any(|events| G::reveals(events));
            while session.outcome().is_none() && !reveals(&session) {
                for seat in session.awaited().iter() {
                    let action = session.game().observe(Seats::one(seat)).legal(seat)[0];
                    session.choose(seat, action).unwrap();
                }
            }
            reveals(&session)
        }
    }

    #[test]
    fn what_a_game_reveals_it_hid() {
        for kind in GameKind::ALL {
            assert_eq!(kind.hides_information(), kind.with(Reveals), "{kind}");
        }
    }

    #[test]
    fn every_game_has_its_words_and_is_found_by_its_name() {
        for kind in GameKind::ALL {
            assert!(!kind.title().is_empty() && !kind.summary().is_empty(), "{kind:?}");
            assert_eq!(kind.key().parse(), Ok(kind));
        }
        assert!("poker".parse::<GameKind>().is_err());
    }
}
