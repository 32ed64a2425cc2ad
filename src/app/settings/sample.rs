//! How the games will look: tiles of the four seats on the grounds that a board has, cards, a bar,
//! words.

use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
    style::{Color, Modifier},
};

use crate::ui::{Look, cards, shapes, widgets};

/// The room that [`draw`] wants.
pub const SIZE: Size = Size::new(28, 15);
/// Columns and rows of a cell, and of a card.
const CELL: Size = Size::new(7, 3);
const CARD: Size = Size::new(6, 4);
/// The seats' tiles where there are no blocks.
const SIGNS: [&str; 4] = ["O", "X", "P", "E"];
/// The seats, in the words of a table.
const SEATS: [&str; 4] = ["first", "second", "third", "fourth"];

/// Draws all samples, each below the other.
pub fn draw(area: Rect, buffer: &mut Buffer, look: &Look) {
    let palette = &look.palette;
    // A calm cell, the last move, the cursor, and what a move has turned.
    let grounds = [palette.cells[0], palette.last, palette.cursor, palette.fresh];
    for (seat, ground) in grounds.into_iter().enumerate() {
        tile(seat, ground, place(area, seat, CELL, 0), buffer, look);
    }
    let mut names = area.x;
    for (seat, name) in SEATS.into_iter().enumerate() {
        let row = Rect { x: names, y: area.y + 4, height: 1, width: CELL.width }.intersection(area);
        widgets::draw_text(buffer, row, name, look.seat(seat), look);
        names += CELL.width;
    }
    for at in 0..4 {
        card(at, place(area, at, CARD, 6), buffer, look);
    }
    let bar = Rect { y: area.y + 11, height: 1, ..area }.intersection(area);
    if !bar.is_empty() {
        widgets::draw_share_bar(buffer, bar, [24, 14], 26, look);
    }
    for (row, words, style) in
        [(13, "Your move.", look.strong()), (14, "and what matters less", look.dim())]
    {
        widgets::draw_text(
            buffer,
            Rect { y: area.y + row, height: 1, ..area }.intersection(area),
            words,
            style,
            look,
        );
    }
    let alert = Rect { x: area.x + 14, y: area.y + 13, height: 1, width: 14 };
    widgets::draw_text(buffer, alert.intersection(area), "not allowed", look.alert(), look);
}

/// Draws the seats' colours, a few cells and two cards in two rows.
pub fn strip(area: Rect, buffer: &mut Buffer, look: &Look) {
    let palette = &look.palette;
    let mut x = area.x;
    for (seat, name) in SEATS.into_iter().enumerate() {
        let row = Rect { x, height: 1, width: 8, ..area }.intersection(area);
        widgets::draw_text(buffer, row, name, look.seat(seat), look);
        x += 8;
    }
    let row = Rect { y: area.y + 1, height: 1, ..area };
    for (seat, ground) in
        [palette.cells[0], palette.last, palette.cursor, palette.fresh].into_iter().enumerate()
    {
        let cell = Rect { x: row.x + 3 * u16::try_from(seat).unwrap_or(0), width: 3, ..row };
        tile(seat, ground, cell.intersection(area), buffer, look);
    }
    for at in 0..3 {
        let place = Rect { x: row.x + 14 + 5 * u16::try_from(at).unwrap_or(0), width: 4, ..row };
        card(at, place.intersection(area), buffer, look);
    }
}

/// The place of the sample with this number in a row of them, so many rows below the top.
fn place(area: Rect, at: usize, size: Size, below: u16) -> Rect {
    let x = area.x + CELL.width * u16::try_from(at).unwrap_or(0);
    Rect { x, y: area.y + below, width: size.width, height: size.height }.intersection(area)
}

/// A seat's tile on a cell.
fn tile(seat: usize, ground: Color, area: Rect, buffer: &mut Buffer, look: &Look) {
    let style = look.seat(seat).bg(ground);
    cards::fill(buffer, area, " ", style);
    if area.height < CELL.height || !look.glyphs.blocks {
        let sign =
            Rect { x: area.x + area.width / 2, y: area.y + area.height / 2, width: 1, height: 1 };
        return widgets::draw_text(
            buffer,
            sign.intersection(area),
            SIGNS[seat % SIGNS.len()],
            style,
            look,
        );
    }
    let ink = look.palette.seats[seat % look.palette.seats.len()];
    // As wide as high: a terminal's cells are twice as high as wide.
    let disc = Rect { x: area.x + 1, width: area.width.saturating_sub(1), ..area };
    match seat {
        0 => shapes::paint(buffer, disc, ink, shapes::ring(0.95, 0.45)),
        1 => shapes::paint(buffer, disc, ink, shapes::cross(0.85, 0.3)),
        2 => shapes::paint(buffer, disc, ink, shapes::square(0.8, 0.0)),
        _ => shapes::paint(buffer, disc, ink, shapes::open_mouth(0.95, false)),
    }
}

/// A card: black, red, one that is selected, or a back.
fn card(at: usize, area: Rect, buffer: &mut Buffer, look: &Look) {
    if area.is_empty() {
        return;
    }
    if at >= 2 {
        return cards::draw_back(buffer, area, look);
    }
    let (face, [.., suit_red, suit_black, _]) = (["K", "7"], look.glyphs.suits);
    let suit = [suit_black, suit_red][at];
    let style = cards::face_style(look).fg(look.palette.print[at]).add_modifier(Modifier::BOLD);
    cards::draw_blank(buffer, area, style, look);
    let inside = cards::inner_area(area, look);
    let inset = u16::from(cards::has_backgrounds(look));
    let corner = Rect { x: inside.x + inset, width: inside.width.saturating_sub(inset), ..inside };
    widgets::draw_text(
        buffer,
        corner.intersection(area),
        &format!("{}{suit}", face[at]),
        style,
        look,
    );
}
