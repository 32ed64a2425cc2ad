//! The layout of the grid, with the largest cards that fit.

use ratatui::layout::{Constraint::Length, Rect, Size};

use fourcade_engine::concentration::model::{COLUMNS, ROWS, Spot};

#[derive(Clone, Copy)]
struct GridSize {
    card: Size,
    /// Free rows between cards.
    gap: u16,
}

/// Largest first.
const GRID_SIZES: [GridSize; 13] = [
    GridSize::new(14, 10, 1),
    GridSize::new(12, 8, 1),
    GridSize::new(10, 7, 1),
    GridSize::new(8, 5, 1),
    GridSize::new(6, 4, 1),
    GridSize::new(5, 3, 1),
    GridSize::new(4, 3, 1),
    GridSize::new(5, 2, 1),
    GridSize::new(4, 2, 1),
    GridSize::new(3, 2, 1),
    GridSize::new(3, 1, 1),
    GridSize::new(2, 1, 1),
    GridSize::new(2, 1, 0),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardGridLayout {
    /// The grid with its labels.
    pub frame: Rect,
    pub card_size: Size,
    gap: u16,
}

/// Columns before the first card: the row's number, and room for the cursor.
const LABEL_WIDTH: u16 = 2;

impl GridSize {
    const fn new(card_width: u16, card_height: u16, gap: u16) -> Self {
        Self { card: Size::new(card_width, card_height), gap }
    }

    #[allow(clippy::cast_possible_truncation)] // 4 and 13
    const fn extent(self) -> Size {
        let Self { card: Size { width, height }, gap } = self;
        let (rows, columns) = (ROWS as u16, COLUMNS as u16);
        Size::new(LABEL_WIDTH + columns * (width + 1) - 1, 1 + rows * (height + gap) - gap)
    }

    /// The largest that fits into `room`, else the smallest.
    fn best(room: Size) -> Self {
        let fits =
            |grid: &Self| grid.extent().width <= room.width && grid.extent().height <= room.height;
        GRID_SIZES.into_iter().find(fits).unwrap_or(GRID_SIZES[GRID_SIZES.len() - 1])
    }
}

impl CardGridLayout {
    pub fn extent(room: Size) -> Size {
        let Size { width, height } = GridSize::best(room).extent();
        Size::new(width.min(room.width), height.min(room.height))
    }

    pub fn new(area: Rect) -> Self {
        let GridSize { card, gap } = GridSize::best(area.as_size());
        let extent = Self::extent(area.as_size());
        let frame = area.centered(Length(extent.width), Length(extent.height));
        Self { frame, card_size: card, gap }
    }

    /// Clipped to the frame.
    #[allow(clippy::cast_possible_truncation)] // below 13
    pub fn area_of(&self, spot: Spot) -> Rect {
        let y = self.frame.y + 1 + spot.row() as u16 * (self.card_size.height + self.gap);
        let (x, Size { width, height }) = (self.x_of(spot.column() as u16 - 1), self.card_size);
        Rect::new(x, y, width, height).intersection(self.frame)
    }

    /// `column` counts from 0.
    fn x_of(&self, column: u16) -> u16 {
        self.frame.x + LABEL_WIDTH + column * (self.card_size.width + 1)
    }

    /// Lays out two piles with these numbers of rows, one below the other. Free rows are shared out
    /// equally above, between and below them.
    pub fn piles(&self, rows: [u16; 2]) -> PileLayout {
        let [upper, lower] = rows;
        let free = self.frame.height.saturating_sub(upper + lower);
        let (heading, gap) = (u16::from(free >= 2), u16::from(free >= 3));
        let room = self.frame.height.saturating_sub(2 * heading + gap);
        let max_height = self.card_size.height.max(MAX_ENLARGED_HEIGHT);
        let card_height = (room / (upper + lower)).clamp(1, max_height);
        let margin = room.saturating_sub((upper + lower) * card_height) / 3;
        let first = self.frame.y + margin + heading;
        let tops = [first, first + upper * card_height + gap + margin + heading];
        PileLayout { grid: *self, card_height, rows, tops, has_headings: heading > 0 }
    }
}

/// In piles, cards are at most as high as in the grid, but low ones may be enlarged to this height.
const MAX_ENLARGED_HEIGHT: u16 = 3;

/// The places of the cards in the upper pile (0) and the lower one (1). Their rows touch each
/// other.
pub struct PileLayout {
    grid: CardGridLayout,
    card_height: u16,
    /// Rows of cards in each pile.
    rows: [u16; 2],
    tops: [u16; 2],
    has_headings: bool,
}

impl PileLayout {
    pub fn ground(&self, pile: usize) -> Rect {
        let row = self.card(pile, 0).union(self.card(pile, COLUMNS - 1));
        let height = self.rows[pile] * self.card_height;
        Rect { height, ..row }.intersection(self.grid.frame)
    }

    pub fn heading(&self, pile: usize) -> Option<Rect> {
        let ground = self.ground(pile);
        let above = Rect { y: ground.y.saturating_sub(1), height: 1, ..ground };
        self.has_headings.then_some(above)
    }

    /// `number` counts from 0.
    #[allow(clippy::cast_possible_truncation)] // below 26
    pub fn card(&self, pile: usize, number: usize) -> Rect {
        let (row, column) = ((number / COLUMNS) as u16, (number % COLUMNS) as u16);
        let (x, y) = (self.grid.x_of(column), self.tops[pile] + row * self.card_height);
        Rect::new(x, y, self.grid.card_size.width, self.card_height).intersection(self.grid.frame)
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
            ((80, 12), (5, 2)),
            ((78, 15), (4, 2)),
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
