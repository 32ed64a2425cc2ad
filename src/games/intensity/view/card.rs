//! The drawing of one card: its number, its suit's sign and its penalty points.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Modifier, Style},
};

use crate::widgets::{
    Look,
    cards::{draw_blank, face_style, fill, has_backgrounds, inner_area},
    drawing, shapes,
};
use fourcade_engine::intensity::model::Card;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardFace {
    /// A card that may be chosen.
    Normal,
    /// A card that can't be chosen now.
    Dimmed,
    /// A card that is highlighted: it wins its round, or a hint names it.
    Highlighted,
}

pub fn draw(buffer: &mut Buffer, area: Rect, card: Card, face: CardFace, look: &Look) {
    if area.is_empty() {
        return;
    }
    let (plain, ink) = styles(card, face, look);
    draw_blank(buffer, area, plain, look);
    if face == CardFace::Dimmed && !has_backgrounds(look) {
        fill(buffer, area, " ", look.text());
    }
    draw_print(buffer, inner_area(area, look), card, ink, look);
}

/// Marks a newly received card in its lower left corner.
pub fn draw_mark(buffer: &mut Buffer, area: Rect, look: &Look) {
    let area = inner_area(area, look);
    if area.height < 3 {
        return buffer.set_style(area, Style::new().add_modifier(Modifier::UNDERLINED));
    }
    buffer.set_string(area.x, area.bottom() - 1, look.glyphs.dot, Style::new());
}

/// The styles of the card's background and of its print.
fn styles(card: Card, face: CardFace, look: &Look) -> (Style, Style) {
    let print = look.palette.print[usize::from(card.penalty() > 0)];
    match face {
        CardFace::Normal => {
            (face_style(look), face_style(look).fg(print).add_modifier(Modifier::BOLD))
        }
        CardFace::Dimmed if has_backgrounds(look) => {
            let style = Style::new().fg(look.palette.dim).bg(look.palette.cells[1]);
            (style, style)
        }
        CardFace::Dimmed => (look.dim(), look.dim()),
        CardFace::Highlighted => {
            let style = look.accent().add_modifier(Modifier::REVERSED);
            (style, style)
        }
    }
}

/// Prints the number and, where there is room, the penalty points and the suit's sign.
fn draw_print(buffer: &mut Buffer, area: Rect, card: Card, style: Style, look: &Look) {
    let number = card.to_string();
    if area.height < 3 || area.width < 4 {
        let x = area.x + area.width.saturating_sub(2) / 2;
        let y = area.y + area.height.saturating_sub(1) / 2;
        buffer.set_stringn(x, y, number, area.width.into(), style);
        return;
    }
    let padding = u16::from(area.width > 5);
    buffer.set_string(area.x + padding.max(u16::from(area.width < 5)), area.y, &number, style);
    let cost = cost(card);
    let corner = area.right() - drawing::text_width(cost) - padding;
    if area.height < 4 || !look.glyphs.blocks {
        buffer.set_string(corner, area.bottom() - 1, cost, style);
        return;
    }
    let room =
        Rect { y: area.y + 1, height: area.height - if area.height > 4 { 2 } else { 1 }, ..area };
    if let Some(ink) = style.fg {
        draw_sign(buffer, room, card, ink);
    }
    if area.height > 4 {
        buffer.set_string(corner, area.bottom() - 1, cost, style);
    }
}

/// The penalty points as they are printed on the card.
const fn cost(card: Card) -> &'static str {
    match card.penalty() {
        0 => "",
        1 => "+1",
        _ => "+7",
    }
}

const CALF: [&str; 6] =
    ["##......##", ".########.", "..##..##..", "..######..", "...####...", "...#..#..."];

const BUFFALO: [&str; 6] =
    ["#........#", "##.####.##", ".########.", "..#.##.#..", "..######..", "...####..."];

/// Draws the sign of the suit: as many pips as its digit, or the head of a calf or buffalo.
fn draw_sign(buffer: &mut Buffer, room: Rect, card: Card, ink: ratatui::style::Color) {
    use ratatui::layout::Constraint::Length;
    let head = |rows: &'static [&'static str; 6], buffer: &mut Buffer| {
        // The head has ten by six pixels, or twice as many.
        let scale = if room.width >= 10 && room.height >= 6 { 2 } else { 1 };
        let area = room
            .centered(Length((5 * scale).min(room.width)), Length((3 * scale).min(room.height)));
        shapes::paint(buffer, area, ink, shapes::bitmap(rows));
    };
    if card == Card::BUFFALO {
        return head(&BUFFALO, buffer);
    }
    if card.is_calf() {
        return head(&CALF, buffer);
    }
    let pips: &[(f64, f64)] = match card.suit().digit() {
        1 => &[(0.0, 0.0)],
        2 => &[(-0.5, 0.0), (0.5, 0.0)],
        _ => &[(-0.5, -0.55), (0.5, -0.55), (-0.5, 0.55), (0.5, 0.55)],
    };
    let area =
        room.centered(Length(room.width.saturating_sub(2).max(4)), Length(room.height.min(5)));
    shapes::paint(buffer, area, ink, move |x, y| {
        // A pip is square.
        pips.iter().any(|(at_x, at_y)| (x - at_x).abs() <= 0.2 && (y - at_y).abs() <= 0.2)
    });
}
