//! Solves Eater exactly, on one core, with an empty cache.

use divan::{Bencher, black_box};
use fourcade_engine::{
    eater::{
        model::EaterBoard,
        solver::{SolveBudget, Solver},
    },
    play::{Budget, Seat, ThinkContext},
};

fn main() {
    divan::main();
}

/// Solves a whole board: 41 positions on 3 x 3, about 6,300 on 4 x 4.
#[divan::bench(args = [3, 4], sample_count = 10, sample_size = 1)]
fn whole_board(bencher: Bencher, size: u16) {
    bencher.bench(|| solve(black_box(&EaterBoard::empty(size))));
}

/// Solves a position in the middle of a 5 x 5 game with 19 live cells.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn middle_game(bencher: Bencher) {
    let board = "..P..\n.E...\n..PE.\n.....\n..E..".parse::<EaterBoard>().expect("a valid board");
    bencher.bench(|| solve(black_box(&board)));
}

fn solve(board: &EaterBoard) -> f64 {
    let context = ThinkContext::new(Budget::Nodes(u64::MAX), 0, Seat::new(0), 0);
    let value = Solver::default().value(board, &mut SolveBudget::whole(&context));
    value.ok().flatten().expect("the position is small enough")
}
