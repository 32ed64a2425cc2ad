//! The classes of windows, and the frame of all pages: a title with the content below it. Sizes are
//! in terminal columns and rows. Windows don't include the key bar.

use ratatui::{
    buffer::Buffer,
    layout::{Constraint::Length, Rect, Size},
};

use super::{ClickAreas, Look, drawing};

/// The size of a window, on which the layout of pages depends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum WindowClass {
    /// Below 80 x 24 with the key bar.
    Small,
    #[default]
    Usual,
    /// From 120 x 40 with the key bar.
    Large,
}

impl WindowClass {
    pub fn of(window: Rect) -> Self {
        match (window.width, window.height) {
            (120.., 39..) => Self::Large,
            (80.., 23..) => Self::Usual,
            _ => Self::Small,
        }
    }
}

/// The maximum width of the content, in windows of up to 160 columns. In wider ones it grows.
const MAX_WIDTH: u16 = 112;
const MAX_HEIGHT: u16 = 50;
/// The maximum width of a text, because longer lines are hard to read.
pub const TEXT_WIDTH: u16 = 72;
/// Minimum height of a window with empty rows around the title and the content.
const MIN_HEIGHT_FOR_GAPS: u16 = 17;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    pub class: WindowClass,
    pub title: Rect,
    pub content: Rect,
}

impl Frame {
    pub fn new(window: Rect) -> Self {
        let max_width = MAX_WIDTH.max(window.width / 10 * 7);
        Self::within(window, Size::new(max_width, MAX_HEIGHT))
    }

    /// The frame of a page whose pictures or charts grow with the window.
    pub fn filling(window: Rect) -> Self {
        Self::within(window, window.as_size())
    }

    pub fn within(window: Rect, max_size: Size) -> Self {
        let width = window.width.saturating_sub(2 * margin(window.width)).min(max_size.width);
        let page = window.centered(Length(width), Length(max_size.height));
        // Above the title, below it, and above the key bar.
        let empty = u16::from(window.height >= MIN_HEIGHT_FOR_GAPS);
        let title = Rect { y: page.y + empty, height: 1, ..page }.intersection(page);
        let y = (title.bottom() + empty).min(page.bottom());
        let height = page.bottom().saturating_sub(y + empty);
        Self { class: WindowClass::of(window), title, content: Rect { y, height, ..page } }
    }

    /// Centres the page in a large window, for content of this height.
    pub fn centred_for(self, height: u16) -> Self {
        if self.class < WindowClass::Large {
            return self;
        }
        let Self { title, content, .. } = self;
        let offset = content.height.saturating_sub(height) / 2;
        let title = Rect { y: title.y + offset, ..title };
        let y = content.y + offset;
        let content = Rect { y, height: content.height - offset, ..content };
        Self { title, content, ..self }
    }

    /// Draws the title, which has the focus by default.
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

    pub fn draw_title_with(
        &self,
        title: &str,
        note: &str,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut ClickAreas,
    ) {
        self.draw_title(title, buffer, look, areas);
        drawing::draw_text(buffer, self.after_title(title), note, look.dim(), look);
    }

    /// The rest of the title's row, two columns after the title.
    pub fn after_title(&self, title: &str) -> Rect {
        let inset = (drawing::text_width(title) + 2).min(self.title.width);
        Rect { x: self.title.x + inset, width: self.title.width - inset, ..self.title }
    }
}

/// The margin on each side of a page, in columns.
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
    fn a_page_fits_into_every_window() {
        for ((width, height), title, content) in [
            ((40, 11), (1, 0), Rect::new(1, 1, 38, 10)),
            ((60, 19), (1, 1), Rect::new(1, 3, 58, 15)),
            ((80, 23), (2, 1), Rect::new(2, 3, 76, 19)),
            ((100, 29), (4, 1), Rect::new(4, 3, 92, 25)),
            ((120, 39), (4, 1), Rect::new(4, 3, 112, 35)),
            ((200, 59), (30, 6), Rect::new(30, 8, 140, 46)),
        ] {
            let frame = Frame::new(Rect::new(0, 0, width, height));
            assert_eq!((frame.title.x, frame.title.y), title, "{width} x {height}");
            assert_eq!(frame.content, content, "{width} x {height}");
        }
        let filling = Frame::filling(Rect::new(0, 0, 200, 59));
        assert_eq!((filling.title.x, filling.title.y), (4, 1));
        assert_eq!(filling.content, Rect::new(4, 3, 192, 55));
        let large = Frame::new(Rect::new(0, 0, 120, 39)).centred_for(25);
        assert_eq!((large.title.y, large.content), (6, Rect::new(4, 8, 112, 30)));
        let usual = Frame::new(Rect::new(0, 0, 100, 29));
        assert_eq!(usual.centred_for(15), usual);
        let nothing = Frame::new(Rect::ZERO);
        assert!(nothing.title.is_empty() && nothing.content.is_empty());
    }
}
