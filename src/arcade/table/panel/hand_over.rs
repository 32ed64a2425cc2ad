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
    events::{Told, log_lines},
    match_points::match_score,
    players::shown_scores,
    status::{decided_text, hidden_choices},
};
use crate::{
    app::table::Table,
    arcade::table::keys::take_keyboard_text,
    games::{GameView, leading_name, sentence},
    widgets::{ClickAreas, Look, drawing, glyphs::NO_BREAK_SPACE, page::WindowClass},
};
use fourcade_engine::play::{Seat, Seats};

const MAX_WIDTH: u16 = 60;
const MAX_NEWS_ROWS: usize = 3;
/// The columns at both sides of a name.
const MARGIN: u16 = 2;
/// The heights of names in large letters, with the height of the smallest page for them. Those of
/// full blocks must do without gaps in a usual window if the terminal can't show others.
const NAME_ROWS: [(u16, [u16; 2]); 3] = [(16, [50, 50]), (8, [32, 18]), (4, [0, 0])];
/// The band keeps its place unless more rows than these stand below it.
const USUAL_ROWS_BELOW: u16 = 8;

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
    let below = joined(sections, area.height.saturating_sub(height).into());
    let rows = height + drawing::cells(below.len()).max(USUAL_ROWS_BELOW);
    let top = area.height.saturating_sub(rows) / 2;
    let content = Rect { y: area.y + top, height: area.height - top, ..area };
    let [place, text] = content.layout(&Layout::vertical([Length(height), Fill(1)]));
    areas.focus_on(band.draw(place, buffer, look));
    Paragraph::new(below).centered().render(text, buffer);
}

/// The game, the name of the next player and the seat, on the seat's colour.
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
        let progress = progress.map_or_else(String::new, |progress| format!(", {progress}"));
        let name = leading_name(&table.player_name(next).replace(NO_BREAK_SPACE, " "));
        let is_ascii = usize::from(!look.glyphs.blocks);
        let rows = NAME_ROWS.into_iter().find(|(_, pages)| area.height >= pages[is_ascii]);
        let rows = rows.map_or(0, |(rows, _)| rows);
        let is_large =
            drawing::name_size(&name, Size::new(area.width.saturating_sub(2 * MARGIN), rows), look)
                .is_some();
        // A small name has as many blank rows above it as below.
        let name_rows = if is_large { rows } else { rows - 1 };
        let has_gaps = area.height >= name_rows + 6 + USUAL_ROWS_BELOW;
        Self {
            title: G::FACTS.title.to_owned() + &progress,
            turn: format!("{}, your turn", G::SEAT_NAMES[next.index()]),
            style: look.seat(next.index()).add_modifier(Modifier::REVERSED),
            gap: u16::from(has_gaps),
            name,
            name_rows,
        }
    }

    fn height(&self) -> u16 {
        self.name_rows + 2 + 4 * self.gap
    }

    /// Returns the place for the terminal's cursor.
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

/// The paragraphs below the band: what happened last, how the game stands, and the key.
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
    let is_taken_back = table.hand_over.is_choice_taken_back;
    let taken_back = is_taken_back.then(|| paragraph("Your choice was taken back.", look.text()));
    let hidden = hidden_choices(table).map(|text| paragraph(&text, look.text()));
    let has_news = hidden.is_none() && taken_back.is_none();
    let news = has_news.then(|| log_lines(table, columns, MAX_NEWS_ROWS, class, Told::Last, look));
    let line = |(text, style)| Line::styled(text, style);
    let news = news.map(|lines| lines.into_iter().map(line).collect());
    let decided = decided_text(table).map(|text| paragraph(&text, look.text()));
    let match_score = match_score(table).map(|text| paragraph(&text, look.dim()));
    let scores = G::HAS_SCORES.then(|| vec![score_line(table, columns, look)]);
    let call = paragraph(&sentence(&take_keyboard_text::<G>()), look.strong());
    let all = [news, hidden, taken_back, decided, scores, match_score, Some(call)];
    all.into_iter().flatten().filter(|section: &Vec<_>| !section.is_empty()).collect()
}

/// Each player or, if there is no room for the names, each seat, and its score in its colour.
fn score_line<G: GameView>(table: &Table<G>, columns: u16, look: &Look) -> Line<'static> {
    let line = |name: &dyn Fn(Seat) -> String| {
        let mut spans = Vec::new();
        for (at, score) in shown_scores(table).iter().enumerate() {
            let gap = if at > 0 { "  " } else { "" };
            let text = format!("{gap}{} {score}", name(Seat::new(at)));
            spans.push(Span::styled(text, look.seat(at)));
        }
        Line::from(spans)
    };
    let players = line(&|seat| leading_name(&table.player_name(seat)));
    let fits = players.width() <= usize::from(columns);
    if fits { players } else { line(&|seat| table.seat_name(seat)) }
}

/// Drops the first sections if there are too few rows. Puts a blank row before each of the others
/// if there are enough, or else only before the first one.
fn joined(mut sections: Vec<Vec<Line<'static>>>, rows: usize) -> Vec<Line<'static>> {
    let sum = |sections: &[Vec<_>]| sections.iter().map(Vec::len).sum::<usize>();
    while sum(&sections) > rows && sections.len() > 1 {
        sections.remove(0);
    }
    let free = rows.saturating_sub(sum(&sections));
    let blank_rows = if free < sections.len() { free.min(1) } else { sections.len() };
    for section in &mut sections[..blank_rows] {
        section.insert(0, Line::default());
    }
    sections.concat()
}
