//! Durations of a game's animations.

use std::time::Duration;

use fourcade_engine::play::GameInfo;

pub trait Timing: GameInfo {
    /// Whether a reveal leaves the board with an animation.
    const ANIMATES_REVEAL_END: bool = false;
    /// Whether the choices of a step stay on the screen before people hand the keyboard over.
    const HOLDS_CHOICES: bool = false;
    /// If choices are held: progress of a step's animation at which the board shows all of them.
    const CHOICES_SHOWN_AT: f32 = 1.0;

    /// The duration of a step's animation, less than half a second.
    fn animation(events: &[Self::Event]) -> Duration {
        let _ = events;
        STEP_TIME
    }

    /// The duration of the celebration at the end, at most [`MAX_CELEBRATION`]; zero if there is
    /// nothing to celebrate.
    fn celebration(observation: &Self::Observation) -> Duration;
}

/// The usual duration of a step's animation.
pub(super) const STEP_TIME: Duration = Duration::from_millis(260);

pub const MAX_CELEBRATION: Duration = Duration::from_millis(2500);

/// How many of `count` parts are done at this progress, which is limited to 0 to 1.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // from 0 to `count`
pub(super) fn parts_done(progress: f32, count: usize) -> usize {
    let count = u16::try_from(count).unwrap_or(u16::MAX);
    (progress.clamp(0.0, 1.0) * f32::from(count)) as usize
}
