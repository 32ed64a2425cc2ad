//! The evaluation of cards: the estimated cost of playing a card, in penalty points, given the
//! knowledge of one seat.

mod danger;
mod weights;

pub use danger::{Danger, DangerTable};
pub use weights::{
    BuffaloWeights, DangerWeights, LengthWeights, PASSING_DANGER, PLAYING_DANGER, ROUND_WEIGHTS,
    RankWeights, RoundWeights,
};

use std::sync::LazyLock;

use super::seat_knowledge::SeatKnowledge;
use crate::intensity::model::{Card, CardSet, HAND_SIZE, SEATS, Suit, Trick};

/// Evaluates cards by the risk of the current round and the danger of the rest of the hand.
#[derive(Clone, Copy, Debug)]
pub struct CardEvaluator<D> {
    /// The weights for the current round.
    pub weights: RoundWeights,
    /// The danger measure for the rest of the hand.
    pub danger: D,
}

/// The evaluation of one card.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CardEstimate {
    /// The card.
    pub card: Card,
    /// The cost of playing it, in penalty points. Only the differences in a hand are meaningful.
    pub cost: f32,
    /// The risk of winning the current round with it.
    pub risk: RoundRisk,
}

/// The risk of winning the current round with a card.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoundRisk {
    /// The probability that the card wins the round, from 0 to 1.
    pub win_probability: f32,
    /// The expected penalty points of the round if it does.
    pub penalty: f32,
}

impl<D: Danger> CardEvaluator<D> {
    /// Returns the playable card with the lowest cost, if any, and the lowest in a tie.
    #[inline]
    pub fn cheapest(
        &self,
        knowledge: &SeatKnowledge,
        trick: &Trick,
        playable: CardSet,
    ) -> Option<Card> {
        let mut best = (f32::INFINITY, None);
        self.evaluate(knowledge, trick, playable, |CardEstimate { card, cost, .. }| {
            if cost < best.0 {
                best = (cost, Some(card));
            }
        });
        best.1
    }

    /// Calls `visit` with the estimate of each playable card, in increasing order.
    ///
    /// The cost of a card is the expected cost of the round plus the change in the danger of the
    /// hand when the card leaves it.
    #[inline]
    pub fn evaluate(
        &self,
        knowledge: &SeatKnowledge,
        trick: &Trick,
        playable: CardSet,
        mut visit: impl FnMut(CardEstimate),
    ) {
        for suit in Suit::ALL {
            let cards = playable.in_suit(suit);
            if cards.is_empty() {
                continue;
            }
            let may_win = match trick.winning_card() {
                Some(winning) => winning.suit() == suit && cards.highest() > Some(winning),
                None => true,
            };
            let later_seats =
                if may_win { self.later_seats(knowledge, *trick, suit) } else { [None; SEATS - 1] };
            let danger_before = self.danger.suit_danger(knowledge.hand, knowledge.unseen, suit);
            for card in cards.iter() {
                let rest = knowledge.hand.without(card);
                let risk = self.risk(*trick, card, &later_seats);
                let danger_after = self.danger.suit_danger(rest, knowledge.unseen, suit);
                let mut cost = danger_after - danger_before;
                if risk.win_probability > 0.0 {
                    let next_lead = if rest.is_empty() { 0.0 } else { self.weights.next_lead };
                    cost += risk.win_probability * (risk.penalty + next_lead);
                }
                if flushes_buffalo(knowledge, *trick, card) {
                    cost -= self.weights.flush;
                }
                visit(CardEstimate { card, cost, risk });
            }
        }
    }

    /// Models the seats that play later in this round if `suit` is led.
    #[inline]
    fn later_seats(
        &self,
        knowledge: &SeatKnowledge,
        trick: Trick,
        suit: Suit,
    ) -> [Option<LaterSeat>; SEATS - 1] {
        let mut later_seats = [None; SEATS - 1];
        let played = trick.cards().len();
        let is_costly = trick.penalty() > 0 || suit == Suit::CALVES;
        for turn in played + 1..SEATS {
            let seat = (trick.leader().index() + turn) % SEATS;
            let holds_suit = hold_probability(knowledge, seat, CardSet::of_suit(suit));
            later_seats[turn - 1] = Some(LaterSeat {
                possible: knowledge.possible[seat].in_suit(suit),
                certain: knowledge.certain[seat].in_suit(suit),
                none_probability: powers(1.0 - holds_suit),
                buffalo_probability: hold_probability(knowledge, seat, CardSet::one(Card::BUFFALO)),
                may_hold_calf: !(knowledge.possible[seat] & CardSet::CALVES).is_empty(),
                overtake_probability: if is_costly {
                    self.weights.overtake_costly
                } else if turn == SEATS - 1 {
                    self.weights.overtake_free_last
                } else {
                    self.weights.overtake_free
                },
            });
        }
        later_seats
    }

