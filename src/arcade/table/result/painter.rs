//! Draws the parts of a result card, one below another.

use ratatui::{
    buffer::Buffer,
    layout::{Constraint::Length, Margin, Rect},
    style::{Modifier, Style},
};

use super::{
    ResultCard,
    content::ResultRow,
    plan::{Banner, Plan, WrappedNote, has_match_points, right_column},
};
use crate::{
    app::table::COSTLIEST_MARK,
    settings::MAX_NAME_WIDTH,
    widgets::{
        AnyCommand, ClickAreas, Look,
        drawing::{self, LARGE_LETTER, cells},
    },
};

const STAR_DISTANCE: u16 = 4;
/// Maximum number of stars on each side of a title.
const MAX_STARS: usize = 4;
const MIN_BAR_WIDTH: u16 = 4;
/// The heading of the points of the match, as wide as their column.
const MATCH_HEADING: &str = " match";

/// The first columns of the parts of a player's row.
struct RowColumns {
    name: u16,
    score: u16,
    /// The column after the scores.
    end: u16,
    /// The first column of the bars or details, and the column after them.
    details: u16,
    details_end: u16,
}

impl RowColumns {
    fn of(rows: &[ResultRow], width: u16) -> Self {
        let widest = |text: &dyn Fn(&ResultRow) -> u16| rows.iter().map(text).max().unwrap_or(0);
        let name = match widest(&|row| drawing::text_width(row.seat_name)) {
            0 => 0,
            width => width + 2,
        };
        let digits = widest(&|row| row.score.map_or(0, |score| cells(score.to_string().len())));
        let names = widest(&|row| drawing::text_width(&row.player).min(cells(MAX_NAME_WIDTH)));
        let departed = rows.iter().filter(|row| row.has_left);
        let departures = departed.map(|row| drawing::text_width(row.details()));
        let departure_width = departures.max().unwrap_or(0);
        let match_width =
            if has_match_points(rows) { drawing::text_width(MATCH_HEADING) } else { 0 };
        let details_end = width.saturating_sub(match_width);
        let gap = if digits > 0 { 2 } else { 1 };
        // A second space before the scores if it leaves room for bars.
        let has_room = name + names + 2 + digits + 2 + MIN_BAR_WIDTH <= details_end;
        let score_width = if digits > 0 { 1 + u16::from(has_room) + digits } else { 0 };
        let departure_room = if departure_width > 0 { gap + departure_width } else { 0 };
        let others = name + score_width + departure_room;
        let score = name + names.min(details_end.saturating_sub(others));
        let end = score + score_width;
        Self { name, score, end, details: (end + gap).min(details_end), details_end }
    }
}

impl ResultRow {
    fn details(&self) -> &str {
        self.details.as_deref().unwrap_or_default()
    }
}

pub struct Painter<'a> {
    pub buffer: &'a mut Buffer,
    pub look: &'a Look,
    pub inside: Rect,
    pub y: u16,
}

