//! Which three cards to pass.

use super::{
    super::{counter, deals::Deals, judge::Danger, knowledge::Knowledge},
    Aim, Goal, Playout, playout,
    race::Race,
};
use crate::{
    games::intensity::rules::{
        CardSet, IntensityAction, IntensityObservation, SEATS, right, threes,
    },
    play::{Meter, Rng, SearchStop, Seat, ThinkContext},
};

/// How many of the 120 ways to pass are tried.
const CANDIDATES: usize = 40;
/// Deals between two looks at who is hopeless.
const BATCH: usize = 8;

/// The ways to pass that leave the least dangerous hands.
pub fn candidates(seat: Seat, seen: &IntensityObservation, aim: Aim) -> Race<IntensityAction> {
    let hand = seen.hands[seat.index()].unwrap_or_default();
    let mut ways: Vec<_> =
        threes(hand).map(|cards| (playout::pass_danger().of_all(hand - cards), cards)).collect();
    ways.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    Race::new(
        ways.into_iter()
            .take(CANDIDATES)
            .map(|(danger, cards)| (IntensityAction::Pass(cards), aim.worth() * f64::from(danger))),
    )
}

/// Tries them in one deal after the other, in which the others pass by rule, until one is left or
/// the budget is used up.
pub fn run(
    goal: &Goal,
    seen: &IntensityObservation,
    think: &ThinkContext,
    race: &mut Race<IntensityAction>,
) -> Result<(), SearchStop> {
    let seat = goal.seat;
    let mut rng = think.rng();
    let mut meter = think.meter();
    meter.check()?;
    let known = Knowledge::of_hand(seat, seen.hands[seat.index()].unwrap_or_default());
    let Some(deals) = Deals::of(&known) else { return Ok(()) };
    let mut costs = Vec::new();
    while !race.is_over() {
        for _ in 0..BATCH {
            let deal = Passing::draw(&deals, &known, &mut meter, &mut rng)?;
            costs.clear();
            for action in race.running() {
                let IntensityAction::Pass(cards) = action else { continue };
                let taken = Playout::start(deal.after(seat, cards)).finish(&mut meter)?;
                costs.push(goal.cost(taken));
            }
            race.learn(&costs, 1.0);
        }
        race.drop_hopeless();
        think
            .report(|| format!("{:.0} deals, {} ways to pass", race.deals(), race.running().len()));
    }
    Ok(())
}

/// A deal in which the others have chosen what they pass.
struct Passing {
    hands: [CardSet; SEATS],
    passed: [CardSet; SEATS],
}

impl Passing {
    fn draw(
        deals: &Deals,
        known: &Knowledge,
        meter: &mut Meter,
        rng: &mut Rng,
    ) -> Result<Self, SearchStop> {
        let hands = deals.draw(rng);
        let mut passed = [CardSet::NONE; SEATS];
        for other in known.others() {
            meter.tick()?;
            passed[other] =
                counter::pass(hands[other], &playout::pass_danger()).unwrap_or_default();
        }
        Ok(Self { hands, passed })
    }

    /// The hands of the first round, when `seat` has passed these.
    fn after(&self, seat: Seat, cards: CardSet) -> [CardSet; SEATS] {
        let mut passed = self.passed;
        passed[seat.index()] = cards;
        std::array::from_fn(|seat| {
            (self.hands[seat] - passed[seat]) | passed[right(Seat::new(seat)).index()]
        })
    }
}
