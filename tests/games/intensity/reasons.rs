//! The reasons of cards and passes: what they claim holds in the game, hidden cards included.

use std::collections::BTreeSet;

use crate::random_play::random_cases;
use fourcade_engine::{
    intensity::{
        Intensity, IntensityReason,
        model::{Card, CardSet, Deal, IntensityAction, SEATS, Suit},
    },
    play::{Explainable, Game, Observation, Seat, Seats, Values, random},
};
use proptest::{prelude::*, sample::Index};
use rand::RngExt;

/// A game after this many random choices, at a choice of one seat.
fn random_game(choices: usize, seed: u64) -> (Intensity, Seat) {
    let mut rng = random::rng(seed, &[]);
    let mut game = Intensity::start(&Deal::shuffled(&mut rng));
    for _ in 0..choices {
        let moves: Vec<_> = game
            .awaited()
            .iter()
            .map(|seat| {
                let legal = game.observe(Seats::one(seat)).legal(seat);
                (seat, legal[rng.random_range(0..legal.len())])
            })
            .collect();
        game.step(&moves).unwrap();
    }
    let seat = game.awaited().iter().next().expect("the game is not over");
    (game, seat)
}

/// The winner and the points of the round if the seat plays the card and the others follow at
/// random.
fn finish_round(game: &Intensity, seat: Seat, card: Card, seed: u64) -> (Seat, CardSet) {
    let mut game = game.clone();
    let mut rng = random::rng(seed, &[1]);
    let rounds = game.history().len();
    game.step(&[(seat, IntensityAction::Play(card))]).unwrap();
    while game.history().len() == rounds {
        let seat = game.awaited().only().unwrap();
        let legal = game.observe(Seats::one(seat)).legal(seat);
        game.step(&[(seat, legal[rng.random_range(0..legal.len())])]).unwrap();
    }
    let trick = game.history()[rounds];
    (trick.winner(), trick.card_set())
}

/// Checks a claim about a card.
fn check_card(
    game: &Intensity,
    seat: Seat,
    card: Card,
    better: Card,
    reason: IntensityReason,
    seed: u64,
) {
    let hand = game.position().hands[seat.index()];
    let trick = game.position().trick;
    let others = (0..SEATS)
        .filter(|&other| other != seat.index())
        .fold(CardSet::NONE, |all, other| all | game.position().hands[other]);
    let of_suit = |card: Card| others.in_suit(card.suit());
    let is_lowest = |card: Card| !of_suit(card).is_empty() && of_suit(card).below(card).is_empty();
    let legal = game.observe(Seats::one(seat)).playable(seat);
    // Claims about the winner hold however the others play.
    let outcomes: Vec<_> =
        (0..6).map(|round| finish_round(game, seat, card, seed ^ round)).collect();
    let wins =
        |is_expected: bool| outcomes.iter().all(|(winner, _)| (*winner == seat) == is_expected);
    let rest = hand.without(card);
    let holds = match reason {
        IntensityReason::Forced => legal.len() == 1,
        IntensityReason::GetsRidOfBuffalo { under } => {
            card == Card::BUFFALO
                && wins(false)
                && under.is_none_or(|under| trick.card_set().contains(under))
        }
        IntensityReason::ThrowsAway { card: thrown, higher } => {
            thrown == card && wins(false) && of_suit(card).above(card).len() == higher
        }
        IntensityReason::CantWin => wins(false) && trick.led_suit() != Some(card.suit()),
        IntensityReason::StaysUnder { winning, points, is_highest } => {
            wins(false)
                && trick.winning_card() == Some(winning)
                && trick.penalty() == points
                && (!is_highest || legal.below(winning).highest() == Some(card))
        }
        IntensityReason::WinsFree { exit } => {
            wins(true)
                && outcomes.iter().all(|(_, cards)| cards.penalty() == 0)
                && exit.is_none_or(|exit| rest.contains(exit) && is_lowest(exit))
        }
        IntensityReason::TakesWithHighest { .. } => {
            legal.iter().all(|card| finish_round(game, seat, card, seed).0 == seat)
                && legal.highest() == Some(card)
        }
        IntensityReason::CantStayUnder { winning } => {
            legal.in_suit(winning.suit()).below(winning).is_empty()
        }
        IntensityReason::LeadsLowest => wins(false) && trick.cards().is_empty(),
        IntensityReason::LeadsLow { lower, higher } => {
            let suit = of_suit(card);
            (suit.below(card).len(), suit.above(card).len()) == (lower, higher)
        }
        IntensityReason::DrawsBuffalo => {
            others.contains(Card::BUFFALO)
                && outcomes
                    .iter()
                    .all(|(winner, cards)| !cards.contains(Card::BUFFALO) || *winner != seat)
        }
        IntensityReason::EmptiesSuit { suit } => {
            card.suit() == suit && rest.in_suit(suit).is_empty()
        }
        IntensityReason::KeepsLowest { card: kept } => rest.contains(kept) && is_lowest(kept),
        IntensityReason::LeadsHighEarly { card: high, out } => {
            high == card && of_suit(card).len() == out
        }
        IntensityReason::MissesEarlyLead { card: high, out } => {
            high == better && of_suit(better).len() == out
        }
        IntensityReason::WinsForSure { points } => {
            wins(true)
                && points.is_none_or(|points| {
                    outcomes.iter().all(|(_, cards)| cards.penalty() == points)
                })
        }
        IntensityReason::NobodyFollows { suit } => wins(true) && others.in_suit(suit).is_empty(),
        IntensityReason::SpendsHigh { higher } | IntensityReason::FewHigher { higher, .. } => {
            of_suit(card).above(card).len() == higher
        }
        IntensityReason::MayCatchBuffalo => others.contains(Card::BUFFALO) && card > Card::BUFFALO,
        IntensityReason::HasNone { seat: other, suit, round } => {
            let shown = game.history().iter().chain([&trick]).nth(round - 1).unwrap();
            game.position().hands[other.index()].in_suit(suit).is_empty()
                && shown.led_suit() == Some(suit)
                && shown.card_of(other).is_some_and(|card| card.suit() != suit)
        }
        IntensityReason::SpendsLowest { card: spent } => spent == card && is_lowest(card),
        IntensityReason::KeepsHigh { card: high } => legal.contains(high) && high > card,
        IntensityReason::HigherStaysUnder { card: high, winning } => {
            legal.contains(high)
                && card < high
                && high < winning
                && finish_round(game, seat, high, seed).0 != seat
        }
        IntensityReason::MissesFreeRound { card: high } => {
            let (winner, cards) = finish_round(game, seat, high, seed);
            winner == seat && cards.penalty() == 0
        }
        IntensityReason::ThrowsHarmless { keeps } => {
            legal.contains(keeps) && finish_round(game, seat, keeps, seed).0 != seat
        }
        _ => false,
    };
    assert!(holds, "{reason:?} for {card}, not {better}: {hand}, {:?}", trick.cards());
}

