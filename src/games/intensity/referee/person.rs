//! A person on plain input and output.

use std::io::{BufRead, Write};

use super::{MatchError, entrants::PERSON, log::list};
use crate::{
    games::{
        console,
        intensity::{
            protocol::numbers,
            rules::{
                Card, CardSet, IntensityAction, IntensityObservation, PASS_SIZE, unplayable_error,
            },
        },
    },
    play::Seat,
};

/// Asks until the answer is legal; a slip of the finger costs nothing.
pub(super) fn ask(
    seat: Seat,
    seen: &IntensityObservation,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<IntensityAction, MatchError> {
    let hand = seen.hands[seat.index()].unwrap_or_default();
    let (turn, prompt) = if seen.is_passing {
        ("must choose discards.", "Enter cards to discard: ")
    } else {
        ("turn to play.", "Enter card to play: ")
    };
    writeln!(output, "{PERSON} {turn}\nHand: {}", list(hand))?;
    loop {
        write!(output, "{prompt}")?;
        output.flush()?;
        let Some(line) = console::read_line(input) else {
            writeln!(output)?;
            return Err(MatchError::Input);
        };
        match read(&line, seat, seen, hand) {
            Ok(action) => return Ok(action),
            Err(why) => writeln!(output, "{why}")?,
        }
    }
}

/// The choice that was typed: all numbers on the line.
fn read(
    line: &[u8],
    seat: Seat,
    seen: &IntensityObservation,
    hand: CardSet,
) -> Result<IntensityAction, String> {
    let wanted = if seen.is_passing { PASS_SIZE } else { 1 };
    let numbers = numbers(line);
    if numbers.len() != wanted {
        let example: Vec<_> = hand.iter().take(wanted).map(|card| card.to_string()).collect();
        let what = if wanted == 1 { "One card is" } else { "Three cards are" };
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
        Some(card) if !seen.is_passing => {
            if seen.playable(seat).contains(card) {
                Ok(IntensityAction::Play(card))
            } else {
                Err(format!(
                    "The {card} can't be played: {}.",
                    unplayable_error(seen.trick.led_suit())
                ))
            }
        }
        _ => Ok(IntensityAction::Pass(cards)),
    }
}
