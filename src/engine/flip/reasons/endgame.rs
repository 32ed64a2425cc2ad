//! Solves positions near the end of the game, and finds what best play leads to, whichever of the
//! best moves are chosen.

use std::{collections::HashMap, rc::Rc};

use super::{Explainer, FlipReason, Line, RowOrColumn, with_neighbours};
use crate::{
    flip::{
        model::{
            Square,
            bitboard::{self, Bitboard, Position},
        },
        search::geometry::BoardGeometry,
    },
    play::EndgamePolicy,
};

/// Positions with at most this many empty squares are solved.
const MAX_SOLVED_EMPTIES: u32 = 14;
/// The approximate maximum number of searched positions for one explanation.
const MAX_NODES: u64 = 1_000_000;
/// The overhead of a search, as a number of positions.
const SEARCH_OVERHEAD: u64 = 500;
/// Margin, in tiles, that makes a move clearly better.
const CLEAR_LEAD: f64 = 1.0;
/// The minimum size of a region of empty squares that is worth naming.
const MIN_REGION_SIZE: u32 = 3;
/// The maximum size of a region that is worth naming if it is the only one.
const MAX_ONLY_REGION_SIZE: u32 = 5;

/// A set of sides, as bits.
pub(super) type Sides = u8;
/// The side from which a result is seen.
pub(super) const MOVER: Sides = 1;
pub(super) const OPPONENT: Sides = 2;
const NEITHER: Sides = 4;

/// The result of best play from a position, from the view of one side.
#[derive(Clone, Debug)]
pub(super) struct BestPlay {
    /// The lead of the side in tiles at the end.
    pub lead: i32,
    best_moves: Bitboard,
    /// For each region, the sides that make the last move there after some choice of best moves.
    last_movers: Vec<Sides>,
    /// The sides that must pass, whichever best moves are chosen.
    must_pass: Sides,
    /// The sides that must pass after some choice of best moves.
    may_pass: Sides,
    /// The tiles that the side has at the end, whichever best moves are chosen.
    own_tiles: Bitboard,
    /// The tiles that its opponent has at the end, whichever best moves are chosen.
    opponent_tiles: Bitboard,
}

const fn swapped(sides: Sides) -> Sides {
    sides & NEITHER | (sides & MOVER) << 1 | (sides & OPPONENT) >> 1
}

impl BestPlay {
    fn of_finished_game(lead: i32, position: Position, region_count: usize) -> Self {
        Self {
            lead,
            best_moves: 0,
            last_movers: vec![NEITHER; region_count],
            must_pass: 0,
            may_pass: 0,
            own_tiles: position.own,
            opponent_tiles: position.opp,
        }
    }

    /// The same result from the view of the other side, without the best moves.
    fn other_view(&self) -> Self {
        Self {
            lead: -self.lead,
            best_moves: 0,
            last_movers: self.last_movers.iter().copied().map(swapped).collect(),
            must_pass: swapped(self.must_pass),
            may_pass: swapped(self.may_pass),
            own_tiles: self.opponent_tiles,
            opponent_tiles: self.own_tiles,
        }
    }

    /// The result before a move, given the result after it from the mover's view.
    fn before_move(mut self, at: u32, regions: &[Bitboard]) -> Self {
        for (last, region) in self.last_movers.iter_mut().zip(regions) {
            if region & 1 << at != 0 && *last & NEITHER != 0 {
                *last = *last & !NEITHER | MOVER;
            }
        }
        self
    }

    /// The result if both lines of best play may be chosen.
    fn merged_with(mut self, other: &Self) -> Self {
        let last_movers = self.last_movers.iter_mut().zip(&other.last_movers);
        last_movers.for_each(|(last, other)| *last |= other);
        self.must_pass &= other.must_pass;
        self.may_pass |= other.may_pass;
        self.own_tiles &= other.own_tiles;
        self.opponent_tiles &= other.opponent_tiles;
        self
    }
}

/// The results of best play found so far.
#[derive(Debug)]
pub(super) struct BestPlays {
    /// The empty corners, each as a region, the regions of empty squares, and all empty squares.
    regions: Vec<Bitboard>,
    /// The result from each position, from the view of the side to move.
    known: HashMap<Position, Rc<BestPlay>>,
    nodes_left: u64,
}

impl BestPlays {
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
    /// The result of a move from the mover's view. `None` if it isn't solved.
    pub(super) fn best_play(&self, at: u32) -> Option<BestPlay> {
        if self.empties() > MAX_SOLVED_EMPTIES {
            return None;
        }
        let then = self.best_play_from(self.position.play(at))?;
        Some(then.other_view().before_move(at, &self.best_plays.borrow().regions))
    }

