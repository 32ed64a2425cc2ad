//! Reads the games for the statistics.

use std::time::Duration;

use rusqlite::{Row, params};

use super::{CountedGame, Uncounted};
use crate::database::{
    StoreError,
    file::read_text,
    handle::Store,
    saved_game::{PersonResult, SavedSeat, opponents},
};

impl Store {
    /// Returns the games that count and the practice games, in the order in which they ended: all
    /// of them, or those of the game with this key.
    ///
    /// # Errors
    /// Returns an error if the store can't be read.
    pub fn counted_games(&self, game: Option<&str>) -> Result<Vec<CountedGame>, StoreError> {
        let game = game.map(str::to_owned);
        let rows = self.query(move |connection| {
            let mut statement = connection.prepare_cached(
                "SELECT id, games.game, size, ended, result, milliseconds, hinted, practice,
                     name, score, place, gave_up, brought
                 FROM games JOIN seats ON seats.game = games.id
                 WHERE result IS NOT NULL AND (?1 IS NULL OR games.game = ?1)
                 ORDER BY ended, id, seat",
            )?;
            statement.query_map(params![game], read_seat)?.collect::<rusqlite::Result<Vec<_>>>()
        })?;
        Ok(rows.chunk_by(|one, next| one.0 == next.0).filter_map(combine).collect())
    }

    /// Returns the number of games that don't count: all of them, or those of the game with this
    /// key.
    ///
    /// # Errors
    /// Returns an error if the store can't be read.
    pub fn uncounted(&self, game: Option<&str>) -> Result<Uncounted, StoreError> {
        let game = game.map(str::to_owned);
        self.query(move |connection| {
            let mut statement = connection.prepare_cached(
                "SELECT count(iif(ended IS NOT NULL AND persons > 1, 1, NULL)),
                        count(iif(ended IS NOT NULL AND persons = 0, 1, NULL)),
                        count(iif(ended IS NULL, 1, NULL))
                 FROM games WHERE ?1 IS NULL OR game = ?1",
            )?;
            statement.query_row(params![game], |row| {
                Ok(Uncounted {
                    among_persons: row.get(0)?,
                    among_computers: row.get(1)?,
                    unfinished: row.get(2)?,
                })
            })
        })
    }
}

/// The number of a game, the game without its opponents and margin, and one of its seats.
type SeatRow = (i64, CountedGame, SavedSeat);

fn read_seat(row: &Row) -> rusqlite::Result<SeatRow> {
    let game = CountedGame {
        game: read_text(row, 1)?,
        size: row.get(2)?,
        opponents: String::new(),
        ended: row.get(3)?,
        result: row.get::<_, PersonResult>(4)?,
        margin: None,
        time: Duration::from_millis(row.get::<_, i64>(5)?.max(0).cast_unsigned()),
        is_hinted: row.get(6)?,
        is_practice: row.get(7)?,
    };
    let seat = SavedSeat {
        name: read_text(row, 8)?,
        score: row.get(9)?,
        place: row.get(10)?,
        has_resigned: row.get(11)?,
        series_points: row.get(12)?,
    };
    Ok((row.get(0)?, game, seat))
}

/// Combines the rows of one game, one per seat.
fn combine(rows: &[SeatRow]) -> Option<CountedGame> {
    let seats: Vec<_> = rows.iter().map(|(.., seat)| seat.clone()).collect();
    let (_, game, _) = rows.first()?.clone();
    Some(CountedGame { opponents: opponents(&seats), margin: margin(&seats), ..game })
}

/// Returns by how many points the only person was ahead of the best opponent (negative: behind), or
/// `None` if a player resigned.
pub fn margin(seats: &[SavedSeat]) -> Option<i32> {
    let person = seats.iter().find(|seat| seat.is_person())?;
    if seats.iter().any(|seat| seat.has_resigned) {
        return None;
    }
    // If low scores win, a player with a better place than another has a lower score.
    let is_ahead_with_less =
        |one: &SavedSeat, other: &SavedSeat| one.place < other.place && one.score < other.score;
    let low_scores_win =
        seats.iter().any(|one| seats.iter().any(|other| is_ahead_with_less(one, other)));
    let sign = if low_scores_win { -1 } else { 1 };
    let others = seats.iter().filter(|seat| !seat.is_person());
    let best = others.map(|seat| sign * seat.score).max()?;
    Some(sign * person.score - best)
}
