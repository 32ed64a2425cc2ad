//! How likely a deal is, by what the others have passed.
//!
//! A seat sees the three cards that it gave to its left and the three that it got from its right.
//! In a deal the others' hands are known; which three cards of them were passed is guessed: those
//! that the giver would have liked least among what it kept.

use super::{
    super::{super::judge::Danger, playout},
    choice::share,
};
use crate::{
    games::intensity::rules::{
        Card, CardSet, IntensityObservation, PASSED, SEATS, Trick, left, right,
    },
    play::Seat,
};

/// Cards that were kept by a seat although they look more dangerous than those that it passed, by
/// so many penalty points, are a sixteenth as likely.
const TOLERANCE: f32 = 0.25;
/// How often cards are passed for no reason that we know.
const WHIM: f32 = 0.1;

/// What a seat knows of the passing.
#[derive(Clone, Copy, Debug)]
pub struct Passes {
    seat: Seat,
    given: CardSet,
    got: CardSet,
    /// What each seat has played since.
    played: [CardSet; SEATS],
}

impl Passes {
    /// What `seat` knows; nothing if the cards that it gave or got are not told.
    pub fn of(seat: Seat, seen: &IntensityObservation) -> Option<Self> {
        let mut played = [CardSet::NONE; SEATS];
        for (seat, card) in seen.history.iter().chain([&seen.trick]).flat_map(Trick::plays) {
            played[seat.index()] = played[seat.index()].with(card);
        }
        Some(Self { seat, given: seen.passed[seat.index()]?, got: seen.received(seat)?, played })
    }

    /// What each seat has passed if they hold these hands now (a guess where it is not known), and
    /// how likely it is that it has.
    pub fn guess(&self, hands: &[CardSet; SEATS]) -> ([CardSet; SEATS], f32) {
        let after: [CardSet; SEATS] = std::array::from_fn(|seat| hands[seat] | self.played[seat]);
        let [next, opposite, last] =
            [left(self.seat), left(left(self.seat)), right(self.seat)].map(Seat::index);
        let mut passed = [CardSet::NONE; SEATS];
        passed[self.seat.index()] = self.given;
        passed[last] = self.got;
        let kept_by_next = after[next] - self.given;
        passed[next] = most_dangerous(kept_by_next, after[opposite]);
        let kept_by_opposite = after[opposite] - passed[next];
        passed[opposite] = most_dangerous(kept_by_opposite, after[last]);
        let kept_by_last = after[last] - passed[opposite];
        let likelihood = likelihood(kept_by_next, passed[next])
            * likelihood(kept_by_opposite, passed[opposite])
            * likelihood(kept_by_last, self.got);
        (passed, likelihood)
    }
}

/// How dangerous the cards of the suit of `card` are after passing.
fn danger(kept: CardSet, card: Card) -> f32 {
    playout::pass_danger().danger(kept, CardSet::ALL - kept, card.suit())
}

/// How much more dangerous a hand is with one card more.
fn added(kept: CardSet, card: Card) -> f32 {
    danger(kept.with(card), card) - danger(kept, card)
}

/// The three of these cards that would be most dangerous for who kept those.
fn most_dangerous(kept: CardSet, from: CardSet) -> CardSet {
    let mut worst = [(f32::NEG_INFINITY, None); PASSED];
    for card in from.iter() {
        let mut next = (added(kept, card), Some(card));
        for place in &mut worst {
            if next.0 > place.0 {
                std::mem::swap(place, &mut next);
            }
        }
    }
    worst.iter().filter_map(|&(_, card)| card).collect()
}

/// How likely these are passed and those kept: less likely if to pass a kept card for a passed one
/// would have left a less dangerous hand.
fn likelihood(kept: CardSet, passed: CardSet) -> f32 {
    let mut least = 0.0_f32;
    for one in kept.iter() {
        let without = kept.without(one);
        let less = danger(kept, one) - danger(without, one);
        for other in passed.iter() {
            let more =
                if other.suit() == one.suit() { added(without, other) } else { added(kept, other) };
            least = least.min(more - less);
        }
    }
    (1.0 - WHIM) * share(-least, TOLERANCE) + WHIM
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> CardSet {
        text.parse().unwrap()
    }

    #[test]
    fn what_the_counter_passes_is_likelier_than_anything_else() {
        use crate::{
            games::intensity::{
                players::counter,
                rules::{Deal, threes},
            },
            play::random,
        };
        for seed in 0..50 {
            let hand = Deal::shuffled(&mut random::rng(seed, &[])).hands()[0];
            let best = counter::pass(hand, &playout::pass_danger()).unwrap();
            assert!((likelihood(hand - best, best) - 1.0).abs() < 1e-3, "{hand}");
            let all: f32 = threes(hand).map(|passed| likelihood(hand - passed, passed)).sum();
            assert!(all < 40.0, "{hand}: {all} of 120");
        }
    }

    #[test]
    fn the_dangerous_cards_are_thought_to_be_passed() {
        assert_eq!(
            most_dangerous(cards("10 11 12 20 21 30 31"), cards("13 22 23 32 39 40 47 48 49 41"))
                .len(),
            PASSED
        );
        let passed =
            most_dangerous(cards("10 11 20 21 22 30 31"), cards("12 13 14 23 32 38 39 40 41 49"));
        assert!(cards("38 39 49").contains_all(passed), "{passed}");
    }
}
