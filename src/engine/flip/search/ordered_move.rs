//! A move to search, and the list of the moves of a position.

use super::instruction_set::InstructionSet;
use crate::flip::model::bitboard::{self, Bitboard, Position};

/// A legal move with its flips and its rank in the move ordering.
#[derive(Clone, Copy, Debug, Default)]
pub struct OrderedMove {
    /// Moves with lower ranks are searched first.
    pub rank: i32,
    /// The index of its square.
    pub at: u32,
    /// The tiles that it flips.
    pub flips: Bitboard,
}

impl OrderedMove {
    /// Returns the move to the square with index `at`, with rank 0.
    #[inline]
    pub fn new(position: Position, at: u32) -> Self {
        Self { rank: 0, at, flips: position.flips(at) }
    }

    /// Returns the move to the square with index `at` that flips `flips`, with rank 0.
    #[inline]
    pub const fn with_flips(at: u32, flips: Bitboard) -> Self {
        Self { rank: 0, at, flips }
    }

    /// Returns the position after the move.
    #[allow(clippy::inline_always)] // inlined into code compiled for one instruction set
    #[inline(always)]
    pub const fn apply(self, position: Position) -> Position {
        position.after(self.at, self.flips)
    }

    /// Returns the index of its square as the transposition table stores it.
    #[inline]
    #[allow(clippy::cast_possible_truncation)] // below 64
    pub const fn square(self) -> u8 {
        self.at as u8
    }
}

/// The capacity of a [`MoveList`]: no position with more than 33 moves is known.
const CAPACITY: usize = 34;

/// The legal moves of a position.
pub struct MoveList {
    moves: [OrderedMove; CAPACITY],
    count: usize,
    /// The number of deferred moves, which are at the end.
    deferred: usize,
}

impl MoveList {
    /// Returns the moves to the squares of `legal`, in the order of the squares.
    #[allow(clippy::inline_always)] // inlined into code compiled for one instruction set
    #[inline(always)]
    pub fn new<I: InstructionSet>(isa: I, position: Position, legal: Bitboard) -> Self {
        let mut list = Self { moves: [OrderedMove::default(); CAPACITY], count: 0, deferred: 0 };
        for (place, at) in list.moves.iter_mut().zip(bitboard::indices(legal)) {
            *place = OrderedMove::with_flips(at, isa.flips(position, at));
        }
        list.count = (legal.count_ones() as usize).min(CAPACITY);
        list
    }

    /// Returns the moves in their current order.
    #[inline]
    pub fn as_slice(&self) -> &[OrderedMove] {
        &self.moves[..self.count]
    }

    /// Returns the moves in their current order, to rank them.
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [OrderedMove] {
        &mut self.moves[..self.count]
    }

    /// Returns the move with this number in the current order.
    #[inline]
    pub fn get(&self, number: usize) -> Option<OrderedMove> {
        self.as_slice().get(number).copied()
    }

    /// Puts the move with this number behind all others. Returns `false` if it must stay, because
    /// only deferred moves follow it, or because it is one of them.
    #[cold]
    pub fn defer(&mut self, number: usize) -> bool {
        if number + 1 + self.deferred >= self.count {
            return false;
        }
        self.moves[number..self.count].rotate_left(1);
        self.deferred += 1;
        true
    }

    /// Sorts the moves by rank; those of the same rank by square.
    #[inline]
    pub fn sort(&mut self) {
        self.as_mut_slice().sort_unstable_by_key(|candidate| (candidate.rank, candidate.at));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flip::search::instruction_set::Portable;

    #[test]
    fn each_move_is_deferred_once_at_most() {
        let start = Position::start(8);
        let legal = start.moves(!start.occupied());
        let mut moves = MoveList::new(Portable, start, legal);
        let [a, b, c, d] = [0, 1, 2, 3].map(|number| moves.as_slice()[number].at);
        assert!(moves.defer(1) && moves.defer(1));
        let order: Vec<_> = moves.as_slice().iter().map(|it| it.at).collect();
        assert_eq!(order, [a, d, b, c]);
        // Only deferred moves follow.
        assert!(!moves.defer(1) && !moves.defer(2) && !moves.defer(3));
    }
}
