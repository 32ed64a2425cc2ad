//! A round of practice: ten positions or three minutes. Due mistakes come first, then other due
//! puzzles, a drill, and new puzzles of the right difficulty. A rush gets harder and ends with the
//! third wrong answer.

use std::{collections::BTreeMap, time::Duration};

use rand::{
    RngExt as _,
    seq::{IndexedRandom as _, SliceRandom as _},
};

use super::{
    exercise::{Exercise, Source},
    history::{MAX_DUE_MISTAKES, PracticeHistory},
    mistakes,
    rating::puzzle_rating,
};
use fourcade_engine::play::{Collection, Drill, Practicable, Puzzle, Rng};

pub const LENGTH: usize = 10;
/// No new position begins after this time.
pub const ROUND_TIME: Duration = Duration::from_secs(3 * 60);
/// Maximum number of due mistakes and other due puzzles in a round, to leave room for new ones.
const MAX_RETURNED: usize = 7;
/// A new puzzle is drawn from this many puzzles of its theme with the nearest ratings.
const CANDIDATES: usize = 6;
/// The theme that makes a round a rush.
pub const RUSH: &str = "rush";
const LIVES: usize = 3;
/// A rush has one puzzle from each of at most this many bands of difficulty.
const RUSH_BANDS: usize = 50;
/// Change of a drill's length: longer if everything was right, otherwise shorter.
const DRILL_STEP: usize = 1;

#[derive(Clone, Debug)]
pub struct Round<G: Practicable> {
    exercises: Vec<Exercise<G>>,
    results: Vec<bool>,
    is_rush: bool,
}

impl<G: Practicable> Round<G> {
    /// `theme` is a theme of the collection, [`mistakes::THEME`] or [`RUSH`]; `None` mixes all.
    pub fn new(
        collection: &Collection<G>,
        history: &PracticeHistory<G>,
        theme: Option<&str>,
        now: i64,
        rng: &mut Rng,
    ) -> Self {
        match theme {
            Some(mistakes::THEME) => Self::of_mistakes(history, now),
            Some(RUSH) => Self::rush(collection, rng),
            _ => Self::of_theme(collection, history, theme, now, rng),
        }
    }

    /// The mistakes that are due or, if there are none, the costliest ones.
    fn of_mistakes(history: &PracticeHistory<G>, now: i64) -> Self {
        let mut mistakes: Vec<_> = history.due_mistakes(now).collect();
        if mistakes.is_empty() {
            mistakes.extend(history.mistakes.iter().take(MAX_DUE_MISTAKES));
        }
        let exercise = |puzzle| exercise(puzzle, Source::Mistake);
        Self::from_exercises(mistakes.into_iter().map(exercise).collect())
    }

    fn rush(collection: &Collection<G>, rng: &mut Rng) -> Self {
        let puzzles = draw_rush(collection, rng).into_iter();
        let exercises = puzzles.map(|puzzle| exercise(puzzle, Source::Rush)).collect();
        Self { is_rush: true, ..Self::from_exercises(exercises) }
    }

    fn of_theme(
        collection: &Collection<G>,
        history: &PracticeHistory<G>,
        theme: Option<&str>,
        now: i64,
        rng: &mut Rng,
    ) -> Self {
        let is_of_theme = |puzzle: &&Puzzle<G>| theme.is_none_or(|theme| puzzle.theme() == theme);
        let mistakes = history.due_mistakes(now).filter(is_of_theme);
        let mistakes = mistakes.map(|puzzle| exercise(puzzle, Source::Mistake));
        let returned = collection.puzzles.iter().filter(is_of_theme);
        let returned = returned.filter(|puzzle| history.is_due(puzzle, now));
        let returned = returned.map(|puzzle| exercise(puzzle, Source::Returned));
        let mut exercises: Vec<_> = mistakes.chain(returned).take(MAX_RETURNED).collect();
        if theme.is_none()
            && let Some(drill) = drill(history.last_drill, rng)
        {
            exercises.push(Exercise::Drill(Box::new(drill)));
        }

        let new: Vec<_> = collection
            .puzzles
            .iter()
            .filter(is_of_theme)
            .filter(|puzzle| !history.repetitions.contains_key(&puzzle.id()))
            .collect();
        let chosen = choose_new(new, history, LENGTH - exercises.len(), rng);
        exercises.extend(chosen.into_iter().map(|puzzle| exercise(puzzle, Source::Collection)));
        Self::from_exercises(exercises)
    }

    pub fn from_exercises(exercises: Vec<Exercise<G>>) -> Self {
        Self { exercises, results: Vec::new(), is_rush: false }
    }

