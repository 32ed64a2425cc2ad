//! A checker for the output of Eater's program: each line must follow from the arguments, the
//! output and input before it, and the reported choices of the computers. The checker was written
//! from the course sheet alone.

use std::{collections::BTreeMap, ffi::OsString};

use super::session_text::{InputEnded, SessionText, numbers};

/// The names of the sides.
pub const NAMES: [&str; 2] = ["Passer", "Eater"];

/// A row and a column, counted from 1.
type Cell = (i64, i64);

/// The result of a session.
#[derive(Debug, Default)]
pub struct Ending {
    pub size: i64,
    /// Whether each side is a computer.
    pub computers: [bool; 2],
    pub rounds: usize,
    /// Rounds in which both sides chose the same cell.
    pub clashes: usize,
    /// Invalid answers of people.
    pub refusals: usize,
    /// The winning side, or `None` if the input ended.
    pub winner: Option<usize>,
}

/// Checks the output of a session.
struct OutputChecker<'a> {
    text: SessionText<'a>,
    markers: BTreeMap<Cell, char>,
    end: Ending,
}

/// Returns the result of a session.
///
/// # Panics
/// Panics if the output or the exit status is wrong.
pub fn check_session(args: &[OsString], typed: &[u8], printed: &str, status: i32) -> Ending {
    let mut checker = OutputChecker {
        text: SessionText::new(typed, printed),
        markers: BTreeMap::new(),
        end: Ending::default(),
    };
    let ended = checker.session(args).is_err();
    checker.text.expect_end(ended, status);
    checker.end
}

