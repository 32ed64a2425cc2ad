//! The review of a game of Concentration: what each card that was turned up gave away, for who
//! forgets nothing.

use super::{
    Concentration,
    players::perfect::{Perfect, in_cards, weigh_all},
    rules::{CardLayout, Spot},
};
use crate::{
    games::{Measure, ReviewInput, Reviewable, Reviewer, Scale, Verdict},
    play::{Game, Player, PlayerError, SearchLimits, Seat, ThinkContext},
};

impl Reviewable for Concentration {
    const MEASURE: Measure = Measure {
        scale: Scale::Lead,
        unit: "cards",
        description: "cards ahead at the end",
        digits: 2,
        min_cost: 0.005,
    };

    fn reviewer(_: &CardLayout, _: &SearchLimits) -> Result<Box<dyn Reviewer<Self>>, String> {
        Ok(Box::new(Judge))
    }

    fn final_value(&self, seat: Seat) -> Option<f64> {
        self.outcome().map(|outcome| f64::from(outcome.score(seat) - outcome.score(seat.other())))
    }
}

/// Judges cards by the table of all states' values.
struct Judge;

impl Reviewer<Concentration> for Judge {
    fn assess(
        &mut self,
        choice: &ReviewInput<Concentration>,
        think: &ThinkContext,
    ) -> Result<Verdict<Spot>, PlayerError> {
        if think.is_cancelled() {
            return Err(PlayerError::Cancelled);
        }
        let (seat, played, seen) = (choice.seat, choice.action, &choice.observation);
        let advice = Perfect.advise(seat, seen, think)?;
        let weights = weigh_all(seen);
        let worth = |spot: Spot| {
            let weighed = weights.iter().find(|weighed| weighed.spot == spot)?;
            Some(in_cards(weighed.pairs))
        };
        let best = worth(advice.action);
        let cost = best.zip(worth(played)).map(|(best, cards)| (best - cards).max(0.0));
        let is_good = cost.is_some_and(|cost| cost < Self::LEAST);
        let now = choice.scores[seat.index()] - choice.scores[seat.other().index()];
        Ok(Verdict {
            seat,
            played,
            value: best.map(|best| f64::from(now) + best),
            better: Some(advice.action).filter(|_| !is_good),
            cost,
            exact: true,
            comment: advice.reason,
        })
    }
}

impl Judge {
    /// What costs less is a rounding error.
    const LEAST: f64 = Concentration::MEASURE.min_cost;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        games::{concentration::rules::PlayingCard, review_session},
        play::{Budget, CancelToken, RecordHeader, Session},
    };

    /// Suit by suit: the same rank lies in the same column of each row.
    fn session(spots: &[&str]) -> Session<Concentration> {
        let setup = CardLayout::new(&PlayingCard::all().collect::<Vec<_>>()).unwrap();
        let mut session =
            Session::new(RecordHeader { setup, seats: vec!["human".to_owned(); 2], seed: 1 });
        for spot in spots {
            let seat = session.awaited().only().unwrap();
            session.choose(seat, spot.parse().unwrap()).unwrap();
        }
        session
    }

    fn verdicts(spots: &[&str]) -> Vec<Verdict<Spot>> {
        let mut all = Vec::new();
        let effort = SearchLimits::new(Budget::Nodes(1));
        review_session(&session(spots), &effort, &CancelToken::default(), &mut |judged| {
            all.extend(judged.verdicts)
        })
        .unwrap();
        all.reverse();
        all
    }

    #[test]
    fn who_leaves_a_known_pair_gives_cards_away() {
        // Both aces have been seen; the first player turns up something else.
        let spots = ["1 1", "1 2", "2 1", "1 3", "1 4", "1 5"];
        let all = verdicts(&spots);
        assert!(
            all[..3].iter().all(|verdict| verdict.cost.is_some_and(|cost| cost < 0.1)),
            "{all:?}"
        );
        // The second player has the ace in hand, knows the other one, and does not take it.
        let missed = &all[3];
        assert_eq!(missed.better, Some("1 1".parse().unwrap()));
        assert!(missed.cost.unwrap() > 1.0 && missed.exact, "{missed:?}");
        assert!(missed.comment.as_deref().unwrap().starts_with("its mate: +"));
        // Then the first player leaves the pair, too.
        assert!(all[4].better.is_some() && all[4].cost.unwrap() > 0.5, "{:?}", all[4]);
    }

    #[test]
    fn what_is_hidden_makes_no_difference_to_what_is_said() {
        let spots = ["1 1", "1 2", "3 1"];
        let mut cards: Vec<_> = PlayingCard::all().collect();
        // Cards that nobody has seen change their places.
        cards.swap(40, 51);
        let mut other: Session<Concentration> = Session::new(RecordHeader {
            setup: CardLayout::new(&cards).unwrap(),
            seats: vec!["human".to_owned(); 2],
            seed: 1,
        });
        for spot in spots {
            other.choose(other.awaited().only().unwrap(), spot.parse().unwrap()).unwrap();
        }
        let mut all = Vec::new();
        let effort = SearchLimits::new(Budget::Nodes(1));
        review_session(&other, &effort, &CancelToken::default(), &mut |judged| {
            all.extend(judged.verdicts)
        })
        .unwrap();
        all.reverse();
        assert_eq!(all, verdicts(&spots));
    }
}
