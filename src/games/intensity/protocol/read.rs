//! Reading a request: a sequence of numbers separated by white space.

use std::{
    io::{self, BufRead},
    str::FromStr,
    sync::Arc,
};

use super::{ChoiceRequest, PlayerRequest, play_request::PlayRequest};
use crate::{
    games::intensity::rules::{
        Card, CardSet, HAND_SIZE, IntensityObservation, PASS_SIZE, SEATS, Trick,
    },
    play::{Seat, Seats},
};

/// Why an input is not a valid request. The message is a clause such as "13 is twice in the hand".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct RequestError(pub(super) String);

/// A number must be shorter than this many bytes.
const MAX_NUMBER_BYTES: usize = 20;

/// The possible first numbers, for messages.
const REQUEST_KINDS: &str = "0 (name), 1 (cards to pass), 2 (a card to play) or 3 (tests)";

impl PlayerRequest {
    /// Reads a request up to the end of the line of its last number. The rest of that line must be
    /// blank. So a request typed at a terminal is complete as soon as its last line is. Hands may
    /// be in any order. A read error counts as the end of the input.
    ///
    /// # Errors
    /// Returns an error if the input is not a request, or if no game can lead to it.
    pub fn read(input: &mut dyn BufRead) -> Result<Self, RequestError> {
        let mut numbers = Numbers { input, at_line_end: false };
        let request = match numbers.next("the kind of request")?.as_str() {
            "0" => Self::Name,
            "1" => Self::Choice(read_passing(&mut numbers)?),
            "2" => Self::Choice(read_playing(&mut numbers)?),
            "3" => Self::Tests,
            other => {
                return Err(RequestError(format!(
                    "there is no request {other}; there are {REQUEST_KINDS}"
                )));
            }
        };
        numbers.end()?;
        Ok(request)
    }
}

impl FromStr for PlayerRequest {
    type Err = RequestError;

    fn from_str(text: &str) -> Result<Self, RequestError> {
        Self::read(&mut text.as_bytes())
    }
}

fn read_passing(numbers: &mut Numbers) -> Result<ChoiceRequest, RequestError> {
    let hand = numbers.set(HAND_SIZE, "the hand")?;
    let seat = Seat::new(0);
    let mut hands = [None; SEATS];
    hands[seat.index()] = Some(hand);
    let observation = IntensityObservation {
        viewers: Seats::one(seat),
        hands,
        counts: [HAND_SIZE; SEATS],
        passed: [None; SEATS],
        is_passing: true,
        trick: Trick::led_by(seat),
        history: Arc::default(),
        taken: [0; SEATS],
        fines: [0; SEATS],
    };
    Ok(ChoiceRequest { seat, observation: Box::new(observation) })
}

fn read_playing(numbers: &mut Numbers) -> Result<ChoiceRequest, RequestError> {
    let count = numbers.count("the number of cards in hand", 1, HAND_SIZE)?;
    let in_round = numbers.count("the number of cards in this round", 0, SEATS - 1)?;
    let seat = Seat::new(numbers.count("the table position", 0, SEATS - 1)?);
    let request = PlayRequest {
        seat,
        hand: numbers.set(count, "the hand")?,
        trick: numbers.cards(in_round, "this round")?,
        history: numbers.cards(SEATS * (HAND_SIZE - count), "the rounds before")?,
        passed: numbers.set(PASS_SIZE, "the cards that were passed")?,
        received: numbers.set(PASS_SIZE, "the cards that were received")?,
    };
    Ok(ChoiceRequest { seat, observation: Box::new(request.observation()?) })
}

/// Reads numbers separated by white space.
struct Numbers<'a> {
    input: &'a mut dyn BufRead,
    /// Whether the last number was followed by a line feed or by the end of the input.
    at_line_end: bool,
}

impl Numbers<'_> {
    /// Reads the next word, which must be a number. `what` describes it for messages.
    fn next(&mut self, what: &str) -> Result<String, RequestError> {
        let mut word = Vec::new();
        while word.len() < MAX_NUMBER_BYTES {
            let byte = self.byte();
            self.at_line_end = matches!(byte, None | Some(b'\n'));
            match byte {
                Some(byte) if !is_space(byte) => word.push(byte),
                Some(_) if word.is_empty() => {}
                Some(_) | None => break,
            }
        }
        if word.is_empty() {
            return Err(RequestError(format!("the request ends where {what} should be")));
        }
        if word.iter().all(u8::is_ascii_digit) && word.len() < MAX_NUMBER_BYTES {
            return Ok(String::from_utf8_lossy(&word).into_owned());
        }
        Err(RequestError(format!(
            "{:?} is no whole number; {what} should be there",
            String::from_utf8_lossy(&word)
        )))
    }

    fn count(&mut self, what: &str, min: usize, max: usize) -> Result<usize, RequestError> {
        let word = self.next(what)?;
        let count = word.parse().ok().filter(|count| (min..=max).contains(count));
        count.ok_or_else(|| {
            RequestError(format!("{what} is {word}, but must be from {min} to {max}"))
        })
    }

    fn cards(&mut self, count: usize, list: &str) -> Result<Vec<Card>, RequestError> {
        (1..=count)
            .map(|number| {
                let word = self.next(&format!("card {number} of {count} of {list}"))?;
                let card = word.parse().ok().and_then(Card::new);
                card.ok_or_else(|| {
                    RequestError(format!("{word} in {list} is no card: they are 10 to 49"))
                })
            })
            .collect()
    }

    fn set(&mut self, count: usize, list: &str) -> Result<CardSet, RequestError> {
        self.cards(count, list)?.into_iter().try_fold(CardSet::NONE, |cards, card| {
            if cards.contains(card) {
                return Err(RequestError(format!("{card} is twice in {list}")));
            }
            Ok(cards.with(card))
        })
    }

    /// Reads the rest of the last line, which must be blank.
    fn end(&mut self) -> Result<(), RequestError> {
        while !self.at_line_end {
            match self.byte() {
                None | Some(b'\n') => self.at_line_end = true,
                Some(byte) if is_space(byte) => {}
                Some(_) => {
                    return Err(RequestError(
                        "something follows the request on its last line".to_owned(),
                    ));
                }
            }
        }
        Ok(())
    }

    /// Reads the next byte. Returns `None` at the end of the input and after a read error.
    fn byte(&mut self) -> Option<u8> {
        loop {
            match self.input.fill_buf() {
                Ok(bytes) => {
                    let byte = *bytes.first()?;
                    self.input.consume(1);
                    return Some(byte);
                }
                Err(why) if why.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return None,
            }
        }
    }
}

/// Whether a byte is white space as in C.
const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}
