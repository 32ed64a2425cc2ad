//! Draws Intensity: the round in the middle, the other seats around it, the near hand below.

mod card;
mod celebration;
mod layout;
mod motion;
mod score_sheet;
#[cfg(test)]
mod tests;
mod thumbnail;

pub use layout::CardTableLayout;
pub use motion::PASSING_TIME;
pub use score_sheet::ScoreSheet;

use std::time::Duration;

use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
    style::Style,
};

use super::{
    COSTLY,
    controller::{Command, IntensityController},
    moments::finished_round,
    words::SEAT_NAMES,
};
use crate::{
    games::{GameView, Naming, Scene, Timing, leading_name, player_names},
    widgets::{
        ClickAreas, Look,
        cards::draw_back,
        drawing::{self, SideMark},
    },
};
use card::CardFace;
use celebration::ScoreCount;
use fourcade_engine::{
    intensity::{
        Intensity,
        model::{
            Card, CardSet, IntensityAction, IntensityEvent, IntensityObservation, SEATS, Suit,
            Trick,
        },
    },
    play::{Game as _, GameInfo as _, Seat},
};
use layout::TableSide;
use thumbnail::MIN_WIDTH_WITH_SEATS;

pub struct View<'a> {
    pub scene: &'a Scene<'a, Intensity>,
    pub layout: CardTableLayout,
    pub look: &'a Look,
    /// The seat at the lower edge.
    pub near: Seat,
    pub cursor: Option<Card>,
    pub marked: CardSet,
}

