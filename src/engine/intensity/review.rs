//! The review of a game of Intensity: choices are compared with the expert's by their expected
//! penalty points. For the last cards, all consistent deals are enumerated.

use super::{
    Intensity, IntensityReason,
    model::{Deal, IntensityAction, IntensityObservation},
    players::{
        deal_sampler::DealSampler,
        expert::{ExpertPlayer, Objective, costs_of_last_cards, highest_equivalent},
        seat_knowledge::SeatKnowledge,
    },
};
use crate::play::{
    CostThresholds, Game, Observation, Player, PlayerError, ReviewInput, ReviewMeasure,
    ReviewScale, Reviewable, Reviewer, SearchLimits, Seat, ThinkContext, Verdict,
};

/// The share of the budget, in per cent, for the search of all actions. The rest is for comparing
/// the best action with the one that was chosen.
const SEARCH_PERCENT: u32 = 50;
/// Up to this many consistent deals are enumerated; beyond that, they are sampled.
const MAX_ENUMERATED: u64 = 2_000;

fn consistent_deal_count(seat: Seat, observation: &IntensityObservation) -> u64 {
    let knowledge = SeatKnowledge::from_observation(seat, observation);
    DealSampler::new(&knowledge).map_or(0, |sampler| sampler.deal_count())
}

impl Reviewable for Intensity {
    const MEASURE: ReviewMeasure = ReviewMeasure {
        scale: ReviewScale::Penalty,
        unit: "points",
        description: "penalty points at the end",
        digits: 1,
        min_cost: 0.1,
        costly: CostThresholds { exact: 0.7, estimated: 0.7 },
    };

    fn reviewer(_: &Deal, _: &SearchLimits) -> Result<Box<dyn Reviewer<Self>>, String> {
        Ok(Box::new(IntensityReviewer))
    }

    fn final_value(&self, seat: Seat) -> Option<f64> {
        self.outcome().map(|outcome| -f64::from(outcome.score(seat)))
    }
}

struct IntensityReviewer;

