//! The table as it is drawn: the board, and beside it who plays, the score, whose turn it is, and what happened.

use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
    style::Style,
    text::{Line, Span},
};

use super::state::Table;
use crate::{
    games::{self, Controls, Flat},
    play::{Outcome, Seat, Seats},
    ui::{Areas, Look, widgets},
};

/// The least columns beside the board, in a narrow window and in others, and the most.
const WIDTHS: [u16; 3] = [14, 22, 32];
/// The columns between board and panel.
const GAP: u16 = 1;

/// Draws the whole table.
pub fn draw_table<G: Flat>(table: &mut Table<G>, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut Areas) {
    let [narrow, usual, most] = WIDTHS;
    let least = if area.width > 60 { usual } else { narrow };
    let gap = if area.width > 60 { 4 * GAP } else { GAP };
    let room = Size::new(area.width.saturating_sub(least + gap), area.height);
    let extent = table.with_scene(|controls, scene| controls.extent(scene, room, look));
    let panel = area.width.saturating_sub(extent.width + gap).clamp(least.min(area.width), most);
    let whole = (extent.width + gap + panel).min(area.width);
    let left = area.x + (area.width - whole) / 2;
    let top = area.y + (area.height.saturating_sub(extent.height)) / 2;
    let board = Rect { x: left, y: top, width: extent.width, height: extent.height.min(area.height) };
    table.with_scene(|controls, scene| controls.draw(scene, board, buffer, look, areas));
    let height = if extent.height < 14 { area.height.min(20) } else { extent.height };
    let y = if extent.height < 14 { area.y + (area.height - height.min(area.height)) / 2 } else { top };
    let side = Rect { x: left + extent.width + gap, y, width: panel, height: height.min(area.bottom() - y) };
    Panel { table, look, area: side, y: side.y }.draw(buffer);
}

struct Panel<'a, G: Flat> {
    table: &'a Table<G>,
    look: &'a Look,
    area: Rect,
    /// The next free row.
    y: u16,
}

