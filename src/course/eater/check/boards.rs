//! Reads boards from a program's output. The course sheet prescribes no format, so any format is
//! accepted in which a person finds the cells: a heading with the column numbers, and below it a
//! line for each row that begins with its number. `P` and `E` are markers; a cell with anything
//! else is empty.
//!
//! The cell of a marker is determined by the first of these that a row has: a mark in every cell,
//! bars between all cells, or the positions of the numbers in the heading.

use std::ops::Range;

use fourcade_engine::eater::model::{Cell, EaterBoard, Role};

const TAB_WIDTH: usize = 8;

/// Maximum number of blank or ruled lines between two rows.
const MAX_GAP: usize = 4;

/// Possible numbers of blanks at the end of a question, the most likely first.
const QUESTION_BLANKS: [usize; 3] = [1, 0, 2];

/// The output of a program and the boards in it.
pub struct ShownBoards<'a> {
    lines: Vec<&'a str>,
    boards: Vec<ShownBoard>,
}

#[derive(Debug)]
struct ShownBoard {
    board: EaterBoard,
    /// From the heading to the last row. If the board is repeated, to the end of the last copy.
    lines: Range<usize>,
}

impl<'a> ShownBoards<'a> {
    /// Reads the boards of this size. Successive equal boards count as one.
    pub fn read(text: &'a str, size: u16) -> Self {
        let lines: Vec<String> = text.lines().map(normalized).collect();
        let mut boards: Vec<ShownBoard> = Vec::new();
        let mut next = 0;
        while let Some(line) = lines.get(next) {
            let heading = next;
            next += 1;
            let layouts = read_heading(line, size);
            if layouts.is_empty() {
                continue;
            }
            let Some((rows, end)) = find_rows(&lines, next, size) else { continue };
            next = end;
            let board = read_board(&rows, &layouts);
            match boards.last_mut() {
                Some(last) if last.board == board => last.lines.end = end,
                _ => boards.push(ShownBoard { board, lines: heading..end }),
            }
        }
        Self { lines: text.lines().collect(), boards }
    }

    pub fn board(&self, index: usize) -> Option<&EaterBoard> {
        self.boards.get(index).map(|shown| &shown.board)
    }

    pub fn boards(&self) -> impl Iterator<Item = &EaterBoard> {
        self.boards.iter().map(|shown| &shown.board)
    }

    /// Returns the lines between a board and the boards before and after it.
    pub fn lines_around(&self, index: usize) -> Vec<&'a str> {
        let Some(ShownBoard { lines, .. }) = self.boards.get(index) else { return Vec::new() };
        let before = index.checked_sub(1).map_or(0, |before| self.boards[before].lines.end);
        // The line of the heading may contain a question.
        let after = self.boards.get(index + 1).map(|next| next.lines.start + 1);
        let after = after.unwrap_or(self.lines.len());
        [&self.lines[before..=lines.start], &self.lines[lines.end..after]].concat()
    }

    /// Whether a menu with numbered choices precedes the first board.
    pub fn has_menu(&self) -> bool {
        let end = self.boards.first().map_or(self.lines.len(), |first| first.lines.start);
        let choices: Vec<usize> =
            self.lines[..end].iter().filter_map(|line| numbered_choice(line)).collect();
        choices.windows(2).any(|pair| pair[0].checked_add(1) == Some(pair[1]))
    }
}

/// Parses the number of a menu line such as `2. Two players`.
fn numbered_choice(line: &str) -> Option<usize> {
    let line = line.trim_start_matches([' ', '\t', '[', '(']);
    let end = line.find(|letter: char| !letter.is_ascii_digit())?;
    let (number, text) = line.split_at(end);
    let text = text.trim_start().strip_prefix(['.', ':', ')', ']', '-', '='])?;
    let mut words = text.split(|letter: char| !letter.is_alphabetic());
    if words.any(|word| word.len() > 1) { number.parse().ok() } else { None }
}

/// Removes escape sequences and replaces all kinds of bars by `|`.
fn normalized(line: &str) -> String {
    let mut plain = String::new();
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\u{1b}' if letters.next_if_eq(&'[').is_some() => {
                letters.find(|letter| ('@'..='~').contains(letter));
            }
            '│' | '┃' | '║' | '¦' => plain.push('|'),
            letter => plain.push(letter),
        }
    }
    plain
}

