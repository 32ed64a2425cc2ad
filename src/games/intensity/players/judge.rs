//! What a card costs: an estimate in penalty points, from what one seat knows.

use crate::games::intensity::rules::{Card, Cards, SEATS, Suit, Trick};
use crate::play::Seat;

/// What is known when a card is chosen.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// Whose turn it is.
    pub seat: Seat,
    /// Its cards.
    pub hand: Cards,
    /// The round that is being played.
    pub trick: &'a Trick,
    /// The cards that the other seats hold.
    pub out: Cards,
    /// What each seat may hold.
    pub may: [Cards; SEATS],
    /// What each seat holds for sure.
    pub has: [Cards; SEATS],
}

pub const N: usize = 24;
/// W
#[derive(Clone, Copy, Debug)]
pub struct Weights(pub [f32; N]);
// indices
const WILL0: usize = 0; // willingness to overtake in a free trick
const WILL1: usize = 1;
const DUMP_B: usize = 2;
const DUMP_C: usize = 3;
const LEAD: usize = 4;
const PLAIN: usize = 5;
const CALF: usize = 6;
const FOUR: usize = 7;
const POW: usize = 8;
const GUARD: usize = 9;
const BUF: usize = 10;
const BUFG: usize = 11;
const HIGH: usize = 12;
const HIGHG: usize = 13;
const VOID: usize = 14;
const LONE: usize = 15;
const SOLE: usize = 16;
const FORCE: usize = 17;
const LOWF: usize = 18;
const LASTW: usize = 19;
const GIVE: usize = 20;
const RANKF: usize = 21;
const FLUSH: usize = 22;
const SHORT: usize = 23;

pub const TUNED: Weights = Weights([
    0.18,
    0.095,
    0.97029996,
    1.33,
    0.12349999,
    0.5,
    1.2,
    0.5,
    1.092,
    0.7,
    5.0,
    0.45999998,
    3.0,
    0.7,
    0.568413,
    0.1,
    0.32,
    -0.00039350614,
    0.068679616,
    0.198,
    0.0,
    0.2020992,
    0.3,
    0.048999995,
]);
pub const PASSING: Weights = Weights([
    0.3, 0.05, 1.0, 1.0, 0.2, 0.68, 1.2, 0.5, 2.7912002, 0.7, 2.6288958, 0.29842597, 3.0, 0.7, 0.21329999, 0.1, 0.5,
    0.1, 0.1, 0.3, 0.0, 0.04, 0.3, 0.1,
]);

fn fade(holders: usize, n: usize) -> f32 {
    match holders {
        0 | 1 => {
            if n == 0 {
                1.0
            } else {
                0.0
            }
        }
        2 => TWO[n.min(10)],
        _ => THREE[n.min(10)],
    }
}
const TWO: [f32; 11] =
    [1.0, 0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125, 0.00390625, 0.001953125, 0.0009765625];
const THREE: [f32; 11] = [1.0, 0.66667, 0.44444, 0.2963, 0.19753, 0.13169, 0.08779, 0.05853, 0.03902, 0.02601, 0.01734];

impl Weights {
    /// What it costs to play `card`.
    pub fn cost(&self, look: &Look<'_>, card: Card) -> f32 {
        let w = &self.0;
        let left = look.hand.without(card);
        let after = self.danger(left.of_suit(card.suit()), look.out, card.suit(), left.len());
        let before = self.danger(look.hand.of_suit(card.suit()), look.out, card.suit(), left.len());
        let mut cost = after - before;
        let (win, points) = self.take(look, card);
        cost += win * (points + if left.is_empty() { 0.0 } else { w[LEAD] });
        let suit = look.trick.suit();
        if suit.is_none()
            && card.suit() == Suit::ALL[3]
            && look.out.contains(Card::BUFFALO)
            && look.hand.above(Card::BUFFALO).is_empty()
            && card < Card::BUFFALO
        {
            cost -= w[FLUSH];
        }
        cost
    }

