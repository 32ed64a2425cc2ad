//! Flood fill along paths, with one word per row. A path never goes up, so one pass over the rows
//! finds all cells that paths can reach.

/// Returns all runs of adjacent bits in `cells` that contain a bit of `seeds`. Ignores seeds
/// outside `cells`. The highest bit of `cells` must be clear.
///
/// When the seeds are added to the cells, a carry runs from the lowest seed of each run to its
/// upper end. The same with mirrored words fills the runs to their lower ends.
#[inline]
pub const fn fill_runs(seeds: u64, cells: u64) -> u64 {
    let seeds = seeds & cells;
    let up = (cells & !cells.wrapping_add(seeds)) | seeds;
    let (mirrored, seeds) = (cells.reverse_bits() >> 1, seeds.reverse_bits() >> 1);
    let down = (mirrored & !mirrored.wrapping_add(seeds)) | seeds;
    up | (down << 1).reverse_bits()
}

/// The columns of the next row that can be entered from these: straight down and diagonally.
#[inline]
pub const fn entered_from(row: u64) -> u64 {
    row | row << 1 | row >> 1
}

/// Floods `rows` in order from every cell of the first row. Returns the reached cells of each row.
pub fn flood(rows: impl IntoIterator<Item = u64>) -> Vec<u64> {
    let mut entries = u64::MAX;
    let flood_row = |row| {
        let reached = fill_runs(entries, row);
        entries = entered_from(reached);
        reached
    };
    rows.into_iter().map(flood_row).collect()
}

/// Returns the cells in `rows` that lie on a path from the first row to the last. A path visits no
/// cell twice.
///
/// Cells that are reachable from both ends need not be on a path: a dead end beside one is entered
/// and left through the same cell. Within a run of a row, the cells on paths are those between an
/// entry (from the row above) and an exit (to the row below).
pub fn cells_on_paths(rows: &[u64]) -> Vec<u64> {
    let down = flood(rows.iter().copied());
    let mut up = flood(rows.iter().rev().copied());
    up.reverse();
    let row_on_paths = |row: usize| {
        let cells = rows[row];
        let entries = if row == 0 { cells } else { entered_from(down[row - 1]) & cells };
        let exits = up.get(row + 1).map_or(cells, |&below| entered_from(below) & cells);
        let mut on_paths = 0;
        let mut runs = fill_runs(entries, cells) & fill_runs(exits, cells);
        while runs != 0 {
            let run = fill_runs(runs & runs.wrapping_neg(), runs);
            let (entries, exits) = (entries & run, exits & run);
            on_paths |= bit_range(lowest_bit(entries), highest_bit(exits))
                | bit_range(lowest_bit(exits), highest_bit(entries));
            runs &= !run;
        }
        on_paths
    };
    (0..rows.len()).map(row_on_paths).collect()
}

const fn lowest_bit(row: u64) -> u32 {
    row.trailing_zeros()
}

/// The index of the highest set bit of a non-zero word.
const fn highest_bit(row: u64) -> u32 {
    row.ilog2()
}

/// A word with the bits `first..=last` set, or 0 if `first > last`.
const fn bit_range(first: u32, last: u32) -> u64 {
    if first <= last { (u64::MAX >> (63 - last)) & (u64::MAX << first) } else { 0 }
}
