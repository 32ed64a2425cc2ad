//! A person's practice: mistakes, answers, spaced repetition, puzzles of the day, rushes, stars and
//! feats.
//!
//! A puzzle is identified by its game and its [number](fourcade_engine::play::Puzzle::id), a drill
//! by its length. Ratings are not stored: they follow from the answers and the saved games.

use std::collections::BTreeMap;

use rusqlite::{Row, params};

use super::{
    daily_date::DailyDate,
    error::StoreError,
    file::{Database, collect_readable, read_text},
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredMistake {
    pub puzzle: u64,
    pub json: String,
    /// The saved game in which it was made; `None` if that was deleted.
    pub game_id: Option<i64>,
    pub line: u32,
    /// The chosen action, as in records.
    pub played: String,
    /// When it was found, in milliseconds since 1970.
    pub found: i64,
}

/// The first answer to an exercise of a round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// The number of the puzzle, or the length of the drill.
    pub puzzle: u64,
    /// When it was answered, in milliseconds since 1970.
    pub answered: i64,
    pub is_right: bool,
    /// The rating of the puzzle; `None` if the answer isn't rated.
    pub rating: Option<f64>,
}

/// The spaced repetition of a puzzle that was answered wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// The number of right answers since the last wrong one.
    pub level: u8,
    /// When it returns, in milliseconds since 1970.
    pub due: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DailyAnswer {
    pub date: DailyDate,
    pub puzzle: u64,
    /// The number of the right try, from 1; `None` if there was none.
    pub solved_at: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredFeat {
    /// The key of the game, or the key for feats of all games.
    pub game: String,
    pub feat: String,
    /// When it was done first, in milliseconds since 1970.
    pub done: i64,
}

impl Database {
    /// Stores a mistake in the game with this key, replacing one in the same position.
    pub fn add_mistake(&mut self, game: &str, mistake: &StoredMistake) -> Result<(), StoreError> {
        self.with(|connection| {
            // The saved game may have been deleted meanwhile.
            connection.execute(
                "INSERT INTO mistakes (game, puzzle, json, source, line, played, found)
                 VALUES (?1, ?2, ?3, (SELECT id FROM games WHERE id = ?4), ?5, ?6, ?7)
                 ON CONFLICT (game, puzzle) DO UPDATE SET json = excluded.json,
                     source = excluded.source, line = excluded.line, played = excluded.played,
                     found = excluded.found",
                params![
                    game,
                    mistake.puzzle.cast_signed(),
                    mistake.json,
                    mistake.game_id,
                    mistake.line,
                    mistake.played,
                    mistake.found
                ],
            )?;
            Ok(())
        })
    }

    /// Returns the mistakes in the game with this key, latest first.
    pub fn mistakes(&mut self, game: &str) -> Result<Vec<StoredMistake>, StoreError> {
        self.with(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT puzzle, json, source, line, played, found FROM mistakes
                 WHERE game = ?1 ORDER BY found DESC, line DESC, puzzle",
            )?;
            collect_readable(statement.query_map([game], read_mistake)?)
        })
    }

    /// Stores an answer and when the puzzle returns; with `None`, it doesn't return.
    pub fn add_answer(
        &mut self,
        game: &str,
        answer: Answer,
        repetition: Option<Repetition>,
    ) -> Result<(), StoreError> {
        let puzzle = answer.puzzle.cast_signed();
        self.with(|connection| {
            let transaction = connection.transaction()?;
            transaction.execute(
                "INSERT INTO answers (game, puzzle, answered, right, rating)
                 VALUES (?1, ?2, ?3, ?4, ?5)",
                params![game, puzzle, answer.answered, answer.is_right, answer.rating],
            )?;
            match repetition {
                Some(repetition) => {
                    transaction.execute(
                        "INSERT INTO repetitions (game, puzzle, level, due) VALUES (?1, ?2, ?3, ?4)
                         ON CONFLICT (game, puzzle)
                         DO UPDATE SET level = excluded.level, due = excluded.due",
                        params![game, puzzle, repetition.level, repetition.due],
                    )?;
                }
                None => {
                    transaction.execute(
                        "DELETE FROM repetitions WHERE game = ?1 AND puzzle = ?2",
                        params![game, puzzle],
                    )?;
                }
            }
            transaction.commit()
        })
    }

    /// Returns all answers in the game with this key, oldest first.
    pub fn answers(&mut self, game: &str) -> Result<Vec<Answer>, StoreError> {
        self.with(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT puzzle, answered, right, rating FROM answers
                 WHERE game = ?1 ORDER BY answered, id",
            )?;
            let read = |row: &Row| {
                Ok(Answer {
                    puzzle: row.get::<_, i64>(0)?.cast_unsigned(),
                    answered: row.get(1)?,
                    is_right: row.get(2)?,
                    rating: row.get(3)?,
                })
            };
            collect_readable(statement.query_map([game], read)?)
        })
    }

    /// Returns the repetitions of the game with this key, by the number of the puzzle.
    pub fn repetitions(&mut self, game: &str) -> Result<BTreeMap<u64, Repetition>, StoreError> {
        let rows = self.with(|connection| {
            let mut statement = connection
                .prepare_cached("SELECT puzzle, level, due FROM repetitions WHERE game = ?1")?;
            let read = |row: &Row| {
                let repetition = Repetition { level: row.get(1)?, due: row.get(2)? };
                Ok((row.get::<_, i64>(0)?.cast_unsigned(), repetition))
            };
            collect_readable(statement.query_map([game], read)?)
        })?;
        Ok(rows.into_iter().collect())
    }

    /// Stores the positions solved in a rush. `ended` is in milliseconds since 1970.
    pub fn add_rush(&mut self, game: &str, solved: u32, ended: i64) -> Result<(), StoreError> {
        self.with(|connection| {
            let sql = "INSERT INTO rushes (game, ended, solved) VALUES (?1, ?2, ?3)";
            connection.execute(sql, params![game, ended, solved]).map(drop)
        })
    }

    /// Returns the positions solved in each rush of the game with this key, oldest first.
    pub fn rushes(&mut self, game: &str) -> Result<Vec<u32>, StoreError> {
        self.with(|connection| {
            let sql = "SELECT solved FROM rushes WHERE game = ?1 ORDER BY ended, rowid";
            let mut statement = connection.prepare_cached(sql)?;
            collect_readable(statement.query_map([game], |row| row.get(0))?)
        })
    }

    /// Stores the answer to a puzzle of the day unless there is one. Returns whether it was stored.
    pub fn add_daily_answer(
        &mut self,
        game: &str,
        answer: DailyAnswer,
    ) -> Result<bool, StoreError> {
        self.with(|connection| {
            let added = connection.execute(
                "INSERT INTO daily_answers (date, game, puzzle, solved_at) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT DO NOTHING",
                params![
                    answer.date.to_string(),
                    game,
                    answer.puzzle.cast_signed(),
                    answer.solved_at
                ],
            )?;
            Ok(added == 1)
        })
    }

    pub fn replace_daily_answer(
        &mut self,
        game: &str,
        answer: DailyAnswer,
    ) -> Result<(), StoreError> {
        self.with(|connection| {
            let sql = "UPDATE daily_answers SET solved_at = ?3 WHERE date = ?1 AND game = ?2";
            connection.execute(sql, params![answer.date.to_string(), game, answer.solved_at])?;
            Ok(())
        })
    }

    /// Returns the answers to the puzzles of the day of the game with this key, by date.
    pub fn daily_answers(&mut self, game: &str) -> Result<Vec<DailyAnswer>, StoreError> {
        let rows = self.with(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT date, puzzle, solved_at FROM daily_answers WHERE game = ?1 ORDER BY date",
            )?;
            let read = |row: &Row| {
                let Ok(date) = read_text(row, 0)?.parse() else { return Ok(None) };
                let puzzle = row.get::<_, i64>(1)?.cast_unsigned();
                Ok(Some(DailyAnswer { date, puzzle, solved_at: row.get(2)? }))
            };
            collect_readable(statement.query_map([game], read)?)
        })?;
        Ok(rows.into_iter().flatten().collect())
    }

    /// Lights a star unless it is lit. Returns whether it was unlit before `time` (ms since 1970).
    pub fn light_star(&mut self, game: &str, level: u8, time: i64) -> Result<bool, StoreError> {
        self.with(|connection| {
            connection.execute(
                "INSERT INTO stars (game, level, lit) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
                params![game, level, time],
            )?;
            let sql = "SELECT lit >= ?3 FROM stars WHERE game = ?1 AND level = ?2";
            connection.query_row(sql, params![game, level, time], |row| row.get(0))
        })
    }

    /// Returns the levels with a lit star in the game with this key, numbered from 0.
    pub fn stars(&mut self, game: &str) -> Result<Vec<u8>, StoreError> {
        self.with(|connection| {
            let mut statement = connection
                .prepare_cached("SELECT level FROM stars WHERE game = ?1 ORDER BY level")?;
            collect_readable(statement.query_map([game], |row| row.get(0))?)
        })
    }

    /// Stores a feat, unless it is stored. `time` is in milliseconds since 1970.
    pub fn add_feat(&mut self, game: &str, feat: &str, time: i64) -> Result<(), StoreError> {
        self.with(|connection| {
            connection.execute(
                "INSERT INTO feats (game, feat, done) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
                params![game, feat, time],
            )?;
            Ok(())
        })
    }

    pub fn feats(&mut self) -> Result<Vec<StoredFeat>, StoreError> {
        self.with(|connection| {
            let mut statement = connection
                .prepare_cached("SELECT game, feat, done FROM feats ORDER BY done, game, feat")?;
            let read = |row: &Row| {
                let (game, feat) = (read_text(row, 0)?, read_text(row, 1)?);
                Ok(StoredFeat { game, feat, done: row.get(2)? })
            };
            collect_readable(statement.query_map([], read)?)
        })
    }
}

fn read_mistake(row: &Row) -> rusqlite::Result<StoredMistake> {
    Ok(StoredMistake {
        puzzle: row.get::<_, i64>(0)?.cast_unsigned(),
        // Not made printable: parsing the JSON checks it.
        json: row.get(1)?,
        game_id: row.get(2)?,
        line: row.get(3)?,
        played: read_text(row, 4)?,
        found: row.get(5)?,
    })
}
