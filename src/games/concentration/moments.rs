//! The moments of Concentration.

use crate::games::moments::{MomentKey, MomentKind, Moments, Step};
use fourcade_engine::{
    concentration::{
        Concentration,
        model::{ConcentrationEvent, Face, Spot, Turn},
    },
    play::Seat,
};

pub const THREE_PAIRS: MomentKey = MomentKey("three_pairs");
pub const LUCKY_PAIR: MomentKey = MomentKey("lucky_pair");
pub const MISSED_PAIR: MomentKey = MomentKey("missed_pair");

impl Moments for Concentration {
    const MOMENTS: &'static [MomentKind<Self>] = &[
        MomentKind {
            key: THREE_PAIRS,
            sentence: Some("Three pairs in a row!"),
            detect: three_pairs,
        },
        MomentKind { key: LUCKY_PAIR, sentence: Some("A lucky pair!"), detect: lucky_pair },
        MomentKind {
            key: MISSED_PAIR,
            sentence: Some("A match had been seen."),
            detect: missed_pair,
        },
    ];
}

/// Both players are expected to remember the cards of this many turns.
const RECENT_TURNS: usize = 4;

/// The turn that a step ends, and the turns before it.
fn finished_turn<'a>(step: &Step<'a, Concentration>) -> Option<(&'a Turn, &'a [Turn])> {
    let is_end = |event: &ConcentrationEvent| {
        matches!(event, ConcentrationEvent::Won(_) | ConcentrationEvent::Missed(_))
    };
    if !step.events.iter().any(is_end) {
        return None;
    }
    step.after.observation().history.split_last()
}

/// A seat's third pair in a row, but not its fourth.
fn three_pairs(step: &Step<Concentration>) -> Option<Seat> {
    let (turn, before) = finished_turn(step)?;
    let own = before.iter().rev().filter(|other| other.seat == turn.seat);
    let pairs = own.take_while(|other| other.is_pair()).count();
    (turn.is_pair() && pairs == 2).then_some(turn.seat)
}

/// The seat that won two unseen cards although other unseen cards were left.
fn lucky_pair(step: &Step<Concentration>) -> Option<Seat> {
    let (turn, before) = finished_turn(step).filter(|(turn, _)| turn.is_pair())?;
    let is_seen =
        |spot: Spot| before.iter().flat_map(|turn| turn.cards).any(|(other, _)| other == spot);
    let has_others =
        Spot::all().any(|spot| step.after.observation().at(spot) == Face::Down && !is_seen(spot));
    let is_lucky = turn.cards.iter().all(|(spot, _)| !is_seen(*spot));
    (is_lucky && has_others).then_some(turn.seat)
}

/// The seat that missed a recently seen match of its first card.
fn missed_pair(step: &Step<Concentration>) -> Option<Seat> {
    let (turn, before) = finished_turn(step).filter(|(turn, _)| !turn.is_pair())?;
    let (first, card) = turn.cards[0];
    let is_face_down = |spot: Spot| step.after.observation().at(spot) == Face::Down;
    let mut recent = before.iter().rev().take(RECENT_TURNS).flat_map(|turn| turn.cards);
    let is_missed = recent
        .any(|(spot, other)| spot != first && other.rank() == card.rank() && is_face_down(spot));
    is_missed.then_some(turn.seat)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::moments::testing::moment_of;
    use fourcade_engine::{
        concentration::model::{CardLayout, PlayingCard},
        play::Game as _,
    };

    /// The moments of these turns. A column holds the cards of one rank.
    fn moments(turns: &str) -> Vec<Option<(&'static str, usize)>> {
        let cards: Vec<_> = PlayingCard::all().collect();
        let mut game = Concentration::start(&CardLayout::new(&cards).unwrap());
        let mut moments = Vec::new();
        for spot in turns.split(',') {
            let choice = [(game.awaited().only().unwrap(), spot.trim().parse().unwrap())];
            moments.push(moment_of(&game, &choice));
            game.step(&choice).unwrap();
        }
        // Turning a first card is no moment.
        assert!(moments.iter().step_by(2).all(Option::is_none));
        moments.into_iter().skip(1).step_by(2).collect()
    }

    #[test]
    fn a_pair_of_unseen_cards_is_lucky() {
        let turns = moments("0 1,1 1, 0 2,1 3, 0 4,1 4, 1 2,0 2");
        assert_eq!(turns, [Some(("lucky_pair", 0)), None, Some(("lucky_pair", 0)), None]);
    }

    #[test]
    fn the_third_pair_in_a_row_is_a_moment_but_not_the_fourth() {
        let turns =
            moments("0 1,1 1, 0 2,1 3, 0 4,1 4, 0 5,1 6, 0 7,1 7, 0 8,1 9, 2 1,3 1, 0 10,0 11");
        assert_eq!(turns[4], Some(("three_pairs", 0)));
        assert_eq!(turns[6], Some(("lucky_pair", 0)));
    }

    #[test]
    fn a_match_that_was_just_seen_is_missed() {
        let known = moments("0 1,0 2, 1 1,0 3");
        assert_eq!(known, [None, Some(("missed_pair", 1))]);
        let long_ago = "0 1,0 2, 0 3,0 4, 0 5,0 6, 0 7,0 8, 0 9,0 10, 1 1,0 11";
        assert_eq!(moments(long_ago).pop().flatten(), None);
    }
}
