//! Where everything lies on the card table, as large as fits.

use ratatui::layout::{Rect, Size};

use crate::{
    games::intensity::rules::{HAND_SIZE, SEATS},
    play::Seat,
};

/// The sides of the table, clockwise from the one that looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Near,
    Left,
    Far,
    Right,
}

impl Side {
    /// All, clockwise from the nearest.
    pub const ALL: [Self; SEATS] = [Self::Near, Self::Left, Self::Far, Self::Right];

    /// Where a seat is for who sits at `near`.
    pub const fn of(seat: Seat, near: Seat) -> Self {
        Self::ALL[(seat.index() + SEATS - near.index()) % SEATS]
    }

    /// The columns and rows by which a thing lies towards this side, in units.
    pub const fn direction(self) -> (i32, i32) {
        match self {
            Self::Near => (0, 1),
            Self::Left => (-1, 0),
            Self::Far => (0, -1),
            Self::Right => (1, 0),
        }
    }
}

/// Width and height of a card and the free columns between cards of a hand, from the largest
/// drawing to the compact one.
const STEPS: [(u16, u16); 7] = [(10, 7), (8, 5), (6, 4), (5, 3), (4, 3), (3, 1), (2, 1)];

/// The columns that a hand at the left or right takes beside the round, at least.
const WINGS: u16 = 12;

/// The layout of the table in an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The whole drawing.
    pub frame: Rect,
    /// One card.
    pub card: Size,
}

/// The rows of the table with cards of this height: the far seat, the round, the near seat's line,
/// its hand, and what is still to come.
const fn rows(height: u16) -> u16 {
    match height {
        1 => 3 + 1 + 1,
        // Two of the far seat, a free one, the round, a free one, the name, a raised card, a free
        // one, what is to come.
        _ => 2 + 1 + (2 * height + 1) + 1 + 1 + (1 + height) + 2,
    }
}

#[allow(clippy::cast_possible_truncation)] // ten
const fn columns(width: u16) -> u16 {
    HAND_SIZE as u16 * (width + 1) + 1
}

/// The largest cards with which the table fits into `room`, else the smallest.
fn step(room: Size) -> Size {
    let fits =
        |&(width, height): &(u16, u16)| columns(width) <= room.width && rows(height) <= room.height;
    let (width, height) = STEPS.into_iter().find(fits).unwrap_or(STEPS[STEPS.len() - 1]);
    Size::new(width, height)
}

impl Layout {
    /// What the table takes of `room`; the compact one takes what it needs.
    pub fn extent(room: Size) -> Size {
        let card = step(room);
        // A little more room keeps the others' hands apart from the round.
        let spread = (3 * (card.width + 1) + 2 * WINGS).min(room.width);
        Size::new(columns(card.width).max(spread), rows(card.height))
    }

    /// Lays the table out in the middle of `area`.
    pub fn new(area: Rect) -> Self {
        use ratatui::layout::Constraint::Length;
        let extent = Self::extent(area.as_size());
        let frame = area
            .centered(Length(extent.width.min(area.width)), Length(extent.height.min(area.height)));
        Self { frame, card: step(area.as_size()) }
    }

    /// Whether there is only room for the cards themselves.
    pub const fn is_compact(&self) -> bool {
        self.card.height == 1
    }

    /// The middle of the round: the columns of the near and far cards, the row at which they meet.
    fn middle(&self) -> (u16, u16) {
        let x = self.frame.x + (self.frame.width.saturating_sub(self.card.width)) / 2;
        let above = if self.is_compact() { 1 } else { 3 + self.card.height };
        (x, self.frame.y + above)
    }

    /// Where a side's card of the round lies.
    pub fn played(&self, side: Side) -> Rect {
        let Size { width, height } = self.card;
        let (x, y) = self.middle();
        // The cards at the sides lie half a card lower than the far one.
        let between = y - height.div_ceil(2) + u16::from(height % 2 == 0 || height == 1);
        let (x, y) = match side {
            Side::Near => (x, y + 1),
            Side::Far => (x, y.saturating_sub(height)),
            Side::Left => (x.saturating_sub(width + 2), between),
            Side::Right => (x + width + 2, between),
        };
        Rect::new(x, y, width, height).intersection(self.frame)
    }

    /// The row between the far and the near card: what is led.
    pub fn centre(&self) -> Rect {
        let (x, y) = self.middle();
        Rect::new(x.saturating_sub(1), y, self.card.width + 2, 1).intersection(self.frame)
    }

