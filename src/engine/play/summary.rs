//! The results of many games: rates and means with 95 % confidence intervals.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{
    FaultTally, MAX_SEATS, Moments,
    arena::{FinishedGame, PlayerTally},
    moments::real,
};

/// The values of a game are multiples of one half: its turns, and a player's score and points.
const VALUE_UNIT: i64 = 2;

/// The mean of the values of a deal's games is a multiple of 1 / `DEAL_UNIT`.
const DEAL_UNIT: i64 = VALUE_UNIT * GAMES_UNIT;

/// A multiple of each number of games that a deal may have: from 1 to [`MAX_SEATS`].
const GAMES_UNIT: i64 = 12;
const _: () = assert!(MAX_SEATS == 4, "GAMES_UNIT must be a multiple of each number of seats");

/// The results of all games of an arena.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// The number of games.
    pub games: usize,
    /// The mean number of turns.
    pub turns_mean: f64,
    /// Half the width of the 95 % confidence interval of the mean number of turns.
    pub turns_ci95: f64,
    /// The results of each player, in the order of the plan.
    pub results: Vec<SummaryRow>,
}

/// The results of one player.
#[derive(Clone, Debug, Serialize)]
pub struct SummaryRow {
    /// The player's name.
    pub player: String,
    /// The player's seat, or `None` if the players changed seats.
    pub seat: Option<usize>,
    /// The number of games.
    pub games: usize,
    /// The number of games with a sole first place.
    pub wins: usize,
    /// The number of games with a shared first place.
    pub draws: usize,
    /// The number of games without a first place.
    pub losses: usize,
    /// The wins and half of the draws, divided by the games.
    pub win_rate: f64,
    /// The mean score.
    pub score_mean: f64,
    /// Half the width of the 95 % confidence interval of the mean score.
    pub score_ci95: f64,
    /// The mean number of points for the place. See [`Outcome::points`](super::Outcome::points).
    pub points_mean: f64,
    /// The number of illegal choices.
    pub illegal: u64,
    /// The illegal choices by kind.
    #[serde(skip_serializing_if = "FaultTally::is_empty")]
    pub faults: FaultTally,
    /// The number of decisions.
    pub moves: u64,
    /// The mean time of a decision in milliseconds.
    pub ms_per_move: f64,
    /// The time of the slowest decision in milliseconds.
    pub ms_max: f64,
}

/// What a [`Summary`] is computed from: counts and exact sums. Those of several parts of the same
/// games can be added in any order, if no deal is in two parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SummaryTotals {
    games: u64,
    turns: GameSums,
    players: Vec<PlayerTotals>,
}

/// The totals of one player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayerTotals {
    wins: u64,
    draws: u64,
    score: GameSums,
    points: GameSums,
    faults: FaultTally,
    moves: u64,
    /// The time of all decisions in nanoseconds.
    time_ns: u64,
    /// The time of the slowest decision in nanoseconds.
    slowest_ns: u64,
}

/// The sums of a value over the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GameSums {
    /// The sum over the games, in units of 1 / [`VALUE_UNIT`].
    total: i128,
    /// The moments of the means of the deals, in units of 1 / [`DEAL_UNIT`]. The interval follows
    /// from them, because games with the same deal are not independent.
    deals: Moments,
}

impl GameSums {
    /// Sums a value of the games. `value` returns it in units of 1 / [`VALUE_UNIT`].
    fn of(games: &[FinishedGame], value: impl Fn(&FinishedGame) -> i64) -> Self {
        let sum = |games: &[FinishedGame]| games.iter().map(&value).sum::<i64>();
        let mean = |deal: &[FinishedGame]| {
            let games = i64::try_from(deal.len()).unwrap_or(i64::MAX);
            sum(deal) * (GAMES_UNIT / games)
        };
        let deals = games.chunk_by(|a, b| a.deal == b.deal);
        Self {
            total: games.iter().map(|game| i128::from(value(game))).sum(),
            deals: Moments::of(deals.map(mean)),
        }
    }

    fn checked_add(self, other: Self) -> Option<Self> {
        Some(Self {
            total: self.total.checked_add(other.total)?,
            deals: self.deals.checked_add(other.deals)?,
        })
    }

    /// Returns the mean over the games and half the width of its 95 % interval.
    fn mean_ci95(&self, games: u64) -> (f64, f64) {
        let mean = ratio(real(self.total), real((games * VALUE_UNIT.unsigned_abs()).into()));
        (mean, self.deals.mean_ci95(real(DEAL_UNIT.into())).1)
    }
}

impl SummaryTotals {
    /// Sums up the games of this many players.
    pub fn new(players: usize, games: &[FinishedGame]) -> Self {
        Self {
            games: games.len() as u64,
            turns: GameSums::of(games, |game| VALUE_UNIT * i64::from(game.turns)),
            players: (0..players).map(|player| PlayerTotals::new(player, games)).collect(),
        }
    }

