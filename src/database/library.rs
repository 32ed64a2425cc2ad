//! Finding, loading, deleting and importing games.

use std::{
    io,
    sync::{Arc, Mutex},
    time::Duration,
};

use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior, params};

use super::{
    daily_date::DailyDate,
    error::StoreError,
    file::{Database, collect_readable, read_text},
    game_lock::GameLock,
    game_writer::{GameUpdate, GameWriter, SaveStatus},
    pending_choices,
    saved_game::{GameIdentity, PersonResult, PlayTimes, SavedGame, SavedSeat, SeriesPosition},
};
use fourcade_engine::play::{
    Game, RecordHeader, RecordLine, RecordReadError, Session, StepMarks, closing_json,
};

#[derive(Clone, Debug)]
pub struct LoadedGame {
    pub summary: SavedGame,
    /// The key of the table that may write to the game's row.
    owner: i64,
    header: String,
    lines: Vec<String>,
    pub daily: Option<DailyDate>,
    pending_choices: String,
    /// The lock of a [claimed](Database::claim) game.
    lock: Option<Arc<GameLock>>,
}

impl LoadedGame {
    pub fn text(&self) -> io::Result<String> {
        let end = closing_json(self.lines.len())?;
        let lines = [&self.header].into_iter().chain(&self.lines).chain([&end]);
        Ok(lines.flat_map(|line| [line.as_str(), "\n"]).collect())
    }

    /// Replays the record to its end and restores pending choices and marks that no step has yet.
    /// `check_header` decides which players the record may name.
    pub fn read<G: Game>(
        &self,
        check_header: impl FnOnce(&RecordHeader<G::Setup>) -> Result<(), RecordReadError>,
    ) -> Result<Session<G>, RecordReadError> {
        let text =
            self.text().map_err(|error| RecordReadError { line: 0, message: error.to_string() })?;
        let mut session = Session::<G>::read(&mut text.as_bytes())?;
        check_header(session.header())?;
        let (saved, replayed) = (self.summary.marks, session.marks());
        if saved.hinted && !replayed.hinted {
            session.mark_hint();
        }
        if saved.practice && !replayed.practice {
            session.mark_practice();
        }
        pending_choices::apply(&mut session, &self.pending_choices);
        Ok(session)
    }

    pub(super) fn to_writer(&self, save_status: Arc<Mutex<SaveStatus>>) -> GameWriter {
        let SavedGame { id, game, size, seats, series, .. } = self.summary.clone();
        let identity = GameIdentity {
            game,
            size,
            header: self.header.clone(),
            series,
            series_points: seats.iter().map(|seat| seat.series_points).collect(),
            people: seats.into_iter().map(|seat| seat.person_name).collect(),
            daily: self.daily,
            is_shared: false,
        };
        GameWriter::resume(identity, id, self.owner, self.lock.clone(), save_status)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedDaily {
    pub id: i64,
    /// The key of the game.
    pub game: String,
    pub date: DailyDate,
    pub result: Option<PersonResult>,
    /// The person's score, then the others in the order of the seats.
    pub scores: Vec<i32>,
    /// The person's place, from 1, once the game is over.
    pub place: Option<u32>,
    /// Whether the game turned into practice, so that it doesn't count.
    pub is_practice: bool,
    pub has_resigned: bool,
    pub turns: u32,
}

/// The columns of a [`SavedGame`] without its seats, in the order of [`read_game`].
const COLUMNS: &str = "id, game, size, state, result, started, touched, ended, milliseconds, \
                       turns, hinted, practice, series, number, moved, \
                       CASE WHEN json_valid(header) THEN header ->> '$.match.names' END AS names";

impl Database {
    /// Returns the last unfinished game with a person.
    pub fn last_unfinished(&mut self) -> Result<Option<SavedGame>, StoreError> {
        Ok(self.list("state = 'running' AND persons > 0", 1)?.pop())
    }

    /// Returns the last finished game of one person against computers.
    pub fn last_finished(&mut self) -> Result<Option<SavedGame>, StoreError> {
        Ok(self.list("state <> 'running' AND persons = 1", 1)?.pop())
    }

    /// Returns up to `count` games, most recently played first.
    pub fn games(&mut self, count: u32) -> Result<Vec<SavedGame>, StoreError> {
        self.list("TRUE", count)
    }

    fn list(&mut self, condition: &str, count: u32) -> Result<Vec<SavedGame>, StoreError> {
        self.with(|connection| {
            let mut statement = connection.prepare_cached(&format!(
                "SELECT {COLUMNS} FROM games WHERE {condition}
                 ORDER BY touched DESC, id DESC LIMIT ?1"
            ))?;
            let mut games = collect_readable(statement.query_map([count], read_game)?)?;
            for game in &mut games {
                game.seats = load_seats(game.id, connection)?;
            }
            Ok(games)
        })
    }

    /// Returns the number of finished games with people, for the game with this key.
    pub fn count_finished(&mut self, game: &str) -> Result<u32, StoreError> {
        self.with(|connection| {
            let sql = "SELECT count(*) FROM games
                 WHERE game = ?1 AND state = 'finished' AND persons > 0";
            connection.query_row(sql, [game], |row| row.get(0))
        })
    }

    /// Returns one game for each daily deal, by date: the first that counts, or else the first.
    pub fn daily_games(&mut self) -> Result<Vec<SavedDaily>, StoreError> {
        let rows = self.with(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT id, games.game, daily, result, score, place, practice, gave_up = 1, turns
                 FROM games JOIN seats ON seats.game = games.id
                 WHERE daily IS NOT NULL
                 ORDER BY daily, games.game, practice, id, person DESC, seat",
            )?;
            collect_readable(statement.query_map([], read_daily_seat)?)
        })?;
        let mut games: Vec<SavedDaily> = Vec::new();
        for row in rows.into_iter().flatten() {
            match games.last_mut() {
                Some(last) if last.id == row.id => last.scores.extend(row.scores),
                Some(last) if (last.date, &last.game) == (row.date, &row.game) => {}
                _ => games.push(row),
            }
        }
        Ok(games)
    }

