//! The winning path, to be shown.

use std::collections::VecDeque;

use super::{Cell, EaterBoard, Role, flood::steps};

impl EaterBoard {
    /// One of the Passer's shortest paths from the top row to the bottom row, if it has one.
    pub fn path(&self) -> Option<Vec<Cell>> {
        let size = usize::from(self.size());
        let row = |row: usize| if row < size { self.row(Role::Passer, row) } else { 0 };
        let index = |cell: Cell| usize::from(cell.row) * size + usize::from(cell.col);
        // Breadth first from all starts; each cell remembers from where it was reached.
        let mut from: Vec<Option<Cell>> = vec![None; size * size];
        let mut queue: VecDeque<Cell> =
            self.marks(Role::Passer).iter().filter(|cell| cell.row == 0).collect();
        for &start in &queue {
            from[index(start)] = Some(start);
        }
        while let Some(cell) = queue.pop_front() {
            let at = usize::from(cell.row);
            if at + 1 == size {
                return Some(trace(cell, |cell| from[index(cell)].unwrap_or(cell)));
            }
            for next in steps(cell, row(at), row(at + 1)) {
                if from[index(next)].is_none() {
                    from[index(next)] = Some(cell);
                    queue.push_back(next);
                }
            }
        }
        None
    }
}

/// The way back from `last` until a cell that was reached from itself, in the order of travel.
fn trace(last: Cell, from: impl Fn(Cell) -> Cell) -> Vec<Cell> {
    let mut path = vec![last];
    let mut cell = last;
    while from(cell) != cell {
        cell = from(cell);
        path.push(cell);
    }
    path.reverse();
    path
}
