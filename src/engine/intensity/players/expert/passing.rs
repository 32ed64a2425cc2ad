//! The search for the three cards to pass.

use std::time::Duration;

use super::{
    super::{
        card_evaluation::{Danger, passing_danger},
        counter,
        deal_sampler::DealSampler,
        seat_knowledge::SeatKnowledge,
    },
    CostFunction, Objective, Playout,
    race::Race,
};
use crate::{
    intensity::model::{
        CardSet, IntensityAction, IntensityObservation, SEATS, pass_choices, right_of,
    },
    play::{Budget, Meter, Rng, SearchStop, Seat, ThinkContext},
};

/// The minimum and maximum number of tried passes, of the 120 possible ones.
const CANDIDATE_LIMITS: [u64; 2] = [12, 40];
/// The number of playouts in the budget for each tried pass. With fewer, passes that seem good by
/// chance cost more than the best one gains.
const PLAYOUTS_PER_CANDIDATE: u64 = 250;
/// The number of nodes of a playout: its cards.
const PLAYOUT_NODES: u64 = 40;
const PLAYOUT_TIME: Duration = Duration::from_micros(8);
/// Multiplies the prior costs, compared with those of cards to play, because many passes are nearly
/// equal.
const PRIOR_FACTOR: f64 = 2.0;
const DEALS_PER_BATCH: usize = 8;

/// Returns a race between the least dangerous passes, as many as suit the budget.
pub fn race_of_passes(
    seat: Seat,
    observation: &IntensityObservation,
    objective: Objective,
    budget: Budget,
) -> Race<IntensityAction> {
    let hand = observation.known_hand(seat);
    let mut passes: Vec<_> = pass_choices(hand)
        .map(|cards| (passing_danger().hand_danger(hand - cards), cards))
        .collect();
    passes.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    let factor = PRIOR_FACTOR * objective.cost_per_point();
    Race::new(
        passes
            .into_iter()
            .take(candidate_count(budget))
            .map(|(danger, cards)| (IntensityAction::Pass(cards), factor * f64::from(danger))),
    )
}

fn candidate_count(budget: Budget) -> usize {
    let playouts = match budget {
        Budget::Nodes(nodes) => nodes / PLAYOUT_NODES,
        Budget::Time(time) => {
            u64::try_from(time.as_micros() / PLAYOUT_TIME.as_micros()).unwrap_or(u64::MAX)
        }
    };
    let [lowest, highest] = CANDIDATE_LIMITS;
    let count = (playouts / PLAYOUTS_PER_CANDIDATE).clamp(lowest, highest);
    usize::try_from(count).unwrap_or(usize::MAX)
}

/// Tries the passes in one deal after another until one pass is left. The other seats pass like
/// `counter`.
pub fn search_passes(
    costs: &CostFunction,
    observation: &IntensityObservation,
    context: &ThinkContext,
    race: &mut Race<IntensityAction>,
) -> Result<(), SearchStop> {
    let seat = costs.seat;
    let mut rng = context.rng();
    let mut meter = context.meter();
    meter.check()?;
    let hand = observation.known_hand(seat);
    let knowledge = SeatKnowledge::before_pass(seat, hand);
    let Some(sampler) = DealSampler::new(&knowledge) else { return Ok(()) };
    let mut sample = Vec::new();
    while !race.is_decided() {
        for _ in 0..DEALS_PER_BATCH {
            let deal = DealWithPasses::sample(&sampler, &knowledge, &mut meter, &mut rng)?;
            sample.clear();
            for action in race.active() {
                let IntensityAction::Pass(cards) = action else { continue };
                let taken = Playout::start(deal.hands_after(seat, cards)).finish(&mut meter)?;
                sample.push(costs.cost(taken));
            }
            race.add_sample(&sample, 1.0);
        }
        race.eliminate();
        context
            .report(|| format!("{:.0} deals, {} ways to pass", race.weight(), race.active().len()));
    }
    Ok(())
}

/// A deal with the passes of the seats whose choice is not searched.
pub struct DealWithPasses {
    /// The hands before the pass.
    pub hands: [CardSet; SEATS],
    /// The passes of the other seats.
    pub passed: [CardSet; SEATS],
}

impl DealWithPasses {
    /// Samples a deal and lets the other seats pass like `counter`. Each pass counts as a node.
    pub fn sample(
        sampler: &DealSampler,
        knowledge: &SeatKnowledge,
        meter: &mut Meter,
        rng: &mut Rng,
    ) -> Result<Self, SearchStop> {
        let hands = sampler.sample(rng);
        let mut passed = [CardSet::NONE; SEATS];
        for other in knowledge.other_seats() {
            meter.tick()?;
            passed[other] =
                counter::cards_to_pass(hands[other], &passing_danger()).unwrap_or_default();
        }
        Ok(Self { hands, passed })
    }

    /// The hands of the first round if `seat` passes `cards`.
    pub fn hands_after(&self, seat: Seat, cards: CardSet) -> [CardSet; SEATS] {
        let mut passed = self.passed;
        passed[seat.index()] = cards;
        std::array::from_fn(|seat| {
            (self.hands[seat] - passed[seat]) | passed[right_of(Seat::new(seat)).index()]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_larger_budget_tries_more_passes() {
        let of_nodes = |nodes| candidate_count(Budget::Nodes(nodes));
        assert_eq!([0, 30_000, 200_000, 500_000, u64::MAX].map(of_nodes), [12, 12, 20, 40, 40]);
        let of_time = |ms| candidate_count(Budget::Time(Duration::from_millis(ms)));
        assert_eq!([0, 10, 40, 100, u64::MAX].map(of_time), [12, 12, 20, 40, 40]);
    }
}
