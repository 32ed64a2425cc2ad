//! The puzzle of the day: one from each game's collection, the same for everybody.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use jiff::civil::Date;

use super::rating::puzzle_rating;
use crate::database::{DailyDate, Database, StoreError, practice::DailyAnswer};
use fourcade_engine::play::{Collection, Practicable, Puzzle, random};

const MEDIUM_RATINGS: std::ops::RangeInclusive<f64> = 1200.0..=1900.0;

/// The medium puzzle with the smallest hash of its number and the day in UTC. If the collection
/// grows, the puzzles of most days stay the same.
pub fn daily_puzzle<G: Practicable>(collection: &Collection<G>, date: Date) -> Option<&Puzzle<G>> {
    let number = |part: i16| u64::from(part.unsigned_abs());
    let path = [number(date.year()), number(date.month().into()), number(date.day().into())];
    let order = |puzzle: &&Puzzle<G>| random::derive_seed(puzzle.id(), &path);
    let is_medium = |puzzle: &&Puzzle<G>| {
        puzzle.solves().is_some_and(|solves| MEDIUM_RATINGS.contains(&puzzle_rating::<G>(solves)))
    };
    let medium = collection.puzzles.iter().filter(is_medium).min_by_key(order);
    medium.or_else(|| collection.puzzles.iter().min_by_key(order))
}

/// The tries at a puzzle of the day. Each is stored at once, so that reopening doesn't reset it.
#[derive(Debug)]
pub struct DailyTries {
    game: &'static str,
    date: DailyDate,
    puzzle: u64,
    count: u32,
    /// Whether the stored answer came from these tries, so that a later try may replace it.
    is_stored: Arc<AtomicBool>,
}

impl DailyTries {
    pub fn new<G: Practicable>(date: DailyDate, puzzle: &Puzzle<G>) -> Self {
        Self { game: G::KEY, date, puzzle: puzzle.id(), count: 0, is_stored: Arc::default() }
    }

    /// Counts a try. Returns the operation that stores its verdict; run these in order.
    pub fn record(
        &mut self,
        is_right: bool,
    ) -> impl FnOnce(&mut Database) -> Result<(), StoreError> + Send + use<> {
        self.count += 1;
        let solved_at = is_right.then_some(self.count);
        let answer = DailyAnswer { date: self.date, puzzle: self.puzzle, solved_at };
        let (game, is_stored) = (self.game, Arc::clone(&self.is_stored));
        move |database| {
            if is_stored.load(Ordering::Relaxed) {
                return database.replace_daily_answer(game, answer);
            }
            let is_first = database.add_daily_answer(game, answer)?;
            is_stored.store(is_first, Ordering::Relaxed);
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::practice::testing::games_with_puzzles;
    use fourcade_engine::with_game;

    fn month<G: Practicable>(without: Option<u64>) -> Vec<u64> {
        let mut collection = G::collection().unwrap();
        collection.puzzles.retain(|puzzle| Some(puzzle.id()) != without);
        let mut day: Date = "2026-11-01".parse().unwrap();
        let mut all = Vec::new();
        for _ in 0..30 {
            all.push(daily_puzzle(&collection, day).unwrap().id());
            day = day.tomorrow().unwrap();
        }
        all
    }

    #[test]
    fn a_month_has_many_puzzles_and_is_the_same_for_everybody() {
        for kind in games_with_puzzles() {
            let all = with_game!(kind, G => month::<G>(None));
            assert_eq!(all, with_game!(kind, G => month::<G>(None)));
            assert!(all.iter().collect::<BTreeSet<_>>().len() > 15, "{kind:?}: {all:?}");
        }
    }

    #[test]
    fn a_puzzle_that_is_taken_out_changes_its_own_days_only() {
        for kind in games_with_puzzles() {
            let all = with_game!(kind, G => month::<G>(None));
            let out = all[0];
            let others = with_game!(kind, G => month::<G>(Some(out)));
            for (one, other) in all.into_iter().zip(others) {
                assert_eq!(one == out, one != other, "{kind:?}");
            }
        }
    }
}
