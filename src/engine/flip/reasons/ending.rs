//! The end of the game, counted: what comes of it whichever of the best moves are chosen.

use std::{collections::HashMap, rc::Rc};

use super::{
    BoardLine, EndgamePolicy, Explanation, FlipReason, Line, Position, Square,
    bitboard::{self, Bitboard},
    grown, no_line,
};
use crate::flip::search::geometry::BoardGeometry;

/// The largest number of empty squares with which the end of the game is counted.
pub(super) const MAX_COUNTED: u32 = 14;
/// About how many positions may be searched to count the ends of one explanation.
const MAX_NODES: u64 = 1_000_000;
/// What a search costs beside its positions, as a number of positions.
const SEARCH_NODES: u64 = 500;
/// The least lead, in tiles, by which a move is clearly better than another one.
const CLEAR_LEAD: f64 = 1.0;
/// The smallest region of empty squares that is worth naming.
const MIN_REGION: u32 = 3;
/// The largest one that is worth naming if it is all there is.
const MAX_WHOLE: u32 = 5;

/// Which side it is: the one to move or the other one, or neither, as a set.
type Sides = u8;
const MOVER: Sides = 1;
const OTHER: Sides = 2;
const NEITHER: Sides = 4;

/// What a position leads to if both sides always choose one of the best moves, seen by the side to
/// move.
#[derive(Clone, Debug)]
pub(super) struct Fate {
    /// How many tiles the side is ahead at the end.
    pub lead: i32,
    /// All its best moves.
    best: Bitboard,
    /// Who makes the last of the moves to come in each region, whichever best moves are chosen.
    last: Vec<Sides>,
    /// Who must pass whichever best moves are chosen.
    must_pass: Sides,
    /// Who must pass after some of them.
    may_pass: Sides,
    /// The tiles that the side has at the end, and those of the other one, whichever best moves are
    /// chosen.
    tiles: [Bitboard; 2],
}

const fn swapped(sides: Sides) -> Sides {
    sides & NEITHER | (sides & MOVER) << 1 | (sides & OTHER) >> 1
}

impl Fate {
    fn over(lead: i32, position: Position, regions: usize) -> Self {
        let tiles = [position.own, position.opp];
        Self { lead, best: 0, last: vec![NEITHER; regions], must_pass: 0, may_pass: 0, tiles }
    }

    /// The same, seen by the other side.
    fn turned(&self) -> Self {
        Self {
            lead: -self.lead,
            best: 0,
            last: self.last.iter().copied().map(swapped).collect(),
            must_pass: swapped(self.must_pass),
            may_pass: swapped(self.may_pass),
            tiles: [self.tiles[1], self.tiles[0]],
        }
    }

    /// What a move leads to whose mover then sees this.
    fn before(mut self, at: u32, regions: &[Bitboard]) -> Self {
        for (last, region) in self.last.iter_mut().zip(regions) {
            if region & 1 << at != 0 && *last & NEITHER != 0 {
                *last = *last & !NEITHER | MOVER;
            }
        }
        self
    }

    fn or(mut self, other: &Self) -> Self {
        self.last.iter_mut().zip(&other.last).for_each(|(last, other)| *last |= other);
        self.must_pass &= other.must_pass;
        self.may_pass |= other.may_pass;
        self.tiles.iter_mut().zip(other.tiles).for_each(|(tiles, other)| *tiles &= other);
        self
    }
}

/// The ends that have been counted.
#[derive(Debug)]
pub(super) struct Endings {
    /// The empty corners, each a region of its own, the regions of empty squares, and all of them.
    regions: Vec<Bitboard>,
    known: HashMap<Position, Rc<Fate>>,
    /// How many positions may still be searched.
    nodes: u64,
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
        Self { regions, known: HashMap::new(), nodes: MAX_NODES }
    }
}

