//! The `counter` player, which counts the cards.

use super::{
    card_evaluation::{
        CardEvaluator, Danger, DangerWeights, PASSING_DANGER, PLAYING_DANGER, ROUND_WEIGHTS,
    },
    seat_knowledge::SeatKnowledge,
};
use crate::{
    intensity::{
        Intensity,
        model::{CardSet, IntensityAction, IntensityObservation, pass_choices},
    },
    play::{Advice, Player, PlayerError, Seat, ThinkContext},
};

const EVALUATOR: CardEvaluator<DangerWeights> =
    CardEvaluator { weights: ROUND_WEIGHTS, danger: PLAYING_DANGER };

/// Keeps track of the remaining cards, the voids of all seats and the cards it passed, and plays
/// the card with the lowest estimated cost.
#[derive(Clone, Copy, Debug)]
pub struct CounterPlayer;

impl Player<Intensity> for CounterPlayer {
    fn choose(
        &mut self,
        seat: Seat,
        observation: &IntensityObservation,
        _: &ThinkContext,
    ) -> Result<IntensityAction, PlayerError> {
        self.decide(seat, observation)
    }

    /// The considered cards have their estimated costs in points. Only the differences matter.
    fn advise(
        &mut self,
        seat: Seat,
        observation: &IntensityObservation,
        _: &ThinkContext,
    ) -> Result<Advice<IntensityAction>, PlayerError> {
        let mut advice = Advice::new(self.decide(seat, observation)?);
        if let IntensityAction::Play(_) = advice.action {
            let knowledge = SeatKnowledge::from_observation(seat, observation);
            let (trick, playable) = (&observation.trick, observation.playable(seat));
            EVALUATOR.evaluate(&knowledge, trick, playable, |estimate| {
                advice
                    .considered
                    .push((IntensityAction::Play(estimate.card), estimate.cost.into()));
            });
        }
        Ok(advice)
    }
}

impl CounterPlayer {
    /// Returns the action with the lowest estimated cost.
    ///
    /// # Errors
    /// Returns an error if `seat` has no legal action.
    pub fn decide(
        self,
        seat: Seat,
        observation: &IntensityObservation,
    ) -> Result<IntensityAction, PlayerError> {
        let action = if observation.is_passing {
            let hand = observation.known_hand(seat);
            cards_to_pass(hand, &PASSING_DANGER).map(IntensityAction::Pass)
        } else {
            let knowledge = SeatKnowledge::from_observation(seat, observation);
            EVALUATOR
                .cheapest(&knowledge, &observation.trick, observation.playable(seat))
                .map(IntensityAction::Play)
        };
        action.ok_or_else(PlayerError::no_action)
    }
}

/// Returns the pass that leaves the least dangerous hand, or `None` with fewer than three cards.
pub fn cards_to_pass(hand: CardSet, danger: &impl Danger) -> Option<CardSet> {
    pass_choices(hand)
        .map(|cards| (danger.hand_danger(hand - cards), cards))
        .min_by(|(one, _), (other, _)| one.total_cmp(other))
        .map(|(_, cards)| cards)
}
