use proptest::prelude::*;
use rand::RngExt;

use super::*;
use crate::{
    flip::{model::Side, search::testing::random_position},
    play::random,
};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_stable_tile_is_never_flipped(size in 4..=8_u16, empties in 1..=50_u32, seed: u64) {
        let mut position = random_position(size, empties, seed);
        let geometry = BoardGeometry::new(size);
        let mut rng = random::rng(seed, &[1]);
        let mut stable = [0; 2];
        while !position.is_over() {
            for (side, stable) in Side::BOTH.into_iter().zip(&mut stable) {
                let bitboards = position.board.bitboards(side).unwrap();
                let flipped = *stable & !bitboards.own;
                prop_assert_eq!(flipped, 0, "a stable tile was flipped on\n{}", position.board);
                *stable |= geometry.stable_tiles(bitboards);
            }
            let legal = position.legal();
            if !legal.is_empty() {
                let square = legal[rng.random_range(0..legal.len())];
                position.board.play(position.to_move, square);
            }
            position.to_move = position.to_move.other();
        }
    }
}

#[test]
fn all_tiles_of_a_full_board_are_stable() {
    for size in 4..=8 {
        let geometry = BoardGeometry::new(size);
        let own = geometry.mask & 0x1234_5678_9ABC_DEF0;
        assert_eq!(geometry.stable_tiles(Position::new(own, geometry.mask ^ own)), own);
        let without_corners = Position::new(own & !geometry.corners, 0);
        assert_eq!(geometry.stable_tiles(without_corners) & geometry.inner, 0);
    }
}

#[test]
fn the_quadrants_cover_the_board() {
    for size in 4..=8 {
        let geometry = BoardGeometry::new(size);
        assert_eq!(geometry.quadrant_squares[15], geometry.mask);
        for at in bitboard::indices(geometry.mask) {
            assert_eq!(geometry.parity(1 << at), geometry.quadrant(at));
            assert_ne!(geometry.quadrant_squares[geometry.quadrant(at)] & 1 << at, 0);
        }
    }
}
