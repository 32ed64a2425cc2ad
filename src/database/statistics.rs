//! Wins, losses and streaks.
//!
//! [`Database::finished_games`] reads the games, [`app::counting`](crate::app::counting) decides
//! which count, and [`tally`] and [`moving_averages`] summarise those. Games that don't count have
//! only totals ([`Uncounted`]).

use std::{collections::BTreeMap, time::Duration};

use rusqlite::{Row, params};
use serde::{Serialize, Serializer};

use super::{
    StoreError,
    file::{Database, collect_readable, read_text},
    saved_game::{PersonResult, SavedSeat, opponents},
};
use fourcade_engine::play::StepMarks;

/// A finished game of one person, whether or not it counts.
#[derive(Clone, Debug, PartialEq)]
pub struct FinishedGame {
    pub id: i64,
    pub game: String,
    /// The size, for games that have more than one.
    pub size: Option<u16>,
    /// The other players; see [`super::opponents`].
    pub opponents: String,
    /// When the game ended, in milliseconds since 1970.
    pub ended: i64,
    pub result: PersonResult,
    pub margin: Margin,
    pub time: Duration,
}

/// The person's lead over the best opponent, or how a player left the game before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Margin {
    Points(i32),
    Resigned,
    TimedOut,
}

impl Margin {
    pub fn points(self) -> Option<i32> {
        match self {
            Self::Points(points) => Some(points),
            Self::Resigned | Self::TimedOut => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grouping {
    All,
    Game,
    Opponents,
    Size,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ResultTally {
    /// The key of the game, if games are grouped by it.
    pub game: Option<String>,
    /// The opponents, if games are grouped by them.
    pub opponents: Option<String>,
    /// The size, if games are grouped by it and the game has more than one.
    pub size: Option<u16>,
    pub played: u32,
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    /// The mean of [`FinishedGame::margin`]; `None` if no game has a margin.
    pub margin_mean: Option<f64>,
    pub streak: Option<Streak>,
    pub longest_won: u32,
    pub longest_lost: u32,
    /// The total playing time. It is serialised in seconds.
    #[serde(rename = "seconds", serialize_with = "serialize_seconds")]
    pub time: Duration,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Streak {
    pub result: PersonResult,
    pub games: u32,
}

/// A moving average at the end of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrendPoint {
    /// When the game ended, in milliseconds since 1970.
    pub ended: i64,
    /// The win rate, from 0 to 1. A draw counts as half a win.
    pub rate: f64,
    /// The mean margin; `None` if no game has one.
    pub margin_mean: Option<f64>,
}

/// The numbers of games that don't count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Uncounted {
    /// Finished practice games of one person.
    pub practice: u32,
    pub among_persons: u32,
    pub among_computers: u32,
    pub unfinished: u32,
}

/// Groups games and adds up their results. The games must be in the order of their ends; the
/// tallies are sorted by game, opponents and size.
pub fn tally(games: &[FinishedGame], grouping: Grouping) -> Vec<ResultTally> {
    let mut groups: BTreeMap<_, Vec<&FinishedGame>> = BTreeMap::new();
    for played in games {
        let game = (grouping != Grouping::All).then_some(&played.game);
        let opponents =
            matches!(grouping, Grouping::Opponents | Grouping::Size).then_some(&played.opponents);
        let size = played.size.filter(|_| grouping == Grouping::Size);
        groups
            .entry((game, opponents.map(|names| (natural_order(names), names)), size))
            .or_default()
            .push(played);
    }
    let tallies = groups.into_iter().map(|((game, opponents, size), games)| ResultTally {
        game: game.cloned(),
        opponents: opponents.map(|(_, names)| names.clone()),
        size,
        ..sum(&games)
    });
    tallies.collect()
}

/// Returns a sort key that puts `level:9` before `level:10`.
fn natural_order(name: &str) -> (&str, u64) {
    let parts = name.rsplit_once(':').and_then(|(stem, number)| Some((stem, number.parse().ok()?)));
    parts.unwrap_or((name, 0))
}

fn sum(games: &[&FinishedGame]) -> ResultTally {
    let number = |result| to_u32(games.iter().filter(|game| game.result == result).count());
    ResultTally {
        game: None,
        opponents: None,
        size: None,
        played: to_u32(games.len()),
        won: number(PersonResult::Won),
        drawn: number(PersonResult::Drawn),
        lost: number(PersonResult::Lost),
        margin_mean: mean(games.iter().filter_map(|game| game.margin.points()).map(f64::from)),
        streak: streaks(games).last().copied(),
        longest_won: longest_streak(games, PersonResult::Won),
        longest_lost: longest_streak(games, PersonResult::Lost),
        time: games.iter().map(|game| game.time).sum(),
    }
}

/// Returns the moving averages over `window` games. The games must be in the order of their ends.
pub fn moving_averages(games: &[FinishedGame], window: usize) -> Vec<TrendPoint> {
    let point = |index: usize| {
        let last = &games[(index + 1).saturating_sub(window.max(1))..=index];
        let rate = mean(last.iter().map(|game| game.result.points())).unwrap_or_default();
        let margin_mean = mean(last.iter().filter_map(|game| game.margin.points()).map(f64::from));
        TrendPoint { ended: games[index].ended, rate, margin_mean }
    };
    (0..games.len()).map(point).collect()
}

fn streaks(games: &[&FinishedGame]) -> Vec<Streak> {
    let streaks = games.chunk_by(|one, next| one.result == next.result);
    streaks.map(|same| Streak { result: same[0].result, games: to_u32(same.len()) }).collect()
}

fn longest_streak(games: &[&FinishedGame], result: PersonResult) -> u32 {
    streaks(games)
        .iter()
        .filter(|streak| streak.result == result)
        .map(|streak| streak.games)
        .max()
        .unwrap_or(0)
}

fn mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = numbers.fold((0.0, 0_u32), |(sum, count), number| (sum + number, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn serialize_seconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}

impl ResultTally {
    /// Returns the mean margin with its sign, such as `+4.5`, or an empty string if there is none.
    pub fn margin_text(&self) -> String {
        // Adding zero turns a negative zero into a positive one.
        let rounded = self.margin_mean.map(|mean| (mean * 10.0).round() / 10.0 + 0.0);
        rounded.map(|mean| format!("{mean:+.1}")).unwrap_or_default()
    }

    /// Returns the current streak, such as `3 won`, or an empty string if there is none.
    pub fn streak_text(&self) -> String {
        self.streak
            .map(|streak| format!("{} {}", streak.games, streak.result.name()))
            .unwrap_or_default()
    }

    /// Returns the percentage of games won, or `None` without games. Draws count half.
    pub fn win_rate(&self) -> Option<u64> {
        let (won, drawn) = (u64::from(self.won), u64::from(self.drawn));
        let played = u64::from(self.played);
        (200 * won + 100 * drawn + played).checked_div(2 * played)
    }

    /// Returns the longest run of games won, such as `3 won`, or an empty string if there is none.
    pub fn longest_text(&self) -> String {
        match self.longest_won {
            0 => String::new(),
            games => format!("{games} won"),
        }
    }
}

/// Returns a playing time, such as `40 s`, `5 min` or `12:05 h`; an empty string if none is known.
pub fn time_text(time: Duration) -> String {
    let minutes = time.as_secs() / 60;
    match (minutes / 60, minutes) {
        _ if time.as_secs() == 0 => String::new(),
        (0, 0) => format!("{} s", time.as_secs()),
        (0, minutes) => format!("{minutes} min"),
        (hours, _) => format!("{hours}:{:02} h", minutes % 60),
    }
}

impl Serialize for PersonResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl Database {
    /// Returns the finished games of one person with their marks, in the order of their ends.
    /// `game` is the key of a game; `None` stands for all.
    pub fn finished_games(
        &mut self,
        game: Option<&str>,
    ) -> Result<Vec<(FinishedGame, StepMarks)>, StoreError> {
        let rows = self.with(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT id, games.game, size, ended, result, milliseconds, hinted, practice,
                     name, score, place, gave_up, brought
                 FROM games JOIN seats ON seats.game = games.id
                 WHERE result IS NOT NULL AND (?1 IS NULL OR games.game = ?1)
                 ORDER BY ended, id, seat",
            )?;
            collect_readable(statement.query_map(params![game], read_seat)?)
        })?;
        Ok(rows.chunk_by(|one, next| one.0.id == next.0.id).filter_map(combine).collect())
    }

    /// Returns the numbers of unfinished games and of those without exactly one person, by game.
    pub fn uncounted(&mut self) -> Result<BTreeMap<String, Uncounted>, StoreError> {
        let rows = self.with(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT game,
                        count(iif(ended IS NOT NULL AND persons > 1, 1, NULL)),
                        count(iif(ended IS NOT NULL AND persons = 0, 1, NULL)),
                        count(iif(ended IS NULL, 1, NULL))
                 FROM games GROUP BY game",
            )?;
            let read = |row: &Row| {
                let uncounted = Uncounted {
                    // `app::counting` knows which games are practice.
                    practice: 0,
                    among_persons: row.get(1)?,
                    among_computers: row.get(2)?,
                    unfinished: row.get(3)?,
                };
                Ok((read_text(row, 0)?, uncounted))
            };
            collect_readable(statement.query_map([], read)?)
        })?;
        Ok(rows.into_iter().collect())
    }
}

