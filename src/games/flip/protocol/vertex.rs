//! How others name cells and sides.

use crate::games::flip::rules::{Side, Square};

/// The columns' letters. Go leaves out the I, but interfaces for Othello on large boards have it.
const LETTERS: &[u8; MAX_SIZE as usize] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The largest board that can be talked of.
pub const MAX_SIZE: u16 = 26;

/// Where a move goes: a cell of ours, or nowhere.
pub type Move = Option<Square>;

/// The name of a cell of an n x n board. (Beyond [`MAX_SIZE`] columns have no names.)
pub fn name(at: Square, size: u16) -> Option<String> {
    let letter = *LETTERS.get(usize::from(size.checked_sub(at.col)?.checked_sub(1)?))?;
    Some(format!("{}{}", char::from(letter), at.row + 1))
}

/// The name of a move: that of its cell, or `pass`.
pub fn move_name(to: Move, size: u16) -> String {
    to.and_then(|cell| name(cell, size)).unwrap_or_else(|| "pass".to_owned())
}

/// The move with this name; nothing if it is no name. The board may not have its cell.
pub fn read_move(word: &str, size: u16) -> Option<Move> {
    if word.eq_ignore_ascii_case("pass") {
        return Some(None);
    }
    let letter = word.bytes().next()?.to_ascii_uppercase();
    let file = LETTERS.iter().position(|&known| known == letter)?;
    let digits = word
        .get(1..)
        .filter(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()))?;
    // Whatever is too large for a number is too large for a board.
    let row = digits.parse::<u16>().unwrap_or(u16::MAX).checked_sub(1)?;
    // A column beyond the first of ours is one beyond the last.
    let col = u16::try_from(file).ok().and_then(|file| size.checked_sub(file + 1)).unwrap_or(size);
    Some(Some(Square::new(row, col)))
}

/// The name of a side.
pub const fn side_name(side: Side) -> &'static str {
    match side {
        Side::O => "black",
        Side::X => "white",
    }
}

/// The side with this name.
pub fn read_side(word: &str) -> Option<Side> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Side::O),
        "w" | "white" => Some(Side::X),
        _ => None,
    }
}
