//! The review of a game of Intensity: what the expert would have passed and played, and the penalty
//! points that it expects.

use super::{
    Intensity,
    players::expert::{Aim, Expert},
    rules::{Deal, IntensityAction},
};
use crate::{
    games::{Measure, ReviewInput, Reviewable, Reviewer, Scale, Verdict},
    play::{Game, Observation, Player, PlayerError, SearchLimits, Seat, ThinkContext},
};

/// Percent of the budget for all choices; the rest is for the best one against the one that was
/// made.
const FIRST_LOOK: u32 = 50;

impl Reviewable for Intensity {
    const MEASURE: Measure = Measure {
        scale: Scale::Penalty,
        unit: "points",
        description: "penalty points at the end",
        digits: 1,
        min_cost: 0.1,
    };

    fn reviewer(_: &Deal, _: &SearchLimits) -> Result<Box<dyn Reviewer<Self>>, String> {
        Ok(Box::new(Judge))
    }

    fn final_value(&self, seat: Seat) -> Option<f64> {
        self.outcome().map(|outcome| -f64::from(outcome.score(seat)))
    }
}

/// Judges choices by what the expert expects of them.
struct Judge;

impl Reviewer<Intensity> for Judge {
    fn assess(
        &mut self,
        choice: &ReviewInput<Intensity>,
        think: &ThinkContext,
    ) -> Result<Verdict<IntensityAction>, PlayerError> {
        let (seat, played, seen) = (choice.seat, choice.action, &choice.observation);
        if think.is_cancelled() {
            return Err(PlayerError::Cancelled);
        }
        if seen.legal(seat).len() < 2 {
            return Ok(Verdict::good(seat, played, None, false));
        }
        let mut expert = Expert { aim: Aim::Points };
        let advice = expert.advise(seat, seen, &think.share(FIRST_LOOK))?;
        let already = f64::from(choice.scores[seat.index()]);
        let expected = |action: IntensityAction| {
            let found = advice.weights.iter().find(|(known, _)| *known == action);
            found.map(|(_, cost)| already + cost)
        };
        if advice.action == played {
            let value = expected(played).map(|points| -points);
            return Ok(Verdict {
                comment: advice.reason,
                ..Verdict::good(seat, played, value, false)
            });
        }
        let means =
            expert.compare(seat, seen, [advice.action, played], &think.share(100 - FIRST_LOOK))?;
        let cost = means.map(|[best, made]| (made - best).max(0.0));
        // What costs less is within the error of the estimates.
        let is_good = cost.is_some_and(|cost| cost < Intensity::MEASURE.min_cost);
        Ok(Verdict {
            seat,
            played,
            value: means.map(|[best, _]| -best),
            better: Some(advice.action).filter(|_| !is_good),
            cost: cost.map(|cost| if is_good { 0.0 } else { cost }),
            exact: false,
            comment: advice.reason,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        games::{GameInfo, find_player, review_session},
        play::{Budget, CancelToken, RecordHeader, Seats, Session, choose_checked, random},
    };

    /// A game between these, to its end.
    fn game(names: [&str; 4], seed: u64) -> Session<Intensity> {
        let setup = Intensity::deal(0, &mut random::rng(seed, &[])).unwrap();
        let mut session =
            Session::new(RecordHeader { setup, seats: names.map(str::to_owned).to_vec(), seed });
        while session.outcome().is_none() {
            for seat in session.awaited().iter() {
                let mut player =
                    find_player::<Intensity>(names[seat.index()]).unwrap().make().unwrap();
                let think = ThinkContext::new(Budget::Nodes(1), seed, seat, session.lines().len());
                let (action, _) =
                    choose_checked(player.as_mut(), session.game(), seat, &think).unwrap();
                session.choose(seat, action).unwrap();
            }
        }
        session
    }

    fn verdicts(session: &Session<Intensity>, nodes: u64) -> Vec<Verdict<IntensityAction>> {
        let mut all = Vec::new();
        let effort = SearchLimits::new(Budget::Nodes(nodes));
        review_session(session, &effort, &CancelToken::default(), &mut |judged| {
            all.extend(judged.verdicts)
        })
        .unwrap();
        all
    }

    #[test]
    fn every_choice_is_judged_and_chance_costs_more_than_counting() {
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

    /// The step in which all pass their lowest cards, of a deal.
    fn passing(deal: &Deal) -> Session<Intensity> {
        let seats = vec!["random".to_owned(); 4];
        let mut session =
            Session::<Intensity>::new(RecordHeader { setup: deal.clone(), seats, seed: 1 });
        for seat in session.awaited().iter() {
            let action = session.game().observe(Seats::one(seat)).legal(seat)[0];
            session.choose(seat, action).unwrap();
        }
        session
    }

    #[test]
    fn what_a_seat_can_not_see_makes_no_difference() {
        let deal = Deal::shuffled(&mut random::rng(3, &[]));
        let [own, one, other, third] = deal.hands();
        let dealt_anew = Deal::new([own, third, one, other]).unwrap();
        let of_own = |session: &_| verdicts(session, 2_000).into_iter().next();
        let said = of_own(&passing(&deal)).unwrap();
        assert!(said.better.is_some() && said.cost.unwrap() > 0.0, "{said:?}");
        assert_eq!(of_own(&passing(&dealt_anew)), Some(said));
    }
}
