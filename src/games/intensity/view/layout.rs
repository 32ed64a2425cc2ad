//! The layout of the card table, with the largest cards that fit.

use ratatui::layout::{Constraint::Length, Margin, Rect, Size};

use super::score_sheet::{SHEET_HEIGHT, SHEET_HEIGHT_DOWN};
use fourcade_engine::{
    intensity::model::{HAND_SIZE, SEATS},
    play::Seat,
};

/// The sides of the table, clockwise from the viewer's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableSide {
    /// The lower side, where the viewer sits.
    Near,
    Left,
    Far,
    Right,
}

impl TableSide {
    pub const ALL: [Self; SEATS] = [Self::Near, Self::Left, Self::Far, Self::Right];

    pub const fn of(seat: Seat, near: Seat) -> Self {
        Self::ALL[(seat.index() + SEATS - near.index()) % SEATS]
    }

    /// The direction from the centre to this side, as unit steps to the right and down.
    pub const fn direction(self) -> (i32, i32) {
        match self {
            Self::Near => (0, 1),
            Self::Left => (-1, 0),
            Self::Far => (0, -1),
            Self::Right => (1, 0),
        }
    }

    /// How many of the `free` columns stay left of a text or hand of this side. It is centred at
    /// the near and far sides, and adjoins the round at the others.
    pub const fn inset(self, free: u16) -> u16 {
        match self {
            Self::Near | Self::Far => free / 2,
            Self::Left => free,
            Self::Right => 0,
        }
    }

    pub fn is_beside(self) -> bool {
        matches!(self, Self::Left | Self::Right)
    }

