//! The celebration of Concentration: the pairs are laid out in the order in which they were won, in
//! two piles of one or two rows.

use std::time::Duration;

use crate::games::parts_done;
use fourcade_engine::{
    concentration::model::{COLUMNS, ConcentrationObservation, PlayingCard, Turn},
    play::Seat,
};

pub const TIME: Duration = Duration::from_millis(2500);
/// Progress of the celebration at which the first pair is laid out, and the last one.
const LAYING_START: f32 = 0.15;
const LAYING_END: f32 = 0.8;

pub struct Piles<'a> {
    /// The turns that won the pairs laid out so far.
    pairs: Vec<&'a Turn>,
    /// The seats of the upper and the lower pile.
    pub seats: [Seat; 2],
    /// The rows of the whole piles.
    pub rows: [u16; 2],
}

impl<'a> Piles<'a> {
    /// The piles at a progress from 0 to 1; `None` while the last pair is still shown, and if the
    /// game was given up undecided.
    pub fn at(observation: &'a ConcentrationObservation, lower: Seat, done: f32) -> Option<Self> {
        let is_won = [0, 1]
            .iter()
            .any(|&seat| observation.cards_won(Seat::new(seat)) > PlayingCard::COUNT / 2);
        if done < LAYING_START || observation.cards_left() > 0 && !is_won {
            return None;
        }
        let mut pairs: Vec<_> = observation.history.iter().filter(|turn| turn.is_pair()).collect();
        let part = (done - LAYING_START) / (LAYING_END - LAYING_START);
        pairs.truncate(parts_done(part, pairs.len()));
        let seats = [lower.other(), lower];
        #[allow(clippy::cast_possible_truncation)] // 1 or 2
        let rows =
            seats.map(|seat| (observation.cards_won(seat) / 2).div_ceil(COLUMNS).max(1) as u16);
        Some(Self { pairs, seats, rows })
    }

    /// By seat.
    pub fn pair_counts(&self) -> [usize; 2] {
        [0, 1].map(|at| self.pairs.iter().filter(|turn| turn.seat.index() == at).count())
    }

    /// The cards of a seat's pairs, one of each.
    pub fn cards(&self, seat: Seat) -> impl Iterator<Item = PlayingCard> + '_ {
        self.pairs.iter().filter(move |turn| turn.seat == seat).map(|turn| turn.cards[0].1)
    }
}
