//! The celebration of Flip counts the tiles: row by row, O's tiles move to the left edge and X's to
//! the right edge.

use std::time::Duration;

use crate::games::parts_done;
use fourcade_engine::flip::model::{FlipBoard, Side, Square};

const ROW_TIME: Duration = Duration::from_millis(220);
const MIN_COUNT_TIME: Duration = Duration::from_millis(900);
const MAX_COUNT_TIME: Duration = Duration::from_millis(1900);
/// Pause with all tiles counted.
const REST_TIME: Duration = Duration::from_millis(600);

pub struct Count<'a> {
    board: &'a FlipBoard,
    /// Rows counted so far, from the top.
    rows: u16,
}

impl<'a> Count<'a> {
    /// The count at a progress from 0 to 1.
    pub fn at(board: &'a FlipBoard, done: f32) -> Self {
        let counting = 1.0 - REST_TIME.div_duration_f32(Self::time(board));
        let rows = parts_done(done / counting, board.size().into());
        Self { board, rows: u16::try_from(rows).unwrap_or(board.size()) }
    }

    pub fn time(board: &FlipBoard) -> Duration {
        (ROW_TIME * u32::from(board.size())).clamp(MIN_COUNT_TIME, MAX_COUNT_TIME) + REST_TIME
    }

    /// The row that is being counted; `None` after the count.
    pub fn current_row(&self) -> Option<u16> {
        Some(self.rows).filter(|&row| row < self.board.size())
    }

    /// The tiles counted so far, by side.
    pub fn tiles(&self) -> [u32; 2] {
        let mut tiles = [0; 2];
        for row in 0..self.rows {
            let [o, x] = self.tiles_in_row(row);
            tiles[0] += u32::from(o);
            tiles[1] += u32::from(x);
        }
        tiles
    }

    /// The tile to draw on a square; those in counted rows are at the edges.
    pub fn tile(&self, square: Square) -> Option<Side> {
        if square.row >= self.rows {
            return self.board.at(square);
        }
        let [o, x] = self.tiles_in_row(square.row);
        if square.col < o {
            Some(Side::O)
        } else if square.col >= self.board.size() - x {
            Some(Side::X)
        } else {
            None
        }
    }

    fn tiles_in_row(&self, row: u16) -> [u16; 2] {
        let mut tiles = [0; 2];
        for col in 0..self.board.size() {
            if let Some(side) = self.board.at(Square::new(row, col)) {
                tiles[side.index()] += 1;
            }
        }
        tiles
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::MAX_CELEBRATION;
    use fourcade_engine::{
        flip::{Flip, model::FlipSetup},
        play::{Game as _, Seats},
    };

    #[test]
    fn all_tiles_are_counted_before_the_celebration_ends() {
        for size in [4, 8, 30] {
            let game = Flip::start(&FlipSetup::new(size).unwrap());
            let board = game.observe(Seats::NONE).position.board;
            assert!(Count::time(&board) <= MAX_CELEBRATION);
            let start = Count::at(&board, 0.0);
            assert_eq!((start.tiles(), start.current_row()), ([0, 0], Some(0)));
            let end = Count::at(&board, 0.99);
            assert_eq!((end.tiles(), end.current_row()), ([2, 2], None), "{size}");
            // All counted tiles are at the edges.
            let squares = (0..size).flat_map(|row| (0..size).map(move |col| Square::new(row, col)));
            let tiles: Vec<_> = squares.filter(|&square| end.tile(square).is_some()).collect();
            assert_eq!(tiles.len(), 4);
            assert!(tiles.iter().all(|tile| tile.col < 2 || tile.col >= size - 2));
        }
    }
}
