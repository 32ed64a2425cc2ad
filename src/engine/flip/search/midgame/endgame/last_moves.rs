//! The search of the last moves of a game, where nearly all the time is spent. It uses no table,
//! counts no replies, and doesn't check the budget.
//!
//! All functions search the window between `alpha` and `alpha + 1`: a score above `alpha` is a
//! lower bound of the true one, any other an upper bound. `!alpha` is `-alpha - 1`, the lower end
//! of the opponent's window. `parity` has a bit for each quadrant with an odd number of empty
//! squares. The side that moves first in such a quadrant usually also has the last move there, so
//! its squares are tried first.
//!
//! A function is named after the number of empty squares.

use super::{
    super::super::{
        geometry::BoardGeometry,
        instruction_set::{InstructionSet, kernels},
    },
    INFINITY,
};
use crate::flip::model::bitboard::{Bitboard, Position};

pub struct LastMoves<'a> {
    pub geometry: &'a BoardGeometry,
    /// The nodes that are not yet counted against the budget.
    pub nodes: u64,
}

kernels! {
    pub trait LastMovesKernels: InstructionSet for &mut LastMoves<'_> {
        fn last_moves(position: Position, empty: Bitboard, alpha: i32) -> i32
            = LastMoves::search;
        fn five(position: Position, squares: (Bitboard, Bitboard), parity: usize, alpha: i32) -> i32
            = LastMoves::five;
        fn four(position: Position, empty: Bitboard, parity: usize, alpha: i32) -> i32
            = LastMoves::four;
        fn three(position: Position, empty: Bitboard, parity: usize, alpha: i32) -> i32
            = LastMoves::three;
    }
}

/// The lowest `alpha` for which a stability cutoff is worth trying, by the number of empty squares.
static MIN_STABILITY_ALPHA: [i32; 64] = min_stability_alpha();

const fn min_stability_alpha() -> [i32; 64] {
    let mut table = [INFINITY; 64];
    let (mut empties, mut alpha) = (5, 6);
    while empties < 64 {
        table[empties] = if alpha < 56 { alpha } else { 56 };
        (empties, alpha) = (empties + 1, alpha + 2);
    }
    table
}

