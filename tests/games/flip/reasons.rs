//! The reasons of moves: what they claim holds on the board.

use crate::random_play::random_cases;
use fourcade_engine::{
    flip::{
        Flip, FlipReason,
        model::{FlipBoard, FlipObservation, FlipPosition, Side, Square},
    },
    play::{Explainable, Values, random},
};
use proptest::prelude::*;
use rand::RngExt;
use std::sync::Arc;

/// A position after this many random moves.
fn random_position(size: u16, moves: usize, seed: u64) -> FlipPosition {
    let mut rng = random::rng(seed, &[]);
    let mut position = FlipPosition::start(size);
    for _ in 0..moves {
        if position.legal().is_empty() {
            position.to_move = position.to_move.other();
        }
        let legal = position.legal();
        if legal.is_empty() {
            break;
        }
        position.board.play(position.to_move, legal[rng.random_range(0..legal.len())]);
        position.to_move = position.to_move.other();
    }
    position
}

fn reasons(
    position: &FlipPosition,
    square: Square,
    better: Option<Square>,
    values: &Values<Square>,
) -> Vec<FlipReason> {
    let observation =
        FlipObservation { position: position.clone(), moves: Arc::default(), over: false };
    Flip::reasons(&observation, position.to_move.seat(), square, better, values)
}

fn played(board: &FlipBoard, side: Side, square: Square) -> FlipBoard {
    let mut after = board.clone();
    assert!(after.play(side, square).is_some(), "{square} is legal");
    after
}

fn corners(board: &FlipBoard) -> [Square; 4] {
    let last = board.size() - 1;
    [(0, 0), (0, last), (last, 0), (last, last)].map(|(row, col)| Square::new(row, col))
}

fn takes_corner(board: &FlipBoard, side: Side) -> bool {
    corners(board).into_iter().any(|corner| board.is_legal(side, corner))
}

/// The number of tiles of `side` that no move of random games flips.
fn never_flipped(board: &FlipBoard, side: Side, to_move: Side, seed: u64) -> u32 {
    let mut kept: Vec<_> =
        board.squares().filter(|&square| board.at(square) == Some(side)).collect();
    let mut rng = random::rng(seed, &[2]);
    for _ in 0..8 {
        let mut at = FlipPosition { board: board.clone(), to_move };
        while !at.is_over() {
            let legal = at.legal();
            if !legal.is_empty() {
                at.board.play(at.to_move, legal[rng.random_range(0..legal.len())]);
                kept.retain(|&square| at.board.at(square) == Some(side));
            }
            at.to_move = at.to_move.other();
        }
    }
    u32::try_from(kept.len()).unwrap()
}

fn is_beside(one: Square, other: Square) -> bool {
    one != other && one.row.abs_diff(other.row) <= 1 && one.col.abs_diff(other.col) <= 1
}

/// The number of tiles of `side` next to empty squares.
fn open_tiles(board: &FlipBoard, side: Side) -> usize {
    let is_open = |&square: &Square| {
        let mut empty = board.squares().filter(|&other| board.at(other).is_none());
        board.at(square) == Some(side) && empty.any(|other| is_beside(square, other))
    };
    board.squares().filter(is_open).count()
}

