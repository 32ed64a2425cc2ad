//! The position in which a move is wanted: looked at deeper and deeper, and played out when the end
//! is within reach.

mod deepen;
mod line;

use super::{
    counter::Counter,
    endgame::{NearTable, Shape},
    evaluation::{Trained, Weights},
    judge::{Check, Judge},
    midgame::Move,
    plain::Places,
    table::Table,
};
use crate::{
    games::flip::rules::bitboard,
    play::{SearchStop, ThinkContext},
};

/// Whether the end is played out exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// No: it is only judged.
    StepReview,
    /// When it is within reach.
    WithinReach,
    /// Whatever it takes.
    Exact,
}

/// How far the engine looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Positions, if the budget allows as many.
    pub nodes: u64,
    /// Plies; nothing: as far as the budget allows.
    pub depth: Option<u32>,
    /// The end.
    pub end: End,
    /// Bytes that the table of positions may take; nothing: what suits the budget.
    pub memory: Option<usize>,
    /// Threads that may play the end out, when there is a budget of time.
    pub threads: usize,
}

impl Default for Reach {
    /// All that the budget allows, on one thread.
    fn default() -> Self {
        Self { nodes: u64::MAX, depth: None, end: End::WithinReach, memory: None, threads: 1 }
    }
}

/// What is known of a position. Cells are indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// For the side to move, in hundredths of a tile.
    pub value: i32,
    /// Whether it is the final score.
    pub exact: bool,
    /// Plies looked ahead.
    pub depth: u32,
    /// The best move; all of them in the last word on an exact score.
    pub best: Vec<u32>,
    /// How it goes on.
    pub line: Vec<u32>,
    /// Positions looked at.
    pub nodes: u64,
}

/// A searcher of boards up to 8 x 8. What it keeps between two searches is memory to reuse, not
/// knowledge.
#[derive(Debug, Default)]
pub struct Engine {
    table: Table,
    near: NearTable,
    grounds: Option<Grounds>,
    /// Judges by the plain evaluation even where there is a trained one.
    plain: bool,
}

/// What is known of boards of one size.
#[derive(Debug)]
struct Grounds {
    size: u16,
    shape: Shape,
    judge: Judgement,
    /// How promising a cell is at first sight.
    promise: [i8; 64],
}

/// What judges positions.
#[derive(Debug)]
enum Judgement {
    Trained(Trained<'static>),
    Plain(Box<Places>),
}

impl Judge for Judgement {
    #[inline]
    fn judge(&self, own: u64, opp: u64, legal: u64) -> i32 {
        match self {
            Self::Trained(trained) => trained.judge(own, opp, legal),
            Self::Plain(places) => places.judge(own, opp, legal),
        }
    }

    #[inline]
    fn check(&self, depth: u32, empties: u32, selectivity: u8) -> Option<Check> {
        match self {
            Self::Trained(trained) => trained.check(depth, empties, selectivity),
            Self::Plain(_) => None,
        }
    }
}

impl Judgement {
    /// Whether it is known how far a shallow search may be off, so that moves may be left out.
    fn knows_its_limits(&self) -> bool {
        matches!(self, Self::Trained(_))
    }
}

impl Grounds {
    fn new(size: u16, plain: bool) -> Self {
        let places = Places::new(size);
        let promise = places.promise;
        let judge = if size == 8 && !plain {
            Judgement::Trained(Trained::with(Weights::trained()))
        } else {
            Judgement::Plain(Box::new(places))
        };
        Self { size, shape: Shape::new(size), judge, promise }
    }

