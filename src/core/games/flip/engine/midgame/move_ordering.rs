//! The order in which the midgame search tries moves.

use super::{BoardGeometry, InstructionSet, MoveByMoveEvaluator, OrderedMove, TtEntry};
use crate::games::flip::rules::bitboard::{self, Bitboard, Position};

/// The capacity of a [`MoveList`]: no position with more than 33 moves is known.
const CAPACITY: usize = 34;

/// The minimum depth, in plies, for ordering moves by a static evaluation as well.
const MIN_EVALUATED_DEPTH: u32 = 3;
/// The penalty of a move for each reply that it leaves to the opponent, in hundredths of a tile. A
/// reply in a corner counts twice.
const REPLY_PENALTY: i32 = 40;

/// The legal moves of a position.
pub struct MoveList {
    moves: [OrderedMove; CAPACITY],
    count: usize,
    /// How many moves at the end were postponed.
    postponed: usize,
}

impl MoveList {
    /// Returns the moves to the squares of `legal`.
    #[inline(always)]
    pub fn new<I: InstructionSet>(isa: I, position: Position, legal: Bitboard) -> Self {
        let mut list = Self { moves: [OrderedMove::default(); CAPACITY], count: 0, postponed: 0 };
        for (place, at) in list.moves.iter_mut().zip(bitboard::indices(legal)) {
            *place = OrderedMove::with_flips(at, isa.flips(position, at));
        }
        list.count = (legal.count_ones() as usize).min(CAPACITY);
        list
    }

    /// Returns the moves in their current order.
    pub fn iter(&self) -> impl Iterator<Item = OrderedMove> + '_ {
        self.moves[..self.count].iter().copied()
    }

    /// Returns the move with this number in the current order.
    #[inline(always)]
    pub fn get(&self, number: usize) -> Option<OrderedMove> {
        self.moves[..self.count].get(number).copied()
    }

    /// Puts the move with this number behind all others. Returns whether it was not there already
    /// and had not been postponed before.
    #[cold]
    pub fn postpone(&mut self, number: usize) -> bool {
        if number + 1 + self.postponed >= self.count {
            return false;
        }
        self.moves[number..self.count].rotate_left(1);
        self.postponed += 1;
        true
    }

    /// Sorts the moves for a search to `depth` plies: first the best moves of the transposition
    /// table's entry, then by the static evaluation after the move and by the number of replies
    /// that it leaves (fastest-first).
    #[inline(always)]
    #[allow(clippy::too_many_arguments)] // inlined, at one place
    pub fn sort<I: InstructionSet, E: MoveByMoveEvaluator>(
        &mut self,
        isa: I,
        position: Position,
        view: &E::View,
        depth: u32,
        entry: Option<&TtEntry>,
        geometry: &BoardGeometry,
        evaluator: &E,
    ) {
        let empty = geometry.empty(position);
        for chosen in &mut self.moves[..self.count] {
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
        self.moves[..self.count].sort_unstable_by_key(|chosen| (chosen.order, chosen.at));
    }
}
