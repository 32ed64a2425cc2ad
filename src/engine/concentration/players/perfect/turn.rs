//! The values of the turns of players who forget nothing.

use std::ops::{Add, Div, Mul, Neg, Sub};

use super::state::{RankKind, State};

/// A type of numbers for values: `f64`, or exact fractions in tests.
pub trait Scalar:
    Copy
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// Converts a small whole number.
    fn whole(number: u8) -> Self;
}

impl Scalar for f64 {
    fn whole(number: u8) -> Self {
        number.into()
    }
}

/// A kind of second card in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SecondCard {
    /// The known mate of the first card.
    Mate,
    /// An unknown card.
    Unknown,
    /// A known card of another rank than the first.
    Mismatch,
}

impl SecondCard {
    /// All kinds of second cards.
    pub const ALL: [Self; 3] = [Self::Mate, Self::Unknown, Self::Mismatch];
    /// The second cards that always change the state, so that the turn is no pass.
    pub const WITHOUT_PASS: [Self; 2] = [Self::Mate, Self::Unknown];

    /// Returns the value of this second card if the first card's rank is of the kind `first`, or
    /// `None` if there is no such second card. The first card counts as known in `state` and in
    /// `first`. `after` returns the value of winning 0 or 1 pairs and leaving a state to the
    /// opponent.
    pub fn value<T: Scalar>(
        self,
        state: State,
        first: RankKind,
        after: &impl Fn(u8, State) -> T,
    ) -> Option<T> {
        match self {
            Self::Mate => {
                (first.known() >= 2).then(|| after(1, state.with(first, first.with_pair_won(2))))
            }
            Self::Unknown => {
                let win = (first.unknown() > 0).then(|| {
                    (first.unknown(), after(1, state.with(first, first.with_pair_won(1))))
                });
                let miss = |kind: RankKind| {
                    let ranks = state.count(kind) - u8::from(kind == first);
                    (ranks * kind.unknown(), after(0, state.with(kind, kind.revealed())))
                };
                let others = state
                    .kinds()
                    .filter(|&kind| kind.unknown() > 0 && (kind != first || state.count(kind) > 1));
                mean(win.into_iter().chain(others.map(miss)))
            }
            Self::Mismatch => state.knows_another(first).then(|| after(0, state)),
        }
    }
}

/// Returns the mean of `value_after` over all unknown cards that can be turned up first, or `None`
/// if there are none. `value_after` gets the state in which that card is known and the kind of its
/// rank there.
pub fn mean_over_unknown_first<T: Scalar>(
    state: State,
    value_after: impl Fn(State, RankKind) -> Option<T>,
) -> Option<T> {
    let turned = |kind: RankKind| {
        let first = kind.revealed();
        Some((state.count(kind) * kind.unknown(), value_after(state.with(kind, first), first)?))
    };
    mean(state.kinds().filter(|kind| kind.unknown() > 0).filter_map(turned))
}

/// Returns the value of a turn that begins with an unknown card, or `None` if there is none.
/// `after` is as in [`SecondCard::value`].
pub fn unknown_first_value<T: Scalar>(state: State, after: &impl Fn(u8, State) -> T) -> Option<T> {
    mean_over_unknown_first(state, |state, first| {
        best_second_value(&SecondCard::ALL, state, first, after)
    })
}

/// Returns the value of the best turn without a pass, or `None` if no cards are left. Among equal
/// values, a turn that begins with an unknown card is preferred. `after` is as in
/// [`SecondCard::value`].
pub fn best_turn_value<T: Scalar>(state: State, after: &impl Fn(u8, State) -> T) -> Option<T> {
    let known = state.kinds().filter(|kind| kind.known() > 0);
    let known_first =
        known.filter_map(|kind| best_second_value(&SecondCard::WITHOUT_PASS, state, kind, after));
    largest(unknown_first_value(state, after).into_iter().chain(known_first))
}

/// Returns the value of the best of these second cards, or `None` if none of them exists.
fn best_second_value<T: Scalar>(
    seconds: &[SecondCard],
    state: State,
    first: RankKind,
    after: &impl Fn(u8, State) -> T,
) -> Option<T> {
    largest(seconds.iter().filter_map(|second| second.value(state, first, after)))
}

fn mean<T: Scalar>(values: impl Iterator<Item = (u8, T)>) -> Option<T> {
    let weighted = values.map(|(weight, value)| (weight, T::whole(weight) * value));
    let (weight, sum) =
        weighted.reduce(|(weights, sum), (weight, value)| (weights + weight, sum + value))?;
    Some(sum / T::whole(weight))
}

/// Returns the largest of these values, and the first of them in a tie.
pub fn largest<T: Scalar>(values: impl Iterator<Item = T>) -> Option<T> {
    values.reduce(|one, other| if other > one { other } else { one })
}
