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
    /// The number of ways that need each empty cell. Cells that none needs are missing.
    through: HashMap<Cell, f64>,
}

impl ShortestWays {
    /// Returns the shortest ways on a board, or `None` if no path can be completed.
    ///
    /// The cells of a shortest way are at distances 1, 2, ... from the top. So each way is a chain
    /// with one cell per level, each entered from the one before. The ways through a cell are the
    /// chains from the top to it, times those from it to the bottom.
    pub fn on(board: &EaterBoard) -> Option<Self> {
        let levels = cells_by_distance(board)?;
        // The cells of the next level that can be entered from each cell.
        let mut next: HashMap<Cell, Vec<Cell>> = HashMap::new();
        // Chains from each cell to the bottom.
        let mut below: HashMap<Cell, f64> = HashMap::new();
        for (index, level) in levels.iter().enumerate().rev() {
            for cell in level.iter() {
                let step = Step::from(board, &only(board, cell));
                let count = if let Some(next_level) = levels.get(index + 1) {
                    let entered: Vec<_> = step.entered.intersection(next_level).iter().collect();
                    let count = entered.iter().filter_map(|entered| below.get(entered)).sum();
                    next.insert(cell, entered);
                    count
                } else {
                    f64::from(u8::from(step.completes_path))
                };
                below.insert(cell, count);
            }
        }
        // Chains from the top to each cell, and later also to the bottom.
        let mut through: HashMap<Cell, f64> = HashMap::new();
        through
            .extend(levels.first().iter().flat_map(|level| level.iter()).map(|cell| (cell, 1.0)));
        let total = through.keys().map(|cell| below[cell]).sum();
        for cell in levels.iter().flat_map(CellSet::iter) {
            let count = through[&cell];
            for &entered in next.get(&cell).into_iter().flatten() {
                *through.entry(entered).or_default() += count;
            }
        }
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
    cells_by_distance(board).map(|levels| u32::try_from(levels.len()).unwrap_or(u32::MAX))
}

/// The empty cells by their distance from the top, which is the number of cells that the Passer
/// needs to reach them: first those at distance 1, at last those at the length of the shortest
/// ways. `None` if no path can be completed.
fn cells_by_distance(board: &EaterBoard) -> Option<Vec<CellSet>> {
    let mut levels: Vec<CellSet> = Vec::new();
    let mut unreached = board.empty_cells();
    let mut step = Step::from_top(board);
    while !step.completes_path {
        let level = step.entered.intersection(&unreached);
        if level.is_empty() {
            return None;
        }
        unreached = unreached.without(&level);
        step = Step::from(board, &level);
        levels.push(level);
    }
    Some(levels)
}

/// The continuations of paths along the Passer's cells and one empty cell further.
struct Step {
    /// The empty cells that can be entered.
    entered: CellSet,
    /// Whether the Passer's cells lead to the bottom row.
    completes_path: bool,
}

impl Step {
    fn from_top(board: &EaterBoard) -> Self {
        let nowhere = CellSet::new(vec![0; usize::from(board.size())]);
        Self::take(board, &nowhere, board.full_row())
    }

    /// Takes a step from these cells.
    fn from(board: &EaterBoard, start: &CellSet) -> Self {
        Self::take(board, start, 0)
    }

