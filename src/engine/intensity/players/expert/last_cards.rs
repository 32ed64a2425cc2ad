//! The exact expected costs of the last cards over all consistent deals.
//!
//! All deals that are consistent with the seat's knowledge count equally. The other seats play like
//! `counter`. The seat itself plays its later cards as well as it can without telling apart deals
//! that look alike to it.

use std::collections::BTreeMap;

use super::{CostFunction, Objective, PlayStyle, Playout, open_position};
use crate::{
    intensity::{
        model::{Card, IntensityAction, IntensityObservation, SEATS},
        players::{
            deal_sampler::consistent_deals,
            seat_knowledge::{SeatKnowledge, Voids},
        },
    },
    play::{Meter, PlayerError, SearchStop, Seat, ThinkContext, none_if_spent},
};

/// The largest hand that is solved. It has up to 34,650 deals.
const MAX_CARDS: usize = 4;

/// Returns the expected final costs of all playable cards, or `None` if `seat` has more than four
/// cards or the budget is too small.
///
/// # Errors
/// Returns [`PlayerError::Cancelled`] if the search is cancelled.
pub fn costs_of_last_cards(
    seat: Seat,
    observation: &IntensityObservation,
    objective: Objective,
    context: &ThinkContext,
) -> Result<Option<Vec<(IntensityAction, f64)>>, PlayerError> {
    let hand = observation.known_hand(seat);
    if observation.is_passing || hand.len() > MAX_CARDS {
        return Ok(None);
    }
    let knowledge = SeatKnowledge::from_observation(seat, observation);
    let voids = Voids::from_observation(observation);
    let styles = [PlayStyle::Counter; SEATS];
    let playouts: Vec<_> = consistent_deals(&knowledge)
        .into_iter()
        .map(|hands| Playout { position: open_position(observation, hands), voids, styles })
        .collect();
    let count = u32::try_from(playouts.len()).map_or(f64::NAN, f64::from);
    let costs = CostFunction { seat, objective, fines: observation.fines };
    let mut search = Search { costs, meter: context.meter() };
    let mut results = Vec::new();
    for card in observation.playable(seat).iter() {
        let total = none_if_spent(search.total_cost_after(playouts.clone(), card))?;
        let Some(total) = total else { return Ok(None) };
        results.push((IntensityAction::Play(card), total / count));
    }
    Ok(Some(results))
}

struct Search {
    costs: CostFunction,
    meter: Meter,
}

impl Search {
    /// Returns the total cost of these deals, which look alike to the seat, after this card.
    fn total_cost_after(&mut self, mut deals: Vec<Playout>, card: Card) -> Result<f64, SearchStop> {
        for deal in &mut deals {
            self.meter.tick()?;
            deal.play(card);
        }
        self.total_cost(deals)
    }

    /// Returns the total cost of these deals, which look alike to the seat.
    fn total_cost(&mut self, deals: Vec<Playout>) -> Result<f64, SearchStop> {
        // It is public whether all penalty points are taken, so one deal stands for all.
        let Some(first) = deals.first() else { return Ok(0.0) };
        if first.is_decided() {
            return Ok(deals.iter().map(|deal| self.costs.cost(deal.position.taken)).sum());
        }
        if first.position.to_move() == Some(self.costs.seat) {
            let mut lowest = f64::INFINITY;
            for card in first.position.playable().iter() {
                lowest = lowest.min(self.total_cost_after(deals.clone(), card)?);
            }
            return Ok(lowest);
        }
        let mut by_card: BTreeMap<Card, Vec<Playout>> = BTreeMap::new();
        for deal in deals {
            if let Some(card) = deal.reply() {
                by_card.entry(card).or_default().push(deal);
            }
        }
        let mut total = 0.0;
        for (card, deals) in by_card {
            total += self.total_cost_after(deals, card)?;
        }
        Ok(total)
    }
}

#[cfg(test)]
mod tests {
    use rand::seq::IndexedRandom as _;

    use super::*;
    use crate::{
        intensity::{
            Intensity,
            model::{CardSet, Deal},
            players::deal_sampler::DealSampler,
        },
        play::{Budget, Game as _, Observation as _, Seats, random},
    };

    /// A position of random play in which the seat to move has this many cards and a choice.
    fn ending(seed: u64, cards: usize) -> (Seat, IntensityObservation) {
        (100 * seed..).find_map(|seed| random_ending(seed, cards)).unwrap()
    }

    fn random_ending(seed: u64, cards: usize) -> Option<(Seat, IntensityObservation)> {
        let mut rng = random::rng(seed, &[]);
        let mut game = Intensity::start(&Deal::shuffled(&mut rng));
        while game.outcome().is_none() {
            let mut moves = Vec::new();
            for seat in game.awaited().iter() {
                let observation = game.observe(Seats::one(seat));
                let legal = observation.legal(seat);
                if observation.hand_sizes[seat.index()] == cards && legal.len() > 1 {
                    return Some((seat, observation));
                }
                moves.push((seat, *legal.choose(&mut rng).unwrap()));
            }
            game.step(&moves).unwrap();
        }
        None
    }

    #[test]
    fn every_consistent_deal_is_enumerated_once() {
        for seed in 0..8 {
            let (seat, observation) = ending(seed, 4);
            let knowledge = SeatKnowledge::from_observation(seat, &observation);
            let mut deals = consistent_deals(&knowledge);
            let count = DealSampler::new(&knowledge).unwrap().deal_count();
            assert_eq!(deals.len() as u64, count, "{seed}");
            deals.sort_by_key(|hands| hands.map(CardSet::bits));
            deals.dedup();
            assert_eq!(deals.len() as u64, count, "{seed}");
        }
    }

    /// With two cards there is one decision, so the costs are means over the deals.
    #[test]
    fn the_costs_of_two_cards_are_the_means_over_all_deals() {
        for seed in 0..8 {
            let (seat, observation) = ending(seed, 2);
            let context = ThinkContext::new(Budget::Nodes(u64::MAX), 1, seat, 0);
            let found = costs_of_last_cards(seat, &observation, Objective::Points, &context);
            let found = found.unwrap().unwrap();
            let deals = consistent_deals(&SeatKnowledge::from_observation(seat, &observation));
            for (action, cost) in found {
                let IntensityAction::Play(card) = action else { panic!("{action}") };
                let mut sum = 0.0;
                for &hands in &deals {
                    let position = open_position(&observation, hands);
                    let voids = Voids::from_observation(&observation);
                    let styles = [PlayStyle::Counter; SEATS];
                    let mut playout = Playout { position, voids, styles };
                    playout.play(card);
                    let taken = playout.finish(&mut context.meter()).unwrap();
                    sum += f64::from(taken[seat.index()]);
                }
                let mean = sum / f64::from(u32::try_from(deals.len()).unwrap());
                assert!((cost - mean).abs() < 1e-9, "{seed} {action}: {cost} {mean}");
            }
        }
    }

    #[test]
    fn long_hands_and_small_budgets_give_nothing() {
        let costs = |cards, nodes| {
            let (seat, observation) = ending(3, cards);
            let context = ThinkContext::new(Budget::Nodes(nodes), 1, seat, 0);
            costs_of_last_cards(seat, &observation, Objective::Points, &context).unwrap()
        };
        assert!(costs(5, u64::MAX).is_none() && costs(4, 2).is_none());
        assert!(costs(4, u64::MAX).is_some());
    }
}
