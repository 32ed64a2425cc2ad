//! The cards of one round.

use super::{Card, CardSet, SEATS, Suit};
use crate::play::Seat;

/// The cards of one round in the order of play. Four cards complete it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Trick {
    leader: Seat,
    cards: [Card; SEATS],
    count: u8,
}

impl Trick {
    /// Creates an empty trick that `leader` leads.
    #[inline]
    pub const fn led_by(leader: Seat) -> Self {
        Self { leader, cards: [Card::BUFFALO; SEATS], count: 0 }
    }

    /// The seat that leads.
    #[inline]
    pub const fn leader(&self) -> Seat {
        self.leader
    }

    /// The cards in the order of play.
    #[inline]
    pub fn cards(&self) -> &[Card] {
        &self.cards[..usize::from(self.count)]
    }

    /// The cards with the seats that played them, in the order of play.
    #[inline]
    pub fn plays(&self) -> impl Iterator<Item = (Seat, Card)> + '_ {
        self.cards().iter().enumerate().map(|(turn, &card)| (self.seat(turn), card))
    }

    /// The card that `seat` played, or `None` if it hasn't played yet.
    #[inline]
    pub fn card_of(&self, seat: Seat) -> Option<Card> {
        self.cards().get((seat.index() + SEATS - self.leader.index()) % SEATS).copied()
    }

    /// The seat whose turn it is, or `None` if the trick is complete.
    #[inline]
    pub fn to_move(&self) -> Option<Seat> {
        (!self.is_complete()).then(|| self.seat(usize::from(self.count)))
    }

    /// The suit that must be followed, or `None` before the first card.
    #[inline]
    pub fn led_suit(&self) -> Option<Suit> {
        self.cards().first().map(|card| card.suit())
    }

    /// Whether all four seats have played.
    #[inline]
    pub const fn is_complete(&self) -> bool {
        self.count as usize == SEATS
    }

    /// The seat that plays the card with this index.
    #[inline]
    const fn seat(self, turn: usize) -> Seat {
        Seat::new((self.leader.index() + turn) % SEATS)
    }

    /// Returns the trick with one more card. A complete trick stays as it is.
    #[inline]
    pub const fn with(mut self, card: Card) -> Self {
        if !self.is_complete() {
            self.cards[self.count as usize] = card;
            self.count += 1;
        }
        self
    }

    /// The seat that is winning: the one with the highest card of the led suit, or the leader
    /// before the first card.
    #[inline]
    pub fn winner(&self) -> Seat {
        let suit = self.led_suit();
        let followers = self.plays().filter(|(_, card)| Some(card.suit()) == suit);
        followers.max_by_key(|&(_, card)| card).map_or(self.leader, |(seat, _)| seat)
    }

    /// The card that is winning, or `None` before the first card.
    #[inline]
    pub fn winning_card(&self) -> Option<Card> {
        self.card_of(self.winner())
    }

    /// The penalty points of the cards.
    #[inline]
    pub fn penalty(&self) -> u32 {
        self.cards().iter().map(|card| card.penalty()).sum()
    }

    /// Whether one of the cards is a calf.
    #[inline]
    pub fn has_calf(&self) -> bool {
        self.cards().iter().any(|card| card.is_calf())
    }

    /// The cards as a set.
    #[inline]
    pub fn card_set(&self) -> CardSet {
        self.cards().iter().copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trick(leader: usize, cards: &[u8]) -> Trick {
        let card = |&number| Card::new(number).unwrap();
        cards.iter().map(card).fold(Trick::led_by(Seat::new(leader)), Trick::with)
    }

    #[test]
    fn the_highest_card_of_the_led_suit_wins() {
        for (leader, cards, winner, points) in [
            (0, &[24, 26, 49, 25][..], 1, 0),
            (2, &[10, 47, 39, 38], 2, 9),
            (3, &[30, 19, 39, 31], 1, 3),
            (1, &[45, 46], 2, 0),
            (1, &[45, 30], 1, 1),
            (1, &[], 1, 0),
        ] {
            let trick = trick(leader, cards);
            assert_eq!((trick.winner().index(), trick.penalty()), (winner, points), "{cards:?}");
        }
    }

    #[test]
    fn seats_play_in_turn_from_the_leader() {
        let trick = trick(3, &[24, 26]);
        let seat = Seat::new;
        assert_eq!(
            (trick.to_move(), trick.card_of(seat(3)), trick.card_of(seat(0))),
            (Some(seat(1)), Card::new(24), Card::new(26))
        );
        assert_eq!((trick.card_of(seat(1)), trick.card_of(seat(2))), (None, None));
        assert_eq!(trick.plays().map(|(seat, _)| seat.index()).collect::<Vec<_>>(), [3, 0]);
        assert_eq!(
            (trick.led_suit().map(Suit::digit), trick.winning_card()),
            (Some(2), Card::new(26))
        );
        let full = trick.with(Card::from_index(0)).with(Card::from_index(1));
        assert!(full.is_complete() && full.to_move().is_none());
        assert_eq!(full.with(Card::from_index(2)), full);
        assert_eq!(full.card_set().len(), 4);
    }
}
