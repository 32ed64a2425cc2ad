//! The games for listeners: sentences about events, and answers to questions.
//!
//! Each game has a module `spoken`. Sentences are short, because a screen reader speaks them to the
//! end; boards are told only on request, in parts.

pub use super::arcade_game::{Audience, Spoken, TypedQuestion};
use super::{GameWords, GridGame, GridPos, capitalized, grid::Numbers, join, subject};
use fourcade_engine::play::Seat;

/// The maximum length of a spoken sentence, in characters.
pub const MAX_SENTENCE: usize = 160;

impl<G: GameWords> Audience<'_, G> {
    /// The player on a seat for the start of a sentence; see [`subject`].
    pub fn subject(&self, seat: Seat) -> String {
        subject(G::SEAT_NAMES, seat, self.names)
    }

    pub fn write(&self, action: G::Action) -> String {
        G::write(action, self.notation)
    }

    /// Such as `You play` or `X plays`.
    pub fn subject_and_verb(&self, seat: Seat, verb: &str) -> String {
        match self.subject(seat) {
            who if who == "You" => format!("You {verb}"),
            who => format!("{who} {}", third_person(verb)),
        }
    }

    pub fn scores(&self, scores: impl IntoIterator<Item = u32>) -> String {
        let each = scores.into_iter().enumerate();
        let written =
            each.map(|(seat, score)| format!("{} {score}", self.subject(Seat::new(seat))));
        written.collect::<Vec<_>>().join(", ")
    }
}

fn third_person(verb: &str) -> String {
    match verb {
        "have" => "has".to_owned(),
        verb if verb.ends_with("ss") => format!("{verb}es"),
        verb => format!("{verb}s"),
    }
}

/// A title and a list, split into sentences of at most [`MAX_SENTENCE`] characters.
pub fn enumerate(title: &str, items: &[String]) -> Vec<String> {
    let mut sentences: Vec<String> = Vec::new();
    let mut current = String::new();
    for item in items {
        // 3 for a comma, a space and a full stop.
        if !current.is_empty() && current.chars().count() + item.chars().count() + 3 > MAX_SENTENCE
        {
            sentences.push(current + ".");
            current = String::new();
        }
        let start = match (current.is_empty(), sentences.is_empty()) {
            (true, true) => &format!("{title}: "),
            (true, false) => "Also ",
            (false, _) => ", ",
        };
        current.extend([start, item]);
    }
    if !current.is_empty() {
        sentences.push(current + ".");
    }
    sentences
}

/// Writes ascending numbers, joining runs of three or more: `1 to 3`, `5`, `6`.
pub fn runs(numbers: impl IntoIterator<Item = u16>) -> Vec<String> {
    let mut runs: Vec<(u16, u16)> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let written = runs.into_iter().flat_map(|(first, last)| match last - first {
        1 => vec![first.to_string(), last.to_string()],
        _ => vec![run(first, last)],
    });
    written.collect()
}

fn run(first: u16, last: u16) -> String {
    match last - first {
        0 => first.to_string(),
        1 => format!("{first} and {last}"),
        _ => format!("{first} to {last}"),
    }
}

/// Such as `row 2 at 1, 4 and 6 to 8` or `all of row 2`.
pub fn in_row(row: u16, columns: &[u16], width: u16) -> String {
    if columns.len() == usize::from(width) {
        return format!("all of row {row}");
    }
    format!("row {row} at {}", join(&runs(columns.iter().copied())))
}

pub trait SpokenGrid: Spoken + GridGame {
    /// Words that `where` finds, with their meanings.
    const CELL_WORDS: &'static [(&'static str, &'static str)];

    fn cell(audience: &Audience<Self>, pos: GridPos) -> String;
}

impl<G: SpokenGrid> Audience<'_, G> {
    /// The number at the board's edge of the row with this index from 0.
    pub fn row(&self, index: u16) -> u16 {
        G::grid(self.observation, self.notation).rows.first + index
    }

    pub fn column(&self, index: u16) -> u16 {
        G::grid(self.observation, self.notation).columns.first + index
    }
}