    pub fn load(&mut self, id: i64) -> Result<LoadedGame, StoreError> {
        let loaded = self.with(|connection| {
            // The transaction makes all queries see the same state.
            let snapshot = connection.transaction()?;
            load(id, &snapshot)
        })?;
        loaded.ok_or(StoreError::NoGame(id))
    }

    /// Loads a game and takes over its row, to continue it with
    /// [`Store::resume`](super::Store::resume). Fails if the game is open at another table.
    pub fn claim(&mut self, id: i64) -> Result<LoadedGame, StoreError> {
        let owner: i64 = rand::random();
        self.with(|connection| {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let Some(mut loaded) = load(id, &transaction)? else {
                return Ok(Err(StoreError::NoGame(id)));
            };
            if GameLock::is_held(&transaction, loaded.owner) {
                return Ok(Err(StoreError::OpenElsewhere));
            }
            // Takes the lock before other processes can see the new owner.
            loaded.lock = GameLock::acquire(&transaction, owner).map(Arc::new);
            loaded.owner = owner;
            transaction.execute("UPDATE games SET owner = ?2 WHERE id = ?1", params![id, owner])?;
            transaction.commit()?;
            Ok(Ok(loaded))
        })?
    }

    /// Fails if the game is open at a table.
    pub fn delete(&mut self, id: i64) -> Result<(), StoreError> {
        self.with(|connection| {
            let sql = "SELECT owner FROM games WHERE id = ?1";
            let owner = connection.query_row(sql, [id], |row| row.get(0)).optional()?;
            match owner {
                None => Ok(Err(StoreError::NoGame(id))),
                Some(owner) if GameLock::is_held(connection, owner) => {
                    Ok(Err(StoreError::OpenElsewhere))
                }
                Some(_) => {
                    connection.execute("DELETE FROM games WHERE id = ?1", [id]).map(|_| Ok(()))
                }
            }
        })?
    }

