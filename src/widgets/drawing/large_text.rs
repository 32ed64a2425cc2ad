//! Text in large letters made of blocks.

use ratatui::{
    buffer::Buffer,
    layout::{Constraint::Length, HorizontalAlignment, Rect, Size},
    style::{Modifier, Style},
    text::Line,
    widgets::Widget,
};
use tui_big_text::{BigText, PixelSize};

use super::{draw_text, text_width};
use crate::widgets::Look;

/// The width and height of a large letter: 8 x 8 pixels in quadrants.
pub const LARGE_LETTER: (u16, u16) = (4, 4);

/// The last letter of the large font, which has the Latin-1 characters.
const LAST_LARGE_LETTER: char = '\u{ff}';

const FULL_BLOCK: &str = "█";

/// The size of a text in the largest letters made of blocks that fit into `room`; `None` if none
/// do, or if a letter isn't in the font.
pub fn large_text_size(text: &str, room: Size) -> Option<Size> {
    let (width, height) = LARGE_LETTER;
    let width = text_width(text).saturating_mul(width);
    // Letters of quadrants, then of full cells, then of cells doubled in both directions.
    let sizes = [4, 2, 1].map(|scale| Size::new(width.saturating_mul(scale), scale * height));
    let fits = |size: &Size| size.width <= room.width && size.height <= room.height;
    let is_in_font = text.chars().all(|letter| letter <= LAST_LARGE_LETTER);
    sizes.into_iter().find(fits).filter(|_| is_in_font)
}

/// Draws the text in the largest letters that fit.
pub fn draw_large_text(buffer: &mut Buffer, area: Rect, text: &str, style: Style) {
    let size = large_text_size(text, area.as_size());
    let scale = size.map_or(1, |size| size.height / LARGE_LETTER.1);
    let letters = BigText::builder()
        .pixel_size(if scale > 1 { PixelSize::Full } else { PixelSize::Quadrant })
        .style(style)
        .lines(vec![Line::from(text)])
        .build();
    let Some(size) = size.filter(|_| scale > 2) else { return letters.render(area, buffer) };
    let enlarged = scale / 2;
    let mut small = Buffer::empty(Rect::new(0, 0, size.width / enlarged, size.height / enlarged));
    letters.render(small.area, &mut small);
    for place in Rect::from((area.as_position(), size)).positions() {
        let [x, y] = [(place.x - area.x) / enlarged, (place.y - area.y) / enlarged];
        if small[(x, y)].symbol() != " " {
            buffer[place].set_symbol(FULL_BLOCK).set_style(style);
        }
    }
}

/// The size of a name in large letters; `None` if there is no room for them. A terminal without
/// quadrants has only those made of full cells.
pub fn name_size(name: &str, room: Size, look: &Look) -> Option<Size> {
    let size = large_text_size(name, room);
    size.filter(|size| look.glyphs.blocks || size.height > LARGE_LETTER.1)
}

/// Draws a name in the middle rows: in large letters, else spaced out, else as it is.
pub fn draw_name(
    buffer: &mut Buffer,
    area: Rect,
    align: HorizontalAlignment,
    name: &str,
    style: Style,
    look: &Look,
) {
    let spaced = name.chars().map(String::from).collect::<Vec<_>>().join(" ");
    let text = if text_width(&spaced) <= area.width { &spaced } else { name };
    let large = name_size(name, area.as_size(), look);
    let size = large.unwrap_or(Size::new(text_width(text).min(area.width), 1));
    let place = area.centered_vertically(Length(size.height));
    let place = match align {
        HorizontalAlignment::Center => place.centered_horizontally(Length(size.width)),
        _ => place,
    };
    if large.is_none() {
        draw_text(buffer, place, text, style, look);
        return;
    }
    draw_large_text(buffer, place, name, style);
    if !look.glyphs.blocks {
        // The blocks are cells of the other colour.
        let inverse = if style.add_modifier.contains(Modifier::REVERSED) {
            style.remove_modifier(Modifier::REVERSED)
        } else {
            style.add_modifier(Modifier::REVERSED)
        };
        for at in place.positions() {
            if buffer[at].symbol() == FULL_BLOCK {
                buffer[at].set_symbol(" ").set_style(inverse);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::{ColorDepth, testing};

    #[test]
    fn a_name_is_as_large_as_the_room_allows() {
        let drawn = |width, height, is_ascii| {
            let look = testing::look(ColorDepth::True, is_ascii);
            let area = Rect::new(0, 0, width, height);
            let mut buffer = Buffer::empty(area);
            let style = Style::new().add_modifier(Modifier::REVERSED);
            draw_name(&mut buffer, area, HorizontalAlignment::Center, "Jo", style, &look);
            let size = name_size("Jo", area.as_size(), &look);
            (size.map(|size| size.height), testing::text(&buffer).trim().to_owned())
        };
        for (width, height, is_ascii, rows) in [
            (40, 16, false, Some(16)),
            (31, 16, false, Some(8)),
            (16, 8, true, Some(8)),
            (8, 4, false, Some(4)),
            (8, 4, true, None),
        ] {
            assert_eq!(drawn(width, height, is_ascii).0, rows, "{width} x {height}");
        }
        assert_eq!(drawn(7, 3, false).1, "J o");
        assert_eq!(drawn(2, 3, false).1, "Jo");
        // Blank cells make the letters.
        assert_eq!(drawn(16, 8, true).1, "");
    }
}
