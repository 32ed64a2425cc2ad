//! Text in large letters made of blocks.

use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
    style::Style,
    text::Line,
    widgets::Widget,
};
use tui_big_text::{BigText, PixelSize};

use super::text_width;

/// The width and height of a large letter: 8 x 8 pixels in quadrants.
pub const LARGE_LETTER: (u16, u16) = (4, 4);

/// The last letter of the large font, which has the Latin-1 characters.
const LAST_LARGE_LETTER: char = '\u{ff}';

/// The size of a text in the largest letters made of blocks that fit into `room`; `None` if none
/// do, or if a letter isn't in the font.
pub fn large_text_size(text: &str, room: Size) -> Option<Size> {
    let (width, height) = LARGE_LETTER;
    let width = text_width(text).saturating_mul(width);
    let sizes = [2, 1].map(|scale| Size::new(width.saturating_mul(scale), scale * height));
    let fits = |size: &Size| size.width <= room.width && size.height <= room.height;
    let is_in_font = text.chars().all(|letter| letter <= LAST_LARGE_LETTER);
    sizes.into_iter().find(fits).filter(|_| is_in_font)
}

/// The letters are twice as large if there is room.
pub fn draw_large_text(buffer: &mut Buffer, area: Rect, text: &str, style: Style) {
    let size = large_text_size(text, area.as_size());
    let is_double = size.is_some_and(|size| size.height > LARGE_LETTER.1);
    BigText::builder()
        .pixel_size(if is_double { PixelSize::Full } else { PixelSize::Quadrant })
        .style(style)
        .lines(vec![Line::from(text)])
        .build()
        .render(area, buffer);
}
