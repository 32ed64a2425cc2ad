//! Draws the contents of a cell: the Passer's stone, the Eater's mouth, or a probability.

use ratatui::{
    buffer::Buffer,
    layout::{Margin, Rect},
    style::{Modifier, Style},
};

use crate::{
    games::grid,
    widgets::{Look, cards, shapes},
};
use fourcade_engine::eater::model::{Cell, CellSet, EaterBoard, Role};

/// A marker on the board, as it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    /// A stone of the Passer that is connected to the top row: filled, or `P`.
    Connected,
    /// A stone of the Passer that is not connected to the top row: hollow, or `p`.
    Unconnected,
    /// A marker of the Eater: a mouth, or `E`.
    Eater,
}

impl Marker {
    /// Returns the marker on a cell of the board. `reached` are the Passer's cells that are
    /// connected to the top row.
    pub fn on(board: &EaterBoard, reached: &CellSet, cell: Cell) -> Option<Self> {
        board.at(cell).map(|role| match role {
            Role::Eater => Self::Eater,
            Role::Passer if reached.contains(cell) => Self::Connected,
            Role::Passer => Self::Unconnected,
        })
    }
}

/// The markers in cells of 4 x 2, pixel by pixel. One row of pixels stays empty to separate
/// neighbouring cells.
const SMALL: [[&str; 4]; 3] = [
    [".######.", ".######.", ".######.", "........"],
    [".######.", ".#....#.", ".######.", "........"],
    [".#####..", "####....", ".#####..", "........"],
];

/// The markers in cells of 6 x 3.
const MEDIUM: [[&str; 6]; 3] = [
    [
        "............",
        ".##########.",
        ".##########.",
        ".##########.",
        ".##########.",
        "............",
    ],
    [
        "............",
        ".##########.",
        ".##......##.",
        ".##......##.",
        ".##########.",
        "............",
    ],
    [
        "............",
        "..########..",
        ".######.....",
        ".######.....",
        "..########..",
        "............",
    ],
];

/// Draws a marker into its cell.
pub fn draw(buffer: &mut Buffer, area: Rect, marker: Marker, look: &Look) {
    let (ink, letter) = match marker {
        Marker::Connected => (look.palette.seats[0], "P"),
        Marker::Unconnected => (look.palette.seats[0], "p"),
        Marker::Eater => (look.palette.seats[1], "E"),
    };
    if area.height == 1 || !look.glyphs.blocks {
        return grid::draw_symbol(
            buffer,
            area,
            letter,
            Style::new().fg(ink).add_modifier(Modifier::BOLD),
        );
    }
    match (area.height, marker) {
        (2, _) => {
            shapes::paint(buffer, area, ink, shapes::bitmap(&SMALL[marker as usize]));
        }
        (3, _) => shapes::paint(buffer, area, ink, shapes::bitmap(&MEDIUM[marker as usize])),
        (_, Marker::Connected) => shapes::paint(buffer, area, ink, shapes::square(0.84, 0.0)),
        (_, Marker::Unconnected) => shapes::paint(buffer, area, ink, shapes::square(0.84, 0.5)),
        (_, Marker::Eater) => {
            shapes::paint(buffer, area, ink, shapes::open_mouth(0.9, area.height > 4));
        }
    }
}

/// Draws a stone of the winning path. It fills the whole cell, so that the path is one band.
pub fn draw_path(buffer: &mut Buffer, area: Rect, look: &Look) {
    let style =
        Style::new().fg(look.palette.seats[0]).add_modifier(Modifier::REVERSED | Modifier::BOLD);
    grid::draw_symbol(buffer, area, "P", style);
    buffer.set_style(area, style);
}

/// Draws a choice that lies face down.
pub fn draw_face_down(buffer: &mut Buffer, area: Rect, look: &Look) {
    let style = Style::new().fg(look.palette.back[1]).bg(look.palette.back[0]);
    if area.height == 1 || !look.glyphs.blocks {
        return grid::draw_symbol(buffer, area, "?", style.add_modifier(Modifier::BOLD));
    }
    let inset = area.height / 4;
    let card = area.inner(Margin::new((2 * inset).max(1), inset));
    cards::fill(buffer, card, look.glyphs.back, style);
}

/// Draws a choice that is just turning, so that only its edge is seen.
pub fn draw_edge(buffer: &mut Buffer, area: Rect, look: &Look) {
    if area.height == 1 || !look.glyphs.blocks {
        return grid::draw_symbol(buffer, area, "|", Style::new().fg(look.palette.text));
    }
    let (width, ink) = (f64::from(area.width), look.palette.text);
    shapes::paint(buffer, area, ink, |x, y| x.abs() <= 1.0 / width && y.abs() <= 0.7);
}

/// Marks a cell that both players chose.
pub fn draw_clash(buffer: &mut Buffer, area: Rect, look: &Look) {
    let style = Style::new().fg(look.palette.alert).add_modifier(Modifier::BOLD);
    buffer.set_string(area.right() - 1, area.y + (area.height - 1) / 2, "!", style);
}

/// Draws the probability with which a cell should be chosen, in percent.
pub fn draw_probability(buffer: &mut Buffer, area: Rect, probability: f64, look: &Look) {
    let percent = 100.0 * probability;
    let number =
        if percent < 0.5 { "<1".to_owned() } else { format!("{:>2.0}", percent.min(99.0)) };
    let (text, width) = if area.width > 4 { (format!("{number}%"), 3) } else { (number, 2) };
    let weight = if probability >= 0.1 { Modifier::BOLD } else { Modifier::empty() };
    let style = Style::new().fg(look.palette.accent).add_modifier(weight);
    buffer.set_string(
        area.x + (area.width - width) / 2,
        area.y + (area.height - 1) / 2,
        text,
        style,
    );
}
