//! Counts the end of the game: what best play leads to, whichever of the best moves are chosen.

use std::{collections::HashMap, rc::Rc};

use super::{
    BoardLine, EndgamePolicy, Explainer, FlipReason, Line, Position, Square,
    bitboard::{self, Bitboard},
    no_line, with_neighbours,
};
use crate::flip::search::geometry::BoardGeometry;

/// The end of the game is counted with at most this many empty squares.
pub(super) const MAX_COUNTED_EMPTIES: u32 = 14;
/// The approximate maximum number of searched positions for one explanation.
const MAX_NODES: u64 = 1_000_000;
/// The overhead of a search, as a number of positions.
const SEARCH_NODES: u64 = 500;
/// Margin, in tiles, that makes a move clearly better.
const CLEAR_LEAD: f64 = 1.0;
/// The minimum size of a region of empty squares that is worth naming.
const MIN_REGION_SIZE: u32 = 3;
/// The maximum size of a region that is worth naming if it is the only one.
const MAX_ONLY_REGION_SIZE: u32 = 5;

/// A set of sides, as bits: the side to move, the other side, neither.
type Sides = u8;
const MOVER: Sides = 1;
const OTHER: Sides = 2;
const NEITHER: Sides = 4;

/// The result of best play from a position, from the view of the side to move.
#[derive(Clone, Debug)]
pub(super) struct BestPlay {
    /// The lead of the side in tiles at the end.
    pub lead: i32,
    best: Bitboard,
    /// For each region, the sides that make the last move there after some choice of best moves.
    last: Vec<Sides>,
    /// The sides that must pass, whichever best moves are chosen.
    must_pass: Sides,
    /// The sides that must pass after some choice of best moves.
    may_pass: Sides,
    tiles: [Bitboard; 2],
}

const fn swapped(sides: Sides) -> Sides {
    sides & NEITHER | (sides & MOVER) << 1 | (sides & OTHER) >> 1
}

impl BestPlay {
    fn over(lead: i32, position: Position, regions: usize) -> Self {
        let tiles = [position.own, position.opp];
        Self { lead, best: 0, last: vec![NEITHER; regions], must_pass: 0, may_pass: 0, tiles }
    }

    fn other_view(&self) -> Self {
        Self {
            lead: -self.lead,
            best: 0,
            last: self.last.iter().copied().map(swapped).collect(),
            must_pass: swapped(self.must_pass),
            may_pass: swapped(self.may_pass),
            tiles: [self.tiles[1], self.tiles[0]],
        }
    }

    /// The result before a move, given the result after it from the mover's view.
    fn preceded_by(mut self, at: u32, regions: &[Bitboard]) -> Self {
        for (last, region) in self.last.iter_mut().zip(regions) {
            if region & 1 << at != 0 && *last & NEITHER != 0 {
                *last = *last & !NEITHER | MOVER;
            }
        }
        self
    }

    fn merge(mut self, other: &Self) -> Self {
        self.last.iter_mut().zip(&other.last).for_each(|(last, other)| *last |= other);
        self.must_pass &= other.must_pass;
        self.may_pass |= other.may_pass;
        self.tiles.iter_mut().zip(other.tiles).for_each(|(tiles, other)| *tiles &= other);
        self
    }
}

#[derive(Debug)]
pub(super) struct Endings {
    /// The empty corners, each as a region, the regions of empty squares, and all empty squares.
    regions: Vec<Bitboard>,
    known: HashMap<Position, Rc<BestPlay>>,
    nodes_left: u64,
}

impl Endings {
    pub fn new(geometry: &BoardGeometry, position: Position) -> Self {
        let empty = geometry.empty(position);
        let mut regions: Vec<_> =
            bitboard::indices(empty & geometry.corners).map(|corner| 1 << corner).collect();
        let mut left = empty;
        while left != 0 {
            let region = connected(empty, left & left.wrapping_neg());
            regions.push(region);
            left &= !region;
        }
        regions.push(empty);
        Self { regions, known: HashMap::new(), nodes_left: MAX_NODES }
    }
}

