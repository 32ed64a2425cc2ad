//! Eater solved: known values, and the solver against a plain backward induction that knows none of
//! its short cuts.

use std::collections::HashMap;

use fourcade::{
    games::eater::{
        rules::{Cell, EaterBoard, EaterObservation, Pair, Role},
        solve::{Analysis, Effort, Matrix, Solver},
    },
    play::{Budget, CancelToken, SearchStop, Seat, ThinkContext, random},
};
use rand::{RngExt, seq::IndexedRandom};

fn think(nodes: u64) -> ThinkContext {
    ThinkContext::new(Budget::Nodes(nodes), 1, Seat::new(0), 0)
}

fn value(solver: &mut Solver, board: &EaterBoard) -> f64 {
    solver.value(board, &mut Effort::whole(&think(u64::MAX))).unwrap().expect("small enough")
}

fn analysis(solver: &mut Solver, board: &EaterBoard) -> Analysis {
    solver.analyse(board, &mut Effort::whole(&think(u64::MAX))).unwrap().expect("small enough")
}

fn after(board: &EaterBoard, passer: Cell, eater: Cell) -> EaterBoard {
    let mut board = board.clone();
    board.mark(Pair { passer, eater });
    board
}

/// `35/316` or `0.25`.
fn number(text: &str) -> f64 {
    match text.split_once('/') {
        Some((over, under)) => over.parse::<f64>().unwrap() / under.parse::<f64>().unwrap(),
        None => text.parse().unwrap(),
    }
}

