//! How the result card is drawn. All sizes are in terminal columns and rows.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
    widgets::Widget,
};
use tui_big_text::{BigText, PixelSize};

use super::{
    KEYS, ResultCard, ResultCommand,
    content::{ResultRow, Tone},
};
use crate::widgets::{AnyCommand, ClickAreas, Look, drawing};

/// The maximum width of the card without its frame.
const MAX_WIDTH: u16 = 64;
/// The width and height of a large letter.
const LETTER: (u16, u16) = (4, 4);
/// The minimum height of a window for large letters.
const MIN_HEIGHT_FOR_LARGE: u16 = 22;
/// The minimum width of the card for two columns of keys with long labels.
const MIN_WIDTH_FOR_COLUMNS: u16 = 58;
/// The width of the left column of keys.
const LEFT_COLUMN: u16 = 34;
/// The columns between two short labels.
const GAP: u16 = 2;
/// The maximum width of the names of the players.
const MAX_NAME: u16 = 16;
/// The width of a bar beside details.
const SHORT_BAR: u16 = 16;

/// A key with its label, where it is drawn relative to the first one.
struct KeyLabel {
    command: ResultCommand,
    key: &'static str,
    label: String,
    x: u16,
    y: u16,
}

pub fn draw(
    card: &ResultCard,
    area: Rect,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) {
    let width = area.width.saturating_sub(4).min(MAX_WIDTH);
    let plan = Plan::new(card, width, area.height.saturating_sub(2), look);
    let inside =
        drawing::draw_dialog_frame(buffer, area, (width, plan.height()), &card.title, look, areas);
    let mut painter = Painter { buffer, look, inside, y: inside.y };
    painter.title(card, plan.is_large);
    for text in &plan.subtitle {
        painter.text(text, look.strong());
    }
    painter.gap(plan.gaps > 0);
    painter.rows(&card.content.rows);
    painter.gap(plan.gaps > 1 && !plan.notes.is_empty());
    for (text, style) in &plan.notes {
        painter.text(text, *style);
    }
    painter.gap(plan.gaps > 2);
    painter.keys(&plan.keys, areas);
}

/// What is drawn, if not everything fits: first the gaps go, then the large letters, then the last
/// notes.
struct Plan {
    is_large: bool,
    gaps: u16,
    subtitle: Vec<String>,
    rows: u16,
    notes: Vec<(String, Style)>,
    keys: Vec<KeyLabel>,
}

impl Plan {
    fn new(card: &ResultCard, width: u16, height: u16, look: &Look) -> Self {
        let content = &card.content;
        let letters = drawing::text_width(&content.title);
        let is_large = look.glyphs.blocks
            && height + 2 >= MIN_HEIGHT_FOR_LARGE
            && letters.saturating_mul(LETTER.0) <= width;
        let mut notes = Vec::new();
        for (text, style) in card.notes(look) {
            notes.extend(wrap_all(&text, width).into_iter().map(|row| (row, style)));
        }
        let mut plan = Self {
            is_large,
            gaps: 3,
            subtitle: wrap_all(&content.subtitle, width),
            rows: u16::try_from(content.rows.len()).unwrap_or(u16::MAX),
            notes,
            keys: key_labels(card, width),
        };
        let is_too_high = |plan: &Self| plan.height() > height;
        while is_too_high(&plan) && plan.gaps > 0 {
            plan.gaps -= 1;
        }
        if is_too_high(&plan) {
            plan.is_large = false;
        }
        // The footer has all keys, too.
        if is_too_high(&plan) && !card.has_copied {
            let is_main = |key: &KeyLabel| {
                matches!(key.command, ResultCommand::Rematch | ResultCommand::Close)
            };
            plan.keys.retain(is_main);
            place_in_rows(&mut plan.keys, width);
        }
        while is_too_high(&plan) && !plan.notes.is_empty() {
            // What was copied is more important than the rest.
            if card.has_copied { drop(plan.notes.remove(0)) } else { drop(plan.notes.pop()) }
        }
        plan
    }

    fn height(&self) -> u16 {
        let title = if self.is_large { LETTER.1 } else { 1 };
        let gaps = self.gaps - u16::from(self.gaps > 1 && self.notes.is_empty());
        let notes = u16::try_from(self.notes.len()).unwrap_or(u16::MAX);
        let keys = self.keys.iter().map(|key| key.y + 1).max().unwrap_or(0);
        let subtitle = u16::try_from(self.subtitle.len()).unwrap_or(u16::MAX);
        (title + self.rows + keys + gaps).saturating_add(subtitle).saturating_add(notes)
    }
}

/// Wraps a text, and breaks words that are longer than a row.
fn wrap_all(text: &str, width: u16) -> Vec<String> {
    let columns = usize::from(width.max(1));
    let mut rows = Vec::new();
    for row in drawing::wrap(text, width) {
        let letters: Vec<char> = row.chars().collect();
        rows.extend(letters.chunks(columns).map(|chunk| chunk.iter().collect::<String>()));
    }
    rows
}

/// Returns the keys that work now: in two columns with long labels, or in rows with short ones.
fn key_labels(card: &ResultCard, width: u16) -> Vec<KeyLabel> {
    let is_wide = width >= MIN_WIDTH_FOR_COLUMNS;
    let available = KEYS.iter().filter(|binding| card.refusal(binding.command).is_none());
    let mut labels: Vec<KeyLabel> = available
        .map(|binding| {
            let label = card.label(binding.command, is_wide);
            let (key, _) = binding.footer.unwrap_or_default();
            KeyLabel { command: binding.command, key, label, x: 0, y: 0 }
        })
        .collect();
    if is_wide {
        place_in_columns(&mut labels, card.costliest.is_wanted);
    } else {
        place_in_rows(&mut labels, width);
    }
    labels
}

