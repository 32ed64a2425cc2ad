//! The time to solve Concentration on one core.

use divan::{Bencher, black_box, counter::ItemsCount};
use fourcade_engine::concentration::players::perfect::{Solution, State};

fn main() {
    divan::main();
}

/// Solving the whole game of 13 ranks. An item is one of the 203,490 states.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn solve(bencher: Bencher) {
    bencher.counter(ItemsCount::new(203_490_u64)).bench(|| {
        let value = Solution::<f64>::new(black_box(13)).value(State::start(13));
        assert!((value - 0.037_092_696_176).abs() < 1e-11);
        value
    });
}
