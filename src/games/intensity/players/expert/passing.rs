//! The search for the three cards to pass.

use super::{
    super::{
        card_evaluation::Danger, counter, deal_sampler::DealSampler, seat_knowledge::SeatKnowledge,
    },
    CostFunction, Objective, Playout, playout,
    race::Race,
};
use crate::{
    games::intensity::rules::{
        CardSet, IntensityAction, IntensityObservation, SEATS, pass_choices, right,
    },
    play::{Meter, Rng, SearchStop, Seat, ThinkContext},
};

/// The number of passes that are tried, of the 120 possible ones.
const CANDIDATES: usize = 40;
/// The number of deals between two eliminations.
const BATCH: usize = 8;

/// Returns a race between the passes that leave the least dangerous hands.
pub fn candidates(
    seat: Seat,
    observation: &IntensityObservation,
    objective: Objective,
) -> Race<IntensityAction> {
    let hand = observation.hands[seat.index()].unwrap_or_default();
    let mut passes: Vec<_> = pass_choices(hand)
        .map(|cards| (playout::passing_danger().hand_danger(hand - cards), cards))
        .collect();
    passes.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    Race::new(passes.into_iter().take(CANDIDATES).map(|(danger, cards)| {
        (IntensityAction::Pass(cards), objective.cost_per_point() * f64::from(danger))
    }))
}

/// Tries the passes in one deal after the other, in which the other seats pass as `counter` does,
/// until one pass is left.
///
/// # Errors
/// Returns a [`SearchStop`] if the budget ends or the search is cancelled first.
pub fn run(
    costs: &CostFunction,
    observation: &IntensityObservation,
    context: &ThinkContext,
    race: &mut Race<IntensityAction>,
) -> Result<(), SearchStop> {
    let seat = costs.seat;
    let mut rng = context.rng();
    let mut meter = context.meter();
    meter.check()?;
    let hand = observation.hands[seat.index()].unwrap_or_default();
    let knowledge = SeatKnowledge::before_pass(seat, hand);
    let Some(sampler) = DealSampler::new(&knowledge) else { return Ok(()) };
    let mut sample = Vec::new();
    while !race.is_decided() {
        for _ in 0..BATCH {
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

/// A deal in which the other seats have chosen the cards that they pass.
struct DealWithPasses {
    hands: [CardSet; SEATS],
    passed: [CardSet; SEATS],
}

impl DealWithPasses {
    /// Samples a deal and lets the other seats pass as `counter` does. Each of these passes counts
    /// as a node.
    fn sample(
        sampler: &DealSampler,
        knowledge: &SeatKnowledge,
        meter: &mut Meter,
        rng: &mut Rng,
    ) -> Result<Self, SearchStop> {
        let hands = sampler.sample(rng);
        let mut passed = [CardSet::NONE; SEATS];
        for other in knowledge.other_seats() {
            meter.tick()?;
            passed[other] = counter::cards_to_pass(hands[other], &playout::passing_danger())
                .unwrap_or_default();
        }
        Ok(Self { hands, passed })
    }

    /// The hands of the first round if `seat` passes `cards`.
    fn hands_after(&self, seat: Seat, cards: CardSet) -> [CardSet; SEATS] {
        let mut passed = self.passed;
        passed[seat.index()] = cards;
        std::array::from_fn(|seat| {
            (self.hands[seat] - passed[seat]) | passed[right(Seat::new(seat)).index()]
        })
    }
}
