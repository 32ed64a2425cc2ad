//! The 52 cards, their suits and their ranks.

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
    /// The four suits, in order.
    pub const ALL: [Self; 4] = [Self::Clubs, Self::Diamonds, Self::Spades, Self::Hearts];

    /// The letter of the suit: C, D, S or H.
    pub const fn letter(self) -> char {
        match self {
            Self::Clubs => 'C',
            Self::Diamonds => 'D',
            Self::Spades => 'S',
            Self::Hearts => 'H',
        }
    }

    /// Whether the suit is red.
    pub const fn is_red(self) -> bool {
        matches!(self, Self::Diamonds | Self::Hearts)
    }
}

/// A rank, from ace to king. Two cards of the same rank are a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardRank(u8);

impl CardRank {
    /// The number of ranks.
    pub const COUNT: usize = 13;

    /// All ranks, from ace to king.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..13).map(Self)
    }

    /// The index of the rank, from 0 (ace) to 12 (king).
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The short name of the rank: `A`, `2` to `10`, `J`, `Q` or `K`.
    pub const fn name(self) -> &'static str {
        const NAMES: [&str; CardRank::COUNT] =
            ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
        NAMES[self.index()]
    }

    /// The plural name of the rank, such as `queens`.
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

/// A playing card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlayingCard(u8);

impl PlayingCard {
    /// The number of cards.
    pub const COUNT: usize = 52;

    /// All cards, suit by suit, each from ace to king.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..52).map(Self)
    }

    /// The card of this suit and rank.
    pub const fn new(suit: PlayingSuit, rank: CardRank) -> Self {
        Self(13 * suit as u8 + rank.0)
    }

    /// The index of the card, 0 to 51.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The suit of the card.
    pub const fn suit(self) -> PlayingSuit {
        PlayingSuit::ALL[self.index() / CardRank::COUNT]
    }

    /// The rank of the card.
    pub const fn rank(self) -> CardRank {
        CardRank(self.0 % 13)
    }

    /// The card's name without a space, such as `D8`.
    pub fn short_name(self) -> String {
        format!("{}{}", self.suit().letter(), self.rank())
    }
}

/// Writes the card in three columns as on the course sheet: the letter of the suit and the
/// right-aligned rank, such as `D 8` or `C10`.
impl fmt::Display for PlayingCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:>2}", self.suit().letter(), self.rank())
    }
}

/// Reads a card with or without the space: `D 8` or `D8`.
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
                "{text:?} is not a card: expected a suit and a rank, such as D8 or C10"
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_written_in_three_columns_and_read_back() {
        let mut texts = std::collections::HashSet::new();
        for card in PlayingCard::all() {
            let text = card.to_string();
            assert_eq!(text.len(), 3);
            assert_eq!(text.parse(), Ok(card));
            assert_eq!(card.short_name().parse(), Ok(card));
            assert_eq!(PlayingCard::new(card.suit(), card.rank()), card);
            assert!(texts.insert(text));
        }
        assert_eq!(texts.len(), PlayingCard::COUNT);
        assert_eq!(PlayingCard::new(PlayingSuit::Clubs, CardRank(10)).to_string(), "C J");
        assert_eq!(PlayingCard::new(PlayingSuit::Hearts, CardRank(9)).to_string(), "H10");
    }

    #[test]
    fn invalid_text_is_refused() {
        for text in ["", "D", "D1", "D 11", "X8", "d8", "D  8", "8D", "♥8"] {
            assert!(text.parse::<PlayingCard>().is_err(), "{text}");
        }
    }
}
