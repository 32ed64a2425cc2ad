//! The reasons of cards and passes: what they claim holds in the game, hidden cards included.

use std::collections::{BTreeMap, BTreeSet};

use crate::random_play::random_cases;
use fourcade_engine::{
    intensity::{
        Intensity, IntensityReason, TimesInTen,
        model::{Card, CardSet, Deal, IntensityAction, OpenPosition, SEATS},
        players::{
            counter::CounterPlayer,
            deal_sampler::DealSampler,
            expert::Playout,
            seat_knowledge::{SeatKnowledge, Voids},
        },
    },
    play::{ActionValues, Explainable, Game, Observation, Seat, Seats, random},
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
#[allow(clippy::too_many_lines)] // a check for each kind of reason
fn check_card(
    game: &Intensity,
    seat: Seat,
    card: Card,
    compared: Card,
    reason: IntensityReason,
    seed: u64,
) {
    let suit = card.suit();
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
    let is_later_seat =
        |other: Seat| other != seat && trick.plays().all(|(played, _)| played != other);
    let after = |card: Card| Count::after_card(game, seat, card, seed);
    let holds = match reason {
        IntensityReason::Forced => legal.len() == 1,
        IntensityReason::AllAlike => legal.iter().all(|other| {
            let [low, high] = [card.min(other), card.max(other)];
            low.suit() == high.suit()
                && low.penalty() == high.penalty()
                && (others | trick.card_set()).above(low).below(high).in_suit(suit).is_empty()
        }),
        IntensityReason::GetsRidOfBuffalo { under } => {
            card == Card::BUFFALO
                && wins(false)
                && under.is_none_or(|under| trick.card_set().contains(under))
        }
        IntensityReason::StaysUnder { winning, points, is_highest } => {
            let under = legal.in_suit(suit).below(winning);
            wins(false)
                && trick.winning_card() == Some(winning)
                && trick.penalty() == points
                && under.contains(card)
                && if is_highest { under.highest() == Some(card) } else { under != legal }
        }
        IntensityReason::WinsFree { exit } => {
            wins(true)
                && outcomes.iter().all(|(_, cards)| cards.penalty() == 0)
                && exit.is_none_or(|exit| rest.contains(exit) && is_lowest(exit))
        }
        IntensityReason::TakesWithHighest => {
            legal.iter().all(|card| finish_round(game, seat, card, seed).0 == seat)
                && legal.highest() == Some(card)
        }
        IntensityReason::LeadsLowest => wins(false) && trick.cards().is_empty(),
        IntensityReason::EmptiesSuit { suit } => {
            card.suit() == suit && rest.in_suit(suit).is_empty() && !others.in_suit(suit).is_empty()
        }
        IntensityReason::KeepsLowest { card: kept } => {
            kept == compared && rest.contains(kept) && is_lowest(kept)
        }
        IntensityReason::TakesPoints { points } => {
            wins(true) && outcomes.iter().all(|(_, cards)| cards.penalty() == points)
        }
        IntensityReason::WinsForSure => wins(true),
        IntensityReason::NobodyFollows { suit } => {
            wins(true) && others.in_suit(suit).is_empty() && others.penalty() > 0
        }
        IntensityReason::MayCatchBuffalo { card: high } => {
            (high == card || high == compared) && others.contains(Card::BUFFALO)
        }
        IntensityReason::HasNone { seat: other, suit, round } => {
            let shown = game.history().iter().chain([&trick]).nth(round - 1).unwrap();
            game.position().hands[other.index()].in_suit(suit).is_empty()
                && is_later_seat(other)
                && shown.led_suit() == Some(suit)
                && shown.card_of(other).is_some_and(|card| card.suit() != suit)
        }
        IntensityReason::SpendsLowest { card: spent } => {
            spent == card && is_lowest(card) && !is_lowest(compared)
        }
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
        IntensityReason::Kept { card: kept, times, other, instead } => {
            BTreeSet::from([kept, other]) == BTreeSet::from([card, compared])
                && times > instead
                && is_about(after(other).takes(kept), times)
                && is_about(after(kept).takes(other), instead)
        }
        IntensityReason::KeptCosts { card: kept, tenths, other, instead } => {
            BTreeSet::from([kept, other]) == BTreeSet::from([card, compared])
                && tenths > instead
                && is_near(after(other).points(kept), tenths)
                && is_near(after(kept).points(other), instead)
        }
        IntensityReason::KeepsSuit { suit } => {
            compared.suit() == suit
                && card.suit() != suit
                && hand.without(compared).in_suit(suit).is_empty()
                && !others.in_suit(suit).is_empty()
        }
        IntensityReason::Changes { card: other, without, times, instead } => {
            let played = without.unwrap_or(card);
            let not_played = if played == card { compared } else { card };
            [card, compared].contains(&played)
                && without.is_none_or(|lower| lower.suit() == other.suit() && lower < other)
                && hand.without(card).without(compared).contains(other)
                && is_about(after(played).takes(other), times)
                && is_about(after(not_played).takes(other), instead)
        }
        IntensityReason::Wins { card: one, times, other, instead } => {
            BTreeSet::from([one, other]) == BTreeSet::from([card, compared])
                && times > instead
                && is_about(after(one).wins, times)
                && is_about(after(other).wins, instead)
        }
        IntensityReason::Costs { card: one, tenths, other, instead } => {
            BTreeSet::from([one, other]) == BTreeSet::from([card, compared])
                && tenths > instead
                && is_near(after(one).points_now, tenths)
                && is_near(after(other).points_now, instead)
        }
        _ => false,
    };
    assert!(holds, "{reason:?} for {card}, compared with {compared}: {hand}, {:?}", trick.cards());
}

/// Checks all that reasons claim of two cards, each compared with the other one.
fn check_reasons(game: &Intensity, seat: Seat, cards: [Card; 2], seed: u64) {
    let observation = game.observe(Seats::one(seat));
    let [card, other] = cards;
    let [play, compared] = cards.map(IntensityAction::Play);
    let values =
        ActionValues { considered: vec![(play, 0.0), (compared, 1.0)], ..ActionValues::default() };
    for better in [None, Some(compared).filter(|_| card != other)] {
        for reason in Intensity::reasons(&observation, seat, play, better, &values) {
            check_card(game, seat, card, other, reason, seed);
        }
    }
}

/// The consequences of a card in random consistent deals if all play like `counter`, independent of
/// the reasons and in other deals.
struct Count {
    wins: f64,
    points_now: f64,
    /// How often each card takes points later, and how many.
    later: BTreeMap<Card, [f64; 2]>,
}

impl Count {
    const DEALS: u32 = 300;

    /// Counts what follows a card.
    fn after_card(game: &Intensity, seat: Seat, card: Card, seed: u64) -> Self {
        let observation = game.observe(Seats::one(seat));
        let knowledge = SeatKnowledge::from_observation(seat, &observation);
        let sampler = DealSampler::new(&knowledge).unwrap();
        let mut rng = random::rng(seed, &[2]);
        let mut count = Self { wins: 0.0, points_now: 0.0, later: BTreeMap::new() };
        for _ in 0..Self::DEALS {
            let position = OpenPosition { hands: sampler.sample(&mut rng), ..*game.position() };
            let voids = Voids::from_observation(&observation);
            count.add(
                Playout { position, voids, ..Playout::start(position.hands) },
                seat,
                Some(card),
            );
        }
        count
    }

    /// Counts what follows a pass from this hand, if the other seats pass like `counter`.
    fn after_pass(seat: Seat, hand: CardSet, cards: CardSet, seed: u64) -> Self {
        let sampler = DealSampler::new(&SeatKnowledge::before_pass(seat, hand)).unwrap();
        let mut rng = random::rng(seed, &[3]);
        let mut count = Self { wins: 0.0, points_now: 0.0, later: BTreeMap::new() };
        for _ in 0..Self::DEALS {
            let mut game = Intensity::start(&Deal::new(sampler.sample(&mut rng)).unwrap());
            let pass = |other: Seat| match other {
                _ if other == seat => IntensityAction::Pass(cards),
                _ => CounterPlayer.decide(other, &game.observe(Seats::one(other))).unwrap(),
            };
            let moves: Vec<_> = game.awaited().iter().map(|other| (other, pass(other))).collect();
            game.step(&moves).unwrap();
            count.add(Playout::start(game.position().hands), seat, None);
        }
        count
    }

    /// Plays one of the deals to its end.
    fn add(&mut self, mut playout: Playout, seat: Seat, first: Option<Card>) {
        let share = 1.0 / f64::from(Self::DEALS);
        let mut is_now = first.is_some();
        let mut next = first.or_else(|| playout.reply());
        while let Some(card) = next {
            if let Some(trick) = playout.play(card) {
                let own = trick.card_of(seat).unwrap();
                let points = trick.penalty();
                if trick.winner() == seat && is_now {
                    self.wins += share;
                    self.points_now += share * f64::from(points);
                } else if trick.winner() == seat && points > 0 {
                    let later = self.later.entry(own).or_default();
                    later[0] += share;
                    later[1] += share * f64::from(points);
                }
                is_now = false;
            }
            next = playout.reply();
        }
    }

    fn takes(&self, card: Card) -> f64 {
        self.later.get(&card).map_or(0.0, |later| later[0])
    }

    fn points(&self, card: Card) -> f64 {
        self.later.get(&card).map_or(0.0, |later| later[1])
    }
}

/// Whether a mean of points agrees with another estimate of it, in tenths.
fn is_near(points: f64, tenths: u32) -> bool {
    (10.0 * points - f64::from(tenths)).abs() < 15.0
}

/// Whether a share agrees with another estimate of it, in tenths. Their difference has a standard
/// deviation of up to half a tenth, and one of them is rounded.
fn is_about(share: f64, times: TimesInTen) -> bool {
    (10.0 * share - f64::from(times)).abs() < 3.0
}

proptest! {
    #![proptest_config(random_cases(150))]

    #[test]
    fn what_reasons_claim_of_cards_holds(
            choices in 1..41_usize,
            seed: u64,
            choice: [Index; 2],
        ) {
        let (game, seat) = random_game(choices, seed);
        let legal: Vec<_> = game.observe(Seats::one(seat)).playable(seat).iter().collect();
        check_reasons(&game, seat, choice.map(|choice| legal[choice.index(legal.len())]), seed);
    }
}

/// Checks a claim about a pass.
fn check_pass(
    hand: CardSet,
    cards: CardSet,
    compared: CardSet,
    reason: IntensityReason,
    after: impl Fn(CardSet) -> Count,
) {
    let kept = hand - cards;
    let guards = hand.in_suit(Card::BUFFALO.suit()).below(Card::BUFFALO).len();
    let passes_buffalo = cards.contains(Card::BUFFALO) && !compared.contains(Card::BUFFALO);
    let leaves = |suit, cards: CardSet| (hand - cards).in_suit(suit).is_empty();
    let holds = match reason {
        IntensityReason::PassesBuffalo { guards: claimed } => passes_buffalo && guards == claimed,
        IntensityReason::PassesSuit { suit } => leaves(suit, cards) && !leaves(suit, compared),
        IntensityReason::KeepsSuit { suit } => !leaves(suit, cards) && leaves(suit, compared),
        IntensityReason::Kept { card, times, other, instead } => {
            let [keeping, passing] =
                if kept.contains(card) { [cards, compared] } else { [compared, cards] };
            !keeping.contains(card)
                && passing.contains(card)
                && keeping.contains(other)
                && !passing.contains(other)
                && times > instead
                && is_about(after(keeping).takes(card), times)
                && is_about(after(passing).takes(other), instead)
        }
        IntensityReason::KeptCosts { card, tenths, other, instead } => {
            let [keeping, passing] =
                if kept.contains(card) { [cards, compared] } else { [compared, cards] };
            !keeping.contains(card)
                && passing.contains(card)
                && keeping.contains(other)
                && !passing.contains(other)
                && tenths > instead
                && is_near(after(keeping).points(card), tenths)
                && is_near(after(passing).points(other), instead)
        }
        IntensityReason::PassedCalf { card } => {
            let calves = |cards: CardSet| (cards & CardSet::CALVES).len();
            let [more, fewer] =
                if cards.contains(card) { [cards, compared] } else { [compared, cards] };
            card.is_calf()
                && more.contains(card)
                && !fewer.contains(card)
                && calves(more) > calves(fewer)
        }
        IntensityReason::PassesSafe { card } => {
            cards.contains(card) && is_about(after(compared).takes(card), 0)
        }
        IntensityReason::Changes { card, without: None, times, instead } => {
            is_about(after(cards).takes(card), times)
                && is_about(after(compared).takes(card), instead)
        }
        _ => false,
    };
    assert!(holds, "{reason:?} for {cards}, compared with {compared}: {hand}");
}

proptest! {
    #![proptest_config(random_cases(40))]

    #[test]
    fn what_reasons_claim_of_passes_holds(seed: u64, choice: [Index; 2]) {
        let (game, seat) = random_game(0, seed);
        let observation = game.observe(Seats::one(seat));
        let hand = game.position().hands[seat.index()];
        let legal = observation.legal(seat);
        let passes = choice.map(|choice| legal[choice.index(legal.len())]);
        let [IntensityAction::Pass(cards), IntensityAction::Pass(other)] = passes else {
            unreachable!("cards are passed first")
        };
        let considered = vec![(passes[0], 0.0), (passes[1], 1.0)];
        let values = ActionValues { considered, ..ActionValues::default() };
        for better in [None, Some(passes[1]).filter(|_| cards != other)] {
            for reason in Intensity::reasons(&observation, seat, passes[0], better, &values) {
                let after = |cards| Count::after_pass(seat, hand, cards, seed);
                check_pass(hand, cards, other, reason, after);
            }
        }
    }
}

#[test]
fn every_kind_of_reason_is_found() {
    let mut kinds = BTreeSet::new();
    for (number, seed) in (0..1_000).zip(0..) {
        let (game, seat) = random_game(number % 41, seed);
        let observation = game.observe(Seats::one(seat));
        let legal = observation.legal(seat);
        let [action, better] = [0, 1].map(|at| legal[(number + at) % legal.len()]);
        let cost = if number % 10 == 0 { 0.05 } else { 1.0 };
        let values = ActionValues {
            considered: vec![(action, 0.0), (better, cost)],
            ..ActionValues::default()
        };
        for better in [None, Some(better)] {
            let found = Intensity::reasons(&observation, seat, action, better, &values);
            let name = |reason| format!("{reason:?}").split(' ').next().map(str::to_owned);
            kinds.extend(found.into_iter().filter_map(name));
        }
    }
    assert_eq!(kinds.len(), KINDS, "{kinds:?}");
}

/// The number of kinds of reasons.
const KINDS: usize = 28;