impl Uncounted {
    /// Returns the numbers of one game, or of all games.
    pub fn of(all: &BTreeMap<String, Self>, game: Option<&str>) -> Self {
        let mut sum = Self::default();
        for (_, one) in all.iter().filter(|(key, _)| game.is_none_or(|game| game == *key)) {
            sum.practice += one.practice;
            sum.among_persons += one.among_persons;
            sum.among_computers += one.among_computers;
            sum.unfinished += one.unfinished;
        }
        sum
    }
}

/// A game, its marks, and one of its seats. [`combine`] finds the opponents and the margin.
type SeatRow = (FinishedGame, StepMarks, SavedSeat);

fn read_seat(row: &Row) -> rusqlite::Result<SeatRow> {
    let game = FinishedGame {
        id: row.get(0)?,
        game: read_text(row, 1)?,
        size: row.get(2)?,
        opponents: String::new(),
        ended: row.get(3)?,
        result: row.get::<_, PersonResult>(4)?,
        margin: Margin::Points(0),
        time: Duration::from_millis(row.get::<_, i64>(5)?.max(0).cast_unsigned()),
    };
    let marks = StepMarks { hinted: row.get(6)?, practice: row.get(7)? };
    let seat = SavedSeat {
        name: read_text(row, 8)?,
        person_name: String::new(),
        score: row.get(9)?,
        place: row.get(10)?,
        has_resigned: false,
        has_timed_out: false,
        series_points: row.get(12)?,
    };
    Ok((game, marks, seat.with_gave_up(row.get(11)?)))
}

