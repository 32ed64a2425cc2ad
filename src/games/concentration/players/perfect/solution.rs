//! The value of every state.

use super::{
    state::{Kind, Numbers, State},
    turn::{Number, Second, first_unknown, largest},
};

/// The solved game: what every state is worth to who is to move, in pairs.
#[derive(Clone, Debug)]
pub struct Solution<T> {
    numbers: Numbers,
    /// By the state's number.
    values: Vec<T>,
}

impl<T: Number> Solution<T> {
    /// Solves the game of so many ranks of four cards, at most 13.
    pub fn of(ranks: u8) -> Self {
        let numbers = Numbers::of(ranks);
        let mut solution = Self { values: Vec::with_capacity(numbers.count()), numbers };
        for state in solution.numbers.states() {
            let value = match solution.earnest(state) {
                Some(earnest) if earnest < T::whole(0) && state.can_pass() => T::whole(0),
                earnest => earnest.unwrap_or(T::whole(0)),
            };
            solution.values.push(value);
        }
        solution
    }

    /// The states, in the order in which they are solved.
    pub fn states(&self) -> impl Iterator<Item = State> + use<T> {
        self.numbers.states()
    }

    /// The pairs that who is to move wins from here on, less the opponent's, as expected when both
    /// play as well as can be.
    pub fn value(&self, state: State) -> T {
        self.values[self.numbers.of_state(state)]
    }

    /// What this second card is worth; see [`Second::worth`].
    pub fn second(&self, choice: Second, state: State, hand: Kind) -> Option<T> {
        choice.worth(state, hand, &|won, next| T::whole(won) - self.value(next))
    }

    /// What an unknown card is worth as the first; nothing if there is none.
    pub fn unknown_first(&self, state: State) -> Option<T> {
        first_unknown(state, |state, hand| self.best_second(&Second::ALL, state, hand))
    }

    /// What the state is worth to who does not pass; nothing if no cards are left.
    pub fn earnest(&self, state: State) -> Option<T> {
        let known = state.kinds().filter(|kind| kind.known() > 0);
        let known_first = known.filter_map(|kind| self.best_second(&Second::EARNEST, state, kind));
        largest(self.unknown_first(state).into_iter().chain(known_first))
    }

    fn best_second(&self, choices: &[Second], state: State, hand: Kind) -> Option<T> {
        largest(choices.iter().filter_map(|&choice| self.second(choice, state, hand)))
    }
}