impl LastMoves<'_> {
    /// Stability cutoff: returns an upper bound of at most `alpha` if the opponent has enough
    /// stable tiles.
    #[inline(always)]
    pub fn stability_cutoff(&self, position: Position, empties: u32, alpha: i32) -> Option<i32> {
        if alpha < MIN_STABILITY_ALPHA[empties as usize % 64] {
            return None;
        }
        let stable = self.geometry.stable_tiles(position.pass()).count_ones().cast_signed();
        let upper = self.geometry.square_count - 2 * stable;
        (upper <= alpha).then_some(upper)
    }

    /// Searches a position with at most five empty squares.
    #[inline(always)]
    pub fn search<I: LastMovesKernels>(
        &mut self,
        isa: I,
        position: Position,
        empty: Bitboard,
        alpha: i32,
    ) -> i32 {
        let parity = self.geometry.parity(empty);
        let (first, last) = (empty.trailing_zeros(), 63_u32.saturating_sub(empty.leading_zeros()));
        match empty.count_ones() {
            0 => self.geometry.final_score(position),
            1 => self.one(position, first),
            2 => self.two(isa, position, first, last, alpha),
            3 => isa.three(self, position, empty, parity, alpha),
            4 => isa.four(self, position, empty, parity, alpha),
            _ => {
                let legal = isa.moves(position, empty);
                isa.five(self, position, (empty, legal), parity, alpha)
            }
        }
    }

    #[inline(always)]
    pub fn five<I: LastMovesKernels>(
        &mut self,
        isa: I,
        position: Position,
        (empty, legal): (Bitboard, Bitboard),
        parity: usize,
        alpha: i32,
    ) -> i32 {
        self.nodes += 1;
        if let Some(upper) = self.stability_cutoff(position, 5, alpha) {
            return upper;
        }
        if legal == 0 {
            let replies = isa.moves(position.pass(), empty);
            return if replies == 0 {
                self.geometry.final_score(position)
            } else {
                -isa.five(self, position.pass(), (empty, replies), parity, !alpha)
            };
        }
        let odd = self.geometry.quadrant_squares[parity % 16];
        let mut best = -INFINITY;
        for mut set in [legal & odd, legal & !odd] {
            while set != 0 {
                let at = set.trailing_zeros();
                let square = set & set.wrapping_neg();
                set ^= square;
                let next = position.after(at, isa.flips(position, at));
                let parity = parity ^ self.geometry.quadrant(at);
                let score = -isa.four(self, next, empty ^ square, parity, !alpha);
                if score > best {
                    best = score;
                    if best > alpha {
                        return best;
                    }
                }
            }
        }
        best
    }

    #[inline(always)]
    pub fn four<I: LastMovesKernels>(
        &mut self,
        isa: I,
        position: Position,
        empty: Bitboard,
        parity: usize,
        alpha: i32,
    ) -> i32 {
        self.nodes += 1;
        let odd = self.geometry.quadrant_squares[parity % 16];
        let mut best = -INFINITY;
        for mut set in [empty & odd, empty & !odd] {
            while set != 0 {
                let at = set.trailing_zeros();
                let square = set & set.wrapping_neg();
                set ^= square;
                let flips = isa.flips(position, at);
                if flips == 0 {
                    continue;
                }
                let next = position.after(at, flips);
                let parity = parity ^ self.geometry.quadrant(at);
                let score = -isa.three(self, next, empty ^ square, parity, !alpha);
                if score > best {
                    best = score;
                    if best > alpha {
                        return best;
                    }
                }
            }
        }
        if best > -INFINITY {
            best
        } else if isa.moves(position.pass(), empty) == 0 {
            self.geometry.final_score(position)
        } else {
            -isa.four(self, position.pass(), empty, parity, !alpha)
        }
    }

    #[inline(always)]
    pub fn three<I: LastMovesKernels>(
        &mut self,
        isa: I,
        position: Position,
        empty: Bitboard,
        parity: usize,
        alpha: i32,
    ) -> i32 {
        self.nodes += 1;
        // A square that is alone in its quadrant comes first: the other two then share a quadrant,
        // or are alone as well.
        let odd = empty & self.geometry.quadrant_squares[parity % 16];
        let a = if odd == 0 { empty } else { odd }.trailing_zeros();
        let rest = empty ^ (1 << a);
        let b = rest.trailing_zeros();
        let c = (rest & rest.wrapping_sub(1)).trailing_zeros();
        let mut best = -INFINITY;
        for (at, x, y) in [(a, b, c), (b, a, c), (c, a, b)] {
            let flips = isa.flips(position, at);
            if flips != 0 {
                best = best.max(-self.two(isa, position.after(at, flips), x, y, !alpha));
                if best > alpha {
                    return best;
                }
            }
        }
        if best > -INFINITY {
            return best;
        }
        // The side to move passes, and the opponent minimises the score.
        let passed = position.pass();
        let mut worst = INFINITY;
        for (at, x, y) in [(a, b, c), (b, a, c), (c, a, b)] {
            let flips = isa.flips(passed, at);
            if flips != 0 {
                worst = worst.min(self.two(isa, passed.after(at, flips), x, y, alpha));
                if worst <= alpha {
                    return worst;
                }
            }
        }
        if worst < INFINITY { worst } else { self.geometry.final_score(position) }
    }

    #[inline(always)]
    fn two<I: LastMovesKernels>(
        &mut self,
        isa: I,
        position: Position,
        a: u32,
        b: u32,
        alpha: i32,
    ) -> i32 {
        self.nodes += 1;
        let mut best = -INFINITY;
        for (at, last) in [(a, b), (b, a)] {
            let flips = isa.flips(position, at);
            if flips != 0 {
                best = best.max(-self.one(position.after(at, flips), last));
                if best > alpha {
                    return best;
                }
            }
        }
        if best > -INFINITY {
            return best;
        }
        let passed = position.pass();
        let mut worst = INFINITY;
        for (at, last) in [(a, b), (b, a)] {
            let flips = isa.flips(passed, at);
            if flips != 0 {
                worst = worst.min(self.one(passed.after(at, flips), last));
                if worst <= alpha {
                    return worst;
                }
            }
        }
        if worst < INFINITY { worst } else { self.geometry.final_score(position) }
    }

    /// Returns the exact score of a position in which only the square `at` is empty: the side to
    /// move takes it if it can, else the opponent if it can.
    #[inline(always)]
    fn one(&mut self, position: Position, at: u32) -> i32 {
        self.nodes += 1;
        let ahead = 2 * position.own.count_ones().cast_signed() + 1 - self.geometry.square_count;
        let flips = last_flips(position.own, at).cast_signed();
        if flips != 0 {
            return ahead + 2 * flips + 1;
        }
        let flips = last_flips(position.opp, at).cast_signed();
        if flips != 0 { ahead - 2 * flips - 1 } else { ahead + ahead.signum() }
    }
}

