//! A search of the last rounds of a deal: the best cards of one seat against the other seats'
//! playout replies.
//!
//! A search in which every seat minimises its own cost (max^n, Luckhart and Irani 1986) plays no
//! better, because the other seats do not see all hands.

use super::{CostFunction, Playout};
use crate::{
    games::intensity::rules::{Card, CardSet, OpenPosition, TOTAL_PENALTY},
    play::{Meter, SearchStop, Seat},
};

/// The number of rounds at the end of a game that are searched.
pub const SEARCHED_ROUNDS: usize = 4;

/// Returns the lowest final cost that the seat can reach if all other seats reply as in a playout.
/// Each card counts as a node.
///
/// # Errors
/// Returns a [`SearchStop`] if the budget ends or the search is cancelled first.
pub fn min_cost(
    costs: &CostFunction,
    mut playout: Playout,
    meter: &mut Meter,
) -> Result<f64, SearchStop> {
    loop {
        if playout.is_decided() {
            return Ok(costs.cost(playout.position.taken));
        }
        let playable = playout.position.playable();
        if playout.position.to_move() == Some(costs.seat) && playable.len() > 1 {
            return min_cost_of_cards(costs, &playout, playable, meter);
        }
        let Some(card) = playout.reply() else { return Ok(costs.cost(playout.position.taken)) };
        meter.tick()?;
        playout.play(card);
    }
}

/// Tries each distinct playable card of the seat, which is to move.
fn min_cost_of_cards(
    costs: &CostFunction,
    playout: &Playout,
    playable: CardSet,
    meter: &mut Meter,
) -> Result<f64, SearchStop> {
    let bound = lower_bound(costs, &playout.position);
    let mut best = f64::INFINITY;
    for card in distinct_cards(&playout.position, costs.seat, playable) {
        meter.tick()?;
        let mut next = *playout;
        next.play(card);
        best = best.min(min_cost(costs, next, meter)?);
        if best <= bound {
            break;
        }
    }
    Ok(best)
}

/// Returns a lower bound on the cost: that of giving all remaining points to each other seat.
fn lower_bound(costs: &CostFunction, position: &OpenPosition) -> f64 {
    let remaining = TOTAL_PENALTY.saturating_sub(position.taken.iter().sum());
    let mut taken = position.taken.map(|taken| taken.saturating_add(remaining));
    taken[costs.seat.index()] = position.taken[costs.seat.index()];
    costs.cost(taken)
}

/// Returns the playable cards without those that are equivalent to a lower one: cards of the same
/// suit and penalty with no card of another seat or of the current trick in between.
fn distinct_cards(
    position: &OpenPosition,
    seat: Seat,
    playable: CardSet,
) -> impl Iterator<Item = Card> + use<> {
    let others = position.held() - position.hands[seat.index()];
    let separating = others | position.trick.card_set();
    let mut previous: Option<Card> = None;
    playable.iter().filter(move |&card| {
        let is_equivalent = previous.is_some_and(|previous| {
            previous.suit() == card.suit()
                && previous.penalty() == card.penalty()
                && separating.above(previous).below(card).is_empty()
        });
        previous = Some(card);
        !is_equivalent
    })
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, seq::IteratorRandom};

    use super::{super::Objective, *};
    use crate::{
        games::intensity::rules::{Deal, SEATS},
        play::{Budget, Rng, ThinkContext, random},
    };

    fn meter(nodes: u64) -> Meter {
        ThinkContext::new(Budget::Nodes(nodes), 1, Seat::new(0), 0).meter()
    }

    /// A position in the last rounds of a randomly played game.
    fn random_endgame(rng: &mut Rng) -> Playout {
        let mut playout = Playout::start(Deal::shuffled(rng).hands());
        for _ in 0..4 * (10 - SEARCHED_ROUNDS) + rng.random_range(0..8) {
            playout.play(playout.position.playable().iter().choose(rng).unwrap());
        }
        playout
    }

    /// The lowest cost by trying every playable card of the seat.
    fn exhaustive_min_cost(costs: &CostFunction, playout: &Playout) -> f64 {
        let mut playable = playout.position.playable();
        if playout.position.to_move() != Some(costs.seat) {
            playable = playout.reply().into_iter().collect();
        }
        let ends = playable.iter().map(|card| {
            let mut next = *playout;
            next.play(card);
            exhaustive_min_cost(costs, &next)
        });
        let lowest = ends.fold(f64::INFINITY, f64::min);
        if lowest.is_finite() { lowest } else { costs.cost(playout.position.taken) }
    }

    #[test]
    fn the_search_agrees_with_exhaustive_search() {
        let mut rng = random::rng(1, &[]);
        let (mut nodes, mut better) = (0, 0);
        for _ in 0..300 {
            let playout = random_endgame(&mut rng);
            let objectives = [Objective::Points, Objective::Places];
            for (seat, objective) in
                (0..SEATS).flat_map(|seat| objectives.map(|objective| (seat, objective)))
            {
                let costs = CostFunction { seat: Seat::new(seat), objective, fines: [0, 5, 0, 1] };
                let mut meter = meter(u64::MAX);
                let lowest = min_cost(&costs, playout, &mut meter).unwrap();
                assert!(
                    (lowest - exhaustive_min_cost(&costs, &playout)).abs() < 1e-12,
                    "{seat} {objective:?}: {playout:?}"
                );
                let of_playout = costs.cost(playout.finish(&mut meter).unwrap());
                assert!(lowest <= of_playout);
                better += u32::from(lowest < of_playout);
                nodes += meter.nodes();
            }
        }
        // The search often improves on the playout, and it is cheap.
        assert!(better > 100 && nodes / 2_400 < 60, "{better} {nodes}");
    }

    #[test]
    fn the_search_stops_when_the_budget_is_used_up() {
        let costs =
            CostFunction { seat: Seat::new(0), objective: Objective::Points, fines: [0; SEATS] };
        let playout = Playout::start(Deal::shuffled(&mut random::rng(1, &[])).hands());
        assert_eq!(min_cost(&costs, playout, &mut meter(20)), Err(SearchStop::Spent));
    }

    #[test]
    fn equivalent_cards_are_tried_once() {
        let mut position = OpenPosition::start(
            ["14 16 18 45 46 47 30 31", "15 19 33", "10 11 12", "20 21 22"]
                .map(|text| text.parse().unwrap()),
        );
        position.calves_broken = true;
        let found: CardSet = distinct_cards(&position, Seat::new(0), position.hands[0]).collect();
        assert_eq!(found.to_string(), "14 16 30 45 47");
    }
}
