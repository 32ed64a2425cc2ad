//! The weights of reasons, in tenths of a tile, roughly. They order the reasons and say how much of
//! a cost one explains. Reasons that aren't here are [`DECISIVE`](super::DECISIVE).

/// The weight of a tile.
pub const ONE_TILE: f64 = 10.0;

pub const MISSES_CORNER: i32 = 100;
pub const NEXT_CORNER: i32 = 90;
pub const MUST_PASS: i32 = 90;
pub const CORNER_CAN_WAIT: i32 = 60;
pub const ALLOWS_ANSWER: i32 = 45;
pub const CAN_WAIT: i32 = 40;
pub const BOOK_OPENING: i32 = 40;
pub const LEAVES_SQUARE: i32 = 35;
/// Added to the weight of the moves that the opponent has fewer.
pub const FEWEST_MOVES: i32 = 10;

pub const PER_STABLE_TILE: i32 = 15;
/// For each tile of a row or column that belongs to the other side at the end.
pub const PER_TILE_WON: i32 = 10;
/// For each tile next to an empty square.
pub const PER_OPEN_TILE: i32 = 7;
pub const PER_FLIPPED_TILE: i32 = 6;

/// For each move that the opponent has next.
pub const PER_MOVE_LEFT: i32 = 15;
/// For each move of the opponent that was impossible before.
pub const PER_MOVE_OPENED: i32 = 12;
/// For each move of either side that gives no corner.
pub const PER_SAFE_MOVE: i32 = 20;
/// For each move that the mover has after the answer that leaves it the fewest.
pub const PER_MOVE_KEPT: i32 = 12;
/// For each move of the mover's lead after the best answer.
pub const PER_MOVE_AFTER_ANSWER: i32 = 15;
/// For each move of the mover's mean lead after all answers.
pub const PER_MEAN_MOVE: i32 = 10;
/// For each move of the mover's mean lead later on good lines.
pub const PER_LATER_MOVE: i32 = 12;
