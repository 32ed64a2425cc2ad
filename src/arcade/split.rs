//! Splits a window, in columns and rows, into a board and a text or card beside or below it.

use ratatui::layout::{
    Constraint::{Fill, Length},
    Layout, Margin, Rect, Size,
};

use crate::widgets::page::WindowClass;

#[derive(Clone, Copy, Debug)]
pub struct TextRoom {
    /// The preferred and the smallest width beside the board.
    widths: [u16; 2],
    /// The preferred and the smallest height below the board.
    heights: [u16; 2],
    /// The maximum width beside the board, and the maximum height below it.
    max: Size,
    /// Rows above the board and below the text, in all, that stay blank if there is room.
    blank_rows: u16,
}

impl TextRoom {
    const MAX_WIDTH: u16 = 44;

    /// A large card has room for large letters.
    fn card(class: WindowClass) -> Self {
        let height = if class == WindowClass::Large { 18 } else { 10 };
        let max = Size::new(Self::MAX_WIDTH, height.max(14));
        Self { widths: [36, 28], heights: [height; 2], max, blank_rows: 0 }
    }

    pub const REVIEW: Self =
        Self { widths: [38, 34], heights: [10; 2], max: Size::new(72, 20), blank_rows: 0 };

    /// The room for the panel of a table, or for the text of a lesson or puzzle.
    pub fn of(window: Rect) -> Self {
        let is_small = WindowClass::of(window) == WindowClass::Small;
        let (widths, blank_rows) = if is_small { ([18, 14], 0) } else { ([28, 22], 2) };
        Self { widths, heights: [8, 5], max: Size::new(Self::MAX_WIDTH, 14), blank_rows }
    }
}

/// The minimum and the maximum width of a text below the board.
const WIDTHS_BELOW: [u16; 2] = [40, 92];
/// The maximum width of a card: that of the largest board in a window of 120 columns.
const MAX_CARD_WIDTH: u16 = 118;
/// The minimum height of a card below the board, with its frame.
const MIN_CARD_HEIGHT: u16 = 6;
/// The height of a card with all keys one below another and several notes.
const TALL_CARD_HEIGHT: u16 = 22;
/// The height of a card with a strip and with blank rows between its parts.
const AIRY_CARD_HEIGHT: u16 = 10;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Split {
    pub board: Rect,
    pub text: Rect,
    pub is_below: bool,
}

impl Split {
    /// `extent` is the board's size in an available space.
    pub fn new(window: Rect, text: &TextRoom, extent: &dyn Fn(Size) -> Size) -> Self {
        let class = WindowClass::of(window);
        let split = Self::of(board_room(window, extent), class, text, extent);
        Self { text: split.text.intersection(inside(window)), ..split }
    }

    /// Splits a part of a window of this class. A board that doesn't fit is cut off.
    pub fn of(
        area: Rect,
        class: WindowClass,
        text: &TextRoom,
        extent: &dyn Fn(Size) -> Size,
    ) -> Self {
        let room = Room { area, class, text, extent };
        room.best(0).unwrap_or_else(|| room.below(text.heights[1]).0)
    }

    /// The board and a card beside or below it; `None` if the card must cover the board. The board
    /// stays in its place on the `table` if there is room below it, for which it may lose some
    /// rows; beside the card, it keeps most of its size.
    pub fn with_card(window: Rect, table: Self, extent: &dyn Fn(Size) -> Size) -> Option<Self> {
        let (class, area) = (WindowClass::of(window), inside(window));
        if class == WindowClass::Small {
            return None;
        }
        let text = TextRoom::card(class);
        let room = Room { area, class, text: &text, extent };
        let table = if table.is_below { table.lowered(area, extent) } else { table };
        let top = table.board.bottom() + 1;
        let height = area.bottom().saturating_sub(top).min(text.max.height);
        let split = if table.is_below && height >= MIN_CARD_HEIGHT {
            Self { text: Rect { y: top, height, ..area }, ..table }
        } else {
            room.best(table.board.area() * 3 / 5)?
        };
        let text = if split.is_below {
            let widest = middle(area, Size::new(MAX_CARD_WIDTH, area.height));
            Rect { x: widest.x, width: widest.width, ..split.text }
        } else {
            Rect { y: window.y, height: window.height, ..split.text }
        };
        // A tall card beside a low board begins with it.
        let top = area.bottom().saturating_sub(TALL_CARD_HEIGHT).max(area.y);
        let y = if split.is_below { split.board.y } else { split.board.y.min(top) };
        Some(Self { text, board: Rect { y, ..split.board }, ..split })
    }

