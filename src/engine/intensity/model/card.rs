//! The forty cards and their four suits.

use std::{fmt, str::FromStr};

use crate::play::ActionError;

/// A card: a number from 10 to 49, whose first digit is its suit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

/// A suit: the first digit of its ten cards, 1 to 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Suit(u8);

impl Suit {
    /// The four suits, in order.
    pub const ALL: [Self; 4] = [Self(1), Self(2), Self(3), Self(4)];

    /// The suit whose ten cards are the calves.
    pub const CALVES: Self = Self(3);

    /// The digit of the suit, 1 to 4.
    #[inline]
    pub const fn digit(self) -> u8 {
        self.0
    }

    /// The index of the suit in [`Self::ALL`], 0 to 3.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }
}

impl Card {
    /// The number of cards.
    pub const COUNT: usize = 40;

    /// The buffalo: the most expensive card, at seven penalty points.
    pub const BUFFALO: Self = Self(47);

    /// Returns the card with this number, or `None` if `number` is not in 10 to 49.
    #[inline]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 10 && number <= 49 { Some(Self(number)) } else { None }
    }

    /// Returns the card with this [index](Self::index), 0 to 39.
    ///
    /// # Panics
    /// Panics if `index` is 40 or more.
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < Self::COUNT, "card index out of range");
        #[allow(clippy::cast_possible_truncation)] // below 40
        Self(index as u8 + 10)
    }

    /// Returns all cards in increasing order.
    #[inline]
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(Self::from_index)
    }

    /// The number on the card, 10 to 49.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The index of the card among all forty, 0 to 39.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize - 10
    }

    /// The suit of the card.
    #[inline]
    pub const fn suit(self) -> Suit {
        Suit(self.0 / 10)
    }

    /// The rank of the card within its suit: its last digit, 0 to 9.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 % 10
    }

    /// Whether the card is one of the ten calves.
    #[inline]
    pub const fn is_calf(self) -> bool {
        self.0 / 10 == Suit::CALVES.0
    }

    /// The penalty points that the card costs the winner of its round.
    #[inline]
    pub const fn penalty(self) -> u32 {
        match self.0 {
            30..=39 => 1,
            47 => 7,
            _ => 0,
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Card {
    type Err = ActionError;

    fn from_str(text: &str) -> Result<Self, ActionError> {
        let digits = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse().ok().filter(|_| digits);
        number.and_then(Self::new).ok_or_else(|| {
            ActionError::new(format!("{text:?} is not a card: cards are numbers from 10 to 49"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forty_cards_cost_seventeen_points() {
        assert_eq!(Card::all().count(), 40);
        assert_eq!(Card::all().map(Card::penalty).sum::<u32>(), 17);
        assert_eq!(Card::all().filter(|card| card.is_calf()).count(), 10);
        for card in Card::all() {
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(
                (Card::from_index(card.index()), Card::new(card.number())),
                (card, Some(card))
            );
            assert_eq!(card.suit().digit(), card.number() / 10);
        }
    }

    #[test]
    fn other_numbers_and_text_are_not_cards() {
        for text in ["", "9", "50", "1", "+12", "12 ", "012", "x", "-5", "300"] {
            assert!(text.parse::<Card>().is_err(), "{text:?}");
        }
        assert_eq!((Card::new(9), Card::new(50)), (None, None));
    }
}