    fn take(&self, look: &Look<'_>, card: Card) -> (f32, f32) {
        let w = &self.0;
        let suit = look.trick.suit().unwrap_or(card.suit());
        if card.suit() != suit || look.trick.best().is_some_and(|best| card < best) {
            return (0.0, 0.0);
        }
        let mut points = (look.trick.penalty() + card.penalty()) as f32;
        let mut win = 1.0;
        let holders = (0..SEATS).filter(|&s| s != look.seat.index() && !look.may[s].of_suit(suit).is_empty()).count();
        let buffalo_holders =
            (0..SEATS).filter(|&s| s != look.seat.index() && look.may[s].contains(Card::BUFFALO)).count();
        let n = look.trick.cards().len() + 1;
        for turn in n..SEATS {
            let s = (look.trick.leader().index() + turn) % SEATS;
            let may = look.may[s].of_suit(suit);
            let has = look.has[s].of_suit(suit);
            let lower = if has.below(card).is_empty() { fade(holders, may.below(card).len()) } else { 0.0 };
            let higher = if has.above(card).is_empty() { fade(holders, may.above(card).len()) } else { 0.0 };
            let void = if has.is_empty() { fade(holders, may.len()) } else { 0.0 };
            let mut will = if look.trick.penalty() == 0 && suit != Suit::CALVES { w[WILL0] } else { w[WILL1] };
            if turn == 3 && look.trick.penalty() == 0 && suit != Suit::CALVES {
                will = w[LASTW];
            }
            let over = (1.0 - higher) * (lower + (1.0 - lower) * will);
            win *= 1.0 - over;
            let buffalo = if look.has[s].contains(Card::BUFFALO) {
                1.0
            } else if look.may[s].contains(Card::BUFFALO) {
                1.0 / buffalo_holders as f32
            } else {
                0.0
            };
            let calves = if (look.may[s] & Cards::CALVES).is_empty() { 0.0 } else { 1.0 };
            points += void * (buffalo * 7.0 * w[DUMP_B] + (1.0 - buffalo) * calves * w[DUMP_C]);
            if suit == Suit::CALVES {
                points += 1.0 - void;
            }
            if suit == Suit::ALL[3] {
                if card > Card::BUFFALO {
                    points += buffalo * 7.0;
                } else {
                    points += buffalo * 7.0 * w[FORCE] * lower;
                }
            }
        }
        (win, points)
    }

    /// danger of the cards of one suit
    pub fn danger(&self, mine: Cards, out: Cards, suit: Suit, _left: usize) -> f32 {
        let w = &self.0;
        let all = out.of_suit(suit);
        if mine.is_empty() {
            return -w[VOID];
        }
        let buffalo_out = suit == Suit::ALL[3] && out.contains(Card::BUFFALO);
        let buffalo_mine = suit == Suit::ALL[3] && mine.contains(Card::BUFFALO);
        let mut sum = if mine.len() == 1 { -w[SHORT] } else { 0.0 };
        let n = all.len() as f32;
        if n == 0.0 {
            return sum + w[SOLE] * mine.len() as f32;
        }
        let mut guard = 1.0;
        let mut bguard = 1.0;
        let mut hguard = 1.0;
        for card in mine.iter() {
            let lo = all.below(card).len() as f32;
            let r = lo / n;
            let height = r * (w[RANKF] + (1.0 - w[RANKF]) * r); // between linear and square
            let height = height.powf(1.0f32.max(1.0));
            let per = if suit == Suit::CALVES {
                w[CALF]
            } else if suit == Suit::ALL[3] {
                w[FOUR]
            } else {
                w[PLAIN]
            };
            sum += per * height * guard * (1.0 + w[POW] * (1.0 - n / 10.0));
            if card == Card::BUFFALO {
                sum += w[BUF] * bguard;
            } else if card > Card::BUFFALO && (buffalo_out || buffalo_mine) {
                sum += w[HIGH] * hguard;
            }
            guard *= w[GUARD];
            bguard *= w[BUFG];
            hguard *= w[HIGHG];
            if lo == 0.0 {
                sum -= w[LOWF];
            }
        }
        sum + w[LONE] * mine.len() as f32
    }
}
