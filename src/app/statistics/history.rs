//! Results over time: the lines of the charts.

use super::StatisticsRow;
use crate::{
    database::statistics::{FinishedGame, over_time},
    practice::rating::Rating,
};

/// A chart needs this many games: a shorter line says little.
pub const MIN_GAMES: u32 = 3;

/// Fewer games than this are also listed one by one.
pub const LISTED_GAMES: u32 = 10;

/// Maximum number of points in a line: a screen can't show more.
const MAX_POINTS: usize = 400;

/// The points of a line: the number of a game, counted from 1, and a value.
pub type Points = Vec<(f64, f64)>;

/// The results of a row's games over time, as moving averages.
#[derive(Debug, Default)]
pub struct History {
    pub games: u32,
    /// The number of games in each average.
    pub window: usize,
    /// The games, oldest first, if they are fewer than [`LISTED_GAMES`].
    pub listed: Vec<FinishedGame>,
    /// In percent.
    pub win_rate: Points,
    /// The person's mean score margin, in points.
    pub margins: Points,
}

impl History {
    pub fn new(row: &StatisticsRow, games: &[FinishedGame]) -> Self {
        let games: Vec<FinishedGame> =
            games.iter().filter(|game| row.includes(game)).cloned().collect();
        let window = window(row.sum.played).min(games.len());
        let trend = over_time(&games, window);
        // The first points of a long line would only be those of one or two games.
        let skipped = if row.sum.played < LISTED_GAMES { 0 } else { 2 };
        let numbered = || (1_u32..).map(f64::from).zip(&trend).skip(skipped);
        let win_rate = numbered().map(|(number, point)| (number, 100.0 * point.rate)).collect();
        let margins = if row.is_scored() {
            numbered().filter_map(|(number, point)| Some((number, point.margin_mean?))).collect()
        } else {
            Vec::new()
        };
        Self {
            games: row.sum.played,
            window,
            listed: if row.sum.played < LISTED_GAMES { games } else { Vec::new() },
            win_rate: thin(win_rate),
            margins: thin(margins),
        }
    }

    /// The limit of the margins' axis in both directions: 1, 2 or 5 times a power of ten.
    pub fn margin_limit(&self) -> f64 {
        let max = self.margins.iter().map(|(_, margin)| margin.abs()).fold(1.0, f64::max);
        let powers = (0..).map(|power| 10.0_f64.powi(power));
        let limits = powers.flat_map(|power| [power, 2.0 * power, 5.0 * power]);
        limits.into_iter().find(|limit| *limit >= max).unwrap_or(max)
    }
}

/// A person's rating after each game or answer that changed it.
#[derive(Debug, Default)]
pub struct RatingChart {
    pub last: Option<Rating>,
    pub points: Points,
    /// The ends of the axis, which are round numbers.
    pub limits: [f64; 2],
}

impl RatingChart {
    pub fn new(ratings: &[Rating]) -> Self {
        let points = ratings
            .iter()
            .map(|after| (f64::from(after.results), after.rating))
            .collect::<Points>();
        let values = || points.iter().map(|&(_, rating)| rating);
        let low = (values().fold(f64::INFINITY, f64::min) / 100.0).floor() * 100.0;
        let high = (values().fold(0.0, f64::max) / 100.0).ceil() * 100.0;
        // The middle of the axis is a multiple of 100, too.
        let high = if ((high - low) / 200.0).fract() == 0.0 { high } else { high + 100.0 };
        let limits = [low, high.max(low + 200.0)];
        Self { last: ratings.last().copied(), points: thin(points), limits }
    }
}

/// Number of games that a point averages: enough for a smooth line, few enough to show changes.
fn window(games: u32) -> usize {
    match games {
        ..200 => 10,
        200..500 => 20,
        500..1000 => 50,
        _ => 100,
    }
}

/// Drops points until at most [`MAX_POINTS`] remain, but never the last one.
fn thin(points: Points) -> Points {
    let step = points.len().div_ceil(MAX_POINTS).max(1);
    let last = points.len().saturating_sub(1);
    points
        .into_iter()
        .enumerate()
        .filter(|(index, _)| (last - index).is_multiple_of(step))
        .map(|(_, point)| point)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_thinned_and_keep_their_last_point() {
        let points =
            |count: u32| (0..count).map(|index| (f64::from(index), 1.0)).collect::<Points>();
        for count in [0, 1, 2, 400, 401, 10_000] {
            let thinned = thin(points(count));
            assert_eq!(thinned.last(), points(count).last(), "{count}");
            assert!(
                thinned.len() <= MAX_POINTS
                    && thinned.len() >= (count as usize).min(MAX_POINTS / 2),
                "{count}"
            );
        }
    }

    #[test]
    fn ratings_are_drawn_between_round_numbers() {
        let ratings = |all: &[f64]| {
            let rating = |(&rating, results)| Rating { rating, deviation: 90.0, results };
            RatingChart::new(&all.iter().zip(1..).map(rating).collect::<Vec<_>>())
        };
        for (all, limits) in [
            (&[1510.0, 1490.0][..], [1400.0, 1600.0]),
            (&[1500.0], [1500.0, 1700.0]),
            (&[1234.0, 1501.0, 1555.5], [1200.0, 1600.0]),
            (&[1710.0, 1990.0], [1700.0, 2100.0]),
        ] {
            let found = ratings(all);
            assert_eq!(format!("{:?}", found.limits), format!("{limits:?}"));
            assert_eq!(
                (found.points.len(), found.last.unwrap().results as usize),
                (all.len(), all.len())
            );
        }
        assert!(RatingChart::default().last.is_none());
    }

    #[test]
    fn the_limit_of_the_margins_is_a_round_number() {
        for (margins, limit) in
            [(vec![], 1.0), (vec![0.0], 1.0), (vec![-1.5, 0.4], 2.0), (vec![64.0, -3.0], 100.0)]
        {
            let margins: Points = margins.into_iter().map(|margin| (1.0, margin)).collect();
            let history = History { margins, ..History::default() };
            assert!((history.margin_limit() - limit).abs() < 1e-9);
        }
    }
}
