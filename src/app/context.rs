//! What the pages of an app share, in both front ends.

use std::time::Duration;

use super::Background;
use crate::{
    database::Store,
    games::Notation,
    job::{JobError, Worker},
    settings::{Setting, Settings, home::Home},
};

/// How long the end of the program waits for files that are being written.
const FINISH_TIME: Duration = Duration::from_secs(2);

/// What the pages of an app share.
pub struct Context {
    pub home: Home,
    /// The saved games and statistics.
    pub store: Store,
    /// Writes the settings and the last setups, one after the other.
    pub files: Worker<()>,
    pub background: Background,
}

impl Context {
    pub fn new(home: Home, store: Store, background: Background) -> Self {
        let files = Worker::start("files", &background, |_| ());
        let context = Self { home, store, files, background };
        context.follow_settings();
        context
    }

    pub fn use_settings(&mut self, settings: Settings, given: Vec<&'static Setting>) {
        self.home.use_settings(settings, given);
        self.follow_settings();
    }

    fn follow_settings(&self) {
        let is_course = self.home.settings.course_coordinates;
        let notation = if is_course { Notation::Course } else { Notation::FromOne };
        notation.use_on_screen();
    }

    /// Waits until all files are written, at most for [`FINISH_TIME`]: a network file system can
    /// block for ever.
    pub fn finish_files(&self) {
        let _ = self.files.ask(|()| Ok::<_, JobError>(())).wait_for(FINISH_TIME);
    }
}
