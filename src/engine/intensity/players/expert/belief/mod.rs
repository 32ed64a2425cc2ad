//! A seat's belief about the hidden cards: how likely each deal makes the passes and plays of the
//! other seats.

mod assessed_deal;
mod exchange;
mod pass_likelihood;
mod play_likelihood;

use rand::RngExt;

use super::{
    super::{card_evaluation::evaluator, deal_sampler::DealSampler, seat_knowledge::SeatKnowledge},
    style::PlayStyle,
};
use crate::{
    intensity::model::{CardSet, IntensityObservation, SEATS},
    play::{Meter, Rng, SearchStop},
};
use assessed_deal::AssessedDeal;
use pass_likelihood::PassModel;
use play_likelihood::PastPlay;

/// The number of random walks. Each gives one deal of a sample.
const WALKS: usize = 16;
/// The number of deals drawn per walk, from which the starts are resampled.
const DRAWS_PER_WALK: usize = 4;
/// The minimum and maximum of [`DealBelief::steps`].
const STEP_LIMITS: [usize; 2] = [8, 24];
/// The approximate number of nodes in a walk between two samples.
const WALK_NODES: usize = 120;

/// A seat's belief about the hidden cards, from which deals are sampled.
#[derive(Clone, Debug)]
pub struct DealBelief {
    knowledge: SeatKnowledge,
    sampler: DealSampler,
    passes: Option<PassModel>,
    plays: Vec<PastPlay>,
    /// The number of steps in a walk between two samples.
    steps: usize,
    /// The deals that the walks have reached. Empty before the first sample.
    walks: Vec<AssessedDeal>,
}

/// A sampled deal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SampledDeal {
    /// The four hands.
    pub hands: [CardSet; SEATS],
    /// The assumed style of each seat.
    pub styles: [PlayStyle; SEATS],
}

impl DealBelief {
    /// Creates the belief, or returns `None` if no deal is consistent with the knowledge.
    pub fn new(knowledge: &SeatKnowledge, observation: &IntensityObservation) -> Option<Self> {
        let sampler = DealSampler::new(knowledge)?;
        let passes = PassModel::new(knowledge.seat, observation);
        let plays = PastPlay::all(knowledge, observation);
        let [lowest, highest] = STEP_LIMITS;
        let steps = (WALK_NODES / (1 + plays.len())).clamp(lowest, highest);
        Some(Self { knowledge: *knowledge, sampler, passes, plays, steps, walks: Vec::new() })
    }

    /// Samples the next deals. In each deal, the passes and each past play count as a node.
    ///
    /// The samples come from random walks (Metropolis and others 1953). These start at deals that
    /// were drawn uniformly and resampled in proportion to their likelihoods (Rubin 1987).
    ///
    /// # Errors
    /// Returns a [`SearchStop`] if the budget ends or the search is cancelled.
    pub fn sample(
        &mut self,
        meter: &mut Meter,
        rng: &mut Rng,
    ) -> Result<Vec<SampledDeal>, SearchStop> {
        if self.walks.is_empty() {
            self.walks = self.start_walks(meter, rng)?;
        }
        for index in 0..self.walks.len() {
            self.walks[index] = self.walk(self.walks[index], meter, rng)?;
        }
        let sampled = |deal: &AssessedDeal| {
            let mut styles = deal.draw_styles(rng);
            styles[self.knowledge.seat.index()] = PlayStyle::Counter;
            SampledDeal { hands: deal.hands, styles }
        };
        Ok(self.walks.iter().map(sampled).collect())
    }

    fn start_walks(
        &self,
        meter: &mut Meter,
        rng: &mut Rng,
    ) -> Result<Vec<AssessedDeal>, SearchStop> {
        let mut drawn = Vec::with_capacity(WALKS * DRAWS_PER_WALK);
        for _ in 0..WALKS * DRAWS_PER_WALK {
            drawn.push(self.assess(self.sampler.sample(rng), None, meter)?);
        }
        Ok(resample(&drawn, WALKS, rng.random()))
    }

    /// Takes steps from a deal: to a newly drawn deal and to a neighbouring one in turn. The former
    /// are likely to be accepted while little is known.
    fn walk(
        &self,
        mut deal: AssessedDeal,
        meter: &mut Meter,
        rng: &mut Rng,
    ) -> Result<AssessedDeal, SearchStop> {
        for step in 0..self.steps {
            let next = if step % 2 == 0 {
                self.assess(self.sampler.sample(rng), None, meter)?
            } else if let Some(hands) = exchange::exchange(&self.knowledge, &deal.hands, rng) {
                self.assess(hands, Some(&deal), meter)?
            } else {
                continue;
            };
            if rng.random::<f64>() * deal.likelihood() < next.likelihood() {
                deal = next;
            }
        }
        Ok(deal)
    }

