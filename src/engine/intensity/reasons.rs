//! Why a pass or a card is good or costly: the winner and cost of the round, and the hand kept.
//!
//! A choice is compared with another one in consistent deals, which show whether the difference
//! lies in this round or later, and in which card. The reasons explain that difference. Their
//! claims about the rules and the cards hold in every consistent deal.

use super::{
    Intensity,
    model::{
        Card, CardSet, IntensityAction, IntensityObservation, PASS_SIZE, SEATS, Suit, Trick,
        left_of,
    },
    players::{
        expert::{ConsistentDeals, Outlook, highest_equivalent},
        seat_knowledge::SeatKnowledge,
    },
};
use crate::play::{ActionValues, Explainable, Seat};

/// A rate: the number of times in ten.
pub type TimesInTen = u8;

/// Why a pass or a card is good or costly for the seat that chooses it.
///
/// In the fields, `times` is the rate with `card`, and `tenths` its mean in tenths of points;
/// `instead` is the rate or the mean with `other`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "only fields whose names say too little have a comment")]
pub enum IntensityReason {
    /// Passes the buffalo.
    PassesBuffalo {
        /// The number of lower cards of its suit in the hand.
        guards: usize,
    },
    /// Passes the only cards of a suit.
    PassesSuit { suit: Suit },
    /// Keeps cards of a suit that it could have emptied to discard dangerous cards later.
    KeepsSuit { suit: Suit },
    /// A kept card takes points later, more often than another one that could stay instead.
    Kept { card: Card, times: TimesInTen, other: Card, instead: TimesInTen },
    /// The worse pass contains more calves, which are then thrown on cards that both passes keep.
    PassedCalf {
        /// A calf that the better pass keeps.
        card: Card,
    },
    /// A kept card costs more points later than another one that could stay instead.
    KeptCosts { card: Card, tenths: u32, other: Card, instead: u32 },
    /// Passes a card that hardly ever takes points.
    PassesSafe { card: Card },
    /// Changes how often a kept card takes points later.
    Changes {
        card: Card,
        /// The lower card of its suit that is played, if that is the cause.
        without: Option<Card>,
        /// Its rate after this choice.
        times: TimesInTen,
        /// Its rate after the other choice.
        instead: TimesInTen,
    },
    /// There is no other card to play.
    Forced,
    /// All cards that may be played are worth the same.
    AllAlike,
    /// All cards that may be played are worth about the same.
    AllClose,
    /// Gets rid of the buffalo in a round that another seat wins.
    GetsRidOfBuffalo {
        /// The higher card of the led suit, if the buffalo follows suit.
        under: Option<Card>,
    },
    /// Stays under the winning card.
    StaysUnder {
        winning: Card,
        /// The points in the round so far.
        points: u32,
        /// Whether it is the highest of several cards that stay under.
        is_highest: bool,
    },
    /// Wins a round without points as the last seat.
    WinsFree {
        /// A card that certainly gives up the lead afterwards, below all others of its suit.
        exit: Option<Card>,
    },
    /// Certainly wins the round, as any playable card would, and uses the highest.
    TakesWithHighest,
    /// Leads below all of the others' cards of the suit, so that one of them wins.
    LeadsLowest,
    /// Plays the last card of a suit, to discard dangerous cards later.
    EmptiesSuit { suit: Suit },
    /// Keeps a card below all of the others' cards of its suit.
    KeepsLowest { card: Card },
    /// Certainly wins the round, as the last seat.
    TakesPoints { points: u32 },
    /// Certainly wins the round: no later seat has a higher card.
    WinsForSure,
    /// Leads a suit that no other seat has, so that all can discard points.
    NobodyFollows { suit: Suit },
    /// A card wins the round more often than another one.
    Wins { card: Card, times: TimesInTen, other: Card, instead: TimesInTen },
    /// A card takes more points in the round than another one, on average.
    Costs { card: Card, tenths: u32, other: Card, instead: u32 },
    /// A card is above the buffalo, which a later seat may hold.
    MayCatchBuffalo { card: Card },
    /// A seat that plays later in the round has none of the suit, and may add points.
    HasNone {
        seat: Seat,
        suit: Suit,
        /// The round in which it did not follow, from 1.
        round: usize,
    },
    /// Spends a card below all of the others' cards of its suit.
    SpendsLowest { card: Card },
    /// Plays a low card although a higher one stays under the winning card, too.
    HigherStaysUnder {
        /// The higher card.
        card: Card,
        winning: Card,
    },
    /// Doesn't use a round without points to get rid of a card that takes points later.
    MissesFreeRound { card: Card },
}

