//! The values of all states.

use super::{
    state::{RankKind, SolverState, StateIndex},
    turn::{Scalar, SecondCard, first_unknown, largest},
};

/// The solved game: the value of every state to the player to move, in pairs.
#[derive(Clone, Debug)]
pub struct ConcentrationSolution<T> {
    index: StateIndex,
    /// The values by the index of the state.
    values: Vec<T>,
}

impl<T: Scalar> ConcentrationSolution<T> {
    /// Solves the game with this number of ranks of four cards, at most 13.
    pub fn new(ranks: u8) -> Self {
        let index = StateIndex::new(ranks);
        let mut solution = Self { values: Vec::with_capacity(index.count()), index };
        for state in solution.index.states() {
            let value = match solution.without_pass(state) {
                Some(without_pass) if without_pass < T::whole(0) && state.can_pass() => T::whole(0),
                without_pass => without_pass.unwrap_or(T::whole(0)),
            };
            solution.values.push(value);
        }
        solution
    }

    /// Returns the states in the order in which they are solved.
    pub fn states(&self) -> impl Iterator<Item = SolverState> + use<T> {
        self.index.states()
    }

    /// Returns the expected number of pairs that the player to move wins from now on, minus the
    /// opponent's, when both play optimally.
    pub fn value(&self, state: SolverState) -> T {
        self.values[self.index.index_of(state)]
    }

    /// Returns the value of a second card; see [`SecondCard::value`].
    pub fn second(&self, choice: SecondCard, state: SolverState, first: RankKind) -> Option<T> {
        choice.value(state, first, &|won, next| T::whole(won) - self.value(next))
    }

    /// Returns the value of an unknown first card, or `None` if there is none.
    pub fn unknown_first(&self, state: SolverState) -> Option<T> {
        first_unknown(state, |state, first| self.best_second(&SecondCard::ALL, state, first))
    }

    /// Returns the value of the best turn without a pass, or `None` if no cards are left.
    pub fn without_pass(&self, state: SolverState) -> Option<T> {
        let known = state.kinds().filter(|kind| kind.known() > 0);
        let known_first =
            known.filter_map(|kind| self.best_second(&SecondCard::WITHOUT_PASS, state, kind));
        largest(self.unknown_first(state).into_iter().chain(known_first))
    }

    fn best_second(
        &self,
        choices: &[SecondCard],
        state: SolverState,
        first: RankKind,
    ) -> Option<T> {
        largest(choices.iter().filter_map(|&choice| self.second(choice, state, first)))
    }
}
