//! The end of a game, in three phases: the last move is animated, the board celebrates, and the
//! result card appears.

use std::time::{Duration, Instant};

use super::{
    game::TableGame,
    playback::{FRAME, Playback},
};
use crate::games::{ArcadeGame, GameEnd, MAX_CELEBRATION};
use fourcade_engine::play::Seats;

/// The progress of the end of a game. The card opens automatically once, if it ends at this table.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ending {
    /// `None` while the game goes on.
    celebration: Option<Celebration>,
    /// Whether the card no longer opens automatically.
    is_done: bool,
    /// Whether the card has been open, or is only opened on purpose.
    is_read: bool,
}

#[derive(Clone, Copy, Debug)]
struct Celebration {
    /// When the animation of the last move ends.
    start: Instant,
    /// Zero without motion, or if there is nothing to celebrate.
    time: Duration,
}

impl Celebration {
    fn of<G: ArcadeGame>(game: &TableGame<G>, playback: &Playback) -> Self {
        let session = game.session();
        let is_played_out = session.outcome().is_some_and(|outcome| {
            GameEnd::of(session, &outcome, None).departures().next().is_none()
        });
        let time = if playback.is_animated() && is_played_out {
            G::celebration(&game.observe(Seats::NONE)).min(MAX_CELEBRATION)
        } else {
            Duration::ZERO
        };
        Self { start: playback.end_of_step(), time }
    }

    fn end(self) -> Instant {
        self.start + self.time
    }
}

impl Ending {
    /// A game that was over before the table was set up: no celebration and no card.
    pub fn past() -> Self {
        let celebration = Celebration { start: Instant::now(), time: Duration::ZERO };
        Self { celebration: Some(celebration), is_done: true, is_read: true }
    }

    /// Returns whether the game has ended since the last call.
    pub fn follow<G: ArcadeGame>(&mut self, game: &TableGame<G>, playback: &Playback) -> bool {
        if !game.is_over() {
            *self = Self::default();
            return false;
        }
        let has_ended = self.celebration.is_none();
        if has_ended {
            self.celebration = Some(Celebration::of(game, playback));
        }
        has_ended
    }

    /// A game that was over before the table was set up: the card opens without a celebration.
    pub fn reopened() -> Self {
        Self { is_done: false, ..Self::past() }
    }

    /// Opens the card again once the table is on top.
    pub fn reopen(&mut self) {
        self.is_done = false;
    }

    pub fn set_done(&mut self) {
        (self.is_done, self.is_read) = (true, true);
        if let Some(celebration) = &mut self.celebration {
            celebration.time = Duration::ZERO;
        }
    }

    pub fn is_read(&self) -> bool {
        self.is_read
    }

    /// When the card opens automatically, if it will.
    pub fn due(&self) -> Option<Instant> {
        self.celebration.filter(|_| !self.is_done).map(Celebration::end)
    }

    /// The progress of the celebration, from 0 (the last move is still animated) to 1; `None` while
    /// the game goes on.
    pub fn celebration(&self, now: Instant) -> Option<f32> {
        let Celebration { start, time } = self.celebration?;
        if time.is_zero() {
            return Some(1.0);
        }
        Some(now.saturating_duration_since(start).div_duration_f32(time).min(1.0))
    }

    /// When the next frame of the celebration is due; `None` if it is over.
    pub fn next_frame(&self, now: Instant) -> Option<Instant> {
        let celebration = self.celebration.filter(|celebration| !celebration.time.is_zero())?;
        // The last frame is drawn after the end.
        (now < celebration.end() + FRAME).then(|| celebration.start.max(now + FRAME))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        app::table::{
            Start,
            playback::Mover,
            tests::{session, whole_game},
        },
        settings::Settings,
        widgets::testing::NO_MOTION,
    };
    use fourcade_engine::{flip::Flip, play::Seat};

    fn game(moves: usize) -> TableGame<Flip> {
        let all = whole_game();
        let moves: Vec<_> = all.iter().take(moves).map(String::as_str).collect();
        TableGame::new(session(["human", "human"], 4, &moves))
    }

    fn playback() -> Playback {
        Playback::new(Start::Playing(None), &Settings::default())
    }

    #[test]
    fn the_result_card_opens_once_for_each_end() {
        let (over, open, playback) = (game(usize::MAX), game(1), playback());
        let mut ending = Ending::default();
        ending.follow(&open, &playback);
        assert!(ending.due().is_none() && ending.celebration(Instant::now()).is_none());
        ending.follow(&over, &playback);
        assert!(ending.due().is_some_and(|due| due > Instant::now()));
        ending.set_done();
        ending.follow(&over, &playback);
        assert_eq!((ending.due(), ending.celebration(Instant::now())), (None, Some(1.0)));
        // The last move was taken back and made again.
        ending.follow(&open, &playback);
        ending.follow(&over, &playback);
        assert!(ending.due().is_some());
        assert_eq!(Ending::past().due(), None);
    }

    #[test]
    fn the_board_celebrates_after_the_animation_of_the_last_move() {
        let (over, mut playback) = (game(usize::MAX), playback());
        playback.begin_step(&over, Duration::ZERO, Mover::Person);
        let mut ending = Ending::default();
        ending.follow(&over, &playback);
        let (start, end) = (playback.end_of_step(), ending.due().unwrap());
        assert!(start > Instant::now() && end <= start + MAX_CELEBRATION);
        assert_eq!(ending.celebration(Instant::now()), Some(0.0));
        let half = ending.celebration(start + (end - start) / 2).unwrap();
        assert!((0.49..0.51).contains(&half), "{half}");
        assert_eq!(ending.celebration(end), Some(1.0));
        assert!(ending.next_frame(end).is_some(), "the last frame is drawn");
        assert_eq!(ending.next_frame(end + FRAME), None);
    }

    #[test]
    fn nothing_is_celebrated_without_motion_or_after_a_resignation() {
        let still = Settings { motion: NO_MOTION, ..Settings::default() };
        let mut resigned = game(3);
        resigned.session_mut().resign(Seat::new(0)).unwrap();
        for (game, playback) in [
            (game(usize::MAX), Playback::new(Start::Playing(None), &still)),
            (resigned, playback()),
        ] {
            let mut ending = Ending::default();
            ending.follow(&game, &playback);
            let now = Instant::now();
            assert!(ending.due().is_some_and(|due| due <= now), "the card is there at once");
            assert_eq!(ending.celebration(now), Some(1.0));
        }
    }
}
