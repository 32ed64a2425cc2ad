//! What many games amount to: rates and means with their 95% intervals.

use serde::Serialize;

use super::{Game, arena::FinishedGame};

/// All games of a run, as numbers.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// How many games were played.
    pub games: usize,
    /// Turns a game.
    pub turns_mean: f64,
    /// Half the width of its 95% interval.
    pub turns_ci95: f64,
    /// A row for each player, in the order they were named.
    pub results: Vec<SummaryRow>,
}

/// One player's results.
#[derive(Clone, Debug, Serialize)]
pub struct SummaryRow {
    /// Its name.
    pub player: String,
    /// Its seat, if it always had the same.
    pub seat: Option<usize>,
    /// Games played.
    pub games: usize,
    /// Games won alone.
    pub wins: usize,
    /// Games in which it shared the first place.
    pub draws: usize,
    /// All others.
    pub losses: usize,
    /// Wins and half of the draws, of all games.
    pub win_rate: f64,
    /// Its own score, on average.
    pub score_mean: f64,
    /// Half the width of its 95% interval.
    pub score_ci95: f64,
    /// Points by place (for four: 3, 2, 1, 0), on average.
    pub points_mean: f64,
    /// Choices that broke the rules.
    pub illegal: u32,
    /// Choices made.
    pub moves: u32,
    /// Milliseconds a choice.
    pub ms_per_move: f64,
    /// Milliseconds of the slowest choice.
    pub ms_max: f64,
}

impl Summary {
    /// Sums up the games of a run between players of these names; `swap` says that they changed
    /// seats.
    pub fn of<G: Game>(names: &[String], swap: bool, bouts: &[FinishedGame<G>]) -> Self {
        let (turns_mean, turns_ci95) = by_deal(bouts, |bout| f64::from(bout.turns));
        let results = names
            .iter()
            .enumerate()
            .map(|(number, name)| SummaryRow::of(number, name, swap, bouts))
            .collect();
        Self { games: bouts.len(), turns_mean, turns_ci95, results }
    }
}

impl SummaryRow {
    fn of<G: Game>(number: usize, name: &str, swap: bool, bouts: &[FinishedGame<G>]) -> Self {
        let first = |bout: &&FinishedGame<G>| bout.outcome.place(bout.seat_of(number)) == 1;
        let alone = |bout: &&FinishedGame<G>| bout.outcome.winners().len() == 1;
        let wins = bouts.iter().filter(first).filter(alone).count();
        let draws = bouts.iter().filter(first).count() - wins;
        let (score_mean, score_ci95) =
            by_deal(bouts, |bout| f64::from(bout.outcome.score(bout.seat_of(number))));
        let (points_mean, _) = by_deal(bouts, |bout| bout.outcome.points(bout.seat_of(number)));
        let tallies = || bouts.iter().map(|bout| bout.tallies[number]);
        let moves = tallies().map(|t| t.moves).sum();
        let seconds: f64 = tallies().map(|t| t.time.as_secs_f64()).sum();
        let slowest = tallies().map(|t| t.slowest).max().unwrap_or_default();
        Self {
            player: name.to_owned(),
            seat: (!swap).then_some(number),
            games: bouts.len(),
            wins,
            draws,
            losses: bouts.len() - wins - draws,
            win_rate: ratio(real(wins) + real(draws) / 2.0, real(bouts.len())),
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

/// The mean over all games, and half its 95% interval over the deals: games that share a deal are
/// not independent.
fn by_deal<G: Game>(
    bouts: &[FinishedGame<G>],
    value: impl Fn(&FinishedGame<G>) -> f64,
) -> (f64, f64) {
    let all: Vec<f64> = bouts.iter().map(&value).collect();
    let deals: Vec<f64> = bouts
        .chunk_by(|a, b| a.deal == b.deal)
        .map(|deal| mean_ci95(deal.iter().map(&value)).0)
        .collect();
    (mean_ci95(all).0, mean_ci95(deals).1)
}

/// The mean of some values and half the width of its 95% interval: 1.96 standard errors (0 for
/// fewer than two values).
pub fn mean_ci95(values: impl IntoIterator<Item = f64>) -> (f64, f64) {
    // Welford's recurrence, exact enough for any number of values.
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

#[allow(clippy::cast_precision_loss)] // no run has 2^53 games
fn real(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_1_96_standard_errors() {
        let (mean, ci95) = mean_ci95([1.0, 2.0, 3.0, 4.0]);
        // variance 5/3, standard error sqrt(5/12)
        assert!((mean - 2.5).abs() < 1e-12);
        assert!((ci95 - 1.96 * (5.0_f64 / 12.0).sqrt()).abs() < 1e-12);
        assert_eq!(mean_ci95([7.0]), (7.0, 0.0));
        assert_eq!(mean_ci95([]), (0.0, 0.0));
    }
}
