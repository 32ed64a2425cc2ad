//! The model of Intensity, a trick-taking game for four.
//!
//! Each seat gets ten of the forty cards and passes three of them to its left. Then ten rounds are
//! played: all seats follow the led suit if they can, and the highest card of that suit wins the
//! round and leads the next. Calves cost their winner one penalty point each, the buffalo costs
//! seven, and the lowest score wins.
//!
//! "Round" is the word of the course sheet. A [`Trick`] is the cards of a round.
//!
//! ```
//! use fourcade_engine::{
//!     intensity::{
//!         Intensity,
//!         model::{Card, CardSet, Deal, IntensityAction, Suit},
//!     },
//!     play::{Game as _, Observation as _, Seat, Seats},
//! };
//!
//! // Every seat is dealt one whole suit and passes its three lowest cards.
//! let mut game = Intensity::start(&Deal::new(Suit::ALL.map(CardSet::of_suit))?);
//! let passes = ["10 11 12", "20 21 22", "30 31 32", "40 41 42"];
//! let mut moves = Vec::new();
//! for (seat, cards) in game.awaited().iter().zip(passes) {
//!     moves.push((seat, cards.parse::<IntensityAction>()?));
//! }
//! game.step(&moves)?;
//!
//! // Seat 0 leads, and sees no hand but its own.
//! let south = Seat::new(0);
//! assert_eq!(game.awaited(), Seats::one(south));
//! let observation = game.observe(Seats::one(south));
//! assert_eq!(observation.hands[1], None);
//! assert!(observation.legal(south).contains(&"13".parse()?));
//!
//! // Seat 1 was passed the 10, 11 and 12 and must follow suit; the others can't.
//! for card in [13, 10, 39, 47] {
//!     let seat = game.awaited().iter().next().unwrap();
//!     let card = Card::new(card).unwrap();
//!     game.step(&[(seat, IntensityAction::Play(card))])?;
//! }
//! // The 13 is the highest card of the suit that was led: a calf and the buffalo go to seat 0.
//! assert_eq!(game.scores(), [8, 0, 0, 0]);
//! # Ok::<(), fourcade_engine::play::ActionError>(())
//! ```

mod action;
mod card;
mod card_set;
mod deal;
mod game;
mod observation;
mod played_card;
mod position;
mod trick;

pub use action::IntensityAction;
pub use card::{Card, Suit};
pub use card_set::CardSet;
pub use deal::Deal;
pub use game::{Intensity, IntensityEvent};
pub use observation::{IntensityObservation, pass_choices};
pub use played_card::{PlayedCard, played_cards};
pub use position::{OpenPosition, playable, unplayable_error};
pub use trick::Trick;

use crate::play::Seat;

/// The number of players.
pub const SEATS: usize = 4;

/// The number of cards in a hand at the start, and of rounds in a game.
pub const HAND_SIZE: usize = 10;

/// The number of cards that each seat passes to its left before the first round.
pub const PASS_SIZE: usize = 3;

/// Returns the seat to the left, which plays next and receives the cards that `seat` passes.
pub const fn left_of(seat: Seat) -> Seat {
    seat.next(SEATS)
}

/// Returns the seat to the right, which passes its cards to `seat`.
pub const fn right_of(seat: Seat) -> Seat {
    Seat::new((seat.index() + SEATS - 1) % SEATS)
}