impl Explainable for Intensity {
    type Reason = IntensityReason;

    /// Without a better action, the action is praised: it is compared with a worse one.
    fn reasons(
        observation: &IntensityObservation,
        seat: Seat,
        action: IntensityAction,
        better: Option<IntensityAction>,
        values: &ActionValues<IntensityAction>,
    ) -> Vec<IntensityReason> {
        let hand = observation.known_hand(seat);
        let is_possible = |action| match action {
            IntensityAction::Pass(cards) => observation.is_passing && hand.contains_all(cards),
            IntensityAction::Play(card) => observation.playable(seat).contains(card),
        };
        if !is_possible(action) || better.is_some_and(|better| !is_possible(better)) {
            return Vec::new();
        }
        let Some(deals) = ConsistentDeals::new(seat, observation) else { return Vec::new() };
        let explainer = Explainer {
            seat,
            observation,
            hand,
            knowledge: SeatKnowledge::from_observation(seat, observation),
            playable: observation.playable(seat),
            trick: observation.trick,
            deals,
        };
        match better {
            None => explainer.merits(action, values),
            Some(better) => explainer.faults(action, better),
        }
    }
}

/// The smallest difference in points that can be a reason.
const MIN_POINTS: f64 = 0.08;
/// The additional cost, in points, of a clearly worse choice.
const CLEARLY_WORSE_COST: f64 = 0.25;
/// The smallest share of a difference that explains it.
const MAIN_SHARE: f64 = 0.2;
/// The smallest rate of a likely event.
const LIKELY: TimesInTen = 2;
/// The difference between rates that makes an event clearly more frequent.
const CLEAR_DIFFERENCE: TimesInTen = 2;
/// Events below this rate hardly ever happen.
const HARDLY_EVER: f64 = 0.05;
/// The smallest difference worth giving, in tenths of points.
const NOTABLE_TENTHS: u32 = 2;
/// The maximum spread of costs, in points, of choices that are about the same.
const MAX_CLOSE_SPREAD: f64 = 0.1;

#[derive(Clone, Copy)]
struct PassChoice<'a> {
    cards: CardSet,
    outlook: &'a Outlook,
}

#[derive(Clone, Copy)]
struct CardChoice<'a> {
    card: Card,
    outlook: &'a Outlook,
}

/// The difference between a worse and a better choice.
struct Difference {
    /// The additional points that each card takes later.
    by_card: [f64; Card::COUNT],
    /// The additional points of the worse choice in this round.
    now: f64,
    later: f64,
}

impl Difference {
    fn new(worse: &Outlook, better: &Outlook) -> Self {
        let now = worse.points_now - better.points_now;
        let by_card =
            std::array::from_fn(|card| worse.points_later[card] - better.points_later[card]);
        Self { by_card, now, later: worse.points() - better.points() - now }
    }

    fn of(&self, card: Card) -> f64 {
        self.by_card[card.index()]
    }

    /// Whether most of the difference lies in this round.
    fn is_now(&self) -> bool {
        self.now >= self.later && self.now >= MIN_POINTS
    }

    /// Whether most of the difference lies in later rounds.
    fn is_later(&self) -> bool {
        self.later > self.now && self.later >= MIN_POINTS
    }

    /// The card that causes most of the difference in later rounds, if one causes enough. Prefers
    /// the cards that only the worse choice keeps, if one of them causes nearly as much.
    fn main_card(&self, only_kept_by_worse: CardSet) -> Option<Card> {
        let most = |one: &Card, other: &Card| self.of(*one).total_cmp(&self.of(*other));
        let main = Card::all().max_by(most)?;
        let limit = MIN_POINTS.max(MAIN_SHARE * self.later);
        let is_large = |card: &Card| self.of(*card) >= limit;
        let is_nearly_main = |card: &Card| self.of(*card) >= 0.5 * self.of(main);
        let preferred = only_kept_by_worse.iter().max_by(most).filter(is_nearly_main);
        preferred.filter(is_large).or(Some(main).filter(is_large))
    }
}

