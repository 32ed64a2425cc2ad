//! Asks a person for decisions on plain input and output.

use std::io::{BufRead, Write};

use super::{MatchError, entrants::PERSON_NAME, log::format_cards};
use crate::{program::answer::parse_numbers, text_program};
use fourcade_engine::{
    intensity::model::{
        Card, CardSet, IntensityAction, IntensityObservation, PASS_SIZE, unplayable_error,
    },
    play::Seat,
};

/// Prompts for a decision until a legal one is typed. Illegal ones are explained and cost nothing.
pub(super) fn ask(
    seat: Seat,
    observation: &IntensityObservation,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<IntensityAction, MatchError> {
    let hand = observation.hands[seat.index()].unwrap_or_default();
    let (turn, prompt) = if observation.is_passing {
        ("must choose discards.", "Enter cards to discard: ")
    } else {
        ("turn to play.", "Enter card to play: ")
    };
    writeln!(output, "{PERSON_NAME} {turn}\nHand: {}", format_cards(hand))?;
    loop {
        write!(output, "{prompt}")?;
        output.flush()?;
        let Some(line) = text_program::read_line(input) else {
            writeln!(output)?;
            return Err(MatchError::Input);
        };
        match parse(&line, seat, observation, hand) {
            Ok(action) => return Ok(action),
            Err(why) => writeln!(output, "{why}")?,
        }
    }
}

/// Parses all numbers of the line. The error is a sentence for the person.
fn parse(
    line: &[u8],
    seat: Seat,
    observation: &IntensityObservation,
    hand: CardSet,
) -> Result<IntensityAction, String> {
    let count = if observation.is_passing { PASS_SIZE } else { 1 };
    let numbers = parse_numbers(line);
    if numbers.len() != count {
        let example: Vec<_> = hand.iter().take(count).map(|card| card.to_string()).collect();
        let what = if count == 1 { "One card is" } else { "Three cards are" };
        return Err(format!("{what} wanted, such as {}.", example.join(" ")));
    }
    let mut cards = CardSet::NONE;
    for number in numbers {
        let card = number.parse().ok().and_then(Card::new).filter(|&card| hand.contains(card));
        let card = card.ok_or_else(|| format!("The {number} is not in your hand."))?;
        if cards.contains(card) {
            return Err(format!("The {number} is there twice."));
        }
        cards = cards.with(card);
    }
    match cards.lowest() {
        Some(card) if !observation.is_passing => {
            if observation.playable(seat).contains(card) {
                Ok(IntensityAction::Play(card))
            } else {
                Err(format!(
                    "The {card} can't be played: {}.",
                    unplayable_error(observation.trick.led_suit())
                ))
            }
        }
        _ => Ok(IntensityAction::Pass(cards)),
    }
}
