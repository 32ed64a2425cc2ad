//! The layout of the cards on the grid.

use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};

use super::{PlayingCard, Spot};
use crate::play::{ActionError, Rng};

/// The card on each spot. Each of the 52 cards occurs once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "RawCardLayout", try_from = "RawCardLayout")]
pub struct CardLayout([PlayingCard; Spot::COUNT]);

/// The format in records: `{"cards":"D8 C2 HQ ..."}`, row by row.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCardLayout {
    cards: String,
}

impl CardLayout {
    /// Creates a layout from the cards, row by row.
    ///
    /// # Errors
    /// Returns an error unless each of the 52 cards occurs once.
    pub fn new(cards: &[PlayingCard]) -> Result<Self, ActionError> {
        let cards: [PlayingCard; Spot::COUNT] = cards
            .try_into()
            .map_err(|_| ActionError::new(format!("expected 52 cards, not {}", cards.len())))?;
        let mut is_used = [false; PlayingCard::COUNT];
        for card in cards {
            if is_used[card.index()] {
                return Err(ActionError::new(format!("{card} occurs twice")));
            }
            is_used[card.index()] = true;
        }
        Ok(Self(cards))
    }

    /// Lays out shuffled cards.
    pub fn shuffled(rng: &mut Rng) -> Self {
        let mut cards: Vec<_> = PlayingCard::all().collect();
        cards.shuffle(rng);
        let mut cards = cards.into_iter();
        Self(std::array::from_fn(|_| cards.next().expect("there are as many cards as spots")))
    }

    /// The card on a spot.
    pub const fn at(&self, spot: Spot) -> PlayingCard {
        self.0[spot.index()]
    }

    /// All cards, row by row.
    pub const fn cards(&self) -> &[PlayingCard; Spot::COUNT] {
        &self.0
    }
}

impl From<CardLayout> for RawCardLayout {
    fn from(layout: CardLayout) -> Self {
        let cards: Vec<_> = layout.0.iter().map(|card| card.short_name()).collect();
        Self { cards: cards.join(" ") }
    }
}

impl TryFrom<RawCardLayout> for CardLayout {
    type Error = ActionError;

    fn try_from(raw: RawCardLayout) -> Result<Self, ActionError> {
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
    fn a_layout_survives_serialization() {
        let layout = CardLayout::shuffled(&mut random::rng(5, &[]));
        let written = serde_json::to_string(&layout).unwrap();
        assert_eq!(serde_json::from_str::<CardLayout>(&written).unwrap(), layout);
        assert_eq!(CardLayout::new(layout.cards()), Ok(layout));
    }

    #[test]
    fn invalid_layouts_are_refused() {
        let mut cards: Vec<_> = PlayingCard::all().collect();
        cards[7] = cards[8];
        assert!(CardLayout::new(&cards).is_err_and(|why| why.to_string().contains("twice")));
        assert!(CardLayout::new(&cards[1..]).is_err_and(|why| why.to_string().contains("not 51")));
        for raw in [r#"{"cards":"D8 X2"}"#, r#"{"cards":""}"#, r#"{"cards":"D8","more":1}"#] {
            assert!(serde_json::from_str::<CardLayout>(raw).is_err(), "{raw}");
        }
    }
}
