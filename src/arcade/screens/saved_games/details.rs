//! The details of the selected game: two lines of text, or its seats and its board.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    widgets::{Paragraph, Widget, Wrap},
};

use super::{descriptions, layout::SHORT_DETAILS_HEIGHT, preview::Preview};
use crate::{
    database::SavedGame,
    widgets::{Look, drawing, list::draw_text_right},
};

/// The width of the text beside a board.
const TEXT_WIDTH: u16 = 30;

/// The details of a game.
pub struct GameDetails<'a> {
    pub game: &'a SavedGame,
    /// When the game was played last, as text.
    pub played_at: String,
    pub preview: &'a Preview,
    pub look: &'a Look,
}

impl GameDetails<'_> {
    /// Draws as much as fits into the area.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer) {
        if area.height <= SHORT_DETAILS_HEIGHT {
            return self.draw_short(area, buffer);
        }
        let (text, board) = if area.width >= 2 * TEXT_WIDTH {
            let text = Rect { x: area.x + 2, width: TEXT_WIDTH, ..area };
            let x = text.right() + 2;
            (text, Rect { x, width: area.right().saturating_sub(x), ..area })
        } else {
            let lines = descriptions::seats(self.game).len() + 4;
            let height = u16::try_from(lines).unwrap_or(area.height).min(area.height);
            let y = area.y + height + 1;
            (Rect { height, ..area }, Rect { y, height: area.bottom().saturating_sub(y), ..area })
        };
        self.draw_text(text, buffer);
        match self.preview.board(self.game) {
            Some(Ok(position)) => position.draw(board, buffer, self.look),
            Some(Err(error)) => {
                Paragraph::new(error)
                    .style(self.look.alert())
                    .wrap(Wrap { trim: true })
                    .render(board, buffer);
            }
            None => {}
        }
    }

    /// Draws the seats in one line, and the other facts in a second one.
    fn draw_short(&self, area: Rect, buffer: &mut Buffer) {
        let lines = [
            self.seats_within(area.width.saturating_sub(2)),
            format!("{}, {}", self.played_at, descriptions::facts(self.game)),
        ];
        for (line, row) in lines.iter().zip(area.rows()) {
            let row = Rect { x: row.x + 2, width: row.width.saturating_sub(2), ..row };
            drawing::draw_text(buffer, row, line, self.look.dim(), self.look);
        }
    }

    /// The seats with their players and scores, without the players if they don't fit.
    fn seats_within(&self, columns: u16) -> String {
        let score =
            |score: Option<i32>| score.map_or_else(String::new, |score| format!(" {score}"));
        let seats = descriptions::seats(self.game);
        let all = seats.iter().map(|at| format!("{} {}{}", at.seat, at.player, score(at.score)));
        let all = all.collect::<Vec<_>>().join(", ");
        if drawing::text_width(&all) <= columns {
            return all;
        }
        let scores = seats.iter().map(|at| format!("{}{}", at.seat, score(at.score)));
        scores.collect::<Vec<_>>().join(", ")
    }

    /// Draws the title, the time, a line for each seat, and the other facts.
    fn draw_text(&self, area: Rect, buffer: &mut Buffer) {
        let look = self.look;
        let mut rows = area.rows();
        let mut put_line = |text: &str, style: Style, score: Option<i32>| {
            let row = rows.next().unwrap_or(Rect { height: 0, ..area });
            drawing::draw_text(buffer, row, text, style, look);
            if let Some(score) = score {
                draw_text_right(buffer, row, &score.to_string(), style, look);
            }
        };
        put_line(&descriptions::title(self.game), look.strong(), None);
        put_line(&self.played_at, look.dim(), None);
        put_line("", look.dim(), None);
        for (index, seat) in descriptions::seats(self.game).into_iter().enumerate() {
            let note =
                if seat.note.is_empty() { String::new() } else { format!(", {}", seat.note) };
            let text = format!("{} {}{note}", seat.seat, seat.player);
            put_line(&text, look.seat(index), seat.score);
        }
        put_line(&descriptions::facts(self.game), look.dim(), None);
    }
}
