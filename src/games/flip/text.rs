//! Flip as plain text: the board as the course draws it, and events as sentences.

use super::Flip;
use super::rules::{FlipBoard, FlipEvent, FlipObservation, Side};
use crate::games::GameText;

/// Draws the board as the course does: `.OX` in a frame, with a newline at the end.
pub fn board(board: &FlipBoard) -> String {
    let edge = format!("+{}+\n", "-".repeat(usize::from(board.size())));
    format!("{edge}|{}|\n{edge}", board.to_string().trim_end().replace('\n', "|\n|"))
}

/// Describes a move or a pass in one line. Returns `None` for the end of the game.
///
/// `names` holds the players of O and of X. A side with a missing or empty name is called by its
/// letter alone.
pub fn tell(event: &FlipEvent, names: &[String]) -> Option<String> {
    let name = |side: Side| match names.get(side.index()).map(String::as_str) {
        None | Some("") => side.to_string(),
        Some(name) => format!("{side} {name}"),
    };
    match event {
        FlipEvent::Placed { side, square, flipped } => {
            Some(format!("{} plays {square}, flips {}", name(*side), flipped.len()))
        }
        FlipEvent::Passed(side) => Some(format!("{} can't move and passes", name(*side))),
        FlipEvent::Over(_) => None,
    }
}

impl GameText for Flip {
    fn draw_plain(observation: &FlipObservation) -> String {
        board(&observation.position.board)
    }

    fn describe(event: &FlipEvent, names: &[String]) -> Option<String> {
        tell(event, names)
    }
}
