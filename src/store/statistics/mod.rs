//! Who has won how often.
//!
//! Counted are games that are over and in which exactly one person played: won is a first place of
//! one's own, drawn a shared one, all else is lost, and so is a game that the person gave up. Games
//! for practice (something hidden was seen and taken back) are told apart: they are neither won nor
//! lost. Games of several persons, of computers alone, and those that are not over are only
//! numbered ([`Uncounted`]).
//!
//! The store gives rows ([`Store::played`](super::Store::played)); what is made of them are
//! functions ([`tally`], [`over_time`]).

mod rows;
#[cfg(test)]
mod tests;
mod words;

use std::{collections::BTreeMap, time::Duration};

use serde::{Serialize, Serializer};

use super::saved_game::PersonResult;

/// A game that counts, or that is for practice.
#[derive(Clone, Debug, PartialEq)]
pub struct CountedGame {
    /// The game's key.
    pub game: String,
    /// The size, for games with more than one.
    pub size: Option<u16>,
    /// Who else played: [`super::opponents`].
    pub opponents: String,
    /// When it ended (milliseconds since 1970).
    pub ended: i64,
    /// How it ended for the person.
    pub result: PersonResult,
    /// By how many points the person was ahead of the best other (below zero: behind), in games
    /// where nobody gave up.
    pub margin: Option<i32>,
    /// How long it was played.
    pub time: Duration,
    /// Whether the person had hints.
    pub is_hinted: bool,
    /// Whether it was for practice.
    pub is_practice: bool,
}

/// How finely games are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grouping {
    /// Not at all.
    All,
    /// Each game.
    Game,
    /// Each game and who else played.
    Opponents,
    /// Each game, who else played, and the size.
    Size,
}

/// Several games, summed up.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ResultTally {
    /// The game's key, if that was told apart.
    pub game: Option<String>,
    /// Who else played, if that was told apart.
    pub opponents: Option<String>,
    /// The size, if that was told apart and the game has more than one.
    pub size: Option<u16>,
    /// The games that count: those won, drawn and lost.
    pub played: u32,
    /// Those won.
    pub won: u32,
    /// Those drawn.
    pub drawn: u32,
    /// Those lost.
    pub lost: u32,
    /// Of those that count, those in which the person had hints.
    pub hinted: u32,
    /// Those for practice, which do not count.
    pub practice: u32,
    /// By how many points the person was ahead on average; see [`CountedGame::margin`].
    pub margin_mean: Option<f64>,
    /// How the last games ended that ended alike, and how many they are.
    pub streak: Option<Streak>,
    /// The most games that were won one after the other.
    pub longest_won: u32,
    /// The most games that were lost one after the other.
    pub longest_lost: u32,
    /// The time that all of them were played, in seconds.
    #[serde(rename = "seconds", serialize_with = "seconds")]
    pub time: Duration,
}

/// Games that ended alike one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Streak {
    /// How they ended.
    pub result: PersonResult,
    /// How many they are.
    pub games: u32,
}

/// How things stood when a game had ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrendPoint {
    /// When it ended (milliseconds since 1970).
    pub ended: i64,
    /// The part of the last games that was won, from 0 to 1; those drawn count half.
    pub rate: f64,
    /// By how many points the person was ahead in them on average.
    pub margin_mean: Option<f64>,
}

/// How many games there are that do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Uncounted {
    /// Games of several persons that are over.
    pub among_persons: u32,
    /// Games of computers alone that are over.
    pub among_computers: u32,
    /// Games that are not over.
    pub unfinished: u32,
}

/// Sums games up, which come in the order of time. The tallies come in the order of their games,
/// opponents and sizes.
pub fn tally(rows: &[CountedGame], detail: Grouping) -> Vec<ResultTally> {
    let mut groups: BTreeMap<_, Vec<&CountedGame>> = BTreeMap::new();
    for row in rows {
        let game = (detail != Grouping::All).then_some(&row.game);
        let opponents =
            matches!(detail, Grouping::Opponents | Grouping::Size).then_some(&row.opponents);
        let size = row.size.filter(|_| detail == Grouping::Size);
        groups
            .entry((game, opponents.map(|names| (numbered(names), names)), size))
            .or_default()
            .push(row);
    }
    let groups = groups.into_iter().map(|((game, opponents, size), rows)| ResultTally {
        game: game.cloned(),
        opponents: opponents.map(|(_, names)| names.clone()),
        size,
        ..sum(&rows)
    });
    groups.collect()
}

/// The words before the number that ends a name, and the number: `level:9` comes before `level:10`.
fn numbered(name: &str) -> (&str, u64) {
    let parts = name.rsplit_once(':').and_then(|(stem, number)| Some((stem, number.parse().ok()?)));
    parts.unwrap_or((name, 0))
}

fn sum(rows: &[&CountedGame]) -> ResultTally {
    let counted: Vec<_> = rows.iter().copied().filter(|row| !row.is_practice).collect();
    let number = |is_meant: &dyn Fn(&CountedGame) -> bool| {
        count(counted.iter().filter(|row| is_meant(row)).count())
    };
    ResultTally {
        game: None,
        opponents: None,
        size: None,
        played: count(counted.len()),
        won: number(&|row| row.result == PersonResult::Won),
        drawn: number(&|row| row.result == PersonResult::Drawn),
        lost: number(&|row| row.result == PersonResult::Lost),
        hinted: number(&|row| row.is_hinted),
        practice: count(rows.len() - counted.len()),
        margin_mean: mean(counted.iter().filter_map(|row| row.margin).map(f64::from)),
        streak: streaks(&counted).last().copied(),
        longest_won: longest(&counted, PersonResult::Won),
        longest_lost: longest(&counted, PersonResult::Lost),
        time: rows.iter().map(|row| row.time).sum(),
    }
}

/// How the last `window` games stood whenever one had ended; the games come in the order of time,
/// and those for practice are left out.
pub fn over_time(rows: &[CountedGame], window: usize) -> Vec<TrendPoint> {
    let counted: Vec<_> = rows.iter().filter(|row| !row.is_practice).collect();
    let moment = |at: usize| {
        let last = &counted[(at + 1).saturating_sub(window.max(1))..=at];
        let rate = mean(last.iter().map(|row| points(row.result))).unwrap_or_default();
        let margin_mean = mean(last.iter().filter_map(|row| row.margin).map(f64::from));
        TrendPoint { ended: counted[at].ended, rate, margin_mean }
    };
    (0..counted.len()).map(moment).collect()
}

fn points(result: PersonResult) -> f64 {
    match result {
        PersonResult::Won => 1.0,
        PersonResult::Drawn => 0.5,
        PersonResult::Lost => 0.0,
    }
}

/// The games that ended alike, one after the other.
fn streaks(rows: &[&CountedGame]) -> Vec<Streak> {
    let alike = rows.chunk_by(|one, next| one.result == next.result);
    alike.map(|alike| Streak { result: alike[0].result, games: count(alike.len()) }).collect()
}

fn longest(rows: &[&CountedGame], result: PersonResult) -> u32 {
    streaks(rows)
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

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn seconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}

impl Serialize for PersonResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
