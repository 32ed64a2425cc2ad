//! The solution of the game: the values of all states.

use super::{
    state::{RankKind, State, StateIndex},
    turn::{Scalar, SecondCard, best_turn_value, unknown_first_value},
};

/// The solved game: the value of every state to the player to move, in pairs.
#[derive(Clone, Debug)]
pub struct Solution<T> {
    index: StateIndex,
    values: Vec<T>,
}

impl<T: Scalar> Solution<T> {
    /// Solves the game with this number of ranks of four cards, at most 13.
    pub fn new(ranks: u8) -> Self {
        let index = StateIndex::new(ranks);
        let mut solution = Self { values: Vec::with_capacity(index.state_count()), index };
        let zero = T::whole(0);
        for state in solution.index.states() {
            // A pass gives the opponent the same state, so the value is max(without_pass, -value).
            // If every other turn loses pairs, both players pass and the solution is 0.
            let value = match solution.value_without_pass(state) {
                Some(without_pass) if without_pass < zero && state.can_pass() => zero,
                Some(without_pass) => without_pass,
                None => zero,
            };
            solution.values.push(value);
        }
        solution
    }

    /// The states in the order in which they are solved.
    pub fn states(&self) -> impl Iterator<Item = State> + use<T> {
        self.index.states()
    }

    /// The expected pairs of the player to move minus the opponent's, with optimal play by both.
    pub fn value(&self, state: State) -> T {
        self.values[self.index.index_of(state)]
    }

    /// The value of a second card; see [`SecondCard::value`].
    pub fn second_card_value(
        &self,
        second: SecondCard,
        state: State,
        first: RankKind,
    ) -> Option<T> {
        second.value(state, first, &self.value_after())
    }

    /// The value of a turn that begins with an unknown card, or `None` if there is none.
    pub fn unknown_first_value(&self, state: State) -> Option<T> {
        unknown_first_value(state, &self.value_after())
    }

    /// The value of the best turn without a pass, or `None` if no cards are left.
    pub fn value_without_pass(&self, state: State) -> Option<T> {
        best_turn_value(state, &self.value_after())
    }

    /// The value of winning a number of pairs and leaving a state to the opponent.
    fn value_after(&self) -> impl Fn(u8, State) -> T {
        |won, next| T::whole(won) - self.value(next)
    }
}

#[cfg(test)]
mod tests {
    //! The solution compared with reference values that were computed independently.

    use std::{
        cmp::Ordering,
        ops::{Add, Div, Mul, Neg, Sub},
    };

    use num_rational::Ratio;

    use super::{
        super::{
            card_values::TOLERANCE,
            turn::{largest, mean_over_unknown_first},
        },
        *,
    };

    impl Scalar for Ratio<i128> {
        fn whole(number: u8) -> Self {
            i128::from(number).into()
        }
    }

    fn solved() -> Solution<f64> {
        Solution::new(13)
    }

