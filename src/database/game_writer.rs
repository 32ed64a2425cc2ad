//! Writes a game in progress to the database.

use std::{
    io,
    sync::{Arc, Mutex},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use rusqlite::{Connection, Transaction, TransactionBehavior, params};

use super::{
    daily_date::DailyDate,
    error::StoreError,
    file::Database,
    game_lock::GameLock,
    saved_game::{GameIdentity, GameProgress, GameStatus, PersonResult, SavedSeat},
};
use crate::sync::lock;
use fourcade_engine::play::{Game, RecordLine, Session};

#[derive(Clone, Debug, PartialEq)]
pub struct GameUpdate {
    /// The number of lines unchanged since the last update.
    pub kept_lines: usize,
    /// The record lines after the kept ones.
    pub lines: Vec<String>,
    pub progress: GameProgress,
    pub played: Duration,
}

impl GameUpdate {
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
    /// Whether an update could not be written. Later ones are not written either.
    pub has_failed: bool,
    /// Whether a daily deal was demoted to practice when its first move was stored.
    pub is_for_practice: bool,
}

impl SaveStatus {
    pub fn of_saved(id: i64) -> Self {
        Self { id: Some(id), ..Self::default() }
    }
}

/// The reason for which a daily deal doesn't count, found when its first move is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PracticeReason {
    DayOver(DailyDate),
    AlreadyBegun,
}

impl PracticeReason {
    pub fn message(self) -> String {
        match self {
            Self::DayOver(date) => format!(
                "a new day has begun (UTC): the deal of {} is for practice now",
                date.in_words()
            ),
            Self::AlreadyBegun => {
                "you have begun this deal in another window: here it is for practice".to_owned()
            }
        }
    }
}

/// The result of writing an update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    Saved,
    /// Saved, but the daily deal doesn't count after all.
    Demoted(PracticeReason),
    /// Not saved here, because another process saves this shared game.
    SavedElsewhere,
}

#[derive(Debug)]
pub struct GameWriter {
    identity: GameIdentity,
    /// A random key of the table at which the game is played. Only rows with this owner are
    /// written.
    owner: i64,
    game_lock: Option<Arc<GameLock>>,
    /// When the game began, in milliseconds since 1970.
    started: i64,
    save_status: Arc<Mutex<SaveStatus>>,
    id: Option<i64>,
}

impl GameWriter {
    /// The first update inserts the game's row.
    pub fn new(identity: GameIdentity, save_status: Arc<Mutex<SaveStatus>>) -> Self {
        let owner = rand::random();
        Self { identity, owner, game_lock: None, started: now(), save_status, id: None }
    }

    /// Continues a saved game in its row, which has this id, owner and lock.
    pub fn resume(
        identity: GameIdentity,
        id: i64,
        owner: i64,
        game_lock: Option<Arc<GameLock>>,
        save_status: Arc<Mutex<SaveStatus>>,
    ) -> Self {
        Self { owner, game_lock, id: Some(id), ..Self::new(identity, save_status) }
    }

    /// `None` until the game is in the database.
    pub fn id(&self) -> Option<i64> {
        self.id
    }

    pub fn has_failed(&self) -> bool {
        lock(&self.save_status).has_failed
    }

    pub fn set_failed(&self) {
        lock(&self.save_status).has_failed = true;
    }

    /// Writes an update in one transaction.
    ///
    /// # Errors
    /// Returns [`StoreError::Lost`] if the game's row no longer belongs to it.
    pub fn write(
        &mut self,
        update: &GameUpdate,
        database: &mut Database,
    ) -> Result<Written, StoreError> {
        database.with(|connection| self.write_to(update, connection))?.ok_or(StoreError::Lost)
    }

