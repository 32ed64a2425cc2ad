//! The `expert` player, which searches deals consistent with its observation (determinization).
//!
//! It samples deals of the hidden cards in proportion to the likelihood of the other seats' passes
//! and plays, which also show how these seats play (`belief`, `style`). In each deal it tries all
//! playable cards, and the other seats reply by fast rules (`playout`). In deals that it can't tell
//! apart, it chooses its own later cards alike (`tree`). Cards that fall behind are eliminated
//! (`race`). The cards to pass are found in the same way, but its own later cards follow the fast
//! rules, too (`passing`).
//!
//! Each of these counts as a node of its budget: a card played in a deal, a step to another deal,
//! the likelihood of the passes or of one past play in a deal, and another seat's choice of a pass.

mod belief;
mod last_cards;
mod objective;
mod outlook;
mod passing;
mod playout;
mod race;
mod style;
mod tree;

pub use belief::{DealBelief, SampledDeal};
pub use last_cards::costs_of_last_cards;
pub use objective::{CostFunction, Objective};
pub use outlook::{ConsistentDeals, Outlook};
pub use playout::Playout;
pub use style::PlayStyle;

use race::{Candidate, Race};
use tree::DecisionTree;

use super::{
    card_evaluation::{CardEstimate, evaluator},
    counter::CounterPlayer,
    seat_knowledge::{SeatKnowledge, Voids},
};
use crate::{
    intensity::{
        Intensity,
        model::{CardSet, IntensityAction, IntensityObservation, OpenPosition, SEATS},
    },
    play::{Advice, Budget, Player, PlayerError, SearchStop, Seat, ThinkContext, none_if_spent},
};

/// A player that searches sampled deals.
#[derive(Clone, Copy, Debug)]
pub struct ExpertPlayer {
    /// What the player minimises.
    pub objective: Objective,
}

impl Player<Intensity> for ExpertPlayer {
    fn choose(
        &mut self,
        seat: Seat,
        observation: &IntensityObservation,
        context: &ThinkContext,
    ) -> Result<IntensityAction, PlayerError> {
        Ok(self.search(seat, observation, context)?.0)
    }

    /// The outlook compares the chosen action with the next best. The weights of the considered
    /// actions are their expected costs: the penalty points from now to the end, or the number of
    /// places behind the first. Of [equivalent](highest_equivalent) cards, only the highest is
    /// listed.
    fn advise(
        &mut self,
        seat: Seat,
        observation: &IntensityObservation,
        context: &ThinkContext,
    ) -> Result<Advice<IntensityAction>, PlayerError> {
        let (action, race) = self.search(seat, observation, context)?;
        let cost_so_far = match self.objective {
            Objective::Points => f64::from(observation.score(seat)),
            Objective::Places => 0.0,
        };
        let considered: Vec<_> = race
            .candidates()
            .iter()
            .filter_map(|candidate| Some((candidate.action, candidate.mean()? - cost_so_far)))
            .collect();
        let outlook = self.comparison(action, &considered);
        Ok(Advice { outlook, considered, ..Advice::new(action) })
    }

    fn uses_budget(&self, _: Budget) -> bool {
        true
    }
}

impl ExpertPlayer {
    /// Compares `action` with the best alternative, as in `it is about 0.3 points better than 36`.
    /// Returns `None` if not both have a cost.
    fn comparison(
        self,
        action: IntensityAction,
        costs: &[(IntensityAction, f64)],
    ) -> Option<String> {
        let (_, cost) = costs.iter().find(|(other, _)| *other == action)?;
        let others = costs.iter().filter(|(other, _)| *other != action);
        let second = others.min_by(|(_, one), (_, other)| one.total_cmp(other));
        let (other, other_cost) = second?;
        let unit = match self.objective {
            Objective::Points => "points",
            Objective::Places => "places",
        };
        let difference = other_cost - cost;
        Some(if difference < 0.05 {
            format!("it is about as good as {other}")
        } else {
            format!("it is about {difference:.1} {unit} better than {other}")
        })
    }

    fn search(
        self,
        seat: Seat,
        observation: &IntensityObservation,
        context: &ThinkContext,
    ) -> Result<(IntensityAction, Race<IntensityAction>), PlayerError> {
        let fallback = CounterPlayer.decide(seat, observation)?;
        let mut race = if observation.is_passing {
            passing::race_of_passes(seat, observation, self.objective, context.budget())
        } else {
            self.race_of_cards(seat, observation)
        };
        if !race.is_decided() {
            self.run(seat, observation, context, &mut race)?;
        }
        Ok((race.leader().unwrap_or(fallback), race))
    }

