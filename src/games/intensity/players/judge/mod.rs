//! What a card may cost: an estimate in penalty points from what one seat knows.

mod danger;
mod weights;

pub use danger::{Danger, Table};
pub use weights::{PASSING, PLAYING, Weights};

use crate::{
    games::intensity::rules::{Card, CardSet, HAND, SEATS, Suit, Trick},
    play::Seat,
};

/// The suit of the buffalo.
const FOURS: Suit = Card::BUFFALO.suit();

/// What is known when a card is chosen.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Whose turn it is.
    pub seat: Seat,
    /// Its cards.
    pub hand: CardSet,
    /// The round that is being played.
    pub trick: Trick,
    /// The cards that the other seats hold.
    pub out: CardSet,
    /// What each seat may hold.
    pub may: [CardSet; SEATS],
    /// What each seat holds for sure.
    pub has: [CardSet; SEATS],
    /// How many cards each seat holds.
    pub counts: [usize; SEATS],
}

/// What a card may bring in the round that is being played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Taking {
    /// The chance that it wins the round.
    pub chance: f32,
    /// The penalty points that it then costs, on average.
    pub points: f32,
}

/// Judges cards, by weights and by the danger of what stays in the hand.
#[derive(Clone, Copy, Debug)]
pub struct Judge<D> {
    /// What counts how much.
    pub weights: Weights,
    /// How much the cards in a hand threaten who holds them.
    pub danger: D,
}

/// A seat that plays later in this round.
#[derive(Clone, Copy, Debug)]
struct Rival {
    /// What it may hold of the suit that is played,
    may: CardSet,
    /// and holds for sure.
    has: CardSet,
    /// The chance that it holds none of so many cards of the suit that it may hold.
    none_of: [f32; HAND + 1],
    /// The chance that it holds the buffalo.
    buffalo: f32,
    /// Whether it may hold a calf.
    calves: bool,
    /// The chance that it goes over a card if it could stay under.
    willing: f32,
}

impl<D: Danger> Judge<D> {
    /// The card that may cost least, if there is any: of equals the lowest.
    pub fn cheapest(&self, look: &Look, playable: CardSet) -> Option<Card> {
        let mut best = (f32::INFINITY, None);
        self.weigh(look, playable, |card, cost, _| {
            if cost < best.0 {
                best = (cost, Some(card));
            }
        });
        best.1
    }

    /// Tells `each` what it may cost to play each of these cards, in increasing order, and what it
    /// may bring in this round. The cost is that of the round, and how much worse the rest of the
    /// hand is than the whole: only its differences between the cards of a hand mean something.
    pub fn weigh(&self, look: &Look, playable: CardSet, mut each: impl FnMut(Card, f32, Taking)) {
        for suit in Suit::ALL {
            let cards = playable.of_suit(suit);
            if cards.is_empty() {
                continue;
            }
            let may_win = match look.trick.best() {
                Some(best) => best.suit() == suit && cards.highest() > Some(best),
                None => true,
            };
            let rivals = if may_win { self.rivals(look, suit) } else { [None; SEATS - 1] };
            let whole = self.danger.danger(look.hand, look.out, suit);
            for card in cards.iter() {
                let left = look.hand.without(card);
                let taking = self.taking(look, card, &rivals);
                let mut cost = self.danger.danger(left, look.out, suit) - whole;
                if taking.chance > 0.0 {
                    let lead = if left.is_empty() { 0.0 } else { self.weights.lead };
                    cost += taking.chance * (taking.points + lead);
                }
                if look.flushes(card) {
                    cost -= self.weights.flush;
                }
                each(card, cost, taking);
            }
        }
    }

