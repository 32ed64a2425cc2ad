//! The reasons of moves: what they claim holds on the board.

use crate::random_play::random_cases;
use fourcade_engine::{
    flip::{
        Contrast, Flip, FlipReason,
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

/// The number of moves of a side after which the other one can't take a corner next.
fn safe_moves(board: &FlipBoard, side: Side) -> u32 {
    let moves = board.legal(side);
    let safe = moves.iter().filter(|&&at| !takes_corner(&played(board, side, at), side.other()));
    u32::try_from(safe.count()).unwrap()
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
    let lead = |[own, count]: [u32; 2]| 64 + own - count;
    // A good move is compared with the other one, and a costly one with a better one.
    let is_told = |worse: Option<Square>| worse.is_none_or(|worse| worse == better);
    let is_worse = |worse: Option<Square>, own: u32, other: u32| match worse {
        Some(_) => own < other,
        None => own > other,
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
        FlipReason::FewestMoves { moves } => {
            let all = all(&|after| count(after, other));
            count(&after, other) == moves
                && all.iter().min() == Some(&moves)
                && 2 * all.iter().filter(|&&it| it == moves).count() < all.len()
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
                && !takes_corner(&then, side)
                && (!replies.is_empty() || then.is_legal(other, corner))
                && replies.into_iter().all(is_taken)
        }
        FlipReason::MissesCorner { corner } => better == corner && corners(board).contains(&corner),
        FlipReason::BesideCorner { corner } => {
            board.at(corner).is_none() && is_beside(square, corner)
        }
        FlipReason::SoonCorner { corner, is_own, worse } => {
            let taker_moves_first = !is_own;
            let is_open = after.at(corner).is_none() || instead.at(corner).is_none();
            corners(board).contains(&corner)
                && is_open
                && (taker_moves_first || corner != square)
                && is_told(worse)
        }
        FlipReason::LeavesMoves(moves) => {
            is_told(moves.worse)
                && [moves.own, moves.other] == [&after, &instead].map(|it| count(it, other))
                && is_worse(moves.worse, moves.own, moves.other)
        }
        FlipReason::LeavesSafeMoves(moves) => {
            let safe = [&after, &instead].map(|after| safe_moves(after, other));
            is_told(moves.worse)
                && !takes_corner(board, side)
                && [moves.own, moves.other] == safe
                && is_worse(moves.worse, moves.own, moves.other)
        }
        FlipReason::KeepsMoves(moves) => {
            let least = |after: &FlipBoard| {
                let answers = after.legal(other);
                let then = answers.iter().map(|&at| count(&played(after, other, at), side));
                then.min().unwrap_or_else(|| count(after, side))
            };
            is_told(moves.worse)
                && [moves.own, moves.other] == [&after, &instead].map(least)
                && is_worse(moves.worse, moves.other, moves.own)
        }
        FlipReason::AfterAnswer { answer, moves } => {
            let reached = |at| moves_of_both(&played(&instead, other, at));
            is_told(moves.worse)
                && moves_of_both(&played(&after, other, answer)) == moves.own
                && instead.legal(other).into_iter().any(|at| reached(at) == moves.other)
                && is_worse(moves.worse, lead(moves.other), lead(moves.own))
        }
        FlipReason::SafeAfterAnswer { answer, moves } => {
            let reached = |after: &FlipBoard, at| safe_moves(&played(after, other, at), side);
            is_told(moves.worse)
                && reached(&after, answer) == moves.own
                && instead.legal(other).into_iter().any(|at| reached(&instead, at) == moves.other)
                && is_worse(moves.worse, moves.other, moves.own)
        }
        FlipReason::Soon(moves) => {
            is_told(moves.worse) && is_worse(moves.worse, lead(moves.other), lead(moves.own))
        }
        FlipReason::GivesStable { answer, tiles } => {
            kept(&played(&after, other, answer), other, side) >= tiles
        }
        FlipReason::LeavesSquare { square } => square == better && after.is_legal(other, square),
        FlipReason::OpenTiles(tiles) => {
            let open = [&after, &instead].map(|board| open_tiles(board, side));
            is_told(tiles.worse)
                && open.map(|open| u32::try_from(open).unwrap()) == [tiles.own, tiles.other]
                && is_worse(tiles.worse, tiles.own, tiles.other)
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
            for &other in legal.iter().take(2) {
                let values = Values { instead: Some((other, 0.0)), ..Values::default() };
                for reason in reasons(&position, square, None, &values) {
                    check(&position, square, other, reason, seed);
                }
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

/// A square, what it is compared with and the reason, each on a board with O to move.
type Example = (&'static str, &'static str, Other, FlipReason);

/// The other move.
#[derive(Clone, Copy)]
enum Other {
    Better(&'static str),
    Worse(&'static str),
}

use Other::{Better, Worse};

const fn square(row: u16, col: u16) -> Square {
    Square::new(row, col)
}

/// One position for each kind of claim.
#[rustfmt::skip]
const EXAMPLES: [Example; 32] = [
    ("......\n.X....\n..XX..\n.OOX..\nOOOXO.\n...X..", "1 2", Better("1 4"),
     FlipReason::AfterAnswer { answer: square(5, 0), moves: Contrast { own: [5, 11], other: [6, 9], worse: None } }),
    ("......\n.X....\n..XX..\n.OOX..\nOOOXO.\n...X..", "1 4", Worse("1 2"),
     FlipReason::AfterAnswer { answer: square(3, 0), moves: Contrast { own: [6, 9], other: [5, 11], worse: Some(square(1, 2)) } }),
    ("......\n.X....\n..XX..\n.OOX..\nOOOXO.\n...X..", "5 4", Better("0 0"),
     FlipReason::BesideCorner { corner: square(5, 5) }),
    ("...XX.\nX.XXX.\nXXXOXX\nXXXOXX\n..XXOO\n..XXXO", "0 1", Better("0 5"),
     FlipReason::Counted { lead: 18, instead: 20 }),
    ("......\n.X....\n..XX..\n.OOX..\nOOOXO.\n...X..", "0 0", Worse("1 2"),
     FlipReason::FewestMoves { moves: 5 }),
    ("..XO..\n..O...\nOOXX..\n..XXX.\n..XXX.\n..XXX.", "0 1", Worse("2 4"),
     FlipReason::ForcesCorner { answers: 1 }),
    ("......\n.X....\n..XX..\n.OOX..\nOOOXO.\n...X..", "1 3", Better("0 0"),
     FlipReason::GivesCorner { corner: square(5, 5), was_open: true }),
    ("......\n.X.O..\n..XO..\nXOOXX.\nOX.X..\n.XX...", "1 2", Better("2 0"),
     FlipReason::GivesStable { answer: square(5, 0), tiles: 6 }),
    ("......\n.X....\n..XX..\n.OOX..\nOOOXO.\n...X..", "0 0", Worse("1 2"),
     FlipReason::KeepsFromCorner { corner: square(5, 5) }),
    ("......\n.X....\n..XX..\n.OOX..\nOOOXO.\n...X..", "0 0", Better("1 2"),
     FlipReason::KeepsMoves(Contrast { own: 3, other: 5, worse: None })),
    ("......\n.X....\n..XX..\n.OOX..\nOOOXO.\n...X..", "5 4", Worse("0 0"),
     FlipReason::KeepsMoves(Contrast { own: 6, other: 3, worse: Some(square(0, 0)) })),
    ("......\n.X....\n..XX..\n.OOX..\nOOOXO.\n...X..", "1 2", Better("0 0"),
     FlipReason::LeavesMoves(Contrast { own: 10, other: 5, worse: None })),
    ("......\n.X....\n..XX..\n.OOX..\nOOOXO.\n...X..", "0 0", Worse("1 2"),
     FlipReason::LeavesMoves(Contrast { own: 5, other: 10, worse: Some(square(1, 2)) })),
    (".OX.XO\n.XXXX.\n..XOXO\nXXXXO.\n.....O\n......", "4 1", Better("2 1"),
     FlipReason::LeavesSafeMoves(Contrast { own: 5, other: 3, worse: None })),
    ("OOOXXX\nXXXXOO\n.XOXO.\n..XO..\n...XOX\n.....O", "2 0", Better("3 4"),
     FlipReason::LeavesSquare { square: square(3, 4) }),
    (".OX.XO\n.XXXX.\n..XOXO\nXXXXO.\n.....O\n......", "0 3", Worse("2 1"),
     FlipReason::MakesStable { tiles: 4 }),
    ("......\n.X....\n..XX..\n.OOX..\nOOOXO.\n...X..", "1 2", Better("0 0"),
     FlipReason::MissesCorner { corner: square(0, 0) }),
    ("......\n.X....\n..XX..\n.OOX..\nOOOXO.\n...X..", "0 0", Worse("1 2"),
     FlipReason::NoNewMove),
    (".O....\nOOOOOX\n.OXOXX\n..XXOX\n..XXX.\n...X..", "5 2", Better("3 1"),
     FlipReason::OpenTiles(Contrast { own: 13, other: 10, worse: None })),
    (".O....\nOOOOOX\n.OXOXX\n..XXOX\n..XXX.\n...X..", "3 1", Worse("5 2"),
     FlipReason::OpenTiles(Contrast { own: 10, other: 13, worse: Some(square(5, 2)) })),
    (".....O\n...OO.\n.XOOXX\n.OXO..\n...X..\n......", "1 1", Better("1 5"),
     FlipReason::OpensCorner { corner: square(0, 0), answer: square(1, 2) }),
    ("...XX.\nX.XXX.\nXXXOXX\nXXXOXX\n..XXOO\n..XXXO", "1 5", Worse("0 1"),
     FlipReason::OpponentPasses),
    ("..XO..\n..O...\nOOXX..\n..XXX.\n..XXX.\n..XXX.", "2 4", Better("0 1"),
     FlipReason::SafeAfterAnswer { answer: square(1, 1), moves: Contrast { own: 2, other: 4, worse: None } }),
    ("..XO..\n..O...\nOOXX..\n..XXX.\n..XXX.\n..XXX.", "0 1", Worse("2 4"),
     FlipReason::SafeAfterAnswer { answer: square(1, 0), moves: Contrast { own: 4, other: 2, worse: Some(square(2, 4)) } }),
    ("......\n.X....\n..XX..\n.OOX..\nOOOXO.\n...X..", "0 0", Better("1 3"),
     FlipReason::Soon(Contrast { own: [0, 7], other: [5, 6], worse: None })),
    ("......\n.X.O..\n..XO..\nXOOXX.\nOX.X..\n.XX...", "1 2", Worse("3 5"),
     FlipReason::Soon(Contrast { own: [7, 5], other: [3, 7], worse: Some(square(3, 5)) })),
    ("......\n.X....\n..XX..\n.OOX..\nOOOXO.\n...X..", "1 3", Better("0 0"),
     FlipReason::SoonCorner { corner: square(5, 5), is_own: false, worse: None }),
    ("......\n.X....\n..XX..\n.OOX..\nOOOXO.\n...X..", "0 0", Worse("1 3"),
     FlipReason::SoonCorner { corner: square(5, 5), is_own: false, worse: Some(square(1, 3)) }),
    ("......\n.X.O..\n..XO..\nXOOXX.\nOX.X..\n.XX...", "2 0", Worse("1 2"),
     FlipReason::SoonCorner { corner: square(5, 0), is_own: true, worse: Some(square(1, 2)) }),
    ("......\n.X....\n..XX..\n.OOX..\nOOOXO.\n...X..", "1 3", Better("1 2"),
     FlipReason::SoonCorner { corner: square(0, 0), is_own: true, worse: None }),
    ("......\n.X....\n..XX..\n.OOX..\nOOOXO.\n...X..", "0 0", Worse("1 2"),
     FlipReason::TakesCorner { stable: 1 }),
    ("......\n.X.O..\n..XO..\nXOOXX.\nOX.X..\n.XX...", "5 0", Worse("1 2"),
     FlipReason::TakesWantedSquare),
];

#[test]
fn every_kind_of_reason_is_found() {
    let mut missing = Vec::new();
    for (board, square, other, reason) in EXAMPLES {
        let position = FlipPosition { board: board.parse().unwrap(), to_move: Side::O };
        let (better, instead) = match other {
            Better(other) => (Some(at(other)), None),
            Worse(other) => (None, Some((at(other), 0.0))),
        };
        let values = Values { instead, ..Values::default() };
        let found = reasons(&position, at(square), better, &values);
        if !found.contains(&reason) {
            missing.push(format!("{reason:?} on\n{board}: {found:?}"));
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn what_is_said_of_the_worse_move_is_not_said_again() {
    let board = ".OX.XO\n.XXXX.\n..XOXO\nXXXXO.\n.....O\n......";
    let position = FlipPosition { board: board.parse().unwrap(), to_move: Side::O };
    let fault = reasons(&position, at("4 1"), Some(at("2 1")), &Values::default());
    assert!(matches!(fault[0], FlipReason::LeavesSafeMoves(_)), "{fault:?}");
    let values = Values { instead: Some((at("4 1"), 0.0)), ..Values::default() };
    let merits = reasons(&position, at("2 1"), None, &values);
    assert!(matches!(merits[..], [FlipReason::LeavesMoves(_)]), "{merits:?}");
}

#[test]
fn who_moves_last_in_a_region_follows_from_the_count() {
    let board = "OOOOO.\nOO.XO.\n.OOOOO\nXXXOOX\nXXX.O.\nX.X...";
    let won = FlipReason::LastInRegion { cells: 5 };
    let merits = |exact: bool| {
        let position = FlipPosition { board: board.parse().unwrap(), to_move: Side::O };
        position.legal().into_iter().any(|worse| {
            let instead = Some((worse, 0.0));
            let values = Values { best: Some(0.0), exact, instead, ..Values::default() };
            reasons(&position, at("4 5"), None, &values).contains(&won)
        })
    };
    assert!(merits(true));
    assert!(!merits(false), "nothing was counted");
    let board = "..OXXX\nOOXX.X\n.OOXXX\nXOXOX.\n.OOOX.\n..OOO.";
    let lost = drawn(board, "4 5", Some("5 5"), Some([0.0, 0.0]));
    assert!(lost.contains(&FlipReason::LosesRegion { cells: 3 }), "{lost:?}");
}

#[test]
fn the_end_is_counted() {
    let board = ".OOO.X\nOOOOXX\n..OX.X\nXOXOX.\nX..XO.\nX.XXXO";
    let legal = board.parse::<FlipBoard>().unwrap().legal(Side::O);
    let [played, better] = [legal[0], legal[1]].map(|square| square.to_string());
    let costly = |exact| drawn(board, &played, Some(&better), exact);
    let counted = FlipReason::Counted { lead: -2, instead: 4 };
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
