//! Games of the evaluation against itself, and what their positions are worth.

use fourcade::{
    games::flip::{
        engine::{
            counter::Counter,
            endgame::{Endgame, NearTable, Shape},
            judge::Judge,
            midgame::{INFINITE, Midgame},
            table::{Table, key},
        },
        rules::bitboard,
    },
    play::{Budget, Rng, Seat, ThinkContext, random},
};
use indicatif::ProgressBar;
use rand::RngExt;
use rayon::prelude::*;

/// A position and what it is worth for the owner of `own`, to move, in tiles.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    pub own: u64,
    pub opp: u64,
    pub label: f32,
}

/// The tiles of who moves first, and of the other.
const START: (u64, u64) = (1 << 27 | 1 << 36, 1 << 28 | 1 << 35);
/// How many plies at the beginning are drawn by lot, at least and at most.
const OPENING: (u32, u32) = (4, 26);
/// How boldly searches leave moves out.
const SELECTIVITY: u8 = 4;
/// Bytes of a table for one search.
const MEMORY: usize = 1 << 18;
/// How often a move near the end is drawn by lot, one in so many: labels there are exact whatever
/// follows.
const STRAY: u32 = 6;

/// A round of games.
pub struct Round {
    pub games: u64,
    pub depth: u32,
    pub exact: u32,
    pub seed: u64,
}

impl Round {
    /// Plays all games; `searched` says whether what a search finds is to be trusted as a label.
    pub fn play<J: Judge>(&self, judge: &J, searched: bool, bar: &ProgressBar) -> Vec<Sample> {
        let one = |solver: &mut Solver<J>, number| {
            let mut rng = random::rng(self.seed, &[number]);
            let samples = self.play_one(solver, searched, &mut rng);
            bar.inc(1);
            samples
        };
        (0..self.games)
            .into_par_iter()
            .map_init(|| Solver::new(judge), one)
            .flatten_iter()
            .collect()
    }

    fn play_one<J: Judge>(
        &self,
        solver: &mut Solver<J>,
        searched: bool,
        rng: &mut Rng,
    ) -> Vec<Sample> {
        let opening = rng.random_range(OPENING.0..=OPENING.1);
        let (mut own, mut opp) = START;
        // The value for who moves first is the sign's.
        let (mut sign, mut ply, mut result) = (1.0, 0, None);
        let mut seen = Vec::new();
        loop {
            let empty = !(own | opp);
            let legal = bitboard::moves(own, opp, empty);
            if legal == 0 {
                if bitboard::moves(opp, own, empty) == 0 {
                    let end = sign * tiles(solver.shape.final_score(own, opp));
                    return labelled(&seen, result.unwrap_or(end), searched);
                }
                (own, opp, sign) = (opp, own, -sign);
                continue;
            }
            let mut at = by_lot(legal, rng);
            if ply >= opening {
                let exact = empty.count_ones() <= self.exact;
                let (value, best) = if exact {
                    solver.solve(own, opp)
                } else {
                    solver.search(own, opp, self.depth)
                };
                seen.push(FlipObservation { own, opp, sign, value, exact });
                if exact {
                    result.get_or_insert(sign * value);
                }
                if !exact || rng.random_range(0..STRAY) > 0 {
                    at = best.filter(|&best| legal & 1 << best != 0).unwrap_or(at);
                }
            }
            let flips = bitboard::flips(own, opp, at);
            (own, opp, sign) = (opp ^ flips, own | flips | 1 << at, -sign);
            ply += 1;
        }
    }
}

/// A position of a game: the value is for the side to move.
struct FlipObservation {
    own: u64,
    opp: u64,
    sign: f32,
    value: f32,
    exact: bool,
}

/// What is exact is taken as it is; else half is what the search has seen, and half how the game
/// ended.
fn labelled(seen: &[FlipObservation], result: f32, searched: bool) -> Vec<Sample> {
    let label = |seen: &FlipObservation| {
        let end = seen.sign * result;
        match (seen.exact, searched) {
            (true, _) => seen.value,
            (false, true) => f32::midpoint(seen.value, end),
            (false, false) => end,
        }
    };
    seen.iter().map(|seen| Sample { own: seen.own, opp: seen.opp, label: label(seen) }).collect()
}

fn by_lot(legal: u64, rng: &mut Rng) -> u32 {
    let number = rng.random_range(0..legal.count_ones());
    bitboard::indices(legal).nth(number as usize).unwrap_or_default()
}

#[allow(clippy::cast_precision_loss)] // 64 at most
fn tiles(score: i32) -> f32 {
    score as f32
}

/// Searches and solves.
pub struct Solver<'a, J> {
    judge: &'a J,
    shape: Shape,
    table: Table,
    near: NearTable,
    counter: Counter,
}

impl<'a, J: Judge> Solver<'a, J> {
    pub fn new(judge: &'a J) -> Self {
        let think = ThinkContext::new(Budget::Nodes(u64::MAX), 0, Seat::new(0), 0);
        Self {
            judge,
            shape: Shape::new(8),
            table: Table::default(),
            near: NearTable::new(),
            counter: Counter::new(&think, u64::MAX),
        }
    }

    /// What a search to a depth finds, in tiles, and the best move.
    fn search(&mut self, own: u64, opp: u64, depth: u32) -> (f32, Option<u32>) {
        self.forget();
        let value = (1..=depth)
            .map(|depth| self.look(own, opp, depth, SELECTIVITY))
            .last()
            .unwrap_or_default();
        (tiles(value) / 100.0, self.best(own, opp))
    }

    /// The value of a position at a depth, in hundredths of a tile.
    pub fn look(&mut self, own: u64, opp: u64, depth: u32, selectivity: u8) -> i32 {
        let Self { judge, shape, table, near, counter } = self;
        let mut midgame = Midgame { judge: *judge, shape, table, near, counter, selectivity };
        midgame.search(own, opp, depth, -INFINITE, INFINITE).unwrap_or_default()
    }

    /// Forgets what was found.
    pub fn forget(&mut self) {
        self.table.renew(MEMORY);
        self.near.renew();
    }

    /// What the position is worth, in tiles, and the best move.
    fn solve(&mut self, own: u64, opp: u64) -> (f32, Option<u32>) {
        self.forget();
        let Self { judge, shape, table, near, counter } = self;
        let mut endgame = Endgame { judge: *judge, shape, table, near, counter, threads: 1 };
        let score = endgame.solve(own, opp, -64, 64).unwrap_or_default();
        (tiles(score), self.best(own, opp))
    }

    fn best(&self, own: u64, opp: u64) -> Option<u32> {
        self.table.get(key(own, opp, 0)).map(|known| known.best.into())
    }
}
