//! The reasons of moves: what they claim holds on the board.

use crate::random_play::random_cases;
use fourcade_engine::{
    flip::{
        Flip, FlipReason,
        model::{FlipBoard, FlipObservation, FlipPosition, Side, Square},
    },
    play::{Explainable, Values, random},
};
use proptest::{prelude::*, sample::Index};
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

/// Checks a claim, except for that a search finds an answer to be the best one.
#[allow(clippy::too_many_lines)] // a check for each kind of claim
fn check(position: &FlipPosition, square: Square, better: Square, reason: FlipReason, seed: u64) {
    let (board, side) = (&position.board, position.to_move);
    let other = side.other();
    let (after, instead) = (played(board, side, square), played(board, side, better));
    let count = |board: &FlipBoard, side| u32::try_from(board.legal(side).len()).unwrap();
    let all = |measure: &dyn Fn(&FlipBoard) -> u32| -> Vec<u32> {
        position.legal().into_iter().map(|at| measure(&played(board, side, at))).collect()
    };
    let mean = |measure: &dyn Fn(&FlipBoard) -> u32| {
        let others: Vec<_> = position.legal().into_iter().filter(|&at| at != square).collect();
        let sum: u32 = others.iter().map(|&at| measure(&played(board, side, at))).sum();
        (10 * sum / u32::try_from(others.len()).unwrap() + 5) / 10
    };
    let moves_of_both = |board: &FlipBoard| [side, other].map(|of| count(board, of));
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
            let keeps =
                |at: Square| at != corner && !played(board, side, at).is_legal(other, corner);
            let legal = position.legal();
            board.is_legal(other, corner)
                && keeps(square)
                && 2 * legal.iter().filter(|&&at| keeps(at)).count() < legal.len()
        }
        FlipReason::MakesStable { tiles } => kept(&after, side, other) >= tiles,
        FlipReason::ThreatensCorner { corner } => {
            after.is_legal(side, corner) && !board.is_legal(side, corner)
        }
        FlipReason::FewMoves { moves, others, is_fewest } => {
            let fewest = all(&|after| count(after, other)).into_iter().min();
            count(&after, other) == moves
                && (!is_fewest || fewest == Some(moves))
                && mean(&|after| count(after, other)) == others
                && moves < others
        }
        FlipReason::KeepsMoves { moves, others } => {
            let least = |after: &FlipBoard| {
                let answers = after.legal(other);
                let then = answers.iter().map(|&at| count(&played(after, other, at), side));
                then.min().unwrap_or_else(|| count(after, side))
            };
            least(&after) == moves && mean(&least) == others && moves > others
        }
        FlipReason::StaysInside { tiles, others } => {
            let open = |after: &FlipBoard| u32::try_from(open_tiles(after, side)).unwrap();
            open(&after) == tiles && mean(&open) == others && tiles < others
        }
        FlipReason::Outlasts { answer, moves } => {
            moves_of_both(&played(&after, other, answer)) == moves && moves[0] > moves[1]
        }
        FlipReason::NoNewMove => {
            after.legal(other).into_iter().all(|square| board.is_legal(other, square))
        }
        FlipReason::HoldsEdge => after
            .legal(other)
            .into_iter()
            .all(|answer| played(&after, other, answer).at(square) == Some(side)),
        FlipReason::FlipsFew { tiles } => {
            board.flips(side, square).len() == usize::try_from(tiles).unwrap()
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
                && !takes_corner(&then, side)
                && (!replies.is_empty() || then.is_legal(other, corner))
                && replies.into_iter().all(is_taken)
        }
        FlipReason::LosesCorner { corner } => board.at(corner).is_none() && corner != square,
        FlipReason::BesideCorner { corner } => {
            board.at(corner).is_none() && is_beside(square, corner)
        }
        FlipReason::ManyMoves { flipped, moves, instead: fewer } => {
            board.flips(side, square).len() == usize::try_from(flipped).unwrap()
                && (count(&after, other), count(&instead, other)) == (moves, fewer)
                && moves > fewer
        }
        FlipReason::BestAnswer { answer, moves, instead: others } => {
            let answers = instead.legal(other);
            let is_reached = |at| moves_of_both(&played(&instead, other, at)) == others;
            moves_of_both(&played(&after, other, answer)) == moves
                && answers.into_iter().any(is_reached)
        }
        FlipReason::GivesStable { answer, tiles } => {
            kept(&played(&after, other, answer), other, side) >= tiles
        }
        FlipReason::LeavesSquare { square } => square == better && after.is_legal(other, square),
        FlipReason::FlipsMany { tiles, instead: fewer } => {
            let flipped = [square, better].map(|at| board.flips(side, at).len());
            flipped == [tiles, fewer].map(|tiles| usize::try_from(tiles).unwrap())
        }
        FlipReason::StandsInTheOpen { tiles, instead: fewer } => {
            let open = [&after, &instead].map(|board| open_tiles(board, side));
            open.map(|open| u32::try_from(open).unwrap()) == [tiles, fewer]
        }
        FlipReason::KeepsPace { behind, others } => {
            let least = |after: &FlipBoard| {
                let lead = |board: &FlipBoard| 64 + count(board, side) - count(board, other);
                let answers = after.legal(other);
                let then = answers.iter().map(|&at| lead(&played(after, other, at)));
                then.min().unwrap_or_else(|| lead(after))
            };
            64 - least(&after) == behind && 64 - mean(&least) == others && behind < others
        }
        FlipReason::FallsBehind { moves, instead } => {
            let lead = |[own, count]: [u32; 2]| i64::from(own) - i64::from(count);
            lead(moves) < lead(instead)
        }
        FlipReason::TakesWantedSquare => board.is_legal(other, square),
        // These follow from what is known about the values, and from the book.
        FlipReason::LastInRegion { .. }
        | FlipReason::LosesRegion { .. }
        | FlipReason::Counted { .. }
        | FlipReason::InBook => true,
    };
    assert!(holds, "{reason:?} for {square}, not {better}, of {side}\n{board}");
}