    #[inline]
    fn risk(&self, trick: Trick, card: Card, later_seats: &[Option<LaterSeat>]) -> RoundRisk {
        let winning = trick.winning_card().unwrap_or(card);
        if card.suit() != winning.suit() || card < winning {
            return RoundRisk { win_probability: 0.0, penalty: 0.0 };
        }
        let penalty = points(trick.penalty() + card.penalty());
        let mut risk = RoundRisk { win_probability: 1.0, penalty };
        for later_seat in later_seats.iter().flatten() {
            later_seat.respond(card, &self.weights, &mut risk);
        }
        risk
    }
}

static PLAYING_TABLE: LazyLock<DangerTable> = LazyLock::new(|| DangerTable::new(&PLAYING_DANGER));
static PASSING_TABLE: LazyLock<DangerTable> = LazyLock::new(|| DangerTable::new(&PASSING_DANGER));

/// The evaluator of `counter`, with a precomputed table.
pub fn evaluator() -> CardEvaluator<&'static DangerTable> {
    CardEvaluator { weights: ROUND_WEIGHTS, danger: &PLAYING_TABLE }
}

/// The danger measure of `counter` for passing, as a precomputed table.
pub fn passing_danger() -> &'static DangerTable {
    &PASSING_TABLE
}

/// A model of a seat that plays later in the round.
#[derive(Clone, Copy, Debug)]
struct LaterSeat {
    /// The cards of the led suit that it may hold.
    possible: CardSet,
    /// The cards of the led suit that it certainly holds.
    certain: CardSet,
    /// The probability that it holds none of `n` possible cards of the led suit, by `n`.
    none_probability: [f32; HAND_SIZE + 1],
    buffalo_probability: f32,
    may_hold_calf: bool,
    /// The probability that it beats a card although it could duck.
    overtake_probability: f32,
}

impl LaterSeat {
    /// Updates the risk of `card`, the highest of the round so far, for this seat's possible plays.
    #[inline]
    fn respond(&self, card: Card, weights: &RoundWeights, risk: &mut RoundRisk) {
        let none = |possible: CardSet, certain: CardSet| {
            if certain.is_empty() {
                self.none_probability[possible.len().min(HAND_SIZE)]
            } else {
                0.0
            }
        };
        let no_lower = none(self.possible.below(card), self.certain.below(card));
        let no_higher = none(self.possible.above(card), self.certain.above(card));
        let void = none(self.possible, self.certain);
        risk.win_probability *=
            1.0 - (1.0 - no_higher) * (no_lower + (1.0 - no_lower) * self.overtake_probability);
        let buffalo = self.buffalo_probability;
        let buffalo_penalty = points(Card::BUFFALO.penalty());
        let calf = if self.may_hold_calf { (1.0 - buffalo) * weights.calf_discard } else { 0.0 };
        risk.penalty += void * (buffalo * buffalo_penalty * weights.buffalo_discard + calf);
        if card.is_calf() {
            risk.penalty += 1.0 - void;
        } else if card > Card::BUFFALO {
            risk.penalty += buffalo * buffalo_penalty;
        }
    }
}

/// Whether leading `card` may flush out the buffalo without winning it.
fn flushes_buffalo(knowledge: &SeatKnowledge, trick: Trick, card: Card) -> bool {
    let may_win_it = knowledge.hand.highest() >= Some(Card::BUFFALO);
    trick.cards().is_empty()
        && card.suit() == Card::BUFFALO.suit()
        && knowledge.unseen.contains(Card::BUFFALO)
        && !may_win_it
}

/// Estimates the probability that `seat` holds a given one of `cards`: 1 if it certainly does, 0 if
/// it can't, and otherwise its share of the cards of all possible holders.
#[inline]
fn hold_probability(knowledge: &SeatKnowledge, seat: usize, cards: CardSet) -> f32 {
    let SeatKnowledge { possible, certain, hand_sizes, .. } = knowledge;
    if cards.len() == 1 && !(certain[seat] & cards).is_empty() {
        return 1.0;
    }
    if (possible[seat] & cards).is_empty() {
        return 0.0;
    }
    let own = knowledge.seat.index();
    let holders = (0..SEATS).filter(|&other| other != own && !(possible[other] & cards).is_empty());
    let all: usize = holders.map(|holder| hand_sizes[holder]).sum();
    ratio(hand_sizes[seat], all)
}

#[allow(clippy::cast_precision_loss)] // at most 40
fn count(cards: CardSet) -> f32 {
    cards.len() as f32
}

#[allow(clippy::cast_precision_loss)] // at most 30
fn ratio(part: usize, whole: usize) -> f32 {
    part as f32 / whole.max(1) as f32
}

#[allow(clippy::cast_precision_loss)] // at most 17
fn points(points: u32) -> f32 {
    points as f32
}

#[inline]
fn powers(base: f32) -> [f32; HAND_SIZE + 1] {
    let mut powers = [1.0; HAND_SIZE + 1];
    for exponent in 1..=HAND_SIZE {
        powers[exponent] = powers[exponent - 1] * base;
    }
    powers
}
