//! The `counter` player, which counts the cards.

use super::{
    card_evaluation::{
        CardEvaluator, Danger, DangerWeights, PASSING_DANGER, PLAYING_DANGER, ROUND_WEIGHTS,
        RoundRisk, flushes_buffalo,
    },
    no_legal_card,
    seat_knowledge::SeatKnowledge,
};
use crate::{
    intensity::{
        Intensity,
        model::{Card, CardSet, IntensityAction, IntensityObservation, Trick, pass_choices},
    },
    play::{Advice, Player, PlayerError, Seat, ThinkContext},
};

/// A player that keeps track of the cards that are still out, of the voids of all seats and of the
/// cards it passed, and plays the card with the lowest estimated cost.
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

    /// Returns the chosen action with a reason. The weights are the estimated costs of the cards in
    /// penalty points; only their differences are meaningful.
    fn advise(
        &mut self,
        seat: Seat,
        observation: &IntensityObservation,
        _: &ThinkContext,
    ) -> Result<Advice<IntensityAction>, PlayerError> {
        let action = self.decide(seat, observation)?;
        let IntensityAction::Play(chosen) = action else {
            return Ok(Advice { reason: Some(REASON_TO_PASS.to_owned()), ..Advice::new(action) });
        };
        let knowledge = SeatKnowledge::from_observation(seat, observation);
        let (trick, playable) = (&observation.trick, observation.playable(seat));
        let mut advice = Advice::new(action);
        EVALUATOR.evaluate(&knowledge, trick, playable, |estimate| {
            advice.weights.push((IntensityAction::Play(estimate.card), estimate.cost.into()));
            if estimate.card == chosen {
                let reason = reason(&knowledge, *trick, playable, chosen, estimate.risk);
                let percent = (100.0 * estimate.risk.win_probability).round();
                advice.reason = Some(if percent > 0.0 && playable.len() > 1 {
                    format!("{reason} ({percent:.0}% risk of taking the round)")
                } else {
                    reason
                });
            }
        });
        Ok(advice)
    }
}

const REASON_TO_PASS: &str = "your hand is safest without them";

const EVALUATOR: CardEvaluator<DangerWeights> =
    CardEvaluator { weights: ROUND_WEIGHTS, danger: PLAYING_DANGER };

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
            let hand = observation.hands[seat.index()].unwrap_or_default();
            cards_to_pass(hand, &PASSING_DANGER).map(IntensityAction::Pass)
        } else {
            let knowledge = SeatKnowledge::from_observation(seat, observation);
            EVALUATOR
                .cheapest(&knowledge, &observation.trick, observation.playable(seat))
                .map(IntensityAction::Play)
        };
        action.ok_or_else(no_legal_card)
    }

    /// Explains in a few words what speaks for this action, whoever chose it.
    pub fn explain(
        self,
        seat: Seat,
        observation: &IntensityObservation,
        action: IntensityAction,
    ) -> String {
        let IntensityAction::Play(card) = action else { return REASON_TO_PASS.to_owned() };
        let knowledge = SeatKnowledge::from_observation(seat, observation);
        let (trick, playable) = (&observation.trick, observation.playable(seat));
        let mut words = String::new();
        EVALUATOR.evaluate(&knowledge, trick, playable, |estimate| {
            if estimate.card == card {
                words = reason(&knowledge, *trick, playable, card, estimate.risk);
            }
        });
        words
    }
}

/// Returns the three cards without which the hand is least dangerous, or `None` if it holds fewer
/// than three.
pub fn cards_to_pass(hand: CardSet, danger: &impl Danger) -> Option<CardSet> {
    pass_choices(hand)
        .map(|cards| (danger.hand_danger(hand - cards), cards))
        .min_by(|(one, _), (other, _)| one.total_cmp(other))
        .map(|(_, cards)| cards)
}

/// Explains why `card` is played.
fn reason(
    knowledge: &SeatKnowledge,
    trick: Trick,
    playable: CardSet,
    card: Card,
    risk: RoundRisk,
) -> String {
    let reason = if playable.len() == 1 {
        "it's your only legal card"
    } else if let Some(winning) = trick.winning_card() {
        reason_to_follow(playable, card, winning, risk)
    } else if flushes_buffalo(knowledge, &trick, card) {
        "it may flush out the buffalo, and you won't have to take it"
    } else if risk.win_probability > 0.5 {
        "no other lead costs less"
    } else {
        "someone will probably play higher"
    };
    let may_meet_buffalo =
        knowledge.unseen.contains(Card::BUFFALO) && card.suit() == Card::BUFFALO.suit();
    let warning = if may_meet_buffalo {
        format!("the {} is still out; ", Card::BUFFALO)
    } else {
        String::new()
    };
    format!("{warning}{reason}")
}

/// Explains why `card` is played when `winning` is the card to beat.
fn reason_to_follow(playable: CardSet, card: Card, winning: Card, risk: RoundRisk) -> &'static str {
    if card == Card::BUFFALO && risk.win_probability <= 0.0 {
        "someone else must take the buffalo"
    } else if card.suit() != winning.suit() {
        "you can't follow suit, so get rid of a dangerous card"
    } else if card < winning && playable.below(winning).highest() == Some(card) {
        "it's your highest card that stays under"
    } else if card < winning {
        "it stays under"
    } else if risk.penalty <= 0.0 {
        "the round costs nothing"
    } else if playable.below(winning).is_empty() {
        "you can't stay under"
    } else {
        "taking this round costs little, and the card would be dangerous later"
    }
}