    /// Takes a step from `start`, and into the first row at the columns `entries`.
    fn take(board: &EaterBoard, start: &CellSet, mut entries: u64) -> Self {
        let beside = |cells: u64| cells << 1 | cells >> 1;
        let mut reached = 0;
        let mut entered = Vec::new();
        for (row, empty) in board.empty_cells().rows().iter().enumerate() {
            let start = start.rows()[row];
            let own = fill_runs(entries | beside(start), board.row(Role::Passer, row));
            reached = own | start;
            entered.push(empty & (entries | beside(reached)));
            entries = entered_from(reached);
        }
        Self { entered: CellSet::new(entered), completes_path: reached != 0 }
    }
}

fn only(board: &EaterBoard, cell: Cell) -> CellSet {
    let bits = |row| if row == cell.row { 1 << cell.col } else { 0 };
    CellSet::new((0..board.size()).map(bits).collect())
}

/// Returns the size of the smallest wall: the number of empty cells with which the Eater blocks all
/// paths. Returns `None` if the Passer has connected top and bottom.
///
/// By Menger's theorem, this is the maximum number of paths that share no empty cell. They are
/// found with augmenting paths (Ford and Fulkerson).
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

/// The entry or the exit of a cell. Only one path may go from the entry to the exit of an empty
/// cell.
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

    /// Finds an augmenting path by breadth-first search, and returns its nodes from the bottom to
    /// the top. It may go back along other paths, which [`add`](Self::add) then redirects.
    fn find_another(&self) -> Option<Vec<Node>> {
        let top =
            (0..self.board.size()).map(|col| Node { cell: Cell::new(0, col), is_exit: false });
        let mut queue: VecDeque<Node> = top.filter(|node| self.is_open(node.cell)).collect();
        let mut predecessors: HashMap<Node, Option<Node>> =
            queue.iter().map(|&node| (node, None)).collect();
        while let Some(node) = queue.pop_front() {
            if node.is_exit && node.cell.row + 1 == self.board.size() {
                return Some(successors(Some(node), |node| predecessors[node]).collect());
            }
            for next in self.next_nodes(node) {
                if let Entry::Vacant(unvisited) = predecessors.entry(next) {
                    unvisited.insert(Some(node));
                    queue.push_back(next);
                }
            }
        }
        None
    }

    /// Adds an augmenting path, whose nodes are given from the bottom to the top.
    fn add(&mut self, path: &[Node]) {
        for (&node, &predecessor) in path.iter().zip(&path[1..]) {
            match self.flow.get_mut(&(node, predecessor)).filter(|back| **back > 0) {
                Some(back) => *back -= 1,
                None => *self.flow.entry((predecessor, node)).or_default() += 1,
            }
        }
    }

    /// The nodes that an augmenting path may visit after this one.
    fn next_nodes(&self, node: Node) -> Vec<Node> {
        let Node { cell, is_exit } = node;
        let opposite = Node { cell, is_exit: !is_exit };
        let (mut next, may_cross): (Vec<_>, _) = if is_exit {
            let below = self.neighbours(cell, Some(cell.row + 1));
            let entries = below.map(|cell| Node { cell, is_exit: false });
            (entries.collect(), self.flow(opposite, node) > 0)
        } else {
            let above = self.neighbours(cell, cell.row.checked_sub(1));
            let exits = above.map(|cell| Node { cell, is_exit: true });
            let has_room =
                self.board.at(cell) == Some(Role::Passer) || self.flow(node, opposite) == 0;
            (exits.filter(|&exit| self.flow(exit, node) > 0).collect(), has_room)
        };
        next.extend(may_cross.then_some(opposite));
        next
    }

    /// The open cells on both sides of a cell, and those that touch it in the row above or below,
    /// which is `row`.
    fn neighbours(&self, cell: Cell, row: Option<u16>) -> impl Iterator<Item = Cell> {
        let columns = move || cell.col.saturating_sub(1)..=cell.col + 1;
        let beside = columns().filter(move |&col| col != cell.col);
        let beside = beside.map(move |col| Cell::new(cell.row, col));
        let in_row =
            row.into_iter().flat_map(move |row| columns().map(move |col| Cell::new(row, col)));
        beside.chain(in_row).filter(|&cell| self.is_open(cell))
    }

    fn is_open(&self, cell: Cell) -> bool {
        self.board.contains(cell) && self.board.at(cell) != Some(Role::Eater)
    }
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::*;

    /// Whether the Eater can block all paths with this many empty cells, by exhaustive search.
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
