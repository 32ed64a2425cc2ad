//! Finding, loading, deleting and taking in games.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use rusqlite::{Connection, OptionalExtension, Row, ToSql, TransactionBehavior, params};

use super::{
    error::StoreError,
    handle::Store,
    pending_choices,
    saved_game::{GameIdentity, GameStatus, PersonResult, SavedGame, SavedSeat},
    tracked_game::{SaveStatus, TrackedGame},
};
use crate::play::{Game, RecordLine, RecordReadError, Session, StepMarks, closing_json};

/// Which games are wanted; what is not set does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameFilter {
    /// The game, by its key.
    pub game: Option<String>,
    /// Somebody by this name sits there.
    pub player: Option<String>,
    /// Whether it is over.
    pub status: Option<GameStatus>,
    /// How it ended for the only person in it.
    pub result: Option<PersonResult>,
    /// How many persons play.
    pub persons: Option<PersonCount>,
}

/// How many persons play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PersonCount {
    /// Computers alone.
    Zero,
    /// One or more.
    AtLeastOne,
    /// More than one.
    Several,
}

impl GameFilter {
    /// Does something with the values of [`MATCHES`], and these behind them.
    fn with_values<T>(&self, more: &[&dyn ToSql], run: impl FnOnce(&[&dyn ToSql]) -> T) -> T {
        let (least, most) = match self.persons {
            None => (0, u32::MAX),
            Some(PersonCount::Zero) => (0, 0),
            Some(PersonCount::AtLeastOne) => (1, u32::MAX),
            Some(PersonCount::Several) => (2, u32::MAX),
        };
        let mut values: Vec<&dyn ToSql> =
            vec![&self.game, &self.player, &self.status, &self.result, &least, &most];
        values.extend(more);
        run(&values)
    }
}

/// A game as it was loaded.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadedGame {
    /// What is said of it.
    pub summary: SavedGame,
    /// Whoever may write to it.
    owner: i64,
    header: String,
    lines: Vec<String>,
    pub(super) gathered: String,
}

impl LoadedGame {
    /// The whole record, as it stands in a file.
    ///
    /// # Errors
    /// None that is known.
    pub fn text(&self) -> std::io::Result<String> {
        let end = closing_json(self.lines.len())?;
        let lines = [&self.header].into_iter().chain(&self.lines).chain([&end]);
        Ok(lines.flat_map(|line| [line.as_str(), "\n"]).collect())
    }

    /// The game, at its end; what has helped persons is known even if the step that would say so
    /// did not come, and what persons chose who wait for others is chosen.
    ///
    /// # Errors
    /// If the record breaks the rules.
    pub fn read<G: Game>(&self) -> Result<Session<G>, RecordReadError> {
        let text = self.text().map_err(|why| RecordReadError { line: 0, what: why.to_string() })?;
        let mut session = Session::read(&mut text.as_bytes())?;
        let (wanted, found) = (self.summary.marks, session.marks());
        if wanted.hinted && !found.hinted {
            session.mark_hint();
        }
        if wanted.practice && !found.practice {
            session.mark_practice();
        }
        pending_choices::choose(&mut session, &self.gathered);
        Ok(session)
    }

    /// As it is in the file, and how many lines it has.
    pub(super) fn mirror(&self, save_status: Arc<Mutex<SaveStatus>>) -> (TrackedGame, usize) {
        let SavedGame { game, size, series, number, moved, seats, .. } = self.summary.clone();
        let series_points = seats.iter().map(|seat| seat.series_points).collect();
        let about = GameIdentity {
            game,
            size,
            header: self.header.clone(),
            series,
            number,
            moved,
            series_points,
        };
        (
            TrackedGame::of(about, &self.summary, self.owner, self.lines.clone(), save_status),
            self.lines.len(),
        )
    }
}

/// All columns of a [`SavedGame`] but the seats, in the order in which [`summary`] reads them.
const COLUMNS: &str = "id, game, size, state, result, started, touched, ended, milliseconds, turns, hinted, practice, \
                       series, number, moved";

/// The condition of a [`GameFilter`]; its values are the parameters 1 to 6.
const MATCHES: &str = "(?1 IS NULL OR game = ?1)
     AND (?2 IS NULL OR EXISTS (SELECT 1 FROM seats WHERE seats.game = games.id AND seats.name = ?2))
     AND (?3 IS NULL OR state = ?3) AND (?4 IS NULL OR result = ?4) AND persons BETWEEN ?5 AND ?6";