fn combine(rows: &[SeatRow]) -> Option<(FinishedGame, StepMarks)> {
    let seats: Vec<_> = rows.iter().map(|(.., seat)| seat.clone()).collect();
    let (game, marks, _) = rows.first()?.clone();
    Some((FinishedGame { opponents: opponents(&seats), margin: margin(&seats)?, ..game }, marks))
}

/// Returns the [margin](FinishedGame::margin) of the only person.
fn margin(seats: &[SavedSeat]) -> Option<Margin> {
    let person = seats.iter().find(|seat| seat.is_person())?;
    if seats.iter().any(|seat| seat.has_timed_out) {
        return Some(Margin::TimedOut);
    }
    if seats.iter().any(|seat| seat.has_resigned) {
        return Some(Margin::Resigned);
    }
    let others = seats.iter().filter(|seat| !seat.is_person());
    let best = others.min_by_key(|seat| seat.place)?;
    // The places tell who leads, because in some games the lowest score wins.
    let distance = (person.score - best.score).abs();
    Some(Margin::Points(if person.place <= best.place { distance } else { -distance }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns games against the same player, in the order in which they ended: `+` is won, `=`
    /// drawn, `-` lost.
    fn games(results: &str) -> Vec<FinishedGame> {
        let mut rows: Vec<FinishedGame> = Vec::new();
        for letter in results.chars() {
            let (result, margin) = match letter {
                '+' => (PersonResult::Won, 10),
                '=' => (PersonResult::Drawn, 0),
                _ => (PersonResult::Lost, -4),
            };
            rows.push(FinishedGame {
                id: 0,
                game: "go".to_owned(),
                size: Some(9),
                opponents: "gnu".to_owned(),
                ended: i64::try_from(rows.len()).unwrap(),
                result,
                margin: Margin::Points(margin),
                time: Duration::from_secs(60),
            });
        }
        rows
    }

    fn single_tally(rows: &[FinishedGame]) -> ResultTally {
        let all = tally(rows, Grouping::Game);
        assert_eq!(all.len(), 1);
        all[0].clone()
    }

    #[test]
    fn games_are_counted_by_result() {
        let sum = single_tally(&games("++-=+"));
        assert_eq!((sum.played, sum.won, sum.drawn, sum.lost), (5, 3, 1, 1));
        assert_eq!((sum.margin_mean, sum.time), (Some(5.2), Duration::from_secs(300)));
        assert_eq!(tally(&[], Grouping::Size), []);
    }

    #[test]
    fn streaks_are_consecutive_games_with_the_same_result() {
        for (results, result, length, won, lost) in [
            ("+", PersonResult::Won, 1, 1, 0),
            ("+++-++", PersonResult::Won, 2, 3, 1),
            ("++=--", PersonResult::Lost, 2, 2, 2),
            ("-=-==", PersonResult::Drawn, 2, 0, 1),
        ] {
            let sum = single_tally(&games(results));
            assert_eq!(sum.streak, Some(Streak { result, games: length }), "{results}");
            assert_eq!((sum.longest_won, sum.longest_lost), (won, lost), "{results}");
        }
    }

    #[test]
    fn games_are_grouped_by_game_opponents_and_size() {
        let mut rows = games("+-+-");
        rows[1].opponents = "katago".to_owned();
        rows[2].size = Some(19);
        rows[3].game = "chess".to_owned();
        rows[3].size = None;
        let names = |grouping| {
            let name = |sum: ResultTally| {
                let size = sum.size.map(|size| size.to_string());
                format!(
                    "{} {} {} {}",
                    sum.game.unwrap_or_default(),
                    sum.opponents.unwrap_or_default(),
                    size.unwrap_or_default(),
                    sum.played
                )
            };
            tally(&rows, grouping).into_iter().map(name).collect::<Vec<_>>()
        };
        assert_eq!(names(Grouping::All), ["   4"]);
        assert_eq!(names(Grouping::Game), ["chess   1", "go   3"]);
        assert_eq!(names(Grouping::Opponents), ["chess gnu  1", "go gnu  2", "go katago  1"]);
        assert_eq!(
            names(Grouping::Size),
            ["chess gnu  1", "go gnu 9 1", "go gnu 19 1", "go katago 9 1"]
        );
    }

    #[test]
    fn names_are_sorted_by_the_number_at_their_end() {
        let mut rows = games("+++++");
        for (row, name) in rows.iter_mut().zip([
            "level:10",
            "level:9",
            "expert",
            "program:./level:x",
            "careful, level:2",
        ]) {
            name.clone_into(&mut row.opponents);
        }
        let names: Vec<_> =
            tally(&rows, Grouping::Opponents).into_iter().filter_map(|sum| sum.opponents).collect();
        assert_eq!(
            names,
            ["careful, level:2", "expert", "level:9", "level:10", "program:./level:x"]
        );
    }

    #[test]
    fn a_tally_is_formatted_for_tables() {
        let mut sum = single_tally(&games("+-++"));
        assert_eq!(
            (sum.margin_text(), sum.streak_text(), time_text(sum.time)),
            ("+6.5".into(), "2 won".into(), "4 min".into())
        );
        for (mean, expected) in [(Some(-0.04), "+0.0"), (Some(-12.25), "-12.3"), (None, "")] {
            sum.margin_mean = mean;
            assert_eq!(sum.margin_text(), expected);
        }
    }

    #[test]
    fn a_game_without_a_margin_does_not_change_the_mean() {
        let mut rows = games("+-");
        rows[1].margin = Margin::Resigned;
        assert_eq!(single_tally(&rows).margin_mean, Some(10.0));
    }

    #[test]
    fn the_win_rate_is_that_of_the_last_games() {
        let rates = |results: &str, window| {
            moving_averages(&games(results), window)
                .iter()
                .map(|point| point.rate)
                .collect::<Vec<_>>()
        };
        assert_eq!(rates("+-=+", 2), [1.0, 0.5, 0.25, 0.75]);
        assert_eq!(rates("+-=+", 1), [1.0, 0.0, 0.5, 1.0]);
        assert_eq!(rates("+-", 0), [1.0, 0.0]);
        assert_eq!(rates("", 5), [0.0; 0]);
        let points = moving_averages(&games("+-"), 2);
        assert_eq!(points.iter().map(|point| point.ended).collect::<Vec<_>>(), [0, 1]);
        assert_eq!(points[1].margin_mean, Some(3.0));
    }

    #[test]
    fn the_margin_is_the_lead_over_the_best_opponent() {
        let seat = |&(name, score, place): &(&str, i32, u8)| SavedSeat {
            person_name: String::new(),
            name: name.to_owned(),
            score,
            place: Some(place),
            has_resigned: false,
            has_timed_out: false,
            series_points: 0.0,
        };
        let seats = |all: &[(&str, i32, u8)]| all.iter().map(seat).collect::<Vec<_>>();
        for (all, expected) in [
            (&[("human", 40, 1), ("a", 24, 2)][..], 16),
            (&[("a", 40, 1), ("human", 24, 2)], -16),
            (&[("human", 32, 1), ("a", 32, 1)], 0),
            // Low scores win.
            (&[("human", 2, 2), ("a", 0, 1), ("b", 9, 3), ("c", 15, 4)], -2),
            (&[("human", 0, 1), ("a", 3, 2), ("b", 9, 3), ("c", 14, 4)], 3),
        ] {
            assert_eq!(margin(&seats(all)), Some(Margin::Points(expected)), "{all:?}");
        }
        for (gave_up, early) in [(1, Margin::Resigned), (2, Margin::TimedOut)] {
            let mut left = seats(&[("human", 60, 2), ("a", 4, 1)]);
            left[0] = left[0].clone().with_gave_up(gave_up);
            assert_eq!(margin(&left), Some(early));
        }
    }
}
