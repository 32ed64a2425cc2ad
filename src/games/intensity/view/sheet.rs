//! The rounds so far as a table: what each seat played, and what it cost.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Modifier, Style},
};

use super::View;
use crate::{
    games::intensity::{
        rules::{HAND, SEATS, Trick},
        text,
    },
    play::{Outcome, Seat},
    ui::widgets,
};

/// The rows of the large form: names, ten rounds, fines, sum, place.
const ROWS: u16 = 14;
/// The columns of a round's number and of a seat, in the large form.
const COLUMNS: [u16; 2] = [8, 10];

impl View<'_> {
    /// Draws the rounds: with all cards where there is room, else the points only.
    pub fn draw_sheet(&self, buffer: &mut Buffer) {
        use ratatui::layout::Constraint::Length;
        let frame = self.layout.frame;
        let [label, column] = COLUMNS;
        let wide = label + column * 4;
        if frame.height >= ROWS && frame.width >= wide {
            self.draw_cards(buffer, frame.centered(Length(wide), Length(ROWS)));
        } else {
            self.draw_points(
                buffer,
                frame.centered(Length(frame.width.min(46)), Length(frame.height.min(5))),
            );
        }
    }

    /// A row for each round, a column for each seat.
    fn draw_cards(&self, buffer: &mut Buffer, area: Rect) {
        let seen = self.scene.observation;
        let row = |at: u16| Rect { y: area.y + at, height: u16::from(at < area.height), ..area };
        let [label, column] = COLUMNS;
        let cell = |at: u16, seat: Seat| Rect {
            x: area.x + label + column * at_of(seat),
            width: column,
            ..row(at)
        };
        for seat in seats() {
            widgets::draw_text(
                buffer,
                cell(0, seat),
                text::SEATS[seat.index()],
                self.look.seat(seat.index()),
                self.look,
            );
        }
        for (at, round) in (1..).zip(0..HAND) {
            widgets::draw_text(buffer, row(at), &format!("round {at}"), self.look.dim(), self.look);
            let Some(trick) = seen.history.get(round) else { continue };
            for (seat, card) in trick.plays() {
                let (words, style) = self.cell_of(*trick, seat, &card.to_string());
                widgets::draw_text(buffer, cell(at, seat), &words, style, self.look);
            }
        }
        let sums: [(&str, &dyn Fn(Seat) -> String); 3] = [
            ("fines", &|seat| shown(seen.fines[seat.index()])),
            ("points", &|seat| seen.score(seat).to_string()),
            ("place", &|seat| self.place_of(seat)),
        ];
        for (at, (name, value)) in (11..).zip(sums) {
            widgets::draw_text(buffer, row(at), name, self.look.dim(), self.look);
            for seat in seats() {
                let style = if at == 11 { self.look.text() } else { self.look.strong() };
                widgets::draw_text(buffer, cell(at, seat), &value(seat), style, self.look);
            }
        }
    }

    /// What stands for a seat in a round: its card, and the points if it won.
    fn cell_of(&self, trick: Trick, seat: Seat, card: &str) -> (String, Style) {
        let mark = if trick.leader() == seat { self.look.glyphs.pointer } else { " " };
        if trick.winner() != seat {
            return (format!("{mark}{card}"), self.look.text());
        }
        let cost =
            if trick.penalty() > 0 { format!(" +{}", trick.penalty()) } else { String::new() };
        let own = self.look.seat(seat.index()).add_modifier(Modifier::UNDERLINED);
        (format!("{mark}{card}{cost}"), own)
    }

    /// A row for each seat, a column for each round: points only.
    fn draw_points(&self, buffer: &mut Buffer, area: Rect) {
        let seen = self.scene.observation;
        for (y, seat) in (area.y..area.bottom()).zip(seats()) {
            let row = Rect { y, height: 1, ..area };
            widgets::draw_text(
                buffer,
                row,
                text::SEATS[seat.index()],
                self.look.seat(seat.index()),
                self.look,
            );
            for (x, trick) in (area.x + 6..).step_by(2).zip(seen.history.iter()) {
                let (words, style) = match trick.penalty() {
                    _ if trick.winner() != seat => {
                        (self.look.glyphs.empty.to_owned(), self.look.dim())
                    }
                    points => (points.to_string(), self.look.strong()),
                };
                widgets::draw_text(
                    buffer,
                    Rect { x, width: 2, ..row }.intersection(row),
                    &words,
                    style,
                    self.look,
                );
            }
            let place = match self.place_of(seat) {
                place if place.is_empty() => place,
                place => format!(" #{place}"),
            };
            let sum = format!("{:>3}{place}", seen.score(seat));
            let at = area.x + 26;
            let rest = Rect { x: at, width: area.right().saturating_sub(at), ..row };
            widgets::draw_text(buffer, rest, &sum, self.look.strong(), self.look);
        }
    }

    /// A seat's place, once the game is over.
    fn place_of(&self, seat: Seat) -> String {
        let seen = self.scene.observation;
        if !seen.is_over() {
            return String::new();
        }
        let scores =
            seats().map(|seat| i32::try_from(seen.score(seat)).unwrap_or(i32::MAX)).collect();
        Outcome::lowest_wins(scores).place(seat).to_string()
    }
}

fn seats() -> impl Iterator<Item = Seat> {
    (0..SEATS).map(Seat::new)
}

fn at_of(seat: Seat) -> u16 {
    u16::from(u8::from(seat))
}

/// A number, unless it is none.
fn shown(number: u32) -> String {
    if number == 0 { String::new() } else { number.to_string() }
}
