//! How likely a card is that another seat has played.

use super::super::super::{
    careful,
    judge::{Judge, Look, Table},
    knowledge::{Knowledge, Voids},
};
use crate::{
    games::intensity::rules::{
        Card, CardSet, HAND, IntensityObservation, SEATS, Trick, left, playable,
    },
    play::Seat,
};

/// In how many ways we think that others may choose their cards.
pub const STYLES: usize = 3;
/// How likely each of these ways is before a seat has played: nearly as `counter` does, by a
/// similar but other judgement, and nearly as `careful` does.
pub const PRIOR: [f64; STYLES] = [0.5, 0.3, 0.2];

/// A judgement that is more or less like `counter`'s.
#[derive(Clone, Copy, Debug)]
struct Likeness {
    /// A card that looks worse than the best by so many penalty points is played a sixteenth as
    /// often.
    tolerance: f32,
    /// How often a card is played for no reason that we know.
    whim: f32,
}

const COUNTER: Likeness = Likeness { tolerance: 0.15, whim: 0.03 };
const OTHER: Likeness = Likeness { tolerance: 1.0, whim: 0.2 };
/// How often who plays by `careful`'s rules does not.
const CARELESS: f32 = 0.1;

/// A choice that another seat has made in this game, as far as everybody knows.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    card: Card,
    /// What was known to all then; the hand and the cards of the others are still to be filled in.
    look: Look,
    voids: Voids,
    calves_out: bool,
    /// The cards that the seat has played from then on, with this one.
    played: CardSet,
}

impl Choice {
    /// All choices of the other seats, from the first.
    pub fn all(known: &Knowledge, seen: &IntensityObservation) -> Vec<Self> {
        let mut choices = Vec::new();
        let (mut gone, mut voids, mut counts) = (CardSet::NONE, Voids::default(), [HAND; SEATS]);
        for trick in seen.history.iter().chain([&seen.trick]) {
            let calves_out = !(gone & CardSet::CALVES).is_empty();
            let mut so_far = Trick::led_by(trick.leader());
            for (seat, card) in trick.plays() {
                let (out, none) = (CardSet::ALL - gone - so_far.set(), [CardSet::NONE; SEATS]);
                let look = Look {
                    seat,
                    hand: CardSet::NONE,
                    trick: so_far,
                    out,
                    may: none,
                    has: none,
                    counts,
                };
                choices.push(Self { card, look, voids, calves_out, played: CardSet::NONE });
                voids.learn(seat, &so_far, card);
                counts[seat.index()] -= 1;
                so_far = so_far.with(card);
            }
            gone = gone | trick.set();
        }
        let mut played = [CardSet::NONE; SEATS];
        for choice in choices.iter_mut().rev() {
            let by_seat = &mut played[choice.look.seat.index()];
            *by_seat = by_seat.with(choice.card);
            choice.played = *by_seat;
        }
        choices.retain(|choice| choice.look.seat != known.seat);
        choices
    }

    /// Who has made it.
    pub fn seat(&self) -> Seat {
        self.look.seat
    }

    /// The chance, in each of the ways to choose, that the seat would have played this card if it
    /// has passed these cards and holds those now.
    pub fn chances(&self, judge: &Judge<&Table>, passed: CardSet, now: CardSet) -> [f32; STYLES] {
        let hand = now | self.played;
        let playable = playable(hand, self.look.trick.suit(), self.calves_out);
        if playable.len() == 1 {
            return [1.0; STYLES];
        }
        let look = self.look_of(hand, passed);
        let mut costs = [0.0; HAND];
        let (mut number, mut own, mut least) = (0, f32::INFINITY, f32::INFINITY);
        judge.weigh(&look, playable, |card, cost, _| {
            if let Some(place) = costs.get_mut(number) {
                *place = cost;
                number += 1;
            }
            least = least.min(cost);
            if card == self.card {
                own = cost;
            }
        });
        let costs = &costs[..number];
        let by_rule =
            careful::card(hand, playable, &look.trick).is_some_and(|(card, _)| card == self.card);
        let careful = if by_rule { 1.0 - CARELESS } else { 0.0 } + CARELESS / number_of(costs);
        [COUNTER.chance(own, least, costs), OTHER.chance(own, least, costs), careful]
    }

    /// What the seat knew when it had this hand, and had passed these cards to its left.
    fn look_of(&self, hand: CardSet, passed: CardSet) -> Look {
        let out = self.look.out - hand;
        let mut look = Look { hand, out, may: self.voids.may(out), ..self.look };
        let next = left(look.seat).index();
        let there = passed & out;
        for (seat, may) in look.may.iter_mut().enumerate() {
            if seat != next {
                *may = *may - there;
            }
        }
        look.has[next] = there;
        look
    }
}

impl Likeness {
    /// The chance that a card with this cost is played when the best and all cards have those.
    fn chance(self, own: f32, least: f32, all: &[f32]) -> f32 {
        let sum: f32 = all.iter().map(|&cost| share(cost - least, self.tolerance)).sum();
        (1.0 - self.whim) * share(own - least, self.tolerance) / sum + self.whim / number_of(all)
    }
}

/// How much less often a choice is made that looks worse by so much: a sixteenth as often by
/// `tolerance`. Plain arithmetic, which is the same on all machines (an exponential is not).
pub fn share(worse: f32, tolerance: f32) -> f32 {
    let root = 1.0 / (1.0 + worse / tolerance);
    root * root * root * root
}

#[allow(clippy::cast_precision_loss)] // 10 at most
fn number_of(costs: &[f32]) -> f32 {
    costs.len() as f32
}
