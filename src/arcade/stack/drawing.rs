//! Draws the visible screens, the footer and the notice.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    widgets::{Block, Paragraph, Widget, Wrap},
};

use super::Arcade;
use crate::{
    arcade::{keys::KEYS, notice::Notice},
    widgets::drawing,
};

impl Arcade {
    /// Draws the visible screens and the footer, or the size they need if the area is too small.
    /// No cell holds anything that a terminal would not show.
    pub fn draw(&mut self, area: Rect, buffer: &mut Buffer) {
        self.draw_screens(area, buffer);
        drawing::make_printable(buffer);
    }

    fn draw_screens(&mut self, area: Rect, buffer: &mut Buffer) {
        self.areas.clear();
        let look = &self.shared.look;
        Block::new().style(look.text()).render(area, buffer);
        let bottom = self.screens.iter().rposition(|screen| !screen.is_dialog()).unwrap_or(0);
        let min = self.screens.get(bottom).map(|screen| screen.min_size()).unwrap_or_default();
        if area.width < min.width || area.height < min.height {
            let text = format!(
                "Terminal too small: {} x {}\n(needs {} x {})",
                area.width, area.height, min.width, min.height
            );
            let text = Paragraph::new(text).style(look.text()).wrap(Wrap { trim: true });
            return text.render(area, buffer);
        }
        let body = Rect { height: area.height - 1, ..area };
        for screen in &mut self.screens[bottom..] {
            screen.draw(body, buffer, look, &mut self.areas);
        }
        self.showed_late = self.shared.store.is_late();
        let late = self.showed_late.then(Notice::late);
        if let Some(notice) = self.notice.as_ref().or(late.as_ref()) {
            notice.draw(area, buffer, look);
        } else {
            let footer = Rect { y: body.bottom(), height: 1, ..area };
            drawing::draw_footer(buffer, footer, &self.offers(), KEYS.len(), look, &mut self.areas);
        }
    }
}
