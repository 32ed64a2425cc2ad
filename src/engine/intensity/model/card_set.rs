//! Sets of cards.

use std::{
    fmt,
    ops::{BitAnd, BitOr, Sub},
    str::FromStr,
};

use super::{Card, Suit};
use crate::play::ActionError;

/// A set of cards, stored as one bit per card: bit 0 is the 10, bit 39 the 49.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CardSet(u64);

const FIRST_SUIT_BITS: u64 = (1 << 10) - 1;

impl CardSet {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// All forty cards.
    pub const ALL: Self = Self((1 << Card::COUNT) - 1);

    /// The ten calves.
    pub const CALVES: Self = Self::of_suit(Suit::CALVES);

    /// Returns the ten cards of a suit.
    #[inline]
    pub const fn of_suit(suit: Suit) -> Self {
        Self(FIRST_SUIT_BITS << (10 * suit.index()))
    }

    /// Returns the set of a single card.
    #[inline]
    pub const fn one(card: Card) -> Self {
        Self(1 << card.index())
    }

    /// Returns the set with these bits, ignoring all bits above bit 39.
    #[inline]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// The bits of the set: bit 0 is the 10, bit 39 the 49.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The number of cards in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set contains `card`.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.index() & 1 != 0
    }

    /// Whether the set contains all of `others`.
    #[inline]
    pub const fn contains_all(self, others: Self) -> bool {
        others.0 & !self.0 == 0
    }

    /// Returns the set with `card` added.
    #[inline]
    pub const fn with(self, card: Card) -> Self {
        Self(self.0 | 1 << card.index())
    }

    /// Returns the set with `card` removed.
    #[inline]
    pub const fn without(self, card: Card) -> Self {
        Self(self.0 & !(1 << card.index()))
    }

    /// Returns the cards of the set that belong to `suit`.
    #[inline]
    pub const fn in_suit(self, suit: Suit) -> Self {
        Self(self.0 & Self::of_suit(suit).0)
    }

    /// Returns the cards with a lower number than `card`, whatever their suit.
    #[inline]
    pub const fn below(self, card: Card) -> Self {
        Self(self.0 & ((1 << card.index()) - 1))
    }

    /// Returns the cards with a higher number than `card`, whatever their suit.
    #[inline]
    pub const fn above(self, card: Card) -> Self {
        Self(self.0 & !((2 << card.index()) - 1))
    }

    /// The card with the lowest number, or `None` if the set is empty.
    #[inline]
    pub const fn lowest(self) -> Option<Card> {
        if self.0 == 0 { None } else { Some(Card::from_index(self.0.trailing_zeros() as usize)) }
    }

    /// The card with the highest number, or `None` if the set is empty.
    #[inline]
    pub const fn highest(self) -> Option<Card> {
        if self.0 == 0 {
            None
        } else {
            Some(Card::from_index(63 - self.0.leading_zeros() as usize))
        }
    }

    /// The penalty points of all cards in the set.
    #[inline]
    pub fn penalty(self) -> u32 {
        let buffalo = if self.contains(Card::BUFFALO) { Card::BUFFALO.penalty() } else { 0 };
        (self & Self::CALVES).0.count_ones() + buffalo
    }

    /// Returns the cards in increasing order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let card = rest.lowest()?;
            rest = rest.without(card);
            Some(card)
        })
    }
}

impl BitOr for CardSet {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for CardSet {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Sub for CardSet {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl FromIterator<Card> for CardSet {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Self::NONE, Self::with)
    }
}

/// Writes the numbers of the cards, separated by spaces.
impl fmt::Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, card) in self.iter().enumerate() {
            write!(f, "{}{card}", if number > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Reads distinct cards separated by white space.
impl FromStr for CardSet {
    type Err = ActionError;

    fn from_str(text: &str) -> Result<Self, ActionError> {
        text.split_whitespace().try_fold(Self::NONE, |cards, word| {
            let card: Card = word.parse()?;
            if cards.contains(card) {
                return Err(ActionError::new(format!("the {card} occurs twice")));
            }
            Ok(cards.with(card))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_contains_the_cards_that_were_added() {
        let cards: CardSet = "49 10 30 47".parse().unwrap();
        assert_eq!(
            (cards.to_string(), cards.len(), cards.penalty()),
            ("10 30 47 49".to_owned(), 4, 8)
        );
        assert_eq!((cards.lowest(), cards.highest()), (Card::new(10), Card::new(49)));
        assert_eq!((CardSet::NONE.lowest(), CardSet::NONE.highest()), (None, None));
        let card = |number| Card::new(number).unwrap();
        assert_eq!(cards.below(card(30)).to_string(), "10");
        assert_eq!(cards.above(card(30)).to_string(), "47 49");
        assert!(cards.above(card(49)).is_empty() && cards.below(card(10)).is_empty());
        assert_eq!(cards.in_suit(Suit::ALL[3]).to_string(), "47 49");
        assert_eq!(cards.without(card(30)).with(card(31)).to_string(), "10 31 47 49");
        assert!(cards.contains(card(47)) && !cards.contains(card(48)));
        assert_eq!(cards.iter().collect::<CardSet>(), cards);
    }

    #[test]
    fn the_suits_partition_all_cards() {
        let all = Suit::ALL.into_iter().map(CardSet::of_suit).fold(CardSet::NONE, |all, suit| {
            assert!((all & suit).is_empty());
            all | suit
        });
        assert_eq!((all, all.penalty(), all.len()), (CardSet::ALL, 17, 40));
        assert_eq!((CardSet::ALL - CardSet::CALVES) | CardSet::CALVES, CardSet::ALL);
    }

    #[test]
    fn a_repeated_card_is_refused() {
        assert!("10 11 10".parse::<CardSet>().is_err());
        assert_eq!("".parse(), Ok(CardSet::NONE));
    }
}
