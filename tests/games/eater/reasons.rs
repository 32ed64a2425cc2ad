//! The reasons of cells: what they claim holds on the board.

use std::collections::VecDeque;

use crate::random_play::random_cases;
use fourcade_engine::{
    eater::{
        Eater, EaterReason,
        model::{Cell, EaterBoard, EaterObservation, Role},
    },
    play::{Explainable, Values, random},
};
use proptest::prelude::*;
use rand::seq::SliceRandom;

/// A board with random cells of both roles.
fn random_board(size: u16, rounds: usize, seed: u64) -> EaterBoard {
    let mut board = EaterBoard::empty(size);
    let mut cells: Vec<_> = board.cells().collect();
    cells.shuffle(&mut random::rng(seed, &[]));
    for (cell, at) in cells.into_iter().take(2 * rounds).zip(0..) {
        board.set(cell, Some(Role::BOTH[at % 2]));
    }
    board
}

fn reasons(
    board: &EaterBoard,
    role: Role,
    cell: Cell,
    better: Option<Cell>,
    values: &Values<Cell>,
) -> Vec<EaterReason> {
    Eater::reasons(&EaterObservation::of(board.clone()), role.seat(), cell, better, values)
}

fn with(board: &EaterBoard, cell: Cell, role: Role) -> EaterBoard {
    let mut board = board.clone();
    board.set(cell, Some(role));
    board
}

