//! Eater's solver: known values, and a comparison with a naive backward induction.

use std::collections::HashMap;

use fourcade_engine::{
    eater::{
        model::{Cell, EaterBoard, EaterObservation, JointMove, Role},
        solver::{PayoffMatrix, PositionAnalysis, SolveBudget, Solver},
    },
    play::{Budget, CancelToken, SearchStop, Seat, ThinkContext, random},
};
use rand::{RngExt, seq::IndexedRandom};

fn context(nodes: u64) -> ThinkContext {
    ThinkContext::new(Budget::Nodes(nodes), 1, Seat::new(0), 0)
}

fn value(solver: &mut Solver, board: &EaterBoard) -> f64 {
    solver
        .value(board, &mut SolveBudget::whole(&context(u64::MAX)))
        .unwrap()
        .expect("the board is small enough")
}

fn analyse(solver: &mut Solver, board: &EaterBoard) -> PositionAnalysis {
    solver
        .analyse(board, &mut SolveBudget::whole(&context(u64::MAX)))
        .unwrap()
        .expect("the board is small enough")
}

fn after(board: &EaterBoard, passer: Cell, eater: Cell) -> EaterBoard {
    let mut board = board.clone();
    board.apply(JointMove { passer, eater });
    board
}

/// Parses a number such as `35/316` or `0.25`.
fn parse_number(text: &str) -> f64 {
    match text.split_once('/') {
        Some((numerator, denominator)) => {
            numerator.parse::<f64>().unwrap() / denominator.parse::<f64>().unwrap()
        }
        None => text.parse().unwrap(),
    }
}

/// Checks the value of an empty board and of the positions after each first round.
fn check_first_round(size: u16, expected_value: f64, table: &str) {
    let mut solver = Solver::default();
    let board = EaterBoard::empty(size);
    assert!((value(&mut solver, &board) - expected_value).abs() < 1e-9);
    let rows: Vec<&str> =
        table.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
    assert_eq!(rows.len(), usize::from(size).pow(2));
    for (passer, row) in board.cells().zip(rows) {
        let numbers: Vec<f64> = row.split_whitespace().map(parse_number).collect();
        assert_eq!(numbers.len(), usize::from(size).pow(2));
        for (eater, expected) in board.cells().zip(numbers) {
            let found = value(&mut solver, &after(&board, passer, eater));
            assert!(
                (found - expected).abs() < 1e-9,
                "{passer} and {eater}: {found} instead of {expected}"
            );
        }
    }
}

#[test]
fn three_by_three_has_its_known_values() {
    check_first_round(3, 35.0 / 316.0, include_str!("../../data/eater_3x3_first_round.txt"));
}

#[test]
fn four_by_four_has_its_known_values() {
    check_first_round(
        4,
        0.296_529_442_167_994,
        include_str!("../../data/eater_4x4_first_round.txt"),
    );
}

#[test]
fn the_optimal_opening_on_four_by_four_is_in_the_middle() {
    let opening = analyse(&mut Solver::default(), &EaterBoard::empty(4));
    let middle = [(1, 1), (1, 2), (2, 1), (2, 2)].map(|(row, col)| Cell::new(row, col));
    assert!(opening.exact && (opening.value - 0.296_529_442_167_994).abs() < 1e-9);
    for role in Role::BOTH {
        let strategy = opening.of(role).choices();
        assert!(strategy.iter().map(|&(cell, _)| cell).eq(middle), "{role}: {strategy:?}");
        assert!(strategy.iter().all(|(_, share)| (share - 0.25).abs() < 1e-9));
    }
}

/// Backward induction by the rules alone: considers all empty cells of all boards.
#[derive(Default)]
struct NaiveSolver(HashMap<EaterBoard, f64>);

impl NaiveSolver {
    fn value(&mut self, board: &EaterBoard) -> f64 {
        let free: Vec<Cell> = match EaterObservation::of(board.clone()).winner {
            Some(winner) => return f64::from(winner == Role::Passer),
            None => board.empty_cells().iter().collect(),
        };
        if let Some(&value) = self.0.get(board) {
            return value;
        }
        let mut matrix = PayoffMatrix::default();
        matrix.reset(free.len(), free.len());
        for (row, &passer) in free.iter().enumerate() {
            for (col, &eater) in free.iter().enumerate() {
                matrix.set(row, col, self.value(&after(board, passer, eater)));
            }
        }
        let value = matrix.solve().value;
        self.0.insert(board.clone(), value);
        value
    }

