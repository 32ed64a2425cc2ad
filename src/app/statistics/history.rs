//! Results over time: the lines of the charts.

use super::StatisticsRow;
use crate::{
    database::statistics::{FinishedGame, moving_averages},
    practice::rating::Rating,
};

/// A chart needs this many games: a shorter line says little.
pub const MIN_GAMES: u32 = 3;

/// Fewer games than this have a number each on the axis of a chart.
pub const NUMBERED_GAMES: u32 = 10;

/// Maximum number of points in a line: a screen can't show more.
const MAX_POINTS: usize = 400;

/// The points of a line: the number of a game, counted from 1, and a value.
pub type Points = Vec<(f64, f64)>;

/// The results of a row's games over time, as moving averages.
#[derive(Debug, Default)]
pub struct ResultHistory {
    pub games: u32,
    /// The number of games in each average, as far as there are as many.
    pub window: usize,
    /// Newest first.
    pub listed: Vec<FinishedGame>,
    /// In percent.
    pub win_rate: Points,
    /// The person's mean score margin, in points.
    pub margins: Points,
}

impl ResultHistory {
    pub fn new(row: &StatisticsRow, games: &[FinishedGame]) -> Self {
        let games: Vec<FinishedGame> =
            games.iter().filter(|game| row.includes(game)).cloned().collect();
        let window = window(row.sum.played);
        let trend = moving_averages(&games, window);
        let numbered = || (1_u32..).map(f64::from).zip(&trend);
        let win_rate = numbered().map(|(number, point)| (number, 100.0 * point.rate)).collect();
        let margins = if row.is_scored() {
            numbered().filter_map(|(number, point)| Some((number, point.margin_mean?))).collect()
        } else {
            Vec::new()
        };
        Self {
            games: row.sum.played,
            window,
            listed: games.into_iter().rev().collect(),
            win_rate: thin(win_rate),
            margins: thin(margins),
        }
    }

    /// Whether the win rates are worth a chart.
    pub fn has_win_rate(&self) -> bool {
        self.games >= MIN_GAMES
    }

    /// Whether the margins are worth a chart.
    pub fn has_margins(&self) -> bool {
        self.games >= MIN_GAMES && !self.margins.is_empty()
    }

    /// The first game with a full average.
    pub fn first_full(&self) -> u32 {
        u32::try_from(self.window).unwrap_or(u32::MAX)
    }

    /// The lowest, middle and highest value of the margins' axis: round numbers, with zero in the
    /// middle.
    pub fn margin_axis(&self) -> [f64; 3] {
        let [min, max] = ends(&self.margins);
        let powers = (0..).map(|power| 10.0_f64.powi(power));
        let mut limits = powers.flat_map(|power| [1.0, 2.0, 3.0, 5.0].map(|digit| digit * power));
        let limit = limits.find(|limit| *limit >= max.max(-min)).unwrap_or(max);
        [-limit, 0.0, limit]
    }
}

/// A person's rating after each game or answer that changed it.
#[derive(Debug, Default)]
pub struct RatingChart {
    pub last: Option<Rating>,
    pub points: Points,
    /// The lowest and the highest rating.
    pub range: [f64; 2],
}

impl RatingChart {
    pub fn new(ratings: &[Rating]) -> Self {
        let points = ratings
            .iter()
            .map(|after| (f64::from(after.result_count), after.rating))
            .collect::<Points>();
        let range = ends(&points);
        Self { last: ratings.last().copied(), points: thin(points), range }
    }

    pub fn axis(&self) -> [f64; 3] {
        rating_axis(self.range)
    }

    /// The lowest, middle and highest value of the axis of several charts.
    pub fn shared_axis(charts: &[Self]) -> [f64; 3] {
        let known = charts.iter().filter(|chart| chart.known().is_some());
        let ranges = known.map(|chart| chart.range);
        let range = ranges.reduce(|[low, high], [min, max]| [low.min(min), high.max(max)]);
        rating_axis(range.unwrap_or_default())
    }

    /// The rating, unless it has so few results that it says little.
    pub fn known(&self) -> Option<Rating> {
        self.last.filter(Rating::has_interval)
    }
}

/// Returns the lowest, middle and highest value of an axis for ratings between these: multiples of
/// a hundred, with some room above the highest rating.
fn rating_axis([min, max]: [f64; 2]) -> [f64; 3] {
    let low = (min / 100.0).floor() * 100.0;
    let step = (1.1 * (max - low) / 200.0).ceil().max(1.0) * 100.0;
    [low, low + step, low + 2.0 * step]
}

/// The lowest and the highest value.
fn ends(points: &[(f64, f64)]) -> [f64; 2] {
    let values = || points.iter().map(|&(_, value)| value);
    [values().reduce(f64::min).unwrap_or(0.0), values().reduce(f64::max).unwrap_or(0.0)]
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
            let rating = |(&rating, result_count)| Rating { rating, deviation: 90.0, result_count };
            RatingChart::new(&all.iter().zip(1..).map(rating).collect::<Vec<_>>())
        };
        for (all, axis) in [
            (&[1510.0, 1490.0][..], [1400.0, 1500.0, 1600.0]),
            (&[1500.0], [1500.0, 1600.0, 1700.0]),
            (&[1234.0, 1501.0, 1555.5], [1200.0, 1400.0, 1600.0]),
            (&[1710.0, 1990.0], [1700.0, 1900.0, 2100.0]),
        ] {
            let found = ratings(all);
            assert_eq!(format!("{:?}", rating_axis(found.range)), format!("{axis:?}"));
            assert_eq!(
                (found.points.len(), found.last.unwrap().result_count as usize),
                (all.len(), all.len())
            );
        }
        assert!(RatingChart::default().last.is_none());
    }

    #[test]
    fn several_charts_share_an_axis_with_all_known_ratings() {
        let chart = |rating, result_count| {
            RatingChart::new(&[
                Rating { rating, deviation: 90.0, result_count },
                Rating { rating: rating + 50.0, deviation: 90.0, result_count: result_count + 1 },
            ])
        };
        let charts = [chart(820.0, 30), chart(1610.0, 30), chart(2400.0, 1)];
        let axis = RatingChart::shared_axis(&charts);
        assert_eq!(format!("{axis:?}"), format!("{:?}", [800.0, 1300.0, 1800.0]));
        assert!(RatingChart::shared_axis(&[]).into_iter().all(f64::is_finite));
    }

    #[test]
    fn the_axis_of_the_margins_has_zero_in_the_middle() {
        for (margins, limit) in [
            (vec![], 1),
            (vec![0.0], 1),
            (vec![-1.5, 0.4], 2),
            (vec![-24.0, -6.0], 30),
            (vec![4.0, 7.0], 10),
            (vec![-5.0, 12.0], 20),
            (vec![64.0, -3.0], 100),
        ] {
            let margins: Points = margins.into_iter().map(|margin| (1.0, margin)).collect();
            let history = ResultHistory { margins, ..ResultHistory::default() };
            let found = history.margin_axis();
            assert_eq!(format!("{found:?}"), format!("{:?}", [-limit, 0, limit].map(f64::from)));
        }
    }
}
