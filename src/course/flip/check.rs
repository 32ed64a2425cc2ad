//! Checks other people's programs for Flip: computes the expected session of a game and names
//! typical mistakes.

use include_dir::{Dir, include_dir};

use super::classic;
use crate::check::{Difference, Property, Run, Script, Suite};
use fourcade_engine::{
    flip::{
        Flip,
        model::{FlipBoard, Side, Square},
    },
    play::Game,
};

static CASES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/assets/check/flip");

/// The checks of a text program for Flip.
pub const SUITE: Suite = Suite {
    game: Flip::KEY,
    cases: &CASES,
    properties: &[("game", Property::Expected(expected_game))],
    explain,
};

/// Computes the session of a game in which the run's lines are typed. Parameters: `new` has the
/// dimension and the player types of X and O, if the run's arguments don't; `before` has the lines
/// typed before the game was saved.
fn expected_game(run: &Run) -> Result<Script, String> {
    let words = |parameter: &str| -> Option<Vec<String>> {
        let words = run.parameter(parameter)?.as_array()?;
        Some(words.iter().filter_map(|word| Some(word.as_str()?.to_owned())).collect())
    };
    let new = words("new").or_else(|| Some(run.args.get(1..)?.to_vec())).unwrap_or_default();
    let mut new = new.iter().map(|word| word.parse::<u16>());
    let size = new.next().and_then(Result::ok).filter(|size| *size >= 4);
    let size = size.ok_or("`game` needs a dimension, in `new` or in the arguments")?;
    let [x, o] = [new.next(), new.next()].map(|kind| kind.and_then(Result::ok).unwrap_or(0));
    let mut game = CourseGame {
        board: FlipBoard::start(size),
        to_move: Side::O,
        kinds: [o, x],
        script: Script::default(),
    };
    if let Some(before) = words("before") {
        game.play(&mut before.iter().map(String::as_str));
        game.script = Script::default();
    }
    game.play(&mut run.typed.iter().map(String::as_str));
    Ok(game.script)
}

/// A game played and printed as the course sheet demands.
struct CourseGame {
    board: FlipBoard,
    to_move: Side,
    /// Player types; O's comes first.
    kinds: [u16; 2],
    script: Script,
}

impl CourseGame {
    /// Prints the board and plays until the game is over or saved, or the typed lines end.
    fn play(&mut self, typed: &mut dyn Iterator<Item = &str>) {
        self.print_board();
        while !self.is_over() {
            let side = self.to_move;
            if self.board.legal(side).is_empty() {
                self.print(&format!("{side} passes.\n"));
                self.to_move = side.other();
                continue;
            }
            let kind = self.kinds[side.index()];
            let square = match kind {
                1 => self.board.first_legal(side),
                2 => self.board.last_legal(side),
                _ => self.person_move(side, typed),
            };
            let Some(square) = square else { return };
            if kind > 0 {
                self.print(&format!("Player {side} moves at {square}.\n"));
            }
            self.board.play(side, square);
            self.print_board();
            self.to_move = side.other();
        }
        self.print_end();
    }

    fn is_over(&self) -> bool {
        self.board.legal(Side::O).is_empty() && self.board.legal(Side::X).is_empty()
    }

    /// Asks until a legal move is typed. Returns `None` if the game is saved or the typed lines
    /// end.
    fn person_move(&mut self, side: Side, typed: &mut dyn Iterator<Item = &str>) -> Option<Square> {
        loop {
            self.print(&format!("Player ({side})> "));
            let Some(line) = typed.next() else {
                self.print(&format!("End of input from Player {side}.\n"));
                return None;
            };
            self.script.type_line(line);
            match line.strip_prefix('s') {
                Some("") => self.print("Please give a filename.\n"),
                Some(_) => {
                    self.print("Game saved.\n");
                    return None;
                }
                None => {
                    let square = classic::legal_square(&self.board, side, line.as_bytes());
                    if square.is_some() {
                        return square;
                    }
                }
            }
        }
    }

    fn print_end(&mut self) {
        if self.board.empties() > 0 {
            let side = self.to_move;
            self.print(&format!("{side} passes.\n{} passes.\n", side.other()));
        }
        let [o, x] = self.board.counts();
        self.print(&format!("Game Over - O={o} X={x}.\n"));
    }

    fn print(&mut self, text: &str) {
        self.script.print(text);
    }

    fn print_board(&mut self) {
        for line in classic::board_lines(&self.board) {
            self.script.print(&line);
            self.script.print("\n");
        }
    }
}

