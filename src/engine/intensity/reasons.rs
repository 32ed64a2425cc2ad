//! Why a pass or a card is good or costly: who can win the round, what it costs, and what stays in
//! the hand. Everything follows from what the seat has seen.

use super::{
    Intensity,
    model::{Card, CardSet, IntensityAction, IntensityObservation, SEATS, Suit, Trick, left},
    players::seat_knowledge::SeatKnowledge,
};
use crate::play::{Explainable, Seat, Values};

/// Why a pass or a card is good or costly for the seat that chooses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntensityReason {
    /// Passes the buffalo.
    PassesBuffalo {
        /// The number of lower cards of its suit in the hand.
        guards: usize,
    },
    /// Passes cards that are above the buffalo, which may have to take it.
    PassesAbove {
        /// The cards.
        cards: CardSet,
    },
    /// Passes the highest calf, which wins every round of calves.
    PassesTopCalf,
    /// Passes the only cards of a suit.
    PassesSuit {
        /// The suit.
        suit: Suit,
    },
    /// Passes cards among the highest of their suits.
    PassesHigh {
        /// The cards.
        cards: CardSet,
    },
    /// Keeps a card that is better passed.
    KeepsDanger {
        /// The card.
        card: Card,
        /// The number of lower cards of its suit that stay in the hand.
        guards: usize,
    },
    /// Passes the buffalo, which several lower cards of its suit protect.
    PassesGuardedBuffalo {
        /// How many.
        guards: usize,
    },
    /// Passes low cards that are better kept.
    PassesLow {
        /// The cards.
        cards: CardSet,
    },
    /// There is no other card to play.
    Forced,
    /// Gets rid of the buffalo in a round that another seat wins.
    GetsRidOfBuffalo {
        /// The card of the led suit that is above it, if the buffalo follows suit.
        under: Option<Card>,
    },
    /// Throws a dangerous card away that does not follow suit, so another seat wins the round.
    ThrowsAway {
        /// The card.
        card: Card,
        /// How many higher cards of its suit the others hold.
        higher: usize,
    },
    /// The card does not follow suit, so another seat wins the round.
    CantWin,
    /// No card stays under the one that is winning the round.
    CantStayUnder {
        /// The card that is winning.
        winning: Card,
    },
    /// Leads a high card while nobody has shown a lack of the suit, and the others hold many cards
    /// of it.
    LeadsHighEarly {
        /// The card.
        card: Card,
        /// How many cards of the suit the others hold.
        out: usize,
    },
    /// Stays under a card that is winning the round.
    StaysUnder {
        /// The card that is winning.
        winning: Card,
        /// The points in the round so far.
        points: u32,
        /// Whether it is the highest card of the hand that stays under, of several.
        is_highest: bool,
    },
    /// Wins a round that costs nothing, as the last seat.
    WinsFree {
        /// A card that then gives up the lead for certain: others have only higher ones of its
        /// suit.
        exit: Option<Card>,
    },
    /// Wins the round for certain, as every other card would, with the highest one.
    TakesWithHighest {
        /// The points of the round.
        points: u32,
    },
    /// Leads below all cards of the suit that the others hold, so that one of them wins.
    LeadsLowest,
    /// Leads a card with few lower ones among the others' cards.
    LeadsLow {
        /// How many lower cards of the suit the others hold.
        lower: usize,
        /// How many higher ones.
        higher: usize,
    },
    /// Leads the suit of the buffalo below it, while another seat holds it.
    DrawsBuffalo,
    /// Plays the last card of a suit, so that later rounds of the suit get rid of dangerous cards.
    EmptiesSuit {
        /// The suit.
        suit: Suit,
    },
    /// Keeps a card that stays under all cards of its suit that the others hold.
    KeepsLowest {
        /// The card.
        card: Card,
    },
    /// Plays a high card while few can be hurt by it: nobody has played a point yet.
    SpendsHigh {
        /// How many higher cards of the suit the others hold.
        higher: usize,
    },
    /// Wins the round for certain.
    WinsForSure {
        /// The points of the round, if it is complete.
        points: Option<u32>,
    },
    /// Leads a suit that nobody else has: everybody can throw points on it.
    NobodyFollows {
        /// The suit.
        suit: Suit,
    },
    /// The round will probably be won: few of the others' cards are higher.
    FewHigher {
        /// How many.
        higher: usize,
        /// The points in the round so far.
        points: u32,
    },
    /// The card is above the buffalo, which is still to come.
    MayCatchBuffalo,
    /// A seat that plays later in the round has none of the suit, and may add points.
    HasNone {
        /// The seat.
        seat: Seat,
        /// The suit.
        suit: Suit,
        /// The round in which it did not follow, from 1.
        round: usize,
    },
    /// Spends a card that stays under all cards of its suit that the others hold.
    SpendsLowest {
        /// The card.
        card: Card,
    },
    /// Stays low in a round that costs nothing, and keeps a high card for a worse one.
    KeepsHigh {
        /// The high card.
        card: Card,
    },
    /// Does not lead a high card that could go while nobody has shown a lack of its suit, and the
    /// others hold many cards of it.
    MissesEarlyLead {
        /// The high card.
        card: Card,
        /// How many cards of its suit the others hold.
        out: usize,
    },
    /// Plays a low card although a higher one stays under the winning card, too.
    HigherStaysUnder {
        /// The higher card.
        card: Card,
        /// The card that is winning.
        winning: Card,
    },
    /// Does not win a round that costs nothing with a card that is dangerous later.
    MissesFreeRound {
        /// The dangerous card.
        card: Card,
    },
    /// Throws a harmless card away, and keeps a dangerous one.
    ThrowsHarmless {
        /// The dangerous card.
        keeps: Card,
    },
}

