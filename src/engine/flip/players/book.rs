//! The book of openings on 8 x 8: positions that good play reaches, with the scores of their moves.
//! `examples/flip_book` writes it.
//!
//! The book has a line for each position: the moves that lead there from the start, a colon, and
//! its good moves with their scores, best first. The scores are for the side to move, in hundredths
//! of a tile. A position represents all its symmetric images.
//!
//! ```text
//! 2 4,2 3: 2 2 +20,4 5 -15
//! ```

use std::{collections::HashMap, fmt, str::FromStr, sync::LazyLock};

use rand::seq::IndexedRandom;

use crate::{
    flip::{
        model::{
            Square,
            bitboard::{self, Position},
        },
        search::evaluation::symmetry::images,
    },
    play::Rng,
};

/// The maximum loss of a chosen move compared with the best one, in hundredths of a tile.
pub const MAX_CHOSEN_LOSS: i32 = 100;

/// A move of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move.
    pub square: Square,
    /// Its score for the side that makes it, in hundredths of a tile.
    pub score: i32,
}

/// A position of the book with its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookEntry {
    /// The moves that lead to the position from the start.
    pub line: Vec<Square>,
    /// The good moves, best first. One represents all its symmetric images.
    pub moves: Vec<BookMove>,
}

/// Why a book can't be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookError {
    /// A line is not an entry.
    #[error("{0:?} isn't a line of a book, such as \"2 4,2 3: 2 2 +20\"")]
    Syntax(String),
    /// A move is illegal.
    #[error("{0:?} has an illegal move")]
    IllegalMove(String),
    /// A position has two entries.
    #[error("{0:?} is a position that the book already has")]
    Repeated(String),
}

/// A book of openings.
#[derive(Debug)]
pub struct Book {
    /// The moves of each [`canonical`] position.
    positions: HashMap<Position, Vec<BookMove>>,
}

impl fmt::Display for BookEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line: Vec<_> = self.line.iter().map(ToString::to_string).collect();
        let moves: Vec<_> =
            self.moves.iter().map(|it| format!("{} {:+}", it.square, it.score)).collect();
        write!(f, "{}: {}", line.join(","), moves.join(","))
    }
}

impl FromStr for BookEntry {
    type Err = BookError;

    fn from_str(text: &str) -> Result<Self, BookError> {
        let parse = || {
            let (line, moves) = text.split_once(": ")?;
            let line = line.split(',').filter(|square| !square.is_empty());
            let book_move = |text: &str| {
                let (square, score) = text.rsplit_once(' ')?;
                let score: i16 = score.parse().ok()?;
                Some(BookMove { square: square.parse().ok()?, score: score.into() })
            };
            Some(Self {
                line: line.map(|square| square.parse().ok()).collect::<Option<_>>()?,
                moves: moves.split(',').map(book_move).collect::<Option<_>>()?,
            })
        };
        parse().ok_or_else(|| BookError::Syntax(text.to_owned()))
    }
}

impl BookEntry {
    /// The position, or `None` if a move of its line is illegal.
    pub fn position(&self) -> Option<Position> {
        self.line.iter().try_fold(Position::start(8), |position, &square| {
            is_legal(position, square).then(|| position.play(square.index()))
        })
    }
}

