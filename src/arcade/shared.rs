//! What all screens of an arcade share.

use std::time::Duration;

use super::{message::Waker, screen::Context, settings_writer::SettingsWriter};
use crate::{
    database::Store,
    settings::{home::Home, log},
    widgets::{ColorDepth, Look},
};

/// How long a frame waits until the moves that it shows are saved.
const SAVE_TIME: Duration = Duration::from_millis(50);

/// How long the end of the program waits for files that are being written.
const FINISH_TIME: Duration = Duration::from_secs(2);

/// What all screens share; they borrow it as a [`Context`].
pub struct Shared {
    pub home: Home,
    /// The look that follows from the settings in `home`.
    pub look: Look,
    pub waker: Waker,
    pub store: Store,
    files: SettingsWriter,
    /// The text that the terminal is to copy to the clipboard.
    pub copied: Option<String>,
}

impl Shared {
    /// Returns what the screens share on a terminal of this colour depth.
    pub fn new(home: Home, depth: ColorDepth, waker: Waker, store: Store) -> Self {
        Self {
            look: home.look(depth),
            home,
            waker,
            store,
            files: SettingsWriter::start(),
            copied: None,
        }
    }

    /// Lends everything to a screen.
    pub fn context(&self) -> Context<'_> {
        let Self { home, look, waker, store, files, .. } = self;
        Context { waker, look, home, store, files, is_on_top: true }
    }

    /// Takes the messages of the store, and writes them to the log.
    pub fn news(&self) -> Vec<String> {
        let news = self.store.news();
        if !news.is_empty() {
            let lines = news.clone();
            self.files.run(&self.waker, move || lines.iter().for_each(|line| log::write(line)));
        }
        news
    }

    /// Waits until the moves that the next frame shows are saved. A slow disk delays no frame for
    /// longer than [`SAVE_TIME`]; see [`Store::is_late`].
    pub fn wait_until_saved(&self) {
        self.store.wait_for_updates(SAVE_TIME);
    }

    /// Waits until all files are written, at most for [`FINISH_TIME`].
    pub fn finish_files(&self) {
        self.files.finish(FINISH_TIME);
    }
}
