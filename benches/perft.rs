//! Measures the speed of the rules on bitboards by perft, on one thread and without a transposition
//! table.

use divan::{Bencher, black_box, counter::ItemsCount};
use fourcade_engine::flip::model::{FlipPosition, perft::perft};

/// The number of lines of 11 plies on 8 x 8.
const LINES_OF_11_PLIES: u64 = 212_258_800;

fn main() {
    divan::main();
}

/// Counts the lines of 11 plies on 8 x 8. An item is a line of play.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn lines_of_11_plies(bencher: Bencher) {
    let start = FlipPosition::start(8);
    bencher.counter(ItemsCount::new(LINES_OF_11_PLIES)).bench(|| {
        let lines = perft(black_box(&start), 11);
        assert_eq!(lines, LINES_OF_11_PLIES);
        lines
    });
}