impl Painter<'_> {
    /// The next row; empty if there is no room.
    fn row(&self) -> Rect {
        let height = u16::from(self.y < self.inside.bottom());
        Rect { y: self.y, height, ..self.inside }
    }

    pub fn skip_row_if(&mut self, is_wanted: bool) {
        self.y += u16::from(is_wanted);
    }

    /// Draws the title and returns the place of the terminal's cursor: the start of the title's
    /// row.
    pub fn draw_title(&mut self, card: &ResultCard, plan: &Plan) -> Rect {
        let is_festive = plan.is_festive;
        let look = self.look;
        // Gold belongs to "you"; a name has the colour of its seat.
        let is_gold = is_festive && card.content.person.is_some();
        let winners = card.content.winners;
        let style = match winners.only() {
            _ if is_gold => look.won(),
            Some(winner) => look.seat(winner.index()),
            None => look.strong(),
        };
        let height = plan.banner_height();
        let area = Rect { y: self.y, height, ..self.inside }.intersection(self.inside);
        self.y += plan.title_height();
        if plan.banner == Banner::Letters {
            return self.draw_letters(plan, area, style);
        }
        // A loss has a soft background, or none if the terminal has too few colours.
        let is_bright = is_festive || winners.len() > 1 || card.content.is_watched;
        let style = if is_bright {
            style.add_modifier(Modifier::REVERSED)
        } else if look.reverses_selection() {
            style
        } else {
            look.chosen().patch(Style { bg: None, ..style })
        };
        let has_edges = plan.banner == Banner::Strip && look.glyphs.blocks;
        self.draw_band(area, style, has_edges && (is_bright || !look.reverses_selection()));
        let lines = &plan.title;
        let middle = area.centered_vertically(Length(cells(lines.len())));
        let mut focus = middle;
        for (line, row) in lines.iter().zip(middle.rows()) {
            let text = format!(" {line} ");
            focus = row.centered_horizontally(Length(drawing::text_width(&text)));
            drawing::draw_text(self.buffer, focus, &text, style, look);
        }
        // Two lines leave no room for stars.
        if is_festive && lines.len() == 1 {
            self.draw_stars(middle, focus.inner(Margin::new(1, 0)), style);
        }
        Rect { x: area.x, ..focus }
    }

    /// Returns the place of the terminal's cursor.
    fn draw_letters(&mut self, plan: &Plan, area: Rect, style: Style) -> Rect {
        let above = 1 + plan.star_gaps;
        let mut focus = area;
        for (line, number) in plan.letters.iter().zip(0..) {
            let y = area.y + above + number * plan.line_height();
            let letters = Rect { y, height: LARGE_LETTER.1, ..area };
            let width = drawing::text_width(line).saturating_mul(LARGE_LETTER.0);
            let letters = letters.centered_horizontally(Length(width)).intersection(area);
            drawing::draw_large_text(self.buffer, letters, line, style);
            if number == 0 {
                focus.y = letters.y;
            }
        }
        if plan.is_festive {
            let stars = Rect { y: area.y + plan.star_gaps / 2, height: 1, ..area };
            // The first two are as far apart as the others.
            let between = stars.centered_horizontally(Length(area.width % 2));
            self.draw_stars(stars.intersection(area), between, style);
        }
        focus
    }

    /// Draws the background of a title. If it is soft, half of its first and last row stays free.
    fn draw_band(&mut self, area: Rect, style: Style, is_soft: bool) {
        let filled = area.inner(Margin::new(0, is_soft.into()));
        self.buffer.set_style(filled, style);
        let is_reversed = style.add_modifier.contains(Modifier::REVERSED);
        let edge = Style { fg: if is_reversed { style.fg } else { style.bg }, ..Style::new() };
        let edges = [(area.y, "▄"), (filled.bottom(), "▀")];
        for (y, glyph) in edges.into_iter().filter(|_| is_soft) {
            let row = Rect { y, height: 1, ..area }.intersection(area);
            for place in row.columns() {
                drawing::draw_text(self.buffer, place, glyph, edge, self.look);
            }
        }
    }

    /// Draws the same number of stars on both sides of `middle`.
    fn draw_stars(&mut self, row: Rect, middle: Rect, style: Style) {
        let room = (middle.x - row.x).min(row.right() - middle.right()).saturating_sub(1);
        let distances = (STAR_DISTANCE / 2..room).step_by(STAR_DISTANCE.into());
        for (number, distance) in distances.take(MAX_STARS).enumerate() {
            let star = self.look.glyphs.stars[(number + 1) % 2];
            for x in [middle.x - 1 - distance, middle.right() + distance] {
                let place = Rect { x, width: 1, ..row }.intersection(row);
                drawing::draw_text(self.buffer, place, star, style, self.look);
            }
        }
    }

    fn draw_line(&mut self, text: &str, style: Style) {
        drawing::draw_text(self.buffer, self.row(), text, style, self.look);
        self.y += 1;
    }

    pub fn draw_lines(&mut self, texts: &[String], style: Style) {
        for text in texts {
            self.draw_line(text, style);
        }
    }

    /// Draws the note and returns its area.
    pub fn draw_note(&mut self, note: &WrappedNote) -> Rect {
        let y = self.y;
        for (rows, style) in &note.sentences {
            for row in rows {
                // The mark has the colour that it has on the board.
                let mark = row.find(COSTLIEST_MARK).map(|at| drawing::text_width(&row[..at]));
                let (area, alert) = (self.row(), self.look.alert());
                self.draw_line(row, *style);
                if let Some(column) = mark {
                    self.draw_text_at(area, column, COSTLIEST_MARK, alert);
                }
            }
        }
        Rect { y, height: note.height(), ..self.inside }.intersection(self.inside)
    }

    pub fn draw_rows(&mut self, rows: &[ResultRow]) {
        let look = self.look;
        let columns = RowColumns::of(rows, self.inside.width);
        let RowColumns { name, score, end, details: x, details_end } = columns;
        if has_match_points(rows) {
            self.draw_text_at(self.row(), details_end, MATCH_HEADING, look.dim());
            self.y += 1;
        }
        let most = rows.iter().filter_map(|row| row.score).max().unwrap_or(0).max(1);
        // A longer bar must mean a better result.
        let bars_follow_rank = rows.iter().all(|row| !row.has_left)
            && rows.iter().any(|row| row.is_winner && row.score == Some(most));
        for row in rows {
            let (area, seat) = (self.row(), row.seat.index());
            self.draw_text_at(area, 0, row.seat_name, look.seat(seat));
            let player = drawing::truncate(&row.player, score - name, look);
            let style = if row.is_winner { look.strong() } else { look.dim() };
            self.draw_text_at(area, name, &player, style);
            if let Some(points) = row.score {
                let text = format!("{points:>width$}", width = usize::from(end - score));
                self.draw_text_at(area, score, &text, look.seat(seat));
            }
            if let Some(points) = row.match_points {
                let text = format!("{points:>width$}", width = MATCH_HEADING.len());
                self.draw_text_at(area, details_end, &text, look.text());
            }
            let rest = details_end - x;
            if let Some(points) = row.score.filter(|_| bars_follow_rank && rest >= MIN_BAR_WIDTH) {
                self.draw_bar(Rect { x: area.x + x, width: rest, ..area }, seat, points, most);
            } else {
                self.draw_text_at(area, x, row.details(), look.dim());
            }
            self.y += 1;
        }
    }

    fn draw_text_at(&mut self, row: Rect, column: u16, text: &str, style: Style) {
        let column = column.min(row.width);
        let area = Rect { x: row.x + column, width: row.width - column, ..row };
        drawing::draw_text(self.buffer, area, text, style, self.look);
    }

    /// Draws a bar for the score; `most` fills the area.
    fn draw_bar(&mut self, area: Rect, seat: usize, score: i32, most: i32) {
        if area.height == 0 {
            return;
        }
        let filled = i32::from(area.width) * score.clamp(0, most) / most;
        let filled = filled.max(score.signum());
        for column in 0..area.width {
            let (glyph, style) = if i32::from(column) < filled {
                (self.look.low_bar(), self.look.seat(seat))
            } else {
                (self.look.glyphs.track, self.look.rule())
            };
            self.buffer.set_string(area.x + column, area.y, glyph, style);
        }
    }

    /// Draws the keys in the last rows. Messages may cover the free rows above them or, beside the
    /// result, the end of the notes.
    pub fn draw_keys(&mut self, plan: &Plan, areas: &mut ClickAreas) {
        let top = self.inside.bottom().saturating_sub(plan.keys_height()).max(self.inside.y);
        let (x, y) = if plan.has_columns() {
            (right_column(self.inside.width), self.y.min(top.saturating_sub(1)))
        } else {
            (0, self.y)
        };
        let width = self.inside.width.saturating_sub(x);
        let free = Rect::new(self.inside.x + x, y, width, top.saturating_sub(y));
        // A message stands between blank rows if there is room.
        let is_column = !plan.has_columns() && !plan.is_over_board();
        let [above, below] = [2, 3].map(|rows| u16::from(is_column && free.height >= rows));
        if !free.is_empty() {
            let height = free.height - above - below;
            areas.set_message_area(Rect { y: free.y + above, height, ..free });
        }
        for label in &plan.keys {
            let y = top + label.y;
            if y >= self.inside.bottom() {
                return;
            }
            let (width, look) = (self.inside.width.saturating_sub(label.x), self.look);
            let area = Rect { x: self.inside.x + label.x, y, width, height: 1 };
            let (button, command) = (label.button(), AnyCommand::new(label.command));
            if label.is_available {
                button.draw_ahead(area, look.text(), command, self.buffer, look, areas);
            } else {
                let text = format!("{} {}", label.key, label.label);
                drawing::draw_text(self.buffer, area, &text, look.dim(), look);
            }
        }
    }
}
