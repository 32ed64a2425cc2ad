//! `counter`: counts the cards.

use crate::{
    games::intensity::{
        Intensity,
        rules::{Action, Cards, Seen, Suit},
    },
    play::{Observation, Player, Seat, Stop, Think},
};

use super::{
    judge::{Look, TUNED, Weights},
    knowledge::Knowledge,
    no_choice,
};

/// c
#[derive(Clone, Copy, Debug)]
pub struct Counter(pub Weights, pub Weights);

impl Default for Counter {
    fn default() -> Self {
        Self(TUNED, TUNED)
    }
}

impl Player<Intensity> for Counter {
    fn choose(&mut self, seat: Seat, seen: &Seen, _: &Think) -> Result<Action, Stop> {
        let hand = seen.hands[seat.index()].unwrap_or_default();
        if seen.is_passing {
            return Ok(Action::Pass(self.pass(hand)));
        }
        let known = Knowledge::of(seat, seen);
        let look = Look { seat, hand, trick: &seen.trick, out: known.out, may: known.may, has: known.has };
        let playable = seen.playable(seat);
        playable
            .iter()
            .min_by(|&a, &b| self.0.cost(&look, a).total_cmp(&self.0.cost(&look, b)))
            .map(Action::Play)
            .ok_or_else(no_choice)
    }
}

impl Counter {
    pub fn pass(&self, hand: Cards) -> Cards {
        let mut best = (f32::INFINITY, Cards::NONE);
        let cards: Vec<_> = hand.iter().collect();
        for i in 0..cards.len() {
            for j in 0..i {
                for k in 0..j {
                    let p = Cards::one(cards[i]).with(cards[j]).with(cards[k]);
                    let v = self.hand(hand - p);
                    if v < best.0 {
                        best = (v, p);
                    }
                }
            }
        }
        best.1
    }
    pub fn hand(&self, hand: Cards) -> f32 {
        // what is out: all but this hand, roughly
        Suit::ALL.into_iter().map(|suit| self.1.danger(hand.of_suit(suit), Cards::ALL - hand, suit, 10)).sum()
    }
}
