//! Moments: rare steps that are worth a pause. The view highlights their place, and opponents
//! remark on them.

use std::time::Duration;

use fourcade_engine::play::{Game, GameInfo, Seat, Seats};

/// Time for which a moment is highlighted before the game goes on.
pub const MOMENT_TIME: Duration = Duration::from_millis(900);

/// The name of a kind of moment in `assets/opponents.toml`. The game's view tells moments apart by
/// it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MomentKey(pub &'static str);

pub trait Moments: GameInfo {
    /// The most important first.
    const MOMENTS: &'static [MomentKind<Self>];
}

/// A kind of moment, such as a third pair in a row.
pub struct MomentKind<G: Game> {
    pub key: MomentKey,
    /// `None` if the log already says it.
    pub sentence: Option<&'static str>,
    /// If a step is such a moment, returns the seat that it belongs to.
    pub detect: fn(&Step<G>) -> Option<Seat>,
}

pub struct Step<'a, G: Game> {
    pub before: &'a G,
    pub after: &'a G,
    pub events: &'a [G::Event],
    /// The seats that have resigned: they share the last places.
    pub resigned: Seats,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    pub key: MomentKey,
    pub sentence: Option<&'static str>,
    /// The seat that the moment belongs to.
    pub seat: Seat,
}

impl Moment {
    /// The most important one of a step.
    pub fn of<G: Moments>(step: &Step<G>) -> Option<Self> {
        G::MOMENTS.iter().find_map(|kind| {
            let seat = (kind.detect)(step)?;
            Some(Self { key: kind.key, sentence: kind.sentence, seat })
        })
    }
}

#[cfg(test)]
pub mod testing {
    use super::*;

    /// The key and seat of the most important moment of a step.
    pub fn moment_of<G: Moments>(
        before: &G,
        choices: &[(Seat, G::Action)],
    ) -> Option<(&'static str, usize)> {
        let mut after = before.clone();
        let events = after.step(choices).unwrap();
        let moment =
            Moment::of(&Step { before, after: &after, events: &events, resigned: Seats::NONE })?;
        Some((moment.key.0, moment.seat.index()))
    }
}
