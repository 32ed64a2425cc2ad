//! A game on a table, as the file has it or will have it.

use std::{
    sync::{Arc, Mutex},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use rusqlite::{Connection, Transaction, TransactionBehavior, params};

use super::{
    database,
    error::StoreError,
    saved_game::{GameIdentity, GameProgress, GameStatus, PersonResult, SavedGame, SavedSeat},
};
use crate::sync::lock;

/// What happened to a game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameUpdate {
    /// So many of the lines stay.
    pub unchanged: usize,
    /// These follow.
    pub lines: Vec<String>,
    /// How it stands then.
    pub standing: GameProgress,
    /// How long this took.
    pub played: Duration,
}

/// What a table may know of its game in the store.
#[derive(Debug, Default)]
pub struct SaveStatus {
    /// Its number, once it has one.
    pub id: Option<i64>,
    /// Why the last attempt to write it failed.
    pub failure: Option<String>,
}

/// A game on a table, as the file has it or will have it.
///
/// It holds the whole record, so that a game of which the file lost its part (deleted, taken up at
/// another table, set aside with a damaged file) is written once more.
#[derive(Debug)]
pub struct TrackedGame {
    about: GameIdentity,
    /// Whoever writes to the row.
    owner: i64,
    lines: Vec<String>,
    standing: Option<GameProgress>,
    started: i64,
    played: Duration,
    save_status: Arc<Mutex<SaveStatus>>,
    id: Option<i64>,
    /// So many of the lines are in the file as they are here.
    written: usize,
    /// Something is not in the file.
    pub is_behind: bool,
    /// Nothing will change any more.
    pub is_left: bool,
}

impl TrackedGame {
    /// A new game. It gets a row when something has happened in it.
    pub fn new(about: GameIdentity, save_status: Arc<Mutex<SaveStatus>>) -> Self {
        Self {
            about,
            owner: rand::random(),
            lines: Vec::new(),
            standing: None,
            started: now(),
            played: Duration::ZERO,
            save_status,
            id: None,
            written: 0,
            is_behind: false,
            is_left: false,
        }
    }

    /// A game that goes on in its row, which has these lines and belongs to this owner.
    pub fn of(
        about: GameIdentity,
        summary: &SavedGame,
        owner: i64,
        lines: Vec<String>,
        save_status: Arc<Mutex<SaveStatus>>,
    ) -> Self {
        Self {
            owner,
            started: summary.started,
            played: summary.played,
            id: Some(summary.id),
            written: lines.len(),
            lines,
            ..Self::new(about, save_status)
        }
    }

    /// By what it is known in this run.
    pub fn key(&self) -> i64 {
        self.owner
    }

    /// Takes over what happened.
    pub fn change(&mut self, change: GameUpdate) {
        self.lines.truncate(change.unchanged);
        self.written = self.written.min(self.lines.len());
        self.lines.extend(change.lines);
        self.standing = Some(change.standing);
        self.played += change.played;
        self.is_behind = true;
    }

    /// Tells the table how writing it went.
    pub fn tell(&self, done: &Result<(), StoreError>) {
        *lock(&self.save_status) =
            SaveStatus { id: self.id, failure: done.as_ref().err().map(ToString::to_string) };
    }

    /// Brings the file up to date; if this fails, neither the file nor what is known of it has
    /// changed.
    pub fn write(&mut self, connection: &mut Connection) -> rusqlite::Result<()> {
        let Some(standing) = self.standing.clone() else {
            self.is_behind = false;
            return Ok(());
        };
        if standing.status == GameStatus::Running {
            self.write_as(&standing, connection)
        } else {
            database::durably(connection, |connection| self.write_as(&standing, connection))
        }
    }

    fn write_as(
        &mut self,
        standing: &GameProgress,
        connection: &mut Connection,
    ) -> rusqlite::Result<()> {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let (id, written) = match self.id {
            Some(id) if self.update(id, standing, &transaction)? => (id, self.written),
            _ => {
                let id = self.insert(&transaction)?;
                self.update(id, standing, &transaction)?;
                (id, 0)
            }
        };
        self.write_seats(id, standing, &transaction)?;
        self.write_lines(id, written, &transaction)?;
        transaction.commit()?;
        (self.id, self.written, self.is_behind) = (Some(id), self.lines.len(), false);
        Ok(())
    }

    /// Writes to the row of this number, if it is still ours.
    fn update(
        &self,
        id: i64,
        standing: &GameProgress,
        transaction: &Transaction,
    ) -> rusqlite::Result<bool> {
        let is_over = standing.status != GameStatus::Running;
        let mut statement = transaction.prepare_cached(
            "UPDATE games SET touched = ?3, ended = iif(?4, coalesce(ended, ?3), NULL), state = ?5, result = ?6,
                 turns = ?7, milliseconds = ?8, persons = ?9, hinted = hinted OR ?10, practice = practice OR ?11,
                 gathered = ?12
             WHERE id = ?1 AND owner = ?2",
        )?;
        let changed = statement.execute(params![
            id,
            self.owner,
            now(),
            is_over,
            standing.status,
            PersonResult::of(&standing.seats),
            standing.turns,
            milliseconds(self.played),
            as_number(standing.persons()),
            standing.marks.hinted,
            standing.marks.practice,
            standing.gathered,
        ])?;
        Ok(changed == 1)
    }

    /// Makes a row for it with what will not change, and says its number.
    fn insert(&self, transaction: &Transaction) -> rusqlite::Result<i64> {
        let GameIdentity { game, size, header, series, number, moved, .. } = &self.about;
        let mut statement = transaction.prepare_cached(
            "INSERT INTO games (game, size, header, series, number, moved, owner, started, touched, state, turns,
                 milliseconds, persons, hinted, practice)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8, ?9, 0, 0, 0, FALSE, FALSE)",
        )?;
        let started = self.started;
        statement.insert(params![
            game,
            size,
            header,
            series,
            number,
            moved,
            self.owner,
            started,
            GameStatus::Running
        ])
    }

    fn write_seats(
        &self,
        id: i64,
        standing: &GameProgress,
        transaction: &Transaction,
    ) -> rusqlite::Result<()> {
        let mut statement = transaction.prepare_cached(
            "INSERT OR REPLACE INTO seats (game, seat, name, person, score, place, gave_up, brought)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )?;
        for (at, seat) in standing.seats.iter().enumerate() {
            let (number, is_person) = (as_number(at), seat.is_person());
            let series_points = self.about.series_points.get(at).copied().unwrap_or_default();
            let SavedSeat { name, score, place, has_resigned, .. } = seat;
            statement.execute(params![
                id,
                number,
                name,
                is_person,
                score,
                place,
                has_resigned,
                series_points
            ])?;
        }
        Ok(())
    }

    fn write_lines(
        &self,
        id: i64,
        written: usize,
        transaction: &Transaction,
    ) -> rusqlite::Result<()> {
        let mut taken_back =
            transaction.prepare_cached("DELETE FROM lines WHERE game = ?1 AND number >= ?2")?;
        taken_back.execute(params![id, as_number(written)])?;
        let mut line = transaction
            .prepare_cached("INSERT INTO lines (game, number, line) VALUES (?1, ?2, ?3)")?;
        for (at, text) in self.lines.iter().enumerate().skip(written) {
            line.execute(params![id, as_number(at), text])?;
        }
        Ok(())
    }
}

/// Milliseconds since 1970.
fn now() -> i64 {
    milliseconds(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
}

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

fn as_number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
