//! Reading a request: numbers between white space, as many as belong to it.

use std::{
    io::{self, BufRead},
    str::FromStr,
    sync::Arc,
};

use super::{ChoiceRequest, PlayerRequest, replay::Table};
use crate::{
    games::intensity::rules::{
        Card, CardSet, HAND_SIZE, IntensityObservation, PASS_SIZE, SEATS, Trick,
    },
    play::{Seat, Seats},
};

/// Why something is no request, as a sentence for a person.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct RequestError(pub(super) String);

/// No number of a request has more letters.
const LONGEST: usize = 20;

/// What a first number can be.
const REQUESTS: &str = "0 (name), 1 (cards to pass), 2 (a card to play) or 3 (tests)";

impl PlayerRequest {
    /// Reads a request: as many numbers as belong to it, and the rest of the last one's line, which
    /// must be empty. (So it is read as soon as a person has typed it.) Hands may be in any order.
    ///
    /// # Errors
    /// If it is no request, or one that no game can lead to.
    pub fn read(input: &mut dyn BufRead) -> Result<Self, RequestError> {
        let mut numbers = Numbers { input, at_line_end: false };
        let request = match numbers.next("the kind of request")?.as_str() {
            "0" => Self::Name,
            "1" => Self::Choice(read_passing(&mut numbers)?),
            "2" => Self::Choice(read_playing(&mut numbers)?),
            "3" => Self::Tests,
            other => {
                return Err(RequestError(format!(
                    "there is no request {other}; there are {REQUESTS}"
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
    let seen = IntensityObservation {
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
    Ok(ChoiceRequest { seat, seen: Box::new(seen) })
}

fn read_playing(numbers: &mut Numbers) -> Result<ChoiceRequest, RequestError> {
    let count = numbers.count("the number of cards in hand", 1, HAND_SIZE)?;
    let in_round = numbers.count("the number of cards in this round", 0, SEATS - 1)?;
    let seat = Seat::new(numbers.count("the table position", 0, SEATS - 1)?);
    let table = Table {
        seat,
        hand: numbers.set(count, "the hand")?,
        trick: numbers.cards(in_round, "this round")?,
        history: numbers.cards(SEATS * (HAND_SIZE - count), "the rounds before")?,
        passed: numbers.set(PASS_SIZE, "the cards that were passed")?,
        received: numbers.set(PASS_SIZE, "the cards that were received")?,
    };
    Ok(ChoiceRequest { seat, seen: Box::new(table.seen()?) })
}

/// Numbers between white space.
struct Numbers<'a> {
    input: &'a mut dyn BufRead,
    /// Whether a newline or the end of the input came behind the last number.
    at_line_end: bool,
}

impl Numbers<'_> {
    /// The next word, if it is a number.
    fn next(&mut self, what: &str) -> Result<String, RequestError> {
        let mut word = Vec::new();
        while word.len() < LONGEST {
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
        if word.iter().all(u8::is_ascii_digit) && word.len() < LONGEST {
            return Ok(String::from_utf8_lossy(&word).into_owned());
        }
        Err(RequestError(format!(
            "{:?} is no whole number; {what} should be there",
            String::from_utf8_lossy(&word)
        )))
    }

    fn count(&mut self, what: &str, least: usize, most: usize) -> Result<usize, RequestError> {
        let word = self.next(what)?;
        let count = word.parse().ok().filter(|count| (least..=most).contains(count));
        count.ok_or_else(|| {
            RequestError(format!("{what} is {word}, but must be from {least} to {most}"))
        })
    }

    fn cards(&mut self, count: usize, place: &str) -> Result<Vec<Card>, RequestError> {
        (1..=count)
            .map(|number| {
                let word = self.next(&format!("card {number} of {count} of {place}"))?;
                let card = word.parse().ok().and_then(Card::new);
                card.ok_or_else(|| {
                    RequestError(format!("{word} in {place} is no card: they are 10 to 49"))
                })
            })
            .collect()
    }

    fn set(&mut self, count: usize, place: &str) -> Result<CardSet, RequestError> {
        self.cards(count, place)?.into_iter().try_fold(CardSet::NONE, |cards, card| {
            if cards.contains(card) {
                return Err(RequestError(format!("{card} is twice in {place}")));
            }
            Ok(cards.with(card))
        })
    }

    /// Nothing may follow on the line of the last number.
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

    /// The next byte; what can't be read is the end.
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

/// C's white space.
const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}
