//! The danger of a hand: the points that its cards may cost their holder later.

use super::{DangerWeights, count};
use crate::intensity::model::{Card, CardSet, Suit};

/// Measures the danger of a hand, in penalty points.
pub trait Danger {
    /// The danger of one suit of `hand` if the other seats hold `unseen`.
    fn suit_danger(&self, hand: CardSet, unseen: CardSet, suit: Suit) -> f32;

    /// The danger of a hand if the other seats hold all other cards.
    #[inline]
    fn hand_danger(&self, hand: CardSet) -> f32 {
        Suit::ALL.into_iter().map(|suit| self.suit_danger(hand, CardSet::ALL - hand, suit)).sum()
    }
}

impl Danger for DangerWeights {
    fn suit_danger(&self, hand: CardSet, unseen: CardSet, suit: Suit) -> f32 {
        let Self { ranks, buffalo, lengths } = self;
        let (own, others) = (hand.in_suit(suit), unseen.in_suit(suit));
        let length = match own.len() {
            0 => return -lengths.void,
            1 => -lengths.singleton,
            _ => 0.0,
        };
        if others.is_empty() {
            return length + lengths.exclusive * count(own);
        }
        let is_buffalo_suit = suit == Card::BUFFALO.suit();
        let highest = match suit {
            Suit::CALVES => ranks.calf,
            _ if is_buffalo_suit => ranks.four,
            _ => ranks.plain,
        };
        let highest = highest * (1.0 + ranks.scarcity * (1.0 - count(others) / 10.0));
        let buffalo_is_out = is_buffalo_suit && (hand | unseen).contains(Card::BUFFALO);
        let (mut guard, mut buffalo_guard, mut above_guard) = (1.0, 1.0, 1.0);
        let mut sum = length + lengths.each * count(own);
        for card in own.iter() {
            let height = count(others.below(card)) / count(others);
            sum += highest * guard * height * (ranks.linear + (1.0 - ranks.linear) * height);
            if card == Card::BUFFALO {
                sum += buffalo.buffalo * buffalo_guard;
            } else if buffalo_is_out && card > Card::BUFFALO {
                sum += buffalo.above * above_guard;
            }
            if height <= 0.0 {
                sum -= lengths.lowest;
            }
            guard *= ranks.guard;
            buffalo_guard *= buffalo.buffalo_guard;
            above_guard *= buffalo.above_guard;
        }
        sum
    }
}

/// The precomputed danger for each division of a suit into own, unseen and played cards.
#[derive(Clone, Debug)]
pub struct DangerTable(Vec<f32>);

const SUIT_SIZE: usize = 10;
/// The number of such divisions: each card has one of three places.
const DIVISIONS: usize = 3_usize.pow(10);
/// Maps a set of cards of a suit, as ten bits, to the number with the same digits in base 3.
const BASE_3: [u16; 1 << SUIT_SIZE] = {
    let mut numbers = [0; 1 << SUIT_SIZE];
    let mut set = 1;
    while set < numbers.len() {
        let rest = set & (set - 1);
        numbers[set] = numbers[rest] + 3_u16.pow((set ^ rest).trailing_zeros());
        set += 1;
    }
    numbers
};

impl DangerTable {
    /// Computes the table for these weights.
    pub fn new(weights: &DangerWeights) -> Self {
        let mut table = vec![0.0; Suit::ALL.len() * DIVISIONS];
        for suit in Suit::ALL {
            let cards = CardSet::of_suit(suit).bits();
            let subsets = |of: u64| {
                std::iter::successors(Some(of), move |&set| (set != 0).then(|| (set - 1) & of))
            };
            for own in subsets(cards) {
                for others in subsets(cards & !own) {
                    let (own, others) = (CardSet::from_bits(own), CardSet::from_bits(others));
                    table[index(own, others, suit)] = weights.suit_danger(own, others, suit);
                }
            }
        }
        Self(table)
    }
}

#[inline]
fn index(hand: CardSet, unseen: CardSet, suit: Suit) -> usize {
    let base_3 = |cards: CardSet| {
        let bits = cards.in_suit(suit).bits() >> (SUIT_SIZE * suit.index());
        usize::from(BASE_3[usize::try_from(bits).unwrap_or(0) % BASE_3.len()])
    };
    suit.index() * DIVISIONS + base_3(hand) + 2 * base_3(unseen)
}

impl Danger for &DangerTable {
    #[inline]
    fn suit_danger(&self, hand: CardSet, unseen: CardSet, suit: Suit) -> f32 {
        self.0[index(hand, unseen, suit)]
    }
}
