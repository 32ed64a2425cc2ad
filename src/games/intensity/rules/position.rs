//! The ten rounds without their history: small and cheap to copy, for searches.

use super::{Card, CardSet, SEATS, Suit, Trick};
use crate::play::{ActionError, Seat};

/// The cards of `hand` that may be played when `suit` is led (none: when leading). A calf may not
/// be led before one was played in an earlier round, unless there is nothing else.
pub const fn playable(hand: CardSet, suit: Option<Suit>, calves_out: bool) -> CardSet {
    let wanted = match suit {
        Some(suit) => hand.of_suit(suit),
        None if calves_out => hand,
        None => CardSet::from_bits(hand.bits() & !CardSet::CALVES.bits()),
    };
    if wanted.is_empty() { hand } else { wanted }
}

/// Why a card of a hand is not [`playable`], when `suit` is led (none: when leading).
pub fn refusal(suit: Option<Suit>) -> ActionError {
    match suit {
        Some(suit) => ActionError::new(format!("must follow the {}s", suit.digit())),
        None => ActionError::new("calves may not be led yet"),
    }
}

/// Where the ten rounds stand, with all hands open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// What each seat holds.
    pub hands: [CardSet; SEATS],
    /// The round that is being played.
    pub trick: Trick,
    /// Whether a calf was played in an earlier round, so that calves may be led.
    pub calves_out: bool,
    /// The penalty points that each seat has taken.
    pub taken: [u32; SEATS],
}

impl Position {
    /// Before the first round, with these hands; seat 0 leads.
    pub const fn start(hands: [CardSet; SEATS]) -> Self {
        Self { hands, trick: Trick::led_by(Seat::new(0)), calves_out: false, taken: [0; SEATS] }
    }

    /// The cards in all hands.
    pub fn held(&self) -> CardSet {
        self.hands.iter().fold(CardSet::NONE, |all, &hand| all | hand)
    }

    /// Whose turn it is; nobody's when all cards are played.
    pub fn to_move(&self) -> Option<Seat> {
        self.trick.to_move().filter(|seat| !self.hands[seat.index()].is_empty())
    }

    /// The cards that may be played now; none when all are played.
    pub fn playable(&self) -> CardSet {
        let hand = self.to_move().map_or(CardSet::NONE, |seat| self.hands[seat.index()]);
        playable(hand, self.trick.suit(), self.calves_out)
    }

    /// Plays a card of [`Self::playable`] and returns the round if it is complete. When there is
    /// nothing to play, nothing changes.
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
        self.calves_out |= trick.cards().iter().any(|card| card.is_calf());
        self.trick = Trick::led_by(winner);
        Some(trick)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> CardSet {
        text.parse().unwrap()
    }

    #[test]
    fn the_led_suit_is_followed_where_it_can_be() {
        let hand = cards("11 15 33 47");
        let follow = |digit: usize| playable(hand, Some(Suit::ALL[digit - 1]), false).to_string();
        assert_eq!((follow(1), follow(2)), ("11 15".to_owned(), "11 15 33 47".to_owned()));
        assert_eq!((follow(3), follow(4)), ("33".to_owned(), "47".to_owned()));
    }

    #[test]
    fn calves_are_led_only_after_one_was_played_or_when_there_is_nothing_else() {
        assert_eq!(playable(cards("11 33 47"), None, false), cards("11 47"));
        assert_eq!(playable(cards("11 33 47"), None, true), cards("11 33 47"));
        assert_eq!(playable(cards("33 34"), None, false), cards("33 34"));
        assert_eq!(playable(CardSet::NONE, None, false), CardSet::NONE);
    }

    #[test]
    fn a_calf_in_this_round_counts_from_the_next() {
        let mut position = Position::start([
            cards("10 30 31"),
            cards("20 21 32"),
            cards("11 12 33"),
            cards("13 14 34"),
        ]);
        for number in [10, 32, 11] {
            assert_eq!(position.play(Card::new(number).unwrap()), None);
            assert!(!position.calves_out);
        }
        let trick = position.play(Card::new(13).unwrap()).expect("it is complete");
        assert_eq!((trick.winner(), trick.penalty()), (Seat::new(3), 1));
        assert_eq!((position.taken, position.calves_out), ([0, 0, 0, 1], true));
        assert_eq!((position.to_move(), position.playable()), (Some(Seat::new(3)), cards("14 34")));
    }
}