    /// Lowers a board that leaves too little room below it, unless it would become narrower or much
    /// smaller.
    fn lowered(self, area: Rect, extent: &dyn Fn(Size) -> Size) -> Self {
        let below = area.bottom().saturating_sub(AIRY_CARD_HEIGHT + 1);
        let room = Size::new(area.width, below.saturating_sub(self.board.y));
        let Size { width, height } = extent(room);
        let is_similar = width == self.board.width && height * 5 >= self.board.height * 3;
        let is_lower = height <= room.height && height < self.board.height;
        let board = Rect { height, ..self.board };
        if is_similar && is_lower && room.height > 0 { Self { board, ..self } } else { self }
    }

    /// Widens a text beside the board into the board's upper right corner, if enough is free there.
    pub fn with_free_corner(mut self, free_corner: impl FnOnce(Rect) -> Size) -> Self {
        let corner = free_corner(self.board);
        let width = (self.text.width + corner.width).min(TextRoom::MAX_WIDTH);
        if !self.is_below && corner.height >= 20 && width > self.text.width {
            let (x, height) = (self.text.right() - width, self.text.height.min(corner.height));
            self.text = Rect { x, width, height, ..self.text };
        }
        self
    }
}

struct Room<'a> {
    area: Rect,
    class: WindowClass,
    text: &'a TextRoom,
    extent: &'a dyn Fn(Size) -> Size,
}

impl Room<'_> {
    /// The best split that shows the whole board. Beside a text, it has at least `min_area` cells.
    fn best(&self, min_area: u32) -> Option<Split> {
        let beside = self.text.widths.into_iter().filter_map(|width| self.beside(width));
        let beside = beside.filter(|split| split.board.area() >= min_area);
        let below = self.text.heights.into_iter().map(|height| self.below(height));
        let below = below.filter_map(|(split, is_whole)| is_whole.then_some(split));
        // A split with less room for the text must make the board clearly larger.
        let better = |best: Split, next: Split| {
            if 4 * next.board.area() > 5 * best.board.area() { next } else { best }
        };
        beside.chain(below).reduce(better)
    }

    fn beside(&self, min_width: u16) -> Option<Split> {
        let area = self.area;
        let gap = if self.class == WindowClass::Small { 1 } else { 2 };
        let space = Size::new(area.width.checked_sub(min_width + gap)?, area.height);
        let size = (self.extent)(space);
        if size.width > space.width || size.height > space.height {
            return None;
        }
        let is_wide = area.width - size.width >= self.text.widths[0] + 4;
        let gap = if is_wide { 4 } else { gap };
        let text_width = (area.width - size.width - gap).min(self.text.max.width);
        let whole = middle(area, Size::new(size.width + gap + text_width, area.height));
        let columns = Layout::horizontal([Length(size.width), Fill(1)]).spacing(gap);
        let [board, text] = whole.layout(&columns);
        // The text may be taller than a low board.
        let text = middle(text, Size::new(text.width, size.height.max(18)));
        Some(Split { board: middle(board, size), text, is_below: false })
    }

    /// Also returns whether the whole board fits.
    fn below(&self, min_height: u16) -> (Split, bool) {
        let area = self.area;
        let gap = u16::from(self.class > WindowClass::Small);
        let space = Size::new(area.width, area.height.saturating_sub(min_height + gap));
        let size = (self.extent)(space);
        let rest = area.height.saturating_sub(size.height + gap);
        let rows = rest.saturating_sub(self.text.blank_rows);
        let rows = rows.clamp(min_height.min(rest), self.text.max.height);
        let (blank, is_airy) = (rest - rows, self.text.blank_rows > 0);
        let top = if is_airy { blank.div_ceil(2) } else { blank / 2 };
        let parts = [Length(top), Length(size.height), Length(gap), Length(rows)];
        let [_, board, _, text] = area.layout(&Layout::vertical(parts));
        let [min, max] = WIDTHS_BELOW;
        let text = middle(text, Size::new(size.width.clamp(min, max), rows));
        let split = Split { board: middle(board, size), text, is_below: true };
        (split, size.width <= space.width && size.height <= space.height)
    }
}

/// The middle of an area. An odd column or row is left over at the right or bottom.
fn middle(area: Rect, size: Size) -> Rect {
    let (width, height) = (size.width.min(area.width), size.height.min(area.height));
    let (x, y) = (area.x + (area.width - width) / 2, area.y + (area.height - height) / 2);
    Rect { x, y, width, height }
}

/// The window without its outer columns.
fn inside(window: Rect) -> Rect {
    window.inner(Margin::new(1, 0))
}