    /// Each side's loss against the best response to its strategy.
    fn exploitability(&mut self, board: &EaterBoard, analysis: &PositionAnalysis) -> [f64; 2] {
        let free: Vec<Cell> = board.empty_cells().iter().collect();
        let mut against = |passers: &[(Cell, f64)], eaters: &[(Cell, f64)]| -> f64 {
            let pairs = passers.iter().flat_map(|p| eaters.iter().map(move |e| (p, e)));
            pairs.map(|(p, e)| p.1 * e.1 * self.value(&after(board, p.0, e.0))).sum()
        };
        let worst = free
            .iter()
            .map(|&cell| against(analysis.passer.choices(), &[(cell, 1.0)]))
            .fold(f64::MAX, f64::min);
        let best = free
            .iter()
            .map(|&cell| against(&[(cell, 1.0)], analysis.eater.choices()))
            .fold(f64::MIN, f64::max);
        let value = self.value(board);
        [value - worst, best - value]
    }
}

/// Compares the value and the strategies of an undecided position with the naive solver.
fn check(solver: &mut Solver, naive: &mut NaiveSolver, board: &EaterBoard) {
    let analysis = analyse(solver, board);
    let expected = naive.value(board);
    assert!(analysis.exact);
    assert!(
        (analysis.value - expected).abs() < 1e-9,
        "{} instead of {expected}\n{board}",
        analysis.value
    );
    assert!((value(solver, board) - expected).abs() < 1e-9);
    for role in Role::BOTH {
        let strategy = analysis.of(role).choices();
        assert!((strategy.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(strategy.iter().all(|&(cell, share)| share > 0.0 && board.at(cell).is_none()));
        assert!(strategy.is_sorted_by_key(|&(cell, _)| cell));
    }
    let losses = naive.exploitability(board, &analysis);
    assert!(
        losses.iter().all(|loss| loss.abs() < 1e-9),
        "exploited by {losses:?}\n{board}\n{analysis:?}"
    );
}

#[test]
fn strategies_on_three_by_three_cannot_be_exploited() {
    let (mut solver, mut naive) = (Solver::default(), NaiveSolver::default());
    let mut checked = 0;
    for number in 0..3_u32.pow(9) {
        let mut board = EaterBoard::empty(3);
        let mut digits = number;
        for cell in board.cells() {
            board.set(cell, [None, Some(Role::Passer), Some(Role::Eater)][(digits % 3) as usize]);
            digits /= 3;
        }
        if EaterObservation::of(board.clone()).winner.is_none() {
            check(&mut solver, &mut naive, &board);
            checked += 1;
        }
    }
    assert!(checked > 10_000, "{checked}");
}

/// Returns a random board with this many empty cells. The Passer has a little more than half of the
/// others.
fn random_board(size: u16, empty: usize, rng: &mut random::Rng) -> EaterBoard {
    let mut board = EaterBoard::empty(size);
    let cells: Vec<Cell> = board.cells().collect();
    let empty: Vec<Cell> = cells.sample(rng, empty).copied().collect();
    for &cell in cells.iter().filter(|cell| !empty.contains(cell)) {
        board.set(
            cell,
            [Role::Passer, Role::Passer, Role::Passer, Role::Eater, Role::Eater]
                .choose(rng)
                .copied(),
        );
    }
    board
}

#[test]
fn strategies_on_larger_boards_with_few_empty_cells_cannot_be_exploited() {
    let mut rng = random::rng(8, &[]);
    let mut solver = Solver::default();
    let mut open = 0;
    for round in 0..400 {
        let board = random_board(4 + round % 9, 5, &mut rng);
        if EaterObservation::of(board.clone()).winner.is_none() {
            open += u32::from(board.can_connect());
            check(&mut solver, &mut NaiveSolver::default(), &board);
        }
    }
    assert!(open > 50, "{open}");
}

/// Returns a board of the Eater's cells with a random band of the Passer's cells from top to
/// bottom, which has some gaps.
fn random_band(size: u16, rng: &mut random::Rng) -> EaterBoard {
    let mut board = EaterBoard::empty(size);
    let (width, mut left) = (4.min(size), rng.random_range(0..=size - 4.min(size)));
    let rows: Vec<u16> = (0..size).collect();
    let gaps: Vec<u16> = rows.sample(rng, 3).copied().collect();
    for row in 0..size {
        for col in 0..size {
            let is_inside = (left..left + width).contains(&col);
            let marker = match () {
                () if !is_inside => Some(Role::Eater),
                () if gaps.contains(&row) => {
                    [None, None, None, Some(Role::Eater)].choose(rng).copied().flatten()
                }
                () => [Some(Role::Passer), Some(Role::Passer), Some(Role::Eater)]
                    .choose(rng)
                    .copied()
                    .flatten(),
            };
            board.set(Cell::new(row, col), marker);
        }
        left = (left + rng.random_range(0..=2)).saturating_sub(1).min(size - width);
    }
    board
}

#[test]
fn positions_with_nine_live_empty_cells_are_solved_quickly_on_any_board() {
    let mut rng = random::rng(9, &[]);
    let (mut tried, mut max_nodes) = (0, 0);
    for round in 0..6000 {
        let board = random_band([4, 5, 7, 20, 50][round % 5], &mut rng);
        if board.is_connected() || board.live_empty_cells().len() != 9 {
            continue;
        }
        tried += 1;
        let context = context(u64::MAX);
        let mut budget = SolveBudget::whole(&context);
        assert!(Solver::default().value(&board, &mut budget).unwrap().is_some());
        max_nodes = max_nodes.max(budget.nodes());
    }
    assert!(
        tried > 100 && (10..1000).contains(&max_nodes),
        "{tried} boards, {max_nodes} positions"
    );
}

#[test]
fn solving_stops_when_the_budget_is_spent_or_the_solver_is_cancelled() {
    let board = EaterBoard::empty(4);
    let few = context(100);
    let mut budget = SolveBudget::whole(&few);
    assert_eq!(Solver::default().value(&board, &mut budget), Err(SearchStop::Spent));
    assert_eq!(budget.nodes(), 101);
    let half = context(1000);
    let mut budget = SolveBudget::share(&half, 2);
    assert_eq!(Solver::default().analyse(&board, &mut budget), Err(SearchStop::Spent));
    assert_eq!(budget.nodes(), 501);
    let cancel = CancelToken::default();
    cancel.cancel();
    let cancelled = context(u64::MAX).with_cancel(cancel);
    assert_eq!(
        Solver::default().value(&board, &mut SolveBudget::whole(&cancelled)),
        Err(SearchStop::Cancelled)
    );
    // The values found so far are kept, and speed up the next attempt.
    let mut solver = Solver::default();
    let mut attempts = 0;
    while solver.value(&board, &mut SolveBudget::whole(&context(5000))).is_err() {
        attempts += 1;
    }
    assert!((1..10).contains(&attempts), "{attempts}");
}

#[test]
fn the_solver_declines_boards_that_are_too_large() {
    for size in [6, 7, 15, 50] {
        let context = context(u64::MAX);
        let mut budget = SolveBudget::whole(&context);
        assert_eq!(Solver::default().value(&EaterBoard::empty(size), &mut budget), Ok(None));
        assert_eq!(Solver::default().analyse(&EaterBoard::empty(size), &mut budget), Ok(None));
        assert_eq!(budget.nodes(), 0);
    }
}

#[test]
fn any_cell_is_optimal_in_a_decided_position() {
    let closed: EaterBoard = "P..\nEEE\n.P.".parse().unwrap();
    let analysis = analyse(&mut Solver::default(), &closed);
    assert_eq!((analysis.value, analysis.passer.choices().len(), analysis.exact), (0.0, 4, true));
    let over: EaterBoard = "P..\nPE.\nPEE".parse().unwrap();
    assert!((value(&mut Solver::default(), &over) - 1.0).abs() < f64::EPSILON);
    let full: EaterBoard = "PEE\nPEE\nEPP".parse().unwrap();
    assert!(analyse(&mut Solver::default(), &full).passer.choices().is_empty());
}

#[test]
fn mirrored_boards_have_mirrored_strategies() {
    let board: EaterBoard = "....\n.P..\n....\n...E".parse().unwrap();
    let mut solver = Solver::default();
    let analysis = analyse(&mut solver, &board);
    for image in [board.mirrored(), board.upside_down(), board.upside_down().mirrored()] {
        assert!((analyse(&mut solver, &image).value - analysis.value).abs() < 1e-12);
    }
    // On a symmetric board the strategies are symmetric, too.
    let symmetric: EaterBoard = "....\n.EE.\n....\n.PP.".parse().unwrap();
    let analysis = analyse(&mut solver, &symmetric);
    for role in Role::BOTH {
        let probability = |cell| analysis.of(role).probability(cell);
        for cell in symmetric.cells() {
            assert!(
                (probability(cell) - probability(Cell::new(cell.row, 3 - cell.col))).abs() < 1e-12,
                "{role} {cell}"
            );
        }
    }
}
