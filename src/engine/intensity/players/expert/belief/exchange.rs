//! A step of the random walk through deals ([`DealBelief`](super::DealBelief)): the exchange of
//! cards that leads to a neighbouring deal.

use rand::{RngExt, seq::IteratorRandom};

use crate::{
    intensity::{
        model::{CardSet, SEATS},
        players::seat_knowledge::SeatKnowledge,
    },
    play::Rng,
};

/// One exchange in this many involves three seats.
const THREE_SEAT_EXCHANGE_ONE_IN: u32 = 4;

/// Proposes a neighbour of a deal: two seats swap a card each or, sometimes, three seats each give
/// one to the next. Returns `None` if the knowledge excludes the result. Each exchange is as
/// probable as its reverse.
pub fn exchange(
    knowledge: &SeatKnowledge,
    hands: &[CardSet; SEATS],
    rng: &mut Rng,
) -> Option<[CardSet; SEATS]> {
    let mut seats = knowledge.other_seats();
    // Shuffle them.
    seats.swap(2, rng.random_range(0..3));
    seats.swap(1, rng.random_range(0..2));
    let involved =
        if rng.random_range(0..THREE_SEAT_EXCHANGE_ONE_IN) == 0 { &seats[..] } else { &seats[..2] };
    let mut cards = [None; SEATS - 1];
    for (place, &seat) in cards.iter_mut().zip(involved) {
        let exchangeable = hands[seat] - knowledge.certain[seat];
        *place = Some(exchangeable.iter().choose(rng)?);
    }
    let mut next = *hands;
    for (index, &giver) in involved.iter().enumerate() {
        let receiver = involved[(index + 1) % involved.len()];
        let card = cards[index]?;
        if !knowledge.possible[receiver].contains(card) {
            return None;
        }
        next[giver] = next[giver].without(card);
        next[receiver] = next[receiver].with(card);
    }
    Some(next)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        intensity::{model::Deal, players::deal_sampler::DealSampler},
        play::{Seat, random},
    };

    #[test]
    fn exchanges_lead_to_all_possible_deals_and_to_no_others() {
        let mut rng = random::rng(1, &[]);
        let hands = Deal::shuffled(&mut rng).hands().map(|hand| hand.iter().skip(8).collect());
        let mut knowledge = SeatKnowledge::before_pass(Seat::new(2), hands[2]);
        knowledge.unseen = hands[0] | hands[1] | hands[3];
        knowledge.hand_sizes = hands.map(CardSet::len);
        knowledge.possible = [knowledge.unseen; SEATS];
        let kept = CardSet::one(hands[1].lowest().unwrap());
        let barred = CardSet::one(hands[3].lowest().unwrap());
        knowledge.certain[1] = kept;
        for other in [0, 3] {
            knowledge.possible[other] = knowledge.possible[other] - kept;
        }
        knowledge.possible[0] = knowledge.possible[0] - barred;
        let deals = DealSampler::new(&knowledge).unwrap().deal_count();
        let mut visited = std::collections::HashSet::new();
        let mut deal = hands;
        for _ in 0..5_000 {
            if let Some(next) = exchange(&knowledge, &deal, &mut rng) {
                deal = next;
            }
            assert_eq!((deal[2], deal.map(CardSet::len)), (hands[2], knowledge.hand_sizes));
            assert!(
                (0..SEATS)
                    .all(|seat| deal[seat].contains_all(knowledge.certain[seat]) || seat == 2)
            );
            assert!(
                [0, 1, 3].iter().all(|&seat| knowledge.possible[seat].contains_all(deal[seat]))
            );
            visited.insert(deal);
        }
        assert_eq!(visited.len() as u64, deals);
    }
}