impl Book {
    /// The built-in book.
    pub fn built_in() -> &'static Self {
        static BOOK: LazyLock<Book> = LazyLock::new(|| {
            let text = include_str!("../../assets/flip/book.txt");
            Book::read(text).expect("the built-in book is valid")
        });
        &BOOK
    }

    /// Reads a book.
    ///
    /// # Errors
    /// Returns an error if a line is wrong or repeats a position.
    pub fn read(text: &str) -> Result<Self, BookError> {
        let mut positions = HashMap::new();
        for line in text.lines() {
            let entry: BookEntry = line.parse()?;
            let illegal = || BookError::IllegalMove(line.to_owned());
            let position = entry.position().ok_or_else(illegal)?;
            if !entry.moves.iter().all(|it| is_legal(position, it.square)) {
                return Err(illegal());
            }
            let key = canonical(position);
            let number = image_numbers(position, key).next().unwrap_or_default();
            let moves = entry.moves.iter();
            let moves = moves.map(|it| BookMove { square: image_of(it.square, number), ..*it });
            if positions.insert(key, moves.collect()).is_some() {
                return Err(BookError::Repeated(line.to_owned()));
            }
        }
        Ok(Self { positions })
    }

    /// The good moves of a position in reading order: none if the book lacks the position.
    pub fn moves(&self, position: Position) -> Vec<BookMove> {
        let key = canonical(position);
        let Some(moves) = self.positions.get(&key) else { return Vec::new() };
        // In a symmetric position, several moves are images of one in the book.
        let numbers: Vec<_> = image_numbers(position, key).collect();
        let score = |square: Square| {
            let is_image = |it: &&BookMove| {
                numbers.iter().any(|&number| image_of(square, number) == it.square)
            };
            moves.iter().find(is_image).map(|it| it.score)
        };
        bitboard::indices(position.moves(!position.occupied()))
            .map(Square::from_index)
            .filter_map(|square| Some(BookMove { square, score: score(square)? }))
            .collect()
    }

    /// The first of the best moves, or `None` if the book lacks the position.
    pub fn best_move(&self, position: Position) -> Option<BookMove> {
        self.moves(position).into_iter().rev().max_by_key(|it| it.score)
    }

    /// Chooses a random move that is at most [`MAX_CHOSEN_LOSS`] worse than the best, the better
    /// ones more often. Returns `None` if the book lacks the position.
    pub fn choose(&self, position: Position, rng: &mut Rng) -> Option<BookMove> {
        let moves = self.moves(position);
        let best = moves.iter().map(|it| it.score).max()?;
        let weight =
            |it: &BookMove| u32::try_from(MAX_CHOSEN_LOSS + 1 - (best - it.score)).unwrap_or(0);
        moves.choose_weighted(rng, weight).ok().copied()
    }
}

/// The symmetric image that represents all images of a position.
pub fn canonical(position: Position) -> Position {
    let images = images_of(position).into_iter();
    images.min_by_key(|image| (image.own, image.opp)).unwrap_or(position)
}

fn images_of(position: Position) -> [Position; 8] {
    let (own, opp) = (images(position.own), images(position.opp));
    std::array::from_fn(|number| Position::new(own[number], opp[number]))
}

/// The numbers of the images of a position that equal `image`.
fn image_numbers(position: Position, image: Position) -> impl Iterator<Item = usize> {
    let images = images_of(position);
    (0..images.len()).filter(move |&number| images[number] == image)
}

fn image_of(square: Square, number: usize) -> Square {
    Square::from_index(images(1 << square.index())[number].trailing_zeros())
}