/// The value of an empty board and of what is left after each first round.
fn check_first_round(size: u16, whole: f64, table: &str) {
    let mut solver = Solver::default();
    let board = EaterBoard::empty(size);
    assert!((value(&mut solver, &board) - whole).abs() < 1e-9);
    let rows: Vec<&str> =
        table.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
    assert_eq!(rows.len(), usize::from(size).pow(2));
    for (passer, row) in board.cells().zip(rows) {
        let numbers: Vec<f64> = row.split_whitespace().map(number).collect();
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
fn three_by_three_is_worth_what_it_should_be() {
    check_first_round(3, 35.0 / 316.0, include_str!("data/eater_3x3_first_round.txt"));
}

#[test]
fn four_by_four_is_worth_what_it_should_be() {
    check_first_round(4, 0.296_529_442_167_994, include_str!("data/eater_4x4_first_round.txt"));
}

#[test]
fn four_by_four_is_opened_in_the_middle() {
    let opening = analysis(&mut Solver::default(), &EaterBoard::empty(4));
    let middle = [(1, 1), (1, 2), (2, 1), (2, 2)].map(|(row, col)| Cell::new(row, col));
    assert!(opening.exact && (opening.value - 0.296_529_442_167_994).abs() < 1e-9);
    for side in Role::BOTH {
        let mixture = opening.of(side);
        assert!(mixture.iter().map(|&(cell, _)| cell).eq(middle), "{side}: {mixture:?}");
        assert!(mixture.iter().all(|(_, share)| (share - 0.25).abs() < 1e-9));
    }
}

/// Backward induction over boards by the rules alone: all empty cells, no position left out.
#[derive(Default)]
struct Plain(HashMap<EaterBoard, f64>);

impl Plain {
    fn value(&mut self, board: &EaterBoard) -> f64 {
        let free: Vec<Cell> = match EaterObservation::of(board.clone()).winner {
            Some(winner) => return f64::from(winner == Role::Passer),
            None => board.free().iter().collect(),
        };
        if let Some(&known) = self.0.get(board) {
            return known;
        }
        let mut matrix = Matrix::default();
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

    /// How much each side's mixture can lose against the best answer to it.
    fn exploitability(&mut self, board: &EaterBoard, found: &Analysis) -> [f64; 2] {
        let free: Vec<Cell> = board.free().iter().collect();
        let mut against = |passers: &[(Cell, f64)], eaters: &[(Cell, f64)]| -> f64 {
            let pairs = passers.iter().flat_map(|p| eaters.iter().map(move |e| (p, e)));
            pairs.map(|(p, e)| p.1 * e.1 * self.value(&after(board, p.0, e.0))).sum()
        };
        let worst = free
            .iter()
            .map(|&cell| against(&found.passer, &[(cell, 1.0)]))
            .fold(f64::MAX, f64::min);
        let best =
            free.iter().map(|&cell| against(&[(cell, 1.0)], &found.eater)).fold(f64::MIN, f64::max);
        let value = self.value(board);
        [value - worst, best - value]
    }
}

/// Value and mixtures of a position that is not over, against the plain induction.
fn check(solver: &mut Solver, plain: &mut Plain, board: &EaterBoard) {
    let found = analysis(solver, board);
    let expected = plain.value(board);
    assert!(found.exact);
    assert!(
        (found.value - expected).abs() < 1e-9,
        "{} instead of {expected}\n{board}",
        found.value
    );
    assert!((value(solver, board) - expected).abs() < 1e-9);
    for side in Role::BOTH {
        let mixture = found.of(side);
        assert!((mixture.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(mixture.iter().all(|&(cell, share)| share > 0.0 && board.at(cell).is_none()));
        assert!(mixture.is_sorted_by_key(|&(cell, _)| cell));
    }
    let losses = plain.exploitability(board, &found);
    assert!(
        losses.iter().all(|loss| loss.abs() < 1e-9),
        "exploited by {losses:?}\n{board}\n{found:?}"
    );
}

#[test]
fn no_position_of_three_by_three_can_be_exploited() {
    let (mut solver, mut plain) = (Solver::default(), Plain::default());
    let mut checked = 0;
    for number in 0..3_u32.pow(9) {
        let mut board = EaterBoard::empty(3);
        let mut digits = number;
        for cell in board.cells() {
            board.set(cell, [None, Some(Role::Passer), Some(Role::Eater)][(digits % 3) as usize]);
            digits /= 3;
        }
        if EaterObservation::of(board.clone()).winner.is_none() {
            check(&mut solver, &mut plain, &board);
            checked += 1;
        }
    }
    assert!(checked > 10_000, "{checked}");
}

/// A board where so many cells are left, at random; the Passer has a little more than half of the
/// others.
fn random_board(size: u16, free: usize, rng: &mut random::Rng) -> EaterBoard {
    let mut board = EaterBoard::empty(size);
    let cells: Vec<Cell> = board.cells().collect();
    let left: Vec<Cell> = cells.sample(rng, free).copied().collect();
    for &cell in cells.iter().filter(|cell| !left.contains(cell)) {
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
fn endings_of_larger_boards_cannot_be_exploited() {
    let mut rng = random::rng(8, &[]);
    let mut solver = Solver::default();
    let mut open = 0;
    for round in 0..400 {
        let board = random_board(4 + round % 9, 5, &mut rng);
        if EaterObservation::of(board.clone()).winner.is_none() {
            open += u32::from(board.can_connect());
            check(&mut solver, &mut Plain::default(), &board);
        }
    }
    assert!(open > 50, "{open}");
}

/// A band of the Passer's cells from top to bottom in a board that is eaten, with gaps to be
/// closed.
fn random_band(size: u16, rng: &mut random::Rng) -> EaterBoard {
    let mut board = EaterBoard::empty(size);
    let (width, mut left) = (4.min(size), rng.random_range(0..=size - 4.min(size)));
    let rows: Vec<u16> = (0..size).collect();
    let gaps: Vec<u16> = rows.sample(rng, 3).copied().collect();
    for row in 0..size {
        for col in 0..size {
            let inside = (left..left + width).contains(&col);
            let marker = match () {
                () if !inside => Some(Role::Eater),
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
fn nine_live_cells_are_few_positions_on_any_board() {
    let mut rng = random::rng(9, &[]);
    let (mut tried, mut most) = (0, 0);
    for round in 0..6000 {
        let board = random_band([4, 5, 7, 20, 50][round % 5], &mut rng);
        if board.is_connected() || board.live().and(&board.free()).len() != 9 {
            continue;
        }
        tried += 1;
        let think = think(u64::MAX);
        let mut effort = Effort::whole(&think);
        assert!(Solver::default().value(&board, &mut effort).unwrap().is_some());
        most = most.max(effort.nodes());
    }
    assert!(tried > 100 && (10..1000).contains(&most), "{tried} boards, {most} positions");
}

#[test]
fn solving_ends_when_the_effort_is_spent_or_it_is_cancelled() {
    let board = EaterBoard::empty(4);
    let few = think(100);
    let mut effort = Effort::whole(&few);
    assert_eq!(Solver::default().value(&board, &mut effort), Err(SearchStop::Spent));
    assert_eq!(effort.nodes(), 101);
    let half = think(1000);
    let mut effort = Effort::share(&half, 2);
    assert_eq!(Solver::default().analyse(&board, &mut effort), Err(SearchStop::Spent));
    assert_eq!(effort.nodes(), 501);
    let cancel = CancelToken::default();
    cancel.cancel();
    let cancelled = think(u64::MAX).with_cancel(cancel);
    assert_eq!(
        Solver::default().value(&board, &mut Effort::whole(&cancelled)),
        Err(SearchStop::Cancelled)
    );
    // What has been found so far is kept, and speeds up the next attempt.
    let mut solver = Solver::default();
    let mut attempts = 0;
    while solver.value(&board, &mut Effort::whole(&think(5000))).is_err() {
        attempts += 1;
    }
    assert!((1..10).contains(&attempts), "{attempts}");
}

#[test]
fn boards_that_are_too_large_are_not_tried() {
    for size in [6, 7, 15, 50] {
        let think = think(u64::MAX);
        let mut effort = Effort::whole(&think);
        assert_eq!(Solver::default().value(&EaterBoard::empty(size), &mut effort), Ok(None));
        assert_eq!(Solver::default().analyse(&EaterBoard::empty(size), &mut effort), Ok(None));
        assert_eq!(effort.nodes(), 0);
    }
}

#[test]
fn where_only_dead_cells_are_left_any_will_do() {
    let sealed: EaterBoard = "P..\nEEE\n.P.".parse().unwrap();
    let found = analysis(&mut Solver::default(), &sealed);
    assert_eq!((found.value, found.passer.len(), found.exact), (0.0, 4, true));
    let over: EaterBoard = "P..\nPE.\nPEE".parse().unwrap();
    assert!((value(&mut Solver::default(), &over) - 1.0).abs() < f64::EPSILON);
    let full: EaterBoard = "PEE\nPEE\nEPP".parse().unwrap();
    assert!(analysis(&mut Solver::default(), &full).passer.is_empty());
}

#[test]
fn mirrored_boards_have_mirrored_mixtures() {
    let board: EaterBoard = "....\n.P..\n....\n...E".parse().unwrap();
    let mut solver = Solver::default();
    let found = analysis(&mut solver, &board);
    for image in [board.mirrored(), board.upside_down(), board.upside_down().mirrored()] {
        assert!((analysis(&mut solver, &image).value - found.value).abs() < 1e-12);
    }
    // A symmetric board: the mixtures are symmetric, too.
    let symmetric: EaterBoard = "....\n.EE.\n....\n.PP.".parse().unwrap();
    let found = analysis(&mut solver, &symmetric);
    for side in Role::BOTH {
        let share = |wanted| {
            found
                .of(side)
                .iter()
                .find(|&&(cell, _)| cell == wanted)
                .map_or(0.0, |&(_, share)| share)
        };
        for cell in symmetric.cells() {
            assert!(
                (share(cell) - share(Cell::new(cell.row, 3 - cell.col))).abs() < 1e-12,
                "{side} {cell}"
            );
        }
    }
}