struct Explainer<'a> {
    seat: Seat,
    observation: &'a IntensityObservation,
    hand: CardSet,
    knowledge: SeatKnowledge,
    playable: CardSet,
    trick: Trick,
    deals: ConsistentDeals<'a>,
}

impl Explainer<'_> {
    fn merits(
        &self,
        action: IntensityAction,
        values: &ActionValues<IntensityAction>,
    ) -> Vec<IntensityReason> {
        if !self.observation.is_passing && self.distinct_cards().len() == 1 {
            let is_forced = self.playable.len() == 1;
            return vec![if is_forced {
                IntensityReason::Forced
            } else {
                IntensityReason::AllAlike
            }];
        }
        let costs = || values.considered.iter().map(|(_, cost)| *cost);
        let [lowest, highest] = [costs().reduce(f64::min), costs().reduce(f64::max)];
        let spread = lowest.zip(highest).map(|(lowest, highest)| highest - lowest);
        if !self.observation.is_passing && spread.is_some_and(|spread| spread < MAX_CLOSE_SPREAD) {
            return vec![IntensityReason::AllClose];
        }
        let Some(worse) = self.worse_action(action, values) else { return Vec::new() };
        self.compare(action, worse, Self::merits_of_pass, Self::merits_of_card)
    }

    fn faults(&self, action: IntensityAction, better: IntensityAction) -> Vec<IntensityReason> {
        self.compare(action, better, Self::faults_of_pass, Self::faults_of_card)
    }

    /// Compares two passes or two cards by what follows them in the sampled deals.
    fn compare(
        &self,
        action: IntensityAction,
        other: IntensityAction,
        compare_passes: fn(&Self, PassChoice, PassChoice) -> Vec<IntensityReason>,
        compare_cards: fn(&Self, CardChoice, CardChoice) -> Vec<IntensityReason>,
    ) -> Vec<IntensityReason> {
        let [outlook, other_outlook] = &[action, other].map(|it| self.deals.outlook_after(it));
        match (action, other) {
            (IntensityAction::Pass(cards), IntensityAction::Pass(other)) => compare_passes(
                self,
                PassChoice { cards, outlook },
                PassChoice { cards: other, outlook: other_outlook },
            ),
            (IntensityAction::Play(card), IntensityAction::Play(other)) => compare_cards(
                self,
                CardChoice { card, outlook },
                CardChoice { card: other, outlook: other_outlook },
            ),
            _ => Vec::new(),
        }
    }

    /// Returns the playable cards, with the highest of equivalent ones.
    fn distinct_cards(&self) -> CardSet {
        self.playable
            .iter()
            .map(|card| self.knowledge.highest_equivalent(&self.trick, card))
            .collect()
    }

    /// Returns a worse action to compare with: the best of those that are clearly worse, or else
    /// the worst. Without values, cards are tried in the deals, and the lowest three cards stand
    /// for a bad pass.
    fn worse_action(
        &self,
        action: IntensityAction,
        values: &ActionValues<IntensityAction>,
    ) -> Option<IntensityAction> {
        let representative = |action| highest_equivalent(self.seat, self.observation, action);
        let mut costs = values.considered.clone();
        if costs.is_empty() && self.observation.is_passing {
            let lowest = self.hand.iter().take(PASS_SIZE).collect();
            costs = vec![(action, 0.0), (IntensityAction::Pass(lowest), 1.0)];
        } else if costs.is_empty() {
            let plays = self.distinct_cards().iter().map(IntensityAction::Play);
            costs = plays.map(|play| (play, self.deals.outlook_after(play).points())).collect();
        }
        let is_same =
            |(other, _): &(IntensityAction, f64)| representative(*other) == representative(action);
        let limit = costs.iter().find(|cost| is_same(cost))?.1 + CLEARLY_WORSE_COST;
        costs.retain(|cost| !is_same(cost));
        costs.sort_by(|(_, one), (_, other)| one.total_cmp(other));
        let clearly_worse = costs.iter().find(|(_, cost)| *cost >= limit);
        clearly_worse.or(costs.last()).map(|(action, _)| *action)
    }

    fn buffalo_guards(&self) -> usize {
        self.hand.in_suit(Card::BUFFALO.suit()).below(Card::BUFFALO).len()
    }

    /// Returns a suit that a pass empties and another one does not.
    fn emptied_suit(&self, cards: CardSet, other: CardSet) -> Option<Suit> {
        let is_empty = |suit: Suit, cards: CardSet| (self.hand - cards).in_suit(suit).is_empty();
        Suit::ALL.into_iter().find(|&suit| is_empty(suit, cards) && !is_empty(suit, other))
    }

    /// Blames a passed calf if the worse pass contains more calves and much of the difference lies
    /// in the cards that both passes keep, on which the calves are thrown.
    fn passed_calf(
        &self,
        worse: CardSet,
        better: CardSet,
        difference: &Difference,
    ) -> Option<IntensityReason> {
        let calves = |cards: CardSet| cards & CardSet::CALVES;
        let kept = self.hand - worse - better;
        let of_kept: f64 = kept.iter().map(|card| difference.of(card)).sum();
        let is_cause = difference.is_later() && of_kept >= MAIN_SHARE * difference.later;
        let card = calves(worse - better).highest()?;
        (is_cause && calves(worse).len() > calves(better).len())
            .then_some(IntensityReason::PassedCalf { card })
    }

    fn merits_of_pass(&self, better: PassChoice, worse: PassChoice) -> Vec<IntensityReason> {
        let difference = Difference::new(worse.outlook, better.outlook);
        let only_kept_by_worse = better.cards - worse.cards;
        let only_kept_by_better = worse.cards - better.cards;
        let mut reasons = Vec::new();
        if only_kept_by_worse.contains(Card::BUFFALO) {
            reasons.push(IntensityReason::PassesBuffalo { guards: self.buffalo_guards() });
        }
        reasons.extend(self.passed_calf(worse.cards, better.cards, &difference));
        match difference.main_card(only_kept_by_worse) {
            Some(card) if better.cards.contains(card) => {
                reasons.extend(kept_reason(
                    card,
                    worse.outlook,
                    only_kept_by_better,
                    better.outlook,
                ));
            }
            Some(card) => reasons.extend(change_reason(card, None, better.outlook, worse.outlook)),
            None => {}
        }
        if let Some(suit) = self.emptied_suit(better.cards, worse.cards) {
            reasons.push(IntensityReason::PassesSuit { suit });
        }
        reasons
    }

    fn faults_of_pass(&self, worse: PassChoice, better: PassChoice) -> Vec<IntensityReason> {
        let difference = Difference::new(worse.outlook, better.outlook);
        let only_kept_by_worse = better.cards - worse.cards;
        let only_kept_by_better = worse.cards - better.cards;
        let mut reasons = Vec::new();
        reasons.extend(self.passed_calf(worse.cards, better.cards, &difference));
        match difference.main_card(only_kept_by_worse) {
            Some(card) if better.cards.contains(card) => {
                reasons.extend(kept_reason(
                    card,
                    worse.outlook,
                    only_kept_by_better,
                    better.outlook,
                ));
            }
            Some(card) => reasons.extend(change_reason(card, None, worse.outlook, better.outlook)),
            None => {}
        }
        if let Some(suit) = self.emptied_suit(better.cards, worse.cards) {
            reasons.push(IntensityReason::KeepsSuit { suit });
        }
        let is_safe = |card: &Card| better.outlook.take_rates[card.index()] < HARDLY_EVER;
        let safe = only_kept_by_better.iter().find(is_safe);
        reasons.extend(safe.map(|card| IntensityReason::PassesSafe { card }));
        reasons
    }

    fn is_discard(&self, card: Card) -> bool {
        self.trick.led_suit().is_some_and(|led| led != card.suit())
    }

    /// The winning card, if this one stays under it.
    fn winning_above(&self, card: Card) -> Option<Card> {
        self.trick.winning_card().filter(|winning| winning.suit() == card.suit() && card < *winning)
    }

    /// Whether the card certainly wins the round, because it is the last one.
    fn wins_last(&self, card: Card) -> bool {
        self.trick.cards().len() + 1 == SEATS
            && !self.is_discard(card)
            && self.winning_above(card).is_none()
    }

    fn merits_of_card(&self, better: CardChoice, worse: CardChoice) -> Vec<IntensityReason> {
        let difference = Difference::new(worse.outlook, better.outlook);
        let card = better.card;
        let mut reasons = Vec::new();
        let under = self.winning_above(card);
        if card == Card::BUFFALO && (under.is_some() || self.is_discard(card)) {
            reasons.push(IntensityReason::GetsRidOfBuffalo { under });
        }
        reasons.extend(if difference.is_now() {
            self.merits_in_round(better, worse)
        } else {
            self.merits_later(better, worse, &difference)
        });
        reasons
    }

    fn merits_in_round(&self, better: CardChoice, worse: CardChoice) -> Vec<IntensityReason> {
        let card = better.card;
        let mut reasons = Vec::new();
        reasons.extend(self.may_catch_buffalo(worse, better));
        reasons.extend(self.stays_under(card));
        if self.trick.cards().is_empty() && self.is_lowest(card) {
            reasons.push(IntensityReason::LeadsLowest);
        }
        if !self.is_discard(card) {
            reasons.extend(win_reason(worse, better));
            reasons.extend(cost_reason(worse, better));
        }
        reasons
    }

    fn merits_later(
        &self,
        better: CardChoice,
        worse: CardChoice,
        difference: &Difference,
    ) -> Vec<IntensityReason> {
        let card = better.card;
        let mut reasons = Vec::new();
        if self.wins_last(card) && self.trick.penalty() + card.penalty() == 0 {
            let rest = self.hand.without(card);
            let exit = rest.iter().find(|&exit| self.is_lowest(exit) && !exit.is_calf());
            reasons.push(IntensityReason::WinsFree { exit });
        } else if self.playable.highest() == Some(card)
            && self.playable.iter().all(|card| self.wins_last(card))
        {
            reasons.push(IntensityReason::TakesWithHighest);
        } else if let Some(reason) = self.stays_under(card) {
            reasons.push(reason);
        }
        if !difference.is_later() {
            return reasons;
        }
        let main = difference.main_card(CardSet::one(card));
        if main == Some(card) {
            let instead = CardSet::one(worse.card);
            reasons.extend(kept_reason(card, worse.outlook, instead, better.outlook));
        }
        let is_same_suit = worse.card.suit() == card.suit();
        reasons.extend(self.empties_suit(card).filter(|_| !is_same_suit));
        if is_same_suit && worse.card < card && self.is_lowest(worse.card) {
            reasons.push(IntensityReason::KeepsLowest { card: worse.card });
        }
        if let Some(main) = main.filter(|main| *main != card) {
            let is_guard = worse.card.suit() == main.suit() && worse.card < main;
            reasons.extend(if is_guard {
                change_reason(main, Some(worse.card), worse.outlook, better.outlook)
            } else {
                change_reason(main, None, better.outlook, worse.outlook)
            });
        }
        reasons
    }

    /// Says that the worse card may catch the buffalo, if that causes most of the difference.
    fn may_catch_buffalo(
        &self,
        CardChoice { card, outlook }: CardChoice,
        better: CardChoice,
    ) -> Option<IntensityReason> {
        let is_above = card.suit() == Card::BUFFALO.suit() && card > Card::BUFFALO;
        (is_above
            && self.may_be_held_later(Card::BUFFALO)
            && buffalo_decides(outlook, better.outlook))
        .then_some(IntensityReason::MayCatchBuffalo { card })
    }

    /// Praises staying under the winning card, if other cards don't or this is the highest.
    fn stays_under(&self, card: Card) -> Option<IntensityReason> {
        let winning = self.winning_above(card)?;
        let under = self.playable.below(winning);
        let is_highest = under.len() > 1 && under.highest() == Some(card);
        let points = self.trick.penalty();
        (is_highest || under != self.playable).then_some(IntensityReason::StaysUnder {
            winning,
            points,
            is_highest,
        })
    }

    /// Praises emptying a suit, if the others still have several of it and the hand keeps points.
    fn empties_suit(&self, card: Card) -> Option<IntensityReason> {
        let suit = card.suit();
        let rest = self.hand.without(card);
        let is_useful = rest.in_suit(suit).is_empty()
            && suit != Suit::CALVES
            && self.knowledge.unseen.in_suit(suit).len() >= SEATS - 1
            && rest.penalty() > 0;
        is_useful.then_some(IntensityReason::EmptiesSuit { suit })
    }

    fn faults_of_card(&self, worse: CardChoice, better: CardChoice) -> Vec<IntensityReason> {
        let difference = Difference::new(worse.outlook, better.outlook);
        if difference.is_now() {
            self.faults_in_round(worse, better)
        } else if difference.is_later() {
            self.faults_later(worse, better, &difference)
        } else {
            Vec::new()
        }
    }

    fn faults_in_round(&self, worse: CardChoice, better: CardChoice) -> Vec<IntensityReason> {
        let card = worse.card;
        if self.wins_last(card) {
            let points = self.trick.penalty() + card.penalty();
            return vec![IntensityReason::TakesPoints { points }];
        }
        let of_suit = self.knowledge.unseen.in_suit(card.suit());
        if self.trick.cards().is_empty()
            && of_suit.is_empty()
            && self.knowledge.unseen.penalty() > 0
        {
            return vec![IntensityReason::NobodyFollows { suit: card.suit() }];
        }
        let mut reasons = Vec::new();
        reasons.extend(self.may_catch_buffalo(worse, better));
        let can_be_beaten = of_suit.above(card).iter().any(|higher| self.may_be_held_later(higher));
        if !can_be_beaten && !self.is_highest(better.card) {
            reasons.push(IntensityReason::WinsForSure);
        } else {
            reasons.extend(win_reason(worse, better));
        }
        let is_other_suit = better.card.suit() != card.suit();
        reasons.extend(self.later_void(card.suit()).filter(|_| is_other_suit));
        reasons.extend(cost_reason(worse, better));
        reasons
    }

    fn faults_later(
        &self,
        worse: CardChoice,
        better: CardChoice,
        difference: &Difference,
    ) -> Vec<IntensityReason> {
        let (card, kept_card) = (worse.card, better.card);
        let mut reasons = Vec::new();
        let main = difference.main_card(CardSet::one(kept_card));
        if main == Some(kept_card) {
            let is_lower_under = self.winning_above(card).is_some() && card < kept_card;
            let winning = self.winning_above(kept_card).filter(|_| is_lower_under);
            if let Some(winning) = winning {
                reasons.push(IntensityReason::HigherStaysUnder { card: kept_card, winning });
            } else if self.wins_last(kept_card) && self.trick.penalty() + kept_card.penalty() == 0 {
                reasons.push(IntensityReason::MissesFreeRound { card: kept_card });
            }
            reasons.extend(kept_reason(
                kept_card,
                worse.outlook,
                CardSet::one(card),
                better.outlook,
            ));
        }
        if self.is_lowest(card) && !self.is_lowest(kept_card) {
            reasons.push(IntensityReason::SpendsLowest { card });
        }
        if kept_card.suit() != card.suit() && self.empties_suit(kept_card).is_some() {
            reasons.push(IntensityReason::KeepsSuit { suit: kept_card.suit() });
        }
        if let Some(main) = main.filter(|main| *main != kept_card) {
            reasons.extend(change_reason(main, Some(card), worse.outlook, better.outlook));
        }
        reasons
    }

    fn later_seats(&self) -> impl Iterator<Item = Seat> {
        let count = (SEATS - 1).saturating_sub(self.trick.cards().len());
        std::iter::successors(Some(left_of(self.seat)), |&seat| Some(left_of(seat))).take(count)
    }

    /// Whether others hold cards of the suit, all of them higher.
    fn is_lowest(&self, card: Card) -> bool {
        let others = self.knowledge.unseen.in_suit(card.suit());
        !others.is_empty() && others.below(card).is_empty()
    }

    /// Whether the card is winning the round, and no later seat may have a higher one.
    fn is_highest(&self, card: Card) -> bool {
        let higher = self.knowledge.unseen.in_suit(card.suit()).above(card);
        !self.is_discard(card)
            && self.winning_above(card).is_none()
            && !higher.iter().any(|higher| self.may_be_held_later(higher))
    }

    fn may_be_held_later(&self, card: Card) -> bool {
        self.later_seats().any(|seat| self.knowledge.possible[seat.index()].contains(card))
    }

    /// Names a later seat in the round that is known to be void in a suit.
    fn later_void(&self, suit: Suit) -> Option<IntensityReason> {
        self.later_seats().find_map(|seat| {
            let shown = self.observation.plays().find(|played| {
                played.seat == seat && played.led_suit() == Some(suit) && played.card.suit() != suit
            })?;
            Some(IntensityReason::HasNone { seat, suit, round: shown.round + 1 })
        })
    }
}

