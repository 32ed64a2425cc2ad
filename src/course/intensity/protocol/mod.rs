//! The course's protocol between a referee and a player program. The program is run for each
//! decision, with a request on standard input and the answer on standard output.
//!
//! | request | contents | answer |
//! |---|---|---|
//! | `0` | | the player's name |
//! | `1` | the hand (10 cards) | three cards to pass |
//! | `2` | see below | a card to play |
//! | `3` | | the results of the program's own tests |
//!
//! Request `2` contains the number of cards in hand (1 to 10), the number of cards in this round (0
//! to 3) and the table position, which is the seat (0 to 3), and then these lists of cards: the
//! hand, this round, all earlier rounds, the three passed cards, the three received cards. The
//! course calls a [`Trick`] a round.
//!
//! Each list is on its own line, which may be empty. A reader accepts any white space between
//! numbers. Reading an impossible request fails. If the hand and the round of the request still
//! allow an answer, the error contains them as a [`PartialRequest`].
//!
//! # Examples
//!
//! Answer a request with a built-in player, as a student's program does:
//!
//! ```
//! use fourcade_course::intensity::protocol::PlayerRequest;
//! use fourcade_engine::{
//!     intensity::Intensity,
//!     play::{Budget, ThinkContext, find_player},
//! };
//!
//! // A request to pass three of these ten cards.
//! let request: PlayerRequest = "1\n13 19 24 25 29 32 39 44 46 49\n".parse()?;
//! let PlayerRequest::Choice(choice) = request else { return Err("not a choice".into()) };
//! let mut player = find_player::<Intensity>("careful")?;
//! let seat = choice.seat();
//! let context = ThinkContext::new(Budget::Nodes(1_000), 7, seat, 0);
//! println!("{}", player.choose(seat, choice.observation(), &context)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod play_request;
mod read;
mod request_error;
#[cfg(test)]
mod tests;

use std::fmt;

use answer::parse_card;
use fourcade_engine::{
    intensity::model::{Card, IntensityObservation, Trick},
    play::Seat,
};

pub(crate) use answer::{MAX_NAME_CHARS, check_name, parse_name};
pub use request_error::{PartialRequest, RequestError};

/// The examples of the course sheet: a pass, and a play whose only legal card is 23.
pub const EXAMPLES: [&str; 2] = [
    "1\n13 19 24 25 29 32 39 44 46 49\n",
    "2\n9 2 0\n11 15 18 23 33 34 47 48 49\n24 26\n16 13 19 12\n37 38 39\n34 47 48\n",
];

/// A request. [`Display`](fmt::Display) writes the text that is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerRequest {
    /// The program's name.
    Name,
    /// A decision.
    Choice(ChoiceRequest),
    /// The program's own tests.
    Tests,
}

/// A request for three cards to pass or one card to play. [`Display`](fmt::Display) writes the text
/// that is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceRequest {
    seat: Seat,
    observation: Box<IntensityObservation>,
}

impl ChoiceRequest {
    /// Returns the request for the decision of a seat, or `None` if it has no decision to make now
    /// or the observation lacks its cards.
    pub fn new(seat: Seat, observation: &IntensityObservation) -> Option<Self> {
        let index = seat.index();
        let knows_hand = observation.hands[index].is_some();
        let knows_passes =
            observation.passed[index].is_some() && observation.received(seat).is_some();
        let must_play = observation.to_move() == Some(seat) && knows_passes;
        (knows_hand && (observation.is_passing || must_play))
            .then(|| Self { seat, observation: Box::new(observation.clone()) })
    }

    /// The seat that decides. A request for a pass doesn't contain it, so it is read as seat 0.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// What the seat knows. A request doesn't contain fines, so they are read as 0.
    pub fn observation(&self) -> &IntensityObservation {
        &self.observation
    }
}

impl fmt::Display for PlayerRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name => writeln!(f, "0"),
            Self::Tests => writeln!(f, "3"),
            Self::Choice(choice) => choice.fmt(f),
        }
    }
}

impl fmt::Display for ChoiceRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seat, observation } = self;
        let hand = observation.hands[seat.index()].unwrap_or_default();
        if observation.is_passing {
            return writeln!(f, "1\n{hand}");
        }
        let trick = observation.trick;
        let passed = observation.passed[seat.index()];
        let received = observation.received(*seat);
        writeln!(f, "2\n{} {} {seat}\n{hand}", hand.len(), trick.cards().len())?;
        write_cards(f, trick.cards())?;
        write_cards(f, observation.history.iter().flat_map(Trick::cards))?;
        writeln!(f, "{}\n{}", passed.unwrap_or_default(), received.unwrap_or_default())
    }
}

fn write_cards<'a>(
    f: &mut fmt::Formatter<'_>,
    cards: impl IntoIterator<Item = &'a Card>,
) -> fmt::Result {
    for (number, card) in cards.into_iter().enumerate() {
        write!(f, "{}{card}", if number > 0 { " " } else { "" })?;
    }
    writeln!(f)
}
