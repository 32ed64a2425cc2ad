//! The speed of Intensity's players on one core.

use divan::{Bencher, black_box, counter::ItemsCount};
use fourcade_engine::{
    intensity::{
        Intensity,
        model::Deal,
        players::{
            deal_sampler::DealSampler,
            expert::{DealBelief, Playout},
            seat_knowledge::SeatKnowledge,
        },
    },
    play::{
        Budget, Game, GameInfo, Observation, Player, Seat, Seats, ThinkContext, find_player, random,
    },
};

fn main() {
    divan::main();
}

fn player(name: &str) -> Box<dyn Player<Intensity>> {
    find_player(name).expect("the player exists")
}

fn context(nodes: u64) -> ThinkContext {
    ThinkContext::new(Budget::Nodes(nodes), 1, Seat::new(0), 0)
}

/// Returns a game after this number of cards, and the seat to move.
fn game(cards: usize) -> (Intensity, Seat) {
    let mut game = Intensity::start(&Deal::shuffled(&mut random::rng(1, &[])));
    for _ in 0..=cards {
        let first = |seat| (seat, game.observe(Seats::one(seat)).legal(seat)[0]);
        let moves: Vec<_> = game.awaited().iter().map(first).collect();
        game.step(&moves).expect("the moves are legal");
    }
    let seat = game.awaited().only().expect("one seat to move");
    (game, seat)
}

/// A playout of a whole deal, until all points are taken.
#[divan::bench]
fn playout(bencher: Bencher) {
    let hands = Deal::shuffled(&mut random::rng(1, &[])).hands();
    let mut meter = context(u64::MAX).meter();
    bencher
        .counter(ItemsCount::new(1_u32))
        .bench_local(|| black_box(Playout::start(hands)).finish(&mut meter));
}

/// Sampling one deal of the hidden cards, after this number of cards.
#[divan::bench(args = [0, 12, 24])]
fn deal(bencher: Bencher, cards: usize) {
    let (game, seat) = game(cards);
    let knowledge = SeatKnowledge::from_observation(seat, &game.observe(Seats::one(seat)));
    let sampler = DealSampler::new(&knowledge).expect("the real deal agrees");
    let mut rng = random::rng(1, &[]);
    bencher.counter(ItemsCount::new(1_u32)).bench_local(|| sampler.sample(&mut rng));
}

/// The likelihood of one deal, after this number of cards.
#[divan::bench(args = [1, 12, 24])]
fn likelihood(bencher: Bencher, cards: usize) {
    let (game, seat) = game(cards);
    let observation = game.observe(Seats::one(seat));
    let knowledge = SeatKnowledge::from_observation(seat, &observation);
    let sampler = DealSampler::new(&knowledge).expect("the real deal agrees");
    let belief = DealBelief::new(&knowledge, &observation).expect("the real deal agrees");
    let hands = sampler.sample(&mut random::rng(1, &[]));
    let mut meter = context(u64::MAX).meter();
    bencher
        .counter(ItemsCount::new(1_u32))
        .bench_local(|| belief.likelihood(black_box(&hands), &mut meter));
}

/// A choice with the default budget, after this number of cards.
#[divan::bench(args = ["counter", "expert"], consts = [0, 12, 24])]
fn choice<const CARDS: usize>(bencher: Bencher, name: &str) {
    let (game, seat) = game(CARDS);
    let observation = game.observe(Seats::one(seat));
    let mut player = player(name);
    bencher.bench_local(|| {
        player.choose(seat, black_box(&observation), &context(Intensity::DEFAULT_NODES))
    });
}

/// The choice of three cards to pass, with the default budget.
#[divan::bench(args = ["counter", "expert"])]
fn passing(bencher: Bencher, name: &str) {
    let game = Intensity::start(&Deal::shuffled(&mut random::rng(1, &[])));
    let seat = Seat::new(0);
    let observation = game.observe(Seats::one(seat));
    let mut player = player(name);
    bencher.bench_local(|| {
        player.choose(seat, black_box(&observation), &context(Intensity::DEFAULT_NODES))
    });
}
