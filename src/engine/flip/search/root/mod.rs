//! The engine: iterative deepening from a root position, then an exact search.

mod iterative_deepening;
mod time_manager;

use iterative_deepening::{BestMoves, RootSearch};
use time_manager::TimeManager;

use super::{
    endgame::{EndgameSolver, LocalTable},
    evaluation::{AnyEvaluator, HandcraftedEvaluator},
    geometry::BoardGeometry,
    midgame::MidgameSearch,
    node_counter::NodeCounter,
    transposition_table::TranspositionTable,
};
use crate::{
    flip::model::{
        Square,
        bitboard::{self, Position},
    },
    play::{Budget, MemoryShare, SearchLimits, SearchStop, ThinkContext},
};

/// A position to search.
#[derive(Clone, Copy, Debug)]
pub struct RootPosition<'a> {
    /// The number of rows of the board, 4 to 8.
    pub size: u16,
    /// The tiles.
    pub position: Position,
    /// Values in hundredths of a tile that are added to the scores of the legal moves, in reading
    /// order. Missing ones count as 0. An exact search ignores them.
    pub handicaps: &'a [i32],
}

impl RootPosition<'_> {
    /// Returns a position on an n x n board, without handicaps.
    pub const fn new(size: u16, position: Position) -> Self {
        Self { size, position, handicaps: &[] }
    }

    fn has_choice(&self) -> bool {
        let empty = bitboard::mask(self.size.into()) & !self.position.occupied();
        self.position.moves(empty).count_ones() > 1
    }
}

/// The result of a search, final or in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The score of the side to move with best play, in hundredths of a tile. Empty squares count
    /// for the winner.
    pub score: i32,
    /// Whether the score is exact. Otherwise it is an estimate.
    pub exact: bool,
    /// The depth of the search in plies.
    pub depth: u32,
    /// The best move. The final result of an exact search has all best moves, in reading order.
    /// Empty if the side to move must pass or the game is over.
    pub best: Vec<Square>,
    /// The principal variation: the expected moves from here on. Passes are left out.
    pub line: Vec<Square>,
    /// The number of positions that the main thread has searched so far. Those of its helpers are
    /// added when deepening ends.
    pub nodes: u64,
}

/// A search engine for boards up to 8 x 8. It reuses its memory from search to search. A choice
/// with a budget of time also reuses earlier results; with a budget of nodes, a result never
/// depends on what was searched before.
#[derive(Debug, Default)]
pub struct Engine {
    table: TranspositionTable,
    /// The memory of `table`.
    memory: MemoryShare,
    local_table: LocalTable,
    board: Option<BoardTools>,
    /// Whether to use the hand-crafted evaluation even on 8 x 8.
    is_handcrafted: bool,
}

/// Tables and the evaluation for boards of one size.
#[derive(Debug)]
struct BoardTools {
    size: u16,
    geometry: BoardGeometry,
    evaluator: AnyEvaluator,
    /// The static value of a move to each square: higher is better.
    square_values: [i8; 64],
}

impl BoardTools {
    fn new(size: u16, is_handcrafted: bool) -> Self {
        let handcrafted = Box::new(HandcraftedEvaluator::new(size));
        let square_values = handcrafted.square_values;
        let evaluator = if is_handcrafted {
            AnyEvaluator::Handcrafted(handcrafted)
        } else {
            AnyEvaluator::best(size, handcrafted)
        };
        Self { size, geometry: BoardGeometry::new(size), evaluator, square_values }
    }

    /// See [`MidgameSearch::search`].
    fn search_midgame(
        &self,
        position: Position,
        depth: u32,
        (alpha, beta): (i32, i32),
        selectivity: u8,
        (table, local_table): (&TranspositionTable, &mut LocalTable),
        counter: &mut NodeCounter,
    ) -> Result<i32, SearchStop> {
        let geometry = &self.geometry;
        // The search is compiled for each evaluation, so that no leaf has to choose one.
        match &self.evaluator {
            AnyEvaluator::Trained(evaluator) => {
                MidgameSearch { evaluator, geometry, table, local_table, counter, selectivity }
                    .search(position, depth, alpha, beta)
            }
            AnyEvaluator::Handcrafted(evaluator) => {
                let evaluator = &**evaluator;
                MidgameSearch { evaluator, geometry, table, local_table, counter, selectivity }
                    .search(position, depth, alpha, beta)
            }
        }
    }

    /// See [`EndgameSolver::solve`].
    fn solve(
        &self,
        position: Position,
        (alpha, beta): (i32, i32),
        threads: usize,
        (table, local_table): (&TranspositionTable, &mut LocalTable),
        counter: &mut NodeCounter,
    ) -> Result<i32, SearchStop> {
        let geometry = &self.geometry;
        match &self.evaluator {
            AnyEvaluator::Trained(evaluator) => {
                EndgameSolver { geometry, evaluator, table, local_table, counter, threads }
                    .solve(position, alpha, beta)
            }
            AnyEvaluator::Handcrafted(evaluator) => {
                let evaluator = &**evaluator;
                EndgameSolver { geometry, evaluator, table, local_table, counter, threads }
                    .solve(position, alpha, beta)
            }
        }
    }

