//! Intensity's rules in random games, checked by an independent formulation.

use fourcade_engine::{
    intensity::{Intensity, model::IntensityAction},
    play::{Game as _, GameInfo as _, Observation as _, RecordHeader, Seats, Session, random},
};
use rand::RngExt as _;

const BUFFALO: u8 = 47;

const fn is_calf(number: u8) -> bool {
    matches!(number, 30..=39)
}

fn number(action: IntensityAction) -> Option<u8> {
    match action {
        IntensityAction::Play(card) => Some(card.number()),
        IntensityAction::Pass(_) => None,
    }
}

#[test]
fn only_calves_break_calves_and_the_buffalo_does_not() {
    // Rounds in which the leader had a calf and another card after the buffalo, and no calf was
    // played.
    let mut only_buffalo = 0;
    for seed in 0..3000 {
        let mut rng = random::rng(seed, &[]);
        let setup = Intensity::deal(0, &mut rng).unwrap();
        let players = vec!["human".to_owned(); 4];
        let mut session =
            Session::<Intensity>::new(RecordHeader { setup, players, seed, clock: None });
        let mut played: Vec<u8> = Vec::new();
        while let Some(seat) = session.awaited().iter().next() {
            let observation = session.game().observe(Seats::one(seat));
            let legal = observation.legal(seat);
            let choice = legal[rng.random_range(0..legal.len())];
            if let Some(number) = number(choice) {
                let leads = played.len().is_multiple_of(4);
                let is_broken = played.iter().any(|&number| is_calf(number));
                let numbers: Vec<u8> =
                    legal.iter().filter_map(|&action| self::number(action)).collect();
                let has_only_calves = numbers.iter().all(|&number| is_calf(number));
                if leads && !is_broken && !has_only_calves {
                    assert!(!numbers.iter().any(|&number| is_calf(number)), "{played:?}");
                    let hand = observation.hands[seat.index()].unwrap();
                    let holds_calf = hand.iter().any(|card| is_calf(card.number()));
                    only_buffalo += u32::from(played.contains(&BUFFALO) && holds_calf);
                }
                played.push(number);
            }
            session.choose(seat, choice).unwrap();
        }
        assert_eq!(played.len(), 40);
    }
    assert!(only_buffalo > 20, "{only_buffalo}");
}
