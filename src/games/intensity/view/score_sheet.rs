//! The score sheet: each seat's card in each round, and its cost.

use ratatui::{
    buffer::Buffer,
    layout::{Constraint::Length, Rect, Size},
    style::{Modifier, Style},
    text::{Line, Span},
};

use crate::{
    games::{Scene, intensity::words::SEAT_NAMES},
    widgets::{Look, drawing},
};
use fourcade_engine::{
    intensity::{
        Intensity,
        model::{HAND_SIZE, SEATS, Trick},
    },
    play::{HUMAN, Outcome, Seat},
};

// Widths are in columns, heights in rows. The sheet goes down (a row per round) or across (a column
// per round), or it has points only.
const LABEL_WIDTH: u16 = 9;
const LABEL_WIDTH_ACROSS: u16 = 7;
const MIN_SEAT_WIDTH: u16 = 7;
const MAX_SEAT_WIDTH: u16 = 14;
/// Maximum if each line has one row.
const MAX_SEAT_WIDTH_CLOSE: u16 = 11;
/// The sheet with points only, without its heading.
const POINTS: Size = Size::new(48, 5);
/// The column of the sums in the sheet with points only.
const SUM_COLUMN: u16 = 26;
/// Label of the points for illegal answers of programs.
const FINES: &str = "fines";
/// Lines have two rows if more than this many rows stay free.
const SPACIOUS_MARGIN: u16 = 6;
const SEAT_COUNT: u16 = 4;
const ROUNDS: u16 = 10;
const ROUND_WIDTH: u16 = 7;
/// The sheet across: the rounds, the seats and the legend.
pub const SHEET_HEIGHT: u16 = 1 + SEAT_COUNT + 1;
/// The sheet down at the end of a game: the names, the rounds, the sums and the legend.
pub const SHEET_HEIGHT_DOWN: u16 = 1 + ROUNDS + 2 + 1;

pub struct ScoreSheet<'a> {
    pub scene: &'a Scene<'a, Intensity>,
    pub look: &'a Look,
}

/// The layout of the sheet with cards. Its lines are the seats' names, the rounds and the sums.
#[derive(Clone, Copy)]
struct SheetLayout {
    area: Rect,
    /// Whether lines are columns instead of rows.
    is_across: bool,
    seat_width: u16,
    /// Rows of a line in a sheet that goes down: one, or two if there is much room.
    line_height: u16,
    /// Blank rows above the sums.
    sum_gap: u16,
}

impl SheetLayout {
    /// The area of a line's label or, given a seat, of its entry for the seat.
    fn at(self, line: u16, seat: Option<Seat>) -> Rect {
        let seat = seat.map_or(0, |seat| 1 + u16::from(u8::from(seat)));
        let start = |number: u16, first: u16, others: u16| match number {
            0 => (0, first),
            number => (first + (number - 1) * others, others),
        };
        let ((x, width), y) = if self.is_across {
            (start(line, LABEL_WIDTH_ACROSS, ROUND_WIDTH), seat)
        } else {
            let gap = if line > ROUNDS { self.sum_gap } else { 0 };
            (start(seat, LABEL_WIDTH, self.seat_width), line * self.line_height + gap)
        };
        let place = Rect { x: self.area.x + x, y: self.area.y + y, width, height: 1 };
        place.intersection(self.area)
    }
}

