//! The deal: the cards that each seat is dealt.

use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};

use super::{Card, CardSet, HAND_SIZE, SEATS};
use crate::play::{ActionError, Rng, Seat};

/// The four hands before cards are passed: all forty cards, ten in each hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "RawDeal", try_from = "RawDeal")]
pub struct Deal([CardSet; SEATS]);

/// The format in records: `{"hands":["10 22 23 ...", ...]}`, in seat order.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawDeal {
    hands: [String; SEATS],
}

impl Deal {
    /// Creates a deal from the hands in seat order.
    ///
    /// # Errors
    /// Returns an error unless each hand has ten cards and all forty cards are dealt.
    pub fn new(hands: [CardSet; SEATS]) -> Result<Self, ActionError> {
        if let Some(seat) = (0..SEATS).find(|&seat| hands[seat].len() != HAND_SIZE) {
            return Err(ActionError::new(format!(
                "seat {seat} has {} cards instead of {HAND_SIZE}",
                hands[seat].len()
            )));
        }
        // Four hands of ten cover all forty cards only if they are disjoint.
        let missing = CardSet::ALL - hands.into_iter().fold(CardSet::NONE, |all, hand| all | hand);
        match missing.lowest() {
            None => Ok(Self(hands)),
            Some(card) => Err(ActionError::new(format!(
                "the {card} is missing, so another card occurs twice"
            ))),
        }
    }

    /// Deals shuffled cards.
    pub fn shuffled(rng: &mut Rng) -> Self {
        let mut cards: Vec<_> = Card::all().collect();
        cards.shuffle(rng);
        Self(std::array::from_fn(|seat| {
            cards.iter().skip(seat * HAND_SIZE).take(HAND_SIZE).copied().collect()
        }))
    }

    /// The hand of a seat.
    pub const fn hand(&self, seat: Seat) -> CardSet {
        self.0[seat.index()]
    }

    /// All hands, in seat order.
    pub const fn hands(&self) -> [CardSet; SEATS] {
        self.0
    }
}

impl From<Deal> for RawDeal {
    fn from(deal: Deal) -> Self {
        Self { hands: deal.0.map(|hand| hand.to_string()) }
    }
}

impl TryFrom<RawDeal> for Deal {
    type Error = ActionError;

    fn try_from(raw: RawDeal) -> Result<Self, ActionError> {
        let mut hands = [CardSet::NONE; SEATS];
        for (hand, text) in hands.iter_mut().zip(&raw.hands) {
            *hand = text.parse()?;
        }
        Self::new(hands)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::random;

    #[test]
    fn a_shuffled_deal_is_valid_and_survives_serialization() {
        for seed in 0..50 {
            let deal = Deal::shuffled(&mut random::rng(seed, &[]));
            assert_eq!(Deal::new(deal.hands()), Ok(deal.clone()));
            let json = serde_json::to_string(&deal).unwrap();
            assert_eq!(serde_json::from_str::<Deal>(&json).unwrap(), deal);
        }
    }

    #[test]
    fn invalid_hands_are_refused() {
        let deal = Deal::shuffled(&mut random::rng(1, &[]));
        let [first, second, third, fourth] = deal.hands();
        let refused = |hands, why: &str| {
            assert_eq!(Deal::new(hands).unwrap_err().to_string(), why);
        };
        let lost = first.lowest().unwrap();
        refused([first.without(lost), second, third, fourth], "seat 0 has 9 cards instead of 10");
        let doubled = first.without(lost).with(second.lowest().unwrap());
        refused(
            [doubled, second, third, fourth],
            &format!("the {lost} is missing, so another card occurs twice"),
        );
        assert!(serde_json::from_str::<Deal>(r#"{"hands":["10","","",""]}"#).is_err());
        assert!(serde_json::from_str::<Deal>(r#"{"hands":["x","","",""]}"#).is_err());
    }
}