    /// Returns the likelihood of the other seats' passes and plays if they hold these hands. A seat
    /// is assumed to play in one style throughout, so its earlier plays show which style is likely.
    ///
    /// # Errors
    /// Returns a [`SearchStop`] if the budget ends or the search is cancelled.
    pub fn likelihood(
        &self,
        hands: &[CardSet; SEATS],
        meter: &mut Meter,
    ) -> Result<f64, SearchStop> {
        Ok(self.assess(*hands, None, meter)?.likelihood())
    }

    /// Computes the likelihood of a deal, reusing the unchanged parts of a similar one.
    fn assess(
        &self,
        hands: [CardSet; SEATS],
        similar: Option<&AssessedDeal>,
        meter: &mut Meter,
    ) -> Result<AssessedDeal, SearchStop> {
        meter.tick()?;
        let unknown = ([CardSet::NONE; SEATS], 1.0);
        let (passed, pass_likelihood) =
            self.passes.as_ref().map_or(unknown, |passes| passes.guess(&hands));
        let evaluator = evaluator();
        let mut style_likelihoods = [PlayStyle::PRIORS; SEATS];
        let unchanged = |seat: usize| {
            similar
                .filter(|deal| deal.hands[seat] == hands[seat] && deal.passed[seat] == passed[seat])
        };
        for play in &self.plays {
            let seat = play.seat().index();
            if unchanged(seat).is_some() {
                continue;
            }
            meter.tick()?;
            let probabilities = play.probabilities(&evaluator, passed[seat], hands[seat]);
            for (likelihood, probability) in style_likelihoods[seat].iter_mut().zip(probabilities) {
                *likelihood *= f64::from(probability);
            }
        }
        for (seat, likelihoods) in style_likelihoods.iter_mut().enumerate() {
            if let Some(similar) = unchanged(seat) {
                *likelihoods = similar.style_likelihoods[seat];
            }
        }
        Ok(AssessedDeal {
            hands,
            passed,
            pass_likelihood: pass_likelihood.into(),
            style_likelihoods,
        })
    }
}

/// Resamples `count` deals in proportion to their likelihoods (systematic resampling). `start`,
/// from 0 to 1, is the offset of the first sample as a fraction of the step.
fn resample(drawn: &[AssessedDeal], count: usize, start: f64) -> Vec<AssessedDeal> {
    let sum: f64 = drawn.iter().map(AssessedDeal::likelihood).sum();
    let step = sum / f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    let (mut next, mut cumulative) = (start * step, 0.0);
    let mut taken = Vec::with_capacity(count);
    for deal in drawn {
        cumulative += deal.likelihood();
        while next < cumulative && taken.len() < count {
            next += step;
            taken.push(*deal);
        }
    }
    taken
}

