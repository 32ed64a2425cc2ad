//! A game in progress, as it is saved.

use std::{
    io,
    sync::{Arc, Mutex},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use rusqlite::{Connection, Transaction, TransactionBehavior, params};

use super::{
    daily::DailyDate,
    error::StoreError,
    file,
    game_lock::GameLock,
    pending_choices,
    saved_game::{GameIdentity, GameProgress, GameStatus, PersonResult, SavedGame, SavedSeat},
};
use crate::sync::lock;
use fourcade_engine::play::{Game, RecordLine, Session};

#[derive(Clone, Debug, PartialEq)]
pub struct GameUpdate {
    /// The number of lines that stay as they were in the update before.
    pub kept_lines: usize,
    /// The lines after those.
    pub lines: Vec<String>,
    pub progress: GameProgress,
    /// The playing time since the last update.
    pub played: Duration,
}

impl GameUpdate {
    /// Returns what has changed since this revision of the session.
    pub fn since<G: Game>(
        revision: u64,
        session: &Session<G>,
        played: Duration,
    ) -> io::Result<Self> {
        let kept_lines = session.kept_lines(revision);
        let lines: Result<_, _> =
            session.lines().iter().skip(kept_lines).map(RecordLine::to_json).collect();
        Ok(Self { kept_lines, lines: lines?, progress: GameProgress::of(session), played })
    }
}

#[derive(Debug, Default)]
pub struct SaveStatus {
    pub id: Option<i64>,
    /// Whether the last attempt to write the game failed.
    pub has_failed: bool,
    /// Whether a daily deal that was to count doesn't.
    pub is_for_practice: bool,
}

impl SaveStatus {
    /// The status of a game that is in the database under this number.
    pub fn of_saved(id: i64) -> Self {
        Self { id: Some(id), ..Self::default() }
    }
}

/// Why a daily deal is for practice when its first move is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Uncounted {
    /// The day is over.
    Late(DailyDate),
    /// Another game of the day has a row.
    Second,
}

impl Uncounted {
    fn message(self) -> String {
        match self {
            Self::Late(date) => format!(
                "a new day has begun (UTC): the deal of {} is for practice now",
                date.in_words()
            ),
            Self::Second => {
                "you have begun this deal in another window: here it is for practice".to_owned()
            }
        }
    }
}

/// The value holds the whole record. The game can therefore be written again as a whole if its row
/// is lost (deleted, claimed by another table, or in a database that was damaged and set aside).
#[derive(Debug)]
pub struct TrackedGame {
    identity: GameIdentity,
    /// The key of this game. Only a row that has this key as its owner is written.
    owner: i64,
    lines: Vec<String>,
    /// The number of leading lines that are already in the database.
    written_lines: usize,
    /// Shows other arcades that the game is open.
    lock: Option<Arc<GameLock>>,
    /// The progress after the last update; `None` before the first one.
    progress: Option<GameProgress>,
    /// When the game began, in milliseconds since 1970.
    started: i64,
    played: Duration,
    save_status: Arc<Mutex<SaveStatus>>,
    id: Option<i64>,
    /// Why the daily deal doesn't count, although it was to.
    uncounted: Option<Uncounted>,
    /// What is to be told about the game.
    news: Option<String>,
    /// Whether the next write is to be flushed to the disk.
    is_flushed: bool,
    pub has_unsaved_changes: bool,
    /// Whether no more updates follow.
    pub is_closed: bool,
}

impl TrackedGame {
    /// The game gets a row with its first update.
    pub fn new(identity: GameIdentity, save_status: Arc<Mutex<SaveStatus>>) -> Self {
        Self {
            identity,
            owner: rand::random(),
            lines: Vec::new(),
            written_lines: 0,
            lock: None,
            progress: None,
            started: now(),
            played: Duration::ZERO,
            save_status,
            id: None,
            uncounted: None,
            news: None,
            is_flushed: false,
            has_unsaved_changes: false,
            is_closed: false,
        }
    }

    /// Returns a saved game that continues in its row, which has this owner, lock and lines.
    pub fn of(
        identity: GameIdentity,
        game: &SavedGame,
        (owner, lock): (i64, Option<Arc<GameLock>>),
        lines: Vec<String>,
        save_status: Arc<Mutex<SaveStatus>>,
    ) -> Self {
        Self {
            owner,
            lock,
            started: game.times.started,
            played: game.times.played,
            id: Some(game.id),
            written_lines: lines.len(),
            lines,
            ..Self::new(identity, save_status)
        }
    }

