//! The names of squares, moves and colours in the protocol.

use fourcade_engine::flip::model::{Side, Square};

/// The columns' letters. Unlike in Go, the letter I is used, as Othello interfaces with large
/// boards do.
const LETTERS: &[u8; MAX_SIZE as usize] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The number of rows of the largest board whose columns all have a letter.
pub const MAX_SIZE: u16 = 26;

/// A move in the protocol: one of our squares, or `None` for a pass.
pub type GtpMove = Option<Square>;

/// `None` if the column has no letter.
pub fn cell_name(square: Square, size: u16) -> Option<String> {
    let letter = *LETTERS.get(usize::from(size.checked_sub(square.col)?.checked_sub(1)?))?;
    Some(format!("{}{}", char::from(letter), square.row + 1))
}

pub fn move_name(to: GtpMove, size: u16) -> String {
    to.and_then(|square| cell_name(square, size)).unwrap_or_else(|| "pass".to_owned())
}

/// `None` if it is not the name of a move. The square may lie outside the board.
pub fn parse_move(name: &str, size: u16) -> Option<GtpMove> {
    if name.eq_ignore_ascii_case("pass") {
        return Some(None);
    }
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
    Some(Some(Square::new(row, col)))
}

pub const fn colour_name(side: Side) -> &'static str {
    match side {
        Side::O => "black",
        Side::X => "white",
    }
}

pub fn parse_colour(name: &str) -> Option<Side> {
    match name.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Side::O),
        "w" | "white" => Some(Side::X),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcade_engine::flip::model::FlipPosition;

    #[test]
    fn squares_and_their_names_correspond() {
        assert_eq!(cell_name(Square::new(0, 7), 8).as_deref(), Some("A1"));
        assert_eq!(cell_name(Square::new(7, 0), 8).as_deref(), Some("H8"));
        assert_eq!(cell_name(Square::new(0, 0), 9).as_deref(), Some("I1"));
        assert_eq!(cell_name(Square::new(0, 8), 8), None);
        assert_eq!(cell_name(Square::new(0, 0), 27), None);
        for size in 4..=MAX_SIZE {
            for square in FlipPosition::start(size).board.squares() {
                let name = cell_name(square, size).unwrap();
                assert_eq!(parse_move(&name, size), Some(Some(square)), "{name}");
                assert_eq!(parse_move(&name.to_lowercase(), size), Some(Some(square)), "{name}");
            }
        }
        assert_eq!(parse_move("PASS", 8), Some(None));
    }
}
