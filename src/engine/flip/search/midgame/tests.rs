use proptest::prelude::*;

use super::*;
use crate::{
    flip::search::{
        evaluation::{HandcraftedEvaluator, PatternWeights, TrainedEvaluator},
        testing::random_position,
    },
    play::{Budget, Seat, ThinkContext},
};

/// Returns the bitboards after random moves until only `empties` squares are empty.
fn position(size: u16, empties: u32, seed: u64) -> Position {
    random_position(size, empties, seed).bitboards().unwrap()
}

/// Returns the score by plain minimax.
fn minimax(
    evaluator: &impl MoveByMoveEvaluator,
    geometry: &BoardGeometry,
    position: Position,
    depth: u32,
) -> i32 {
    let legal = geometry.moves(position);
    if legal == 0 {
        return if geometry.moves(position.pass()) == 0 {
            100 * geometry.final_score(position)
        } else {
            -minimax(evaluator, geometry, position.pass(), depth)
        };
    }
    if depth == 0 {
        return evaluator.evaluate(position, legal);
    }
    let score = |at: u32| -minimax(evaluator, geometry, position.play(at), depth - 1);
    bitboard::indices(legal).map(score).max().unwrap_or_default()
}

/// Searches a window without selectivity, with a table that was filled by shallower searches if
/// `is_warm`.
fn search(
    evaluator: &impl MoveByMoveEvaluator,
    geometry: &BoardGeometry,
    position: Position,
    depth: u32,
    (alpha, beta): (i32, i32),
    is_warm: bool,
) -> i32 {
    let mut table = TranspositionTable::default();
    table.reset(1 << 18);
    let mut search = MidgameSearch {
        evaluator,
        geometry,
        table: &table,
        local_table: &mut LocalTable::new(),
        counter: &mut NodeCounter::unlimited(),
        selectivity: 0,
    };
    for depth in (1..depth).filter(|_| is_warm) {
        search.search(position, depth, -INFINITY, INFINITY).unwrap();
    }
    search.search(position, depth, alpha, beta).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn the_search_finds_the_minimax_score(
        size in 4..=8_u16, empties in 1..=40_u32, depth in 1..=4_u32, seed: u64, is_warm: bool,
    ) {
        let (geometry, evaluator) = (BoardGeometry::new(size), HandcraftedEvaluator::new(size));
        let position = position(size, empties, seed);
        let expected = minimax(&evaluator, &geometry, position, depth);
        let window = (-INFINITY, INFINITY);
        let score = search(&evaluator, &geometry, position, depth, window, is_warm);
        prop_assert_eq!(score, expected);
    }

    #[test]
    fn bounds_are_true_with_the_trained_evaluation(
        empties in 1..=50_u32, depth in 1..=4_u32, seed: u64, alpha in -2000..2000_i32,
        width in 1..600_i32, is_warm: bool,
    ) {
        let geometry = BoardGeometry::new(8);
        let evaluator = TrainedEvaluator::new(PatternWeights::trained());
        let position = position(8, empties, seed);
        let expected = minimax(&evaluator, &geometry, position, depth);
        let beta = alpha + width;
        let score = search(&evaluator, &geometry, position, depth, (alpha, beta), is_warm);
        if score <= alpha {
            prop_assert!(expected <= score);
        } else if score >= beta {
            prop_assert!(expected >= score);
        } else {
            prop_assert_eq!(score, expected);
        }
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn all_instruction_sets_search_the_same_nodes(
        empties in 12..=50_u32, depth in 0..=5_u32, seed: u64, alpha in -2000..2000_i32,
        selectivity in 0..=7_u8,
    ) {
        fn search<I: MidgameKernels>(
            isa: I, position: Position, depth: u32, alpha: i32, selectivity: u8,
        ) -> (i32, u64) {
            let evaluator = TrainedEvaluator::new(PatternWeights::trained());
            let mut table = TranspositionTable::default();
            table.reset(1 << 18);
            let mut counter = NodeCounter::unlimited();
            let mut search = MidgameSearch {
                evaluator: &evaluator,
                geometry: &BoardGeometry::new(8),
                table: &table,
                local_table: &mut LocalTable::new(),
                counter: &mut counter,
                selectivity,
            };
            let view = evaluator.view(position);
            let window = (alpha, alpha + 1);
            let score = isa.node(&mut search, position, &view, depth, window).unwrap();
            (score, counter.nodes())
        }
        let position = position(8, empties, seed);
        if let Some(avx2) = Avx2::detect() {
            prop_assert_eq!(
                search(avx2, position, depth, alpha, selectivity),
                search(Portable, position, depth, alpha, selectivity)
            );
        }
    }
}

#[test]
fn a_selective_search_finds_about_the_same_score_with_half_the_nodes() {
    let geometry = BoardGeometry::new(8);
    let evaluator = TrainedEvaluator::new(PatternWeights::trained());
    let (mut difference, mut full_nodes, mut selective_nodes) = (0, 0, 0);
    for seed in 0..12 {
        let position = position(8, 36, seed);
        let search = |selectivity| {
            let mut table = TranspositionTable::default();
            table.reset(1 << 20);
            let mut counter = NodeCounter::unlimited();
            let mut search = MidgameSearch {
                evaluator: &evaluator,
                geometry: &geometry,
                table: &table,
                local_table: &mut LocalTable::new(),
                counter: &mut counter,
                selectivity,
            };
            (search.search(position, 7, -INFINITY, INFINITY).unwrap(), counter.nodes())
        };
        let (full, selective) = (search(0), search(5));
        full_nodes += full.1;
        selective_nodes += selective.1;
        difference += (full.0 - selective.0).abs();
    }
    assert!(2 * selective_nodes < full_nodes, "{selective_nodes} nodes against {full_nodes}");
    assert!(difference < 12 * 150, "{difference} hundredths of a tile in 12 positions");
}

/// Searches a position to 7 plies with a table that several threads share, at most this many nodes.
/// Before that, another thread begins to search `busy`. Returns the result, and which positions
/// after one move are marked as busy in the end.
fn shared_search(
    position: Position,
    nodes: u64,
    busy: &[Position],
) -> (Result<i32, SearchStop>, Vec<Position>) {
    const DEPTH: u32 = 7;
    let mut table = TranspositionTable::default();
    table.reset(1 << 20);
    table.set_shared(true);
    let marks = table.busy_positions().unwrap();
    for &it in busy {
        marks.add(busy_key(it, DEPTH));
    }
    let context = ThinkContext::new(Budget::Nodes(nodes), 1, Seat::new(0), 0);
    let mut search = MidgameSearch {
        evaluator: &TrainedEvaluator::new(PatternWeights::trained()),
        geometry: &BoardGeometry::new(8),
        table: &table,
        local_table: &mut LocalTable::new(),
        counter: &mut NodeCounter::new(&context, u64::MAX),
        selectivity: 0,
    };
    let result = search.search(position, DEPTH, -INFINITY, INFINITY);
    let mut next = after_one_move(position);
    next.retain(|&it| marks.contains(busy_key(it, DEPTH)));
    (result, next)
}

fn after_one_move(position: Position) -> Vec<Position> {
    let legal = position.moves(!position.occupied());
    bitboard::indices(legal).map(|at| position.play(at)).collect()
}

#[test]
fn what_other_threads_search_changes_the_order_but_not_the_score() {
    let position = position(8, 36, 1);
    let next = after_one_move(position);
    let (alone, _) = shared_search(position, u64::MAX, &[]);
    for busy in [&next[..1], &next[1..], &next] {
        assert_eq!(shared_search(position, u64::MAX, busy).0, alone);
    }
}

#[test]
fn a_position_is_not_busy_after_a_search_that_was_stopped() {
    let position = position(8, 36, 1);
    for nodes in [10, 500, 2_000] {
        assert_eq!(shared_search(position, nodes, &[]), (Err(SearchStop::Spent), Vec::new()));
    }
}
