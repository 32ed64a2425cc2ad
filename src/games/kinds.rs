//! The list of the games, and the only place where the name of a game becomes its type.

use std::{fmt, str::FromStr};

use clap::{ValueEnum, builder::PossibleValue};

use super::{ArcadeGame, PlayerList};
use fourcade_engine::{play::{Level, LevelPlayer, SizeRange}, concentration::Concentration, eater::Eater, flip::Flip, intensity::Intensity};

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

/// An operation on a game whose type is only known at run time. [`GameKind::with`] calls it with
/// the type.
pub trait GameVisitor {
    /// The result of the operation.
    type Output;

    /// Runs the operation for the game `G`.
    fn visit<G: ArcadeGame>(self) -> Self::Output;
}

impl GameKind {
    /// All games, in the order of the menu.
    pub const ALL: [Self; 4] = [Self::Intensity, Self::Flip, Self::Concentration, Self::Eater];

    /// Runs an operation for the type of this game.
    pub fn with<V: GameVisitor>(self, visitor: V) -> V::Output {
        match self {
            Self::Intensity => visitor.visit::<Intensity>(),
            Self::Flip => visitor.visit::<Flip>(),
            Self::Concentration => visitor.visit::<Concentration>(),
            Self::Eater => visitor.visit::<Eater>(),
        }
    }

    /// The name of the game on the command line and in records.
    pub fn key(self) -> &'static str {
        self.with(Info).key
    }

    /// The name shown to people.
    pub fn title(self) -> &'static str {
        self.with(Info).title
    }

    /// What the game is about, in one line.
    pub fn summary(self) -> &'static str {
        self.with(Info).summary
    }

    /// Whether the scores say more than who won.
    pub fn has_scores(self) -> bool {
        self.with(Info).has_scores
    }

    /// Writes a number of turns for people, such as `1 round`; see [`GameInfo::TURN_NAME`].
    ///
    /// [`GameInfo::TURN_NAME`]: fourcade_engine::play::GameInfo::TURN_NAME
    pub fn count_turns(self, turns: u32) -> String {
        format!("{turns} {}{}", self.with(Info).turn_name, if turns == 1 { "" } else { "s" })
    }

    /// The names of the seats in their order.
    pub fn seat_names(self) -> &'static [&'static str] {
        self.with(Info).seat_names
    }

    /// The places among which one person chooses, by seat.
    pub fn seat_choices(self) -> &'static [&'static str] {
        self.with(Info).seat_choices
    }

    /// Who sits where if two people play at one keyboard, in sentences on separate lines.
    pub fn friends(self) -> &'static str {
        self.with(Info).friends
    }

    /// The player on each seat when none is given.
    pub fn default_seats(self) -> &'static [&'static str] {
        self.with(Info).default_seats
    }

    /// The board sizes, if the game has more than one.
    pub fn sizes(self) -> Option<SizeRange> {
        self.with(Info).sizes
    }

    /// The rules, as a page of Markdown.
    pub fn rules(self) -> &'static str {
        self.with(Info).rules
    }

    /// The computer players.
    pub fn players(self) -> PlayerList {
        self.with(Players)
    }

    /// The player of a named level.
    pub fn level_player(self, level: Level) -> LevelPlayer {
        self.with(Info).levels[level as usize]
    }

    /// The level of the player with this name on the command line, or `None` if it has none.
    pub fn level_of(self, player: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|&level| self.level_player(level).player == player)
    }

    /// Whether anything is hidden from the players during the game.
    pub fn hides_information(self) -> bool {
        self.with(Info).hides_information
    }
}

/// The constants of a game that [`GameKind`] returns.
struct GameConstants {
    key: &'static str,
    title: &'static str,
    summary: &'static str,
    turn_name: &'static str,
    seat_names: &'static [&'static str],
    seat_choices: &'static [&'static str],
    friends: &'static str,
    default_seats: &'static [&'static str],
    levels: [LevelPlayer; 5],
    sizes: Option<SizeRange>,
    rules: &'static str,
    has_scores: bool,
    hides_information: bool,
}

/// Collects the constants of a game.
struct Info;

impl GameVisitor for Info {
    type Output = GameConstants;

    fn visit<G: ArcadeGame>(self) -> GameConstants {
        GameConstants {
            key: G::KEY,
            title: G::TITLE,
            summary: G::SUMMARY,
            turn_name: G::TURN_NAME,
            seat_names: G::SEAT_NAMES,
            seat_choices: G::SEAT_CHOICES,
            friends: G::FRIENDS,
            default_seats: G::DEFAULT_SEATS,
            levels: G::LEVELS,
            sizes: G::SIZES,
            rules: G::RULES,
            has_scores: G::HAS_SCORES,
            hides_information: G::HIDES_INFORMATION,
        }
    }
}

/// Collects the computer players of a game.
struct Players;

impl GameVisitor for Players {
    type Output = PlayerList;

    fn visit<G: ArcadeGame>(self) -> PlayerList {
        PlayerList::of::<G>()
    }
}

/// The error of a text that is not the key of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no game called {0:?}")]
pub struct UnknownGameError(String);

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.title())
    }
}

impl FromStr for GameKind {
    type Err = UnknownGameError;

    fn from_str(key: &str) -> Result<Self, UnknownGameError> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.key() == key)
            .ok_or_else(|| UnknownGameError(key.to_owned()))
    }
}

/// The names of the games on the command line.
impl ValueEnum for GameKind {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.key()).help(self.summary()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::demo_game;
    use fourcade_engine::play::{Observation as _, Seats, Session};

    /// Plays a game until a step reveals hidden information. Returns whether one did.
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
    fn a_game_reveals_information_exactly_if_it_hides_some() {
        for kind in GameKind::ALL {
            assert_eq!(kind.hides_information(), kind.with(Reveals), "{kind}");
        }
    }

    #[test]
    fn every_game_has_a_title_and_is_found_by_its_key() {
        for kind in GameKind::ALL {
            assert!(!kind.title().is_empty() && !kind.summary().is_empty(), "{kind:?}");
            assert_eq!(kind.key().parse(), Ok(kind));
        }
        assert!("poker".parse::<GameKind>().is_err());
    }
}