impl Explainer<'_> {
    /// The result of a move from the mover's view, if the end is near.
    pub(super) fn best_play(&self, at: u32) -> Option<Rc<BestPlay>> {
        if self.empty() > MAX_COUNTED_EMPTIES {
            return None;
        }
        let then = self.best_play_from(self.position.play(at))?;
        Some(Rc::new(then.other_view().preceded_by(at, &self.endings.borrow().regions)))
    }

    /// Whether a move is the only best one or, without a count, clearly better than all others.
    pub(super) fn is_clearly_best(&self, position: Position, at: u32) -> bool {
        if self.empty() > MAX_COUNTED_EMPTIES {
            return self.is_much_better(position, at, CLEAR_LEAD);
        }
        self.best_play_from(position).is_some_and(|best_play| best_play.best == 1 << at)
    }

    fn best_play_from(&self, position: Position) -> Option<Rc<BestPlay>> {
        if let Some(known) = self.endings.borrow().known.get(&position) {
            return Some(Rc::clone(known));
        }
        let moves = self.geometry.moves(position);
        let regions = self.endings.borrow().regions.clone();
        let best_play = if moves != 0 {
            let best = if moves.is_power_of_two() { moves } else { self.best_moves(position)? };
            let mut whole: Option<BestPlay> = None;
            for at in bitboard::indices(best) {
                let then =
                    self.best_play_from(position.play(at))?.other_view().preceded_by(at, &regions);
                whole = Some(whole.map_or_else(|| then.clone(), |whole| whole.merge(&then)));
            }
            BestPlay { best, ..whole? }
        } else if self.geometry.moves(position.pass()) != 0 {
            let mut best_play = self.best_play_from(position.pass())?.other_view();
            best_play.must_pass |= MOVER;
            best_play.may_pass |= MOVER;
            best_play
        } else {
            BestPlay::over(self.geometry.final_score(position), position, regions.len())
        };
        let best_play = Rc::new(best_play);
        self.endings.borrow_mut().known.insert(position, Rc::clone(&best_play));
        Some(best_play)
    }

    /// Whether a counted position has a single best move.
    pub(super) fn has_one_answer(&self, position: Position) -> bool {
        self.best_play_from(position).is_some_and(|best_play| best_play.best.is_power_of_two())
    }

    fn best_moves(&self, position: Position) -> Option<Bitboard> {
        let left = self.endings.borrow().nodes_left.checked_sub(SEARCH_NODES)?;
        let result = self.search(position, EndgamePolicy::Solve, left);
        let spent = result.as_ref().map_or(left, |result| result.nodes);
        self.endings.borrow_mut().nodes_left = left.saturating_sub(spent);
        let result = result?;
        let best = result.best.iter().fold(0, |best, square| best | 1 << square.index());
        (result.exact && best != 0).then_some(best)
    }

    /// The plies on one line of best play after a move, and whether its mover makes them.
    pub(super) fn best_line(&self, at: u32) -> Option<Vec<(u32, bool)>> {
        self.best_play(at)?;
        let (mut position, mut is_mover) = (self.position.play(at), false);
        let mut line = Vec::new();
        loop {
            if self.geometry.moves(position) == 0 {
                (position, is_mover) = (position.pass(), !is_mover);
            }
            let best_play = self.best_play_from(position)?;
            let Some(at) = bitboard::indices(best_play.best).next() else { return Some(line) };
            line.push((at, is_mover));
            (position, is_mover) = (position.play(at), !is_mover);
        }
    }

    /// Gives the result of a costly move, if the game can be counted to its end.
    pub(super) fn counted(&self, [at, better]: [u32; 2], cost: Option<f64>) -> Option<FlipReason> {
        let known = self.values.best.zip(cost).filter(|_| self.values.exact);
        let [lead, best] = match known {
            Some((best, cost)) => [best - cost, best].map(round),
            None => [self.best_play(at)?.lead, self.best_play(better)?.lead],
        };
        self.counted_as(at, lead, best).filter(|_| lead < best)
    }

    /// Gives the results of a move and of another one: with the moves to the end or, if these are
    /// many, only if the winner differs.
    fn counted_as(&self, at: u32, lead: i32, instead: i32) -> Option<FlipReason> {
        let line = self.line_to_end(at);
        let is_shown = line[0].is_some() || lead.signum() != instead.signum();
        is_shown.then_some(FlipReason::Counted { lead, instead, line })
    }

    /// Gives the results of a best move near the end and of the next best, if that is less.
    pub(super) fn counted_best(&self, at: u32) -> Option<FlipReason> {
        let best = self.values.best.filter(|_| self.is_end())?;
        let lead = round(best - self.values.cost.unwrap_or(0.0));
        let others = bitboard::indices(self.geometry.moves(self.position) & !(1 << at));
        let others = others.map(|at| Some(self.best_play(at)?.lead));
        let instead = others.collect::<Option<Vec<_>>>()?.into_iter().max()?;
        self.counted_as(at, lead, instead).filter(|_| instead < lead)
    }

    /// The row or column with the most tiles that best play gives to the mover after one move and
    /// to the opponent after the other, and their number.
    pub(super) fn line_won(&self, good: u32, bad: u32) -> Option<(BoardLine, u32)> {
        let [good, bad] = [self.best_play(good)?, self.best_play(bad)?];
        let won = good.tiles[0] & bad.tiles[1];
        let count = |line| (won & squares_of(line)).count_ones();
        let lines =
            (0..self.geometry.size).flat_map(|at| [BoardLine::Row(at), BoardLine::Column(at)]);
        lines.map(|line| (line, count(line))).max_by_key(|&(_, tiles)| tiles)
    }

    /// Whether the mover, not the opponent, takes an empty corner with best play after a move.
    /// `None` if this varies between best moves, if neither takes it, or if the end is too far.
    pub(super) fn taker(&self, at: u32, corner: u32) -> Option<bool> {
        self.last_mover(at, 1 << corner)
    }

    /// Like [`Self::taker`], for the last move in a region.
    fn last_mover(&self, at: u32, region: Bitboard) -> Option<bool> {
        let best_play = self.best_play(at)?;
        let number = self.endings.borrow().regions.iter().position(|&it| it == region)?;
        match best_play.last[number] {
            MOVER => Some(true),
            OTHER => Some(false),
            _ => None,
        }
    }

    /// The corners that the mover takes after one move, and the opponent after the other.
    pub(super) fn corners_won(&self, good: u32, bad: u32) -> Bitboard {
        let empty = bitboard::indices(self.geometry.empty(self.position) & self.geometry.corners);
        let is_won = |&corner: &u32| {
            self.taker(good, corner) == Some(true) && self.taker(bad, corner) == Some(false)
        };
        empty.filter(is_won).fold(0, |won, corner| won | 1 << corner)
    }

    /// Gives a reason if, with best play, the mover makes the last move in the region of both moves
    /// after the good one, and the opponent after the bad one. If not, the same for the last move
    /// of the game. `is_good` says which move is explained.
    pub(super) fn region_won(&self, good: u32, bad: u32, is_good: bool) -> Option<FlipReason> {
        let reason = |cells| {
            if is_good {
                FlipReason::LastInRegion { cells }
            } else {
                FlipReason::LosesRegion { cells }
            }
        };
        let empty = self.geometry.empty(self.position);
        let region = connected(empty, 1 << bad);
        let cells = region.count_ones();
        let is_won = |region| {
            self.last_mover(good, region) == Some(true)
                && self.last_mover(bad, region) == Some(false)
        };
        let is_part = region & 1 << good != 0 && (region != empty || cells <= MAX_ONLY_REGION_SIZE);
        if is_part && cells >= MIN_REGION_SIZE && is_won(region) {
            return Some(reason(Some(cells)));
        }
        is_won(empty).then(|| reason(None))
    }

    /// The moves of best play from a move to the end, if they are few.
    fn line_to_end(&self, at: u32) -> Line {
        let mut line = no_line();
        let plies = self.best_line(at).unwrap_or_default();
        if plies.len() <= line.len() {
            let squares = plies.into_iter().map(|(at, _)| Some(Square::from_index(at)));
            line.iter_mut().zip(squares).for_each(|(place, square)| *place = square);
        }
        line
    }

    /// The moves of best play that make a side pass soon after one move, but not after the other.
    pub(super) fn pass(&self, passing: u32, other: u32, of_mover: bool) -> Option<Line> {
        let side = if of_mover { MOVER } else { OTHER };
        let [best_play, other] = [self.best_play(passing)?, self.best_play(other)?];
        if best_play.must_pass & side == 0 || other.may_pass & side != 0 {
            return None;
        }
        let (mut position, mut is_mover) = (self.position.play(passing), false);
        let mut line = no_line();
        for place in &mut line {
            let best_play = self.best_play_from(position)?;
            let at = bitboard::indices(best_play.best).next()?;
            *place = Some(Square::from_index(at));
            (position, is_mover) = (position.play(at), !is_mover);
            if self.geometry.moves(position) == 0 {
                return (is_mover == of_mover).then_some(line);
            }
        }
        None
    }
}

/// The squares of a row or column, including those outside a small board.
const fn squares_of(line: BoardLine) -> Bitboard {
    match line {
        BoardLine::Row(at) => 0xFF << (8 * at),
        BoardLine::Column(at) => 0x0101_0101_0101_0101 << at,
    }
}

#[allow(clippy::cast_possible_truncation)] // at most 64
fn round(tiles: f64) -> i32 {
    tiles.round() as i32
}

/// The squares of `cells` that are connected with `seed`, also diagonally.
fn connected(cells: Bitboard, seed: Bitboard) -> Bitboard {
    let mut region = seed & cells;
    loop {
        let next = with_neighbours(region) & cells;
        if next == region {
            return region;
        }
        region = next;
    }
}