/// Whether the buffalo causes most of the difference in this round.
fn buffalo_decides(worse: &Outlook, better: &Outlook) -> bool {
    let of_buffalo = worse.buffalo_now - better.buffalo_now;
    of_buffalo >= 0.5 * (worse.points_now - better.points_now)
}

fn times_in_ten(share: f64) -> TimesInTen {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // from 0 to 10
    let times = (10.0 * share).round().clamp(0.0, 10.0) as TimesInTen;
    times
}

fn is_clearly_more(tenths: u32, other: u32) -> bool {
    tenths >= other + NOTABLE_TENTHS && (tenths > other + NOTABLE_TENTHS || tenths >= 2 * other)
}

fn tenths_of_points(points: f64) -> u32 {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // from 0 to 17 points
    let tenths = (10.0 * points).round().max(0.0) as u32;
    tenths
}

/// Compares a card that only the worse choice keeps with the most dangerous of the cards that only
/// the better choice keeps: by their rates of taking points, or else by their costs.
fn kept_reason(
    card: Card,
    worse: &Outlook,
    instead: CardSet,
    better: &Outlook,
) -> Option<IntensityReason> {
    let most = |values: &[f64; Card::COUNT]| {
        let value = |card: Card| values[card.index()];
        instead.iter().max_by(|&one, &other| value(one).total_cmp(&value(other)))
    };
    let other = most(&better.take_rates)?;
    let shares = [worse.take_rates[card.index()], better.take_rates[other.index()]];
    let [times, rarely] = shares.map(times_in_ten);
    if times >= LIKELY && times >= rarely + CLEAR_DIFFERENCE {
        return Some(IntensityReason::Kept { card, times, other, instead: rarely });
    }
    let other = most(&better.points_later)?;
    let points = [worse.points_later[card.index()], better.points_later[other.index()]];
    let [tenths, instead] = points.map(tenths_of_points);
    (tenths >= instead + NOTABLE_TENTHS).then_some(IntensityReason::KeptCosts {
        card,
        tenths,
        other,
        instead,
    })
}