impl Store {
    /// The game that a person played last and that is not over.
    ///
    /// # Errors
    /// If the store can't be read.
    pub fn last_unfinished(&self) -> Result<Option<SavedGame>, StoreError> {
        let wanted = GameFilter {
            status: Some(GameStatus::Running),
            persons: Some(PersonCount::AtLeastOne),
            ..GameFilter::default()
        };
        Ok(self.games(&wanted, 0, 1)?.pop())
    }

    /// So many games that match, the one played last first, without the first `skip` of them.
    ///
    /// # Errors
    /// If the store can't be read.
    pub fn games(
        &self,
        wanted: &GameFilter,
        skip: u32,
        count: u32,
    ) -> Result<Vec<SavedGame>, StoreError> {
        let wanted = wanted.clone();
        self.ask(move |connection| {
            let mut statement = connection.prepare_cached(&format!(
                "SELECT {COLUMNS} FROM games WHERE {MATCHES} ORDER BY touched DESC, id DESC LIMIT ?8 OFFSET ?7"
            ))?;
            wanted.with_values(&[&skip, &count], |values| {
                let found = statement.query_map(values, summary)?;
                found.map(|found| with_seats(found?, connection)).collect()
            })
        })
    }

    /// How many games match.
    ///
    /// # Errors
    /// If the store can't be read.
    pub fn count(&self, wanted: &GameFilter) -> Result<u32, StoreError> {
        let wanted = wanted.clone();
        self.ask(move |connection| {
            let mut statement = connection
                .prepare_cached(&format!("SELECT count(*) FROM games WHERE {MATCHES}"))?;
            wanted.with_values(&[], |values| statement.query_row(values, |row| row.get(0)))
        })
    }

    /// The place of a game in [`Self::games`] of this filter, from 0; nothing if it does not match
    /// or is not there.
    ///
    /// # Errors
    /// If the store can't be read.
    pub fn position_of(&self, wanted: &GameFilter, id: i64) -> Result<Option<u32>, StoreError> {
        let wanted = wanted.clone();
        self.ask(move |connection| {
            let mut this = connection.prepare_cached(&format!(
                "SELECT touched FROM games WHERE {MATCHES} AND id = ?7"
            ))?;
            let touched = wanted
                .with_values(&[&id], |values| this.query_row(values, |row| row.get::<_, i64>(0)));
            let Some(touched) = touched.optional()? else { return Ok(None) };
            let mut before = connection.prepare_cached(&format!(
                "SELECT count(*) FROM games WHERE {MATCHES} AND (touched, id) > (?7, ?8)"
            ))?;
            wanted
                .with_values(&[&touched, &id], |values| before.query_row(values, |row| row.get(0)))
                .map(Some)
        })
    }

    /// The names of the computers that play in games of this kind (by its key), or in any.
    ///
    /// # Errors
    /// If the store can't be read.
    pub fn computer_names(&self, game: Option<&str>) -> Result<Vec<String>, StoreError> {
        let game = game.map(str::to_owned);
        self.ask(move |connection| {
            let mut names = connection.prepare_cached(
                "SELECT DISTINCT name FROM seats JOIN games ON games.id = seats.game
                 WHERE person = 0 AND (?1 IS NULL OR games.game = ?1) ORDER BY name",
            )?;
            names.query_map([&game], |row| row.get(0))?.collect()
        })
    }

    /// The game with this number, to look at or to write to a file.
    ///
    /// # Errors
    /// If it is not there or the store can't be read.
    pub fn load(&self, id: i64) -> Result<LoadedGame, StoreError> {
        self.ask(move |connection| load(id, connection))?.ok_or(StoreError::NoGame(id))
    }

    /// The game with this number, to go on with it ([`Store::resume`]). A table at which it was
    /// being played goes on with a copy of its own.
    ///
    /// # Errors
    /// As [`Self::load`].
    pub fn claim(&self, id: i64) -> Result<LoadedGame, StoreError> {
        let owner: i64 = rand::random();
        let taken = self.ask(move |connection| {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            transaction.execute("UPDATE games SET owner = ?2 WHERE id = ?1", params![id, owner])?;
            let loaded = load(id, &transaction)?;
            transaction.commit()?;
            Ok(loaded)
        })?;
        taken.ok_or(StoreError::NoGame(id))
    }