    /// Whether a move is the only best one or, far from the end of the game, clearly better than
    /// all others.
    pub(super) fn is_clearly_best(&self, position: Position, at: u32) -> bool {
        if self.empties() > MAX_SOLVED_EMPTIES {
            return self.is_much_better(position, at, CLEAR_LEAD);
        }
        self.best_play_from(position).is_some_and(|best_play| best_play.best_moves == 1 << at)
    }

    /// The result of best play from a position, from the view of the side to move.
    fn best_play_from(&self, position: Position) -> Option<Rc<BestPlay>> {
        if let Some(known) = self.best_plays.borrow().known.get(&position) {
            return Some(Rc::clone(known));
        }
        let moves = self.geometry.moves(position);
        let regions = self.best_plays.borrow().regions.clone();
        let best_play = if moves != 0 {
            let best_moves =
                if moves.is_power_of_two() { moves } else { self.search_best_moves(position)? };
            let mut merged: Option<BestPlay> = None;
            for at in bitboard::indices(best_moves) {
                let then = self.best_play_from(position.play(at))?;
                let then = then.other_view().before_move(at, &regions);
                merged = Some(match merged {
                    Some(merged) => merged.merged_with(&then),
                    None => then,
                });
            }
            BestPlay { best_moves, ..merged? }
        } else if self.geometry.moves(position.pass()) != 0 {
            let mut best_play = self.best_play_from(position.pass())?.other_view();
            best_play.must_pass |= MOVER;
            best_play.may_pass |= MOVER;
            best_play
        } else {
            let lead = self.geometry.final_score(position);
            BestPlay::of_finished_game(lead, position, regions.len())
        };
        let best_play = Rc::new(best_play);
        self.best_plays.borrow_mut().known.insert(position, Rc::clone(&best_play));
        Some(best_play)
    }

    /// Whether a position is solved and has a single best move.
    pub(super) fn has_single_best_move(&self, position: Position) -> bool {
        self.best_play_from(position)
            .is_some_and(|best_play| best_play.best_moves.is_power_of_two())
    }

    /// Returns all best moves of a position, or `None` if the budget is spent.
    fn search_best_moves(&self, position: Position) -> Option<Bitboard> {
        let left = self.best_plays.borrow().nodes_left.checked_sub(SEARCH_OVERHEAD)?;
        let result = self.search(position, EndgamePolicy::Solve, left);
        let spent = result.as_ref().map_or(left, |result| result.nodes);
        self.best_plays.borrow_mut().nodes_left = left.saturating_sub(spent);
        let result = result?;
        let best = result.best.iter().fold(0, |best, square| best | 1 << square.index());
        (result.exact && best != 0).then_some(best)
    }

    /// The moves of one line of best play after a move, and whether the mover makes them.
    pub(super) fn best_line(&self, at: u32) -> Option<Vec<(u32, bool)>> {
        self.best_play(at)?;
        let (mut position, mut is_mover) = (self.position.play(at), false);
        let mut line = Vec::new();
        loop {
            if self.geometry.moves(position) == 0 {
                (position, is_mover) = (position.pass(), !is_mover);
            }
            let best_play = self.best_play_from(position)?;
            let Some(at) = bitboard::indices(best_play.best_moves).next() else {
                return Some(line);
            };
            line.push((at, is_mover));
            (position, is_mover) = (position.play(at), !is_mover);
        }
    }

    /// Returns the result of a costly move and of the better one, if they are solved.
    pub(super) fn solved_fault(
        &self,
        at: u32,
        better: u32,
        cost: Option<f64>,
    ) -> Option<FlipReason> {
        let known = self.values.best.zip(cost).filter(|_| self.values.exact);
        let [lead, best] = match known {
            Some((best, cost)) => [best - cost, best].map(round),
            None => [self.best_play(at)?.lead, self.best_play(better)?.lead],
        };
        self.solved(at, lead, best).filter(|_| lead < best)
    }

    /// Returns the result of a best move near the end and of the next best, if that is less.
    pub(super) fn solved_merit(&self, at: u32) -> Option<FlipReason> {
        let best = self.values.best.filter(|_| self.is_endgame())?;
        let lead = round(best - self.values.cost.unwrap_or(0.0));
        let others = bitboard::indices(self.geometry.moves(self.position) & !(1 << at));
        let others = others.map(|at| Some(self.best_play(at)?.lead));
        let instead = others.collect::<Option<Vec<_>>>()?.into_iter().max()?;
        self.solved(at, lead, instead).filter(|_| instead < lead)
    }