impl Explainable for Intensity {
    type Reason = IntensityReason;

    fn reasons(
        observation: &IntensityObservation,
        seat: Seat,
        action: IntensityAction,
        better: Option<IntensityAction>,
        _: &Values<IntensityAction>,
    ) -> Vec<IntensityReason> {
        use IntensityAction::{Pass, Play};
        let hand = observation.hands[seat.index()].unwrap_or_default();
        match (action, better) {
            (Pass(cards), None) if observation.is_passing => merits_of_pass(hand, cards),
            (Pass(cards), Some(Pass(better))) if observation.is_passing => {
                faults_of_pass(hand, cards, better)
            }
            (Play(card), _) if observation.playable(seat).contains(card) => {
                let explanation = Explanation::new(seat, observation);
                match better {
                    None => explanation.merits(card),
                    Some(Play(better)) => explanation.faults(card, better),
                    Some(Pass(_)) => Vec::new(),
                }
            }
            _ => Vec::new(),
        }
    }
}

/// The cards above the buffalo.
fn above_buffalo() -> CardSet {
    CardSet::of_suit(Card::BUFFALO.suit()).above(Card::BUFFALO)
}

/// The rank from which a card is among the highest of its suit.
const HIGH: u8 = 7;
/// The rank from which a card may win rounds.
const MEDIUM: u8 = 5;
/// Fewer higher cards than this are few.
const FEW_HIGHER: usize = 2;
/// From this number of cards on, the others hold many of a suit.
const MANY_OUT: usize = 6;
/// From this number of lower cards on, the buffalo is protected.
const MANY_GUARDS: usize = 2;
/// The rank below which a card is low.
const LOW: u8 = 4;

/// Returns what speaks for passing these cards.
fn merits_of_pass(hand: CardSet, cards: CardSet) -> Vec<IntensityReason> {
    let kept = hand - cards;
    let mut reasons = Vec::new();
    if cards.contains(Card::BUFFALO) {
        let guards = hand.in_suit(Card::BUFFALO.suit()).below(Card::BUFFALO).len();
        reasons.push(IntensityReason::PassesBuffalo { guards });
    }
    let above = cards & above_buffalo();
    if !above.is_empty() && !cards.contains(Card::BUFFALO) {
        reasons.push(IntensityReason::PassesAbove { cards: above });
    }
    if CardSet::CALVES.highest().is_some_and(|top| cards.contains(top)) {
        reasons.push(IntensityReason::PassesTopCalf);
    }
    let is_emptied =
        |suit: &Suit| !cards.in_suit(*suit).is_empty() && kept.in_suit(*suit).is_empty();
    reasons.extend(
        Suit::ALL.into_iter().filter(is_emptied).map(|suit| IntensityReason::PassesSuit { suit }),
    );
    let high: CardSet = cards.iter().filter(|card| card.rank() >= HIGH).collect();
    if !high.is_empty() {
        reasons.push(IntensityReason::PassesHigh { cards: high });
    }
    reasons
}

