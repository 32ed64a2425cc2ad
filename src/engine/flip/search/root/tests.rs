use super::*;
use crate::{
    flip::{model::bitboard, search::testing::random_position},
    play::{EndgamePolicy, MemoryPool, Seat},
};

fn context(nodes: u64) -> ThinkContext {
    ThinkContext::new(Budget::Nodes(nodes), 1, Seat::new(0), 0)
}

/// Returns a position after random moves in which the side to move has a legal move.
fn root(size: u16, moves: u32, seed: u64) -> RootPosition<'static> {
    let empties = u32::from(size).pow(2) - 4 - moves;
    let mut position = random_position(size, empties, seed);
    if position.legal().is_empty() {
        position.to_move = position.to_move.other();
    }
    RootPosition::new(size, position.bitboards().unwrap())
}

fn limits(depth: Option<u32>, endgame: EndgamePolicy) -> SearchLimits {
    let budget = Budget::Nodes(u64::MAX);
    SearchLimits { budget, depth, endgame, memory: None, threads: 1 }
}

fn results(
    engine: &mut Engine,
    root: &RootPosition,
    limits: &SearchLimits,
    nodes: u64,
) -> Vec<SearchResult> {
    let mut all = Vec::new();
    let _ = engine.search(root, limits, &context(nodes), &mut |result| all.push(result.clone()));
    all
}

#[test]
fn results_become_deeper_and_finally_exact() {
    for (size, moves) in [(8, 46), (6, 20), (8, 43)] {
        let root = root(size, moves, 3);
        let limits = limits(None, EndgamePolicy::Solve);
        let all = results(&mut Engine::default(), &root, &limits, u64::MAX);
        assert!(
            all.is_sorted_by_key(|result| (result.exact, result.depth, result.nodes)),
            "{all:?}"
        );
        let (last, first) = (all.last().unwrap(), all.first().unwrap());
        assert!(last.exact && !first.exact);
        assert_eq!(last.score % 100, 0);
    }
}

#[test]
fn a_selective_search_to_the_end_is_close_to_the_exact_one() {
    let mut difference = 0;
    for seed in 0..10 {
        let root = root(8, 44, seed);
        let limits = limits(None, EndgamePolicy::Solve);
        let all = results(&mut Engine::default(), &root, &limits, u64::MAX);
        let exact = all.last().unwrap();
        let selective = all.iter().rfind(|result| !result.exact && result.depth == exact.depth);
        difference += selective.map_or(0, |selective| (selective.score - exact.score).abs());
    }
    assert!(difference < 10 * 100, "more than a tile on average: {difference} hundredths in all");
}

#[test]
fn handicaps_change_the_choice() {
    let root = root(8, 20, 5);
    let legal: Vec<_> = bitboard::indices(root.position.moves(!root.position.occupied())).collect();
    assert!(legal.len() > 2);
    let limits = limits(Some(3), EndgamePolicy::Evaluate);
    for (number, &expected) in legal.iter().enumerate() {
        let mut handicaps = vec![0; legal.len()];
        handicaps[number] = 20_000;
        let root = RootPosition { handicaps: &handicaps, ..root };
        let best =
            Engine::default().choose(&root, &limits, &context(u64::MAX), &mut |_| {}).unwrap();
        assert_eq!(best, Some(Square::from_index(expected)));
    }
}

#[test]
fn the_handcrafted_evaluation_differs_from_the_trained_one() {
    let root = root(8, 20, 5);
    let limits = limits(Some(4), EndgamePolicy::Evaluate);
    let score =
        |engine: &mut Engine| results(engine, &root, &limits, u64::MAX).last().unwrap().score;
    assert_ne!(score(&mut Engine::handcrafted()), score(&mut Engine::default()));
}

#[test]
fn a_table_takes_no_more_than_its_share_of_a_pool_and_is_freed_after_the_search() {
    let pool = MemoryPool::new(1 << 20);
    let other = pool.take(300_000);
    let context = context(5_000).with_memory(pool.clone());
    let limits = SearchLimits::new(Budget::Nodes(5_000));
    let mut engine = Engine::default();
    let root = root(8, 20, 1);
    drop(engine.root_search(&root, &limits, &context, false));
    assert!(engine.memory.bytes() > 0 && engine.table.bytes() <= engine.memory.bytes());
    assert_eq!(pool.used(), other.bytes() + engine.memory.bytes());
    engine.choose(&root, &limits, &context, &mut |_| {}).unwrap();
    assert_eq!(pool.used(), other.bytes());
    assert!(engine.table.bytes() < 100);
}

/// Returns the number of nodes of the last result that a choice reports. Its time never ends.
fn nodes_of_choice(engine: &mut Engine, root: &RootPosition, limits: &SearchLimits) -> u64 {
    let mut nodes = 0;
    engine.choose(root, limits, &endless(1), &mut |result| nodes = result.nodes).unwrap();
    nodes
}

#[test]
fn choices_within_a_time_use_the_results_of_the_choice_before() {
    let mut engine = Engine::default();
    let first = root(8, 20, 5);
    let limits = SearchLimits { memory: Some(1 << 20), ..limits(Some(8), EndgamePolicy::Evaluate) };
    let fresh = nodes_of_choice(&mut engine, &first, &limits);
    let repeated = nodes_of_choice(&mut engine, &first, &limits);
    assert!(repeated < fresh / 2, "{repeated} of {fresh}");
}

