//! Eater's program read back: what is printed must follow from its words, from what was printed and
//! typed before, and from the computers' choices that it tells. The reader knows the sheet and none
//! of the program's sources.

use std::{collections::BTreeMap, ffi::OsString, fs};

use fourcade::{games::eater::classic, play::random};
use rand::{RngExt, seq::IndexedRandom};

use super::{EATER, transcript, transcripts};

const NAMES: [&str; 2] = ["Passer", "Eater"];

/// A row and a column from 1.
type Cell = (i64, i64);

/// A session that is over.
#[derive(Debug, Default)]
struct Ending {
    size: i64,
    /// By side.
    computers: [bool; 2],
    /// Rounds that were played.
    rounds: usize,
    /// Rounds in which both chose the same cell.
    clashes: usize,
    /// Lines that say what is wrong with an answer.
    refusals: usize,
    /// Passer or Eater; nobody if the input ended.
    winner: Option<usize>,
}

/// The input ended.
struct Ended;

/// Reads along.
struct Reader<'a> {
    printed: &'a str,
    typed: Box<dyn Iterator<Item = &'a [u8]> + 'a>,
    markers: BTreeMap<Cell, char>,
    end: Ending,
}

/// The end of a session whose output and exit status are right; panics otherwise.
fn read(words: &[OsString], typed: &[u8], printed: &str, status: i32) -> Ending {
    // Nothing behind the last newline is no line.
    let lines = typed
        .split_inclusive(|&byte| byte == b'\n')
        .map(|line| line.strip_suffix(b"\n").unwrap_or(line));
    let mut reader = Reader {
        printed,
        typed: Box::new(lines),
        markers: BTreeMap::new(),
        end: Ending::default(),
    };
    let ended = reader.session(words).is_err();
    assert_eq!(reader.printed, "", "the last line is the last");
    assert_eq!(status, i32::from(ended));
    reader.end
}

impl<'a> Reader<'a> {
    /// This must come next.
    #[track_caller]
    fn expect(&mut self, text: &str) {
        let rest = self.printed.strip_prefix(text);
        let next: String = self.printed.chars().take(text.len() + 80).collect();
        self.printed = rest.unwrap_or_else(|| panic!("not {text:?} but {next:?}"));
    }

