//! The list of the games, and the only place that turns a game's kind into its type.

use std::str::FromStr;

use crate::play::{Game as _, GameInfo as _, Level, LevelPlayer, SizeRange};

/// Evaluates an expression with the type of a game that is known only at run time.
///
/// ```
/// use fourcade_engine::{GameKind, play::GameInfo, with_game};
///
/// let seats = |kind: GameKind| with_game!(kind, G => G::SEAT_NAMES.len());
/// assert_eq!(seats(GameKind::Intensity), 4);
/// ```
#[macro_export]
macro_rules! with_game {
    ($kind:expr, $game:ident => $body:expr) => {
        match $kind {
            $crate::GameKind::Intensity => {
                type $game = $crate::intensity::Intensity;
                $body
            }
            $crate::GameKind::Flip => {
                type $game = $crate::flip::Flip;
                $body
            }
            $crate::GameKind::Concentration => {
                type $game = $crate::concentration::Concentration;
                $body
            }
            $crate::GameKind::Eater => {
                type $game = $crate::eater::Eater;
                $body
            }
        }
    };
}

/// The four games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameKind {
    /// A trick-taking game with penalty points for four players.
    Intensity,
    /// Reversi.
    Flip,
    /// A memory game with pairs of cards.
    Concentration,
    /// A race across a board with simultaneous moves.
    Eater,
}

impl GameKind {
    /// All games, in the order of the variants.
    pub const ALL: [Self; 4] = [Self::Intensity, Self::Flip, Self::Concentration, Self::Eater];

    /// The name of the game in records.
    pub fn key(self) -> &'static str {
        with_game!(self, G => G::KEY)
    }

    /// The names of the seats in their order.
    pub fn seat_names(self) -> &'static [&'static str] {
        with_game!(self, G => G::SEAT_NAMES)
    }

    /// The board sizes, if the game has more than one.
    pub fn sizes(self) -> Option<SizeRange> {
        with_game!(self, G => G::SIZES)
    }

    /// Whether scores matter beyond winning.
    pub fn has_scores(self) -> bool {
        with_game!(self, G => G::HAS_SCORES)
    }

    /// Whether anything is hidden from the players during the game.
    pub fn hides_information(self) -> bool {
        with_game!(self, G => G::HIDES_INFORMATION)
    }

    /// The levels of the game, weakest first.
    pub fn levels(self) -> &'static [Level] {
        &Level::ALL[..with_game!(self, G => G::LEVELS).len()]
    }

    /// The player of a level, or of the strongest level if the game lacks this one.
    pub fn level_player(self, level: Level) -> LevelPlayer {
        let players = with_game!(self, G => G::LEVELS);
        players[(level as usize).min(players.len() - 1)]
    }

    /// The level of the player with this name, or `None` if it has none.
    pub fn level_of(self, player: &str) -> Option<Level> {
        let is_player = |level: &&Level| self.level_player(**level).player == player;
        self.levels().iter().find(is_player).copied()
    }
}

/// The text is not the key of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no game called {0:?}")]
pub struct UnknownGameError(String);

impl FromStr for GameKind {
    type Err = UnknownGameError;

    fn from_str(key: &str) -> Result<Self, UnknownGameError> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.key() == key)
            .ok_or_else(|| UnknownGameError(key.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{GameInfo, Observation as _, RecordHeader, Seats, Session};

    /// Plays a game until a step reveals hidden information. Returns whether one did.
    fn is_anything_revealed<G: GameInfo>() -> bool {
        let setup = G::deal_seeded(G::default_size(), 7).unwrap();
        let players = vec![String::from("random"); G::SEAT_NAMES.len()];
        let mut session = Session::<G>::new(RecordHeader { setup, players, seed: 7, clock: None });
        let has_revealed = |session: &Session<G>| {
            session.events().iter().any(|events| G::reveals_information(events))
        };
        while session.outcome().is_none() && !has_revealed(&session) {
            for seat in session.awaited().iter() {
                let action = session.game().observe(Seats::one(seat)).legal(seat)[0];
                session.choose(seat, action).unwrap();
            }
        }
        has_revealed(&session)
    }

    #[test]
    fn a_game_reveals_information_exactly_if_it_hides_some() {
        for kind in GameKind::ALL {
            assert_eq!(
                kind.hides_information(),
                with_game!(kind, G => is_anything_revealed::<G>()),
                "{kind:?}"
            );
        }
    }

    #[test]
    fn every_game_is_found_by_its_key() {
        for kind in GameKind::ALL {
            assert_eq!(kind.key().parse(), Ok(kind));
            assert_eq!(GameKind::ALL[kind as usize], kind);
        }
        assert!("poker".parse::<GameKind>().is_err());
    }
}
