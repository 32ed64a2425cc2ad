//! How the cards lie.

use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};

use super::{PlayingCard, Spot};
use crate::play::{ActionError, Rng};

/// Which card lies where: each of the 52 once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "RawDeal", try_from = "RawDeal")]
pub struct CardLayout([PlayingCard; Spot::COUNT]);

/// In records: `{"cards":"D8 C2 HQ ..."}`, row by row.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawDeal {
    cards: String,
}

impl CardLayout {
    /// These cards, row by row.
    ///
    /// # Errors
    /// If they are not all 52, each once.
    pub fn new(cards: &[PlayingCard]) -> Result<Self, ActionError> {
        let cards: [PlayingCard; Spot::COUNT] = cards
            .try_into()
            .map_err(|_| ActionError::new(format!("52 cards are wanted, not {}", cards.len())))?;
        let mut is_seen = [false; PlayingCard::COUNT];
        for card in cards {
            if std::mem::replace(&mut is_seen[card.index()], true) {
                return Err(ActionError::new(format!("{card} is there twice")));
            }
        }
        Ok(Self(cards))
    }

    /// All cards, well shuffled.
    pub fn shuffled(chance: &mut Rng) -> Self {
        let mut cards: Vec<_> = PlayingCard::all().collect();
        cards.shuffle(chance);
        let mut cards = cards.into_iter();
        Self(std::array::from_fn(|_| cards.next().expect("there are as many cards as spots")))
    }

    /// The card that lies there.
    pub const fn at(&self, spot: Spot) -> PlayingCard {
        self.0[spot.index()]
    }

    /// All cards, row by row.
    pub const fn cards(&self) -> &[PlayingCard; Spot::COUNT] {
        &self.0
    }
}

impl From<CardLayout> for RawDeal {
    fn from(deal: CardLayout) -> Self {
        let cards: Vec<_> = deal.0.iter().map(|card| card.short()).collect();
        Self { cards: cards.join(" ") }
    }
}

impl TryFrom<RawDeal> for CardLayout {
    type Error = ActionError;

    fn try_from(raw: RawDeal) -> Result<Self, ActionError> {
        let cards: Vec<PlayingCard> =
            raw.cards.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
        Self::new(&cards)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::random;

    #[test]
    fn a_deal_is_written_and_read_again() {
        let deal = CardLayout::shuffled(&mut random::rng(5, &[]));
        let written = serde_json::to_string(&deal).unwrap();
        assert_eq!(serde_json::from_str::<CardLayout>(&written).unwrap(), deal);
        assert_eq!(CardLayout::new(deal.cards()), Ok(deal));
    }

    #[test]
    fn what_is_no_deal_is_refused() {
        let mut cards: Vec<_> = PlayingCard::all().collect();
        cards[7] = cards[8];
        assert!(CardLayout::new(&cards).is_err_and(|why| why.to_string().contains("twice")));
        assert!(CardLayout::new(&cards[1..]).is_err_and(|why| why.to_string().contains("not 51")));
        for raw in [r#"{"cards":"D8 X2"}"#, r#"{"cards":""}"#, r#"{"cards":"D8","more":1}"#] {
            assert!(serde_json::from_str::<CardLayout>(raw).is_err(), "{raw}");
        }
    }
}