#[test]
fn a_number_of_nodes_excludes_the_results_of_the_choice_before() {
    let mut engine = Engine::default();
    let root = root(8, 20, 5);
    let unlimited =
        SearchLimits { memory: Some(1 << 20), ..limits(Some(7), EndgamePolicy::Evaluate) };
    let level = SearchLimits { budget: Budget::Nodes(100_000), ..unlimited };
    let fresh = results(&mut engine, &root, &unlimited, 50_000);
    let fresh_nodes = nodes_of_choice(&mut engine, &root, &level);
    nodes_of_choice(&mut engine, &root, &unlimited);
    assert_eq!(nodes_of_choice(&mut engine, &root, &level), fresh_nodes, "a limited level");
    nodes_of_choice(&mut engine, &root, &unlimited);
    assert_eq!(results(&mut engine, &root, &unlimited, 50_000), fresh);
}

#[test]
fn a_move_is_easy_only_if_all_others_are_far_worse() {
    let mut easy_count = 0;
    let limits = limits(None, EndgamePolicy::Evaluate);
    for seed in 0..12 {
        let root = root(8, 30, seed);
        let (mut engine, mut other) = (Engine::default(), Engine::default());
        let context = context(u64::MAX);
        let mut search = engine.root_search(&root, &limits, &context, false);
        if !root.has_choice() {
            continue;
        }
        let score = search.search(10, 6, 0).unwrap();
        if !search.is_easy(10, score).unwrap() {
            continue;
        }
        easy_count += 1;
        let best = search.best_move().unwrap();
        let legal = root.position.moves(!root.position.occupied());
        let others = bitboard::indices(legal).filter(|&at| Square::from_index(at) != best);
        for at in others {
            let next = RootPosition::new(8, root.position.play(at));
            let shallow = SearchLimits { depth: Some(7), ..limits };
            let Some(reply) = results(&mut other, &next, &shallow, u64::MAX).pop() else {
                continue;
            };
            assert!(-reply.score < score - 200, "seed {seed}: {} of {score}", -reply.score);
        }
    }
    assert!(easy_count > 0, "some random positions have one good move");
    let start = RootPosition::new(8, Position::start(8));
    let mut engine = Engine::default();
    let mut search = engine.root_search(&start, &limits, &context(u64::MAX), false);
    let score = search.search(9, 6, 0).unwrap();
    assert!(!search.is_easy(9, score).unwrap(), "all first moves are mirror images");
}

/// Returns the context of a choice on this many threads whose time never ends.
fn endless(threads: usize) -> ThinkContext {
    let budget = Budget::Time(std::time::Duration::from_secs(100_000));
    ThinkContext::new(budget, 1, Seat::new(0), 0).with_threads(move || threads)
}

#[test]
fn threads_find_a_best_move_together() {
    for (seed, threads) in [(1, 2), (2, 3), (3, 8), (4, 2)] {
        let root = root(8, 44, seed);
        let limits = limits(None, EndgamePolicy::SolveIfFeasible);
        let exact = results(&mut Engine::default(), &root, &limits, u64::MAX).pop().unwrap();
        assert!(exact.exact);
        let mut reported = None;
        let best = Engine::default().choose(&root, &limits, &endless(threads), &mut |result| {
            reported = Some(result.clone());
        });
        assert!(exact.best.contains(&best.unwrap().unwrap()));
        let reported = reported.unwrap();
        assert_eq!((reported.exact, reported.score), (true, exact.score));
    }
}

#[test]
fn the_nodes_of_helpers_are_counted() {
    let limits = limits(Some(12), EndgamePolicy::Evaluate);
    let nodes = |threads| {
        let root = root(8, 20, 5);
        let mut engine = Engine::default();
        let mut search =
            engine.root_search(&root, &SearchLimits { threads, ..limits }, &endless(threads), true);
        let mut reported = 0;
        search
            .deepen(BestMoves::One, &mut |result| reported = result.nodes)
            .expect("the time never ends");
        (reported, search.nodes())
    };
    let (alone, total) = nodes(1);
    assert_eq!(alone, total);
    let (main, total) = nodes(4);
    assert!(total > main, "the helpers have searched {total} - {main} nodes");
}

#[test]
fn a_cancelled_choice_ends_its_helpers() {
    let cancel = crate::play::CancelToken::default();
    let context = endless(4).with_cancel(cancel.clone());
    let limits = limits(None, EndgamePolicy::SolveIfFeasible);
    let choice = Engine::default().choose(&root(8, 12, 5), &limits, &context, &mut |result| {
        if result.depth == 6 {
            cancel.cancel();
        }
    });
    assert_eq!(choice, Err(SearchStop::Cancelled));
}

#[test]
fn a_number_of_nodes_is_searched_on_one_thread() {
    let limits = limits(None, EndgamePolicy::SolveIfFeasible);
    let outcome = |threads| {
        let mut all = Vec::new();
        let root = root(8, 25, 5);
        let context = context(40_000).with_threads(move || threads);
        let best = Engine::default()
            .choose(&root, &limits, &context, &mut |result| all.push(result.clone()));
        (best, all)
    };
    assert_eq!(outcome(4), outcome(1));
}
