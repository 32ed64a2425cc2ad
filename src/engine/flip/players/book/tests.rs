//! The built-in book, and what is read from a book.

use std::collections::HashSet;

use super::*;
use crate::play::random;

const TEXT: &str = include_str!("../../../assets/flip/book.txt");

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
    for line in
        ["2 4", "2 4:", "2 4: 2 3", "2 4: 2 3 x", "2 4,: 2 3 +1,", "x: 2 3 +1", "2 4: 2 3 +40000"]
    {
        assert_eq!(Book::read(line).unwrap_err(), BookError::Syntax(line.to_owned()));
    }
    for line in [": 2 3 +1", "2 3: 2 4 +1", ": 8 8 +1", "65535 65535: 2 4 +1"] {
        assert_eq!(Book::read(line).unwrap_err(), BookError::IllegalMove(line.to_owned()));
    }
    let repeated = "3 5: 2 3 +1";
    let error = Book::read(&format!("2 4: 4 5 +1\n{repeated}")).unwrap_err();
    assert_eq!(error, BookError::Repeated(repeated.to_owned()));
}
