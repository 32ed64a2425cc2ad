//! What the expert plays for.

use crate::{games::intensity::rules::SEATS, play::Seat};

/// What the expert plays for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Few penalty points.
    Points,
    /// A good place: 3, 2, 1 and 0 points for the places, and the average of their places for seats
    /// that are equal.
    Places,
}

impl Aim {
    /// What a penalty point more costs, roughly.
    pub const fn worth(self) -> f64 {
        match self {
            Self::Points => 1.0,
            Self::Places => 0.2,
        }
    }

    /// What it costs a seat that a game ends with these penalty points: the points themselves, or
    /// what is missing to three points for the place.
    pub fn cost(self, scores: [u32; SEATS], seat: Seat) -> f64 {
        let own = scores[seat.index()];
        match self {
            Self::Points => f64::from(own),
            Self::Places => {
                let others = scores.iter().enumerate().filter(|&(other, _)| other != seat.index());
                others
                    .map(
                        |(_, &score)| {
                            if score < own { 1.0 } else { f64::from(u8::from(score == own)) / 2.0 }
                        },
                    )
                    .sum()
            }
        }
    }
}

/// What one seat wants of a game.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// Whose cost is to be small.
    pub seat: Seat,
    /// What that cost is.
    pub aim: Aim,
    /// The penalty points of each seat that rounds have not brought.
    pub fines: [u32; SEATS],
}

impl Goal {
    /// What it costs that the rounds end with these penalty points.
    pub fn cost(&self, taken: [u32; SEATS]) -> f64 {
        self.aim.cost(
            std::array::from_fn(|seat| taken[seat].saturating_add(self.fines[seat])),
            self.seat,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Outcome;

    #[test]
    fn places_cost_what_is_missing_to_the_first() {
        for scores in [[0, 5, 7, 5], [4, 4, 4, 5], [0, 0, 17, 0], [1, 2, 3, 11], [4, 4, 4, 4]] {
            let outcome =
                Outcome::lowest_wins(scores.map(|score| i32::try_from(score).unwrap()).to_vec());
            for seat in (0..SEATS).map(Seat::new) {
                assert!(
                    (Aim::Places.cost(scores, seat) + outcome.points(seat) - 3.0).abs() < 1e-12,
                    "{scores:?}"
                );
                assert!(
                    (Aim::Points.cost(scores, seat) - f64::from(scores[seat.index()])).abs()
                        < 1e-12
                );
            }
        }
    }
}
