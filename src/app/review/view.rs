//! The review as it is drawn.

use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
    style::{Modifier, Style},
    text::{Line, Span},
};

use super::{ROWS, Review, known::cost, place::Place};
use crate::{
    games::{Controls, Flat, Scene, Verdict, titled},
    play::{self, Advice, Seat, Seats},
    ui::{Areas, Look, Target, widgets},
};

impl<G: Flat> Review<G> {
    pub(super) fn draw_all(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut Areas) {
        let mut controls = std::mem::take(&mut self.controls);
        let shows_board = self.shows_board;
        let (place, all) = self.with_scene(|scene| {
            let seats = u16::try_from(G::SEAT_NAMES.len()).unwrap_or(2);
            let place = Place::best(area, seats, shows_board, |room| controls.extent(scene, room, look));
            if let Some(board) = place.board {
                // Nothing can be chosen on it.
                let Size { width, height } = controls.extent(scene, board.as_size(), look);
                let room = Rect { width: width.min(board.width), height: height.min(board.height), ..board };
                controls.draw(scene, room, buffer, look, &mut Areas::default());
            }
            (place, place.board.is_some() && place.graph.is_some())
        });
        self.controls = controls;
        self.shows_all = all;
        let title = titled(G::TITLE, G::size_of(&self.session.header().setup));
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

    /// The position after the move at the cursor, with what would have been better, as who chose sees it.
    fn with_scene<T>(&self, look: impl FnOnce(&Scene<G>) -> T) -> T {
        let verdict = self.verdict();
        let seen = self.session.game().observe(Seats::one(verdict.map_or(self.by, |verdict| verdict.seat)));
        let better = verdict.and_then(|verdict| verdict.better).map(Advice::plain);
        look(&Scene {
            seen: &seen,
            deciding: Seats::NONE,
            covered: false,
            events: self.session.events().last().map_or(&[], Vec::as_slice),
            motion: 1.0,
            lingers: true,
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
            widgets::put(buffer, Rect { x: row.right() - width, width, ..row }, &words, look.dim(), look);
        }
    }

    /// What is said of the move at the cursor.
    fn draw_words(&self, area: Rect, buffer: &mut Buffer, look: &Look) {
        let mut rows = area.rows();
        for (line, style) in self.told(look) {
            for text in widgets::wrap(&line, area.width) {
                let Some(row) = rows.next() else { return };
                widgets::put(buffer, row, &text, style, look);
            }
        }
    }

    /// Sentences on the move at the cursor.
    fn told(&self, look: &Look) -> Vec<(String, Style)> {
        let Some(at) = self.cursor().checked_sub(1) else {
            let value = self.known.value(0, self.by).map(|value| G::MEASURE.shown(value));
            let stands = value
                .map_or_else(String::new, |value| format!(" {} stands at {value}.", G::SEAT_NAMES[self.by.index()]));
            return vec![(format!("The start.{stands}"), look.text())];
        };
        let number = format!("Move {} of {}", at + 1, self.lines);
        match self.session.lines().get(at) {
            Some(play::Line::Resign(seat)) => {
                return vec![(format!("{number}: {} gave up.", self.name(*seat)), look.text())];
            }
            Some(play::Line::Step { faults, .. }) if self.verdicts().is_empty() && !faults.is_empty() => {
                return vec![(format!("{number}: chance chose, as a player broke the rules."), look.text())];
            }
            _ if self.verdicts().is_empty() => return vec![(format!("{number}: not judged yet."), look.dim())],
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
        let chosen = format!("{} {}", G::SEAT_NAMES[verdict.seat.index()], verdict.played);
        let Some(better) = verdict.better else {
            let stands = verdict.value.map_or_else(String::new, |value| format!(", {}", measure.shown(value)));
            return format!("{chosen}: none is better{stands}.");
        };
        let Some(spent) = verdict.cost else { return format!("{chosen}: the usual choice is {better}.") };
        let about = if verdict.exact { "" } else { "about " };
        let change = verdict.value.map_or_else(String::new, |value| {
            format!(" ({} instead of {})", measure.shown(value), measure.shown(value - spent))
        });
        format!("{chosen} costs {about}{}. Better: {better}{change}.", measure.cost(spent))
    }

    /// What cost most, the move at the cursor among it.
    fn draw_list(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut Areas) {
        let mut rows = area.rows();
        let Some(heading) = rows.next() else { return };
        let count = self.known.costly().len();
        if count == 0 {
            let is_done = self.work.is_none() && self.known.done == self.known.wanted;
            let words = if is_done { "No move cost anything that is worth a word." } else { "" };
            return widgets::put(buffer, heading, words, look.dim(), look);
        }
        widgets::put(buffer, heading, "What cost most", look.dim(), look);
        let shown = usize::from(area.height - 1);
        if let Some(selected) = self.selected() {
            self.top = self.top.clamp((selected + 1).saturating_sub(shown), selected);
        }
        self.top = self.top.min(count.saturating_sub(shown));
        let selected = self.selected();
        for ((at, (line, verdict)), row) in self.known.costly().enumerate().skip(self.top).zip(rows) {
            areas.add(row, Target::Spot(ROWS + at));
            self.draw_row(line, verdict, selected == Some(at), row, buffer, look);
        }
        let [above, below, ..] = look.glyphs.more;
        let place = Rect { x: heading.right().saturating_sub(3), width: 3, ..heading };
        let more = [(self.top > 0, above), (self.top + shown < count, below)];
        let signs: String = more.into_iter().filter(|(is, _)| *is).map(|(_, sign)| sign).collect();
        let width = widgets::width(&signs);
        widgets::put(buffer, Rect { x: place.right() - width, width, ..place }, &signs, look.dim(), look);
    }

    fn draw_row(
        &self,
        line: usize,
        verdict: &Verdict<G::Action>,
        is_selected: bool,
        row: Rect,
        buffer: &mut Buffer,
        look: &Look,
    ) {
        let plain = if is_selected { look.selected().remove_modifier(Modifier::BOLD) } else { look.text() };
        if is_selected {
            buffer.set_style(row, plain);
        }
        let calm = if is_selected { plain } else { look.dim() };
        let seat = verdict.seat.index();
        let own = if is_selected { plain } else { look.seat(seat) };
        let better = verdict.better.map_or_else(String::new, |better| better.to_string());
        let number = (self.lines.max(1).ilog10() + 1) as usize;
        let name = G::SEAT_NAMES.iter().map(|name| name.chars().count()).max().unwrap_or(1);
        let pointer = if is_selected { look.glyphs.pointer } else { " " };
        let spans = vec![
            Span::styled(pointer, if is_selected { plain.fg(look.inks.accent) } else { plain }),
            Span::styled(format!("{:>number$} ", line + 1), calm),
            Span::styled(format!("{:<name$} ", G::SEAT_NAMES[seat]), own),
            Span::styled(verdict.played.to_string(), plain),
            Span::styled(", better ", calm),
            Span::styled(better, plain.add_modifier(Modifier::BOLD)),
        ];
        let price = G::MEASURE.cost(cost(verdict));
        let width = widgets::width(&price).min(row.width);
        buffer.set_line(row.x, row.y, &Line::from(spans), row.width.saturating_sub(width + 1));
        widgets::put(buffer, Rect { x: row.right() - width, width, ..row }, &price, plain, look);
    }
}
