//! The names of squares in Othello.

use crate::flip::model::Square;

/// The number of rows of the largest board whose columns all have a letter.
pub const MAX_NAMED_SIZE: u16 = 26;

/// The columns' letters. Unlike in Go, the letter I is used, as Othello interfaces with large
/// boards do.
const LETTERS: &[u8; MAX_NAMED_SIZE as usize] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Returns the name of a square, such as `F5`, or `None` if its column has no letter. Letters run
/// from our last column to the first, and rows are counted from 1 at the top.
///
/// ```
/// use fourcade_engine::flip::{model::Square, othello::{parse_square, square_name}};
///
/// assert_eq!(square_name(Square::new(4, 2), 8).as_deref(), Some("F5"));
/// assert_eq!(parse_square("f5", 8), Some(Square::new(4, 2)));
/// ```
pub fn square_name(square: Square, size: u16) -> Option<String> {
    let letter = *LETTERS.get(usize::from(size.checked_sub(square.col)?.checked_sub(1)?))?;
    Some(format!("{}{}", char::from(letter), square.row + 1))
}

/// Returns the square with this name, in capital or small letters, or `None` if it is none. The
/// square may lie outside the board.
pub fn parse_square(name: &str, size: u16) -> Option<Square> {
    let letter = name.bytes().next()?.to_ascii_uppercase();
    let column = LETTERS.iter().position(|&other| other == letter)?;
    let digits = name
        .get(1..)
        .filter(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()))?;
    // A number too large for a `u16` is also too large for a board.
    let row = digits.parse::<u16>().unwrap_or(u16::MAX).checked_sub(1)?;
    // Our columns run the other way. A letter beyond the board becomes a column beyond it, too.
    let col =
        u16::try_from(column).ok().and_then(|column| size.checked_sub(column + 1)).unwrap_or(size);
    Some(Square::new(row, col))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flip::model::FlipPosition;

    #[test]
    fn squares_and_their_names_correspond() {
        assert_eq!(square_name(Square::new(0, 7), 8).as_deref(), Some("A1"));
        assert_eq!(square_name(Square::new(7, 0), 8).as_deref(), Some("H8"));
        assert_eq!(square_name(Square::new(0, 0), 9).as_deref(), Some("I1"));
        assert_eq!(square_name(Square::new(0, 8), 8), None);
        assert_eq!(square_name(Square::new(0, 0), 27), None);
        for size in 4..=MAX_NAMED_SIZE {
            for square in FlipPosition::start(size).board.squares() {
                let name = square_name(square, size).unwrap();
                assert_eq!(parse_square(&name, size), Some(square), "{name}");
                assert_eq!(parse_square(&name.to_lowercase(), size), Some(square), "{name}");
            }
        }
    }
}
