//! The deals that are consistent with a seat's knowledge, sampled uniformly or enumerated.

use rand::RngExt;

use super::seat_knowledge::SeatKnowledge;
use crate::{
    intensity::model::{Card, CardSet, SEATS},
    play::Rng,
};

/// The number of seats with hidden cards.
const OTHERS: usize = SEATS - 1;

/// Samples determinizations: deals of the hidden cards that are consistent with a seat's knowledge,
/// all equally likely.
///
/// Cards with the same possible holders form a class. The shape of a deal is the number of cards of
/// each class that go to each seat. The sampler draws a shape in proportion to its number of deals,
/// then the cards of each class uniformly, so it rejects no sample.
#[derive(Clone, Debug)]
pub struct DealSampler {
    knowledge: SeatKnowledge,
    other_seats: [usize; OTHERS],
    /// The hidden cards by the set of their possible holders (one bit per other seat).
    classes: [CardSet; 1 << OTHERS],
    /// The possible shapes, each with the cumulative number of deals. Never empty.
    shapes: Vec<(DealShape, u64)>,
}

/// The division of the cards that have several possible holders. The other seats count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct DealShape {
    /// Of the cards for seats 0 and 1, the number that seat 0 gets.
    seat0_of_01: usize,
    /// Of the cards for seats 0 and 2, the number that seat 0 gets.
    seat0_of_02: usize,
    /// Of the cards for seats 1 and 2, the number that seat 1 gets.
    seat1_of_12: usize,
    /// Of the cards for all three seats, the numbers that seats 0 and 1 get.
    of_all: [usize; 2],
}

impl DealSampler {
    /// Creates a sampler, or returns `None` if no deal is consistent with the knowledge.
    pub fn new(knowledge: &SeatKnowledge) -> Option<Self> {
        let other_seats = knowledge.other_seats();
        let mut classes = [CardSet::NONE; 1 << OTHERS];
        for card in knowledge.unseen.iter() {
            let holders =
                (0..OTHERS).filter(|&other| knowledge.possible[other_seats[other]].contains(card));
            let class = holders.fold(0, |class, other| class | 1 << other);
            classes[class] = classes[class].with(card);
        }
        let mut sampler = Self { knowledge: *knowledge, other_seats, classes, shapes: Vec::new() };
        let hidden: usize = other_seats.iter().map(|&seat| knowledge.hand_sizes[seat]).sum();
        if classes[0].is_empty() && knowledge.unseen.len() == hidden {
            sampler.find_shapes();
        }
        (!sampler.shapes.is_empty()).then_some(sampler)
    }

    /// The number of consistent deals.
    pub fn deal_count(&self) -> u64 {
        self.shapes.last().map_or(0, |&(_, cumulative)| cumulative)
    }

    fn find_shapes(&mut self) {
        let [_, _, _, both01, _, both02, both12, all] = self.classes.map(CardSet::len);
        let alone = |other: usize| self.classes[1 << other].len();
        let free = |other: usize| {
            self.knowledge.hand_sizes[self.other_seats[other]].checked_sub(alone(other))
        };
        let [Some(free0), Some(free1), Some(free2)] = [0, 1, 2].map(free) else { return };
        let mut cumulative = 0;
        for seat0_of_01 in 0..=both01.min(free0) {
            for seat0_of_02 in 0..=both02.min(free0 - seat0_of_01) {
                for seat1_of_12 in 0..=both12 {
                    // The cards for all three seats fill the hands.
                    let seat0 = free0 - seat0_of_01 - seat0_of_02;
                    let Some(seat1) = free1.checked_sub(both01 - seat0_of_01 + seat1_of_12) else {
                        continue;
                    };
                    let Some(seat2) = all.checked_sub(seat0 + seat1) else { continue };
                    if (both02 - seat0_of_02) + (both12 - seat1_of_12) + seat2 != free2 {
                        continue;
                    }
                    cumulative += binomial(both01, seat0_of_01)
                        * binomial(both02, seat0_of_02)
                        * binomial(both12, seat1_of_12)
                        * binomial(all, seat0)
                        * binomial(all - seat0, seat1);
                    let of_all = [seat0, seat1];
                    let shape = DealShape { seat0_of_01, seat0_of_02, seat1_of_12, of_all };
                    self.shapes.push((shape, cumulative));
                }
            }
        }
    }

    /// Draws a deal and returns its four hands, including the seat's own.
    pub fn sample(&self, rng: &mut Rng) -> [CardSet; SEATS] {
        let number = rng.random_range(0..self.deal_count());
        let index = self.shapes.partition_point(|&(_, cumulative)| cumulative <= number);
        let mut hands = [CardSet::NONE; SEATS];
        hands[self.knowledge.seat.index()] = self.knowledge.hand;
        let [_, only0, only1, both01, only2, both02, both12, all] = self.classes;
        let (shape, _) = self.shapes[index];
        let (first01, second01) = split(both01, shape.seat0_of_01, rng);
        let (first02, third02) = split(both02, shape.seat0_of_02, rng);
        let (second12, third12) = split(both12, shape.seat1_of_12, rng);
        let (first, rest) = split(all, shape.of_all[0], rng);
        let (second, third) = split(rest, shape.of_all[1], rng);
        hands[self.other_seats[0]] = only0 | first01 | first02 | first;
        hands[self.other_seats[1]] = only1 | second01 | second12 | second;
        hands[self.other_seats[2]] = only2 | third02 | third12 | third;
        hands
    }
}