    /// Returns the expected final costs of these actions in the same deals, or `None` if the budget
    /// was too small. [Equivalent](highest_equivalent) cards cost the same.
    ///
    /// # Errors
    /// Returns [`PlayerError::Cancelled`] if the search is cancelled.
    pub fn costs(
        self,
        seat: Seat,
        observation: &IntensityObservation,
        actions: &[IntensityAction],
        context: &ThinkContext,
    ) -> Result<Option<Vec<f64>>, PlayerError> {
        let representatives: Vec<_> =
            actions.iter().map(|&action| highest_equivalent(seat, observation, action)).collect();
        // Equivalent cards are adjacent in the callers' lists. Repeated ones would only cost time.
        let mut different = representatives.clone();
        different.dedup();
        let mut race = Race::without_elimination(different);
        self.run(seat, observation, context, &mut race)?;
        let cost = |action| {
            let is_same = |candidate: &&Candidate<_>| candidate.action == action;
            race.candidates().iter().find(is_same).and_then(Candidate::mean)
        };
        Ok(representatives.into_iter().map(cost).collect())
    }

    fn run(
        self,
        seat: Seat,
        observation: &IntensityObservation,
        context: &ThinkContext,
        race: &mut Race<IntensityAction>,
    ) -> Result<(), PlayerError> {
        let costs = CostFunction { seat, objective: self.objective, fines: observation.fines };
        let result = if observation.is_passing {
            passing::search_passes(&costs, observation, context, race)
        } else {
            search_cards(&costs, observation, context, race)
        };
        none_if_spent(result)?;
        context.check_cancelled()
    }

    /// Returns a race between the playable cards, with the highest of equivalent ones.
    fn race_of_cards(
        self,
        seat: Seat,
        observation: &IntensityObservation,
    ) -> Race<IntensityAction> {
        let knowledge = SeatKnowledge::from_observation(seat, observation);
        let playable = observation.playable(seat);
        let mut cards = Vec::new();
        let visit = |CardEstimate { card, cost, .. }| {
            if knowledge.highest_equivalent(&observation.trick, card) != card {
                return;
            }
            let prior = self.objective.cost_per_point() * f64::from(cost);
            cards.push((IntensityAction::Play(card), prior));
        };
        evaluator().evaluate(&knowledge, &observation.trick, playable, visit);
        Race::new(cards)
    }
}

/// Returns the action that represents this one: the highest of equivalent cards, see
/// [`SeatKnowledge::highest_equivalent`]. Their estimates would differ only by chance.
pub fn highest_equivalent(
    seat: Seat,
    observation: &IntensityObservation,
    action: IntensityAction,
) -> IntensityAction {
    match action {
        IntensityAction::Play(card) => {
            let knowledge = SeatKnowledge::from_observation(seat, observation);
            IntensityAction::Play(knowledge.highest_equivalent(&observation.trick, card))
        }
        IntensityAction::Pass(_) => action,
    }
}

/// Tries the cards in one deal after another until one card is left.
fn search_cards(
    costs: &CostFunction,
    observation: &IntensityObservation,
    context: &ThinkContext,
    race: &mut Race<IntensityAction>,
) -> Result<(), SearchStop> {
    let seat = costs.seat;
    let mut rng = context.rng();
    let mut meter = context.meter();
    meter.check()?;
    let knowledge = SeatKnowledge::from_observation(seat, observation);
    let Some(mut belief) = DealBelief::new(&knowledge, observation) else { return Ok(()) };
    let mut sample = Vec::new();
    let mut tree = DecisionTree::default();
    let voids = Voids::from_observation(observation);
    while !race.is_decided() {
        for deal in belief.sample(&mut meter, &mut rng)? {
            let SampledDeal { hands, styles } = deal;
            let position = open_position(observation, hands);
            let start = Playout { position, voids, styles };
            sample.clear();
            for action in race.active() {
                if let IntensityAction::Play(card) = action {
                    sample.push(tree.simulate(costs, start, card, &mut meter)?);
                }
            }
            race.add_sample(&sample, 1.0);
        }
        race.eliminate();
        context.report(|| format!("{:.0} deals", race.weight()));
    }
    Ok(())
}

/// The observed position with these hands.
fn open_position(observation: &IntensityObservation, hands: [CardSet; SEATS]) -> OpenPosition {
    OpenPosition {
        hands,
        trick: observation.trick,
        calves_broken: observation.calves_broken(),
        taken: observation.taken,
    }
}
