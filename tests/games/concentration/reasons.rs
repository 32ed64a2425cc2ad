//! The reasons of cards: what they claim holds in the game, hidden cards included.

use crate::random_play::random_cases;
use fourcade_engine::{
    concentration::{
        Concentration, ConcentrationReason,
        model::{CardLayout, Face, PlayingCard, Spot},
    },
    play::{ActionValues, Explainable, Game, Observation, Seats, random},
};
use proptest::{prelude::*, sample::Index};
use rand::RngExt;

/// A game after this many random cards, and its layout.
fn random_game(cards: usize, seed: u64) -> (Concentration, CardLayout) {
    let mut rng = random::rng(seed, &[]);
    let layout = CardLayout::shuffled(&mut rng);
    let mut game = Concentration::start(&layout);
    for _ in 0..cards {
        let Some(seat) = game.awaited().only() else { break };
        let observation = game.observe(Seats::one(seat));
        let legal = observation.legal(seat);
        // Half of the turns win a pair.
        let is_mate = |spot: &&Spot| {
            observation.first.is_some_and(|(_, card)| card.rank() == layout.at(**spot).rank())
        };
        let mate = legal.iter().find(is_mate).filter(|_| rng.random_bool(0.5));
        let spot = mate.copied().unwrap_or(legal[rng.random_range(0..legal.len())]);
        game.step(&[(seat, spot)]).unwrap();
    }
    (game, layout)
}

/// The spots that have been seen and still lie there, the first card of the turn included.
fn seen(game: &Concentration) -> Vec<Spot> {
    let observation = game.observation();
    let turned = observation.history.iter().flat_map(|turn| turn.cards).map(|(spot, _)| spot);
    let mut seen: Vec<_> = turned.chain(observation.first.map(|(spot, _)| spot)).collect();
    seen.retain(|&spot| !matches!(observation.at(spot), Face::Won(..)));
    seen.sort();
    seen.dedup();
    seen
}

/// Checks a claim about a card.
fn check(game: &Concentration, layout: &CardLayout, spot: Spot, reason: ConcentrationReason) {
    let (observation, seen) = (game.observation(), seen(game));
    let rank = |spot: Spot| layout.at(spot).rank();
    let is_seen = |spot: &Spot| seen.contains(spot);
    let left: Vec<_> =
        Spot::all().filter(|&spot| !matches!(observation.at(spot), Face::Won(..))).collect();
    let unknown: Vec<_> = left.iter().copied().filter(|spot| !is_seen(spot)).collect();
    let count = |is_match: &dyn Fn(Spot) -> bool| {
        u32::try_from(unknown.iter().filter(|&&spot| is_match(spot)).count()).unwrap()
    };
    let matches_first =
        |spot: Spot| observation.first.is_some_and(|(_, card)| card.rank() == rank(spot));
    let matches_seen = |spot: Spot| seen.iter().any(|&other| rank(other) == rank(spot));
    let all = u32::try_from(unknown.len()).unwrap();
    let is_pair = |one: Spot, other: Spot| {
        one != other && rank(one) == rank(other) && is_seen(&one) && is_seen(&other)
    };
    let holds = match reason {
        ConcentrationReason::KnownPair { card, mate } => {
            layout.at(spot) == card && is_pair(spot, mate)
        }
        ConcentrationReason::MatchesFirst { card } => {
            layout.at(spot) == card && is_seen(&spot) && matches_first(spot)
        }
        ConcentrationReason::NothingKnown => count(&matches_seen) == 0 && !is_seen(&spot),
        ConcentrationReason::MayMatchKnown { matching, unknown } => {
            (count(&matches_seen), all) == (matching, unknown)
                && 5 * matching >= unknown
                && !is_seen(&spot)
        }
        ConcentrationReason::MayMatchFirst { matching, unknown } => {
            (count(&matches_first), all) == (matching, unknown)
                && 5 * matching >= unknown
                && !is_seen(&spot)
        }
        ConcentrationReason::NoPairKnown => {
            let is_single = |&one: &Spot| seen.iter().all(|&other| !is_pair(one, other));
            count(&matches_seen) > 0 && !is_seen(&spot) && seen.iter().all(is_single)
        }
        ConcentrationReason::NoMatchKnown { first } => {
            let is_first = |&spot: &Spot| observation.first.is_some_and(|(at, _)| at == spot);
            observation.first.is_some_and(|(_, card)| card == first)
                && count(&matches_first) > 0
                && seen.iter().all(|spot| is_first(spot) || !matches_first(*spot))
                && !is_seen(&spot)
        }
        ConcentrationReason::CannotMatch { first } => {
            observation.first.is_some_and(|(_, card)| card == first)
                && count(&matches_first) > 0
                && is_seen(&spot)
                && !matches_first(spot)
        }
        ConcentrationReason::ShowsNothing => is_seen(&spot) && !matches_first(spot),
        // The values are those of the solution, which has tests of its own.
        ConcentrationReason::Waits => is_seen(&spot) && observation.first.is_none(),
        ConcentrationReason::ShowsOneCard => is_seen(&spot),
        ConcentrationReason::LearnsNothing => {
            is_seen(&spot) && seen.iter().all(|&other| !is_pair(spot, other))
        }
        ConcentrationReason::MissesPair { spots: [one, other] } => is_pair(one, other),
        ConcentrationReason::MissesMatch { card, spot: at } => {
            layout.at(at) == card && is_seen(&at) && matches_first(at)
        }
        ConcentrationReason::ShowsNew => !is_seen(&spot),
    };
    assert!(holds, "{reason:?} for {spot}: {observation:?}");
}