    /// Returns `None` if the game's row no longer belongs to it.
    fn write_to(
        &mut self,
        update: &GameUpdate,
        connection: &mut Connection,
    ) -> rusqlite::Result<Option<Written>> {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut practice_reason = None;
        let id = match self.id {
            Some(id) if self.update_row(id, update, false, &transaction)? => id,
            Some(_) => return Ok(None),
            None if self.is_saved_by_another(&transaction)? => {
                return Ok(Some(Written::SavedElsewhere));
            }
            None => {
                practice_reason = self.practice_reason(update, &transaction)?;
                self.game_lock = GameLock::acquire(&transaction, self.owner).map(Arc::new);
                let daily = self.identity.daily.filter(|_| practice_reason.is_none());
                let id = self.insert_row(daily, &transaction)?;
                self.update_row(id, update, practice_reason.is_some(), &transaction)?;
                id
            }
        };
        self.write_seats(id, &update.progress, &transaction)?;
        write_lines(id, update, &transaction)?;
        transaction.commit()?;
        self.id = Some(id);
        let mut status = lock(&self.save_status);
        status.id = Some(id);
        status.is_for_practice |= practice_reason.is_some();
        Ok(Some(practice_reason.map_or(Written::Saved, Written::Demoted)))
    }

    /// Updates the game's row. Returns `false` if the row no longer belongs to this game.
    fn update_row(
        &self,
        id: i64,
        GameUpdate { progress, played, .. }: &GameUpdate,
        is_practice: bool,
        transaction: &Transaction,
    ) -> rusqlite::Result<bool> {
        let is_over = progress.status != GameStatus::Running;
        let mut statement = transaction.prepare_cached(
            "UPDATE games SET touched = ?3, ended = iif(?4, coalesce(ended, ?3), NULL),
                 state = ?5, result = ?6, turns = ?7, milliseconds = milliseconds + ?8,
                 persons = ?9, hinted = hinted OR ?10, practice = practice OR ?11, gathered = ?12
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
            milliseconds(*played),
            to_sql_integer(progress.people()),
            progress.marks.hinted,
            progress.marks.practice || is_practice,
            progress.pending_choices,
        ])?;
        Ok(changed == 1)
    }

    fn is_saved_by_another(&self, transaction: &Transaction) -> rusqlite::Result<bool> {
        if !self.identity.is_shared {
            return Ok(false);
        }
        let mut statement =
            transaction.prepare_cached("SELECT EXISTS (SELECT 1 FROM games WHERE series = ?1)")?;
        statement.query_row([self.identity.series.id], |row| row.get(0))
    }

    /// A daily deal counts only if it is begun on its day, and only the first time.
    fn practice_reason(
        &self,
        update: &GameUpdate,
        transaction: &Transaction,
    ) -> rusqlite::Result<Option<PracticeReason>> {
        let GameIdentity { game, daily: Some(date), .. } = &self.identity else { return Ok(None) };
        if *date != DailyDate::today() {
            let is_demoted = !update.progress.marks.practice;
            return Ok(is_demoted.then_some(PracticeReason::DayOver(*date)));
        }
        let sql = "SELECT EXISTS (SELECT 1 FROM games WHERE daily = ?1 AND game = ?2)";
        let is_begun: bool =
            transaction.query_row(sql, params![date.to_string(), game], |row| row.get(0))?;
        Ok(is_begun.then_some(PracticeReason::AlreadyBegun))
    }

    fn insert_row(
        &self,
        daily: Option<DailyDate>,
        transaction: &Transaction,
    ) -> rusqlite::Result<i64> {
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
            "INSERT OR REPLACE INTO seats (game, seat, name, person, score, place, gave_up, brought,
                 called)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        )?;
        for (index, seat) in progress.seats.iter().enumerate() {
            let (number, is_person) = (to_sql_integer(index), seat.is_person());
            let points = self.identity.series_points.get(index).copied().unwrap_or_default();
            let called = self.identity.people.get(index).map_or("", String::as_str);
            let SavedSeat { name, score, place, .. } = seat;
            statement.execute(params![
                id,
                number,
                name,
                is_person,
                score,
                place,
                seat.gave_up(),
                points,
                called
            ])?;
        }
        Ok(())
    }
}

/// Writes the new lines of a game and deletes those taken back.
fn write_lines(id: i64, update: &GameUpdate, transaction: &Transaction) -> rusqlite::Result<()> {
    let mut delete =
        transaction.prepare_cached("DELETE FROM lines WHERE game = ?1 AND number >= ?2")?;
    delete.execute(params![id, to_sql_integer(update.kept_lines)])?;
    let mut insert =
        transaction.prepare_cached("INSERT INTO lines (game, number, line) VALUES (?1, ?2, ?3)")?;
    for (index, line) in (update.kept_lines..).zip(&update.lines) {
        insert.execute(params![id, to_sql_integer(index), line])?;
    }
    Ok(())
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
