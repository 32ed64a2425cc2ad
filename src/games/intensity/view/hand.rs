//! The near hand: its cards, their marks and their click areas.

use ratatui::{buffer::Buffer, layout::Rect};

use super::{
    View,
    card::{self, CardFace},
};
use crate::{
    games::intensity::controller::Command,
    widgets::{
        ClickAreas,
        cards::draw_back,
        drawing::{self, SideMark},
    },
};
use fourcade_engine::intensity::model::{CardSet, IntensityAction};

impl View<'_> {
    pub(super) fn draw_hand(&self, buffer: &mut Buffer, areas: &mut ClickAreas) {
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

    /// The cards of the hint.
    pub(super) fn advised(&self) -> CardSet {
        match self.scene.hint.map(|advice| advice.action) {
            Some(IntensityAction::Pass(cards)) => cards,
            Some(IntensityAction::Play(card)) => CardSet::one(card),
            None => CardSet::NONE,
        }
    }
}
