//! Shapes drawn in quadrant blocks: each terminal cell is 2 x 2 pixels.

use ratatui::{buffer::Buffer, layout::Rect, style::Color};

/// The block for each set of quadrants: bits are upper left, upper right, lower left, lower right.
const QUADRANTS: [&str; 16] =
    [" ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█"];

/// Paints the pixels of `area` that are `inside`, asked at each pixel's centre with coordinates
/// from -1 to 1 to the right and down. What lies behind keeps its colour.
pub fn paint(buffer: &mut Buffer, area: Rect, ink: Color, inside: impl Fn(f64, f64) -> bool) {
    let (width, height) = (f64::from(area.width), f64::from(area.height));
    for position in area.positions() {
        let bits = (0..4u8).filter(|quadrant| {
            let x = f64::from(position.x - area.x) + f64::from(quadrant % 2) / 2.0 + 0.25;
            let y = f64::from(position.y - area.y) + f64::from(quadrant / 2) / 2.0 + 0.25;
            inside(2.0 * x / width - 1.0, 2.0 * y / height - 1.0)
        });
        let set: usize = bits.map(|quadrant| 1 << quadrant).sum();
        if set != 0
            && let Some(cell) = buffer.cell_mut(position)
        {
            cell.set_symbol(QUADRANTS[set]).set_fg(ink);
        }
    }
}

/// Whether a point lies on a `#` of a drawing, stretched over the whole area.
pub fn bitmap<'a>(rows: &'a [&'a str]) -> impl Fn(f64, f64) -> bool + 'a {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
    // small and positive
    let index = |at: f64, count: usize| (f64::midpoint(at, 1.0) * count as f64) as usize;
    move |x, y| {
        let row = rows.get(index(y, rows.len())).map_or(&[][..], |row| row.as_bytes());
        row.get(index(x, row.len())) == Some(&b'#')
    }
}

/// Whether a point lies in a ring: a disc with a hole.
pub fn ring(outer: f64, inner: f64) -> impl Fn(f64, f64) -> bool {
    move |x, y| (inner * inner..=outer * outer).contains(&(x * x + y * y))
}

/// Whether a point lies in a cross of two diagonals, each this thick.
pub fn cross(reach: f64, thick: f64) -> impl Fn(f64, f64) -> bool {
    move |x, y| (x.abs() - y.abs()).abs() <= thick && x.abs().max(y.abs()) <= reach
}

/// Whether a point lies in an upright square with a hole (0: none) of the same shape.
pub fn square(outer: f64, inner: f64) -> impl Fn(f64, f64) -> bool {
    move |x, y| (inner..=outer).contains(&x.abs().max(y.abs()))
}

/// Whether a point lies in a disc from which a wedge is cut, open to the right; perhaps with an
/// eye.
pub fn open_mouth(radius: f64, has_eye: bool) -> impl Fn(f64, f64) -> bool {
    move |x, y| {
        let (wedge, eye) =
            (y.abs() < 0.6 * (x + 0.1), (x - 0.05).powi(2) + (y + 0.5).powi(2) < 0.02);
        x * x + y * y <= radius * radius && !wedge && !(has_eye && eye)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disc_in_quadrants() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 4, 2));
        paint(&mut buffer, Rect::new(0, 0, 4, 2), Color::Reset, ring(1.0, 0.0));
        assert_eq!(buffer, Buffer::with_lines(["▟██▙", "▜██▛"]));
    }

    #[test]
    fn a_hollow_block_and_a_mouth() {
        let area = Rect::new(0, 0, 8, 4);
        let mut buffer = Buffer::empty(area);
        paint(&mut buffer, area, Color::Reset, square(1.0, 0.5));
        assert_eq!(buffer, Buffer::with_lines(["████████", "██    ██", "██    ██", "████████"]));
        let mut buffer = Buffer::empty(area);
        paint(&mut buffer, area, Color::Reset, open_mouth(1.0, true));
        assert_eq!(buffer, Buffer::with_lines([" ▄██▜█▄ ", "▟███▞▀  ", "▜███▙▄  ", " ▀████▀ "]));
    }
}
