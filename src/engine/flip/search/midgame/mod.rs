//! The midgame search: principal variation search to a fixed depth with a transposition table,
//! enhanced transposition cutoffs and, if the evaluator supports it, multi-ProbCut.
//!
//! Near the end of the game it calls the solver in [`endgame`], whose multi-ProbCut calls it back:
//! the two are one mutually recursive algorithm.
//!
//! The search is compiled once for each instruction set ([`MidgameKernels`]). The scores and the
//! numbers of nodes are the same for all of them.

#![allow(clippy::inline_always)] // inlined into code compiled for one instruction set

pub mod endgame;

use endgame::{EndgameSolver, LocalTable};

#[cfg(target_arch = "x86_64")]
use super::instruction_set::Avx2;
use super::{
    busy_positions::busy_key,
    evaluation::IncrementalEvaluator,
    geometry::BoardGeometry,
    instruction_set::{InstructionSet, Portable, kernels},
    node_counter::NodeCounter,
    ordered_move::{MoveList, OrderedMove},
    transposition_table::{Entry, NO_MOVE, SearchedNode, TranspositionTable, key},
};
use crate::{
    flip::model::bitboard::{self, Bitboard, Position},
    play::SearchStop,
};

/// A value above all scores, in hundredths of a tile.
pub const INFINITY: i32 = 30_000;
/// A search to the end of the game leaves positions with at most this many empty squares to the
/// endgame solver.
const MAX_SOLVED_EMPTIES: u32 = 9;
/// The minimum depth, in plies, of results for the transposition table.
const MIN_TABLE_DEPTH: u32 = 2;
/// The minimum depth, in plies, for enhanced transposition cutoffs.
const MIN_ETC_DEPTH: u32 = 4;
/// The minimum depth, in plies, for deferring moves that other threads are searching.
const MIN_BUSY_DEPTH: u32 = 6;
/// The minimum depth, in plies, for ordering moves also by a static evaluation.
const MIN_EVALUATED_DEPTH: u32 = 3;
/// The penalty of a move for each reply that it leaves to the opponent, in hundredths of a tile. A
/// reply in a corner counts twice.
const REPLY_PENALTY: i32 = 40;

/// A search of positions on boards of one size. Scores are in hundredths of a tile.
pub struct MidgameSearch<'a, E> {
    /// Evaluates the leaves.
    pub evaluator: &'a E,
    /// The board.
    pub geometry: &'a BoardGeometry,
    /// The transposition table.
    pub table: &'a TranspositionTable,
    /// The endgame solver's table for positions near the end of the game.
    pub local_table: &'a mut LocalTable,
    /// Counts nodes.
    pub counter: &'a mut NodeCounter,
    /// How readily multi-ProbCut prunes, from 0 (never); see
    /// [`Evaluator::prob_cut`](super::evaluation::Evaluator::prob_cut).
    pub selectivity: u8,
}

kernels! {
    /// The functions of [`MidgameSearch`] that are compiled for each instruction set.
    pub trait MidgameKernels: InstructionSet for &mut MidgameSearch<'_, E> {
        /// See [`MidgameSearch::search`].
        ///
        /// # Errors
        /// Returns a [`SearchStop`] if the search must end.
        fn node<E: IncrementalEvaluator>(
            position: Position,
            state: &E::State,
            depth: u32,
            window: (i32, i32)
        ) -> Result<i32, SearchStop> = MidgameSearch::search_node;
    }
}

