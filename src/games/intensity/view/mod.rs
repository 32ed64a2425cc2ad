//! How the card table is drawn: the round in the middle, three others around it, the own hand
//! below.

mod card;
mod layout;
mod sheet;
mod small;
#[cfg(test)]
mod tests;

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Modifier, Style},
};

pub use layout::Layout;
pub use small::draw as draw_small;

use card::Lie;
use layout::Side;

use super::{
    Intensity,
    rules::{Card, CardSet, IntensityAction, IntensityEvent, SEATS, Trick},
    text,
};
use crate::{
    games::Scene,
    play::Seat,
    ui::{
        ClickAreas, ClickTarget, Look,
        cards::{draw_back, has_backgrounds},
        widgets,
    },
};

/// What is drawn.
pub struct View<'a> {
    /// What is on the table.
    pub scene: &'a Scene<'a, Intensity>,
    /// Where it lies.
    pub layout: Layout,
    /// How it looks.
    pub look: &'a Look,
    /// Who sits at the lower edge.
    pub near: Seat,
    /// The card under the cursor, if it is shown.
    pub cursor: Option<Card>,
    /// The cards that are marked to be passed.
    pub marked: CardSet,
}

impl View<'_> {
    /// Draws the table and makes each card of the near hand a spot, by its place among all.
    pub fn draw(&self, buffer: &mut Buffer, areas: &mut ClickAreas) {
        buffer.set_style(self.layout.frame, self.look.text());
        for seat in (0..SEATS).map(Seat::new) {
            self.draw_seat(buffer, seat);
        }
        self.draw_round(buffer);
        self.draw_hand(buffer, areas);
        self.draw_outlook(buffer);
    }

    /// The round that is shown: the one that lingers, else the one that is being played.
    fn trick(&self) -> Trick {
        let won = self.scene.events.iter().find_map(|event| match event {
            IntensityEvent::Won { trick, .. } => Some(*trick),
            _ => None,
        });
        won.filter(|_| self.scene.is_lingering).unwrap_or(self.scene.observation.trick)
    }

    /// A seat's name, points and cards, at its side.
    fn draw_seat(&self, buffer: &mut Buffer, seat: Seat) {
        let side = Side::of(seat, self.near);
        let area = self.layout.place(side);
        let name = text::SEATS[seat.index()];
        let is_next = self.scene.observation.to_move() == Some(seat)
            && self.trick() == self.scene.observation.trick;
        let pointer = if is_next { self.look.glyphs.pointer } else { "" };
        let style = self.look.seat(seat.index());
        let aligned = |text: &str, row: Rect| {
            let width = widgets::text_width(text).min(row.width);
            let inset = match side {
                Side::Near | Side::Far if !self.layout.is_compact() => (row.width - width) / 2,
                Side::Right => 0,
                _ => row.width - width,
            };
            Rect { x: row.x + inset, width, ..row }
        };
        if self.layout.is_compact() {
            if side != Side::Near {
                let text = format!("{pointer}{name}");
                widgets::draw_text(buffer, aligned(&text, area), &text, style, self.look);
            }
            return;
        }
        let head = match self.scene.observation.score(seat) {
            0 => format!("{pointer}{name}"),
            score => format!("{pointer}{name} {score}"),
        };
        let row = |at: u16| Rect { y: area.y + at, height: u16::from(at < area.height), ..area };
        widgets::draw_text(buffer, aligned(&head, row(0)), &head, style, self.look);
        if side == Side::Near {
            return;
        }
        match self.scene.observation.hands[seat.index()] {
            Some(hand) => self.draw_open(
                buffer,
                hand,
                side,
                Rect { y: area.y + 1, height: area.height - 1, ..area },
            ),
            None => {
                let count = u16::try_from(self.scene.observation.counts[seat.index()]).unwrap_or(0);
                let across = Rect { width: count.min(area.width), ..row(1) };
                let inset = match side {
                    Side::Left => area.width - across.width,
                    Side::Right => 0,
                    _ => (area.width - across.width) / 2,
                };
                self.draw_backs(buffer, Rect { x: area.x + inset, ..across });
            }
        }
    }

    /// So many backs, a column each.
    fn draw_backs(&self, buffer: &mut Buffer, area: Rect) {
        let [plain, pattern] = self.look.palette.back;
        let style = if has_backgrounds(self.look) {
            Style::new().fg(pattern).bg(plain)
        } else {
            self.look.text()
        };
        for at in area.positions() {
            buffer.set_string(at.x, at.y, self.look.glyphs.fan, style);
        }
    }

    /// A hand that lies open, number by number.
    fn draw_open(&self, buffer: &mut Buffer, hand: CardSet, side: Side, area: Rect) {
        let per_row = (area.width + 1) / 3;
        let columns = per_row.clamp(1, if side == Side::Far { 10 } else { 5 });
        let count = u16::try_from(hand.len()).unwrap_or(0);
        for (at, card) in (0..count).zip(hand.iter()) {
            let (column, row) = (at % columns, at / columns);
            let in_row = (count - row * columns).min(columns);
            let width = 3 * in_row - 1;
            let inset = match side {
                Side::Left => area.width.saturating_sub(width),
                Side::Right => 0,
                _ => area.width.saturating_sub(width) / 2,
            };
            if row < area.height {
                let place =
                    Rect { x: area.x + inset + 3 * column, y: area.y + row, width: 2, height: 1 };
                card::draw(
                    buffer,
                    place.intersection(area),
                    card,
                    self.lie_of(card, side),
                    self.look,
                );
            }
        }
    }

    /// How a card of an open hand lies.
    fn lie_of(&self, card: Card, side: Side) -> Lie {
        let seen = self.scene.observation;
        let is_next = seen.to_move().is_some_and(|seat| Side::of(seat, self.near) == side);
        let advised = self.advised().contains(card);
        if advised {
            return Lie::Winning;
        }
        let can_be_chosen =
            !is_next || seen.to_move().is_some_and(|seat| seen.playable(seat).contains(card));
        if can_be_chosen { Lie::Face } else { Lie::Dimmed }
    }

    /// The cards of the round, each at its owner's side; what is led in their middle.
    fn draw_round(&self, buffer: &mut Buffer) {
        let trick = self.trick();
        self.draw_felt(buffer);
        if self.scene.observation.is_passing {
            // In little room the panel says so.
            if !self.layout.is_compact() {
                self.draw_passing(buffer);
            }
            return;
        }
        let last = self.scene.events.iter().find_map(|event| match event {
            IntensityEvent::Played { card, .. } => Some(*card),
            _ => None,
        });
        for (seat, card) in trick.plays() {
            let side = Side::of(seat, self.near);
            let mut area = self.layout.played(side);
            if last == Some(card) {
                area = self.on_its_way(area, side);
            }
            let wins =
                trick.best() == Some(card) && (trick.is_complete() || !self.layout.is_compact());
            card::draw(buffer, area, card, if wins { Lie::Winning } else { Lie::Face }, self.look);
            if wins && trick.is_complete() {
                let signs = self.look.glyphs.advice;
                widgets::draw_brackets(
                    buffer,
                    area,
                    self.layout.frame,
                    signs,
                    self.on_felt().fg(self.look.palette.accent),
                    self.look,
                );
            }
        }
        if let Some(suit) = trick.suit().filter(|_| !self.layout.is_compact()) {
            let words = match trick.penalty() {
                _ if !trick.is_complete() => format!("{}s led", suit.digit()),
                0 => String::new(),
                points => format!("+{points}"),
            };
            let centre = self.layout.centre();
            let width = widgets::text_width(&words).min(centre.width);
            let area = Rect { x: centre.x + (centre.width - width) / 2, width, ..centre };
            widgets::draw_text(buffer, area, &words, self.on_felt(), self.look);
        }
    }

    /// The middle of the table, with a place for each card that is to come.
    fn draw_felt(&self, buffer: &mut Buffer) {
        let slots = Side::ALL.map(|side| self.layout.played(side));
        if has_backgrounds(self.look) {
            let felt = slots.into_iter().reduce(Rect::union).unwrap_or_default();
            let felt = Rect { x: felt.x.saturating_sub(1), width: felt.width + 2, ..felt }
                .intersection(self.layout.frame);
            buffer.set_style(felt, Style::new().bg(self.look.palette.cells[0]));
        }
        let is_playing = !self.scene.observation.is_passing;
        for slot in slots.into_iter().filter(|slot| is_playing && !slot.is_empty()) {
            if has_backgrounds(self.look) && !self.layout.is_compact() {
                buffer.set_style(slot, Style::new().bg(self.look.palette.cursor));
            } else {
                buffer.set_string(slot.x, slot.y, self.look.glyphs.empty, self.look.dim());
            }
        }
    }

    /// A card that was just played comes from its owner's side.
    #[allow(clippy::cast_possible_truncation)] // a few cells
    fn on_its_way(&self, area: Rect, side: Side) -> Rect {
        let (across, down) = side.direction();
        let far = |size: u16| ((1.0 - self.scene.motion) * f32::from(size)).round() as i32;
        let (x, y) =
            (across * far(2 * self.layout.card.width), down * far(self.layout.card.height));
        let moved = Rect {
            x: area.x.saturating_add_signed(x as i16),
            y: area.y.saturating_add_signed(y as i16),
            ..area
        };
        moved.intersection(self.layout.frame)
    }

    /// That three cards go to the left.
    fn draw_passing(&self, buffer: &mut Buffer) {
        let words = ["Each passes", "three cards", "to the left."];
        let frame = self.layout.frame;
        for (row, words) in (self.layout.centre().y.saturating_sub(1)..).zip(words) {
            let width = widgets::text_width(words).min(frame.width);
            let area = Rect { x: frame.x + (frame.width - width) / 2, y: row, width, height: 1 };
            widgets::draw_text(buffer, area.intersection(frame), words, self.on_felt(), self.look);
        }
    }

    /// Words on the middle of the table.
    fn on_felt(&self) -> Style {
        let style = self.look.text();
        if has_backgrounds(self.look) { style.bg(self.look.palette.cells[0]) } else { style }
    }

    /// The near hand: face up where those who look may see it.
    fn draw_hand(&self, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let seen = self.scene.observation;
        let Some(hand) = seen.hands[self.near.index()] else {
            let count = seen.counts[self.near.index()];
            return (0..count)
                .for_each(|at| draw_back(buffer, self.layout.held(at, count, false), self.look));
        };
        let decides = self.scene.deciding.contains(self.near);
        let choosable = if seen.is_passing || !decides { hand } else { seen.playable(self.near) };
        let advised = self.advised();
        // What came from the right is marked until the first round is over.
        let fresh =
            seen.received(self.near).filter(|_| seen.history.is_empty()).unwrap_or_default();
        for (at, card) in hand.iter().enumerate() {
            let is_raised = self.marked.contains(card);
            let area = self.layout.held(at, hand.len(), is_raised);
            let lie = if choosable.contains(card) { Lie::Face } else { Lie::Dimmed };
            card::draw(buffer, area, card, lie, self.look);
            if fresh.contains(card) {
                card::mark(buffer, area, self.look);
            }
            if is_raised && self.layout.is_compact() {
                buffer.set_style(
                    area,
                    Style::new().add_modifier(Modifier::REVERSED | Modifier::UNDERLINED),
                );
            }
            let signs = match (self.cursor == Some(card), advised.contains(card)) {
                (_, true) => Some((self.look.glyphs.advice, self.cursor == Some(card))),
                (true, false) => Some((self.look.glyphs.brackets, true)),
                _ => None,
            };
            if let Some((signs, is_cursor)) = signs {
                let style = if is_cursor {
                    self.look.accent()
                } else {
                    self.look.strong().fg(self.look.palette.hint)
                };
                widgets::draw_brackets(buffer, area, self.layout.frame, signs, style, self.look);
            }
            areas.add(area, ClickTarget::Item(card.index()));
        }
    }

    /// The cards that the hint names.
    fn advised(&self) -> CardSet {
        match self.scene.hint.map(|advice| advice.action) {
            Some(IntensityAction::Pass(cards)) => cards,
            Some(IntensityAction::Play(card)) => CardSet::one(card),
            None => CardSet::NONE,
        }
    }

    /// The cards that cost points: those that are still to come, and the gaps of those that are
    /// gone.
    fn draw_outlook(&self, buffer: &mut Buffer) {
        let Some(row) = self.layout.evaluation() else { return };
        let gone = self.scene.observation.shown();
        let all = CardSet::CALVES.with(Card::BUFFALO);
        let width = 3 * u16::try_from(all.len()).unwrap_or(0) + 1;
        let label = "to come ";
        let whole = width + widgets::text_width(label);
        let mut x = row.x + row.width.saturating_sub(whole) / 2;
        widgets::draw_text(
            buffer,
            Rect { x, width: row.right().saturating_sub(x), ..row },
            label,
            self.look.dim(),
            self.look,
        );
        x += widgets::text_width(label);
        for card in all.iter() {
            if card == Card::BUFFALO {
                x += 1;
            }
            let place = Rect { x, width: 2, ..row }.intersection(row);
            if gone.contains(card) {
                let sign = self.look.glyphs.empty.repeat(2);
                widgets::draw_text(buffer, place, &sign, self.look.dim(), self.look);
            } else {
                let style =
                    if card == Card::BUFFALO { self.look.strong() } else { self.look.text() };
                widgets::draw_text(buffer, place, &card.to_string(), style, self.look);
            }
            x += 3;
        }
    }
}
