//! The cards of a game in the order of play, each with the public state before it.

use super::{Card, CardSet, Suit, Trick};
use crate::play::Seat;

/// A card that was played, with the public state just before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedCard {
    /// The number of the round, from 0.
    pub round: usize,
    /// The seat that played it.
    pub seat: Seat,
    /// The card.
    pub card: Card,
    /// The round's cards before this one.
    pub trick_before: Trick,
    /// Whether a calf was played in an earlier round, so that calves could be led.
    pub calves_broken: bool,
}

impl PlayedCard {
    /// The suit that had to be followed, or `None` if this card was led.
    #[inline]
    pub fn led_suit(&self) -> Option<Suit> {
        self.trick_before.led_suit()
    }

    /// The cards that the seat cannot have held by the rules. If it did not follow suit, these are
    /// all cards of that suit; if it led a calf before calves were broken, all but calves.
    #[inline]
    pub fn excluded_cards(&self) -> CardSet {
        match self.led_suit() {
            Some(suit) if suit != self.card.suit() => CardSet::of_suit(suit),
            None if self.card.is_calf() && !self.calves_broken => CardSet::ALL - CardSet::CALVES,
            _ => CardSet::NONE,
        }
    }
}

/// Returns the cards of the rounds in `history` and of the current `trick`, in the order of play.
pub fn played_cards<'a>(
    history: &'a [Trick],
    trick: &'a Trick,
) -> impl Iterator<Item = PlayedCard> + 'a {
    let mut calves_broken = false;
    history.iter().chain([trick]).enumerate().flat_map(move |(round, trick)| {
        let broken_before = calves_broken;
        calves_broken |= trick.has_calf();
        let mut trick_before = Trick::led_by(trick.leader());
        trick.plays().map(move |(seat, card)| {
            let played =
                PlayedCard { round, seat, card, trick_before, calves_broken: broken_before };
            trick_before = trick_before.with(card);
            played
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intensity::test_hands::trick;

    #[test]
    fn cards_are_listed_with_the_state_before_them() {
        let (history, open) = ([trick(0, "10 13 36 14")], trick(3, "37 38"));
        let played: Vec<_> = played_cards(&history, &open).collect();
        assert_eq!(played.len(), 6);
        let third = played[2];
        assert_eq!((third.round, third.seat, third.card.number()), (0, Seat::new(2), 36));
        assert_eq!((third.trick_before, third.calves_broken), (trick(0, "10 13"), false));
        assert_eq!(
            (played[4].round, played[4].calves_broken, played[4].led_suit()),
            (1, true, None)
        );
    }

    #[test]
    fn not_following_and_leading_a_calf_early_exclude_cards() {
        let excluded = |trick: &Trick| {
            played_cards(&[], trick).map(|played| played.excluded_cards()).collect::<Vec<_>>()
        };
        let void = trick(0, "10 29");
        assert_eq!(excluded(&void), [CardSet::NONE, CardSet::of_suit(Suit::ALL[0])]);
        assert_eq!(excluded(&trick(0, "31")), [CardSet::ALL - CardSet::CALVES]);
    }
}