impl<E: IncrementalEvaluator> MidgameSearch<'_, E> {
    /// Returns the score of the side to move after a search to `depth` plies, in which passes do
    /// not count: exact between `alpha` and `beta`, a bound outside.
    ///
    /// # Errors
    /// Returns a [`SearchStop`] if the search must end.
    pub fn search(
        &mut self,
        position: Position,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, SearchStop> {
        let state = self.evaluator.state(position);
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = Avx2::detect() {
            return avx2.node(self, position, &state, depth, (alpha, beta));
        }
        Portable.node(self, position, &state, depth, (alpha, beta))
    }

    #[inline(always)]
    fn search_node<I: MidgameKernels>(
        &mut self,
        isa: I,
        position: Position,
        state: &E::State,
        depth: u32,
        (alpha, beta): (i32, i32),
    ) -> Result<i32, SearchStop> {
        self.counter.tick()?;
        let empty = self.geometry.empty(position);
        let legal = isa.moves(position, empty);
        if legal == 0 {
            return if isa.moves(position.pass(), empty) == 0 {
                Ok(100 * self.geometry.final_score(position))
            } else {
                let state = self.evaluator.state_after_pass(state);
                Ok(-isa.node(self, position.pass(), &state, depth, (-beta, -alpha))?)
            };
        }
        let empties = empty.count_ones();
        match depth {
            _ if depth >= empties && empties <= MAX_SOLVED_EMPTIES => {
                self.solve(position, alpha, beta)
            }
            0 => Ok(self.evaluator.evaluate_state(isa, position, legal, state)),
            1 => self.search_last_ply(isa, position, state, legal, (alpha, beta)),
            _ => self.search_pv(isa, position, state, legal, depth, (alpha, beta)),
        }
    }

    /// Solves a position. The window is rounded outwards to whole tiles.
    fn solve(&mut self, position: Position, alpha: i32, beta: i32) -> Result<i32, SearchStop> {
        let mut solver = EndgameSolver {
            geometry: self.geometry,
            evaluator: self.evaluator,
            table: self.table,
            local_table: self.local_table,
            counter: self.counter,
            threads: 1,
        };
        let alpha = alpha.div_euclid(100).clamp(-64, 63);
        let beta = (beta + 99).div_euclid(100).clamp(alpha + 1, 64);
        Ok(100 * solver.solve(position, alpha, beta)?)
    }

    /// Searches one ply, with the moves in any order.
    #[inline(always)]
    fn search_last_ply<I: MidgameKernels>(
        &mut self,
        isa: I,
        position: Position,
        state: &E::State,
        legal: Bitboard,
        (alpha, beta): (i32, i32),
    ) -> Result<i32, SearchStop> {
        if beta - alpha == 1
            && let Some(score) = self.prob_cut(isa, position, state, legal, 1, alpha)?
        {
            return Ok(score);
        }
        let mut best = -INFINITY;
        let mut nodes = 0;
        for at in bitboard::indices(legal) {
            let candidate = OrderedMove::with_flips(at, isa.flips(position, at));
            let next = candidate.apply(position);
            nodes += 1;
            let score = self.evaluator.evaluate_after(isa, self.geometry, next, state, candidate);
            best = best.max(-score);
            if best >= beta {
                break;
            }
        }
        self.counter.add(nodes)?;
        Ok(best)
    }

    /// Searches two plies or more: the first move with the full window, each other one with a null
    /// window unless it turns out to be better.
    #[inline(always)]
    fn search_pv<I: MidgameKernels>(
        &mut self,
        isa: I,
        position: Position,
        state: &E::State,
        legal: Bitboard,
        depth: u32,
        (alpha, beta): (i32, i32),
    ) -> Result<i32, SearchStop> {
        // No side can win by more than all squares.
        let max_score = 100 * self.geometry.square_count;
        let (alpha, beta) = (alpha.max(-max_score), beta.min(max_score));
        if alpha >= beta {
            return Ok(alpha);
        }
        let table_key = key(position);
        let entry = if depth >= MIN_TABLE_DEPTH { self.table.get(table_key) } else { None };
        if let Some(score) =
            entry.and_then(|entry| table_cutoff(entry, depth, self.selectivity, alpha, beta))
        {
            return Ok(score);
        }
        if beta - alpha == 1
            && let Some(score) = self.prob_cut(isa, position, state, legal, depth, alpha)?
        {
            return Ok(score);
        }
        let mut moves = MoveList::new(isa, position, legal);
        if depth >= MIN_ETC_DEPTH
            && let Some(score) = self.enhanced_transposition_cutoff(&moves, position, depth, beta)
        {
            return Ok(score);
        }
        self.sort_moves(isa, &mut moves, position, state, depth, entry.as_ref());
        let busy = self.table.busy_positions().filter(|_| depth >= MIN_BUSY_DEPTH);
        let (mut best, mut best_at, mut lower) = (-INFINITY, NO_MOVE, alpha);
        let mut number = 0;
        while let Some(candidate) = moves.get(number) {
            let next = candidate.apply(position);
            let busy_key = if busy.is_some() { busy_key(key(next), depth) } else { 0 };
            if let Some(busy) = busy {
                // A position that another thread is searching comes last: by then its result may be
                // in the table.
                if number > 0 && busy.contains(busy_key) && moves.defer(number) {
                    continue;
                }
                busy.add(busy_key);
            }
            let next_state = self.evaluator.state_after(state, candidate);
            let window = (lower, beta);
            let score = self.search_move(isa, next, &next_state, depth, window, number == 0);
            if let Some(busy) = busy {
                busy.remove(busy_key);
            }
            let score = score?;
            number += 1;
            if score > best {
                (best, best_at) = (score, candidate.square());
                lower = lower.max(score);
                if lower >= beta {
                    break;
                }
            }
        }
        if depth >= MIN_TABLE_DEPTH {
            let (selectivity, window) = (self.selectivity, (alpha, beta));
            let node = SearchedNode { depth, selectivity, window, score: best, best: best_at };
            self.table.put(table_key, &node);
        }
        Ok(best)
    }

    /// Sorts the moves for a search to `depth` plies: first the best moves of the transposition
    /// table's entry, then by the static evaluation after the move and by the number of replies
    /// that it leaves (fastest-first).
    #[inline(always)]
    fn sort_moves<I: InstructionSet>(
        &self,
        isa: I,
        moves: &mut MoveList,
        position: Position,
        state: &E::State,
        depth: u32,
        entry: Option<&Entry>,
    ) {
        let (geometry, evaluator) = (self.geometry, self.evaluator);
        let empty = geometry.empty(position);
        for candidate in moves.as_mut_slice() {
            if entry.is_some_and(|entry| entry.best == candidate.square()) {
                candidate.rank = i32::MIN;
                continue;
            }
            if entry.is_some_and(|entry| entry.second == candidate.square()) {
                candidate.rank = i32::MIN + 1;
                continue;
            }
            let next = candidate.apply(position);
            let replies = isa.moves(next, empty & !(1 << candidate.at));
            let corner_replies = replies & geometry.corners;
            let weight = replies.count_ones() + corner_replies.count_ones();
            candidate.rank = REPLY_PENALTY * weight.cast_signed();
            if depth >= MIN_EVALUATED_DEPTH && replies != 0 {
                candidate.rank += evaluator.evaluate_after(isa, geometry, next, state, *candidate);
            }
        }
        moves.sort();
    }

    /// Returns the score of a move to `next`, which is searched with the full window if it is the
    /// first or turns out to be better than the others.
    #[inline(always)]
    fn search_move<I: MidgameKernels>(
        &mut self,
        isa: I,
        next: Position,
        state: &E::State,
        depth: u32,
        (lower, beta): (i32, i32),
        is_first: bool,
    ) -> Result<i32, SearchStop> {
        if !is_first {
            let score = -isa.node(self, next, state, depth - 1, (-lower - 1, -lower))?;
            if score <= lower || score >= beta {
                return Ok(score);
            }
        }
        Ok(-isa.node(self, next, state, depth - 1, (-beta, -lower))?)
    }

    /// Multi-ProbCut: returns a bound if a shallow search, or before the last two plies the static
    /// evaluation, makes it probable that the score lies outside the null window above `alpha`.
    #[inline(always)]
    fn prob_cut<I: MidgameKernels>(
        &mut self,
        isa: I,
        position: Position,
        state: &E::State,
        legal: Bitboard,
        depth: u32,
        alpha: i32,
    ) -> Result<Option<i32>, SearchStop> {
        let empties = self.geometry.empty(position).count_ones();
        let Some(cut) = self.evaluator.prob_cut(depth, empties, self.selectivity) else {
            return Ok(None);
        };
        let beta = alpha + 1;
        let evaluation = self.evaluator.evaluate_state(isa, position, legal, state);
        if cut.depth == 0 {
            return Ok(if evaluation - cut.margin >= beta {
                Some(beta)
            } else if evaluation + cut.margin <= alpha {
                Some(alpha)
            } else {
                None
            });
        }
        // A static evaluation far on the wrong side of the window saves the shallow search.
        let high = beta + cut.margin;
        if evaluation >= high - cut.static_margin && high < INFINITY {
            let score = isa.node(self, position, state, cut.depth, (high - 1, high))?;
            if score >= high {
                return Ok(Some(beta));
            }
        }
        let low = alpha - cut.margin;
        if evaluation <= low + cut.static_margin && low > -INFINITY {
            let score = isa.node(self, position, state, cut.depth, (low, low + 1))?;
            if score <= low {
                return Ok(Some(alpha));
            }
        }
        Ok(None)
    }

    /// Enhanced transposition cutoff: returns a lower bound of at least `beta` if the table has one
    /// for a position after one of the moves.
    fn enhanced_transposition_cutoff(
        &self,
        moves: &MoveList,
        position: Position,
        depth: u32,
        beta: i32,
    ) -> Option<i32> {
        moves.as_slice().iter().find_map(|candidate| {
            let entry = self.table.get(key(candidate.apply(position)))?;
            let lower = -i32::from(entry.upper);
            (entry.suffices(depth - 1, self.selectivity) && lower >= beta).then_some(lower)
        })
    }
}

/// Returns the score or a bound of a table entry if it makes a search of the window unnecessary.
#[inline]
fn table_cutoff(entry: Entry, depth: u32, selectivity: u8, alpha: i32, beta: i32) -> Option<i32> {
    let (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
    if !entry.suffices(depth, selectivity) {
        None
    } else if lower >= beta || lower == upper {
        Some(lower)
    } else if upper <= alpha {
        Some(upper)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
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

    fn minimax(
        evaluator: &impl IncrementalEvaluator,
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
        evaluator: &impl IncrementalEvaluator,
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
                let state = evaluator.state(position);
                let window = (alpha, alpha + 1);
                let score = isa.node(&mut search, position, &state, depth, window).unwrap();
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

    /// Searches a position to 7 plies, at most this many nodes, after another thread has begun to
    /// search `busy`. Returns the result, and which positions after one move are marked as busy at
    /// the end.
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
            marks.add(busy_key(key(it), DEPTH));
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
        next.retain(|&it| marks.contains(busy_key(key(it), DEPTH)));
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
}
