//! Principal variation search of positions with many empty squares, with a transposition table that
//! all threads share.

use std::sync::Arc;

use super::{
    super::super::{
        evaluation::IncrementalEvaluator,
        geometry::BoardGeometry,
        ordered_move::{MoveList, OrderedMove},
        transposition_table::{Entry, NO_MOVE, SearchedNode, TranspositionTable, key},
    },
    INFINITY,
    move_ordering::{EnhancedCutoff, MoveOrdering, OrderingKernels},
    null_window::{MAX_LAST_EMPTIES, MAX_NULL_WINDOW_EMPTIES, NullWindowKernels, NullWindowSearch},
    score_bounds, search_midgame,
    young_brothers_wait::{SplitPoint, SplitPointPool, SplitState},
};
use crate::{
    flip::model::bitboard::{Bitboard, Position},
    play::SearchStop,
};

/// Half the width of an aspiration window, in tiles.
const ASPIRATION: i32 = 4;
/// Positions with fewer empty squares are not shared among threads.
pub(super) const MIN_SPLIT_EMPTIES: u32 = 14;

/// Positions with fewer empty squares are searched exactly without a selective search first.
const MIN_SELECTIVE_FIRST_EMPTIES: u32 = 20;
/// The selectivity of that search.
const FIRST_SELECTIVITY: u8 = 5;
/// The minimum number of empty squares for multi-ProbCut. With fewer, the exact search costs hardly
/// more than the shallow one.
const MIN_PROB_CUT_EMPTIES: u32 = 13;

/// The search of one thread. Scores are in tiles.
pub struct PvSearch<'a, I, E> {
    pub isa: I,
    pub geometry: &'a BoardGeometry,
    pub evaluator: &'a E,
    pub table: &'a TranspositionTable,
    /// Searches positions with few empty squares. It counts the nodes of both searches.
    pub null_window: NullWindowSearch<'a>,
    pub pool: Option<&'a SplitPointPool>,
    /// The split point whose move this thread is searching.
    pub split_point: Option<Arc<SplitPoint>>,
    /// How readily multi-ProbCut prunes, from 0 (never); see
    /// [`Evaluator::prob_cut`](super::super::super::evaluation::Evaluator::prob_cut).
    pub selectivity: u8,
}

