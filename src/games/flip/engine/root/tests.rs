use super::*;
use crate::{
    games::flip::rules::{FlipBoard, Position},
    play::{Budget, Seat, random},
};

fn think(nodes: u64) -> ThinkContext {
    ThinkContext::new(Budget::Nodes(nodes), 1, Seat::new(0), 0)
}

/// The tiles of who is to move and of the other after so many moves at random.
fn position(size: u16, moves: u32, seed: u64) -> (u64, u64) {
    use rand::seq::IndexedRandom;
    let mut rng = random::rng(seed, &[]);
    let mut position = Position::start(size);
    for _ in 0..moves {
        if let Some(&cell) = position.legal().choose(&mut rng) {
            position.board.play(position.to_move, cell);
        }
        position.to_move = position.to_move.other();
        if position.legal().is_empty() {
            position.to_move = position.to_move.other();
        }
    }
    let FlipBoard::Bits { tiles, .. } = position.board else { panic!("a small board is wanted") };
    (tiles[position.to_move.index()], tiles[position.to_move.other().index()])
}

/// All that a search tells.
fn told(engine: &mut Engine, size: u16, tiles: (u64, u64), reach: Reach, nodes: u64) -> Vec<Found> {
    let mut all = Vec::new();
    let _ = engine.look(size, tiles, reach, &think(nodes), &mut |found| all.push(found.clone()));
    all
}

#[test]
fn what_is_told_goes_deeper_and_ends_exactly() {
    for (size, moves) in [(8, 46), (6, 20), (8, 40)] {
        let tiles = position(size, moves, 3);
        let all = told(
            &mut Engine::default(),
            size,
            tiles,
            Reach { end: End::Exact, ..Reach::default() },
            u64::MAX,
        );
        assert!(all.is_sorted_by_key(|found| (found.exact, found.depth, found.nodes)), "{all:?}");
        let (last, first) = (all.last().unwrap(), all.first().unwrap());
        assert!(last.exact && !first.exact);
        assert_eq!(last.value % 100, 0);
    }
}

#[test]
fn a_search_to_the_end_that_leaves_moves_out_is_close_to_the_exact_one() {
    let mut off = 0;
    for seed in 0..20 {
        let tiles = position(8, 44, seed);
        let all = told(
            &mut Engine::default(),
            8,
            tiles,
            Reach { end: End::Exact, ..Reach::default() },
            u64::MAX,
        );
        let exact = all.last().unwrap();
        let bold = all.iter().rfind(|found| !found.exact && found.depth == exact.depth);
        off += bold.map_or(0, |bold| (bold.value - exact.value).abs());
    }
    assert!(off < 20 * 100, "more than a tile on average: {off} hundredths in all");
}

#[test]
fn handicaps_change_the_choice() {
    let tiles = position(8, 20, 5);
    let legal: Vec<_> =
        bitboard::indices(bitboard::moves(tiles.0, tiles.1, !(tiles.0 | tiles.1))).collect();
    assert!(legal.len() > 2);
    let reach = Reach { depth: Some(3), end: End::StepReview, ..Reach::default() };
    for (number, &wanted) in legal.iter().enumerate() {
        let handicaps: Vec<_> =
            (0..legal.len()).map(|other| if other == number { 20_000 } else { 0 }).collect();
        let best =
            Engine::default().choose(8, tiles, &handicaps, reach, &think(u64::MAX), &mut |_| {});
        assert_eq!(best, Ok(Some(wanted)));
    }
}

#[test]
fn the_plain_evaluation_is_another_one() {
    let tiles = position(8, 20, 5);
    let reach = Reach { depth: Some(4), end: End::StepReview, ..Reach::default() };
    let value = |engine: &mut Engine| told(engine, 8, tiles, reach, u64::MAX).last().unwrap().value;
    assert_ne!(value(&mut Engine::plain()), value(&mut Engine::default()));
}
