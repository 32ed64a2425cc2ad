//! Where each card lies: 4 rows of 13, as large as fits.

use ratatui::layout::{Rect, Size};

use crate::games::concentration::rules::{COLUMNS, ROWS, Spot};

/// Width and height of a card and the rows between cards, from the largest drawing to the compact
/// one.
const STEPS: [(u16, u16, u16); 9] = [
    (10, 7, 1),
    (8, 5, 1),
    (6, 4, 1),
    (5, 3, 1),
    (5, 3, 0),
    (3, 2, 1),
    (3, 1, 1),
    (2, 1, 1),
    (2, 1, 0),
];

/// The layout of the grid in an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The whole drawing with its labels.
    pub frame: Rect,
    /// One card.
    pub card: Size,
    /// The rows between cards.
    gap: u16,
}

/// The columns before the first card: the row's number, and a free one beside cards of three
/// columns or more.
const fn left(width: u16) -> u16 {
    if width > 2 { 2 } else { 1 }
}

/// The whole drawing with such cards. A free column stands behind each card; the first row has the
/// columns' numbers.
#[allow(clippy::cast_possible_truncation)] // 4 and 13
const fn whole((width, height, gap): (u16, u16, u16)) -> Size {
    let (rows, columns) = (ROWS as u16, COLUMNS as u16);
    Size::new(left(width) + columns * (width + 1), 1 + rows * (height + gap) - gap)
}

/// The largest cards with which the grid fits into `room`, else the smallest.
fn step(room: Size) -> (u16, u16, u16) {
    let fits = |&step: &(u16, u16, u16)| {
        whole(step).width <= room.width && whole(step).height <= room.height
    };
    STEPS.into_iter().find(fits).unwrap_or(STEPS[STEPS.len() - 1])
}

impl Layout {
    /// What the grid takes of `room`.
    pub fn extent(room: Size) -> Size {
        let whole = whole(step(room));
        Size::new(whole.width.min(room.width), whole.height.min(room.height))
    }

    /// Lays the grid out in the middle of `area`.
    pub fn new(area: Rect) -> Self {
        use ratatui::layout::Constraint::Length;
        let (width, height, gap) = step(area.as_size());
        let extent = Self::extent(area.as_size());
        let frame = area.centered(Length(extent.width), Length(extent.height));
        Self { frame, card: Size::new(width, height), gap }
    }

    /// Where a card lies, cut to the frame.
    #[allow(clippy::cast_possible_truncation)] // below 13
    pub fn area_of(&self, spot: Spot) -> Rect {
        let (row, column) = (spot.row() as u16, spot.column() as u16 - 1);
        let Size { width, height } = self.card;
        let x = self.frame.x + left(width) + column * (width + 1);
        let y = self.frame.y + 1 + row * (height + self.gap);
        Rect::new(x, y, width, height).intersection(self.frame)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_grow_with_the_room() {
        for (room, card) in [
            ((40, 5), (2, 1)),
            ((54, 22), (3, 2)),
            ((80, 16), (5, 3)),
            ((100, 22), (6, 4)),
            ((134, 49), (8, 5)),
            ((160, 40), (10, 7)),
        ] {
            assert_eq!(
                Layout::new(Rect::new(0, 0, room.0, room.1)).card,
                Size::new(card.0, card.1),
                "{room:?}"
            );
        }
    }

    #[test]
    fn cards_lie_apart_and_inside() {
        for (width, height) in [(40, 5), (54, 12), (80, 16), (200, 60)] {
            let area = Rect::new(3, 2, width, height);
            let layout = Layout::new(area);
            let cards: Vec<_> = Spot::all().map(|spot| layout.area_of(spot)).collect();
            for (at, card) in cards.iter().enumerate() {
                assert_eq!(card.as_size(), layout.card);
                assert_eq!(area.union(*card), area);
                assert!(cards[..at].iter().all(|other| other.intersection(*card).is_empty()));
            }
        }
    }

    #[test]
    fn every_area_is_survived() {
        for (width, height) in [(0, 0), (1, 1), (20, 3), (39, 9), (300, 1)] {
            let area = Rect::new(0, 0, width, height);
            let layout = Layout::new(area);
            let cards =
                Spot::all().map(|spot| layout.area_of(spot)).filter(|card| !card.is_empty());
            assert!(cards.into_iter().all(|card| area.union(card) == area));
        }
    }
}
