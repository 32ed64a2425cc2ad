use std::{thread, time::Duration};

use proptest::prelude::*;
use rand::{RngExt, seq::IndexedRandom};

use super::*;
use crate::{
    games::flip::{
        engine::evaluation::{Weights, evaluate},
        rules::{FlipBoard, Position, Side, Square, bitboard},
    },
    play::{Budget, Seat, ThinkContext},
};

/// The trained evaluation where there is one, and the number of replies on smaller boards: enough
/// to order moves.
struct Trained<'a>(&'a Shape);

impl Judge for Trained<'_> {
    fn judge(&self, own: u64, opp: u64, legal: u64) -> i32 {
        if self.0.size == 8 {
            return evaluate(Weights::trained(), own, opp, legal);
        }
        100 * legal.count_ones().cast_signed()
    }
}

/// The tiles of the side to move and of the other one, on a board of this size.
fn tiles(position: &Position) -> (u16, u64, u64) {
    let FlipBoard::Bits { size, tiles } = position.board else { panic!("a small board is wanted") };
    (size, tiles[position.to_move.index()], tiles[position.to_move.other().index()])
}

/// What `look` sees through a solver of boards of this size.
fn with_solver<T>(size: u16, look: impl FnOnce(&mut Endgame<Trained>) -> T) -> T {
    let think = ThinkContext::new(Budget::Nodes(u64::MAX), 0, Seat::new(0), 0);
    let mut table = Table::default();
    table.renew(16 << 20);
    let mut counter = Counter::new(&think, u64::MAX);
    let shape = Shape::new(size);
    look(&mut Endgame {
        shape: &shape,
        judge: &Trained(&shape),
        table: &table,
        near: &mut NearTable::new(),
        counter: &mut counter,
        threads: 1,
    })
}

/// The value of a position and how many positions it took.
fn solve(position: &Position) -> (i32, u64) {
    solve_with(1, position)
}

/// The same by several threads.
fn solve_with(threads: usize, position: &Position) -> (i32, u64) {
    let (size, own, opp) = tiles(position);
    with_solver(size, |endgame| {
        endgame.threads = threads;
        (endgame.solve(own, opp, -INFINITE, INFINITE).unwrap(), endgame.counter.nodes())
    })
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
    let mut rng = crate::play::random::rng(seed, &[]);
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
    fn the_solver_finds_what_trying_everything_finds(size in 4..=8_u16, empties in 0..=8_u32, seed: u64) {
        let position = random_position(size, empties, seed);
        prop_assert_eq!(solve(&position).0, brute_force(&position), "{}\n{}", position.board, position.to_move);
    }

    #[test]
    fn a_window_settles_whether_a_game_is_won(size in 4..=8_u16, empties in 0..=13_u32, seed: u64) {
        let position = random_position(size, empties, seed);
        let (_, own, opp) = tiles(&position);
        let result = with_solver(size, |endgame| endgame.solve(own, opp, -1, 1).unwrap());
        prop_assert_eq!(result.signum(), solve(&position).0.signum());
    }

    #[test]
    fn each_window_gives_a_true_bound(empties in 0..=13_u32, alpha in -64..64_i32, seed: u64) {
        let position = random_position(8, empties, seed);
        let (_, own, opp) = tiles(&position);
        let (value, bound) = with_solver(8, |endgame| {
            let bound = endgame.solve(own, opp, alpha, alpha + 1).unwrap();
            (endgame.solve(own, opp, -INFINITE, INFINITE).unwrap(), bound)
        });
        prop_assert!(if bound > alpha { bound <= value } else { bound >= value }, "{bound}, but it is {value}");
    }

    #[test]
    fn all_processors_make_the_same_moves(own: u64, opp: u64, sparse: u64) {
        let (own, opp) = (own & !opp & sparse.rotate_left(7), opp & !sparse);
        let empty = !(own | opp);
        #[cfg(target_arch = "x86_64")]
        if let Some(fast) = processor::Avx2::found() {
            prop_assert_eq!(fast.moves(own, opp, empty), Portable.moves(own, opp, empty));
            for at in bitboard::indices(empty) {
                prop_assert_eq!(fast.flips(own, opp, at), Portable.flips(own, opp, at), "at {}", at);
            }
        }
        for at in bitboard::indices(empty) {
            let flips = bitboard::flips(own, !own & !(1 << at), at);
            prop_assert_eq!(last_flips::last_flips(own, at), flips.count_ones());
        }
    }

    #[test]
    fn all_processors_look_at_the_same_positions(size in 4..=8_u16, empties in 0..=14_u32, seed: u64) {
        let position = random_position(size, empties, seed);
        let (_, own, opp) = tiles(&position);
        let found = with_solver(size, |endgame| {
            (endgame.solve_on(Portable, own, opp, -INFINITE, INFINITE).unwrap(), endgame.counter.nodes())
        });
        prop_assert_eq!(solve(&position), found);
    }

    #[test]
    fn several_threads_find_what_one_finds(size in 6..=8_u16, empties in 12..=17_u32, threads in 2..=4_usize, seed: u64) {
        let position = random_position(size, empties, seed);
        prop_assert_eq!(solve_with(threads, &position).0, solve(&position).0);
    }

    #[test]
    fn a_stable_tile_is_never_flipped(size in 4..=8_u16, empties in 1..=50_u32, seed: u64) {
        let mut position = random_position(size, empties, seed);
        let shape = Shape::new(size);
        let mut rng = crate::play::random::rng(seed, &[1]);
        let mut stable = [0; 2];
        while !position.is_over() {
            let FlipBoard::Bits { tiles, .. } = position.board else { unreachable!() };
            for (side, stable) in stable.iter_mut().enumerate() {
                prop_assert_eq!(*stable & !tiles[side], 0, "a stable tile is gone from\n{}", position.board);
                *stable |= stable::stable(&shape, tiles[side], tiles[1 - side]);
            }
            let legal = position.legal();
            if !legal.is_empty() {
                let cell = legal[rng.random_range(0..legal.len())];
                position.board.play(position.to_move, cell);
            }
            position.to_move = position.to_move.other();
        }
    }
}

