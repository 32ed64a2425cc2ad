//! A hand-crafted evaluation for boards of any size up to 8 x 8: a weighted sum of features such as
//! corners and mobility.

use super::{Evaluator, IncrementalEvaluator, InstructionSet};
use crate::flip::{
    model::bitboard::{self, Bitboard, Position},
    search::{geometry::BoardGeometry, ordered_move::OrderedMove},
};

/// The weights of the features in hundredths of a tile. Each is a pair: the weight on an empty
/// board and on a full one, interpolated in between. The opponent's features count against the side
/// to move.
struct Weights {
    corner: (i32, i32),
    /// A tile diagonally next to an empty corner.
    x_square: (i32, i32),
    /// A tile on the edge next to an empty corner.
    c_square: (i32, i32),
    /// A tile on the edge that own tiles connect to an own corner, so that it is stable.
    anchored: (i32, i32),
    mobility: (i32, i32),
    /// An empty square beside an opponent's tile: a potential move.
    potential_mobility: (i32, i32),
    tile: (i32, i32),
    /// An odd number of empty squares: the side to move will probably have the last move.
    parity: (i32, i32),
}

static WEIGHTS: Weights = Weights {
    corner: (800, 500),
    x_square: (-300, -150),
    c_square: (-140, -60),
    anchored: (140, 140),
    mobility: (70, 60),
    potential_mobility: (35, 20),
    tile: (-15, 40),
    parity: (0, 150),
};

#[derive(Clone, Copy, Debug)]
struct CornerRegion {
    corner: Bitboard,
    /// The two neighbours on the edges.
    c_squares: Bitboard,
    /// The neighbour on the diagonal.
    x_square: Bitboard,
}

/// The hand-crafted evaluation for boards of one size.
#[derive(Clone, Debug)]
pub struct HandcraftedEvaluator {
    geometry: BoardGeometry,
    corner_regions: [CornerRegion; 4],
    edge_rows: Bitboard,
    edge_columns: Bitboard,
    /// The static value of a move to each square, to order moves: higher is better.
    pub square_values: [i8; 64],
}

impl HandcraftedEvaluator {
    /// Returns the evaluation for n x n boards, 4 <= n <= 8.
    pub fn new(size: u16) -> Self {
        let n = u32::from(size);
        let bit = |row: u32, col: u32| 1_u64 << (8 * row + col);
        let mask = bitboard::mask(n);
        let ends = [(0, 1), (n - 1, n - 2)];
        let corner_regions = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(down, right)| {
            let ((row, next_row), (col, next_col)) = (ends[down], ends[right]);
            CornerRegion {
                corner: bit(row, col),
                c_squares: bit(next_row, col) | bit(row, next_col),
                x_square: bit(next_row, next_col),
            }
        });
        let mut evaluator = Self {
            geometry: BoardGeometry::new(size),
            corner_regions,
            edge_rows: mask & (0xFF | 0xFF << (8 * (n - 1))),
            edge_columns: mask & (0x0101_0101_0101_0101 | 0x0101_0101_0101_0101 << (n - 1)),
            square_values: [0; 64],
        };
        evaluator.square_values = std::array::from_fn(|at| evaluator.square_value(1 << at));
        evaluator
    }

    fn square_value(&self, square: Bitboard) -> i8 {
        let is_in = |part: fn(&CornerRegion) -> Bitboard| {
            self.corner_regions.iter().any(|region| part(region) & square != 0)
        };
        if is_in(|region| region.corner) {
            12
        } else if is_in(|region| region.x_square) {
            -8
        } else if is_in(|region| region.c_squares) {
            -4
        } else if (self.edge_rows | self.edge_columns) & square != 0 {
            3
        } else {
            1
        }
    }

    /// Returns the tiles of `own` on the edges that are connected to a corner by tiles of `own`,
    /// without the corners themselves.
    fn anchored(&self, own: Bitboard) -> Bitboard {
        let mut anchored = own & self.geometry.corners;
        if anchored == 0 {
            return 0;
        }
        loop {
            let (row, col) = (anchored & self.edge_rows, anchored & self.edge_columns);
            let next = ((row << 1 | row >> 1) & self.edge_rows)
                | ((col << 8 | col >> 8) & self.edge_columns);
            let grown = anchored | (next & own);
            if grown == anchored {
                return anchored & !self.geometry.corners;
            }
            anchored = grown;
        }
    }
}