    /// The rest of the line behind this, if it comes next.
    fn behind(&mut self, text: &str) -> Option<&'a str> {
        let (line, rest) =
            self.printed.strip_prefix(text)?.split_once('\n').expect("lines are ended");
        self.printed = rest;
        Some(line)
    }

    /// A line that is typed; if there is none, this must be said.
    fn line(&mut self, or_else: &str) -> Result<&'a str, Ended> {
        let line = self.typed.next();
        if line.is_none() {
            self.expect(or_else);
        }
        // Lines that are no text hold no number in a test.
        line.map(|line| std::str::from_utf8(line).unwrap_or_default()).ok_or(Ended)
    }

    fn session(&mut self, words: &[OsString]) -> Result<(), Ended> {
        let words: Vec<_> = words.iter().map(|word| word.to_str().expect("text")).collect();
        let mut given = None;
        let mut words = words.iter();
        while let Some(&word) = words.next() {
            let side = NAMES.iter().position(|name| word == format!("--{}", name.to_lowercase()));
            match side {
                Some(side) => self.end.computers[side] = *words.next().expect("a kind") != "human",
                None if word == "--seed" => drop(words.next()),
                None => given = Some(word.parse().expect("a size")),
            }
        }
        self.end.size = match given {
            Some(size) => size,
            None => self.size()?,
        };
        self.game()
    }

    /// The size that a person answers.
    fn size(&mut self) -> Result<i64, Ended> {
        loop {
            self.expect("Board size (3-15): ");
            let answer = self.line("End of input.\n")?.trim().parse();
            if let Some(size) = answer.ok().filter(|size| (3..=15).contains(size)) {
                return Ok(size);
            }
        }
    }

    fn game(&mut self) -> Result<(), Ended> {
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

    /// What both chose, of which `chosen` was typed; the rest must be told now, and nothing else.
    fn both(&mut self, mut chosen: [Option<Cell>; 2]) -> [Cell; 2] {
        let is_open =
            |reader: &Self, cell| reader.is_cell(cell) && !reader.markers.contains_key(&cell);
        if let Some(said) = self.behind("Both chose ") {
            let cell =
                cell_of(said.strip_suffix(": the Eater's marker stays.").expect("who stays"));
            assert!(
                is_open(self, cell) && chosen.iter().flatten().all(|&typed| typed == cell),
                "{said}"
            );
            self.end.clashes += 1;
            return [cell; 2];
        }
        for (side, chosen) in chosen.iter_mut().enumerate() {
            if self.end.computers[side] {
                let said =
                    self.behind(&format!("{} plays ", NAMES[side])).expect("a choice is told");
                *chosen = Some(cell_of(said));
            }
        }
        let cells = chosen.map(|cell| cell.expect("both have chosen"));
        assert!(cells.iter().all(|&cell| is_open(self, cell)) && cells[0] != cells[1], "{cells:?}");
        cells
    }

    /// The cell that a person chooses, after all refusals.
    fn person(&mut self, side: usize) -> Result<Cell, Ended> {
        let name = NAMES[side];
        loop {
            self.expect(&format!("{name}'s move (row column): "));
            match numbers(self.line(&format!("End of input from the {name}.\n"))?)[..] {
                [row, column, ..] if !self.is_cell((row, column)) => {
                    self.expect(&format!("Row and column must be within 1 - {}.\n", self.end.size));
                }
                [row, column, ..] if self.markers.contains_key(&(row, column)) => {
                    self.expect("That cell is taken.\n")
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

    /// The board, letter by letter: what stands in which row of the paper and in which of its
    /// columns.
    fn board(&mut self) {
        let size = self.end.size;
        let mut paper = BTreeMap::new();
        let mut put = |line: i64, at: i64, text: &str| {
            for (at, letter) in (at..).zip(text.chars()) {
                assert_eq!(paper.insert((line, at), letter), None);
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
            let end =
                paper.range((line, 0)..(line + 1, 0)).next_back().map_or(0, |(&(_, at), _)| at + 1);
            let letters: String =
                (0..end).map(|at| paper.get(&(line, at)).copied().unwrap_or(' ')).collect();
            self.expect(&format!("{letters}\n"));
        }
    }

    /// Whether the Passer has a path: all cells that can be reached from the top row, found by
    /// looking again and again.
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
                let (down, side) = (to.0 - from.0, (to.1 - from.1).abs());
                (down == 0 && side == 1) || (down == 1 && side <= 1)
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

/// The numbers at the start of a line.
fn numbers(line: &str) -> Vec<i64> {
    let (mut rest, mut numbers) = (line, Vec::new());
    loop {
        rest = rest.trim_start();
        let signs = usize::from(rest.starts_with(['+', '-']));
        let digits = rest[signs..].bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return numbers;
        }
        // What no integer holds is as large as any number that is too large.
        numbers.push(rest[..signs + digits].parse().unwrap_or(i64::MAX));
        rest = &rest[signs + digits..];
    }
}

/// A cell that is told: two numbers and a space, nothing else.
fn cell_of(said: &str) -> Cell {
    let (row, column) = said.split_once(' ').expect("a row and a column");
    let cell = (row.parse().expect("a row"), column.parse().expect("a column"));
    assert_eq!(format!("{} {}", cell.0, cell.1), said);
    cell
}

/// What the program prints with these words, and its exit status.
fn print(words: &str, typed: &[u8]) -> (Vec<OsString>, String, i32) {
    let words: Vec<_> = words.split_whitespace().map(OsString::from).collect();
    let (mut input, mut output) = (typed, Vec::new());
    let status = classic::run(&words, &mut input, &mut output).unwrap();
    (words, String::from_utf8(output).unwrap(), status.into())
}

/// Runs the program with these words, and reads back what it prints.
fn run(words: &str, typed: &[u8]) -> Ending {
    let (words, printed, status) = print(words, typed);
    read(&words, typed, &printed, status)
}

/// There is such a session among them.
#[track_caller]
fn some(endings: &[Ending], what: &str, is: impl Fn(&Ending) -> bool) {
    assert!(endings.iter().any(is), "no session of: {what}");
}

#[test]
fn transcripts_follow_the_sheet() {
    let mut endings = Vec::new();
    for file in transcripts(&EATER) {
        for run in transcript::parse(&EATER, &fs::read_to_string(file).unwrap()) {
            if run.status != 2 {
                endings.push(read(
                    &run.words,
                    &run.typed,
                    std::str::from_utf8(&run.printed).unwrap(),
                    run.status,
                ));
            }
        }
    }
    for computers in [[false, false], [false, true], [true, false], [true, true]] {
        let of = |end: &Ending| end.computers == computers;
        some(&endings, &format!("{computers:?} and a clash"), |end| of(end) && end.clashes > 0);
        some(&endings, &format!("{computers:?} and a winner"), |end| {
            of(end) && end.winner.is_some()
        });
    }
    for winner in [0, 1] {
        some(&endings, NAMES[winner], |end| {
            end.winner == Some(winner) && end.computers == [false; 2]
        });
    }
    for size in [3, 9, 10, 15] {
        some(&endings, &format!("size {size} to the end"), |end| {
            end.size == size && end.winner.is_some()
        });
    }
}

#[test]
fn games_of_computers_follow_the_sheet() {
    let mut endings = Vec::new();
    for seed in 0..40 {
        let size = 3 + seed % 13;
        let end = run(&format!("{size} --passer random --eater random --seed {seed}"), b"");
        assert!(end.winner.is_some() && end.size == size);
        endings.push(end);
    }
    for winner in [0, 1] {
        some(&endings, NAMES[winner], |end| end.winner == Some(winner));
    }
    some(&endings, "a clash", |end| end.clashes > 0);
}

#[test]
fn games_of_people_who_type_anything_follow_the_sheet() {
    let mut endings = Vec::new();
    for seed in 0..120 {
        let mut chance = random::rng(seed, &[]);
        let size: i64 = chance.random_range(3..=6);
        let mut typed = vec!["2".to_owned(), size.to_string()];
        for _ in 0..chance.random_range(0..12 * size * size) {
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
            let junk = junk.choose(&mut chance).filter(|_| chance.random_ratio(1, 8));
            typed.push(match junk {
                Some(junk) => (*junk).to_owned(),
                None => {
                    format!("{} {}", chance.random_range(1..=size), chance.random_range(1..=size))
                }
            });
        }
        let kinds = ["", " --passer random", " --eater random"];
        let kind = kinds.choose(&mut chance).unwrap();
        endings.push(run(&format!("--seed {seed}{kind}"), typed.join("\n").as_bytes()));
    }
    for computers in [[false, false], [false, true], [true, false]] {
        let of = |end: &Ending| end.computers == computers;
        for winner in [Some(0), Some(1), None] {
            some(&endings, &format!("{computers:?} won by {winner:?}"), |end| {
                of(end) && end.winner == winner
            });
        }
        some(&endings, &format!("{computers:?} and a clash"), |end| of(end) && end.clashes > 0);
    }
    some(&endings, "many refusals", |end| end.refusals > 50);
    some(&endings, "many rounds", |end| end.rounds > 12);
}

#[test]
#[should_panic(expected = "but")]
fn the_reader_finds_a_wrong_letter() {
    let (words, printed, status) = print("5 --passer random --eater random --seed 1", b"");
    read(&words, b"", &printed.replacen("| P |", "| E |", 1), status);
}

#[test]
#[should_panic(expected = "but")]
fn the_reader_finds_a_game_that_goes_on_behind_a_path() {
    let typed = b"1 1\n3 3\n2 2\n2 3\n3 1\n1 3\n";
    let (words, printed, status) = print("3", typed);
    read(&words, typed, &printed.replace("Passer wins!", "Passer's move (row column): "), status);
}
