//! What all screens of an arcade share.

use std::time::Duration;

use super::screen::Context;
use crate::{
    app::Background,
    database::Store,
    games::Notation,
    job::{JobError, Worker},
    settings::{Setting, Settings, home::Home, log},
    widgets::{ColorDepth, Look},
};

/// How long the end of the program waits for files that are being written.
const FINISH_TIME: Duration = Duration::from_secs(2);

/// What all screens share; they borrow it as a [`Context`].
pub struct Shared {
    pub home: Home,
    /// The look that follows from the settings in `home`.
    pub look: Look,
    pub background: Background,
    pub store: Store,
    /// Writes the settings and the last setups, one after the other.
    files: Worker<()>,
    /// The text that the terminal is to copy to the clipboard.
    pub copied: Option<String>,
}

impl Shared {
    /// Returns what the screens share on a terminal of this colour depth.
    pub fn new(home: Home, depth: ColorDepth, background: Background, store: Store) -> Self {
        let files = Worker::start("files", &background, |_| ());
        let mut shared =
            Self { look: home.look(depth), home, background, store, files, copied: None };
        shared.follow_settings();
        shared
    }

    pub fn use_settings(&mut self, settings: Settings, given: Vec<&'static Setting>) {
        self.home.use_settings(settings, given);
        self.follow_settings();
    }

    fn follow_settings(&mut self) {
        self.look = self.home.look(self.look.depth);
        let is_course = self.home.settings.course_coordinates;
        let notation = if is_course { Notation::Course } else { Notation::FromOne };
        notation.use_on_screen();
    }

    /// Lends everything to a screen.
    pub fn context(&self) -> Context<'_> {
        let Self { home, look, background, store, files, .. } = self;
        Context { background, look, home, store, files, is_on_top: true }
    }

    /// Takes the messages of the store, and writes them to the log.
    pub fn news(&self) -> Vec<String> {
        let news = self.store.news();
        if !news.is_empty() {
            let lines = news.clone();
            self.files.run(move |()| lines.iter().for_each(|line| drop(log::write(line))));
        }
        news
    }

    /// Waits until all files are written, at most for [`FINISH_TIME`]: a network file system can
    /// block for ever.
    pub fn finish_files(&self) {
        let _ = self.files.ask(|()| Ok::<_, JobError>(())).wait_for(FINISH_TIME);
    }
}