    /// Returns the number of games.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Whether these can be the totals of games between this many players.
    pub fn is_consistent(&self, players: usize) -> bool {
        let is_possible = |player: &PlayerTotals| {
            let decided = player.wins.checked_add(player.draws);
            let deals = self.turns.deals.count();
            decided.is_some_and(|decided| decided <= self.games)
                && player.faults.total() <= player.moves
                && (player.score.deals.count(), player.points.deals.count()) == (deals, deals)
        };
        self.turns.deals.count() <= self.games
            && self.players.len() == players
            && self.players.iter().all(is_possible)
    }

    /// Returns the totals of both together, or `None` if they are too large or of different numbers
    /// of players.
    pub fn checked_add(&self, other: &Self) -> Option<Self> {
        if self.players.len() != other.players.len() {
            return None;
        }
        let players = self.players.iter().zip(&other.players);
        Some(Self {
            games: self.games.checked_add(other.games)?,
            turns: self.turns.checked_add(other.turns)?,
            players: players.map(|(one, other)| one.checked_add(other)).collect::<Option<_>>()?,
        })
    }
}

impl PlayerTotals {
    fn new(player: usize, games: &[FinishedGame]) -> Self {
        let is_first = |game: &&FinishedGame| game.outcome.place(game.seat_of(player)) == 1;
        let is_alone = |game: &&FinishedGame| game.outcome.winners().len() == 1;
        let count = |games: usize| games as u64;
        let wins = count(games.iter().filter(is_first).filter(is_alone).count());
        let score = |game: &FinishedGame| i64::from(game.outcome.score(game.seat_of(player)));
        let half_points =
            |game: &FinishedGame| i64::from(game.outcome.half_points(game.seat_of(player)));
        let tallies = || games.iter().map(|game| &game.tallies[player]);
        let sum = |value: fn(&PlayerTally) -> u64| tallies().map(value).sum();
        let mut faults = FaultTally::default();
        tallies().for_each(|tally| faults.add_all(&tally.faults, ""));
        Self {
            wins,
            draws: count(games.iter().filter(is_first).count()) - wins,
            score: GameSums::of(games, |game| VALUE_UNIT * score(game)),
            points: GameSums::of(games, half_points),
            faults,
            moves: sum(|tally| tally.moves.into()),
            time_ns: sum(|tally| nanoseconds(tally.time)),
            slowest_ns: nanoseconds(tallies().map(|tally| tally.slowest).max().unwrap_or_default()),
        }
    }

    fn checked_add(&self, other: &Self) -> Option<Self> {
        let mut faults = self.faults.clone();
        faults.add_all(&other.faults, "");
        Some(Self {
            wins: self.wins.checked_add(other.wins)?,
            draws: self.draws.checked_add(other.draws)?,
            score: self.score.checked_add(other.score)?,
            points: self.points.checked_add(other.points)?,
            faults,
            moves: self.moves.checked_add(other.moves)?,
            time_ns: self.time_ns.checked_add(other.time_ns)?,
            slowest_ns: self.slowest_ns.max(other.slowest_ns),
        })
    }
}

impl Summary {
    /// Summarises the games of these players. `swap` says whether they changed seats.
    pub fn new(names: &[String], swap: bool, games: &[FinishedGame]) -> Self {
        Self::of(names, swap, &SummaryTotals::new(names.len(), games))
    }

    /// Summarises games by their totals. They must be [consistent](SummaryTotals::is_consistent)
    /// with the number of names.
    pub fn of(names: &[String], swap: bool, totals: &SummaryTotals) -> Self {
        let (turns_mean, turns_ci95) = totals.turns.mean_ci95(totals.games);
        let rows = names.iter().zip(&totals.players).enumerate();
        let row = |(player, (name, own)): (usize, (&String, &PlayerTotals))| {
            SummaryRow::new(name, (!swap).then_some(player), totals.games, own)
        };
        Self {
            games: count(totals.games),
            turns_mean,
            turns_ci95,
            results: rows.map(row).collect(),
        }
    }
}

impl SummaryRow {
    fn new(name: &str, seat: Option<usize>, games: u64, totals: &PlayerTotals) -> Self {
        let (score_mean, score_ci95) = totals.score.mean_ci95(games);
        let (points_mean, _) = totals.points.mean_ci95(games);
        let milliseconds = |ns: u64| Duration::from_nanos(ns).as_secs_f64() * 1000.0;
        let PlayerTotals { wins, draws, moves, time_ns, slowest_ns, .. } = *totals;
        let half_wins = 2 * i128::from(wins) + i128::from(draws);
        Self {
            player: name.to_owned(),
            seat,
            games: count(games),
            wins: count(wins),
            draws: count(draws),
            losses: count(games.saturating_sub(wins).saturating_sub(draws)),
            win_rate: ratio(real(half_wins), real(2 * i128::from(games))),
            score_mean,
            score_ci95,
            points_mean,
            illegal: totals.faults.total(),
            faults: totals.faults.clone(),
            moves,
            ms_per_move: ratio(milliseconds(time_ns), real(moves.into())),
            ms_max: milliseconds(slowest_ns),
        }
    }
}

fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

fn count(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}