/// Returns what makes passing these cards costly, compared with a better pass.
fn faults_of_pass(hand: CardSet, cards: CardSet, better: CardSet) -> Vec<IntensityReason> {
    let kept = hand - cards;
    let mut reasons = Vec::new();
    // The most dangerous card first.
    let danger = |card: &Card| match *card {
        Card::BUFFALO => 3,
        card if above_buffalo().contains(card) => 2,
        card => u8::from(card.is_calf()),
    };
    let mut kept_high: Vec<_> =
        (better - cards).iter().filter(|card| card.rank() >= HIGH).collect();
    kept_high.sort_by_key(|card| std::cmp::Reverse((danger(card), card.rank())));
    reasons.extend(kept_high.into_iter().map(|card| IntensityReason::KeepsDanger {
        card,
        guards: kept.in_suit(card.suit()).below(card).len(),
    }));
    let guards = hand.in_suit(Card::BUFFALO.suit()).below(Card::BUFFALO).len();
    if (cards - better).contains(Card::BUFFALO) && guards >= MANY_GUARDS {
        reasons.insert(0, IntensityReason::PassesGuardedBuffalo { guards });
    }
    let low: CardSet = (cards - better).iter().filter(|card| card.rank() < LOW).collect();
    if !low.is_empty() {
        reasons.push(IntensityReason::PassesLow { cards: low });
    }
    let medium = (better - cards).iter().max_by_key(|card| card.rank());
    let medium = medium.filter(|card| reasons.is_empty() && card.rank() >= MEDIUM);
    reasons.extend(medium.map(|card| IntensityReason::KeepsDanger {
        card,
        guards: kept.in_suit(card.suit()).below(card).len(),
    }));
    reasons
}

/// The position of a seat that plays a card now.
struct Explanation<'a> {
    seat: Seat,
    observation: &'a IntensityObservation,
    knowledge: SeatKnowledge,
    hand: CardSet,
    playable: CardSet,
    trick: Trick,
    /// The cards that the others still hold.
    unseen: CardSet,
}

impl<'a> Explanation<'a> {
    fn new(seat: Seat, observation: &'a IntensityObservation) -> Self {
        let knowledge = SeatKnowledge::from_observation(seat, observation);
        Self {
            seat,
            observation,
            hand: knowledge.hand,
            playable: observation.playable(seat),
            trick: observation.trick,
            unseen: knowledge.unseen,
            knowledge,
        }
    }

    /// Returns what speaks for a card.
    fn merits(&self, card: Card) -> Vec<IntensityReason> {
        if self.playable.len() == 1 {
            return vec![IntensityReason::Forced];
        }
        let mut reasons = Vec::new();
        match self.trick.winning_card() {
            None => self.merits_of_lead(card, &mut reasons),
            Some(winning) if card.suit() != winning.suit() => {
                let higher = self.unseen.in_suit(card.suit()).above(card).len();
                if card == Card::BUFFALO {
                    reasons.push(IntensityReason::GetsRidOfBuffalo { under: None });
                } else if self.hand.in_suit(card.suit()).highest() == Some(card)
                    && (card.is_calf() || card.rank() >= HIGH || higher < FEW_HIGHER)
                {
                    reasons.push(IntensityReason::ThrowsAway { card, higher });
                }
            }
            Some(winning) if card < winning => {
                let under = self.playable.below(winning);
                if card == Card::BUFFALO {
                    reasons.push(IntensityReason::GetsRidOfBuffalo { under: Some(winning) });
                }
                reasons.push(IntensityReason::StaysUnder {
                    winning,
                    points: self.trick.penalty(),
                    is_highest: under.len() > 1 && under.highest() == Some(card),
                });
            }
            Some(_) => self.merits_of_winning(card, &mut reasons),
        }
        let rest = self.hand.in_suit(card.suit()).without(card);
        let others = self.unseen.in_suit(card.suit());
        let can_hurt = |card: Card| card.penalty() > 0 || card.rank() >= HIGH;
        if rest.is_empty() && !others.is_empty() && self.hand.without(card).iter().any(can_hurt) {
            reasons.push(IntensityReason::EmptiesSuit { suit: card.suit() });
        }
        if let Some(lowest) =
            rest.lowest().filter(|&lowest| self.is_lowest(lowest) && lowest < card)
        {
            reasons.push(IntensityReason::KeepsLowest { card: lowest });
        }
        if self.trick.led_suit().is_some_and(|led| led != card.suit()) {
            reasons.push(IntensityReason::CantWin);
        }
        reasons
    }

