//! The belief about the hidden cards: how likely deals are, given what the other seats passed and
//! played.

mod pass_likelihood;
mod play_likelihood;

use rand::RngExt;

use super::{
    super::{deal_sampler::DealSampler, seat_knowledge::SeatKnowledge},
    playout,
};
use crate::{
    games::intensity::rules::{CardSet, IntensityObservation, SEATS},
    play::{Meter, Rng, SearchStop},
};
use pass_likelihood::PassModel;
use play_likelihood::{PastPlay, STYLE_PRIORS};

/// The number of deals that are drawn for each deal that is kept.
const OVERSAMPLING: usize = 8;
/// The number of deals that are kept from the first batch.
const FIRST_BATCH: usize = 4;
/// The largest number of deals that are kept from a batch.
const LARGEST_BATCH: usize = 512;

/// A seat's belief about the hidden cards, from which deals are sampled.
#[derive(Clone, Debug)]
pub struct DealBelief {
    sampler: DealSampler,
    passes: Option<PassModel>,
    plays: Vec<PastPlay>,
    /// The number of deals that are kept from the next batch.
    batch: usize,
}

/// A deal with its weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeightedDeal {
    /// The four hands.
    pub hands: [CardSet; SEATS],
    /// The likelihood of the deal, or the number of times that it counts as a sample.
    pub weight: f64,
}

impl DealBelief {
    /// Creates the belief, or returns `None` if no deal agrees with the knowledge.
    pub fn new(knowledge: &SeatKnowledge, observation: &IntensityObservation) -> Option<Self> {
        let sampler = DealSampler::new(knowledge)?;
        let passes = PassModel::new(knowledge.seat, observation);
        let plays = PastPlay::all(knowledge, observation);
        Some(Self { sampler, passes, plays, batch: FIRST_BATCH })
    }

    /// Samples the next batch of deals. The first batches are small, so that a first answer is
    /// available soon. The likelihoods of the passes and of each past play in a deal count as a
    /// node each.
    ///
    /// This is sampling/importance resampling (Rubin 1987): more deals than needed are drawn
    /// uniformly, and then resampled in proportion to their likelihoods.
    ///
    /// # Errors
    /// Returns a [`SearchStop`] if the budget ends or the search is cancelled.
    pub fn sample(
        &mut self,
        meter: &mut Meter,
        rng: &mut Rng,
    ) -> Result<Vec<WeightedDeal>, SearchStop> {
        let count = self.batch;
        self.batch = (2 * self.batch).min(LARGEST_BATCH);
        let mut drawn = Vec::with_capacity(count * OVERSAMPLING);
        for _ in 0..count * OVERSAMPLING {
            let hands = self.sampler.sample(rng);
            drawn.push(WeightedDeal { hands, weight: self.likelihood(&hands, meter)? });
        }
        Ok(resample(&drawn, count, rng.random()))
    }

    /// Returns the likelihood of what the other seats passed and played if they hold these hands.
    /// All plays of a seat are assumed to be in one style, so its earlier plays show which style is
    /// likely.
    ///
    /// # Errors
    /// Returns a [`SearchStop`] if the budget ends or the search is cancelled.
    pub fn likelihood(
        &self,
        hands: &[CardSet; SEATS],
        meter: &mut Meter,
    ) -> Result<f64, SearchStop> {
        meter.tick()?;
        let unknown = ([CardSet::NONE; SEATS], 1.0);
        let (passed, pass_likelihood) =
            self.passes.as_ref().map_or(unknown, |passes| passes.guess(hands));
        let evaluator = playout::evaluator();
        let mut styles = [STYLE_PRIORS; SEATS];
        for play in &self.plays {
            meter.tick()?;
            let seat = play.seat().index();
            let probabilities = play.probabilities(&evaluator, passed[seat], hands[seat]);
            for (style, probability) in styles[seat].iter_mut().zip(probabilities) {
                *style *= f64::from(probability);
            }
        }
        let play_likelihood: f64 = styles.iter().map(|styles| styles.iter().sum::<f64>()).product();
        Ok(play_likelihood * f64::from(pass_likelihood))
    }
}