impl<G: Flat> Panel<'_, G> {
    fn draw(mut self, buffer: &mut Buffer) {
        let airy = self.area.height >= 14;
        self.title(buffer);
        if airy {
            self.y += 1;
        }
        self.seats(buffer);
        self.share(buffer);
        if airy {
            self.y += 1;
        }
        let state = self.y;
        self.state(buffer);
        if airy {
            // Two rows are kept, so that the log does not jump with every turn.
            self.y = self.y.max(state + 2) + 1;
        }
        self.log(buffer);
    }

    /// The rows that are left.
    fn rest(&self) -> u16 {
        self.area.bottom().saturating_sub(self.y)
    }

    fn line(&mut self, buffer: &mut Buffer, text: &str, style: Style) {
        if self.rest() > 0 {
            widgets::put(buffer, Rect { y: self.y, height: 1, ..self.area }, text, style, self.look);
            self.y += 1;
        }
    }

    /// Several rows of words.
    fn words(&mut self, buffer: &mut Buffer, text: &str, style: Style) {
        for row in wrap(text, self.area.width) {
            self.line(buffer, &row, style);
        }
    }

    fn title(&mut self, buffer: &mut Buffer) {
        let header = self.table.session.header();
        let mut title = G::TITLE.to_owned();
        if let Some(size) = G::size_of(&header.setup) {
            title = format!("{title} {size} x {size}");
        }
        if self.table.games > 1 {
            title = format!("{title}, game {}", self.table.games);
        }
        self.line(buffer, &title, self.look.accent());
        if self.area.height >= 14 {
            self.line(buffer, &format!("seed {}", header.seed), self.look.dim());
        }
    }

    fn seats(&mut self, buffer: &mut Buffer) {
        let scores = self.table.session.game().scores();
        let awaited = self.table.session.awaited();
        for (at, score) in scores.iter().enumerate() {
            if self.rest() == 0 {
                return;
            }
            let seat = Seat::new(at);
            let row = Rect { y: self.y, height: 1, ..self.area };
            let pointer = if awaited.contains(seat) { self.look.glyphs.pointer } else { " " };
            let name = self.table.name(seat);
            let own = self.look.seat(at);
            let room = row.width.saturating_sub(widgets::width(G::SEAT_NAMES[at]) + 9);
            let line = Line::from(vec![
                Span::styled(pointer, self.look.accent()),
                Span::styled(format!(" {} ", G::SEAT_NAMES[at]), own),
                Span::styled(
                    format!("{:<room$}", widgets::fit(&name, room, self.look), room = usize::from(room)),
                    self.look.text(),
                ),
                Span::styled(format!("{score:>5}"), own),
            ]);
            buffer.set_line(row.x, row.y, &line, row.width);
            self.y += 1;
        }
    }

    /// How two seats share what there is.
    fn share(&mut self, buffer: &mut Buffer) {
        let scores = self.table.session.game().scores();
        if let [first, second] = scores[..]
            && self.rest() > 6
        {
            let (first, second) = (first.max(0).cast_unsigned(), second.max(0).cast_unsigned());
            let styles = [self.look.seat(0), self.look.seat(1)];
            let row = Rect { y: self.y, height: 1, width: self.area.width.saturating_sub(1), ..self.area };
            let row = Rect { x: row.x + 1, width: row.width.saturating_sub(1), ..row };
            widgets::bar(buffer, row, (first, first + second), styles, self.look);
            self.y += 1;
        }
    }

    /// Whose turn it is, or how it ended.
    fn state(&mut self, buffer: &mut Buffer) {
        if let Some(trouble) = self.table.trouble.clone() {
            return self.words(buffer, &trouble, self.look.alert());
        }
        if let Some(outcome) = self.table.outcome() {
            let words = self.ending(&outcome);
            return self.words(buffer, &words, self.look.strong());
        }
        if let Some(typing) = self.table.controls.typing() {
            return self.line(buffer, &typing, self.look.accent());
        }
        if let Some(seat) = self.table.deciding().iter().next() {
            let hinting = if self.table.is_hinting() { ": a hint is on its way" } else { "" };
            let words = match self.table.persons().len() {
                1 => format!("Your move{hinting}."),
                _ => format!("{} to move{hinting}.", G::SEAT_NAMES[seat.index()]),
            };
            self.words(buffer, &words, self.look.strong());
            if let Some(advice) = self.table.hinted.clone() {
                let reason = advice.words.map_or_else(String::new, |words| format!(" ({words})"));
                self.words(buffer, &format!("Hint: {}{reason}", advice.action), self.look.accent());
            }
            return;
        }
        if self.table.is_replaying() {
            let (done, rest) = (self.table.session.lines().len(), self.table.session.undone());
            self.line(buffer, &format!("Recorded game: {done} of {}", done + rest), self.look.strong());
            return self.line(buffer, &self.table.pace.words(), self.look.dim());
        }
        if self.table.pace.paused {
            return self.line(buffer, &self.table.pace.words(), self.look.strong());
        }
        for thinking in &self.table.thinking {
            let who = G::SEAT_NAMES[thinking.seat.index()];
            self.line(buffer, &format!("{who} is thinking{}", self.look.glyphs.ellipsis), self.look.strong());
            if let Some(progress) = thinking.progress() {
                self.line(buffer, &progress, self.look.dim());
            }
        }
        if self.table.thinking.is_empty() && self.table.is_watched() {
            self.line(buffer, &self.table.pace.words(), self.look.dim());
        }
    }

    fn ending(&self, outcome: &Outcome) -> String {
        let table = self.table;
        let resigned = table.session.resigned();
        let seats = table.session.game().seats();
        let only = seats.iter().filter(|&seat| table.is_for_people(seat)).collect::<Seats>().only();
        // The one person knows by the word; of others the names are told.
        let own = match only {
            Some(person) if !outcome.winners().contains(person) => "You lose. ",
            Some(_) if outcome.winners().len() == 1 => "You win! ",
            _ => "",
        };
        let names: Vec<_> = seats.iter().map(|seat| table.name(seat)).collect();
        let names = if only.is_some() { &[][..] } else { &names };
        format!("{own}{}", games::ending::<G>(outcome, names, resigned))
    }

    /// What happened last, the newest at the bottom.
    fn log(&mut self, buffer: &mut Buffer) {
        let rows = usize::from(self.rest());
        // Who is who stands above; the log has no room for it.
        let names = vec![String::new(); G::SEAT_NAMES.len()];
        let mut log: Vec<(String, bool)> = Vec::new();
        for (at, events) in self.table.session.events().iter().rev().enumerate() {
            if log.len() >= rows {
                break;
            }
            let words = events.iter().rev().filter_map(|event| G::tell(event, &names));
            for text in words {
                log.extend(wrap(&text, self.area.width).into_iter().rev().map(|row| (row, at == 0)));
            }
        }
        log.truncate(rows);
        for (text, is_last) in log.into_iter().rev() {
            let style = if is_last { self.look.text() } else { self.look.dim() };
            self.line(buffer, &text, style);
        }
    }
}

/// Breaks words into rows of at most so many columns.
fn wrap(text: &str, columns: u16) -> Vec<String> {
    let mut rows = vec![String::new()];
    for word in text.split(' ') {
        let Some(row) = rows.last_mut() else { break };
        if row.is_empty() {
            row.push_str(word);
        } else if widgets::width(row) + 1 + widgets::width(word) <= columns {
            row.push(' ');
            row.push_str(word);
        } else {
            rows.push(word.to_owned());
        }
    }
    rows
}
