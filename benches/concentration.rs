//! How long it takes to solve Concentration, on one core.

use divan::{Bencher, black_box, counter::ItemsCount};
use fourcade::games::concentration::players::perfect::{Solution, State};

fn main() {
    divan::main();
}

/// The whole game of 13 ranks. An item is a state: 203,490 of them.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn solve(bencher: Bencher) {
    bencher.counter(ItemsCount::new(203_490_u64)).bench(|| {
        let value = Solution::<f64>::of(black_box(13)).value(State::start(13));
        assert!((value - 0.037_092_696_176).abs() < 1e-11);
        value
    });
}