impl View<'_> {
    pub fn draw(&self, buffer: &mut Buffer, areas: &mut ClickAreas) {
        buffer.set_style(self.layout.frame, self.look.text());
        for seat in (0..SEATS).map(Seat::new) {
            self.draw_seat(buffer, seat);
        }
        self.draw_round(buffer);
        if let Some(score_count) = self.score_count() {
            self.draw_taken(buffer, &score_count);
        } else {
            self.draw_hand(buffer, areas);
            self.draw_remaining(buffer);
        }
        self.draw_motion(buffer);
        self.draw_moment(buffer);
        if self.sheet_replaces_hand() {
            self.score_sheet().draw_across_if_possible(buffer, self.layout.below_round());
        }
        // During the count, the sheet would reveal its result.
        if let Some(area) = self.layout.sheet.filter(|_| self.score_count().is_none()) {
            self.score_sheet().draw_across_if_possible(buffer, area);
        }
    }

    /// Whether the score sheet replaces the near hand.
    fn sheet_replaces_hand(&self) -> bool {
        // While the last card flies, the sheet would reveal the result.
        let is_done = self.scene.observation.is_over() && !self.scene.is_moving();
        let has_room = self.layout.sheet.is_none() && !self.layout.is_compact();
        is_done && has_room && self.score_count().is_none()
    }

    fn score_sheet(&self) -> ScoreSheet<'_> {
        ScoreSheet { scene: self.scene, look: self.look }
    }

    /// The round to draw: a finished one while it is shown, else the current one.
    fn trick(&self) -> Trick {
        let is_shown =
            self.score_count().map_or(self.scene.is_lingering, |count| count.shows_round());
        let finished = finished_round(self.scene.events).filter(|_| is_shown);
        finished.unwrap_or(self.scene.observation.trick)
    }

    fn draw_seat(&self, buffer: &mut Buffer, seat: Seat) {
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
        let is_next = observation.to_move() == Some(seat) && self.trick() == observation.trick;
        let pointer =
            if is_next { format!("{} ", self.look.glyphs.pointer) } else { String::new() };
        let name = SEAT_NAMES[seat.index()];
        let score = match self.score_count() {
            _ if self.layout.is_compact() => 0,
            Some(count) => count.score(seat),
            None => observation.score(seat) - self.cost_in_flight(seat),
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

    fn draw_round(&self, buffer: &mut Buffer) {
        self.draw_felt(buffer);
        if self.scene.observation.is_passing {
            // Beside a compact table, the panel shows this text.
            if !self.layout.is_compact() {
                self.draw_passing(buffer);
            }
            return;
        }
        let trick = self.trick();
        // The winning card is drawn last, on top of the others when they move to it.
        let mut plays: Vec<_> = trick.plays().collect();
        plays.sort_by_key(|&(_, card)| trick.winning_card() == Some(card));
        for (seat, card) in plays {
            self.draw_play(buffer, trick, seat, card);
        }
        if let Some(suit) = trick.led_suit().filter(|_| !self.layout.is_compact()) {
            let centre = self.layout.centre();
            let text = self.centre_text(trick, suit);
            let width = drawing::text_width(&text).min(centre.width);
            let area = Rect { x: centre.x + (centre.width - width) / 2, width, ..centre };
            drawing::draw_text(buffer, area, &text, self.on_felt(), self.look);
        }
    }

    /// Draws a card of the round. Marks are for the card that a review discusses and, when no card
    /// is moving, for the winner of a complete round.
    fn draw_play(&self, buffer: &mut Buffer, trick: Trick, seat: Seat, card: Card) {
        let side = TableSide::of(seat, self.near);
        let is_last = self.last_played() == Some(card);
        let wins = trick.winning_card() == Some(card);
        let leaving = self.leaving_progress();
        let mut area = self.layout.played_card(side);
        if is_last {
            area = self.in_motion(area, side);
        }
        if let Some(leaving) = leaving {
            area = self.towards_winner(area, trick, leaving);
        }
        let face = if wins { CardFace::Highlighted } else { CardFace::Normal };
        card::draw(buffer, area, card, face, self.look);
        let is_at_rest = self.scene.motion >= 1.0 && leaving.is_none();
        let palette = &self.look.palette;
        let (mark, ink) = match self.scene.is_review {
            true if is_last && self.scene.hint.is_some() => (SideMark::Selected, palette.alert),
            true if is_last => (SideMark::Selected, palette.accent),
            false if wins && trick.is_complete() && is_at_rest => {
                (SideMark::Advice, palette.accent)
            }
            _ => return,
        };
        let style = self.on_felt().fg(ink);
        drawing::draw_side_mark(buffer, area, self.layout.frame, mark, style, self.look);
    }

    /// Names the leader and the led suit; once the round is complete and at rest, its points.
    fn centre_text(&self, trick: Trick, led_suit: Suit) -> String {
        if !trick.is_complete() {
            let leader = SEAT_NAMES[trick.leader().index()];
            let whole = format!("{leader} led {}s", led_suit.digit());
            let fits = drawing::text_width(&whole) <= self.layout.centre().width;
            return if fits { whole } else { format!("lead: {}s", led_suit.digit()) };
        }
        let is_moving = self.leaving_progress().is_some() || self.scene.motion < 1.0;
        match trick.penalty() {
            points if points > 0 && !is_moving => format!("+{points}"),
            _ => String::new(),
        }
    }

    /// The card of the last step, if one was played.
    fn last_played(&self) -> Option<Card> {
        self.scene.events.iter().find_map(|event| match event {
            IntensityEvent::Played { card, .. } => Some(*card),
            _ => None,
        })
    }

    fn draw_felt(&self, buffer: &mut Buffer) {
        let slots = TableSide::ALL.map(|side| self.layout.played_card(side));
        if self.look.has_backgrounds() {
            let style = Style::new().bg(self.look.palette.cells[0]);
            buffer.set_style(self.layout.felt(), style);
        }
        let is_playing = !self.scene.observation.is_passing;
        for slot in slots.into_iter().filter(|slot| is_playing && !slot.is_empty()) {
            if self.look.has_backgrounds() {
                buffer.set_style(slot, Style::new().bg(self.look.palette.cursor));
            } else {
                let (x, y) = (slot.x + (slot.width - 1) / 2, slot.y + (slot.height - 1) / 2);
                buffer.set_string(x, y, self.look.glyphs.empty, self.look.dim());
            }
        }
    }

    /// While the last card is moving, shifts its area towards its owner's side.
    #[allow(clippy::cast_possible_truncation)] // a few cells
    fn in_motion(&self, area: Rect, side: TableSide) -> Rect {
        let (across, down) = side.direction();
        let rest = (1.0 - self.scene.motion).max(0.0);
        let distance = |size: u16| (rest * f32::from(size)).round() as i32;
        let Size { width, height } = self.layout.card_size;
        let (x, y) = (across * distance(2 * width), down * distance(height));
        let moved = Rect {
            x: area.x.saturating_add_signed(x as i16),
            y: area.y.saturating_add_signed(y as i16),
            ..area
        };
        moved.intersection(self.layout.frame)
    }

    fn draw_passing(&self, buffer: &mut Buffer) {
        // Even widths, like the felt's, so that the lines are centred.
        let lines = ["Everyone", "passes three", "cards to", "the left"];
        let centre = self.layout.centre();
        for (y, line) in (centre.y.saturating_sub(2)..).zip(lines) {
            let width = drawing::text_width(line);
            let x = (centre.x + centre.width / 2).saturating_sub(width / 2);
            let area = Rect { x, y, width, height: 1 }.intersection(self.layout.frame);
            drawing::draw_text(buffer, area, line, self.on_felt(), self.look);
        }
    }

    fn on_felt(&self) -> Style {
        let style = self.look.text();
        if self.look.has_backgrounds() { style.bg(self.look.palette.cells[0]) } else { style }
    }

    fn draw_hand(&self, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let observation = self.scene.observation;
        let Some(hand) = observation.hands[self.near.index()] else {
            let count = observation.hand_sizes[self.near.index()];
            for at in 0..count {
                draw_back(buffer, self.layout.hand_card(at, count, false), self.look);
            }
            return;
        };
        let decides = self.scene.deciding.contains(self.near)
            && self.scene.is_choosing()
            && !self.scene.is_moving();
        let choosable =
            if observation.is_passing || !decides { hand } else { observation.playable(self.near) };
        let advised = self.advised();
        let received = self.new_cards();
        let (mut marks, mut cursor) = (Vec::new(), None);
        for (at, card) in hand.iter().enumerate() {
            let is_new = received.contains(card);
            if is_new && self.passing_motion().is_some() {
                // The card is still on its way.
                continue;
            }
            let is_raised = self.marked.contains(card);
            let area = self.layout.hand_card(at, hand.len(), is_raised);
            // A raised card of one row is easily overlooked.
            let is_lit = is_raised && self.layout.is_compact();
            let face = if is_lit || advised.contains(card) {
                CardFace::Highlighted
            } else if choosable.contains(card) {
                CardFace::Normal
            } else {
                CardFace::Dimmed
            };
            card::draw(buffer, area, card, face, self.look);
            if is_new {
                self.underline_new_card(buffer, area);
            }
            areas.add(area, Command::Choose(card));
            let is_advised = advised.contains(card);
            if self.cursor == Some(card) {
                areas.focus_on(card::number_area(area, self.look));
                let mark = if is_advised { SideMark::SelectedAdvice } else { SideMark::Selected };
                cursor = Some((area, mark));
            } else if is_advised {
                marks.push((area, SideMark::Advice));
            }
        }
        // Adjacent cards share a column for marks, where the mark of a hint replaces that of the
        // cursor.
        for (area, mark) in cursor.into_iter().chain(marks) {
            self.draw_side_mark(buffer, area, mark);
        }
    }

    fn draw_side_mark(&self, buffer: &mut Buffer, area: Rect, mark: SideMark) {
        let frame = self.layout.frame;
        let style = self.look.strong().fg(self.scene.turn_color(self.look));
        drawing::draw_side_mark(buffer, area, frame, mark, style, self.look);
    }

    fn advised(&self) -> CardSet {
        match self.scene.hint.map(|advice| advice.action) {
            Some(IntensityAction::Pass(cards)) => cards,
            Some(IntensityAction::Play(card)) => CardSet::one(card),
            None => CardSet::NONE,
        }
    }

    /// Draws the penalty cards not played yet, with placeholders for the others.
    fn draw_remaining(&self, buffer: &mut Buffer) {
        let Some(row) = self.layout.remaining_row() else { return };
        let played = self.scene.observation.played();
        // A card counts as played once it has landed.
        let flying = self.last_played().filter(|_| self.scene.is_moving());
        let played = flying.map_or(played, |card| played.without(card));
        if played.contains_all(COSTLY) {
            return;
        }
        let width = 3 * u16::try_from(COSTLY.len()).unwrap_or(0) + 1;
        let label = "Points to come: ";
        let whole = width + drawing::text_width(label);
        let mut x = row.x + row.width.saturating_sub(whole) / 2;
        drawing::draw_text(
            buffer,
            Rect { x, width: row.right().saturating_sub(x), ..row },
            label,
            self.look.dim(),
            self.look,
        );
        x += drawing::text_width(label);
        for card in COSTLY.iter() {
            if card == Card::BUFFALO {
                x += 1;
            }
            let place = Rect { x, width: 2, ..row }.intersection(row);
            if played.contains(card) {
                let sign = self.look.glyphs.empty.repeat(2);
                drawing::draw_text(buffer, place, &sign, self.look.dim(), self.look);
            } else {
                drawing::draw_text(buffer, place, &card.to_string(), self.look.text(), self.look);
            }
            x += 3;
        }
    }
}

impl Timing for Intensity {
    const ANIMATES_REVEAL_END: bool = true;

    fn animation(events: &[IntensityEvent]) -> Duration {
        let is_pass = events.contains(&IntensityEvent::Passed);
        if is_pass { PASSING_TIME } else { Duration::from_millis(260) }
    }

    fn celebration(_: &IntensityObservation) -> Duration {
        celebration::TIME
    }
}

impl GameView for Intensity {
    type Controller = IntensityController;

    const MIN_SIZE: Size = Size::new(40, 11);

    fn cards_on_table(observation: &IntensityObservation) -> Vec<(Seat, String)> {
        observation.trick.plays().map(|(seat, card)| (seat, card.to_string())).collect()
    }

    fn counted_scores(observation: &IntensityObservation, done: f32) -> Option<Vec<i32>> {
        let score_count = ScoreCount::at(observation, done);
        let scores = (0..SEATS).map(|seat| score_count.score(Seat::new(seat)));
        Some(scores.map(|score| i32::try_from(score).unwrap_or(i32::MAX)).collect())
    }

    fn free_corner(board: Rect) -> Size {
        CardTableLayout::new(board).free_corner()
    }

    /// After the game, an open score sheet is drawn without the table.
    fn extent(
        controller: &IntensityController,
        scene: &Scene<Intensity>,
        room: Size,
        look: &Look,
    ) -> Size {
        let is_over = scene.observation.is_over() && scene.celebrating().is_none();
        if is_over && controller.shows_score_sheet(scene) {
            ScoreSheet { scene, look }.extent(room)
        } else {
            CardTableLayout::extent(room)
        }
    }

    fn draw(
        controller: &mut IntensityController,
        scene: &Scene<Intensity>,
        area: Rect,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut ClickAreas,
    ) {
        controller.remember_viewer(scene);
        let near = controller.near(scene);
        let hand = scene.observation.known_hand(near);
        let view = View {
            scene,
            layout: CardTableLayout::new(area),
            look,
            near,
            cursor: controller.cursor(scene),
            marked: controller.marked(scene.observation, hand),
        };
        if controller.shows_score_sheet(scene) && scene.celebrating().is_none() {
            view.score_sheet().draw(buffer, area);
        } else {
            view.draw(buffer, areas);
        }
    }

    fn thumbnail_labels(players: &[String], naming: Naming) -> Vec<String> {
        let names = player_names(Self::KEY, players, &[], naming);
        names.iter().map(|name| leading_name(name)).collect()
    }

    fn draw_thumbnail(
        observation: &IntensityObservation,
        labels: &[String],
        area: Rect,
        buffer: &mut Buffer,
        look: &Look,
    ) {
        let seats: Vec<_> = Self::SEAT_NAMES.iter().map(|&seat| seat.to_owned()).collect();
        let has_seats = labels.is_empty() && area.width >= MIN_WIDTH_WITH_SEATS;
        let labels = if has_seats { &seats } else { labels };
        thumbnail::draw(observation, labels, area, buffer, look);
    }
}
