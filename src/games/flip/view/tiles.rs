//! Draws tiles: O as a ring and X as a cross, so that the shape alone tells them apart.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Color, Modifier, Style},
};

use crate::{
    games::grid,
    widgets::{Look, shapes},
};
use fourcade_engine::flip::model::Side;

/// O and X in squares of 4 x 2 characters. A row of pixels stays free, so that neighbours don't
/// touch.
const SMALL: [[&str; 2]; 2] = [["▗▛▜▖", " ▀▀ "], ["▝▚▞▘", "▝▘▝▘"]];

/// O and X in squares of 6 x 3 characters, pixel by pixel: too few pixels for a formula.
const MIDDLE: [[&str; 6]; 2] = [
    [
        "............",
        "..########..",
        ".###....###.",
        ".###....###.",
        "..########..",
        "............",
    ],
    [
        "............",
        ".###....###.",
        "....####....",
        "....####....",
        ".###....###.",
        "............",
    ],
];

/// A tile that is turning, seen from its edge: its half width.
const EDGE: f64 = 0.2;

/// Draws a tile on its square.
pub fn draw(buffer: &mut Buffer, area: Rect, side: Side, look: &Look) {
    let color = look.palette.seats[side.index()];
    if area.height == 1 || !look.glyphs.blocks {
        let style = Style::new().fg(color).add_modifier(Modifier::BOLD);
        return grid::draw_symbol(buffer, area, &side.to_string(), style);
    }
    match (side, area.height) {
        (_, 2) => draw_small(buffer, area, SMALL[side.index()], color),
        (_, 3) => shapes::paint(buffer, area, color, shapes::bitmap(&MIDDLE[side.index()])),
        (Side::O, _) => shapes::paint(buffer, area, color, shapes::ring(0.86, 0.36)),
        (Side::X, _) => shapes::paint(buffer, area, color, shapes::cross(0.8, 0.2)),
    }
}

/// Draws a tile that is just turning, so that only its edge is seen.
pub fn draw_edge(buffer: &mut Buffer, area: Rect, look: &Look) {
    if area.height == 1 || !look.glyphs.blocks {
        return grid::draw_symbol(
            buffer,
            area,
            "|",
            Style::new().fg(look.palette.text).add_modifier(Modifier::BOLD),
        );
    }
    let reach = 1.0 - 1.0 / f64::from(area.height);
    let shape =
        |x: f64, y: f64| x.abs() <= EDGE.max(1.0 / f64::from(area.width)) && y.abs() <= reach;
    shapes::paint(buffer, area, look.palette.text, shape);
}

fn draw_small(buffer: &mut Buffer, area: Rect, rows: [&str; 2], color: Color) {
    for (row, y) in rows.into_iter().zip(area.y..) {
        buffer.set_stringn(area.x, y, row, area.width.into(), Style::new().fg(color));
    }
}

/// Marks a legal move with a small square, and the best move with a larger one.
pub fn draw_mark(buffer: &mut Buffer, area: Rect, color: Color, look: &Look, is_best: bool) {
    if area.height == 1 || !look.glyphs.blocks {
        let sign = if is_best { "*" } else { look.glyphs.dot };
        return grid::draw_symbol(buffer, area, sign, Style::new().fg(color));
    }
    if area.height == 2 && !is_best {
        return draw_small(buffer, area, [" ▗▖ ", "    "], color);
    }
    // Half the side of the mark, in columns. It is the same on every board. A character is about
    // twice as high as wide.
    let reach = if is_best && area.height > 2 { 2.0 } else { 1.0 };
    let (width, height) = (f64::from(area.width) / 2.0, f64::from(area.height));
    shapes::paint(buffer, area, color, |x, y| (x * width).abs().max((y * height).abs()) <= reach);
}

/// Marks an empty square on a board without background colours.
pub fn draw_empty(buffer: &mut Buffer, area: Rect, look: &Look) {
    grid::draw_symbol(buffer, area, look.glyphs.empty, look.dim());
}
