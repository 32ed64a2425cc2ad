//! How the cards lie.

use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};

use super::{Card, Spot};
use crate::play::{Illegal, Rng};

/// Which card lies where: each of the 52 once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "RawDeal", try_from = "RawDeal")]
pub struct Deal([Card; Spot::COUNT]);

/// In records: `{"cards":"D8 C2 HQ ..."}`, row by row.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawDeal {
    cards: String,
}

impl Deal {
    /// These cards, row by row.
    ///
    /// # Errors
    /// If they are not all 52, each once.
    pub fn new(cards: &[Card]) -> Result<Self, Illegal> {
        let cards: [Card; Spot::COUNT] = cards
            .try_into()
            .map_err(|_| Illegal::new(format!("52 cards are wanted, not {}", cards.len())))?;
        let mut is_seen = [false; Card::COUNT];
        for card in cards {
            if std::mem::replace(&mut is_seen[card.index()], true) {
                return Err(Illegal::new(format!("{card} is there twice")));
            }
        }
        Ok(Self(cards))
    }

    /// All cards, well shuffled.
    pub fn shuffled(chance: &mut Rng) -> Self {
        let mut cards: Vec<_> = Card::all().collect();
        cards.shuffle(chance);
        let mut cards = cards.into_iter();
        Self(std::array::from_fn(|_| cards.next().expect("there are as many cards as spots")))
    }

    /// The card that lies there.
    pub const fn at(&self, spot: Spot) -> Card {
        self.0[spot.index()]
    }

    /// All cards, row by row.
    pub const fn cards(&self) -> &[Card; Spot::COUNT] {
        &self.0
    }
}

impl From<Deal> for RawDeal {
    fn from(deal: Deal) -> Self {
        let cards: Vec<_> = deal.0.iter().map(|card| card.short()).collect();
        Self { cards: cards.join(" ") }
    }
}

impl TryFrom<RawDeal> for Deal {
    type Error = Illegal;

    fn try_from(raw: RawDeal) -> Result<Self, Illegal> {
        let cards: Vec<Card> =
            raw.cards.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
        Self::new(&cards)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::chance;

    #[test]
    fn a_deal_is_written_and_read_again() {
        let deal = Deal::shuffled(&mut chance::rng(5, &[]));
        let written = serde_json::to_string(&deal).unwrap();
        assert_eq!(serde_json::from_str::<Deal>(&written).unwrap(), deal);
        assert_eq!(Deal::new(deal.cards()), Ok(deal));
    }

    #[test]
    fn what_is_no_deal_is_refused() {
        let mut cards: Vec<_> = Card::all().collect();
        cards[7] = cards[8];
        assert!(Deal::new(&cards).is_err_and(|why| why.to_string().contains("twice")));
        assert!(Deal::new(&cards[1..]).is_err_and(|why| why.to_string().contains("not 51")));
        for raw in [r#"{"cards":"D8 X2"}"#, r#"{"cards":""}"#, r#"{"cards":"D8","more":1}"#] {
            assert!(serde_json::from_str::<Deal>(raw).is_err(), "{raw}");
        }
    }
}
