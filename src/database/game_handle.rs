//! The handle with which a table saves its game.

use std::{
    sync::{Arc, Mutex, mpsc::Sender},
    time::{Duration, Instant},
};

use super::{
    library::LoadedGame,
    pending_choices,
    saved_game::GameProgress,
    tracked_game::{GameUpdate, SaveStatus},
    unwritten::UnwrittenUpdates,
    writer::WriterRequest,
};
use crate::sync::lock;
use fourcade_engine::play::{Game, RecordLine, Session};

/// The longest time between two updates that counts as playing time. After a longer one the person
/// is taken to have been away.
const AWAY: Duration = Duration::from_secs(10 * 60);

/// The handle with which a table saves its game.
///
/// Updates are sent to the writer thread; no method waits for the disk. Dropping the handle tells
/// the writer that no more updates follow.
#[derive(Debug)]
pub struct GameHandle {
    /// The channel to the writer thread, and the counter of updates in it; `None` if games are not
    /// saved.
    requests: Option<(Sender<WriterRequest>, UnwrittenUpdates)>,
    /// The key by which the writer finds the game.
    key: i64,
    save_status: Arc<Mutex<SaveStatus>>,
    /// The number of lines that were sent.
    sent_lines: usize,
    /// The pending choices that were sent.
    sent_choices: String,
    /// When the last update was sent.
    last_sent: Instant,
}

impl GameHandle {
    pub(super) fn new(
        requests: Option<(Sender<WriterRequest>, UnwrittenUpdates)>,
        key: i64,
        save_status: Arc<Mutex<SaveStatus>>,
        sent_lines: usize,
    ) -> Self {
        let (sent_choices, last_sent) = (String::new(), Instant::now());
        Self { requests, key, save_status, sent_lines, sent_choices, last_sent }
    }

    /// Returns this handle with the pending choices of the loaded game, which count as sent.
    pub(super) fn with_pending_choices(mut self, loaded: &LoadedGame) -> Self {
        self.sent_choices.clone_from(&loaded.pending_choices);
        self
    }

    /// Returns the handle of a game that is not saved.
    pub fn disabled() -> Self {
        Self::new(None, 0, Arc::default(), 0)
    }

    /// Sends what has changed in the game since the last update.
    ///
    /// `unchanged` is the number of leading record lines that have stayed the same since then
    /// ([`Session::take_unchanged`]), and `have_marks_changed` says whether the session's marks
    /// have changed. No update is sent if nothing has changed, or before a person has made the
    /// first choice or the first step has been played.
    pub fn update<G: Game>(
        &mut self,
        session: &Session<G>,
        unchanged: usize,
        have_marks_changed: bool,
    ) {
        let lines = session.lines();
        let unchanged = unchanged.min(self.sent_lines).min(lines.len());
        let choices = pending_choices::to_text(session);
        let has_row = self.sent_lines > 0 || !self.sent_choices.is_empty();
        let has_changed = unchanged < lines.len()
            || lines.len() < self.sent_lines
            || choices != self.sent_choices
            || (have_marks_changed && has_row);
        let Some((requests, unwritten)) = self.requests.as_ref().filter(|_| has_changed) else {
            return;
        };
        let new_lines: Result<Vec<String>, _> =
            lines[unchanged..].iter().map(RecordLine::to_json).collect();
        let new_lines = match new_lines {
            Ok(new_lines) => new_lines,
            Err(error) => {
                lock(&self.save_status).failure = Some(error.to_string());
                return;
            }
        };
        let elapsed = self.last_sent.elapsed();
        let played = if elapsed > AWAY { Duration::ZERO } else { elapsed };
        self.last_sent = Instant::now();
        self.sent_lines = lines.len();
        self.sent_choices = choices;
        let update =
            GameUpdate { unchanged, new_lines, progress: GameProgress::of(session), played };
        if requests.send(WriterRequest::Update(self.key, update, unwritten.add())).is_err() {
            self.requests = None;
        }
    }

    /// Whether the game is saved or soon will be, so that nothing is lost when the table is left.
    pub fn is_saved(&self) -> bool {
        self.requests.is_some() && lock(&self.save_status).failure.is_none()
    }

    /// Returns why the last attempt to save the game failed, if it did.
    pub fn failure(&self) -> Option<String> {
        lock(&self.save_status).failure.clone()
    }

    /// Returns the number of the game in the store, once it has one.
    pub fn id(&self) -> Option<i64> {
        lock(&self.save_status).id
    }
}

impl Drop for GameHandle {
    fn drop(&mut self) {
        if let Some((requests, _)) = &self.requests {
            // If the writer has ended, there is no game to close.
            let _ = requests.send(WriterRequest::Close(self.key));
        }
    }
}
