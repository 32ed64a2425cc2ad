//! The results of many games: rates and means with 95% confidence intervals.

use std::time::Duration;

use serde::Serialize;

use super::{
    FaultTally, MAX_SEATS,
    arena::ArenaGame,
    sample_sums::{SampleSums, to_f64},
};

// Means are computed from whole numbers, which have no rounding errors.

/// The values of a game (its turns, a player's score and points) are multiples of
/// 1 / `VALUE_PARTS`.
const VALUE_PARTS: i64 = 2;

/// A multiple of all possible numbers of games per deal, from 1 to [`MAX_SEATS`].
const DEAL_GAMES_MULTIPLE: i64 = 12;
const _: () = assert!(MAX_SEATS == 4, "must be a multiple of each number of seats");

/// The mean of a value over the games of a deal is a multiple of 1 / `DEAL_PARTS`.
const DEAL_PARTS: i64 = VALUE_PARTS * DEAL_GAMES_MULTIPLE;

/// The results of all games of an arena.
#[derive(Clone, Debug, Serialize)]
pub struct ArenaSummary {
    /// The number of games.
    pub games: usize,
    /// The mean number of turns.
    pub turns_mean: f64,
    /// Half the width of the 95% confidence interval of the mean number of turns.
    pub turns_ci95: f64,
    /// The results of each player, in the order of the plan.
    pub results: Vec<PlayerSummary>,
}

/// The results of one player.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerSummary {
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
    /// The number of other games.
    pub losses: usize,
    /// The wins plus half the draws, divided by the games.
    pub win_rate: f64,
    /// The mean score.
    pub score_mean: f64,
    /// Half the width of the 95% confidence interval of the mean score.
    pub score_ci95: f64,
    /// The mean of [`Outcome::points`](super::Outcome::points).
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

/// Returns the mean of a value over the games and half the width of its 95% interval. `value`
/// is in units of 1 / [`VALUE_PARTS`]. The interval is computed over the deals, because games with
/// the same deal are not independent.
fn mean_ci95(games: &[ArenaGame], value: impl Fn(&ArenaGame) -> i64) -> (f64, f64) {
    let sum = |games: &[ArenaGame]| games.iter().map(&value).sum::<i64>();
    let deal_mean = |deal: &[ArenaGame]| {
        let games = i64::try_from(deal.len()).unwrap_or(i64::MAX);
        sum(deal) * (DEAL_GAMES_MULTIPLE / games)
    };
    let deals = SampleSums::of(games.chunk_by(|a, b| a.deal == b.deal).map(deal_mean));
    let mean =
        ratio(to_f64(sum(games).into()), to_f64(games.len() as i128 * i128::from(VALUE_PARTS)));
    (mean, deals.mean_ci95(to_f64(DEAL_PARTS.into())).1)
}

impl ArenaSummary {
    /// Summarises the games of these players, who changed seats if `swap` is set.
    pub fn new(names: &[String], swap: bool, games: &[ArenaGame]) -> Self {
        let (turns_mean, turns_ci95) = mean_ci95(games, |game| VALUE_PARTS * i64::from(game.turns));
        let row = |(player, name): (usize, &String)| {
            PlayerSummary::new(name, player, (!swap).then_some(player), games)
        };
        let results = names.iter().enumerate().map(row).collect();
        Self { games: games.len(), turns_mean, turns_ci95, results }
    }
}

impl PlayerSummary {
    fn new(name: &str, player: usize, seat: Option<usize>, games: &[ArenaGame]) -> Self {
        let is_first = |game: &&ArenaGame| game.outcome.place(game.seat_of(player)) == 1;
        let is_alone = |game: &&ArenaGame| game.outcome.winners().len() == 1;
        let firsts = games.iter().filter(is_first).count();
        let wins = games.iter().filter(is_first).filter(is_alone).count();
        let draws = firsts - wins;
        let (score_mean, score_ci95) = mean_ci95(games, |game| {
            VALUE_PARTS * i64::from(game.outcome.score(game.seat_of(player)))
        });
        let (points_mean, _) =
            mean_ci95(games, |game| game.outcome.half_points(game.seat_of(player)).into());
        let tallies = || games.iter().map(|game| &game.tallies[player]);
        let mut faults = FaultTally::default();
        for tally in tallies() {
            faults.add_all(&tally.faults, "");
        }
        let moves = tallies().map(|tally| u64::from(tally.moves)).sum();
        let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
        let time = tallies().fold(Duration::ZERO, |sum, tally| sum.saturating_add(tally.time));
        let slowest = tallies().map(|tally| tally.slowest).max().unwrap_or_default();
        Self {
            player: name.to_owned(),
            seat,
            games: games.len(),
            wins,
            draws,
            losses: games.len() - firsts,
            win_rate: ratio(to_f64((2 * wins + draws) as i128), to_f64(2 * games.len() as i128)),
            score_mean,
            score_ci95,
            points_mean,
            illegal: faults.total(),
            faults,
            moves,
            ms_per_move: ratio(milliseconds(time), to_f64(moves.into())),
            ms_max: milliseconds(slowest),
        }
    }
}

/// A quotient, or 0 if there is nothing to divide by.
fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}