/// Resamples `count` deals in proportion to their weights (systematic resampling). The weight of a
/// returned deal is the number of times it was taken. `start`, from 0 to 1, is the offset of the
/// first sample as a fraction of the step.
fn resample(drawn: &[WeightedDeal], count: usize, start: f64) -> Vec<WeightedDeal> {
    let sum: f64 = drawn.iter().map(|deal| deal.weight).sum();
    let step = sum / f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    let (mut next, mut cumulative) = (start * step, 0.0);
    let mut taken = Vec::new();
    for &WeightedDeal { hands, weight } in drawn {
        cumulative += weight;
        let mut times = 0.0;
        while next < cumulative {
            next += step;
            times += 1.0;
        }
        if times > 0.0 {
            taken.push(WeightedDeal { hands, weight: times });
        }
    }
    taken
}

/// Returns the likelihood of an action relative to the best one. It falls as `worse` grows, the
/// amount by which the action looks worse, and is a sixteenth where `worse` equals `tolerance`.
///
/// The formula uses only basic arithmetic, whose results are the same on all machines, unlike those
/// of an exponential.
fn relative_likelihood(worse: f32, tolerance: f32) -> f32 {
    let root = 1.0 / (1.0 + worse / tolerance);
    root * root * root * root
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        games::intensity::{
            Intensity,
            players::{careful::CarefulPlayer, counter::CounterPlayer},
            rules::{Card, Deal},
        },
        play::{Budget, Game, Player, Seats, ThinkContext, random},
    };

    #[test]
    fn deals_are_resampled_in_proportion_to_their_weights() {
        let deal = |card: usize| {
            let card = CardSet::one(Card::from_index(card));
            [card, CardSet::NONE, CardSet::NONE, CardSet::NONE]
        };
        let weights = [(0, 0.5), (1, 0.125), (2, 1.0), (3, 0.0)];
        let drawn = weights.map(|(card, weight)| WeightedDeal { hands: deal(card), weight });
        for start in [0.0, 0.3, 0.99] {
            let taken = resample(&drawn, 1_300, start);
            assert!((taken.iter().map(|deal| deal.weight).sum::<f64>() - 1_300.0).abs() < 1.5);
            for (card, weight) in weights {
                let found = taken.iter().find(|taken| taken.hands == deal(card));
                let times = found.map_or(0.0, |taken| taken.weight);
                assert!((times - 1_300.0 * weight / 1.625).abs() < 1.5, "{card}: {times}");
            }
        }
    }

    /// Counts in how many of a hundred positions of this player's games the real hands are at least
    /// as likely as hands drawn at random.
    fn real_hands_are_likelier<P: Player<Intensity>>(player: &mut P) -> usize {
        let mut rng = random::rng(1, &[]);
        let mut likelier = 0;
        for _ in 0..100 {
            let mut game = Intensity::start(&Deal::shuffled(&mut rng));
            let cards = rng.random_range(8..28);
            for _ in 0..=cards {
                let choose = |seat| {
                    let observation = game.observe(Seats::one(seat));
                    let context = ThinkContext::new(Budget::Nodes(1), 1, seat, 0);
                    (seat, player.choose(seat, &observation, &context).unwrap())
                };
                let moves: Vec<_> = game.awaited().iter().map(choose).collect();
                game.step(&moves).unwrap();
            }
            let seat = game.awaited().only().unwrap();
            let observation = game.observe(Seats::one(seat));
            let knowledge = SeatKnowledge::from_observation(seat, &observation);
            let belief = DealBelief::new(&knowledge, &observation).unwrap();
            let mut meter = ThinkContext::new(Budget::Nodes(u64::MAX), 1, seat, 0).meter();
            let mut likelihood = |hands| belief.likelihood(&hands, &mut meter).unwrap();
            let real = likelihood(game.position().hands);
            likelier += usize::from(real >= likelihood(belief.sampler.sample(&mut rng)));
        }
        likelier
    }

    #[test]
    fn the_real_hands_are_likely() {
        assert!(real_hands_are_likelier(&mut CounterPlayer) > 90);
        assert!(real_hands_are_likelier(&mut CarefulPlayer) > 90);
    }
}