    /// Returns the results of a move and of another one: with the moves to the end or, if these are
    /// many, only if the winner differs.
    fn solved(&self, at: u32, lead: i32, instead: i32) -> Option<FlipReason> {
        let line = self.line_to_end(at);
        let is_shown = line[0].is_some() || lead.signum() != instead.signum();
        is_shown.then_some(FlipReason::Solved { lead, instead, line })
    }

    /// The row or column with the most tiles that best play gives to the mover after one move and
    /// to the opponent after the other, and their number.
    pub(super) fn tiles_won(&self, good: u32, bad: u32) -> Option<(RowOrColumn, u32)> {
        let [good, bad] = [self.best_play(good)?, self.best_play(bad)?];
        let won = good.own_tiles & bad.opponent_tiles;
        let places =
            (0..self.geometry.size).flat_map(|at| [RowOrColumn::Row(at), RowOrColumn::Column(at)]);
        let counted = places.map(|place| (place, (won & squares_of(place)).count_ones()));
        counted.max_by_key(|&(_, tiles)| tiles)
    }

    /// Whether `side` makes the last move in a region after a move, whichever best moves are
    /// chosen. `false` if the move isn't solved.
    fn moves_last(&self, side: Sides, at: u32, region: Bitboard) -> bool {
        let Some(best_play) = self.best_play(at) else { return false };
        let number = self.best_plays.borrow().regions.iter().position(|&it| it == region);
        number.is_some_and(|number| best_play.last_movers[number] == side)
    }

    /// Like [`Self::moves_last`], for the mover and an empty corner.
    pub(super) fn gets_corner(&self, at: u32, corner: u32) -> bool {
        self.moves_last(MOVER, at, 1 << corner)
    }

    /// Whether the mover makes the last move in a region after the good move, and the opponent
    /// after the bad one.
    fn wins_region(&self, good: u32, bad: u32, region: Bitboard) -> bool {
        self.moves_last(MOVER, good, region) && self.moves_last(OPPONENT, bad, region)
    }

    /// The empty corners that the mover gets after the good move, and the opponent after the bad
    /// one.
    pub(super) fn corners_won(&self, good: u32, bad: u32) -> Bitboard {
        let empty = bitboard::indices(self.geometry.empty(self.position) & self.geometry.corners);
        let is_won = |&corner: &u32| self.wins_region(good, bad, 1 << corner);
        empty.filter(is_won).fold(0, |won, corner| won | 1 << corner)
    }

    /// Returns a reason if the good move wins the last move in the region of both moves or, if not,
    /// the last move of the game. `is_good` says which move is explained.
    pub(super) fn last_in_region(&self, good: u32, bad: u32, is_good: bool) -> Option<FlipReason> {
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
        let is_part = region & 1 << good != 0 && (region != empty || cells <= MAX_ONLY_REGION_SIZE);
        if is_part && cells >= MIN_REGION_SIZE && self.wins_region(good, bad, region) {
            return Some(reason(Some(cells)));
        }
        self.wins_region(good, bad, empty).then(|| reason(None))
    }

    /// The moves of best play from a move to the end, if they are few.
    fn line_to_end(&self, at: u32) -> Line {
        let mut line = Line::default();
        let plies = self.best_line(at).unwrap_or_default();
        if plies.len() <= line.len() {
            let squares = plies.into_iter().map(|(at, _)| Some(Square::from_index(at)));
            line.iter_mut().zip(squares).for_each(|(place, square)| *place = square);
        }
        line
    }

    /// The moves of best play that make `side` pass soon after one move, but not after the other.
    pub(super) fn line_to_pass(&self, passing: u32, other: u32, side: Sides) -> Option<Line> {
        let [best_play, other] = [self.best_play(passing)?, self.best_play(other)?];
        if best_play.must_pass & side == 0 || other.may_pass & side != 0 {
            return None;
        }
        let (mut position, mut is_mover) = (self.position.play(passing), false);
        let mut line = Line::default();
        for place in &mut line {
            let best_play = self.best_play_from(position)?;
            let at = bitboard::indices(best_play.best_moves).next()?;
            *place = Some(Square::from_index(at));
            (position, is_mover) = (position.play(at), !is_mover);
            if self.geometry.moves(position) == 0 {
                return (is_mover == (side == MOVER)).then_some(line);
            }
        }
        None
    }
}

/// The squares of a row or column, including those outside a small board.
const fn squares_of(place: RowOrColumn) -> Bitboard {
    match place {
        RowOrColumn::Row(at) => 0xFF << (8 * at),
        RowOrColumn::Column(at) => 0x0101_0101_0101_0101 << at,
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
