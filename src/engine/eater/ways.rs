//! The cells that each side still needs: the Passer's shortest ways, and the Eater's smallest wall.
//!
//! A way is a set of empty cells that completes a path once the Passer has all of them. Paths that
//! differ only in cells that the Passer already has are the same way.

use std::collections::{HashMap, VecDeque};

use super::model::{Cell, CellSet, EaterBoard, Role, entered_from, fill_runs};

/// The ways that need the fewest cells.
#[derive(Clone, Debug)]
pub struct ShortestWays {
    /// The number of cells that each way needs.
    pub length: u32,
    /// The number of ways. Large numbers are rounded.
    total: f64,
    /// The number of ways through each empty cell, without cells that no way needs.
    through: HashMap<Cell, f64>,
}

impl ShortestWays {
    /// Returns the shortest ways on a board, or `None` if no path can be completed.
    ///
    /// The cells of a shortest way have distances from the top from 1 to its length. So it is a
    /// chain of cells, each entered from the one before, and the number of chains is the number of
    /// ways.
    pub fn on(board: &EaterBoard) -> Option<Self> {
        let levels = levels(board)?;
        // The cells of the next level that can be entered from each cell.
        let mut next: HashMap<Cell, Vec<Cell>> = HashMap::new();
        // The number of chains from each cell to the bottom.
        let mut below: HashMap<Cell, f64> = HashMap::new();
        for (at, level) in levels.iter().enumerate().rev() {
            for cell in level.iter() {
                let step = step(board, Some(&only(board, cell)));
                let count = if let Some(following) = levels.get(at + 1) {
                    let entered: Vec<_> = step.entered.intersection(following).iter().collect();
                    let count = entered.iter().filter_map(|next| below.get(next)).sum();
                    next.insert(cell, entered);
                    count
                } else {
                    f64::from(u8::from(step.completes))
                };
                below.insert(cell, count);
            }
        }
        let mut above: HashMap<Cell, f64> = HashMap::new();
        above.extend(levels.first().iter().flat_map(|level| level.iter()).map(|cell| (cell, 1.0)));
        let total = above.keys().map(|cell| below[cell]).sum();
        for cell in levels.iter().flat_map(CellSet::iter) {
            let count = above[&cell];
            for &following in next.get(&cell).into_iter().flatten() {
                *above.entry(following).or_default() += count;
            }
        }
        let mut through = above;
        for (cell, count) in &mut through {
            *count *= below[cell];
        }
        through.retain(|_, count| *count > 0.0);
        let length = u32::try_from(levels.len()).unwrap_or(u32::MAX);
        Some(Self { length, total, through })
    }

    /// The cells that at least one way needs, in reading order.
    pub fn cells(&self) -> Vec<Cell> {
        let mut cells: Vec<_> = self.through.keys().copied().collect();
        cells.sort_unstable();
        cells
    }

    /// The share of the ways that need the cell, in per cent.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // from 0 to 100
    pub fn share(&self, cell: Cell) -> u32 {
        // Dividing last keeps halves exact.
        self.through.get(&cell).map_or(0, |count| (100.0 * count / self.total).round() as u32)
    }

    pub fn all_need(&self, cell: Cell) -> bool {
        self.through.get(&cell).is_some_and(|&count| count >= self.total)
    }
}

/// The number of cells that the Passer still needs, or `None` if it can't complete a path.
pub fn length(board: &EaterBoard) -> Option<u32> {
    levels(board).map(|levels| u32::try_from(levels.len()).unwrap_or(u32::MAX))
}

/// The empty cells by the number of cells that the Passer needs to get there from the top, up to
/// the length of the shortest ways. `None` if it can't complete a path.
fn levels(board: &EaterBoard) -> Option<Vec<CellSet>> {
    let mut levels: Vec<CellSet> = Vec::new();
    let mut fresh = board.empty_cells();
    loop {
        let step = step(board, levels.last());
        if step.completes {
            return Some(levels);
        }
        let level = step.entered.intersection(&fresh);
        if level.is_empty() {
            return None;
        }
        fresh = fresh.without(&level);
        levels.push(level);
    }
}

