//! The end of the game: what it is counted to be, and who moves last in a region.

use super::{
    END, EndgamePolicy, Explanation, FlipReason, LINE_NODES, Position,
    bitboard::{self, Bitboard},
    grown,
};

/// The largest number of empty squares before a move with which lines to the end are searched.
const MAX_COUNTED: u32 = 12;
/// The largest number of positions that such a search may take.
const MAX_NODES: u64 = 2_000_000;

impl Explanation<'_> {
    /// Says what a costly move leads to, if the game was or can be counted to its end.
    pub(super) fn counted(&self, afters: [Position; 2], cost: Option<f64>) -> Option<FlipReason> {
        let known = self.values.best.zip(cost).filter(|_| self.values.exact);
        let [lead, best] = match known {
            Some((best, cost)) => [best - cost, best].map(whole),
            None if self.empty() <= END => {
                let [lead, best] = afters.map(|after| self.count(after));
                [lead?, best?]
            }
            None => return None,
        };
        (lead < best).then_some(FlipReason::Counted { lead, instead: best })
    }

    /// Says what a best move leads to near the end, and what the best of the others does, if the
    /// game was counted to its end and that is less.
    pub(super) fn counted_best(&self, at: u32) -> Option<FlipReason> {
        let best = self.values.best.filter(|_| self.is_end())?;
        let lead = whole(best - self.values.cost.unwrap_or(0.0));
        let others = bitboard::indices(self.geometry.moves(self.position) & !(1 << at));
        let others = others.map(|at| self.count(self.position.play(at)));
        let instead = others.collect::<Option<Vec<_>>>()?.into_iter().max()?;
        (instead < lead).then_some(FlipReason::Counted { lead, instead })
    }

    /// Returns how many tiles the side that just moved is ahead at the end, if a search finds out.
    fn count(&self, after: Position) -> Option<i32> {
        let result = self.search(after, EndgamePolicy::SolveIfFeasible, LINE_NODES)?;
        result.exact.then(|| whole(-f64::from(result.score) / 100.0))
    }

    /// Returns the number of empty squares of the region into which the worse of two moves leads,
    /// if with best play of both sides the mover makes the last move in it after the better one,
    /// and the opponent after the worse one. Returns `None` if the region has fewer than three, or the
    /// end of the game is too far.
    pub(super) fn region_won(&self, at: u32, worse: u32) -> Option<u32> {
        let (cells, is_mover) = self.last_in_region(worse, worse)?;
        let is_won = || self.last_in_region(at, worse).is_some_and(|(_, is_mover)| is_mover);
        (!is_mover && is_won()).then_some(cells)
    }

    /// Returns the number of empty squares of the region with `region`, and whether the mover makes
    /// the last move in it.
    fn last_in_region(&self, at: u32, region: u32) -> Option<(u32, bool)> {
        let empty = self.geometry.empty(self.position);
        if !self.values.exact || empty.count_ones() > MAX_COUNTED {
            return None;
        }
        let region = connected(empty, 1 << region);
        let is_part = region != empty || region.count_ones() <= 5;
        if !is_part || region.count_ones() < 3 {
            return None;
        }
        let movers = self.line_to_the_end(at)?;
        let last = movers.iter().rev().find(|&&(at, _)| region & 1 << at != 0)?;
        Some((region.count_ones(), last.1))
    }

    /// Returns the squares of the moves from `at` on to the end of the game with best play of both
    /// sides, and whether the mover makes them.
    fn line_to_the_end(&self, at: u32) -> Option<Vec<(u32, bool)>> {
        let mut line = vec![(at, true)];
        let (mut position, mut is_mover) = (self.position.play(at), false);
        let result = self.search(position, EndgamePolicy::Solve, MAX_NODES)?;
        for square in result.line.iter().filter(|_| result.exact) {
            if self.geometry.moves(position) == 0 {
                (position, is_mover) = (position.pass(), !is_mover);
            }
            line.push((square.index(), is_mover));
            (position, is_mover) = (position.play(square.index()), !is_mover);
        }
        let has_ended = [position, position.pass()].map(|it| self.geometry.moves(it)) == [0, 0];
        (result.exact && has_ended).then_some(line)
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
