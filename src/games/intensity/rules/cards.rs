//! Sets of cards.

use std::{
    fmt,
    ops::{BitAnd, BitOr, Sub},
    str::FromStr,
};

use super::{Card, Suit};
use crate::play::ActionError;

/// A set of cards: a bit for each, the lowest for the 10.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CardSet(u64);

/// The bits of a suit's cards, moved to the first suit.
const SUIT: u64 = (1 << 10) - 1;

impl CardSet {
    /// No card.
    pub const NONE: Self = Self(0);

    /// All 40.
    pub const ALL: Self = Self((1 << Card::COUNT) - 1);

    /// The ten calves.
    pub const CALVES: Self = Self::of(Suit::CALVES);

    /// The cards of a suit.
    pub const fn of(suit: Suit) -> Self {
        Self(SUIT << (10 * suit.index()))
    }

    /// Just this card.
    pub const fn one(card: Card) -> Self {
        Self(1 << card.index())
    }

    /// The set whose bits are these: bit 0 is the 10, bit 39 the 49; others are left out.
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// Its bits, as for [`Self::from_bits`].
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// How many they are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `card` is among them.
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.index() & 1 != 0
    }

    /// Whether all of `others` are among them.
    pub const fn contains_all(self, others: Self) -> bool {
        others.0 & !self.0 == 0
    }

    /// These and `card`.
    pub const fn with(self, card: Card) -> Self {
        Self(self.0 | 1 << card.index())
    }

    /// These but `card`.
    pub const fn without(self, card: Card) -> Self {
        Self(self.0 & !(1 << card.index()))
    }

    /// Those of a suit.
    pub const fn of_suit(self, suit: Suit) -> Self {
        Self(self.0 & Self::of(suit).0)
    }

    /// Those with a lower number than `card`, of any suit.
    pub const fn below(self, card: Card) -> Self {
        Self(self.0 & ((1 << card.index()) - 1))
    }

    /// Those with a higher number than `card`, of any suit.
    pub const fn above(self, card: Card) -> Self {
        Self(self.0 & !((2 << card.index()) - 1))
    }

    /// The lowest, if there is any.
    pub const fn lowest(self) -> Option<Card> {
        if self.0 == 0 { None } else { Some(Card::at(self.0.trailing_zeros() as usize)) }
    }

    /// The highest, if there is any.
    pub const fn highest(self) -> Option<Card> {
        if self.0 == 0 { None } else { Some(Card::at(63 - self.0.leading_zeros() as usize)) }
    }

    /// The penalty points of all.
    pub fn penalty(self) -> u32 {
        let buffalo = if self.contains(Card::BUFFALO) { Card::BUFFALO.penalty() } else { 0 };
        (self & Self::CALVES).0.count_ones() + buffalo
    }

    /// They in increasing order.
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

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for CardSet {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Sub for CardSet {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Self::NONE, Self::with)
    }
}

/// The numbers, with spaces between.
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

/// Cards with white space between, none of them twice.
impl FromStr for CardSet {
    type Err = ActionError;

    fn from_str(text: &str) -> Result<Self, ActionError> {
        text.split_whitespace().try_fold(Self::NONE, |cards, word| {
            let card: Card = word.parse()?;
            if cards.contains(card) {
                return Err(ActionError::new(format!("{card} is there twice")));
            }
            Ok(cards.with(card))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_what_was_put_in() {
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
        assert_eq!(cards.of_suit(Suit::ALL[3]).to_string(), "47 49");
        assert_eq!(cards.without(card(30)).with(card(31)).to_string(), "10 31 47 49");
        assert!(cards.contains(card(47)) && !cards.contains(card(48)));
        assert_eq!(cards.iter().collect::<CardSet>(), cards);
    }

    #[test]
    fn the_suits_share_all_cards() {
        let all = Suit::ALL.into_iter().map(CardSet::of).fold(CardSet::NONE, |all, suit| {
            assert!((all & suit).is_empty());
            all | suit
        });
        assert_eq!((all, all.penalty(), all.len()), (CardSet::ALL, 17, 40));
        assert_eq!((CardSet::ALL - CardSet::CALVES) | CardSet::CALVES, CardSet::ALL);
    }

    #[test]
    fn a_card_that_is_there_twice_is_refused() {
        assert!("10 11 10".parse::<CardSet>().is_err());
        assert_eq!("".parse(), Ok(CardSet::NONE));
    }
}