    /// An area of this size in the middle of this edge of `room`.
    pub fn area_at_edge(self, size: Size, room: Rect) -> Rect {
        let middle = room.centered(Length(size.width), Length(size.height));
        match self {
            Self::Near => Rect { y: room.bottom().saturating_sub(size.height), ..middle },
            Self::Far => Rect { y: room.y, ..middle },
            Self::Left => Rect { x: room.x, ..middle },
            Self::Right => Rect { x: room.right().saturating_sub(size.width), ..middle },
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TableSize {
    card: Size,
    spacing: Spacing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spacing {
    /// Free rows between the parts, and a row for the remaining penalty cards.
    Wide,
    /// No free rows; the far seat's name and hand share a row.
    Tight,
    /// Cards of one row; no hands of other seats.
    Compact,
}

/// Free rows around the cards of the round. They use up height that isn't enough for larger cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct RoundSpacing {
    /// Between the far and the near card: odd, with the led suit in the middle row.
    gap: u16,
    /// Between these cards and the edges of the felt.
    margin: u16,
}

impl RoundSpacing {
    const LEAST: Self = Self { gap: 1, margin: 0 };
}

/// Largest first.
const TABLE_SIZES: [TableSize; 11] = [
    TableSize::new(14, 10, Spacing::Wide),
    TableSize::new(12, 8, Spacing::Wide),
    TableSize::new(10, 7, Spacing::Wide),
    TableSize::new(8, 6, Spacing::Wide),
    TableSize::new(8, 5, Spacing::Wide),
    TableSize::new(6, 4, Spacing::Wide),
    TableSize::new(5, 3, Spacing::Wide),
    TableSize::new(4, 3, Spacing::Wide),
    TableSize::new(4, 3, Spacing::Tight),
    TableSize::new(3, 1, Spacing::Compact),
    TableSize::new(2, 1, Spacing::Compact),
];

/// Minimum card width for a score sheet below the table that has a column per round.
const MIN_CARD_WIDTH_WITH_SHEET: u16 = 8;
/// Minimum card width for one that has a row per round.
const MIN_CARD_WIDTH_WITH_SHEET_DOWN: u16 = 5;

const MIN_CARD_WIDTH_WITH_WIDE_BACKS: u16 = 10;

/// Minimum columns for a hand at the left or right of the round.
const MIN_SIDE_WIDTH: u16 = 12;

/// Maximum columns for the hand at the right of the round: ten open cards in two rows. The columns
/// beyond it are the free corner.
const MAX_RIGHT_HAND_WIDTH: u16 = 14;

impl TableSize {
    const fn new(card_width: u16, card_height: u16, spacing: Spacing) -> Self {
        Self { card: Size::new(card_width, card_height), spacing }
    }

    const fn rows(self) -> u16 {
        let Self { card: Size { height, .. }, spacing } = self;
        let round = 2 * height + RoundSpacing::LEAST.gap;
        // Marked cards are raised by a row.
        let hand = 1 + height;
        match spacing {
            // The far seat's name, the round, the hand.
            Spacing::Compact => 1 + 3 + 1,
            // The far seat, the round, the near seat's name, its hand.
            Spacing::Tight => 1 + round + 1 + hand,
            // The far seat, a gap, the round, a gap, the near seat's name, its hand, a gap and the
            // remaining penalty cards.
            Spacing::Wide => 2 + 1 + round + 1 + 1 + hand + 2,
        }
    }

    /// Columns of a full hand.
    #[allow(clippy::cast_possible_truncation)] // ten
    const fn columns(self) -> u16 {
        HAND_SIZE as u16 * (self.card.width + 1) + 1
    }

    /// The largest table that fits into `room`, else the smallest.
    fn best(room: Size) -> Self {
        let fits = |table: &Self| table.columns() <= room.width && table.rows() <= room.height;
        TABLE_SIZES.into_iter().find(fits).unwrap_or(TABLE_SIZES[TABLE_SIZES.len() - 1])
    }

    /// The extent of the table without the score sheet. It may exceed `room`.
    fn extent(self, room: Size) -> Size {
        // Extra width keeps the other hands apart from the round.
        let spread = (3 * (self.card.width + 1) + 2 * MIN_SIDE_WIDTH).min(room.width);
        let round = self.round_spacing(room);
        let height = self.rows() + (round.gap - RoundSpacing::LEAST.gap) + 2 * round.margin;
        Size::new(self.columns().max(spread), height)
    }

    fn round_spacing(self, room: Size) -> RoundSpacing {
        let sheet = self.sheet_height(room).map_or(0, |height| 1 + height);
        match room.height.saturating_sub(self.rows() + sheet) {
            4.. if self.spacing == Spacing::Wide => RoundSpacing { gap: 3, margin: 1 },
            2.. if self.spacing == Spacing::Wide => RoundSpacing { gap: 3, margin: 0 },
            _ => RoundSpacing::LEAST,
        }
    }

    /// `None` without room for the sheet below the table.
    fn sheet_height(self, room: Size) -> Option<u16> {
        let height = match self.card.width {
            MIN_CARD_WIDTH_WITH_SHEET.. => SHEET_HEIGHT,
            MIN_CARD_WIDTH_WITH_SHEET_DOWN.. => SHEET_HEIGHT_DOWN,
            _ => return None,
        };
        (self.rows() + height < room.height).then_some(height)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardTableLayout {
    /// The table without the score sheet.
    pub frame: Rect,
    pub card_size: Size,
    /// The score sheet below the table, if there is room for it.
    pub sheet: Option<Rect>,
    spacing: Spacing,
    round: RoundSpacing,
}

impl CardTableLayout {
    /// The smallest table may exceed `room`.
    pub fn extent(room: Size) -> Size {
        let table = TableSize::best(room);
        let Size { width, height } = table.extent(room);
        let sheet = table.sheet_height(room).map_or(0, |height| 1 + height);
        Size::new(width, height + sheet)
    }

    pub fn new(area: Rect) -> Self {
        let room = area.as_size();
        let (table, extent) = (TableSize::best(room), Self::extent(room));
        let whole = area
            .centered(Length(extent.width.min(area.width)), Length(extent.height.min(area.height)));
        let height = table.extent(room).height.min(whole.height);
        let sheet = table.sheet_height(room).map(|sheet_height| {
            let y = whole.y + height + 1;
            Rect { y, height: sheet_height, ..whole }
        });
        Self {
            frame: Rect { height, ..whole },
            card_size: table.card,
            sheet,
            spacing: table.spacing,
            round: table.round_spacing(room),
        }
    }

    pub const fn is_compact(&self) -> bool {
        matches!(self.spacing, Spacing::Compact)
    }

    pub const fn is_tight(&self) -> bool {
        matches!(self.spacing, Spacing::Tight)
    }

    /// Columns of a card's back in another seat's hand.
    pub const fn back_width(&self) -> u16 {
        if self.card_size.width < MIN_CARD_WIDTH_WITH_WIDE_BACKS { 1 } else { 2 }
    }

    /// The first column of the near and far cards of the round, and the row halfway between them.
    fn middle(&self) -> (u16, u16) {
        let x = self.frame.x + (self.frame.width.saturating_sub(self.card_size.width)) / 2;
        let above = match self.spacing {
            Spacing::Compact => 2,
            Spacing::Tight => 1 + self.card_size.height,
            Spacing::Wide => 3 + self.round.margin + self.card_size.height,
        };
        (x, self.frame.y + above + self.round.gap / 2)
    }

    pub fn played_card(&self, side: TableSide) -> Rect {
        let Size { width, height } = self.card_size;
        let (x, y) = self.middle();
        // The left and right cards are halfway between the far and the near one.
        let between = y - height / 2 + u16::from(height % 2 == 0);
        let gap = self.side_gap();
        let (x, y) = match side {
            TableSide::Near => (x, y + 1 + self.round.gap / 2),
            TableSide::Far => (x, y.saturating_sub(height + self.round.gap / 2)),
            TableSide::Left => (x.saturating_sub(width + gap), between),
            TableSide::Right => (x + width + gap, between),
        };
        Rect::new(x, y, width, height).intersection(self.frame)
    }

    /// The middle of the table, with a margin around the cards of the round.
    pub fn felt(&self) -> Rect {
        let cards = TableSide::ALL.map(|side| self.played_card(side));
        let union = cards.into_iter().reduce(Rect::union).unwrap_or_default();
        union.outer(Margin::new(1, self.round.margin)).intersection(self.frame)
    }

    /// The row for the led suit, between the four cards.
    pub fn centre(&self) -> Rect {
        let (x, y) = self.middle();
        let beside = self.side_gap() - 1;
        Rect::new(x.saturating_sub(beside), y, self.card_size.width + 2 * beside, 1)
            .intersection(self.frame)
    }

    /// Columns between the middle cards and those at the sides, so that their frames look separate.
    const fn side_gap(&self) -> u16 {
        if self.is_compact() { 2 } else { self.card_size.width / 2 + 1 }
    }

    /// The area of a side's name and, except at the near side, its hand. Empty at the near side of
    /// a compact table.
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
            TableSide::Far if self.spacing != Spacing::Wide => Rect { height: 1, ..frame },
            TableSide::Far => Rect { height: 2, ..frame },
            TableSide::Left => side_area(frame.x, left.x.saturating_sub(frame.x + 2)),
            TableSide::Right => {
                let width = frame.right().saturating_sub(right.right() + 2);
                side_area(right.right() + 2, width.min(MAX_RIGHT_HAND_WIDTH * self.back_width()))
            }
        }
        .intersection(frame)
    }

    /// The first row of the near hand. Raised cards start one row higher.
    fn hand_row(&self) -> u16 {
        let below = self.card_size.height + if self.spacing == Spacing::Wide { 2 } else { 0 };
        self.frame.bottom().saturating_sub(below).max(self.frame.y)
    }

    /// The area from the near hand down, which is free after the last round.
    pub fn below_round(&self) -> Rect {
        // On a tight table, the sheet's heading replaces the name.
        let y = self.hand_row().saturating_sub(1 + u16::from(self.is_tight()));
        Rect { y, height: self.frame.bottom().saturating_sub(y), ..self.frame }
            .intersection(self.frame)
    }

    /// The size of the free area on the right above the near hand.
    pub fn free_corner(&self) -> Size {
        if self.spacing != Spacing::Wide {
            return Size::ZERO;
        }
        let width = self.frame.right().saturating_sub(self.seat_area(TableSide::Right).right());
        Size::new(width, self.hand_row().saturating_sub(self.frame.y + 1))
    }

    #[allow(clippy::cast_possible_truncation)] // at most ten
    pub fn hand_card(&self, index: usize, count: usize, is_raised: bool) -> Rect {
        let Size { width, height } = self.card_size;
        let whole = count as u16 * (width + 1);
        let left = self.frame.x + self.frame.width.saturating_sub(whole).div_ceil(2);
        // The row above a compact hand belongs to the near card, but is free before the pass.
        let y = self.hand_row().saturating_sub(u16::from(is_raised));
        Rect::new(left + index as u16 * (width + 1), y, width, height).intersection(self.frame)
    }

    pub fn below_hand(&self) -> Option<Rect> {
        self.row_from_bottom(2)
    }

    pub fn remaining_row(&self) -> Option<Rect> {
        self.row_from_bottom(1)
    }

    fn row_from_bottom(&self, rows: u16) -> Option<Rect> {
        let y = self.frame.bottom().saturating_sub(rows).max(self.frame.y);
        let row = Rect { y, height: 1, ..self.frame }.intersection(self.frame);
        (self.spacing == Spacing::Wide).then_some(row)
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
        all.extend(layout.below_hand());
        all.extend(layout.sheet);
        all.push(layout.centre());
        all
    }

    #[test]
    fn cards_grow_with_the_area() {
        for (room, card) in [
            ((41, 5), (3, 1)),
            ((40, 5), (2, 1)),
            ((51, 13), (4, 3)),
            ((51, 12), (3, 1)),
            ((54, 22), (4, 3)),
            ((74, 28), (6, 4)),
            ((92, 26), (8, 5)),
            ((92, 36), (8, 6)),
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
        for (width, height) in
            [(40, 5), (51, 13), (54, 20), (64, 20), (74, 28), (92, 30), (92, 39), (134, 48)]
        {
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
    fn a_marked_card_is_raised_on_every_table() {
        for (width, height) in [(40, 5), (51, 13), (74, 28)] {
            let layout = CardTableLayout::new(Rect::new(0, 0, width, height));
            let [resting, raised] = [false, true].map(|it| layout.hand_card(3, HAND_SIZE, it));
            assert_eq!(Rect { y: resting.y - 1, ..resting }, raised, "{width} x {height}");
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