    /// With so many positions to look at, so many empty cells can usually be played out: 12 take
    /// about 20,000, and each further one two and a half times as many (measured on random play).
    /// The whole game of 4 x 4 takes 733.
    fn solvable(&self, positions: u64) -> u32 {
        let usual = positions.max(1).ilog2() * 3 / 4 + 1;
        if self.size == 4 && positions > 1000 { 12 } else { usual }
    }
}

/// The most bytes of a table whose size isn't given, and the least.
const MEMORY: (u64, u64) = (64 << 20, 16 << 10);

/// The bytes of a table for so many positions: a quarter of them at least stays in it.
fn memory_for(positions: u64) -> usize {
    let bytes =
        positions.saturating_mul(Table::ENTRY as u64).clamp(MEMORY.1, MEMORY.0).next_power_of_two();
    usize::try_from(bytes).unwrap_or(usize::MAX)
}

/// A move of the root: the handicap is added to what the search finds.
#[derive(Clone, Copy)]
struct Candidate {
    chosen: Move,
    handicap: i32,
}

/// The position to move in: the best move known so far is the first.
struct Root<'a> {
    moves: Vec<Candidate>,
    own: u64,
    opp: u64,
    grounds: &'a Grounds,
    table: &'a Table,
    near: &'a mut NearTable,
    counter: Counter,
    reach: Reach,
    /// About how many positions the budget allows.
    expected: u64,
}

impl Engine {
    /// One that judges by the plain evaluation on boards of all sizes.
    pub fn plain() -> Self {
        Self { plain: true, ..Self::default() }
    }

    /// The best cell (its index) for the owner of `own` on an n x n board; none where there is no
    /// move. `handicaps` are added to the values of the legal moves in reading order; without them
    /// all are 0. `tell` hears of each deeper result.
    ///
    /// # Errors
    /// [`SearchStop::Cancelled`] only.
    pub fn choose(
        &mut self,
        size: u16,
        tiles: (u64, u64),
        handicaps: &[i32],
        reach: Reach,
        think: &ThinkContext,
        tell: &mut dyn FnMut(&Found),
    ) -> Result<Option<u32>, SearchStop> {
        let mut root = self.root(size, tiles, handicaps, reach, think);
        let halted = if root.moves.len() < 2 { Ok(None) } else { root.deepen(tell) };
        match halted {
            Err(SearchStop::Cancelled) => Err(SearchStop::Cancelled),
            Ok(_) | Err(SearchStop::Spent) => {
                Ok(root.moves.first().map(|best| best.chosen.cell().into()))
            }
        }
    }

    /// Looks at a position on an n x n board in which the owner of `own` can move; `tell` hears of
    /// each deeper result.
    ///
    /// # Errors
    /// [`SearchStop`] when the search ended before its time.
    pub fn look(
        &mut self,
        size: u16,
        tiles: (u64, u64),
        reach: Reach,
        think: &ThinkContext,
        tell: &mut dyn FnMut(&Found),
    ) -> Result<(), SearchStop> {
        let mut root = self.root(size, tiles, &[], reach, think);
        root.counter.look_if_cancelled()?;
        if let Some(tiles) = root.deepen(tell)? {
            root.look_at_equals(tiles, tell)?;
        }
        Ok(())
    }

    fn root(
        &mut self,
        size: u16,
        (own, opp): (u64, u64),
        handicaps: &[i32],
        reach: Reach,
        think: &ThinkContext,
    ) -> Root<'_> {
        if self.grounds.as_ref().is_none_or(|grounds| grounds.size != size) {
            self.grounds = None;
        }
        let plain = self.plain;
        let grounds = self.grounds.get_or_insert_with(|| Grounds::new(size, plain));
        let expected = Counter::expected(think, reach.nodes);
        self.table.renew(reach.memory.unwrap_or_else(|| memory_for(expected)));
        self.near.renew();
        Root {
            moves: candidates(grounds, own, opp, handicaps),
            own,
            opp,
            grounds,
            table: &self.table,
            near: &mut self.near,
            counter: Counter::new(think, reach.nodes),
            reach,
            expected,
        }
    }
}

/// The legal moves, the most promising first.
fn candidates(grounds: &Grounds, own: u64, opp: u64, handicaps: &[i32]) -> Vec<Candidate> {
    let legal = bitboard::moves(own, opp, grounds.shape.mask & !(own | opp));
    let handicaps = handicaps.iter().copied().chain(std::iter::repeat(0));
    let candidate = |(at, handicap)| Candidate { chosen: Move::new(own, opp, at), handicap };
    let mut moves: Vec<_> = bitboard::indices(legal).zip(handicaps).map(candidate).collect();
    let promise = |candidate: &Candidate| grounds.promise[usize::from(candidate.chosen.cell())];
    moves.sort_by_key(|candidate| (-candidate.handicap, -promise(candidate)));
    moves
}

#[cfg(test)]
mod tests;