/// The number of flips in a line of eight, by the place of the move and the own tiles in the line.
/// All other places are the opponent's, or outside the board.
static FLIPS_IN_LINE: [[u8; 256]; 8] = flips_in_line();

#[allow(clippy::cast_possible_truncation)] // at most 6
const fn flips_in_line() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            let (mut down, mut up) = (place, place + 1);
            while down > 0 && own >> (down - 1) & 1 == 0 {
                down -= 1;
            }
            while up < 8 && own >> up & 1 == 0 {
                up += 1;
            }
            if down > 0 {
                table[place][own] += (place - down) as u8;
            }
            if up < 8 {
                table[place][own] += (up - place - 1) as u8;
            }
            own += 1;
        }
        place += 1;
    }
    table
}

/// The two diagonals through each square: towards higher rows and columns, and towards higher rows
/// and lower columns.
static DIAGONALS: [[Bitboard; 2]; 64] = diagonals();

const fn diagonals() -> [[Bitboard; 2]; 64] {
    let mut table = [[0; 2]; 64];
    let mut at = 0;
    while at < 64 {
        let mut other = 0;
        while other < 64 {
            if at / 8 + other % 8 == other / 8 + at % 8 {
                table[at][0] |= 1 << other;
            }
            if at / 8 + at % 8 == other / 8 + other % 8 {
                table[at][1] |= 1 << other;
            }
            other += 1;
        }
        at += 1;
    }
    table
}

/// Returns the number of tiles that the owner of `own` flips with a move to the square with index
/// `at`, if every other square of the board holds a tile. Outside a small board there are no own
/// tiles, so no run ends there.
#[inline(always)]
pub fn last_flips(own: Bitboard, at: u32) -> u32 {
    const FIRST_COLUMN: Bitboard = 0x0101_0101_0101_0101;
    let at = at as usize % 64;
    let (row, col) = (at / 8, at % 8);
    let [rising, falling] = DIAGONALS[at];
    // Multiplications gather the bits of a line in the highest byte: those of a column in the order
    // of the rows, those of a diagonal in the order of the columns.
    let column = ((own >> col) & FIRST_COLUMN).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let by_column = |line: Bitboard| (own & line).wrapping_mul(FIRST_COLUMN) >> 56;
    let count = |place: usize, line: u64| u32::from(FLIPS_IN_LINE[place][(line & 0xFF) as usize]);
    count(col, own >> (8 * row))
        + count(row, column)
        + count(col, by_column(rising))
        + count(col, by_column(falling))
}