proptest! {
    #![proptest_config(random_cases(100))]

    #[test]
    fn what_reasons_claim_holds_in_the_game(
            cards in 0..70_usize,
            seed: u64,
            choice: Index,
        ) {
        let (game, layout) = random_game(cards, seed);
        if let Some(seat) = game.awaited().only() {
            let mut legal = game.observation().legal(seat);
            let spot = legal.swap_remove(choice.index(legal.len()));
            let reasons = |better| {
                let values = ActionValues::default();
                Concentration::reasons(game.observation(), seat, spot, better, &values)
            };
            for reason in reasons(None) {
                check(&game, &layout, spot, reason);
            }
            for better in legal {
                for reason in reasons(Some(better)) {
                    check(&game, &layout, spot, reason);
                }
            }
        }
    }
}

/// The reasons after these spots of a layout with one suit in each row.
fn after(spots: &[&str], spot: &str, better: Option<&str>) -> Vec<ConcentrationReason> {
    let layout = CardLayout::new(&PlayingCard::all().collect::<Vec<_>>()).unwrap();
    let mut game = Concentration::start(&layout);
    for spot in spots {
        let seat = game.awaited().only().unwrap();
        game.step(&[(seat, spot.parse().unwrap())]).unwrap();
    }
    let seat = game.awaited().only().unwrap();
    let (spot, better) = (spot.parse().unwrap(), better.map(|spot| spot.parse().unwrap()));
    Concentration::reasons(game.observation(), seat, spot, better, &ActionValues::default())
}

#[test]
fn a_known_pair_is_named_and_missed() {
    // Two aces have been seen, at 0 1 and 1 1.
    let seen = ["0 1", "0 2", "1 1", "0 3"];
    let at = |text: &str| text.parse::<Spot>().unwrap();
    let card = "CA".parse().unwrap();
    assert_eq!(
        after(&seen, "0 1", None),
        [ConcentrationReason::KnownPair { card, mate: at("1 1") }]
    );
    assert_eq!(
        after(&seen, "2 5", Some("0 1")),
        [ConcentrationReason::MissesPair { spots: [at("0 1"), at("1 1")] }]
    );
    let turned = ["0 1", "0 2", "1 1"];
    assert_eq!(
        after(&turned, "2 5", Some("0 1")),
        [ConcentrationReason::MissesMatch { card, spot: at("0 1") }]
    );
    assert_eq!(after(&[], "0 1", None), [ConcentrationReason::NothingKnown]);
    assert_eq!(after(&["0 1"], "0 2", None), [ConcentrationReason::NoMatchKnown { first: card }]);
}
