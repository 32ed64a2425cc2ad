//! Intensity in plain lines: what each seat holds, and what happened in words.

use super::Intensity;
use crate::games::GameText;
use std::fmt::Write as _;

use super::rules::{HAND, IntensityEvent, IntensityObservation, SEATS as COUNT, Trick};
use crate::play::Seat;

/// The names of the seats: table positions 0 to 3, clockwise.
pub const SEATS: [&str; COUNT] = ["South", "West", "North", "East"];

/// A seat and who sits there; one whose name is empty goes by its place.
fn who(seat: Seat, names: &[String]) -> String {
    match names.get(seat.index()).map(String::as_str) {
        None | Some("") => SEATS[seat.index()].to_owned(),
        Some(name) => format!("{} {name}", SEATS[seat.index()]),
    }
}

/// Every seat's hand as far as it is known, with what it got from its right; once cards were
/// played, the points instead.
pub fn table(seen: &IntensityObservation) -> String {
    let mut text = String::new();
    for seat in (0..COUNT).map(Seat::new) {
        let hand = match seen.hands[seat.index()] {
            Some(hand) if !hand.is_empty() => hand.to_string(),
            Some(_) => points(seen.score(seat)),
            None => format!("{} cards", seen.counts[seat.index()]),
        };
        let got = seen.received(seat).filter(|_| seen.history.is_empty()).unwrap_or_default();
        let got = if got.is_empty() { String::new() } else { format!("  (got {got})") };
        let _ = writeln!(text, "{:<5}  {hand}{got}", SEATS[seat.index()]);
    }
    if !seen.trick.cards().is_empty() {
        let plays: Vec<_> = seen
            .trick
            .plays()
            .map(|(seat, card)| format!("{} {card}", SEATS[seat.index()]))
            .collect();
        let _ = writeln!(text, "Played: {}", plays.join(", "));
    }
    text
}

/// So many penalty points, in words.
pub fn points(points: u32) -> String {
    format!("{points} point{}", if points == 1 { "" } else { "s" })
}

/// What happened, for a log. Single cards lie on the table; the round tells them all.
pub fn tell(event: &IntensityEvent, names: &[String]) -> Option<String> {
    match event {
        IntensityEvent::Played { .. } | IntensityEvent::Over => None,
        IntensityEvent::Passed => Some("All pass three cards to the left.".to_owned()),
        IntensityEvent::Won { trick, .. } => Some(round_of(*trick, names)),
    }
}

/// Who led which card, what followed, who won and what it cost.
fn round_of(trick: Trick, names: &[String]) -> String {
    let cards: Vec<_> = trick.cards().iter().map(ToString::to_string).collect();
    let won = match trick.penalty() {
        0 => "wins".to_owned(),
        penalty => format!("takes {}", points(penalty)),
    };
    format!(
        "{} leads {}: {} {won}",
        who(trick.leader(), names),
        cards.join(" "),
        who(trick.winner(), names)
    )
}

/// Which round it is.
pub fn progress(seen: &IntensityObservation) -> Option<String> {
    if seen.is_over() {
        return None;
    }
    if seen.is_passing {
        return Some("before the first round".to_owned());
    }
    Some(format!("round {} of {HAND}", seen.history.len() + 1))
}

impl GameText for Intensity {
    fn draw_plain(seen: &IntensityObservation) -> String {
        table(seen)
    }

    fn draws_after(events: &[IntensityEvent]) -> bool {
        events.contains(&IntensityEvent::Passed)
    }

    fn describe(event: &IntensityEvent, names: &[String]) -> Option<String> {
        tell(event, names)
    }

    fn progress(seen: &IntensityObservation) -> Option<String> {
        progress(seen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        games::intensity::{
            Intensity,
            rules::{CardSet, Deal, Suit},
        },
        play::{Game as _, Seats},
    };

    fn game(choices: &[&str]) -> (Intensity, Vec<IntensityEvent>) {
        let mut game = Intensity::start(&Deal::new(Suit::ALL.map(CardSet::of)).unwrap());
        let passed =
            ["10 11 12", "20 21 22", "30 31 32", "40 41 42"].map(|text| text.parse().unwrap());
        let mut events = game.step(&game.awaited().iter().zip(passed).collect::<Vec<_>>()).unwrap();
        for card in choices {
            events = game.step(&[(game.awaited().only().unwrap(), card.parse().unwrap())]).unwrap();
        }
        (game, events)
    }

    #[test]
    fn a_round_is_told_in_a_sentence() {
        let names = ["", "careful", "", ""].map(str::to_owned);
        let (_, events) = game(&["13", "10", "39", "47"]);
        let told: Vec<_> = events.iter().filter_map(|event| tell(event, &names)).collect();
        assert_eq!(told, ["South leads 13 10 39 47: South takes 8 points"]);
        let (_, events) = game(&["40", "29", "20", "43"]);
        assert_eq!(tell(&events[1], &[]).unwrap(), "South leads 40 29 20 43: East wins");
        assert_eq!(
            tell(&IntensityEvent::Passed, &names).unwrap(),
            "All pass three cards to the left."
        );
    }

    #[test]
    fn hands_are_told_as_far_as_they_are_known() {
        let (game, _) = game(&[]);
        assert_eq!(
            table(&game.observe(Seats::one(Seat::new(1)))),
            "South  10 cards\n\
             West   10 11 12 23 24 25 26 27 28 29  (got 10 11 12)\n\
             North  10 cards  (got 20 21 22)\n\
             East   10 cards\n"
        );
    }

    #[test]
    fn the_rounds_are_counted_from_one() {
        let told = |choices: &[&str]| progress(&game(choices).0.observe(Seats::NONE)).unwrap();
        assert_eq!(told(&[]), "round 1 of 10");
        assert_eq!(told(&["13", "10", "39", "47"]), "round 2 of 10");
    }
}
