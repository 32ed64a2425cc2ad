//! A person's practice of a game, read from and written to the database.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    exercise::{Exercise, Source},
    mistakes::{Mistake, cost_to_practise},
    rating::{self, Rating},
    repetition,
};
use crate::database::{
    Database, StoreError,
    practice::{Answer, Repetition, StoredMistake},
    statistics::FinishedGame,
};
use fourcade_engine::{
    GameKind,
    play::{Practicable, Puzzle},
};

#[derive(Clone, Debug)]
pub struct PracticeHistory<G: Practicable> {
    /// The puzzles made of mistakes, costliest first.
    pub mistakes: Vec<Puzzle<G>>,
    /// The puzzles in spaced repetition, by number.
    pub repetitions: BTreeMap<u64, Repetition>,
    /// The numbers of the puzzles answered at least once.
    pub answered: BTreeSet<u64>,
    pub rating: Rating,
    /// The length of the last drill, and whether everything was right.
    pub last_drill: Option<(usize, bool)>,
    /// The positions solved in each rush, oldest first.
    pub rushes: Vec<u32>,
}

/// Maximum number of a game's mistakes that are due at once.
pub const MAX_DUE_MISTAKES: usize = 5;

impl<G: Practicable> PracticeHistory<G> {
    /// `games` are those that count. Skips mistakes that can't be read, for example because a later
    /// version wrote them, and those too small for the current threshold.
    pub fn new(
        mistakes: &[StoredMistake],
        repetitions: BTreeMap<u64, Repetition>,
        answers: &[Answer],
        games: &[FinishedGame],
    ) -> Self {
        let longest = G::DRILL_LENGTHS.map_or(0, |[_, longest]| longest);
        let drill = |answer: &Answer| {
            let length = usize::try_from(answer.puzzle).ok()?;
            (length <= longest).then_some((length, answer.is_right))
        };
        let read = |mistake: &StoredMistake| {
            let puzzle: Puzzle<G> = mistake.json.parse().ok()?;
            let cost = cost_to_practise(&puzzle, mistake.played.parse().ok()?)?;
            Some((puzzle, cost))
        };
        let mut mistakes: Vec<_> = mistakes.iter().filter_map(read).collect();
        mistakes.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        let kind = G::KEY.parse::<GameKind>();
        let results = kind.map(|kind| rating::results(kind, answers, games)).unwrap_or_default();
        Self {
            mistakes: mistakes.into_iter().map(|(puzzle, _)| puzzle).collect(),
            repetitions,
            answered: answers.iter().map(|answer| answer.puzzle).collect(),
            rating: rating::rate(results),
            last_drill: answers.iter().rev().find_map(drill),
            rushes: Vec::new(),
        }
    }

    pub fn is_due(&self, puzzle: &Puzzle<G>, now: i64) -> bool {
        self.repetitions.get(&puzzle.id()).is_some_and(|state| repetition::is_due(*state, now))
    }

    /// The costliest mistakes that were never tried or are due again.
    pub fn due_mistakes(&self, now: i64) -> impl Iterator<Item = &Puzzle<G>> {
        let is_due = move |mistake: &&Puzzle<G>| {
            !self.answered.contains(&mistake.id()) || self.is_due(mistake, now)
        };
        self.mistakes.iter().filter(is_due).take(MAX_DUE_MISTAKES)
    }

    /// The positions solved in the best rush and in the last one.
    pub fn best_and_last_rush(&self) -> Option<(u32, u32)> {
        Some((*self.rushes.iter().max()?, *self.rushes.last()?))
    }

    /// `games` are those that count.
    pub fn load(database: &mut Database, games: &[FinishedGame]) -> Result<Self, StoreError> {
        let history = Self::new(
            &database.mistakes(G::KEY)?,
            database.repetitions(G::KEY)?,
            &database.answers(G::KEY)?,
            games,
        );
        Ok(Self { rushes: database.rushes(G::KEY)?, ..history })
    }
}

impl<G: Practicable> Default for PracticeHistory<G> {
    fn default() -> Self {
        Self::new(&[], BTreeMap::new(), &[], &[])
    }
}

/// Stores the first answer to an exercise. `now` is in milliseconds since 1970.
///
/// A mistake counts as answered wrong once, in its game, so it returns even after a right answer.
pub fn store_answer<G: Practicable>(
    database: &mut Database,
    exercise: &Exercise<G>,
    is_right: bool,
    now: i64,
) -> Result<(), StoreError> {
    let puzzle = exercise.number();
    let repetition = match exercise {
        Exercise::Drill(_) => None,
        Exercise::Puzzle(_, source) => {
            let before = database.repetitions(G::KEY)?.get(&puzzle).copied();
            let is_mistake = *source == Source::Mistake;
            let before = before.or(is_mistake.then_some(Repetition { level: 0, due: now }));
            repetition::next(before, is_right, now)
        }
    };
    let is_rated = !matches!(exercise, Exercise::Puzzle(_, Source::Rush));
    let rating = exercise.rating().filter(|_| is_rated);
    let answer = Answer { puzzle, answered: now, is_right, rating };
    database.add_answer(G::KEY, answer, repetition)
}