/// Why the search of a position ended without a score.
#[derive(Debug, thiserror::Error)]
enum Interruption {
    /// A split point above is cut off, so the score would not be used. The moves of the split
    /// points above that one are still searched.
    #[error("a split point above is cut off")]
    CutOff,
    /// The whole search must end.
    #[error(transparent)]
    Stop(#[from] SearchStop),
}

/// Converts the result of a search, with its score and window in tiles, to an entry for the table.
#[inline]
fn searched_node(
    empties: u32,
    selectivity: u8,
    alpha: i32,
    beta: i32,
    score: i32,
    best: u32,
) -> SearchedNode {
    SearchedNode {
        depth: empties,
        selectivity,
        window: (100 * alpha, 100 * beta),
        score: 100 * score,
        best: u8::try_from(best).unwrap_or(NO_MOVE),
    }
}

impl<I: NullWindowKernels + OrderingKernels, E: IncrementalEvaluator> PvSearch<'_, I, E> {
    /// Searches the root position. A wide window is first narrowed to an aspiration window around
    /// the static evaluation.
    pub fn search_root(
        &mut self,
        position: Position,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, SearchStop> {
        let geometry = self.geometry;
        let empty = geometry.empty(position);
        let (mut low, mut high) = (alpha, beta);
        if empty.count_ones() > MAX_NULL_WINDOW_EMPTIES && beta - alpha > 2 * ASPIRATION {
            let legal = self.isa.moves(position, empty);
            let evaluation = self.evaluator.evaluate(position, legal);
            let guess = evaluation.clamp(100 * (alpha + ASPIRATION), 100 * (beta - ASPIRATION));
            // The guess in tiles. On a full board the score is odd if the number of squares is odd,
            // else even.
            let odd = geometry.square_count & 1;
            let guess = 2 * (guess + 100 * (1 - odd)).div_euclid(200) + odd;
            (low, high) = (guess - ASPIRATION, guess + ASPIRATION);
        }
        loop {
            let score =
                self.search(position, low, high).map_err(|interruption| match interruption {
                    Interruption::Stop(stop) => stop,
                    Interruption::CutOff => unreachable!("the root is below no split point"),
                })?;
            if score <= low && low > alpha {
                (low, high) = ((score - ASPIRATION).max(alpha), score + 1);
            } else if score >= high && high < beta {
                (low, high) = (score - 1, (score + ASPIRATION).min(beta));
            } else {
                self.null_window.count_nodes(0)?;
                return Ok(score);
            }
        }
    }

    /// Searches a position with any number of empty squares. The score is exact between `alpha` and
    /// `beta`, a bound outside; with selectivity, it is only probable.
    fn search(&mut self, position: Position, alpha: i32, beta: i32) -> Result<i32, Interruption> {
        let geometry = self.geometry;
        let empty = geometry.empty(position);
        let empties = empty.count_ones();
        if empties <= MAX_LAST_EMPTIES {
            return Ok(self.bisect_last_moves(position, empty, alpha, beta));
        }
        if empties <= MAX_NULL_WINDOW_EMPTIES && beta - alpha == 1 {
            let legal = self.isa.moves(position, empty);
            return Ok(self.isa.null_window(&mut self.null_window, position, legal, alpha)?);
        }
        self.null_window.count_nodes(1)?;
        self.check_cut_off()?;
        if let Some(upper) = self.null_window.last_moves.stability_cutoff(position, empties, alpha)
        {
            return Ok(upper);
        }
        let legal = self.isa.moves(position, empty);
        if legal == 0 {
            let is_over = self.isa.moves(position.pass(), empty) == 0;
            return if is_over {
                Ok(geometry.final_score(position))
            } else {
                Ok(-self.search(position.pass(), -beta, -alpha)?)
            };
        }
        let table_key = key(position);
        let mut entry = self.table.get(table_key);
        if let Some(entry) = entry {
            let (lower, upper) = score_bounds(entry, empties, self.selectivity);
            if lower >= beta || lower == upper {
                return Ok(lower);
            }
            if upper <= alpha {
                return Ok(upper);
            }
        }
        if self.needs_selective_search(empties, entry) {
            self.selectivity = FIRST_SELECTIVITY;
            let result = self.search(position, alpha, beta);
            self.selectivity = 0;
            result?;
            entry = self.table.get(table_key);
        }
        if beta - alpha == 1
            && let Some(probable) = self.prob_cut(position, legal, empties, alpha)?
        {
            return Ok(probable);
        }
        let first = entry.map_or(NO_MOVE, |entry| entry.best);
        let cutoff = EnhancedCutoff { beta, selectivity: self.selectivity };
        let mut moves = MoveList::new(self.isa, position, legal);
        let ordering = MoveOrdering { geometry, evaluator: self.evaluator, table: self.table };
        let isa = self.isa;
        if let Some(lower) = isa.sort(&ordering, position, first, cutoff, &mut moves) {
            return Ok(lower);
        }
        let (best, best_at) = self.search_moves(position, moves.as_slice(), alpha, beta)?;
        let node = searched_node(empties, self.selectivity, alpha, beta, best, best_at);
        self.table.put(table_key, &node);
        Ok(best)
    }

    /// Searches the moves of a position in their order. After the first one, idle threads share the
    /// others. Returns the best score and the index of the best move's square.
    fn search_moves(
        &mut self,
        position: Position,
        moves: &[OrderedMove],
        alpha: i32,
        beta: i32,
    ) -> Result<(i32, u32), Interruption> {
        let empties = self.geometry.empty(position).count_ones();
        let (mut best, mut best_at, mut lower) = (-INFINITY, 0, alpha);
        for (number, candidate) in moves.iter().enumerate() {
            if number > 0
                && let Some(pool) = self.pool_with_idle_threads(empties)
            {
                let state = SplitState::new(best, best_at, lower);
                let parent = self.split_point.clone();
                let rest = SplitPoint::new(position, &moves[number..], beta, state, parent);
                return self.search_split_point(pool, &rest);
            }
            let next = candidate.apply(position);
            let score = if number == 0 {
                -self.search(next, -beta, -lower)?
            } else {
                let bound = -self.search(next, -lower - 1, -lower)?;
                let is_between = bound > lower && bound < beta;
                if is_between { -self.search(next, -beta, -lower)? } else { bound }
            };
            if score > best {
                (best, best_at) = (score, candidate.at);
                lower = lower.max(score);
                if lower >= beta {
                    break;
                }
            }
        }
        Ok((best, best_at))
    }

    /// Returns whether a position with this table entry should first be searched selectively. That
    /// fills the table with good moves at a fraction of the exact search's cost.
    fn needs_selective_search(&self, empties: u32, entry: Option<Entry>) -> bool {
        self.selectivity == 0
            && empties >= MIN_SELECTIVE_FIRST_EMPTIES
            && entry.is_none_or(|entry| u32::from(entry.depth) < empties)
            && self.evaluator.prob_cut(empties, empties, FIRST_SELECTIVITY).is_some()
    }

    /// Multi-ProbCut: returns a bound in tiles if a shallow search makes it probable that the score
    /// lies outside the null window above `alpha`.
    fn prob_cut(
        &mut self,
        position: Position,
        legal: Bitboard,
        empties: u32,
        alpha: i32,
    ) -> Result<Option<i32>, Interruption> {
        if self.selectivity == 0 || empties < MIN_PROB_CUT_EMPTIES {
            return Ok(None);
        }
        let evaluator = self.evaluator;
        let Some(cut) = evaluator.prob_cut(empties, empties, self.selectivity) else {
            return Ok(None);
        };
        let mut search = |alpha, beta| search_midgame(self, position, cut.depth, alpha, beta);
        // A static evaluation far on the wrong side of the window saves the shallow search.
        let evaluation = evaluator.evaluate(position, legal);
        let high = 100 * (alpha + 1) + cut.margin;
        if evaluation >= high - cut.static_margin && search(high - 1, high)? >= high {
            return Ok(Some(alpha + 1));
        }
        let low = 100 * alpha - cut.margin;
        if evaluation <= low + cut.static_margin && search(low, low + 1)? <= low {
            return Ok(Some(alpha));
        }
        Ok(None)
    }

    /// Searches a window of any width with at most [`MAX_LAST_EMPTIES`] empty squares. It bisects
    /// the window, because [`LastMoves`](super::LastMoves) searches only null windows.
    fn bisect_last_moves(
        &mut self,
        position: Position,
        empty: Bitboard,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let isa = self.isa;
        let (mut low, mut high) = (alpha, beta);
        loop {
            let middle = low.midpoint(high).min(high - 1);
            let score = isa.last_moves(&mut self.null_window.last_moves, position, empty, middle);
            if score > middle {
                low = score;
            } else {
                high = score;
            }
            if low >= high || low >= beta || high <= alpha {
                return score;
            }
        }
    }
}

impl<'a, I: NullWindowKernels + OrderingKernels, E: IncrementalEvaluator> PvSearch<'a, I, E> {
    /// Helps other threads with the moves of their split points until the search is over.
    pub fn help(&mut self, pool: &SplitPointPool) {
        while let Some(split_point) = pool.wait_for_work(None) {
            self.work_on(pool, &split_point);
        }
        // Counts the last nodes. Whether the budget is spent does not matter any more.
        let _ = self.null_window.count_nodes(0);
    }