/// Names the mistake behind the first difference, if it is typical.
fn explain(script: &Script, actual: &str, difference: &Difference) -> Option<String> {
    let (expected, printed) = (difference.expected.trim(), difference.actual.trim());
    let last = difference.typed.last().map(|line| line.trim());
    let asks = |text: &str| text.starts_with("Player (");
    if expected.starts_with('|') {
        let index = boards(&script.output()[..difference.expected_at]).len();
        let index = index.saturating_sub(1);
        return explain_board(&boards(script.output()), &boards(actual), index);
    }
    if expected.starts_with('+') && asks(printed) {
        return Some(format!("the legal move {} is refused", last?));
    }
    if asks(expected) && printed.starts_with('+') {
        return Some(format!(
            "the board is printed again after `{}`, which is no legal move",
            last?
        ));
    }
    if expected.ends_with("passes.") && asks(printed) {
        return Some("a player who has no legal move is asked for one instead of passing".into());
    }
    if asks(expected) && printed.ends_with("passes.") {
        return Some("a player who has a legal move passes".to_owned());
    }
    if asks(expected) && asks(printed) {
        return Some("the wrong player is asked for a move".to_owned());
    }
    if let (Some(right), Some(wrong)) = (move_of(expected), move_of(printed)) {
        return Some(format!("the computer moves at {wrong} instead of {right}"));
    }
    if move_of(expected).is_some() && asks(printed) {
        return Some("a player that is a computer is asked for a move".to_owned());
    }
    if asks(expected) && move_of(printed).is_some() {
        return Some("a computer moves for a player who is a person".to_owned());
    }
    if expected.starts_with("Game Over") && printed.starts_with("Game Over") {
        return Some(format!("the tiles at the end are counted wrongly: `{printed}`"));
    }
    None
}

fn move_of(line: &str) -> Option<&str> {
    line.strip_prefix("Player ")?.split_once(" moves at ").map(|(_, square)| square)
}

type Rows = Vec<Vec<char>>;

/// Returns the boards in a text; the last one may be incomplete.
fn boards(text: &str) -> Vec<Rows> {
    let mut boards: Vec<Rows> = Vec::new();
    let mut is_inside = false;
    for line in text.lines() {
        let row = line.trim().strip_prefix('|');
        let Some(row) = row else {
            is_inside = false;
            continue;
        };
        if !is_inside {
            boards.push(Rows::new());
        }
        is_inside = true;
        let cells = row.trim_end_matches('|').chars().filter(|cell| !cell.is_whitespace());
        if let Some(board) = boards.last_mut() {
            board.push(cells.collect());
        }
    }
    boards
}

/// A row and a column, counted from 0.
type Place = (usize, usize);

fn tile(board: &Rows, (row, col): Place) -> char {
    board[row][col]
}

/// Explains the board with this index, the first that differs from what is expected.
fn explain_board(expected: &[Rows], actual: &[Rows], index: usize) -> Option<String> {
    let (right, wrong) = (expected.get(index)?, actual.get(index)?);
    let size = right.len();
    if wrong.len() != size || wrong.iter().any(|row| row.len() != size) {
        return Some(format!("the board does not have {size} rows of {size} cells"));
    }
    let before = index.checked_sub(1).and_then(|before| expected.get(before));
    match before.filter(|before| before.len() == size) {
        None => Some(explain_start(right, wrong)),
        Some(before) => explain_move(before, right, wrong),
    }
}

fn places(size: usize) -> impl Iterator<Item = Place> {
    (0..size).flat_map(move |row| (0..size).map(move |col| (row, col)))
}

fn explain_start(right: &Rows, wrong: &Rows) -> String {
    let size = right.len();
    let swapped = |tile| match tile {
        'O' => 'X',
        'X' => 'O',
        other => other,
    };
    if places(size).all(|place| tile(right, place) == swapped(tile(wrong, place))) {
        return "O and X are the wrong way round at the start".to_owned();
    }
    let centre = (size - 1) / 2;
    format!(
        "the tiles at the start are wrong: the top left one of the four belongs at {centre} \
         {centre}"
    )
}

