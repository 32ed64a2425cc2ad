//! The solved game against reference values that were computed independently.

use std::{
    cmp::Ordering,
    ops::{Add, Div, Mul, Neg, Sub},
};

use num_rational::Ratio;

use super::{
    Kind, Number, Second, Solution, State,
    state::Numbers,
    turn::{first_unknown, largest},
    weigh::EQUAL,
};

impl Number for Ratio<i128> {
    fn whole(number: u8) -> Self {
        i128::from(number).into()
    }
}

/// All 13 ranks.
fn solved() -> Solution<f64> {
    Solution::of(13)
}

#[track_caller]
fn assert_near(found: f64, wanted: f64, tolerance: f64) {
    assert!((found - wanted).abs() < tolerance, "{found} instead of {wanted}");
}

#[test]
fn games_of_few_ranks_have_these_exact_values() {
    for (ranks, over, under) in [
        (0, 0, 1),
        (1, 0, 1),
        (2, 4, 35),
        (3, -116, 5775),
        (4, 6068, 175_175),
        (5, 10_654_396, 282_907_625),
    ] {
        let solution = Solution::<Ratio<i128>>::of(ranks);
        assert_eq!(solution.value(State::start(ranks)), Ratio::new(over, under), "{ranks} ranks");
    }
}

#[test]
fn exact_numbers_and_floats_agree_on_every_state() {
    #[allow(clippy::cast_precision_loss)]
    let float = |ratio: Ratio<i128>| *ratio.numer() as f64 / *ratio.denom() as f64;
    let (exact, floats) = (Solution::<Ratio<i128>>::of(5), Solution::<f64>::of(5));
    for state in exact.states() {
        assert_near(floats.value(state), float(exact.value(state)), 1e-12);
    }
}

#[test]
fn the_whole_game_has_this_value() {
    assert_near(solved().value(State::start(13)), 0.037_092_696_176, 1e-11);
}

#[test]
fn passing_is_right_in_36_states() {
    let solution = solved();
    let is_bad = |&state: &State| {
        solution.earnest(state).is_some_and(|earnest| earnest < -1e-9) && state.can_pass()
    };
    let passing: Vec<_> = solution.states().filter(is_bad).collect();
    assert_eq!((solution.states().count(), passing.len()), (203_490, 36));
    assert!(passing.iter().all(|&state| solution.value(state).abs() < 1e-12));
}

#[test]
fn every_value_solves_its_equation() {
    let solution = solved();
    for state in solution.states() {
        let value = solution.value(state);
        let wanted = match solution.earnest(state) {
            Some(earnest) if state.can_pass() => earnest.max(-value),
            earnest => earnest.unwrap_or(0.0),
        };
        assert_near(value, wanted, 1e-12);
    }
}

/// Values of all states, one after the other: `value` is given a state, and those of the states
/// behind it.
fn sweep(value: impl Fn(State, &dyn Fn(State) -> f64) -> f64) -> Vec<f64> {
    let numbers = Numbers::of(13);
    let mut values: Vec<f64> = Vec::new();
    for state in numbers.states() {
        let next = value(state, &|behind| values[numbers.of_state(behind)]);
        values.push(next);
    }
    values
}

/// A turn of who always takes a known pair (of the first kind that has one), else turns an unknown
/// card first, then its mate if that is known, else another unknown one.
fn greedy_turn(state: State, after: &impl Fn(u8, State) -> f64) -> f64 {
    let pair = state
        .kinds()
        .find(|kind| kind.known() >= 2)
        .and_then(|kind| Second::Mate.worth(state, kind, after));
    let unknown = || {
        first_unknown(state, |state, hand| {
            Second::EARNEST.into_iter().find_map(|second| second.worth(state, hand, after))
        })
    };
    pair.or_else(unknown).unwrap_or(0.0)
}

