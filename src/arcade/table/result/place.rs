//! Where the result card has room beside or below the board, in the place of the panel.

use std::cell::Cell;

use ratatui::layout::{Rect, Size};

use crate::arcade::board_room::WIDE;

/// The smallest width of a card beside the board, with its frame.
const MIN_WIDTH: u16 = 28;
/// The smallest width of a card whose title has large letters.
const LETTERS_WIDTH: u16 = 36;
/// The largest width of a card beside the board.
pub const MAX_WIDTH: u16 = 44;
/// The largest distance from the board.
const MAX_GAP: u16 = 3;
/// The largest size of a card below the board, with its frame: the title has large letters.
const BELOW: Size = Size::new(92, 14);
/// The smallest height of a card below the board.
const MIN_HEIGHT_BELOW: u16 = 10;
/// The smallest width of a card below the board.
const MIN_WIDTH_BELOW: u16 = 76;

/// Where the open result card is: in an area beside or below the board, or over it.
pub type CardPlace = Cell<Option<Rect>>;

/// Returns where the board and the card are if both have room. `board` is where the board is now;
/// it may move and become smaller. `extent` returns the size of the board for the available space.
pub fn find(window: Rect, board: Rect, extent: &dyn Fn(Size) -> Size) -> Option<(Rect, Rect)> {
    let free = window.right().saturating_sub(board.right());
    let unmoved = (free >= MIN_WIDTH).then(|| (board, beside(window, board)));
    if free >= LETTERS_WIDTH {
        return unmoved;
    }
    let keeps = |share: u32, whole: u32| {
        move |place: &(Rect, Rect)| whole * place.0.area() >= share * board.area()
    };
    let below = below(window, extent);
    moved(window, LETTERS_WIDTH, extent)
        .filter(keeps(3, 4))
        .or(below.filter(keeps(3, 4)))
        .or(unmoved)
        .or_else(|| moved(window, MIN_WIDTH, extent).filter(keeps(3, 5)))
        .or(below)
}

/// The card at the right of the board.
fn beside(window: Rect, board: Rect) -> Rect {
    let free = window.right().saturating_sub(board.right());
    let min = if free < LETTERS_WIDTH { MIN_WIDTH } else { LETTERS_WIDTH };
    let spare = free.saturating_sub(min);
    // The last column stays free where there is room.
    let margin = spare.min(1);
    let gap = (spare - margin).min(MAX_GAP);
    let width = (free - margin - gap).min(MAX_WIDTH);
    Rect { x: board.right() + gap, width, ..window }
}

/// The largest board that leaves this width for the card beside it. Both are in the middle.
fn moved(window: Rect, width: u16, extent: &dyn Fn(Size) -> Size) -> Option<(Rect, Rect)> {
    // A board in a small window would be cut off rather than become smaller.
    if window.width <= WIDE {
        return None;
    }
    let room = Size { width: window.width.checked_sub(width + 2)?, ..window.as_size() };
    let size = extent(room);
    let y = window.y + window.height.checked_sub(size.height)? / 2;
    let rest = room.width.checked_sub(size.width)?;
    let x = window.x + 1 + rest.saturating_sub(MAX_WIDTH + MAX_GAP - width) / 2;
    let board = Rect { x, y, width: size.width, height: size.height };
    Some((board, beside(window, board)))
}

/// The largest board that leaves room for the card below it. Both are in the middle.
fn below(window: Rect, extent: &dyn Fn(Size) -> Size) -> Option<(Rect, Rect)> {
    if window.width < MIN_WIDTH_BELOW {
        return None;
    }
    let room =
        Size { height: window.height.checked_sub(MIN_HEIGHT_BELOW + 1)?, ..window.as_size() };
    let size = extent(room);
    let spare = room.height.checked_sub(size.height)?;
    let height = BELOW.height.min(MIN_HEIGHT_BELOW + spare);
    let rest = spare - (height - MIN_HEIGHT_BELOW);
    let x = window.x + room.width.checked_sub(size.width)? / 2;
    let board = Rect { x, y: window.y + rest / 2, width: size.width, height: size.height };
    let width = BELOW.width.min(window.width - 2);
    let x = window.x + (window.width - width) / 2;
    Some((board, Rect { x, y: board.bottom() + 1, width, height }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sized(width: u16, height: u16) -> impl Fn(Size) -> Size {
        move |_| Size::new(width, height)
    }

    #[test]
    fn the_board_stays_where_a_card_has_room_beside_it() {
        let window = Rect::new(0, 0, 80, 23);
        let board = Rect::new(3, 2, 37, 18);
        let never = |_| -> Size { panic!("the board has its place") };
        let found = find(window, board, &never);
        assert_eq!(found, Some((board, Rect::new(43, 0, 36, 23))));
        let board = Rect::new(1, 0, 51, 23);
        let found = find(window, board, &sized(40, 10));
        assert_eq!(found, Some((board, Rect::new(52, 0, 28, 23))));
    }

    #[test]
    fn a_board_becomes_a_little_smaller_but_not_tiny() {
        let window = Rect::new(0, 0, 100, 29);
        let board = Rect::new(10, 1, 79, 16);
        let found = find(window, board, &sized(62, 16));
        assert_eq!(found, Some((Rect::new(1, 6, 62, 16), Rect::new(63, 0, 36, 29))));
        assert_eq!(find(window, board, &sized(79, 29)), None, "it fits nowhere");
        let small = Rect::new(0, 0, 40, 11);
        assert_eq!(find(small, Rect::new(1, 1, 19, 9), &sized(12, 9)), None, "it is cut");
    }

    #[test]
    fn a_wide_board_has_the_card_below_it() {
        let window = Rect::new(0, 0, 100, 29);
        let board = Rect::new(10, 1, 79, 16);
        let found = find(window, board, &sized(79, 16));
        assert_eq!(found, Some((Rect::new(10, 0, 79, 16), Rect::new(4, 17, 92, 12))));
        // A card of ten rows leaves more to the board.
        let window = Rect::new(0, 0, 80, 23);
        let found = find(window, Rect::new(7, 1, 66, 16), &sized(53, 12));
        assert_eq!(found, Some((Rect::new(13, 0, 53, 12), Rect::new(1, 13, 78, 10))));
    }
}