    /// Returns how many cards of a card's suit the others hold, if these are many, nobody has shown
    /// a lack of the suit, and the card is a high one whose round is likely to cost nothing.
    fn early_lead(&self, card: Card) -> Option<usize> {
        let suit = card.suit();
        let out = self.unseen.in_suit(suit);
        let mut others = Vec::new();
        let mut seat = left(self.seat);
        while seat != self.seat {
            others.push(seat);
            seat = left(seat);
        }
        let is_void = |seat: &Seat| self.shown_void(*seat, suit).is_some();
        let is_safe = !card.is_calf() && (card < Card::BUFFALO || !out.contains(Card::BUFFALO));
        (card.rank() >= HIGH
            && card != Card::BUFFALO
            && is_safe
            && self.trick.cards().is_empty()
            && out.len() >= MANY_OUT
            && !others.iter().any(is_void))
        .then_some(out.len())
    }

    fn merits_of_lead(&self, card: Card, reasons: &mut Vec<IntensityReason>) {
        let others = self.unseen.in_suit(card.suit());
        let [lower, higher] = [others.below(card).len(), others.above(card).len()];
        let buffalo = Card::BUFFALO;
        if card.suit() == buffalo.suit()
            && others.contains(buffalo)
            && self.hand.highest() < Some(buffalo)
        {
            reasons.push(IntensityReason::DrawsBuffalo);
        }
        if self.is_lowest(card) {
            reasons.push(IntensityReason::LeadsLowest);
        } else if higher >= lower && higher > 0 {
            reasons.push(IntensityReason::LeadsLow { lower, higher });
        }
        if let Some(out) = self.early_lead(card) {
            reasons.push(IntensityReason::LeadsHighEarly { card, out });
        }
    }

    /// Adds what speaks for a card that wins the round so far.
    fn merits_of_winning(&self, card: Card, reasons: &mut Vec<IntensityReason>) {
        let Some(winning) = self.trick.winning_card() else { return };
        let (is_last, points) = (self.is_last(), self.trick.penalty() + card.penalty());
        let follows = self.playable.in_suit(card.suit());
        if is_last && points == 0 {
            let rest = self.hand.without(card);
            let exit = rest.iter().find(|&exit| self.is_lowest(exit) && !exit.is_calf());
            reasons.push(IntensityReason::WinsFree { exit });
        } else if follows.below(winning).is_empty() && follows.highest() == Some(card) && is_last {
            reasons.push(IntensityReason::TakesWithHighest { points });
        } else if follows.below(winning).is_empty() {
            reasons.push(IntensityReason::CantStayUnder { winning });
        } else if points == 0 && card.rank() >= HIGH {
            let higher = self.unseen.in_suit(card.suit()).above(card).len();
            reasons.push(IntensityReason::SpendsHigh { higher });
        }
    }