fn expand_tabs(line: &str) -> String {
    let mut expanded = String::new();
    let mut column = 0;
    for letter in line.chars() {
        let width = if letter == '\t' { TAB_WIDTH - column % TAB_WIDTH } else { 1 };
        column += width;
        match letter {
            '\t' => expanded.push_str(&" ".repeat(width)),
            letter => expanded.push(letter),
        }
    }
    expanded
}

/// A possible position of a board's columns, at equal distances. In a heading, numbers of two
/// digits may shift those after them.
#[derive(Clone, Copy, Debug)]
struct Layout {
    first: usize,
    distance: usize,
    count: usize,
}

impl Layout {
    /// Returns the distance of a position in a row from the position of a column.
    fn misfit(self, at: usize, col: usize) -> usize {
        (self.first + col * self.distance).abs_diff(at)
    }
}

/// Returns the possible layouts of a heading, the most likely first, or none if the line doesn't
/// end with the column numbers. Text before them may belong to the heading, or be a question whose
/// typed answer isn't shown. Then columns count from the end of the question.
fn read_heading(line: &str, size: u16) -> Vec<Layout> {
    let letters: Vec<char> = line.chars().collect();
    let Some(numbers) = find_numbers(&letters, size) else { return Vec::new() };
    let before = &letters[..numbers[0].start];
    let question_end = before.iter().rposition(|letter| !" \t|+-".contains(*letter));
    let blanks = before.iter().rev().take_while(|letter| **letter == ' ').count();
    let starts = question_end.into_iter().flat_map(|end| {
        let counts = QUESTION_BLANKS.into_iter().filter(move |&count| count <= blanks);
        counts.map(move |count| end + 1 + count)
    });
    let layout = |start: usize| {
        let line = expand_tabs(&letters[start..].iter().collect::<String>());
        let numbers = find_numbers(&line.chars().collect::<Vec<_>>(), size)?;
        let [first, second] = [numbers[0].start, numbers[1].start];
        Some(Layout { first, distance: second - first, count: numbers.len() })
    };
    starts.chain([0]).filter_map(layout).collect()
}

/// Returns the positions of the numbers 1 to `size` at the end of a line. Numbers of two digits
/// need no blank between them.
fn find_numbers(letters: &[char], size: u16) -> Option<Vec<Range<usize>>> {
    let mut numbers = Vec::new();
    let mut end = letters.len();
    for number in (1..=size).rev() {
        while end > 0 && !letters[end - 1].is_alphanumeric() {
            end -= 1;
        }
        let digits: Vec<char> = number.to_string().chars().collect();
        let before = letters[..end].strip_suffix(&digits[..])?;
        if number < 10 && before.last().is_some_and(|letter| letter.is_alphanumeric()) {
            return None;
        }
        numbers.push(before.len()..end);
        end = before.len();
    }
    numbers.reverse();
    Some(numbers)
}

/// Returns the rows of a board and the index of the line after them.
fn find_rows(lines: &[String], first: usize, size: u16) -> Option<(Vec<Row>, usize)> {
    let mut rows = Vec::new();
    let mut next = first;
    for number in 1..=size {
        let gap = lines[next.min(lines.len())..].iter().take(MAX_GAP + 1);
        let (at, row) =
            gap.enumerate().find_map(|(at, line)| Some((at, Row::read(line, number)?)))?;
        rows.push(row);
        next += at + 1;
    }
    Some((rows, next))
}

fn read_board(rows: &[Row], layouts: &[Layout]) -> EaterBoard {
    let size = u16::try_from(rows.len()).unwrap_or(u16::MAX);
    let read = |&layout: &Layout| -> (usize, EaterBoard) {
        let mut board = EaterBoard::empty(size);
        let mut misfit = 0;
        for (row, number) in rows.iter().zip(0..) {
            for marker in row.markers(layout) {
                board.set(Cell::new(number, marker.col), Some(marker.role));
                misfit += marker.misfit;
            }
        }
        (misfit, board)
    };
    let best = layouts.iter().map(read).min_by_key(|(misfit, _)| *misfit);
    best.map_or_else(|| EaterBoard::empty(size), |(_, board)| board)
}

#[derive(Debug)]
struct Row {
    letters: Vec<char>,
    /// The part with the cells.
    cells: Range<usize>,
}

#[derive(Debug)]
struct Marker {
    col: u16,
    role: Role,
    misfit: usize,
}