impl Evaluator for HandcraftedEvaluator {
    fn evaluate(&self, position: Position, legal: Bitboard) -> i32 {
        let Position { own, opp } = position;
        let corners = self.geometry.corners;
        let empty = self.geometry.empty(position);
        let (left, all) = (count(empty), count(self.geometry.mask));
        let weigh = |(early, late): (i32, i32), difference: i32| {
            (early * left + late * (all - left)) * difference / all
        };
        let difference = |own: Bitboard, opp: Bitboard| count(own) - count(opp);
        let mut score = weigh(WEIGHTS.mobility, difference(legal, position.opponent_moves(empty)))
            + weigh(
                WEIGHTS.potential_mobility,
                difference(neighbours(opp) & empty, neighbours(own) & empty),
            )
            + weigh(WEIGHTS.tile, difference(own, opp));
        let taken_corners = position.occupied() & corners;
        if taken_corners != 0 {
            score += weigh(WEIGHTS.corner, difference(own & corners, opp & corners))
                + weigh(WEIGHTS.anchored, difference(self.anchored(own), self.anchored(opp)));
        }
        if taken_corners != corners {
            for &CornerRegion { corner, c_squares, x_square } in &self.corner_regions {
                if taken_corners & corner == 0 {
                    score += weigh(WEIGHTS.c_square, difference(own & c_squares, opp & c_squares))
                        + weigh(WEIGHTS.x_square, difference(own & x_square, opp & x_square));
                }
            }
        }
        if left & 1 == 1 {
            score += weigh(WEIGHTS.parity, 1);
        }
        let max_score = 100 * self.geometry.square_count;
        score.clamp(-max_score, max_score)
    }
}

/// Evaluates each position from scratch.
impl IncrementalEvaluator for HandcraftedEvaluator {
    type State = ();

    fn state(&self, _: Position) {}

    fn state_after_pass(&self, (): &()) {}

    fn state_after(&self, (): &(), _: OrderedMove) {}

    fn evaluate_state<I: InstructionSet>(
        &self,
        _: I,
        position: Position,
        legal: Bitboard,
        (): &(),
    ) -> i32 {
        self.evaluate(position, legal)
    }

    fn evaluate_after<I: InstructionSet>(
        &self,
        _: I,
        geometry: &BoardGeometry,
        next: Position,
        (): &(),
        _: OrderedMove,
    ) -> i32 {
        let legal = geometry.moves(next);
        if legal != 0 {
            return self.evaluate(next, legal);
        }
        let replies = geometry.moves(next.pass());
        if replies == 0 {
            100 * geometry.final_score(next)
        } else {
            -self.evaluate(next.pass(), replies)
        }
    }
}

/// On a small board, some of the neighbours may lie outside it.
fn neighbours(set: Bitboard) -> Bitboard {
    let west_east = (set & 0x7F7F_7F7F_7F7F_7F7F) << 1 | (set & 0xFEFE_FEFE_FEFE_FEFE) >> 1;
    let three = set | west_east;
    west_east | three << 8 | three >> 8
}

fn count(set: Bitboard) -> i32 {
    set.count_ones().cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchored_tiles_are_connected_to_an_own_corner() {
        let evaluator = HandcraftedEvaluator::new(8);
        // The top row from the left corner up to a gap, and down the left side.
        let own = 0b1011_0111 | 1 << 8 | 1 << 16 | 1 << 32;
        assert_eq!(evaluator.anchored(own), 0b0110 | 1 << 8 | 1 << 16);
        assert_eq!(evaluator.anchored(own & !1 & !(1 << 7)), 0);
    }

    #[test]
    fn the_score_changes_sign_with_the_side_to_move() {
        let evaluator = HandcraftedEvaluator::new(8);
        let score =
            |position: Position| evaluator.evaluate(position, position.moves(!position.occupied()));
        let (own, opp) = (1 | 1 << 27 | 1 << 36 | 1 << 2, 1 << 28 | 1 << 35 | 1 << 29 | 1 << 1);
        let position = Position::new(own, opp);
        assert!(score(position) > 0);
        assert_eq!(score(position.pass()), -score(position));
    }
}
