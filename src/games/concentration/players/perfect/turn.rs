//! What may come of a turn, for players who forget nothing.

use std::ops::{Add, Div, Mul, Neg, Sub};

use super::state::{Kind, State};

/// What values are counted in: `f64`, or exact fractions.
pub trait Number:
    Copy
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// A small whole number.
    fn whole(number: u8) -> Self;
}

impl Number for f64 {
    fn whole(number: u8) -> Self {
        number.into()
    }
}

/// What the second card of a turn may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Second {
    /// The known mate of the first.
    Mate,
    /// An unknown card.
    Unknown,
    /// A known card that is not like the first.
    Unlike,
}

impl Second {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Mate, Self::Unknown, Self::Unlike];
    /// Those that never leave the state as it was.
    pub const EARNEST: [Self; 2] = [Self::Mate, Self::Unknown];

    /// What this second card is worth where the first one is a card of a rank of the kind `hand`;
    /// nothing if there is no such card. The first card counts as known in `state` and in `hand`.
    ///
    /// `after` says what it is worth to have won so many pairs (0 or 1) in this turn and to leave
    /// such a state.
    pub fn worth<T: Number>(
        self,
        state: State,
        hand: Kind,
        after: &impl Fn(u8, State) -> T,
    ) -> Option<T> {
        match self {
            Self::Mate => (hand.known() >= 2).then(|| after(1, state.with(hand, hand.won(2)))),
            Self::Unknown => {
                let win = (hand.unknown() > 0)
                    .then(|| (hand.unknown(), after(1, state.with(hand, hand.won(1)))));
                let miss = |kind: Kind| {
                    let ranks = state.count(kind) - u8::from(kind == hand);
                    (ranks * kind.unknown(), after(0, state.with(kind, kind.revealed())))
                };
                let others = state
                    .kinds()
                    .filter(|&kind| kind.unknown() > 0 && (kind != hand || state.count(kind) > 1));
                mean(win.into_iter().chain(others.map(miss)))
            }
            Self::Unlike => state.knows_another(hand).then(|| after(0, state)),
        }
    }
}

/// The mean of `each` over the unknown cards, one of which is turned up first; nothing if there are
/// none. `each` gets the state in which that card is known, and the kind of its rank in there.
pub fn first_unknown<T: Number>(
    state: State,
    each: impl Fn(State, Kind) -> Option<T>,
) -> Option<T> {
    let turned = |kind: Kind| {
        let hand = kind.revealed();
        Some((state.count(kind) * kind.unknown(), each(state.with(kind, hand), hand)?))
    };
    mean(state.kinds().filter(|kind| kind.unknown() > 0).filter_map(turned))
}

/// The mean of values with weights; nothing if there are none.
fn mean<T: Number>(values: impl Iterator<Item = (u8, T)>) -> Option<T> {
    let weighed = values.map(|(weight, value)| (weight, T::whole(weight) * value));
    let (weight, sum) =
        weighed.reduce(|(weights, sum), (weight, value)| (weights + weight, sum + value))?;
    Some(sum / T::whole(weight))
}

/// The largest of some values.
pub fn largest<T: Number>(values: impl Iterator<Item = T>) -> Option<T> {
    values.reduce(|one, other| if other > one { other } else { one })
}
