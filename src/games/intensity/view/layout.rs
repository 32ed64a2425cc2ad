//! The layout of the card table, with the largest cards that fit.

use ratatui::layout::{Rect, Size};

use fourcade_engine::{
    intensity::model::{HAND_SIZE, SEATS},
    play::Seat,
};

/// The sides of the table, clockwise from the viewer's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableSide {
    /// The lower side of the drawing, where the viewer sits.
    Near,
    Left,
    /// The upper side, opposite the viewer.
    Far,
    Right,
}

impl TableSide {
    /// All sides, clockwise from the nearest.
    pub const ALL: [Self; SEATS] = [Self::Near, Self::Left, Self::Far, Self::Right];

    /// The side of `seat` when `near` is at the near side.
    pub const fn of(seat: Seat, near: Seat) -> Self {
        Self::ALL[(seat.index() + SEATS - near.index()) % SEATS]
    }

    /// The direction from the centre to this side, as unit steps right and down.
    pub const fn direction(self) -> (i32, i32) {
        match self {
            Self::Near => (0, 1),
            Self::Left => (-1, 0),
            Self::Far => (0, -1),
            Self::Right => (1, 0),
        }
    }
}

/// The widths and heights of a card in columns and rows, from the largest to the compact drawing.
const CARD_SIZES: [(u16, u16); 9] =
    [(14, 10), (12, 8), (10, 7), (8, 5), (6, 4), (5, 3), (4, 3), (3, 1), (2, 1)];

/// The minimum width in columns of a hand at the left or right of the round.
const MIN_SIDE_WIDTH: u16 = 12;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardTableLayout {
    pub frame: Rect,
    pub card_size: Size,
}

const fn rows(height: u16) -> u16 {
    match height {
        // Compact: three rows of the round, a gap and the hand.
        1 => 3 + 1 + 1,
        // The far seat, a gap, the round, a gap, the near seat's name, its hand with raised cards,
        // a gap and the remaining penalty cards.
        _ => 2 + 1 + (2 * height + 1) + 1 + 1 + (1 + height) + 2,
    }
}

/// The columns of a full hand of cards of this width.
#[allow(clippy::cast_possible_truncation)] // ten
const fn columns(width: u16) -> u16 {
    HAND_SIZE as u16 * (width + 1) + 1
}

/// The size of the largest cards with which the table fits into `room`, else the smallest size.
fn card_size(room: Size) -> Size {
    let fits =
        |&(width, height): &(u16, u16)| columns(width) <= room.width && rows(height) <= room.height;
    let (width, height) =
        CARD_SIZES.into_iter().find(fits).unwrap_or(CARD_SIZES[CARD_SIZES.len() - 1]);
    Size::new(width, height)
}

impl CardTableLayout {
    /// The smallest table may need more than `room`.
    pub fn extent(room: Size) -> Size {
        let card = card_size(room);
        // Extra width keeps the other hands apart from the round.
        let spread = (3 * (card.width + 1) + 2 * MIN_SIDE_WIDTH).min(room.width);
        Size::new(columns(card.width).max(spread), rows(card.height))
    }

    pub fn new(area: Rect) -> Self {
        use ratatui::layout::Constraint::Length;
        let extent = Self::extent(area.as_size());
        let frame = area
            .centered(Length(extent.width.min(area.width)), Length(extent.height.min(area.height)));
        Self { frame, card_size: card_size(area.as_size()) }
    }

    /// Whether the cards are one row high, without room for the other seats' hands.
    pub const fn is_compact(&self) -> bool {
        self.card_size.height == 1
    }

    /// The column of the near and far cards of the round, and the row at which they meet.
    fn middle(&self) -> (u16, u16) {
        let x = self.frame.x + (self.frame.width.saturating_sub(self.card_size.width)) / 2;
        let above = if self.is_compact() { 1 } else { 3 + self.card_size.height };
        (x, self.frame.y + above)
    }

    pub fn played_card(&self, side: TableSide) -> Rect {
        let Size { width, height } = self.card_size;
        let (x, y) = self.middle();
        // The left and right cards are half a card lower than the far one.
        let between = y - height.div_ceil(2) + u16::from(height % 2 == 0 || height == 1);
        let (x, y) = match side {
            TableSide::Near => (x, y + 1),
            TableSide::Far => (x, y.saturating_sub(height)),
            TableSide::Left => (x.saturating_sub(width + 2), between),
            TableSide::Right => (x + width + 2, between),
        };
        Rect::new(x, y, width, height).intersection(self.frame)
    }

    /// The row between the far and the near card, for the suit that was led.
    pub fn centre(&self) -> Rect {
        let (x, y) = self.middle();
        Rect::new(x.saturating_sub(1), y, self.card_size.width + 2, 1).intersection(self.frame)
    }

