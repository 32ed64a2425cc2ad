//! Stable tiles on the edges, precomputed for every state of an edge.

use std::sync::OnceLock;

/// The stable own tiles on an edge, indexed by the own tiles and the opponent's (a bit for each
/// square, the first square lowest).
pub type EdgeStability = Vec<[u8; 256]>;

/// Returns the table for edges of `size` squares, at most 8. It is computed once.
pub fn edge_stability(size: u32) -> &'static EdgeStability {
    static TABLES: [OnceLock<EdgeStability>; 9] = [const { OnceLock::new() }; 9];
    TABLES[size as usize % 9]
        .get_or_init(|| (Solver { size, solved: vec![[None; 256]; 256] }).solve_all())
}

/// Finds the stable tiles of both sides for each state of an edge.
struct Solver {
    size: u32,
    /// The stable tiles of the states solved so far, indexed by the tiles of both sides.
    solved: Vec<[Option<u8>; 256]>,
}

impl Solver {
    fn solve_all(mut self) -> EdgeStability {
        let mut edges = vec![[0; 256]; 256];
        for (own, by_opp) in edges.iter_mut().enumerate().take(1 << self.size) {
            for opp in (0..1 << self.size).filter(|opp| opp & own == 0) {
                by_opp[opp] = self.solve(own, opp) & low_byte(own);
            }
        }
        edges
    }

    /// Returns the tiles that keep their owner whatever moves follow. Only moves to squares of an
    /// edge can flip its tiles. Such a move is tried even if it flips no tile on the edge, because
    /// it may be legal by flipping tiles elsewhere.
    fn solve(&mut self, own: usize, opp: usize) -> u8 {
        if let Some(stable) = self.solved[own][opp] {
            return stable;
        }
        let mut stable = low_byte(own | opp);
        let squares = (0..self.size).map(|place| 1 << place);
        for square in squares.filter(|square| square & (own | opp) == 0) {
            let flips = enclosed(own, opp, square);
            stable &= !low_byte(flips) & self.solve(own | flips | square, opp & !flips);
            let flips = enclosed(opp, own, square);
            stable &= !low_byte(flips) & self.solve(own & !flips, opp | flips | square);
        }
        self.solved[own][opp] = Some(stable);
        stable
    }
}

/// Returns the tiles of `opp` between `square` and the nearest tiles of `own`, both ways along the
/// edge.
fn enclosed(own: usize, opp: usize, square: usize) -> usize {
    let run = |step: fn(usize) -> usize| {
        let (mut run, mut next) = (0, step(square));
        while next & opp != 0 {
            run |= next;
            next = step(next);
        }
        if next & own != 0 { run } else { 0 }
    };
    run(|square| square << 1) | run(|square| square >> 1)
}

#[allow(clippy::cast_possible_truncation)] // an edge has at most eight squares
const fn low_byte(edge: usize) -> u8 {
    edge as u8
}