#[test]
fn a_full_board_is_stable() {
    for size in 4..=8 {
        let shape = Shape::new(size);
        let own = shape.mask & 0x1234_5678_9ABC_DEF0;
        assert_eq!(stable::stable(&shape, own, shape.mask ^ own), own);
        assert_eq!(stable::stable(&shape, own & !shape.corners, 0) & shape.inner, 0);
    }
}

#[test]
fn the_quarters_are_the_board() {
    for size in 4..=8 {
        let shape = Shape::new(size);
        assert_eq!(shape.odd_cells[15], shape.mask);
        for at in bitboard::indices(shape.mask) {
            assert_eq!(shape.parity(1 << at), shape.quarter(at));
            assert_ne!(shape.odd_cells[shape.quarter(at)] & 1 << at, 0);
        }
    }
}

#[test]
fn the_4_x_4_game_ends_3_to_11() {
    let (value, nodes) = solve(&Position::start(4));
    assert_eq!(value, -10, "8 tiles and 2 empty cells, {nodes} positions");
}

#[test]
fn a_budget_ends_the_search() {
    let position = random_position(8, 20, 1);
    let (size, own, opp) = tiles(&position);
    let think = ThinkContext::new(Budget::Nodes(1000), 0, Seat::new(0), 0);
    let mut table = Table::default();
    table.renew(1 << 20);
    let mut counter = Counter::new(&think, u64::MAX);
    let shape = Shape::new(size);
    let mut endgame = Endgame {
        shape: &shape,
        judge: &Trained(&shape),
        table: &table,
        near: &mut NearTable::new(),
        counter: &mut counter,
        threads: 1,
    };
    assert_eq!(endgame.solve(own, opp, -INFINITE, INFINITE), Err(SearchStop::Spent));
}

#[test]
fn a_cancel_stops_all_threads() {
    let position = random_position(8, 30, 3);
    let (size, own, opp) = tiles(&position);
    for threads in [1, 2, 3] {
        let think = ThinkContext::new(Budget::Nodes(u64::MAX), 0, Seat::new(0), 0);
        let mut table = Table::default();
        table.renew(1 << 20);
        let mut counter = Counter::new(&think, u64::MAX);
        let shape = Shape::new(size);
        let mut endgame = Endgame {
            shape: &shape,
            judge: &Trained(&shape),
            table: &table,
            near: &mut NearTable::new(),
            counter: &mut counter,
            threads,
        };
        let found = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(50));
                think.cancel_token().cancel();
            });
            endgame.solve(own, opp, -INFINITE, INFINITE)
        });
        assert_eq!(found, Err(SearchStop::Cancelled));
    }
}

struct Ffo {
    number: u32,
    position: Position,
    score: i32,
    best: Vec<Square>,
}

/// The positions of the French Othello Federation: X is drawn for Black, which says nothing about
/// who began.
fn ffo() -> Vec<Ffo> {
    let parse = |line: &str| {
        let words: Vec<_> = line.split_whitespace().collect();
        let rows: Vec<_> =
            words[5].as_bytes().chunks(8).map(|row| String::from_utf8_lossy(row)).collect();
        let board = rows.join("\n").replace('-', ".").parse().unwrap();
        let to_move = if words[2] == "X" { Side::X } else { Side::O };
        let cell = |name: &str| {
            let (file, rank) = (name.as_bytes()[0] - b'a', name.as_bytes()[1] - b'1');
            Square::new(u16::from(rank), u16::from(file))
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
    for Ffo { number, position, score, best } in
        ffo().into_iter().filter(|ffo| numbers.contains(&ffo.number))
    {
        let (value, nodes) = solve(&position);
        println!("FFO {number}: {} empty, {value:+}, {nodes} positions", position.board.empties());
        assert_eq!(value, score, "FFO {number}");
        for cell in best {
            let mut after =
                Position { board: position.board.clone(), to_move: position.to_move.other() };
            after.board.play(position.to_move, cell);
            assert_eq!(-solve(&after).0, score, "FFO {number}, {cell}");
        }
    }
}

#[test]
fn positions_of_6_to_17_empty_cells_are_solved() {
    check_ffo(1..=22);
}

#[test]
#[ignore = "takes a minute"]
fn positions_of_18_to_26_empty_cells_are_solved() {
    check_ffo(23..=44);
}
