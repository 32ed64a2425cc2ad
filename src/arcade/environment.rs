//! The settings, store, background jobs and look that all screens use.

use super::screen::ScreenContext;
use crate::{
    app::{self, Background},
    database::Store,
    settings::{Setting, Settings, home::Home, log},
    widgets::{ColorDepth, Look, TerminalKind},
};

pub struct Environment {
    pub app: app::Context,
    pub look: Look,
    /// The text to copy to the clipboard with the next frame.
    pub copied: Option<String>,
    pub terminal: TerminalKind,
}

impl Environment {
    pub fn new(home: Home, depth: ColorDepth, background: Background, store: Store) -> Self {
        let look = home.look(depth);
        let (app, terminal) = (app::Context::new(home, store, background), TerminalKind::CAPABLE);
        Self { app, look, copied: None, terminal }
    }

    pub fn use_settings(&mut self, settings: Settings, overrides: Vec<&'static Setting>) {
        self.app.home.use_settings(settings, overrides);
        self.look = self.app.home.look(self.look.depth);
    }

    pub fn context(&self) -> ScreenContext<'_> {
        ScreenContext { app: &self.app, look: &self.look, is_on_top: true }
    }

    /// Takes the store's messages for the screen, and writes them to the log file.
    pub fn take_and_log_news(&self) -> Vec<String> {
        let news = self.app.store.take_messages();
        if !news.is_empty() {
            let lines = news.clone();
            self.app
                .file_writer
                .run(move |()| lines.iter().for_each(|line| drop(log::write(line))));
        }
        news
    }
}
