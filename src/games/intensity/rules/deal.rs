//! Who holds which cards at the start.

use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};

use super::{Card, CardSet, HAND, SEATS};
use crate::play::{ActionError, Rng, Seat};

/// The four hands before cards are passed: ten cards each, all 40.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "RawDeal", try_from = "RawDeal")]
pub struct Deal([CardSet; SEATS]);

/// In records: `{"hands":["10 22 23 ...", ...]}`, in the order of the seats.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawDeal {
    hands: [String; SEATS],
}

impl Deal {
    /// These hands.
    ///
    /// # Errors
    /// If they are not all 40 cards, ten in each hand.
    pub fn new(hands: [CardSet; SEATS]) -> Result<Self, ActionError> {
        if let Some(seat) = (0..SEATS).find(|&seat| hands[seat].len() != HAND) {
            return Err(ActionError::new(format!(
                "seat {seat} has {} cards instead of {HAND}",
                hands[seat].len()
            )));
        }
        // Four hands of ten are all cards only if they share none.
        let missing = CardSet::ALL - hands.into_iter().fold(CardSet::NONE, |all, hand| all | hand);
        match missing.lowest() {
            None => Ok(Self(hands)),
            Some(card) => Err(ActionError::new(format!(
                "nobody has the {card}, so another card is there twice"
            ))),
        }
    }

    /// All cards, well shuffled.
    pub fn shuffled(chance: &mut Rng) -> Self {
        let mut cards: Vec<_> = Card::all().collect();
        cards.shuffle(chance);
        Self(std::array::from_fn(|seat| {
            cards.iter().skip(seat * HAND).take(HAND).copied().collect()
        }))
    }

    /// A seat's hand.
    pub const fn hand(&self, seat: Seat) -> CardSet {
        self.0[seat.index()]
    }

    /// All hands, in the order of the seats.
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
    fn a_shuffled_deal_is_a_deal_and_survives_a_record() {
        for seed in 0..50 {
            let deal = Deal::shuffled(&mut random::rng(seed, &[]));
            assert_eq!(Deal::new(deal.hands()), Ok(deal.clone()));
            let json = serde_json::to_string(&deal).unwrap();
            assert_eq!(serde_json::from_str::<Deal>(&json).unwrap(), deal);
        }
    }

    #[test]
    fn what_is_no_deal_is_refused() {
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
            &format!("nobody has the {lost}, so another card is there twice"),
        );
        assert!(serde_json::from_str::<Deal>(r#"{"hands":["10","","",""]}"#).is_err());
        assert!(serde_json::from_str::<Deal>(r#"{"hands":["x","","",""]}"#).is_err());
    }
}
