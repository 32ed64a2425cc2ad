//! The tree of the expert's own later decisions, by what it may know then.
//!
//! With a search per deal, the expert would decide differently in deals that it can't tell apart
//! (strategy fusion). So all deals with the same played cards share a decision, as in POMCP (Silver
//! and Veness 2010) and information-set Monte Carlo tree search (Cowling, Powley and Whitehouse
//! 2012). The other seats reply as in a playout.

use std::collections::{HashMap, hash_map::Entry};

use super::{super::card_evaluation::evaluator, CostFunction, Playout};
use crate::{
    intensity::model::{Card, CardSet, HAND_SIZE},
    play::{Meter, SearchStop},
};

/// The maximum number of decisions, of about 300 bytes each. Further ones are made by the fast
/// rules.
const MAX_DECISIONS: usize = 40_000;
/// The weight of a card's prior estimate, in visits.
const PRIOR_VISITS: f64 = 4.0;
/// The exploration constant, in points.
const EXPLORATION: f64 = 2.0;

#[derive(Clone, Debug, Default)]
pub struct DecisionTree {
    /// The decisions, by the hash of the cards played since the current decision.
    decisions: HashMap<u64, Decision>,
    /// The decisions in the current deal, with the indices of the chosen cards.
    path: Vec<(u64, usize)>,
}

/// A decision of the expert, with the results of its cards so far.
#[derive(Clone, Debug)]
struct Decision {
    options: Vec<CardResult>,
    visits: f64,
    total: f64,
}

#[derive(Clone, Copy, Debug)]
struct CardResult {
    card: Card,
    /// The estimated cost above the best card's.
    prior: f64,
    visits: f64,
    total: f64,
}

impl Decision {
    /// A new decision with `counter`'s estimates.
    fn new(costs: &CostFunction, playout: &Playout, playable: CardSet) -> Self {
        let mut options = Vec::with_capacity(HAND_SIZE);
        let mut lowest = f64::INFINITY;
        let knowledge = playout.knowledge(costs.seat);
        evaluator().evaluate(&knowledge, &playout.position.trick, playable, |estimate| {
            let prior = costs.objective.cost_per_point() * f64::from(estimate.cost);
            lowest = lowest.min(prior);
            options.push(CardResult { card: estimate.card, prior, visits: 0.0, total: 0.0 });
        });
        for option in &mut options {
            option.prior -= lowest;
        }
        Self { options, visits: 0.0, total: 0.0 }
    }

    /// The index of the card to try next, as in PUCT (Rosin 2011).
    fn select(&self, exploration: f64) -> usize {
        if self.visits < 1.0 {
            return self.options.iter().position(|option| option.prior <= 0.0).unwrap_or(0);
        }
        let mean = self.total / self.visits;
        let bonus = exploration * self.visits.sqrt();
        let score = |option: &CardResult| {
            let visits = option.visits + PRIOR_VISITS;
            (option.total + PRIOR_VISITS * (mean + option.prior) - bonus) / visits
        };
        let scores = self.options.iter().map(score).enumerate();
        scores.min_by(|(_, one), (_, other)| one.total_cmp(other)).map_or(0, |(index, _)| index)
    }

    /// Adds the cost of a deal in which the card with this index was chosen.
    fn add(&mut self, index: usize, cost: f64) {
        self.visits += 1.0;
        self.total += cost;
        if let Some(option) = self.options.get_mut(index) {
            option.visits += 1.0;
            option.total += cost;
        }
    }
}

impl DecisionTree {
    /// Plays `first` and the rest of a deal, updates the tree, and returns the cost. Each card
    /// counts as a node.
    pub fn simulate(
        &mut self,
        costs: &CostFunction,
        mut playout: Playout,
        first: Card,
        meter: &mut Meter,
    ) -> Result<f64, SearchStop> {
        self.path.clear();
        let mut next = Some(first);
        let (mut key, mut is_in_tree) = (0, true);
        while let Some(card) = next {
            meter.tick()?;
            playout.play(card);
            key = next_key(key, card);
            if playout.is_decided() {
                break;
            }
            let playable = playout.position.playable();
            let is_own = playout.position.to_move() == Some(costs.seat);
            next = if is_in_tree && is_own && playable.len() > 1 {
                let (card, is_known) = self.decide(key, costs, &playout, playable);
                is_in_tree = is_known;
                card
            } else {
                playout.reply()
            };
        }
        let cost = costs.cost(playout.position.taken);
        for (key, index) in &self.path {
            if let Some(decision) = self.decisions.get_mut(key) {
                decision.add(*index, cost);
            }
        }
        Ok(cost)
    }

    /// Returns the card to try in a decision, and whether the tree had the decision. Adds it if
    /// not.
    fn decide(
        &mut self,
        key: u64,
        costs: &CostFunction,
        playout: &Playout,
        playable: CardSet,
    ) -> (Option<Card>, bool) {
        let is_full = self.decisions.len() >= MAX_DECISIONS;
        let (decision, is_known) = match self.decisions.entry(key) {
            Entry::Occupied(entry) => (entry.into_mut(), true),
            Entry::Vacant(_) if is_full => return (playout.reply(), false),
            Entry::Vacant(entry) => (entry.insert(Decision::new(costs, playout, playable)), false),
        };
        let index = decision.select(EXPLORATION * costs.objective.cost_per_point());
        self.path.push((key, index));
        (decision.options.get(index).map(|option| option.card), is_known)
    }
}

