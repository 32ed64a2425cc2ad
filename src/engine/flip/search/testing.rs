//! Positions for the engine's tests.

use rand::seq::IndexedRandom;

use crate::{flip::model::FlipPosition, play::random};

/// Plays random moves from the start of an n x n board until only `empties` squares are empty or
/// the game is over.
pub fn random_position(size: u16, empties: u32, seed: u64) -> FlipPosition {
    let mut rng = random::rng(seed, &[]);
    let mut position = FlipPosition::start(size);
    while position.board.empties() > empties && !position.is_over() {
        if let Some(&square) = position.legal().choose(&mut rng) {
            position.board.play(position.to_move, square);
        }
        position.to_move = position.to_move.other();
    }
    position
}
