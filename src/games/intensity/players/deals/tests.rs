use std::collections::HashMap;

use super::*;
use crate::{
    games::intensity::rules::Card,
    play::{Seat, random},
};

fn cards(text: &str) -> CardSet {
    text.parse().unwrap()
}

/// What seat 0 knows when it holds no card, the others may hold these, and have so many.
fn known(may: [&str; OTHERS], counts: [usize; OTHERS]) -> Knowledge {
    let [one, two, three] = may.map(cards);
    Knowledge {
        seat: Seat::new(0),
        hand: CardSet::NONE,
        out: one | two | three,
        may: [CardSet::NONE, one, two, three],
        has: [CardSet::NONE; SEATS],
        counts: [0, counts[0], counts[1], counts[2]],
    }
}

/// All deals that agree with it, found by trying each seat for each card.
fn all(known: &Knowledge) -> Vec<[CardSet; SEATS]> {
    fn deal(
        known: &Knowledge,
        left: &[Card],
        hands: [CardSet; SEATS],
        found: &mut Vec<[CardSet; SEATS]>,
    ) {
        let Some((&card, left)) = left.split_first() else { return found.push(hands) };
        for seat in known.others() {
            if known.may[seat].contains(card) && hands[seat].len() < known.counts[seat] {
                let mut hands = hands;
                hands[seat] = hands[seat].with(card);
                deal(known, left, hands, found);
            }
        }
    }
    let mut found = Vec::new();
    deal(known, &known.out.iter().collect::<Vec<_>>(), [CardSet::NONE; SEATS], &mut found);
    found
}

#[test]
fn every_deal_comes_equally_often_and_no_other() {
    for (may, counts) in [
        (["10 11 12 13", "10 11 12 13", "10 11 12 13"], [1, 1, 2]),
        (["10 11 12 13 20", "12 13 20 21 22", "20 21 22 23 10"], [2, 3, 3]),
        (["10 11 12 20 21", "10 11 12 30 31", "20 21 30 31"], [3, 2, 2]),
        (["10", "11 12 13 14", "13 14 15 16"], [1, 3, 3]),
        (["10 11 12 13 14 15 16 17", "16 17", "14 15 16 17"], [5, 1, 2]),
    ] {
        let known = known(may, counts);
        let wanted = all(&known);
        let deals = Deals::of(&known).unwrap();
        assert_eq!(deals.count(), wanted.len() as u64, "{may:?}");
        let mut rng = random::rng(1, &[]);
        let mut times: HashMap<_, u32> = HashMap::new();
        for _ in 0..400 * wanted.len() {
            *times.entry(deals.draw(&mut rng)).or_default() += 1;
        }
        assert_eq!(times.len(), wanted.len(), "{may:?}");
        // Six standard deviations of 20 around the 400 that are expected.
        for hands in &wanted {
            assert!(times[hands].abs_diff(400) < 120, "{hands:?}: {}", times[hands]);
        }
    }
}

#[test]
fn thirty_unknown_cards_can_be_dealt_in_so_many_ways() {
    let hand = CardSet::of(crate::games::intensity::rules::Suit::ALL[0]);
    let deals = Deals::of(&Knowledge::of_hand(Seat::new(2), hand)).unwrap();
    assert_eq!(deals.count(), 5_550_996_791_340); // 30! / 10!^3
    let hands = deals.draw(&mut random::rng(1, &[]));
    assert_eq!((hands[2], hands.map(CardSet::len)), (hand, [10; SEATS]));
}

#[test]
fn where_nothing_agrees_there_is_no_deal() {
    for (may, counts) in [
        // too many cards for one seat, for all, too few, and a card that nobody may hold
        (["10 11 12", "13", "14"], [2, 1, 2]),
        (["10 11 12", "10 11 12", "10 11 12"], [1, 1, 0]),
        (["10 11", "10 11", "10 11"], [1, 1, 1]),
    ] {
        assert!(Deals::of(&known(may, counts)).is_none(), "{may:?}");
    }
    let mut nobodys = known(["10", "11", "12"], [1, 1, 1]);
    nobodys.may[3] = CardSet::NONE;
    assert!(Deals::of(&nobodys).is_none());
}
