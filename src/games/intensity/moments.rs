//! The moments of Intensity.

use crate::games::moments::{MomentKey, MomentKind, Moments, Step};
use fourcade_engine::{
    intensity::{
        Intensity,
        model::{Card, CardSet, HAND_SIZE, IntensityEvent, Trick},
    },
    play::{Game as _, Outcome, Seat},
};

pub const ALL_POINTS: MomentKey = MomentKey("all_points");
pub const BUFFALO: MomentKey = MomentKey("buffalo");
pub const CALVES: MomentKey = MomentKey("calves");
pub const LAST_ROUND: MomentKey = MomentKey("last_round");

impl Moments for Intensity {
    const MOMENTS: &'static [MomentKind<Self>] = &[
        MomentKind { key: ALL_POINTS, sentence: Some("All 17 points to one!"), detect: all_points },
        MomentKind { key: BUFFALO, sentence: Some("The buffalo!"), detect: buffalo },
        MomentKind { key: CALVES, sentence: Some("Four calves at once!"), detect: calves },
        MomentKind {
            key: LAST_ROUND,
            sentence: Some("The last round decides!"),
            detect: last_round,
        },
    ];
}

pub fn finished_trick(events: &[IntensityEvent]) -> Option<Trick> {
    events.iter().find_map(|event| match event {
        IntensityEvent::RoundWon { trick, .. } => Some(*trick),
        _ => None,
    })
}

/// The seat that takes the last points after taking all others.
fn all_points(step: &Step<Intensity>) -> Option<Seat> {
    let winner = finished_trick(step.events).filter(|trick| trick.penalty() > 0)?.winner();
    let taken = step.after.position().taken[winner.index()];
    (taken == CardSet::ALL.penalty()).then_some(winner)
}

fn buffalo(step: &Step<Intensity>) -> Option<Seat> {
    let trick = finished_trick(step.events)?;
    trick.cards().contains(&Card::BUFFALO).then(|| trick.winner())
}

fn calves(step: &Step<Intensity>) -> Option<Seat> {
    let trick = finished_trick(step.events)?;
    trick.cards().iter().all(|card| card.is_calf()).then(|| trick.winner())
}

/// The seat that leads the last round, if the winner of the game depends on who takes it.
fn last_round(step: &Step<Intensity>) -> Option<Seat> {
    finished_trick(step.events).filter(|_| step.after.history().len() + 1 == HAND_SIZE)?;
    let taken: u32 = step.after.position().taken.iter().sum();
    let rest = i32::try_from(CardSet::ALL.penalty() - taken).unwrap_or_default();
    let winners_if_taken_by = |seat: Seat| {
        let mut scores = step.after.scores();
        scores[seat.index()] += rest;
        Outcome::lowest_wins(scores).with_resigned(step.resigned).winners()
    };
    let mut possible_winners = step.after.seats().iter().map(winners_if_taken_by);
    let first = possible_winners.next()?;
    if possible_winners.all(|winners| winners == first) {
        return None;
    }
    step.after.position().to_move()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{intensity::test_games::game_after, moments::testing::moment_of};
    use fourcade_engine::{
        intensity::model::Deal,
        play::{Observation as _, Seats, random},
    };

    fn moment(cards: &str, last: &str) -> Option<(&'static str, usize)> {
        let before = game_after(cards);
        moment_of(&before, &[(before.awaited().only().unwrap(), last.parse().unwrap())])
    }

    #[test]
    fn the_buffalo_and_four_calves_are_moments() {
        assert_eq!(moment("13 10 39", "47"), Some(("buffalo", 0)));
        assert_eq!(moment("13 10 39", "46"), None);
        assert_eq!(moment("13 10", "39"), None, "the round isn't complete");
    }

    #[test]
    fn the_greatest_moments_are_found_in_random_games() {
        let mut found = Vec::new();
        for seed in 0..400 {
            let deal = Deal::shuffled(&mut random::rng(seed, &[]));
            let mut game = Intensity::start(&deal);
            while game.outcome().is_none() {
                let choose = |seat| (seat, game.observe(Seats::one(seat)).legal(seat)[0]);
                let choices: Vec<_> = game.awaited().iter().map(choose).collect();
                let before = game.clone();
                let events = game.step(&choices).unwrap();
                let step =
                    Step { before: &before, after: &game, events: &events, resigned: Seats::NONE };
                let all = Intensity::MOMENTS.iter().filter(|kind| (kind.detect)(&step).is_some());
                found.extend(all.map(|kind| kind.key));
                if calves(&step).is_some() {
                    assert_eq!(game.history().last().unwrap().penalty(), 4);
                }
            }
        }
        let count = |key| found.iter().filter(|found| **found == key).count();
        assert_eq!(count(BUFFALO), 400);
        assert!(count(CALVES) > 0 && count(LAST_ROUND) > 20, "{found:?}");
    }

    #[test]
    fn the_last_round_decides_nothing_among_seats_that_have_resigned() {
        let decides =
            |game: &Intensity, before: &Intensity, events: &[IntensityEvent], resigned| {
                last_round(&Step { before, after: game, events, resigned }).is_some()
            };
        let mut found = 0;
        for seed in 0..40 {
            let mut game = Intensity::start(&Deal::shuffled(&mut random::rng(seed, &[])));
            while game.outcome().is_none() {
                let choose = |seat| (seat, game.observe(Seats::one(seat)).legal(seat)[0]);
                let choices: Vec<_> = game.awaited().iter().map(choose).collect();
                let before = game.clone();
                let events = game.step(&choices).unwrap();
                if decides(&game, &before, &events, Seats::NONE) {
                    found += 1;
                    let all_but_one = game.seats().without(Seat::new(0));
                    assert!(!decides(&game, &before, &events, all_but_one));
                }
            }
        }
        assert!(found > 0);
    }

    #[test]
    fn the_last_points_and_an_open_last_round_are_moments() {
        // East wins every round with its 4s, and the last three with calves.
        let mut game = game_after("");
        let mut seen = Vec::new();
        while game.outcome().is_none() {
            let seat = game.awaited().only().unwrap();
            let legal = game.observe(Seats::one(seat)).legal(seat);
            let choice = [(seat, legal[legal.len() - 1])];
            seen.extend(moment_of(&game, &choice));
            game.step(&choice).unwrap();
        }
        assert_eq!(seen, [("buffalo", 3), ("last_round", 3), ("all_points", 3)]);
    }
}
