//! The searching players: `level:1` to `level:10`, and `expert`.

use rand::RngExt;

use super::{
    large,
    levels::{ELSEWHERE, Level, ON_8_X_8},
};
use crate::{
    games::flip::{
        Flip,
        engine::{End, Engine, Found, Reach},
        rules::{FlipBoard, FlipObservation, Side, Square, cell_of, index_of},
    },
    play::{Advice, Player, PlayerError, Rng, SearchStop, Seat, ThinkContext},
};

/// How far a player looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Positions for a choice, if the budget allows as many.
    pub nodes: u64,
    /// Plies; 0: not at all.
    pub depth: u32,
    /// Whether it plays the end out exactly when that is within reach.
    pub solve: bool,
}

impl From<Limits> for Reach {
    fn from(limits: Limits) -> Self {
        let depth = Some(limits.depth).filter(|&depth| depth < u32::MAX);
        let end = if limits.solve { End::WithinReach } else { End::StepReview };
        Self { nodes: limits.nodes, depth, end, ..Self::default() }
    }
}

/// What the search tells while it goes on.
fn progress(found: &Found) -> String {
    let value = signed_tiles(whole_tiles(found.value));
    let how = if found.exact { "solved".to_owned() } else { format!("depth {}", found.depth) };
    format!("{how}, {value}, {}", positions(found.nodes))
}

/// A player that searches.
#[derive(Debug)]
pub struct Searcher {
    /// On 8 x 8, and on all other boards.
    levels: [Level; 2],
    engine: Engine,
}

impl Searcher {
    /// All that the budget allows.
    pub fn expert() -> Self {
        let limits = Limits { nodes: u64::MAX, depth: u32::MAX, solve: true };
        Self {
            levels: [Level { limits, noise: 0, greed: 0, shyness: 0 }; 2],
            engine: Engine::default(),
        }
    }

    /// The level with this number, from 1.
    pub fn level(number: u32) -> Option<Self> {
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        Some(Self {
            levels: [*ON_8_X_8.get(index)?, *ELSEWHERE.get(index)?],
            engine: Engine::default(),
        })
    }
}

impl Searcher {
    /// The best cell, and what is known of it on boards up to 8 x 8.
    fn find(
        &mut self,
        seat: Seat,
        seen: &FlipObservation,
        think: &ThinkContext,
    ) -> Result<(Square, Option<Found>), PlayerError> {
        let (board, side) = (&seen.position.board, Side::of(seat));
        let level = self.levels[usize::from(board.size() != 8)];
        let limits = level.limits;
        let mut rng = think.rng();
        let mut handicap = |cell| level.handicap(board, side, cell, &mut rng);
        if think.is_cancelled() {
            return Err(PlayerError::Cancelled);
        }
        let mut last = None;
        let best = match board {
            FlipBoard::Bits { size, tiles } => {
                let handicaps: Vec<_> =
                    board.legal(side).iter().map(|&cell| handicap(cell)).collect();
                let tiles = (tiles[side.index()], tiles[side.other().index()]);
                let mut told = |found: &Found| {
                    think.report(|| progress(found));
                    last = Some(found.clone());
                };
                self.engine
                    .choose(*size, tiles, &handicaps, limits.into(), think, &mut told)
                    .map(|at| at.map(cell_of))
            }
            FlipBoard::Grid(_) => large::choose(board, side, handicap, limits, think),
        };
        match best {
            Ok(Some(cell)) => Ok((cell, last)),
            Ok(None) => Err(PlayerError::Fault("has no move".to_owned())),
            Err(SearchStop::Cancelled | SearchStop::Spent) => Err(PlayerError::Cancelled),
        }
    }
}

impl Player<Flip> for Searcher {
    fn choose(
        &mut self,
        seat: Seat,
        seen: &FlipObservation,
        think: &ThinkContext,
    ) -> Result<Square, PlayerError> {
        self.find(seat, seen, think).map(|(cell, _)| cell)
    }

    fn advise(
        &mut self,
        seat: Seat,
        seen: &FlipObservation,
        think: &ThinkContext,
    ) -> Result<Advice<Square>, PlayerError> {
        let (action, found) = self.find(seat, seen, think)?;
        let words =
            found.filter(|found| found.best == [index_of(action)]).map(|found| prospects(&found));
        Ok(Advice { reason: words, ..Advice::new(action) })
    }
}

/// `wins by 6 tiles` or `about 3 tiles ahead, seen 12 moves on`.
fn prospects(found: &Found) -> String {
    let tiles = whole_tiles(found.value);
    let count = tiles.unsigned_abs();
    let by = if count == 1 { "1 tile".to_owned() } else { format!("{count} tiles") };
    let depth = found.depth;
    match (found.exact, tiles) {
        (true, 1..) => format!("wins by {by}"),
        (true, 0) => "a draw".to_owned(),
        (true, _) => format!("loses by {by} at best"),
        (false, 1..) => format!("about {by} ahead, seen {depth} moves on"),
        (false, 0) => format!("about even, seen {depth} moves on"),
        (false, _) => format!("about {by} behind, seen {depth} moves on"),
    }
}

impl Level {
    /// What is added to the value of a move that this level finds, in hundredths of a tile.
    fn handicap(&self, board: &FlipBoard, side: Side, cell: Square, rng: &mut Rng) -> i32 {
        let mut handicap = 0;
        if self.noise > 0 {
            handicap += rng.random_range(-self.noise..=self.noise);
        }
        if self.greed != 0 {
            handicap += self.greed * i32::try_from(board.flips(side, cell).len()).unwrap_or(0);
        }
        let at_edge = |place: u16| place == 0 || place == board.size() - 1;
        handicap - self.shyness * (i32::from(at_edge(cell.row)) + i32::from(at_edge(cell.col)))
    }
}

/// Hundredths of a tile as tiles, rounded.
fn whole_tiles(value: i32) -> i32 {
    (value + 50 * value.signum()) / 100
}

/// `1.2 M positions`.
pub fn positions(nodes: u64) -> String {
    match nodes {
        0..10_000 => format!("{nodes} positions"),
        10_000..1_000_000 => format!("{} k positions", nodes / 1000),
        _ => format!("{}.{} M positions", nodes / 1_000_000, nodes / 100_000 % 10),
    }
}

/// `+3`, `-12` or `0`.
pub fn signed_tiles(tiles: i32) -> String {
    if tiles == 0 { "0".to_owned() } else { format!("{tiles:+}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prospects_are_told_in_words() {
        let found = |value, exact| Found {
            value,
            exact,
            depth: 9,
            best: Vec::new(),
            line: Vec::new(),
            nodes: 1,
        };
        for (value, exact, words) in [
            (600, true, "wins by 6 tiles"),
            (-100, true, "loses by 1 tile at best"),
            (0, true, "a draw"),
            (149, false, "about 1 tile ahead, seen 9 moves on"),
            (-1250, false, "about 13 tiles behind, seen 9 moves on"),
            (-49, false, "about even, seen 9 moves on"),
        ] {
            assert_eq!(prospects(&found(value, exact)), words);
        }
    }
}