/// Checks a claim that does not come from the line of a search.
fn check(position: &FlipPosition, square: Square, better: Square, reason: FlipReason, seed: u64) {
    let (board, side) = (&position.board, position.to_move);
    let other = side.other();
    let (after, instead) = (played(board, side, square), played(board, side, better));
    let count = |board: &FlipBoard, side| u32::try_from(board.legal(side).len()).unwrap();
    let all = |measure: &dyn Fn(&FlipBoard) -> u32| -> Vec<u32> {
        position.legal().into_iter().map(|at| measure(&played(board, side, at))).collect()
    };
    let kept = |after: &FlipBoard, of: Side, to_move| never_flipped(after, of, to_move, seed);
    let holds = match reason {
        FlipReason::OnlyMove => position.legal() == [square],
        FlipReason::WipesOut => after.counts()[other.index()] == 0,
        FlipReason::TakesCorner { stable } => {
            corners(board).contains(&square) && kept(&after, side, other) >= stable
        }
        FlipReason::OpponentPasses => count(&after, other) == 0 && count(&after, side) > 0,
        FlipReason::ForcesCorner { answers } => {
            !takes_corner(board, side)
                && count(&after, other) == answers
                && after
                    .legal(other)
                    .into_iter()
                    .all(|answer| takes_corner(&played(&after, other, answer), side))
        }
        FlipReason::KeepsFromCorner { corner } => {
            board.is_legal(other, corner) && !after.is_legal(other, corner)
        }
        FlipReason::MakesStable { tiles } => kept(&after, side, other) >= tiles,
        FlipReason::ThreatensCorner { corner } => {
            after.is_legal(side, corner) && !board.is_legal(side, corner)
        }
        FlipReason::FewMoves { moves, is_fewest } => {
            let fewest = all(&|after| count(after, other)).into_iter().min();
            count(&after, other) == moves && (!is_fewest || fewest == Some(moves))
        }
        FlipReason::KeepsMoves { moves } => {
            all(&|after| count(after, side)).into_iter().max() == Some(moves)
                && count(&after, side) == moves
        }
        FlipReason::StaysInside { tiles } => {
            let open = |after: &FlipBoard| u32::try_from(open_tiles(after, side)).unwrap();
            open(&after) == tiles && all(&open).into_iter().min() == Some(tiles)
        }
        FlipReason::BestMobility { own, other: moves } => {
            let lead = |after: &FlipBoard| 64 + count(after, side) - count(after, other);
            (count(&after, side), count(&after, other)) == (own, moves)
                && all(&lead).into_iter().max() == Some(64 + own - moves)
        }
        FlipReason::NoNewMove => {
            after.legal(other).into_iter().all(|square| board.is_legal(other, square))
        }
        FlipReason::GivesCorner { corner, was_open } => {
            after.is_legal(other, corner)
                && !instead.is_legal(other, corner)
                && board.is_legal(other, corner) == was_open
        }
        FlipReason::OpensCorner { corner, answer } => {
            let then = played(&after, other, answer);
            let replies = then.legal(side);
            let is_taken = |reply| played(&then, side, reply).is_legal(other, corner);
            !takes_corner(&after, other)
                && (!replies.is_empty() || then.is_legal(other, corner))
                && replies.into_iter().all(is_taken)
        }
        FlipReason::BesideCorner { corner } => {
            board.at(corner).is_none() && is_beside(square, corner)
        }
        FlipReason::ManyMoves { flipped, moves, instead: fewer } => {
            board.flips(side, square).len() == usize::try_from(flipped).unwrap()
                && (count(&after, other), count(&instead, other)) == (moves, fewer)
                && moves > fewer
        }
        FlipReason::OpensBoard { opened, .. } => {
            let is_new = |square: &Square| !board.is_legal(other, *square);
            u32::try_from(after.legal(other).iter().filter(|at| is_new(at)).count()) == Ok(opened)
        }
        FlipReason::Cramped { answer, moves } => {
            count(&played(&after, other, answer), side) == moves
        }
        FlipReason::GivesStable { answer, tiles } => {
            kept(&played(&after, other, answer), other, side) >= tiles
        }
        FlipReason::FewerOwnMoves { moves, instead: more } => {
            (count(&after, side), count(&instead, side)) == (moves, more)
        }
        FlipReason::StandsInTheOpen { tiles, instead: fewer } => {
            let open = [&after, &instead].map(|board| open_tiles(board, side));
            open.map(|open| u32::try_from(open).unwrap()) == [tiles, fewer]
        }
        // These come from the lines of searches.
        FlipReason::WinsCorner { .. }
        | FlipReason::LosesCorner { .. }
        | FlipReason::TakesWantedSquare
        | FlipReason::LeavesSquare { .. }
        | FlipReason::BestAnswer { .. }
        | FlipReason::Outlasts { .. }
        | FlipReason::RunsOutOfMoves { .. }
        | FlipReason::LosesStable { .. }
        | FlipReason::LastInRegion { .. }
        | FlipReason::LosesRegion { .. }
        | FlipReason::Counted { .. }
        | FlipReason::InBook => true,
    };
    assert!(holds, "{reason:?} for {square}, not {better}, of {side}\n{board}");
}

proptest! {
    #![proptest_config(random_cases(60))]

    #[test]
    fn what_reasons_claim_holds_on_the_board(size in 4..=8_u16, moves in 0..60_usize, seed: u64) {
        let position = random_position(size, moves, seed);
        let mut legal = position.legal();
        if !legal.is_empty() {
            let square = legal.swap_remove(seed as usize % legal.len());
            for reason in reasons(&position, square, None, &Values::default()) {
                check(&position, square, square, reason, seed);
            }
            for &better in legal.iter().take(2) {
                for reason in reasons(&position, square, Some(better), &Values::default()) {
                    check(&position, square, better, reason, seed);
                }
            }
        }
    }
}

fn at(text: &str) -> Square {
    text.parse().unwrap()
}

/// The reasons on a board that is drawn, where O is to move.
fn drawn(
    board: &str,
    square: &str,
    better: Option<&str>,
    exact: Option<[f64; 2]>,
) -> Vec<FlipReason> {
    let position = FlipPosition { board: board.parse().unwrap(), to_move: Side::O };
    let values = Values {
        best: exact.map(|[best, _]| best),
        cost: exact.map(|[_, cost]| cost),
        exact: exact.is_some(),
        weights: Vec::new(),
    };
    reasons(&position, at(square), better.map(at), &values)
}

#[test]
fn corners_come_first() {
    let board = ".XO...\n.XX...\n.OXO..\n..OX..\n......\n......";
    let taken = drawn(board, "0 0", None, None);
    assert!(matches!(taken[0], FlipReason::TakesCorner { .. }), "{taken:?}");
    // X on 2 2 can take the corner if O plays 1 1... which O must not open.
    let board = "......\n......\n..OX..\n..XO..\n..X...\n......";
    let position = FlipPosition { board: board.parse().unwrap(), to_move: Side::O };
    assert!(!position.legal().is_empty());
}

#[test]
fn the_end_is_counted() {
    let board = "OOOO\nOOOO\nOXXO\nOX..";
    let only = drawn(board, "3 2", None, Some([12.0, 0.0]));
    assert!(!only.is_empty());
    let board = ".XO.\nOXXO\nOXXO\n.XX.";
    let costly = drawn(board, "3 0", Some("0 0"), Some([4.0, 6.0]));
    assert_eq!(costly.last(), Some(&FlipReason::Counted { lead: -2, instead: Some(4) }));
}
