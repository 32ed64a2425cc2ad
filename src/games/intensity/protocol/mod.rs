//! The course's protocol between a referee and a program that plays: one run of the program for
//! each decision, a request on its standard input, an answer on its standard output.
//!
//! | request | what follows | answer |
//! |---|---|---|
//! | `0` | | the player's name |
//! | `1` | the hand (10 cards) | three cards to pass |
//! | `2` | cards in hand (1 to 10), cards in this round (0 to 3), table position (0 to 3); the hand; this round's cards; those of all earlier rounds; the three that were passed; the three that were received | a card to play |
//! | `3` | | the results of the program's own tests |
//!
//! Each list is written on a line of its own, and an empty list is an empty line. Any white space
//! is read.

mod answer;
mod read;
mod replay;
#[cfg(test)]
mod tests;

use std::fmt;

pub use answer::{numbers, read_name};
pub use read::RequestError;

use super::rules::{Card, IntensityObservation, Trick};
use crate::play::Seat;

/// What a program is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerRequest {
    /// For its name.
    Name,
    /// For three cards to pass, or one to play.
    Choice(ChoiceRequest),
    /// To test itself.
    Tests,
}

/// A choice that a seat must make, and all that it knows: three cards to pass, or one to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceRequest {
    seat: Seat,
    seen: Box<IntensityObservation>,
}

impl ChoiceRequest {
    /// The choice of `seat`; nothing if it has none now, or if these eyes do not see its cards.
    pub fn of(seat: Seat, seen: &IntensityObservation) -> Option<Self> {
        let index = seat.index();
        let knows_passes = seen.passed[index].is_some() && seen.received(seat).is_some();
        let is_asked = seen.is_passing || (seen.to_move() == Some(seat) && knows_passes);
        (is_asked && seen.hands[index].is_some())
            .then(|| Self { seat, seen: Box::new(seen.clone()) })
    }

    /// Whose choice it is. (A request for cards to pass does not say so: read from one, it is seat
    /// 0.)
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// What that seat knows. (No request tells of fines.)
    pub fn seen(&self) -> &IntensityObservation {
        &self.seen
    }
}

/// As it is sent to a program.
impl fmt::Display for PlayerRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name => writeln!(f, "0"),
            Self::Tests => writeln!(f, "3"),
            Self::Choice(ChoiceRequest { seat, seen }) if seen.is_passing => {
                writeln!(f, "1\n{}", seen.hands[seat.index()].unwrap_or_default())
            }
            Self::Choice(ChoiceRequest { seat, seen }) => {
                let hand = seen.hands[seat.index()].unwrap_or_default();
                let (passed, received) = (seen.passed[seat.index()], seen.received(*seat));
                writeln!(f, "2\n{} {} {seat}\n{hand}", hand.len(), seen.trick.cards().len())?;
                write_cards(f, seen.trick.cards())?;
                write_cards(f, seen.history.iter().flat_map(Trick::cards))?;
                writeln!(f, "{}\n{}", passed.unwrap_or_default(), received.unwrap_or_default())
            }
        }
    }
}

/// A line of cards in the order in which they were played.
fn write_cards<'a>(
    f: &mut fmt::Formatter<'_>,
    cards: impl IntoIterator<Item = &'a Card>,
) -> fmt::Result {
    for (number, card) in cards.into_iter().enumerate() {
        write!(f, "{}{card}", if number > 0 { " " } else { "" })?;
    }
    writeln!(f)
}
