//! The `careful` player, which follows rules of thumb and forgets earlier rounds.

use crate::{
    intensity::{
        Intensity,
        model::{Card, CardSet, IntensityAction, IntensityObservation, PASS_SIZE, SEATS, Trick},
    },
    play::{Player, PlayerError, Seat, ThinkContext},
};

/// Ducks if it can, discards its most dangerous cards if it can't follow suit, and takes free
/// rounds with its highest cards.
#[derive(Clone, Copy, Debug)]
pub struct CarefulPlayer;

impl Player<Intensity> for CarefulPlayer {
    fn choose(
        &mut self,
        seat: Seat,
        observation: &IntensityObservation,
        _: &ThinkContext,
    ) -> Result<IntensityAction, PlayerError> {
        let hand = observation.known_hand(seat);
        Ok(if observation.is_passing {
            IntensityAction::Pass(cards_to_pass(hand))
        } else {
            let card = card_to_play(hand, observation.playable(seat), &observation.trick);
            IntensityAction::Play(card.ok_or_else(PlayerError::no_action)?)
        })
    }
}

/// Picks the three most dangerous cards of the hand, one after the other.
pub fn cards_to_pass(hand: CardSet) -> CardSet {
    let mut passed = CardSet::NONE;
    for _ in 0..PASS_SIZE {
        let rest = hand - passed;
        if let Some(worst) = rest.iter().max_by_key(|&card| (danger_in_hand(rest, card), card)) {
            passed = passed.with(worst);
        }
    }
    passed
}

/// Rates the danger of a card at the start: its rank, plus surcharges for calves and for short
/// suits, minus a discount for lower cards of its suit, which can be played first. For the buffalo
/// and the two cards above it, only the number of cards below the buffalo counts.
fn danger_in_hand(hand: CardSet, card: Card) -> i32 {
    let suit = hand.in_suit(card.suit());
    if card == Card::BUFFALO {
        return 26 - 5 * count(suit.below(card));
    }
    if is_above_buffalo(card) {
        return 20 - 3 * count(suit.below(Card::BUFFALO));
    }
    let guards = count(suit.below(card));
    let shortness = 4 - count(suit).min(4);
    rank(card) + shortness + if card.is_calf() { 3 } else { 0 } - guards.min(2)
}

fn is_above_buffalo(card: Card) -> bool {
    card.suit() == Card::BUFFALO.suit() && card > Card::BUFFALO
}

/// Returns the card to play, or `None` if none is playable.
pub fn card_to_play(hand: CardSet, playable: CardSet, trick: &Trick) -> Option<Card> {
    let Some(winning) = trick.winning_card() else { return card_to_lead(hand, playable) };
    if playable.in_suit(winning.suit()).is_empty() {
        return card_to_discard(hand, playable);
    }
    let under = playable.below(winning);
    let is_last = trick.cards().len() == SEATS - 1;
    let over = playable.without(Card::BUFFALO).above(winning);
    if under.contains(Card::BUFFALO) {
        return Some(Card::BUFFALO);
    }
    if is_last && trick.penalty() == 0 && !winning.is_calf() && !over.is_empty() {
        return over.highest();
    }
    if !under.is_empty() {
        return under.highest();
    }
    // The last seat takes the round with its highest card; an earlier one may still be beaten.
    let card = if is_last { over.highest() } else { over.lowest() };
    card.or(playable.lowest())
}

/// Picks the lowest rank, then the shortest suit. Avoids the buffalo's suit with the buffalo or a
/// higher card in the hand.
fn card_to_lead(hand: CardSet, playable: CardSet) -> Option<Card> {
    let risky_suit = Card::BUFFALO.suit();
    let is_suit_risky = hand.in_suit(risky_suit).highest() >= Some(Card::BUFFALO);
    let cost = |card: &Card| {
        let is_risky = is_suit_risky && card.suit() == risky_suit;
        (rank(*card) + if is_risky { 6 } else { 0 }, count(hand.in_suit(card.suit())), *card)
    };
    playable.iter().min_by_key(cost)
}

/// Picks the buffalo, else a card above it in its suit, else high ranks, preferring calves and
/// short suits.
fn card_to_discard(hand: CardSet, playable: CardSet) -> Option<Card> {
    let gain = |card: Card| match card {
        Card::BUFFALO => 100,
        _ if is_above_buffalo(card) => 50,
        _ => 4 * rank(card) + if card.is_calf() { 6 } else { 0 } - count(hand.in_suit(card.suit())),
    };
    playable.iter().max_by_key(|&card| (gain(card), card))
}

fn rank(card: Card) -> i32 {
    card.rank().into()
}

fn count(cards: CardSet) -> i32 {
    i32::try_from(cards.len()).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intensity::test_hands::{cards, turn};

    /// The card played from `hand` after the cards of `round`.
    fn played(hand: &str, round: &str) -> String {
        let (hand, playable, trick) = turn(hand, round);
        card_to_play(hand, playable, &trick).unwrap().to_string()
    }

    #[test]
    fn cards_are_played_by_the_rules_of_thumb() {
        for (hand, round, card) in [
            // Leads low cards of short suits, and no 4 with the buffalo in the hand.
            ("14 22 25 31 48", "", "22"),
            ("12 22 25 44 48", "", "12"),
            ("16 26 27 44 46", "", "44"),
            ("16 17 26 41 47", "", "26"),
            // Ducks; else beats the card narrowly, or with the highest card when playing last.
            ("10 13 16 19", "17 12", "16"),
            ("16 19 30", "11", "16"),
            ("12 16 19 30", "11 13 14", "19"),
            ("12 16 19 30", "11 30 14", "12"),
            ("16 19 30", "11 30 14", "19"),
            // Plays the buffalo under a higher 4, and over a lower one only if it must.
            ("41 47 49", "40 48", "47"),
            ("42 47", "40 41 43", "42"),
            ("46 47", "40 41 43", "46"),
            // Discards when it can't follow suit.
            ("10 29 39 47", "40 41", "47"),
            ("10 29 39 49", "20", "29"),
            ("10 39 48 49", "20", "49"),
            ("10 19 39", "20", "39"),
        ] {
            assert_eq!(played(hand, round), card, "{hand} after {round}");
        }
    }

    #[test]
    fn dangerous_cards_are_passed() {
        for (hand, passed) in [
            ("10 11 20 21 30 31 32 47 48 49", "47 48 49"),
            ("10 19 29 38 39 40 41 42 43 47", "29 38 39"),
            ("10 11 20 21 30 31 32 33 46 48", "33 46 48"),
        ] {
            assert_eq!(cards_to_pass(cards(hand)).to_string(), passed, "{hand}");
        }
    }
}