    /// The seats that play later in this round, when `suit` is led.
    fn rivals(&self, look: &Look, suit: Suit) -> [Option<Rival>; SEATS - 1] {
        let mut rivals = [None; SEATS - 1];
        let played = look.trick.cards().len();
        let free = look.trick.penalty() == 0 && suit != Suit::CALVES;
        for turn in played + 1..SEATS {
            let seat = (look.trick.leader().index() + turn) % SEATS;
            rivals[turn - 1] = Some(Rival {
                may: look.may[seat].of_suit(suit),
                has: look.has[seat].of_suit(suit),
                none_of: powers(1.0 - look.share(seat, CardSet::of(suit))),
                buffalo: look.share(seat, CardSet::one(Card::BUFFALO)),
                calves: !(look.may[seat] & CardSet::CALVES).is_empty(),
                willing: match free {
                    true if turn == SEATS - 1 => self.weights.over_last,
                    true => self.weights.over_free,
                    false => self.weights.over_costly,
                },
            });
        }
        rivals
    }

    /// The chance to win this round with `card`, and what that costs.
    fn taking(&self, look: &Look, card: Card, rivals: &[Option<Rival>]) -> Taking {
        let best = look.trick.best().unwrap_or(card);
        if card.suit() != best.suit() || card < best {
            return Taking { chance: 0.0, points: 0.0 };
        }
        let mut taking =
            Taking { chance: 1.0, points: points(look.trick.penalty() + card.penalty()) };
        for rival in rivals.iter().flatten() {
            rival.answers(card, &self.weights, &mut taking);
        }
        taking
    }
}

impl Rival {
    /// What it may do to `card`, the highest so far.
    fn answers(&self, card: Card, weights: &Weights, taking: &mut Taking) {
        let none = |may: CardSet, has: CardSet| {
            if has.is_empty() { self.none_of[may.len().min(HAND)] } else { 0.0 }
        };
        let no_lower = none(self.may.below(card), self.has.below(card));
        let no_higher = none(self.may.above(card), self.has.above(card));
        let void = none(self.may, self.has);
        taking.chance *= 1.0 - (1.0 - no_higher) * (no_lower + (1.0 - no_lower) * self.willing);
        let price = points(Card::BUFFALO.penalty());
        let calf = if self.calves { (1.0 - self.buffalo) * weights.thrown_calf } else { 0.0 };
        taking.points += void * (self.buffalo * price * weights.thrown_buffalo + calf);
        if card.is_calf() {
            taking.points += 1.0 - void;
        } else if card > Card::BUFFALO {
            taking.points += self.buffalo * price;
        }
    }
}

impl Look {
    /// Whether leading `card` may draw the buffalo out, and the hand can't catch it.
    pub fn flushes(&self, card: Card) -> bool {
        let catches = self.hand.highest() >= Some(Card::BUFFALO);
        self.trick.cards().is_empty()
            && card.suit() == FOURS
            && self.out.contains(Card::BUFFALO)
            && !catches
    }

    /// The chance that `seat` holds one of the `cards` that it may hold: certain, or by how many
    /// cards it holds among the seats that may hold it.
    fn share(&self, seat: usize, cards: CardSet) -> f32 {
        if cards.len() == 1 && !(self.has[seat] & cards).is_empty() {
            return 1.0;
        }
        if (self.may[seat] & cards).is_empty() {
            return 0.0;
        }
        let others = (0..SEATS)
            .filter(|&other| other != self.seat.index() && !(self.may[other] & cards).is_empty());
        let all: usize = others.map(|other| self.counts[other]).sum();
        quotient(self.counts[seat], all)
    }
}

#[allow(clippy::cast_precision_loss)] // 40 at most
fn count(cards: CardSet) -> f32 {
    cards.len() as f32
}

#[allow(clippy::cast_precision_loss)] // 30 at most
fn quotient(part: usize, all: usize) -> f32 {
    part as f32 / all.max(1) as f32
}

#[allow(clippy::cast_precision_loss)] // 17 at most
fn points(points: u32) -> f32 {
    points as f32
}

/// The first powers of a number, from its power 0.
fn powers(base: f32) -> [f32; HAND + 1] {
    let mut powers = [1.0; HAND + 1];
    for exponent in 1..=HAND {
        powers[exponent] = powers[exponent - 1] * base;
    }
    powers
}
