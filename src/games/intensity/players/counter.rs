//! `counter`: counts the cards.

use super::{
    danger::Danger,
    judge::Judge,
    knowledge::Knowledge,
    no_choice, threes,
    weights::{PASSING, PLAYING, Weights},
};
use crate::{
    games::intensity::{
        Intensity,
        rules::{Action, Cards, Seen},
    },
    play::{Player, Seat, Stop, Think},
};

/// c
#[derive(Clone, Copy, Debug)]
pub struct Counter(pub Weights, pub Weights);

impl Default for Counter {
    fn default() -> Self {
        Self(PLAYING, PASSING)
    }
}

impl Player<Intensity> for Counter {
    fn choose(&mut self, seat: Seat, seen: &Seen, _: &Think) -> Result<Action, Stop> {
        let hand = seen.hands[seat.index()].unwrap_or_default();
        if seen.is_passing {
            return Ok(Action::Pass(self.pass(hand)));
        }
        let look = Knowledge::of(seat, seen).look(seen.trick);
        let playable = seen.playable(seat);
        Judge { weights: self.0, danger: self.0 }.cheapest(&look, playable).map(Action::Play).ok_or_else(no_choice)
    }
}

impl Counter {
    pub fn pass(&self, hand: Cards) -> Cards {
        threes(hand).map(|p| (self.1.of_all(hand - p), p)).min_by(|a, b| a.0.total_cmp(&b.0)).unwrap().1
    }
}
