//! The order in which the midgame search tries moves.

use super::{InstructionSet, MidgameSearch, MoveByMoveEvaluator, MoveList, TtEntry};
use crate::flip::model::bitboard::Position;

/// The minimum depth, in plies, for ordering moves by a static evaluation as well.
const MIN_EVALUATED_DEPTH: u32 = 3;
/// The penalty of a move for each reply that it leaves to the opponent, in hundredths of a tile. A
/// reply in a corner counts twice.
const REPLY_PENALTY: i32 = 40;

/// Sorts the moves for a search to `depth` plies: first the best moves of the transposition
/// table's entry, then by the static evaluation after the move and by the number of replies
/// that it leaves (fastest-first).
#[inline(always)]
pub fn sort_moves<I: InstructionSet, E: MoveByMoveEvaluator>(
    search: &MidgameSearch<'_, E>,
    isa: I,
    moves: &mut MoveList,
    position: Position,
    view: &E::View,
    depth: u32,
    entry: Option<&TtEntry>,
) {
    let (geometry, evaluator) = (search.geometry, search.evaluator);
    let empty = geometry.empty(position);
    for chosen in moves.as_mut_slice() {
        if entry.is_some_and(|entry| entry.best == chosen.square()) {
            chosen.order = i32::MIN;
            continue;
        }
        if entry.is_some_and(|entry| entry.second == chosen.square()) {
            chosen.order = i32::MIN + 1;
            continue;
        }
        let next = chosen.apply(position);
        let replies = isa.moves(next, empty & !(1 << chosen.at));
        let corner_replies = replies & geometry.corners;
        let weight = replies.count_ones() + corner_replies.count_ones();
        chosen.order = REPLY_PENALTY * weight.cast_signed();
        if depth >= MIN_EVALUATED_DEPTH && replies != 0 {
            chosen.order += evaluator.evaluate_after(isa, geometry, next, view, *chosen);
        }
    }
    moves.sort();
}