/// Explains what went wrong in the move after the board `before`.
fn explain_move(before: &Rows, right: &Rows, wrong: &Rows) -> Option<String> {
    let new_tile = |board: &Rows| {
        places(before.len()).find(|&place| tile(before, place) == '.' && tile(board, place) != '.')
    };
    let placed = new_tile(right)?;
    let landed = new_tile(wrong);
    if landed != Some(placed) {
        return Some(explain_landing(placed, landed));
    }
    let (row, col) = placed;
    let mover = tile(right, placed);
    if tile(wrong, placed) != mover {
        return Some(format!("the tile at {row} {col} should be {mover}'s"));
    }
    let is_turned = |&place: &Place| {
        !['.', mover].contains(&tile(before, place)) && tile(right, place) == mover
    };
    let differing: Vec<Place> =
        places(before.len()).filter(|&place| tile(right, place) != tile(wrong, place)).collect();
    let mut missing = differing.iter().filter(|&&place| tile(right, place) == mover);
    let missing_count = missing.clone().count();
    if let Some((down, across)) = missing.next() {
        return Some(if missing_count == places(before.len()).filter(is_turned).count() {
            format!("the move {row} {col} does not turn the tiles between: {down} {across}")
        } else {
            format!(
                "the move {row} {col} turns tiles in some lines only: the tile at {down} {across} \
                 is not turned"
            )
        });
    }
    let (down, across) = differing.first()?;
    Some(format!("the move {row} {col} turns the tile at {down} {across}, which isn't enclosed"))
}

/// Explains a tile that `landed` somewhere else than where it was `placed`, or nowhere.
fn explain_landing((row, col): Place, landed: Option<Place>) -> String {
    let Some((down, across)) = landed else {
        return format!("the tile at {row} {col} is missing");
    };
    if (down, across) == (col, row) {
        format!("row and column are swapped: the tile at {row} {col} is put at {col} {row}")
    } else if (down + 1, across + 1) == (row, col) {
        "rows and columns are counted from 1 instead of 0".to_owned()
    } else if (down, across + 1) == (row, col) {
        "columns are counted from 1 instead of 0".to_owned()
    } else {
        format!("the tile at {row} {col} is put at {down} {across}")
    }
}

#[cfg(test)]
mod tests {
    use proptest::{
        collection::vec,
        prelude::*,
        sample::{Index, select},
    };

    use super::*;
    use crate::check::{Comparison, compare};
    use crate::scale::scaled;

    /// Returns what is said of a game in which `right` is printed as `wrong`.
    fn explained(right: &str, wrong: &str) -> String {
        let run = Run {
            args: ["new", "4"].map(str::to_owned).into(),
            typed: ["0 2", "0 3", "3 1"].map(str::to_owned).into(),
            ..Run::default()
        };
        let script = expected_game(&run).unwrap();
        assert!(script.output().contains(right), "{}", script.output());
        let actual = script.output().replacen(right, wrong, 1);
        let Comparison::Differ(difference) = compare(&script, &actual) else { panic!("{actual}") };
        explain(&script, &actual, &difference).unwrap_or_else(|| panic!("{difference:?}"))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(scaled(256)))]

        #[test]
        fn anything_can_be_printed(
            at in any::<Index>(),
            kept in any::<Index>(),
            parts in vec(
                select(vec!["|", "\n", "O", "X", ".", " ", "é", "３", "|é|", "👩\u{200d}🚀"]),
                0..12,
            ),
            other in any::<String>(),
        ) {
            let typed = ["0 2", "0 3", "3 1"].map(str::to_owned).into();
            let run = Run { args: ["new", "4"].map(str::to_owned).into(), typed, ..Run::default() };
            let script = expected_game(&run).unwrap();
            let right = script.output();
            let (at, kept) = (at.index(right.len()), kept.index(right.len()));
            for part in [parts.concat(), other] {
                // What is expected is ASCII.
                let actual = format!("{}{part}{}", &right[..at], &right[kept..]);
                if let Comparison::Differ(difference) = compare(&script, &actual) {
                    explain(&script, &actual, &difference);
                }
            }
        }
    }

    #[test]
    fn typical_mistakes_are_named() {
        for (right, wrong, sentence) in [
            ("|....|\n|.OX.|\n|.XO.|", "|....|\n|.XO.|\n|.OX.|", "O and X are the wrong way round"),
            ("|....|\n|.OX.|\n|.XO.|", "|OX..|\n|XO..|\n|....|", "belongs at 1 1"),
            ("|..O.|\n|.OO.|", "|..O.|\n|.OX.|", "does not turn the tiles between: 1 2"),
            ("|..O.|\n|.OO.|\n|.XO.|", "|....|\n|.OX.|\n|OXO.|", "row and column are swapped"),
            ("|..O.|\n|.OO.|", "|.O..|\n|.OO.|", "columns are counted from 1"),
            ("|..O.|\n|.OO.|\n|.XO.|", "|..O.|\n|.OO.|\n|.OO.|", "at 2 1, which isn't enclosed"),
            ("+----+\n|..O.|", "Player (O)> +----+\n|..O.|", "the legal move 0 2 is refused"),
        ] {
            let said = explained(right, wrong);
            assert!(said.contains(sentence), "{wrong}: {said}");
        }
    }
}
