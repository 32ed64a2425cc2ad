//! The check of other people's programs for Eater. The course sheet leaves the words open, so the
//! boards are read from whatever a program prints, and compared with those of the game.

use include_dir::{Dir, include_dir};

use crate::games::{
    check::{Fault, Problem, Property, Run, Suite, Trial},
    course,
};
use fourcade_engine::{
    eater::{
        Eater,
        model::{Cell, EaterBoard, JointMove, Role},
    },
    play::Game as _,
};

static CASES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/assets/check/eater");

pub const SUITE: Suite = Suite {
    game: Eater::KEY,
    cases: &CASES,
    properties: &[
        ("moves", Property::Judged(judge_moves)),
        ("computers", Property::Judged(judge_computers)),
    ],
    explain: |_, _, _| None,
};

/// The distance of two tab stops.
const TAB: usize = 8;

/// How many blank or ruled lines may lie between two rows.
const MAX_GAP: usize = 4;

/// How often a straight line is looked for: the other player, who is random, may prevent it.
const LINE_ATTEMPTS: usize = 4;

/// How many of the first markers are looked at, and how many of them lie in a line.
const LINE_MARKERS: [usize; 2] = [5, 4];

/// Reads the boards of this size in a text: a line that ends with the numbers of the columns, and
/// below it a line for each row, which begins with its number. `P` and `E` are markers, and
/// whatever else stands in a cell makes it an empty one.
fn read_boards(text: &str, size: u16) -> Vec<EaterBoard> {
    let lines: Vec<String> = text.lines().map(expand_tabs).collect();
    let mut boards: Vec<EaterBoard> = Vec::new();
    let mut next = 0;
    while let Some(line) = lines.get(next) {
        next += 1;
        let Some(columns) = read_heading(line, size) else { continue };
        let Some((board, after)) = read_rows(&lines, next, &columns) else { continue };
        next = after;
        if boards.last() != Some(&board) {
            boards.push(board);
        }
    }
    boards
}

fn expand_tabs(line: &str) -> String {
    let mut expanded = String::new();
    for letter in line.chars() {
        match letter {
            '\t' => {
                let blanks = TAB - expanded.chars().count() % TAB;
                expanded.push_str(&" ".repeat(blanks));
            }
            letter => expanded.push(letter),
        }
    }
    expanded
}

/// Returns the middles of the columns, doubled, if the line ends with their numbers. What stands
/// before them may be a question, whose answer is not shown; then their places are counted from
/// its end.
fn read_heading(line: &str, size: u16) -> Option<Vec<usize>> {
    let letters: Vec<char> = line.chars().collect();
    let mut columns = Vec::new();
    let mut end = letters.len();
    for number in (1..=size).rev() {
        while end > 0 && !letters[end - 1].is_alphanumeric() {
            end -= 1;
        }
        let digits = letters[..end].iter().rev().take_while(|letter| letter.is_ascii_digit());
        let start = end - digits.count();
        let text: String = letters[start..end].iter().collect();
        if text.parse() != Ok(number) {
            return None;
        }
        columns.push(start + end - 1);
        end = start;
    }
    columns.reverse();
    let question = letters[..end].iter().rposition(|letter| !" |+-".contains(*letter));
    let shift = 2 * question.map_or(0, |at| at + 1);
    Some(columns.into_iter().map(|column| column - shift).collect())
}

fn read_rows(lines: &[String], first: usize, columns: &[usize]) -> Option<(EaterBoard, usize)> {
    let size = u16::try_from(columns.len()).ok()?;
    let mut board = EaterBoard::empty(size);
    let mut next = first;
    for row in 0..size {
        let number = (row + 1).to_string();
        let gap = lines[next.min(lines.len())..].iter().take(MAX_GAP + 1);
        let found =
            gap.map(|line| row_markers(line, &number, columns)).position(|row| row.is_some());
        let line = next + found?;
        for (col, role) in row_markers(&lines[line], &number, columns)? {
            board.set(Cell::new(row, col), Some(role));
        }
        next = line + 1;
    }
    Some((board, next))
}

