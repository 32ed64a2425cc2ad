//! How much room a window has, and the frame that all pages share in it: a title with the content
//! below it. All sizes are in terminal columns and rows, and windows are without their key bars.

use ratatui::{
    buffer::Buffer,
    layout::{Constraint::Length, Rect},
};

use super::{ClickAreas, Look, drawing};

/// Decides what pages show, and how.
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

/// The largest width of the content, in windows of up to 160 columns. In wider ones it grows.
const MAX_WIDTH: u16 = 112;
/// The largest height of the title and the content.
const MAX_HEIGHT: u16 = 48;
/// The largest width of a text: longer lines are hard to read.
pub const TEXT_WIDTH: u16 = 72;
/// In windows with fewer rows than this, no row stays empty.
const LOW: u16 = 17;

/// Where the title and the content of a page are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    pub class: WindowClass,
    pub title: Rect,
    pub content: Rect,
}

impl Frame {
    pub fn new(window: Rect) -> Self {
        let max_width = MAX_WIDTH.max(window.width / 10 * 7);
        Self::within(window, max_width, MAX_HEIGHT)
    }

    /// For pages that can use every window, such as charts.
    pub fn filling(window: Rect) -> Self {
        Self::within(window, window.width, window.height)
    }

    fn within(window: Rect, max_width: u16, max_height: u16) -> Self {
        let width = window.width.saturating_sub(2 * margin(window.width)).min(max_width);
        let page = window.centered(Length(width), Length(max_height));
        // Above the title, below it, and above the key bar.
        let empty = u16::from(window.height >= LOW);
        let title = Rect { y: page.y + empty, height: 1, ..page }.intersection(page);
        let y = (title.bottom() + empty).min(page.bottom());
        let height = page.bottom().saturating_sub(y + empty);
        Self { class: WindowClass::of(window), title, content: Rect { y, height, ..page } }
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
            ((200, 59), (30, 7), Rect::new(30, 9, 140, 44)),
        ] {
            let frame = Frame::new(Rect::new(0, 0, width, height));
            assert_eq!((frame.title.x, frame.title.y), title, "{width} x {height}");
            assert_eq!(frame.content, content, "{width} x {height}");
        }
        let filling = Frame::filling(Rect::new(0, 0, 200, 59)).content;
        assert_eq!(filling, Rect::new(4, 3, 192, 55));
        let nothing = Frame::new(Rect::ZERO);
        assert!(nothing.title.is_empty() && nothing.content.is_empty());
    }
}
