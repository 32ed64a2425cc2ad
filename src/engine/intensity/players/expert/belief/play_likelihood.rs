//! The likelihood of the other seats' plays.

use super::{super::style::PlayStyle, relative_likelihood};
use crate::{
    intensity::{
        model::{CardSet, HAND_SIZE, IntensityObservation, PlayedCard, SEATS, playable},
        players::{
            card_evaluation::{CardEstimate, CardEvaluator, DangerTable},
            seat_knowledge::{SeatKnowledge, Voids},
        },
    },
    play::Seat,
};

const STYLES: usize = PlayStyle::ALL.len();

/// A style that prefers cards with a low cost in `counter`'s evaluation.
#[derive(Clone, Copy, Debug)]
struct CounterStyle {
    /// The additional cost, in points, that makes a card a sixteenth as likely as the cheapest.
    tolerance: f32,
    /// The probability of a random play.
    noise: f32,
}

const CLOSE_TO_COUNTER: CounterStyle = CounterStyle { tolerance: 0.05, noise: 0.02 };
const LOOSELY_COUNTER: CounterStyle = CounterStyle { tolerance: 1.0, noise: 0.2 };
/// The probability of a random play in one of the simple styles.
const SIMPLE_NOISE: f32 = 0.1;

/// A past play of another seat, with the public knowledge just before it.
#[derive(Clone, Copy, Debug)]
pub struct PastPlay {
    played: PlayedCard,
    unplayed: CardSet,
    voids: Voids,
    hand_sizes: [usize; SEATS],
    /// This card and those that the seat has played since.
    played_since: CardSet,
}

impl PastPlay {
    /// Returns all plays of the other seats, in order.
    pub fn all(knowledge: &SeatKnowledge, observation: &IntensityObservation) -> Vec<Self> {
        let mut plays = Vec::new();
        let mut unplayed = CardSet::ALL;
        let (mut voids, mut hand_sizes) = (Voids::default(), [HAND_SIZE; SEATS]);
        for played in observation.plays() {
            let PlayedCard { seat, card, trick_before, .. } = played;
            plays.push(Self { played, unplayed, voids, hand_sizes, played_since: CardSet::NONE });
            voids.record(seat, &trick_before, card);
            hand_sizes[seat.index()] -= 1;
            unplayed = unplayed.without(card);
        }
        let mut played_since = [CardSet::NONE; SEATS];
        for play in plays.iter_mut().rev() {
            let since = &mut played_since[play.seat().index()];
            *since = since.with(play.played.card);
            play.played_since = *since;
        }
        plays.retain(|play| play.seat() != knowledge.seat);
        plays
    }

    pub fn seat(&self) -> Seat {
        self.played.seat
    }

    /// Returns the probability of the play in each style, given the seat's pass and current hand.
    pub fn probabilities(
        &self,
        evaluator: &CardEvaluator<&DangerTable>,
        passed: CardSet,
        hand_now: CardSet,
    ) -> [f32; STYLES] {
        let PlayedCard { card: played_card, trick_before: trick, .. } = self.played;
        let hand = hand_now | self.played_since;
        let playable = playable(hand, trick.led_suit(), self.played.calves_broken);
        if playable.len() == 1 {
            return [1.0; STYLES];
        }
        let knowledge = self.knowledge(hand, passed);
        let mut costs = [0.0; HAND_SIZE];
        let (mut count, mut played_cost, mut lowest) = (0, f32::INFINITY, f32::INFINITY);
        evaluator.evaluate(&knowledge, &trick, playable, |CardEstimate { card, cost, .. }| {
            if let Some(place) = costs.get_mut(count) {
                *place = cost;
                count += 1;
            }
            lowest = lowest.min(cost);
            if card == played_card {
                played_cost = cost;
            }
        });
        let costs = &costs[..count];
        PlayStyle::ALL.map(|style| match style {
            PlayStyle::Counter => CLOSE_TO_COUNTER.probability(played_cost, lowest, costs),
            PlayStyle::Loose => LOOSELY_COUNTER.probability(played_cost, lowest, costs),
            PlayStyle::Random => 1.0 / len(costs),
            PlayStyle::Careful | PlayStyle::Lowest | PlayStyle::Highest => {
                let agrees = style.card(&knowledge, &trick, playable) == Some(played_card);
                let chosen = if agrees { 1.0 - SIMPLE_NOISE } else { 0.0 };
                chosen + SIMPLE_NOISE / len(costs)
            }
        })
    }

    /// The seat's knowledge if it held `hand` and had passed these cards to its left.
    fn knowledge(&self, hand: CardSet, passed: CardSet) -> SeatKnowledge {
        let unseen = self.unplayed - hand;
        self.voids.knowledge(self.seat(), hand, unseen, passed, self.hand_sizes)
    }
}

impl CounterStyle {
    /// Returns the probability of playing a card of cost `chosen` among playable cards with these
    /// costs. `lowest` is the lowest of them.
    fn probability(self, chosen: f32, lowest: f32, costs: &[f32]) -> f32 {
        let likelihood = |cost: f32| relative_likelihood(cost - lowest, self.tolerance);
        let sum: f32 = costs.iter().map(|&cost| likelihood(cost)).sum();
        (1.0 - self.noise) * likelihood(chosen) / sum + self.noise / len(costs)
    }
}

#[allow(clippy::cast_precision_loss)] // at most 10
fn len(costs: &[f32]) -> f32 {
    costs.len() as f32
}
