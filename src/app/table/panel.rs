//! The table as it is drawn: the board, and beside it who plays, the score, whose turn it is, and
//! what happened.

use std::time::Instant;

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
};

use super::{place::Place, state::TableScreen};
use crate::{
    games::{self, ArcadeGame, Controls, title_with_size},
    play::{self, Outcome, Seat, Seats},
    ui::{ClickAreas, Look, widgets},
};

/// Draws the whole table.
pub fn draw_table<G: ArcadeGame>(
    table: &mut TableScreen<G>,
    area: Rect,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) {
    // What is seen can be large: one look serves the whole drawing.
    let (panels, told) = table.with_scene(|controls, scene| {
        let place = Place::best(area, |room| controls.extent(scene, room, look));
        controls.draw(scene, place.board, buffer, look, areas);
        let told = Told {
            open: G::open_points(scene.observation),
            progress: G::progress(scene.observation),
            typing: controls.pending_input(scene),
        };
        (place.panels, told)
    });
    let panel = |area: Rect| Panel { table, told: &told, look, area, y: area.y };
    match panels {
        (side, None) => panel(side).draw(buffer),
        (left, Some(right)) => {
            panel(left).draw_standing(buffer);
            panel(right).draw_news(buffer);
        }
    }
}

/// What the game says of the moment.
struct Told {
    /// How much of what the seats share is still to be had.
    open: Option<u32>,
    /// How far the game has come.
    progress: Option<String>,
    /// What is being typed.
    typing: Option<String>,
}

struct Panel<'a, G: ArcadeGame> {
    table: &'a TableScreen<G>,
    told: &'a Told,
    look: &'a Look,
    area: Rect,
    /// The next free row.
    y: u16,
}

