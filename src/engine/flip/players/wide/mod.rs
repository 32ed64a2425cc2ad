//! The search on boards larger than 8 x 8: only the most promising moves, a few plies deep. On a
//! larger board, a position takes more of the budget, so that a move takes about as long on all
//! boards.

mod search_board;

use search_board::{ScanStep, SearchBoard};

use super::{levels::SearchStrength, wording};
use crate::{
    flip::{
        model::{FlipBoard, Side, Square},
        search::node_counter::NodeCounter,
    },
    play::{SearchStop, ThinkContext},
};

/// A value above all scores, in hundredths of a tile.
const INFINITY: i32 = 1_000_000_000;
/// The score of a won game, to which its lead is added, in hundredths of a tile.
const WIN: i32 = 500_000_000;
/// The number of moves at the root that are searched beyond the first ply.
const ROOT_WIDTH: usize = 24;
/// The number of searched moves below the root.
const WIDTH: usize = 12;
/// The maximum number of moves to sort, for a quick cancellation on the largest boards.
const MAX_MOVES: usize = 4096;
/// With at most this many empty squares, all moves are searched.
const MAX_FULL_WIDTH_EMPTIES: usize = 12;
/// The maximum number of rows of a board on which the evaluation counts both sides' moves.
const MAX_MOBILITY_SIZE: usize = 16;
/// The value of a tile on an empty board and on a full one, in hundredths of a tile. Having few
/// tiles is good early and bad late.
const TILE_VALUES: (i64, i64) = (-15, 60);
/// The value of a legal move, in hundredths of a tile.
const MOVE_VALUE: i32 = 60;

struct RootMove {
    at: usize,
    /// Added to the score of the move.
    handicap: i32,
    /// The value with the handicap: static at first, then from the search to one ply.
    value: i32,
}

impl RootMove {
    /// The sort key: higher values first, and equal values in reading order.
    fn rank(&self) -> (i32, usize) {
        (-self.value, self.at)
    }
}

/// Returns the best move of `side`, or `None` if it has no legal move. `handicap` is called for the
/// legal moves in reading order and returns the addition to a move's score, in hundredths of a
/// tile.
pub fn choose(
    board: &FlipBoard,
    side: Side,
    mut handicap: impl FnMut(Square) -> i32,
    level: &SearchStrength,
    context: &ThinkContext,
) -> Result<Option<Square>, SearchStop> {
    let mut counter = NodeCounter::new(context, level.nodes);
    let board = SearchBoard::new(board, &counter)?;
    let max_depth = level.depth.unwrap_or(u32::MAX);
    let mut moves = Vec::new();
    // Even if the budget is spent, one legal move is needed.
    board.scan(side, |step| match step {
        ScanStep::Row(_) => {
            counter.check_cancelled().map(|()| moves.is_empty() || !counter.is_spent())
        }
        ScanStep::Move(at) => {
            let handicap = handicap(board.square(at));
            let move_value = if max_depth > 0 { board.move_value(at) } else { 0 };
            moves.push(RootMove { at, handicap, value: handicap + move_value });
            Ok(counter.tick().is_ok())
        }
    })?;
    if moves.len() > MAX_MOVES {
        moves.select_nth_unstable_by_key(MAX_MOVES, RootMove::rank);
        moves.truncate(MAX_MOVES);
    }
    moves.sort_unstable_by_key(RootMove::rank);
    let mut root = RootSearch { side, moves, search: Search { board, counter } };
    match root.deepen(max_depth, context) {
        Err(SearchStop::Cancelled) => Err(SearchStop::Cancelled),
        Ok(()) | Err(SearchStop::Spent) => {
            Ok(root.moves.first().map(|best| root.search.board.square(best.at)))
        }
    }
}

struct RootSearch {
    side: Side,
    /// The moves, the best one so far first.
    moves: Vec<RootMove>,
    search: Search,
}

impl RootSearch {
    fn deepen(&mut self, max_depth: u32, context: &ThinkContext) -> Result<(), SearchStop> {
        if self.moves.len() < 2 || max_depth == 0 {
            return Ok(());
        }
        let outcome = self.search_one_ply();
        self.moves.sort_unstable_by_key(RootMove::rank);
        outcome?;
        let empties = self.search.board.empties();
        if empties > MAX_FULL_WIDTH_EMPTIES {
            self.moves.truncate(ROOT_WIDTH);
        }
        for depth in 2..=max_depth.min(u32::try_from(empties).unwrap_or(u32::MAX)) {
            let score = self.search_depth(depth)?;
            let is_decided = score.abs() >= WIN;
            let lead = if is_decided { score - WIN * score.signum() } else { score };
            let nodes = self.search.counter.nodes();
            context.report(|| wording::depth_progress(depth, lead / 100, nodes));
        }
        Ok(())
    }