impl<G: SpokenGrid> TypedQuestion<G> {
    pub const ROW: Self =
        Self { word: "row", argument: "N", help: "a row of the board", answer: row };
    pub const COLUMN: Self =
        Self { word: "column", argument: "N", help: "a column of the board", answer: column };
    pub const WHERE: Self = Self {
        word: "where",
        argument: "WORD",
        help: "where something is; the word alone lists what there is",
        answer: find,
    };
    pub const NEAR: Self =
        Self { word: "near", argument: "R C", help: "a cell and those around it", answer: near };
}

fn row<G: SpokenGrid>(audience: &Audience<G>, argument: &str) -> Result<Vec<String>, String> {
    let grid = G::grid(audience.observation, audience.notation);
    let row = index_of(argument, "row", grid.rows)?;
    let cells = (0..grid.columns.count)
        .map(|col| (grid.columns.first + col, G::cell(audience, GridPos::new(row, col))));
    Ok(enumerate(&format!("Row {}", grid.rows.first + row), &merge_alike(cells)))
}

/// Tells all rows from the top, and summarises those that hold only `nothing`.
pub fn rows<G: SpokenGrid>(audience: &Audience<G>, nothing: &str) -> Vec<String> {
    let grid = G::grid(audience.observation, audience.notation);
    let mut sentences = Vec::new();
    let mut left_out = Vec::new();
    for row in 0..grid.rows.count {
        let cell = |col| G::cell(audience, GridPos::new(row, col));
        if (0..grid.columns.count).all(|col| cell(col) == nothing) {
            left_out.push(grid.rows.first + row);
            continue;
        }
        let cells = (0..grid.columns.count).map(|col| (grid.columns.first + col, cell(col)));
        let title = format!("Row {}", grid.rows.first + row);
        sentences.extend(enumerate(&title, &merge_alike(cells)));
    }
    if !left_out.is_empty() {
        let rows = if left_out.len() == 1 { "row" } else { "rows" };
        sentences.push(format!("All {nothing}: {rows} {}.", join(&runs(left_out))));
    }
    sentences
}

fn column<G: SpokenGrid>(audience: &Audience<G>, argument: &str) -> Result<Vec<String>, String> {
    let grid = G::grid(audience.observation, audience.notation);
    let col = index_of(argument, "column", grid.columns)?;
    let cells = (0..grid.rows.count)
        .map(|row| (grid.rows.first + row, G::cell(audience, GridPos::new(row, col))));
    Ok(enumerate(&format!("Column {}", grid.columns.first + col), &merge_alike(cells)))
}

fn index_of(argument: &str, what: &str, numbers: Numbers) -> Result<u16, String> {
    let index = numbers.index(argument);
    index.ok_or_else(|| format!("Say which {what}, from {} to {}.", numbers.first, numbers.last()))
}

/// Merges neighbours with the same text: `1 to 3 empty`, `4 O`.
fn merge_alike(cells: impl Iterator<Item = (u16, String)>) -> Vec<String> {
    let mut runs: Vec<(u16, u16, String)> = Vec::new();
    for (number, text) in cells {
        match runs.last_mut() {
            Some((_, last, same)) if *same == text => *last = number,
            _ => runs.push((number, number, text)),
        }
    }
    runs.into_iter().map(|(first, last, text)| format!("{} {text}", run(first, last))).collect()
}

