//! Explains wrong boards. A mistake is named only if it explains the output; otherwise the message
//! describes the difference.

use super::{
    boards::ShownBoards,
    game::{CorrectGame, read_cell},
};
use fourcade_engine::eater::model::{Cell, EaterBoard, JointMove, Role};

pub const ENDS_TOO_EARLY: &str = "the game ends too early: the Passer has no path from top to \
                                  bottom (a path never goes up), and the board isn't full";

/// Minimum number of boards that a mistake must explain: the empty one and two rounds.
pub const EXPLAINED_BOARDS: usize = 3;

/// Maximum number of markers on the first board of a new game.
const NEW_GAME_MARKERS: u32 = 2;

/// Writes a board on one line, such as `.P. / E.. / ...`.
pub fn compact_board(board: &EaterBoard) -> String {
    let letter = |cell| board.at(cell).map_or('.', Role::letter);
    let rows = (0..board.size())
        .map(|row| (0..board.size()).map(|col| letter(Cell::new(row, col))).collect::<String>());
    rows.collect::<Vec<_>>().join(" / ")
}

pub fn shown_cell(cell: Cell) -> String {
    format!("{} {}", cell.row + 1, cell.col + 1)
}

fn marker_count(board: &EaterBoard) -> u32 {
    board.marker_counts().iter().sum()
}

/// Whether the second board belongs to another game.
pub fn is_new_game(before: &EaterBoard, after: &EaterBoard) -> bool {
    let count = marker_count(after);
    count < marker_count(before) && count <= NEW_GAME_MARKERS
}

/// Whether a finished game may continue with this board: no marker has disappeared.
pub fn continues(last: &EaterBoard, next: &EaterBoard) -> bool {
    last.cells().all(|cell| last.at(cell).is_none() || next.at(cell).is_some())
}

/// Checks that the text at the end doesn't announce a wrong winner or a draw.
pub fn check_winner(said: &[&str], passer_wins: bool) -> Result<(), String> {
    let lines: Vec<String> = said.iter().map(|line| spaced_words(line)).collect();
    let is_said = |words: &str| lines.iter().any(|line| line.contains(words));
    let wins = |names: [&str; 2]| {
        names.iter().any(|name| {
            ["wins", "win", "won", "has won", "is the winner", "is winner"]
                .iter()
                .any(|verb| is_said(&format!(" {name} {verb} ")))
                || is_said(&format!(" winner is {name} "))
                || is_said(&format!(" winner {name} "))
        })
    };
    let names = [("Passer", ["passer", "p"]), ("Eater", ["eater", "e"])];
    let [(winner, right), (loser, wrong)] = if passer_wins { names } else { [names[1], names[0]] };
    if wins(wrong) {
        return Err(format!("the {winner} has won, but the {loser} is called the winner"));
    }
    if !wins(right) && [" draw ", " tie "].iter().any(|words| is_said(words)) {
        return Err(format!("the {winner} has won, but a draw is announced"));
    }
    Ok(())
}

/// Returns the words of a line in lower case, with a blank around each.
fn spaced_words(line: &str) -> String {
    let words = line.split(|letter: char| !letter.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty()).map(str::to_lowercase);
    words.fold(" ".to_owned(), |all, word| all + &word + " ")
}

pub fn continues_message(last: &EaterBoard) -> &'static str {
    if last.is_connected() {
        "the game goes on although the Passer has a path from top to bottom"
    } else {
        "the game goes on although the board is full"
    }
}

pub fn no_board_message(size: u16) -> String {
    format!(
        "no board of {size} rows is found, with the numbers 1 to {size} above its columns and \
         before its rows"
    )
}

/// Explains why the boards differ after this many rounds. Mistakes that change many boards come
/// before those that explain only this one.
pub fn explain(
    game: &CorrectGame,
    lines: &[String],
    shown: &ShownBoards<'_>,
    round: usize,
) -> String {
    let size = game.boards[0].size();
    let Some(right) = game.boards.get(round) else {
        return continues_message(&game.boards[game.boards.len() - 1]).to_owned();
    };
    let Some(actual) = shown.board(round) else {
        return match round.checked_sub(1) {
            None => no_board_message(size),
            Some(last) if says_end(&shown.lines_around(last)) => ENDS_TOO_EARLY.to_owned(),
            Some(_) => "no new board is shown after these moves: it refuses a valid one, or the \
                        game has ended"
                .to_owned(),
        };
    };
    let Some(before) = round.checked_sub(1).map(|before| &game.boards[before]) else {
        return "the board is not empty at the start".to_owned();
    };
    if is_new_game(before, actual) {
        return format!("{ENDS_TOO_EARLY}; another one begins");
    }
    let is_explained = |meant: fn(Cell) -> Option<Cell>| {
        let correct = CorrectGame::play_as(size, lines, meant).count_correct(shown);
        correct > round && correct >= EXPLAINED_BOARDS
    };
    if is_explained(|cell| Some(Cell::new(cell.col, cell.row))) {
        return "row and column are swapped: a move is the row, then the column".to_owned();
    }
    if is_explained(|cell| Some(Cell::new(cell.row.checked_add(1)?, cell.col.checked_add(1)?))) {
        return "rows and columns are counted from 0 instead of 1".to_owned();
    }
    let JointMove { passer, eater } = game.moves[round - 1];
    let (passer_cell, eater_cell) = (shown_cell(passer), shown_cell(eater));
    if *actual == with_markers(before, &[(passer, Role::Passer)]) {
        if passer == eater {
            return format!(
                "both chose {passer_cell}, and the Passer's marker stands there; the Eater's \
                 should remain"
            );
        }
        if shown.board(round + 1) == Some(right) {
            return format!(
                "the board shows the Passer's move {passer_cell} before the Eater has moved; it \
                 changes only when both have"
            );
        }
    }
    if let Some(accepted) = accepted_line(before, actual, &game.rounds[round - 1]) {
        return accepted;
    }
    let content =
        |role: Option<Role>| role.map_or("empty".to_owned(), |role| role.letter().to_string());
    let differs = |cell: &Cell| right.at(*cell) != actual.at(*cell);
    let cell = right.cells().find(differs).unwrap_or(passer);
    format!(
        "after {passer_cell} (Passer) and {eater_cell} (Eater) the cell {} is {} instead of {}",
        shown_cell(cell),
        content(actual.at(cell)),
        content(right.at(cell))
    )
}

