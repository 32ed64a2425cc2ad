//! The tiles: O a ring, X a cross, so that shape alone tells them apart.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Modifier, Style},
};

use crate::{
    games::flip::rules::Side,
    ui::{Look, shapes},
};

/// Draws a tile into its cell; the one that was put down last is marked.
pub fn draw(buffer: &mut Buffer, area: Rect, side: Side, is_last: bool, look: &Look) {
    let ink = look.inks.seats[side.index()];
    if area.height == 1 || !look.glyphs.blocks {
        let mut style = Style::new().fg(ink).add_modifier(Modifier::BOLD);
        if is_last {
            style = style.add_modifier(Modifier::UNDERLINED);
        }
        let (x, y) = (area.x + (area.width - 1) / 2, area.y + (area.height - 1) / 2);
        buffer.set_string(x, y, side.to_string(), style);
        return;
    }
    match (side, area.height) {
        (Side::O, 2) => small(buffer, area, ["▗▛▜▖", "▝▙▟▘"], ink),
        (Side::X, 2) => small(buffer, area, ["▝▙▟▘", "▗▛▜▖"], ink),
        (Side::O, _) => shapes::paint(buffer, area, ink, shapes::ring(0.86, 0.36)),
        (Side::X, _) => shapes::paint(buffer, area, ink, shapes::cross(0.8, 0.32)),
    }
    if is_last {
        mark(buffer, area, look);
    }
}

fn small(buffer: &mut Buffer, area: Rect, rows: [&str; 2], ink: ratatui::style::Color) {
    for (row, y) in rows.into_iter().zip(area.y..) {
        buffer.set_stringn(area.x, y, row, area.width.into(), Style::new().fg(ink));
    }
}

/// A small mark in the middle of the last move.
fn mark(buffer: &mut Buffer, area: Rect, look: &Look) {
    let (width, height) = (f64::from(area.width), f64::from(area.height));
    let reach = |x: f64, y: f64| x.abs() * width <= 1.0 && y.abs() * height <= 0.5;
    shapes::paint(buffer, area, look.inks.text, reach);
}

/// Where one may move: a small dot, larger where the hint points.
pub fn hint(buffer: &mut Buffer, area: Rect, look: &Look, is_best: bool) {
    let ink = if is_best { look.inks.accent } else { look.inks.hint };
    if area.height == 1 || !look.glyphs.blocks {
        let sign = if is_best { "*" } else { look.glyphs.dot };
        let (x, y) = (area.x + (area.width - 1) / 2, area.y + (area.height - 1) / 2);
        buffer.set_string(x, y, sign, Style::new().fg(ink));
        return;
    }
    let radius = if is_best { 1.0 } else { 0.5 };
    let (width, height) = (f64::from(area.width) / 2.0, f64::from(area.height));
    // In pixels: a disc of the same size on every board.
    shapes::paint(buffer, area, ink, |x, y| (x * width).abs().max((y * height).abs()) <= radius);
}
