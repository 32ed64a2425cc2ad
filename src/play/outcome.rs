//! How a game ended: scores and places.

use super::{Seat, Seats};

/// The end of a game: each seat's score and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    scores: Vec<i32>,
    places: Vec<u8>,
}

impl Outcome {
    /// The highest score wins; equal scores share a place.
    pub fn highest_wins(scores: Vec<i32>) -> Self {
        let place = |s: &i32| 1 + count(&scores, |other| other > s);
        let places = scores.iter().map(place).collect();
        Self { scores, places }
    }

    /// The lowest score wins; equal scores share a place.
    pub fn lowest_wins(scores: Vec<i32>) -> Self {
        let place = |s: &i32| 1 + count(&scores, |other| other < s);
        let places = scores.iter().map(place).collect();
        Self { scores, places }
    }

    /// A game for two that `loser` gave up: the other wins, whatever the scores.
    ///
    /// # Panics
    /// If there are not two scores.
    pub fn resigned(loser: Seat, scores: Vec<i32>) -> Self {
        assert_eq!(scores.len(), 2, "resigning ends a game for two");
        let places = (0..2).map(|seat| if seat == loser.index() { 2 } else { 1 }).collect();
        Self { scores, places }
    }

    /// Each seat's score (tiles, cards, penalty points, ...), in the order of the seats.
    pub fn scores(&self) -> &[i32] {
        &self.scores
    }

    /// The seat's score.
    pub fn score(&self, seat: Seat) -> i32 {
        self.scores[seat.index()]
    }

    /// The seat's place from 1; those who are equal share one, and the next is skipped.
    pub fn place(&self, seat: Seat) -> u8 {
        self.places[seat.index()]
    }

    /// All seats on the first place.
    pub fn winners(&self) -> Seats {
        (0..self.places.len()).filter(|&i| self.places[i] == 1).map(Seat::new).collect()
    }

    /// Points for the place: one for each seat left behind and half a point for each equal one
    /// (so 1, 1/2, 0 for two and 3, 2, 1, 0 for four).
    pub fn points(&self, seat: Seat) -> f64 {
        let own = self.places[seat.index()];
        let behind = count(&self.places, |&p| p > own);
        let equal = count(&self.places, |&p| p == own) - 1;
        f64::from(behind) + f64::from(equal) / 2.0
    }
}

fn count<T>(items: &[T], test: impl Fn(&T) -> bool) -> u8 {
    u8::try_from(items.iter().filter(|item| test(item)).count()).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_shared_and_skipped() {
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
    fn who_resigns_loses_whatever_the_score() {
        let outcome = Outcome::resigned(Seat::new(0), vec![60, 4]);
        assert_eq!(outcome.winners().only(), Some(Seat::new(1)));
        assert_eq!(outcome.score(Seat::new(0)), 60);
    }
}
