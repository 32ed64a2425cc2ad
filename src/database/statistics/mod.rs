//! Wins, losses and streaks.
//!
//! A game counts if it is over and exactly one person played. A sole first place is a win, a shared
//! first place is a draw, and anything else is a loss. A game that the person resigned is a loss,
//! too. Practice games (see [`StepMarks`](fourcade_engine::play::StepMarks)) are listed separately and are
//! neither won nor lost. Of games between people, games between computers and unfinished games
//! there are only totals ([`Uncounted`]).
//!
//! [`Store::counted_games`](super::Store::counted_games) reads the games; [`tally`] and
//! [`over_time`] are pure functions of these games.

mod rows;
#[cfg(test)]
mod tests;

use std::{collections::BTreeMap, time::Duration};

use serde::{Serialize, Serializer};

use super::saved_game::PersonResult;

/// A game that counts, or a practice game.
#[derive(Clone, Debug, PartialEq)]
pub struct CountedGame {
    /// The key of the game.
    pub game: String,
    /// The size, for games that have more than one.
    pub size: Option<u16>,
    /// The other players; see [`super::opponents`].
    pub opponents: String,
    /// When the game ended, in milliseconds since 1970.
    pub ended: i64,
    /// The result for the person.
    pub result: PersonResult,
    /// By how many points the person was ahead of the best opponent (negative: behind). `None` if a
    /// player resigned.
    pub margin: Option<i32>,
    /// How long the game was played.
    pub time: Duration,
    /// Whether the person had hints.
    pub is_hinted: bool,
    /// Whether it is a practice game.
    pub is_practice: bool,
}

/// How games are grouped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grouping {
    /// All games are one group.
    All,
    /// By game.
    Game,
    /// By game and opponents.
    Opponents,
    /// By game, opponents and size.
    Size,
}

/// The results of a group of games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ResultTally {
    /// The key of the game, if games are grouped by it.
    pub game: Option<String>,
    /// The opponents, if games are grouped by them.
    pub opponents: Option<String>,
    /// The size, if games are grouped by it and the game has more than one.
    pub size: Option<u16>,
    /// The number of games that count: those won, drawn and lost.
    pub played: u32,
    /// The number of games won.
    pub won: u32,
    /// The number of games drawn.
    pub drawn: u32,
    /// The number of games lost.
    pub lost: u32,
    /// The number of games in which the person had hints, of those that count.
    pub hinted: u32,
    /// The number of practice games, which don't count.
    pub practice: u32,
    /// The mean of [`CountedGame::margin`]; `None` if no game that counts has a margin.
    pub margin_mean: Option<f64>,
    /// The current streak; `None` if no game counts.
    pub streak: Option<Streak>,
    /// The length of the longest winning streak.
    pub longest_won: u32,
    /// The length of the longest losing streak.
    pub longest_lost: u32,
    /// The total playing time, including practice games. It is serialized in seconds.
    #[serde(rename = "seconds", serialize_with = "seconds")]
    pub time: Duration,
}

/// Consecutive games with the same result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Streak {
    /// The result.
    pub result: PersonResult,
    /// The number of games.
    pub games: u32,
}

/// The average of the last results up to the end of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrendPoint {
    /// When the game ended, in milliseconds since 1970.
    pub ended: i64,
    /// The share of the last games that was won, from 0 to 1. A draw counts as half a win.
    pub rate: f64,
    /// The mean margin of the last games; `None` if none of them has a margin.
    pub margin_mean: Option<f64>,
}

/// The numbers of games that don't count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Uncounted {
    /// Finished games with several people.
    pub among_persons: u32,
    /// Finished games between computers.
    pub among_computers: u32,
    /// Unfinished games.
    pub unfinished: u32,
}