/// The continuations of paths along the Passer's own cells and one cell further.
struct Step {
    /// The empty cells that can be entered.
    entered: CellSet,
    /// Whether the bottom row is reached without any.
    completes: bool,
}

/// Takes one step from these cells, or into the board from the top.
fn step(board: &EaterBoard, from: Option<&CellSet>) -> Step {
    let mut above = if from.is_some() { 0 } else { board.full_row() };
    let mut last = 0;
    let mut rows = Vec::new();
    for (row, empty) in board.empty_cells().rows().iter().enumerate() {
        let start = from.map_or(0, |cells| cells.rows()[row]);
        let beside = |cells: u64| cells << 1 | cells >> 1;
        let own = fill_runs(above | beside(start), board.row(Role::Passer, row));
        last = own | start;
        rows.push(empty & (above | beside(last)));
        above = entered_from(last);
    }
    Step { entered: CellSet::new(rows), completes: last != 0 }
}

fn only(board: &EaterBoard, cell: Cell) -> CellSet {
    let bits = |row| if row == cell.row { 1 << cell.col } else { 0 };
    CellSet::new((0..board.size()).map(bits).collect())
}

/// Returns the size of the smallest wall: the number of empty cells with which the Eater blocks all
/// paths. Returns `None` if the Passer has connected top and bottom.
///
/// By Menger's theorem this is the maximum number of paths that share no empty cell. Augmenting
/// paths find them (Ford and Fulkerson). Each cell is two nodes, its entry and its exit.
pub fn wall(board: &EaterBoard) -> Option<u32> {
    if board.is_connected() {
        return None;
    }
    let size = usize::from(board.size());
    let at = |node: usize| {
        let cell = u16::try_from(node / 2 / size).ok().zip(u16::try_from(node / 2 % size).ok());
        cell.and_then(|(row, col)| board.at(Cell::new(row, col)))
    };
    // The flow along each pair of nodes.
    let mut flow: HashMap<(usize, usize), u32> = HashMap::new();
    for count in 0.. {
        let mut from: HashMap<usize, usize> = (0..size).map(|col| (2 * col, usize::MAX)).collect();
        from.retain(|&node, _| at(node) != Some(Role::Eater));
        let mut queue: VecDeque<usize> = from.keys().copied().collect();
        let mut end = None;
        while let Some(node) = queue.pop_front() {
            let (cell, is_exit) = (node / 2, node % 2 == 1);
            if is_exit && cell / size + 1 == size {
                end = Some(node);
                break;
            }
            let (row, col) = (cell / size, cell % size);
            let neighbours = |rows: [Option<usize>; 2]| {
                let beside = [col.wrapping_sub(1), col + 1].map(|col| (Some(row), col));
                let others =
                    rows.map(|row| [col.wrapping_sub(1), col, col + 1].map(move |col| (row, col)));
                let all = beside.into_iter().chain(others.into_iter().flatten());
                all.filter_map(move |(row, col)| {
                    row.filter(|&row| row < size && col < size).map(|row| row * size + col)
                })
            };
            let flowing = |one: usize, other: usize| flow.get(&(one, other)).copied().unwrap_or(0);
            let mut open: Vec<usize> = if is_exit {
                neighbours([Some(row + 1), None]).map(|next| 2 * next).collect()
            } else {
                // Flow into this cell may be taken back.
                let before = neighbours([row.checked_sub(1), None]).map(|last| 2 * last + 1);
                before.filter(|&last| flowing(last, node) > 0).collect()
            };
            let partner = node ^ 1;
            let is_free = if is_exit {
                flowing(partner, node) > 0
            } else {
                at(node) == Some(Role::Passer) || flowing(node, partner) == 0
            };
            open.extend(is_free.then_some(partner));
            for next in open {
                if at(next) != Some(Role::Eater) && !from.contains_key(&next) {
                    from.insert(next, node);
                    queue.push_back(next);
                }
            }
        }
        let Some(mut node) = end else { return Some(count) };
        while let Some(&last) = from.get(&node).filter(|&&last| last != usize::MAX) {
            match flow.get_mut(&(node, last)).filter(|back| **back > 0) {
                Some(back) => *back -= 1,
                None => *flow.entry((last, node)).or_default() += 1,
            }
            node = last;
        }
    }
    None
}
