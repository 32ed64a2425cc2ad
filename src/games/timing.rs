//! Durations of a game's animations.

use std::time::Duration;

use fourcade_engine::play::GameInfo;

pub trait Timing: GameInfo {
    /// Whether a reveal leaves the board with an animation.
    const ANIMATES_REVEAL_END: bool = false;
    /// Whether people who take turns at the keyboard see what all have chosen before it is handed
    /// over.
    const HOLDS_CHOICES: bool = false;
    /// If [`Self::HOLDS_CHOICES`]: the part of a step's animation after which the board shows all
    /// choices.
    const SHOWN_AT: f32 = 1.0;

    /// The duration of a step's animation, less than half a second.
    fn animation(events: &[Self::Event]) -> Duration {
        let _ = events;
        Duration::from_millis(260)
    }

    /// The duration of the celebration at the end, at most [`MAX_CELEBRATION`]; zero if there is
    /// nothing to celebrate.
    fn celebration(observation: &Self::Observation) -> Duration;
}

pub const MAX_CELEBRATION: Duration = Duration::from_millis(2500);

/// How many of `all` parts are done at this progress, from 0 to 1.
pub(super) fn parts_done(progress: f32, all: usize) -> usize {
    let all = u16::try_from(all).unwrap_or(u16::MAX);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // at most all parts
    let done = (progress.clamp(0.0, 1.0) * f32::from(all)) as usize;
    done
}
