//! How likely a deal is, by what the others have played.

use rand::RngExt;

use super::{
    super::{
        careful,
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

/// How much worse a card may look to who plays it, in penalty points: others judge otherwise.
const TOLERANCE: f32 = 0.15;
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

/// A deal, and how often it counts.
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
            drawn.push((hands, self.log_likelihood(&hands, meter)?));
        }
        Ok(resample(&drawn, wanted, rng.random()))
    }

    /// The logarithm of the chance that the others would have played what they did, had they held these hands: for each
    /// the average over the ways in which it may choose.
    fn log_likelihood(&self, hands: &[Cards; SEATS], meter: &mut Meter) -> Result<f32, Halt> {
        let judge = playout::judge();
        let mut logs = [[0.0; 2]; SEATS];
        for choice in &self.choices {
            meter.tick()?;
            let seat = choice.look.seat.index();
            let chances = choice.chances(&judge, hands[seat]);
            for (log, chance) in logs[seat].iter_mut().zip(chances) {
                *log += chance.ln();
            }
        }
        Ok(logs.iter().map(|[one, other]| one.max(*other) + (-(one - other).abs()).exp().ln_1p()).sum())
    }
}

impl Choice {
    /// The chance that the seat would have played this card if it holds these cards now: if it counts cards, and if it
    /// plays by plain rules.
    fn chances(&self, judge: &Judge<&Table>, now: Cards) -> [f32; 2] {
        let hand = now | self.played;
        let playable = playable(hand, self.look.trick.suit(), self.calves_out);
        if playable.len() == 1 {
            return [1.0, 1.0];
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
        let share = |cost: f32| ((least - cost) / TOLERANCE).exp();
        let costs = &costs[..number];
        let all: f32 = costs.iter().map(|&cost| share(cost)).sum();
        let plain = careful::card(hand, playable, &self.look.trick).is_some_and(|(card, _)| card == self.card);
        let plain = if plain { 1.0 } else { 0.0 };
        [share(own) / all, plain].map(|chance| (1.0 - WHIM) * chance + WHIM / number_of(costs))
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

/// So many of the deals (each counted as often as it is taken) by their log-likelihoods; `start` is a share of the first
/// step.
fn resample(drawn: &[([Cards; SEATS], f32)], wanted: usize, start: f64) -> Vec<Weighed> {
    let most = drawn.iter().map(|&(_, log)| log).fold(f32::NEG_INFINITY, f32::max);
    let weight = |log: f32| f64::from((log - most).exp());
    let sum: f64 = drawn.iter().map(|&(_, log)| weight(log)).sum();
    let step = sum / f64::from(u32::try_from(wanted).unwrap_or(u32::MAX));
    let (mut next, mut up_to) = (start * step, 0.0);
    let mut taken = Vec::new();
    for &(hands, log) in drawn {
        up_to += weight(log);
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
        let drawn = [(deal(0), 0.5_f32.ln()), (deal(1), 0.125_f32.ln()), (deal(2), 0.0), (deal(3), f32::NEG_INFINITY)];
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
