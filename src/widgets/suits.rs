//! The four suits as shapes for playing cards.

use ratatui::{buffer::Buffer, layout::Rect, style::Color};

use super::shapes;

/// Clubs, diamonds, spades and hearts for areas of about 4 x 2 cells, which have too few pixels for
/// a formula.
const SMALL: [[&str; 4]; 4] = [
    ["...##...", ".##..##.", "########", "...##..."],
    ["...##...", ".######.", ".######.", "...##..."],
    ["...##...", ".######.", "########", "...##..."],
    [".##..##.", "########", "..####..", "...##..."],
];

/// Paints the suit with this index (clubs, diamonds, spades, hearts) over the whole area.
pub fn paint(buffer: &mut Buffer, area: Rect, suit: usize, color: Color) {
    if area.height < 3 {
        return shapes::paint(buffer, area, color, shapes::bitmap(&SMALL[suit % SMALL.len()]));
    }
    let shape = [club, diamond, spade, heart][suit % SMALL.len()];
    shapes::paint(buffer, area, color, shape);
}

fn disc(x: f64, y: f64, radius: f64) -> bool {
    x * x + y * y <= radius * radius
}

fn stem(x: f64, y: f64) -> bool {
    (0.2..=1.0).contains(&y) && x.abs() <= 0.10 + 0.30 * (y - 0.4).max(0.0)
}

fn club(x: f64, y: f64) -> bool {
    disc(x, y + 0.52, 0.42)
        || disc(x.abs() - 0.55, y - 0.24, 0.42)
        || stem(x, y)
        || x.abs() < 0.12 && y.abs() < 0.5
}

fn diamond(x: f64, y: f64) -> bool {
    1.25 * x.abs() + y.abs() <= 1.0
}

fn spade(x: f64, y: f64) -> bool {
    heart(x, -y - 0.15) && y < 0.7 || stem(x, y)
}

/// The heart curve (x² + y² - 1)³ = x² y³.
fn heart(x: f64, y: f64) -> bool {
    let (x, y) = (1.18 * x, 0.12 - 1.15 * y);
    (x * x + y * y - 1.0).powi(3) <= x * x * y.powi(3)
}
