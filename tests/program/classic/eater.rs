//! A checker for the output of Eater's program: each line must follow from the arguments, the
//! output and input before it, and the reported choices of the computers. The checker was written
//! from the course sheet alone.

use std::{collections::BTreeMap, ffi::OsString, fs};

use fourcade::{games::eater::classic, play::random};
use rand::{RngExt, seq::IndexedRandom};

use super::{EATER, transcript, transcripts};
use crate::support::{Exit, Launch};

const NAMES: [&str; 2] = ["Passer", "Eater"];

/// A row and a column, counted from 1.
type Cell = (i64, i64);

/// The result of a session.
#[derive(Debug, Default)]
struct Ending {
    size: i64,
    /// Whether each side is a computer.
    computers: [bool; 2],
    /// The number of rounds.
    rounds: usize,
    /// The number of rounds in which both chose the same cell.
    clashes: usize,
    /// The number of invalid answers.
    refusals: usize,
    /// The winning side, or `None` if the input ended.
    winner: Option<usize>,
}

/// The error when the input has ended.
struct InputEnded;

/// Checks the output of a session.
struct OutputChecker<'a> {
    printed: &'a str,
    typed: Box<dyn Iterator<Item = &'a [u8]> + 'a>,
    markers: BTreeMap<Cell, char>,
    end: Ending,
}

/// Returns the result of a session.
///
/// # Panics
/// Panics if the output or the exit status is wrong.
fn check_session(args: &[OsString], typed: &[u8], printed: &str, status: i32) -> Ending {
    // Empty text after the last line feed is not a line.
    let lines = typed
        .split_inclusive(|&byte| byte == b'\n')
        .map(|line| line.strip_suffix(b"\n").unwrap_or(line));
    let mut checker = OutputChecker {
        printed,
        typed: Box::new(lines),
        markers: BTreeMap::new(),
        end: Ending::default(),
    };
    let ended = checker.session(args).is_err();
    assert_eq!(checker.printed, "", "nothing follows the last line");
    assert_eq!(status, i32::from(ended));
    checker.end
}

impl<'a> OutputChecker<'a> {
    /// Checks that this text comes next.
    #[track_caller]
    fn expect(&mut self, text: &str) {
        let rest = self.printed.strip_prefix(text);
        let next: String = self.printed.chars().take(text.len() + 80).collect();
        self.printed = rest.unwrap_or_else(|| panic!("not {text:?} but {next:?}"));
    }

