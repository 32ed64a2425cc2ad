//! Concentration in plain lines: the course's desktop, and what happened in words.

use super::Concentration;
use super::rules::{COLUMNS, ConcentrationEvent, ConcentrationObservation, Face, Spot};
use crate::games::GameText;
use crate::play::Seat;

/// The cards as the course draws them: three letters each, `XXX` face down, a tab after every cell,
/// a line for each row.
pub fn desktop(seen: &ConcentrationObservation) -> String {
    let mut text = String::new();
    for spot in Spot::all() {
        match seen.at(spot) {
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

/// The names of the seats.
pub const SEATS: [&str; 2] = ["First", "Second"];

/// A seat and who sits there; one whose name is empty goes by its place.
pub fn who(seat: Seat, names: &[String]) -> String {
    match names.get(seat.index()).map(String::as_str) {
        None | Some("") => SEATS[seat.index()].to_owned(),
        Some(name) => format!("{} {name}", SEATS[seat.index()]),
    }
}

/// What happened, for a log; a seat whose name is empty goes by its place.
pub fn tell(event: ConcentrationEvent, names: &[String]) -> Option<String> {
    let who = |seat| who(seat, names);
    match event {
        ConcentrationEvent::Turned { .. } | ConcentrationEvent::Over => None,
        ConcentrationEvent::Won(turn) => {
            Some(format!("{} wins two {}", who(turn.seat), turn.cards[0].1.rank().plural()))
        }
        ConcentrationEvent::Missed(turn) => {
            let [(from, first), (to, second)] = turn.cards;
            Some(format!(
                "{}: {} at {from}, {} at {to}",
                who(turn.seat),
                first.short(),
                second.short()
            ))
        }
    }
}

impl GameText for Concentration {
    fn draw_plain(seen: &ConcentrationObservation) -> String {
        desktop(seen)
    }

    fn draws_after(events: &[ConcentrationEvent]) -> bool {
        events.iter().any(|event| matches!(event, ConcentrationEvent::Won(_)))
    }

    fn describe(event: &ConcentrationEvent, names: &[String]) -> Option<String> {
        tell(*event, names)
    }

    fn describe_in_log(event: &ConcentrationEvent, names: &[String]) -> Option<String> {
        match event {
            ConcentrationEvent::Missed(turn) => Some(format!("{}: no pair", who(turn.seat, names))),
            _ => tell(*event, names),
        }
    }

    fn progress(seen: &ConcentrationObservation) -> Option<String> {
        let turn = seen.history.len() + usize::from(seen.to_move.is_some());
        Some(format!("turn {turn}, {} cards left", seen.left()))
    }
}
