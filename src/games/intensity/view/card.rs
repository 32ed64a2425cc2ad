//! Draws one card: its number, its suit's sign and its penalty points.

use ratatui::{
    buffer::Buffer,
    layout::{Constraint::Length, Rect},
    style::{Color, Modifier, Style},
    symbols::border,
    widgets::{Block, Widget},
};

use crate::widgets::{
    Look,
    cards::{draw_blank, face_style, inner_area},
    drawing, shapes,
};
use fourcade_engine::intensity::model::Card;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardFace {
    Normal,
    /// Can't be chosen now.
    Dimmed,
    /// Wins its round, or is named by a hint.
    Highlighted,
}

pub fn draw(buffer: &mut Buffer, area: Rect, card: Card, face: CardFace, look: &Look) {
    if area.is_empty() {
        return;
    }
    let inner = inner_area(area, look);
    let (plain, ink) = styles(card, face, inner != area, look);
    draw_blank(buffer, area, plain, look);
    if inner != area && face == CardFace::Highlighted && look.glyphs.blocks {
        let border = Block::bordered().border_set(border::DOUBLE);
        border.border_style(plain).render(area, buffer);
    }
    if inner != area && face == CardFace::Dimmed {
        let border = Block::bordered().border_set(look.glyphs.faint_border);
        border.border_style(plain).render(area, buffer);
    }
    let number = number_area(area, look);
    buffer.set_stringn(number.x, number.y, card.to_string(), number.width.into(), ink);
    if !has_number_on_frame(inner, area, look) {
        return draw_print(buffer, inner, card, ink, look);
    }
    // A sign leaves a row to the penalty points if there are enough rows; else it replaces them.
    let is_sign_shown = has_sign(inner, look);
    let has_cost_row = !is_sign_shown || (inner.height > 3 && card.penalty() > 0);
    let sign = Rect { height: inner.height - u16::from(has_cost_row), ..inner };
    if let Some(color) = ink.fg.filter(|_| is_sign_shown) {
        draw_sign(buffer, sign, card, color, look);
    }
    if has_cost_row {
        let x = inner.right() - drawing::text_width(cost_text(card));
        buffer.set_string(x, inner.bottom() - 1, cost_text(card), ink);
    }
    // A reversed sign is unreadable without free space around it.
    if inner.height > 2 {
        buffer.set_style(inner, ink);
    }
}

/// The styles of the empty card and of its print.
fn styles(card: Card, face: CardFace, is_framed: bool, look: &Look) -> (Style, Style) {
    let print = look.palette.print[usize::from(card.penalty() > 0)];
    match face {
        CardFace::Normal => {
            (face_style(look), face_style(look).fg(print).add_modifier(Modifier::BOLD))
        }
        CardFace::Dimmed if look.has_backgrounds() => {
            let style = Style::new().fg(look.palette.dim).bg(look.palette.cells[0]);
            (style, style)
        }
        CardFace::Dimmed => (look.dim(), look.dim()),
        // A double frame highlights it.
        CardFace::Highlighted if !look.has_backgrounds() && look.glyphs.blocks && is_framed => {
            (look.accent(), look.accent())
        }
        CardFace::Highlighted => {
            let style = match look.palette.lit {
                Some(paper) if look.has_backgrounds() => face_style(look).bg(paper),
                _ => look.accent().add_modifier(Modifier::REVERSED),
            };
            (style.add_modifier(Modifier::BOLD), style.add_modifier(Modifier::BOLD))
        }
    }
}

/// Whether a card has room for more than its number.
const fn has_room(area: Rect) -> bool {
    area.height >= 3 && area.width >= 4
}

/// Whether the sign of the suit fits inside a frame.
const fn has_sign(inner: Rect, look: &Look) -> bool {
    look.glyphs.blocks && inner.height >= 2 && inner.width >= 4
}

/// Whether the number is on the frame, so that the sign or the penalty points fill the inside.
fn has_number_on_frame(inner: Rect, card: Rect, look: &Look) -> bool {
    inner != card && (has_sign(inner, look) || !has_room(inner))
}

pub fn number_area(card: Rect, look: &Look) -> Rect {
    let inner = inner_area(card, look);
    let is_on_frame = has_number_on_frame(inner, card, look);
    let area = if is_on_frame { card } else { inner };
    let (x, y) = if is_on_frame || has_room(area) {
        (area.x + 1, area.y)
    } else {
        (area.x + area.width.saturating_sub(2) / 2, area.y + area.height.saturating_sub(1) / 2)
    };
    Rect { x, y, width: 2, height: 1 }.intersection(card)
}