proptest! {
    #![proptest_config(random_cases(60))]

    #[test]
    fn what_reasons_claim_holds_on_the_board(size in 4..=8_u16, moves in 0..60_usize, seed: u64, choice: Index) {
        let position = random_position(size, moves, seed);
        let mut legal = position.legal();
        if !legal.is_empty() {
            let square = legal.swap_remove(choice.index(legal.len()));
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
        ..Values::default()
    };
    reasons(&position, at(square), better.map(at), &values)
}

/// A square, a better one and the reason, each on a board with O to move.
type Example = (&'static str, &'static str, Option<&'static str>, FlipReason);

const fn square(row: u16, col: u16) -> Square {
    Square::new(row, col)
}

/// One position for each kind of claim.
#[rustfmt::skip]
const EXAMPLES: [Example; 26] = [
    ("......\n.X....\n..XX..\n.OOX..\nOOOXO.\n...X..", "0 0", Some("1 2"),
     FlipReason::StandsInTheOpen { tiles: 10, instead: 8 }),
    ("......\n.X....\n..XX..\n.OOX..\nOOOXO.\n...X..", "0 0", Some("1 3"),
     FlipReason::FallsBehind { moves: [0, 7], instead: [5, 6] }),
    ("......\n.X....\n..XX..\n.OOX..\nOOOXO.\n...X..", "0 0", Some("1 4"),
     FlipReason::BestAnswer { answer: square(5, 0), moves: [3, 8], instead: [6, 9] }),
    ("......\n.X....\n..XX..\n.OOX..\nOOOXO.\n...X..", "0 0", None,
     FlipReason::TakesCorner { stable: 1 }),
    ("......\n.X....\n..XX..\n.OOX..\nOOOXO.\n...X..", "0 0", None,
     FlipReason::KeepsFromCorner { corner: square(5, 5) }),
    ("......\n.X....\n..XX..\n.OOX..\nOOOXO.\n...X..", "1 2", Some("0 0"),
     FlipReason::ManyMoves { flipped: 1, moves: 10, instead: 5 }),
    ("......\n.X....\n..XX..\n.OOX..\nOOOXO.\n...X..", "1 3", Some("0 0"),
     FlipReason::GivesCorner { corner: square(5, 5), was_open: true }),
    ("......\n.X....\n..XX..\n.OOX..\nOOOXO.\n...X..", "1 4", Some("0 0"),
     FlipReason::BesideCorner { corner: square(0, 5) }),
    ("......\n.X....\n..XX..\n.OOX..\nOOOXO.\n...X..", "3 4", None,
     FlipReason::KeepsPace { behind: 3, others: 5 }),
    ("......\n.X....\n..XX..\n.OOX..\nOOOXO.\n...X..", "5 4", None,
     FlipReason::NoNewMove),
    ("......\n.X.O..\n..XO..\nXOOXX.\nOX.X..\n.XX...", "1 2", Some("2 0"),
     FlipReason::GivesStable { answer: square(5, 0), tiles: 6 }),
    ("......\n.X.O..\n..XO..\nXOOXX.\nOX.X..\n.XX...", "1 2", None,
     FlipReason::FewMoves { moves: 5, others: 8, is_fewest: true }),
    ("......\n.X.O..\n..XO..\nXOOXX.\nOX.X..\n.XX...", "1 2", None,
     FlipReason::ThreatensCorner { corner: square(0, 0) }),
    ("......\n.X.O..\n..XO..\nXOOXX.\nOX.X..\n.XX...", "4 2", None,
     FlipReason::KeepsMoves { moves: 7, others: 5 }),
    ("......\n.X.O..\n..XO..\nXOOXX.\nOX.X..\n.XX...", "4 5", None,
     FlipReason::HoldsEdge),
    ("..XO..\n..O...\nOOXX..\n..XXX.\n..XXX.\n..XXX.", "0 1", None,
     FlipReason::ForcesCorner { answers: 1 }),
    (".OX.XO\n.XXXX.\n..XOXO\nXXXXO.\n.....O\n......", "0 3", Some("2 1"),
     FlipReason::FlipsMany { tiles: 4, instead: 2 }),
    (".OX.XO\n.XXXX.\n..XOXO\nXXXXO.\n.....O\n......", "0 3", None,
     FlipReason::MakesStable { tiles: 4 }),
    (".OX.XO\n.XXXX.\n..XOXO\nXXXXO.\n.....O\n......", "4 1", None,
     FlipReason::FlipsFew { tiles: 1 }),
    ("OOOXXX\nXXXXOO\n.XOXO.\n..XO..\n...XOX\n.....O", "2 0", Some("3 4"),
     FlipReason::LeavesSquare { square: square(3, 4) }),
    ("OOOXXX\nXXXXOO\n.XOXO.\n..XO..\n...XOX\n.....O", "3 4", None,
     FlipReason::Outlasts { answer: square(3, 1), moves: [7, 3] }),
    ("OOO.X.\n..XXOO\n.XXX.O\n.OOOXO\n.OOOOO\n...O.O", "2 4", None,
     FlipReason::StaysInside { tiles: 14, others: 19 }),
    ("...XX.\nX.XXX.\nXXXOXX\nXXXOXX\n..XXOO\n..XXXO", "1 5", None,
     FlipReason::OpponentPasses),
    ("..XO.X\n.XXOX.\nXXXXOO\nXXXOX.\nOXXOXX\n.XXOO.", "5 5", None,
     FlipReason::TakesWantedSquare),
    (".....O\n...OO.\n.XOOXX\n.OXO..\n...X..\n......", "1 1", Some("1 5"),
     FlipReason::OpensCorner { corner: square(0, 0), answer: square(1, 2) }),
    ("......\n.X....\n..XX..\n.OOX..\nOOOXO.\n...X..", "1 3", Some("1 2"),
     FlipReason::LosesCorner { corner: square(5, 5) }),
];

#[test]
fn every_kind_of_reason_is_found() {
    let mut missing = Vec::new();
    for (board, square, better, reason) in EXAMPLES {
        let found = drawn(board, square, better, None);
        if !found.contains(&reason) {
            missing.push(format!("{reason:?} on\n{board}: {found:?}"));
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn who_moves_last_in_a_region_follows_from_the_count() {
    let board = "OOOOO.\nOO.XO.\n.OOOOO\nXXXOOX\nXXX.O.\nX.X...";
    let exact = Some([0.0, 0.0]);
    let won = FlipReason::LastInRegion { cells: 5 };
    assert!(drawn(board, "4 5", None, exact).contains(&won));
    assert!(!drawn(board, "4 5", None, None).contains(&won), "nothing was counted");
    let board = "..OXXX\nOOXX.X\n.OOXXX\nXOXOX.\n.OOOX.\n..OOO.";
    let lost = drawn(board, "4 5", Some("5 5"), exact);
    assert!(lost.contains(&FlipReason::LosesRegion { cells: 3 }), "{lost:?}");
}

#[test]
fn the_end_is_counted() {
    let board = ".OOO.X\nOOOOXX\n..OX.X\nXOXOX.\nX..XO.\nX.XXXO";
    let legal = board.parse::<FlipBoard>().unwrap().legal(Side::O);
    let [played, better] = [legal[0], legal[1]].map(|square| square.to_string());
    let costly = |exact| drawn(board, &played, Some(&better), exact);
    let counted = FlipReason::Counted { lead: -2, instead: Some(4) };
    assert_eq!(costly(Some([4.0, 6.0])).last(), Some(&counted));
    assert_ne!(costly(None).last(), Some(&counted), "an estimate is no count");
}

#[test]
fn the_opponent_passes_or_is_wiped_out() {
    let passes = drawn("OXX.\n....\n....\n...X", "0 3", None, None);
    assert!(!passes.contains(&FlipReason::WipesOut));
    assert_eq!(drawn("OXX.\n....\n....\n....", "0 3", None, None), [FlipReason::WipesOut]);
    // The only tile of X that is left encloses nothing, and O has another move.
    let board = "OX..\n....\nOX..\n...X";
    let passes = drawn(board, "0 2", None, None);
    assert!(passes.contains(&FlipReason::OpponentPasses), "{passes:?}");
}