    /// Returns the key by which the game is found.
    pub fn key(&self) -> i64 {
        self.owner
    }

    /// `None` until the game is in the database.
    pub fn id(&self) -> Option<i64> {
        self.id
    }

    /// The update is not written yet.
    pub fn apply(&mut self, update: GameUpdate) {
        self.written_lines = self.written_lines.min(update.kept_lines);
        self.lines.truncate(update.kept_lines);
        self.lines.extend(update.lines);
        self.progress = Some(update.progress);
        self.played += update.played;
        self.has_unsaved_changes = true;
    }

    /// Reports the result of writing the game to its table.
    pub fn report(&self, result: &Result<(), StoreError>) {
        *lock(&self.save_status) = SaveStatus {
            id: self.id,
            has_failed: result.is_err(),
            is_for_practice: self.uncounted.is_some(),
        };
    }

    /// Takes what the person is to be told about the game.
    pub fn take_news(&mut self) -> Option<String> {
        self.news.take()
    }

    /// Lets the next write return when everything is on the disk, even if nothing has changed.
    pub fn request_flush(&mut self) {
        (self.is_flushed, self.has_unsaved_changes) = (true, true);
    }

    /// Writes the changes to the database. If this fails, neither the database nor this value is
    /// changed.
    pub fn write(&mut self, connection: &mut Connection) -> rusqlite::Result<()> {
        let Some(progress) = self.progress.clone() else {
            self.has_unsaved_changes = false;
            return Ok(());
        };
        if progress.status == GameStatus::Running && !self.is_flushed {
            return self.write_progress(&progress, connection);
        }
        file::with_full_sync(connection, |connection| self.write_progress(&progress, connection))?;
        self.is_flushed = false;
        Ok(())
    }

    fn write_progress(
        &mut self,
        progress: &GameProgress,
        connection: &mut Connection,
    ) -> rusqlite::Result<()> {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut uncounted = self.uncounted;
        let (id, written_lines) = match self.id {
            Some(id) if self.update(id, progress, &transaction)? => (id, self.written_lines),
            None if self.is_saved_by_another(&transaction)? => {
                self.has_unsaved_changes = false;
                return Ok(());
            }
            id => {
                let mut progress = progress.clone();
                // Only the game at the other table counts.
                progress.marks.practice |= self.is_taken_over(id, &transaction)?;
                uncounted = uncounted.or(self.find_uncounted(id, &transaction)?);
                progress.marks.practice |= uncounted.is_some();
                // Remove the file of the old lock, if there is one, before making it anew.
                self.lock = None;
                self.lock = GameLock::acquire(&transaction, self.owner).map(Arc::new);
                let daily = self.identity.daily.filter(|_| uncounted.is_none());
                let id = self.insert(daily, &transaction)?;
                self.update(id, &progress, &transaction)?;
                (id, 0)
            }
        };
        self.write_seats(id, progress, &transaction)?;
        self.write_lines(id, written_lines, &transaction)?;
        transaction.commit()?;
        if uncounted != self.uncounted {
            self.news = uncounted.map(Uncounted::message);
        }
        self.uncounted = uncounted;
        self.id = Some(id);
        self.written_lines = self.lines.len();
        self.has_unsaved_changes = false;
        Ok(())
    }

    /// Updates the row with this number. Returns `false` if the row no longer belongs to this game.
    fn update(
        &self,
        id: i64,
        progress: &GameProgress,
        transaction: &Transaction,
    ) -> rusqlite::Result<bool> {
        let is_over = progress.status != GameStatus::Running;
        let mut statement = transaction.prepare_cached(
            "UPDATE games SET touched = ?3, ended = iif(?4, coalesce(ended, ?3), NULL),
                 state = ?5, result = ?6, turns = ?7, milliseconds = ?8, persons = ?9,
                 hinted = hinted OR ?10, practice = practice OR ?11, gathered = ?12
             WHERE id = ?1 AND owner = ?2",
        )?;
        let changed = statement.execute(params![
            id,
            self.owner,
            now(),
            is_over,
            progress.status,
            PersonResult::of(&progress.seats),
            progress.turns,
            milliseconds(self.played),
            to_sql_integer(progress.people()),
            progress.marks.hinted,
            progress.marks.practice,
            pending_choices::conceal(&progress.pending_choices),
        ])?;
        Ok(changed == 1)
    }