/// Returns the likelihood of an action relative to the best one. `extra_cost` is its additional
/// cost; if that is `tolerance`, the likelihood is a sixteenth.
///
/// Unlike an exponential, basic arithmetic gives the same results on all machines.
fn relative_likelihood(extra_cost: f32, tolerance: f32) -> f32 {
    let root = 1.0 / (1.0 + extra_cost / tolerance);
    root * root * root * root
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::{
        intensity::{
            Intensity,
            model::{Card, Deal},
            players::{careful::CarefulPlayer, counter::CounterPlayer},
        },
        play::{Budget, Game, Player, Random, Seats, ThinkContext, random},
    };

    /// A deal in which only the passes matter.
    fn assessed(number: usize, likelihood: f64) -> AssessedDeal {
        let card = CardSet::one(Card::from_index(number));
        AssessedDeal {
            hands: [card, CardSet::NONE, CardSet::NONE, CardSet::NONE],
            passed: [CardSet::NONE; SEATS],
            pass_likelihood: likelihood,
            style_likelihoods: [PlayStyle::PRIORS; SEATS],
        }
    }

    #[test]
    fn deals_are_resampled_in_proportion_to_their_likelihoods() {
        let weights = [(0, 0.5), (1, 0.125), (2, 1.0), (3, 0.0)];
        let drawn = weights.map(|(number, weight)| assessed(number, weight));
        for start in [0.0, 0.3, 0.99] {
            let taken = resample(&drawn, 1_300, start);
            assert!(taken.len().abs_diff(1_300) < 2);
            for (number, weight) in weights {
                let hands = assessed(number, weight).hands;
                let times = taken.iter().filter(|taken| taken.hands == hands).count();
                let expected = 1_300.0 * weight / 1.625;
                assert!((f64::from(u32::try_from(times).unwrap()) - expected).abs() < 1.5);
            }
        }
    }

    /// A game of this player against itself, after this number of cards.
    fn game<P: Player<Intensity>>(player: &mut P, cards: usize, rng: &mut Rng) -> Intensity {
        let mut game = Intensity::start(&Deal::shuffled(rng));
        for step in 0..=cards {
            let choose = |seat| {
                let observation = game.observe(Seats::one(seat));
                let context = ThinkContext::new(Budget::Nodes(1), 1, seat, step);
                (seat, player.choose(seat, &observation, &context).unwrap())
            };
            let moves: Vec<_> = game.awaited().iter().map(choose).collect();
            game.step(&moves).unwrap();
        }
        game
    }

    /// The belief of the seat to move, and a meter without a limit.
    fn belief(game: &Intensity) -> (DealBelief, Meter) {
        let seat = game.awaited().only().unwrap();
        let observation = game.observe(Seats::one(seat));
        let knowledge = SeatKnowledge::from_observation(seat, &observation);
        let meter = ThinkContext::new(Budget::Nodes(u64::MAX), 1, seat, 0).meter();
        (DealBelief::new(&knowledge, &observation).unwrap(), meter)
    }

    /// The walks visit every deal in proportion to its likelihood: each seat holds each card as
    /// often as in all possible deals, weighted by their likelihoods.
    #[test]
    fn walks_sample_the_posterior() {
        let mut rng = random::rng(3, &[]);
        for cards in [26, 29, 30] {
            let (mut belief, mut meter) = belief(&game(&mut CounterPlayer, cards, &mut rng));
            let deals: HashSet<_> = (0..100_000).map(|_| belief.sampler.sample(&mut rng)).collect();
            assert_eq!(deals.len() as u64, belief.sampler.deal_count());
            let mut expected = [[0.0; Card::COUNT]; SEATS];
            let mut total = 0.0;
            for hands in &deals {
                let likelihood = belief.likelihood(hands, &mut meter).unwrap();
                add(&mut expected, hands, likelihood);
                total += likelihood;
            }
            let mut sampled = [[0.0; Card::COUNT]; SEATS];
            let mut count = 0.0;
            for _ in 0..500 {
                for deal in belief.sample(&mut meter, &mut rng).unwrap() {
                    add(&mut sampled, &deal.hands, 1.0);
                    count += 1.0;
                }
            }
            for (expected, sampled) in expected.iter().flatten().zip(sampled.iter().flatten()) {
                let (expected, sampled) = (expected / total, sampled / count);
                assert!((expected - sampled).abs() < 0.06, "{cards}: {expected} {sampled}");
            }
        }
    }

    fn add(sums: &mut [[f64; Card::COUNT]; SEATS], hands: &[CardSet; SEATS], weight: f64) {
        for (sums, hand) in sums.iter_mut().zip(hands) {
            for card in hand.iter() {
                sums[card.index()] += weight;
            }
        }
    }

    /// The percentage of sampled styles, after 24 cards of this player's games, that are one of
    /// these.
    fn recognised<P: Player<Intensity>>(player: &mut P, styles: &[PlayStyle]) -> usize {
        let mut rng = random::rng(4, &[]);
        let (mut recognised, mut all) = (0, 0);
        for _ in 0..10 {
            let (mut belief, mut meter) = belief(&game(player, 24, &mut rng));
            let own = belief.knowledge.seat.index();
            for _ in 0..8 {
                for deal in belief.sample(&mut meter, &mut rng).unwrap() {
                    assert_eq!(deal.styles[own], PlayStyle::Counter);
                    let others = (0..SEATS).filter(|&seat| seat != own);
                    recognised +=
                        others.filter(|&seat| styles.contains(&deal.styles[seat])).count();
                    all += SEATS - 1;
                }
            }
        }
        100 * recognised / all
    }

    #[test]
    fn the_plays_show_how_a_seat_plays() {
        let counter = recognised(&mut CounterPlayer, &[PlayStyle::Counter]);
        let careful = recognised(&mut CarefulPlayer, &[PlayStyle::Careful]);
        let random = recognised(&mut Random, &[PlayStyle::Random, PlayStyle::Loose]);
        assert!(counter > 70 && careful > 50 && random > 50, "{counter} {careful} {random}");
    }

    /// The number of positions, of a hundred in this player's games, in which the real hands are at
    /// least as likely as hands drawn at random.
    fn times_real_hands_are_likelier<P: Player<Intensity>>(player: &mut P) -> usize {
        let mut rng = random::rng(1, &[]);
        let mut likelier = 0;
        for _ in 0..100 {
            let cards = rng.random_range(8..28);
            let game = game(player, cards, &mut rng);
            let (belief, mut meter) = belief(&game);
            let mut likelihood = |hands| belief.likelihood(&hands, &mut meter).unwrap();
            let real = likelihood(game.position().hands);
            likelier += usize::from(real >= likelihood(belief.sampler.sample(&mut rng)));
        }
        likelier
    }

    #[test]
    fn the_real_hands_are_likely() {
        assert!(times_real_hands_are_likelier(&mut CounterPlayer) > 90);
        assert!(times_real_hands_are_likelier(&mut CarefulPlayer) > 90);
    }
}
