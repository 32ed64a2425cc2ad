//! The cells that each side still needs: the Passer's shortest ways, and the Eater's smallest wall.
//!
//! A way is a set of empty cells that completes a path once the Passer has all of them. Paths that
//! differ only in cells that the Passer already has are the same way.

use std::{
    collections::{HashMap, VecDeque, hash_map::Entry},
    iter::successors,
};

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
/// paths find them (Ford and Fulkerson).
pub fn wall(board: &EaterBoard) -> Option<u32> {
    if board.is_connected() {
        return None;
    }
    let mut paths = SeparatePaths { board, flow: HashMap::new() };
    let mut count = 0;
    while let Some(path) = paths.find_another() {
        paths.add(&path);
        count += 1;
    }
    Some(count)
}

/// The entry or the exit of a cell on a path. From the one to the other, an empty cell lets one
/// path through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Node {
    cell: Cell,
    is_exit: bool,
}

/// Paths from the top to the bottom that share no empty cell.
struct SeparatePaths<'a> {
    board: &'a EaterBoard,
    /// The number of paths from one node to another.
    flow: HashMap<(Node, Node), u32>,
}

impl SeparatePaths<'_> {
    fn flow(&self, from: Node, to: Node) -> u32 {
        self.flow.get(&(from, to)).copied().unwrap_or(0)
    }

    /// Returns the nodes of another path from its end back to the top, found by a breadth-first
    /// search. It may go back along the others, which [`add`](Self::add) then redirects.
    fn find_another(&self) -> Option<Vec<Node>> {
        let top =
            (0..self.board.size()).map(|col| Node { cell: Cell::new(0, col), is_exit: false });
        let mut queue: VecDeque<Node> = top.filter(|node| self.is_open(node.cell)).collect();
        let mut before: HashMap<Node, Option<Node>> =
            queue.iter().map(|&node| (node, None)).collect();
        while let Some(node) = queue.pop_front() {
            if node.is_exit && node.cell.row + 1 == self.board.size() {
                return Some(successors(Some(node), |node| before[node]).collect());
            }
            for next in self.next_nodes(node) {
                if let Entry::Vacant(place) = before.entry(next) {
                    place.insert(Some(node));
                    queue.push_back(next);
                }
            }
        }
        None
    }

    fn add(&mut self, path: &[Node]) {
        for (&node, &before) in path.iter().zip(&path[1..]) {
            match self.flow.get_mut(&(node, before)).filter(|back| **back > 0) {
                Some(back) => *back -= 1,
                None => *self.flow.entry((before, node)).or_default() += 1,
            }
        }
    }

    fn next_nodes(&self, node: Node) -> Vec<Node> {
        let Node { cell, is_exit } = node;
        let other = Node { cell, is_exit: !is_exit };
        let (mut next, is_crossed): (Vec<_>, _) = if is_exit {
            let below = self.neighbours(cell, Some(cell.row + 1));
            let entries = below.map(|cell| Node { cell, is_exit: false });
            (entries.collect(), self.flow(other, node) > 0)
        } else {
            let above = self.neighbours(cell, cell.row.checked_sub(1));
            let exits = above.map(|cell| Node { cell, is_exit: true });
            let lets_through =
                self.board.at(cell) == Some(Role::Passer) || self.flow(node, other) == 0;
            (exits.filter(|&exit| self.flow(exit, node) > 0).collect(), lets_through)
        };
        next.extend(is_crossed.then_some(other));
        next
    }

    /// Returns the open cells on both sides of a cell and those that touch it in another row.
    fn neighbours(&self, cell: Cell, row: Option<u16>) -> impl Iterator<Item = Cell> {
        let columns = move || cell.col.saturating_sub(1)..=cell.col + 1;
        let beside = columns().filter(move |&col| col != cell.col);
        let beside = beside.map(move |col| Cell::new(cell.row, col));
        let others =
            row.into_iter().flat_map(move |row| columns().map(move |col| Cell::new(row, col)));
        beside.chain(others).filter(|&cell| self.is_open(cell))
    }

    fn is_open(&self, cell: Cell) -> bool {
        self.board.contains(cell) && self.board.at(cell) != Some(Role::Eater)
    }
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::*;

    /// Whether the Eater can block all paths with this many empty cells, by trying all.
    fn can_block(board: &EaterBoard, cells: u32) -> bool {
        !board.can_connect()
            || cells > 0
                && board.empty_cells().iter().any(|cell| {
                    let mut next = board.clone();
                    next.set(cell, Some(Role::Eater));
                    can_block(&next, cells - 1)
                })
    }

    proptest! {
        #[test]
        fn no_fewer_cells_than_the_wall_block_all_paths(
            markers in vec(prop_oneof![Just(Some(Role::Passer)), Just(Some(Role::Eater)), Just(None)], 16),
        ) {
            let mut board = EaterBoard::empty(4);
            for (cell, marker) in board.cells().zip(markers) {
                board.set(cell, marker);
            }
            match wall(&board) {
                None => prop_assert!(board.is_connected()),
                Some(cells) => {
                    prop_assert!(can_block(&board, cells));
                    prop_assert!(cells == 0 || !can_block(&board, cells - 1));
                }
            }
        }
    }
}
