use std::{ops::RangeInclusive, thread, time::Duration};

use proptest::prelude::*;

use super::*;
use crate::{
    flip::{
        model::{FlipPosition, Side, Square, bitboard},
        search::{
            evaluation::{HandcraftedEvaluator, PatternWeights, TrainedEvaluator},
            instruction_set::InstructionSet,
            testing::random_position,
        },
    },
    play::{Budget, Seat, ThinkContext},
};

/// Calls `run` with a solver for boards of this size, on one thread, and returns its result.
fn with_solver<E: IncrementalEvaluator, T>(
    size: u16,
    evaluator: &E,
    counter: &mut NodeCounter,
    run: impl FnOnce(&mut EndgameSolver<E>) -> T,
) -> T {
    let mut table = TranspositionTable::default();
    table.reset(16 << 20);
    run(&mut EndgameSolver {
        geometry: &BoardGeometry::new(size),
        evaluator,
        table: &table,
        local_table: &mut LocalTable::new(),
        counter,
        threads: 1,
    })
}

fn trained() -> TrainedEvaluator<'static> {
    TrainedEvaluator::new(PatternWeights::trained())
}

#[derive(Clone, Copy)]
enum Run {
    Threads(usize),
    /// On one thread, with the instructions that every processor has.
    Portable,
    Window(i32, i32),
}

impl Run {
    fn with<E: IncrementalEvaluator>(self, solver: &mut EndgameSolver<E>, it: Position) -> i32 {
        let score = match self {
            Self::Threads(threads) => {
                solver.threads = threads;
                solver.solve(it, -INFINITY, INFINITY)
            }
            Self::Portable => solver.solve_with(Portable, it, -INFINITY, INFINITY),
            Self::Window(alpha, beta) => solver.solve(it, alpha, beta),
        };
        score.unwrap()
    }

    /// Returns the score of a position and the number of nodes, with the best evaluation for its
    /// board.
    fn on(self, position: &FlipPosition) -> (i32, u64) {
        let (size, bitboards) = (position.board.size(), position.bitboards().unwrap());
        let mut counter = NodeCounter::unlimited();
        let score = if size == 8 {
            with_solver(size, &trained(), &mut counter, |solver| self.with(solver, bitboards))
        } else {
            let evaluator = HandcraftedEvaluator::new(size);
            with_solver(size, &evaluator, &mut counter, |solver| self.with(solver, bitboards))
        };
        (score, counter.nodes())
    }
}

/// Returns the score of a position and the number of nodes, by a search on one thread.
fn solve(position: &FlipPosition) -> (i32, u64) {
    Run::Threads(1).on(position)
}

