//! Several games between the same players: what their places have brought so far.

use crate::play::{Outcome, Seat};

/// The games at one table, and the points of their places by seat.
#[derive(Clone, Debug)]
pub struct Series {
    /// The number of the game on the table, from 1.
    pub game: u32,
    /// What the games that were finished before have brought, by seat.
    points: Vec<f64>,
    /// How many seats everybody has moved on since the first game.
    pub moved: u32,
}

impl Series {
    /// The first game at a table of so many seats.
    pub fn new(seats: usize) -> Self {
        Self { game: 1, points: vec![0.0; seats], moved: 0 }
    }

    /// This game of a series, whose games before have brought these points and moved everybody so
    /// many seats on.
    pub fn going_on(game: u32, points: Vec<f64>, moved: u32) -> Self {
        Self { game: game.max(1), points, moved }
    }

    /// What the games before this one have brought, by seat.
    pub fn brought(&self) -> &[f64] {
        &self.points
    }

    /// The next game; the one before counts if it came to its end.
    pub fn next(&mut self, outcome: Option<&Outcome>) {
        self.game += 1;
        if let Some(outcome) = outcome {
            for (at, points) in self.points.iter_mut().enumerate() {
                *points += outcome.points(Seat::new(at));
            }
        }
    }

    /// Everybody moves one seat on.
    pub fn swap(&mut self) {
        self.points.rotate_right(1);
        self.moved = (self.moved + 1) % u32::try_from(self.points.len()).unwrap_or(1).max(1);
    }

    /// What a seat has from all games, with the one on the table if it is over. Nothing in a first
    /// game that goes on.
    pub fn points(&self, seat: Seat, outcome: Option<&Outcome>) -> Option<f64> {
        let own = self.points.get(seat.index())?;
        match outcome {
            Some(outcome) => Some(own + outcome.points(seat)),
            None => (self.game > 1).then_some(*own),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_bring_points_and_move_with_their_players() {
        let mut series = Series::new(4);
        let all = |series: &Series, outcome: Option<&Outcome>| {
            (0..4).map(|at| series.points(Seat::new(at), outcome)).collect::<Option<Vec<_>>>()
        };
        assert_eq!(all(&series, None), None);
        let first = Outcome::lowest_wins(vec![0, 1, 1, 15]);
        assert_eq!(all(&series, Some(&first)), Some(vec![3.0, 1.5, 1.5, 0.0]));
        series.next(Some(&first));
        assert_eq!((series.game, all(&series, None)), (2, Some(vec![3.0, 1.5, 1.5, 0.0])));
        series.swap();
        assert_eq!(all(&series, Some(&first)), Some(vec![3.0, 4.5, 3.0, 1.5]));
        series.next(None);
        assert_eq!((series.game, all(&series, None)), (3, Some(vec![0.0, 3.0, 1.5, 1.5])));
    }
}