    /// Returns the ID of a saved game with the same record, if there is one.
    pub fn find_same<G: Game>(
        &mut self,
        session: &Session<G>,
        identity: &GameIdentity,
    ) -> Result<Option<i64>, StoreError> {
        let lines = session.lines().iter().map(RecordLine::to_json).collect::<Result<Vec<_>, _>>();
        let lines = lines.map_err(|error| StoreError::NotSaved(error.to_string()))?;
        self.with(|connection| {
            let mut candidates =
                connection.prepare_cached("SELECT id FROM games WHERE header = ?1 ORDER BY id")?;
            let ids: Vec<i64> = candidates
                .query_map([&identity.header], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            for id in ids {
                if load(id, connection)?.is_some_and(|loaded| loaded.lines == lines) {
                    return Ok(Some(id));
                }
            }
            Ok(None)
        })
    }

    /// Stores a game as if it was played now. Fails if it has no steps.
    pub fn import<G: Game>(
        &mut self,
        session: &Session<G>,
        identity: GameIdentity,
    ) -> Result<i64, StoreError> {
        let not_saved = |reason: &dyn ToString| StoreError::NotSaved(reason.to_string());
        let update =
            GameUpdate::since(0, session, Duration::ZERO).map_err(|error| not_saved(&error))?;
        if update.lines.is_empty() && update.progress.pending_choices.is_empty() {
            return Err(not_saved(&"nothing has happened in it yet"));
        }
        let mut game = GameWriter::new(identity, Arc::default());
        game.write(&update, self)?;
        game.id().ok_or_else(|| not_saved(&"another process has saved it"))
    }
}

fn load(id: i64, connection: &Connection) -> rusqlite::Result<Option<LoadedGame>> {
    let sql = format!("SELECT {COLUMNS}, owner, header, gathered, daily FROM games WHERE id = ?1");
    let row = connection.query_row(&sql, [id], |row| {
        let daily = row.get::<_, Option<String>>("daily")?.and_then(|date| date.parse().ok());
        Ok((read_game(row)?, row.get("owner")?, row.get("header")?, row.get("gathered")?, daily))
    });
    let Some((game, owner, header, pending_choices, daily)) = row.optional()? else {
        return Ok(None);
    };
    let mut lines =
        connection.prepare_cached("SELECT line FROM lines WHERE game = ?1 ORDER BY number")?;
    let lines = lines.query_map([id], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    let summary = SavedGame { seats: load_seats(id, connection)?, ..game };
    Ok(Some(LoadedGame { summary, owner, header, lines, daily, pending_choices, lock: None }))
}

fn read_game(row: &Row) -> rusqlite::Result<SavedGame> {
    Ok(SavedGame {
        id: row.get(0)?,
        game: read_text(row, 1)?,
        size: row.get(2)?,
        seats: Vec::new(),
        names: row
            .get::<_, Option<String>>("names")?
            .and_then(|names| serde_json::from_str(&names).ok())
            .unwrap_or_default(),
        status: row.get(3)?,
        result: row.get(4)?,
        times: PlayTimes {
            started: row.get(5)?,
            last_played: row.get(6)?,
            ended: row.get(7)?,
            played: Duration::from_millis(row.get::<_, i64>(8)?.max(0).cast_unsigned()),
        },
        turns: row.get(9)?,
        marks: StepMarks { hinted: row.get(10)?, practice: row.get(11)? },
        series: SeriesPosition {
            id: row.get(12)?,
            number: row.get(13)?,
            seats_moved: row.get(14)?,
        },
    })
}

fn load_seats(game: i64, connection: &Connection) -> rusqlite::Result<Vec<SavedSeat>> {
    let mut seats = connection.prepare_cached(
        "SELECT name, score, place, gave_up, brought, called FROM seats WHERE game = ?1
             ORDER BY seat",
    )?;
    let read_seat = |row: &Row| {
        let seat = SavedSeat {
            name: read_text(row, 0)?,
            person_name: read_text(row, 5)?,
            score: row.get(1)?,
            place: row.get(2)?,
            has_resigned: false,
            has_timed_out: false,
            series_points: row.get(4)?,
        };
        Ok(seat.with_gave_up(row.get(3)?))
    };
    collect_readable(seats.query_map([game], read_seat)?)
}

/// Reads a daily game with the score of one of its seats. `None` if its date is invalid.
fn read_daily_seat(row: &Row) -> rusqlite::Result<Option<SavedDaily>> {
    let Ok(date) = read_text(row, 2)?.parse() else { return Ok(None) };
    Ok(Some(SavedDaily {
        id: row.get(0)?,
        game: read_text(row, 1)?,
        date,
        result: row.get(3)?,
        scores: vec![row.get(4)?],
        place: row.get(5)?,
        is_practice: row.get(6)?,
        has_resigned: row.get(7)?,
        turns: row.get(8)?,
    }))
}
