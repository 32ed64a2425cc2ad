//! The features of a position: the configurations of its patterns, and some counts. A feature is
//! represented by the index of its weight.
//!
//! A lane is a pattern read from one symmetric image of the board; see [`patterns`].

use super::{
    patterns::{self, Configurations, LANES, PATTERN_OF_LANE, PATTERNS},
    symmetry,
};
use crate::flip::model::bitboard::{Bitboard, Position};

/// The highest number of moves that has a weight; higher numbers count as this one. No position
/// with more moves is known.
pub const MAX_MOVES: usize = 33;
/// The number of empty squares on an empty board.
const MAX_EMPTIES: usize = 64;

/// The first feature of each pattern.
pub const STARTS: [usize; patterns::COUNT] = {
    let mut starts = [0; patterns::COUNT];
    let mut number = 1;
    while number < patterns::COUNT {
        starts[number] = starts[number - 1] + PATTERNS[number - 1].configurations();
        number += 1;
    }
    starts
};

/// The first feature of the number of own moves. The counts follow the patterns.
pub const OWN_MOVES: usize =
    STARTS[patterns::COUNT - 1] + PATTERNS[patterns::COUNT - 1].configurations();
/// The first feature of the number of the opponent's moves.
pub const OPP_MOVES: usize = OWN_MOVES + MAX_MOVES + 1;
/// The first feature of the number of empty squares.
pub const EMPTY: usize = OPP_MOVES + MAX_MOVES + 1;

/// The number of features.
pub const COUNT: usize = EMPTY + MAX_EMPTIES + 1;

/// The number of features that each position has: the configuration of each lane, and three counts.
pub const ACTIVE: usize = LANES + 3;

/// Calls `action` with each feature of a position of 8 x 8 in which the side to move has the legal
/// moves `legal`.
pub fn for_each(position: Position, legal: Bitboard, mut action: impl FnMut(usize)) {
    let configurations = Configurations::of(position);
    for (&configuration, pattern) in configurations.lanes().iter().zip(PATTERN_OF_LANE) {
        action(STARTS[pattern] + usize::from(configuration));
    }
    let empty = !position.occupied();
    let count = |set: Bitboard| set.count_ones() as usize;
    action(OWN_MOVES + count(legal).min(MAX_MOVES));
    action(OPP_MOVES + count(position.opponent_moves(empty)).min(MAX_MOVES));
    action(EMPTY + count(empty));
}

/// Returns the class of each feature, and the number of classes. Configurations that are mirror
/// images of each other have the same weight: they form a class.
pub fn classes() -> (Vec<u32>, usize) {
    let mut leaders: Vec<usize> = (0..COUNT).collect();
    for (pattern, &start) in PATTERNS.iter().zip(&STARTS) {
        for order in symmetries(pattern.squares) {
            for configuration in 0..pattern.configurations() {
                let image = reordered(configuration, &order);
                let leader = &mut leaders[start + configuration];
                *leader = (*leader).min(start + image);
            }
        }
    }
    let mut classes = vec![0; COUNT];
    let mut count = 0;
    for feature in 0..COUNT {
        // The leader is the first feature of its class.
        classes[feature] = if leaders[feature] == feature {
            count += 1;
            count - 1
        } else {
            classes[leaders[feature]]
        };
    }
    (classes, count as usize)
}

/// Returns the symmetries of the board, other than the identity, that map `squares` to themselves:
/// for each square, the place of its image.
fn symmetries(squares: &[u8]) -> Vec<Vec<usize>> {
    let image = |number: usize, square: u8| symmetry::images(1 << square)[number].trailing_zeros();
    let order = |number: usize| -> Option<Vec<usize>> {
        let place = |&square: &u8| {
            squares.iter().position(|&other| u32::from(other) == image(number, square))
        };
        squares.iter().map(place).collect()
    };
    (1..8).filter_map(order).filter(|order| !order.is_sorted()).collect()
}

/// Moves each ternary digit of a configuration to its new place.
fn reordered(mut configuration: usize, order: &[usize]) -> usize {
    let mut digits = vec![0; order.len()];
    for &place in order {
        digits[place] = configuration % 3;
        configuration /= 3;
    }
    digits.iter().rev().fold(0, |image, digit| 3 * image + digit)
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use proptest::prelude::*;

    use super::*;

    static CLASSES: LazyLock<(Vec<u32>, usize)> = LazyLock::new(classes);

    fn classes_of(classes: &[u32], position: Position) -> Vec<u32> {
        let mut visited = Vec::new();
        for_each(position, position.moves(!position.occupied()), |feature| {
            visited.push(classes[feature]);
        });
        visited.sort_unstable();
        visited
    }

    proptest! {
        #[test]
        fn a_position_and_its_mirror_images_have_features_of_the_same_classes(
            tiles: u64, owners: u64,
        ) {
            let (classes, count) = &*CLASSES;
            let own = symmetry::images(tiles & owners);
            let opp = symmetry::images(tiles & !owners);
            let expected = classes_of(classes, Position::new(own[0], opp[0]));
            prop_assert_eq!(expected.len(), ACTIVE);
            prop_assert!(expected.iter().all(|&class| (class as usize) < *count));
            for image in 1..8 {
                let mirrored = Position::new(own[image], opp[image]);
                prop_assert_eq!(&classes_of(classes, mirrored), &expected);
            }
        }
    }
}