    pub fn remove_drills(&mut self) {
        self.exercises.retain(|exercise| matches!(exercise, Exercise::Puzzle(..)));
    }

    /// `None` at the end of the round.
    pub fn current(&self, elapsed: Duration) -> Option<&Exercise<G>> {
        let is_over = match self.lives() {
            Some(lives) => lives == 0,
            None => elapsed >= ROUND_TIME && !self.results.is_empty(),
        };
        self.exercises.get(self.results.len()).filter(|_| !is_over)
    }

    /// The wrong answers that a rush still allows; `None` in other rounds.
    pub fn lives(&self) -> Option<usize> {
        let wrong = self.results.len() - self.right();
        self.is_rush.then(|| LIVES.saturating_sub(wrong))
    }

    pub fn right(&self) -> usize {
        self.results.iter().filter(|&&is_right| is_right).count()
    }

    pub fn missed(&self) -> impl Iterator<Item = &Exercise<G>> {
        let answered = self.exercises.iter().zip(&self.results);
        answered.filter(|(_, is_right)| !**is_right).map(|(exercise, _)| exercise)
    }

    pub fn answer(&mut self, is_right: bool) {
        if self.results.len() < self.exercises.len() {
            self.results.push(is_right);
        }
    }

    /// All exercises, even those not shown yet.
    pub fn exercises(&self) -> &[Exercise<G>] {
        &self.exercises
    }

    /// Whether each answer so far was right.
    pub fn results(&self) -> &[bool] {
        &self.results
    }
}

fn exercise<G: Practicable>(puzzle: &Puzzle<G>, source: Source) -> Exercise<G> {
    Exercise::Puzzle(Box::new(puzzle.clone()), source)
}

/// Draws the puzzles of a rush, easiest first.
fn draw_rush<'a, G: Practicable>(
    collection: &'a Collection<G>,
    rng: &mut Rng,
) -> Vec<&'a Puzzle<G>> {
    let mut puzzles: Vec<_> =
        collection.puzzles.iter().filter(|puzzle| puzzle.solves().is_some()).collect();
    // The bits of positive floats are ordered like the floats.
    let rating = |puzzle: &&Puzzle<G>| puzzle.solves().map(|it| puzzle_rating::<G>(it).to_bits());
    puzzles.sort_by_cached_key(rating);
    let band = puzzles.len().div_ceil(RUSH_BANDS).max(1);
    puzzles.chunks(band).filter_map(|band| band.choose(rng).copied()).collect()
}

fn drill<G: Practicable>(last: Option<(usize, bool)>, rng: &mut Rng) -> Option<Drill<G>> {
    G::drill(next_drill_length::<G>(last)?, rng)
}

/// `last` is the length of the last drill, and whether everything was right. `None` if the game has
/// no drills.
pub fn next_drill_length<G: Practicable>(last: Option<(usize, bool)>) -> Option<usize> {
    let [first, longest] = G::DRILL_LENGTHS?;
    let length = match last {
        None => first,
        Some((length, true)) => length.saturating_add(DRILL_STEP),
        Some((length, false)) => length.saturating_sub(DRILL_STEP),
    };
    Some(length.clamp(first.min(2), longest))
}

