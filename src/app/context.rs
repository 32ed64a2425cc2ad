//! Shared by all pages of a front end.

use std::time::Duration;

use super::Background;
use crate::{
    database::Store,
    games::{Naming, Notation},
    job::{JobError, Worker},
    settings::home::Home,
};

const FILES_TIMEOUT: Duration = Duration::from_secs(2);

pub struct Context {
    pub home: Home,
    pub store: Store,
    /// Writes small files of settings and state, one at a time.
    pub file_writer: Worker<()>,
    pub background: Background,
}

impl Context {
    pub fn new(home: Home, store: Store, background: Background) -> Self {
        let file_writer = Worker::start("files", &background, |_| ());
        Self { home, store, file_writer, background }
    }

    pub fn notation(&self) -> Notation {
        Notation::of(&self.home.settings)
    }

    pub fn naming(&self) -> Naming {
        Naming::of(&self.home.settings)
    }

    /// Waits a limited time: a network file system can block forever.
    pub fn finish_files(&self) {
        let _ = self.file_writer.ask(|()| Ok::<_, JobError>(())).wait_for(FILES_TIMEOUT);
    }
}
