use proptest::prelude::*;
use rand::seq::IteratorRandom;

use super::*;
use crate::{
    games::flip::engine::{
        evaluation::{Trained, Weights},
        plain::Places,
    },
    play::{Budget, Seat, ThinkContext, random},
};

/// Random play from the start until so few cells are empty or nobody can move: the tiles of who is
/// to move, and of the other.
fn position(shape: &Shape, empties: u32, seed: u64) -> (u64, u64) {
    let mut rng = random::rng(seed, &[]);
    let at = |row: u32, col: u32| 1_u64 << (8 * row + col);
    let middle = (shape.size - 1) / 2;
    let mut own = at(middle, middle) | at(middle + 1, middle + 1);
    let mut opp = at(middle, middle + 1) | at(middle + 1, middle);
    let mut passes = 0;
    while (shape.mask & !(own | opp)).count_ones() > empties && passes < 2 {
        let legal = bitboard::moves(own, opp, shape.mask & !(own | opp));
        passes = if legal == 0 { passes + 1 } else { 0 };
        let placed = bitboard::indices(legal)
            .choose(&mut rng)
            .map_or(0, |at| bitboard::flips(own, opp, at) | 1 << at);
        (own, opp) = (opp & !placed, own | placed);
    }
    (own, opp)
}

/// The value by trying everything.
fn minimax(judge: &impl Judge, shape: &Shape, own: u64, opp: u64, depth: u32) -> i32 {
    let empty = shape.mask & !(own | opp);
    let legal = bitboard::moves(own, opp, empty);
    if legal == 0 {
        let is_over = bitboard::moves(opp, own, empty) == 0;
        return if is_over {
            100 * shape.final_score(own, opp)
        } else {
            -minimax(judge, shape, opp, own, depth)
        };
    }
    if depth == 0 {
        return judge.judge(own, opp, legal);
    }
    let after = |at: u32| {
        let flips = bitboard::flips(own, opp, at);
        -minimax(judge, shape, opp ^ flips, own | flips | 1 << at, depth - 1)
    };
    bitboard::indices(legal).map(after).max().unwrap_or_default()
}

/// What the search of a window finds, with a table that knows what a search of all did if `knows`.
fn searched(
    judge: &impl Judge,
    shape: &Shape,
    tiles: (u64, u64),
    depth: u32,
    window: (i32, i32),
    knows: bool,
) -> i32 {
    let mut table = Table::default();
    table.renew(1 << 18);
    let think = ThinkContext::new(Budget::Nodes(u64::MAX), 0, Seat::new(0), 0);
    let (mut near, mut counter) = (NearTable::new(), Counter::new(&think, u64::MAX));
    let mut midgame = Midgame {
        judge,
        shape,
        table: &table,
        near: &mut near,
        counter: &mut counter,
        selectivity: 0,
    };
    for depth in (1..depth).filter(|_| knows) {
        midgame.search(tiles.0, tiles.1, depth, -INFINITE, INFINITE).unwrap();
    }
    midgame.search(tiles.0, tiles.1, depth, window.0, window.1).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_search_finds_what_trying_everything_finds(
        size in 4..=8_u16, empties in 1..=40_u32, depth in 1..=4_u32, seed: u64, knows: bool,
    ) {
        let (shape, plain) = (Shape::new(size), Places::new(size));
        let tiles = position(&shape, empties, seed);
        let wanted = minimax(&plain, &shape, tiles.0, tiles.1, depth);
        prop_assert_eq!(searched(&plain, &shape, tiles, depth, (-INFINITE, INFINITE), knows), wanted);
    }

    #[test]
    fn bounds_are_true_with_the_trained_evaluation(
        empties in 1..=50_u32, depth in 1..=4_u32, seed: u64, alpha in -2000..2000_i32, wide in 1..600_i32, knows: bool,
    ) {
        let (shape, trained) = (Shape::new(8), Trained::with(Weights::trained()));
        let tiles = position(&shape, empties, seed);
        let wanted = minimax(&trained, &shape, tiles.0, tiles.1, depth);
        let found = searched(&trained, &shape, tiles, depth, (alpha, alpha + wide), knows);
        if found <= alpha {
            prop_assert!(wanted <= found);
        } else if found >= alpha + wide {
            prop_assert!(wanted >= found);
        } else {
            prop_assert_eq!(found, wanted);
        }
    }
}

#[test]
fn a_search_that_leaves_moves_out_sees_about_the_same() {
    let (shape, trained) = (Shape::new(8), Trained::with(Weights::trained()));
    let (mut off, mut looked_at) = (0, (0, 0));
    for seed in 0..30 {
        let (own, opp) = position(&shape, 36, seed);
        let look = |selectivity| {
            let mut table = Table::default();
            table.renew(1 << 20);
            let think = ThinkContext::new(Budget::Nodes(u64::MAX), 0, Seat::new(0), 0);
            let (mut near, mut counter) = (NearTable::new(), Counter::new(&think, u64::MAX));
            let (judge, shape, table, near) = (&trained, &shape, &table, &mut near);
            let mut midgame =
                Midgame { judge, shape, table, near, counter: &mut counter, selectivity };
            let value = midgame.search(own, opp, 7, -INFINITE, INFINITE).unwrap();
            (value, counter.nodes())
        };
        let (all, some) = (look(0), look(5));
        looked_at = (looked_at.0 + all.1, looked_at.1 + some.1);
        off += (all.0 - some.0).abs();
    }
    assert!(2 * looked_at.1 < looked_at.0, "it looks at less than half: {looked_at:?}");
    assert!(off < 30 * 150, "{off} hundredths of a tile in 30 positions");
}
