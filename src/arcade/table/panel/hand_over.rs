//! The page between the turns of two people at one keyboard: the next player in a coloured band,
//! what happened last, the score, and the key that shows the table.

use ratatui::{
    buffer::Buffer,
    layout::{
        Constraint::{Fill, Length},
        HorizontalAlignment, Layout, Margin, Rect, Size,
    },
    style::{Modifier, Style},
    text::{Line, Span},
    widgets::{Paragraph, Widget as _},
};

use super::{
    event_log::{Told, log_lines},
    match_points::match_score,
    players::shown_scores,
    status::{decided_text, hidden_choices},
};
use crate::{
    app::table::{Table, settled},
    arcade::table::{
        commands::Command,
        keys::{key_name, take_keyboard_text},
    },
    games::{GameView, capitalized, leading_name, sentence},
    widgets::{ClickAreas, Look, drawing, glyphs::NO_BREAK_SPACE, page::WindowClass},
};
use fourcade_engine::play::{Seat, Seats};

const MAX_WIDTH: u16 = 60;
const MAX_NEWS_ROWS: usize = 3;
/// The blank columns on both sides of a name.
const MARGIN: u16 = 2;
/// The heights of names in large letters. Each has the minimum height of the page in a terminal
/// with block glyphs, and in one without, where letters have at least 8 rows.
const NAME_ROWS: [(u16, [u16; 2]); 3] = [(16, [50, 50]), (8, [32, 18]), (4, [0, 0])];
/// Minimum number of rows below a band that has blank rows.
const MIN_ROWS_BELOW_GAPS: u16 = 8;
/// The width of a row with a player and their score.
const SCORE_WIDTH: u16 = 30;

pub fn draw_hand_over<G: GameView>(
    table: &Table<G>,
    next: Seat,
    area: Rect,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) {
    let class = WindowClass::of(buffer.area);
    let band = Band::new(table, next, area, look);
    let height = band.height();
    let sections = sections(table, area.width.saturating_sub(2).min(MAX_WIDTH), class, look);
    let below = fitting_lines(sections, area.height.saturating_sub(height).into(), class);
    let rows = height + drawing::cells(below.len());
    let top = area.height.saturating_sub(rows) / 2;
    let content = Rect { y: area.y + top, height: area.height - top, ..area };
    let [place, text] = content.layout(&Layout::vertical([Length(height), Fill(1)]));
    areas.focus_on(band.draw(place, buffer, look));
    Paragraph::new(below).centered().render(text, buffer);
}

/// The progress of the game, the name of the next player and the seat, on the seat's colour.
struct Band {
    title: String,
    name: String,
    turn: String,
    style: Style,
    name_rows: u16,
    /// The blank rows around each part.
    gap: u16,
}

impl Band {
    fn new<G: GameView>(table: &Table<G>, next: Seat, area: Rect, look: &Look) -> Self {
        let progress = G::progress(&table.game.observe(Seats::NONE));
        // If all choose at once, each step is a round.
        let round = G::HOLDS_CHOICES.then(|| format!("round\u{a0}{}", settled(table).lines() + 1));
        let parts: Vec<_> = round.into_iter().chain(progress).collect();
        let title = if parts.is_empty() {
            G::FACTS.title.to_owned()
        } else {
            capitalized(&parts.join(", "))
        };
        let name = leading_name(&table.player_name(next).replace(NO_BREAK_SPACE, " "));
        let is_ascii = usize::from(!look.glyphs.blocks);
        let rows = NAME_ROWS.into_iter().find(|(_, pages)| area.height >= pages[is_ascii]);
        let rows = rows.map_or(0, |(rows, _)| rows);
        let is_large =
            drawing::name_size(&name, Size::new(area.width.saturating_sub(2 * MARGIN), rows), look)
                .is_some();
        // A small name has as many blank rows above it as below.
        let name_rows = if is_large { rows } else { rows - 1 };
        let has_gaps = area.height >= name_rows + 6 + MIN_ROWS_BELOW_GAPS;
        Self {
            title,
            turn: format!("Your turn as {}", G::SEAT_NAMES[next.index()]),
            style: look.seat(next.index()).add_modifier(Modifier::REVERSED),
            gap: u16::from(has_gaps),
            name,
            name_rows,
        }
    }

    fn height(&self) -> u16 {
        self.name_rows + 2 + 4 * self.gap
    }

