//! How much the cards in a hand threaten who holds them.

use super::{Weights, count};
use crate::games::intensity::rules::{Card, CardSet, Suit};

/// Says how much cards threaten who holds them.
pub trait Danger {
    /// What the cards of one suit in `hand` may cost, in penalty points, when the others hold
    /// `out`.
    fn danger(&self, hand: CardSet, out: CardSet, suit: Suit) -> f32;

    /// The same for all suits of a whole hand at the start.
    fn of_all(&self, hand: CardSet) -> f32 {
        Suit::ALL.into_iter().map(|suit| self.danger(hand, CardSet::ALL - hand, suit)).sum()
    }
}

impl Danger for Weights {
    fn danger(&self, hand: CardSet, out: CardSet, suit: Suit) -> f32 {
        let (mine, others) = (hand.of_suit(suit), out.of_suit(suit));
        let single = match mine.len() {
            0 => return -self.void,
            1 => -self.single,
            _ => 0.0,
        };
        if others.is_empty() {
            return single + self.sole * count(mine);
        }
        let fours = suit == Card::BUFFALO.suit();
        let worth = match suit {
            Suit::CALVES => self.calf,
            _ if fours => self.four,
            _ => self.plain,
        };
        let worth = worth * (1.0 + self.late * (1.0 - count(others) / 10.0));
        let hunted = fours && (hand | out).contains(Card::BUFFALO);
        let (mut guard, mut buffalo_guard, mut high_guard) = (1.0, 1.0, 1.0);
        let mut sum = single + self.each * count(mine);
        for card in mine.iter() {
            let height = count(others.below(card)) / count(others);
            sum += worth * guard * height * (self.linear + (1.0 - self.linear) * height);
            if card == Card::BUFFALO {
                sum += self.buffalo * buffalo_guard;
            } else if hunted && card > Card::BUFFALO {
                sum += self.high * high_guard;
            }
            if height <= 0.0 {
                sum -= self.lowest;
            }
            guard *= self.guard;
            buffalo_guard *= self.buffalo_guard;
            high_guard *= self.high_guard;
        }
        sum
    }
}

/// All of it worked out before: for each suit and each way in which its cards can be in the hand,
/// elsewhere or gone.
#[derive(Clone, Debug)]
pub struct Table(Vec<f32>);

/// Cards of a suit.
const CARDS: usize = 10;
/// In how many ways the cards of a suit can be in the hand, elsewhere or gone.
const WAYS: usize = 3_usize.pow(10);
/// A set of cards of a suit as a number to the base of three, by its ten bits.
const THREES: [u16; 1 << CARDS] = {
    let mut threes = [0; 1 << CARDS];
    let mut set = 1;
    while set < threes.len() {
        let low = set & (set - 1);
        threes[set] = threes[low] + 3_u16.pow((set ^ low).trailing_zeros());
        set += 1;
    }
    threes
};

impl Table {
    /// Works it out.
    pub fn of(weights: &Weights) -> Self {
        let mut table = vec![0.0; Suit::ALL.len() * WAYS];
        for suit in Suit::ALL {
            let cards = CardSet::of(suit).bits();
            let subsets = |of: u64| {
                std::iter::successors(Some(of), move |&set| (set != 0).then(|| (set - 1) & of))
            };
            for mine in subsets(cards) {
                for others in subsets(cards & !mine) {
                    let (mine, others) = (CardSet::from_bits(mine), CardSet::from_bits(others));
                    table[index(mine, others, suit)] = weights.danger(mine, others, suit);
                }
            }
        }
        Self(table)
    }
}

/// Where the danger of a suit's cards stands.
fn index(hand: CardSet, out: CardSet, suit: Suit) -> usize {
    let three = |cards: CardSet| {
        let bits = cards.of_suit(suit).bits() >> (CARDS * suit.index());
        usize::from(THREES[usize::try_from(bits).unwrap_or(0) % THREES.len()])
    };
    suit.index() * WAYS + three(hand) + 2 * three(out)
}

impl Danger for &Table {
    fn danger(&self, hand: CardSet, out: CardSet, suit: Suit) -> f32 {
        self.0[index(hand, out, suit)]
    }
}