impl<G: ArcadeGame> Panel<'_, G> {
    /// Who plays and how it stands, for a panel below the board.
    fn draw_standing(mut self, buffer: &mut Buffer) {
        self.title(buffer);
        self.seats(buffer);
        self.share(buffer);
        self.evaluation(buffer);
        self.progress(buffer);
    }

    /// What is asked and what happened, for a panel below the board.
    fn draw_news(mut self, buffer: &mut Buffer) {
        let state = self.y;
        self.state(buffer);
        self.y = self.y.max(state + 1);
        self.log(buffer);
    }

    fn draw(mut self, buffer: &mut Buffer) {
        let airy = self.area.height >= 14;
        self.title(buffer);
        if airy {
            self.y += 1;
        }
        self.seats(buffer);
        if self.rest() > 6 {
            self.share(buffer);
            self.evaluation(buffer);
            self.progress(buffer);
        } else {
            self.evaluation(buffer);
        }
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
            widgets::draw_text(
                buffer,
                Rect { y: self.y, height: 1, ..self.area },
                text,
                style,
                self.look,
            );
            self.y += 1;
        }
    }

    /// Several rows of words.
    fn words(&mut self, buffer: &mut Buffer, text: &str, style: Style) {
        for row in widgets::wrap(text, self.area.width) {
            self.line(buffer, &row, style);
        }
    }

    fn title(&mut self, buffer: &mut Buffer) {
        let header = self.table.session.header();
        let mut title = title_with_size(G::TITLE, G::size_of(&header.setup));
        if self.table.series.game > 1 {
            title = format!("{title}, game {}", self.table.series.game);
        }
        if self.table.session.is_practice() {
            title += ", practice";
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
            let score = if G::HAS_SCORES { format!("{score:>5}") } else { String::new() };
            let taken = widgets::text_width(G::SEAT_NAMES[at]) + widgets::text_width(&score);
            let room = row.width.saturating_sub(taken + 4);
            let line = Line::from(vec![
                Span::styled(pointer, self.look.accent()),
                Span::styled(format!(" {} ", G::SEAT_NAMES[at]), own),
                Span::styled(
                    format!(
                        "{:<room$}",
                        widgets::truncate(&name, room, self.look),
                        room = usize::from(room)
                    ),
                    self.look.text(),
                ),
                Span::styled(score, own),
            ]);
            buffer.set_line(row.x, row.y, &line, row.width);
            self.y += 1;
        }
    }

    /// How two seats share what there is, and what is still to be had.
    fn share(&mut self, buffer: &mut Buffer) {
        let scores = self.table.session.game().scores();
        if let ([first, second], Some(open)) = (&scores[..], self.told.open)
            && self.rest() > 0
        {
            let (first, second) =
                ((*first).max(0).cast_unsigned(), (*second).max(0).cast_unsigned());
            let row = Rect {
                y: self.y,
                height: 1,
                width: self.area.width.saturating_sub(2),
                x: self.area.x + 1,
            };
            widgets::draw_share_bar(buffer, row, [first, second], open, self.look);
            self.y += 1;
        }
    }

    /// What is to be expected, where somebody wants to know.
    fn evaluation(&mut self, buffer: &mut Buffer) {
        let Some(bar) = self.table.bar.as_ref().filter(|_| self.rest() > 1) else { return };
        let Some(known) = &bar.known else {
            return self.line(
                buffer,
                &format!(" looking{}", self.look.glyphs.ellipsis),
                self.look.dim(),
            );
        };
        let row = Rect {
            y: self.y,
            height: 1,
            width: self.area.width.saturating_sub(2),
            x: self.area.x + 1,
        };
        let sign =
            if self.look.glyphs.blocks { self.look.glyphs.low } else { self.look.glyphs.bar };
        widgets::draw_share_bar_with(sign, buffer, row, known.shares, 0, self.look);
        self.y += 1;
        let words = format!(
            " {} {}, {}",
            G::SEAT_NAMES[0],
            G::MEASURE.format_value(known.value),
            known.description
        );
        self.line(buffer, &words, self.look.dim());
    }

    /// How far the game has come.
    fn progress(&mut self, buffer: &mut Buffer) {
        if let Some(words) = &self.told.progress {
            self.line(buffer, &format!(" {words}"), self.look.dim());
        }
        if let Some(series) =
            self.series().filter(|_| self.rest() > 6 && self.table.outcome().is_none())
        {
            self.words(buffer, &series, self.look.dim());
        }
    }

    /// What the games so far have brought, once there was more than one.
    fn series(&self) -> Option<String> {
        let series = &self.table.series;
        let outcome = self.table.outcome();
        let point = |seat: Seat| series.points(seat, outcome.as_ref()).map(|points| (seat, points));
        let points =
            self.table.session.game().seats().iter().map(point).collect::<Option<Vec<_>>>()?;
        let each =
            points.iter().map(|(seat, points)| format!("{} {points}", G::SEAT_NAMES[seat.index()]));
        (series.game > 1)
            .then(|| format!("Points of all games: {}", each.collect::<Vec<_>>().join(", ")))
    }

    /// Whose turn it is, or how it ended.
    fn state(&mut self, buffer: &mut Buffer) {
        if let Some(trouble) = self.table.trouble.clone() {
            return self.words(buffer, &trouble, self.look.alert());
        }
        if let Some(outcome) = self.table.outcome() {
            let words = self.ending(&outcome);
            self.words(buffer, &words, self.look.strong());
            if let Some(series) = self.series() {
                self.words(buffer, &format!("{series}."), self.look.accent());
            }
            return;
        }
        if self.table.lingers(Instant::now()) && !self.table.is_watched() {
            return self.line(buffer, "Any key goes on.", self.look.strong());
        }
        if let Some(words) = self.table.curtain_words() {
            self.words(buffer, &words, self.look.accent());
            return self.decided(buffer);
        }
        if let Some(typing) = self.told.typing.clone() {
            typing.lines().for_each(|line| self.words(buffer, line, self.look.accent()));
            return self.hint(buffer);
        }
        if let Some(seat) = self.table.deciding().iter().next() {
            let words = match self.table.persons().len() {
                1 => "Your move".to_owned(),
                _ => format!("{} to move", self.table.full_name(seat)),
            };
            let hinting = if self.table.is_hinting() { ": a hint is on its way" } else { "" };
            self.words(buffer, &format!("{words}{hinting}."), self.look.strong());
        } else {
            self.going_on(buffer);
        }
        self.hint(buffer);
        self.decided(buffer);
    }

    /// What the strongest computer would do.
    fn hint(&mut self, buffer: &mut Buffer) {
        let Some(advice) = self.table.hinted.clone() else { return };
        let advised = self.table.advised.filter(|_| self.table.is_watched());
        let who = advised.map_or("Hint", |seat| G::SEAT_NAMES[seat.index()]);
        let reason = advice.reason.map_or_else(String::new, |words| format!(" ({words})"));
        self.words(buffer, &format!("{who}: {}{reason}", advice.action), self.look.accent());
    }

    /// That somebody has lost for sure.
    fn decided(&mut self, buffer: &mut Buffer) {
        if let Some(seat) = self.table.lost().filter(|_| !self.table.is_replay()) {
            let words =
                format!("{} can't win any more: x ends the game.", G::SEAT_NAMES[seat.index()]);
            self.words(buffer, &words, self.look.text());
        }
    }

    /// How things go on where no person decides.
    fn going_on(&mut self, buffer: &mut Buffer) {
        if let Some(recorded) = self.table.recorded {
            let turn = self.table.session.game().turns();
            self.words(
                buffer,
                &format!("Replay: turn {turn} of {}", recorded.turns),
                self.look.strong(),
            );
            let (done, rest) = (self.table.session.lines().len(), self.table.session.undone_len());
            if u32::try_from(done + rest) != Ok(recorded.turns) {
                self.line(buffer, &format!("step {done} of {}", done + rest), self.look.dim());
            }
            let words =
                if rest > 0 { self.table.pace.words() } else { "The record ends here.".to_owned() };
            return self.line(buffer, &words, self.look.dim());
        }
        if self.table.pace.paused {
            return self.line(buffer, &self.table.pace.words(), self.look.strong());
        }
        for thinking in &self.table.thinking {
            let who = G::SEAT_NAMES[thinking.seat.index()];
            self.line(
                buffer,
                &format!("{who} is thinking{}", self.look.glyphs.ellipsis),
                self.look.strong(),
            );
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
        format!("{own}{}", games::describe_outcome::<G>(outcome, names, resigned))
    }

    /// What happened last, the newest at the bottom.
    fn log(&mut self, buffer: &mut Buffer) {
        let rows = usize::from(self.rest());
        // Who is who stands above; the log has no room for it.
        let names = vec![String::new(); G::SEAT_NAMES.len()];
        let mut log: Vec<(String, bool)> = Vec::new();
        let session = &self.table.session;
        for (at, (events, line)) in session.events().iter().zip(session.lines()).rev().enumerate() {
            if log.len() >= rows {
                break;
            }
            // What lingers may be read; later a log must not remember it for people.
            let is_open = self.table.is_watched() || at == 0 && self.table.lingers(Instant::now());
            let tell = if is_open { G::describe } else { G::describe_in_log };
            let words = events.iter().rev().filter_map(|event| tell(event, &names));
            let faults = match line {
                play::RecordLine::Step { faults, .. } => &faults[..],
                play::RecordLine::Resign(_) => &[],
            };
            let broken = faults.iter().rev().map(|fault| games::describe_fault::<G>(fault, &names));
            for text in words.chain(broken) {
                log.extend(
                    widgets::wrap(&text, self.area.width)
                        .into_iter()
                        .rev()
                        .map(|row| (row, at == 0)),
                );
            }
        }
        log.truncate(rows);
        for (text, is_last) in log.into_iter().rev() {
            let style = if is_last { self.look.text() } else { self.look.dim() };
            self.line(buffer, &text, style);
        }
    }
}