    fn search_one_ply(&mut self) -> Result<(), SearchStop> {
        // Unsearched moves rank below searched ones. The most promising move keeps its static
        // value, so that it stays first until it is searched.
        for root_move in self.moves.iter_mut().skip(1) {
            root_move.value = -INFINITY;
        }
        for root_move in &mut self.moves {
            root_move.value = root_move.handicap
                + self.search.search_move(self.side, root_move.at, 1, -INFINITY, INFINITY)?;
        }
        Ok(())
    }

    /// Searches the remaining moves to a depth, puts the best first and returns its score.
    fn search_depth(&mut self, depth: u32) -> Result<i32, SearchStop> {
        let mut best = -INFINITY;
        for number in 0..self.moves.len() {
            let RootMove { at, handicap, .. } = self.moves[number];
            let low = best - handicap;
            if number > 0 && self.search.search_move(self.side, at, depth, low, low + 1)? <= low {
                continue;
            }
            let alpha = if number > 0 { low } else { -INFINITY };
            let score =
                handicap + self.search.search_move(self.side, at, depth, alpha, INFINITY)?;
            if score > best {
                best = score;
                self.moves[..=number].rotate_right(1);
            }
        }
        Ok(best)
    }
}

/// A principal variation search that makes and undoes moves on one board. Scores are in hundredths
/// of a tile; those of won and lost games are beyond [`WIN`].
struct Search {
    board: SearchBoard,
    counter: NodeCounter,
}

impl Search {
    /// Returns the score for `side` of its move to `at`, searched to `depth` plies in total.
    fn search_move(
        &mut self,
        side: Side,
        at: usize,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, SearchStop> {
        let undo = self.board.make(side, at);
        let score = self.search(side.other(), depth - 1, -beta, -alpha);
        self.board.undo(side, &undo);
        Ok(-score?)
    }

    /// Returns the score for `side`, which is to move, searched to `depth` plies.
    fn search(&mut self, side: Side, depth: u32, alpha: i32, beta: i32) -> Result<i32, SearchStop> {
        self.counter.tick()?;
        if depth == 0 {
            return self.leaf_score(side);
        }
        let mut moves = self.board.moves(side, &mut self.counter)?;
        if moves.is_empty() {
            if self.board.moves(side.other(), &mut self.counter)?.is_empty() {
                return Ok(self.final_score(side));
            }
            return Ok(-self.search(side.other(), depth, -beta, -alpha)?);
        }
        moves.sort_by_key(|&at| -self.board.move_value(at));
        if self.board.empties() > MAX_FULL_WIDTH_EMPTIES {
            moves.truncate(WIDTH);
        }
        let (mut best, mut lower) = (-INFINITY, alpha);
        for (number, &at) in moves.iter().enumerate() {
            let mut score = 0;
            if number > 0 {
                score = self.search_move(side, at, depth, lower, lower + 1)?;
            }
            if number == 0 || (score > lower && score < beta) {
                score = self.search_move(side, at, depth, lower, beta)?;
            }
            best = best.max(score);
            lower = lower.max(score);
            if lower >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// Returns the score for `side`, which is to move, without a search.
    fn leaf_score(&mut self, side: Side) -> Result<i32, SearchStop> {
        if self.board.size() > MAX_MOBILITY_SIZE {
            return Ok(self.evaluate(side, 0));
        }
        let own = self.board.moves(side, &mut self.counter)?.len();
        let opp = self.board.moves(side.other(), &mut self.counter)?.len();
        if own == 0 && opp == 0 {
            return Ok(self.final_score(side));
        }
        let mobility = i32::try_from(own).unwrap_or(0) - i32::try_from(opp).unwrap_or(0);
        Ok(self.evaluate(side, mobility))
    }

    /// The score of a finished game. Empty squares count for neither side.
    fn final_score(&self, side: Side) -> i32 {
        let difference = self.board.difference(side);
        difference.signum() * WIN + 100 * difference
    }

    /// Evaluates the position for `side`, which has `mobility` more legal moves than the opponent.
    fn evaluate(&self, side: Side, mobility: i32) -> i32 {
        let all = i64::try_from(self.board.size().pow(2)).unwrap_or(i64::MAX);
        let left = i64::try_from(self.board.empties()).unwrap_or(0);
        let (early, late) = TILE_VALUES;
        let tile = (early * left + late * (all - left)) / all;
        let tiles = i64::from(self.board.difference(side)) * tile;
        i32::try_from(tiles).unwrap_or(0) + self.board.square_score(side) + MOVE_VALUE * mobility
    }
}
