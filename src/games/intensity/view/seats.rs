//! The names, points and cards of the seats around the table.

use ratatui::{buffer::Buffer, layout::Rect, style::Style};

use super::{
    View,
    card::{self, CardFace},
    layout::TableSide,
};
use crate::{games::intensity::words::SEAT_NAMES, widgets::drawing};
use fourcade_engine::{
    intensity::model::{Card, CardSet},
    play::Seat,
};

impl View<'_> {
    pub(super) fn draw_seat(&self, buffer: &mut Buffer, seat: Seat) {
        let side = TableSide::of(seat, self.near);
        if side == TableSide::Near && self.sheet_replaces_hand() && self.layout.is_tight() {
            return;
        }
        let area = self.layout.seat_area(side);
        let heading = self.seat_heading(seat);
        if self.layout.is_compact() {
            if side != TableSide::Near {
                self.draw_seat_heading(buffer, seat, &heading, area);
            }
            return;
        }
        let row = |at: u16| Rect { y: area.y + at, height: u16::from(at < area.height), ..area };
        let hand = self.scene.observation.hands[seat.index()];
        let count = u16::try_from(self.scene.observation.hand_sizes[seat.index()]).unwrap_or(0);
        let mut heading_row = row(0);
        let mut cards = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
        if side == TableSide::Far && self.layout.is_tight() {
            // Heading and cards share a row, centred together.
            let width = if hand.is_some() { (3 * count).saturating_sub(1) } else { count };
            heading_row.width = area.width.saturating_sub(width + 1);
            let heading_end = heading_row.width.midpoint(drawing::text_width(&heading));
            cards = Rect { x: area.x + heading_end + 1, width, ..row(0) };
        }
        self.draw_seat_heading(buffer, seat, &heading, heading_row);
        match hand {
            // `draw_hand` and `draw_taken` draw the cards instead.
            _ if side == TableSide::Near || self.score_count().is_some() => {}
            Some(hand) => self.draw_face_up(buffer, hand, side, cards),
            None => self.draw_face_down(buffer, count, side, cards),
        }
    }

    /// The name of a seat, with a pointer if it is to move. Except on a compact table, its points
    /// follow.
    fn seat_heading(&self, seat: Seat) -> String {
        let observation = self.scene.observation;
        let is_next =
            observation.to_move() == Some(seat) && self.shown_trick() == observation.trick;
        let pointer =
            if is_next { format!("{} ", self.look.glyphs.pointer) } else { String::new() };
        let name = SEAT_NAMES[seat.index()];
        let score = match self.score_count() {
            _ if self.layout.is_compact() => 0,
            Some(count) => count.score(seat),
            None => observation.score(seat) - self.pending_cost(seat),
        };
        match score {
            0 => format!("{pointer}{name}"),
            score => format!("{pointer}{name} +{score}"),
        }
    }

    fn draw_seat_heading(&self, buffer: &mut Buffer, seat: Seat, heading: &str, row: Rect) {
        let width = drawing::text_width(heading).min(row.width);
        let inset = TableSide::of(seat, self.near).inset(row.width - width);
        let area = Rect { x: row.x + inset, width, ..row };
        drawing::draw_text(buffer, area, heading, self.look.seat(seat.index()), self.look);
    }

    fn draw_face_down(&self, buffer: &mut Buffer, count: u16, side: TableSide, area: Rect) {
        let scale = self.layout.back_width();
        let width = (scale * count).min(area.width);
        let (x, height) = (area.x + side.inset(area.width - width), area.height.min(scale));
        let backs = Rect { x, width, height, ..area };
        let [plain, pattern] = self.look.palette.back;
        let style = if self.look.has_backgrounds() {
            Style::new().fg(pattern).bg(plain)
        } else {
            self.look.text()
        };
        for at in backs.positions() {
            buffer.set_string(at.x, at.y, self.look.glyphs.fan, style);
        }
    }

    fn draw_face_up(&self, buffer: &mut Buffer, hand: CardSet, side: TableSide, area: Rect) {
        let per_row = (area.width + 1) / 3;
        let columns = per_row.clamp(1, if side == TableSide::Far { 10 } else { 5 });
        let count = u16::try_from(hand.len()).unwrap_or(0);
        let width = (3 * columns.min(count)).saturating_sub(1);
        let x = area.x + side.inset(area.width.saturating_sub(width));
        for (at, card) in (0..count).zip(hand.iter()) {
            let (column, row) = (at % columns, at / columns);
            if row < area.height {
                let place = Rect { x: x + 3 * column, y: area.y + row, width: 2, height: 1 };
                let face = self.face_of(card, side);
                card::draw(buffer, place.intersection(area), card, face, self.look);
            }
        }
    }

    fn face_of(&self, card: Card, side: TableSide) -> CardFace {
        if self.advised().contains(card) {
            return CardFace::Highlighted;
        }
        let observation = self.scene.observation;
        let mover = observation.to_move().filter(|seat| TableSide::of(*seat, self.near) == side);
        let is_playable = mover.is_none_or(|seat| observation.playable(seat).contains(card));
        if is_playable { CardFace::Normal } else { CardFace::Dimmed }
    }
}
