//! Searches of single positions that belong to no game, for training and for the book.

use super::{
    endgame::{EndgameSolver, LocalTable},
    evaluation::IncrementalEvaluator,
    geometry::BoardGeometry,
    midgame::MidgameSearch,
    node_counter::NodeCounter,
    transposition_table::{NO_MOVE, TranspositionTable, key},
};
use crate::flip::model::bitboard::Position;

/// Searches positions of 8 x 8, without limits.
#[derive(Debug)]
pub struct PositionSearcher<'a, E> {
    evaluator: &'a E,
    geometry: BoardGeometry,
    table: TranspositionTable,
    local_table: LocalTable,
    counter: NodeCounter,
}

impl<'a, E: IncrementalEvaluator> PositionSearcher<'a, E> {
    /// Returns a searcher with this evaluation. Clear its tables before the first search.
    pub fn new(evaluator: &'a E) -> Self {
        Self {
            evaluator,
            geometry: BoardGeometry::new(8),
            table: TranspositionTable::default(),
            local_table: LocalTable::new(),
            counter: NodeCounter::unlimited(),
        }
    }

    /// Clears the tables, so that the next search does not depend on earlier ones. The
    /// transposition table then takes up to this many bytes.
    pub fn clear(&mut self, bytes: usize) {
        self.table.reset(bytes);
        self.local_table.clear();
    }

    /// Returns the score in hundredths of a tile after a search to `depth` plies: exact between
    /// `alpha` and `beta`, a bound outside.
    pub fn search(
        &mut self,
        position: Position,
        depth: u32,
        selectivity: u8,
        (alpha, beta): (i32, i32),
    ) -> i32 {
        let Self { evaluator, geometry, table, local_table, counter } = self;
        let mut search = MidgameSearch {
            evaluator: *evaluator,
            geometry,
            table,
            local_table,
            counter,
            selectivity,
        };
        search.search(position, depth, alpha, beta).unwrap_or_default()
    }

    /// Returns the exact score in tiles.
    pub fn solve(&mut self, position: Position) -> i32 {
        let Self { evaluator, geometry, table, local_table, counter } = self;
        let mut solver = EndgameSolver {
            evaluator: *evaluator,
            geometry,
            table,
            local_table,
            counter,
            threads: 1,
        };
        solver.solve(position, -64, 64).unwrap_or_default()
    }

    /// The best move of a position that has just been searched, if the table knows it.
    pub fn best_move(&self, position: Position) -> Option<u32> {
        let entry = self.table.get(key(position)).filter(|entry| entry.best != NO_MOVE)?;
        Some(entry.best.into())
    }

    /// The score of a position without legal moves, in tiles.
    pub fn final_score(&self, position: Position) -> i32 {
        self.geometry.final_score(position)
    }
}
