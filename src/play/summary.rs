//! The results of many games: rates and means with 95 % confidence intervals.

use serde::Serialize;

use super::arena::FinishedGame;

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
    pub illegal: u32,
    /// The number of decisions.
    pub moves: u32,
    /// The mean time of a decision in milliseconds.
    pub ms_per_move: f64,
    /// The time of the slowest decision in milliseconds.
    pub ms_max: f64,
}

impl Summary {
    /// Summarises the games of these players. `swap` says whether they changed seats.
    pub fn new(names: &[String], swap: bool, games: &[FinishedGame]) -> Self {
        let (turns_mean, turns_ci95) = by_deal(games, |game| f64::from(game.turns));
        let results = names
            .iter()
            .enumerate()
            .map(|(player, name)| SummaryRow::new(player, name, swap, games))
            .collect();
        Self { games: games.len(), turns_mean, turns_ci95, results }
    }
}

impl SummaryRow {
    fn new(player: usize, name: &str, swap: bool, games: &[FinishedGame]) -> Self {
        let is_first = |game: &&FinishedGame| game.outcome.place(game.seat_of(player)) == 1;
        let is_alone = |game: &&FinishedGame| game.outcome.winners().len() == 1;
        let wins = games.iter().filter(is_first).filter(is_alone).count();
        let draws = games.iter().filter(is_first).count() - wins;
        let (score_mean, score_ci95) =
            by_deal(games, |game| f64::from(game.outcome.score(game.seat_of(player))));
        let (points_mean, _) = by_deal(games, |game| game.outcome.points(game.seat_of(player)));
        let tallies = || games.iter().map(|game| game.tallies[player]);
        let moves = tallies().map(|t| t.moves).sum();
        let seconds: f64 = tallies().map(|t| t.time.as_secs_f64()).sum();
        let slowest = tallies().map(|t| t.slowest).max().unwrap_or_default();
        Self {
            player: name.to_owned(),
            seat: (!swap).then_some(player),
            games: games.len(),
            wins,
            draws,
            losses: games.len() - wins - draws,
            win_rate: ratio(real(wins) + real(draws) / 2.0, real(games.len())),
            score_mean,
            score_ci95,
            points_mean,
            illegal: tallies().map(|t| t.illegal).sum(),
            moves,
            ms_per_move: ratio(seconds * 1000.0, f64::from(moves)),
            ms_max: slowest.as_secs_f64() * 1000.0,
        }
    }
}

/// Returns the mean over all games and half the width of its 95 % confidence interval. The interval
/// is computed over the deals, because games with the same deal are not independent.
fn by_deal(games: &[FinishedGame], value: impl Fn(&FinishedGame) -> f64) -> (f64, f64) {
    let all: Vec<f64> = games.iter().map(&value).collect();
    let deals: Vec<f64> = games
        .chunk_by(|a, b| a.deal == b.deal)
        .map(|deal| mean_ci95(deal.iter().map(&value)).0)
        .collect();
    (mean_ci95(all).0, mean_ci95(deals).1)
}

/// Returns the mean of some values and half the width of its 95 % interval, which is 1.96 standard
/// errors. The width is 0 for fewer than two values.
pub fn mean_ci95(values: impl IntoIterator<Item = f64>) -> (f64, f64) {
    // Welford's recurrence, which is numerically stable for any number of values.
    let (mut count, mut mean, mut squares) = (0.0, 0.0, 0.0);
    for value in values {
        count += 1.0;
        let delta = value - mean;
        mean += delta / count;
        squares += delta * (value - mean);
    }
    if count < 2.0 {
        return (mean, 0.0);
    }
    let error = (squares / (count - 1.0) / count).sqrt();
    (mean, 1.96 * error)
}

fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

#[allow(clippy::cast_precision_loss)] // fewer than 2^53 games
fn real(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_1_96_standard_errors() {
        let (mean, ci95) = mean_ci95([1.0, 2.0, 3.0, 4.0]);
        // The variance is 5/3, the standard error sqrt(5/12).
        assert!((mean - 2.5).abs() < 1e-12);
        assert!((ci95 - 1.96 * (5.0_f64 / 12.0).sqrt()).abs() < 1e-12);
        assert_eq!(mean_ci95([7.0]), (7.0, 0.0));
        assert_eq!(mean_ci95([]), (0.0, 0.0));
    }
}