    /// Returns the pool if a position with `empties` empty squares should be shared now.
    fn pool_with_idle_threads(&self, empties: u32) -> Option<&'a SplitPointPool> {
        self.pool.filter(|pool| empties >= MIN_SPLIT_EMPTIES && pool.has_idle_threads())
    }

    /// Returns [`Interruption::CutOff`] if a split point above is cut off.
    fn check_cut_off(&self) -> Result<(), Interruption> {
        let is_cut_off = self.split_point.as_ref().is_some_and(|above| above.is_cut_off());
        if is_cut_off { Err(Interruption::CutOff) } else { Ok(()) }
    }

    /// Searches the moves of a split point together with idle threads. Returns the best score and
    /// the index of the best move's square.
    fn search_split_point(
        &mut self,
        pool: &SplitPointPool,
        split_point: &Arc<SplitPoint>,
    ) -> Result<(i32, u32), Interruption> {
        pool.add(split_point);
        self.work_on(pool, split_point);
        while let Some(below) = pool.wait_for_work(Some(split_point)) {
            self.work_on(pool, &below);
        }
        let state = pool.remove(split_point);
        if let Some(stop) = state.stop {
            return Err(stop.into());
        }
        // If a split point above is cut off, some of the moves may not have been searched.
        self.check_cut_off()?;
        Ok((state.best, state.best_at))
    }

    /// Searches moves of a split point until none is left to start.
    fn work_on(&mut self, pool: &SplitPointPool, split_point: &Arc<SplitPoint>) {
        let _worker = pool.worker_guard(split_point);
        let outer = self.split_point.replace(split_point.clone());
        while let Some(candidate) = split_point.take_move() {
            match self.search_split_move(split_point, candidate) {
                Ok(score) => split_point.record_score(score, candidate.at),
                Err(Interruption::Stop(stop)) if !split_point.is_cut_off() => {
                    split_point.stop(stop);
                }
                Err(_) => {}
            }
        }
        self.split_point = outer;
    }

    fn search_split_move(
        &mut self,
        split_point: &SplitPoint,
        candidate: OrderedMove,
    ) -> Result<i32, Interruption> {
        let next = candidate.apply(split_point.position);
        let lower = split_point.lower();
        let score = -self.search(next, -lower - 1, -lower)?;
        if score > lower && score < split_point.beta {
            let lower = split_point.lower();
            return Ok(-self.search(next, -split_point.beta, -lower)?);
        }
        Ok(score)
    }
}
