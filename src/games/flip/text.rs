//! Flip in plain lines: the course's board, and what happened in words.

use super::Flip;
use super::rules::{FlipBoard, FlipEvent, FlipObservation, Side};
use crate::games::GameText;

/// The board as the course draws it: `.OX` in a frame, with a newline at the end.
pub fn board(board: &FlipBoard) -> String {
    let edge = format!("+{}+\n", "-".repeat(usize::from(board.size())));
    format!("{edge}|{}|\n{edge}", board.to_string().trim_end().replace('\n', "|\n|"))
}

/// What happened, for a log; a side whose name is empty goes by its letter.
pub fn tell(event: &FlipEvent, names: &[String]) -> Option<String> {
    let who = |side: Side| match names.get(side.index()).map(String::as_str) {
        None | Some("") => side.to_string(),
        Some(name) => format!("{side} {name}"),
    };
    match event {
        FlipEvent::Placed { side, cell, flipped } => {
            Some(format!("{} plays {cell}, flips {}", who(*side), flipped.len()))
        }
        FlipEvent::Passed(side) => Some(format!("{} can't move and passes", who(*side))),
        FlipEvent::Over(_) => None,
    }
}

impl GameText for Flip {
    fn draw_plain(seen: &FlipObservation) -> String {
        board(&seen.position.board)
    }

    fn describe(event: &FlipEvent, names: &[String]) -> Option<String> {
        tell(event, names)
    }
}