    /// Deletes the game with this number.
    ///
    /// # Errors
    /// If it is not there or the store can't be written.
    pub fn delete(&self, id: i64) -> Result<(), StoreError> {
        let deleted = self
            .ask(move |connection| connection.execute("DELETE FROM games WHERE id = ?1", [id]))?;
        if deleted == 1 { Ok(()) } else { Err(StoreError::NoGame(id)) }
    }

    /// The number of a game with the same record, if there is one.
    ///
    /// # Errors
    /// If the store can't be read.
    pub fn find_same<G: Game>(
        &self,
        session: &Session<G>,
        about: &GameIdentity,
    ) -> Result<Option<i64>, StoreError> {
        let lines = session.lines().iter().map(RecordLine::text).collect::<Result<Vec<_>, _>>();
        let lines = lines.map_err(|why| StoreError::NotSaved(why.to_string()))?;
        let header = about.header.clone();
        self.ask(move |connection| {
            let mut same =
                connection.prepare_cached("SELECT id FROM games WHERE header = ?1 ORDER BY id")?;
            let ids: Vec<i64> =
                same.query_map([&header], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
            for id in ids {
                if load(id, connection)?.is_some_and(|loaded| loaded.lines == lines) {
                    return Ok(Some(id));
                }
            }
            Ok(None)
        })
    }

    /// Takes in a game that was read from a file, and says its number. It counts as played now.
    ///
    /// # Errors
    /// If the store can't be written.
    pub fn import<G: Game>(
        &self,
        session: &Session<G>,
        about: GameIdentity,
    ) -> Result<i64, StoreError> {
        let mut entry = self.new_game(about);
        entry.update(session, 0, false);
        self.flush()?;
        match (entry.failure(), entry.id()) {
            (None, Some(id)) => Ok(id),
            (Some(why), _) => Err(StoreError::NotSaved(why)),
            (None, None) => Err(StoreError::NotSaved("nothing has happened in it yet".to_owned())),
        }
    }
}

fn load(id: i64, connection: &Connection) -> rusqlite::Result<Option<LoadedGame>> {
    let sql = format!("SELECT {COLUMNS}, owner, header, gathered FROM games WHERE id = ?1");
    let found = connection.query_row(&sql, [id], |row| {
        Ok((summary(row)?, row.get("owner")?, row.get("header")?, row.get("gathered")?))
    });
    let Some((summary, owner, header, gathered)) = found.optional()? else { return Ok(None) };
    let mut lines =
        connection.prepare_cached("SELECT line FROM lines WHERE game = ?1 ORDER BY number")?;
    let lines = lines.query_map([id], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    Ok(Some(LoadedGame {
        summary: with_seats(summary, connection)?,
        owner,
        header,
        lines,
        gathered,
    }))
}

/// What is said of a game, but for the seats.
fn summary(row: &Row) -> rusqlite::Result<SavedGame> {
    Ok(SavedGame {
        id: row.get(0)?,
        game: row.get(1)?,
        size: row.get(2)?,
        seats: Vec::new(),
        status: row.get(3)?,
        result: row.get(4)?,
        started: row.get(5)?,
        touched: row.get(6)?,
        ended: row.get(7)?,
        played: Duration::from_millis(row.get::<_, i64>(8)?.max(0).cast_unsigned()),
        turns: row.get(9)?,
        marks: StepMarks { hinted: row.get(10)?, practice: row.get(11)? },
        series: row.get(12)?,
        number: row.get(13)?,
        moved: row.get(14)?,
    })
}

fn with_seats(mut summary: SavedGame, connection: &Connection) -> rusqlite::Result<SavedGame> {
    let mut seats = connection.prepare_cached(
        "SELECT name, score, place, gave_up, brought FROM seats WHERE game = ?1 ORDER BY seat",
    )?;
    let seat = |row: &Row| {
        Ok(SavedSeat {
            name: row.get(0)?,
            score: row.get(1)?,
            place: row.get(2)?,
            has_resigned: row.get(3)?,
            series_points: row.get(4)?,
        })
    };
    summary.seats = seats.query_map([summary.id], seat)?.collect::<rusqlite::Result<_>>()?;
    Ok(summary)
}
