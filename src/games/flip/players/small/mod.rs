//! Boards up to 8 x 8: a search that deepens step by step, and near the end the exact solver.

mod evaluation;
mod midgame;

use std::fmt::Write as _;

use evaluation::Places;
use midgame::Midgame;

use super::search::{Limits, positions, signed_tiles};
use crate::{
    games::flip::{
        engine::{
            counter::Counter,
            endgame::{self, Endgame, Judge},
            evaluation::Weights,
            table::Table,
        },
        rules::bits,
    },
    play::{Halt, Think},
};

/// A move with what is needed to make and to order it.
#[derive(Clone, Copy, Default)]
struct Move {
    order: i32,
    at: u32,
    flips: u64,
}

impl Move {
    /// The tiles of the side to move and of the other after it.
    #[inline]
    fn make(self, own: u64, opp: u64) -> (u64, u64) {
        (opp ^ self.flips, own ^ self.flips ^ (1 << self.at))
    }
}

/// A move of the root: the handicap is added to what the search finds.
#[derive(Clone, Copy)]
struct Candidate {
    chosen: Move,
    handicap: i32,
}

/// A searcher of small boards; what it keeps between two choices is memory to reuse, not knowledge.
#[derive(Debug, Default)]
pub struct Small {
    table: Table,
    places: Option<(u16, Places)>,
}

/// The bytes of a table for so many positions: a quarter of them at least stays in it.
fn bytes(positions: u64) -> usize {
    let entries = usize::try_from(positions).unwrap_or(usize::MAX).clamp(1 << 10, 1 << 20);
    entries.next_power_of_two() * Table::ENTRY
}

impl Judge for Places {
    fn judge(&self, own: u64, opp: u64) -> i32 {
        if self.shape.size == 8 {
            return Weights::trained().judge(own, opp);
        }
        self.evaluate(own, opp, bits::moves(own, opp, self.shape.mask & !(own | opp)))
    }
}

/// With so many positions to look at, so many empty cells can usually be played out: 12 take about 20,000, and each
/// further one two and a half times as many (measured on random play). The whole game of 4 x 4 takes 733.
fn solvable(size: u16, positions: u64) -> u32 {
    let usual = positions.max(1).ilog2() * 3 / 4 + 1;
    if size == 4 && positions > 1000 { 12 } else { usual }
}

impl Small {
    /// The best cell (its index) for the owner of `own` on an n x n board. `handicaps` belong to the legal moves in
    /// reading order; without them all are 0.
    ///
    /// # Errors
    /// [`Halt::Cancelled`] only.
    pub fn choose(
        &mut self,
        size: u16,
        (own, opp): (u64, u64),
        handicaps: &[i32],
        limits: Limits,
        think: &Think,
    ) -> Result<u32, Halt> {
        let places = match self.places.take() {
            Some((known, places)) if known == size => places,
            _ => Places::new(size),
        };
        let expected = Counter::expected(think, limits.nodes);
        self.table.renew(bytes(expected));
        let mut root = Root {
            moves: candidates(&places, own, opp, handicaps),
            own,
            opp,
            counter: Counter::new(think, limits.nodes),
            table: &self.table,
            places: &places,
        };
        let halted = root.deepen(limits, solvable(size, expected), think);
        let best = root.moves.first().map_or(0, |best| best.chosen.at);
        self.places = Some((size, places));
        match halted {
            Err(Halt::Cancelled) => Err(Halt::Cancelled),
            Ok(()) | Err(Halt::Spent) => Ok(best),
        }
    }
}

/// The legal moves, the most promising first.
fn candidates(places: &Places, own: u64, opp: u64, handicaps: &[i32]) -> Vec<Candidate> {
    let legal = bits::moves(own, opp, places.shape.mask & !(own | opp));
    let mut handicaps = handicaps.iter().copied().chain(std::iter::repeat(0));
    let candidate = |at: u32| {
        let handicap = handicaps.next().unwrap_or(0);
        let order = -i32::from(places.promise[at as usize]);
        Candidate { chosen: Move { order, at, flips: bits::flips(own, opp, at) }, handicap }
    };
    let mut moves: Vec<_> = bits::indices(legal).map(candidate).collect();
    moves.sort_by_key(|candidate| (-candidate.handicap, candidate.chosen.order));
    moves
}

/// The position to move in: the best move known so far is the first.
struct Root<'a> {
    moves: Vec<Candidate>,
    own: u64,
    opp: u64,
    counter: Counter,
    table: &'a Table,
    places: &'a Places,
}

impl Root<'_> {
    fn deepen(&mut self, limits: Limits, solvable: u32, think: &Think) -> Result<(), Halt> {
        if self.moves.len() < 2 {
            return Ok(());
        }
        let empties = (self.places.shape.mask & !(self.own | self.opp)).count_ones();
        let exact = empties <= solvable && limits.solve;
        // A look ahead orders the moves for the solver, and is there if it runs out of budget.
        let deepest = if exact { (empties / 2).min(8) } else { limits.depth.min(empties) };
        for depth in 1..=deepest {
            let value = self.search(depth)?;
            think.report(|| {
                let mut words = format!("depth {depth}, ");
                let _ = write!(words, "{}, {}", midgame::in_tiles(value), positions(self.counter.nodes()));
                words
            });
        }
        if exact {
            let value = self.solve()?;
            think.report(|| format!("solved, {}, {}", signed_tiles(value), positions(self.counter.nodes())));
        }
        Ok(())
    }

    /// Searches all moves to a depth, and puts the best first.
    fn search(&mut self, depth: u32) -> Result<i32, Halt> {
        let Self { own, opp, .. } = *self;
        let mut best = -midgame::INFINITE;
        for number in 0..self.moves.len() {
            let Candidate { chosen, handicap } = self.moves[number];
            let (next_own, next_opp) = chosen.make(own, opp);
            let mut midgame = Midgame { places: self.places, table: self.table, counter: &mut self.counter };
            let mut look = |alpha: i32, beta: i32| midgame.search(next_own, next_opp, depth - 1, -beta, -alpha);
            let bar = best - handicap;
            if number > 0 && -look(bar, bar + 1)? <= bar {
                continue;
            }
            let value = handicap - look(if number > 0 { bar } else { -midgame::INFINITE }, midgame::INFINITE)?;
            if value > best {
                best = value;
                self.moves[..=number].rotate_right(1);
            }
        }
        Ok(best)
    }

    /// Plays all moves out, and puts the best first. (Handicaps belong to judgement; here is none.)
    fn solve(&mut self) -> Result<i32, Halt> {
        let Self { own, opp, .. } = *self;
        let mut best = -endgame::INFINITE;
        for number in 0..self.moves.len() {
            let (next_own, next_opp) = self.moves[number].chosen.make(own, opp);
            let mut endgame = Endgame {
                shape: &self.places.shape,
                judge: self.places,
                table: self.table,
                counter: &mut self.counter,
                threads: 1,
            };
            if number > 0 && -endgame.solve(next_own, next_opp, -best - 1, -best)? <= best {
                continue;
            }
            let value = -endgame.solve(next_own, next_opp, -endgame::INFINITE, -best)?;
            if value > best {
                best = value;
                self.moves[..=number].rotate_right(1);
            }
        }
        Ok(best)
    }
}