    /// Returns the place of the terminal's cursor.
    fn draw(&self, area: Rect, buffer: &mut Buffer, look: &Look) -> Rect {
        buffer.set_style(area, self.style);
        let parts = [Length(1), Length(self.name_rows), Length(1)];
        let parts = Layout::vertical(parts).spacing(self.gap);
        let [title, name, turn] = area.inner(Margin::new(MARGIN, self.gap)).layout(&parts);
        let draw = |buffer: &mut Buffer, text: &str, row: Rect, style: Style| {
            let place = row.centered_horizontally(Length(drawing::text_width(text)));
            drawing::draw_text(buffer, place, text, style, look);
            place
        };
        let plain = self.style.remove_modifier(Modifier::BOLD);
        draw(buffer, &self.title, title, plain);
        let align = HorizontalAlignment::Center;
        drawing::draw_name(buffer, name, align, &self.name, self.style, look);
        draw(buffer, &self.turn, turn, plain)
    }
}

/// The paragraphs below the band: the key, how the game stands, and what happened last.
fn sections<G: GameView>(
    table: &Table<G>,
    columns: u16,
    class: WindowClass,
    look: &Look,
) -> Vec<Vec<Line<'static>>> {
    let paragraph = |text: &str, style: Style| -> Vec<_> {
        let text = look.keymap.fill(text);
        drawing::wrap(&text, columns).into_iter().map(|line| Line::styled(line, style)).collect()
    };
    let taken_back = table.taken_back_text().map(|text| paragraph(&text, look.text()));
    let hidden = hidden_choices(table).map(|text| paragraph(&text, look.text()));
    let on_table = cards_on_table(table, look);
    let has_news = hidden.is_none() && taken_back.is_none() && on_table.is_none();
    let news = has_news.then(|| log_lines(table, columns, MAX_NEWS_ROWS, class, Told::Last, look));
    let line = |(text, style)| Line::styled(text, style);
    let news = news.map(|lines| lines.into_iter().map(line).collect());
    let decided = decided_text(table, class).map(|text| paragraph(&text, look.text()));
    let match_score = match_score(table).map(|text| paragraph(&text, look.dim()));
    let scores = G::HAS_SCORES.then(|| score_lines(table, class, look));
    let call = if class == WindowClass::Small {
        format!("Nobody else looking? Press {}.", key_name(&Command::TakeKeyboard))
    } else {
        sentence(&take_keyboard_text::<G>())
    };
    let call = paragraph(&call, look.strong());
    let all = [Some(call), scores, match_score, decided, on_table, taken_back, hidden, news];
    all.into_iter().flatten().filter(|section: &Vec<_>| !section.is_empty()).collect()
}

/// The cards of the round so far, in the colours of their players.
fn cards_on_table<G: GameView>(table: &Table<G>, look: &Look) -> Option<Vec<Line<'static>>> {
    let cards = G::cards_on_table(&table.game.observe(Seats::NONE));
    let card =
        |(seat, card): &(Seat, String)| Span::styled(format!(" {card}"), look.seat(seat.index()));
    let heading = Span::styled("On the table:", look.text());
    let line = [heading].into_iter().chain(cards.iter().map(card)).collect();
    (!cards.is_empty()).then(|| vec![line])
}

/// A row per seat with its player and score or, in a small window, all seats in one row.
fn score_lines<G: GameView>(
    table: &Table<G>,
    class: WindowClass,
    look: &Look,
) -> Vec<Line<'static>> {
    let scores = shown_scores(table);
    let seats = scores.iter().enumerate().map(|(at, score)| (Seat::new(at), score));
    let styled = |text, seat: Seat| Span::styled(text, look.seat(seat.index()));
    if class == WindowClass::Small {
        let text = |(seat, score)| styled(format!(" {} {score} ", table.seat_name(seat)), seat);
        return vec![seats.map(text).collect()];
    }
    let seat_width = G::SEAT_NAMES.iter().map(|name| name.len()).max().unwrap_or(0);
    let row = |(seat, score): (Seat, &i32)| {
        let (name, player) = (table.seat_name(seat), leading_name(&table.player_name(seat)));
        let name = format!("{name:seat_width$}  {player}");
        let score = score.to_string();
        let width = SCORE_WIDTH - drawing::text_width(&score);
        let name = drawing::truncate(&name, width - 1, look);
        Line::from(styled(drawing::pad(&name, width) + &score, seat))
    };
    seats.map(row).collect()
}

/// The lines of the sections that fit, with blank rows before each of them or, if there are too
/// few, one before the first. The last sections are dropped first.
fn fitting_lines(
    mut sections: Vec<Vec<Line<'static>>>,
    rows: usize,
    class: WindowClass,
) -> Vec<Line<'static>> {
    let sum = |sections: &[Vec<_>]| sections.iter().map(Vec::len).sum::<usize>();
    while sum(&sections) >= rows && sections.len() > 1 {
        sections.pop();
    }
    let free = rows.saturating_sub(sum(&sections));
    let gap = if class == WindowClass::Large { 2 } else { 1 };
    let gap = gap.min(free / sections.len().max(1));
    if gap == 0 && free > 0 {
        sections[0].insert(0, Line::default());
    }
    for section in &mut sections {
        section.splice(0..0, vec![Line::default(); gap]);
    }
    sections.concat()
}
