//! How likely a deal is, by what the others have played.

use rand::RngExt;

use super::{
    super::{
        deals::Deals,
        judge::{Judge, Look, Table},
        knowledge::Knowledge,
    },
    playout,
};
use crate::{
    games::intensity::rules::{Card, Cards, HAND, SEATS, Seen, Trick, playable},
    play::{Halt, Meter, Rng},
};

/// A card that looks worse than the best by so many penalty points is played a sixteenth as often: others judge
/// otherwise.
const TOLERANCE: f32 = 0.5;
/// How often a card is played for no reason that we know.
const WHIM: f32 = 0.1;
/// Deals that are drawn for each one that is played out.
const DRAWN: usize = 8;
/// Deals that are played out from the first batch, and at most from one batch.
const FIRST_BATCH: usize = 4;
const LARGEST_BATCH: usize = 512;

/// A choice that another seat has made in this game, as far as everybody knows.
#[derive(Clone, Copy, Debug)]
struct Choice {
    card: Card,
    /// What was known to all then; the hand and the cards of the others are still to be filled in.
    look: Look,
    calves_out: bool,
    /// The cards that the seat has played from then on, with this one.
    played: Cards,
}

/// Draws deals as likely as what the others have played makes them.
#[derive(Clone, Debug)]
pub struct Beliefs {
    deals: Deals,
    choices: Vec<Choice>,
    batch: usize,
}

/// A deal, and how often it counts or how likely it is.
pub type Weighed = ([Cards; SEATS], f64);

impl Beliefs {
    /// What `known` and the choices of the others say; nothing if no deal agrees with it.
    pub fn of(known: &Knowledge, seen: &Seen) -> Option<Self> {
        Some(Self { deals: Deals::of(known)?, choices: choices(known, seen), batch: FIRST_BATCH })
    }

    /// The next deals. The first batches are small, so that there is an answer soon.
    ///
    /// More deals are drawn than wanted, and those are taken again in proportion to how likely they make what was
    /// played (sampling, importance resampling: Rubin 1987), at even distances along the sum of all weights.
    ///
    /// # Errors
    /// [`Halt`] when the meter, which counts each choice that is judged, says so.
    pub fn draw(&mut self, meter: &mut Meter, rng: &mut Rng) -> Result<Vec<Weighed>, Halt> {
        let wanted = self.batch;
        self.batch = (2 * self.batch).min(LARGEST_BATCH);
        if self.choices.is_empty() {
            return Ok((0..wanted).map(|_| (self.deals.draw(rng), 1.0)).collect());
        }
        let mut drawn = Vec::with_capacity(wanted * DRAWN);
        for _ in 0..wanted * DRAWN {
            let hands = self.deals.draw(rng);
            drawn.push((hands, self.likelihood(&hands, meter)?));
        }
        Ok(resample(&drawn, wanted, rng.random()))
    }

    /// The chance that the others would have played what they did, had they held these hands.
    fn likelihood(&self, hands: &[Cards; SEATS], meter: &mut Meter) -> Result<f64, Halt> {
        let judge = playout::judge();
        let mut product = 1.0;
        for choice in &self.choices {
            meter.tick()?;
            product *= f64::from(choice.chance(&judge, hands[choice.look.seat.index()]));
        }
        Ok(product)
    }
}

impl Choice {
    /// The chance that the seat would have played this card if it holds these cards now.
    fn chance(&self, judge: &Judge<&Table>, now: Cards) -> f32 {
        let hand = now | self.played;
        let playable = playable(hand, self.look.trick.suit(), self.calves_out);
        if playable.len() == 1 {
            return 1.0;
        }
        let out = self.look.out - hand;
        let look = Look { hand, out, may: self.look.may.map(|may| may & out), ..self.look };
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
        // Plain arithmetic, which is the same on all machines (an exponential is not).
        let share = |cost: f32| {
            let root = 1.0 / (1.0 + (cost - least) / TOLERANCE);
            root * root * root * root
        };
        let costs = &costs[..number];
        let all: f32 = costs.iter().map(|&cost| share(cost)).sum();
        (1.0 - WHIM) * share(own) / all + WHIM / number_of(costs)
    }
}

#[allow(clippy::cast_precision_loss)] // 10 at most
fn number_of(costs: &[f32]) -> f32 {
    costs.len() as f32
}

/// All choices of the other seats, from the first.
fn choices(known: &Knowledge, seen: &Seen) -> Vec<Choice> {
    let mut choices = Vec::new();
    let (mut gone, mut may, mut counts) = (Cards::NONE, [Cards::ALL; SEATS], [HAND; SEATS]);
    for trick in seen.history.iter().chain([&seen.trick]) {
        let calves_out = !(gone & Cards::CALVES).is_empty();
        let mut so_far = Trick::led_by(trick.leader());
        for (seat, card) in trick.plays() {
            let out = Cards::ALL - gone - so_far.set();
            let look = Look { seat, hand: Cards::NONE, trick: so_far, out, may, has: [Cards::NONE; SEATS], counts };
            choices.push(Choice { card, look, calves_out, played: Cards::NONE });
            if let Some(suit) = so_far.suit().filter(|&suit| suit != card.suit()) {
                may[seat.index()] = may[seat.index()] - Cards::of(suit);
            }
            counts[seat.index()] -= 1;
            so_far = so_far.with(card);
        }
        gone = gone | trick.set();
    }
    let mut played = [Cards::NONE; SEATS];
    for choice in choices.iter_mut().rev() {
        let by_seat = &mut played[choice.look.seat.index()];
        *by_seat = by_seat.with(choice.card);
        choice.played = *by_seat;
    }
    choices.retain(|choice| choice.look.seat != known.seat);
    choices
}

/// So many of the deals (each counted as often as it is taken) by how likely they are; `start` is a share of the first
/// step.
fn resample(drawn: &[Weighed], wanted: usize, start: f64) -> Vec<Weighed> {
    let sum: f64 = drawn.iter().map(|&(_, likelihood)| likelihood).sum();
    let step = sum / f64::from(u32::try_from(wanted).unwrap_or(u32::MAX));
    let (mut next, mut up_to) = (start * step, 0.0);
    let mut taken = Vec::new();
    for &(hands, likelihood) in drawn {
        up_to += likelihood;
        let mut times = 0.0;
        while next < up_to {
            next += step;
            times += 1.0;
        }
        if times > 0.0 {
            taken.push((hands, times));
        }
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deals_are_taken_as_often_as_they_are_likely() {
        let deal = |card: usize| [Cards::one(Card::at(card)), Cards::NONE, Cards::NONE, Cards::NONE];
        let drawn = [(deal(0), 0.5), (deal(1), 0.125), (deal(2), 1.0), (deal(3), 0.0)];
        for start in [0.0, 0.3, 0.99] {
            let taken = resample(&drawn, 1_300, start);
            assert!((taken.iter().map(|&(_, times)| times).sum::<f64>() - 1_300.0).abs() < 1.5);
            for (card, share) in [(0, 0.5), (1, 0.125), (2, 1.0), (3, 0.0)] {
                let times = taken.iter().find(|&&(hands, _)| hands == deal(card)).map_or(0.0, |&(_, times)| times);
                assert!((times - 1_300.0 * share / 1.625).abs() < 1.5, "{card}: {times}");
            }
        }
    }
}
