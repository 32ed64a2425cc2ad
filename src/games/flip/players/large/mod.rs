//! Boards beyond 8 x 8: the most promising moves, looked at a few plies deep. The larger the board,
//! the more a position costs of the budget, so that a choice takes about as long on all.

mod field;

use field::{Field, Scan};

use super::search::{Limits, positions, signed_tiles};
use crate::{
    games::flip::{
        engine::counter::Counter,
        rules::{FlipBoard, Side, Square},
    },
    play::{SearchStop, ThinkContext},
};

/// More than any value.
const INFINITE: i32 = 1_000_000_000;
/// What a won game is worth before its tiles.
const WON: i32 = 500_000_000;
/// How many moves are looked at beyond the first ply: at the root, and below.
const WIDTH: (usize, usize) = (24, 12);
/// How many are looked at at all: sorting the moves of the largest boards takes longer than a
/// cancel may.
const MOST: usize = 4096;
/// With so few empty cells all moves are looked at.
const LAST: usize = 12;
/// The largest board on which the players' moves are counted in each position.
const COUNTED: usize = 16;

/// A move of the root: the handicap is added to what the search finds.
struct Candidate {
    at: usize,
    handicap: i32,
    value: i32,
}

impl Candidate {
    /// The most promising is the least; of equals, the first in reading order.
    fn rank(&self) -> (i32, usize) {
        (-self.value, self.at)
    }
}

/// The best cell for `side`. `handicap` is asked for each legal cell, in reading order.
///
/// # Errors
/// [`SearchStop::Cancelled`] only.
pub fn choose(
    board: &FlipBoard,
    side: Side,
    mut handicap: impl FnMut(Square) -> i32,
    limits: Limits,
    think: &ThinkContext,
) -> Result<Option<Square>, SearchStop> {
    let mut counter = Counter::new(think, limits.nodes);
    let field = Field::new(board, &counter)?;
    let mut moves = Vec::new();
    // One legal move is wanted even when there is no time.
    field.scan(side, |seen| match seen {
        Scan::Row(_) => {
            counter.look_if_cancelled().map(|()| moves.is_empty() || !counter.is_spent())
        }
        Scan::Move(at) => {
            let handicap = handicap(field.cell(at));
            let promise = if limits.depth > 0 { field.promise(at) } else { 0 };
            moves.push(Candidate { at, handicap, value: handicap + promise });
            Ok(counter.tick().is_ok())
        }
    })?;
    if moves.len() > MOST {
        moves.select_nth_unstable_by_key(MOST, Candidate::rank);
        moves.truncate(MOST);
    }
    moves.sort_unstable_by_key(Candidate::rank);
    let mut root = Root { side, moves, search: Search { field, counter } };
    match root.deepen(limits, think) {
        Err(SearchStop::Cancelled) => Err(SearchStop::Cancelled),
        Ok(()) | Err(SearchStop::Spent) => {
            Ok(root.moves.first().map(|best| root.search.field.cell(best.at)))
        }
    }
}

/// The position to move in: the best move known so far is the first.
struct Root {
    side: Side,
    moves: Vec<Candidate>,
    search: Search,
}

impl Root {
    fn deepen(&mut self, limits: Limits, think: &ThinkContext) -> Result<(), SearchStop> {
        if self.moves.len() < 2 || limits.depth == 0 {
            return Ok(());
        }
        let first = self.look_at_all();
        self.moves.sort_unstable_by_key(Candidate::rank);
        first?;
        let empties = self.search.field.empties();
        if empties > LAST {
            self.moves.truncate(WIDTH.0);
        }
        for depth in 2..=limits.depth.min(u32::try_from(empties).unwrap_or(u32::MAX)) {
            let value = self.look_deeper(depth)?;
            let tiles =
                if value.abs() >= WON { (value.abs() - WON) * value.signum() } else { value };
            let nodes = self.search.counter.nodes();
            think.report(|| {
                format!("depth {depth}, {}, {}", signed_tiles(tiles / 100), positions(nodes))
            });
        }
        Ok(())
    }