/// Stores a rush, unless nothing was solved. `now` is in milliseconds since 1970.
pub fn store_rush<G: Practicable>(
    database: &mut Database,
    solved: usize,
    now: i64,
) -> Result<(), StoreError> {
    match u32::try_from(solved) {
        Ok(solved @ 1..) => database.add_rush(G::KEY, solved, now),
        _ => Ok(()),
    }
}

/// Stores a mistake found in a saved game. `now` is in milliseconds since 1970.
pub fn store_mistake<G: Practicable>(
    database: &mut Database,
    mistake: &Mistake<G>,
    game_id: Option<i64>,
    now: i64,
) -> Result<(), StoreError> {
    // A puzzle found in a game can always be written.
    let Ok(json) = serde_json::to_string(&mistake.puzzle) else { return Ok(()) };
    let stored = StoredMistake {
        puzzle: mistake.puzzle.id(),
        json,
        game_id,
        line: u32::try_from(mistake.line).unwrap_or(u32::MAX),
        played: mistake.played.to_string(),
        found: now,
    };
    database.add_mistake(G::KEY, &stored)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use fourcade_engine::{play::random, with_game};

    use super::*;
    use crate::practice::round::{LENGTH, RUSH, Round};
    use crate::practice::testing::games_with_puzzles;

    const DAY: i64 = 24 * 60 * 60 * 1000;

    fn worst<G: Practicable>(puzzle: &Puzzle<G>) -> G::Action {
        let choices = puzzle.choices().iter();
        choices.min_by(|one, other| one.value.total_cmp(&other.value)).unwrap().action
    }

    fn database(folder: &tempfile::TempDir) -> Database {
        Database::open(Some(folder.path().join("a.db")), Duration::from_secs(1))
    }

    #[test]
    fn wrong_answers_return_the_next_day_and_the_rating_moves() {
        fn check<G: Practicable>() {
            let folder = tempfile::tempdir().unwrap();
            let mut database = database(&folder);
            let collection = G::collection().unwrap();
            let new = PracticeHistory::<G>::load(&mut database, &[]).unwrap();
            assert_eq!((new.rating.result_count, new.last_drill), (0, None));
            let rng = &mut random::rng(1, &[]);
            let round = Round::new(&collection, &new, None, 0, rng);
            let mut wrong = BTreeSet::new();
            for (number, exercise) in round.exercises().iter().enumerate() {
                let is_right = number % 2 == 1;
                store_answer(&mut database, exercise, is_right, 5).unwrap();
                if let (Exercise::Puzzle(puzzle, _), false) = (exercise, is_right) {
                    wrong.insert(puzzle.id());
                }
            }
            let after = PracticeHistory::<G>::load(&mut database, &[]).unwrap();
            assert_eq!(after.rating.result_count as usize, LENGTH);
            assert!(after.rating.deviation < new.rating.deviation);
            assert_eq!(after.repetitions.keys().copied().collect::<BTreeSet<_>>(), wrong);
            assert_eq!(after.last_drill.is_some(), G::DRILL_LENGTHS.is_some());
            // The next day they are asked again, first of all.
            let next = Round::new(&collection, &after, None, 5 + DAY, rng);
            let returned: BTreeSet<_> =
                next.exercises()[..wrong.len()].iter().map(Exercise::number).collect();
            assert_eq!(returned, wrong, "{}", G::KEY);
        }
        for kind in games_with_puzzles() {
            with_game!(kind, G => check::<G>());
        }
    }

    #[test]
    fn a_rush_moves_no_rating_but_its_wrong_answers_return() {
        fn check<G: Practicable>() {
            let folder = tempfile::tempdir().unwrap();
            let mut database = database(&folder);
            let (new, rng) = (PracticeHistory::<G>::default(), &mut random::rng(1, &[]));
            let rush = Round::new(&G::collection().unwrap(), &new, Some(RUSH), 0, rng);
            for exercise in &rush.exercises()[..3] {
                store_answer(&mut database, exercise, false, 5).unwrap();
            }
            let after = PracticeHistory::<G>::load(&mut database, &[]).unwrap();
            assert_eq!((after.rating, after.repetitions.len()), (new.rating, 3), "{}", G::KEY);
        }
        for kind in games_with_puzzles() {
            with_game!(kind, G => check::<G>());
        }
    }

    #[test]
    fn a_mistake_returns_even_after_a_right_answer() {
        fn check<G: Practicable>() {
            let folder = tempfile::tempdir().unwrap();
            let mut database = database(&folder);
            let mut collection = G::collection().unwrap();
            let puzzle = collection.puzzles.remove(0);
            let id = puzzle.id();
            let played = worst(&puzzle);
            let mistake = Mistake { line: puzzle.session().lines().len(), puzzle, played };
            store_mistake(&mut database, &mistake, None, 3).unwrap();
            let mut now = 10;
            let mut first = |now| {
                let history = PracticeHistory::<G>::load(&mut database, &[]).unwrap();
                let rng = &mut random::rng(1, &[]);
                let round = Round::new(&collection, &history, None, now, rng);
                let exercise = round.exercises()[0].clone();
                let is_mistake = exercise.number() == id;
                if is_mistake {
                    store_answer(&mut database, &exercise, true, now).unwrap();
                }
                is_mistake
            };
            let mut asked = 0;
            for _ in 0..200 {
                asked += usize::from(first(now));
                now += DAY;
            }
            assert!((4..=6).contains(&asked), "{}: asked {asked} times", G::KEY);
        }
        for kind in games_with_puzzles() {
            with_game!(kind, G => check::<G>());
        }
    }

    #[test]
    fn a_wrong_answer_is_asked_again_after_1_3_7_21_and_60_days() {
        fn check<G: Practicable>() {
            let folder = tempfile::tempdir().unwrap();
            let mut database = database(&folder);
            let collection = G::collection().unwrap();
            let puzzle = &collection.puzzles[0];
            let id = puzzle.id();
            let wrong = Exercise::Puzzle(Box::new(puzzle.clone()), Source::Collection);
            store_answer(&mut database, &wrong, false, 0).unwrap();
            let mut asked = Vec::new();
            // A minute is added to each day, because people don't come back at the same second.
            for day in 0..120 {
                let now = day * (DAY + 60_000);
                let history = PracticeHistory::<G>::load(&mut database, &[]).unwrap();
                let rng = &mut random::rng(1, &[]);
                let round = Round::new(&collection, &history, None, now, rng);
                let again = round.exercises().iter().find(|exercise| {
                    matches!(exercise, Exercise::Puzzle(_, Source::Returned))
                        && exercise.number() == id
                });
                if let Some(again) = again {
                    store_answer(&mut database, again, true, now).unwrap();
                    asked.push(day);
                }
            }
            // Each interval counts from the day of the last answer.
            assert_eq!(asked, [1, 4, 11, 32, 92], "{}", G::KEY);
        }
        for kind in games_with_puzzles() {
            with_game!(kind, G => check::<G>());
        }
    }

    #[test]
    fn the_five_costliest_mistakes_are_due_and_small_ones_never() {
        fn check<G: Practicable>() {
            let stored = |puzzle: &Puzzle<G>, played: G::Action| StoredMistake {
                puzzle: puzzle.id(),
                json: serde_json::to_string(puzzle).unwrap(),
                game_id: None,
                line: 0,
                played: played.to_string(),
                found: 0,
            };
            let puzzles = G::collection().unwrap().puzzles;
            let worst_of: Vec<_> =
                puzzles.iter().take(40).map(|puzzle| stored(puzzle, worst(puzzle))).collect();
            let history = |stored: &[StoredMistake], answers: &[Answer]| {
                PracticeHistory::<G>::new(stored, BTreeMap::new(), answers, &[])
            };
            let all = history(&worst_of, &[]);
            let waiting: Vec<_> = all.due_mistakes(0).map(Puzzle::id).collect();
            assert_eq!(waiting.len(), MAX_DUE_MISTAKES, "{}", G::KEY);
            let cost = |puzzle: &Puzzle<G>| puzzle.judgement().cost(worst(puzzle)).unwrap();
            assert!(all.mistakes.iter().map(cost).is_sorted_by(|one, other| one >= other));
            // Answered mistakes make room for others.
            let answer = |&puzzle| Answer { puzzle, answered: 0, is_right: true, rating: None };
            let later = history(&worst_of, &waiting.iter().map(answer).collect::<Vec<_>>());
            let next: Vec<_> = later.due_mistakes(0).map(Puzzle::id).collect();
            assert_eq!(next.len(), MAX_DUE_MISTAKES, "{}", G::KEY);
            assert!(next.iter().all(|id| !waiting.contains(id)));
            // The right answer costs nothing.
            let best = puzzles.iter().map(|puzzle| stored(puzzle, puzzle.answers()[0]));
            assert!(history(&best.collect::<Vec<_>>(), &[]).mistakes.is_empty());
            let is_opening = |puzzle: &Puzzle<G>| G::is_opening(puzzle.session());
            assert!(!all.mistakes.iter().any(is_opening), "{}", G::KEY);
        }
        for kind in games_with_puzzles() {
            with_game!(kind, G => check::<G>());
        }
    }

    #[test]
    fn a_mistake_that_can_not_be_read_is_skipped() {
        let kind = GameKind::ALL[0];
        let stored = StoredMistake {
            puzzle: 1,
            json: "{}".to_owned(),
            game_id: None,
            line: 0,
            played: "x".to_owned(),
            found: 0,
        };
        let count = with_game!(kind, G => {
            PracticeHistory::<G>::new(&[stored], BTreeMap::new(), &[], &[]).mistakes.len()
        });
        assert_eq!(count, 0);
    }
}