    /// Returns the maximum number of empty squares for which `nodes` nodes usually suffice to solve
    /// a position. 12 empty squares take about 20,000 nodes, and each further one two and a half
    /// times as many (measured on random play). The whole game of 4 x 4 takes 733 nodes.
    fn max_solvable_empties(&self, nodes: u64) -> u32 {
        let usual = nodes.max(1).ilog2() * 3 / 4 + 1;
        if self.size == 4 && nodes > 1000 { 12 } else { usual }
    }
}

const MIN_TABLE_BYTES: u64 = 16 << 10;
const MAX_TABLE_BYTES: u64 = 64 << 20;

/// Returns the size in bytes of a transposition table with an entry for each of `nodes` nodes,
/// rounded up to a power of two from [`MIN_TABLE_BYTES`] to [`MAX_TABLE_BYTES`].
fn table_bytes(nodes: u64) -> usize {
    let bytes = nodes
        .saturating_mul(TranspositionTable::ENTRY_BYTES as u64)
        .clamp(MIN_TABLE_BYTES, MAX_TABLE_BYTES)
        .next_power_of_two();
    usize::try_from(bytes).unwrap_or(usize::MAX)
}

impl Engine {
    /// Returns an engine that uses the hand-crafted evaluation on boards of all sizes.
    pub fn handcrafted() -> Self {
        Self { is_handcrafted: true, ..Self::default() }
    }

    /// Returns the best move, or `None` if there is no legal move. `report` is called with each
    /// deeper result.
    ///
    /// The search ends when the limits are reached or the budget of `context` is spent, with the
    /// best move so far. Within a budget of time it ends earlier if one move is clearly better than
    /// all others, and later, up to the reserve, if the best move is in doubt. Only such a search
    /// uses several threads: as many as `context` has, whatever `limits` says.
    ///
    /// # Errors
    /// Returns [`SearchStop::Cancelled`] if the search was cancelled.
    pub fn choose(
        &mut self,
        root: &RootPosition,
        limits: &SearchLimits,
        context: &ThinkContext,
        report: &mut dyn FnMut(&SearchResult),
    ) -> Result<Option<Square>, SearchStop> {
        let is_timed = matches!(context.budget(), Budget::Time(_))
            && !matches!(limits.budget, Budget::Nodes(nodes) if nodes < u64::MAX);
        let has_choice = root.has_choice();
        let threads = if is_timed && has_choice { context.threads() } else { 1 };
        let limits = SearchLimits { threads, ..*limits };
        let mut search = self.root_search(root, &limits, context, is_timed);
        let outcome = if has_choice { search.deepen(BestMoves::One, report) } else { Ok(()) };
        let best = match outcome {
            Err(SearchStop::Cancelled) => Err(SearchStop::Cancelled),
            Ok(()) | Err(SearchStop::Spent) => Ok(search.best_move()),
        };
        self.release_shared_memory();
        best
    }

    /// Searches a position in which the side to move has a legal move. `report` is called with each
    /// deeper result.
    ///
    /// # Errors
    /// Returns a [`SearchStop`] if the search ended before the limits were reached.
    pub fn search(
        &mut self,
        root: &RootPosition,
        limits: &SearchLimits,
        context: &ThinkContext,
        report: &mut dyn FnMut(&SearchResult),
    ) -> Result<(), SearchStop> {
        let mut search = self.root_search(root, limits, context, false);
        let outcome = search.check_cancelled().and_then(|()| search.deepen(BestMoves::All, report));
        self.release_shared_memory();
        outcome
    }

    fn release_shared_memory(&mut self) {
        if self.memory.is_from_pool() {
            self.table = TranspositionTable::default();
            self.memory = MemoryShare::default();
        }
    }

    /// Prepares a search. If it is limited only by time (`is_timed`), it may use earlier results,
    /// and a [`TimeManager`] decides when it ends.
    fn root_search(
        &mut self,
        root: &RootPosition,
        limits: &SearchLimits,
        context: &ThinkContext,
        is_timed: bool,
    ) -> RootSearch<'_> {
        let is_same_board = self.board.as_ref().is_some_and(|board| board.size == root.size);
        if !is_same_board {
            self.board = None;
        }
        let is_handcrafted = self.is_handcrafted;
        let board = self.board.get_or_insert_with(|| BoardTools::new(root.size, is_handcrafted));
        let max_nodes = match limits.budget {
            Budget::Nodes(nodes) => nodes,
            Budget::Time(_) => u64::MAX,
        };
        let expected_nodes = NodeCounter::expected_nodes(context, max_nodes);
        let bytes = limits.memory.unwrap_or_else(|| table_bytes(expected_nodes));
        self.memory = context.memory_share(bytes);
        if is_timed && is_same_board && !self.memory.is_from_pool() {
            self.table.keep_entries(self.memory.bytes());
        } else {
            self.table.reset(self.memory.bytes());
        }
        self.table.set_shared(is_timed && limits.threads > 1);
        self.local_table.clear();
        RootSearch::new(
            root,
            board,
            (&self.table, &mut self.local_table),
            NodeCounter::new(context, max_nodes),
            *limits,
            expected_nodes,
            is_timed.then(|| TimeManager::new(context)).flatten(),
        )
    }
}

#[cfg(test)]
mod tests;
