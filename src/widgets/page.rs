//! The frame that all pages share: a block with a title and the content below it. It stands in the
//! middle of the window. All sizes are in terminal columns and rows.

use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
};

use super::{ClickAreas, Look, drawing};

/// The largest width of the content, in windows of up to 160 columns. In wider ones it grows.
const MAX_WIDTH: u16 = 112;
/// The largest width of a text: longer lines are hard to read.
pub const TEXT_WIDTH: u16 = 72;
/// In windows with fewer rows than this, without the key bar, no row stays empty.
const LOW: u16 = 17;

/// Where the title and the content of a page are in a window without its key bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    pub title: Rect,
    pub content: Rect,
}

impl Frame {
    /// The largest frame of a window.
    pub fn new(window: Rect) -> Self {
        let max_width = MAX_WIDTH.max(window.width / 10 * 7);
        let width = window.width.saturating_sub(2 * margin(window.width)).min(max_width);
        let left = (window.width - width) / 2;
        // Above the title, below it, and above the key bar.
        let empty = u16::from(window.height >= LOW);
        let title = Rect { x: window.x + left, y: window.y + empty, width, height: 1 };
        let y = title.bottom() + empty;
        let height = window.bottom().saturating_sub(y + empty);
        Self { title: title.intersection(window), content: Rect { y, height, ..title } }
    }

    /// The frame of a window around content of this size, as far as there is room.
    pub fn around(window: Rect, size: Size) -> Self {
        let Self { title, content } = Self::new(window);
        let width = size.width.min(content.width);
        let height = size.height.min(content.height);
        let (x, down) = (content.x + (content.width - width) / 2, (content.height - height) / 2);
        let title = Rect { x, y: title.y + down, width, ..title };
        Self { title, content: Rect { x, y: content.y + down, width, height } }
    }

    /// Draws the title, which has the attention until something on the page takes it.
    pub fn draw_title(
        &self,
        title: &str,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut ClickAreas,
    ) {
        areas.focus_on(self.title);
        drawing::draw_text(buffer, self.title, title, look.accent(), look);
    }

    /// Draws a title with a note behind it in secondary style.
    pub fn draw_title_with(
        &self,
        title: &str,
        note: &str,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut ClickAreas,
    ) {
        self.draw_title(title, buffer, look, areas);
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
            ((120, 39), (4, 1), Rect::new(4, 3, 112, 35)),
            ((200, 59), (30, 1), Rect::new(30, 3, 140, 55)),
        ] {
            let frame = Frame::new(Rect::new(0, 0, width, height));
            assert_eq!((frame.title.x, frame.title.y), title, "{width} x {height}");
            assert_eq!(frame.content, content, "{width} x {height}");
        }
        let nothing = Frame::new(Rect::ZERO);
        assert!(nothing.title.is_empty() && nothing.content.is_empty());
    }

    #[test]
    fn a_small_page_stands_in_the_middle() {
        let window = Rect::new(0, 0, 200, 59);
        let Frame { title, content } = Frame::around(window, Size::new(80, 25));
        assert_eq!((title.x, title.y, title.width), (60, 16, 80));
        assert_eq!(content, Rect::new(60, 18, 80, 25));
        assert_eq!(Frame::around(window, Size::new(500, 500)), Frame::new(window));
        assert!(Frame::around(Rect::ZERO, Size::new(80, 25)).content.is_empty());
    }
}