/// The best turn that doesn't pass, if there is one; of equals, one that begins with an unknown
/// card.
fn best_turn<T: Number>(state: State, after: &impl Fn(u8, State) -> T) -> Option<T> {
    let best = |choices: &[Second], state: State, hand: Kind| {
        largest(choices.iter().filter_map(|second| second.worth(state, hand, after)))
    };
    let known = state.kinds().filter(|kind| kind.known() > 0);
    let known_first = known.filter_map(|kind| best(&Second::EARNEST, state, kind));
    let unknown_first = first_unknown(state, |state, hand| best(&Second::ALL, state, hand));
    largest(unknown_first.into_iter().chain(known_first))
}

fn is_over(state: State) -> bool {
    state.kinds().next().is_none()
}

#[test]
fn greedy_play_on_both_sides() {
    let ahead = sweep(|state, value| greedy_turn(state, &|won, next| f64::from(won) - value(next)));
    assert_near(*ahead.last().unwrap(), 0.028_859_581, 1e-9);
    let turns =
        sweep(
            |state, turns| {
                if is_over(state) { 0.0 } else { 1.0 + greedy_turn(state, &|_, next| turns(next)) }
            },
        );
    assert_near(*turns.last().unwrap(), 41.699_799_481, 1e-9);
}

#[test]
fn two_who_help_each_other_need_so_many_turns() {
    let turns = sweep(|state, turns| {
        best_turn(state, &|_, next| -turns(next)).map_or(0.0, |fewest| 1.0 - fewest)
    });
    assert_near(*turns.last().unwrap(), 39.917_183_345_946, 1e-11);
}

/// What a choice is worth for who judges it by another measure.
#[derive(Clone, Copy, Debug, PartialEq)]
struct StepReview {
    by: f64,
    worth: f64,
}

impl PartialOrd for StepReview {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        if (self.by - other.by).abs() < EQUAL {
            Some(Ordering::Equal)
        } else {
            self.by.partial_cmp(&other.by)
        }
    }
}

impl Neg for StepReview {
    type Output = Self;

    fn neg(self) -> Self {
        Self { by: -self.by, worth: -self.worth }
    }
}

/// Both numbers at once.
macro_rules! both {
    ($($operation:ident $method:ident;)*) => {$(
        impl $operation for StepReview {
            type Output = Self;

            fn $method(self, other: Self) -> Self {
                Self { by: self.by.$method(other.by), worth: self.worth.$method(other.worth) }
            }
        }
    )*};
}

both! { Add add; Sub sub; Mul mul; Div div; }

impl Number for StepReview {
    fn whole(number: u8) -> Self {
        Self { by: number.into(), worth: number.into() }
    }
}

/// What the game is worth to one player, moving first and moving second, against greedy play;
/// `judge` says what that player thinks it is worth to leave a state, given what it really is.
fn against_greedy(judge: impl Fn(State, f64) -> f64) -> [f64; 2] {
    let numbers = Numbers::of(13);
    // by state: moving first, moving second
    let mut values: Vec<[f64; 2]> = Vec::new();
    for state in numbers.states() {
        let behind = |state: State| values[numbers.of_state(state)];
        let second = greedy_turn(state, &|won, next| behind(next)[0] - f64::from(won));
        let left = |won: u8, next: State, worth| StepReview {
            by: f64::from(won) + judge(next, worth),
            worth: f64::from(won) + worth,
        };
        let earnest = best_turn(state, &|won, next| left(won, next, behind(next)[1]));
        let pass = state.can_pass().then(|| left(0, state, second));
        let first = largest(earnest.into_iter().chain(pass)).map_or(0.0, |judged| judged.worth);
        values.push([first, second]);
    }
    values[numbers.of_state(State::start(13))]
}

#[test]
fn against_greedy_play() {
    let solution = solved();
    let optimal = against_greedy(|next, _| -solution.value(next));
    for (found, wanted) in optimal.into_iter().zip([1.5236, 1.4084]) {
        assert_near(found, wanted, 5e-5);
    }
    // Who knows that the other one plays like this wins a little more.
    let reply = against_greedy(|_, worth| worth);
    assert!(
        reply.into_iter().zip(optimal).all(|(reply, optimal)| reply > optimal + 0.01),
        "{reply:?} {optimal:?}"
    );
}
