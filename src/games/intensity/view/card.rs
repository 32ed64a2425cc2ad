//! One card of Intensity: its number, and what it costs who wins it.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Modifier, Style},
};

use crate::{
    games::intensity::rules::Card,
    ui::{
        Look,
        cards::{draw_blank, face_style, fill, has_backgrounds, inner_area},
        shapes, widgets,
    },
};

/// How a card lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lie {
    /// Face up.
    Face,
    /// Face up, but it can't be chosen now.
    Dimmed,
    /// It wins its round.
    Winning,
}

/// Draws a card over the whole `area`.
pub fn draw(buffer: &mut Buffer, area: Rect, card: Card, lie: Lie, look: &Look) {
    if area.is_empty() {
        return;
    }
    let (plain, ink) = styles(card, lie, look);
    draw_blank(buffer, area, plain, look);
    if lie == Lie::Dimmed && !has_backgrounds(look) {
        fill(buffer, area, " ", look.text());
    }
    print(buffer, inner_area(area, look), card, ink, look);
}

/// Marks a card that has just come, in its lower left corner.
pub fn mark(buffer: &mut Buffer, area: Rect, look: &Look) {
    let area = inner_area(area, look);
    if area.height < 3 {
        return buffer.set_style(area, Style::new().add_modifier(Modifier::UNDERLINED));
    }
    buffer.set_string(area.x, area.bottom() - 1, look.glyphs.dot, Style::new());
}

/// The style of the card's ground and of its print.
fn styles(card: Card, lie: Lie, look: &Look) -> (Style, Style) {
    let print = look.palette.print[usize::from(card.penalty() > 0)];
    match lie {
        Lie::Face => (face_style(look), face_style(look).fg(print).add_modifier(Modifier::BOLD)),
        Lie::Dimmed if has_backgrounds(look) => {
            let style = Style::new().fg(look.palette.dim).bg(look.palette.cells[1]);
            (style, style)
        }
        Lie::Dimmed => (look.dim(), look.dim()),
        Lie::Winning => {
            let style = look.accent().add_modifier(Modifier::REVERSED);
            (style, style)
        }
    }
}

/// The number, and as there is room what the card costs and its suit's sign.
fn print(buffer: &mut Buffer, area: Rect, card: Card, style: Style, look: &Look) {
    let number = card.to_string();
    if area.height < 3 || area.width < 4 {
        let x = area.x + area.width.saturating_sub(2) / 2;
        let y = area.y + area.height.saturating_sub(1) / 2;
        buffer.set_stringn(x, y, number, area.width.into(), style);
        return;
    }
    let air = u16::from(area.width > 5);
    buffer.set_string(area.x + air.max(u16::from(area.width < 5)), area.y, &number, style);
    let cost = cost(card);
    let corner = area.right() - widgets::text_width(cost) - air;
    if area.height < 4 || !look.glyphs.blocks {
        buffer.set_string(corner, area.bottom() - 1, cost, style);
        return;
    }
    let room =
        Rect { y: area.y + 1, height: area.height - if area.height > 4 { 2 } else { 1 }, ..area };
    if let Some(ink) = style.fg {
        sign(buffer, room, card, ink);
    }
    if area.height > 4 {
        buffer.set_string(corner, area.bottom() - 1, cost, style);
    }
}

/// What the card costs who wins it, as it stands on it.
const fn cost(card: Card) -> &'static str {
    match card.penalty() {
        0 => "",
        1 => "+1",
        _ => "+7",
    }
}

/// A calf's head, pixel by pixel: ears, face, muzzle.
const CALF: [&str; 6] =
    ["##......##", ".########.", "..##..##..", "..######..", "...####...", "...#..#..."];

/// A buffalo's head with its horns.
const BUFFALO: [&str; 6] =
    ["#........#", "##.####.##", ".########.", "..#.##.#..", "..######..", "...####..."];

/// The suit's sign: as many pips as its digit says, or a head.
fn sign(buffer: &mut Buffer, room: Rect, card: Card, ink: ratatui::style::Color) {
    use ratatui::layout::Constraint::Length;
    let head = |rows: &'static [&'static str; 6], buffer: &mut Buffer| {
        let area = room.centered(Length(5.min(room.width)), Length(3.min(room.height)));
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
        // Cells are twice as high as wide: a pip is as wide as high.
        pips.iter().any(|(at_x, at_y)| (x - at_x).abs() <= 0.2 && (y - at_y).abs() <= 0.2)
    });
}
