//! Speed of the rules on boards of bits: the leaves of a perft, on one core, without a table of
//! positions.

use divan::{Bencher, black_box, counter::ItemsCount};
use fourcade::games::flip::rules::{Position, perft::perft};

fn main() {
    divan::main();
}

/// Perft(11) of 8 x 8. An item is a line of play: 212,258,800 of them.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn lines_of_11_plies(bencher: Bencher) {
    let start = Position::start(8);
    bencher.counter(ItemsCount::new(212_258_800_u64)).bench(|| {
        let lines = perft(black_box(&start), 11);
        assert_eq!(lines, 212_258_800);
        lines
    });
}
