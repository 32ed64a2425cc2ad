//! The layout of the grid, with the largest cards that fit.

use ratatui::layout::{Rect, Size};

use fourcade_engine::concentration::model::{COLUMNS, ROWS, Spot};

/// Width, height and free rows between cards, largest first.
const CARD_SIZES: [(u16, u16, u16); 11] = [
    (14, 10, 1),
    (12, 8, 1),
    (10, 7, 1),
    (8, 5, 1),
    (6, 4, 1),
    (5, 3, 1),
    (4, 3, 1),
    (3, 2, 1),
    (3, 1, 1),
    (2, 1, 1),
    (2, 1, 0),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardGridLayout {
    /// With labels.
    pub frame: Rect,
    pub card_size: Size,
    gap: u16,
}

/// Columns before the first card: the row's number, and room for the cursor.
const LABEL_WIDTH: u16 = 2;
/// Columns of a ten with its suit, the widest card.
pub const TEN_WIDTH: u16 = 3;

#[allow(clippy::cast_possible_truncation)] // 4 and 13
const fn drawing_size((width, height, gap): (u16, u16, u16)) -> Size {
    let (rows, columns) = (ROWS as u16, COLUMNS as u16);
    Size::new(LABEL_WIDTH + columns * (width + 1) - 1, 1 + rows * (height + gap) - gap)
}

/// The largest that fits into `room`, else the smallest.
fn card_size(room: Size) -> (u16, u16, u16) {
    let fits = |&size: &(u16, u16, u16)| {
        drawing_size(size).width <= room.width && drawing_size(size).height <= room.height
    };
    CARD_SIZES.into_iter().find(fits).unwrap_or(CARD_SIZES[CARD_SIZES.len() - 1])
}

impl CardGridLayout {
    pub fn extent(room: Size) -> Size {
        let size = drawing_size(card_size(room));
        Size::new(size.width.min(room.width), size.height.min(room.height))
    }

    pub fn new(area: Rect) -> Self {
        use ratatui::layout::Constraint::Length;
        let (width, height, gap) = card_size(area.as_size());
        let extent = Self::extent(area.as_size());
        let frame = area.centered(Length(extent.width), Length(extent.height));
        Self { frame, card_size: Size::new(width, height), gap }
    }

    pub const fn has_gaps(&self) -> bool {
        self.gap > 0
    }

    /// Clipped to the frame.
    #[allow(clippy::cast_possible_truncation)] // below 13
    pub fn area_of(&self, spot: Spot) -> Rect {
        let (row, column) = (spot.row() as u16, spot.column() as u16 - 1);
        let Size { width, height } = self.card_size;
        let x = self.frame.x + LABEL_WIDTH + column * (width + 1);
        let y = self.frame.y + 1 + row * (height + self.gap);
        Rect::new(x, y, width, height).intersection(self.frame)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_grow_with_the_area() {
        for (room, card) in [
            ((40, 5), (2, 1)),
            ((54, 22), (3, 2)),
            ((80, 16), (5, 3)),
            ((100, 22), (6, 4)),
            ((134, 49), (8, 5)),
            ((160, 40), (10, 7)),
            ((198, 52), (14, 10)),
            ((78, 15), (3, 2)),
        ] {
            assert_eq!(
                CardGridLayout::new(Rect::new(0, 0, room.0, room.1)).card_size,
                Size::new(card.0, card.1),
                "{room:?}"
            );
        }
    }

    #[test]
    fn cards_neither_overlap_nor_lie_outside() {
        for (width, height) in [(40, 5), (54, 12), (80, 16), (200, 60)] {
            let area = Rect::new(3, 2, width, height);
            let layout = CardGridLayout::new(area);
            let cards: Vec<_> = Spot::all().map(|spot| layout.area_of(spot)).collect();
            for (at, card) in cards.iter().enumerate() {
                assert_eq!(card.as_size(), layout.card_size);
                assert_eq!(area.union(*card), area);
                assert!(cards[..at].iter().all(|other| other.intersection(*card).is_empty()));
            }
        }
    }

    #[test]
    fn the_cursor_has_a_column_beside_the_row_numbers() {
        for (width, height) in [(40, 5), (78, 15), (118, 33)] {
            let layout = CardGridLayout::new(Rect::new(1, 0, width, height));
            let first = layout.area_of(Spot::all().next().unwrap());
            assert!(first.x - 1 > layout.frame.x, "the number stands in {}", layout.frame.x);
        }
    }

    #[test]
    fn tiny_areas_do_not_panic() {
        for (width, height) in [(0, 0), (1, 1), (20, 3), (39, 9), (300, 1)] {
            let area = Rect::new(0, 0, width, height);
            let layout = CardGridLayout::new(area);
            let cards =
                Spot::all().map(|spot| layout.area_of(spot)).filter(|card| !card.is_empty());
            assert!(cards.into_iter().all(|card| area.union(card) == area));
        }
    }
}
