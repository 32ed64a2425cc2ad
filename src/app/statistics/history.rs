//! How the games of a row went, one after the other: the lines of the charts.

use super::data::StatisticsRow;
use crate::store::statistics::{CountedGame, over_time};

/// More points than this are not told apart on a screen.
const POINTS: usize = 400;

/// Points over the number of the game, from 1.
pub type Points = Vec<(f64, f64)>;

/// How games went.
#[derive(Debug, Default)]
pub struct History {
    /// How many games count.
    pub games: u32,
    /// Each point is of so many games: the last ones.
    pub window: usize,
    /// How many of them were won, in percent.
    pub won: Points,
    /// By how many points the person was ahead in them.
    pub margins: Points,
}

impl History {
    /// Of the games of a row.
    pub fn of(row: &StatisticsRow, played: &[CountedGame]) -> Self {
        let own: Vec<CountedGame> =
            played.iter().filter(|played| row.has(played)).cloned().collect();
        let window = window(row.sum.played);
        let moments = over_time(&own, window);
        // The first points would be of very few games.
        let few = (window / 2).min(moments.len() / 4).saturating_sub(1);
        let numbered = || (1_u32..).map(f64::from).zip(&moments).skip(few);
        let won = numbered().map(|(number, moment)| (number, 100.0 * moment.rate)).collect();
        let margins = if row.is_scored() {
            numbered().filter_map(|(number, moment)| Some((number, moment.margin_mean?))).collect()
        } else {
            Vec::new()
        };
        Self { games: row.sum.played, window, won: thin(won), margins: thin(margins) }
    }

    /// A round number that no margin is beyond, to either side.
    pub fn reach(&self) -> f64 {
        let most = self.margins.iter().map(|(_, margin)| margin.abs()).fold(1.0, f64::max);
        let scales = (0..).map(|power| 10.0_f64.powi(power));
        let round =
            scales.flat_map(|scale| [scale, 2.0 * scale, 5.0 * scale]).find(|round| *round >= most);
        round.unwrap_or(most)
    }
}

/// How many games a point stands for: so many that the line is calm, and few enough that it moves.
fn window(games: u32) -> usize {
    match games {
        ..200 => 10,
        200..500 => 20,
        500..1000 => 50,
        _ => 100,
    }
}

/// As many of the points as there can be seen, the last one among them.
fn thin(points: Points) -> Points {
    let step = points.len().div_ceil(POINTS).max(1);
    let last = points.len().saturating_sub(1);
    points
        .into_iter()
        .enumerate()
        .filter(|(at, _)| (last - at).is_multiple_of(step))
        .map(|(_, point)| point)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_points_are_thinned_and_the_last_one_stays() {
        let points = |count: u32| (0..count).map(|at| (f64::from(at), 1.0)).collect::<Points>();
        for count in [0, 1, 2, 400, 401, 10_000] {
            let thinned = thin(points(count));
            assert_eq!(thinned.last(), points(count).last(), "{count}");
            assert!(
                thinned.len() <= POINTS && thinned.len() >= (count as usize).min(POINTS / 2),
                "{count}"
            );
        }
    }

    #[test]
    fn the_reach_of_margins_is_round() {
        for (margins, reach) in
            [(vec![], 1.0), (vec![0.0], 1.0), (vec![-1.5, 0.4], 2.0), (vec![64.0, -3.0], 100.0)]
        {
            let margins: Points = margins.into_iter().map(|margin| (1.0, margin)).collect();
            assert!((History { margins, ..History::default() }.reach() - reach).abs() < 1e-9);
        }
    }
}