/// The hash of a sequence of cards, extended by one card.
fn next_key(key: u64, card: Card) -> u64 {
    (key ^ (card.index() as u64 + 1)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, seq::IteratorRandom};

    use super::*;
    use crate::{
        intensity::{
            model::{Deal, SEATS},
            players::expert::Objective,
        },
        play::{Budget, Rng, Seat, ThinkContext, random},
    };

    fn meter(nodes: u64) -> Meter {
        ThinkContext::new(Budget::Nodes(nodes), 1, Seat::new(0), 0).meter()
    }

    fn costs(seat: Seat) -> CostFunction {
        CostFunction { seat, objective: Objective::Points, fines: [0; SEATS] }
    }

    /// A position in the last five rounds of a randomly played game.
    fn random_endgame(rng: &mut Rng) -> Playout {
        let mut playout = Playout::start(Deal::shuffled(rng).hands());
        for _ in 0..20 + rng.random_range(0..8) {
            playout.play(playout.position.playable().iter().choose(rng).unwrap());
        }
        playout
    }

    /// The lowest cost by trying every playable card of the seat.
    fn exhaustive_cost(costs: &CostFunction, playout: &Playout) -> f64 {
        let mut playable = playout.position.playable();
        if playout.position.to_move() != Some(costs.seat) {
            playable = playout.reply().into_iter().collect();
        }
        let ends = playable.iter().map(|card| {
            let mut next = *playout;
            next.play(card);
            exhaustive_cost(costs, &next)
        });
        let lowest = ends.fold(f64::INFINITY, f64::min);
        if lowest.is_finite() { lowest } else { costs.cost(playout.position.taken) }
    }

    /// The mean cost of the last of many rounds of simulations of these deals.
    fn learned_cost(costs: &CostFunction, deals: &[Playout], first: Card) -> f64 {
        let (mut tree, mut meter) = (DecisionTree::default(), meter(u64::MAX));
        let (rounds, counted) = (2_000, 500_u32);
        let mut sum = 0.0;
        for round in 0..rounds {
            for &deal in deals {
                let cost = tree.simulate(costs, deal, first, &mut meter).unwrap();
                if round >= rounds - counted {
                    sum += cost;
                }
            }
        }
        sum / f64::from(counted * u32::try_from(deals.len()).unwrap())
    }

    #[test]
    fn the_best_cards_of_a_single_deal_are_learned() {
        let mut rng = random::rng(1, &[]);
        let mut better = 0;
        for _ in 0..100 {
            let playout = random_endgame(&mut rng);
            let Some(first) = playout.position.playable().lowest() else { continue };
            let costs = costs(playout.position.to_move().unwrap());
            let mut next = playout;
            next.play(first);
            let lowest = exhaustive_cost(&costs, &next);
            let learned = learned_cost(&costs, &[playout], first);
            assert!(learned > lowest - 1e-9 && learned < lowest + 0.7, "{learned} {lowest}");
            let of_rules = costs.cost(next.finish(&mut meter(u64::MAX)).unwrap());
            better += u32::from(learned < of_rules - 0.1);
        }
        assert!(better > 2, "{better}");
    }

    /// In deals that it can't tell apart, a seat can't always play the best card of each.
    #[test]
    fn indistinguishable_deals_share_their_decisions() {
        let mut rng = random::rng(2, &[]);
        let mut dearer = 0;
        for _ in 0..400 {
            let playout = random_endgame(&mut rng);
            let Some(first) = playout.position.playable().lowest() else { continue };
            let seat = playout.position.to_move().unwrap();
            if playout.position.trick.cards().len() != 3 {
                continue;
            }
            // Two of the others exchange their hands.
            let mut other = playout;
            other.voids = crate::intensity::players::seat_knowledge::Voids::default();
            let deal = Playout { voids: other.voids, ..playout };
            other.position.hands.swap((seat.index() + 1) % SEATS, (seat.index() + 2) % SEATS);
            let costs = costs(seat);
            let apart: f64 =
                [deal, other].map(|deal| learned_cost(&costs, &[deal], first)).iter().sum();
            let together = 2.0 * learned_cost(&costs, &[deal, other], first);
            assert!(together > apart - 0.5, "{together} {apart}");
            dearer += u32::from(together > apart + 0.2);
        }
        assert!(dearer > 0);
    }

    #[test]
    fn a_simulation_stops_when_the_budget_is_used_up() {
        let playout = Playout::start(Deal::shuffled(&mut random::rng(1, &[])).hands());
        let first = playout.position.playable().lowest().unwrap();
        let result =
            DecisionTree::default().simulate(&costs(Seat::new(0)), playout, first, &mut meter(20));
        assert_eq!(result, Err(SearchStop::Spent));
    }
}