    /// Values all moves one ply deep.
    fn look_at_all(&mut self) -> Result<(), SearchStop> {
        // What is not reached counts less than what is; the most promising stands until then.
        for candidate in self.moves.iter_mut().skip(1) {
            candidate.value = -INFINITE;
        }
        for candidate in &mut self.moves {
            candidate.value = candidate.handicap
                + self.search.after(self.side, candidate.at, 1, -INFINITE, INFINITE)?;
        }
        Ok(())
    }

    /// Searches the moves that are left to a depth, and puts the best first.
    fn look_deeper(&mut self, depth: u32) -> Result<i32, SearchStop> {
        let mut best = -INFINITE;
        for number in 0..self.moves.len() {
            let Candidate { at, handicap, .. } = self.moves[number];
            let bar = best - handicap;
            if number > 0 && self.search.after(self.side, at, depth, bar, bar + 1)? <= bar {
                continue;
            }
            let alpha = if number > 0 { bar } else { -INFINITE };
            let value = handicap + self.search.after(self.side, at, depth, alpha, INFINITE)?;
            if value > best {
                best = value;
                self.moves[..=number].rotate_right(1);
            }
        }
        Ok(best)
    }
}

/// Principal variation search on a board that is changed and changed back.
struct Search {
    field: Field,
    counter: Counter,
}

impl Search {
    /// The value for `side` of a move to `at`, searched to `depth` plies, that one included.
    fn after(
        &mut self,
        side: Side,
        at: usize,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, SearchStop> {
        let made = self.field.make(side, at);
        let value = self.search(side.other(), depth - 1, -beta, -alpha);
        self.field.take_back(side, &made);
        Ok(-value?)
    }

    fn search(&mut self, side: Side, depth: u32, alpha: i32, beta: i32) -> Result<i32, SearchStop> {
        self.counter.tick()?;
        let counted = self.field.size() <= COUNTED;
        if depth == 0 && !counted {
            return Ok(self.evaluate(side, 0));
        }
        let mut moves = self.field.moves(side, &mut self.counter)?;
        if depth == 0 || moves.is_empty() {
            let replies = self.field.moves(side.other(), &mut self.counter)?.len();
            return match (moves.len(), replies) {
                (0, 0) => Ok(self.finished(side)),
                (0, _) if depth > 0 => Ok(-self.search(side.other(), depth, -beta, -alpha)?),
                (own, replies) => {
                    let more =
                        i32::try_from(own).unwrap_or(0) - i32::try_from(replies).unwrap_or(0);
                    Ok(self.evaluate(side, more))
                }
            };
        }
        moves.sort_by_key(|&at| -self.field.promise(at));
        if self.field.empties() > LAST {
            moves.truncate(WIDTH.1);
        }
        let (mut best, mut lower) = (-INFINITE, alpha);
        for (number, &at) in moves.iter().enumerate() {
            let mut value = 0;
            if number > 0 {
                value = self.after(side, at, depth, lower, lower + 1)?;
            }
            if number == 0 || (value > lower && value < beta) {
                value = self.after(side, at, depth, lower, beta)?;
            }
            best = best.max(value);
            lower = lower.max(value);
            if lower >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// What a finished game is worth, the empty cells counted to nobody.
    fn finished(&self, side: Side) -> i32 {
        let ahead = self.field.ahead(side);
        ahead.signum() * WON + 100 * ahead
    }

    /// What the position is worth for `side`, which has so many moves more than the other: few
    /// tiles early, many late, good places, many moves. In hundredths of a tile.
    fn evaluate(&self, side: Side, more_moves: i32) -> i32 {
        let all = i64::try_from(self.field.size().pow(2)).unwrap_or(i64::MAX);
        let left = i64::try_from(self.field.empties()).unwrap_or(0);
        let (early, late) = (-15, 60);
        let tile = (early * left + late * (all - left)) / all;
        let tiles = i64::from(self.field.ahead(side)) * tile;
        i32::try_from(tiles).unwrap_or(0) + self.field.worth(side) + 60 * more_moves
    }
}
