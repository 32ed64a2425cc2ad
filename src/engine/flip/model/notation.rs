//! The one-line notation of positions that collections of test positions use: the squares row by
//! row, a space, and the side to move.

use std::str::FromStr;

use super::{FlipBoard, FlipPosition, MIN_SIZE, Side, Square};
use crate::play::ActionError;

/// The number of rows of the largest board that can be read.
const MAX_LINE_SIZE: u16 = 8;

/// Reads a line such as `---------------------------OX------XO--------------------------- X`, in
/// which `-` or `.` is an empty square.
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

impl FlipPosition {
    /// Returns the position in one line, in the notation that `FromStr` reads for boards up to
    /// 8 x 8.
    pub fn to_line(&self) -> String {
        let sign = |square: Square| {
            self.board.at(square).map_or_else(|| "-".to_owned(), |side| side.to_string())
        };
        let squares: String = self.board.squares().map(sign).collect();
        format!("{squares} {}", self.to_move)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_can_be_read_back() {
        for size in 4..=8 {
            let start = FlipPosition::start(size);
            assert_eq!(start.to_line().parse(), Ok(start));
        }
        let start = FlipPosition { to_move: Side::X, ..FlipPosition::start(4) };
        assert_eq!(start.to_line(), "-----OX--XO----- X");
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
