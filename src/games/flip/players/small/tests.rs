use proptest::prelude::*;

use super::{endgame::INFINITE, *};
use crate::{
    games::flip::rules::{Board, Cell, Position, Side},
    play::{Budget, Seat},
};

/// The value of a position and how many positions it took.
fn solve(position: &Position) -> (i32, u64) {
    let Board::Bits { size, tiles } = position.board else { panic!("a small board is wanted") };
    let think = Think::new(Budget::Nodes(u64::MAX), 0, Seat::new(0), 0);
    let mut table = Table::default();
    table.renew(1 << 20);
    let mut counter = Counter::new(&think, u64::MAX);
    let mut endgame = Endgame { places: &Places::new(size), table: &mut table, counter: &mut counter };
    let (own, opp) = (position.to_move.index(), position.to_move.other().index());
    let value = endgame.solve(tiles[own], tiles[opp], -INFINITE, INFINITE).unwrap();
    (value, counter.nodes())
}

/// The same by trying everything, with nothing but the rules.
fn brute_force(position: &Position) -> i32 {
    let Position { board, to_move } = position;
    let after = |cell| {
        let mut board = board.clone();
        board.play(*to_move, cell);
        -brute_force(&Position { board, to_move: to_move.other() })
    };
    if let Some(best) = board.legal(*to_move).into_iter().map(after).max() {
        best
    } else if position.is_over() {
        let counts = board.counts().map(u32::cast_signed);
        let ahead = counts[to_move.index()] - counts[to_move.other().index()];
        ahead + ahead.signum() * board.empties().cast_signed()
    } else {
        -brute_force(&Position { board: board.clone(), to_move: to_move.other() })
    }
}

/// Random play until so few cells are empty (or the game is over).
fn random_position(size: u16, empties: u32, seed: u64) -> Position {
    use rand::seq::IndexedRandom;
    let mut rng = crate::play::chance::rng(seed, &[]);
    let mut position = Position::start(size);
    while position.board.empties() > empties && !position.is_over() {
        if let Some(&cell) = position.legal().choose(&mut rng) {
            position.board.play(position.to_move, cell);
        }
        position.to_move = position.to_move.other();
    }
    position
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_solver_finds_what_trying_everything_finds(size in 4..=8_u16, empties in 1..=8_u32, seed: u64) {
        let position = random_position(size, empties, seed);
        prop_assert_eq!(solve(&position).0, brute_force(&position), "{}\n{}", position.board, position.to_move);
    }
}

#[test]
fn the_4_x_4_game_ends_3_to_11() {
    let (value, nodes) = solve(&Position::start(4));
    assert_eq!(value, -10, "8 tiles and 2 empty cells, {nodes} positions");
}

struct Ffo {
    number: u32,
    position: Position,
    score: i32,
    best: Vec<Cell>,
}

/// The positions of the French Othello Federation: X is drawn for Black, which says nothing about who began.
fn ffo() -> Vec<Ffo> {
    let parse = |line: &str| {
        let words: Vec<_> = line.split_whitespace().collect();
        let rows: Vec<_> = words[5].as_bytes().chunks(8).map(|row| String::from_utf8_lossy(row)).collect();
        let board = rows.join("\n").replace('-', ".").parse().unwrap();
        let to_move = if words[2] == "X" { Side::X } else { Side::O };
        let cell = |name: &str| {
            let (file, rank) = (name.as_bytes()[0] - b'a', name.as_bytes()[1] - b'1');
            Cell::new(u16::from(rank), u16::from(file))
        };
        Ffo {
            number: words[0].parse().unwrap(),
            position: Position { board, to_move },
            score: words[3].parse().unwrap(),
            best: words[4].split(',').map(cell).collect(),
        }
    };
    let data = include_str!("../../../../../tests/data/flip_ffo.txt");
    data.lines().filter(|line| !line.starts_with('#')).map(parse).collect()
}

fn check_ffo(numbers: std::ops::RangeInclusive<u32>) {
    for Ffo { number, position, score, best } in ffo().into_iter().filter(|ffo| numbers.contains(&ffo.number)) {
        let (value, nodes) = solve(&position);
        println!("FFO {number}: {} empty, {value:+}, {nodes} positions", position.board.empties());
        assert_eq!(value, score, "FFO {number}");
        for cell in best {
            let mut after = Position { board: position.board.clone(), to_move: position.to_move.other() };
            after.board.play(position.to_move, cell);
            assert_eq!(-solve(&after).0, score, "FFO {number}, {cell}");
        }
    }
}

#[test]
fn a_position_of_6_empty_cells_is_solved() {
    check_ffo(20..=20);
}

#[test]
#[ignore = "takes some seconds"]
fn positions_of_14_to_16_empty_cells_are_solved() {
    check_ffo(1..=19);
}