impl Row {
    /// Parses the row with this number. Returns `None` if the line isn't that row.
    fn read(line: &str, number: u16) -> Option<Self> {
        let number = number.to_string();
        let line = expand_tabs(line);
        let from_number = line.trim_start_matches([' ', '|', '+', '[', '(']);
        let after_number = from_number.strip_prefix(number.as_str())?;
        let mut words = after_number.split(|letter: char| !letter.is_alphabetic());
        if after_number.starts_with(char::is_alphanumeric) || words.any(|word| word.len() > 1) {
            return None;
        }
        let letters: Vec<char> = line.chars().collect();
        let number_end = letters.len() - after_number.chars().count();
        // A sign may belong to the number, as in `1.`, unless it touches what follows.
        let mut following = after_number.chars();
        let is_sign = following.next().is_some_and(|letter| ".:)]>".contains(letter));
        let is_separate = following.next().is_none_or(|letter| " |".contains(letter));
        let start = number_end + usize::from(is_sign && is_separate);
        // The number may also stand on the right.
        let to_number = line.trim_end_matches([' ', '|', '+', ']', ')']);
        let before_number = to_number
            .strip_suffix(number.as_str())
            .filter(|before_number| before_number.ends_with([' ', '|']));
        let end = before_number.map_or(letters.len(), |before| before.chars().count());
        Some(Self { letters, cells: start..end.max(start) })
    }

    fn markers(&self, layout: Layout) -> Vec<Marker> {
        let marker = |at: usize, col: usize| {
            let (role, misfit) = (role(self.letters[at])?, layout.misfit(at, col));
            Some(Marker { col: u16::try_from(col).ok()?, role, misfit })
        };
        let cells = self.marked_cells(layout.count);
        let Some(cells) = cells.or_else(|| self.barred_cells(layout)) else {
            let near = |at: usize| (0..layout.count).min_by_key(|&col| layout.misfit(at, col));
            return self.cells.clone().filter_map(|at| marker(at, near(at)?)).collect();
        };
        let all = cells.into_iter().enumerate();
        all.flat_map(|(col, places)| places.filter_map(move |at| marker(at, col))).collect()
    }

    /// Returns the cells if each has its own mark.
    fn marked_cells(&self, count: usize) -> Option<Vec<Range<usize>>> {
        let words = self.split(|letter| letter == ' ' || letter == '|');
        let words: Vec<_> = words.into_iter().filter(|word| !word.is_empty()).collect();
        (words.len() == count && self.have_at_most_one_marker(&words)).then_some(words)
    }

    /// Returns the cells if bars separate them all. There may also be bars before the first cell
    /// and after the last one.
    fn barred_cells(&self, layout: Layout) -> Option<Vec<Range<usize>>> {
        let parts = self.split(|letter| letter == '|');
        let is_left = parts[0].end < layout.first;
        let first = match parts.len().checked_sub(layout.count)? {
            // The two bars between three cells could also be a frame around all cells.
            0 if is_left => return None,
            0 => 0,
            // A bar before the first cell or after the last one.
            1 => usize::from(is_left || parts[0].len() < parts[1].len()),
            more => more / 2,
        };
        let cells = parts[first..first + layout.count].to_vec();
        self.have_at_most_one_marker(&cells).then_some(cells)
    }

    fn split(&self, is_between: impl Fn(char) -> bool) -> Vec<Range<usize>> {
        let mut parts = Vec::new();
        let mut start = self.cells.start;
        for at in self.cells.clone().filter(|&at| is_between(self.letters[at])) {
            parts.push(start..at);
            start = at + 1;
        }
        parts.push(start..self.cells.end);
        parts
    }

    fn have_at_most_one_marker(&self, cells: &[Range<usize>]) -> bool {
        cells.iter().all(|cell| {
            self.letters[cell.clone()].iter().filter(|letter| role(**letter).is_some()).count() <= 1
        })
    }
}