fn says_end(said: &[&str]) -> bool {
    let lines: Vec<String> = said.iter().map(|line| spaced_words(line)).collect();
    ["win", "wins", "won", "winner", "over", "draw"]
        .iter()
        .any(|word| lines.iter().any(|line| line.contains(&format!(" {word} "))))
}

/// Adds markers to a board, which may replace others.
fn with_markers(board: &EaterBoard, markers: &[(Cell, Role)]) -> EaterBoard {
    let mut board = board.clone();
    for &(cell, role) in markers {
        if board.contains(cell) {
            board.set(cell, Some(role));
        }
    }
    board
}

/// Why a typed cell is illegal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Refusal {
    Taken(Cell, Role),
    Outside,
}

impl Refusal {
    fn of(line: &str, board: &EaterBoard) -> Option<Self> {
        match read_cell(line).filter(|cell| board.contains(*cell)) {
            None => Some(Self::Outside),
            Some(cell) => board.at(cell).map(|role| Self::Taken(cell, role)),
        }
    }

    /// Reports that this line of `mover` was accepted.
    fn message(self, mover: Role, line: &str) -> String {
        match self {
            Self::Taken(cell, owner) => format!(
                "the cell {} was taken by {}, and the {mover}'s move there is accepted",
                shown_cell(cell),
                owner.letter()
            ),
            Self::Outside => {
                format!("the {mover}'s move {line}, which is not on the board, is accepted")
            }
        }
    }

    fn is_like(self, other: Self) -> bool {
        matches!(self, Self::Outside) == matches!(other, Self::Outside)
    }
}

