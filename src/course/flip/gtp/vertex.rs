//! Names of moves and colours in the protocol.

use fourcade_engine::flip::{
    model::{Side, Square},
    othello::{parse_square, square_name},
};

/// A square, or `None` for a pass.
pub type GtpMove = Option<Square>;

pub fn move_name(to: GtpMove, size: u16) -> String {
    to.and_then(|square| square_name(square, size)).unwrap_or_else(|| "pass".to_owned())
}

/// Returns `None` if this isn't the name of a move. The square may be outside the board.
pub fn parse_move(name: &str, size: u16) -> Option<GtpMove> {
    if name.eq_ignore_ascii_case("pass") {
        return Some(None);
    }
    parse_square(name, size).map(Some)
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
