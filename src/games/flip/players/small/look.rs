//! All that a search finds out about a position, step by step: for analyses, not for players.

use super::{
    Candidate, Halt, Places, Root, Small, Table, Think, candidates,
    endgame::{self, Endgame},
    final_score, midgame, solvable,
};
use crate::games::flip::{
    players::{counter::Counter, table::key},
    rules::bits,
};

/// How far an analysis looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Plies; nothing: as far as the budget allows.
    pub depth: Option<u32>,
    /// The position is played out, whatever that takes.
    pub exact: bool,
    /// Bytes that the table may take.
    pub memory: usize,
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

impl Small {
    /// The score of a finished game on an n x n board for the owner of `own`, in tiles.
    pub fn final_score(size: u16, (own, opp): (u64, u64)) -> i32 {
        final_score(own, opp, bits::mask(size.into()))
    }

    /// Analyses a position on an n x n board in which the owner of `own` can move; `tell` hears of each deeper result.
    ///
    /// # Errors
    /// [`Halt`] when the search ended before its time.
    pub fn look(
        &mut self,
        size: u16,
        (own, opp): (u64, u64),
        reach: Reach,
        think: &Think,
        tell: &mut dyn FnMut(&Found),
    ) -> Result<(), Halt> {
        let places = Places::new(size);
        let expected = Counter::expected(think, u64::MAX);
        self.table.renew(expected.min(Table::entries_in(reach.memory)));
        let empties = (places.mask & !(own | opp)).count_ones();
        let within = reach.depth.map_or(empties <= solvable(size, expected), |depth| depth >= empties);
        let solves = reach.exact || within;
        let mut root = Root {
            moves: candidates(&places, own, opp, &[]),
            own,
            opp,
            counter: Counter::new(think, u64::MAX),
            table: &mut self.table,
            places: &places,
        };
        root.counter.look_if_cancelled()?;
        // A look ahead orders the moves for the solver.
        let deepest = if solves { (empties / 2).min(8) } else { reach.depth.unwrap_or(empties).min(empties) };
        for depth in 1..=deepest {
            let value = midgame::in_hundredths(root.search(depth)?);
            let (best, line) = (root.best(1), root.line(depth));
            let exact = depth == empties;
            tell(&Found { value, exact, depth, best, line, nodes: root.counter.nodes() });
        }
        if solves {
            let tiles = root.solve()?;
            let line = root.best_line(tiles);
            let mut found =
                Found { value: 100 * tiles, exact: true, depth: empties, best: root.best(1), line, nodes: 0 };
            found.nodes = root.counter.nodes();
            tell(&found);
            let equals = root.equals(tiles)?;
            (found.best, found.nodes) = (root.best(equals), root.counter.nodes());
            tell(&found);
        }
        Ok(())
    }
}

impl Root<'_> {
    /// The first of the moves, in reading order.
    fn best(&self, count: usize) -> Vec<u32> {
        let mut best: Vec<_> = self.moves.iter().take(count).map(|candidate| candidate.chosen.at).collect();
        best.sort_unstable();
        best
    }

    /// How it goes on after a search to this depth, as far as the table remembers.
    fn line(&self, depth: u32) -> Vec<u32> {
        let mut line = Vec::new();
        let (mut own, mut opp) = (self.own, self.opp);
        let mut next = self.moves.first().map(|candidate| candidate.chosen.at);
        while let Some(at) = next.filter(|_| line.len() < depth as usize) {
            line.push(at);
            let flips = bits::flips(own, opp, at);
            (own, opp) = (opp ^ flips, own | flips | 1 << at);
            let mut legal = self.legal(own, opp);
            if legal == 0 {
                (own, opp) = (opp, own);
                legal = self.legal(own, opp);
            }
            let known = self.table.get(key(own, opp, 0)).map(|known| u32::from(known.best));
            next = known.filter(|&at| at < 64 && legal & 1 << at != 0);
        }
        line
    }

    fn legal(&self, own: u64, opp: u64) -> u64 {
        bits::moves(own, opp, self.places.mask & !(own | opp))
    }

    /// Puts the moves that are as good as the best one, which brings so many tiles, behind it; says how many they are
    /// together.
    fn equals(&mut self, tiles: i32) -> Result<usize, Halt> {
        let mut equals = 1;
        for number in 1..self.moves.len() {
            let (own, opp) = self.moves[number].chosen.make(self.own, self.opp);
            if self.reaches(own, opp, tiles)? {
                self.moves[equals..=number].rotate_right(1);
                equals += 1;
            }
        }
        Ok(equals)
    }

    /// Whether who has just moved reaches so many tiles from here, where the owner of `own` is to move.
    fn reaches(&mut self, own: u64, opp: u64, tiles: i32) -> Result<bool, Halt> {
        let mut endgame = Endgame { places: self.places, table: self.table, counter: &mut self.counter };
        Ok(-endgame.solve(own, opp, -tiles, 1 - tiles)? >= tiles)
    }

    /// How a position that is worth so many tiles goes on to its end; shorter where the budget is used up.
    fn best_line(&mut self, tiles: i32) -> Vec<u32> {
        let mut line: Vec<u32> = self.best(1);
        let Some(&Candidate { chosen, .. }) = self.moves.first() else { return line };
        let (mut own, mut opp) = chosen.make(self.own, self.opp);
        let mut value = -tiles;
        loop {
            if self.legal(own, opp) == 0 {
                (own, opp, value) = (opp, own, -value);
            }
            let Some((at, next)) = self.next_of_line(own, opp, value) else { return line };
            line.push(at);
            (own, opp) = next;
            value = -value;
        }
    }

    /// A move that reaches so many tiles, and the position after it.
    fn next_of_line(&mut self, own: u64, opp: u64, tiles: i32) -> Option<(u32, (u64, u64))> {
        let known = self.table.get(key(own, opp, endgame::SALT)).map(|known| u32::from(known.best));
        let mut moves: Vec<u32> = bits::indices(self.legal(own, opp)).collect();
        moves.sort_by_key(|&at| Some(at) != known);
        moves.into_iter().find_map(|at| {
            let flips = bits::flips(own, opp, at);
            let next = (opp ^ flips, own | flips | 1 << at);
            self.reaches(next.0, next.1, tiles).ok()?.then_some((at, next))
        })
    }
}
