//! The games of daily deals.

use rusqlite::Row;

use super::{StoreError, file::read_text, handle::Store, saved_game::PersonResult};
use crate::games::DailyDate;

/// The game that counts for a daily deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedDaily {
    /// The number of the game in the store.
    pub id: i64,
    /// The key of the game.
    pub game: String,
    /// The date of the deal.
    pub date: DailyDate,
    /// The result for the person; `None` if the game is not over.
    pub result: Option<PersonResult>,
    /// The scores, the person's first and the others in the order of the seats.
    pub scores: Vec<i32>,
}

impl Store {
    /// Returns the games that count for daily deals, by date: one for each date and game. If
    /// several were begun at the same time, the first one counts.
    ///
    /// # Errors
    /// Returns an error if the store can't be read.
    pub fn daily_games(&self) -> Result<Vec<SavedDaily>, StoreError> {
        let rows = self.query(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT id, games.game, daily, result, score, person
                 FROM games JOIN seats ON seats.game = games.id
                 WHERE daily IS NOT NULL AND NOT practice
                 ORDER BY daily, games.game, id, person DESC, seat",
            )?;
            statement.query_map([], read_seat)?.collect::<rusqlite::Result<Vec<_>>>()
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
}

/// Reads a game with the score of one seat; `None` if its date can't be read.
fn read_seat(row: &Row) -> rusqlite::Result<Option<SavedDaily>> {
    let Ok(date) = read_text(row, 2)?.parse() else { return Ok(None) };
    Ok(Some(SavedDaily {
        id: row.get(0)?,
        game: read_text(row, 1)?,
        date,
        result: row.get(3)?,
        scores: vec![row.get(4)?],
    }))
}