/// Checks all that reasons claim of a card, also in comparison with each other card.
fn check_reasons(game: &Intensity, seat: Seat, card: Card, seed: u64) {
    let observation = game.observe(Seats::one(seat));
    let reasons = |better: Option<Card>| {
        let (card, better) = (IntensityAction::Play(card), better.map(IntensityAction::Play));
        Intensity::reasons(&observation, seat, card, better, &Values::default())
    };
    for reason in reasons(None) {
        check_card(game, seat, card, card, reason, seed);
    }
    for better in observation.playable(seat).without(card).iter() {
        for reason in reasons(Some(better)) {
            check_card(game, seat, card, better, reason, seed);
        }
    }
}

proptest! {
    #![proptest_config(random_cases(150))]

    #[test]
    fn what_reasons_claim_of_cards_holds(
            choices in 1..41_usize,
            seed: u64,
            choice: Index,
        ) {
        let (game, seat) = random_game(choices, seed);
        let legal: Vec<_> = game.observe(Seats::one(seat)).playable(seat).iter().collect();
        check_reasons(&game, seat, legal[choice.index(legal.len())], seed);
    }
}

#[test]
fn a_card_that_costs_points_is_no_free_round() {
    // The last seat of a round without points, which holds the buffalo of the led suit.
    let (game, seat) = random_game(32, 12_363_840_332_068_432_456);
    assert!(game.observe(Seats::one(seat)).playable(seat).contains(Card::BUFFALO));
    for card in game.observe(Seats::one(seat)).playable(seat).iter() {
        check_reasons(&game, seat, card, 0);
    }
}

/// The reasons for a pass from this hand.
fn pass(hand: &str, cards: &str, better: Option<&str>) -> Vec<IntensityReason> {
    let hand: CardSet = hand.parse().unwrap();
    let rest: Vec<_> = (CardSet::ALL - hand).iter().collect();
    let others = rest.chunks(10).map(|cards| cards.iter().copied().collect());
    let hands: Vec<CardSet> = [hand].into_iter().chain(others).collect();
    let game = Intensity::start(&Deal::new(hands.try_into().unwrap()).unwrap());
    let seat = Seat::new(0);
    Intensity::reasons(
        &game.observe(Seats::one(seat)),
        seat,
        cards.parse().unwrap(),
        better.map(|cards| cards.parse().unwrap()),
        &Values::default(),
    )
}

#[test]
fn a_pass_gets_rid_of_dangerous_cards() {
    let hand = "10 11 20 21 30 31 39 44 47 49";
    let reasons = pass(hand, "39 47 49", None);
    assert_eq!(
        reasons[..2],
        [IntensityReason::PassesBuffalo { guards: 1 }, IntensityReason::PassesTopCalf]
    );
    let above = pass("10 11 20 21 30 31 39 44 48 49", "39 48 49", None);
    assert_eq!(above[0], IntensityReason::PassesAbove { cards: "48 49".parse().unwrap() });
    let kept = pass(hand, "20 39 49", Some("39 47 49"));
    assert_eq!(
        kept,
        [
            IntensityReason::KeepsDanger { card: Card::BUFFALO, guards: 1 },
            IntensityReason::PassesLow { cards: "20".parse().unwrap() },
        ]
    );
    let emptied = pass("10 19 20 21 30 31 32 40 41 42", "10 19 32", None);
    assert!(emptied.contains(&IntensityReason::PassesSuit { suit: Suit::ALL[0] }), "{emptied:?}");
    let guarded = pass("10 11 20 29 30 31 40 41 42 47", "29 31 47", Some("20 29 31"));
    assert_eq!(guarded[0], IntensityReason::PassesGuardedBuffalo { guards: 3 });
}

#[test]
fn every_kind_of_reason_is_found() {
    let mut kinds = BTreeSet::new();
    for (number, seed) in (0..2_000).zip(0..) {
        let (game, seat) = random_game(number % 41, seed);
        let observation = game.observe(Seats::one(seat));
        let legal = observation.legal(seat);
        let [action, better] = [0, 1].map(|at| legal[(number + at) % legal.len()]);
        for better in [None, Some(better)] {
            let found = Intensity::reasons(&observation, seat, action, better, &Values::default());
            let name = |reason| format!("{reason:?}").split(' ').next().map(str::to_owned);
            kinds.extend(found.into_iter().filter_map(name));
        }
    }
    assert_eq!(kinds.len(), KINDS, "{kinds:?}");
}

/// The number of kinds of reasons.
const KINDS: usize = 34;
