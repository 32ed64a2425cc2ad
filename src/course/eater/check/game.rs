//! The game that a correct program would show.

use super::boards::ShownBoards;
use crate::text_program;
use fourcade_engine::eater::model::{Cell, EaterBoard, JointMove};

/// A game played correctly from typed lines.
pub struct CorrectGame {
    /// All boards, starting with the empty one.
    pub boards: Vec<EaterBoard>,
    pub moves: Vec<JointMove>,
    /// The lines typed in each round.
    pub rounds: Vec<Vec<String>>,
}

impl CorrectGame {
    pub fn play(size: u16, lines: &[String]) -> Self {
        Self::play_as(size, lines, Some)
    }

    /// Plays a game in which `meant` translates typed cells. A line without a legal cell belongs to
    /// its round but changes nothing, and a round without its second cell is dropped.
    pub fn play_as(size: u16, lines: &[String], meant: impl Fn(Cell) -> Option<Cell>) -> Self {
        let mut board = EaterBoard::empty(size);
        let mut game = Self { boards: vec![board.clone()], moves: Vec::new(), rounds: Vec::new() };
        let (mut chosen, mut round) = (None, Vec::new());
        for line in lines {
            round.push(line.clone());
            let cell = read_cell(line).and_then(&meant);
            let Some(cell) = cell.filter(|cell| board.check(*cell).is_ok()) else { continue };
            let Some(passer) = chosen.take() else {
                chosen = Some(cell);
                continue;
            };
            let joint_move = JointMove { passer, eater: cell };
            board.apply(joint_move);
            game.boards.push(board.clone());
            game.moves.push(joint_move);
            game.rounds.push(std::mem::take(&mut round));
            if is_over(&board) {
                break;
            }
        }
        game
    }

    /// Returns the number of lines typed in the first rounds.
    pub fn lines_typed(&self, rounds: usize) -> usize {
        self.rounds[..rounds].iter().map(Vec::len).sum()
    }

    /// Returns the number of correct boards before the first wrong one.
    pub fn count_correct(&self, shown: &ShownBoards<'_>) -> usize {
        let pairs = self.boards.iter().zip(shown.boards());
        pairs.take_while(|(right, actual)| right == actual).count()
    }
}

pub fn is_over(board: &EaterBoard) -> bool {
    board.is_connected() || board.empty_count() == 0
}

/// Parses a cell, whose row and column are counted from 1.
pub fn read_cell(line: &str) -> Option<Cell> {
    let (row, col) = text_program::scan_two_numbers(line.as_bytes())?;
    let index = |number: i32| u16::try_from(number).ok()?.checked_sub(1);
    Some(Cell::new(index(row)?, index(col)?))
}
