//! How likely a deal is, by what the others have passed and played.

mod choice;
mod passes;

use rand::RngExt;

use super::{
    super::{deals::Deals, knowledge::Knowledge},
    playout,
};
use crate::{
    games::intensity::rules::{CardSet, IntensityObservation, SEATS},
    play::{Meter, Rng, SearchStop},
};
use choice::{Choice, PRIOR};
use passes::Passes;

/// Deals that are drawn for each one that is played out.
const DRAWN: usize = 8;
/// Deals that are played out from the first batch, and at most from one batch.
const FIRST_BATCH: usize = 4;
const LARGEST_BATCH: usize = 512;

/// Draws deals as likely as what the others have passed and played makes them.
#[derive(Clone, Debug)]
pub struct Beliefs {
    deals: Deals,
    passes: Option<Passes>,
    choices: Vec<Choice>,
    batch: usize,
}

/// A deal, and how often it counts or how likely it is.
pub type Weighed = ([CardSet; SEATS], f64);

impl Beliefs {
    /// What `known` and the choices of the others say; nothing if no deal agrees with it.
    pub fn of(known: &Knowledge, seen: &IntensityObservation) -> Option<Self> {
        let deals = Deals::of(known)?;
        let (passes, choices) = (Passes::of(known.seat, seen), Choice::all(known, seen));
        Some(Self { deals, passes, choices, batch: FIRST_BATCH })
    }

    /// The next deals. The first batches are small, so that there is an answer soon.
    ///
    /// More deals are drawn than wanted, and those are taken again in proportion to how likely they
    /// make what was passed and played (sampling, importance resampling: Rubin 1987), at even
    /// distances along the sum of all weights.
    ///
    /// # Errors
    /// [`SearchStop`] when the meter, which counts each choice that is judged, says so.
    pub fn draw(&mut self, meter: &mut Meter, rng: &mut Rng) -> Result<Vec<Weighed>, SearchStop> {
        let wanted = self.batch;
        self.batch = (2 * self.batch).min(LARGEST_BATCH);
        let mut drawn = Vec::with_capacity(wanted * DRAWN);
        for _ in 0..wanted * DRAWN {
            let hands = self.deals.draw(rng);
            drawn.push((hands, self.likelihood(&hands, meter)?));
        }
        Ok(resample(&drawn, wanted, rng.random()))
    }

    /// How likely the others would have passed and played what they did, had they held these hands.
    /// What a seat has played is judged as a whole in each of the ways in which it may choose, so
    /// that its first cards tell which it is.
    ///
    /// # Errors
    /// [`SearchStop`] when the meter says so.
    pub fn likelihood(
        &self,
        hands: &[CardSet; SEATS],
        meter: &mut Meter,
    ) -> Result<f64, SearchStop> {
        meter.tick()?;
        let unknown = ([CardSet::NONE; SEATS], 1.0);
        let (passed, likelihood) =
            self.passes.as_ref().map_or(unknown, |passes| passes.guess(hands));
        let judge = playout::judge();
        let mut styles = [PRIOR; SEATS];
        for choice in &self.choices {
            meter.tick()?;
            let seat = choice.seat().index();
            let chances = choice.chances(&judge, passed[seat], hands[seat]);
            for (style, chance) in styles[seat].iter_mut().zip(chances) {
                *style *= f64::from(chance);
            }
        }
        Ok(styles.iter().map(|styles| styles.iter().sum::<f64>()).product::<f64>()
            * f64::from(likelihood))
    }
}

/// So many of the deals (each counted as often as it is taken) by how likely they are; `start` is a
/// share of the first step.
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
    use crate::{
        games::intensity::{
            Intensity,
            players::{careful::Careful, counter::Counter},
            rules::{Card, Deal},
        },
        play::{Budget, Game, Player, Seats, ThinkContext, random},
    };

    #[test]
    fn deals_are_taken_as_often_as_they_are_likely() {
        let deal = |card: usize| {
            [CardSet::one(Card::at(card)), CardSet::NONE, CardSet::NONE, CardSet::NONE]
        };
        let drawn = [(deal(0), 0.5), (deal(1), 0.125), (deal(2), 1.0), (deal(3), 0.0)];
        for start in [0.0, 0.3, 0.99] {
            let taken = resample(&drawn, 1_300, start);
            assert!((taken.iter().map(|&(_, times)| times).sum::<f64>() - 1_300.0).abs() < 1.5);
            for (card, share) in [(0, 0.5), (1, 0.125), (2, 1.0), (3, 0.0)] {
                let times = taken
                    .iter()
                    .find(|&&(hands, _)| hands == deal(card))
                    .map_or(0.0, |&(_, times)| times);
                assert!((times - 1_300.0 * share / 1.625).abs() < 1.5, "{card}: {times}");
            }
        }
    }

    /// In how many of a hundred looks at games of these players the hands as they are look likelier
    /// than some that are drawn.
    fn right<P: Player<Intensity>>(player: &mut P) -> usize {
        let mut rng = random::rng(1, &[]);
        let (mut looks, mut right) = (0, 0);
        while looks < 100 {
            let mut game = Intensity::start(&Deal::shuffled(&mut rng));
            let cards = rng.random_range(8..28);
            for _ in 0..=cards {
                let choose = |seat| {
                    let think = ThinkContext::new(Budget::Nodes(1), 1, seat, 0);
                    (seat, player.choose(seat, &game.observe(Seats::one(seat)), &think).unwrap())
                };
                let moves: Vec<_> = game.awaited().iter().map(choose).collect();
                game.step(&moves).unwrap();
            }
            let seat = game.awaited().only().unwrap();
            let seen = game.observe(Seats::one(seat));
            let beliefs = Beliefs::of(&Knowledge::of(seat, &seen), &seen).unwrap();
            let mut meter = ThinkContext::new(Budget::Nodes(u64::MAX), 1, seat, 0).meter();
            let mut likelihood = |hands| beliefs.likelihood(&hands, &mut meter).unwrap();
            let truth = likelihood(game.position().hands);
            right += usize::from(truth >= likelihood(beliefs.deals.draw(&mut rng)));
            looks += 1;
        }
        right
    }

    #[test]
    fn the_hands_as_they_are_look_likely() {
        assert!(right(&mut Counter::default()) > 90);
        assert!(right(&mut Careful) > 90);
    }
}
