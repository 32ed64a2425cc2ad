//! How fast Intensity's players think, on one core.

use divan::{Bencher, black_box, counter::ItemsCount};
use fourcade::{
    games::{
        GameInfo, find_player,
        intensity::{
            Intensity,
            players::{
                deals::Deals,
                expert::{Aim, Beliefs, Goal, Playout},
                knowledge::Knowledge,
            },
            rules::{Deal, SEATS},
        },
    },
    play::{Budget, Game, Observation, Seat, Seats, ThinkContext, random},
};

fn main() {
    divan::main();
}

fn think(nodes: u64) -> ThinkContext {
    ThinkContext::new(Budget::Nodes(nodes), 1, Seat::new(0), 0)
}

/// A game after so many cards (the first step is the passing), and the seat that is to move.
fn game(cards: usize) -> (Intensity, Seat) {
    let mut game = Intensity::start(&Deal::shuffled(&mut random::rng(1, &[])));
    for _ in 0..=cards {
        let first = |seat| (seat, game.observe(Seats::one(seat)).legal(seat)[0]);
        let moves: Vec<_> = game.awaited().iter().map(first).collect();
        game.step(&moves).expect("legal");
    }
    let seat = game.awaited().only().expect("somebody plays");
    (game, seat)
}

/// A whole game by fast rules, until all points are taken: 40 cards at most.
#[divan::bench]
fn playout(bencher: Bencher) {
    let hands = Deal::shuffled(&mut random::rng(1, &[])).hands();
    let mut meter = think(u64::MAX).meter();
    bencher
        .counter(ItemsCount::new(1_u32))
        .bench_local(|| black_box(Playout::start(hands)).finish(&mut meter));
}

/// One deal of what a seat does not see, after so many cards.
#[divan::bench(args = [0, 12, 24])]
fn deal(bencher: Bencher, cards: usize) {
    let (game, seat) = game(cards);
    let known = Knowledge::of(seat, &game.observe(Seats::one(seat)));
    let deals = Deals::of(&known).expect("at least the one that is there");
    let mut rng = random::rng(1, &[]);
    bencher.counter(ItemsCount::new(1_u32)).bench_local(|| deals.draw(&mut rng));
}

/// How likely one deal is, after so many cards.
#[divan::bench(args = [1, 12, 24])]
fn likelihood(bencher: Bencher, cards: usize) {
    let (game, seat) = game(cards);
    let seen = game.observe(Seats::one(seat));
    let known = Knowledge::of(seat, &seen);
    let (deals, beliefs) =
        (Deals::of(&known).expect("one"), Beliefs::of(&known, &seen).expect("one"));
    let hands = deals.draw(&mut random::rng(1, &[]));
    let mut meter = think(u64::MAX).meter();
    bencher
        .counter(ItemsCount::new(1_u32))
        .bench_local(|| beliefs.likelihood(black_box(&hands), &mut meter));
}

/// The search of the last four rounds of a deal.
#[divan::bench]
fn ending(bencher: Bencher) {
    let (game, seat) = game(24);
    let goal = Goal { seat, aim: Aim::Points, fines: [0; SEATS] };
    let playout = Playout { position: *game.position(), ..Playout::start(game.position().hands) };
    let mut meter = think(u64::MAX).meter();
    bencher
        .counter(ItemsCount::new(1_u32))
        .bench_local(|| goal.least(black_box(playout), &mut meter));
}

/// A choice with the usual budget, after so many cards.
#[divan::bench(args = ["counter", "expert"], consts = [0, 12, 24])]
fn choice<const CARDS: usize>(bencher: Bencher, name: &str) {
    let (game, seat) = game(CARDS);
    let seen = game.observe(Seats::one(seat));
    let mut player = find_player::<Intensity>(name).expect("known").make().expect("made");
    bencher.bench_local(|| player.choose(seat, black_box(&seen), &think(Intensity::DEFAULT_NODES)));
}

/// Three cards to pass, with the usual budget.
#[divan::bench(args = ["counter", "expert"])]
fn passing(bencher: Bencher, name: &str) {
    let game = Intensity::start(&Deal::shuffled(&mut random::rng(1, &[])));
    let seat = Seat::new(0);
    let seen = game.observe(Seats::one(seat));
    let mut player = find_player::<Intensity>(name).expect("known").make().expect("made");
    bencher.bench_local(|| player.choose(seat, black_box(&seen), &think(Intensity::DEFAULT_NODES)));
}
