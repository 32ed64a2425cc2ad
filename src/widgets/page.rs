//! The frame that all pages share, so that the eye finds a title and its content in the same place
//! on each of them. All sizes are in terminal columns and rows.

use ratatui::{buffer::Buffer, layout::Rect};

use super::{Look, drawing};

/// The largest width of the content.
const MAX_WIDTH: u16 = 100;
/// In windows with more columns than this, the content is centred.
const MAX_LEFT_ALIGNED: u16 = 140;
/// In windows with fewer rows than this, without the key bar, no row stays empty.
const LOW: u16 = 17;

/// Where the title and the content of a page are in a window without its key bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    pub title: Rect,
    pub content: Rect,
}

impl Frame {
    pub fn new(window: Rect) -> Self {
        let margin = margin(window.width);
        let width = window.width.saturating_sub(2 * margin).min(MAX_WIDTH);
        let left =
            if window.width > MAX_LEFT_ALIGNED { (window.width - width) / 2 } else { margin };
        // Above the title, below it, and above the key bar.
        let empty = u16::from(window.height >= LOW);
        let title = Rect { x: window.x + left, y: window.y + empty, width, height: 1 };
        let y = title.bottom() + empty;
        let height = window.bottom().saturating_sub(y + empty);
        Self { title: title.intersection(window), content: Rect { y, height, ..title } }
    }

    pub fn draw_title(&self, title: &str, buffer: &mut Buffer, look: &Look) {
        drawing::draw_text(buffer, self.title, title, look.accent(), look);
    }

    /// Draws a title with a note behind it in secondary style.
    pub fn draw_title_with(&self, title: &str, note: &str, buffer: &mut Buffer, look: &Look) {
        self.draw_title(title, buffer, look);
        drawing::draw_text(buffer, self.behind(title), note, look.dim(), look);
    }

    /// The rest of the title's row, two columns behind the title.
    pub fn behind(&self, title: &str) -> Rect {
        let inset = (drawing::text_width(title) + 2).min(self.title.width);
        Rect { x: self.title.x + inset, width: self.title.width - inset, ..self.title }
    }
}

/// The columns that stay free on both sides of a window of this width.
pub fn margin(width: u16) -> u16 {
    match width {
        100.. => 4,
        80.. => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_its_place_in_every_window() {
        for ((width, height), title, content) in [
            ((40, 11), (1, 0), Rect::new(1, 1, 38, 10)),
            ((60, 19), (1, 1), Rect::new(1, 3, 58, 15)),
            ((80, 23), (2, 1), Rect::new(2, 3, 76, 19)),
            ((100, 29), (4, 1), Rect::new(4, 3, 92, 25)),
            ((120, 39), (4, 1), Rect::new(4, 3, 100, 35)),
            ((200, 59), (50, 1), Rect::new(50, 3, 100, 55)),
        ] {
            let frame = Frame::new(Rect::new(0, 0, width, height));
            assert_eq!((frame.title.x, frame.title.y), title, "{width} x {height}");
            assert_eq!(frame.content, content, "{width} x {height}");
        }
        let nothing = Frame::new(Rect::ZERO);
        assert!(nothing.title.is_empty() && nothing.content.is_empty());
    }
}
