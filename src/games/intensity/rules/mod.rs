//! The rules of Intensity: ten rounds of four cards, and penalty points for who wins the wrong
//! ones.

mod action;
mod card;
mod cards;
mod deal;
mod game;
mod position;
mod seen;
mod trick;

pub use action::IntensityAction;
pub use card::{Card, Suit};
pub use cards::CardSet;
pub use deal::Deal;
pub use game::{Intensity, IntensityEvent};
pub use position::{Position, playable, refusal};
pub use seen::{IntensityObservation, threes};
pub use trick::Trick;

use crate::play::Seat;

/// Players at the table.
pub const SEATS: usize = 4;

/// Cards in a hand at the start, and so rounds in a game.
pub const HAND: usize = 10;

/// Cards that each seat passes to the left before the first round.
pub const PASSED: usize = 3;

/// Penalty points in a game.
pub const POINTS: u32 = 17;

/// The seat to the left, which plays next and gets the cards that are passed.
pub const fn left(seat: Seat) -> Seat {
    seat.next(SEATS)
}

/// The seat to the right, which passes its cards here.
pub const fn right(seat: Seat) -> Seat {
    Seat::new((seat.index() + SEATS - 1) % SEATS)
}
