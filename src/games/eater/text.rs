//! Eater in plain lines: the board, and what happened in words.

use std::fmt::Write as _;

use super::rules::{Board, Cell, Event, Side};

/// The names of the seats.
pub const SEATS: [&str; 2] = ["Passer", "Eater"];

/// The board in a frame with the numbers of its rows and columns, a blank line between rows, a newline at the end.
pub fn board(board: &Board) -> String {
    let numbers: Vec<String> = (1..=board.size()).map(|col| format!("{col:<4}")).collect();
    let edge = format!("  {}\n", "-".repeat(4 * usize::from(board.size())));
    let mut text = format!("    {}\n{edge}", numbers.concat().trim_end());
    for row in 0..board.size() {
        let _ = write!(text, "{:<2}|", row + 1);
        for col in 0..board.size() {
            let _ = write!(text, " {} |", board.at(Cell::new(row, col)).map_or(' ', Side::letter));
        }
        text.push_str(if row + 1 < board.size() { "\n\n" } else { "\n" });
    }
    text + &edge
}

/// What happened, for a log; a side whose name is empty goes by its own.
pub fn tell(event: Event, names: &[String]) -> Option<String> {
    let who = |side: Side| match names.get(side.index()).map(String::as_str) {
        None | Some("") => side.to_string(),
        Some(name) => format!("{side} {name}"),
    };
    match (event, event.clash()) {
        (Event::Chose { .. }, Some(cell)) => Some(format!("Both chose {cell}: the Eater's marker stays")),
        (Event::Chose { passer, eater }, None) => {
            Some(format!("{} {passer}, {} {eater}", who(Side::Passer), who(Side::Eater)))
        }
        (Event::Over(_), _) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_in_words() {
        let chose = |passer, eater| Event::Chose { passer, eater };
        let (here, there) = (Cell::new(1, 2), Cell::new(0, 0));
        let names = ["human".to_owned(), "expert".to_owned()];
        let nobody = [String::new(), String::new()];
        assert_eq!(tell(chose(here, there), &nobody).as_deref(), Some("Passer 2 3, Eater 1 1"));
        assert_eq!(tell(chose(here, there), &names).as_deref(), Some("Passer human 2 3, Eater expert 1 1"));
        assert_eq!(tell(chose(here, here), &names).as_deref(), Some("Both chose 2 3: the Eater's marker stays"));
        assert_eq!(tell(Event::Over(Side::Eater), &names), None);
    }
}
