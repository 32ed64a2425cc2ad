//! The review as it is drawn.

use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
    style::{Modifier, Style},
};

use super::{
    ROWS, Review,
    known::{Known, cost},
    place::Place,
};
use crate::{
    games::{ArcadeGame, Controls, Scene, Verdict, title_with_size},
    play::{self, Advice, Seat, Seats},
    ui::{ClickAreas, ClickTarget, Look, widgets},
};

/// A space at which no row is broken.
const TOGETHER: &str = "\u{a0}";

impl<G: ArcadeGame> Review<G> {
    pub(super) fn draw_all(
        &mut self,
        area: Rect,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut ClickAreas,
    ) {
        let mut controls = std::mem::take(&mut self.controls);
        let shows_board = self.shows_board;
        let (place, all) = self.with_scene(|scene| {
            let seats = u16::try_from(G::SEAT_NAMES.len()).unwrap_or(2);
            let place =
                Place::best(area, seats, shows_board, |room| controls.extent(scene, room, look));
            if let Some(board) = place.board {
                // Nothing can be chosen on it.
                let Size { width, height } = controls.extent(scene, board.as_size(), look);
                let room = Rect {
                    width: width.min(board.width),
                    height: height.min(board.height),
                    ..board
                };
                controls.draw(scene, room, buffer, look, &mut ClickAreas::default());
            }
            (place, place.board.is_some() && place.graph.is_some())
        });
        self.controls = controls;
        self.shows_all = all;
        let title = title_with_size(G::TITLE, G::size_of(&self.session.header().setup));
        self.draw_title(place.title, &format!("Review: {title}"), buffer, look);
        self.draw_seats(place.seats, buffer, look);
        if let Some(graph) = place.graph {
            self.draw_graph(graph, buffer, look, areas);
        }
        self.draw_words(place.words, buffer, look);
        self.draw_list(place.list, buffer, look, areas);
    }

    /// What is said of the choices in the move at the cursor.
    fn verdicts(&self) -> &[Verdict<G::Action>] {
        self.cursor().checked_sub(1).map_or(&[], |line| self.known.of_line(line))
    }

    /// The verdict that the board shows: of the seat whose view it is, or of the only one.
    fn verdict(&self) -> Option<&Verdict<G::Action>> {
        let own = self.verdicts().iter().find(|verdict| verdict.seat == self.by);
        own.or_else(|| self.verdicts().first())
    }

    /// The position after the move at the cursor, with what would have been better, as who chose
    /// sees it.
    fn with_scene<T>(&self, look: impl FnOnce(&Scene<G>) -> T) -> T {
        let verdict = self.verdict();
        let seen = self
            .session
            .game()
            .observe(Seats::one(verdict.map_or(self.by, |verdict| verdict.seat)));
        let better = verdict.and_then(|verdict| verdict.better).map(Advice::plain);
        look(&Scene {
            observation: &seen,
            deciding: Seats::NONE,
            is_covered: false,
            events: self.session.events().last().map_or(&[], Vec::as_slice),
            motion: 1.0,
            is_lingering: true,
            hint: better.as_ref(),
            names: &self.session.header().seats,
        })
    }

    fn name(&self, seat: Seat) -> String {
        let seat_name = G::SEAT_NAMES[seat.index()];
        match self.names.get(seat.index()).map(String::as_str) {
            None | Some("") => seat_name.to_owned(),
            Some(name) => format!("{seat_name} {name}"),
        }
    }

    /// Who played, and what each has given away.
    fn draw_seats(&self, area: Rect, buffer: &mut Buffer, look: &Look) {
        let measure = G::MEASURE;
        for (at, row) in (0..G::SEAT_NAMES.len()).zip(area.rows()) {
            let given = self.known.given(Seat::new(at));
            let words = match given.choices {
                _ if self.known.done == 0 => String::new(),
                0 => "gave nothing away".to_owned(),
                choices => format!("gave away {} in {choices}", measure.cost(given.cost)),
            };
            let width = widgets::width(&words).min(row.width);
            let name = Rect { width: row.width.saturating_sub(width + 1), ..row };
            widgets::put(buffer, name, &self.name(Seat::new(at)), look.seat(at), look);
            widgets::put(
                buffer,
                Rect { x: row.right() - width, width, ..row },
                &words,
                look.dim(),
                look,
            );
        }
    }

