//! `expert`: plays on in many deals that agree with what it has seen.
//!
//! It draws deals of the cards that it does not see: uniformly from all that agree with the cards
//! it has passed, with who did not follow a suit, and with who led a calf when only calves allowed
//! it (`deals`), and then the more often the likelier they make what the others have passed and
//! played (`belief`). In each deal every card that it may play is tried, and the rest is played out
//! by fast rules (`playout`); in the last rounds its own cards are searched to the end (`endgame`).
//! A card that falls behind is tried no longer (`race`). Which three cards to pass is found in the
//! same way (`passing`).
//!
//! A node of its budget is a card played in such a game, a past choice judged, or the passing of a
//! deal.

mod aim;
mod belief;
mod endgame;
mod passing;
mod playout;
mod race;

pub use aim::{Aim, Goal};
pub use belief::Beliefs;
pub use playout::Playout;

use race::Race;

use super::{
    counter::Counter,
    knowledge::{Knowledge, Voids},
};
use crate::{
    games::intensity::{
        Intensity,
        rules::{CardSet, IntensityAction, IntensityObservation, Position, SEATS},
    },
    play::{Advice, Player, PlayerError, SearchStop, Seat, ThinkContext},
};

/// The searching player.
#[derive(Clone, Copy, Debug)]
pub struct Expert {
    /// What it plays for.
    pub aim: Aim,
}

impl Player<Intensity> for Expert {
    fn choose(
        &mut self,
        seat: Seat,
        seen: &IntensityObservation,
        think: &ThinkContext,
    ) -> Result<IntensityAction, PlayerError> {
        Ok(self.search(seat, seen, think)?.0)
    }

    /// What it would do, and what it expects each choice to cost on average until the end: penalty
    /// points, or what is missing to the three points of the first place.
    fn advise(
        &mut self,
        seat: Seat,
        seen: &IntensityObservation,
        think: &ThinkContext,
    ) -> Result<Advice<IntensityAction>, PlayerError> {
        let (action, race) = self.search(seat, seen, think)?;
        let already = match self.aim {
            Aim::Points => f64::from(seen.score(seat)),
            Aim::Places => 0.0,
        };
        let costs = race
            .runners()
            .iter()
            .filter_map(|runner| Some((runner.choice, runner.mean()? - already)));
        let weights: Vec<_> = costs.collect();
        let words = self.words(action, &weights, race.deals());
        Ok(Advice { action, reason: words, weights })
    }
}

impl Expert {
    /// What a choice costs, and the next best one; nothing if it was never tried.
    fn words(
        self,
        action: IntensityAction,
        costs: &[(IntensityAction, f64)],
        deals: f64,
    ) -> Option<String> {
        let (_, cost) = costs.iter().find(|(choice, _)| *choice == action)?;
        let others = costs.iter().filter(|(choice, _)| *choice != action);
        let next = others.min_by(|(_, one), (_, other)| one.total_cmp(other));
        let says = |cost: f64| match self.aim {
            Aim::Points => format!("{cost:.1} more points"),
            Aim::Places => format!("{:.1} for the place", 3.0 - cost),
        };
        let instead = next.map_or_else(String::new, |(choice, cost)| {
            format!("; {choice} instead: {}", says(*cost))
        });
        Some(format!("{} on average in {deals:.0} likely deals{instead}", says(*cost)))
    }

    /// What to do, and the race that has decided it.
    fn search(
        self,
        seat: Seat,
        seen: &IntensityObservation,
        think: &ThinkContext,
    ) -> Result<(IntensityAction, Race<IntensityAction>), PlayerError> {
        // What is done where there is no time to think.
        let usual = Counter::default().decide(seat, seen)?;
        let mut race = if seen.is_passing {
            passing::candidates(seat, seen, self.aim)
        } else {
            self.cards(seat, seen)
        };
        if race.is_over() {
            return Ok((usual, race));
        }
        let halt = if seen.is_passing {
            passing::run(&self.goal(seat, seen), seen, think, &mut race)
        } else {
            self.run(seat, seen, think, &mut race)
        };
        if halt == Err(SearchStop::Cancelled) || think.is_cancelled() {
            return Err(PlayerError::Cancelled);
        }
        Ok((race.leader().unwrap_or(usual), race))
    }

    /// What two choices cost on average until the end, in the same deals; nothing if there was no
    /// time for any.
    ///
    /// # Errors
    /// [`PlayerError::Cancelled`].
    pub fn compare(
        self,
        seat: Seat,
        seen: &IntensityObservation,
        choices: [IntensityAction; 2],
        think: &ThinkContext,
    ) -> Result<Option<[f64; 2]>, PlayerError> {
        let mut race = Race::patient(choices);
        let halt = if seen.is_passing {
            passing::run(&self.goal(seat, seen), seen, think, &mut race)
        } else {
            self.run(seat, seen, think, &mut race)
        };
        if halt == Err(SearchStop::Cancelled) || think.is_cancelled() {
            return Err(PlayerError::Cancelled);
        }
        let mean = |number: usize| race.runners().get(number)?.mean();
        Ok(mean(0).zip(mean(1)).map(<[f64; 2]>::from))
    }

    fn goal(self, seat: Seat, seen: &IntensityObservation) -> Goal {
        Goal { seat, aim: self.aim, fines: seen.fines }
    }

    /// The cards that may be played.
    fn cards(self, seat: Seat, seen: &IntensityObservation) -> Race<IntensityAction> {
        let look = Knowledge::of(seat, seen).look(seen.trick);
        let mut cards = Vec::new();
        playout::judge().weigh(&look, seen.playable(seat), |card, cost, _| {
            cards.push((IntensityAction::Play(card), self.aim.worth() * f64::from(cost)));
        });
        Race::new(cards)
    }

    /// Tries the cards in one deal after the other, until one is left or the budget is used up.
    fn run(
        self,
        seat: Seat,
        seen: &IntensityObservation,
        think: &ThinkContext,
        race: &mut Race<IntensityAction>,
    ) -> Result<(), SearchStop> {
        let mut rng = think.rng();
        let mut meter = think.meter();
        meter.check()?;
        let Some(mut beliefs) = Beliefs::of(&Knowledge::of(seat, seen), seen) else {
            return Ok(());
        };
        let mut costs = Vec::new();
        let voids = Voids::of(seen);
        let goal = self.goal(seat, seen);
        let is_ending = seen.counts[seat.index()] <= endgame::ROUNDS;
        while !race.is_over() {
            for (hands, weight) in beliefs.draw(&mut meter, &mut rng)? {
                let start = Playout { position: position(seen, hands), voids };
                costs.clear();
                for action in race.running() {
                    let mut playout = start;
                    if let IntensityAction::Play(card) = action {
                        playout.play(card);
                    }
                    costs.push(if is_ending {
                        goal.least(playout, &mut meter)?
                    } else {
                        goal.cost(playout.finish(&mut meter)?)
                    });
                }
                race.learn(&costs, weight);
            }
            race.drop_hopeless();
            think.report(|| format!("{:.0} deals", race.deals()));
        }
        Ok(())
    }
}

/// The game as it stands, with these hands.
fn position(seen: &IntensityObservation, hands: [CardSet; SEATS]) -> Position {
    Position { hands, trick: seen.trick, calves_out: seen.calves_out(), taken: seen.taken }
}
