//! Reads a request: numbers separated by white space.

use std::{
    io::{self, BufRead},
    str::FromStr,
    sync::Arc,
};

use super::{
    ChoiceRequest, PartialRequest, PlayerRequest, RequestError, parse_card,
    play_request::PlayRequest,
};
use fourcade_engine::{
    intensity::model::{Card, CardSet, HAND_SIZE, IntensityObservation, PASS_SIZE, SEATS, Trick},
    play::{Seat, Seats},
};

/// Maximum length of a number. One byte more is read, to notice a longer one.
const MAX_NUMBER_BYTES: usize = 19;

/// Descriptions of parts of a request, for messages.
const KIND: &str = "the kind of request";
const HAND: &str = "the hand";
const POSITION: &str = "the table position";
const ROUND: &str = "this round";
const HISTORY: &str = "the rounds before";
const PASSED: &str = "the cards that were passed";
const RECEIVED: &str = "the cards that were received";

impl PlayerRequest {
    /// Reads a request up to the end of its last line, so that a request typed at a terminal is
    /// complete with that line. Any number except 0, 1 and 2 requests the tests, as in the course's
    /// starter code. Hands may be in any order. A read error counts as the end of the input.
    ///
    /// # Errors
    /// Returns an error if the request is invalid or impossible, with the hand and the round if
    /// they allow an answer.
    pub fn read(input: &mut dyn BufRead) -> Result<Self, RequestError> {
        let mut numbers = Numbers { input, at_line_end: false };
        let word = numbers.word(KIND)?;
        let request = match word.parse::<i64>() {
            _ if word.len() > MAX_NUMBER_BYTES => return Err(not_a_number(&word, KIND)),
            Ok(0) => Self::Name,
            Ok(1) => return read_passing(&mut numbers).map(Self::Choice),
            Ok(2) => return read_playing(&mut numbers).map(Self::Choice),
            Ok(_) => Self::Tests,
            Err(_) => return Err(not_a_number(&word, KIND)),
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
    let cards = numbers.cards(HAND_SIZE, HAND)?;
    let hand = distinct(&cards, HAND).and_then(|hand| numbers.end().map(|()| hand));
    let hand = hand.map_err(|error| {
        error.with_partial(PartialRequest::passing(cards.iter().copied().collect()))
    })?;
    // The request doesn't name a seat, and the choice is the same at each.
    let seat = Seat::new(0);
    let mut hands = [None; SEATS];
    hands[seat.index()] = Some(hand);
    let observation = IntensityObservation {
        viewers: Seats::one(seat),
        hands,
        hand_sizes: [HAND_SIZE; SEATS],
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
    let mut lists = PlayLists {
        position: numbers.next(POSITION)?,
        hand: numbers.cards(count, HAND)?,
        ..PlayLists::default()
    };
    numbers.append(&mut lists.round, in_round, ROUND)?;
    // The hand and the round suffice for an answer.
    let request = lists.read_rest(numbers).and_then(|()| lists.play_request());
    let choice = request.and_then(|request| {
        let observation = Box::new(request.observation()?);
        Ok(ChoiceRequest { seat: request.seat, observation })
    });
    choice.map_err(|error| {
        let hand = lists.hand.iter().copied().collect();
        error.with_partial(Some(PartialRequest::playing(hand, &lists.round, &lists.history)))
    })
}

/// The lists of a request for a card to play, as far as they have been read. Only the hand is known
/// to consist of cards.
#[derive(Default)]
struct PlayLists {
    position: String,
    hand: Vec<Card>,
    round: Vec<String>,
    history: Vec<String>,
    passed: Vec<String>,
    received: Vec<String>,
}

impl PlayLists {
    fn read_rest(&mut self, numbers: &mut Numbers) -> Result<(), RequestError> {
        numbers.append(&mut self.history, SEATS * (HAND_SIZE - self.hand.len()), HISTORY)?;
        numbers.append(&mut self.passed, PASS_SIZE, PASSED)?;
        numbers.append(&mut self.received, PASS_SIZE, RECEIVED)?;
        numbers.end()
    }

    fn play_request(&self) -> Result<PlayRequest, RequestError> {
        Ok(PlayRequest {
            seat: Seat::new(parse_count(&self.position, POSITION, 0, SEATS - 1)?),
            hand: distinct(&self.hand, HAND)?,
            trick: cards_in(&self.round, ROUND)?,
            history: cards_in(&self.history, HISTORY)?,
            passed: distinct(&cards_in(&self.passed, PASSED)?, PASSED)?,
            received: distinct(&cards_in(&self.received, RECEIVED)?, RECEIVED)?,
        })
    }
}

fn parse_count(word: &str, what: &str, min: usize, max: usize) -> Result<usize, RequestError> {
    let count = word.parse().ok().filter(|count| (min..=max).contains(count));
    count.ok_or_else(|| {
        RequestError::new(format!("{what} is {word}, but must be from {min} to {max}"))
    })
}

fn card_in(word: &str, list: &str) -> Result<Card, RequestError> {
    parse_card(word).ok_or_else(|| {
        RequestError::new(format!("{word} in {list} isn't a card: cards are 10 to 49"))
    })
}

fn cards_in(words: &[String], list: &str) -> Result<Vec<Card>, RequestError> {
    words.iter().map(|word| card_in(word, list)).collect()
}

/// Returns an error if a card appears twice.
fn distinct(cards: &[Card], list: &str) -> Result<CardSet, RequestError> {
    cards.iter().try_fold(CardSet::NONE, |set, &card| {
        if set.contains(card) {
            return Err(RequestError::new(format!("{card} appears twice in {list}")));
        }
        Ok(set.with(card))
    })
}

fn not_a_number(word: &str, what: &str) -> RequestError {
    RequestError::new(format!("{word:?} isn't a whole number; expected {what}"))
}

struct Numbers<'a> {
    input: &'a mut dyn BufRead,
    /// Whether a line feed or the end of the input followed the last number.
    at_line_end: bool,
}

impl Numbers<'_> {
    /// Reads the next number. `what` describes it for messages.
    fn next(&mut self, what: &str) -> Result<String, RequestError> {
        let word = self.word(what)?;
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        if is_number && word.len() <= MAX_NUMBER_BYTES {
            Ok(word)
        } else {
            Err(not_a_number(&word, what))
        }
    }

    fn word(&mut self, what: &str) -> Result<String, RequestError> {
        let mut word = Vec::new();
        while word.len() <= MAX_NUMBER_BYTES {
            let byte = self.byte();
            self.at_line_end = matches!(byte, None | Some(b'\n'));
            match byte {
                Some(byte) if !is_space(byte) => word.push(byte),
                Some(_) if word.is_empty() => {}
                Some(_) | None => break,
            }
        }
        if word.is_empty() {
            return Err(RequestError::new(format!("the request ends, but {what} should follow")));
        }
        Ok(String::from_utf8_lossy(&word).into_owned())
    }

    fn count(&mut self, what: &str, min: usize, max: usize) -> Result<usize, RequestError> {
        parse_count(&self.next(what)?, what, min, max)
    }

    fn cards(&mut self, count: usize, list: &str) -> Result<Vec<Card>, RequestError> {
        let item = |number| format!("card {number} of {count} of {list}");
        (1..=count).map(|number| card_in(&self.next(&item(number))?, list)).collect()
    }

    /// Appends `count` numbers to `words`. After an error, the numbers before it stay there.
    fn append(
        &mut self,
        words: &mut Vec<String>,
        count: usize,
        list: &str,
    ) -> Result<(), RequestError> {
        for number in 1..=count {
            words.push(self.next(&format!("card {number} of {count} of {list}"))?);
        }
        Ok(())
    }

    /// Reads the rest of the last line, which must be blank.
    fn end(&mut self) -> Result<(), RequestError> {
        while !self.at_line_end {
            match self.byte() {
                None | Some(b'\n') => self.at_line_end = true,
                Some(byte) if is_space(byte) => {}
                Some(_) => {
                    return Err(RequestError::new(
                        "there is more text after the request on its last line".to_owned(),
                    ));
                }
            }
        }
        Ok(())
    }

    /// Returns `None` at the end of the input and after a read error.
    fn byte(&mut self) -> Option<u8> {
        loop {
            match self.input.fill_buf() {
                Ok(bytes) => {
                    let byte = *bytes.first()?;
                    self.input.consume(1);
                    return Some(byte);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return None,
            }
        }
    }
}

/// Like C's `isspace`.
const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}