/// Returns the markers in the row with this number, or `None` if the line is not that row.
fn row_markers(line: &str, number: &str, columns: &[usize]) -> Option<Vec<(u16, Role)>> {
    let text = line.trim_start_matches([' ', '|', '+']);
    let cells = text.strip_prefix(number)?;
    if cells.starts_with(|letter: char| letter.is_alphanumeric()) {
        return None;
    }
    let role = |letter: char| match letter {
        'P' => Some(Role::Passer),
        'E' => Some(Role::Eater),
        _ => None,
    };
    let words = cells.split(|letter: char| !letter.is_alphanumeric());
    if words.clone().any(|word| word.len() > 1 && word.starts_with(['P', 'E'])) {
        return None;
    }
    let parts: Vec<&str> = cells.split('|').collect();
    if parts.len() > columns.len() {
        // A number, a bar, and then a bar after each cell, or between two cells.
        let start = usize::from(parts[0].trim().is_empty());
        let cells = parts[start..].iter().take(columns.len()).enumerate();
        let markers = cells.filter_map(|(col, part)| {
            Some((u16::try_from(col).ok()?, part.chars().find_map(role)?))
        });
        return Some(markers.collect());
    }
    let offset = line.chars().count() - cells.chars().count();
    let markers = cells.chars().enumerate().filter_map(|(at, letter)| {
        let middle = 2 * (offset + at);
        let near = (0..columns.len()).min_by_key(|&col| columns[col].abs_diff(middle))?;
        Some((u16::try_from(near).ok()?, role(letter)?))
    });
    Some(markers.collect())
}

/// A game as the rules want it, from typed lines.
struct Game {
    /// The boards, from the empty one to the last.
    boards: Vec<EaterBoard>,
    moves: Vec<JointMove>,
    /// How many lines were typed before each round was over.
    typed: Vec<usize>,
    /// The lines of each round that are no valid moves.
    refused: Vec<Vec<String>>,
}

impl Game {
    fn play(size: u16, lines: &[String]) -> Self {
        let mut board = EaterBoard::empty(size);
        let mut game = Self {
            boards: vec![board.clone()],
            moves: Vec::new(),
            typed: Vec::new(),
            refused: Vec::new(),
        };
        let (mut chosen, mut refused) = (None, Vec::new());
        for (number, line) in lines.iter().enumerate() {
            let Some(cell) = read_cell(line, &board) else {
                refused.push(line.clone());
                continue;
            };
            let Some(passer) = chosen.take() else {
                chosen = Some(cell);
                continue;
            };
            let joint_move = JointMove { passer, eater: cell };
            board.apply(joint_move);
            game.boards.push(board.clone());
            game.moves.push(joint_move);
            game.typed.push(number + 1);
            game.refused.push(std::mem::take(&mut refused));
            if is_over(&board) {
                break;
            }
        }
        game
    }
}

fn is_over(board: &EaterBoard) -> bool {
    board.is_connected() || board.empty_count() == 0
}

/// Reads an empty cell of the board; rows and columns are counted from 1.
fn read_cell(line: &str, board: &EaterBoard) -> Option<Cell> {
    let (row, col) = course::scan_two_numbers(line.as_bytes())?;
    let index = |number: i32| u16::try_from(number).ok()?.checked_sub(1);
    let cell = Cell::new(index(row)?, index(col)?);
    (board.contains(cell) && board.at(cell).is_none()).then_some(cell)
}

/// Returns the cells of a board as lines to type, each so often.
fn all_cells(size: u16, times: usize) -> impl Iterator<Item = String> {
    (1..=size)
        .flat_map(move |row| (1..=size).map(move |col| format!("{row} {col}")))
        .flat_map(move |cell| std::iter::repeat_n(cell, times))
}

