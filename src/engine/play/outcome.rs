//! The outcome of a game: scores and places.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use super::{Seat, Seats};

/// The outcome of a game: the score and the place of each seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    scores: Vec<i32>,
    places: Vec<u8>,
}

impl Outcome {
    /// The outcome if the highest score wins. Equal scores share a place.
    pub fn highest_wins(scores: Vec<i32>) -> Self {
        let places = places(scores.iter().map(Reverse));
        Self { scores, places }
    }

    /// The outcome if the lowest score wins. Equal scores share a place.
    pub fn lowest_wins(scores: Vec<i32>) -> Self {
        let places = places(scores.iter());
        Self { scores, places }
    }

    /// The outcome if `loser` resigned a two-player game: the other seat wins, whatever the scores.
    ///
    /// # Panics
    /// Panics if there are not exactly two scores.
    pub fn resigned(loser: Seat, scores: Vec<i32>) -> Self {
        assert_eq!(scores.len(), 2, "only a two-player game ends by resignation");
        Self { scores, places: vec![1; 2] }.with_resigned(Seats::one(loser))
    }

    /// The outcome with the seats that resigned placed behind all others. The scores stay, and so
    /// does the order within both groups.
    pub fn with_resigned(self, resigned: Seats) -> Self {
        let seats = self.places.iter().enumerate();
        let places = places(seats.map(|(at, place)| (resigned.contains(Seat::new(at)), place)));
        Self { places, ..self }
    }

    pub(super) fn has_seats(&self, seats: usize) -> bool {
        (self.scores.len(), self.places.len()) == (seats, seats)
    }

    /// The scores in the order of the seats: tiles, pairs, penalty points or, in Eater, 1 for the
    /// winner.
    pub fn scores(&self) -> &[i32] {
        &self.scores
    }

    /// The score of a seat.
    pub fn score(&self, seat: Seat) -> i32 {
        self.scores[seat.index()]
    }

    /// The place of a seat, from 1. If two seats share a place, the next place is left out.
    pub fn place(&self, seat: Seat) -> u8 {
        self.places[seat.index()]
    }

    /// The seats in first place.
    pub fn winners(&self) -> Seats {
        (0..self.places.len()).filter(|&i| self.places[i] == 1).map(Seat::new).collect()
    }

    /// The points for the place of a seat: one for each seat behind it and half a point for each
    /// other seat in the same place. In a game of two, a win is 1 and a tie 1/2.
    pub fn points(&self, seat: Seat) -> f64 {
        f64::from(self.half_points(seat)) / 2.0
    }

    /// Twice the [`points`](Self::points), a whole number.
    pub fn half_points(&self, seat: Seat) -> u32 {
        let own = self.places[seat.index()];
        let behind = count(&self.places, |&place| place > own);
        let equal = count(&self.places, |&place| place == own) - 1;
        2 * u32::from(behind) + u32::from(equal)
    }
}

/// The place of each seat, given ranks of which the lowest is the best.
fn places<T: Ord>(ranks: impl Iterator<Item = T>) -> Vec<u8> {
    let ranks: Vec<T> = ranks.collect();
    ranks.iter().map(|own| 1 + count(&ranks, |other| other < own)).collect()
}

fn count<T>(items: &[T], test: impl Fn(&T) -> bool) -> u8 {
    u8::try_from(items.iter().filter(|item| test(item)).count()).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_scores_share_a_place_and_the_next_is_skipped() {
        let outcome = Outcome::lowest_wins(vec![1, 0, 25, 1]);
        assert_eq!((0..4).map(|i| outcome.place(Seat::new(i))).collect::<Vec<_>>(), [2, 1, 4, 2]);
        assert_eq!(
            (0..4).map(|i| outcome.points(Seat::new(i))).collect::<Vec<_>>(),
            [1.5, 3.0, 0.0, 1.5]
        );
        assert_eq!(outcome.winners().only(), Some(Seat::new(1)));
    }

    #[test]
    fn two_equal_scores_are_a_draw() {
        let outcome = Outcome::highest_wins(vec![32, 32]);
        assert_eq!(outcome.winners(), Seats::first(2));
        assert!((outcome.points(Seat::new(0)) - 0.5).abs() < f64::EPSILON);
    }

    #[test]
    fn a_resignation_loses_whatever_the_score() {
        let outcome = Outcome::resigned(Seat::new(0), vec![60, 4]);
        assert_eq!(outcome.winners().only(), Some(Seat::new(1)));
        assert_eq!(outcome.score(Seat::new(0)), 60);
    }

    #[test]
    fn seats_that_resigned_are_behind_the_others() {
        let places = |resigned: &[usize]| {
            let resigned = resigned.iter().copied().map(Seat::new).collect();
            let outcome = Outcome::lowest_wins(vec![3, 1, 1, 7]).with_resigned(resigned);
            assert_eq!(outcome.scores(), [3, 1, 1, 7]);
            outcome.places
        };
        assert_eq!(places(&[]), [3, 1, 1, 4]);
        assert_eq!(places(&[1]), [2, 4, 1, 3]);
        assert_eq!(places(&[1, 2]), [1, 3, 3, 2]);
        assert_eq!(places(&[3, 1]), [2, 3, 1, 4]);
        assert_eq!(places(&[0, 1, 2, 3]), [3, 1, 1, 4]);
    }
}
