//! The celebration of Concentration: the pairs are laid out in the order in which they were won, in
//! two piles of two rows.

use std::time::Duration;

use crate::games::parts_done;
use fourcade_engine::{
    concentration::model::{COLUMNS, ConcentrationObservation, PlayingCard, Spot, Turn},
    play::Seat,
};

pub const TIME: Duration = Duration::from_millis(2500);
/// Progress of the celebration at which the first pair is laid out, and the last one.
const LAYING_START: f32 = 0.15;
const LAYING_END: f32 = 0.8;

pub struct Piles<'a> {
    /// The turns that won the pairs laid out so far.
    pairs: Vec<&'a Turn>,
    lower: Seat,
}

impl<'a> Piles<'a> {
    /// The piles at a progress from 0 to 1; `None` while the last pair is still shown, and if the
    /// game was given up undecided.
    pub fn at(observation: &'a ConcentrationObservation, lower: Seat, done: f32) -> Option<Self> {
        let mut pairs: Vec<_> = observation.history.iter().filter(|turn| turn.is_pair()).collect();
        let part = (done - LAYING_START) / (LAYING_END - LAYING_START);
        pairs.truncate(parts_done(part, pairs.len()));
        let most = [0, 1].map(|seat| observation.won(Seat::new(seat))).into_iter().max();
        let is_decided = observation.left() == 0 || most > Some(PlayingCard::COUNT / 2);
        (is_decided && part >= 0.0).then_some(Self { pairs, lower })
    }

    /// By seat.
    pub fn pair_counts(&self) -> [usize; 2] {
        [0, 1].map(|at| self.pairs.iter().filter(|turn| turn.seat.index() == at).count())
    }

    /// The first and last spot of each seat's pile.
    pub fn corners(&self) -> impl Iterator<Item = (Seat, [Spot; 2])> + '_ {
        [0, 1].into_iter().map(Seat::new).filter_map(|seat| {
            let row = self.first_row(seat);
            Some((seat, [Spot::new(row, 1)?, Spot::new(row + 1, COLUMNS)?]))
        })
    }

    fn first_row(&self, seat: Seat) -> usize {
        if seat == self.lower { 2 } else { 0 }
    }

    /// The spot, one card and the owner of each pair.
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