impl Explanation<'_> {
    /// Returns what a move leads to, as its mover sees it, if the end is near.
    pub(super) fn fate(&self, at: u32) -> Option<Rc<Fate>> {
        if self.empty() > MAX_COUNTED {
            return None;
        }
        let then = self.fate_of(self.position.play(at))?;
        Some(Rc::new(then.turned().before(at, &self.endings.borrow().regions)))
    }

    /// Whether a move is the only best one, or where the end isn't counted, clearly better than all
    /// others.
    pub(super) fn is_clearly_best(&self, position: Position, at: u32) -> bool {
        if self.empty() > MAX_COUNTED {
            return self.is_much_better(position, at, CLEAR_LEAD);
        }
        self.fate_of(position).is_some_and(|fate| fate.best == 1 << at)
    }

    fn fate_of(&self, position: Position) -> Option<Rc<Fate>> {
        if let Some(known) = self.endings.borrow().known.get(&position) {
            return Some(Rc::clone(known));
        }
        let moves = self.geometry.moves(position);
        let regions = self.endings.borrow().regions.clone();
        let fate = if moves != 0 {
            let best = if moves.is_power_of_two() { moves } else { self.best_moves(position)? };
            let mut whole: Option<Fate> = None;
            for at in bitboard::indices(best) {
                let then = self.fate_of(position.play(at))?.turned().before(at, &regions);
                whole = Some(whole.map_or_else(|| then.clone(), |whole| whole.or(&then)));
            }
            Fate { best, ..whole? }
        } else if self.geometry.moves(position.pass()) != 0 {
            let mut fate = self.fate_of(position.pass())?.turned();
            fate.must_pass |= MOVER;
            fate.may_pass |= MOVER;
            fate
        } else {
            Fate::over(self.geometry.final_score(position), position, regions.len())
        };
        let fate = Rc::new(fate);
        self.endings.borrow_mut().known.insert(position, Rc::clone(&fate));
        Some(fate)
    }

    /// Whether a position whose end was counted has a single best move.
    pub(super) fn has_one_answer(&self, position: Position) -> bool {
        self.fate_of(position).is_some_and(|fate| fate.best.is_power_of_two())
    }

    fn best_moves(&self, position: Position) -> Option<Bitboard> {
        let left = self.endings.borrow().nodes.checked_sub(SEARCH_NODES)?;
        let result = self.search(position, EndgamePolicy::Solve, left);
        let spent = result.as_ref().map_or(left, |result| result.nodes);
        self.endings.borrow_mut().nodes = left.saturating_sub(spent);
        let result = result?;
        let best = result.best.iter().fold(0, |best, square| best | 1 << square.index());
        result.exact.then_some(best).filter(|&best| best != 0)
    }

    /// Returns the plies that follow a move on one line of best play, and whether its mover makes
    /// them, if the end is counted.
    pub(super) fn best_line(&self, at: u32) -> Option<Vec<(u32, bool)>> {
        self.fate(at)?;
        let (mut position, mut is_mover) = (self.position.play(at), false);
        let mut line = Vec::new();
        loop {
            if self.geometry.moves(position) == 0 {
                (position, is_mover) = (position.pass(), !is_mover);
            }
            let fate = self.fate_of(position)?;
            let Some(at) = bitboard::indices(fate.best).next() else { return Some(line) };
            line.push((at, is_mover));
            (position, is_mover) = (position.play(at), !is_mover);
        }
    }

    /// Says what a costly move leads to, if the game was or can be counted to its end.
    pub(super) fn counted(&self, [at, better]: [u32; 2], cost: Option<f64>) -> Option<FlipReason> {
        let known = self.values.best.zip(cost).filter(|_| self.values.exact);
        let [lead, best] = match known {
            Some((best, cost)) => [best - cost, best].map(whole),
            None => [self.fate(at)?.lead, self.fate(better)?.lead],
        };
        self.counted_as(at, lead, best).filter(|_| lead < best)
    }

    /// Says what a move leads to, and what another one does: with the moves to the end, or if they
    /// are many, only where that changes who wins.
    fn counted_as(&self, at: u32, lead: i32, instead: i32) -> Option<FlipReason> {
        let line = self.line_to_end(at);
        let is_shown = line[0].is_some() || lead.signum() != instead.signum();
        is_shown.then_some(FlipReason::Counted { lead, instead, line })
    }

    /// Says what a best move leads to near the end, and what the best of the others does, if the
    /// game was counted to its end and that is less.
    pub(super) fn counted_best(&self, at: u32) -> Option<FlipReason> {
        let best = self.values.best.filter(|_| self.is_end())?;
        let lead = whole(best - self.values.cost.unwrap_or(0.0));
        let others = bitboard::indices(self.geometry.moves(self.position) & !(1 << at));
        let others = others.map(|at| Some(self.fate(at)?.lead));
        let instead = others.collect::<Option<Vec<_>>>()?.into_iter().max()?;
        self.counted_as(at, lead, instead).filter(|_| instead < lead)
    }

    /// Returns the row or column on which the most tiles are the mover's at the end with best play
    /// after one move, and the opponent's after the other, and how many these are.
    pub(super) fn line_won(&self, good: u32, bad: u32) -> Option<(BoardLine, u32)> {
        let [good, bad] = [self.fate(good)?, self.fate(bad)?];
        let won = good.tiles[0] & bad.tiles[1];
        let count = |line| (won & squares_of(line)).count_ones();
        let lines =
            (0..self.geometry.size).flat_map(|at| [BoardLine::Row(at), BoardLine::Column(at)]);
        lines.map(|line| (line, count(line))).max_by_key(|&(_, tiles)| tiles)
    }

    /// Returns whether the mover takes an empty corner with best play after a move, or the opponent
    /// does. `None` if that is open, nobody takes it, or the end is too far.
    pub(super) fn taker(&self, at: u32, corner: u32) -> Option<bool> {
        self.last_mover(at, 1 << corner)
    }

    /// Returns whether the mover makes the last move in a region with best play after a move.
    fn last_mover(&self, at: u32, region: Bitboard) -> Option<bool> {
        let fate = self.fate(at)?;
        let number = self.endings.borrow().regions.iter().position(|&it| it == region)?;
        match fate.last[number] {
            MOVER => Some(true),
            OTHER => Some(false),
            _ => None,
        }
    }

    /// Returns the corners that the mover takes after one move, and the opponent after the other.
    pub(super) fn corners_won(&self, good: u32, bad: u32) -> Bitboard {
        let empty = bitboard::indices(self.geometry.empty(self.position) & self.geometry.corners);
        let is_won = |&corner: &u32| {
            self.taker(good, corner) == Some(true) && self.taker(bad, corner) == Some(false)
        };
        empty.filter(is_won).fold(0, |won, corner| won | 1 << corner)
    }

    /// Says that with best play the mover makes the last move in the region of empty squares in
    /// which two moves lie after the good one, and the opponent after the other; or else that this
    /// holds of the last move of the game. The good move is explained, or the other one.
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
        let is_part = region & 1 << good != 0 && (region != empty || cells <= MAX_WHOLE);
        if is_part && cells >= MIN_REGION && is_won(region) {
            return Some(reason(Some(cells)));
        }
        is_won(empty).then(|| reason(None))
    }

    /// Returns the moves of best play from a move to the end, if they are few.
    fn line_to_end(&self, at: u32) -> Line {
        let mut line = no_line();
        let plies = self.best_line(at).unwrap_or_default();
        if plies.len() <= line.len() {
            let squares = plies.into_iter().map(|(at, _)| Some(Square::from_index(at)));
            line.iter_mut().zip(squares).for_each(|(place, square)| *place = square);
        }
        line
    }

    /// Returns the moves of best play after which a side must pass soon after one move, if it need
    /// not after the other.
    pub(super) fn pass(&self, passing: u32, other: u32, of_mover: bool) -> Option<Line> {
        let side = if of_mover { MOVER } else { OTHER };
        let [fate, other] = [self.fate(passing)?, self.fate(other)?];
        if fate.must_pass & side == 0 || other.may_pass & side != 0 {
            return None;
        }
        let (mut position, mut is_mover) = (self.position.play(passing), false);
        let mut line = no_line();
        for place in &mut line {
            let fate = self.fate_of(position)?;
            let at = bitboard::indices(fate.best).next()?;
            *place = Some(Square::from_index(at));
            (position, is_mover) = (position.play(at), !is_mover);
            if self.geometry.moves(position) == 0 {
                return (is_mover == of_mover).then_some(line);
            }
        }
        None
    }
}

/// Returns the squares of a row or column, also beyond a small board.
const fn squares_of(line: BoardLine) -> Bitboard {
    match line {
        BoardLine::Row(at) => 0xFF << (8 * at),
        BoardLine::Column(at) => 0x0101_0101_0101_0101 << at,
    }
}

#[allow(clippy::cast_possible_truncation)] // at most 64
fn whole(tiles: f64) -> i32 {
    tiles.round() as i32
}

/// Returns the squares of `cells` that are connected with `seed`, diagonals included.
fn connected(cells: Bitboard, seed: Bitboard) -> Bitboard {
    let mut region = seed & cells;
    loop {
        let next = grown(region) & cells;
        if next == region {
            return region;
        }
        region = next;
    }
}
