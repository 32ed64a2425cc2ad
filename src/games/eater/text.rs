//! Eater in plain lines: the course's board, and what happened in words.

use super::Eater;
use crate::games::GameText;
use std::fmt::Write as _;

use super::rules::{Cell, EaterBoard, EaterEvent, EaterObservation, Role};

/// The names of the seats.
pub const SEATS: [&str; 2] = ["Passer", "Eater"];

/// The board as the course draws it, with a newline at the end: the columns' numbers (each begins
/// above its column's markers), a rule, the rows with an empty line between them, a rule. Two
/// letters hold a row's number, so that the bars of all rows stand below each other.
pub fn board(board: &EaterBoard) -> String {
    let size = board.size();
    let rule = format!("  {}\n", "-".repeat(4 * usize::from(size)));
    let mut numbers = String::from("  ");
    for number in 1..=size {
        let _ = write!(numbers, "  {number:<2}");
    }
    let row = |row| {
        let mut line = format!("{:<2}|", row + 1);
        for col in 0..size {
            let _ = write!(line, " {} |", board.at(Cell::new(row, col)).map_or(' ', Role::letter));
        }
        line + "\n"
    };
    let rows: Vec<_> = (0..size).map(row).collect();
    format!("{}\n{rule}{}{rule}", numbers.trim_end(), rows.join("\n"))
}

/// What happened, for a log; a side whose name is empty goes by its own.
pub fn tell(event: EaterEvent, names: &[String]) -> Option<String> {
    let who = |side: Role| match names.get(side.index()).map(String::as_str) {
        None | Some("") => side.to_string(),
        Some(name) => format!("{side} {name}"),
    };
    match (event, event.clash()) {
        (EaterEvent::Chose { .. }, Some(cell)) => {
            Some(format!("Both chose {cell}: the Eater's marker stays"))
        }
        (EaterEvent::Chose { passer, eater }, None) => {
            Some(format!("{} {passer}, {} {eater}", who(Role::Passer), who(Role::Eater)))
        }
        (EaterEvent::Over(_), _) => None,
    }
}

impl GameText for Eater {
    fn draw_plain(seen: &EaterObservation) -> String {
        board(&seen.board)
    }

    fn describe(event: &EaterEvent, names: &[String]) -> Option<String> {
        tell(*event, names)
    }

    fn progress(seen: &EaterObservation) -> Option<String> {
        Some(match seen.board.sealed() {
            Some(row) => format!("row {} is closed", row + 1),
            None => format!("{} cells empty", seen.board.empties()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_drawn_as_the_course_draws_it() {
        let drawn = "    1   2   3
  ------------
1 |   | E | P |

2 |   | P |   |

3 |   |   |   |
  ------------
";
        assert_eq!(board(&".EP\n.P.\n...".parse().expect("a board")), drawn);
    }

    #[test]
    fn numbers_of_two_digits_move_nothing() {
        for size in [9, 10, 15, 50] {
            let mut full = EaterBoard::empty(size);
            for cell in full.cells() {
                full.set(
                    cell,
                    Some(if (cell.row + cell.col) % 3 == 0 { Role::Eater } else { Role::Passer }),
                );
            }
            let drawn = board(&full);
            let lines: Vec<_> = drawn.lines().collect();
            assert_eq!(lines.len(), usize::from(2 * size + 2));
            for number in 1..=size {
                let (label, at) = (number.to_string(), 4 * usize::from(number));
                assert!(
                    lines[0][at..].starts_with(&label) && lines[0].as_bytes()[at - 1] == b' ',
                    "{}",
                    lines[0]
                );
                let row = lines[2 * usize::from(number)];
                assert_eq!(row.split('|').next().map(str::trim_end), Some(&*label));
                let bars: Vec<_> = row.match_indices('|').map(|(at, _)| at).collect();
                assert_eq!(
                    bars,
                    (0..=size).map(|bar| 2 + 4 * usize::from(bar)).collect::<Vec<_>>()
                );
                for col in 0..size {
                    let marker = full.at(Cell::new(number - 1, col)).map(Role::letter);
                    assert_eq!(row.chars().nth(4 + 4 * usize::from(col)), marker);
                }
            }
        }
    }

    #[test]
    fn a_round_in_words() {
        let chose = |passer, eater| EaterEvent::Chose { passer, eater };
        let (here, there) = (Cell::new(1, 2), Cell::new(0, 0));
        let names = ["human".to_owned(), "expert".to_owned()];
        let nobody = [String::new(), String::new()];
        assert_eq!(tell(chose(here, there), &nobody).as_deref(), Some("Passer 2 3, Eater 1 1"));
        assert_eq!(
            tell(chose(here, there), &names).as_deref(),
            Some("Passer human 2 3, Eater expert 1 1")
        );
        assert_eq!(
            tell(chose(here, here), &names).as_deref(),
            Some("Both chose 2 3: the Eater's marker stays")
        );
        assert_eq!(tell(EaterEvent::Over(Role::Eater), &names), None);
    }
}
