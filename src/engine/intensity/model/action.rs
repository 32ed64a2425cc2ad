//! The actions of a seat.

use std::{fmt, str::FromStr};

use super::{Card, CardSet, PASS_SIZE};
use crate::play::ActionError;

/// An action: passing three cards or playing one. Its text form is `29 39 49` or `23`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IntensityAction {
    /// Passes these cards to the left.
    Pass(CardSet),
    /// Plays this card.
    Play(Card),
}

impl fmt::Display for IntensityAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass(cards) => cards.fmt(f),
            Self::Play(card) => card.fmt(f),
        }
    }
}

impl FromStr for IntensityAction {
    type Err = ActionError;

    fn from_str(text: &str) -> Result<Self, ActionError> {
        let cards: CardSet = text.parse()?;
        match (cards.len(), cards.lowest()) {
            (1, Some(card)) => Ok(Self::Play(card)),
            (PASS_SIZE, _) => Ok(Self::Pass(cards)),
            _ => Err(ActionError::new("expected one card to play or three cards to pass")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_card_is_played_and_three_are_passed() {
        assert_eq!("23".parse(), Ok(IntensityAction::Play(Card::from_index(13))));
        assert_eq!("49 29 39".parse::<IntensityAction>().unwrap().to_string(), "29 39 49");
        for text in ["", "23 24", "10 11 12 13", "10 10 11", "10, 11, 12", "5"] {
            assert!(text.parse::<IntensityAction>().is_err(), "{text:?}");
        }
    }
}
