//! What the layouts of a board with text beside it or below it have in common. All sizes are in
//! terminal columns and rows.

use ratatui::layout::{Margin, Rect, Size};

/// The smallest height of a text below the board.
pub const MIN_TEXT_HEIGHT: u16 = 5;
/// The largest height of a text below the board.
pub const MAX_TEXT_HEIGHT: u16 = 12;
/// A window or board with more columns than this is wide.
pub const WIDE: u16 = 60;

/// Leaves a column free on each side of a window.
pub fn inside(window: Rect) -> Rect {
    window.inner(Margin::new(1, 0))
}

/// A window with fewer columns than this is narrow.
const NARROW: u16 = 45;

/// Returns the area for a board and its text: the window without a column on each side. In a narrow
/// window, a board that would be cut off gets those columns, too. `extent` returns the size of the
/// board for the available space.
pub fn board_room(window: Rect, extent: &dyn Fn(Size) -> Size) -> Rect {
    let inside = inside(window);
    let needs_all = window.width < NARROW && extent(window.as_size()).width > inside.width;
    if needs_all { window } else { inside }
}

/// The smallest height of a text that reaches into the corner of a board.
const MIN_HEIGHT_IN_CORNER: u16 = 20;

/// Widens a text beside a board, up to `max` columns, into the upper right corner of the board that
/// is free, if that is high enough.
pub fn widened(text: Rect, corner: Size, max: u16) -> Rect {
    let width = (text.width + corner.width).min(max);
    if corner.height < MIN_HEIGHT_IN_CORNER || width <= text.width {
        return text;
    }
    let x = text.right() - width;
    Rect { x, width, height: text.height.min(corner.height), ..text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_board_as_wide_as_a_narrow_window_touches_its_edges() {
        // A board that is not visible as a whole can be scrolled.
        let room = |window: u16, board: u16| {
            let window = Rect::new(0, 0, window, 11);
            board_room(window, &move |space| Size::new(board.min(space.width), 5))
        };
        assert_eq!(room(40, 16), Rect::new(1, 0, 38, 11));
        assert_eq!(room(40, 38), Rect::new(1, 0, 38, 11));
        assert_eq!(room(40, 40), Rect::new(0, 0, 40, 11));
        assert_eq!(room(80, 200), Rect::new(1, 0, 78, 11));
    }

    #[test]
    fn a_text_reaches_into_a_corner_that_is_high_enough() {
        let text = Rect::new(93, 3, 24, 30);
        let corner = |height| widened(text, Size::new(14, height), 40);
        assert_eq!(corner(12), text);
        assert_eq!(corner(20), Rect::new(79, 3, 38, 20));
        assert_eq!(widened(text, Size::new(30, 40), 40), Rect::new(77, 3, 40, 30));
        assert_eq!(widened(text, Size::ZERO, 40), text);
    }
}