fn is_legal(position: Position, square: Square) -> bool {
    square.row < 8
        && square.col < 8
        && position.moves(!position.occupied()) & 1 << square.index() != 0
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::play::random;

    const TEXT: &str = include_str!("../../assets/flip/book.txt");

    fn entries() -> Vec<BookEntry> {
        TEXT.lines().map(|line| line.parse().expect(line)).collect()
    }

    fn best_score(moves: &[BookMove]) -> Option<i32> {
        moves.iter().map(|it| it.score).max()
    }

    #[test]
    fn the_built_in_book_has_sorted_lines_of_good_moves() {
        assert!(TEXT.len() < 100_000);
        let (entries, book) = (entries(), Book::built_in());
        assert!(entries.len() >= 300 && book.positions.len() == entries.len());
        assert!(entries.is_sorted_by(|one, other| one.line < other.line));
        for entry in &entries {
            assert_eq!(entry.to_string().parse(), Ok(entry.clone()));
            assert!(entry.moves.is_sorted_by_key(|it| -it.score), "{entry}");
            let best = best_score(&entry.moves).expect("each position has a move");
            assert!(best.abs() <= 1000, "{entry}");
            assert!(entry.moves.iter().all(|it| best - it.score <= 200), "{entry}");
            // The line consists of moves of the book.
            if let Some((&last, before)) = entry.line.split_last() {
                let before = BookEntry { line: before.to_vec(), moves: Vec::new() };
                let moves = book.moves(before.position().expect("legal moves"));
                assert!(moves.iter().any(|it| it.square == last), "{entry}");
            }
        }
    }

    #[test]
    fn the_score_of_a_move_is_that_of_the_best_reply() {
        let book = Book::built_in();
        let mut replies = 0;
        for entry in entries() {
            let position = entry.position().expect("legal moves");
            for it in &entry.moves {
                let next = book.moves(position.play(it.square.index()));
                if let Some(best) = best_score(&next) {
                    assert_eq!(it.score, -best, "{entry}");
                    replies += 1;
                }
            }
        }
        assert!(replies >= entries().len() - 1);
    }

    #[test]
    fn all_images_of_a_position_have_the_images_of_its_moves() {
        let book = Book::built_in();
        for entry in entries() {
            let position = entry.position().expect("legal moves");
            let moves = book.moves(position);
            assert!(entry.moves.iter().all(|it| moves.contains(it)), "{entry}");
            for (number, image) in images_of(position).into_iter().enumerate() {
                let mut expected: Vec<_> = moves
                    .iter()
                    .map(|it| BookMove { square: image_of(it.square, number), ..*it })
                    .collect();
                expected.sort_by_key(|it| it.square);
                assert_eq!(book.moves(image), expected, "{entry}");
            }
        }
        // All four first moves are images of one.
        assert_eq!(book.moves(Position::start(8)).len(), 4);
        assert_eq!(book.moves(Position::start(6)), []);
    }

    #[test]
    fn good_moves_are_chosen_and_the_better_ones_more_often() {
        let book = Book::read(": 2 4 +30").unwrap();
        let chosen: HashSet<_> = (0..100)
            .filter_map(|seed| book.choose(Position::start(8), &mut random::rng(seed, &[])))
            .map(|it| it.square)
            .collect();
        assert_eq!(chosen.len(), 4, "equal moves are chosen alike");

        let book = Book::read("2 4: 2 3 -120,2 5 -20,4 5 +20").unwrap();
        let position = Position::start(8).play(Square::new(2, 4).index());
        let count = |square: &str| {
            let choose = |seed| book.choose(position, &mut random::rng(seed, &[])).unwrap();
            (0..400).filter(|&seed| choose(seed).square == square.parse().unwrap()).count()
        };
        let (bad, good, best) = (count("2 3"), count("2 5"), count("4 5"));
        assert_eq!((bad, good + best), (0, 400), "2 3 is 1.4 tiles worse");
        assert!(0 < good && good < best, "{good} < {best}");
    }

    #[test]
    fn a_wrong_line_is_an_error() {
        for line in [
            "2 4",
            "2 4:",
            "2 4: 2 3",
            "2 4: 2 3 x",
            "2 4,: 2 3 +1,",
            "x: 2 3 +1",
            "2 4: 2 3 +40000",
        ] {
            assert_eq!(Book::read(line).unwrap_err(), BookError::Syntax(line.to_owned()));
        }
        for line in [": 2 3 +1", "2 3: 2 4 +1", ": 8 8 +1", "65535 65535: 2 4 +1"] {
            assert_eq!(Book::read(line).unwrap_err(), BookError::IllegalMove(line.to_owned()));
        }
        let repeated = "3 5: 2 3 +1";
        let error = Book::read(&format!("2 4: 4 5 +1\n{repeated}")).unwrap_err();
        assert_eq!(error, BookError::Repeated(repeated.to_owned()));
    }
}
