//! The celebration of Intensity: the last round goes to its winner, then penalty cards appear one
//! after the other in front of the seats that took them, and the scores count up.

use std::time::Duration;

use ratatui::{
    buffer::Buffer,
    layout::{Constraint::Length, Rect},
};

use super::{
    View,
    card::{self, CardFace},
    layout::TableSide,
};
use crate::{
    games::{intensity::words::SEAT_NAMES, parts_done},
    widgets::drawing,
};
use fourcade_engine::{
    intensity::model::{Card, IntensityObservation, SEATS},
    play::Seat,
};

pub const TIME: Duration = Duration::from_millis(2500);
/// Progress of the celebration at which the last round starts to leave, is gone, and all cards are
/// counted.
const LEAVE_START: f32 = 0.18;
const LEAVE_END: f32 = 0.3;
const COUNT_END: f32 = 0.8;

pub struct ScoreCount {
    done: f32,
    /// The penalty cards counted so far, with the seats that took them.
    taken: Vec<(Seat, Card)>,
    scores: [u32; SEATS],
}

impl ScoreCount {
    /// The count at a progress from 0 to 1.
    pub fn at(observation: &IntensityObservation, done: f32) -> Self {
        let rounds = observation.history.iter();
        let costly = rounds.flat_map(|trick| {
            let cards = trick.cards().iter().filter(|card| card.penalty() > 0);
            cards.map(|&card| (trick.winner(), card))
        });
        let mut taken: Vec<_> = costly.collect();
        let part = (done - LEAVE_END) / (COUNT_END - LEAVE_END);
        taken.truncate(parts_done(part, taken.len()));
        let counted = |seat: Seat| {
            let own = taken.iter().filter(|(by, _)| *by == seat);
            own.map(|(_, card)| card.penalty()).sum()
        };
        // Fines are added at the end.
        let score = |seat| if part < 1.0 { counted(seat) } else { observation.score(seat) };
        let scores = std::array::from_fn(|at| score(Seat::new(at)));
        Self { done, taken, scores }
    }

    pub fn score(&self, seat: Seat) -> u32 {
        self.scores[seat.index()]
    }

    pub fn shows_round(&self) -> bool {
        self.done < LEAVE_END
    }

    /// Progress of the last round on its way to its winner: at most 0 while it stays.
    pub fn leaving(&self) -> f32 {
        (self.done - LEAVE_START) / (LEAVE_END - LEAVE_START)
    }

    fn cards_of(&self, seat: Seat) -> impl Iterator<Item = Card> + '_ {
        self.taken.iter().filter(move |(by, _)| *by == seat).map(|(_, card)| *card)
    }
}

impl View<'_> {
    pub(super) fn score_count(&self) -> Option<ScoreCount> {
        let done = self.scene.celebrating()?;
        Some(ScoreCount::at(self.scene.observation, done))
    }

    pub(super) fn draw_taken(&self, buffer: &mut Buffer, score_count: &ScoreCount) {
        if self.layout.is_compact() {
            if !score_count.shows_round() {
                self.draw_taken_in_rows(buffer, score_count);
            }
            return;
        }
        for seat in (0..SEATS).map(Seat::new) {
            let side = TableSide::of(seat, self.near);
            let cards: Vec<_> = score_count.cards_of(seat).collect();
            for (at, &card) in cards.iter().enumerate() {
                let area = match side {
                    TableSide::Near => self.layout.hand_card(at, cards.len(), false),
                    side => self.taken_card(side, at, cards.len()),
                };
                card::draw(buffer, area, card, CardFace::Normal, self.look);
            }
        }
    }

    /// The area of a card of two columns beside or below a seat's name.
    fn taken_card(&self, side: TableSide, at: usize, count: usize) -> Rect {
        let number = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
        let area = self.layout.seat_area(side);
        let area = match side {
            // The name has the left half of the row.
            TableSide::Far if self.layout.is_tight() => {
                let half = area.width / 2 + 4;
                Rect { x: area.x + half, width: area.width.saturating_sub(half), ..area }
            }
            _ => Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area },
        };
        let columns = ((area.width + 1) / 3).max(1);
        let (row, column) = (number(at) / columns, number(at) % columns);
        let in_row = (number(count) - row * columns).min(columns);
        let width = (3 * in_row).saturating_sub(1);
        let free = area.width.saturating_sub(width);
        let inset = match side {
            TableSide::Near | TableSide::Far if self.layout.is_tight() => 0,
            side => side.inset(free),
        };
        let place = Rect { x: area.x + inset + 3 * column, y: area.y + row, width: 2, height: 1 };
        place.intersection(area)
    }

    /// A row per seat, over the whole table.
    fn draw_taken_in_rows(&self, buffer: &mut Buffer, score_count: &ScoreCount) {
        let frame = self.layout.frame;
        drawing::draw_empty(buffer, frame, self.look);
        let rows = frame.centered(Length(frame.width.min(46)), Length(frame.height.min(4)));
        for (seat, row) in (0..SEATS).map(Seat::new).zip(rows.rows()) {
            let head = format!("{:<5} {:>2}", SEAT_NAMES[seat.index()], score_count.score(seat));
            drawing::draw_text(buffer, row, &head, self.look.seat(seat.index()), self.look);
            for (card, x) in score_count.cards_of(seat).zip((row.x + 10..).step_by(3)) {
                let place = Rect { x, width: 2, ..row }.intersection(row);
                card::draw(buffer, place, card, CardFace::Normal, self.look);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcade_engine::{
        intensity::{
            Intensity,
            model::{CardSet, Deal, Suit},
        },
        play::{Game as _, Observation as _, Seats},
    };

    #[test]
    fn the_count_ends_at_the_final_scores() {
        let mut game = Intensity::start(&Deal::new(Suit::ALL.map(CardSet::of_suit)).unwrap());
        while game.outcome().is_none() {
            let choices: Vec<_> = game.awaited().iter().collect();
            let choose = |seat| (seat, game.observe(Seats::one(seat)).legal(seat)[0]);
            let step: Vec<_> = choices.into_iter().map(choose).collect();
            game.step(&step).unwrap();
        }
        let observation = game.observe(Seats::NONE);
        let scores = |done| {
            let score_count = ScoreCount::at(&observation, done);
            [0, 1, 2, 3].map(|at| score_count.score(Seat::new(at)))
        };
        assert_eq!(scores(0.0), [0; 4]);
        assert_eq!(scores(1.0), [0, 1, 2, 3].map(|at| observation.score(Seat::new(at))));
        let sums: Vec<u32> =
            [0.0, 0.4, 0.5, 0.6, 0.7, 1.0].map(|done| scores(done).iter().sum()).into();
        assert!(sums.is_sorted() && sums.last() == Some(&17), "{sums:?}");
        let score_count = ScoreCount::at(&observation, 1.0);
        assert!(!score_count.shows_round());
        assert_eq!(score_count.taken.len(), 11);
    }
}
