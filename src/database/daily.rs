//! The dates of daily deals, and the games that count for them.

use std::{fmt, str::FromStr};

use jiff::civil::Date;
use rusqlite::Row;

use super::{StoreError, file::read_text, handle::Store, saved_game::PersonResult};

/// The date of a daily deal, in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DailyDate(Date);

impl DailyDate {
    /// The daily deal of this date.
    pub const fn new(date: Date) -> Self {
        Self(date)
    }

    /// The date.
    pub const fn date(self) -> Date {
        self.0
    }

    /// The day before, or `None` before the first date that can be represented.
    pub fn previous(self) -> Option<Self> {
        self.0.yesterday().ok().map(Self)
    }
}

impl fmt::Display for DailyDate {
    /// Writes the date as in `2026-11-22`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for DailyDate {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let date = text.parse().map(Self);
        date.map_err(|_| format!("{text:?} is no date; write it as in 2026-11-22"))
    }
}

/// The game that counts for a daily deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedDaily {
    /// The number of the game in the database.
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
    /// Returns an error if the database can't be read.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> DailyDate {
        text.parse().unwrap()
    }

    #[test]
    fn a_date_is_written_with_hyphens() {
        assert_eq!(date("2026-01-02").to_string(), "2026-01-02");
        assert_eq!(date("2026-03-01").previous(), Some(date("2026-02-28")));
        assert!("today".parse::<DailyDate>().is_err());
        assert!("2026-02-30".parse::<DailyDate>().is_err());
        assert_eq!(DailyDate::new(Date::MIN).previous(), None);
    }
}
