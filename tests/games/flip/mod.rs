//! Tests of Flip.

mod ladder;
mod openings;
mod players;
mod random_play;
mod reasons;
mod rules;
mod stability;
mod strength;

use fourcade_engine::flip::model::{FlipBoard, wide_board::WideBoard};

/// Returns the same board as an array, whatever its size.
fn array(board: &FlipBoard) -> WideBoard {
    let mut array = WideBoard::empty(board.size());
    for square in board.squares() {
        array.set(square, board.at(square));
    }
    array
}
