//! Players in the styles of simple programs, as a class of students writes them: measurements need
//! tables whose players differ from ours.

use fourcade_engine::{
    intensity::{
        Intensity,
        model::{
            Card, CardSet, IntensityAction, IntensityObservation, PASS_SIZE, Suit, Trick,
            pass_choices,
        },
    },
    play::{Player, PlayerError, Seat, ThinkContext},
};

/// A player that follows one simple idea.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StylePlayer {
    /// Always plays its lowest card.
    Low,
    /// Always plays its highest card.
    High,
    /// Stays as close under the winning card as it can, else plays its lowest card.
    Duck,
    /// Gets rid of penalty cards and high cards as soon as it may.
    Dump,
    /// Passes and leads its shortest suit, to be out of it soon.
    Void,
}

impl StylePlayer {
    pub const ALL: [Self; 5] = [Self::Low, Self::High, Self::Duck, Self::Dump, Self::Void];

    fn cards_to_pass(self, hand: CardSet) -> CardSet {
        let worst = |key: &dyn Fn(Card) -> i32| {
            (0..PASS_SIZE).fold(CardSet::NONE, |passed, _| {
                let card = (hand - passed).iter().max_by_key(|&card| (key(card), card));
                card.map_or(passed, |card| passed.with(card))
            })
        };
        match self {
            Self::Low | Self::High => worst(&rank),
            Self::Duck => worst(&|card| rank(card) + if card == Card::BUFFALO { 10 } else { 0 }),
            Self::Dump => worst(&|card| rank(card) + 10 * i32::from(card.penalty() > 0)),
            Self::Void => {
                // As many whole suits as fit, the highest cards first.
                let cost = |cards: &CardSet| {
                    let left = Suit::ALL
                        .into_iter()
                        .filter(|&suit| !(hand - *cards).in_suit(suit).is_empty())
                        .count();
                    let ranks: i32 = cards.iter().map(rank).sum();
                    (left, -ranks)
                };
                pass_choices(hand).min_by_key(cost).unwrap_or_default()
            }
        }
    }

    /// `None` if there is no playable card.
    fn card_to_play(self, hand: CardSet, playable: CardSet, trick: Trick) -> Option<Card> {
        let highest = || playable.iter().max_by_key(|&card| (rank(card), card));
        let lowest = || playable.iter().min_by_key(|&card| (rank(card), card));
        let length = |card: Card| hand.in_suit(card.suit()).len();
        let Some(winning) = trick.winning_card() else {
            return match self {
                Self::Low | Self::Duck => lowest(),
                Self::High => highest(),
                Self::Dump => {
                    let safe = playable.iter().filter(|card| card.penalty() == 0);
                    safe.max_by_key(|&card| (rank(card), card)).or_else(highest)
                }
                Self::Void => playable.iter().min_by_key(|&card| (length(card), rank(card), card)),
            };
        };
        if winning.suit() == playable.lowest()?.suit() {
            let under = playable.below(winning);
            return match self {
                Self::Low => lowest(),
                Self::High => highest(),
                Self::Dump if trick.penalty() == 0 && winning.penalty() == 0 => {
                    let penalty = under.iter().find(|card| card.penalty() > 0);
                    let safe = playable.iter().filter(|card| card.penalty() == 0);
                    penalty.or_else(|| safe.max()).or_else(lowest)
                }
                _ => under.highest().or_else(lowest),
            };
        }
        match self {
            Self::Low => lowest(),
            Self::High | Self::Duck => highest(),
            Self::Dump => playable.iter().max_by_key(|card| (card.penalty(), rank(*card), *card)),
            Self::Void => {
                let buffalo = playable.iter().find(|&card| card == Card::BUFFALO);
                let key = |card: &Card| (length(*card), -rank(*card), *card);
                buffalo.or_else(|| playable.iter().min_by_key(key))
            }
        }
    }
}

impl Player<Intensity> for StylePlayer {
    fn choose(
        &mut self,
        seat: Seat,
        observation: &IntensityObservation,
        _: &ThinkContext,
    ) -> Result<IntensityAction, PlayerError> {
        let hand = observation.known_hand(seat);
        if observation.is_passing {
            return Ok(IntensityAction::Pass(self.cards_to_pass(hand)));
        }
        let card = self.card_to_play(hand, observation.playable(seat), observation.trick);
        let no_card = || PlayerError::Fault("there is no legal card".to_owned());
        card.map(IntensityAction::Play).ok_or_else(no_card)
    }
}

/// The rank of a card within its suit: its last digit.
fn rank(card: Card) -> i32 {
    i32::from(card.number() % 10)
}