impl Reviewer<Intensity> for IntensityReviewer {
    fn assess(
        &mut self,
        input: &ReviewInput<Intensity>,
        context: &ThinkContext,
    ) -> Result<Verdict<IntensityAction, IntensityReason>, PlayerError> {
        let (seat, played, observation) = (input.seat, input.action, &input.observation);
        context.check_cancelled()?;
        if observation.legal(seat).len() < 2 {
            return Ok(Verdict::good(seat, played, None, false));
        }
        // Equivalent cards have one value.
        let own = highest_equivalent(seat, observation, played);
        let search_context = context.share(SEARCH_PERCENT);
        let enumerated = if consistent_deal_count(seat, observation) <= MAX_ENUMERATED {
            costs_of_last_cards(seat, observation, Objective::Points, &search_context)?
        } else {
            None
        };
        // The best action, and the expected costs of the best and the played one.
        let (best, costs) = if let Some(costs) = enumerated {
            let best = costs.iter().min_by(|(_, one), (_, other)| one.total_cmp(other));
            let of_own = costs.iter().find(|(action, _)| *action == own);
            let both = best.zip(of_own);
            let (&(best, cost), &(_, own_cost)) = both.ok_or_else(PlayerError::no_action)?;
            (highest_equivalent(seat, observation, best), Some([cost, own_cost]))
        } else {
            let mut expert = ExpertPlayer { objective: Objective::Points };
            let advice = expert.advise(seat, observation, &search_context)?;
            if advice.action == own {
                let score = f64::from(input.scores[seat.index()]);
                let estimate = advice.considered.iter().find(|(action, _)| *action == own);
                let value = estimate.map(|(_, cost)| -(score + cost));
                return Ok(Verdict::good(seat, played, value, false));
            }
            let rest = context.share(100 - SEARCH_PERCENT);
            let costs = expert.costs(seat, observation, &[advice.action, own], &rest)?;
            (advice.action, costs.and_then(|costs| costs.try_into().ok()))
        };
        let cost = costs.map(|[best, own]: [f64; 2]| (own - best).max(0.0));
        // Smaller differences are within the error of the estimates.
        let is_good = best == own || cost.is_some_and(|cost| cost < Intensity::MEASURE.min_cost);
        let considered =
            costs.map_or_else(Vec::new, |[cost, own]| vec![(best, cost), (played, own)]);
        Ok(Verdict {
            better: Some(best).filter(|_| !is_good),
            considered,
            cost: cost.map(|cost| if is_good { 0.0 } else { cost }),
            ..Verdict::good(seat, played, costs.map(|[best, _]| -best), false)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{
        Budget, CancelToken, GameInfo, RecordHeader, Seats, Session, choose_checked, find_player,
        random, review_session,
    };

    fn game(names: [&str; 4], seed: u64) -> Session<Intensity> {
        let setup = Intensity::deal_seeded(0, seed).unwrap();
        let mut session = Session::new(RecordHeader {
            setup,
            players: names.map(str::to_owned).to_vec(),
            seed,
            clock: None,
        });
        while session.outcome().is_none() {
            for seat in session.awaited().iter() {
                let mut player = find_player::<Intensity>(names[seat.index()]).unwrap();
                let context =
                    ThinkContext::new(Budget::Nodes(1), seed, seat, session.lines().len());
                let (action, _) =
                    choose_checked(player.as_mut(), session.game(), seat, &context).unwrap();
                session.choose(seat, action).unwrap();
            }
        }
        session
    }

    fn verdicts(
        session: &Session<Intensity>,
        nodes: u64,
    ) -> Vec<Verdict<IntensityAction, IntensityReason>> {
        let mut all = Vec::new();
        let limits = SearchLimits::new(Budget::Nodes(nodes));
        review_session(session, &limits, &CancelToken::default(), &mut |reviewed| {
            all.extend(reviewed.verdicts);
        })
        .unwrap();
        all
    }

    #[test]
    fn every_action_is_assessed_and_random_play_costs_more_than_counting() {
        let session = game(["random", "counter", "random", "counter"], 5);
        let all = verdicts(&session, 3_000);
        assert_eq!(all.len(), 4 + 40);
        let total = |seats: [usize; 2]| {
            let of_these = all.iter().filter(|verdict| seats.contains(&verdict.seat.index()));
            of_these.filter_map(|verdict| verdict.cost).sum::<f64>()
        };
        assert!(total([0, 2]) > total([1, 3]), "{} {}", total([0, 2]), total([1, 3]));
        for verdict in &all {
            assert!(
                verdict.better != Some(verdict.played)
                    && verdict.cost.is_none_or(|cost| cost >= 0.0)
            );
            assert_eq!(
                verdict.better.is_some(),
                verdict.cost.is_none_or(|cost| cost > 0.0),
                "{verdict:?}"
            );
        }
    }

    /// A game of this deal in which all seats have passed their first legal choice.
    fn after_pass(deal: &Deal) -> Session<Intensity> {
        let players = vec!["random".to_owned(); 4];
        let mut session = Session::<Intensity>::new(RecordHeader {
            setup: deal.clone(),
            players,
            seed: 1,
            clock: None,
        });
        for seat in session.awaited().iter() {
            let action = session.game().observe(Seats::one(seat)).legal(seat)[0];
            session.choose(seat, action).unwrap();
        }
        session
    }

    #[test]
    fn a_verdict_does_not_depend_on_hidden_cards() {
        let deal = Deal::shuffled(&mut random::rng(3, &[]));
        let [own, one, other, third] = deal.hands();
        let redealt = Deal::new([own, third, one, other]).unwrap();
        let first_verdict = |session: &_| verdicts(session, 2_000).into_iter().next();
        let verdict = first_verdict(&after_pass(&deal)).unwrap();
        assert!(verdict.better.is_some() && verdict.cost.unwrap() > 0.0, "{verdict:?}");
        assert_eq!(first_verdict(&after_pass(&redealt)), Some(verdict));
    }
}
