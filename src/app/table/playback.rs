//! How fast the game advances by itself, and how long a step is shown before the next one.

use std::time::{Duration, Instant};

use super::game::TableGame;
use crate::{app::Start, games::ArcadeGame, ui::Motion};

/// The waits between two moves of computer players that can be chosen, from slow to fast.
pub const WAITS: [Duration; 7] = [
    Duration::from_secs(3),
    Duration::from_millis(1500),
    Duration::from_millis(800),
    Duration::from_millis(400),
    Duration::from_millis(150),
    Duration::from_millis(50),
    Duration::ZERO,
];
/// The shortest time between a step and a computer player's answer, so that people can follow.
const MIN_ANSWER: Duration = Duration::from_millis(350);
/// The duration of a step's animation.
const ANIMATION: Duration = Duration::from_millis(260);
/// The time between two frames of an animation.
const FRAME: Duration = Duration::from_millis(33);
/// How long the end of a game is shown before the next game starts by itself.
const INTERMISSION: Duration = Duration::from_secs(4);

/// Whether computer players and replays advance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PlayState {
    Running,
    Paused,
    /// Pauses after one more move.
    SingleStep,
}

/// The pace of a table and the time of its last step.
#[derive(Clone, Copy, Debug)]
pub struct Playback {
    /// The shortest time between two moves of a game that is watched, including thinking.
    wait: Duration,
    state: PlayState,
    /// Whether the next game starts by itself.
    starts_next: bool,
    motion: Motion,
    /// When the last step was made.
    stepped: Instant,
    /// Whether the animation was finished when the table was drawn last.
    is_settled: bool,
    /// Whether a key was pressed since the last step.
    is_dismissed: bool,
}

impl Playback {
    /// Returns the playback of a table with this start. `default_wait` is used unless `start` has a
    /// speed.
    pub fn new(start: Start, default_wait: Duration, motion: Motion) -> Self {
        let wait = match start {
            Start::Playing(Some(speed)) => {
                Duration::try_from_secs_f64(1.0 / speed).unwrap_or(default_wait)
            }
            Start::Playing(None) | Start::Replay => default_wait,
        };
        let mut playback = Self {
            wait,
            state: if start == Start::Replay { PlayState::Paused } else { PlayState::Running },
            starts_next: false,
            motion,
            stepped: Instant::now(),
            is_settled: true,
            is_dismissed: true,
        };
        playback.skip_animation();
        playback
    }

    /// Changes the speed by one level.
    pub fn change_speed(&mut self, faster: bool) {
        let next = if faster {
            WAITS.iter().find(|&&wait| wait < self.wait)
        } else {
            WAITS.iter().rev().find(|&&wait| wait > self.wait)
        };
        self.wait = next.copied().unwrap_or(self.wait);
    }

    /// Describes the pace, such as `0.8 s per move`.
    pub fn description(&self) -> String {
        if self.is_paused() {
            return "Paused.".to_owned();
        }
        format!("{} per move", in_seconds(self.wait))
    }

    /// Whether the game is paused, or will be after one more move.
    pub fn is_paused(&self) -> bool {
        self.state != PlayState::Running
    }

    /// Whether computer players and replays may make a move now.
    pub fn is_running(&self) -> bool {
        self.state != PlayState::Paused
    }

    /// Pauses or resumes.
    pub fn set_paused(&mut self, is_paused: bool) {
        self.state = if is_paused { PlayState::Paused } else { PlayState::Running };
    }

    /// Allows one more move, then pauses.
    pub fn single_step(&mut self) {
        self.state = PlayState::SingleStep;
    }

    /// Pauses at once if a single step was requested but not made yet.
    pub fn cancel_single_step(&mut self) {
        if self.state == PlayState::SingleStep {
            self.state = PlayState::Paused;
        }
    }

    /// Whether the next game starts by itself.
    pub fn starts_next(&self) -> bool {
        self.starts_next
    }

    /// Sets whether the next game starts by itself.
    pub fn set_starts_next(&mut self, starts_next: bool) {
        self.starts_next = starts_next;
    }

    /// Records that a step was made, and starts its animation.
    pub fn note_step(&mut self) {
        self.stepped = Instant::now();
        self.is_settled = !self.motion.enabled;
        self.is_dismissed = false;
        self.cancel_single_step();
    }

    /// Records a change of the position that is not animated, such as an undo.
    pub fn skip_animation(&mut self) {
        self.stepped = Instant::now().checked_sub(ANIMATION).unwrap_or_else(Instant::now);
        self.is_settled = true;
        self.is_dismissed = false;
    }

    /// Records that the table is drawn now.
    pub fn note_drawn(&mut self) {
        self.is_settled = self.animation(Instant::now()) >= 1.0;
    }