/// Enumerates all consistent deals, each as its four hands.
pub(super) fn consistent_deals(knowledge: &SeatKnowledge) -> Vec<[CardSet; SEATS]> {
    let mut hands = [CardSet::NONE; SEATS];
    hands[knowledge.seat.index()] = knowledge.hand;
    let cards: Vec<_> = knowledge.unseen.iter().collect();
    let mut deals = Vec::new();
    extend_deals(knowledge, &cards, hands, &mut deals);
    deals
}

/// Deals the remaining cards to partial hands in all consistent ways.
fn extend_deals(
    knowledge: &SeatKnowledge,
    remaining: &[Card],
    hands: [CardSet; SEATS],
    deals: &mut Vec<[CardSet; SEATS]>,
) {
    let Some((&card, rest)) = remaining.split_first() else {
        deals.push(hands);
        return;
    };
    for seat in knowledge.other_seats() {
        let has_room = hands[seat].len() < knowledge.hand_sizes[seat];
        if has_room && knowledge.possible[seat].contains(card) {
            let mut hands = hands;
            hands[seat] = hands[seat].with(card);
            extend_deals(knowledge, rest, hands, deals);
        }
    }
}

/// Splits off `count` random cards by selection sampling (Knuth's algorithm S).
fn split(cards: CardSet, count: usize, rng: &mut Rng) -> (CardSet, CardSet) {
    let mut selected = CardSet::NONE;
    let mut remaining = cards.len();
    for card in cards.iter() {
        let missing = count - selected.len();
        if missing == 0 {
            break;
        }
        if missing == remaining || rng.random_range(0..remaining) < missing {
            selected = selected.with(card);
        }
        remaining -= 1;
    }
    (selected, cards - selected)
}

/// Returns the number of ways to choose `k` of `n` cards, for `n` up to 30.
fn binomial(n: usize, k: usize) -> u64 {
    (0..k).fold(1, |ways, i| ways * (n - i) as u64 / (i + 1) as u64)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::{
        intensity::{model::Suit, test_hands::cards},
        play::{Seat, random},
    };

    /// The knowledge of seat 0 when it holds no card and the other seats may hold these cards and
    /// have these numbers of cards.
    fn knowledge(possible: [&str; OTHERS], hand_sizes: [usize; OTHERS]) -> SeatKnowledge {
        let [one, two, three] = possible.map(cards);
        SeatKnowledge {
            seat: Seat::new(0),
            hand: CardSet::NONE,
            unseen: one | two | three,
            possible: [CardSet::NONE, one, two, three],
            certain: [CardSet::NONE; SEATS],
            hand_sizes: [0, hand_sizes[0], hand_sizes[1], hand_sizes[2]],
        }
    }

    #[test]
    fn exactly_the_consistent_deals_are_drawn_equally_often() {
        for (possible, hand_sizes) in [
            (["10 11 12 13", "10 11 12 13", "10 11 12 13"], [1, 1, 2]),
            (["10 11 12 13 20", "12 13 20 21 22", "20 21 22 23 10"], [2, 3, 3]),
            (["10 11 12 20 21", "10 11 12 30 31", "20 21 30 31"], [3, 2, 2]),
            (["10", "11 12 13 14", "13 14 15 16"], [1, 3, 3]),
            (["10 11 12 13 14 15 16 17", "16 17", "14 15 16 17"], [5, 1, 2]),
        ] {
            let knowledge = knowledge(possible, hand_sizes);
            let expected = consistent_deals(&knowledge);
            let sampler = DealSampler::new(&knowledge).unwrap();
            assert_eq!(sampler.deal_count(), expected.len() as u64, "{possible:?}");
            let mut rng = random::rng(1, &[]);
            let mut times: HashMap<_, u32> = HashMap::new();
            for _ in 0..400 * expected.len() {
                *times.entry(sampler.sample(&mut rng)).or_default() += 1;
            }
            assert_eq!(times.len(), expected.len(), "{possible:?}");
            // Six standard deviations of 20 around the expected 400.
            for hands in &expected {
                assert!(times[hands].abs_diff(400) < 120, "{hands:?}: {}", times[hands]);
            }
        }
    }

    #[test]
    fn thirty_unknown_cards_have_thirty_choose_ten_ten_ten_deals() {
        let hand = CardSet::of_suit(Suit::ALL[0]);
        let sampler = DealSampler::new(&SeatKnowledge::before_pass(Seat::new(2), hand)).unwrap();
        assert_eq!(sampler.deal_count(), 5_550_996_791_340); // 30! / 10!^3
        let hands = sampler.sample(&mut random::rng(1, &[]));
        assert_eq!((hands[2], hands.map(CardSet::len)), (hand, [10; SEATS]));
    }

    #[test]
    fn inconsistent_knowledge_has_no_sampler() {
        for (possible, hand_sizes) in [
            // Too few possible cards for a seat, too many cards for all seats, too few cards.
            (["10 11 12", "13", "14"], [2, 1, 2]),
            (["10 11 12", "10 11 12", "10 11 12"], [1, 1, 0]),
            (["10 11", "10 11", "10 11"], [1, 1, 1]),
        ] {
            assert!(DealSampler::new(&knowledge(possible, hand_sizes)).is_none(), "{possible:?}");
        }
        // No seat may hold the 12.
        let mut unplaced = knowledge(["10", "11", "12"], [1, 1, 1]);
        unplaced.possible[3] = CardSet::NONE;
        assert!(DealSampler::new(&unplaced).is_none());
    }
}
