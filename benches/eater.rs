//! Solving Eater exactly, on one core, from nothing known.

use divan::{Bencher, black_box};
use fourcade::{
    games::eater::{
        rules::EaterBoard,
        solve::{Effort, Solver},
    },
    play::{Budget, Seat, ThinkContext},
};

fn main() {
    divan::main();
}

/// All of a board: 67 positions of 3 x 3, some 17,000 of 4 x 4.
#[divan::bench(args = [3, 4], sample_count = 10, sample_size = 1)]
fn whole_board(bencher: Bencher, size: u16) {
    bencher.bench(|| solve(black_box(&EaterBoard::empty(size))));
}

/// In the middle of a game of 5 x 5: 19 live cells.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn middle_game(bencher: Bencher) {
    let board = "..P..\n.E...\n..PE.\n.....\n..E..".parse::<EaterBoard>().expect("drawn well");
    bencher.bench(|| solve(black_box(&board)));
}

fn solve(board: &EaterBoard) -> f64 {
    let think = ThinkContext::new(Budget::Nodes(u64::MAX), 0, Seat::new(0), 0);
    let value = Solver::default().value(board, &mut Effort::whole(&think));
    value.ok().flatten().expect("small enough")
}