fn minimax(position: &FlipPosition) -> i32 {
    let FlipPosition { board, to_move } = position;
    let score = |square| -minimax(&position.after(square));
    if let Some(best) = board.legal(*to_move).into_iter().map(score).max() {
        best
    } else if position.is_over() {
        board.final_lead(*to_move)
    } else {
        -minimax(&FlipPosition { board: board.clone(), to_move: to_move.other() })
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn the_solver_finds_the_minimax_score(
        size in 4..=8_u16, empties in 0..=8_u32, seed: u64,
    ) {
        let position = random_position(size, empties, seed);
        let (score, expected) = (solve(&position).0, minimax(&position));
        prop_assert_eq!(score, expected, "{}\n{}", position.board, position.to_move);
    }

    #[test]
    fn a_narrow_window_tells_whether_a_game_is_won(
        size in 4..=8_u16, empties in 0..=13_u32, seed: u64,
    ) {
        let position = random_position(size, empties, seed);
        let result = Run::Window(-1, 1).on(&position).0;
        prop_assert_eq!(result.signum(), solve(&position).0.signum());
    }

    #[test]
    fn each_null_window_gives_a_true_bound(
        empties in 0..=13_u32, alpha in -64..64_i32, seed: u64,
    ) {
        let position = random_position(8, empties, seed).bitboards().unwrap();
        let (score, bound) = with_solver(8, &trained(), &mut NodeCounter::unlimited(), |solver| {
            let bound = solver.solve(position, alpha, alpha + 1).unwrap();
            (solver.solve(position, -INFINITY, INFINITY).unwrap(), bound)
        });
        let is_true = if bound > alpha { bound <= score } else { bound >= score };
        prop_assert!(is_true, "{bound}, but the score is {score}");
    }

    #[test]
    fn all_instruction_sets_find_the_same_moves_and_flips(own: u64, opp: u64, sparse: u64) {
        let position = Position::new(own & !opp & sparse.rotate_left(7), opp & !sparse);
        let empty = !position.occupied();
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = Avx2::detect() {
            prop_assert_eq!(avx2.moves(position, empty), Portable.moves(position, empty));
            for at in bitboard::indices(empty) {
                let (fast, portable) = (avx2.flips(position, at), Portable.flips(position, at));
                prop_assert_eq!(fast, portable, "at {}", at);
            }
        }
        for at in bitboard::indices(empty) {
            let full = Position::new(position.own, !position.own & !(1 << at));
            let count = last_moves::last_flips(position.own, at);
            prop_assert_eq!(count, full.flips(at).count_ones());
        }
    }

    #[test]
    fn all_instruction_sets_search_the_same_nodes(
        size in 4..=8_u16, empties in 0..=14_u32, seed: u64,
    ) {
        let position = random_position(size, empties, seed);
        prop_assert_eq!(solve(&position), Run::Portable.on(&position));
    }

    #[test]
    fn several_threads_find_the_same_score_as_one(
        size in 6..=8_u16, empties in 12..=15_u32, threads in 2..=4_usize, seed: u64,
    ) {
        let position = random_position(size, empties, seed);
        prop_assert_eq!(Run::Threads(threads).on(&position).0, solve(&position).0);
    }
}

#[test]
fn the_4_x_4_game_ends_3_to_11() {
    let (score, nodes) = solve(&FlipPosition::start(4));
    assert_eq!(score, -10, "8 tiles and 2 empty squares, {nodes} nodes");
}

#[test]
fn the_search_ends_when_the_budget_is_spent() {
    let position = random_position(8, 20, 1).bitboards().unwrap();
    let context = ThinkContext::new(Budget::Nodes(1000), 0, Seat::new(0), 0);
    let result = with_solver(8, &trained(), &mut NodeCounter::new(&context, u64::MAX), |solver| {
        solver.solve(position, -INFINITY, INFINITY)
    });
    assert_eq!(result, Err(SearchStop::Spent));
}

#[test]
fn a_cancellation_stops_all_threads() {
    let position = random_position(8, 30, 3).bitboards().unwrap();
    for threads in [1, 2, 3] {
        let context = ThinkContext::new(Budget::Nodes(u64::MAX), 0, Seat::new(0), 0);
        let result =
            with_solver(8, &trained(), &mut NodeCounter::new(&context, u64::MAX), |solver| {
                solver.threads = threads;
                thread::scope(|scope| {
                    scope.spawn(|| {
                        thread::sleep(Duration::from_millis(50));
                        context.cancel_token().cancel();
                    });
                    solver.solve(position, -INFINITY, INFINITY)
                })
            });
        assert_eq!(result, Err(SearchStop::Cancelled));
    }
}

/// A test position of the French Othello Federation.
struct Ffo {
    number: u32,
    position: FlipPosition,
    score: i32,
    best: Vec<Square>,
}

/// Returns all test positions. X is Black; which side moved first in the game does not matter.
fn ffo() -> Vec<Ffo> {
    let parse = |line: &str| {
        let fields: Vec<_> = line.split_whitespace().collect();
        let rows: Vec<_> = fields[5].as_bytes().chunks(8).map(String::from_utf8_lossy).collect();
        let board = rows.join("\n").replace('-', ".").parse().unwrap();
        let to_move = if fields[2] == "X" { Side::X } else { Side::O };
        let square = |name: &str| {
            let (file, rank) = (name.as_bytes()[0] - b'a', name.as_bytes()[1] - b'1');
            Square::new(u16::from(rank), u16::from(file))
        };
        Ffo {
            number: fields[0].parse().unwrap(),
            position: FlipPosition { board, to_move },
            score: fields[3].parse().unwrap(),
            best: fields[4].split(',').map(square).collect(),
        }
    };
    let data = include_str!("../../../../../../tests/data/flip_ffo.txt");
    data.lines().filter(|line| !line.starts_with('#')).map(parse).collect()
}

fn check_ffo(numbers: RangeInclusive<u32>) {
    for Ffo { number, position, score, best } in
        ffo().into_iter().filter(|ffo| numbers.contains(&ffo.number))
    {
        let (found, nodes) = solve(&position);
        println!("FFO {number}: {} empty, {found:+}, {nodes} nodes", position.board.empties());
        assert_eq!(found, score, "FFO {number}");
        for square in best {
            assert_eq!(-solve(&position.after(square)).0, score, "FFO {number}, {square}");
        }
    }
}

#[test]
fn positions_with_6_to_17_empty_squares_are_solved() {
    check_ffo(1..=22);
}

#[test]
fn the_score_stays_exact_after_selective_searches_on_several_threads() {
    let Ffo { position, score, .. } = ffo().into_iter().find(|ffo| ffo.number == 29).unwrap();
    assert!(position.board.empties() >= 20, "searched selectively first");
    for threads in 1..=3 {
        assert_eq!(Run::Threads(threads).on(&position).0, score, "{threads} threads");
    }
}

#[test]
#[ignore = "takes a minute"]
fn positions_with_18_to_26_empty_squares_are_solved() {
    check_ffo(23..=44);
}
