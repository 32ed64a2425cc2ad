//! The review: touching cards are one choice, and the last cards are counted.

use fourcade_engine::{
    intensity::{
        Intensity,
        model::{Deal, IntensityAction},
        players::expert::highest_equivalent,
    },
    play::{
        Budget, CancelToken, Game as _, Observation as _, RecordHeader, SearchLimits, Seat, Seats,
        Session, Verdict, random, review_session,
    },
};
use rand::RngExt as _;

/// A game after this many random choices of single seats.
fn random_session(choices: usize, seed: u64) -> Session<Intensity> {
    let mut rng = random::rng(seed, &[]);
    let setup = Deal::shuffled(&mut rng);
    let players = vec!["random".to_owned(); 4];
    let mut session = Session::<Intensity>::new(RecordHeader { setup, players, seed, clock: None });
    while session.lines().len() <= choices {
        for seat in session.awaited().iter() {
            let legal = session.game().observe(Seats::one(seat)).legal(seat);
            session.choose(seat, legal[rng.random_range(0..legal.len())]).unwrap();
        }
    }
    session
}

/// The value and the cost of a choice, reviewed with a seed.
fn reviewed(
    session: &Session<Intensity>,
    seat: Seat,
    action: IntensityAction,
    seed: u64,
) -> [Option<f64>; 2] {
    let header = RecordHeader { seed, ..session.header().clone() };
    let mut again = Session::<Intensity>::new(header);
    for line in session.lines() {
        again.push(line.clone()).unwrap();
    }
    again.choose(seat, action).unwrap();
    // The last decision is the first one to be reviewed.
    let cancel = CancelToken::default();
    let mut verdict: Option<Verdict<_, _>> = None;
    let limits = SearchLimits::new(Budget::Nodes(8_000));
    let _ = review_session(&again, &limits, &cancel, &mut |step| {
        verdict = step.verdicts.into_iter().next();
        cancel.cancel();
    });
    let verdict = verdict.unwrap();
    [verdict.value, verdict.cost]
}

#[test]
fn touching_cards_have_one_value() {
    let mut pairs = 0;
    for seed in 0..200 {
        let session = random_session(5 + usize::try_from(seed % 20).unwrap(), seed);
        let seat = session.awaited().only().unwrap();
        let observation = session.game().observe(Seats::one(seat));
        let alike = |action| highest_equivalent(seat, &observation, action);
        let legal = observation.legal(seat);
        let lower = legal.iter().copied().find(|&action| alike(action) != action);
        let different = legal.iter().any(|&action| alike(action) != alike(legal[0]));
        if let Some(lower) = lower.filter(|_| different) {
            let [one, other] =
                [lower, alike(lower)].map(|action| reviewed(&session, seat, action, 1));
            assert_eq!(one, other, "{lower}: {observation:?}");
            pairs += 1;
        }
    }
    assert!(pairs > 20, "{pairs}");
}

#[test]
fn the_last_cards_are_counted_over_all_deals() {
    let mut counted = 0;
    for seed in 0..60 {
        let session = random_session(33 + usize::try_from(seed % 4).unwrap(), seed);
        let seat = session.awaited().only().unwrap();
        let legal = session.game().observe(Seats::one(seat)).legal(seat);
        if legal.len() == 2 {
            let [one, other] = [1, 2].map(|seed| reviewed(&session, seat, legal[0], seed));
            assert_eq!(one, other, "no chance is in it");
            counted += 1;
        }
    }
    assert!(counted > 10, "{counted}");
}