    /// Whether another process has saved this game, which several processes share.
    fn is_saved_by_another(&self, transaction: &Transaction) -> rusqlite::Result<bool> {
        if !self.identity.is_shared {
            return Ok(false);
        }
        let mut statement =
            transaction.prepare_cached("SELECT EXISTS (SELECT 1 FROM games WHERE series = ?1)")?;
        statement.query_row([self.identity.series.id], |row| row.get(0))
    }

    /// Whether another table has taken over the row of this game. (A game that is open is locked,
    /// so this happens only where files can't be locked.)
    fn is_taken_over(&self, id: Option<i64>, transaction: &Transaction) -> rusqlite::Result<bool> {
        let mut statement = transaction.prepare_cached(
            "SELECT count(*) FROM games WHERE id = ?1 AND header = ?2 AND started = ?3",
        )?;
        statement.query_row(params![id, self.identity.header, self.started], |row| row.get(0))
    }

    /// Decides whether a daily deal counts: only the first game of a day, begun on that day.
    fn find_uncounted(
        &self,
        id: Option<i64>,
        transaction: &Transaction,
    ) -> rusqlite::Result<Option<Uncounted>> {
        let GameIdentity { game, daily: Some(date), .. } = &self.identity else { return Ok(None) };
        if id.is_none() && *date != DailyDate::today() {
            return Ok(Some(Uncounted::Late(*date)));
        }
        let sql = "SELECT EXISTS (SELECT 1 FROM games WHERE daily = ?1 AND game = ?2)";
        let is_second: bool =
            transaction.query_row(sql, params![date.to_string(), game], |row| row.get(0))?;
        Ok(is_second.then_some(Uncounted::Second))
    }

    fn insert(&self, daily: Option<DailyDate>, transaction: &Transaction) -> rusqlite::Result<i64> {
        let GameIdentity { game, size, header, series, .. } = &self.identity;
        let mut statement = transaction.prepare_cached(
            "INSERT INTO games (game, size, header, series, number, moved, owner, started, touched,
                 state, turns, milliseconds, persons, hinted, practice, daily)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8, ?9, 0, 0, 0, FALSE, FALSE, ?10)",
        )?;
        statement.insert(params![
            game,
            size,
            header,
            series.id,
            series.number,
            series.seats_moved,
            self.owner,
            self.started,
            GameStatus::Running,
            daily.map(|date| date.to_string())
        ])
    }

    fn write_seats(
        &self,
        id: i64,
        progress: &GameProgress,
        transaction: &Transaction,
    ) -> rusqlite::Result<()> {
        let mut statement = transaction.prepare_cached(
            "INSERT OR REPLACE INTO seats (game, seat, name, person, score, place, gave_up, brought)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )?;
        for (index, seat) in progress.seats.iter().enumerate() {
            let (number, is_person) = (to_sql_integer(index), seat.is_person());
            let points = self.identity.series_points.get(index).copied().unwrap_or_default();
            let SavedSeat { name, score, place, .. } = seat;
            statement.execute(params![
                id,
                number,
                name,
                is_person,
                score,
                place,
                seat.gave_up(),
                points
            ])?;
        }
        Ok(())
    }

    /// Writes all lines except the first `written_lines`, and deletes those that were taken back.
    fn write_lines(
        &self,
        id: i64,
        written_lines: usize,
        transaction: &Transaction,
    ) -> rusqlite::Result<()> {
        let mut delete =
            transaction.prepare_cached("DELETE FROM lines WHERE game = ?1 AND number >= ?2")?;
        delete.execute(params![id, to_sql_integer(written_lines)])?;
        let mut insert = transaction
            .prepare_cached("INSERT INTO lines (game, number, line) VALUES (?1, ?2, ?3)")?;
        for (index, line) in self.lines.iter().enumerate().skip(written_lines) {
            insert.execute(params![id, to_sql_integer(index), line])?;
        }
        Ok(())
    }
}

/// In milliseconds since 1970.
fn now() -> i64 {
    milliseconds(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
}

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

fn to_sql_integer(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
