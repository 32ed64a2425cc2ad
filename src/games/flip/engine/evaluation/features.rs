//! What a position is described by: the contents of its patterns, and some counts. Each is a
//! number, the feature's place among all weights.

use super::{
    patterns::{self, PATTERNS},
    views,
};
use crate::games::flip::rules::bitboard;

/// Where the weights of each pattern begin.
const STARTS: [usize; patterns::COUNT] = {
    let mut starts = [0; patterns::COUNT];
    let mut number = 1;
    while number < patterns::COUNT {
        starts[number] = starts[number - 1] + PATTERNS[number - 1].contents();
        number += 1;
    }
    starts
};

/// The counts stand behind the patterns: own moves, the opponent's moves, empty cells.
const OWN_MOVES: usize = STARTS[patterns::COUNT - 1] + PATTERNS[patterns::COUNT - 1].contents();
const OPP_MOVES: usize = OWN_MOVES + MOST_MOVES + 1;
const EMPTY: usize = OPP_MOVES + MOST_MOVES + 1;

/// More moves than this count as this many (33 are the most that are known).
const MOST_MOVES: usize = 33;

/// How many features there are.
pub const COUNT: usize = EMPTY + 65;

/// How many of them a position has.
pub const ACTIVE: usize = 46 + 3;

/// Calls `visit` with each feature of the position of the owner of `own`, who can move to `moves`.
#[inline]
pub fn visit(own: u64, opp: u64, moves: u64, mut visit: impl FnMut(usize)) {
    patterns::visit(own, opp, |pattern, content| visit(STARTS[pattern] + content));
    let empty = !(own | opp);
    let count = |set: u64| set.count_ones() as usize;
    visit(OWN_MOVES + count(moves).min(MOST_MOVES));
    visit(OPP_MOVES + count(bitboard::moves(opp, own, empty)).min(MOST_MOVES));
    visit(EMPTY + count(empty));
}

/// For each feature the one that stands for it and for its mirror images, which are worth the same:
/// the number of its class; and how many classes there are.
pub fn classes() -> (Vec<u32>, usize) {
    let mut leaders: Vec<usize> = (0..COUNT).collect();
    for (pattern, &start) in PATTERNS.iter().zip(&STARTS) {
        for order in reflections(pattern.cells) {
            for content in 0..pattern.contents() {
                let image = reordered(content, &order);
                leaders[start + content] = leaders[start + content].min(start + image);
            }
        }
    }
    let mut classes = vec![0; COUNT];
    let mut count = 0;
    for feature in 0..COUNT {
        // A leader comes before those it leads.
        classes[feature] = if leaders[feature] == feature {
            count += 1;
            count - 1
        } else {
            classes[leaders[feature]]
        };
    }
    (classes, count as usize)
}

/// The ways in which a symmetry of the board maps these cells onto each other: for each cell the
/// place of its image.
fn reflections(cells: &[u8]) -> Vec<Vec<usize>> {
    let image = |view: usize, cell: u8| views::all(1 << cell)[view].trailing_zeros();
    let order = |view: usize| -> Option<Vec<usize>> {
        cells
            .iter()
            .map(|&cell| cells.iter().position(|&other| u32::from(other) == image(view, cell)))
            .collect()
    };
    (1..8).filter_map(order).filter(|order| !order.is_sorted()).collect()
}

/// The content when each digit goes to its new place.
fn reordered(mut content: usize, order: &[usize]) -> usize {
    let mut digits = vec![0; order.len()];
    for &place in order {
        digits[place] = content % 3;
        content /= 3;
    }
    digits.iter().rev().fold(0, |image, digit| 3 * image + digit)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn classes_of(classes: &[u32], own: u64, opp: u64) -> Vec<u32> {
        let mut found = Vec::new();
        visit(own, opp, bitboard::moves(own, opp, !(own | opp)), |feature| {
            found.push(classes[feature])
        });
        found.sort_unstable();
        found
    }

    proptest! {
        #[test]
        fn a_position_and_its_mirror_images_are_described_alike(cells: u64, owners: u64) {
            let (classes, count) = classes();
            let (own, opp) = (views::all(cells & owners), views::all(cells & !owners));
            let found = classes_of(&classes, own[0], opp[0]);
            prop_assert_eq!(found.len(), ACTIVE);
            prop_assert!(found.iter().all(|&class| (class as usize) < count));
            for view in 1..8 {
                prop_assert_eq!(&classes_of(&classes, own[view], opp[view]), &found);
            }
        }
    }
}
