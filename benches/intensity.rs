//! How fast Intensity's players think, on one core.

use divan::{Bencher, black_box, counter::ItemsCount};
use fourcade::{
    games::{
        Flat, find_player,
        intensity::{
            Intensity,
            players::{deals::Deals, expert::finish, knowledge::Knowledge},
            rules::{Deal, Position},
        },
    },
    play::{Budget, Game, Observation, Seat, Seats, Think, chance},
};

fn main() {
    divan::main();
}

fn think(nodes: u64) -> Think {
    Think::new(Budget::Nodes(nodes), 1, Seat::new(0), 0)
}

/// A game after so many cards (the first step is the passing), and the seat that is to move.
fn game(cards: usize) -> (Intensity, Seat) {
    let mut game = Intensity::start(&Deal::shuffled(&mut chance::rng(1, &[])));
    for _ in 0..=cards {
        let first = |seat| (seat, game.observe(Seats::one(seat)).legal(seat)[0]);
        let moves: Vec<_> = game.awaited().iter().map(first).collect();
        game.step(&moves).expect("legal");
    }
    let seat = game.awaited().only().expect("somebody plays");
    (game, seat)
}

/// A whole game by fast rules: 40 cards.
#[divan::bench]
fn playout(bencher: Bencher) {
    let hands = Deal::shuffled(&mut chance::rng(1, &[])).hands();
    let mut meter = think(u64::MAX).meter();
    bencher.counter(ItemsCount::new(1_u32)).bench_local(|| finish(black_box(Position::start(hands)), &mut meter));
}

/// One deal of what a seat does not see, after so many cards.
#[divan::bench(args = [0, 12, 24])]
fn deal(bencher: Bencher, cards: usize) {
    let (game, seat) = game(cards);
    let known = Knowledge::of(seat, &game.observe(Seats::one(seat)));
    let deals = Deals::of(&known).expect("at least the one that is there");
    let mut rng = chance::rng(1, &[]);
    bencher.counter(ItemsCount::new(1_u32)).bench_local(|| deals.draw(&mut rng));
}

/// A choice with the usual budget, after so many cards.
#[divan::bench(args = ["counter", "expert"], consts = [0, 12, 24])]
fn choice<const CARDS: usize>(bencher: Bencher, name: &str) {
    let (game, seat) = game(CARDS);
    let seen = game.observe(Seats::one(seat));
    let mut player = find_player::<Intensity>(name).expect("known").make().expect("made");
    bencher.bench_local(|| player.choose(seat, black_box(&seen), &think(Intensity::NODES)));
}

/// Three cards to pass, with the usual budget.
#[divan::bench(args = ["counter", "expert"])]
fn passing(bencher: Bencher, name: &str) {
    let game = Intensity::start(&Deal::shuffled(&mut chance::rng(1, &[])));
    let seat = Seat::new(0);
    let seen = game.observe(Seats::one(seat));
    let mut player = find_player::<Intensity>(name).expect("known").make().expect("made");
    bencher.bench_local(|| player.choose(seat, black_box(&seen), &think(Intensity::NODES)));
}
