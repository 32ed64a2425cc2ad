//! The strength of Flip's engine: the trained evaluation against the hand-crafted one, and the gain
//! from a larger budget.

use std::{ops::RangeInclusive, time::Duration};

use fourcade_engine::{
    flip::{
        model::bitboard::{self, Position},
        search::{Engine, RootPosition, SearchResult},
    },
    play::{Budget, EndgamePolicy, SearchLimits, Seat, ThinkContext, random},
};
use rand::seq::IteratorRandom;
use rayon::prelude::*;

/// The number of random plies at the start.
const OPENING: u32 = 8;

/// An engine with its limits and its budget for each move.
struct Contender {
    engine: fn() -> Engine,
    limits: SearchLimits,
    budget: Budget,
    /// The budget for numbers of empty squares in this range.
    budget_within: Option<(RangeInclusive<u32>, Budget)>,
}

impl Contender {
    /// Returns a contender that searches to a fixed depth, in plies, and does not solve the
    /// endgame.
    fn with_depth(engine: fn() -> Engine, depth: u32) -> Self {
        let limits = SearchLimits {
            depth: Some(depth),
            endgame: EndgamePolicy::Evaluate,
            memory: None,
            ..SearchLimits::new(Budget::Nodes(u64::MAX))
        };
        Self { engine, limits, budget: Budget::Nodes(u64::MAX), budget_within: None }
    }

    /// Returns a contender that searches as far as its budget allows.
    fn with_budget(engine: fn() -> Engine, budget: Budget) -> Self {
        let limits = SearchLimits { memory: None, ..SearchLimits::new(Budget::Nodes(u64::MAX)) };
        Self { engine, limits, budget, budget_within: None }
    }

    fn budget(&self, empties: u32) -> Budget {
        let within = self.budget_within.as_ref().filter(|(range, _)| range.contains(&empties));
        within.map_or(self.budget, |&(_, budget)| budget)
    }
}

/// Returns a position after random plies.
fn opening(seed: u64) -> Position {
    let mut rng = random::rng(seed, &[]);
    (0..OPENING).fold(Position::start(8), |position, _| {
        let legal = position.moves(!position.occupied());
        let at = bitboard::indices(legal).choose(&mut rng);
        at.map_or_else(|| position.pass(), |at| position.play(at))
    })
}

/// Returns a position after random plies in which neither side leads by more than three tiles.
fn even_opening(seed: u64) -> Position {
    let limits = SearchLimits::new(Budget::Nodes(20_000));
    let is_even = |&position: &Position| {
        let mut score = 0;
        let context = ThinkContext::new(limits.budget, 0, Seat::new(0), 0);
        let root = RootPosition::new(8, position);
        let mut report = |result: &SearchResult| score = result.score;
        Engine::default().choose(&root, &limits, &context, &mut report).unwrap();
        score.abs() <= 300
    };
    let mut openings = (0..1000).map(|attempt| opening(1000 * seed + attempt));
    openings.find(is_even).unwrap()
}

/// Plays a game from a position and returns the result of the player that begins: 1, 0.5 or 0.
fn play(players: [&Contender; 2], start: Position) -> f64 {
    let mut engines = players.map(|player| (player.engine)());
    let mut position = start;
    let (mut turn, mut ply) = (0, 0);
    loop {
        let empty = !position.occupied();
        let legal = position.moves(empty);
        if legal == 0 && position.opponent_moves(empty) == 0 {
            let first = if turn == 0 { position } else { position.pass() };
            let [own, opp] = [first.own, first.opp].map(u64::count_ones);
            return if own == opp { 0.5 } else { f64::from(u8::from(own > opp)) };
        }
        if legal == 0 {
            (position, turn) = (position.pass(), 1 - turn);
            continue;
        }
        let budget = players[turn].budget(empty.count_ones());
        let context = ThinkContext::new(budget, 0, Seat::new(turn), ply);
        let root = RootPosition::new(8, position);
        let limits = &players[turn].limits;
        let chosen = engines[turn].choose(&root, limits, &context, &mut |_| {});
        position = position.play(chosen.unwrap().unwrap().index());
        (turn, ply) = (1 - turn, ply + 1);
    }
}

/// Returns the share of the points that the first contender wins, from 0 to 1. Each opening is
/// played by both. The games are played on `cores` cores (0 means all).
fn share(
    first: &Contender,
    second: &Contender,
    opening: fn(u64) -> Position,
    games: u32,
    cores: usize,
) -> f64 {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(cores).build().unwrap();
    let result = |game: u32| {
        let start = opening(u64::from(game / 2));
        if game.is_multiple_of(2) {
            play([first, second], start)
        } else {
            1.0 - play([second, first], start)
        }
    };
    pool.install(|| (0..games).into_par_iter().map(result).sum::<f64>()) / f64::from(games)
}

#[test]
fn the_trained_evaluation_beats_the_handcrafted_one_at_equal_depth() {
    let share = share(
        &Contender::with_depth(Engine::default, 3),
        &Contender::with_depth(Engine::handcrafted, 3),
        opening,
        30,
        0,
    );
    println!("depth 3: {share}");
    assert!(share >= 0.8, "{share}");
}

#[test]
#[ignore = "takes some minutes"]
fn the_trained_evaluation_beats_the_handcrafted_one_deeper_and_in_equal_time() {
    for depth in 1..=6 {
        let share = share(
            &Contender::with_depth(Engine::default, depth),
            &Contender::with_depth(Engine::handcrafted, depth),
            opening,
            100,
            0,
        );
        println!("depth {depth}: {share}");
        assert!(share >= 0.8, "{share}");
    }
    for time in [10, 30].map(Duration::from_millis).map(Budget::Time) {
        // On one core, so that the games do not compete for processor time.
        let share = share(
            &Contender::with_budget(Engine::default, time),
            &Contender::with_budget(Engine::handcrafted, time),
            opening,
            100,
            1,
        );
        println!("{time:?}: {share}");
        assert!(share >= 0.8, "{share}");
    }
}

#[test]
#[ignore = "takes some minutes"]
fn each_doubling_of_the_budget_gains_strength() {
    for nodes in (0..6).map(|doublings| 1000 << doublings) {
        let [more, less] = [2 * nodes, nodes]
            .map(|nodes| Contender::with_budget(Engine::default, Budget::Nodes(nodes)));
        let share = share(&more, &less, opening, 200, 0);
        println!("{} against {nodes} nodes: {share}", 2 * nodes);
        assert!(share > 0.5, "{share}");
    }
}

#[test]
#[ignore = "takes some minutes"]
fn ten_times_the_budget_gains_strength_in_each_part_of_a_game() {
    let nodes = Budget::Nodes(100_000);
    let usual = Contender::with_budget(Engine::default, nodes);
    for empties in [0..=60, 40..=60, 32..=39, 24..=31, 18..=23, 0..=17] {
        let budget_within = Some((empties.clone(), Budget::Nodes(1_000_000)));
        let more = Contender { budget_within, ..Contender::with_budget(Engine::default, nodes) };
        let share = share(&more, &usual, even_opening, 200, 0);
        println!("with {empties:?} empty squares: {share}");
        assert!(share > 0.5, "{share}");
    }
}