/// Reports an illegal line that the program accepted, if that explains the board: its marker
/// replaces another one or is missing.
fn accepted_line(before: &EaterBoard, actual: &EaterBoard, lines: &[String]) -> Option<String> {
    for (wrong, line) in lines.iter().enumerate() {
        let Some(refusal) = Refusal::of(line, before) else { continue };
        // The program may accept only this illegal line, or all illegal lines of its kind.
        for accepts_kind in [false, true] {
            let is_accepted = |&index: &usize| match Refusal::of(&lines[index], before) {
                None => true,
                Some(other) => index == wrong || accepts_kind && other.is_like(refusal),
            };
            let chosen: Vec<usize> = (0..lines.len()).filter(is_accepted).take(2).collect();
            let Some(role) = chosen.iter().position(|&index| index == wrong) else { continue };
            let chosen = chosen.iter().zip(Role::BOTH);
            let markers: Vec<(Cell, Role)> = chosen
                .filter_map(|(&index, role)| Some((read_cell(&lines[index])?, role)))
                .collect();
            let is_free = |(cell, _): &&(Cell, Role)| before.check(*cell).is_ok();
            let kept: Vec<_> = markers.iter().filter(is_free).copied().collect();
            if [markers, kept].iter().any(|markers| *actual == with_markers(before, markers)) {
                return Some(refusal.message(Role::BOTH[role], line));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const EMPTY: &str = "... / ... / ...";

    fn board(rows: &str) -> EaterBoard {
        let mut board = EaterBoard::empty(3);
        for (row, cells) in rows.split(" / ").zip(0..).map(|(cells, row)| (row, cells)) {
            for (cell, col) in cells.chars().zip(0..) {
                let role = Role::BOTH.into_iter().find(|role| role.letter() == cell);
                board.set(Cell::new(row, col), role);
            }
        }
        board
    }

    /// Prints boards, and what is said after each.
    fn printed(boards: &[(&str, &str)]) -> String {
        let mut text = String::new();
        for (rows, said) in boards {
            text += "  1 2 3\n";
            for (row, number) in rows.split(" / ").zip(1..) {
                let cells: Vec<String> = row.chars().map(String::from).collect();
                text.extend([number.to_string(), " ".to_owned(), cells.join(" "), "\n".to_owned()]);
            }
            text += said;
        }
        text
    }

    /// Returns what is said of a program that shows these boards when these lines are typed.
    fn explained(lines: &[&str], boards: &[(&str, &str)]) -> String {
        let lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        let game = CorrectGame::play(3, &lines);
        let text = printed(boards);
        let shown = ShownBoards::read(&text, 3);
        explain(&game, &lines, &shown, game.count_correct(&shown))
    }

    fn after(said: &'static str, boards: &[&'static str]) -> Vec<(&'static str, &'static str)> {
        let mut boards: Vec<_> = boards.iter().map(|rows| (*rows, "")).collect();
        if let Some(last) = boards.last_mut() {
            last.1 = said;
        }
        boards
    }

    #[test]
    fn mistakes_are_named_that_explain_what_is_shown() {
        let lines = ["1 2", "2 1", "3 3", "3 3", "2 2", "1 3"];
        for (boards, said, sentence) in [
            (vec![], "", "no board of 3 rows is found"),
            (vec![".P. / ... / ..."], "", "not empty at the start"),
            (
                vec![EMPTY, ".P. / ... / ...", ".P. / E.. / ..."],
                "",
                "shows the Passer's move 1 2 before the Eater has moved",
            ),
            (vec![EMPTY, ".P. / ... / ..."], "", "the cell 2 1 is empty instead of E"),
            (vec![EMPTY, ".E. / P.. / ...", ".E. / P.. / ..E"], "", "row and column are swapped"),
            (
                vec![EMPTY, ".P. / E.. / ...", ".P. / E.. / ..P"],
                "",
                "both chose 3 3, and the Passer's marker stands there",
            ),
            (vec![EMPTY], "Next?", "no new board is shown after these moves"),
            (vec![EMPTY, ".P. / E.. / ..."], "P wins!", "the game ends too early"),
            (vec![EMPTY, ".P. / E.. / ...", EMPTY], "", "the game ends too early"),
        ] {
            let explanation = explained(&lines, &after(said, &boards));
            assert!(explanation.contains(sentence), "{boards:?}: {explanation}");
        }
    }

    /// One board that would be the same by chance proves nothing.
    #[test]
    fn no_mistake_is_named_without_evidence() {
        let lines = ["1 2", "2 1", "1 3", "3 3"];
        // As if row and column were swapped, but only in the first round.
        let boards = after("", &[EMPTY, ".E. / P.. / ...", ".E. / P.P / ..E"]);
        let explanation = explained(&lines, &boards);
        assert!(explanation.contains("the cell 1 2 is E instead of P"), "{explanation}");
        // A taken cell is typed, but the game has just ended.
        let lines = ["1 1", "2 2", "2 2", "1 1", "1 2", "3 3"];
        let boards = after("", &[EMPTY, "P.. / .E. / ...", EMPTY]);
        assert!(explained(&lines, &boards).contains("the game ends too early"));
        // It is refused as it should be, and something else is wrong.
        let boards = after("", &[EMPTY, "P.. / .E. / ...", "PP. / .E. / .E."]);
        assert!(explained(&lines, &boards).contains("the cell 3 2 is E instead of empty"));
    }

    #[test]
    fn the_move_that_is_accepted_wrongly_is_named() {
        let taken = ["1 1", "2 2", "2 2", "1 2", "3 3"];
        let outside = ["1 1", "2 2", "1 3", "1 0", "3 3"];
        for (lines, last, sentence) in [
            (&taken, "PE. / .P. / ...", "2 2 was taken by E, and the Passer's move there"),
            (&taken, "PE. / .E. / ...", "2 2 was taken by E, and the Passer's move there"),
            (
                &outside,
                "P.P / .E. / ...",
                "the Eater's move 1 0, which is not on the board, is accepted",
            ),
        ] {
            let boards = after("", &[EMPTY, "P.. / .E. / ...", last]);
            let explanation = explained(lines, &boards);
            assert!(explanation.contains(sentence), "{last}: {explanation}");
        }
    }

    #[test]
    fn nobody_else_is_called_the_winner() {
        for (said, passer_wins, is_right) in [
            (vec!["The Passer wins."], true, true),
            (vec!["Player P wins!"], false, false),
            (vec!["Game over", "Winner: Eater"], true, false),
            (vec!["Draw game!"], false, false),
            (vec!["No draw: the Eater wins"], false, true),
            (vec!["Passer's move:", "Done."], false, true),
        ] {
            assert_eq!(check_winner(&said, passer_wins).is_ok(), is_right, "{said:?}");
        }
    }

    #[test]
    fn a_new_game_is_told_from_one_that_goes_on() {
        let last = board("P.. / PE. / PE.");
        for (next, is_new) in [(EMPTY, true), ("..P / ... / E..", true), ("P.E / PE. / PE.", false)]
        {
            let next = board(next);
            assert_eq!((is_new_game(&last, &next), continues(&last, &next)), (is_new, !is_new));
        }
    }
}
