//! The `novice` player, which makes the mistakes of a first game, and `casual`, which makes some of
//! them.

use rand::{RngExt, seq::IteratorRandom};

use super::{careful, no_legal_card};
use crate::{
    intensity::{
        Intensity,
        model::{Card, CardSet, IntensityAction, IntensityObservation, PASS_SIZE, Suit, Trick},
    },
    play::{Player, PlayerError, Rng, Seat, ThinkContext},
};

/// A player that makes the mistakes of people who play for the first time.
///
/// It passes its calves, because they cost points, and keeps the high cards that win them. It leads
/// the highest card of its longest suit. It follows with its lowest card, although a higher one
/// would stay under as well, and so keeps its high cards for the end. It does not single out the
/// buffalo, remembers no earlier round, and now and then it just plays any card.
#[derive(Clone, Copy, Debug)]
pub struct IntensityNovice;

/// A player that makes some of its choices like [`CarefulPlayer`](careful::CarefulPlayer) and the
/// others like [`IntensityNovice`].
#[derive(Clone, Copy, Debug)]
pub struct IntensityCasual {
    /// How many of ten choices are careful ones, on average.
    pub careful_of_ten: u32,
}

/// The novice plays any legal card in one of so many choices.
const OVERSIGHT: u32 = 5;

impl Player<Intensity> for IntensityNovice {
    fn choose(
        &mut self,
        seat: Seat,
        observation: &IntensityObservation,
        context: &ThinkContext,
    ) -> Result<IntensityAction, PlayerError> {
        novice_action(seat, observation, &mut context.rng()).ok_or_else(no_legal_card)
    }
}

impl Player<Intensity> for IntensityCasual {
    fn choose(
        &mut self,
        seat: Seat,
        observation: &IntensityObservation,
        context: &ThinkContext,
    ) -> Result<IntensityAction, PlayerError> {
        let mut rng = context.rng();
        if rng.random_range(0..10) < self.careful_of_ten {
            return careful::CarefulPlayer.choose(seat, observation, context);
        }
        novice_action(seat, observation, &mut rng).ok_or_else(no_legal_card)
    }
}

/// Returns the novice's action, or `None` if `seat` has no legal action.
fn novice_action(
    seat: Seat,
    observation: &IntensityObservation,
    rng: &mut Rng,
) -> Option<IntensityAction> {
    let hand = observation.hands[seat.index()].unwrap_or_default();
    if observation.is_passing {
        let passed = cards_to_pass(hand);
        return (passed.len() == PASS_SIZE).then_some(IntensityAction::Pass(passed));
    }
    let playable = observation.playable(seat);
    let card = if rng.random_ratio(1, OVERSIGHT) {
        playable.iter().choose(rng)
    } else {
        card_to_play(hand, playable, observation.trick)
    };
    card.map(IntensityAction::Play)
}

/// Returns the three highest calves, filled up with the cards of the highest rank.
fn cards_to_pass(hand: CardSet) -> CardSet {
    (0..PASS_SIZE).fold(CardSet::NONE, |passed, _| {
        let rest = hand - passed;
        let worst = rest.iter().max_by_key(|&card| (card.is_calf(), rank(card), card));
        worst.map_or(passed, |card| passed.with(card))
    })
}

/// Returns the card that the novice plays when it overlooks nothing, or `None` if there is no
/// playable card.
fn card_to_play(hand: CardSet, playable: CardSet, trick: Trick) -> Option<Card> {
    match trick.led_suit() {
        None => {
            let length = |suit: &Suit| (hand.in_suit(*suit).len(), *suit);
            let suits = Suit::ALL.into_iter().filter(|&suit| !playable.in_suit(suit).is_empty());
            playable.in_suit(suits.max_by_key(length)?).highest()
        }
        Some(suit) if playable.in_suit(suit).is_empty() => {
            playable.iter().max_by_key(|&card| (rank(card), card))
        }
        Some(_) => playable.lowest(),
    }
}

/// The rank of a card within its suit: its last digit.
fn rank(card: Card) -> u8 {
    card.number() % 10
}

#[cfg(test)]
mod tests;
