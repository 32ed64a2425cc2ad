//! The person's results against each level so far, and the level that suits their rating, by the
//! rule of [`rating::suitable_level`].

use crate::{
    app::counting,
    database::{
        Database, StoreError,
        statistics::{Grouping, tally},
    },
    practice::rating,
};
use fourcade_engine::{GameKind, play::Level, with_game};

/// Marks the level that suits the person's rating.
pub const SUITABLE: &[&str] = &["★ fits you", "★"];

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PastResults {
    /// The numbers of games won and played, by level.
    pub records: Vec<(u32, u32)>,
    /// `None` if the rating is too uncertain.
    pub suitable: Option<Level>,
}

impl PastResults {
    pub fn load(database: &mut Database, game: GameKind) -> Result<Self, StoreError> {
        let games = counting::games(database, Some(game.key()))?;
        let answers = database.answers(game.key())?;
        let rating = rating::rate(rating::results(game, &answers, &games));
        let tallies = tally(&games, Grouping::Opponents);
        let against = |&level: &Level| {
            let is_against = |opponents: &str| rating::level_of(game, opponents) == Some(level);
            let mut tallies = tallies.iter();
            let tally = tallies.find(|tally| tally.opponents.as_deref().is_some_and(is_against));
            tally.map_or((0, 0), |tally| (tally.won, tally.played))
        };
        Ok(Self {
            records: game.levels().iter().map(against).collect(),
            suitable: with_game!(game, G => rating::suitable_level::<G>(&rating)),
        })
    }

    /// The results against a level, in at most 11 columns up to 999 games.
    pub fn record(&self, level: Level) -> Option<String> {
        let (won, played) = *self.records.get(level as usize)?;
        (played > 0).then(|| format!("{won}/{played} won"))
    }

    /// The level for a first choice: the one that suits, or else the one below the weakest level
    /// against which the person has played but never won.
    pub fn first_choice(&self) -> Option<Level> {
        let unbeaten = self.records.iter().position(|&(won, played)| played > 0 && won == 0);
        self.suitable.or_else(|| Level::ALL.get(unbeaten?.saturating_sub(1)).copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_choice_suits_the_rating_or_is_weaker_than_a_level_that_always_won() {
        let first = |records: &[(u32, u32)], suitable| {
            PastResults { records: records.into(), suitable }.first_choice()
        };
        assert_eq!(first(&[(0, 0), (0, 0)], None), None);
        assert_eq!(first(&[(0, 3), (0, 0)], None), Some(Level::Beginner));
        assert_eq!(first(&[(0, 0), (0, 1)], None), Some(Level::Beginner));
        assert_eq!(first(&[(1, 1), (1, 2), (0, 1), (0, 1)], None), Some(Level::Easy));
        assert_eq!(first(&[(1, 1), (1, 2)], None), None);
        assert_eq!(first(&[(0, 3), (0, 2)], Some(Level::Medium)), Some(Level::Medium));
    }
}