/// Places keys in two columns. The review has the second row for itself if `is_review_long`.
fn place_in_columns(labels: &mut [KeyLabel], is_review_long: bool) {
    let is_long = |label: &KeyLabel| is_review_long && label.command == ResultCommand::Review;
    for (label, number) in labels.iter_mut().filter(|label| !is_long(label)).zip(0..) {
        let row = number / 2;
        (label.x, label.y) = (number % 2 * LEFT_COLUMN, row + u16::from(is_review_long && row > 0));
    }
    if let Some(review) = labels.iter_mut().find(|label| is_long(label)) {
        (review.x, review.y) = (0, 1);
    }
}

/// Places keys one after the other in as few rows as possible.
fn place_in_rows(labels: &mut [KeyLabel], width: u16) {
    let (mut x, mut y) = (0, 0);
    for label in labels {
        let columns = label.width();
        if x > 0 && x + columns > width {
            (x, y) = (0, y + 1);
        }
        (label.x, label.y) = (x, y);
        x += columns + GAP;
    }
}

impl KeyLabel {
    fn width(&self) -> u16 {
        drawing::text_width(self.key) + 1 + drawing::text_width(&self.label)
    }
}

struct Painter<'a> {
    buffer: &'a mut Buffer,
    look: &'a Look,
    inside: Rect,
    y: u16,
}

impl Painter<'_> {
    /// The next row, of no height if there is no room.
    fn row(&self) -> Rect {
        let height = u16::from(self.y < self.inside.bottom());
        Rect { y: self.y, height, ..self.inside }
    }

    fn gap(&mut self, is_wanted: bool) {
        self.y += u16::from(is_wanted);
    }

    fn title(&mut self, card: &ResultCard, is_large: bool) {
        let style = match card.content.tone {
            Tone::Won => self.look.accent(),
            Tone::Lost | Tone::Neutral => self.look.strong(),
        };
        if !is_large {
            return self.text(&card.content.title, style);
        }
        let area = Rect { y: self.y, height: LETTER.1, ..self.inside }.intersection(self.inside);
        BigText::builder()
            .pixel_size(PixelSize::Quadrant)
            .style(style)
            .lines(vec![Line::from(card.content.title.as_str())])
            .build()
            .render(area, self.buffer);
        self.y += LETTER.1;
    }

    fn text(&mut self, text: &str, style: Style) {
        drawing::draw_text(self.buffer, self.row(), text, style, self.look);
        self.y += 1;
    }

    fn rows(&mut self, rows: &[ResultRow]) {
        let look = self.look;
        let widest = |text: &dyn Fn(&ResultRow) -> u16| rows.iter().map(text).max().unwrap_or(0);
        let seat_width = widest(&|row| drawing::text_width(row.seat));
        let name_width = widest(&|row| drawing::text_width(&row.player)).min(MAX_NAME);
        let details_width = widest(&|row| row.details.as_deref().map_or(0, drawing::text_width));
        let most = rows.iter().filter_map(|row| row.score).max().unwrap_or(0).max(1);
        for (seat, row) in rows.iter().enumerate() {
            let area = self.row();
            let pointer = if row.is_winner { look.glyphs.pointer } else { " " };
            let player = drawing::truncate(&row.player, name_width, look);
            let score = row.score.map_or_else(String::new, |score| format!("{score:>4}"));
            let line = Line::from(vec![
                Span::styled(pointer, look.accent()),
                Span::styled(
                    format!(" {:<width$}  ", row.seat, width = usize::from(seat_width)),
                    look.seat(seat),
                ),
                Span::styled(
                    format!("{player:<width$}", width = usize::from(name_width)),
                    look.text(),
                ),
                Span::styled(score, look.seat(seat)),
            ]);
            self.buffer.set_line(area.x, area.y, &line, area.width);
            self.y += 1;
            let Some(score) = row.score else { continue };
            let x = area.x + (4 + seat_width + name_width + 6).min(area.width);
            let rest = area.right() - x;
            let with_details = rest.saturating_sub(details_width + 2);
            let bar = if details_width > 0 { with_details.min(SHORT_BAR) } else { rest };
            self.bar(Rect { x, width: bar, ..area }, seat, score, most);
            if let Some(details) = &row.details {
                let x = if bar > 0 { x + bar + 2 } else { x };
                let width = area.right().saturating_sub(x);
                let area = Rect { x, width, ..area };
                drawing::draw_text(self.buffer, area, details, look.dim(), look);
            }
        }
    }

    /// Draws a score as a bar; `most` fills the whole area.
    fn bar(&mut self, area: Rect, seat: usize, score: i32, most: i32) {
        if area.height == 0 {
            return;
        }
        let filled = i32::from(area.width) * score.clamp(0, most) / most;
        for column in 0..area.width {
            let (glyph, style) = if i32::from(column) < filled {
                (self.look.glyphs.bar, self.look.seat(seat))
            } else {
                (self.look.glyphs.track, self.look.rule())
            };
            self.buffer.set_string(area.x + column, area.y, glyph, style);
        }
    }

    fn keys(&mut self, keys: &[KeyLabel], areas: &mut ClickAreas) {
        for label in keys {
            let y = self.y + label.y;
            if y >= self.inside.bottom() {
                return;
            }
            let line = Line::from(vec![
                Span::styled(label.key, self.look.accent()),
                Span::styled(format!(" {}", label.label), self.look.text()),
            ]);
            let width = label.width().min(self.inside.width.saturating_sub(label.x));
            let area = Rect { x: self.inside.x + label.x, y, width, height: 1 };
            self.buffer.set_line(area.x, area.y, &line, area.width);
            areas.add(area, AnyCommand::new(label.command));
        }
    }
}
