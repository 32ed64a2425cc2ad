//! Shapes drawn with quadrant blocks: each terminal cell has 2 x 2 pixels.

use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
    style::{Color, Modifier, Style},
};

use super::Look;

/// The block for each set of quadrants. The bits, lowest first, are upper left, upper right, lower
/// left and lower right.
const QUADRANTS: [&str; 16] =
    [" ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█"];

/// Paints the pixels of an area that are inside a shape, over the existing background colours.
///
/// `is_inside` gets the coordinates x and y of each pixel's centre, from -1 to 1. They increase to
/// the right and downwards.
pub fn paint(buffer: &mut Buffer, area: Rect, color: Color, is_inside: impl Fn(f64, f64) -> bool) {
    let (width, height) = (f64::from(area.width), f64::from(area.height));
    for position in area.positions() {
        let bits = (0..4u8).filter(|quadrant| {
            let x = f64::from(position.x - area.x) + f64::from(quadrant % 2) / 2.0 + 0.25;
            let y = f64::from(position.y - area.y) + f64::from(quadrant / 2) / 2.0 + 0.25;
            is_inside(2.0 * x / width - 1.0, 2.0 * y / height - 1.0)
        });
        let set: usize = bits.map(|quadrant| 1 << quadrant).sum();
        if set != 0
            && let Some(cell) = buffer.cell_mut(position)
        {
            cell.set_symbol(QUADRANTS[set]).set_fg(color);
        }
    }
}

/// Paints a shape. Without block glyphs, each character is a pixel: it gets the colour as its
/// background or, without background colours, shows the letter.
pub fn draw(
    buffer: &mut Buffer,
    area: Rect,
    color: Color,
    letter: &str,
    look: &Look,
    is_inside: impl Fn(f64, f64) -> bool,
) {
    if look.glyphs.blocks {
        return paint(buffer, area, color, is_inside);
    }
    let (width, height) = (f64::from(area.width), f64::from(area.height));
    for Position { x, y } in area.positions() {
        let (across, down) = (f64::from(x - area.x) + 0.5, f64::from(y - area.y) + 0.5);
        if is_inside(2.0 * across / width - 1.0, 2.0 * down / height - 1.0) {
            let Some(cell) = buffer.cell_mut((x, y)) else { continue };
            if look.has_backgrounds() {
                // A space in swapped colours looks like a full block, even in reverse video.
                let ground = cell.bg;
                cell.set_symbol(" ").set_fg(ground).set_bg(color);
            } else {
                let style = Style::new().fg(color).add_modifier(Modifier::BOLD);
                cell.set_symbol(letter).set_style(style);
            }
        }
    }
}

/// The shape of the `#` characters in a drawing, stretched over the whole area.
pub fn bitmap<'a>(rows: &'a [&'a str]) -> impl Fn(f64, f64) -> bool + 'a {
    // The numbers are small and positive.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
    let index =
        |coordinate: f64, count: usize| (f64::midpoint(coordinate, 1.0) * count as f64) as usize;
    move |x, y| {
        let row = rows.get(index(y, rows.len())).map_or(&[][..], |row| row.as_bytes());
        row.get(index(x, row.len())) == Some(&b'#')
    }
}

/// A ring with these radii, or a disc if `inner` is 0.
pub fn ring(outer: f64, inner: f64) -> impl Fn(f64, f64) -> bool {
    move |x, y| (inner * inner..=outer * outer).contains(&(x * x + y * y))
}

/// A cross of two diagonals. They end at the coordinate `reach`, and `thickness` is half their
/// horizontal width.
pub fn cross(reach: f64, thickness: f64) -> impl Fn(f64, f64) -> bool {
    move |x, y| (x.abs() - y.abs()).abs() <= thickness && x.abs().max(y.abs()) <= reach
}

/// A disc with a mouth that opens to the right.
pub fn open_mouth(radius: f64, has_eye: bool) -> impl Fn(f64, f64) -> bool {
    move |x, y| {
        // With its mouth cut out, the disc would look too far left, so it is moved to the right.
        let x = x - 0.1;
        let (wedge, eye) =
            (y.abs() < 0.6 * (x + 0.1), (x - 0.05).powi(2) + (y + 0.5).powi(2) < 0.02);
        x * x + y * y <= radius * radius && !wedge && !(has_eye && eye)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::{ColorDepth, testing};

    #[test]
    fn a_disc_is_drawn_in_quadrants() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 4, 2));
        paint(&mut buffer, Rect::new(0, 0, 4, 2), Color::Reset, ring(1.0, 0.0));
        assert_eq!(buffer, Buffer::with_lines(["▟██▙", "▜██▛"]));
    }

    #[test]
    fn a_shape_is_drawn_in_letters_without_block_glyphs() {
        let area = Rect::new(0, 0, 8, 4);
        let look = testing::look(ColorDepth::Mono, true);
        let written = |shape: &dyn Fn(f64, f64) -> bool| {
            let mut buffer = Buffer::empty(area);
            draw(&mut buffer, area, Color::Reset, "O", &look, shape);
            let symbols: Vec<_> =
                buffer.content.iter().map(ratatui::buffer::Cell::symbol).collect();
            symbols.chunks(8).map(<[_]>::concat).collect::<Vec<_>>()
        };
        let ring = written(&ring(0.86, 0.36));
        assert_eq!(ring, ["  OOOO  ", " OO  OO ", " OO  OO ", "  OOOO  "]);
        let cross = written(&cross(0.8, 0.2));
        assert_eq!(cross, [" O    O ", "  OOOO  ", "  OOOO  ", " O    O "]);
    }

    #[test]
    fn a_disc_with_a_mouth_is_drawn() {
        let area = Rect::new(0, 0, 8, 4);
        let mut buffer = Buffer::empty(area);
        paint(&mut buffer, area, Color::Reset, open_mouth(1.0, true));
        assert_eq!(buffer, Buffer::with_lines([" ▗▟█▛█▙▖", "▐███▙▀▘ ", "▐████▄▖ ", " ▝▜███▛▘"]));
    }
}
