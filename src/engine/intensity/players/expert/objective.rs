//! What the expert minimises.

use std::cmp::Ordering;

use crate::{intensity::model::SEATS, play::Seat};

/// What the expert minimises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    /// Its penalty points.
    Points,
    /// 3 minus the points for its place. The places earn 3, 2, 1 and 0 points, and each seat in a
    /// tie earns the average of the points for the tied places.
    Places,
}

impl Objective {
    /// The approximate cost of one more penalty point.
    pub const fn cost_per_point(self) -> f64 {
        match self {
            Self::Points => 1.0,
            Self::Places => 0.2,
        }
    }

    /// The cost to `seat` of a game with these final scores.
    pub fn cost(self, scores: [u32; SEATS], seat: Seat) -> f64 {
        let own = scores[seat.index()];
        match self {
            Self::Points => f64::from(own),
            Self::Places => {
                let others = scores.iter().enumerate().filter(|&(other, _)| other != seat.index());
                let costs = others.map(|(_, score)| match score.cmp(&own) {
                    Ordering::Less => 1.0,
                    Ordering::Equal => 0.5,
                    Ordering::Greater => 0.0,
                });
                costs.sum()
            }
        }
    }
}

/// The cost of final positions to one seat.
#[derive(Clone, Copy, Debug)]
pub struct CostFunction {
    /// The seat.
    pub seat: Seat,
    /// What it minimises.
    pub objective: Objective,
    /// The fines of each seat, added to the points taken in rounds.
    pub fines: [u32; SEATS],
}

impl CostFunction {
    /// The cost of a game in which the seats take these points in rounds.
    pub fn cost(&self, taken: [u32; SEATS]) -> f64 {
        let scores = std::array::from_fn(|seat| taken[seat].saturating_add(self.fines[seat]));
        self.objective.cost(scores, self.seat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Outcome;

    #[test]
    fn the_cost_of_a_place_is_three_minus_its_points() {
        for scores in [[0, 5, 7, 5], [4, 4, 4, 5], [0, 0, 17, 0], [1, 2, 3, 11], [4, 4, 4, 4]] {
            let outcome =
                Outcome::lowest_wins(scores.map(|score| i32::try_from(score).unwrap()).to_vec());
            for seat in (0..SEATS).map(Seat::new) {
                let place = Objective::Places.cost(scores, seat);
                assert!((place + outcome.points(seat) - 3.0).abs() < 1e-12, "{scores:?}");
                let points = Objective::Points.cost(scores, seat);
                assert!((points - f64::from(scores[seat.index()])).abs() < 1e-12, "{scores:?}");
            }
        }
    }
}