    /// Returns what makes a card costly, compared with a better one.
    fn faults(&self, card: Card, better: Card) -> Vec<IntensityReason> {
        let mut reasons = Vec::new();
        let others = self.unseen.in_suit(card.suit());
        let higher = others.above(card).len();
        let is_winning = self
            .trick
            .winning_card()
            .is_none_or(|winning| card.suit() == winning.suit() && card > winning);
        let better_wins = self
            .trick
            .winning_card()
            .is_none_or(|winning| better.suit() == winning.suit() && better > winning);
        let points = self.trick.penalty() + card.penalty();
        if is_winning {
            let later = self.later_seats();
            if self.is_last() {
                if points > 0 && (!better_wins || better.suit() != card.suit()) {
                    reasons.push(IntensityReason::WinsForSure { points: Some(points) });
                }
            } else if self.trick.cards().is_empty() && others.is_empty() {
                reasons.push(IntensityReason::NobodyFollows { suit: card.suit() });
            } else {
                let is_above = card > Card::BUFFALO && card.suit() == Card::BUFFALO.suit();
                if is_above && self.may_come(Card::BUFFALO) {
                    reasons.push(IntensityReason::MayCatchBuffalo);
                }
                let possible = later
                    .iter()
                    .fold(CardSet::NONE, |all, seat| all | self.knowledge.possible[seat.index()]);
                let higher_later = possible.in_suit(card.suit()).above(card).len();
                let less_likely = !better_wins || better < card || better.suit() != card.suit();
                if higher_later == 0 && less_likely {
                    reasons.push(IntensityReason::WinsForSure { points: None });
                } else if higher <= others.below(card).len() && less_likely {
                    reasons.push(IntensityReason::FewHigher { higher, points });
                }
                if better.suit() != card.suit() || !better_wins {
                    reasons
                        .extend(later.iter().find_map(|&seat| self.shown_void(seat, card.suit())));
                }
            }
        }
        if self.is_lowest(card) && (better.suit() == card.suit() || !is_winning) {
            reasons.push(IntensityReason::SpendsLowest { card });
        }
        let is_discard = self.trick.led_suit().is_some_and(|led| led != card.suit());
        if is_discard && harm(better) > harm(card) {
            reasons.push(IntensityReason::ThrowsHarmless { keeps: better });
        }
        if let Some(out) = self.early_lead(better).filter(|_| self.early_lead(card).is_none()) {
            reasons.push(IntensityReason::MissesEarlyLead { card: better, out });
        }
        let is_same_suit = better.suit() == card.suit() && better > card;
        match self.trick.winning_card() {
            Some(winning) if !is_discard && is_same_suit && better < winning => {
                reasons.push(IntensityReason::HigherStaysUnder { card: better, winning });
            }
            Some(_)
                if self.is_last()
                    && is_same_suit
                    && better_wins
                    && self.trick.penalty() + better.penalty() == 0 =>
            {
                reasons.push(IntensityReason::MissesFreeRound { card: better });
            }
            _ if !is_discard && is_same_suit && better.rank() >= MEDIUM => {
                reasons.push(IntensityReason::KeepsHigh { card: better });
            }
            _ => {}
        }
        reasons
    }

    fn is_last(&self) -> bool {
        self.trick.cards().len() + 1 == SEATS
    }

    /// The seats that play after this one in the round.
    fn later_seats(&self) -> Vec<Seat> {
        let count = SEATS - 1 - self.trick.cards().len().min(SEATS - 1);
        let mut seats = Vec::with_capacity(count);
        let mut seat = self.seat;
        for _ in 0..count {
            seat = left(seat);
            seats.push(seat);
        }
        seats
    }

    /// Whether others hold cards of the suit, and all of them are higher: one of them wins.
    fn is_lowest(&self, card: Card) -> bool {
        let others = self.unseen.in_suit(card.suit());
        !others.is_empty() && others.below(card).is_empty()
    }

    /// Whether a seat that plays later in the round may hold the card.
    fn may_come(&self, card: Card) -> bool {
        let holds = |seat: Seat| self.knowledge.possible[seat.index()].contains(card);
        self.later_seats().into_iter().any(holds)
    }

    /// Says that a seat has shown that it has none of a suit, if it has.
    fn shown_void(&self, seat: Seat, suit: Suit) -> Option<IntensityReason> {
        let shown = self.observation.plays().find(|played| {
            played.seat == seat && played.led_suit() == Some(suit) && played.card.suit() != suit
        })?;
        Some(IntensityReason::HasNone { seat, suit, round: shown.round + 1 })
    }
}

/// How much a card can hurt its holder later; only for comparisons.
fn harm(card: Card) -> u8 {
    match card {
        Card::BUFFALO => 30,
        card if above_buffalo().contains(card) => 20,
        card if card.is_calf() => 10 + card.rank(),
        card => card.rank(),
    }
}
