//! Finds a shortest winning path, which the screen highlights.

use std::collections::VecDeque;

use super::{Cell, EaterBoard, Role, cell_set::columns, flood::entered_from};

/// Returns a shortest path of the Passer's cells from the top row to the bottom row, or `None` if
/// there is no path. Uses breadth-first search.
pub fn shortest_path(board: &EaterBoard) -> Option<Vec<Cell>> {
    let size = usize::from(board.size());
    let row = |row: usize| if row < size { board.row(Role::Passer, row) } else { 0 };
    let index = |cell: Cell| usize::from(cell.row) * size + usize::from(cell.col);
    // The cell from which each cell was reached; the start cells are their own predecessors.
    let mut predecessors: Vec<Option<Cell>> = vec![None; size * size];
    let mut queue: VecDeque<Cell> =
        board.markers(Role::Passer).iter().filter(|cell| cell.row == 0).collect();
    for &start in &queue {
        predecessors[index(start)] = Some(start);
    }
    while let Some(cell) = queue.pop_front() {
        let current = usize::from(cell.row);
        if current + 1 == size {
            return Some(trace_back(cell, |cell| predecessors[index(cell)].unwrap_or(cell)));
        }
        for next in steps(cell, row(current), row(current + 1)) {
            if predecessors[index(next)].is_none() {
                predecessors[index(next)] = Some(cell);
                queue.push_back(next);
            }
        }
    }
    None
}

/// Returns the cells to which a path can continue from `cell`, given the Passer's cells in the same
/// row and in the row below.
fn steps(cell: Cell, row: u64, below: u64) -> impl Iterator<Item = Cell> {
    let around = entered_from(1 << cell.col);
    let down = columns(around & below).map(move |col| Cell::new(cell.row + 1, col));
    let beside = columns(around & row & !(1 << cell.col)).map(move |col| Cell::new(cell.row, col));
    down.chain(beside)
}

/// Follows the predecessors from `last` back to a start cell. Returns the path from start to end.
fn trace_back(last: Cell, predecessor: impl Fn(Cell) -> Cell) -> Vec<Cell> {
    let mut path = vec![last];
    let mut cell = last;
    while predecessor(cell) != cell {
        cell = predecessor(cell);
        path.push(cell);
    }
    path.reverse();
    path
}
