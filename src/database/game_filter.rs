//! Selecting games.

use rusqlite::ToSql;

use super::saved_game::{GameStatus, PersonResult};

/// The condition of a [`GameFilter`]. Its values are the parameters 1 to 6.
pub(super) const MATCHES: &str = "(?1 IS NULL OR game = ?1)
     AND (?2 IS NULL OR EXISTS
         (SELECT 1 FROM seats WHERE seats.game = games.id AND seats.name = ?2))
     AND (?3 IS NULL OR state = ?3)
     AND (?4 IS NULL OR result = ?4)
     AND persons BETWEEN ?5 AND ?6";

/// Selects games. A field that is `None` matches every game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameFilter {
    /// The key of the game.
    pub game: Option<String>,
    /// The name of a player in the game.
    pub player: Option<String>,
    /// Whether the game is over, and how it ended.
    pub status: Option<GameStatus>,
    /// The result for the only person in the game.
    pub result: Option<PersonResult>,
    /// The number of people in the game.
    pub persons: Option<PersonCount>,
}

/// The number of people in a game, as a filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PersonCount {
    /// Only computers play.
    Zero,
    /// At least one person plays.
    AtLeastOne,
    /// At least two people play.
    Several,
}

impl GameFilter {
    /// Calls `run` with the values of the parameters in [`MATCHES`], followed by `more`.
    pub(super) fn with_values<T>(
        &self,
        more: &[&dyn ToSql],
        run: impl FnOnce(&[&dyn ToSql]) -> T,
    ) -> T {
        let (min, max) = match self.persons {
            None => (0, u32::MAX),
            Some(PersonCount::Zero) => (0, 0),
            Some(PersonCount::AtLeastOne) => (1, u32::MAX),
            Some(PersonCount::Several) => (2, u32::MAX),
        };
        let mut values: Vec<&dyn ToSql> =
            vec![&self.game, &self.player, &self.status, &self.result, &min, &max];
        values.extend(more);
        run(&values)
    }
}
