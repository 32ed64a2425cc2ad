//! The 52 cards.

use std::{fmt, str::FromStr};

use crate::play::ActionError;

/// The four suits, in the order of the course sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlayingSuit {
    /// ♣
    Clubs,
    /// ♦
    Diamonds,
    /// ♠
    Spades,
    /// ♥
    Hearts,
}

impl PlayingSuit {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Clubs, Self::Diamonds, Self::Spades, Self::Hearts];

    /// Its letter: C, D, S or H.
    pub const fn letter(self) -> char {
        match self {
            Self::Clubs => 'C',
            Self::Diamonds => 'D',
            Self::Spades => 'S',
            Self::Hearts => 'H',
        }
    }

    /// Whether it is printed in red.
    pub const fn is_red(self) -> bool {
        matches!(self, Self::Diamonds | Self::Hearts)
    }
}

/// A rank, from the ace to the king: all that matters for a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardRank(u8);

impl CardRank {
    /// How many there are.
    pub const COUNT: usize = 13;

    /// All of them, the ace first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..13).map(Self)
    }

    /// From 0 (ace) to 12 (king).
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// `A`, `2` to `10`, `J`, `Q` or `K`.
    pub const fn name(self) -> &'static str {
        const NAMES: [&str; CardRank::COUNT] =
            ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
        NAMES[self.index()]
    }

    /// Such as `queens`.
    pub const fn plural(self) -> &'static str {
        const NAMES: [&str; CardRank::COUNT] = [
            "aces", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines",
            "tens", "jacks", "queens", "kings",
        ];
        NAMES[self.index()]
    }
}

impl fmt::Display for CardRank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlayingCard(u8);

impl PlayingCard {
    /// How many there are.
    pub const COUNT: usize = 52;

    /// All of them, suit by suit, each from the ace to the king.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..52).map(Self)
    }

    /// The card of this suit and rank.
    pub const fn new(suit: PlayingSuit, rank: CardRank) -> Self {
        Self(13 * suit as u8 + rank.0)
    }

    /// From 0 to 51.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its suit.
    pub const fn suit(self) -> PlayingSuit {
        PlayingSuit::ALL[self.index() / CardRank::COUNT]
    }

    /// Without a space: `D8`.
    pub fn short(self) -> String {
        format!("{}{}", self.suit().letter(), self.rank())
    }

    /// Its rank.
    pub const fn rank(self) -> CardRank {
        CardRank(self.0 % 13)
    }
}

/// As the course writes it, in three columns: the suit's letter and the rank at the right, such as
/// `D 8` or `C10`.
impl fmt::Display for PlayingCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:>2}", self.suit().letter(), self.rank())
    }
}

/// As it is displayed, or without the space: `D 8`, `D8`.
impl FromStr for PlayingCard {
    type Err = ActionError;

    fn from_str(text: &str) -> Result<Self, ActionError> {
        let parse = || {
            let mut letters = text.chars();
            let letter = letters.next()?;
            let suit = PlayingSuit::ALL.into_iter().find(|suit| suit.letter() == letter)?;
            let name = letters.as_str();
            let name = name.strip_prefix(' ').unwrap_or(name);
            let rank = CardRank::all().find(|rank| rank.name() == name)?;
            Some(Self::new(suit, rank))
        };
        parse().ok_or_else(|| {
            ActionError::new(format!(
                "{text:?} is no card: a suit and a rank are wanted, such as D8 or C10"
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_is_written_in_three_columns_and_read_again() {
        let mut seen = std::collections::HashSet::new();
        for card in PlayingCard::all() {
            let text = card.to_string();
            assert_eq!(text.len(), 3);
            assert_eq!(text.parse(), Ok(card));
            assert_eq!(card.short().parse(), Ok(card));
            assert_eq!(PlayingCard::new(card.suit(), card.rank()), card);
            assert!(seen.insert(text));
        }
        assert_eq!(seen.len(), PlayingCard::COUNT);
        assert_eq!(PlayingCard::new(PlayingSuit::Clubs, CardRank(10)).to_string(), "C J");
        assert_eq!(PlayingCard::new(PlayingSuit::Hearts, CardRank(9)).to_string(), "H10");
    }

    #[test]
    fn what_is_no_card_is_refused() {
        for text in ["", "D", "D1", "D 11", "X8", "d8", "D  8", "8D", "♥8"] {
            assert!(text.parse::<PlayingCard>().is_err(), "{text}");
        }
    }
}