fn find<G: SpokenGrid>(audience: &Audience<G>, argument: &str) -> Result<Vec<String>, String> {
    let wanted = argument.trim().to_lowercase();
    let meanings = || {
        G::CELL_WORDS.iter().map(|(word, meaning)| format!("Where {word}: {meaning}.")).collect()
    };
    if wanted.is_empty() {
        return Ok(meanings());
    }
    let grid = G::grid(audience.observation, audience.notation);
    let singular = wanted.strip_suffix('s').unwrap_or(&wanted);
    let is_wanted = |text: &str| {
        text.to_lowercase().split([' ', ',']).any(|word| word == wanted || word == singular)
    };
    let mut rows = Vec::new();
    for row in 0..grid.rows.count {
        let is_there = |col: &u16| is_wanted(&G::cell(audience, GridPos::new(row, *col)));
        let columns = (0..grid.columns.count).filter(is_there).map(|col| grid.columns.first + col);
        let columns: Vec<u16> = columns.collect();
        if !columns.is_empty() {
            rows.push(in_row(grid.rows.first + row, &columns, grid.columns.count));
        }
    }
    let is_known = G::CELL_WORDS.iter().any(|(word, _)| is_wanted(word));
    match rows.as_slice() {
        [] if is_known => Ok(vec![format!("Nowhere: {wanted}.")]),
        [] => Err(format!("Nothing here is called {wanted}. Type where alone to hear the words.")),
        rows => Ok(enumerate(&capitalized(&wanted), rows)),
    }
}

fn near<G: SpokenGrid>(audience: &Audience<G>, argument: &str) -> Result<Vec<String>, String> {
    let action = G::read(argument, audience.observation, audience.notation)
        .map_err(|error| format!("{error}."))?;
    let (centre, grid) = (G::pos_of(action), G::grid(audience.observation, audience.notation));
    let name = |row: u16, col: u16| {
        let numbers = [grid.rows.first + row, grid.columns.first + col];
        numbers.map(|number| number.to_string()).join(" ")
    };
    let mut around = Vec::new();
    for (rows, cols, side) in AROUND {
        let (row, col) = (centre.row.checked_add_signed(rows), centre.col.checked_add_signed(cols));
        let Some(pos) = row.zip(col).map(|(row, col)| GridPos::new(row, col)) else { continue };
        if grid.contains(pos) {
            let cell = G::cell(audience, pos);
            around.push(format!("{side} {} {cell}", name(pos.row, pos.col)));
        }
    }
    let own = G::cell(audience, centre);
    let mut sentences = vec![format!("{}: {own}.", audience.write(action))];
    sentences.extend(enumerate("Around it", &around));
    Ok(sentences)
}

const AROUND: [(i16, i16, &str); 8] = [
    (-1, 0, "above"),
    (-1, 1, "above right"),
    (0, 1, "right"),
    (1, 1, "below right"),
    (1, 0, "below"),
    (1, -1, "below left"),
    (0, -1, "left"),
    (-1, -1, "above left"),
];

#[cfg(test)]
pub mod testing {
    use super::{Audience, GameWords};
    use crate::games::{Notation, Style};
    use fourcade_engine::play::{Seat, Seats};

    /// Tells an event to the first seat, with the position at the start.
    pub fn tell<G: GameWords>(event: &G::Event, style: Style, names: &[&str]) -> Option<String> {
        let game = G::start(&G::deal_seeded(G::default_size(), 1).unwrap());
        let names: Vec<_> = names.iter().map(|&name| name.to_owned()).collect();
        let (observation, seat) = (&game.observe(Seats::NONE), Seat::new(0));
        let to = Audience::<G> { observation, seat, names: &names, notation: Notation::FromOne };
        G::tell(event, style, &to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn consecutive_numbers_become_ranges() {
        assert_eq!(runs([1, 2, 3, 5, 7, 8]), ["1 to 3", "5", "7", "8"]);
        assert_eq!(in_row(2, &[1, 2, 4], 4), "row 2 at 1, 2 and 4");
        assert_eq!(in_row(2, &[1, 2, 3, 4], 4), "all of row 2");
        assert_eq!(runs([]), [""; 0]);
    }

    #[test]
    fn long_lists_take_several_sentences() {
        let items: Vec<_> = (0..80).map(|number| format!("item {number}")).collect();
        let sentences = enumerate("All", &items);
        assert!(sentences.len() > 3 && sentences[0].starts_with("All: item 0, item 1"));
        assert!(sentences[1].starts_with("Also item "));
        for sentence in &sentences {
            assert!(sentence.ends_with('.') && sentence.chars().count() <= MAX_SENTENCE);
        }
        let said = sentences.concat();
        assert!(items.iter().all(|item| said.contains(item)));
        assert_eq!(enumerate("All", &[]), [""; 0]);
    }
}