fn parameter<'a>(run: &'a Run, name: &str) -> Option<&'a toml::Value> {
    run.property.as_ref()?.parameters.get(name)
}

fn board_size(run: &Run) -> Result<u16, Problem> {
    let own = parameter(run, "size").and_then(toml::Value::as_integer);
    let size = own.or(run.size).and_then(|size| u16::try_from(size).ok());
    size.filter(|size| (3..=30).contains(size))
        .ok_or_else(|| Problem::BadCase("the run needs a size, from 3 to 30".to_owned()))
}

fn input(lines: &[String]) -> String {
    lines.iter().flat_map(|line| [line, "\n"]).collect()
}

/// Two people play the parameter `moves`, and then all cells that are left; the boards must be
/// those of the game, and the game must end when it is over.
fn judge_moves(trial: &mut Trial<'_>, run: &Run) -> Result<(), Problem> {
    let size = board_size(run)?;
    let own = parameter(run, "moves").and_then(toml::Value::as_array).into_iter().flatten();
    let own = own.filter_map(|line| line.as_str().map(str::to_owned));
    // Both choose each cell that is left, which then is the Eater's.
    let lines: Vec<String> = own.chain(all_cells(size, 2)).collect();
    let ran = trial.run(&run.args, &input(&[run.typed.clone(), lines.clone()].concat()))?;
    let text = String::from_utf8_lossy(&ran.output);
    let game = Game::play(size, &lines);
    let shown = read_boards(&text, size);
    let common = game.boards.iter().zip(&shown).take_while(|(right, came)| right == came).count();
    let typed_by = |round: usize| {
        let count = game.typed.get(round.wrapping_sub(1)).copied().unwrap_or(0);
        [run.typed.clone(), lines[..count].to_vec()].concat()
    };
    let fault = |sentence: String, round: usize| Fault {
        expected: game.boards.get(round).map(in_a_line),
        came: shown.get(round).map(in_a_line),
        typed: typed_by(round.min(game.moves.len())),
        ..Fault::new(sentence)
    };
    if common < game.boards.len() || common < shown.len() {
        return Err(fault(explain(&game, &shown, common, &last_lines(&text)), common).into());
    }
    ran.end.map_err(|error| fault(error.to_string(), common - 1))?;
    let passer_wins = game.boards.last().is_some_and(EaterBoard::is_connected);
    check_winner(&text, passer_wins).map_err(|sentence| fault(sentence, common - 1).into())
}

