//! The reasons of moves: what they claim holds on the board.

use super::stability;
use crate::random_play::random_cases;
use fourcade_engine::{
    flip::{
        Contrast, Flip, FlipReason, Line, Mobility, RowOrColumn,
        model::{FlipBoard, FlipObservation, FlipPosition, Side, Square},
    },
    play::{ActionValues, Explainable, random},
};
use proptest::{prelude::*, sample::Index};
use rand::RngExt;
use std::{collections::HashMap, mem::discriminant, sync::Arc};

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
    values: &ActionValues<Square>,
) -> Vec<FlipReason> {
    let observation =
        FlipObservation { position: position.clone(), moves: Arc::default(), is_over: false };
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

/// Whether a move makes this many more tiles of a side stable. `boards` are those before and after
/// it.
fn gains_stable(
    boards: [&FlipBoard; 2],
    side: Side,
    to_move: [Side; 2],
    tiles: u32,
    seed: u64,
) -> bool {
    let proved = boards.map(|board| stability::proved(board, side));
    proved[1].len() == proved[0].len() + tiles as usize
        && (0..2).all(|at| stability::are_all(&proved[at], boards[at], side, to_move[at], seed))
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

/// Solves positions by brute force: the lead at the end, and the lines of best play.
#[derive(Default)]
struct Ends {
    leads: HashMap<(FlipBoard, bool), i32>,
}

/// A move, or a pass, and the side that makes it.
type Ply = (Option<Square>, Side);

impl Ends {
    /// The lead of the side to move at the end.
    fn lead(&mut self, position: &FlipPosition) -> i32 {
        let key = (position.board.clone(), position.to_move == Side::O);
        if let Some(&lead) = self.leads.get(&key) {
            return lead;
        }
        let lead = if position.is_over() {
            let counts = position.board.counts().map(u32::cast_signed);
            let lead = counts[position.to_move.index()] - counts[position.to_move.other().index()];
            lead + lead.signum() * position.board.empties().cast_signed()
        } else {
            successors(position).iter().map(|(_, next)| -self.lead(next)).max().unwrap()
        };
        self.leads.insert(key, lead);
        lead
    }

    /// All lines of best play, unless there are too many.
    fn lines(&mut self, position: &FlipPosition) -> Option<Vec<Vec<Ply>>> {
        let mut done = Vec::new();
        let mut open = vec![(Vec::new(), position.clone())];
        while let Some((line, at)) = open.pop() {
            if at.is_over() {
                done.push(line);
            } else {
                let lead = self.lead(&at);
                for (square, next) in successors(&at) {
                    if self.lead(&next) == -lead {
                        let longer = line.iter().copied().chain([(square, at.to_move)]).collect();
                        open.push((longer, next));
                    }
                }
            }
            if done.len() + open.len() > 2_000 {
                return None;
            }
        }
        Some(done)
    }
}

/// The positions after each move, or after the pass.
fn successors(position: &FlipPosition) -> Vec<(Option<Square>, FlipPosition)> {
    let (board, side) = (&position.board, position.to_move);
    let legal = position.legal();
    let next = |board: FlipBoard| FlipPosition { board, to_move: side.other() };
    if legal.is_empty() {
        return vec![(None, next(board.clone()))];
    }
    legal.into_iter().map(|at| (Some(at), next(played(board, side, at)))).collect()
}

/// Maximum number of empty squares for brute force.
const MAX_TRIED: u32 = 8;

/// The lines of best play after a move, with the move itself, if they can all be tried.
fn best_lines(position: &FlipPosition, square: Square) -> Option<Vec<Vec<Ply>>> {
    if position.board.empties() > MAX_TRIED {
        return None;
    }
    let side = position.to_move;
    let board = played(&position.board, side, square);
    let mut lines = Ends::default().lines(&FlipPosition { board, to_move: side.other() })?;
    for line in &mut lines {
        line.insert(0, (Some(square), side));
    }
    Some(lines)
}

/// The squares of a region of empty squares.
fn region(board: &FlipBoard, seed: Square) -> Vec<Square> {
    let mut region = vec![seed];
    let empty: Vec<_> = board.squares().filter(|&square| board.at(square).is_none()).collect();
    while let Some(&next) = empty.iter().find(|&&square| {
        !region.contains(&square) && region.iter().any(|&other| is_beside(square, other))
    }) {
        region.push(next);
    }
    region
}

/// True if the lines couldn't be tried.
fn on_all_lines(lines: Option<&Vec<Vec<Ply>>>, holds: impl Fn(&[Ply]) -> bool) -> bool {
    lines.is_none_or(|lines| lines.iter().all(|line| holds(line)))
}

/// The position after a move and a line after it, whose sides alternate.
fn after_line(position: &FlipPosition, square: Square, line: &[Square]) -> FlipPosition {
    let mut at = position.clone();
    for &square in [square].iter().chain(line) {
        at.board = played(&at.board, at.to_move, square);
        at.to_move = at.to_move.other();
    }
    at
}

/// Whether a move and a line after it, with passes, end the game with this lead of the side that
/// moves.
fn is_played_to_end(position: &FlipPosition, square: Square, line: &[Square], lead: i32) -> bool {
    let mut at = position.clone();
    for &square in [square].iter().chain(line) {
        if at.legal().is_empty() {
            at.to_move = at.to_move.other();
        }
        at.board = played(&at.board, at.to_move, square);
        at.to_move = at.to_move.other();
    }
    at.to_move = position.to_move;
    at.is_over() && Ends::default().lead(&at) == lead
}

const fn mobility(mover: u32, opponent: u32) -> Mobility {
    Mobility { mover, opponent }
}

fn named(line: Line) -> Vec<Square> {
    line.into_iter().flatten().collect()
}

/// Checks a claim, apart from an answer being the best one, which needs a search.
#[allow(clippy::too_many_lines)] // a check for each kind of claim
fn check(position: &FlipPosition, square: Square, better: Square, reason: FlipReason, seed: u64) {
    let (board, side) = (&position.board, position.to_move);
    let other = side.other();
    let (after, instead) = (played(board, side, square), played(board, side, better));
    let count = |board: &FlipBoard, side| u32::try_from(board.legal(side).len()).unwrap();
    let all = |measure: &dyn Fn(&FlipBoard) -> u32| -> Vec<u32> {
        position.legal().into_iter().map(|at| measure(&played(board, side, at))).collect()
    };
    let lead = |moves: Mobility| 64 + moves.mover - moves.opponent;
    // A good move is compared with the other one, and a costly one with a better one.
    let is_told = |worse: Option<Square>| worse.is_none_or(|worse| worse == better);
    let is_worse = |worse: Option<Square>, own: u32, other: u32| match worse {
        Some(_) => own < other,
        None => own > other,
    };
    let moves_of_both = |board: &FlipBoard| mobility(count(board, side), count(board, other));
    let gains =
        |after: &FlipBoard, tiles| gains_stable([board, after], side, [side, other], tiles, seed);
    let flips = |board: &FlipBoard, of: Side, at: Square| {
        played(board, of, at).counts()[of.index()] - board.counts()[of.index()] - 1
    };
    let lines = || [square, better].map(|at| best_lines(position, at));
    let takes = |line: &[Ply], of: Side, at: Square| line.contains(&(Some(at), of));
    let passes = |line: &[Ply], of: Side| line.contains(&(None, of));
    let last = |line: &[Ply], region: &[Square]| {
        let in_region = |(at, _): &&Ply| at.is_some_and(|at| region.contains(&at));
        line.iter().rev().find(in_region).map(|&(_, side)| side)
    };
    let holds = match reason {
        FlipReason::OnlyMove => position.legal() == [square],
        FlipReason::WipesOut => after.counts()[other.index()] == 0,
        FlipReason::WinsAll | FlipReason::LosesAll | FlipReason::MissesAll => {
            let all = i32::from(board.size()).pow(2);
            let lead = |at: &FlipBoard| {
                -Ends::default().lead(&FlipPosition { board: at.clone(), to_move: other })
            };
            board.empties() > MAX_TRIED
                || match reason {
                    FlipReason::WinsAll => lead(&after) == all,
                    FlipReason::LosesAll => lead(&after) == -all && lead(&instead) > -all,
                    _ => lead(&after) < all && lead(&instead) == all,
                }
        }
        FlipReason::TakesCorner { stable } => {
            corners(board).contains(&square)
                && stable.is_none_or(|tiles| {
                    gains(&after, tiles.own)
                        && gains(&instead, tiles.other)
                        && tiles.own >= tiles.other + 2
                })
        }
        FlipReason::OpponentPasses => {
            let goes_again = |board| count(board, other) == 0 && count(board, side) > 0;
            goes_again(&after) && !goes_again(&instead)
        }
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
            board.is_legal(other, corner) && keeps(square) && !keeps(better)
        }
        FlipReason::CornerCanWait { corner } => {
            let answers = after.legal(other);
            better == corner
                && corners(board).contains(&corner)
                && !answers.contains(&corner)
                && answers.into_iter().all(|at| played(&after, other, at).is_legal(side, corner))
        }
        FlipReason::MakesStable(tiles) => {
            is_told(tiles.worse)
                && gains(&after, tiles.own)
                && gains(&instead, tiles.other)
                && tiles.own >= tiles.other + 2
        }
        FlipReason::FewestMoves { moves } => {
            let all = all(&|after| count(after, other));
            count(&after, other) == moves && all.iter().filter(|&&it| it <= moves).count() == 1
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
        FlipReason::NextCorner { corner, answer, worse } => {
            let [good, bad] = if worse.is_some() { [&after, &instead] } else { [&instead, &after] };
            let is_open =
                |after: &FlipBoard, answer| played(after, other, answer).is_legal(side, corner);
            is_told(worse)
                && corners(board).contains(&corner)
                && !board.is_legal(side, corner)
                && is_open(good, answer)
                && bad.legal(other).into_iter().all(|answer| !is_open(bad, answer))
        }
        FlipReason::CornerGoes { corner, by_mover, line, worse } => {
            let [own, other_lines] = lines();
            let owner = if by_mover { side } else { other };
            let then = after_line(position, square, &named(line));
            is_told(worse)
                && worse.is_none_or(|worse| !line.contains(&Some(worse)))
                && corners(board).contains(&corner)
                && then.to_move == owner
                && then.board.is_legal(owner, corner)
                && on_all_lines(own.as_ref(), |line| takes(line, owner, corner))
                && on_all_lines(other_lines.as_ref(), |line| takes(line, owner.other(), corner))
        }
        FlipReason::LastInRegion { cells } | FlipReason::LosesRegion { cells } => {
            let region = cells.map_or_else(|| board.squares().collect(), |_| region(board, square));
            let [own, other_lines] = lines();
            let of = if matches!(reason, FlipReason::LosesRegion { .. }) { other } else { side };
            cells.is_none_or(|cells| region.len() == cells as usize)
                && region.contains(&better)
                && on_all_lines(own.as_ref(), |line| last(line, &region) == Some(of))
                && on_all_lines(other_lines.as_ref(), |line| {
                    last(line, &region) == Some(of.other())
                })
        }
        FlipReason::OpponentPassesLater { line } | FlipReason::MustPass { line } => {
            let of = if matches!(reason, FlipReason::MustPass { .. }) { side } else { other };
            let [own, other_lines] = lines();
            let then = after_line(position, square, &named(line));
            let is_counted = board.empties() <= 14;
            then.to_move == of
                && then.legal().is_empty()
                && !then.is_over()
                && (!is_counted || on_all_lines(own.as_ref(), |line| passes(line, of)))
                && (!is_counted || on_all_lines(other_lines.as_ref(), |line| !passes(line, of)))
        }
        FlipReason::FlipsMore(tiles) => {
            is_told(tiles.worse)
                && [tiles.own, tiles.other] == [square, better].map(|at| flips(board, side, at))
                && tiles.own > tiles.other + 2
        }
        FlipReason::AnswerFlips { answer, tiles } => {
            flips(&after, other, answer) == tiles.own
                && instead
                    .legal(other)
                    .into_iter()
                    .any(|at| flips(&instead, other, at) == tiles.other)
                && tiles.own > tiles.other + 2
        }
        FlipReason::LeavesMoves(moves) => {
            is_told(moves.worse)
                && [moves.own, moves.other] == [&after, &instead].map(|it| count(it, other))
                && is_worse(moves.worse, moves.own, moves.other)
        }
        FlipReason::OpensMoves(moves) => {
            let opened = |after: &FlipBoard| {
                let is_new = |&at: &Square| !board.is_legal(other, at);
                u32::try_from(after.legal(other).into_iter().filter(is_new).count()).unwrap()
            };
            is_told(moves.worse)
                && [moves.own, moves.other] == [&after, &instead].map(opened)
                && is_worse(moves.worse, moves.own, moves.other)
                && is_worse(moves.worse, count(&after, other), count(&instead, other))
        }
        FlipReason::LeavesSafeMoves(moves) => {
            let safe = [&after, &instead].map(|after| safe_moves(after, other));
            is_told(moves.worse)
                && !takes_corner(board, side)
                && [moves.own, moves.other] == safe
                && is_worse(moves.worse, moves.own, moves.other)
        }
        FlipReason::KeepsMoves(moves) => {
            let kept = |after: &FlipBoard| -> Vec<u32> {
                let answers = after.legal(other);
                let then = answers.iter().map(|&at| count(&played(after, other, at), side));
                if answers.is_empty() { vec![count(after, side)] } else { then.collect() }
            };
            let [good, bad] = if moves.worse.is_some() {
                [(&after, moves.own), (&instead, moves.other)]
            } else {
                [(&instead, moves.other), (&after, moves.own)]
            };
            is_told(moves.worse)
                && kept(good.0).into_iter().min() == Some(good.1)
                && kept(bad.0).contains(&bad.1)
                && bad.1 < good.1
        }
        FlipReason::AllowsAnswer { answer, was_open, worse } => {
            let [good, bad] = if worse.is_some() { [&after, &instead] } else { [&instead, &after] };
            is_told(worse)
                && bad.is_legal(other, answer)
                && !good.is_legal(other, answer)
                && board.is_legal(other, answer) == was_open
        }
        FlipReason::AfterAnswers(moves) => {
            let mean = |after: &FlipBoard| {
                let answers = after.legal(other);
                let reached: Vec<Mobility> =
                    answers.iter().map(|&at| moves_of_both(&played(after, other, at))).collect();
                let number = u32::try_from(reached.len()).unwrap();
                let mean_of = |count: fn(&Mobility) -> u32| {
                    let sum: u32 = reached.iter().map(count).sum();
                    (2 * sum + number) / (2 * number)
                };
                mobility(mean_of(|it| it.mover), mean_of(|it| it.opponent))
            };
            is_told(moves.worse)
                && mean(&after) == moves.own
                && mean(&instead) == moves.other
                && is_worse(moves.worse, lead(moves.other), lead(moves.own))
        }
        FlipReason::CanWait { square: waits, taken, is_good } => {
            let [good, bad] = if is_good { [&after, &instead] } else { [&instead, &after] };
            let is_open = |at| played(good, other, at).is_legal(side, waits);
            [waits, taken] == if is_good { [better, square] } else { [square, better] }
                && !good.is_legal(other, waits)
                && !board.is_legal(other, waits)
                && good.legal(other).into_iter().all(is_open)
                && board.is_legal(other, taken)
                && bad.is_legal(other, taken)
        }
        FlipReason::TilesGo { place, tiles, worse } => {
            let is_on = |at: &Square| match place {
                RowOrColumn::Row(row) => u32::from(at.row) == row,
                RowOrColumn::Column(col) => u32::from(at.col) == col,
            };
            let last_board = |line: &[Ply]| {
                let mut board = board.clone();
                for &(at, side) in line {
                    at.map(|at| board.play(side, at));
                }
                board
            };
            let ends_with = |lines: &[Vec<Ply>], at: Square, owner| {
                lines.iter().all(|line| last_board(line).at(at) == Some(owner))
            };
            let [own, other_lines] = lines();
            let of = if worse.is_some() { side } else { other };
            is_told(worse)
                && own.zip(other_lines).is_none_or(|(own, others)| {
                    let goes = |at: &Square| {
                        is_on(at) && ends_with(&own, *at, of) && ends_with(&others, *at, of.other())
                    };
                    board.squares().filter(goes).count() == tiles as usize
                })
        }
        FlipReason::AfterAnswer { answer, takes_corner, moves } => {
            let reached = |at| moves_of_both(&played(&instead, other, at));
            is_told(moves.worse)
                && corners(board).contains(&answer) == takes_corner
                && moves_of_both(&played(&after, other, answer)) == moves.own
                && instead.legal(other).into_iter().any(|at| reached(at) == moves.other)
                && is_worse(moves.worse, lead(moves.other), lead(moves.own))
        }
        FlipReason::SafeAfterAnswer { answer, takes_corner, moves } => {
            let reached = |after: &FlipBoard, at| safe_moves(&played(after, other, at), side);
            is_told(moves.worse)
                && corners(board).contains(&answer) == takes_corner
                && reached(&after, answer) == moves.own
                && instead.legal(other).into_iter().any(|at| reached(&instead, at) == moves.other)
                && is_worse(moves.worse, moves.other, moves.own)
        }
        FlipReason::Later(moves) => {
            is_told(moves.worse)
                && lead(moves.own).abs_diff(lead(moves.other)) >= 3
                && is_worse(moves.worse, lead(moves.other), lead(moves.own))
        }
        FlipReason::GivesStable { answer, takes_corner, tiles } => {
            let gains = |after: &FlipBoard, at, tiles| {
                let then = played(after, other, at);
                gains_stable([after, &then], other, [other, side], tiles, seed)
            };
            let others: Vec<_> = instead.legal(other);
            gains(&after, answer, tiles.own)
                && corners(board).contains(&answer) == takes_corner
                && others.into_iter().any(|at| gains(&instead, at, tiles.other))
                && tiles.own >= tiles.other + 2
                && (!instead.is_legal(other, answer)
                    || (0..=tiles.own - 2).any(|anyway| gains(&instead, answer, anyway)))
        }
        FlipReason::LeavesSquare { square } => {
            square == better && after.is_legal(other, square) && board.is_legal(other, square)
        }
        FlipReason::OpenTiles(tiles) => {
            let open = [&after, &instead].map(|board| open_tiles(board, side));
            is_told(tiles.worse)
                && open.map(|open| u32::try_from(open).unwrap()) == [tiles.own, tiles.other]
                && is_worse(tiles.worse, tiles.own, tiles.other)
        }
        FlipReason::Solved { lead, instead: other_lead, line } => {
            let exact = |board: &FlipBoard| {
                -Ends::default().lead(&FlipPosition { board: board.clone(), to_move: other })
            };
            let is_tried = board.empties() <= MAX_TRIED;
            let is_costly = lead < other_lead;
            (line == [None; 6] || is_played_to_end(position, square, &named(line), lead))
                && (!is_tried || exact(&after) == lead)
                && (!is_tried || !is_costly || exact(&instead) == other_lead)
        }
        // This follows from the book.
        FlipReason::InBook => true,
    };
    assert!(holds, "{reason:?} for {square}, not {better}, of {side}\n{board}");
}

/// Checks all reasons of some pairs of moves.
fn check_all(position: &FlipPosition, choice: Index, seed: u64) {
    let mut legal = position.legal();
    if legal.is_empty() {
        return;
    }
    let square = legal.swap_remove(choice.index(legal.len()));
    for &other in legal.iter().take(2) {
        let values = ActionValues { compared: Some((other, 0.0)), ..ActionValues::default() };
        for reason in reasons(position, square, None, &values) {
            check(position, square, other, reason, seed);
        }
        for reason in reasons(position, square, Some(other), &ActionValues::default()) {
            check(position, square, other, reason, seed);
        }
    }
}

proptest! {
    #![proptest_config(random_cases(60))]

    #[test]
    fn what_reasons_claim_holds_on_the_board(
        size in 4..=8_u16,
        moves in 0..60_usize,
        seed: u64,
        choice: Index,
    ) {
        check_all(&random_position(size, moves, seed), choice, seed);
    }

    #[test]
    fn what_reasons_claim_of_the_end_holds_on_all_lines_of_best_play(
        size in 4..=8_u16,
        left in 2..=8_usize,
        seed: u64,
        choice: Index,
    ) {
        let moves = usize::from(size * size) - 4 - left;
        check_all(&random_position(size, moves, seed), choice, seed);
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
    let values = ActionValues {
        best: exact.map(|[best, _]| best),
        cost: exact.map(|[_, cost]| cost),
        exact: exact.is_some(),
        ..ActionValues::default()
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
    /// The best of the moves that are clearly worse.
    Found,
}

use Other::{Better, Found, Worse};

impl Other {
    /// The better move, or the worse one with what it costs.
    fn split(self) -> (Option<Square>, Option<(Square, f64)>) {
        match self {
            Better(other) => (Some(at(other)), None),
            Worse(other) => (None, Some((at(other), 0.0))),
            Found => (None, None),
        }
    }
}

const fn square(row: u16, col: u16) -> Square {
    Square::new(row, col)
}

const fn line(moves: &[Square]) -> Line {
    let mut line = [None; 6];
    let mut index = 0;
    while index < moves.len() {
        line[index] = Some(moves[index]);
        index += 1;
    }
    line
}

/// One position for each kind of claim.
#[rustfmt::skip]
const EXAMPLES: [Example; 48] = [
    ("..OX..\nX.X.X.\nOOOXO.\n..XOXX\n.X.O..\n......", "4 4", Better("1 3"),
     FlipReason::AfterAnswers(Contrast { own: mobility(7, 6), other: mobility(10, 4), worse: None
      })),
    (".OX...\n..X...\n..XOO.\n..XOX.\n.XOXX.\n.O.OX.", "0 3", Worse("5 0"),
     FlipReason::AfterAnswers(Contrast { own: mobility(8, 3), other: mobility(7, 7),
      worse: Some(square(5, 0)) })),
    (".O.XO.\n..OXX.\n..OXOX\n.OXO..\n.X....\n......", "1 5", Better("4 2"),
     FlipReason::AllowsAnswer { answer: square(0, 2), was_open: true, worse: None }),
    ("......\n......\n..OX..\n.OOX..\n.XOXO.\n...X..", "3 4", Worse("5 1"),
     FlipReason::AllowsAnswer { answer: square(5, 0), was_open: false, worse: Some(square(5, 1))
      }),
    ("OX....\nO.X.X.\nOXOXO.\n..XO..\n.XO...\n......", "0 2", Better("4 3"),
     FlipReason::CanWait { square: square(0, 2), taken: square(4, 3), is_good: false }),
    ("OOOXXX\n.OXXOO\n.XOXO.\n..XO..\n...XXX\n......", "3 4", Worse("4 2"),
     FlipReason::CanWait { square: square(4, 2), taken: square(3, 4), is_good: true }),
    (".XO..O\nO.XXXX\nOOOXXX\nXOXXXX\nXXXOXX\nXXXXXX", "0 4", Better("0 0"),
     FlipReason::TilesGo { place: RowOrColumn::Row(0), tiles: 4, worse: None }),
    ("..O.XO\nX..OOO\nXXXXOX\nXXOX..\n..XX..\n...XXX", "3 4", Worse("4 0"),
     FlipReason::TilesGo { place: RowOrColumn::Row(4), tiles: 4, worse: Some(square(4, 0)) }),
    ("......\n.X....\n..XX..\n.OOX..\nOOOXO.\n...X..", "0 0", Better("5 4"),
     FlipReason::AfterAnswer { answer: square(5, 0), takes_corner: true, moves: Contrast { own:
      mobility(3, 8), other: mobility(6, 7), worse: None } }),
    ("......\n......\n..OXX.\n.OOXO.\n.XXX..\n......", "4 4", Worse("5 1"),
     FlipReason::AfterAnswer { answer: square(1, 2), takes_corner: false, moves: Contrast {
      own: mobility(9, 9), other: mobility(7, 10), worse: Some(square(5, 1)) } }),
    ("OX.XXX\nOX.OOO\nOOOOOO\nXXOOOO\n.XOOO.\nOOOOOX", "0 2", Better("4 0"),
     FlipReason::AnswerFlips { answer: square(4, 5), tiles: Contrast { own: 6, other: 3,
      worse: None } }),
    (".OX.O.\n..OXO.\n.XOOXX\nXXOXX.\n.XOXX.\n.XOOX.", "0 3", Worse("5 5"),
     FlipReason::CornerCanWait { corner: square(5, 5) }),
    ("XOOOOO\nOOOXXX\nOOXOXX\nXOOXXX\n.O..XX\n.....X", "4 0", Better("4 3"),
     FlipReason::CornerGoes { corner: square(5, 0), by_mover: false, line: line(&[square(4, 2),
      square(5, 2)]), worse: None }),
    (".XOX.X\nXXXXXO\n.XOOO.\n.OOOX.\n.OOX..\n...X..", "0 4", Worse("4 5"),
     FlipReason::CornerGoes { corner: square(5, 5), by_mover: true, line: line(&[square(4, 4),
      square(0, 0), square(2, 5), square(2, 0), square(3, 0)]), worse: Some(square(4, 5)) }),
    ("OOOXXX\nXXOXXX\n.XOOXX\nXXXXXX\nOOO.OO\nOOOOOO", "4 3", Better("2 0"),
     FlipReason::Solved { lead: 14, instead: 16, line: line(&[square(2, 0)]) }),
    (".OX...\n..X...\n..XOO.\n..XOX.\n.XOXX.\n.O.OX.", "0 3", Worse("5 5"),
     FlipReason::FewestMoves { moves: 4 }),
    ("XXXXXO\nXXOXX.\nXOXXXX\n.XOXXO\nO.OOX.\n.OOOO.", "1 5", Worse("4 5"),
     FlipReason::ForcesCorner { answers: 2 }),
    (".XOX..\nOOOOOO\n.OOXOO\n.XXXOO\n..XXOO\n..OXX.", "0 0", Better("5 5"),
     FlipReason::GivesCorner { corner: square(5, 5), was_open: true }),
    (".OX.O.\n..OXO.\n.XOOXX\nXXOXX.\n.XOXX.\n.XOOX.", "1 5", Better("5 0"),
     FlipReason::GivesStable { answer: square(0, 5), takes_corner: true, tiles: Contrast { own: 4,
      other: 0, worse: None } }),
    (".OOO..\nXXX.O.\n.XXX.X\n.OXXX.\n...XX.\n.OOO..", "4 1", Worse("3 5"),
     FlipReason::KeepsFromCorner { corner: square(0, 5) }),
    ("......\n...O..\n..OO..\nXXOXX.\n.X.X..\n.XX...", "3 5", Better("5 0"),
     FlipReason::KeepsMoves(Contrast { own: 5, other: 7, worse: None })),
    ("......\n..XOO.\n.XXO..\n.OOXOO\nOOXXXX\n..XO.X", "0 1", Worse("1 1"),
     FlipReason::KeepsMoves(Contrast { own: 4, other: 0, worse: Some(square(1, 1)) })),
    ("......\n...O..\n..OO..\nXXOXX.\n.X.X..\n.XX...", "4 4", Better("5 3"),
     FlipReason::LeavesMoves(Contrast { own: 7, other: 4, worse: None })),
    ("X..O..\n.X.XO.\n.XXXXO\nXXXOX.\n..OOO.\n...X.O", "3 5", Worse("1 0"),
     FlipReason::LeavesMoves(Contrast { own: 7, other: 10, worse: Some(square(1, 0)) })),
    ("......\n.....X\n.XXXX.\n.XXX.O\n.XOXO.\n.OOO..", "1 1", Better("4 0"),
     FlipReason::LeavesSafeMoves(Contrast { own: 7, other: 2, worse: None })),
    ("......\n......\n..OOO.\n.XOO..\n..XX..\n...XO.", "5 2", Worse("4 0"),
     FlipReason::LeavesSafeMoves(Contrast { own: 3, other: 6, worse: Some(square(4, 0)) })),
    (".OO...\nXXO...\n.OOX..\n.OOO..\n.O.OO.\nXXXO..", "0 0", Better("1 3"),
     FlipReason::LeavesSquare { square: square(1, 3) }),
    ("X..X..\nOXOOX.\n.XXXXX\nXOXXO.\nO.OOO.\n....O.", "0 1", Better("3 5"),
     FlipReason::LosesAll),
    ("OX.XXX\nOX.OOO\nOOOOOO\nXXOOOO\n.XOOO.\nOOOOOX", "0 2", Better("1 2"),
     FlipReason::LosesRegion { cells: None }),
    ("XXXXXO\nXXOXX.\nXOXXXX\n.XOXXO\nO.OOX.\n.OOOO.", "1 5", Worse("4 1"),
     FlipReason::MakesStable(Contrast { own: 6, other: 0, worse: Some(square(4, 1)) })),
    ("...XOO\n...XOO\n..XOOO\n.XXXXX\nXXXXX.\nO..X..", "1 2", Better("5 2"),
     FlipReason::MissesAll),
    (".XOX..\nOOOOOO\n.OOXOO\n.XXXOO\n..XXOO\n..OXX.", "3 0", Better("5 5"),
     FlipReason::MissesCorner { corner: square(5, 5) }),
    (".OXOOO\n..XXO.\n.OXXXX\nOOXOOX\nOOOOO.\nX.XXX.", "1 1", Better("1 5"),
     FlipReason::MustPass { line: line(&[square(5, 1)]) }),
    ("..O...\n.XOO..\nOXXO..\n.XOX..\n.XXXX.\n....O.", "3 0", Better("5 3"),
     FlipReason::NextCorner { corner: square(5, 5), answer: square(5, 2), worse: None }),
    ("......\n...XXX\nOOOOXX\n.OOXXX\n..OO.O\n..O...", "0 5", Better("4 4"),
     FlipReason::OpenTiles(Contrast { own: 14, other: 11, worse: None })),
    (".O.OOO\nXXXXXX\n..XXO.\n.XXOO.\n....O.\n......", "2 1", Better("4 1"),
     FlipReason::OpensCorner { corner: square(0, 0), answer: square(0, 2) }),
    ("......\n.XXO..\n.OOX..\n..OXX.\n.O....\n......", "4 4", Better("0 0"),
     FlipReason::OpensMoves(Contrast { own: 3, other: 1, worse: None })),
    (".....O\n..XXOO\n..OXX.\n..OXXX\n..OX..\n......", "2 5", Worse("1 1"),
     FlipReason::OpensMoves(Contrast { own: 0, other: 4, worse: Some(square(1, 1)) })),
    ("..XXX.\nXXOOXX\nXXOOXO\nXOXOO.\n.OOX.O\nOOXXXX", "0 5", Worse("4 4"),
     FlipReason::OpponentPassesLater { line: line(&[square(3, 5), square(0, 0), square(4, 0),
      square(0, 1)]) }),
    ("XXOOOO\n.XOOOO\nXOOOOO\nXXOXXO\nXXXXXO\nOOO...", "1 0", Worse("5 5"),
     FlipReason::OpponentPasses),
    ("......\nX.....\nOXOOO.\n..XO..\n..OX..\n......", "5 3", Better("3 1"),
     FlipReason::SafeAfterAnswer { answer: square(3, 0), takes_corner: false, moves: Contrast {
      own: 2, other: 4, worse: None } }),
    ("......\nX.....\nOXOOO.\n..XO..\n..OX..\n......", "0 0", Worse("5 3"),
     FlipReason::SafeAfterAnswer { answer: square(1, 3), takes_corner: false, moves: Contrast {
      own: 4, other: 2, worse: Some(square(5, 3)) } }),
    ("XXX...\n..X.X.\n.OXOOO\n..XXXX\n.OXOX.\n...O.X", "0 5", Worse("0 4"),
     FlipReason::TakesCorner { stable: None }),
    ("...XOO\n...XOO\n..XOOO\n.XXXXX\nXXXXX.\nO..X..", "0 2", Worse("5 2"),
     FlipReason::WinsAll),
    (".O.XO.\nXO.OX.\n.XOX..\n..XXXX\n....OO\n......", "2 5", Better("0 2"),
     FlipReason::Later(Contrast { own: mobility(4, 5), other: mobility(6, 3), worse: None })),
    ("..X...\n..XXO.\n.OXOXX\n..OOX.\n...X..\n..X...", "0 1", Worse("5 4"),
     FlipReason::Later(Contrast { own: mobility(6, 5), other: mobility(4, 7),
      worse: Some(square(5, 4)) })),
    ("..X...\n.XX.O.\nX.XOOO\n.XXOOO\nOOXOOO\n.X.XOO", "0 0", Found,
     FlipReason::LastInRegion { cells: None }),
    ("..OX..\n..XOO.\n.XXXX.\n.XXO.X\n.XXXO.\n.O.X.O", "0 4", Worse("4 0"),
     FlipReason::OpenTiles(Contrast { own: 7, other: 13, worse: Some(square(4, 0)) })),
];

#[test]
fn every_kind_of_reason_is_found() {
    let mut missing = Vec::new();
    for (board, square, other, reason) in EXAMPLES {
        let position = FlipPosition { board: board.parse().unwrap(), to_move: Side::O };
        let (better, compared) = other.split();
        let values = ActionValues { compared, ..ActionValues::default() };
        let found = reasons(&position, at(square), better, &values);
        if !found.contains(&reason) {
            missing.push(format!("{reason:?} on\n{board}: {found:?}"));
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn tiles_that_are_seldom_flipped_are_not_called_stable() {
    const EXAMPLES: [(&str, &str, &str); 2] = [
        ("...OOOO\nXXXOOXO\n..XOXOO\nOXXOXXX\n.XXOX.X\nOOXX.X.\nOXX.X.O", "6 3", "0 0"),
        ("...O...\n.OX.O..\nOOOXXOO\nXOXXXOO\n.XXXOOO\n..O.XOX\nOOOOOX.", "6 6", "0 1"),
    ];
    for (board, square, worse) in EXAMPLES {
        let position = FlipPosition { board: board.parse().unwrap(), to_move: Side::O };
        let [square, worse] = [square, worse].map(at);
        let values = ActionValues { compared: Some((worse, 0.0)), ..ActionValues::default() };
        let found = reasons(&position, square, None, &values);
        let names_stable = |reason: &&FlipReason| {
            matches!(
                reason,
                FlipReason::MakesStable(_) | FlipReason::TakesCorner { stable: Some(_) }
            )
        };
        let reason = *found.iter().find(names_stable).unwrap();
        (0..5).for_each(|seed| check(&position, square, worse, reason, seed));
    }
}

#[test]
fn the_better_move_does_not_repeat_the_reason_against_the_worse_one() {
    let mut said_once = 0;
    for seed in 0..80 {
        let position = random_position(6, 12, seed);
        let [worse, better, ..] = position.legal()[..] else { continue };
        let faults = reasons(&position, worse, Some(better), &ActionValues::default());
        let values = ActionValues { compared: Some((worse, 0.0)), ..ActionValues::default() };
        let merits = reasons(&position, better, None, &values);
        if let Some(fault) = faults.first() {
            assert!(merits.iter().all(|it| discriminant(it) != discriminant(fault)), "{merits:?}");
            said_once += usize::from(!merits.is_empty());
        }
    }
    assert!(said_once > 3, "{said_once}");
}

#[test]
fn a_move_of_equal_exact_value_gets_no_reason() {
    let mut counted = 0;
    for seed in 0..60 {
        let position = random_position(6, 26, seed);
        let side = position.to_move;
        let lead = |at| {
            let board = played(&position.board, side, at);
            -Ends::default().lead(&FlipPosition { board, to_move: side.other() })
        };
        let [square, other, ..] = position.legal()[..] else { continue };
        if position.board.empties() <= MAX_TRIED && lead(square) >= lead(other) {
            assert_eq!(reasons(&position, square, Some(other), &ActionValues::default()), []);
            counted += 1;
        }
    }
    assert!(counted > 10, "{counted}");
}

#[test]
fn the_end_is_counted() {
    let mut counted = 0;
    for seed in 0..60 {
        let position = random_position(6, 26, seed);
        let [square, other, ..] = position.legal()[..] else { continue };
        let side = position.to_move;
        let [lead, best] = [square, other].map(|at| {
            let board = played(&position.board, side, at);
            -Ends::default().lead(&FlipPosition { board, to_move: side.other() })
        });
        let found = reasons(&position, square, Some(other), &ActionValues::default());
        for reason in found {
            if let FlipReason::Solved { lead: said, instead, .. } = reason {
                assert_eq!([said, instead], [lead, best]);
                counted += 1;
            }
        }
    }
    assert!(counted > 3, "{counted}");
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

/// On these boards a number differs, but a move just as bad has a better one, or only a poor answer
/// leaves so few moves.
#[test]
fn a_number_that_does_not_explain_the_cost_is_no_reason() {
    let reasons = |board: &str, square, better: Option<&str>, compared, cost| {
        let position = FlipPosition { board: board.parse().unwrap(), to_move: Side::O };
        let values = ActionValues { compared, cost, ..ActionValues::default() };
        reasons(&position, at(square), better.map(at), &values)
    };
    let board = "........\n......O.\n..O..O.X\n.OXOXXXX\n\
                 OXXXOXXX\nXXXXXOXX\n.OXXOOOX\n...XXXX.";
    let found = reasons(board, "2 1", Some("7 2"), None, Some(43.2));
    assert!(!found.iter().any(|it| matches!(it, FlipReason::LeavesMoves(_))), "{found:?}");
    let board = "...O....\n..OOO...\nXOOOO.X.\nXOOOOX..\n\
                 XOOXXXXX\nXXXOOXOX\nXXOOXX.X\nXXXXX...";
    let found = reasons(board, "3 6", None, Some((at("1 7"), 2.5)), None);
    assert!(!found.iter().any(|it| matches!(it, FlipReason::KeepsMoves(_))), "{found:?}");
}

/// On these boards one line after the moves differs by three moves or more, and other good lines
/// don't.
#[test]
fn a_difference_on_one_line_is_no_reason() {
    let examples = [
        (
            "........\n........\n..O.....\n..OXXXO.\n\
             .OXOOOOO\n.XOXOXO.\n...OOOX.\n...XO...",
            "6 7",
            Better("6 2"),
        ),
        (
            "........\n....OOX.\n..XOOOX.\n..XXOXO.\n\
             ..XXOOOO\n..XXOOO.\n.X..XXO.\n...X.X.O",
            "7 6",
            Worse("3 7"),
        ),
    ];
    for (board, square, other) in examples {
        let position = FlipPosition { board: board.parse().unwrap(), to_move: Side::X };
        let (better, compared) = other.split();
        let values = ActionValues { compared, ..ActionValues::default() };
        let found = reasons(&position, at(square), better, &values);
        let counts_later_moves = |reason: &FlipReason| {
            matches!(
                reason,
                FlipReason::AfterAnswers(_) | FlipReason::AfterAnswer { .. } | FlipReason::Later(_)
            )
        };
        assert!(!found.iter().any(counts_later_moves), "{found:?}");
    }
}

/// On this board the opponent can take the corner after the better move, too, but has a better
/// answer.
#[test]
fn a_corner_that_goes_anyway_is_no_reason() {
    let board = "..XO...X\nXXOO.XX.\nOOXOOOOO\nOOXXOXOO\n.OOXOOOO\nXXXXXOXX\nO.OOOX..\n..OO....";
    let position = FlipPosition { board: board.parse().unwrap(), to_move: Side::X };
    let found = reasons(&position, at("6 6"), Some(at("0 4")), &ActionValues::default());
    assert!(!found.iter().any(|it| matches!(it, FlipReason::GivesStable { .. })), "{found:?}");
}

/// On these boards the mover gets the corner anyway, the move does nothing but let a corner wait,
/// rounding makes the difference, or the difference doesn't last.
#[test]
fn a_difference_that_is_not_firm_is_no_reason() {
    let kinds: [fn(&FlipReason) -> bool; 4] = [
        |it| matches!(it, FlipReason::TakesCorner { .. }),
        |it| matches!(it, FlipReason::CornerCanWait { .. }),
        |it| matches!(it, FlipReason::AfterAnswers(_)),
        |it| matches!(it, FlipReason::AfterAnswer { .. }),
    ];
    let boards = [
        (
            "O.OOOOO.\n.OXOXOOX\nOOOXOXOX\n.OXOOXOX\n\
             OOXOOOOX\nOOOOOOOX\nX.OXXXXX\nXXXXXXXX",
            Side::X,
            "0 7",
        ),
        (
            "...OOO..\nX...X...\nXXXOXXX.\nXXOOOXX.\n\
             XXXXXOX.\nX.XOXXO.\nXXXXXX.O\nOOOOXXX.",
            Side::O,
            "3 7",
        ),
        (
            "........\nX...X...\nXOOOOO..\nXOOOOOX.\n\
             .XOOXXX.\n..XXXXX.\n........\n........",
            Side::O,
            "4 0",
        ),
        (
            "........\n........\n........\n...OXX..\n\
             ..OOOO..\n..XXXO..\n........\n........",
            Side::X,
            "3 6",
        ),
    ];
    for ((board, to_move, square), is_kind) in boards.into_iter().zip(kinds) {
        let position = FlipPosition { board: board.parse().unwrap(), to_move };
        let found = reasons(&position, at(square), None, &ActionValues::default());
        assert!(!found.iter().any(is_kind), "{found:?}");
    }
}
