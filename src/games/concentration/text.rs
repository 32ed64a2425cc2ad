//! Concentration in plain text: the grid of the course sheet, and sentences about events.

use super::{
    Concentration,
    rules::{COLUMNS, ConcentrationEvent, ConcentrationObservation, Face, Spot},
};
use crate::{games::GameText, play::Seat};

/// The names of the seats in seat order.
pub const SEAT_NAMES: [&str; 2] = ["First", "Second"];

impl GameText for Concentration {
    fn draw_plain(observation: &ConcentrationObservation) -> String {
        draw_grid(observation)
    }

    fn draws_after(events: &[ConcentrationEvent]) -> bool {
        events.iter().any(|event| matches!(event, ConcentrationEvent::Won(_)))
    }

    fn describe(event: &ConcentrationEvent, names: &[String]) -> Option<String> {
        match event {
            ConcentrationEvent::Turned { .. } | ConcentrationEvent::Over => None,
            ConcentrationEvent::Won(turn) => {
                let winner = seat_and_player(turn.seat, names);
                Some(format!("{winner} wins two {}", turn.cards[0].1.rank().plural()))
            }
            ConcentrationEvent::Missed(turn) => {
                let [(first_spot, first), (second_spot, second)] = turn.cards;
                Some(format!(
                    "{}: {} at {first_spot}, {} at {second_spot}",
                    seat_and_player(turn.seat, names),
                    first.short(),
                    second.short()
                ))
            }
        }
    }

    fn describe_in_log(event: &ConcentrationEvent, names: &[String]) -> Option<String> {
        match event {
            ConcentrationEvent::Missed(turn) => {
                Some(format!("{}: no pair", seat_and_player(turn.seat, names)))
            }
            _ => Self::describe(event, names),
        }
    }

    fn goal(observation: &ConcentrationObservation, _: Seat) -> Option<String> {
        Some(match observation.first {
            None => "begin with a card that nobody has seen yet".to_owned(),
            Some((_, card)) => format!("find another of the {}", card.rank().plural()),
        })
    }

    fn progress(observation: &ConcentrationObservation) -> Option<String> {
        let turn = observation.history.len() + usize::from(observation.to_move.is_some());
        Some(format!("turn {turn}, {} cards left", observation.left()))
    }
}

/// Draws the grid as on the course sheet: a line per row and three letters per card, `XXX` if it is
/// face down, each followed by a tab.
pub fn draw_grid(observation: &ConcentrationObservation) -> String {
    let mut text = String::new();
    for spot in Spot::all() {
        match observation.at(spot) {
            Face::Down => text.push_str("XXX"),
            Face::Turned(card) | Face::Won(card, _) => text.push_str(&card.to_string()),
        }
        text.push('\t');
        if spot.column() == COLUMNS {
            text.push('\n');
        }
    }
    text
}

/// The name of a seat, followed by its player's name if there is one.
fn seat_and_player(seat: Seat, names: &[String]) -> String {
    match names.get(seat.index()).map(String::as_str) {
        None | Some("") => SEAT_NAMES[seat.index()].to_owned(),
        Some(name) => format!("{} {name}", SEAT_NAMES[seat.index()]),
    }
}
