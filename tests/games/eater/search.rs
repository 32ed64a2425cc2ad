//! Eater's tree search: how close it comes to the solution, and how it is cancelled.

use std::{sync::mpsc, thread, time::Duration};

use fourcade_engine::{
    eater::{
        model::{Cell, EaterBoard, JointMove, Role},
        players::montecarlo,
        solver::{PositionAnalysis, SolveBudget, Solver},
    },
    play::{Budget, CancelToken, PlayerError, SearchStop},
};

use super::players::{ask, context, random_boards};

/// The memory of a tree search, in bytes.
const MEMORY: usize = 64 << 20;

/// The losses of the Passer's and the Eater's strategies against the best responses, and the value.
fn losses(solver: &mut Solver, board: &EaterBoard, analysis: &PositionAnalysis) -> [f64; 3] {
    let free: Vec<Cell> = board.empty_cells().iter().collect();
    let unlimited = context(Budget::Nodes(u64::MAX), 0);
    let mut value = |board: &EaterBoard| {
        solver.value(board, &mut SolveBudget::whole(&unlimited)).unwrap().unwrap()
    };
    let mut chance = |passer, eater| {
        let mut after = board.clone();
        after.apply(JointMove { passer, eater });
        value(&after)
    };
    let mut against = |cell| {
        analysis.passer.choices().iter().map(|&(passer, p)| p * chance(passer, cell)).sum::<f64>()
    };
    let min = free.iter().map(|&cell| against(cell)).fold(1.0, f64::min);
    let mut against = |cell| {
        analysis.eater.choices().iter().map(|&(eater, p)| p * chance(cell, eater)).sum::<f64>()
    };
    let max = free.iter().map(|&cell| against(cell)).fold(0.0, f64::max);
    let value = value(board);
    [value - min, max - value, value]
}

fn search(board: &EaterBoard, nodes: u64, seed: u64) -> PositionAnalysis {
    montecarlo::search(board, MEMORY, &context(Budget::Nodes(nodes), seed), &mut |_| None).unwrap()
}

#[test]
fn the_search_solves_the_empty_board_of_3_x_3() {
    let (mut solver, board) = (Solver::default(), EaterBoard::empty(3));
    for seed in 0..3 {
        let analysis = search(&board, 20_000, seed);
        let [passer, eater, value] = losses(&mut solver, &board, &analysis);
        assert!(
            analysis.exact && (analysis.value - value).abs() < 1e-9,
            "{} instead of {value}",
            analysis.value
        );
        assert!(passer < 1e-9 && eater < 1e-9, "{passer} {eater}");
    }
}

#[test]
fn the_search_loses_little_on_4_x_4() {
    let mut solver = Solver::default();
    let boards: Vec<EaterBoard> =
        (0..60).filter_map(|seed| random_boards(4, seed).into_iter().nth(3)).collect();
    let mut sum = 0.0;
    for board in &boards {
        let analysis = search(board, 1_000, 1);
        for strategy in [&analysis.passer, &analysis.eater]
            .map(fourcade_engine::eater::solver::MixedStrategy::choices)
        {
            assert!((strategy.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-9);
            assert!(
                strategy.is_sorted_by_key(|&(cell, _)| cell)
                    && strategy.iter().all(|&(_, share)| share > 0.0)
            );
        }
        let [passer, eater, _] = losses(&mut solver, board, &analysis);
        sum += passer + eater;
    }
    let mean = sum / f64::from(u32::try_from(boards.len()).unwrap());
    assert!(mean < 0.06, "{mean}");
}

#[test]
fn the_search_uses_exact_values_from_an_oracle() {
    let board = EaterBoard::empty(4);
    let (mut solver, unlimited) = (Solver::default(), context(Budget::Nodes(u64::MAX), 0));
    let mut oracle =
        |board: &EaterBoard| solver.value(board, &mut SolveBudget::whole(&unlimited)).unwrap();
    let analysis =
        montecarlo::search(&board, MEMORY, &context(Budget::Nodes(3_000), 1), &mut oracle).unwrap();
    let [passer, eater, value] = losses(&mut Solver::default(), &board, &analysis);
    assert!(
        (analysis.value - value).abs() < 0.002 && passer + eater < 0.01,
        "{} {passer} {eater}",
        analysis.value
    );
}

#[test]
fn a_cancelled_search_returns_cancelled() {
    for size in [3, 15, 50] {
        let cancel = CancelToken::default();
        cancel.cancel();
        let context = context(Budget::Time(Duration::from_secs(3600)), 1).with_cancel(cancel);
        assert_eq!(
            montecarlo::search(&EaterBoard::empty(size), MEMORY, &context, &mut |_| None),
            Err(SearchStop::Cancelled)
        );
        for name in ["smart", "montecarlo"] {
            assert_eq!(
                ask(name, Role::Eater, &EaterBoard::empty(size), &context),
                Err(PlayerError::Cancelled),
                "{name}"
            );
        }
    }
}

#[test]
fn a_search_can_be_cancelled_while_it_runs() {
    for size in [4, 15] {
        let cancel = CancelToken::default();
        let (sender, reports) = mpsc::channel();
        let context = context(Budget::Time(Duration::from_secs(3600)), 1)
            .with_cancel(cancel.clone())
            .with_listener(move |text| {
                let _ = sender.send(text);
            });
        let search = thread::spawn(move || {
            ask("montecarlo", Role::Passer, &EaterBoard::empty(size), &context)
        });
        // The first report shows that the search is running.
        let report = reports.recv().unwrap();
        assert!(report.contains(" positions, Passer ") && report.ends_with('%'), "{report}");
        cancel.cancel();
        assert_eq!(search.join().unwrap(), Err(PlayerError::Cancelled));
    }
}

#[test]
fn a_decided_position_is_not_searched() {
    let cut_cell: EaterBoard = "....\nE.EE\n....\n....".parse().unwrap();
    let closed: EaterBoard = "....\nEEEE\n....\n....".parse().unwrap();
    for (board, choices) in [(cut_cell, 1), (closed, 12)] {
        let context = context(Budget::Time(Duration::from_secs(3600)), 1);
        let analysis = montecarlo::search(&board, MEMORY, &context, &mut |_| None).unwrap();
        assert!(
            analysis.exact
                && analysis.value == 0.0
                && analysis.eater.choices().len() == choices
                && analysis.passer.choices().len() == choices
        );
    }
}
