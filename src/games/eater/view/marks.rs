//! What stands in a cell: a stone of the Passer's, the Eater's mouth, a number.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Modifier, Style},
};

use crate::{
    games::grid,
    ui::{Look, shapes},
};

/// A marker on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A stone of the Passer's that hangs together with the top row: filled, `P`.
    Joined,
    /// A stone of the Passer's that doesn't: hollow, `p`.
    Apart,
    /// The Eater's: a mouth, `E`.
    Eater,
}

/// Stones and mouth in cells of 4 x 2, pixel by pixel, with a row left free so that neighbours
/// don't run together.
const SMALL: [[&str; 4]; 3] = [
    [".######.", ".######.", ".######.", "........"],
    [".######.", ".#....#.", ".######.", "........"],
    [".#####..", "####....", ".#####..", "........"],
];

/// The same in cells of 6 x 3.
const MIDDLE: [[&str; 6]; 3] = [
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
pub fn draw(buffer: &mut Buffer, area: Rect, mark: Mark, look: &Look) {
    let (ink, letter) = match mark {
        Mark::Joined => (look.palette.seats[0], "P"),
        Mark::Apart => (look.palette.seats[0], "p"),
        Mark::Eater => (look.palette.seats[1], "E"),
    };
    if area.height == 1 || !look.glyphs.blocks {
        return grid::draw_symbol(
            buffer,
            area,
            letter,
            Style::new().fg(ink).add_modifier(Modifier::BOLD),
        );
    }
    match (area.height, mark) {
        (2, _) => shapes::paint(buffer, area, ink, shapes::bitmap(&SMALL[mark as usize])),
        (3, _) => shapes::paint(buffer, area, ink, shapes::bitmap(&MIDDLE[mark as usize])),
        (_, Mark::Joined) => shapes::paint(buffer, area, ink, shapes::square(0.84, 0.0)),
        (_, Mark::Apart) => shapes::paint(buffer, area, ink, shapes::square(0.84, 0.5)),
        (_, Mark::Eater) => {
            shapes::paint(buffer, area, ink, shapes::open_mouth(0.9, area.height > 4))
        }
    }
}

/// A stone on the path that has won: the whole cell, so that the path is one band.
pub fn draw_path(buffer: &mut Buffer, area: Rect, look: &Look) {
    let style =
        Style::new().fg(look.palette.seats[0]).add_modifier(Modifier::REVERSED | Modifier::BOLD);
    grid::draw_symbol(buffer, area, "P", style);
    buffer.set_style(area, style);
}

/// That both had chosen the cell.
pub fn draw_clash(buffer: &mut Buffer, area: Rect, look: &Look) {
    let style = Style::new().fg(look.palette.alert).add_modifier(Modifier::BOLD);
    buffer.set_string(area.right() - 1, area.y + (area.height - 1) / 2, "!", style);
}

/// How often a cell would be chosen, in hundredths.
pub fn draw_share(buffer: &mut Buffer, area: Rect, share: f64, look: &Look) {
    let percent = 100.0 * share;
    let number =
        if percent < 0.5 { "<1".to_owned() } else { format!("{:>2.0}", percent.min(99.0)) };
    let (text, width) = if area.width > 4 { (format!("{number}%"), 3) } else { (number, 2) };
    let weight = if share >= 0.1 { Modifier::BOLD } else { Modifier::empty() };
    let style = Style::new().fg(look.palette.accent).add_modifier(weight);
    buffer.set_string(
        area.x + (area.width - width) / 2,
        area.y + (area.height - 1) / 2,
        text,
        style,
    );
}