    /// What is said of the move at the cursor.
    fn draw_words(&self, area: Rect, buffer: &mut Buffer, look: &Look) {
        let told = self.told(look);
        let wrapped = |(words, style): &(String, Style)| {
            let style = *style;
            widgets::wrap(words, area.width).into_iter().map(move |row| (row, style))
        };
        let mut lines: Vec<_> = told.iter().flat_map(wrapped).collect();
        let rows = usize::from(area.height);
        if lines.len() > rows {
            lines.truncate(rows);
            if let Some((last, _)) = lines.last_mut() {
                *last = format!(
                    "{}{}",
                    widgets::fit(last, area.width.saturating_sub(1), look),
                    look.glyphs.ellipsis
                );
            }
        }
        for ((text, style), row) in lines.into_iter().zip(area.rows()) {
            widgets::put(buffer, row, &text.replace(TOGETHER, " "), style, look);
        }
    }

    /// Sentences on the move at the cursor.
    fn told(&self, look: &Look) -> Vec<(String, Style)> {
        let Some(at) = self.cursor().checked_sub(1) else {
            let value = self.known.value(0, self.by).map(|value| G::MEASURE.shown(value));
            let stands = value.map_or_else(String::new, |value| {
                format!(" {} stands at {value}.", G::SEAT_NAMES[self.by.index()])
            });
            return vec![(format!("The start.{stands}"), look.text())];
        };
        let number = format!("Move {} of {}", at + 1, self.lines);
        match self.session.lines().get(at) {
            Some(play::RecordLine::Resign(seat)) => {
                return vec![(format!("{number}: {} gave up.", self.name(*seat)), look.text())];
            }
            Some(play::RecordLine::Step { faults, .. })
                if self.verdicts().is_empty() && !faults.is_empty() =>
            {
                return vec![(
                    format!("{number}: chance chose, as a player broke the rules."),
                    look.text(),
                )];
            }
            _ if self.verdicts().is_empty() => {
                return vec![(format!("{number}: not judged yet."), look.dim())];
            }
            _ => {}
        }
        let mut verdicts: Vec<_> = self.verdicts().iter().collect();
        // Whose view it is comes first.
        verdicts.sort_by_key(|verdict| verdict.seat != self.by);
        let mut told = Vec::new();
        for (place, verdict) in verdicts.into_iter().enumerate() {
            let number = if place == 0 { format!("{number}: ") } else { String::new() };
            let style = if verdict.better.is_some() { look.strong() } else { look.text() };
            told.push((format!("{number}{}", Self::sentence(verdict)), style));
            if let Some(words) = verdict.words.as_ref().filter(|_| place == 0) {
                told.push((words.clone(), look.dim()));
            }
        }
        told
    }

    /// What was chosen, what it cost, and what would have been better.
    fn sentence(verdict: &Verdict<G::Action>) -> String {
        let measure = G::MEASURE;
        // An action is not broken between two rows.
        let whole = |action: G::Action| action.to_string().replace(' ', TOGETHER);
        let chosen = format!("{} {}", G::SEAT_NAMES[verdict.seat.index()], whole(verdict.played));
        let Some(better) = verdict.better.map(whole) else {
            let stands = verdict
                .value
                .map_or_else(String::new, |value| format!(", {}", measure.shown(value)));
            return format!("{chosen}: none is better{stands}.");
        };
        let Some(spent) = verdict.cost else {
            return format!("{chosen}: the usual choice is {better}.");
        };
        let about = if verdict.exact { "" } else { "about " };
        let change = verdict.value.map_or_else(String::new, |value| {
            format!(" ({} instead of {})", measure.shown(value), measure.shown(value - spent))
        });
        format!("{chosen} costs {about}{}. Better: {better}{change}.", measure.cost(spent))
    }

