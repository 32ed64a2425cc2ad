//! Animations of the table: three cards passed to the left, and a finished round on its way to its
//! winner.

use std::time::Duration;

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Modifier, Style},
};

use super::{
    View,
    card::{self, CardFace},
    layout::TableSide,
};
use crate::{
    games::intensity::{
        moments::{BUFFALO, LAST_ROUND, finished_trick},
        words::SEAT_NAMES,
    },
    widgets::{cards::draw_back, drawing, glow},
};
use fourcade_engine::{
    intensity::model::{
        Card, CardSet, HAND_SIZE, IntensityEvent, PASS_SIZE, SEATS, Trick, right_of,
    },
    play::Seat,
};

/// The place in a hand that passed cards leave from and, if their new places aren't known, arrive
/// at.
const FIRST_PASSED: usize = 3;

/// In a pass, each card starts this share of the motion after the one before it.
const PASS_LAG: f32 = 0.08;

/// The share of the motion for which each passed card moves.
const PASS_SHARE: f32 = 1.0 - 2.0 * PASS_LAG;

/// Columns of the right half of a name with its points, and a gap.
const HALF_NAME_WIDTH: u16 = 6;

pub const PASSING_TIME: Duration = Duration::from_millis(480);

/// An area between two others, with the size of `from`. `done` is limited to 0 to 1.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // between the two areas
fn interpolate(from: Rect, to: Rect, done: f32) -> Rect {
    let part = |from: u16, to: u16| {
        (f32::from(from) + done.clamp(0.0, 1.0) * (f32::from(to) - f32::from(from))).round() as u16
    };
    Rect { x: part(from.x, to.x), y: part(from.y, to.y), ..from }
}