fn role(letter: char) -> Option<Role> {
    match letter {
        'P' => Some(Role::Passer),
        'E' => Some(Role::Eater),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scale::scaled;
    use proptest::{collection::vec, prelude::*, sample::select};

    /// Returns the cells of the boards in a text.
    fn read(text: &str, size: u16) -> Vec<String> {
        let letter = |board: &EaterBoard, cell| board.at(cell).map_or('.', Role::letter);
        let cells = |board: &EaterBoard| board.cells().map(|cell| letter(board, cell)).collect();
        ShownBoards::read(text, size).boards().map(cells).collect()
    }

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
            assert_eq!(read(form, 3), [".EP.P...."], "{form}");
        }
        // A bar after each cell and none after the number, a frame, a mark in each cell, colours.
        let more = [
            "   1    2    3\n1    |  E |  P |\n  ___|____|____|\n     |    |    |\n\
             2    |  P |    |\n3    |    |    |\n",
            "    1   2   3\n1 |     E   P |\n2 |     P     |\n3 |           |\n",
            "Eater:   1 2 3\n1   E P\n2   P\n3\n",
            "R/C 1 2 3\n 1    E P\n 2    P\n 3\n",
            "1 2 3\n1 _ E P\n2 _ P _\n3 _ _ _\n",
            "   [1][2][3]\n[1][ ][E][P]\n[2][ ][P][ ]\n[3][ ][ ][ ]\n",
            "\u{1b}[2J\u{1b}[H   1  2  3\n1.    \u{1b}[34mE\u{1b}[0m  \u{1b}[31mP\u{1b}[0m\n\
             2.    P\n3.\n",
            // The numbers at both edges.
            "  1 2 3\n1 . E P 1\n2 . P . 2\n3 . . . 3\n",
            "   1 2 3\n1 | |E|P| 1\n2 | |P| | 2\n3 | | | | 3\n",
        ];
        for form in more {
            assert_eq!(read(form, 3), [".EP.P...."], "{form}");
        }
        // Headings that are narrower than the board, whose cells are told apart by bars alone.
        for rows in [
            "1   | E | P\n2   | P |\n3   |   |\n",
            "1 |   | E | P\n2 |   | P |\n3 |   |   |\n",
            "1    |  E |  P |\n2    |  P |    |\n3    |    |    |\n",
            "1|   | E | P |\n2|   | P |   |\n3|   |   |   |\n",
            "1 ||   | E | P ||\n2 ||   | P |   ||\n3 ||   |   |   ||\n",
        ] {
            assert_eq!(read(&format!("1 2 3\n{rows}"), 3), [".EP.P...."], "{rows}");
        }
        for none in ["", "1 2 3\n1\n2\n", "  1 2 3\n1 Passer\n2\n3\n", "  1 2\n1 . .\n2 . .\n"] {
            assert_eq!(read(none, 3), [""; 0], "{none}");
        }
    }

    /// Numbers of two digits move what follows them, in the heading and in their rows.
    #[test]
    fn boards_whose_numbers_have_no_fixed_width_are_read() {
        let cells = |row: usize, col: usize| match (5 * row + col) % 7 {
            0 => 'P',
            3 => 'E',
            _ => ' ',
        };
        for gap in [" ", "  ", "   "] {
            let numbers: String =
                (1..=12).flat_map(|col| [gap.to_owned(), col.to_string()]).collect();
            let mut text = format!("Eater:  {numbers}\n");
            for row in 0..12 {
                let marks = (0..12).flat_map(|col| gap.chars().chain([cells(row, col)]));
                text.extend((row + 1).to_string().chars().chain(marks).chain(['\n']));
            }
            let all = (0..144).map(|cell| cells(cell / 12, cell % 12));
            let wanted: String = all.map(|mark| if mark == ' ' { '.' } else { mark }).collect();
            assert_eq!(read(&text, 12), [wanted], "{text}");
        }
    }

    #[test]
    fn what_is_said_and_a_menu_are_found() {
        let board = "  1 2 3\n1 . . .\n2 . . .\n3 . . P\n";
        let text = format!("Rules\n{}\nMove?{board}He wins.\nAgain?", board.replace('P', "."));
        let shown = ShownBoards::read(&text, 3);
        assert_eq!(shown.lines_around(1), ["", "Move?  1 2 3", "He wins.", "Again?"]);
        assert_eq!(shown.lines_around(2), [""; 0]);
        for (text, has_menu) in [
            ("Size? Choose:\n1. Two players\n 2. Against a bot\n", true),
            ("[0] quit\n[1] play\n", true),
            ("Board size (3-15): ", false),
            ("1: . . .\n2: . . .\n3: . . P\n", false),
            (&format!("{board}1. again\n2. quit\n"), false),
        ] {
            assert_eq!(ShownBoards::read(text, 3).has_menu(), has_menu, "{text}");
        }
    }

    /// A way to print a board.
    #[derive(Clone, Debug)]
    struct Form {
        /// Between the number of a row and the first cell, between cells, and after the last one.
        bars: [bool; 3],
        /// The blanks before and after a mark.
        margins: [usize; 2],
        empty: char,
        label_width: usize,
        is_label_right: bool,
        label_mark: &'static str,
        /// Text before the heading on its line.
        question: &'static str,
        rule: &'static str,
        is_trimmed: bool,
        uses_tabs: bool,
    }

    impl Form {
        fn print(&self, size: u16, cells: &[char]) -> String {
            let [left, right] = self.margins.map(|count| " ".repeat(count));
            let bar = |is_there: bool| if is_there { "|" } else { "" };
            let [first, between, last] = self.bars.map(bar);
            let width = self.label_width.max(size.to_string().len()) + self.label_mark.len();
            let label = |text: String| {
                if self.is_label_right {
                    format!("{text:>width$}")
                } else {
                    format!("{text:width$}")
                }
            };
            let line = |label: String, cells: Vec<String>| {
                let cells = if self.uses_tabs {
                    ["", &cells.join("\t")].join("\t")
                } else {
                    let cells = cells.iter().map(|cell| format!("{left}{cell}{right}"));
                    format!("{first}{}{last}", cells.collect::<Vec<_>>().join(between))
                };
                let line = label + &cells;
                if self.is_trimmed { line.trim_end().to_owned() } else { line }
            };
            // The numbers stand where the marks do; those of two digits begin one place earlier.
            let bars = |text: &str| " ".repeat(text.len());
            let mut heading = " ".repeat(width) + &bars(first);
            for number in 1..=size {
                let at = heading.len() + left.len();
                let number = number.to_string();
                let number = format!("{:>1$}", number, at + 1 - heading.len());
                heading = if self.uses_tabs {
                    format!("{heading}\t{}", number.trim())
                } else {
                    format!("{heading}{number}{right}{}", bars(between))
                };
            }
            let mut text = format!("{}{}\n", self.question, heading.trim_end());
            for (row, cells) in cells.chunks(size.into()).enumerate() {
                let mark = |cell: &char| if *cell == '.' { self.empty } else { *cell };
                let cells = cells.iter().map(|cell| mark(cell).to_string()).collect();
                text += &line(label(format!("{}{}", row + 1, self.label_mark)), cells);
                text += "\n";
                text += self.rule;
            }
            text
        }
    }

    prop_compose! {
        fn forms()(
            bars in any::<[bool; 3]>(),
            left in 1..4_usize,
            right in 0..3_usize,
            empty in select(vec![' ', ' ', '.', '_', '-', '0', '*']),
            label_width in 1..5_usize,
            is_label_right in any::<bool>(),
            label_mark in select(vec!["", "", ".", ":", ")"]),
            question in select(vec!["", "", "Eater's move: ", "Move?", "Size (3-15): ", "> "]),
            rule in select(vec!["", "\n", "--+--\n", "   |   |\n  _|___|_\n"]),
            is_trimmed in any::<bool>(),
            uses_tabs in any::<bool>(),
        ) -> Form {
            let margins = [left, right];
            let bars = if uses_tabs { [false; 3] } else { bars };
            Form {
                bars, margins, empty, label_width, is_label_right, label_mark, question, rule,
                is_trimmed, uses_tabs,
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(scaled(256)))]

        #[test]
        fn a_board_is_read_in_every_form(
            size in 3..=15_u16,
            form in forms(),
            cells in vec(select(vec!['.', '.', 'P', 'E']), 225),
        ) {
            let cells = &cells[..usize::from(size).pow(2)];
            let text = form.print(size, cells);
            let cells: String = cells.iter().collect();
            prop_assert_eq!(read(&text, size), [cells], "{}", text);
        }

        #[test]
        fn anything_can_be_shown(
            size in 3..=15_u16,
            parts in vec(prop_oneof![
                select(vec![
                    " ", "\t", "\n", "1", "2", "3", "10", "18446744073709551615.", "P", "E", ".",
                    "|", "+-", "é", "１", "👩\u{200d}🚀", "e\u{301}", "\u{1b}[31m", "1 2 3\n",
                    "1 . P E\n", "18446744073709551615. one\n", "1. two\n",
                ]).prop_map(str::to_owned),
                any::<String>(),
            ], 0..60),
        ) {
            let text = parts.concat();
            let shown = ShownBoards::read(&text, size);
            shown.has_menu();
            for index in 0..shown.boards().count() {
                shown.lines_around(index);
            }
        }
    }
}
