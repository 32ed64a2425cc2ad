//! The score sheet: what each seat played in each round, and what it cost.

use ratatui::{
    buffer::Buffer,
    layout::{Constraint::Length, Rect},
    style::{Modifier, Style},
};

use crate::{
    games::intensity::words::SEAT_NAMES,
    widgets::{Look, drawing},
};
use fourcade_engine::{
    intensity::model::{HAND_SIZE, IntensityObservation, SEATS, Trick},
    play::{Outcome, Seat},
};

/// The rows of the full sheet: names, ten rounds, fines, sum, place.
const ROWS: u16 = 14;
/// The width in columns of the labels in the full sheet.
const LABEL_WIDTH: u16 = 8;
/// The width in columns of a seat in the full sheet.
const SEAT_WIDTH: u16 = 10;

pub struct ScoreSheet<'a> {
    pub observation: &'a IntensityObservation,
    pub look: &'a Look,
}

impl ScoreSheet<'_> {
    /// Draws the sheet in the middle of `area`: with all cards where there is room, else only with
    /// the points.
    pub fn draw(&self, buffer: &mut Buffer, area: Rect) {
        let width = LABEL_WIDTH + SEAT_WIDTH * 4;
        if area.height >= ROWS && area.width >= width {
            self.draw_cards(buffer, area.centered(Length(width), Length(ROWS)));
        } else {
            let (width, height) = (area.width.min(46), area.height.min(5));
            self.draw_points(buffer, area.centered(Length(width), Length(height)));
        }
    }

    /// Draws a row per round and a column per seat.
    fn draw_cards(&self, buffer: &mut Buffer, area: Rect) {
        let Self { observation, look } = self;
        let row = |y: u16| Rect { y: area.y + y, height: u16::from(y < area.height), ..area };
        let cell = |y: u16, seat: Seat| Rect {
            x: area.x + LABEL_WIDTH + SEAT_WIDTH * u16::from(u8::from(seat)),
            width: SEAT_WIDTH,
            ..row(y)
        };
        for seat in seats() {
            let name = SEAT_NAMES[seat.index()];
            drawing::draw_text(buffer, cell(0, seat), name, look.seat(seat.index()), look);
        }
        for (y, round) in (1..).zip(0..HAND_SIZE) {
            drawing::draw_text(buffer, row(y), &format!("round {y}"), look.dim(), look);
            let Some(trick) = observation.history.get(round) else { continue };
            for (seat, card) in trick.plays() {
                let (text, style) = self.card_text(*trick, seat, &card.to_string());
                drawing::draw_text(buffer, cell(y, seat), &text, style, look);
            }
        }
        let fines = |seat: Seat| match observation.fines[seat.index()] {
            0 => String::new(),
            fine => fine.to_string(),
        };
        let points = |seat: Seat| observation.score(seat).to_string();
        for (y, label) in (11..).zip(["fines", "points", "place"]) {
            drawing::draw_text(buffer, row(y), label, look.dim(), look);
        }
        for seat in seats() {
            let place = self.place(seat);
            drawing::draw_text(buffer, cell(11, seat), &fines(seat), look.text(), look);
            drawing::draw_text(buffer, cell(12, seat), &points(seat), look.strong(), look);
            drawing::draw_text(buffer, cell(13, seat), &place, look.strong(), look);
        }
    }

    /// The text of a seat's card in a round: marked if it was led, with its cost if it won.
    fn card_text(&self, trick: Trick, seat: Seat, card: &str) -> (String, Style) {
        let mark = if trick.leader() == seat { self.look.glyphs.pointer } else { " " };
        if trick.winner() != seat {
            return (format!("{mark}{card}"), self.look.text());
        }
        let cost =
            if trick.penalty() > 0 { format!(" +{}", trick.penalty()) } else { String::new() };
        let style = self.look.seat(seat.index()).add_modifier(Modifier::UNDERLINED);
        (format!("{mark}{card}{cost}"), style)
    }

    /// Draws a row per seat and a column per round, without cards.
    fn draw_points(&self, buffer: &mut Buffer, area: Rect) {
        let Self { observation, look } = self;
        for (y, seat) in (area.y..area.bottom()).zip(seats()) {
            let row = Rect { y, height: 1, ..area };
            let name = SEAT_NAMES[seat.index()];
            drawing::draw_text(buffer, row, name, look.seat(seat.index()), look);
            for (x, trick) in (area.x + 6..).step_by(2).zip(observation.history.iter()) {
                let (text, style) = if trick.winner() == seat {
                    (trick.penalty().to_string(), look.strong())
                } else {
                    (look.glyphs.empty.to_owned(), look.dim())
                };
                let cell = Rect { x, width: 2, ..row }.intersection(row);
                drawing::draw_text(buffer, cell, &text, style, look);
            }
            let place = match self.place(seat) {
                place if place.is_empty() => place,
                place => format!(" #{place}"),
            };
            let sum = format!("{:>3}{place}", observation.score(seat));
            let x = area.x + 26;
            let rest = Rect { x, width: area.right().saturating_sub(x), ..row };
            drawing::draw_text(buffer, rest, &sum, look.strong(), look);
        }
    }

    /// An empty string until the game is over.
    fn place(&self, seat: Seat) -> String {
        if !self.observation.is_over() {
            return String::new();
        }
        let score = |seat| i32::try_from(self.observation.score(seat)).unwrap_or(i32::MAX);
        Outcome::lowest_wins(seats().map(score).collect()).place(seat).to_string()
    }
}

fn seats() -> impl Iterator<Item = Seat> {
    (0..SEATS).map(Seat::new)
}