impl View<'_> {
    /// Draws passed cards on their way and, once they have arrived, the name of their giver; and
    /// the cost of a finished round on its way.
    pub(super) fn draw_motion(&self, buffer: &mut Buffer) {
        if let Some(motion) = self.passing_motion() {
            for seat in (0..SEATS).map(Seat::new) {
                self.draw_pass(buffer, seat, motion);
            }
        } else {
            self.draw_giver(buffer);
        }
        if let Some(leaving) = self.leaving_progress() {
            self.draw_cost(buffer, leaving);
        }
    }

    /// Highlights the place of a moment: the buffalo, all cards of the round, or the whole felt.
    pub(super) fn draw_moment(&self, buffer: &mut Buffer) {
        let Some((moment, done)) = self.scene.moment else { return };
        let trick = self.shown_trick();
        if !trick.is_complete() || self.leaving_progress().is_some() {
            return;
        }
        let is_lit = |card: Card| moment.key != BUFFALO || card == Card::BUFFALO;
        let plays = trick.plays().filter(|&(_, card)| is_lit(card));
        let cards = plays.map(|(seat, _)| self.layout.played_card(TableSide::of(seat, self.near)));
        let places = if moment.key == LAST_ROUND {
            vec![self.layout.felt()]
        } else {
            cards.collect::<Vec<_>>()
        };
        let ink = match moment.key {
            // On a card that wins the round, South's colour wouldn't be seen.
            BUFFALO => self.look.palette.alert,
            _ => self.look.palette.seats[moment.seat.index()],
        };
        for (at, place) in (0_u8..).zip(places) {
            glow::draw(buffer, place, done, f32::from(at) / 4.0, ink, self.look);
        }
    }

    /// The cost of a round that a seat takes, while the round's last card is still moving: the
    /// seat's points don't show it yet.
    pub(super) fn pending_cost(&self, seat: Seat) -> u32 {
        let taken = finished_trick(self.scene.events).filter(|trick| trick.winner() == seat);
        taken.filter(|_| self.scene.is_moving()).map_or(0, |trick| trick.penalty())
    }

    /// Progress of the passed cards, from 0 to 1; `None` if they have arrived.
    pub(super) fn passing_motion(&self) -> Option<f32> {
        let is_passing = self.scene.events.contains(&IntensityEvent::Passed);
        (is_passing && self.scene.motion < 1.0 && !self.layout.is_compact())
            .then_some(self.scene.motion)
    }

    /// Progress of the finished round on its way to its winner, from 0 to 1; `None` if it stays.
    pub(super) fn leaving_progress(&self) -> Option<f32> {
        let leaving = match self.score_count() {
            Some(count) => count.leaving(),
            // Beyond 1, the motion tells how far the reveal has left.
            None => self.scene.motion - 1.0,
        };
        (leaving > 0.0 && self.shown_trick().is_complete()).then_some(leaving)
    }

    /// The area of a card of the finished round on its way to the winner's side.
    pub(super) fn towards_winner(&self, area: Rect, trick: Trick, leaving: f32) -> Rect {
        let side = TableSide::of(trick.winner(), self.near);
        let (across, down) = side.direction();
        let slot = self.layout.played_card(side);
        let shifted = |at: u16, by: i32, size: u16| {
            i32::from(at).saturating_add(by * i32::from(size)).clamp(0, i32::from(u16::MAX))
        };
        let x = shifted(slot.x, across, slot.width / 2).max(i32::from(self.layout.frame.x));
        let y = shifted(slot.y, down, slot.height / 2).max(i32::from(self.layout.frame.y));
        let [x, y] = [x, y].map(|at| u16::try_from(at).unwrap_or_default());
        interpolate(area, Rect { x, y, ..slot }, leaving).intersection(self.layout.frame)
    }

    /// Draws the cost of the finished round on its way to the winner's name: above it or, at the
    /// far side, to its right.
    fn draw_cost(&self, buffer: &mut Buffer, leaving: f32) {
        let trick = self.shown_trick();
        let text = format!("+{}", trick.penalty());
        if trick.penalty() == 0 || self.layout.is_compact() {
            return;
        }
        let width = drawing::text_width(&text);
        let centre = self.layout.centre();
        let from = Rect { x: centre.x + centre.width.saturating_sub(width) / 2, width, ..centre };
        let side = TableSide::of(trick.winner(), self.near);
        let to = self.layout.seat_area(side);
        let (x, y) = match side {
            TableSide::Far => (to.x + to.width / 2 + HALF_NAME_WIDTH, to.y),
            TableSide::Near => (to.x + to.width.saturating_sub(width) / 2, to.y.saturating_sub(1)),
            TableSide::Left => (to.right().saturating_sub(width), to.y.saturating_sub(1)),
            TableSide::Right => (to.x, to.y.saturating_sub(1)),
        };
        let to = Rect { x, y, ..from };
        let area = interpolate(from, to, leaving).intersection(self.layout.frame);
        drawing::draw_text(buffer, area, &text, self.look.alert(), self.look);
    }

    /// Draws the cards that a seat passes to its left. They move one after the other, and turn
    /// halfway.
    fn draw_pass(&self, buffer: &mut Buffer, from: Seat, motion: f32) {
        let to = from.next(SEATS);
        let [start, end] = [from, to].map(|seat| TableSide::of(seat, self.near));
        let place = |side: TableSide, at: usize| match side {
            TableSide::Near => self.layout.hand_card(at, HAND_SIZE, false),
            side => {
                let area = self.layout.seat_area(side);
                let slot = self.layout.played_card(side);
                let x = area.x + area.width.saturating_sub(slot.width) / 2;
                Rect { x, y: area.y, ..slot }
            }
        };
        let observation = self.scene.observation;
        let received = observation.received(to);
        let hand = observation.known_hand(to);
        for at in 0..PASS_SIZE {
            let card = received.and_then(|cards| cards.iter().nth(at));
            let arrival = card.and_then(|card| hand.iter().position(|other| other == card));
            let target = place(end, arrival.unwrap_or(FIRST_PASSED + at));
            let lag = PASS_LAG * f32::from(u8::try_from(at).unwrap_or_default());
            let done = ((motion - lag) / PASS_SHARE).clamp(0.0, 1.0);
            let area = interpolate(place(start, FIRST_PASSED + at), target, done)
                .intersection(self.layout.frame);
            // Cards are face up only if the viewers know them, and only as they arrive at the near
            // seat.
            match card.filter(|_| done > 0.5 && end == TableSide::Near) {
                Some(card) => card::draw(buffer, area, card, CardFace::Normal, self.look),
                None => draw_back(buffer, area, self.look),
            }
        }
    }

    /// The cards passed to the near seat, until it plays its first card.
    pub(super) fn new_cards(&self) -> CardSet {
        let observation = self.scene.observation;
        let is_new = observation.hand_sizes[self.near.index()] == HAND_SIZE;
        observation.received(self.near).filter(|_| is_new).unwrap_or_default()
    }

    /// Names the giver of the new cards beside the near seat's name.
    fn draw_giver(&self, buffer: &mut Buffer) {
        /// Columns from the middle of the row, where the name is.
        const DISTANCE: u16 = 7;
        let cards: Vec<_> = self.new_cards().iter().map(|card| card.to_string()).collect();
        if self.scene.observation.hands[self.near.index()].is_none() || cards.is_empty() {
            return;
        }
        let row = self.layout.seat_area(TableSide::Near);
        let giver = right_of(self.near);
        let x = row.x + row.width / 2 + DISTANCE;
        let area = Rect { x, width: row.right().saturating_sub(x), ..row };
        // The same line as under the new cards.
        let line = self.look.glyphs.line.repeat(2);
        let short = format!("{line} from {}", SEAT_NAMES[giver.index()]);
        let whole = format!("{short}: {}", cards.join(", "));
        let text = if drawing::text_width(&whole) <= area.width { whole } else { short };
        drawing::draw_text(buffer, area, &text, self.look.seat(giver.index()), self.look);
    }

    /// Underlines a card that was passed to the near seat.
    pub(super) fn underline_new_card(&self, buffer: &mut Buffer, card: Rect) {
        let Some(row) = self.layout.below_hand() else {
            let last = Rect { y: card.bottom().saturating_sub(1), height: 1, ..card };
            let underlined = Style::new().add_modifier(Modifier::UNDERLINED);
            buffer.set_style(last.intersection(card), underlined);
            return;
        };
        let line = Rect { y: row.y, height: 1, ..card }.intersection(row);
        let style = self.look.seat(right_of(self.near).index());
        for at in line.positions() {
            buffer.set_string(at.x, at.y, self.look.glyphs.line, style);
        }
    }
}