    /// The area of a side's name and, except for the near side, its hand. Empty for the near side
    /// of a compact drawing.
    pub fn seat_area(&self, side: TableSide) -> Rect {
        let frame = self.frame;
        let (left, right) = (self.played_card(TableSide::Left), self.played_card(TableSide::Right));
        let side_area = |x: u16, width: u16| {
            let (y, height) = if self.is_compact() {
                (left.y, 1)
            } else {
                (left.y.saturating_sub(1), 5.min(self.card_size.height + 2))
            };
            Rect { x, y, width, height }
        };
        match side {
            TableSide::Near if self.is_compact() => Rect::default(),
            TableSide::Near => Rect { y: self.hand_row().saturating_sub(2), height: 1, ..frame },
            TableSide::Far if self.is_compact() => {
                let far = self.played_card(TableSide::Far);
                Rect { x: frame.x, y: frame.y, width: far.x.saturating_sub(frame.x + 1), height: 1 }
            }
            TableSide::Far => Rect { height: 2, ..frame },
            TableSide::Left => side_area(frame.x, left.x.saturating_sub(frame.x + 2)),
            TableSide::Right => {
                side_area(right.right() + 2, frame.right().saturating_sub(right.right() + 2))
            }
        }
        .intersection(frame)
    }

    /// The first row of the near hand. Raised cards start one row higher, except in a compact
    /// drawing.
    fn hand_row(&self) -> u16 {
        let below = if self.is_compact() { 1 } else { self.card_size.height + 2 };
        self.frame.bottom().saturating_sub(below).max(self.frame.y)
    }

    /// The row above the cards of the near hand that are not raised, or `None` in a compact
    /// drawing.
    pub fn above_hand(&self) -> Option<Rect> {
        let y = self.hand_row().saturating_sub(1);
        (!self.is_compact()).then(|| Rect { y, height: 1, ..self.frame }.intersection(self.frame))
    }

    #[allow(clippy::cast_possible_truncation)] // at most ten
    pub fn hand_card(&self, index: usize, count: usize, is_raised: bool) -> Rect {
        let Size { width, height } = self.card_size;
        let whole = count as u16 * (width + 1);
        let left = self.frame.x + self.frame.width.saturating_sub(whole).div_ceil(2);
        let raised = u16::from(is_raised && !self.is_compact());
        Rect::new(left + index as u16 * (width + 1), self.hand_row() - raised, width, height)
            .intersection(self.frame)
    }

    /// `None` in a compact drawing.
    pub fn remaining_row(&self) -> Option<Rect> {
        (!self.is_compact()).then(|| Rect {
            y: self.frame.bottom().saturating_sub(1),
            height: 1,
            ..self.frame
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all_areas(layout: &CardTableLayout) -> Vec<Rect> {
        let mut all: Vec<_> = TableSide::ALL.iter().map(|&side| layout.played_card(side)).collect();
        all.extend(TableSide::ALL.iter().map(|&side| layout.seat_area(side)));
        all.extend((0..HAND_SIZE).map(|index| layout.hand_card(index, HAND_SIZE, false)));
        all.extend(layout.remaining_row());
        all.push(layout.centre());
        all
    }

    #[test]
    fn cards_grow_with_the_area() {
        for (room, card) in [
            ((41, 5), (3, 1)),
            ((40, 5), (2, 1)),
            ((54, 22), (4, 3)),
            ((74, 28), (6, 4)),
            ((92, 36), (8, 5)),
            ((134, 48), (12, 8)),
            ((170, 58), (14, 10)),
        ] {
            assert_eq!(
                CardTableLayout::new(Rect::new(0, 0, room.0, room.1)).card_size,
                Size::new(card.0, card.1),
                "{room:?}"
            );
        }
    }

    #[test]
    fn areas_neither_overlap_nor_lie_outside() {
        for (width, height) in [(40, 5), (54, 20), (64, 20), (74, 28), (92, 30), (134, 48)] {
            let area = Rect::new(3, 2, width, height);
            let layout = CardTableLayout::new(area);
            let all = all_areas(&layout);
            for (at, one) in all.iter().enumerate() {
                if one.is_empty() {
                    continue;
                }
                assert_eq!(area.union(*one), area);
                let others = all[..at].iter().filter(|other| !other.intersection(*one).is_empty());
                assert_eq!(
                    others.collect::<Vec<_>>(),
                    Vec::<&Rect>::new(),
                    "{one} in {width} x {height}"
                );
            }
        }
    }

    #[test]
    fn tiny_areas_do_not_panic() {
        for (width, height) in [(0, 0), (1, 1), (20, 3), (39, 9), (300, 1), (5, 90)] {
            let area = Rect::new(0, 0, width, height);
            let layout = CardTableLayout::new(area);
            assert!(
                all_areas(&layout)
                    .into_iter()
                    .filter(|part| !part.is_empty())
                    .all(|part| area.union(part) == area)
            );
        }
    }

    #[test]
    fn the_seats_sit_clockwise_around_the_near_seat() {
        let seat = Seat::new;
        assert_eq!(TableSide::of(seat(0), seat(0)), TableSide::Near);
        assert_eq!(TableSide::of(seat(1), seat(0)), TableSide::Left);
        assert_eq!(TableSide::of(seat(0), seat(3)), TableSide::Left);
        assert_eq!(TableSide::of(seat(3), seat(0)), TableSide::Right);
    }
}
