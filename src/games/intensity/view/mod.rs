//! Draws Intensity: the round in the middle, the other seats around it, the near hand below.

mod card;
mod celebration;
mod hand;
mod layout;
mod motion;
mod score_sheet;
mod seats;
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

use super::{COSTLY, controller::IntensityController, moments::finished_trick, words::SEAT_NAMES};
use crate::{
    games::{GameView, Naming, STEP_TIME, Scene, Timing, leading_name, player_names},
    widgets::{
        ClickAreas, Look,
        drawing::{self, SideMark},
    },
};
use card::CardFace;
use celebration::ScoreCount;
use fourcade_engine::{
    intensity::{
        Intensity,
        model::{Card, CardSet, IntensityEvent, IntensityObservation, SEATS, Suit, Trick},
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
            self.score_sheet().draw_to_fit(buffer, self.layout.below_round());
        }
        // During the count, the sheet would reveal its result.
        if let Some(area) = self.layout.sheet.filter(|_| self.score_count().is_none()) {
            self.score_sheet().draw_to_fit(buffer, area);
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

    /// The finished round while it is shown, else the current one.
    fn shown_trick(&self) -> Trick {
        let is_shown =
            self.score_count().map_or(self.scene.is_lingering, |count| count.shows_round());
        let finished = finished_trick(self.scene.events).filter(|_| is_shown);
        finished.unwrap_or(self.scene.observation.trick)
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
        let trick = self.shown_trick();
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
        let is_just_played = self.last_played() == Some(card);
        let is_winning = trick.winning_card() == Some(card);
        let leaving = self.leaving_progress();
        let mut area = self.layout.played_card(side);
        if is_just_played {
            area = self.in_motion(area, side);
        }
        if let Some(leaving) = leaving {
            area = self.towards_winner(area, trick, leaving);
        }
        let face = if is_winning { CardFace::Highlighted } else { CardFace::Normal };
        card::draw(buffer, area, card, face, self.look);
        let is_at_rest = self.scene.motion >= 1.0 && leaving.is_none();
        let palette = &self.look.palette;
        let (mark, ink) = if self.scene.is_review {
            if !is_just_played {
                return;
            }
            let has_better = self.scene.hint.is_some();
            (SideMark::Selected, if has_better { palette.alert } else { palette.accent })
        } else {
            if !(is_winning && trick.is_complete() && is_at_rest) {
                return;
            }
            (SideMark::Advice, palette.accent)
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
        if is_pass { PASSING_TIME } else { STEP_TIME }
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