    /// Returns the rest of the line after this text, if the text comes next.
    fn rest_after(&mut self, text: &str) -> Option<&'a str> {
        let (line, rest) = self
            .printed
            .strip_prefix(text)?
            .split_once('\n')
            .expect("each line ends with a line feed");
        self.printed = rest;
        Some(line)
    }

    /// Takes a line of input. If there is none, checks that this message comes next.
    fn line(&mut self, end_message: &str) -> Result<&'a str, InputEnded> {
        let line = self.typed.next();
        if line.is_none() {
            self.expect(end_message);
        }
        // In the tests, lines that are not UTF-8 contain no numbers.
        line.map(|line| std::str::from_utf8(line).unwrap_or_default()).ok_or(InputEnded)
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
            None => self.size()?,
        };
        self.game()
    }

    /// Returns the board size that a person types.
    fn size(&mut self) -> Result<i64, InputEnded> {
        loop {
            self.expect("Board size (3-15): ");
            let answer = self.line("End of input.\n")?.trim().parse();
            if let Some(size) = answer.ok().filter(|size| (3..=15).contains(size)) {
                return Ok(size);
            }
            self.expect("Enter an integer from 3 to 15.\n");
        }
    }

    fn game(&mut self) -> Result<(), InputEnded> {
        self.board();
        loop {
            let mut chosen = [None; 2];
            for (side, chosen) in chosen.iter_mut().enumerate() {
                if !self.end.computers[side] {
                    *chosen = Some(self.person(side)?);
                }
            }
            let [passer, eater] = self.both(chosen);
            self.markers.extend([(passer, 'P'), (eater, 'E')]);
            self.end.rounds += 1;
            self.board();
            let full = i64::try_from(self.markers.len()).unwrap() == self.end.size * self.end.size;
            let winner = if self.has_path() { Some(0) } else { full.then_some(1) };
            if let Some(winner) = winner {
                self.expect(&format!("{} wins!\n", NAMES[winner]));
                self.end.winner = Some(winner);
                return Ok(());
            }
        }
    }

    /// Returns the choices of both sides. Those of people are given, the others are read from the
    /// output.
    fn both(&mut self, mut chosen: [Option<Cell>; 2]) -> [Cell; 2] {
        let is_free =
            |checker: &Self, cell| checker.is_cell(cell) && !checker.markers.contains_key(&cell);
        if let Some(line) = self.rest_after("Both chose ") {
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
                    .rest_after(&format!("{} plays ", NAMES[side]))
                    .expect("the choice is printed");
                *chosen = Some(parse_cell(line));
            }
        }
        let cells = chosen.map(|cell| cell.expect("both have chosen"));
        assert!(cells.iter().all(|&cell| is_free(self, cell)) && cells[0] != cells[1], "{cells:?}");
        cells
    }

    /// Returns the choice of a person after all invalid ones.
    fn person(&mut self, side: usize) -> Result<Cell, InputEnded> {
        let name = NAMES[side];
        loop {
            self.expect(&format!("{name}'s move (row column): "));
            match numbers(self.line(&format!("End of input from the {name}.\n"))?)[..] {
                [row, column, ..] if !self.is_cell((row, column)) => {
                    self.expect(&format!("Row and column must be within 1 - {}.\n", self.end.size));
                }
                [row, column, ..] if self.markers.contains_key(&(row, column)) => {
                    self.expect("That cell is taken.\n");
                }
                [row, column, ..] => return Ok((row, column)),
                _ => self.expect("Enter two numbers: row and column.\n"),
            }
            self.end.refusals += 1;
        }
    }

    fn is_cell(&self, (row, column): Cell) -> bool {
        let all = 1..=self.end.size;
        all.contains(&row) && all.contains(&column)
    }

    /// Checks the drawing of the board, character by character.
    fn board(&mut self) {
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
            self.expect(&format!("{letters}\n"));
        }
    }

    /// Returns whether the Passer has a path, by finding all cells that can be reached from the top
    /// row.
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