/// The number of cells that the Passer still needs, by a search from cell to cell.
fn length(board: &EaterBoard) -> Option<u32> {
    let size = board.size();
    let cost = |cell: Cell| match board.at(cell) {
        Some(Role::Eater) => None,
        Some(Role::Passer) => Some(0),
        None => Some(1),
    };
    let mut best: Vec<Option<u32>> = vec![None; usize::from(size).pow(2)];
    let index = |cell: Cell| usize::from(cell.row * size + cell.col);
    let mut queue: VecDeque<(Cell, u32)> =
        (0..size).filter_map(|col| Some((Cell::new(0, col), cost(Cell::new(0, col))?))).collect();
    while let Some((cell, needed)) = queue.pop_front() {
        if best[index(cell)].is_some_and(|best| best <= needed) {
            continue;
        }
        best[index(cell)] = Some(needed);
        for (down, across) in [(0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
            let next =
                cell.col.checked_add_signed(across).map(|col| Cell::new(cell.row + down, col));
            let next = next.filter(|&next| board.contains(next));
            queue.extend(next.and_then(|next| Some((next, needed + cost(next)?))));
        }
    }
    (0..size).filter_map(|col| best[index(Cell::new(size - 1, col))]).min()
}

/// Checks a claim about a cell.
fn check(board: &EaterBoard, role: Role, cell: Cell, better: Cell, reason: EaterReason) {
    let (passed, eaten) = (with(board, cell, Role::Passer), with(board, cell, Role::Eater));
    let own = if role == Role::Passer { &passed } else { &eaten };
    let empty: Vec<_> = board.empty_cells().iter().collect();
    let is_open = |board: &EaterBoard, row: u16| {
        let size = board.size();
        (0..size).filter(|&col| board.live_cells().contains(Cell::new(row, col))).count()
    };
    let before = length(board);
    let holds = match reason {
        EaterReason::Decided { row } => before.is_none() && is_open(board, row) == 0,
        EaterReason::CompletesPath | EaterReason::StopsPath => passed.is_connected(),
        EaterReason::KeepsPath { row } => {
            let closes = |&&cell: &&Cell| length(&with(board, cell, Role::Eater)).is_none();
            eaten.sealed_row() == Some(row)
                && empty.iter().filter(closes).collect::<Vec<_>>() == [&cell]
        }
        EaterReason::ClosesRow { row } => eaten.sealed_row() == Some(row) && before.is_some(),
        EaterReason::TwoWays { cells } => {
            cells.iter().all(|&other| with(&passed, other, Role::Passer).is_connected())
        }
        EaterReason::NoCellStops { left } => {
            length(&passed) == Some(left)
                && passed
                    .empty_cells()
                    .iter()
                    .all(|other| length(&with(&passed, other, Role::Eater)) == Some(left))
        }
        EaterReason::BothWant { .. } => length(&passed) < before && length(&eaten) != before,
        EaterReason::OnAllPaths { before: length_before, after } => {
            before == Some(length_before)
                && length(own) == after
                && length(&passed) < before
                && length(&eaten) != before
        }
        EaterReason::JoinsGroups { left } | EaterReason::Shortens { left } => {
            length(&passed) == Some(left) && Some(left) < before
        }
        EaterReason::NarrowsRow { row, open } => {
            is_open(&eaten, row) == usize::try_from(open).unwrap()
        }
        EaterReason::Dead => {
            let fates = [&passed, &eaten].map(length);
            fates == [before; 2] && !board.live_cells().contains(cell)
        }
        EaterReason::NoProgress { left } => {
            length(own) == Some(left) && length(&with(board, better, role)) != Some(left)
        }
        EaterReason::MostPaths | EaterReason::FewerPaths { .. } => before.is_some(),
        _ => false,
    };
    assert!(holds, "{reason:?} for {cell}, not {better}, of the {role} on\n{board}");
}

proptest! {
    #![proptest_config(random_cases(150))]

    #[test]
    fn what_reasons_claim_holds_on_the_board(size in 3..=7_u16, rounds in 0..20_usize, seed: u64) {
        let board = random_board(size, rounds, seed);
        let mut empty: Vec<_> = board.empty_cells().iter().collect();
        if !empty.is_empty() && !board.is_connected() {
            let cell = empty.swap_remove(seed as usize % empty.len());
            for role in Role::BOTH {
                for reason in reasons(&board, role, cell, None, &Values::default()) {
                    // What is on most paths was counted, not searched.
                    check(&board, role, cell, cell, reason);
                }
                for &better in empty.iter().take(3) {
                    for reason in reasons(&board, role, cell, Some(better), &Values::default()) {
                        check(&board, role, cell, better, reason);
                    }
                }
            }
        }
    }
}

fn on(board: &str, role: Role, cell: &str, probability: Option<f64>) -> Vec<EaterReason> {
    let cell: Cell = cell.parse().unwrap();
    let weights = probability.map(|probability| (cell, probability)).into_iter().collect();
    let values = Values { weights, ..Values::default() };
    reasons(&board.parse().unwrap(), role, cell, None, &values)
}

#[test]
fn the_most_urgent_reason_comes_first() {
    // The Passer needs the cell in the middle; the Eater closes row 2 there.
    let board = "PPP\nE.E\nPPP";
    assert_eq!(on(board, Role::Passer, "2 2", None)[0], EaterReason::CompletesPath);
    assert_eq!(on(board, Role::Eater, "2 2", None)[0], EaterReason::ClosesRow { row: 1 });
    let board = "....\nEE.E\n....\n....";
    assert_eq!(on(board, Role::Passer, "2 3", None)[0], EaterReason::KeepsPath { row: 1 });
    let board = ".P..\n....\n.P..\n....";
    let both = on(board, Role::Passer, "2 2", Some(0.3));
    assert!(!both.contains(&EaterReason::Dead));
    let closed = on("EEE\n...\n...", Role::Passer, "2 2", None);
    assert_eq!(closed, [EaterReason::Decided { row: 0 }]);
}

#[test]
fn two_ways_down_cannot_both_be_stopped() {
    let board = ".P..\n....\n.P.E\nE.PE";
    let reasons = on(".P..\n.P..\n....\n....", Role::Passer, "3 2", None);
    assert!(reasons.contains(&EaterReason::NoCellStops { left: 1 }), "{reasons:?}");
    assert!(!on(board, Role::Passer, "2 2", None).is_empty());
}

#[test]
fn a_contested_cell_is_mixed() {
    // Both ends of the path meet in one cell of row 2.
    let board = "EP.E\nE..E\nE.PE\nE..P";
    let reasons = on(board, Role::Passer, "2 2", Some(0.3));
    assert!(
        reasons.iter().any(|reason| matches!(
            reason,
            EaterReason::BothWant { tenths: 3 }
                | EaterReason::Mixed { tenths: 3 }
                | EaterReason::CompletesPath
        )),
        "{reasons:?}"
    );
}