    /// What cost most, the move at the cursor among it.
    fn draw_list(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let mut rows = area.rows();
        let Some(heading) = rows.next() else { return };
        let count = self.known.costly().len();
        if count == 0 {
            let is_done = self.work.is_none() && self.known.done == self.known.wanted;
            let words = if is_done { "No move cost anything that is worth a word." } else { "" };
            return widgets::put(buffer, heading, words, look.dim(), look);
        }
        let shown = usize::from(area.height - 1);
        let selected = self.selected();
        if let Some(selected) = selected {
            self.top = self.top.clamp((selected + 1).saturating_sub(shown), selected);
        }
        self.top = self.top.min(count.saturating_sub(shown));
        let columns = Columns::of(&self.known, self.lines);
        let headings = ["move", "", "played", "better", G::MEASURE.unit].map(str::to_owned);
        columns.draw(heading, &headings, [look.dim(); 5], buffer, look);
        for ((at, (line, verdict)), row) in self.known.costly().enumerate().skip(self.top).zip(rows)
        {
            areas.add(row, ClickTarget::Item(ROWS + at));
            let is_selected = selected == Some(at);
            let plain = if is_selected {
                look.selected().remove_modifier(Modifier::BOLD)
            } else {
                look.text()
            };
            let (calm, own) = if is_selected {
                (plain, plain)
            } else {
                (look.dim(), look.seat(verdict.seat.index()))
            };
            if is_selected {
                buffer.set_style(row, plain);
                buffer.set_string(
                    row.x,
                    row.y,
                    look.glyphs.pointer,
                    look.selected().fg(look.inks.accent),
                );
            }
            let styles = [calm, own, plain, plain.add_modifier(Modifier::BOLD), plain];
            columns.draw(row, &cells::<G>(line, verdict), styles, buffer, look);
        }
        let [above, below, ..] = look.glyphs.more;
        let edge = |y: u16, sign: &str, buffer: &mut Buffer| {
            buffer.set_string(area.right(), y, sign, look.dim());
        };
        if self.top > 0 {
            edge(heading.y + 1, above, buffer);
        }
        if self.top + shown < count && shown > 0 {
            edge(area.bottom() - 1, below, buffer);
        }
    }
}

/// A row of the list: the move, who made it, what was played, what was better, what it cost.
fn cells<G: ArcadeGame>(line: usize, verdict: &Verdict<G::Action>) -> [String; 5] {
    [
        (line + 1).to_string(),
        G::SEAT_NAMES[verdict.seat.index()].to_owned(),
        verdict.played.to_string(),
        verdict.better.map_or_else(String::new, |better| better.to_string()),
        G::MEASURE.bare_cost(cost(verdict)),
    ]
}

/// The widths of the list's columns; the last one stands at the right end.
struct Columns([u16; 4]);

/// Columns in front of the list, for the pointer.
const POINTER: u16 = 1;
/// The most columns between two of the list's.
const AIR: u16 = 3;

impl Columns {
    fn of<G: ArcadeGame>(known: &Known<G>, lines: usize) -> Self {
        let name = G::SEAT_NAMES.iter().map(|name| widgets::width(name)).max().unwrap_or(1);
        let widest = |at: usize| {
            known
                .costly()
                .map(|(line, verdict)| widgets::width(&cells::<G>(line, verdict)[at]))
                .max()
        };
        let action = |at| widest(at).unwrap_or(0).max(6);
        Self([widgets::width(&lines.to_string()).max(4), name, action(2), action(3)])
    }

    fn draw(
        &self,
        row: Rect,
        cells: &[String; 5],
        styles: [Style; 5],
        buffer: &mut Buffer,
        look: &Look,
    ) {
        let Self(widths) = self;
        let taken = POINTER + widths.iter().sum::<u16>() + widgets::width(&cells[4]).max(5);
        let air = (row.width.saturating_sub(taken) / 4).clamp(1, AIR);
        let mut x = row.x + POINTER;
        for ((cell, style), width) in cells.iter().zip(styles).zip(widths) {
            let place = Rect { x, width: *width, ..row }.intersection(row);
            // Numbers stand below each other.
            let shift =
                if x == row.x + POINTER { width.saturating_sub(widgets::width(cell)) } else { 0 };
            let place =
                Rect { x: place.x + shift, width: place.width.saturating_sub(shift), ..place };
            widgets::put(buffer, place, cell, style, look);
            x += width + air;
        }
        let width = widgets::width(&cells[4]);
        // The costs stand near what was better, not at the far end of a wide window.
        let right = (x + 8).min(row.right());
        let place =
            Rect { x: right.saturating_sub(width).max(row.x), width, ..row }.intersection(row);
        widgets::put(buffer, place, &cells[4], styles[4], look);
    }
}
