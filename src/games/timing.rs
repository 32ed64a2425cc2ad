//! Durations of a game's animations.

use std::time::Duration;

use fourcade_engine::play::GameInfo;

pub trait Timing: GameInfo {
    /// Whether a reveal leaves the board with an animation.
    const ANIMATES_REVEAL_END: bool = false;

    /// Duration of the animation of a step with these events: less than half a second.
    fn animation(events: &[Self::Event]) -> Duration {
        let _ = events;
        Duration::from_millis(260)
    }

    /// Duration of the celebration at the end of a game, at most [`MAX_CELEBRATION`]. Zero if there
    /// is nothing to celebrate.
    fn celebration(observation: &Self::Observation) -> Duration;
}

/// Maximum duration of a celebration.
pub const MAX_CELEBRATION: Duration = Duration::from_millis(2500);