    /// Where a side's name is told, and at the others' sides their hand; nowhere for the near side
    /// in a compact drawing.
    pub fn place(&self, side: Side) -> Rect {
        let frame = self.frame;
        let (left, right) = (self.played(Side::Left), self.played(Side::Right));
        let wing = |x: u16, width: u16| {
            let (y, height) = if self.is_compact() {
                (left.y, 1)
            } else {
                (left.y.saturating_sub(1), 5.min(self.card.height + 2))
            };
            Rect { x, y, width, height }
        };
        match side {
            Side::Near if self.is_compact() => Rect::default(),
            Side::Near => Rect { y: self.hand_row().saturating_sub(2), height: 1, ..frame },
            Side::Far if self.is_compact() => {
                let far = self.played(Side::Far);
                Rect { x: frame.x, y: frame.y, width: far.x.saturating_sub(frame.x + 1), height: 1 }
            }
            Side::Far => Rect { height: 2, ..frame },
            Side::Left => wing(frame.x, left.x.saturating_sub(frame.x + 2)),
            Side::Right => wing(right.right() + 2, frame.right().saturating_sub(right.right() + 2)),
        }
        .intersection(frame)
    }

    /// The first row of the near hand, whose cards may be raised by a row where they are higher
    /// than one.
    fn hand_row(&self) -> u16 {
        let below = if self.is_compact() { 1 } else { self.card.height + 2 };
        self.frame.bottom().saturating_sub(below).max(self.frame.y)
    }

    /// Where the card at this place of a near hand of so many lies.
    #[allow(clippy::cast_possible_truncation)] // at most ten
    pub fn held(&self, at: usize, count: usize, is_raised: bool) -> Rect {
        let Size { width, height } = self.card;
        let whole = count as u16 * (width + 1);
        let left = self.frame.x + self.frame.width.saturating_sub(whole).div_ceil(2);
        let raised = u16::from(is_raised && !self.is_compact());
        Rect::new(left + at as u16 * (width + 1), self.hand_row() - raised, width, height)
            .intersection(self.frame)
    }

    /// The row that tells what is still to come, where there is one.
    pub fn evaluation(&self) -> Option<Rect> {
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

    fn all(layout: &Layout) -> Vec<Rect> {
        let mut all: Vec<_> = Side::ALL.iter().map(|&side| layout.played(side)).collect();
        all.extend(Side::ALL.iter().map(|&side| layout.place(side)));
        all.extend((0..HAND_SIZE).map(|at| layout.held(at, HAND_SIZE, false)));
        all.extend(layout.evaluation());
        all.push(layout.centre());
        all
    }

    #[test]
    fn cards_grow_with_the_room() {
        for (room, card) in [
            ((41, 5), (3, 1)),
            ((40, 5), (2, 1)),
            ((54, 22), (4, 3)),
            ((74, 28), (6, 4)),
            ((92, 36), (8, 5)),
            ((134, 48), (10, 7)),
        ] {
            assert_eq!(
                Layout::new(Rect::new(0, 0, room.0, room.1)).card,
                Size::new(card.0, card.1),
                "{room:?}"
            );
        }
    }

    #[test]
    fn nothing_overlaps_and_nothing_lies_outside() {
        for (width, height) in [(40, 5), (54, 20), (64, 20), (74, 28), (92, 30), (134, 48)] {
            let area = Rect::new(3, 2, width, height);
            let layout = Layout::new(area);
            let all = all(&layout);
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
    fn every_area_is_survived() {
        for (width, height) in [(0, 0), (1, 1), (20, 3), (39, 9), (300, 1), (5, 90)] {
            let area = Rect::new(0, 0, width, height);
            let layout = Layout::new(area);
            assert!(
                all(&layout)
                    .into_iter()
                    .filter(|part| !part.is_empty())
                    .all(|part| area.union(part) == area)
            );
        }
    }

    #[test]
    fn the_seats_sit_clockwise_around_the_one_who_looks() {
        let seat = Seat::new;
        assert_eq!(Side::of(seat(0), seat(0)), Side::Near);
        assert_eq!(Side::of(seat(1), seat(0)), Side::Left);
        assert_eq!(Side::of(seat(0), seat(3)), Side::Left);
        assert_eq!(Side::of(seat(3), seat(0)), Side::Right);
    }
}
