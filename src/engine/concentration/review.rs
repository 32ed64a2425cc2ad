//! The review of a game of Concentration: the cost of each card, compared with optimal play.

use super::{
    Concentration, ConcentrationReason,
    model::{CardLayout, Spot},
    players::perfect::{PerfectPlayer, card_values_with_passes},
};
use crate::play::{
    CostThresholds, Game, Player, PlayerError, ReviewInput, ReviewMeasure, ReviewScale, Reviewable,
    Reviewer, SearchLimits, Seat, ThinkContext, Verdict,
};

impl Reviewable for Concentration {
    const MEASURE: ReviewMeasure = ReviewMeasure {
        scale: ReviewScale::Lead,
        unit: "pairs",
        description: "pairs ahead at the end",
        digits: 2,
        min_cost: 0.0025,
        costly: CostThresholds { exact: 0.5, estimated: 0.5 },
    };

    fn reviewer(_: &CardLayout, _: &SearchLimits) -> Result<Box<dyn Reviewer<Self>>, String> {
        Ok(Box::new(ConcentrationReviewer))
    }

    fn final_value(&self, seat: Seat) -> Option<f64> {
        self.outcome().map(|outcome| f64::from(outcome.score(seat) - outcome.score(seat.other())))
    }
}

struct ConcentrationReviewer;

impl Reviewer<Concentration> for ConcentrationReviewer {
    fn assess(
        &mut self,
        input: &ReviewInput<Concentration>,
        context: &ThinkContext,
    ) -> Result<Verdict<Spot, ConcentrationReason>, PlayerError> {
        context.check_cancelled()?;
        let (seat, played, observation) = (input.seat, input.action, &input.observation);
        let advice = PerfectPlayer.advise(seat, observation, context)?;
        let values = card_values_with_passes(observation);
        let lead = |spot: Spot| values.iter().find(|card| card.spot == spot).map(|card| card.lead);
        let best = lead(advice.action);
        let cost = best.zip(lead(played)).map(|(best, own)| (best - own).max(0.0));
        let is_good = cost.is_some_and(|cost| cost < Concentration::MEASURE.min_cost);
        let now = input.scores[seat.index()] - input.scores[seat.other().index()];
        let value = best.map(|best| f64::from(now) + best);
        Ok(Verdict {
            better: Some(advice.action).filter(|_| !is_good),
            cost,
            ..Verdict::good(seat, played, value, true)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        concentration::{
            model::PlayingCard,
            test_games::{game_of, session},
        },
        play::{Budget, CancelToken, Session, review_session},
    };

    fn verdicts(spots: &[&str]) -> Vec<Verdict<Spot, ConcentrationReason>> {
        verdicts_on(&session(spots))
    }

    fn verdicts_on(session: &Session<Concentration>) -> Vec<Verdict<Spot, ConcentrationReason>> {
        let mut all = Vec::new();
        let limits = SearchLimits::new(Budget::Nodes(1));
        review_session(session, &limits, &CancelToken::default(), &mut |reviewed| {
            all.extend(reviewed.verdicts);
        })
        .unwrap();
        all.reverse();
        all
    }

    #[test]
    fn leaving_a_known_pair_costs_pairs() {
        // Both aces are known; the first player turns up something else.
        let spots = ["1 1", "1 2", "2 1", "1 3", "1 4", "1 5"];
        let all = verdicts(&spots);
        assert!(
            all[..3].iter().all(|verdict| verdict.cost.is_some_and(|cost| cost < 0.05)),
            "{all:?}"
        );
        // The second player has turned up one ace, knows the other one, and does not take it.
        let missed = &all[3];
        assert_eq!(missed.better, Some("1 1".parse().unwrap()));
        assert!(missed.cost.unwrap() > 0.5 && missed.exact, "{missed:?}");
        assert!(
            matches!(missed.reasons[..], [ConcentrationReason::MissesMatch { .. }]),
            "{missed:?}"
        );
        // Then the first player leaves the pair as well.
        assert!(all[4].better.is_some() && all[4].cost.unwrap() > 0.25, "{:?}", all[4]);
    }

    #[test]
    fn a_verdict_does_not_depend_on_hidden_cards() {
        let spots = ["1 1", "1 2", "3 1"];
        let mut cards: Vec<_> = PlayingCard::all().collect();
        // Two unknown cards are swapped.
        cards.swap(40, 51);
        assert_eq!(verdicts_on(&game_of(&cards, &spots)), verdicts(&spots));
    }
}
