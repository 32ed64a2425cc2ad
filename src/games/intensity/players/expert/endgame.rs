//! The last rounds of a deal, searched to the end: the own seat's best cards against the others'
//! usual replies.
//!
//! That every seat searches for its own good (max^n: Luckhardt and Irani 1986) was tried as well.
//! It plays no better, since nobody else sees the cards.

use super::{Goal, Playout};
use crate::{
    games::intensity::rules::{Card, CardSet, POINTS, Position},
    play::{Meter, SearchStop, Seat},
};

/// Rounds that are searched.
pub const ROUNDS: usize = 4;

impl Goal {
    /// The least cost at the end that the seat can reach, when all others reply as in a playout.
    /// Every card is counted.
    ///
    /// # Errors
    /// [`SearchStop`] when the meter says so.
    pub fn least(&self, mut playout: Playout, meter: &mut Meter) -> Result<f64, SearchStop> {
        loop {
            if playout.is_decided() {
                return Ok(self.cost(playout.position.taken));
            }
            let playable = playout.position.playable();
            if playout.position.to_move() == Some(self.seat) && playable.len() > 1 {
                return self.best(&playout, playable, meter);
            }
            let Some(card) = playout.reply() else { return Ok(self.cost(playout.position.taken)) };
            meter.tick()?;
            playout.play(card);
        }
    }

    /// The same when it is the seat's turn.
    fn best(
        &self,
        playout: &Playout,
        playable: CardSet,
        meter: &mut Meter,
    ) -> Result<f64, SearchStop> {
        let hopes = self.hopes(&playout.position);
        let mut best = f64::INFINITY;
        for card in different(&playout.position, self.seat, playable) {
            meter.tick()?;
            let mut next = *playout;
            next.play(card);
            best = best.min(self.least(next, meter)?);
            if best <= hopes {
                break;
            }
        }
        Ok(best)
    }

    /// A cost that can't be beaten: as if each of the others took all points that are left.
    fn hopes(&self, position: &Position) -> f64 {
        let left = POINTS.saturating_sub(position.taken.iter().sum());
        let mut taken = position.taken.map(|taken| taken.saturating_add(left));
        taken[self.seat.index()] = position.taken[self.seat.index()];
        self.cost(taken)
    }
}

/// The playable cards without those that come to the same as a lower one: neighbours among the
/// cards that are still there, with the same penalty.
fn different(
    position: &Position,
    seat: Seat,
    playable: CardSet,
) -> impl Iterator<Item = Card> + use<> {
    let others = position.held() - position.hands[seat.index()];
    let between = others | position.trick.set();
    let mut last: Option<Card> = None;
    playable.iter().filter(move |&card| {
        let same = last.is_some_and(|last| {
            last.suit() == card.suit()
                && last.penalty() == card.penalty()
                && between.above(last).below(card).is_empty()
        });
        last = Some(card);
        !same
    })
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, seq::IteratorRandom};

    use super::{super::Aim, *};
    use crate::{
        games::intensity::rules::{Deal, SEATS},
        play::{Budget, Rng, ThinkContext, random},
    };

    fn meter(nodes: u64) -> Meter {
        ThinkContext::new(Budget::Nodes(nodes), 1, Seat::new(0), 0).meter()
    }

    /// Somewhere in the last rounds of a game of any legal cards.
    fn ending(rng: &mut Rng) -> Playout {
        let mut playout = Playout::start(Deal::shuffled(rng).hands());
        for _ in 0..4 * (10 - ROUNDS) + rng.random_range(0..8) {
            playout.play(playout.position.playable().iter().choose(rng).unwrap());
        }
        playout
    }

    /// All that the seat can do, one after the other.
    fn by_trying_all(search: &Goal, playout: &Playout) -> f64 {
        let mut playables = playout.position.playable();
        if playout.position.to_move() != Some(search.seat) {
            playables = playout.reply().into_iter().collect();
        }
        let ends = playables.iter().map(|card| {
            let mut next = *playout;
            next.play(card);
            by_trying_all(search, &next)
        });
        let least = ends.fold(f64::INFINITY, f64::min);
        if least.is_finite() { least } else { search.cost(playout.position.taken) }
    }

    #[test]
    fn the_search_finds_what_trying_all_finds() {
        let mut rng = random::rng(1, &[]);
        let (mut nodes, mut better) = (0, 0);
        for _ in 0..300 {
            let playout = ending(&mut rng);
            for (seat, aim) in
                (0..SEATS).flat_map(|seat| [(seat, Aim::Points), (seat, Aim::Places)])
            {
                let search = Goal { seat: Seat::new(seat), aim, fines: [0, 5, 0, 1] };
                let mut meter = meter(u64::MAX);
                let least = search.least(playout, &mut meter).unwrap();
                assert!(
                    (least - by_trying_all(&search, &playout)).abs() < 1e-12,
                    "{seat} {aim:?}: {playout:?}"
                );
                let usual = search.cost(playout.finish(&mut meter).unwrap());
                assert!(least <= usual);
                better += u32::from(least < usual);
                nodes += meter.nodes();
            }
        }
        // The search is worth something, and cheap.
        assert!(better > 100 && nodes / 2_400 < 60, "{better} {nodes}");
    }

    #[test]
    fn it_ends_when_the_budget_does() {
        let search = Goal { seat: Seat::new(0), aim: Aim::Points, fines: [0; SEATS] };
        let playout = Playout::start(Deal::shuffled(&mut random::rng(1, &[])).hands());
        assert_eq!(search.least(playout, &mut meter(20)), Err(SearchStop::Spent));
    }

    #[test]
    fn cards_that_come_to_the_same_are_one() {
        let mut position = Position::start(
            ["14 16 18 45 46 47 30 31", "15 19 33", "10 11 12", "20 21 22"]
                .map(|text| text.parse().unwrap()),
        );
        position.calves_out = true;
        let found: CardSet = different(&position, Seat::new(0), position.hands[0]).collect();
        assert_eq!(found.to_string(), "14 16 30 45 47");
    }
}
