//! `careful`: sound rules, and no memory beyond the round that is being played.

use super::no_choice;
use crate::{
    games::intensity::{
        Intensity,
        rules::{Card, CardSet, IntensityAction, IntensityObservation, PASSED, Suit, Trick},
    },
    play::{Advice, Player, PlayerError, Seat, ThinkContext},
};

/// Plays under where it can, gets rid of what is dangerous where it can't follow, and takes rounds
/// that cost nothing with its highest cards.
#[derive(Clone, Copy, Debug)]
pub struct Careful;

impl Player<Intensity> for Careful {
    fn choose(
        &mut self,
        seat: Seat,
        seen: &IntensityObservation,
        think: &ThinkContext,
    ) -> Result<IntensityAction, PlayerError> {
        Ok(self.advise(seat, seen, think)?.action)
    }

    fn advise(
        &mut self,
        seat: Seat,
        seen: &IntensityObservation,
        _: &ThinkContext,
    ) -> Result<Advice<IntensityAction>, PlayerError> {
        let hand = seen.hands[seat.index()].unwrap_or_default();
        if seen.is_passing {
            let words = Some("these are the cards that would cost most".to_owned());
            return Ok(Advice { reason: words, ..Advice::new(IntensityAction::Pass(pass(hand))) });
        }
        let (card, words) = card(hand, seen.playable(seat), &seen.trick).ok_or_else(no_choice)?;
        Ok(Advice { reason: Some(words.to_owned()), ..Advice::new(IntensityAction::Play(card)) })
    }
}

/// The three cards to pass: what is most dangerous in the hand, card by card.
pub fn pass(hand: CardSet) -> CardSet {
    (0..PASSED).fold(CardSet::NONE, |passed, _| {
        let left = hand - passed;
        let worst = left.iter().max_by_key(|&card| (danger_held(left, card), card));
        worst.map_or(passed, |card| passed.with(card))
    })
}

/// How much a card threatens who holds it at the start: its rank, more for calves and for what the
/// buffalo falls on, less with low cards of the suit to play first.
fn danger_held(hand: CardSet, card: Card) -> i32 {
    let suit = hand.of_suit(card.suit());
    let guards = count(suit.below(card));
    let lone = 4 - count(suit).min(4);
    match card.number() {
        47 => 26 - 5 * guards,
        48 | 49 => 20 - 3 * (count(suit.below(Card::BUFFALO))),
        _ => rank(card) + lone + if card.is_calf() { 3 } else { 0 } - guards.min(2),
    }
}

/// The card to play, and why; nothing if there is none.
pub fn card(hand: CardSet, playable: CardSet, trick: &Trick) -> Option<(Card, &'static str)> {
    let Some(best) = trick.best() else {
        return Some((lead(hand, playable)?, "a low card is seldom left with a round"));
    };
    if playable.of_suit(best.suit()).is_empty() {
        return Some((shed(hand, playable)?, "it can't follow, so the most dangerous card goes"));
    }
    let under = playable.below(best);
    let is_last = trick.cards().len() == 3;
    let over = playable.without(Card::BUFFALO).above(best);
    if under.contains(Card::BUFFALO) {
        return Some((Card::BUFFALO, "somebody else must take the buffalo"));
    }
    if is_last
        && trick.penalty() == 0
        && !best.is_calf()
        && let Some(card) = over.highest()
    {
        return Some((card, "the round costs nothing, so the highest card goes"));
    }
    if let Some(card) = under.highest() {
        return Some((card, "the highest card that stays under"));
    }
    if is_last {
        return Some((
            over.highest().or(playable.lowest())?,
            "the round can't be avoided, so the highest card goes",
        ));
    }
    Some((
        over.lowest().or(playable.lowest())?,
        "the lowest card, which somebody may still go over",
    ))
}

/// The lowest rank, of a short suit; no 4 while it holds one that the buffalo falls on.
fn lead(hand: CardSet, playable: CardSet) -> Option<Card> {
    let fours = hand.of_suit(Suit::ALL[3]);
    let has_high_fours = fours.highest() >= Some(Card::BUFFALO);
    let cost = |card: &Card| {
        let four = card.suit() == Suit::ALL[3] && has_high_fours;
        (rank(*card) + if four { 6 } else { 0 }, count(hand.of_suit(card.suit())), *card)
    };
    playable.iter().min_by_key(cost)
}

/// The buffalo, then what it may fall on, then the highest rank; of equals a calf, then the
/// shortest suit.
fn shed(hand: CardSet, playable: CardSet) -> Option<Card> {
    let gain = |card: &Card| match card.number() {
        47 => 100,
        48 | 49 => 50,
        _ => {
            4 * rank(*card) + if card.is_calf() { 6 } else { 0 } - count(hand.of_suit(card.suit()))
        }
    };
    playable.iter().max_by_key(|card| (gain(card), *card))
}

/// A card's last digit: how high it is in its suit.
fn rank(card: Card) -> i32 {
    i32::from(card.number() % 10)
}

fn count(cards: CardSet) -> i32 {
    i32::try_from(cards.len()).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::intensity::rules::playable;

    fn cards(text: &str) -> CardSet {
        text.parse().unwrap()
    }

    fn played(hand: &str, round: &str) -> String {
        let round = round.split_whitespace().map(|card| card.parse().unwrap());
        let trick = round.fold(Trick::led_by(Seat::new(0)), Trick::with);
        let hand = cards(hand);
        card(hand, playable(hand, trick.suit(), false), &trick).unwrap().0.to_string()
    }

    #[test]
    fn it_plays_by_its_rules() {
        for (hand, round, card) in [
            // leads low, of a short suit, and no 4 with the buffalo in the hand
            ("14 22 25 31 48", "", "22"),
            ("12 22 25 44 48", "", "12"),
            ("16 26 27 44 46", "", "44"),
            ("16 17 26 41 47", "", "26"),
            // under, over as little as it can, over with the highest when nobody follows
            ("10 13 16 19", "17 12", "16"),
            ("16 19 30", "11", "16"),
            ("12 16 19 30", "11 13 14", "19"),
            ("12 16 19 30", "11 30 14", "12"),
            ("16 19 30", "11 30 14", "19"),
            // the buffalo: under a higher 4, never over a lower one if there is another
            ("41 47 49", "40 48", "47"),
            ("42 47", "40 41 43", "42"),
            ("46 47", "40 41 43", "46"),
            // can't follow
            ("10 29 39 47", "40 41", "47"),
            ("10 29 39 49", "20", "29"),
            ("10 39 48 49", "20", "49"),
            ("10 19 39", "20", "39"),
        ] {
            assert_eq!(played(hand, round), card, "{hand} after {round}");
        }
    }

    #[test]
    fn it_passes_what_is_dangerous() {
        for (hand, passed) in [
            ("10 11 20 21 30 31 32 47 48 49", "47 48 49"),
            ("10 19 29 38 39 40 41 42 43 47", "29 38 39"),
            ("10 11 20 21 30 31 32 33 46 48", "33 46 48"),
        ] {
            assert_eq!(pass(cards(hand)).to_string(), passed, "{hand}");
        }
    }
}