/// The window without its outer columns, unless it is narrow and the board needs them.
fn board_room(window: Rect, extent: &dyn Fn(Size) -> Size) -> Rect {
    let inside = inside(window);
    let needs_all = window.width < 45 && extent(window.as_size()).width > inside.width;
    if needs_all { window } else { inside }
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
        let split = Split { board: Rect::new(1, 1, 90, 30), text, is_below: false };
        let widened = |width, height| split.with_free_corner(|_| Size::new(width, height)).text;
        assert_eq!(widened(14, 12), text);
        assert_eq!(widened(14, 20), Rect::new(79, 3, 38, 20));
        assert_eq!(widened(30, 40), Rect::new(73, 3, 44, 30));
        assert_eq!(widened(0, 0), text);
    }

    fn square(space: Size) -> Size {
        let side = space.height.min(space.width / 2);
        Size::new(2 * side, side)
    }

    fn wide(space: Size) -> Size {
        let height = (space.width / 5).min(space.height);
        Size::new(5 * height, height)
    }

    fn split(width: u16, height: u16, extent: &dyn Fn(Size) -> Size) -> Split {
        let window = Rect::new(0, 0, width, height);
        Split::new(window, &TextRoom::of(window), extent)
    }

    #[test]
    fn the_text_is_beside_a_square_board_and_below_a_wide_one() {
        for (width, height) in [(80, 23), (100, 29), (160, 49)] {
            assert!(!split(width, height, &square).is_below);
            assert!(split(width, height, &wide).is_below);
        }
    }

    #[test]
    fn a_column_on_each_side_stays_free() {
        for extent in [square, wide] {
            for (width, height) in [(40, 11), (80, 23), (100, 29), (120, 39), (200, 59)] {
                let Split { board, text, .. } = split(width, height, &extent);
                for part in [board, text] {
                    assert!(part.x >= 1 && part.right() < width, "{part} in {width} x {height}");
                }
            }
        }
    }

    #[test]
    fn parts_do_not_overlap_and_lie_inside_the_window() {
        for extent in [square, wide] {
            for (width, height) in [(1, 1), (34, 11), (40, 11), (80, 23), (300, 20), (40, 90)] {
                let Split { board, text, .. } = split(width, height, &extent);
                let window = Rect::new(0, 0, width, height);
                assert!(board.intersection(text).is_empty(), "{board}, {text}");
                for part in [board, text].into_iter().filter(|part| !part.is_empty()) {
                    assert_eq!(window.union(part), window, "{part}");
                }
            }
        }
    }

    #[test]
    fn a_card_takes_the_place_of_the_text() {
        for (width, height) in [(80, 23), (100, 29), (120, 39), (200, 59)] {
            let table @ Split { board, text, .. } = split(width, height, &square);
            let window = Rect::new(0, 0, width, height);
            let card = Split::with_card(window, table, &square).expect("room for a card");
            assert!(card.text.width >= 28 && card.text.height == height, "{card:?}");
            if text.width >= 36 {
                assert_eq!((card.board, card.text.x), (board, text.x), "the board stays");
            }
        }
    }

    #[test]
    fn a_board_above_the_card_holds_still() {
        for (width, height) in [(80, 23), (100, 29), (120, 39), (200, 59)] {
            let table = split(width, height, &wide);
            let window = Rect::new(0, 0, width, height);
            let card = Split::with_card(window, table, &wide).expect("room for a card");
            assert!(card.is_below && card.text.bottom() <= height, "{card:?}");
            assert_eq!(card.board, table.board);
        }
    }

    #[test]
    fn a_card_stands_over_a_board_that_would_become_much_smaller() {
        let window = Rect::new(0, 0, 100, 29);
        let fixed = |width, height| move |_| Size::new(width, height);
        let board = Rect::new(10, 1, 79, 16);
        let table = |board| Split { board, ..Split::default() };
        let beside = Split::with_card(window, table(board), &fixed(62, 16));
        let beside = beside.expect("room beside it");
        assert!(!beside.is_below && beside.board.as_size() == Size::new(62, 16));
        let below = Split::with_card(window, table(board), &fixed(79, 16)).expect("room below it");
        assert_eq!((below.board.as_size(), below.text.width), (board.as_size(), 98));
        assert_eq!(Split::with_card(window, table(board), &fixed(79, 29)), None);
        let small = Rect::new(0, 0, 40, 11);
        let table = table(Rect::new(1, 1, 19, 9));
        assert_eq!(Split::with_card(small, table, &fixed(12, 9)), None);
    }
}
