//! How strong Flip's engine is: the trained evaluation against the plain one, and what more time
//! brings.

use std::time::Duration;

use fourcade::{
    games::flip::{
        engine::{End, Engine, Reach},
        rules::bitboard,
    },
    play::{Budget, Seat, ThinkContext, random},
};
use rand::seq::IteratorRandom;
use rayon::prelude::*;

/// Plies at the beginning that are drawn by lot, the same for both games of a pair.
const OPENING: u32 = 8;

/// Who plays: an engine, how far it may look and how long.
struct Contender {
    engine: fn() -> Engine,
    reach: Reach,
    budget: Budget,
}

impl Contender {
    fn to_depth(engine: fn() -> Engine, depth: u32) -> Self {
        // The end is played by the evaluation, too.
        let reach = Reach { depth: Some(depth), end: End::StepReview, ..Reach::default() };
        Self { engine, reach, budget: Budget::Nodes(u64::MAX) }
    }

    fn within(engine: fn() -> Engine, budget: Budget) -> Self {
        Self { engine, reach: Reach::default(), budget }
    }
}

/// The result of a game for who begins: 1, 0.5 or 0.
fn play(players: [&Contender; 2], opening: u64) -> f64 {
    let mut engines = players.map(|player| (player.engine)());
    let mut rng = random::rng(opening, &[]);
    let mut tiles = [1 << 27 | 1 << 36, 1 << 28 | 1 << 35];
    let (mut turn, mut ply) = (0, 0);
    loop {
        let (own, opp) = (tiles[turn], tiles[1 - turn]);
        let legal = bitboard::moves(own, opp, !(own | opp));
        if legal == 0 {
            if bitboard::moves(opp, own, !(own | opp)) == 0 {
                let [first, second] = tiles.map(u64::count_ones);
                return if first == second { 0.5 } else { f64::from(u8::from(first > second)) };
            }
            turn = 1 - turn;
            continue;
        }
        let at = if ply < OPENING {
            bitboard::indices(legal).choose(&mut rng).unwrap()
        } else {
            let think =
                ThinkContext::new(players[turn].budget, opening, Seat::new(turn), ply as usize);
            engines[turn]
                .choose(8, (own, opp), &[], players[turn].reach, &think, &mut |_| {})
                .unwrap()
                .unwrap()
        };
        let flips = bitboard::flips(own, opp, at);
        tiles[turn] = own | flips | 1 << at;
        tiles[1 - turn] = opp ^ flips;
        (turn, ply) = (1 - turn, ply + 1);
    }
}

/// How much of so many games the first takes from the second, on all cores or on one.
fn share(first: &Contender, second: &Contender, games: u32, cores: usize) -> f64 {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(cores).build().unwrap();
    let result = |game: u32| {
        let begins = if game.is_multiple_of(2) { [first, second] } else { [second, first] };
        let result = play(begins, u64::from(game / 2));
        if game.is_multiple_of(2) { result } else { 1.0 - result }
    };
    pool.install(|| (0..games).into_par_iter().map(result).sum::<f64>()) / f64::from(games)
}

#[test]
fn the_trained_evaluation_beats_the_plain_one_at_equal_depth() {
    let share = share(
        &Contender::to_depth(Engine::default, 3),
        &Contender::to_depth(Engine::plain, 3),
        100,
        0,
    );
    println!("depth 3: {share}");
    assert!(share >= 0.8, "{share}");
}

#[test]
#[ignore = "takes some minutes"]
fn the_trained_evaluation_beats_the_plain_one_deeper_and_in_equal_time() {
    for depth in 1..=6 {
        let share = share(
            &Contender::to_depth(Engine::default, depth),
            &Contender::to_depth(Engine::plain, depth),
            100,
            0,
        );
        println!("depth {depth}: {share}");
        assert!(share >= 0.8, "{share}");
    }
    for time in [10, 30].map(Duration::from_millis).map(Budget::Time) {
        // On one core, so that nobody takes the other one's time.
        let share = share(
            &Contender::within(Engine::default, time),
            &Contender::within(Engine::plain, time),
            100,
            1,
        );
        println!("{time:?}: {share}");
        assert!(share >= 0.8, "{share}");
    }
}

#[test]
#[ignore = "takes some minutes"]
fn each_doubling_of_the_budget_gains() {
    for nodes in (0..6).map(|doublings| 1000 << doublings) {
        let [more, less] = [2 * nodes, nodes]
            .map(|nodes| Contender::within(Engine::default, Budget::Nodes(nodes)));
        let share = share(&more, &less, 200, 0);
        println!("{} against {nodes} positions: {share}", 2 * nodes);
        assert!(share > 0.5, "{share}");
    }
}
