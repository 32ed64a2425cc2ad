use std::collections::HashMap;

use super::*;
use crate::{
    intensity::{
        model::{Card, Suit},
        players::test_hands::cards,
    },
    play::{Seat, random},
};

/// The knowledge of seat 0 when it holds no card and the other seats may hold these cards and have
/// these numbers of cards.
fn knowledge(possible: [&str; OTHERS], counts: [usize; OTHERS]) -> SeatKnowledge {
    let [one, two, three] = possible.map(cards);
    SeatKnowledge {
        seat: Seat::new(0),
        hand: CardSet::NONE,
        unseen: one | two | three,
        possible: [CardSet::NONE, one, two, three],
        certain: [CardSet::NONE; SEATS],
        counts: [0, counts[0], counts[1], counts[2]],
    }
}

/// All deals that agree with the knowledge, found by trying each seat for each card.
fn all_deals(knowledge: &SeatKnowledge) -> Vec<[CardSet; SEATS]> {
    fn deal(
        knowledge: &SeatKnowledge,
        left: &[Card],
        hands: [CardSet; SEATS],
        found: &mut Vec<[CardSet; SEATS]>,
    ) {
        let Some((&card, left)) = left.split_first() else { return found.push(hands) };
        for seat in knowledge.other_seats() {
            let has_room = hands[seat].len() < knowledge.counts[seat];
            if knowledge.possible[seat].contains(card) && has_room {
                let mut hands = hands;
                hands[seat] = hands[seat].with(card);
                deal(knowledge, left, hands, found);
            }
        }
    }
    let mut found = Vec::new();
    let unseen: Vec<_> = knowledge.unseen.iter().collect();
    deal(knowledge, &unseen, [CardSet::NONE; SEATS], &mut found);
    found
}

#[test]
fn exactly_the_consistent_deals_are_drawn_equally_often() {
    for (possible, counts) in [
        (["10 11 12 13", "10 11 12 13", "10 11 12 13"], [1, 1, 2]),
        (["10 11 12 13 20", "12 13 20 21 22", "20 21 22 23 10"], [2, 3, 3]),
        (["10 11 12 20 21", "10 11 12 30 31", "20 21 30 31"], [3, 2, 2]),
        (["10", "11 12 13 14", "13 14 15 16"], [1, 3, 3]),
        (["10 11 12 13 14 15 16 17", "16 17", "14 15 16 17"], [5, 1, 2]),
    ] {
        let knowledge = knowledge(possible, counts);
        let expected = all_deals(&knowledge);
        let sampler = DealSampler::new(&knowledge).unwrap();
        assert_eq!(sampler.count(), expected.len() as u64, "{possible:?}");
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
    assert_eq!(sampler.count(), 5_550_996_791_340); // 30! / 10!^3
    let hands = sampler.sample(&mut random::rng(1, &[]));
    assert_eq!((hands[2], hands.map(CardSet::len)), (hand, [10; SEATS]));
}

#[test]
fn inconsistent_knowledge_has_no_sampler() {
    for (possible, counts) in [
        // Too few possible cards for a seat, too many cards for all seats, too few cards.
        (["10 11 12", "13", "14"], [2, 1, 2]),
        (["10 11 12", "10 11 12", "10 11 12"], [1, 1, 0]),
        (["10 11", "10 11", "10 11"], [1, 1, 1]),
    ] {
        assert!(DealSampler::new(&knowledge(possible, counts)).is_none(), "{possible:?}");
    }
    // No seat may hold the 12.
    let mut unplaced = knowledge(["10", "11", "12"], [1, 1, 1]);
    unplaced.possible[3] = CardSet::NONE;
    assert!(DealSampler::new(&unplaced).is_none());
}