/// Compares how often a card takes points after two choices, of which the first plays `played`. The
/// card must be the buffalo, or `played` a lower card of its suit.
fn change_reason(
    card: Card,
    played: Option<Card>,
    first: &Outlook,
    second: &Outlook,
) -> Option<IntensityReason> {
    let without = played.filter(|lower| lower.suit() == card.suit() && *lower < card);
    let shares = [first, second].map(|outlook| outlook.take_rates[card.index()]);
    let [times, instead] = shares.map(times_in_ten);
    let is_clear = times.abs_diff(instead) >= CLEAR_DIFFERENCE;
    (is_clear && (without.is_some() || card == Card::BUFFALO)).then_some(IntensityReason::Changes {
        card,
        without,
        times,
        instead,
    })
}

fn win_reason(one: CardChoice, other: CardChoice) -> Option<IntensityReason> {
    let [times, instead] = [one, other].map(|choice| times_in_ten(choice.outlook.win_rate));
    // Otherwise the difference lies in the discards on these cards.
    let is_notable = times >= instead + CLEAR_DIFFERENCE && times >= 2 * instead;
    let (card, other) = (one.card, other.card);
    is_notable.then_some(IntensityReason::Wins { card, times, other, instead })
}

fn cost_reason(one: CardChoice, other: CardChoice) -> Option<IntensityReason> {
    let points = [one, other].map(|choice| choice.outlook.points_now);
    let [tenths, instead] = points.map(tenths_of_points);
    let (card, other) = (one.card, other.card);
    is_clearly_more(tenths, instead).then_some(IntensityReason::Costs {
        card,
        tenths,
        other,
        instead,
    })
}
