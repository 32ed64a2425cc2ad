//! What all screens of an arcade share.

use super::screen::Context;
use crate::{
    app::{self, Background},
    database::Store,
    settings::{Setting, Settings, home::Home, log},
    widgets::{ColorDepth, Look, TerminalKind},
};

/// What all screens share; they borrow it as a [`Context`].
pub struct Shared {
    pub app: app::Context,
    /// The look that follows from the settings.
    pub look: Look,
    /// The text that the terminal is to copy to the clipboard.
    pub copied: Option<String>,
    pub terminal: TerminalKind,
}

impl Shared {
    /// Returns what the screens share on a terminal of this colour depth.
    pub fn new(home: Home, depth: ColorDepth, background: Background, store: Store) -> Self {
        let look = home.look(depth);
        let (app, terminal) = (app::Context::new(home, store, background), TerminalKind::CAPABLE);
        Self { app, look, copied: None, terminal }
    }

    pub fn use_settings(&mut self, settings: Settings, given: Vec<&'static Setting>) {
        self.app.home.use_settings(settings, given);
        self.look = self.app.home.look(self.look.depth);
    }

    /// Lends everything to a screen.
    pub fn context(&self) -> Context<'_> {
        Context { app: &self.app, look: &self.look, is_on_top: true }
    }

    /// Takes the messages of the store, and writes them to the log.
    pub fn news(&self) -> Vec<String> {
        let news = self.app.store.news();
        if !news.is_empty() {
            let lines = news.clone();
            self.app.files.run(move |()| lines.iter().for_each(|line| drop(log::write(line))));
        }
        news
    }
}
