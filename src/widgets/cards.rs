//! Draws playing cards: blank cards, backs and suits.

use ratatui::{
    buffer::Buffer,
    layout::{Margin, Rect},
    style::{Color, Style},
    widgets::{Block, Clear, Widget},
};

use super::{Look, shapes};

/// The style of black print on the face of a card.
pub fn face_style(look: &Look) -> Style {
    Style::new().fg(look.palette.print[0]).bg(look.palette.paper)
}

pub fn draw_ground(buffer: &mut Buffer, area: Rect, look: &Look) {
    if look.has_backgrounds() {
        fill(buffer, area, " ", look.text().bg(look.palette.cells[0]));
    }
}

pub fn fill(buffer: &mut Buffer, area: Rect, glyph: &str, style: Style) {
    for position in area.positions() {
        if let Some(cell) = buffer.cell_mut(position) {
            cell.reset();
            cell.set_symbol(glyph).set_style(style);
        }
    }
}

/// Draws an empty card. Without background colours, it gets a frame if there is room.
pub fn draw_blank(buffer: &mut Buffer, area: Rect, style: Style, look: &Look) {
    fill(buffer, area, " ", style);
    if !look.has_backgrounds() && area.height > 2 && area.width > 2 {
        Clear.render(area, buffer);
        Block::bordered().border_set(look.glyphs.border).render(area, buffer);
    }
}

/// The area inside the card's frame, if it has one.
pub fn inner_area(area: Rect, look: &Look) -> Rect {
    if !look.has_backgrounds() && area.height > 2 && area.width > 2 {
        area.inner(Margin::new(1, 1))
    } else {
        area
    }
}

pub fn draw_back(buffer: &mut Buffer, area: Rect, look: &Look) {
    let [plain, pattern] = look.palette.back;
    let style = Style::new().fg(pattern).bg(plain);
    draw_blank(buffer, area, style, look);
    if area.height == 1 && look.has_backgrounds() && look.glyphs.blocks {
        // A little space above separates the cards of a column.
        return fill(
            buffer,
            area,
            look.glyphs.low,
            Style::new().fg(plain).bg(look.palette.background),
        );
    }
    if area.height == 1 && look.has_backgrounds() {
        // Here the pattern on the table's background separates them.
        let style = Style::new().fg(plain).bg(look.palette.background);
        return fill(buffer, area, look.glyphs.back, style);
    }
    let has_margin = area.height > 2 && area.width > 2;
    let inner = if has_margin { area.inner(Margin::new(1, 1)) } else { area };
    if has_margin || !look.has_backgrounds() {
        fill(buffer, inner, look.glyphs.back, style);
    }
}

/// Clubs, diamonds, spades and hearts in about 4 x 2 cells, too few pixels for a formula.
const SMALL_SUITS: [[&str; 4]; 4] = [
    ["...##...", ".##..##.", "########", "...##..."],
    ["...##...", ".######.", ".######.", "...##..."],
    ["...##...", ".######.", "########", "...##..."],
    [".##..##.", "########", "..####..", "...##..."],
];

const MIDDLE_SUITS: [[&str; 6]; 4] = [
    [
        "....####....",
        "....####....",
        ".##########.",
        "############",
        ".###.##.###.",
        ".....##.....",
    ],
    [
        ".....##.....",
        "...######...",
        ".##########.",
        ".##########.",
        "...######...",
        ".....##.....",
    ],
    [
        ".....##.....",
        "...######...",
        ".##########.",
        "############",
        ".###.##.###.",
        "....####....",
    ],
    [
        "..###..###..",
        ".##########.",
        ".##########.",
        "..########..",
        "....####....",
        ".....##.....",
    ],
];

/// The suits with a pixel for each character.
const COARSE_SUITS: [[&str; 5]; 4] = [
    ["..####..", "..####..", "########", "########", "...##..."],
    ["...##...", "..####..", ".######.", "..####..", "...##..."],
    ["...##...", "..####..", ".######.", "########", "...##..."],
    [".##..##.", "########", ".######.", "..####..", "...##..."],
];

/// Draws the suit with this index (clubs, diamonds, spades, hearts) over the whole area.
pub fn draw_suit(buffer: &mut Buffer, area: Rect, suit: usize, color: Color, look: &Look) {
    let letter = look.glyphs.suits[suit];
    let mut draw = |shape: &dyn Fn(f64, f64) -> bool| {
        shapes::draw(buffer, area, color, letter, look, shape);
    };
    match area.height {
        _ if !look.glyphs.blocks => draw(&shapes::bitmap(&COARSE_SUITS[suit])),
        ..3 => draw(&shapes::bitmap(&SMALL_SUITS[suit])),
        3 => draw(&shapes::bitmap(&MIDDLE_SUITS[suit])),
        _ => draw([&club as &dyn Fn(f64, f64) -> bool, &diamond, &spade, &heart][suit]),
    }
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