/// Draws puzzles near the person's rating from each theme in turn, unanswered ones first.
fn choose_new<'a, G: Practicable>(
    mut puzzles: Vec<&'a Puzzle<G>>,
    history: &PracticeHistory<G>,
    count: usize,
    rng: &mut Rng,
) -> Vec<&'a Puzzle<G>> {
    let distance = |puzzle: &Puzzle<G>| {
        let rating = puzzle.solves().map_or(history.rating.rating, puzzle_rating::<G>);
        (rating - history.rating.rating).abs()
    };
    let is_old = |puzzle: &Puzzle<G>| history.answered.contains(&puzzle.id());
    // The bits of nonnegative floats are ordered like the floats.
    puzzles.sort_by_cached_key(|puzzle| (is_old(puzzle), distance(puzzle).to_bits()));
    let mut by_theme: BTreeMap<&str, Vec<&Puzzle<G>>> = BTreeMap::new();
    for puzzle in puzzles {
        by_theme.entry(puzzle.theme()).or_default().push(puzzle);
    }
    let mut themes: Vec<_> = by_theme.into_values().collect();
    themes.shuffle(rng);
    let mut chosen = Vec::new();
    while chosen.len() < count && themes.iter().any(|theme| !theme.is_empty()) {
        for theme in themes.iter_mut().filter(|theme| !theme.is_empty()) {
            if chosen.len() < count {
                chosen.push(theme.remove(rng.random_range(0..theme.len().min(CANDIDATES))));
            }
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use fourcade_engine::{GameKind, play::random, with_game};
    use proptest::prelude::*;

    use super::*;
    use crate::database::practice::Repetition;
    use crate::practice::testing::games_with_puzzles;

    fn history<G: Practicable>(rating: f64) -> PracticeHistory<G> {
        let mut history = PracticeHistory::new(&[], BTreeMap::new(), &[], &[]);
        history.rating.rating = rating;
        history
    }

    fn round<G: Practicable>(
        history: &PracticeHistory<G>,
        theme: Option<&str>,
        seed: u64,
    ) -> Round<G> {
        Round::new(&G::collection().unwrap(), history, theme, 100, &mut random::rng(seed, &[]))
    }

    fn puzzles<G: Practicable>(round: &Round<G>) -> Vec<(u64, Source)> {
        let puzzle = |exercise: &Exercise<G>| match exercise {
            Exercise::Puzzle(puzzle, source) => Some((puzzle.id(), *source)),
            Exercise::Drill(_) => None,
        };
        round.exercises().iter().filter_map(puzzle).collect()
    }

    #[test]
    fn a_round_has_ten_different_positions_from_all_themes() {
        fn check<G: Practicable>() {
            let round = round(&history::<G>(1500.0), None, 1);
            assert_eq!(round.exercises().len(), LENGTH, "{}", G::KEY);
            let found: BTreeSet<_> = puzzles(&round).into_iter().map(|(id, _)| id).collect();
            let drills = usize::from(G::DRILL_LENGTHS.is_some());
            assert_eq!(found.len() + drills, LENGTH, "{}", G::KEY);
            let themes: BTreeSet<_> = round
                .exercises()
                .iter()
                .filter_map(|exercise| match exercise {
                    Exercise::Puzzle(puzzle, _) => Some(puzzle.theme().to_owned()),
                    Exercise::Drill(_) => None,
                })
                .collect();
            assert_eq!(themes.len(), G::THEMES.len(), "{}: {themes:?}", G::KEY);
        }
        for kind in games_with_puzzles() {
            with_game!(kind, G => check::<G>());
        }
    }

    #[test]
    fn due_mistakes_come_first_then_due_puzzles_of_the_collection() {
        fn check<G: Practicable>() {
            let mut history = history::<G>(1500.0);
            let collection = G::collection().unwrap();
            // These stand for mistakes; the last one isn't due.
            history.mistakes = collection.puzzles[..3].to_vec();
            let id = |index: usize| collection.puzzles[index].id();
            let state = |due| Repetition { level: 1, due };
            history.answered.extend([id(1), id(2)]);
            history.repetitions.extend([(id(1), state(100)), (id(2), state(101))]);
            history.repetitions.extend([(id(9), state(5)), (id(8), state(1000))]);
            let round = round(&history, None, 1);
            let found = puzzles(&round);
            assert_eq!(found[0], (id(0), Source::Mistake), "{}", G::KEY);
            assert_eq!(found[1], (id(1), Source::Mistake), "{}", G::KEY);
            assert!(found.contains(&(id(9), Source::Returned)), "{}", G::KEY);
            let not_due = [id(2), id(8)];
            assert!(found.iter().all(|(id, _)| !not_due.contains(id)), "{}", G::KEY);
        }
        for kind in games_with_puzzles() {
            with_game!(kind, G => check::<G>());
        }
    }

    #[test]
    fn new_puzzles_suit_the_rating_and_old_ones_come_last() {
        fn check<G: Practicable>() {
            let mean = |rating: f64| {
                let ratings: Vec<f64> = (0..5)
                    .flat_map(|seed| round(&history::<G>(rating), None, seed).exercises)
                    .filter_map(|exercise| match exercise {
                        Exercise::Puzzle(puzzle, _) => puzzle.solves().map(puzzle_rating::<G>),
                        Exercise::Drill(_) => None,
                    })
                    .collect();
                ratings.iter().sum::<f64>() / f64::from(u32::try_from(ratings.len()).unwrap())
            };
            assert!(mean(1100.0) + 100.0 < mean(2200.0), "{}", G::KEY);
            let mut known = history::<G>(1500.0);
            let first: BTreeSet<u64> =
                puzzles(&round(&known, None, 1)).into_iter().map(|(id, _)| id).collect();
            known.answered.extend(&first);
            let next = puzzles(&round(&known, None, 1));
            assert!(next.iter().all(|(id, _)| !first.contains(id)), "{}", G::KEY);
        }
        for kind in games_with_puzzles() {
            with_game!(kind, G => check::<G>());
        }
    }

    #[test]
    fn a_round_of_a_theme_has_no_others() {
        fn check<G: Practicable>() {
            for theme in G::THEMES {
                let round = round(&history::<G>(1500.0), Some(theme.key), 2);
                assert_eq!(round.exercises().len(), LENGTH, "{} {}", G::KEY, theme.key);
                for exercise in round.exercises() {
                    let Exercise::Puzzle(puzzle, _) = exercise else { panic!("a drill") };
                    assert_eq!(puzzle.theme(), theme.key);
                }
            }
        }
        for kind in games_with_puzzles() {
            with_game!(kind, G => check::<G>());
        }
    }

    #[test]
    fn a_round_ends_after_ten_answers_or_three_minutes() {
        fn check<G: Practicable>() {
            let mut round = round(&history::<G>(1500.0), None, 3);
            assert!(
                round.current(ROUND_TIME).is_some(),
                "the first position can always be answered"
            );
            for number in 0..LENGTH {
                assert!(round.current(Duration::ZERO).is_some());
                round.answer(number % 2 == 0);
                assert!(round.current(ROUND_TIME).is_none());
            }
            assert!(round.current(Duration::ZERO).is_none());
            round.answer(true);
            assert_eq!(round.results().len(), LENGTH);
            assert_eq!(round.results().iter().filter(|&&is_right| is_right).count(), LENGTH / 2);
        }
        for kind in games_with_puzzles() {
            with_game!(kind, G => check::<G>());
        }
    }

    #[test]
    fn a_rush_gets_harder_and_ends_with_the_third_wrong_answer() {
        fn check<G: Practicable>() {
            let mut rush = round(&history::<G>(1500.0), Some(RUSH), 4);
            let ratings: Vec<_> = rush.exercises().iter().map(|it| it.rating().unwrap()).collect();
            assert!(ratings.is_sorted() && ratings.len() > 30, "{}: {ratings:?}", G::KEY);
            assert!(ratings[0] + 300.0 < *ratings.last().unwrap(), "{}", G::KEY);
            assert_ne!(puzzles(&rush), puzzles(&round(&history::<G>(1500.0), Some(RUSH), 5)));
            for (is_right, lives) in
                [(true, 3), (false, 2), (true, 2), (false, 1), (true, 1), (false, 0)]
            {
                assert!(rush.current(ROUND_TIME * 9).is_some(), "a rush has no clock");
                rush.answer(is_right);
                assert_eq!(rush.lives(), Some(lives));
            }
            assert!(rush.current(Duration::ZERO).is_none());
            assert_eq!((rush.right(), rush.missed().count()), (3, 3));
        }
        for kind in games_with_puzzles() {
            with_game!(kind, G => check::<G>());
        }
    }

    #[test]
    fn a_drill_grows_with_success() {
        fn check<G: Practicable>() {
            let Some([first, longest]) = G::DRILL_LENGTHS else { return };
            let next = next_drill_length::<G>;
            assert_eq!(next(None), Some(first));
            assert_eq!(next(Some((7, true))), Some(8));
            assert_eq!(next(Some((7, false))), Some(6));
            assert_eq!(next(Some((longest, true))), Some(longest));
            assert!(next(Some((0, false))).unwrap() >= 2);
        }
        for kind in games_with_puzzles() {
            with_game!(kind, G => check::<G>());
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn no_position_occurs_twice(
            seed: u64, rating in 500.0..2500.0, mistakes in 0_usize..20, due in 0_usize..30,
            kind in 0_usize..4,
        ) {
            fn check<G: Practicable>(seed: u64, rating: f64, mistakes: usize, due: usize) -> bool {
                let collection = G::collection().unwrap();
                let mut history = history::<G>(rating);
                let count = collection.puzzles.len();
                history.mistakes = collection.puzzles[count - mistakes..].to_vec();
                for puzzle in &collection.puzzles[..due] {
                    history.answered.insert(puzzle.id());
                    history.repetitions.insert(puzzle.id(), Repetition { level: 0, due: 1 });
                }
                // The collection must not contain the mistakes.
                let rest = Collection { puzzles: collection.puzzles[..count - mistakes].to_vec() };
                let rng = &mut random::rng(seed, &[]);
                let found = puzzles(&Round::new(&rest, &history, None, 100, rng));
                let ids: BTreeSet<_> = found.iter().map(|(id, _)| id).collect();
                ids.len() == found.len()
            }
            prop_assert!(
                with_game!(GameKind::ALL[kind], G => check::<G>(seed, rating, mistakes, due))
            );
        }
    }
}