impl ScoreSheet<'_> {
    /// The size of the sheet with cards, else of that with points only.
    pub fn extent(&self, room: Size) -> Size {
        let is_spacious = room.height > SPACIOUS_MARGIN + 2 * self.lines();
        let points = Size::new(room.width.min(POINTS.width), room.height.min(POINTS.height));
        self.extent_with_cards(room, is_spacious).unwrap_or(points)
    }

    /// `None` without room for the cards.
    fn extent_with_cards(&self, room: Size, is_spacious: bool) -> Option<Size> {
        let lines = self.lines();
        let max_width = if is_spacious { MAX_SEAT_WIDTH } else { MAX_SEAT_WIDTH_CLOSE };
        let seat_width = (room.width.checked_sub(LABEL_WIDTH)? / SEAT_COUNT).min(max_width);
        if seat_width < MIN_SEAT_WIDTH || room.height < lines {
            return None;
        }
        // Free rows around the sums and the legend, if there is room.
        let height = if is_spacious { 2 * lines + 2 } else { lines + 3 };
        Some(Size::new(LABEL_WIDTH + seat_width * SEAT_COUNT, height.min(room.height)))
    }

    fn lines(&self) -> u16 {
        1 + ROUNDS + u16::try_from(self.sums().len()).unwrap_or(0)
    }

    pub fn draw(&self, buffer: &mut Buffer, area: Rect) {
        let lines = self.lines();
        let is_spacious = area.height > 2 * lines;
        let Some(size) = self.extent_with_cards(area.as_size(), is_spacious) else {
            // A free row, a heading and the points, if there is room.
            let height = area.height.min(SEAT_COUNT + 2);
            let area = area.centered(Length(POINTS.width), Length(height));
            let above = height.saturating_sub(SEAT_COUNT);
            if above > 0 {
                let row = Rect { y: area.y + above - 1, height: 1, ..area };
                let heading = "Points in each round";
                drawing::draw_text(buffer, row, heading, self.look.dim(), self.look);
                self.draw_sums(buffer, row, None);
            }
            let seats = Rect { y: area.y + above, height: height - above, ..area };
            return self.draw_points(buffer, seats);
        };
        let area = area.centered(Length(size.width), Length(size.height));
        let layout = SheetLayout {
            area,
            is_across: false,
            seat_width: (size.width - LABEL_WIDTH) / SEAT_COUNT,
            line_height: if is_spacious { 2 } else { 1 },
            sum_gap: u16::from(size.height > lines + 2),
        };
        self.draw_cards(buffer, layout);
        if size.height > lines {
            self.draw_legend(buffer, Rect { y: area.bottom() - 1, height: 1, ..area });
        }
    }

    /// Draws the sheet across if it fits, else down.
    /// Draws the sheet across if the area has room for it, otherwise as [`Self::draw`] does.
    pub fn draw_to_fit(&self, buffer: &mut Buffer, area: Rect) {
        if area.width >= self.width_across() && area.height >= SHEET_HEIGHT {
            self.draw_across(buffer, area);
        } else {
            self.draw(buffer, area);
        }
    }

    fn width_across(&self) -> u16 {
        let lines = ROUNDS + u16::try_from(self.sums().len()).unwrap_or(0);
        LABEL_WIDTH_ACROSS + ROUND_WIDTH * lines
    }

    /// Draws the sheet across, in an area of [`SHEET_HEIGHT`] rows.
    fn draw_across(&self, buffer: &mut Buffer, area: Rect) {
        let width = self.width_across().min(area.width);
        let area = area.centered(Length(width), Length(area.height));
        self.draw_cards(
            buffer,
            SheetLayout { area, is_across: true, seat_width: 0, line_height: 1, sum_gap: 0 },
        );
        let y = area.bottom().saturating_sub(1);
        let legend = Rect { x: area.x + LABEL_WIDTH_ACROSS, y, height: 1, ..area };
        self.draw_legend(buffer, legend.intersection(area));
    }

    /// The lines below the rounds: a label, and a text for each seat.
    fn sums(&self) -> Vec<(&'static str, [String; SEATS])> {
        let observation = self.scene.observation;
        let texts = |text: &dyn Fn(Seat) -> String| std::array::from_fn(|at| text(Seat::new(at)));
        let fine = |seat: Seat| match observation.fines[seat.index()] {
            0 => String::new(),
            fine => fine.to_string(),
        };
        let mut sums = Vec::new();
        // Only programs are fined.
        if observation.fines.iter().any(|&fine| fine > 0) {
            sums.push((FINES, texts(&fine)));
        }
        sums.push(("points", texts(&|seat| observation.score(seat).to_string())));
        if observation.is_over() {
            sums.push(("place", texts(&|seat| self.place(seat))));
        }
        sums
    }

    fn draw_cards(&self, buffer: &mut Buffer, layout: SheetLayout) {
        let Self { scene: Scene { observation, .. }, look } = self;
        let person = self.person();
        for seat in seats() {
            let name = if person == Some(seat) { "You" } else { SEAT_NAMES[seat.index()] };
            let style = look.seat(seat.index());
            // Cards have a column for a mark on their left.
            let name = if layout.is_across { name.to_owned() } else { format!(" {name}") };
            drawing::draw_text(buffer, layout.at(0, Some(seat)), &name, style, look);
        }
        for (line, round) in (1..).zip(0..HAND_SIZE) {
            let label =
                if layout.is_across { format!("{line:>3}") } else { format!("round {line}") };
            drawing::draw_text(buffer, layout.at(line, None), &label, look.dim(), look);
            for seat in seats() {
                let (text, style) = match observation.history.get(round) {
                    Some(&trick) if person == Some(seat) => {
                        let (text, style) = self.card_text(trick, seat);
                        (text, style.add_modifier(Modifier::BOLD))
                    }
                    Some(&trick) => self.card_text(trick, seat),
                    None => (format!("  {}", look.glyphs.empty), look.dim()),
                };
                drawing::draw_text(buffer, layout.at(line, Some(seat)), &text, style, look);
            }
        }
        for (line, (label, texts)) in (1 + ROUNDS..).zip(self.sums()) {
            let label = if layout.is_across { format!(" {label}") } else { label.to_owned() };
            drawing::draw_text(buffer, layout.at(line, None), &label, look.dim(), look);
            for (seat, text) in seats().zip(texts) {
                let place = layout.at(line, Some(seat));
                drawing::draw_text(buffer, place, &format!(" {text}"), look.strong(), look);
            }
        }
    }

    fn draw_legend(&self, buffer: &mut Buffer, row: Rect) {
        if self.scene.observation.history.is_empty() {
            return;
        }
        let look = self.look;
        let line = Line::from(vec![
            Span::styled(format!("{} led    ", look.glyphs.bullet), look.dim()),
            Span::styled("took the round", look.dim().add_modifier(Modifier::UNDERLINED)),
        ]);
        buffer.set_line(row.x, row.y, &line, row.width);
    }

    /// A seat's card in a round: marked if it led, with its cost if it won.
    fn card_text(&self, trick: Trick, seat: Seat) -> (String, Style) {
        let card = trick.card_of(seat).map(|card| card.to_string()).unwrap_or_default();
        let mark = if trick.leader() == seat { self.look.glyphs.bullet } else { " " };
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
        let Self { scene: Scene { observation, .. }, look } = self;
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
            self.draw_sums(buffer, row, Some(seat));
        }
    }

    /// Draws a seat's sums after the rounds or, without a seat, their labels.
    fn draw_sums(&self, buffer: &mut Buffer, row: Rect, seat: Option<Seat>) {
        // Without room for both, points matter more than fines.
        let has_room = row.width >= POINTS.width;
        let sums = self.sums().into_iter().filter(|(label, _)| has_room || *label != FINES);
        let gap = if has_room { 2 } else { 1 };
        let sums = sums.map(|(label, texts)| {
            let text = seat.map_or(label, |seat| texts[seat.index()].as_str());
            format!("{text:>0$}", label.len() + gap)
        });
        let style = seat.map_or(self.look.dim(), |_| self.look.strong());
        let place = Rect { x: row.x + SUM_COLUMN, ..row }.intersection(row);
        drawing::draw_text(buffer, place, &sums.collect::<String>(), style, self.look);
    }

    /// The seat of the person, if there is exactly one.
    fn person(&self) -> Option<Seat> {
        let names = self.scene.names;
        let mut people =
            seats().filter(|seat| names.get(seat.index()).is_some_and(|it| it == HUMAN));
        people.next().filter(|_| people.next().is_none())
    }

    fn place(&self, seat: Seat) -> String {
        if self.scene.resigned.contains(seat) {
            return "out".to_owned();
        }
        let score = |seat| i32::try_from(self.scene.observation.score(seat)).unwrap_or(i32::MAX);
        let outcome = Outcome::lowest_wins(seats().map(score).collect());
        outcome.with_resigned(self.scene.resigned).place(seat).to_string()
    }
}

fn seats() -> impl Iterator<Item = Seat> {
    (0..SEATS).map(Seat::new)
}
