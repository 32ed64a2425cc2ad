//! The order of the moves while many squares are empty: by a shallow search with the static
//! evaluation and by the number of replies (fastest-first).

use super::{
    super::{
        evaluation::Evaluator,
        geometry::BoardGeometry,
        instruction_set::InstructionSet,
        ordered_move::OrderedMove,
        transposition_table::{TranspositionTable, key},
    },
    null_window::MAX_NULL_WINDOW_EMPTIES,
    score_bounds,
};
use crate::games::flip::rules::bitboard::{self, Bitboard, Position};

/// The penalty of a move for each reply that it leaves to the opponent, in hundredths of a tile. A
/// reply in a corner counts twice.
const REPLY_PENALTY: i32 = 400;
/// The bonus of the transposition table's best move, in hundredths of a tile. A move that leaves
/// far fewer replies may still come first, because its search is smaller.
const TABLE_MOVE_BONUS: i32 = 1000;
/// The minimum numbers of empty squares for ordering moves by a search to one ply, to two plies and
/// to three.
const MIN_SEARCH_EMPTIES: [u32; 3] = [15, 18, 22];
/// A value above all evaluations, in hundredths of a tile.
const MAX_EVALUATION: i32 = 1_000_000;

/// Orders the moves of a position.
pub struct MoveOrdering<'a, I, E> {
    /// Finds moves and flips.
    pub isa: I,
    /// The board.
    pub geometry: &'a BoardGeometry,
    /// Evaluates the positions after the moves.
    pub evaluator: &'a E,
    /// The transposition table.
    pub table: &'a TranspositionTable,
}

/// What an enhanced transposition cutoff must reach.
#[derive(Clone, Copy, Debug)]
pub struct EnhancedCutoff {
    /// The upper end of the window, in tiles.
    pub beta: i32,
    /// The highest selectivity of the searches whose results count.
    pub selectivity: u8,
}

impl<I: InstructionSet, E: Evaluator> MoveOrdering<'_, I, E> {
    /// Returns the legal moves in the order in which to try them. `first` is the transposition
    /// table's best move.
    ///
    /// If the table's bound of a position after one of the moves is high enough (enhanced
    /// transposition cutoff), the `Err` is a lower bound of at least `cutoff.beta`.
    pub fn sorted_moves(
        &self,
        position: Position,
        empties: u32,
        legal: Bitboard,
        first: u8,
        cutoff: EnhancedCutoff,
    ) -> Result<Vec<OrderedMove>, i32> {
        let mut moves: Vec<_> = bitboard::indices(legal)
            .map(|at| OrderedMove { order: 0, at, flips: self.isa.flips(position, at) })
            .collect();
        // Positions after the moves are in this table. Ranking takes longer than loading them.
        let probes_table = empties - 1 > MAX_NULL_WINDOW_EMPTIES;
        if probes_table {
            for chosen in &moves {
                self.table.prefetch(key(chosen.apply(position)));
            }
        }
        for chosen in &mut moves {
            let bonus = if chosen.at == u32::from(first) { TABLE_MOVE_BONUS } else { 0 };
            chosen.order = self.rank(chosen.apply(position), empties) - bonus;
        }
        if probes_table {
            for chosen in &moves {
                let Some(entry) = self.table.get(key(chosen.apply(position))) else { continue };
                let lower = -score_bounds(entry, empties - 1, cutoff.selectivity).1;
                if lower >= cutoff.beta {
                    return Err(lower);
                }
            }
        }
        moves.sort_by_key(|chosen| chosen.order);
        Ok(moves)
    }

    /// Returns how good the position after a move is for the opponent, who is to move. `empties` is
    /// the number of empty squares before the move.
    fn rank(&self, position: Position, empties: u32) -> i32 {
        let replies = self.isa.moves(position, self.geometry.empty(position));
        let weight = replies.count_ones() + (replies & self.geometry.corners).count_ones();
        let plies = MIN_SEARCH_EMPTIES.iter().filter(|&&min| empties >= min).count();
        REPLY_PENALTY * weight.cast_signed()
            + self.evaluate(position, plies, -MAX_EVALUATION, MAX_EVALUATION)
    }

    /// Returns the evaluation of a position after an alpha-beta search to `plies` plies, in
    /// hundredths of a tile.
    fn evaluate(&self, position: Position, plies: usize, mut alpha: i32, beta: i32) -> i32 {
        let empty = self.geometry.empty(position);
        let legal = self.isa.moves(position, empty);
        if plies == 0 {
            return self.evaluator.evaluate(position, legal);
        }
        if legal == 0 {
            let is_over = self.isa.moves(position.pass(), empty) == 0;
            return if is_over {
                100 * self.geometry.final_score(position)
            } else {
                -self.evaluate(position.pass(), plies, -beta, -alpha)
            };
        }
        let mut best = -MAX_EVALUATION;
        for at in bitboard::indices(legal) {
            let next = position.after(at, self.isa.flips(position, at));
            best = best.max(-self.evaluate(next, plies - 1, -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}
