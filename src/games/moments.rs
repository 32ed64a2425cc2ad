//! The moments of a game that are worth a pause: a view lights their place, and an opponent may say
//! something about them.

use std::time::Duration;

use fourcade_engine::play::{Game, GameInfo, Seat};

/// How long a moment is staged.
pub const STAGE_TIME: Duration = Duration::from_millis(900);

/// A game with a list of moments.
pub trait Moments: GameInfo {
    /// The greatest first.
    const MOMENTS: &'static [MomentKind<Self>];
}

/// A kind of moment, a row of a game's list.
pub struct MomentKind<G: Game> {
    pub key: &'static str,
    /// A sentence; empty if the log says it already.
    pub title: &'static str,
    /// Returns the seat whose moment a step is, if it is one.
    pub detect: fn(&Step<G>) -> Option<Seat>,
}

/// A step, with the game before and after it.
pub struct Step<'a, G: Game> {
    pub before: &'a G,
    pub after: &'a G,
    pub events: &'a [G::Event],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    pub key: &'static str,
    pub title: &'static str,
    /// The seat whose moment it is.
    pub seat: Seat,
}

impl Moment {
    /// The greatest moment of a step, if it is one.
    pub fn of<G: Moments>(step: &Step<G>) -> Option<Self> {
        G::MOMENTS.iter().find_map(|kind| {
            let seat = (kind.detect)(step)?;
            Some(Self { key: kind.key, title: kind.title, seat })
        })
    }
}

#[cfg(test)]
pub mod testing {
    use super::*;

    /// The moment of a step with these choices, as its key and its seat.
    pub fn moment_of<G: Moments>(
        before: &G,
        choices: &[(Seat, G::Action)],
    ) -> Option<(&'static str, usize)> {
        let mut after = before.clone();
        let events = after.step(choices).unwrap();
        let moment = Moment::of(&Step { before, after: &after, events: &events })?;
        Some((moment.key, moment.seat.index()))
    }
}
