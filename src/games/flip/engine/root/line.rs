//! The best moves, and how the game goes on from them.

use super::{super::table::key, Candidate, Found, Root};
use crate::{games::flip::rules::bitboard, play::SearchStop};

impl Root<'_> {
    /// The first of the moves, in reading order.
    pub(super) fn best(&self, count: usize) -> Vec<u32> {
        let mut best: Vec<_> =
            self.moves.iter().take(count).map(|candidate| candidate.chosen.cell().into()).collect();
        best.sort_unstable();
        best
    }

    /// How it goes on after a search to this depth, as far as the table remembers.
    pub(super) fn line(&self, depth: u32) -> Vec<u32> {
        let mut line = Vec::new();
        let (mut own, mut opp) = (self.own, self.opp);
        let mut next = self.moves.first().map(|candidate| candidate.chosen.cell().into());
        while let Some(at) = next.filter(|_| line.len() < depth as usize) {
            line.push(at);
            let flips = bitboard::flips(own, opp, at);
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
        bitboard::moves(own, opp, self.grounds.shape.mask & !(own | opp))
    }

    /// Tells of all moves that bring so many tiles as the best one, which stands first.
    pub(super) fn look_at_equals(
        &mut self,
        tiles: i32,
        tell: &mut dyn FnMut(&Found),
    ) -> Result<(), SearchStop> {
        let mut equals = 1;
        for number in 1..self.moves.len() {
            let (own, opp) = self.moves[number].chosen.make(self.own, self.opp);
            if self.reaches(own, opp, tiles)? {
                self.moves[equals..=number].rotate_right(1);
                equals += 1;
            }
        }
        let best = self.best(equals);
        let line = self.line_to_the_end(tiles);
        let (depth, nodes) = (self.empties(), self.counter.nodes());
        tell(&Found { value: 100 * tiles, exact: true, depth, best, line, nodes });
        Ok(())
    }

    /// Puts a move first that brings so many tiles, the score of the position.
    pub(super) fn put_first(&mut self, tiles: i32) -> Result<(), SearchStop> {
        let known = self.table.get(key(self.own, self.opp, 0)).map(|known| known.best);
        if let Some(number) =
            self.moves.iter().position(|candidate| Some(candidate.chosen.cell()) == known)
        {
            self.moves[..=number].rotate_right(1);
        }
        for number in 0..self.moves.len() {
            let (own, opp) = self.moves[number].chosen.make(self.own, self.opp);
            if self.reaches(own, opp, tiles)? {
                self.moves[..=number].rotate_right(1);
                break;
            }
        }
        Ok(())
    }

    /// Whether who has just moved reaches so many tiles from here, where the owner of `own` is to
    /// move.
    fn reaches(&mut self, own: u64, opp: u64, tiles: i32) -> Result<bool, SearchStop> {
        Ok(-self.endgame().solve(own, opp, -tiles, 1 - tiles)? >= tiles)
    }

    /// How a position that is worth so many tiles goes on to its end; shorter where the budget is
    /// used up.
    pub(super) fn line_to_the_end(&mut self, tiles: i32) -> Vec<u32> {
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
        let known = self.table.get(key(own, opp, 0)).map(|known| u32::from(known.best));
        let mut moves: Vec<u32> = bitboard::indices(self.legal(own, opp)).collect();
        moves.sort_by_key(|&at| Some(at) != known);
        moves.into_iter().find_map(|at| {
            let flips = bitboard::flips(own, opp, at);
            let next = (opp ^ flips, own | flips | 1 << at);
            self.reaches(next.0, next.1, tiles).ok()?.then_some((at, next))
        })
    }
}
