//! The end of a game, in three phases: the last move is animated, the board celebrates, and the
//! result card appears.

use std::time::{Duration, Instant};

use super::{
    game::TableGame,
    playback::{FRAME, Playback},
};
use crate::games::{ArcadeGame, GameEnd, MAX_CELEBRATION};
use fourcade_engine::play::Seats;

/// The progress of the end of a game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ending {
    /// `None` while the game goes on.
    schedule: Option<Schedule>,
    card: Card,
}

#[derive(Clone, Copy, Debug)]
struct Schedule {
    /// When the animation of the last move ends.
    last_move: Instant,
    /// Zero without motion, or if there is nothing to celebrate.
    celebration: Duration,
}

/// How the result card opens next, once the game is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Card {
    /// Automatically, for the first time.
    #[default]
    Due,
    /// Automatically, although the result is known.
    DueAgain,
    OnRequest,
}

impl Schedule {
    fn of<G: ArcadeGame>(game: &TableGame<G>, playback: &Playback) -> Self {
        let session = game.session();
        let is_played_out = session.outcome().is_some_and(|outcome| {
            GameEnd::of(session, &outcome, None).departures().next().is_none()
        });
        let celebration = if playback.is_animated() && is_played_out {
            G::celebration(&game.observe(Seats::NONE)).min(MAX_CELEBRATION)
        } else {
            Duration::ZERO
        };
        Self { last_move: playback.end_of_step(), celebration }
    }

    fn end(self) -> Instant {
        self.last_move + self.celebration
    }
}

impl Ending {
    /// The end of a game that was over before the table was set up: no celebration, and the card
    /// opens only on request.
    pub fn of_finished_game() -> Self {
        let schedule = Schedule { last_move: Instant::now(), celebration: Duration::ZERO };
        Self { schedule: Some(schedule), card: Card::OnRequest }
    }

    /// Returns whether the game has ended since the last call.
    pub fn follow<G: ArcadeGame>(&mut self, game: &TableGame<G>, playback: &Playback) -> bool {
        if !game.is_over() {
            *self = Self::default();
            return false;
        }
        let has_ended = self.schedule.is_none();
        if has_ended {
            self.schedule = Some(Schedule::of(game, playback));
        }
        has_ended
    }

    /// Lets the card open automatically although the result is known.
    pub fn show_card_again(&mut self) {
        if self.card == Card::OnRequest {
            self.card = Card::DueAgain;
        }
    }

    /// Ends the celebration. From now on, the card opens only on request.
    pub fn finish(&mut self) {
        self.card = Card::OnRequest;
        if let Some(schedule) = &mut self.schedule {
            schedule.celebration = Duration::ZERO;
        }
    }

    /// Whether the game ended at this table and its result hasn't been shown.
    pub fn is_news(&self) -> bool {
        self.card == Card::Due
    }

    /// When the card opens automatically, if it will.
    pub fn card_due(&self) -> Option<Instant> {
        self.schedule.filter(|_| self.card != Card::OnRequest).map(Schedule::end)
    }

    /// The progress of the celebration, from 0 (the last move is still animated) to 1; `None` while
    /// the game goes on.
    pub fn celebration(&self, now: Instant) -> Option<f32> {
        let Schedule { last_move, celebration } = self.schedule?;
        if celebration.is_zero() {
            return Some(1.0);
        }
        let elapsed = now.saturating_duration_since(last_move);
        Some(elapsed.div_duration_f32(celebration).min(1.0))
    }

    /// When the next frame of the celebration is due; `None` if it is over.
    pub fn next_frame(&self, now: Instant) -> Option<Instant> {
        let schedule = self.schedule.filter(|schedule| !schedule.celebration.is_zero())?;
        // The last frame is drawn after the end.
        (now < schedule.end() + FRAME).then(|| schedule.last_move.max(now + FRAME))
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
        assert!(ending.card_due().is_none() && ending.celebration(Instant::now()).is_none());
        ending.follow(&over, &playback);
        assert!(ending.card_due().is_some_and(|due| due > Instant::now()));
        ending.finish();
        ending.follow(&over, &playback);
        assert_eq!((ending.card_due(), ending.celebration(Instant::now())), (None, Some(1.0)));
        // The last move was taken back and made again.
        ending.follow(&open, &playback);
        ending.follow(&over, &playback);
        assert!(ending.card_due().is_some());
        let mut ending = Ending::of_finished_game();
        assert_eq!(ending.card_due(), None);
        ending.show_card_again();
        assert!(ending.card_due().is_some_and(|due| due <= Instant::now()) && !ending.is_news());
    }

    #[test]
    fn the_board_celebrates_after_the_animation_of_the_last_move() {
        let (over, mut playback) = (game(usize::MAX), playback());
        playback.begin_step(&over, Duration::ZERO, Mover::Person);
        let mut ending = Ending::default();
        ending.follow(&over, &playback);
        let (start, end) = (playback.end_of_step(), ending.card_due().unwrap());
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
            assert!(ending.card_due().is_some_and(|due| due <= now), "the card is there at once");
            assert_eq!(ending.celebration(now), Some(1.0));
        }
    }
}
