//! Pictures and recordings of a game, drawn as the table of a replay.

mod cast;
pub mod svg;

use std::{io, time::Duration};

use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect, Size},
    widgets::{Block, Widget},
};

use super::{Start, screen::Screen as _, table::TableScreen};
use crate::{
    games::GameView,
    settings::home::Home,
    widgets::{ClickAreas, ColorDepth, Look, drawing},
};
use fourcade_engine::play::Session;

/// The replay of a game in a window without footer.
pub struct Picture<G: GameView> {
    screen: TableScreen<G>,
    look: Look,
    size: Size,
    pace: Duration,
    record_lines: usize,
}

impl<G: GameView> Picture<G> {
    /// The session must have no undone lines. `size`, in columns and rows, is raised to the game's
    /// minimum. A recording shows each position for `pace`.
    pub fn new(session: Session<G>, home: &Home, size: Size, pace: Duration) -> Self {
        let mut settings = home.settings.clone();
        (settings.motion.enabled, settings.pace) = (false, pace);
        let record_lines = session.lines().len();
        let size =
            Size::new(size.width.max(G::MIN_SIZE.width), size.height.max(G::MIN_SIZE.height));
        let screen = TableScreen::new(session, Start::Replay, &settings);
        Self { screen, look: home.look(ColorDepth::True), size, pace, record_lines }
    }

    /// Draws the position after `lines` lines of the record.
    fn draw(&mut self, lines: usize, is_paused: bool) -> Buffer {
        self.screen.table.seek(|game| game.session_mut().go_to(lines));
        self.screen.table.playback.set_paused(is_paused);
        let area = Rect::from((Position::ORIGIN, self.size));
        let mut buffer = Buffer::empty(area);
        Block::new().style(self.look.text()).render(area, &mut buffer);
        self.screen.draw(area, &mut buffer, &self.look, &mut ClickAreas::default());
        drawing::make_printable(&mut buffer, &self.look);
        buffer
    }

    fn title(&self) -> String {
        format!("{}: {}", G::FACTS.title, self.screen.table.player_names().join(", "))
    }

    pub fn svg(&mut self) -> String {
        svg::svg(&self.draw(self.record_lines, true), &self.title())
    }

    pub fn cast(&mut self) -> io::Result<String> {
        let (title, pace) = (self.title(), self.pace);
        let frames = (0..=self.record_lines).map(|lines| self.draw(lines, false));
        cast::cast(frames, pace, &title)
    }
}