    #[track_caller]
    fn assert_near(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() < tolerance, "{found} instead of {expected}");
    }

    #[test]
    fn small_games_have_the_exact_values() {
        for (ranks, over, under) in [
            (0, 0, 1),
            (1, 0, 1),
            (2, 4, 35),
            (3, -116, 5775),
            (4, 6068, 175_175),
            (5, 10_654_396, 282_907_625),
        ] {
            let solution = Solution::<Ratio<i128>>::new(ranks);
            assert_eq!(
                solution.value(State::start(ranks)),
                Ratio::new(over, under),
                "{ranks} ranks"
            );
        }
    }

    #[test]
    fn exact_numbers_and_floats_agree_on_every_state() {
        #[allow(clippy::cast_precision_loss)]
        let float = |ratio: Ratio<i128>| *ratio.numer() as f64 / *ratio.denom() as f64;
        let (exact, floats) = (Solution::<Ratio<i128>>::new(5), Solution::<f64>::new(5));
        for state in exact.states() {
            assert_near(floats.value(state), float(exact.value(state)), 1e-12);
        }
    }

    #[test]
    fn the_whole_game_has_the_reference_value() {
        assert_near(solved().value(State::start(13)), 0.037_092_696_176, 1e-11);
    }

    #[test]
    fn passing_is_right_in_36_states() {
        let solution = solved();
        let should_pass = |&state: &State| {
            state.can_pass()
                && solution.value_without_pass(state).is_some_and(|value| value < -1e-9)
        };
        let passing: Vec<_> = solution.states().filter(should_pass).collect();
        assert_eq!((solution.states().count(), passing.len()), (203_490, 36));
        assert!(passing.iter().all(|&state| solution.value(state).abs() < 1e-12));
    }

    #[test]
    fn every_value_satisfies_its_equation() {
        let solution = solved();
        for state in solution.states() {
            let value = solution.value(state);
            let expected = match solution.value_without_pass(state) {
                Some(without_pass) if state.can_pass() => without_pass.max(-value),
                without_pass => without_pass.unwrap_or(0.0),
            };
            assert_near(value, expected, 1e-12);
        }
    }

    /// Computes values of all states in the order of their indices. `value` gets a state and a
    /// function that returns the values of earlier states.
    fn sweep(value: impl Fn(State, &dyn Fn(State) -> f64) -> f64) -> Vec<f64> {
        let index = StateIndex::new(13);
        let mut values: Vec<f64> = Vec::new();
        for state in index.states() {
            let next = value(state, &|earlier| values[index.index_of(earlier)]);
            values.push(next);
        }
        values
    }

    /// The value of a greedy turn: take a known pair (of the first kind that has one); otherwise
    /// turn up an unknown card, then its mate if it is known, else another unknown card.
    fn greedy_turn(state: State, after: &impl Fn(u8, State) -> f64) -> f64 {
        let pair = state
            .kinds()
            .find(|kind| kind.known() >= 2)
            .and_then(|kind| SecondCard::Mate.value(state, kind, after));
        let unknown = || {
            mean_over_unknown_first(state, |state, first| {
                SecondCard::WITHOUT_PASS
                    .into_iter()
                    .find_map(|second| second.value(state, first, after))
            })
        };
        pair.or_else(unknown).unwrap_or(0.0)
    }

    fn is_over(state: State) -> bool {
        state.kinds().next().is_none()
    }

    #[test]
    fn greedy_play_on_both_sides() {
        let ahead =
            sweep(|state, value| greedy_turn(state, &|won, next| f64::from(won) - value(next)));
        assert_near(*ahead.last().unwrap(), 0.028_859_581, 1e-9);
        let turns = sweep(|state, turns| {
            if is_over(state) { 0.0 } else { 1.0 + greedy_turn(state, &|_, next| turns(next)) }
        });
        assert_near(*turns.last().unwrap(), 41.699_799_481, 1e-9);
    }

    #[test]
    fn cooperating_players_need_the_reference_number_of_turns() {
        let turns = sweep(|state, turns| {
            best_turn_value(state, &|_, next| -turns(next)).map_or(0.0, |fewest| 1.0 - fewest)
        });
        assert_near(*turns.last().unwrap(), 39.917_183_345_946, 1e-11);
    }

    /// The value of a choice, with the estimate by which it is compared with other choices.
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct EstimatedValue {
        estimate: f64,
        value: f64,
    }

    impl PartialOrd for EstimatedValue {
        fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
            if (self.estimate - other.estimate).abs() < TOLERANCE {
                Some(Ordering::Equal)
            } else {
                self.estimate.partial_cmp(&other.estimate)
            }
        }
    }

    impl Neg for EstimatedValue {
        type Output = Self;

        fn neg(self) -> Self {
            Self { estimate: -self.estimate, value: -self.value }
        }
    }

    macro_rules! both {
        ($($operation:ident $method:ident;)*) => {$(
            impl $operation for EstimatedValue {
                type Output = Self;

                fn $method(self, other: Self) -> Self {
                    Self {
                        estimate: self.estimate.$method(other.estimate),
                        value: self.value.$method(other.value),
                    }
                }
            }
        )*};
    }

    both! { Add add; Sub sub; Mul mul; Div div; }

    impl Scalar for EstimatedValue {
        fn whole(number: u8) -> Self {
            Self { estimate: number.into(), value: number.into() }
        }
    }

    /// Returns the value of the game to one player, moving first and moving second, against greedy
    /// play. `estimate` returns that player's estimate of the value of leaving a state, given the
    /// real value.
    fn against_greedy(estimate: impl Fn(State, f64) -> f64) -> [f64; 2] {
        let index = StateIndex::new(13);
        // By state: the values of moving first and moving second.
        let mut values: Vec<[f64; 2]> = Vec::new();
        for state in index.states() {
            let behind = |state: State| values[index.index_of(state)];
            let second = greedy_turn(state, &|won, next| behind(next)[0] - f64::from(won));
            let left = |won: u8, next: State, value| EstimatedValue {
                estimate: f64::from(won) + estimate(next, value),
                value: f64::from(won) + value,
            };
            let without_pass =
                best_turn_value(state, &|won, next| left(won, next, behind(next)[1]));
            let pass = state.can_pass().then(|| left(0, state, second));
            let first =
                largest(without_pass.into_iter().chain(pass)).map_or(0.0, |choice| choice.value);
            values.push([first, second]);
        }
        values[index.index_of(State::start(13))]
    }

    #[test]
    fn against_greedy_play() {
        let solution = solved();
        let optimal = against_greedy(|next, _| -solution.value(next));
        for (found, expected) in optimal.into_iter().zip([1.5236, 1.4084]) {
            assert_near(found, expected, 5e-5);
        }
        // A player who knows that the opponent plays greedily wins a little more.
        let reply = against_greedy(|_, value| value);
        assert!(
            reply.into_iter().zip(optimal).all(|(reply, optimal)| reply > optimal + 0.01),
            "{reply:?} {optimal:?}"
        );
    }
}
