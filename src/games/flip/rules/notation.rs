//! A position in one line, as lists of test positions write it: the cells row by row, a space, the
//! side to move.

use std::str::FromStr;

use super::{FlipBoard, MIN_SIZE, Position, Side, Square};
use crate::play::ActionError;

/// The largest board that is written like this.
const MOST: u16 = 8;

/// `---------------------------OX------XO--------------------------- X`: `-` (or `.`) is an empty
/// cell.
impl FromStr for Position {
    type Err = ActionError;

    fn from_str(text: &str) -> Result<Self, ActionError> {
        let words: Vec<_> = text.split_whitespace().collect();
        let [cells, mover] = words[..] else {
            return Err(ActionError::new(
                "a board is its cells row by row, a space, and O or X for the side to move",
            ));
        };
        let to_move = match mover {
            "O" | "o" => Side::O,
            "X" | "x" => Side::X,
            _ => {
                return Err(ActionError::new(format!(
                    "{mover:?} is no side: behind the cells stands O or X"
                )));
            }
        };
        let count = cells.chars().count();
        let size =
            (MIN_SIZE..=MOST).find(|&size| usize::from(size).pow(2) == count).ok_or_else(|| {
                ActionError::new(format!(
                    "a board has 64 cells (or 16, 25, 36, 49 on smaller boards), not {count}"
                ))
            })?;
        let mut board = FlipBoard::empty(size);
        for (number, (cell, drawn)) in board.cells().zip(cells.chars()).enumerate() {
            let tile = match drawn {
                '-' | '.' => None,
                'O' | 'o' => Some(Side::O),
                'X' | 'x' => Some(Side::X),
                _ => {
                    let why =
                        format!("{drawn:?}, cell {} of the board, is none of X O -", number + 1);
                    return Err(ActionError::new(why));
                }
            };
            board.set(cell, tile);
        }
        Ok(Self { board, to_move })
    }
}

impl Position {
    /// It in one line, as it is read.
    pub fn in_a_line(&self) -> String {
        let sign = |cell: Square| {
            self.board.at(cell).map_or_else(|| "-".to_owned(), |side| side.to_string())
        };
        let cells: String = self.board.cells().map(sign).collect();
        format!("{cells} {}", self.to_move)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_as_it_is_written() {
        for size in 4..=8 {
            let start = Position::start(size);
            assert_eq!(start.in_a_line().parse(), Ok(start));
        }
        let start = Position { to_move: Side::X, ..Position::start(4) };
        assert_eq!(start.in_a_line(), "-----OX--XO----- X");
        assert_eq!(" .....ox..xo.....  x\n".parse(), Ok(start));
    }

    #[test]
    fn what_is_no_position_says_why() {
        for (text, why) in [
            ("", "cells row by row, a space, and O or X"),
            ("-----OX--XO-----", "cells row by row, a space, and O or X"),
            ("-----OX--XO----- X X", "cells row by row, a space, and O or X"),
            ("-----OX--XO----- Y", "\"Y\" is no side"),
            ("-----OX--XO---- X", "64 cells (or 16, 25, 36, 49 on smaller boards), not 15"),
            ("-----OX--ZO----- X", "'Z', cell 10 of the board, is none of X O -"),
            (&format!("{} X", "é".repeat(64)), "'é', cell 1 of the board"),
            (&format!("{} X", "-".repeat(81)), "not 81"),
        ] {
            let said = text.parse::<Position>().unwrap_err().to_string();
            assert!(said.contains(why), "{text:?}: {said}");
        }
    }
}
