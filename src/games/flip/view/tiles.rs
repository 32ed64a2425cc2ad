//! The tiles: O a ring, X a cross, so that shape alone tells them apart.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Color, Modifier, Style},
};

use crate::{
    games::{flip::rules::Side, grid},
    ui::{Look, shapes},
};

/// O and X in cells of 4 x 2, with a row of pixels left free so that neighbours don't run together.
const SMALL: [[&str; 2]; 2] = [["▗▛▜▖", " ▀▀ "], ["▝▚▞▘", "▝▘▝▘"]];

/// O and X in cells of 6 x 3, pixel by pixel: too few of them for a formula.
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
        ".####..####.",
        "....####....",
        "....####....",
        ".####..####.",
        "............",
    ],
];

/// Draws a tile into its cell.
pub fn draw(buffer: &mut Buffer, area: Rect, side: Side, look: &Look) {
    let ink = look.palette.seats[side.index()];
    if area.height == 1 || !look.glyphs.blocks {
        let style = Style::new().fg(ink).add_modifier(Modifier::BOLD);
        return grid::draw_symbol(buffer, area, &side.to_string(), style);
    }
    match (side, area.height) {
        (_, 2) => small(buffer, area, SMALL[side.index()], ink),
        (_, 3) => shapes::paint(buffer, area, ink, shapes::bitmap(&MIDDLE[side.index()])),
        (Side::O, _) => shapes::paint(buffer, area, ink, shapes::ring(0.86, 0.36)),
        (Side::X, _) => shapes::paint(buffer, area, ink, shapes::cross(0.8, 0.32)),
    }
}

fn small(buffer: &mut Buffer, area: Rect, rows: [&str; 2], ink: Color) {
    for (row, y) in rows.into_iter().zip(area.y..) {
        buffer.set_stringn(area.x, y, row, area.width.into(), Style::new().fg(ink));
    }
}

/// Where one may move: a small square, larger where the hint points.
pub fn mark(buffer: &mut Buffer, area: Rect, ink: Color, look: &Look, is_best: bool) {
    if area.height == 1 || !look.glyphs.blocks {
        let sign = if is_best { "*" } else { look.glyphs.dot };
        return grid::draw_symbol(buffer, area, sign, Style::new().fg(ink));
    }
    if area.height == 2 && !is_best {
        return small(buffer, area, [" ▗▖ ", "    "], ink);
    }
    // Half the side in columns: the same on every board, and a terminal's cell is about twice as
    // high as wide.
    let reach = if is_best && area.height > 2 { 2.0 } else { 1.0 };
    let (width, height) = (f64::from(area.width) / 2.0, f64::from(area.height));
    shapes::paint(buffer, area, ink, |x, y| (x * width).abs().max((y * height).abs()) <= reach);
}

/// An empty cell where no ground shows it.
pub fn empty(buffer: &mut Buffer, area: Rect, look: &Look) {
    grid::draw_symbol(buffer, area, look.glyphs.empty, look.dim());
}
