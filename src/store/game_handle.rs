//! A table's hold on its game in the store.

use std::{
    sync::{Arc, Mutex, mpsc::Sender},
    time::{Duration, Instant},
};

use super::{
    library::LoadedGame,
    pending_choices,
    saved_game::GameProgress,
    tracked_game::{GameUpdate, SaveStatus},
    writer::WriterRequest,
};
use crate::{
    play::{Game, RecordLine, Session},
    sync::lock,
};

/// Who does nothing for longer was away: that time does not count as played.
const AWAY: Duration = Duration::from_secs(10 * 60);

/// A table's hold on its game in the store. What happens is handed over and never waited for.
#[derive(Debug)]
pub struct GameHandle {
    /// None: nothing is kept.
    requests: Option<Sender<WriterRequest>>,
    key: i64,
    status: Arc<Mutex<SaveStatus>>,
    /// How many lines were handed over.
    lines: usize,
    /// Which choices that wait were handed over.
    gathered: String,
    /// When something was handed over last.
    since: Instant,
}

impl GameHandle {
    pub(super) fn new(
        requests: Option<Sender<WriterRequest>>,
        key: i64,
        status: Arc<Mutex<SaveStatus>>,
        lines: usize,
    ) -> Self {
        Self { requests, key, status, lines, gathered: String::new(), since: Instant::now() }
    }

    /// Of a game in which these choices wait already.
    pub(super) fn with_gathered(mut self, loaded: &LoadedGame) -> Self {
        self.gathered.clone_from(&loaded.gathered);
        self
    }

    /// Of a game that nobody keeps.
    pub fn disabled() -> Self {
        Self::new(None, 0, Arc::default(), 0)
    }

    /// Hands over how the game stands now. So many of its first lines have not changed since this
    /// was called last: [`Session::unchanged`].
    ///
    /// Nothing is handed over before the first choice of a person or the first step, nor when
    /// nothing has changed; `is_marked` says that the marks have.
    pub fn update<G: Game>(&mut self, session: &Session<G>, unchanged: usize, is_marked: bool) {
        let lines = session.lines();
        let unchanged = unchanged.min(self.lines).min(lines.len());
        let gathered = pending_choices::text(session);
        let has_row = self.lines > 0 || !self.gathered.is_empty();
        let has_changed = unchanged < lines.len()
            || lines.len() < self.lines
            || gathered != self.gathered
            || (is_marked && has_row);
        let Some(requests) = self.requests.as_ref().filter(|_| has_changed) else { return };
        let texts: Result<Vec<String>, _> =
            lines[unchanged..].iter().map(RecordLine::text).collect();
        let texts = match texts {
            Ok(texts) => texts,
            Err(why) => {
                lock(&self.status).failure = Some(why.to_string());
                return;
            }
        };
        let played = self.since.elapsed();
        let played = if played > AWAY { Duration::ZERO } else { played };
        (self.since, self.lines) = (Instant::now(), lines.len());
        self.gathered = gathered;
        let change =
            GameUpdate { unchanged, lines: texts, standing: GameProgress::of(session), played };
        if requests.send(WriterRequest::GameUpdate(self.key, change)).is_err() {
            self.requests = None;
        }
    }

    /// Whether what was handed over is in the store, or soon will be: nothing is lost when the
    /// table is left.
    pub fn is_kept(&self) -> bool {
        self.requests.is_some() && lock(&self.status).failure.is_none()
    }

    /// Why it is not kept, if writing it failed.
    pub fn failure(&self) -> Option<String> {
        lock(&self.status).failure.clone()
    }

    /// Its number in the store, once it has one.
    pub fn id(&self) -> Option<i64> {
        lock(&self.status).id
    }
}

impl Drop for GameHandle {
    fn drop(&mut self) {
        if let Some(requests) = &self.requests {
            // Where nobody listens, nothing has to be forgotten.
            let _ = requests.send(WriterRequest::Leave(self.key));
        }
    }
}