/// Returns the last lines of a text, in small letters.
fn last_lines(text: &str) -> String {
    text.lines().rev().take(3).collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Checks that the other player is not called the winner.
fn check_winner(text: &str, passer_wins: bool) -> Result<(), String> {
    let end = last_lines(text);
    let (winner, loser) = if passer_wins { ("Passer", "eater") } else { ("Eater", "passer") };
    let is_called = [" wins", " won", " has won", " is the winner"]
        .iter()
        .any(|words| end.contains(&format!("{loser}{words}")));
    if is_called {
        Err(format!("the {winner} has won, and the other is called the winner"))
    } else {
        Ok(())
    }
}

/// Returns the rows of a board in one line.
fn in_a_line(board: &EaterBoard) -> String {
    let letter = |cell| board.at(cell).map_or('.', Role::letter);
    let rows = (0..board.size())
        .map(|row| (0..board.size()).map(|col| letter(Cell::new(row, col))).collect::<String>());
    rows.collect::<Vec<_>>().join(" / ")
}

fn shown_cell(cell: Cell) -> String {
    format!("{} {}", cell.row + 1, cell.col + 1)
}

/// Says why the boards differ after this many rounds. `end` is what was printed last.
fn explain(game: &Game, shown: &[EaterBoard], round: usize, end: &str) -> String {
    let size = game.boards[0].size();
    let Some(right) = game.boards.get(round) else {
        let last = &game.boards[game.boards.len() - 1];
        return if last.is_connected() {
            "the game goes on although the Passer has a path from top to bottom".to_owned()
        } else {
            "the game goes on although the board is full".to_owned()
        };
    };
    let Some(came) = shown.get(round) else {
        return match round {
            0 => format!(
                "no board of {size} rows is shown with the numbers 1 to {size} at its top and at \
                 its left"
            ),
            _ if ["win", "won", "over"].iter().any(|word| end.contains(word)) => {
                "the game ends too early: the Passer has no path from top to bottom, which never \
                 goes up, and the board isn't full"
                    .to_owned()
            }
            _ => "no board is shown after these moves: a valid one is refused, or the game has \
                  ended"
                .to_owned(),
        };
    };
    let Some(&joint_move) = round.checked_sub(1).and_then(|before| game.moves.get(before)) else {
        return "the board is not empty at the start".to_owned();
    };
    let before = &game.boards[round - 1];
    let with = |passer: Option<Cell>, eater: Option<Cell>| {
        let mut board = before.clone();
        for (cell, role) in [(passer, Role::Passer), (eater, Role::Eater)] {
            if let Some(cell) = cell.filter(|cell| board.contains(*cell)) {
                board.set(cell, Some(role));
            }
        }
        board
    };
    let JointMove { passer, eater } = joint_move;
    let (passer_cell, eater_cell) = (shown_cell(passer), shown_cell(eater));
    let swapped = |cell: Cell| Some(Cell::new(cell.col, cell.row));
    let earlier = |cell: Cell| Some(Cell::new(cell.row.checked_add(1)?, cell.col.checked_add(1)?));
    let is_right_next = shown.get(round + 1) == Some(right);
    match () {
        () if passer == eater && !is_right_next && *came == with(Some(passer), None) => {
            format!(
                "both chose {passer_cell}, and the Passer's marker stands there; the Eater's \
                should remain"
            )
        }
        () if *came == with(Some(passer), None) => format!(
            "the board shows the Passer's move {passer_cell} before the Eater has moved; it \
             changes only when both have"
        ),
        () if *came == with(swapped(passer), swapped(eater)) => {
            "row and column are swapped".to_owned()
        }
        () if *came == with(earlier(passer), earlier(eater)) => {
            "rows and columns are counted from 0 instead of 1".to_owned()
        }
        () => {
            let differing: Vec<Cell> =
                right.cells().filter(|&cell| right.at(cell) != came.at(cell)).collect();
            let taken = differing.iter().find_map(|&cell| Some((cell, before.at(cell)?)));
            if let Some((cell, role)) = taken {
                return format!(
                    "the cell {} was taken by {}, and a move there is accepted",
                    shown_cell(cell),
                    role.letter()
                );
            }
            let refused = game.refused.get(round - 1).map(|lines| lines.join(" / "));
            if let Some(lines) = refused.filter(|lines| !lines.is_empty()) {
                return format!("a move that is not valid is accepted: {lines}");
            }
            let Some(&cell) = differing.first() else {
                return "the board is another one".to_owned();
            };
            let what = |role: Option<Role>| {
                role.map_or("empty".to_owned(), |role| role.letter().to_string())
            };
            format!(
                "after {passer_cell} (Passer) and {eater_cell} (Eater) the cell {} is {} instead \
                 of {}",
                shown_cell(cell),
                what(came.at(cell)),
                what(right.at(cell))
            )
        }
    }
}

/// Judges a game of computer players by a `rule`. Where a person plays, too, that types the cells
/// one after the other.
fn judge_computers(trial: &mut Trial<'_>, run: &Run) -> Result<(), Problem> {
    let size = board_size(run)?;
    let rule = parameter(run, "rule").and_then(toml::Value::as_str).unwrap_or("legal");
    let lines: Vec<String> = run.typed.iter().cloned().chain(all_cells(size, 1)).collect();
    let mut play = || -> Result<(String, Vec<EaterBoard>), Problem> {
        let text = trial.output(&run.args, &input(&lines))?;
        let boards = read_boards(&text, size);
        Ok((text, boards))
    };
    let wrong = |sentence: String, board: Option<&EaterBoard>| {
        Problem::from(Fault { came: board.map(in_a_line), ..Fault::new(sentence) })
    };
    let (text, boards) = play()?;
    let last = boards
        .last()
        .ok_or_else(|| wrong(format!("no board of {size} rows is shown with its numbers"), None))?;
    match rule {
        "legal" => {
            for pair in boards.windows(2) {
                check_round(&pair[0], &pair[1]).map_err(|why| wrong(why, Some(&pair[1])))?;
            }
            Ok(())
        }
        "end" => {
            if let Some(board) = boards[..boards.len() - 1].iter().find(|board| is_over(board)) {
                return Err(wrong("the game goes on although it is over".into(), Some(board)));
            }
            if !is_over(last) {
                return Err(wrong("the game ends before it is over".into(), Some(last)));
            }
            check_winner(&text, last.is_connected()).map_err(|why| wrong(why, Some(last)))
        }
        "varied" => {
            trial.wait_for_another_second()?;
            let text = trial.output(&run.args, &input(&lines))?;
            if read_boards(&text, size) == boards {
                Err(wrong(
                    "the computer makes the same moves in two runs: they aren't random".into(),
                    None,
                ))
            } else {
                Ok(())
            }
        }
        "line of the Passer" | "line of the Eater" => {
            let player = if rule.ends_with("Passer") { Role::Passer } else { Role::Eater };
            let mut boards = boards;
            for _ in 1..LINE_ATTEMPTS {
                if has_line(&boards, player) {
                    return Ok(());
                }
                trial.wait_for_another_second()?;
                boards = read_boards(&trial.output(&run.args, &input(&lines))?, size);
            }
            if has_line(&boards, player) {
                Ok(())
            } else {
                Err(wrong(
                    format!(
                        "the first moves of the {player}, who plays a straight line, lie in none"
                    ),
                    boards.get(LINE_MARKERS[0]),
                ))
            }
        }
        other => Err(Problem::BadCase(format!("there is no rule `{other}`"))),
    }
}

/// Checks that one board follows from the other: one marker of each player, or the Eater's alone
/// where both chose the same cell.
fn check_round(before: &EaterBoard, after: &EaterBoard) -> Result<(), String> {
    let mut added = [0, 0];
    for cell in before.cells() {
        match (before.at(cell), after.at(cell)) {
            (None, Some(role)) => added[role.index()] += 1,
            (old, new) if old == new => {}
            _ => {
                return Err(format!("the cell {}, which was taken, has changed", shown_cell(cell)));
            }
        }
    }
    match added {
        [0 | 1, 1] => Ok(()),
        [passer, eater] => Err(format!("a round adds {passer} markers P and {eater} markers E")),
    }
}

/// Whether most of the first markers of a player lie in a row, a column or a diagonal.
fn has_line(boards: &[EaterBoard], role: Role) -> bool {
    let [first, wanted] = LINE_MARKERS;
    let Some(board) = boards.get(first.min(boards.len().saturating_sub(1))) else { return false };
    let cells: Vec<Cell> = board.markers(role).iter().collect();
    let keys: [fn(&Cell) -> i32; 4] = [
        |cell| cell.row.into(),
        |cell| cell.col.into(),
        |cell| i32::from(cell.row) + i32::from(cell.col),
        |cell| i32::from(cell.row) - i32::from(cell.col),
    ];
    let wanted = wanted.min(boards.len().saturating_sub(1));
    keys.iter().any(|key| {
        cells
            .iter()
            .any(|cell| cells.iter().filter(|other| key(other) == key(cell)).count() >= wanted)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_read_in_any_reasonable_form() {
        let forms = [
            // Ours, after a question whose answer isn't shown.
            "Eater's move:     1   2   3\n  ------------\n1 |   | E | P |\n\n2 |   | P |   |\n\n\
             3 |   |   |   |\n",
            // Columns of blanks, of tabs, with dots, with a frame.
            "   1  2  3\n1     E  P\n2     P\n3\n",
            "\t1\t2\t3\n1\t\tE\tP\n2\t\tP\t\n3\t\t\t\n",
            "  1 2 3\n1 . E P\n2 . P .\n3 . . .\n",
            "Move? 3 3\n   1 2 3\n  +-+-+-+\n1 | |E|P|\n  +-+-+-+\n2 | |P| |\n  +-+-+-+\n\
             3 | | | |\n",
            "    1   2   3\n1     | E | P\n  ---+---+---\n2     | P |\n  ---+---+---\n\
             3     |   |\n",
        ];
        for form in forms {
            let boards = read_boards(form, 3);
            let shown: Vec<_> = boards.iter().map(in_a_line).collect();
            assert_eq!(shown, [".EP / .P. / ..."], "{form}");
        }
        for none in ["", "1 2 3\n1\n2\n", "  1 2 3\n1 Passer\n2\n3\n", "  1 2\n1 . .\n2 . .\n"] {
            assert_eq!(read_boards(none, 3), [], "{none}");
        }
    }

    /// The names of the cases say how their games end.
    #[test]
    fn the_games_of_the_cases_end_as_they_say() {
        let cases = SUITE.embedded_cases().unwrap();
        let mut count = 0;
        for case in &cases.cases {
            let Some(how) = ["win-", "no-win-", "full-"].iter().find(|how| {
                case.name.split_once('-').is_some_and(|(_, name)| name.starts_with(**how))
            }) else {
                continue;
            };
            count += 1;
            let run = &case.runs[0];
            let moves = parameter(run, "moves").unwrap().as_array().unwrap();
            let moves: Vec<String> =
                moves.iter().map(|line| line.as_str().unwrap().to_owned()).collect();
            let size = board_size(run).unwrap_or(0);
            let game = Game::play(size, &moves);
            let last = &game.boards[game.boards.len() - 1];
            assert_eq!(*how == "win-", last.is_connected(), "{}: {}", case.name, in_a_line(last));
            assert_eq!(game.typed.last(), Some(&moves.len()), "{}: all is typed", case.name);
            if *how != "win-" {
                let all: Vec<_> = moves.into_iter().chain(all_cells(size, 2)).collect();
                let game = Game::play(size, &all);
                let last = &game.boards[game.boards.len() - 1];
                assert!(!last.is_connected() && last.empty_count() == 0, "{}", case.name);
            }
        }
        assert!(count >= 20, "{count}");
    }

    #[test]
    fn mistakes_are_named() {
        let lines: Vec<_> = ["1 2", "2 1", "3 3", "3 3"].map(str::to_owned).into();
        let game = Game::play(3, &lines);
        let board = |rows: &str| {
            let text: Vec<String> = rows
                .split(" / ")
                .enumerate()
                .map(|(row, cells)| {
                    let cells: Vec<_> = cells.chars().map(String::from).collect();
                    format!("{} {}", row + 1, cells.join(" "))
                })
                .collect();
            read_boards(&format!("  1 2 3\n{}\n", text.join("\n")), 3).remove(0)
        };
        for (boards, round, sentence) in [
            (vec![], 0, "no board of 3 rows is shown"),
            (vec!["... / ... / ...", ".P. / ... / ..."], 1, "before the Eater has moved"),
            (vec!["... / ... / ...", ".E. / P.. / ..."], 1, "row and column are swapped"),
            (
                vec!["... / ... / ...", ".P. / E.. / ...", ".P. / E.. / ..P"],
                2,
                "both chose 3 3, and the Passer's marker stands there",
            ),
            (vec!["... / ... / ..."], 1, "a valid one is refused"),
        ] {
            let shown: Vec<_> = boards.iter().map(|rows| board(rows)).collect();
            let said = explain(&game, &shown, round, "");
            assert!(said.contains(sentence), "{boards:?}: {said}");
        }
    }
}
