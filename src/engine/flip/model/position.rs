//! A position: a board with the side to move, and its notation in one line.

use std::str::FromStr;

use super::{FlipBoard, MIN_SIZE, Side, Square, bitboard::Position};
use crate::play::ActionError;

/// The maximum number of rows of a board in the notation of one line.
const MAX_LINE_SIZE: u16 = 8;

/// A board with the side to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FlipPosition {
    /// The board.
    pub board: FlipBoard,
    /// The side to move. It must pass if it has no legal move.
    pub to_move: Side,
}

impl FlipPosition {
    /// The starting position of an n x n board: O moves.
    pub fn start(size: u16) -> Self {
        Self { board: FlipBoard::start(size), to_move: Side::O }
    }

    /// The legal moves of the side to move in reading order. If there are none, it must pass.
    pub fn legal(&self) -> Vec<Square> {
        self.board.legal(self.to_move)
    }

    /// The position after a legal move. The other side moves next, or must pass.
    pub fn after(&self, square: Square) -> Self {
        let mut board = self.board.clone();
        board.play(self.to_move, square);
        Self { board, to_move: self.to_move.other() }
    }

    /// The bitboards, or `None` if the board is larger than 8 x 8.
    pub fn bitboards(&self) -> Option<Position> {
        self.board.bitboards(self.to_move)
    }

    /// Whether neither side can move.
    pub fn is_over(&self) -> bool {
        Side::BOTH.iter().all(|&side| self.board.first_legal(side).is_none())
    }
}

/// Reads the notation of test positions: the squares row by row (`O`, `X`, and `-` or `.` if
/// empty), a space, and the side to move, such as
/// `---------------------------OX------XO--------------------------- X`.
impl FromStr for FlipPosition {
    type Err = ActionError;

    fn from_str(text: &str) -> Result<Self, ActionError> {
        let parts: Vec<_> = text.split_whitespace().collect();
        let [squares, mover] = parts[..] else {
            return Err(ActionError::new(
                "a board is its cells row by row, a space, and O or X for the side to move",
            ));
        };
        let to_move = match mover {
            "O" | "o" => Side::O,
            "X" | "x" => Side::X,
            _ => {
                return Err(ActionError::new(format!(
                    "{mover:?} isn't a side: put O or X after the cells"
                )));
            }
        };
        let count = squares.chars().count();
        let size = (MIN_SIZE..=MAX_LINE_SIZE)
            .find(|&size| usize::from(size).pow(2) == count)
            .ok_or_else(|| {
                ActionError::new(format!(
                    "a board has 64 cells (or 16, 25, 36, 49 on smaller boards), not {count}"
                ))
            })?;
        let mut board = FlipBoard::empty(size);
        for (number, (square, sign)) in board.squares().zip(squares.chars()).enumerate() {
            let tile = match sign {
                '-' | '.' => None,
                'O' | 'o' => Some(Side::O),
                'X' | 'x' => Some(Side::X),
                _ => {
                    let message =
                        format!("{sign:?}, cell {} of the board, isn't one of X O -", number + 1);
                    return Err(ActionError::new(message));
                }
            };
            board.set(square, tile);
        }
        Ok(Self { board, to_move })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_whatever_its_signs_for_cells() {
        for size in 4..=8 {
            let start = FlipPosition::start(size);
            let line = format!("{} O", start.board.to_string().replace('\n', ""));
            assert_eq!(line.parse(), Ok(start));
        }
        let start = FlipPosition { to_move: Side::X, ..FlipPosition::start(4) };
        assert_eq!("-----OX--XO----- X".parse(), Ok(start.clone()));
        assert_eq!(" .....ox..xo.....  x\n".parse(), Ok(start));
    }

    #[test]
    fn the_error_says_what_is_wrong_with_a_line() {
        for (text, message) in [
            ("", "cells row by row, a space, and O or X"),
            ("-----OX--XO-----", "cells row by row, a space, and O or X"),
            ("-----OX--XO----- X X", "cells row by row, a space, and O or X"),
            ("-----OX--XO----- Y", "\"Y\" isn't a side"),
            ("-----OX--XO---- X", "64 cells (or 16, 25, 36, 49 on smaller boards), not 15"),
            ("-----OX--ZO----- X", "'Z', cell 10 of the board, isn't one of X O -"),
            (&format!("{} X", "é".repeat(64)), "'é', cell 1 of the board"),
            (&format!("{} X", "-".repeat(81)), "not 81"),
        ] {
            let error = text.parse::<FlipPosition>().unwrap_err().to_string();
            assert!(error.contains(message), "{text:?}: {error}");
        }
    }
}