/// Groups games and adds up their results. The games must be in the order in which they ended. The
/// tallies are sorted by game, opponents and size.
pub fn tally(games: &[CountedGame], grouping: Grouping) -> Vec<ResultTally> {
    let mut groups: BTreeMap<_, Vec<&CountedGame>> = BTreeMap::new();
    for counted in games {
        let game = (grouping != Grouping::All).then_some(&counted.game);
        let opponents =
            matches!(grouping, Grouping::Opponents | Grouping::Size).then_some(&counted.opponents);
        let size = counted.size.filter(|_| grouping == Grouping::Size);
        groups
            .entry((game, opponents.map(|names| (natural_order(names), names)), size))
            .or_default()
            .push(counted);
    }
    let tallies = groups.into_iter().map(|((game, opponents, size), games)| ResultTally {
        game: game.cloned(),
        opponents: opponents.map(|(_, names)| names.clone()),
        size,
        ..sum(&games)
    });
    tallies.collect()
}

/// Returns a sort key that puts `level:9` before `level:10`: the text before the number at the end
/// of a name, and the number.
fn natural_order(name: &str) -> (&str, u64) {
    let parts = name.rsplit_once(':').and_then(|(stem, number)| Some((stem, number.parse().ok()?)));
    parts.unwrap_or((name, 0))
}

/// Adds up the results of one group of games.
fn sum(games: &[&CountedGame]) -> ResultTally {
    let counted: Vec<_> = games.iter().copied().filter(|game| !game.is_practice).collect();
    let number = |matches: &dyn Fn(&CountedGame) -> bool| {
        to_u32(counted.iter().filter(|game| matches(game)).count())
    };
    ResultTally {
        game: None,
        opponents: None,
        size: None,
        played: to_u32(counted.len()),
        won: number(&|game| game.result == PersonResult::Won),
        drawn: number(&|game| game.result == PersonResult::Drawn),
        lost: number(&|game| game.result == PersonResult::Lost),
        hinted: number(&|game| game.is_hinted),
        practice: to_u32(games.len() - counted.len()),
        margin_mean: mean(counted.iter().filter_map(|game| game.margin).map(f64::from)),
        streak: streaks(&counted).last().copied(),
        longest_won: longest_streak(&counted, PersonResult::Won),
        longest_lost: longest_streak(&counted, PersonResult::Lost),
        time: games.iter().map(|game| game.time).sum(),
    }
}

/// Returns the average results of the last `window` games at the end of each game. The games must
/// be in the order in which they ended. Practice games are left out.
pub fn over_time(games: &[CountedGame], window: usize) -> Vec<TrendPoint> {
    let counted: Vec<_> = games.iter().filter(|game| !game.is_practice).collect();
    let point = |index: usize| {
        let last = &counted[(index + 1).saturating_sub(window.max(1))..=index];
        let rate = mean(last.iter().map(|game| points(game.result))).unwrap_or_default();
        let margin_mean = mean(last.iter().filter_map(|game| game.margin).map(f64::from));
        TrendPoint { ended: counted[index].ended, rate, margin_mean }
    };
    (0..counted.len()).map(point).collect()
}

/// Returns what a result counts in the win rate, from 0 to 1.
fn points(result: PersonResult) -> f64 {
    match result {
        PersonResult::Won => 1.0,
        PersonResult::Drawn => 0.5,
        PersonResult::Lost => 0.0,
    }
}

/// Splits games into streaks.
fn streaks(games: &[&CountedGame]) -> Vec<Streak> {
    let streaks = games.chunk_by(|one, next| one.result == next.result);
    streaks.map(|same| Streak { result: same[0].result, games: to_u32(same.len()) }).collect()
}

fn longest_streak(games: &[&CountedGame], result: PersonResult) -> u32 {
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

fn seconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
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

    /// Returns the playing time in hours and minutes, such as `12:05`.
    pub fn time_text(&self) -> String {
        let minutes = self.time.as_secs() / 60;
        format!("{}:{:02}", minutes / 60, minutes % 60)
    }
}

impl Serialize for PersonResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
