//! The state of the rounds with all hands open. It is small, so that searches can copy it cheaply.

use super::{Card, CardSet, SEATS, Suit, Trick};
use crate::play::{ActionError, Seat};

/// Returns the cards of `hand` that may follow `led_suit`, or be led if it is `None`.
///
/// The led suit must be followed if possible. A calf may be led only if calves are broken (one was
/// played in an earlier round) or the hand holds nothing else.
pub const fn playable(hand: CardSet, led_suit: Option<Suit>, calves_broken: bool) -> CardSet {
    let preferred = match led_suit {
        Some(suit) => hand.in_suit(suit),
        None if calves_broken => hand,
        None => CardSet::from_bits(hand.bits() & !CardSet::CALVES.bits()),
    };
    if preferred.is_empty() { hand } else { preferred }
}

/// The error for a card that may not follow `led_suit`, or be led if it is `None`.
pub fn unplayable_error(led_suit: Option<Suit>) -> ActionError {
    match led_suit {
        Some(suit) => ActionError::new(format!("must follow the {}s", suit.digit())),
        None => ActionError::new("calves may not be led yet"),
    }
}

/// The state of the rounds with all hands open, as in a double-dummy search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OpenPosition {
    /// The hand of each seat.
    pub hands: [CardSet; SEATS],
    /// The cards of the current round.
    pub trick: Trick,
    /// Whether a calf was played in an earlier round, so that calves may be led (as in Hearts,
    /// where hearts are broken).
    pub calves_broken: bool,
    /// The penalty points that each seat has taken.
    pub taken: [u32; SEATS],
}

impl OpenPosition {
    /// Creates the position before the first round, which seat 0 leads.
    pub const fn start(hands: [CardSet; SEATS]) -> Self {
        Self { hands, trick: Trick::led_by(Seat::new(0)), calves_broken: false, taken: [0; SEATS] }
    }

    /// All cards that are still in a hand.
    pub fn held(&self) -> CardSet {
        self.hands.iter().fold(CardSet::NONE, |all, &hand| all | hand)
    }

    /// The seat whose turn it is, or `None` when all cards are played.
    pub fn to_move(&self) -> Option<Seat> {
        self.trick.to_move().filter(|seat| !self.hands[seat.index()].is_empty())
    }

    /// The cards that may be played now. Empty if all cards are played.
    pub fn playable(&self) -> CardSet {
        let hand = self.to_move().map_or(CardSet::NONE, |seat| self.hands[seat.index()]);
        playable(hand, self.trick.led_suit(), self.calves_broken)
    }

    /// Plays a card of [`Self::playable`] and returns the trick if that completes it. Does nothing
    /// if all cards are played.
    pub fn play(&mut self, card: Card) -> Option<Trick> {
        let hand = &mut self.hands[self.to_move()?.index()];
        *hand = hand.without(card);
        self.trick = self.trick.with(card);
        if !self.trick.is_complete() {
            return None;
        }
        let trick = self.trick;
        let winner = trick.winner();
        self.taken[winner.index()] += trick.penalty();
        self.calves_broken |= trick.has_calf();
        self.trick = Trick::led_by(winner);
        Some(trick)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intensity::test_hands::cards;

    #[test]
    fn the_led_suit_must_be_followed_if_possible() {
        let hand = cards("11 15 33 47");
        let follow = |digit: usize| playable(hand, Some(Suit::ALL[digit - 1]), false).to_string();
        assert_eq!((follow(1), follow(2)), ("11 15".to_owned(), "11 15 33 47".to_owned()));
        assert_eq!((follow(3), follow(4)), ("33".to_owned(), "47".to_owned()));
    }

    #[test]
    fn calves_are_led_only_when_broken_or_when_the_hand_has_nothing_else() {
        assert_eq!(playable(cards("11 33 47"), None, false), cards("11 47"));
        assert_eq!(playable(cards("11 33 47"), None, true), cards("11 33 47"));
        assert_eq!(playable(cards("33 34"), None, false), cards("33 34"));
        assert_eq!(playable(CardSet::NONE, None, false), CardSet::NONE);
    }

    #[test]
    fn a_calf_breaks_calves_from_the_next_round() {
        let mut position = OpenPosition::start([
            cards("10 30 31"),
            cards("20 21 32"),
            cards("11 12 33"),
            cards("13 14 34"),
        ]);
        for number in [10, 32, 11] {
            assert_eq!(position.play(Card::new(number).unwrap()), None);
            assert!(!position.calves_broken);
        }
        let trick = position.play(Card::new(13).unwrap()).expect("the trick is complete");
        assert_eq!((trick.winner(), trick.penalty()), (Seat::new(3), 1));
        assert_eq!((position.taken, position.calves_broken), ([0, 0, 0, 1], true));
        assert_eq!((position.to_move(), position.playable()), (Some(Seat::new(3)), cards("14 34")));
    }

    #[test]
    fn the_buffalo_breaks_no_calves() {
        let mut position = OpenPosition::start([
            cards("10 30 31"),
            cards("20 47 32"),
            cards("11 12 33"),
            cards("13 14 34"),
        ]);
        for number in [10, 47, 11, 14] {
            position.play(Card::new(number).unwrap());
        }
        assert_eq!((position.taken, position.calves_broken), ([0, 0, 0, 7], false));
        assert_eq!((position.to_move(), position.playable()), (Some(Seat::new(3)), cards("13")));
        // The lead goes to a seat with nothing but calves and, after them, to one with others.
        for number in [13, 20, 12, 30] {
            position.play(Card::new(number).unwrap());
        }
        assert_eq!((position.calves_broken, position.playable()), (true, cards("34")));
    }
}
