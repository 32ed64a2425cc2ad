//! The share of the points that a player takes from the others in series of games.

use super::{
    arena::ArenaGame,
    sample_sums::{SampleSums, to_f64},
};

/// The share of the points that the first player wins against the others: one half for equal
/// players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeriesShare {
    /// The number of series.
    pub series: usize,
    /// The mean share, from 0 to 1.
    pub mean: f64,
    /// Half the width of the 95% confidence interval of the mean.
    pub ci95: f64,
}

/// Returns the share of the first player in series of `length` games. The games of a series have
/// different deals and seatings: in as many games as there are seats, each player sits on each seat
/// once.
///
/// Each series adds up the [`Outcome::points`](super::Outcome::points). The share of a series is
/// the fraction of opponents with fewer points, counting a half for equal points. In a series of
/// one game between two players, it is the win rate with half of the ties.
///
/// The games must be played with [`ArenaPlan::swap`](super::arena::ArenaPlan::swap). They are
/// evaluated in groups of `length` deals, each played with all seatings. An incomplete group is
/// left out. The interval is computed over the groups, because series with the same deals are not
/// independent.
pub fn series_share(games: &[ArenaGame], length: usize) -> SeriesShare {
    let seats = games.first().map_or(1, |game| game.seating.len());
    let group_size = seats * length.max(1);
    let groups = games.chunk_by(|one, other| one.index / group_size == other.index / group_size);
    let complete = groups.filter(|group| group.len() == group_size);
    let groups = SampleSums::of(complete.map(|group| group_half_points(group, seats)));
    // In a group, the player meets each opponent in one series per seat, for up to two half points.
    let unit = (seats * seats.saturating_sub(1) * 2).max(1);
    let (mean, ci95) = groups.mean_ci95(to_f64(unit as i128));
    SeriesShare { series: groups.count() * seats, mean, ci95 }
}

/// The half points of the first player in all series of a group: two for each opponent with fewer
/// points, one for each with as many. Each deal is a chunk of one game per seating.
fn group_half_points(group: &[ArenaGame], seats: usize) -> i64 {
    let series_half_points = |first_seating: usize| -> i64 {
        let games = || {
            let deals = group.chunks_exact(seats).enumerate();
            deals.map(|(deal, games)| &games[(deal + first_seating) % seats])
        };
        let points = |player: usize| -> f64 {
            games().map(|game| game.outcome.points(game.seat_of(player))).sum()
        };
        let own = points(0);
        // All points are multiples of one half, so equal sums are exactly equal.
        let taken = |player: usize| match own.total_cmp(&points(player)) {
            std::cmp::Ordering::Less => 0,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 2,
        };
        (1..seats).map(taken).sum()
    };
    (0..seats).map(series_half_points).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Outcome;

    /// Games with these scores, which are in the order of the players.
    fn games<const N: usize>(scores: &[[i32; N]]) -> Vec<ArenaGame> {
        let game = |(index, scores): (usize, &[i32; N])| {
            let seating: Vec<usize> = (0..N).map(|seat| (seat + index) % N).collect();
            let by_seat = seating.iter().map(|&player| scores[player]).collect();
            ArenaGame {
                index,
                deal: index / N,
                seating,
                outcome: Outcome::highest_wins(by_seat),
                turns: 1,
                tallies: Vec::new(),
                started: Vec::new(),
            }
        };
        scores.iter().enumerate().map(game).collect()
    }

    fn share<const N: usize>(scores: &[[i32; N]], length: usize) -> (usize, f64) {
        let SeriesShare { series, mean, .. } = series_share(&games(scores), length);
        (series, (mean * 1e6).round() / 1e6)
    }

    #[test]
    fn between_two_players_the_share_is_the_rate_of_wins() {
        assert_eq!(share(&[[1, 0], [1, 0], [1, 1], [0, 1]], 1), (4, 0.625));
        // A deal that was not played with both seatings is left out.
        assert_eq!(share(&[[1, 0], [1, 0], [0, 1]], 1), (2, 1.0));
        assert_eq!(share::<2>(&[], 1), (0, 0.0));
    }

    #[test]
    fn the_games_of_a_series_have_different_deals_and_seatings() {
        // The first series is games 0 and 3 (1 and 0 points), the second games 1 and 2.
        assert_eq!(share(&[[1, 0], [1, 0], [1, 1], [0, 1]], 2), (2, 0.75));
    }

    #[test]
    fn the_share_of_one_among_four_counts_each_of_the_others() {
        // First, shared second, shared last, third: the points are 3, 1.5, 0.5 and 1.
        let scores = [[9, 1, 2, 3], [5, 9, 5, 1], [0, 0, 1, 2], [2, 3, 4, 1]];
        assert_eq!(
            share(&scores, 1),
            (4, ((1.0 + 0.5 + 0.5 / 3.0 + 1.0 / 3.0) / 4.0 * 1e6_f64).round() / 1e6)
        );
    }

    #[test]
    fn equal_players_have_one_half() {
        // The score depends only on the seat.
        let mut scores = Vec::new();
        for game in 0..16 {
            let mut by_player = [0; 4];
            for (player, score) in by_player.iter_mut().enumerate() {
                *score = i32::try_from((4 + player - game % 4) % 4).unwrap();
            }
            scores.push(by_player);
        }
        assert_eq!((share(&scores, 1), share(&scores, 4)), ((16, 0.5), (4, 0.5)));
    }
}