impl<'a> OutputChecker<'a> {
    /// Takes a line of input. If the input has ended, checks that `end_message` is printed.
    fn line(&mut self, end_message: &str) -> Result<&'a str, InputEnded> {
        let line = self.text.line();
        if line.is_err() {
            self.text.expect(end_message);
        }
        line
    }

    fn session(&mut self, args: &[OsString]) -> Result<(), InputEnded> {
        let args: Vec<_> =
            args.iter().map(|arg| arg.to_str().expect("the argument is UTF-8")).collect();
        let mut given = None;
        let mut args = args.iter();
        while let Some(&arg) = args.next() {
            let side = NAMES.iter().position(|name| arg == format!("--{}", name.to_lowercase()));
            match side {
                Some(side) => {
                    self.end.computers[side] =
                        *args.next().expect("an option has a value") != "human";
                }
                None if arg == "--seed" => drop(args.next()),
                None => given = Some(arg.parse().expect("the size is a number")),
            }
        }
        self.end.size = match given {
            Some(size) => size,
            None => self.typed_size()?,
        };
        self.game()
    }

    /// Returns the first valid board size that a person types.
    fn typed_size(&mut self) -> Result<i64, InputEnded> {
        loop {
            self.text.expect("Board size (3-15): ");
            let answer = self.line("End of input.\n")?.trim().parse();
            if let Some(size) = answer.ok().filter(|size| (3..=15).contains(size)) {
                return Ok(size);
            }
            self.text.expect("Enter an integer from 3 to 15.\n");
        }
    }

    fn game(&mut self) -> Result<(), InputEnded> {
        self.check_board();
        loop {
            let mut chosen = [None; 2];
            for (side, chosen) in chosen.iter_mut().enumerate() {
                if !self.end.computers[side] {
                    *chosen = Some(self.typed_choice(side)?);
                }
            }
            let [passer, eater] = self.choices(chosen);
            self.markers.extend([(passer, 'P'), (eater, 'E')]);
            self.end.rounds += 1;
            self.check_board();
            let full = i64::try_from(self.markers.len()).unwrap() == self.end.size * self.end.size;
            let winner = if self.has_path() { Some(0) } else { full.then_some(1) };
            if let Some(winner) = winner {
                self.text.expect(&format!("{} wins!\n", NAMES[winner]));
                self.end.winner = Some(winner);
                return Ok(());
            }
        }
    }

    /// Returns the choices of both sides: those of people, which are given, and those of computers,
    /// which the output reports.
    fn choices(&mut self, mut chosen: [Option<Cell>; 2]) -> [Cell; 2] {
        let is_free =
            |checker: &Self, cell| checker.is_cell(cell) && !checker.markers.contains_key(&cell);
        if let Some(line) = self.text.rest_after("Both chose ") {
            let cell = parse_cell(
                line.strip_suffix(": the Eater's marker stays.")
                    .expect("the rest of the line about a clash"),
            );
            assert!(
                is_free(self, cell) && chosen.iter().flatten().all(|&typed| typed == cell),
                "{line}"
            );
            self.end.clashes += 1;
            return [cell; 2];
        }
        for (side, chosen) in chosen.iter_mut().enumerate() {
            if self.end.computers[side] {
                let line = self
                    .text
                    .rest_after(&format!("{} plays ", NAMES[side]))
                    .expect("the choice is printed");
                *chosen = Some(parse_cell(line));
            }
        }
        let cells = chosen.map(|cell| cell.expect("both have chosen"));
        assert!(cells.iter().all(|&cell| is_free(self, cell)) && cells[0] != cells[1], "{cells:?}");
        cells
    }

    /// Returns the first valid choice that a person types.
    fn typed_choice(&mut self, side: usize) -> Result<Cell, InputEnded> {
        let name = NAMES[side];
        loop {
            self.text.expect(&format!("{name}'s move (row column): "));
            match numbers(self.line(&format!("End of input from the {name}.\n"))?)[..] {
                [row, column, ..] if !self.is_cell((row, column)) => {
                    self.text
                        .expect(&format!("Row and column must be within 1 - {}.\n", self.end.size));
                }
                [row, column, ..] if self.markers.contains_key(&(row, column)) => {
                    self.text.expect("That cell is taken.\n");
                }
                [row, column, ..] => return Ok((row, column)),
                _ => self.text.expect("Enter two numbers: row and column.\n"),
            }
            self.end.refusals += 1;
        }
    }

    fn is_cell(&self, (row, column): Cell) -> bool {
        let all = 1..=self.end.size;
        all.contains(&row) && all.contains(&column)
    }

    /// Checks the drawing of the board, character by character.
    fn check_board(&mut self) {
        let size = self.end.size;
        let mut canvas = BTreeMap::new();
        let mut put = |line: i64, at: i64, text: &str| {
            for (at, letter) in (at..).zip(text.chars()) {
                assert_eq!(canvas.insert((line, at), letter), None);
            }
        };
        let rule = "-".repeat(usize::try_from(4 * size).unwrap());
        put(1, 2, &rule);
        put(2 * size + 1, 2, &rule);
        for number in 1..=size {
            put(0, 4 * number, &number.to_string());
            put(2 * number, 0, &number.to_string());
            for bar in 0..=size {
                put(2 * number, 2 + 4 * bar, "|");
            }
        }
        for (&(row, column), marker) in &self.markers {
            put(2 * row, 4 * column, &marker.to_string());
        }
        for line in 0..2 * size + 2 {
            let end = canvas
                .range((line, 0)..(line + 1, 0))
                .next_back()
                .map_or(0, |(&(_, at), _)| at + 1);
            let letters: String =
                (0..end).map(|at| canvas.get(&(line, at)).copied().unwrap_or(' ')).collect();
            self.text.expect(&format!("{letters}\n"));
        }
    }

    /// Whether the Passer's markers lead from the top row to the bottom row.
    fn has_path(&self) -> bool {
        let passer: Vec<Cell> = self
            .markers
            .iter()
            .filter(|&(_, &marker)| marker == 'P')
            .map(|(&cell, _)| cell)
            .collect();
        let mut reached: Vec<Cell> = passer.iter().copied().filter(|&(row, _)| row == 1).collect();
        loop {
            let step = |from: &Cell, to: &Cell| {
                let (down, sideways) = (to.0 - from.0, (to.1 - from.1).abs());
                (down == 0 && sideways == 1) || (down == 1 && sideways <= 1)
            };
            let new = |cell: &&Cell| {
                !reached.contains(cell) && reached.iter().any(|from| step(from, cell))
            };
            let Some(&next) = passer.iter().find(new) else { break };
            reached.push(next);
        }
        reached.iter().any(|&(row, _)| row == self.end.size)
    }
}

/// Parses a cell in the output: two numbers and a space, nothing else.
fn parse_cell(text: &str) -> Cell {
    let (row, column) = text.split_once(' ').expect("a cell is a row and a column");
    let cell = (
        row.parse().expect("the row is a number"),
        column.parse().expect("the column is a number"),
    );
    assert_eq!(format!("{} {}", cell.0, cell.1), text);
    cell
}
