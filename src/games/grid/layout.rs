//! Where each cell of the board lies: cells of a fixed 2:1 shape, as large as fits, and a window on
//! boards that don't fit at all.

use std::ops::Range;

use ratatui::layout::{Rect, Size};

use super::{GridPos, SquareGrid};
use crate::ui::widgets;

/// The height of a cell in terminal rows, from the largest drawing to the compact one; a cell is
/// twice as wide.
const HEIGHTS: [u16; 5] = [5, 4, 3, 2, 1];

/// The layout of a board in an area.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridLayout {
    /// The board.
    pub square: SquareGrid,
    /// The whole drawing with its rim.
    pub frame: Rect,
    /// The cells.
    pub board: Rect,
    /// One cell.
    pub cell: Size,
    /// The columns of the row labels.
    pub label: u16,
    /// The columns between the frame and the labels.
    pub pad: u16,
    /// The cell in the upper left corner.
    pub first: GridPos,
    /// How many columns and rows are shown.
    pub shown: (u16, u16),
}

/// What surrounds the cells: columns to the left and right, rows above and below.
fn rim(label: u16, height: u16) -> (u16, u16, u16, u16) {
    if height == 1 { (label + 1, 1, 1, 0) } else { (label + 2, 2, 1, 1) }
}

fn label_width(square: SquareGrid) -> u16 {
    widgets::text_width(&square.last().to_string())
}

/// The size of the drawing of a board with cells of this height.
fn whole(square: SquareGrid, height: u16) -> Size {
    let (left, right, above, below) = rim(label_width(square), height);
    Size::new(
        square.size.saturating_mul(2 * height).saturating_add(left + right),
        square.size.saturating_mul(height).saturating_add(above + below),
    )
}

/// The height of the largest cells with which the board fits into `room`. A board that never fits
/// gets cells of the usual height where that shows enough of it, else the smallest.
fn cell_height(square: SquareGrid, room: Size) -> u16 {
    let fits = |&height: &u16| {
        let whole = whole(square, height);
        whole.width <= room.width && whole.height <= room.height
    };
    let is_roomy = room.height >= 18 && room.width >= 40 && square.size > 40;
    HEIGHTS.into_iter().find(fits).unwrap_or(if is_roomy { 2 } else { 1 })
}

/// Where a window of `shown` cells that began at `first` must begin to show `cursor` and a few
/// cells around it.
fn scroll(first: u16, cursor: u16, shown: u16, size: u16) -> u16 {
    let margin = (shown / 4).min(3);
    let least = (cursor + 1 + margin).saturating_sub(shown);
    let most = cursor.saturating_sub(margin);
    first.clamp(least, most.max(least)).min(size - shown)
}

impl GridLayout {
    /// The room that a board takes of `room`.
    pub fn extent(square: SquareGrid, room: Size) -> Size {
        let whole = whole(square, cell_height(square, room));
        Size::new(whole.width.min(room.width), whole.height.min(room.height))
    }

    /// Lays the board out in the middle of `area`; where it doesn't fit, a part with `cursor` is
    /// shown, moved no further from the one that began at `first` than needed.
    pub fn new(square: SquareGrid, area: Rect, cursor: GridPos, first: Option<GridPos>) -> Self {
        use ratatui::layout::Constraint::Length;
        let size = square.size;
        let height = cell_height(square, area.as_size());
        let extent = Self::extent(square, area.as_size());
        let frame = area.centered(Length(extent.width), Length(extent.height));
        let label = label_width(square);
        let (left, right, above, below) = rim(label, height);
        let shown = (
            (frame.width.saturating_sub(left + right) / (2 * height)).min(size),
            (frame.height.saturating_sub(above + below) / height).min(size),
        );
        let first = first.unwrap_or_else(|| {
            let middle = |cursor: u16, shown: u16| cursor.saturating_sub(shown / 2);
            GridPos::new(middle(cursor.row, shown.1), middle(cursor.col, shown.0))
        });
        let first = GridPos::new(
            scroll(first.row, cursor.row, shown.1, size),
            scroll(first.col, cursor.col, shown.0, size),
        );
        let board =
            Rect::new(frame.x + left, frame.y + above, shown.0 * 2 * height, shown.1 * height);
        let frame = Rect {
            width: board.width + left + right,
            height: board.height + above + below,
            ..frame
        };
        Self {
            square,
            frame,
            board,
            cell: Size::new(2 * height, height),
            label,
            pad: u16::from(height > 1),
            first,
            shown,
        }
    }

    /// The columns that are shown.
    pub fn cols(&self) -> Range<u16> {
        self.first.col..self.first.col + self.shown.0
    }

    /// The rows that are shown.
    pub fn rows(&self) -> Range<u16> {
        self.first.row..self.first.row + self.shown.1
    }

    /// The cells that are shown.
    pub fn visible(&self) -> impl Iterator<Item = GridPos> + '_ {
        self.rows().flat_map(|row| self.cols().map(move |col| GridPos::new(row, col)))
    }

    /// Where a cell that is shown lies.
    pub fn area_of(&self, cell: GridPos) -> Rect {
        let Size { width, height } = self.cell;
        let (down, right) = (cell.row - self.first.row, cell.col - self.first.col);
        Rect::new(self.board.x + right * width, self.board.y + down * height, width, height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(size: u16) -> SquareGrid {
        SquareGrid { size, from: 0 }
    }

    #[test]
    fn cells_grow_with_the_window_and_keep_their_shape() {
        let heights = [(22, 10), (40, 20), (60, 28), (70, 36), (90, 44)].map(|(width, height)| {
            let layout = GridLayout::new(
                square(8),
                Rect::new(0, 0, width, height),
                GridPos::new(0, 0),
                None,
            );
            assert_eq!((layout.cell.width, layout.shown), (2 * layout.cell.height, (8, 8)));
            layout.cell.height
        });
        assert_eq!(heights, [1, 2, 3, 4, 5]);
    }

    #[test]
    fn a_board_that_does_not_fit_scrolls_with_the_cursor() {
        let area = Rect::new(0, 0, 45, 20);
        let at = |cursor, first| GridLayout::new(square(1000), area, cursor, first);
        let start = at(GridPos::new(0, 0), None);
        assert_eq!(start.first, GridPos::new(0, 0));
        let moved = at(GridPos::new(500, 3), Some(start.first));
        assert_eq!(
            moved.rows().end,
            501 + (start.shown.1 / 4).min(3),
            "a few rows beyond the cursor are shown"
        );
        assert_eq!(moved.first.col, 0);
        assert_eq!(
            at(GridPos::new(499, 3), Some(moved.first)).first,
            moved.first,
            "the window moves only when it must"
        );
        assert!(moved.visible().any(|cell| cell == GridPos::new(500, 3)));
        let end = at(GridPos::new(999, 999), Some(moved.first));
        assert!(end.visible().any(|cell| cell == GridPos::new(999, 999)));
        assert!(end.visible().all(|cell| cell.row < 1000 && cell.col < 1000));
        assert!(area.contains(end.frame.as_position()) && end.frame.right() <= area.right());
    }

    #[test]
    fn every_area_is_survived() {
        for size in [4, 8, 11, 1024] {
            for (width, height) in [(0, 0), (1, 1), (7, 3), (20, 9), (250, 80)] {
                let layout = GridLayout::new(
                    square(size),
                    Rect::new(0, 0, width, height),
                    GridPos::new(3, 2),
                    None,
                );
                assert!(layout.visible().all(|cell| cell.row < size && cell.col < size));
            }
        }
    }
}