    /// The progress of the last step's animation, from 0 to 1 (finished).
    #[allow(clippy::cast_possible_truncation)]
    pub fn animation(&self, now: Instant) -> f32 {
        if !self.motion.enabled {
            return 1.0;
        }
        let since = now.saturating_duration_since(self.stepped).as_secs_f64();
        (since / ANIMATION.as_secs_f64()).min(1.0) as f32
    }

    /// Whether what the last step revealed is still shown. In a game that is watched, it is shown
    /// until the next step, otherwise for a moment or until a key is pressed.
    pub fn is_lingering<G: ArcadeGame>(&self, game: &TableGame<G>, now: Instant) -> bool {
        let is_time_left = || self.motion.linger.is_none_or(|linger| now < self.stepped + linger);
        game.last_step_lingers() && (game.is_watched() || !self.is_dismissed && is_time_left())
    }

    /// Records that a key was pressed, which ends lingering. Returns whether anything lingered.
    pub fn dismiss<G: ArcadeGame>(&mut self, game: &TableGame<G>) -> bool {
        let lingered = self.is_lingering(game, Instant::now()) && !game.is_watched();
        self.is_dismissed = true;
        lingered
    }

    /// When the next move of a computer player or a replay may be shown; `None` if it waits for a
    /// key.
    fn due<G: ArcadeGame>(&self, game: &TableGame<G>) -> Option<Instant> {
        let wait = if self.state == PlayState::SingleStep {
            Duration::ZERO
        } else if game.is_watched() {
            self.wait
        } else if self.is_dismissed || !game.last_step_lingers() {
            MIN_ANSWER
        } else {
            self.motion.linger?.max(MIN_ANSWER)
        };
        Some(self.stepped + wait)
    }

    /// Whether the next move of a computer player or a replay may be shown now.
    pub fn is_due<G: ArcadeGame>(&self, game: &TableGame<G>, now: Instant) -> bool {
        self.due(game).is_some_and(|due| now >= due)
    }

    /// Replays the next recorded step if it is due, and pauses at the end of the record, where a
    /// person may play on. Returns whether the position has changed.
    pub fn replay_step<G: ArcadeGame>(&mut self, game: &mut TableGame<G>, now: Instant) -> bool {
        if !game.has_next_recorded() || !self.is_running() || !self.is_due(game, now) {
            return false;
        }
        let is_changed = game.redo();
        self.note_step();
        if !game.has_next_recorded() {
            self.set_paused(true);
        }
        is_changed
    }

    /// When the next game starts by itself; `None` if it doesn't.
    pub fn next_game_due<G: ArcadeGame>(&self, game: &TableGame<G>) -> Option<Instant> {
        let starts = self.starts_next && !self.is_paused() && game.is_over();
        starts.then(|| self.stepped + INTERMISSION)
    }

    /// When something happens next without a key: a frame of an animation, a move that is due, the
    /// end of lingering, the next game. `has_ready` says whether a computer player has made a
    /// choice that is not shown yet.
    pub fn next_tick<G: ArcadeGame>(
        &self,
        game: &TableGame<G>,
        has_ready: bool,
    ) -> Option<Instant> {
        let now = Instant::now();
        let frame = (!self.is_settled).then(|| now + FRAME);
        let has_next = has_ready || (game.has_next_recorded() && self.is_running());
        let next_move = if has_next { self.due(game) } else { None };
        let linger =
            self.motion.linger.filter(|_| !game.is_watched() && self.is_lingering(game, now));
        let linger_end = linger.map(|linger| self.stepped + linger);
        let next_game = self.next_game_due(game);
        [frame, next_move, linger_end, next_game].into_iter().flatten().min()
    }
}

/// Formats a duration in seconds, such as `0.33 s`.
pub fn in_seconds(time: Duration) -> String {
    let seconds = format!("{:.2}", time.as_secs_f64());
    format!("{} s", seconds.trim_end_matches('0').trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::testing;

    fn playback(speed: Option<f64>) -> Playback {
        Playback::new(Start::Playing(speed), WAITS[0], testing::NO_MOTION)
    }

    #[test]
    fn the_speed_changes_by_levels_and_stays_within_its_bounds() {
        let mut playback_now = playback(Some(1.0));
        assert_eq!(playback_now.wait, Duration::from_secs(1));
        playback_now.change_speed(true);
        assert_eq!(playback_now.wait, Duration::from_millis(800));
        playback_now.change_speed(false);
        assert_eq!(playback_now.wait, Duration::from_millis(1500));
        for _ in 0..9 {
            playback_now.change_speed(true);
        }
        assert_eq!(playback_now.wait, Duration::ZERO);
        assert_eq!(playback_now.description(), "0 s per move");
        assert_eq!(playback(Some(3.0)).description(), "0.33 s per move");
        assert_eq!(playback(None).description(), "3 s per move");
        let slow = Playback { wait: Duration::from_secs(10), ..playback_now };
        assert_eq!(slow.description(), "10 s per move");
    }
}