/// Returns the numbers at the start of a line.
fn numbers(line: &str) -> Vec<i64> {
    let (mut rest, mut numbers) = (line, Vec::new());
    loop {
        rest = rest.trim_start();
        let signs = usize::from(rest.starts_with(['+', '-']));
        let digits = rest[signs..].bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return numbers;
        }
        // A number that does not fit is too large for any board.
        numbers.push(rest[..signs + digits].parse().unwrap_or(i64::MAX));
        rest = &rest[signs + digits..];
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

/// Runs the program and returns its arguments, its output and its exit status.
fn output_of(args: &str, typed: &[u8]) -> (Vec<OsString>, String, i32) {
    let args: Vec<_> = args.split_whitespace().map(OsString::from).collect();
    let (mut input, mut output) = (typed, Vec::new());
    let status = classic::run(&args, &mut input, &mut output, || None).unwrap();
    (args, String::from_utf8(output).unwrap(), status.into())
}

/// Runs the program and checks its output.
fn run(args: &str, typed: &[u8]) -> Ending {
    let (args, printed, status) = output_of(args, typed);
    check_session(&args, typed, &printed, status)
}

/// Checks that the condition holds for at least one session.
#[track_caller]
fn assert_any(endings: &[Ending], what: &str, condition: impl Fn(&Ending) -> bool) {
    assert!(endings.iter().any(condition), "no session with {what}");
}

#[test]
fn transcripts_follow_the_course_sheet() {
    let mut endings = Vec::new();
    for file in transcripts(&EATER) {
        for run in transcript::parse(&EATER, &fs::read_to_string(file).unwrap()) {
            if run.status != 2 {
                endings.push(check_session(
                    &run.args,
                    &run.typed,
                    std::str::from_utf8(&run.printed).unwrap(),
                    run.status,
                ));
            }
        }
    }
    for computers in [[false, false], [false, true], [true, false], [true, true]] {
        let has_players = |end: &Ending| end.computers == computers;
        assert_any(&endings, &format!("{computers:?} and a clash"), |end| {
            has_players(end) && end.clashes > 0
        });
        assert_any(&endings, &format!("{computers:?} and a winner"), |end| {
            has_players(end) && end.winner.is_some()
        });
    }
    for winner in [0, 1] {
        assert_any(&endings, NAMES[winner], |end| {
            end.winner == Some(winner) && end.computers == [false; 2]
        });
    }
    for size in [3, 9, 10, 15] {
        assert_any(&endings, &format!("size {size} to the end"), |end| {
            end.size == size && end.winner.is_some()
        });
    }
}

#[test]
fn games_between_computers_follow_the_course_sheet() {
    let mut endings = Vec::new();
    for seed in 0..40 {
        let size = 3 + seed % 13;
        let end = run(&format!("{size} --passer random --eater random --seed {seed}"), b"");
        assert!(end.winner.is_some() && end.size == size);
        endings.push(end);
    }
    for winner in [0, 1] {
        assert_any(&endings, NAMES[winner], |end| end.winner == Some(winner));
    }
    assert_any(&endings, "a clash", |end| end.clashes > 0);
}

#[test]
fn games_with_arbitrary_input_follow_the_course_sheet() {
    let mut endings = Vec::new();
    for seed in 0..120 {
        let mut rng = random::rng(seed, &[]);
        let size: i64 = rng.random_range(3..=6);
        let mut typed = vec!["2".to_owned(), size.to_string()];
        for _ in 0..rng.random_range(0..12 * size * size) {
            let junk = [
                "",
                "1",
                "2 ",
                "x",
                "1,2",
                "1 x",
                "  1\t2 more",
                "+1 +3",
                "2 2.5",
                "-0 1",
                "0 9",
                "1 99999999999",
            ];
            let junk = junk.choose(&mut rng).filter(|_| rng.random_ratio(1, 8));
            typed.push(match junk {
                Some(junk) => (*junk).to_owned(),
                None => {
                    format!("{} {}", rng.random_range(1..=size), rng.random_range(1..=size))
                }
            });
        }
        let kinds = ["", " --passer random", " --eater random"];
        let kind = kinds.choose(&mut rng).unwrap();
        endings.push(run(&format!("--seed {seed}{kind}"), typed.join("\n").as_bytes()));
    }
    for computers in [[false, false], [false, true], [true, false]] {
        let has_players = |end: &Ending| end.computers == computers;
        for winner in [Some(0), Some(1), None] {
            assert_any(&endings, &format!("{computers:?} won by {winner:?}"), |end| {
                has_players(end) && end.winner == winner
            });
        }
        assert_any(&endings, &format!("{computers:?} and a clash"), |end| {
            has_players(end) && end.clashes > 0
        });
    }
    assert_any(&endings, "many refusals", |end| end.refusals > 50);
    assert_any(&endings, "many rounds", |end| end.rounds > 12);
}

#[test]
#[should_panic(expected = "but")]
fn the_checker_finds_a_wrong_character() {
    let (args, printed, status) = output_of("5 --passer random --eater random --seed 1", b"");
    check_session(&args, b"", &printed.replacen("| P |", "| E |", 1), status);
}

#[test]
#[should_panic(expected = "but")]
fn the_checker_finds_a_game_that_continues_after_a_path() {
    let typed = b"1 1\n3 3\n2 2\n2 3\n3 1\n1 3\n";
    let (args, printed, status) = output_of("3", typed);
    check_session(
        &args,
        typed,
        &printed.replace("Passer wins!", "Passer's move (row column): "),
        status,
    );
}

#[test]
fn on_a_terminal_the_passer_s_line_is_gone_before_the_eater_chooses() {
    let terminal = Launch::arcade().args(["classic", "eater", "3"]).size(40, 12).start();
    // The second line takes two rows of the window.
    for (typed, eater) in [("1 2", "3 3"), (&*format!("2 1{}.", " ".repeat(40)), "3 2")] {
        let prompt = "Passer's move (row column): ";
        terminal.wait_text(prompt);
        terminal.type_text(typed);
        terminal.wait_text(&format!("{prompt}{}", &typed[..3]));
        terminal.press("enter");
        let end = "------------\nThe Passer has chosen.\nEater's move (row column):";
        terminal.wait_for("the Eater's turn", |output| {
            let text: Vec<_> = output.text().lines().map(|line| line.trim().to_owned()).collect();
            text.join("\n").trim_end().ends_with(end)
        });
        assert!(!terminal.text().contains("Passer's move"), "{}", terminal.describe());
        terminal.type_text(eater);
        terminal.press("enter");
    }
    terminal.wait_text("Passer's move (row column): ");
    terminal.press("ctrl-d");
    assert_eq!(terminal.wait_exit(), Exit::Code(1));
}