fn draw_print(buffer: &mut Buffer, area: Rect, card: Card, style: Style, look: &Look) {
    if !has_room(area) {
        return;
    }
    let cost = cost_text(card);
    let corner = area.right() - drawing::text_width(cost) - 1;
    let min_height_with_sign = if look.glyphs.blocks { 3 } else { 5 };
    if area.height < min_height_with_sign {
        buffer.set_string(corner, area.bottom() - 1, cost, style);
        return;
    }
    // The sign is below the number. It leaves the last row to the penalty points, unless the card
    // is small, or has four rows and no points.
    let is_small = area.height == 3;
    let uses_last_row = is_small || cost.is_empty() && area.height == 4;
    let height = area.height - if uses_last_row { 1 } else { 2 };
    if let Some(ink) = style.fg {
        draw_sign(buffer, Rect { y: area.y + 1, height, ..area }, card, ink, look);
    }
    if !is_small {
        buffer.set_string(corner, area.bottom() - 1, cost, style);
    }
}

const fn cost_text(card: Card) -> &'static str {
    match card.penalty() {
        0 => "",
        1 => "+1",
        _ => "+7",
    }
}

/// The head of an animal.
struct Head {
    pixels: [&'static str; 6],
    /// The pixels in a room of two rows.
    small: [&'static str; 4],
    /// The characters without block glyphs.
    written: [&'static str; 3],
}

const CALF: Head = Head {
    pixels: ["##......##", ".########.", "..##..##..", "..######..", "...####...", "...#..#..."],
    small: ["##....##", ".######.", "..#..#..", "..####.."],
    written: ["^____^", "( oo )", " (__) "],
};

const BUFFALO: Head = Head {
    pixels: ["#........#", "##.####.##", ".########.", "..#.##.#..", "..######..", "...####..."],
    small: ["#......#", "########", ".#.##.#.", "..####.."],
    written: ["(____)", "| oo |", " (__) "],
};

fn draw_head(buffer: &mut Buffer, room: Rect, head: &Head, ink: Color, look: &Look) {
    let is_small = room.width < 10 || room.height < 6;
    if !look.glyphs.blocks && is_small {
        let area = room.centered(Length(6), Length(3));
        let style = Style::new().fg(ink);
        for (row, line) in area.rows().zip(head.written) {
            buffer.set_stringn(row.x, row.y, line, row.width.into(), style);
        }
        return;
    }
    if room.height < 3 {
        let area = room.centered(Length(4), Length(2));
        return shapes::paint(buffer, area, ink, shapes::bitmap(&head.small));
    }
    // The head has 10 x 6 pixels, or twice as many in both directions, and is centred.
    let scale = if is_small { 1 } else { 2 };
    let area = room.centered_vertically(Length((3 * scale).min(room.height)));
    let stretch = f64::from(room.width) / f64::from(5 * scale);
    let shape = shapes::bitmap(&head.pixels);
    let is_inside = |x: f64, y| (x * stretch).abs() < 1.0 && shape(x * stretch, y);
    shapes::draw(buffer, area, ink, "#", look, is_inside);
}

/// Draws the sign of the suit: as many pips as its digit, or the head of a calf or buffalo.
fn draw_sign(buffer: &mut Buffer, room: Rect, card: Card, ink: Color, look: &Look) {
    if card == Card::BUFFALO {
        return draw_head(buffer, room, &BUFFALO, ink, look);
    }
    if card.is_calf() {
        return draw_head(buffer, room, &CALF, ink, look);
    }
    let pips: &[(f64, f64)] = match card.suit().digit() {
        1 => &[(0.0, 0.0)],
        2 => &[(-0.5, 0.0), (0.5, 0.0)],
        // Four pips of one pixel each, with a free pixel below them.
        _ if room.height == 2 => &[(-0.5, -0.75), (0.5, -0.75), (-0.5, 0.25), (0.5, 0.25)],
        _ => &[(-0.5, -0.55), (0.5, -0.55), (-0.5, 0.55), (0.5, 0.55)],
    };
    let height = room.height.min(5);
    // A pip of a whole character needs a middle row.
    let height = height - u16::from(!look.glyphs.blocks && height == 4);
    let area = room.centered(Length(room.width.saturating_sub(2).max(4)), Length(height));
    shapes::draw(buffer, area, ink, "#", look, move |x, y| {
        let is_at = |&(at_x, at_y): &(f64, f64)| {
            // In two rows, the middle is between pixels.
            let half = if at_y == 0.0 && area.height < 3 { 0.3 } else { 0.2 };
            (x - at_x).abs() <= 0.2 && (y - at_y).abs() <= half
        };
        pips.iter().any(is_at)
    });
}
