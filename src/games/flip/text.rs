//! Flip in plain lines: the course's board, and what happened in words.

use super::rules::{Board, Event};

/// The board as the course draws it: `.OX` in a frame, with a newline at the end.
pub fn board(board: &Board) -> String {
    let edge = format!("+{}+\n", "-".repeat(usize::from(board.size())));
    format!("{edge}|{}|\n{edge}", board.to_string().trim_end().replace('\n', "|\n|"))
}

/// What happened, for the log beside the board.
pub fn tell(event: &Event, names: &[String]) -> Option<String> {
    let name = |side: super::rules::Side| names.get(side.index()).map_or("", String::as_str);
    match event {
        Event::Placed { side, cell, flipped } => {
            Some(format!("{side} {} plays {cell}, flips {}", name(*side), flipped.len()))
        }
        Event::Passed(side) => Some(format!("{side} {} can't move and passes", name(*side))),
        Event::Over(_) => None,
    }
}
