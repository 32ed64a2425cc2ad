//! A sample of how the games will look: tiles of the four seats on the backgrounds of a board,
//! cards, a bar and text.

use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
    style::{Color, Modifier},
};

use crate::widgets::{Look, cards, drawing, shapes};

/// The size of the full sample.
pub const SIZE: Size = Size::new(28, 15);
/// The size of a cell.
const CELL: Size = Size::new(7, 3);
/// The size of a card.
const CARD: Size = Size::new(6, 4);
/// The seats' tiles in glyph sets without blocks.
const LETTERS: [&str; 4] = ["O", "X", "P", "E"];
/// The names of the seats.
const SEATS: [&str; 4] = ["first", "second", "third", "fourth"];

/// Draws the full sample.
pub fn draw(area: Rect, buffer: &mut Buffer, look: &Look) {
    let palette = &look.palette;
    // A plain cell, the last move, the cursor, and a tile that the last move has turned.
    let backgrounds = [palette.cells[0], palette.last, palette.cursor, palette.fresh];
    for (seat, background) in backgrounds.into_iter().enumerate() {
        draw_tile(seat, background, item_area(area, seat, CELL, 0), buffer, look);
    }
    let mut x = area.x;
    for (seat, name) in SEATS.into_iter().enumerate() {
        let row = Rect { x, y: area.y + 4, height: 1, width: CELL.width }.intersection(area);
        drawing::draw_text(buffer, row, name, look.seat(seat), look);
        x += CELL.width;
    }
    for index in 0..4 {
        draw_card(index, item_area(area, index, CARD, 6), buffer, look);
    }
    let bar = Rect { y: area.y + 11, height: 1, ..area }.intersection(area);
    if !bar.is_empty() {
        drawing::draw_share_bar(buffer, bar, [24, 14], 26, look);
    }
    for (row, text, style) in
        [(13, "Your move.", look.strong()), (14, "and less important text", look.dim())]
    {
        drawing::draw_text(
            buffer,
            Rect { y: area.y + row, height: 1, ..area }.intersection(area),
            text,
            style,
            look,
        );
    }
    let alert = Rect { x: area.x + 14, y: area.y + 13, height: 1, width: 14 };
    drawing::draw_text(buffer, alert.intersection(area), "not allowed", look.alert(), look);
}

/// Draws the sample for small windows: names, cells and cards in two rows.
pub fn draw_small(area: Rect, buffer: &mut Buffer, look: &Look) {
    let palette = &look.palette;
    let mut x = area.x;
    for (seat, name) in SEATS.into_iter().enumerate() {
        let row = Rect { x, height: 1, width: 8, ..area }.intersection(area);
        drawing::draw_text(buffer, row, name, look.seat(seat), look);
        x += 8;
    }
    let row = Rect { y: area.y + 1, height: 1, ..area };
    for (seat, background) in
        [palette.cells[0], palette.last, palette.cursor, palette.fresh].into_iter().enumerate()
    {
        let cell = Rect { x: row.x + 3 * u16::try_from(seat).unwrap_or(0), width: 3, ..row };
        draw_tile(seat, background, cell.intersection(area), buffer, look);
    }
    for index in 0..3 {
        let place = Rect { x: row.x + 14 + 5 * u16::try_from(index).unwrap_or(0), width: 4, ..row };
        draw_card(index, place.intersection(area), buffer, look);
    }
}

/// Returns the area of an item in a row of items that begins `below` rows under the top.
fn item_area(area: Rect, index: usize, size: Size, below: u16) -> Rect {
    let x = area.x + CELL.width * u16::try_from(index).unwrap_or(0);
    Rect { x, y: area.y + below, width: size.width, height: size.height }.intersection(area)
}

/// Draws a seat's tile on a cell.
fn draw_tile(seat: usize, background: Color, area: Rect, buffer: &mut Buffer, look: &Look) {
    let style = look.seat(seat).bg(background);
    cards::fill(buffer, area, " ", style);
    if area.height < CELL.height || !look.glyphs.blocks {
        let letter =
            Rect { x: area.x + area.width / 2, y: area.y + area.height / 2, width: 1, height: 1 };
        return drawing::draw_text(
            buffer,
            letter.intersection(area),
            LETTERS[seat % LETTERS.len()],
            style,
            look,
        );
    }
    let color = look.palette.seats[seat % look.palette.seats.len()];
    // A terminal's cells are about twice as high as wide, so this area is square.
    let disc = Rect { x: area.x + 1, width: area.width.saturating_sub(1), ..area };
    match seat {
        0 => shapes::paint(buffer, disc, color, shapes::ring(0.95, 0.45)),
        1 => shapes::paint(buffer, disc, color, shapes::cross(0.85, 0.3)),
        2 => shapes::paint(buffer, disc, color, shapes::square(0.8, 0.0)),
        _ => shapes::paint(buffer, disc, color, shapes::open_mouth(0.95, false)),
    }
}

/// Draws a card: a black one (index 0), a red one (1), or the back of a card.
fn draw_card(index: usize, area: Rect, buffer: &mut Buffer, look: &Look) {
    if area.is_empty() {
        return;
    }
    if index >= 2 {
        return cards::draw_back(buffer, area, look);
    }
    let (face, [.., suit_red, suit_black, _]) = (["K", "7"], look.glyphs.suits);
    let suit = [suit_black, suit_red][index];
    let style = cards::face_style(look).fg(look.palette.print[index]).add_modifier(Modifier::BOLD);
    cards::draw_blank(buffer, area, style, look);
    let inside = cards::inner_area(area, look);
    let inset = u16::from(cards::has_backgrounds(look));
    let corner = Rect { x: inside.x + inset, width: inside.width.saturating_sub(inset), ..inside };
    drawing::draw_text(
        buffer,
        corner.intersection(area),
        &format!("{}{suit}", face[index]),
        style,
        look,
    );
}
