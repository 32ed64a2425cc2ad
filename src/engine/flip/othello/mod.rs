//! Games of Othello as other programs write and read them.
//!
//! Flip on 8 x 8 is Othello, mirrored left to right: Black, who moves first, is our O, and column a
//! is our last column. [`square_name`] and [`parse_square`] convert the names of squares.
//!
//! | format | example |
//! |---|---|
//! | [move list](OthelloFormat::Moves) | `f5d6c3d3c4`, `1. F5 D6 2. C3 D3`, `f5, d6, pass` |
//! | [GGF](OthelloFormat::Ggf) | `(;GM[Othello]PB[Ada]PW[Bob]TY[8]BO[8 ... *]B[f5]W[d6];)` |
//!
//! [`find_games`] finds the games of a text, and [`OthelloGame::read`] reads one of them: people
//! play on both seats, and GGF names them. [`OthelloFormat::write`] writes a session.
//!
//! Source of GGF: Michael Buro and Igor Durdanovic, "Generic Game Format", skatgame.net.

mod ggf;
mod moves;
mod squares;
#[cfg(test)]
mod tests;
mod transcript;

pub use squares::{MAX_NAMED_SIZE, parse_square, square_name};

use super::Flip;
use crate::play::{RecordReadError, Session};

/// The formats of games of Othello.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OthelloFormat {
    /// The squares in the order of the moves. Passes may be left out, and are not written.
    Moves,
    /// The Generic Game Format of game servers, with the names of the players.
    Ggf,
}

/// A game in a text, not read yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OthelloGame {
    format: OthelloFormat,
    /// The line of the text in which it begins, from 1.
    line: usize,
    text: String,
}

/// The error of a board that the formats can't describe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Othello's formats name at most {MAX_NAMED_SIZE} columns, and this board has {0}")]
pub struct BoardTooWideError(u16);

/// Returns the games of a text in one of the formats, or `None` if it is in neither of them.
pub fn find_games(text: &str) -> Option<Vec<OthelloGame>> {
    ggf::find(text).or_else(|| moves::find(text))
}

impl OthelloGame {
    /// Describes the game for a list: its players, date and result, or its first moves.
    pub fn summary(&self) -> String {
        match self.format {
            OthelloFormat::Moves => moves::summary(self),
            OthelloFormat::Ggf => ggf::summary(self),
        }
    }

    /// Reads the game and plays it to its end.
    ///
    /// # Errors
    /// Returns an error with the number of the line, and of the move if there is one, if the text
    /// is damaged, the game doesn't start from the usual position, or a move is not legal.
    pub fn read(&self) -> Result<Session<Flip>, RecordReadError> {
        match self.format {
            OthelloFormat::Moves => moves::read(self),
            OthelloFormat::Ggf => ggf::read(self),
        }
    }
}

impl OthelloFormat {
    /// Writes the moves of a session that are applied.
    ///
    /// # Errors
    /// Returns an error if the board has more columns than there are letters.
    pub fn write(self, session: &Session<Flip>) -> Result<String, BoardTooWideError> {
        let size = session.header().setup.size();
        if size > MAX_NAMED_SIZE {
            return Err(BoardTooWideError(size));
        }
        Ok(match self {
            Self::Moves => moves::write(session),
            Self::Ggf => ggf::write(session),
        })
    }
}
