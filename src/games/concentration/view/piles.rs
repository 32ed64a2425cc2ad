//! The end of a game: after the last pair, all pairs are laid out in two piles, in the order in
//! which they were won. The upper two rows hold those of one player, the lower two those of the
//! other.

use std::time::Duration;

use fourcade_engine::{
    concentration::model::{COLUMNS, ConcentrationObservation, PlayingCard, Spot, Turn},
    play::Seat,
};

pub const TIME: Duration = Duration::from_millis(2500);
/// The parts of the celebration in which the last pair is shown, and after which all pairs lie
/// there.
const LAST_PAIR: f32 = 0.15;
const LAID_OUT: f32 = 0.8;

pub struct Piles<'a> {
    /// The turns whose pairs lie in the piles.
    pairs: Vec<&'a Turn>,
    /// The seat whose pairs are in the lower rows.
    lower: Seat,
}

impl<'a> Piles<'a> {
    /// The piles when the celebration has come this far, from 0 to 1; `None` while the last pair is
    /// shown.
    pub fn at(observation: &'a ConcentrationObservation, lower: Seat, done: f32) -> Option<Self> {
        let mut pairs: Vec<_> = observation.history.iter().filter(|turn| turn.is_pair()).collect();
        let part = (done - LAST_PAIR) / (LAID_OUT - LAST_PAIR);
        let all = u16::try_from(pairs.len()).unwrap_or(u16::MAX);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // at most all pairs
        pairs.truncate((part * f32::from(all)).max(0.0) as usize);
        (part >= 0.0).then_some(Self { pairs, lower })
    }

    /// The number of pairs that each seat has in its pile.
    pub fn pairs(&self) -> [usize; 2] {
        [0, 1].map(|at| self.pairs.iter().filter(|turn| turn.seat.index() == at).count())
    }

    /// The seats with the first and the last spot of their piles.
    pub fn corners(&self) -> impl Iterator<Item = (Seat, [Spot; 2])> + '_ {
        [0, 1].into_iter().map(Seat::new).filter_map(|seat| {
            let row = self.first_row(seat);
            Some((seat, [Spot::new(row, 1)?, Spot::new(row + 1, COLUMNS)?]))
        })
    }

    fn first_row(&self, seat: Seat) -> usize {
        if seat == self.lower { 2 } else { 0 }
    }

    /// The pairs with their places, each as one of its cards.
    pub fn places(&self) -> impl Iterator<Item = (Spot, PlayingCard, Seat)> + '_ {
        let mut count = [0; 2];
        self.pairs.iter().filter_map(move |turn| {
            let number = &mut count[turn.seat.index()];
            let row = self.first_row(turn.seat) + *number / COLUMNS;
            let spot = Spot::new(row, 1 + *number % COLUMNS)?;
            *number += 1;
            Some((spot, turn.cards[0].1, turn.seat))
        })
    }
}
