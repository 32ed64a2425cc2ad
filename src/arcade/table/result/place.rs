//! Where the result card has room beside the board, in the place of the panel.

use ratatui::layout::{Rect, Size};

use crate::arcade::board_room::WIDE;

/// The smallest width of a card beside the board, with its frame.
const MIN_WIDTH: u16 = 28;
/// The largest width of a card beside the board.
const MAX_WIDTH: u16 = 44;
/// The largest distance from the board.
const MAX_GAP: u16 = 3;

/// Returns where the board and the card are if they have room beside each other. `board` is where
/// the board is now; it may move and become a little smaller. `extent` returns the size of the
/// board for the available space.
pub fn beside(window: Rect, board: Rect, extent: &dyn Fn(Size) -> Size) -> Option<(Rect, Rect)> {
    let free = |board: Rect| window.right().saturating_sub(board.right());
    let board = if free(board) < MIN_WIDTH { moved(window, board, extent)? } else { board };
    let spare = free(board) - MIN_WIDTH;
    // The last column stays free where there is room.
    let margin = spare.min(1);
    let gap = (spare - margin).min(MAX_GAP);
    let width = (free(board) - margin - gap).min(MAX_WIDTH);
    Some((board, Rect { x: board.right() + gap, width, ..window }))
}

/// The board at the left, if it keeps at least three fifths of its area there.
fn moved(window: Rect, board: Rect, extent: &dyn Fn(Size) -> Size) -> Option<Rect> {
    // A board in a small window would be cut off rather than become smaller.
    if window.width <= WIDE {
        return None;
    }
    let room = Size { width: window.width.checked_sub(MIN_WIDTH)?, ..window.as_size() };
    let size = extent(room);
    let fits = size.width <= room.width && size.height <= room.height;
    let is_large = 5 * size.area() >= 3 * board.area();
    let y = window.y + (window.height.saturating_sub(size.height)) / 2;
    let moved = Rect { x: window.x, y, width: size.width, height: size.height };
    (fits && is_large).then_some(moved)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_stays_where_a_card_has_room_beside_it() {
        let window = Rect::new(0, 0, 80, 23);
        let board = Rect::new(3, 2, 37, 18);
        let never = |_| -> Size { panic!("the board has its place") };
        let found = beside(window, board, &never);
        assert_eq!(found, Some((board, Rect::new(43, 0, 36, 23))));
        let board = Rect::new(1, 0, 51, 23);
        assert_eq!(beside(window, board, &never), Some((board, Rect::new(52, 0, 28, 23))));
    }

    #[test]
    fn a_board_becomes_a_little_smaller_but_not_tiny() {
        let window = Rect::new(0, 0, 100, 29);
        let board = Rect::new(10, 1, 79, 16);
        let smaller = |width, height| move |_| Size::new(width, height);
        let found = beside(window, board, &smaller(66, 16));
        assert_eq!(found, Some((Rect::new(0, 6, 66, 16), Rect::new(69, 0, 30, 29))));
        assert_eq!(beside(window, board, &smaller(40, 8)), None);
        assert_eq!(beside(window, board, &smaller(79, 16)), None, "it doesn't fit");
        let small = Rect::new(0, 0, 40, 11);
        assert_eq!(beside(small, Rect::new(1, 1, 19, 9), &smaller(12, 9)), None, "it is cut");
    }
}
