//! Tiles that nobody can flip any more.

use std::sync::OnceLock;

use super::shape::Shape;

/// For the own tiles and the opponent's on an edge (a bit each, the first cell lowest): which own
/// ones are stable.
pub type Edges = Vec<[u8; 256]>;

/// Those of an edge of so many cells, at most 8.
pub fn edges(size: u32) -> &'static Edges {
    static EDGES: [OnceLock<Edges>; 9] = [const { OnceLock::new() }; 9];
    EDGES[size as usize % 9].get_or_init(|| (Edge { size, known: vec![[None; 256]; 256] }).all())
}

/// The stable tiles of each state of an edge, whoever owns them.
struct Edge {
    size: u32,
    known: Vec<[Option<u8>; 256]>,
}

impl Edge {
    fn all(mut self) -> Edges {
        let mut edges = vec![[0; 256]; 256];
        for (own, by_opp) in edges.iter_mut().enumerate().take(1 << self.size) {
            for opp in (0..1 << self.size).filter(|opp| opp & own == 0) {
                by_opp[opp] = self.stable(own, opp) & low_byte(own);
            }
        }
        edges
    }

    /// The tiles that keep their owner whatever is played on the edge. A move to a cell of it may
    /// flip nothing there (it flipped elsewhere), but what it encloses it flips. Nothing else can
    /// flip a tile on an edge.
    fn stable(&mut self, own: usize, opp: usize) -> u8 {
        if let Some(known) = self.known[own][opp] {
            return known;
        }
        let mut stable = low_byte(own | opp);
        for cell in (0..self.size).map(|place| 1 << place).filter(|cell| cell & (own | opp) == 0) {
            let flips = enclosed(own, opp, cell);
            stable &= !low_byte(flips) & self.stable(own | flips | cell, opp & !flips);
            let flips = enclosed(opp, own, cell);
            stable &= !low_byte(flips) & self.stable(own & !flips, opp | flips | cell);
        }
        self.known[own][opp] = Some(stable);
        stable
    }
}

/// The tiles of `opp` between `cell` and the nearest ones of `own`, both ways along the edge.
fn enclosed(own: usize, opp: usize, cell: usize) -> usize {
    let run = |step: fn(usize) -> usize| {
        let (mut run, mut next) = (0, step(cell));
        while next & opp != 0 {
            run |= next;
            next = step(next);
        }
        if next & own != 0 { run } else { 0 }
    };
    run(|cell| cell << 1) | run(|cell| cell >> 1)
}

#[allow(clippy::cast_possible_truncation)] // an edge has at most eight cells
const fn low_byte(edge: usize) -> u8 {
    edge as u8
}

/// The tiles of `own` that can't be flipped any more (some of them: those that are easily seen).
#[inline(always)]
pub fn stable(shape: &Shape, own: u64, opp: u64) -> u64 {
    let mut stable = on_edges(shape, own, opp);
    let [row, column, rising, falling] = full_lines(own | opp | !shape.mask);
    let inner = own & shape.inner;
    stable |= inner & row & column & rising & falling;
    if stable == 0 {
        return 0;
    }
    // An inner tile is safe in a direction if the line is full, or if a neighbour on it is a stable
    // own tile.
    loop {
        let safe = |stride: u32, full: u64| stable << stride | stable >> stride | full;
        let grown =
            stable | (inner & safe(1, row) & safe(8, column) & safe(9, rising) & safe(7, falling));
        if grown == stable {
            return stable;
        }
        stable = grown;
    }
}

/// The stable tiles of `own` on the four edges.
#[inline(always)]
fn on_edges(shape: &Shape, own: u64, opp: u64) -> u64 {
    const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
    let side = shape.size - 1;
    let look =
        |own: u64, opp: u64| u64::from(shape.edges[(own & 0xFF) as usize][(opp & 0xFF) as usize]);
    let column = |tiles: u64, col: u32| {
        // the bits of the column, gathered in the highest byte
        ((tiles >> col) & FIRST_COLUMN).wrapping_mul(0x0102_0408_1020_4080) >> 56
    };
    let spread = |edge: u64| {
        // the other way round: bit k to bit 8 k
        let nibbles = |low: u64| (low.wrapping_mul(0x0020_4081)) & 0x0101_0101;
        nibbles(edge & 0xF) | nibbles(edge >> 4) << 32
    };
    let row = |row: u32| look(own >> (8 * row), opp >> (8 * row)) << (8 * row);
    let col = |col: u32| spread(look(column(own, col), column(opp, col))) << col;
    row(0) | row(side) | col(0) | col(side)
}

/// The cells whose row, column and diagonals are full.
#[inline(always)]
fn full_lines(full: u64) -> [u64; 4] {
    let mut row = full;
    row &= row >> 1;
    row &= row >> 2;
    row &= row >> 4;
    row = (row & 0x0101_0101_0101_0101) * 0xFF;
    let mut column = full;
    column &= column.rotate_right(8);
    column &= column.rotate_right(16);
    column &= column.rotate_right(32);
    // Beyond the edge all is full. Both ways along a diagonal, in steps of 1, 2 and 4 cells.
    let diagonal = |stride: u32, edges: [u64; 3]| {
        let mut up = full;
        let mut down = full;
        for (k, edge) in edges.into_iter().enumerate() {
            let step = stride << k;
            // `edge`: the cells with no cell so many steps before them
            up &= (up << step) | edge;
            down &= (down >> step) | edge.reverse_bits();
        }
        up & down
    };
    let rising = diagonal(9, [0x0101_0101_0101_01FF, 0x0303_0303_0303_FFFF, 0x0F0F_0F0F_FFFF_FFFF]);
    let falling =
        diagonal(7, [0x8080_8080_8080_80FF, 0xC0C0_C0C0_C0C0_FFFF, 0xF0F0_F0F0_FFFF_FFFF]);
    [row, column, rising, falling]
}
