//! The pace of a game that advances automatically, the animation of its steps, and how long a
//! reveal is shown.

use std::time::{Duration, Instant};

use super::game::TableGame;
use crate::{
    games::ArcadeGame,
    settings::{PACES, Settings, in_seconds},
    widgets::Motion,
};

/// In a game with people: the longest wait between two moves of computer players.
const MAX_FOLLOW_UP_DELAY: Duration = Duration::from_millis(350);
/// Duration of the animation that removes a reveal.
const REVEAL_EXIT: Duration = Duration::from_millis(300);
pub const FRAME: Duration = Duration::from_millis(33);
/// Time between the end of a game and the automatic start of the next one.
const INTERMISSION: Duration = Duration::from_secs(4);

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Start {
    /// The speed of a game between computers, in moves per second; `None` for that of the settings.
    Playing(Option<f64>),
    Replay,
}

/// Who completed a step. A computer's answer to a computer comes sooner than one to a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    Person,
    Computer,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PlayState {
    Running,
    Paused,
    /// Pauses after one more move.
    SingleStep,
}

/// What has become of the last step's reveal, if it has one. Its time may be over although it is
/// `Shown`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reveal {
    Shown,
    /// It leaves the board with an animation, because a key was pressed at this time.
    Leaving(Instant),
    Dismissed,
}

/// State of the last frame; the table is redrawn when time has made it stale.
#[derive(Clone, Copy, Debug)]
struct Drawn {
    is_settled: bool,
    /// Whether it showed a reveal that ends without a key.
    is_lingering: bool,
}

impl Drawn {
    const AT_REST: Self = Self { is_settled: true, is_lingering: false };
}

#[derive(Clone, Copy, Debug)]
pub struct Playback {
    /// In a game that is watched: the shortest time between two moves, including thinking.
    pace: Duration,
    /// The shortest time between the end of the animation of a person's move and the answer.
    answer_delay: Duration,
    state: PlayState,
    starts_next_game: bool,
    motion: Motion,
    mover: Mover,
    step_start: Instant,
    /// When the animation of the last step ends, unless a key ends it.
    animation_end: Instant,
    /// When the moment after the animation ends, unless a key ends it.
    moment_end: Instant,
    /// The shortest time between the end of the animation and the next move of a computer player.
    next_delay: Duration,
    drawn: Drawn,
    /// Whether the last step is shown like a reveal; see [`Self::hold_step`].
    is_held: bool,
    reveal: Reveal,
}

impl Playback {
    /// The pace is that of the settings unless `start` has a speed.
    pub fn new(start: Start, settings: &Settings) -> Self {
        let now = Instant::now();
        let pace = match start {
            Start::Playing(Some(speed)) => {
                Duration::try_from_secs_f64(1.0 / speed).unwrap_or(settings.pace)
            }
            Start::Playing(None) | Start::Replay => settings.pace,
        };
        Self {
            pace,
            answer_delay: settings.answer_delay,
            state: if start == Start::Replay { PlayState::Paused } else { PlayState::Running },
            starts_next_game: false,
            motion: settings.motion,
            mover: Mover::Computer,
            step_start: now,
            animation_end: now,
            moment_end: now,
            next_delay: settings.answer_delay.min(MAX_FOLLOW_UP_DELAY),
            drawn: Drawn::AT_REST,
            is_held: false,
            reveal: Reveal::Shown,
        }
    }

    pub fn speed_up(&mut self) {
        let shorter = PACES.into_iter().find(|&pace| pace < self.pace);
        self.pace = shorter.unwrap_or(self.pace);
    }

    pub fn slow_down(&mut self) {
        let longer = PACES.into_iter().rev().find(|&pace| pace > self.pace);
        self.pace = longer.unwrap_or(self.pace);
    }

    /// Such as `0.8 s per move`.
    pub fn description(&self) -> String {
        if self.is_paused() {
            return "Paused.".to_owned();
        }
        format!("{} per move", in_seconds(self.pace))
    }

    /// Whether the game is paused, or will be after one more move.
    pub fn is_paused(&self) -> bool {
        self.state != PlayState::Running
    }

    /// Whether computer players and replays may make a move.
    pub fn may_move(&self) -> bool {
        self.state != PlayState::Paused
    }

    pub fn set_paused(&mut self, is_paused: bool) {
        self.state = if is_paused { PlayState::Paused } else { PlayState::Running };
    }

    pub fn single_step(&mut self) {
        self.state = PlayState::SingleStep;
    }

    /// Pauses if the game runs only for a single step, which has been made or is cancelled.
    pub fn end_single_step(&mut self) {
        if self.state == PlayState::SingleStep {
            self.state = PlayState::Paused;
        }
    }

    pub fn starts_next_game(&self) -> bool {
        self.starts_next_game
    }

    pub fn set_starts_next_game(&mut self, starts_next_game: bool) {
        self.starts_next_game = starts_next_game;
    }

    /// Starts the animation of the last step, which `mover` completed. After it, a moment is shown
    /// for `moment_time`.
    pub fn begin_step<G: ArcadeGame>(
        &mut self,
        game: &TableGame<G>,
        moment_time: Duration,
        mover: Mover,
    ) {
        self.reset_step();
        self.mover = mover;
        if self.motion.enabled {
            self.animation_end += game.animation_time();
            self.moment_end = self.animation_end + moment_time;
            self.drawn.is_settled = false;
        }
        if mover == Mover::Person {
            self.next_delay = self.answer_delay;
        }
        self.end_single_step();
    }

    /// Shows the last step like a reveal, before other people take the keyboard.
    pub fn hold_step(&mut self) {
        self.is_held = true;
    }

    /// Records a change of the position without an animation, such as an undo.
    pub fn reset_step(&mut self) {
        self.step_start = Instant::now();
        (self.animation_end, self.moment_end) = (self.step_start, self.step_start);
        self.drawn = Drawn::AT_REST;
        self.next_delay = self.answer_delay.min(MAX_FOLLOW_UP_DELAY);
        self.is_held = false;
        self.reveal = Reveal::Shown;
    }

    pub fn is_animated(&self) -> bool {
        self.motion.enabled
    }

    /// Whether the last step is still animated, so that texts about the game still describe the
    /// position before it.
    pub fn is_moving<G: ArcadeGame>(&self) -> bool {
        Instant::now() < self.told_at::<G>()
    }

    /// When texts about the game begin to tell the last step: at the end of its animation, or as
    /// soon as the board shows it if it is held.
    fn told_at<G: ArcadeGame>(&self) -> Instant {
        if !self.is_held {
            return self.animation_end;
        }
        self.step_start + (self.animation_end - self.step_start).mul_f32(G::CHOICES_SHOWN_AT)
    }

    pub fn mover(&self) -> Mover {
        self.mover
    }

    /// The progress of the moment after the last step, from 0 to 1.
    pub fn moment_progress(&self, now: Instant) -> Option<f32> {
        let is_shown = (self.animation_end..self.moment_end).contains(&now);
        let whole = self.moment_end - self.animation_end;
        is_shown.then(|| (now - self.animation_end).div_duration_f32(whole))
    }

    pub fn end_of_step(&self) -> Instant {
        self.moment_end
    }

    /// Records what was drawn; `now` must be from before the drawing.
    pub fn set_drawn<G: ArcadeGame>(&mut self, game: &TableGame<G>, now: Instant) {
        self.drawn = Drawn {
            is_settled: now >= self.moment_end,
            is_lingering: !game.is_watched() && self.is_lingering(game, now),
        };
    }

    /// The progress of the last step, from 0 to 1; from 1 to 2 while its reveal leaves the board.
    pub fn animation_progress<G: ArcadeGame>(&self, game: &TableGame<G>, now: Instant) -> f32 {
        if now < self.animation_end {
            let whole = self.animation_end.saturating_duration_since(self.step_start);
            return now.saturating_duration_since(self.step_start).as_secs_f32()
                / whole.as_secs_f32();
        }
        let exit = self.exit_start(game, now).filter(|&start| start <= now);
        1.0 + exit.map_or(0.0, |start| (now - start).div_duration_f32(REVEAL_EXIT).min(1.0))
    }

    /// When the reveal begins, or began, to leave the board with an animation. `None` if it isn't
    /// shown, waits for a key, or has too little time for an animation.
    fn exit_start<G: ArcadeGame>(&self, game: &TableGame<G>, now: Instant) -> Option<Instant> {
        if !self.motion.enabled || !self.is_lingering(game, now) {
            return None;
        }
        if let Reveal::Leaving(start) = self.reveal {
            return Some(start);
        }
        let time = if !game.is_watched() {
            self.linger(game)?
        } else if self.is_paused() {
            return None;
        } else {
            self.pace
        };
        let start = self.step_start + time.checked_sub(REVEAL_EXIT)?;
        (start >= self.animation_end).then_some(start)
    }

    fn has_reveal<G: ArcadeGame>(&self, game: &TableGame<G>) -> bool {
        self.is_held || game.last_step_lingers()
    }

    /// Whether the last step's reveal is still shown: in a game that is watched, until the next
    /// step or the result card; otherwise for a while or until a key is pressed.
    pub fn is_lingering<G: ArcadeGame>(&self, game: &TableGame<G>, now: Instant) -> bool {
        let is_dismissed = self.reveal == Reveal::Dismissed;
        let is_time_left = || self.linger_end(game).is_none_or(|end| now < end);
        let is_at_end = || game.is_over() && !game.is_replay() && is_dismissed;
        let is_kept = game.is_watched() && !is_at_end();
        self.has_reveal(game) && (is_kept || !is_dismissed && is_time_left())
    }

    /// When the reveal ends without another key; `None` if it waits for a key.
    pub fn linger_end<G: ArcadeGame>(&self, game: &TableGame<G>) -> Option<Instant> {
        match self.reveal {
            Reveal::Leaving(start) => Some(start + REVEAL_EXIT),
            Reveal::Shown | Reveal::Dismissed => Some(self.step_start + self.linger(game)?),
        }
    }

    /// The time for which a reveal is shown; `None` if it waits for a key. Several people at one
    /// keyboard must press a key before the next of them plays, unless they have set a time. A held
    /// step is shown twice as long, because it shows what all of them have chosen.
    fn linger<G: ArcadeGame>(&self, game: &TableGame<G>) -> Option<Duration> {
        let is_default = self.motion.linger == Motion::default().linger;
        if is_default && game.active_people().len() > 1 && !game.is_over() {
            return None;
        }
        Some(self.motion.linger? * if self.is_held { 2 } else { 1 })
    }

    /// Ends the animation and the reveal, after a key. A reveal that waited for the key may leave
    /// with an animation. Returns whether there was a reveal.
    pub fn dismiss<G: ArcadeGame>(&mut self, game: &TableGame<G>) -> bool {
        let now = Instant::now();
        self.finish_leaving();
        let lingered = self.is_lingering(game, now) && !game.is_watched();
        let is_animated = self.motion.enabled && self.linger(game).is_none();
        self.reveal = if lingered && G::ANIMATES_REVEAL_END && is_animated {
            Reveal::Leaving(now)
        } else {
            Reveal::Dismissed
        };
        self.end_animation();
        lingered
    }

    /// Ends the animation and the reveal at once, for the result card.
    pub fn end_reveal(&mut self) {
        self.reveal = Reveal::Dismissed;
        self.end_animation();
    }

    fn end_animation(&mut self) {
        let now = Instant::now();
        self.animation_end = self.animation_end.min(now);
        self.moment_end = self.moment_end.min(now);
    }

    /// Whether the reveal is leaving because a key was pressed.
    pub fn is_leaving(&self) -> bool {
        matches!(self.reveal, Reveal::Leaving(_))
    }

    /// Removes a reveal that is leaving. Returns whether there was one.
    pub fn finish_leaving(&mut self) -> bool {
        let is_leaving = self.is_leaving();
        if is_leaving {
            self.reveal = Reveal::Dismissed;
        }
        is_leaving
    }

    /// When the next move of a computer player or a replay is due; `None` if it waits for a key.
    fn due<G: ArcadeGame>(&self, game: &TableGame<G>) -> Option<Instant> {
        if self.state == PlayState::SingleStep || game.is_abandoned() {
            return Some(self.step_start);
        }
        if game.is_watched() {
            return Some(self.step_start + self.pace);
        }
        let answer = (self.animation_end + self.next_delay).max(self.moment_end);
        if self.reveal == Reveal::Dismissed || !self.has_reveal(game) {
            return Some(answer);
        }
        Some(self.linger_end(game)?.max(answer))
    }

    pub fn is_due<G: ArcadeGame>(&self, game: &TableGame<G>, now: Instant) -> bool {
        self.due(game).is_some_and(|due| now >= due)
    }

    /// Replays the next recorded step if it is due, and pauses at the end. Returns whether it did.
    pub fn replay_step<G: ArcadeGame>(&mut self, game: &mut TableGame<G>, now: Instant) -> bool {
        if !game.has_next_recorded() || !self.may_move() || !self.is_due(game, now) {
            return false;
        }
        let is_changed = game.session_mut().redo().is_some();
        if !game.has_next_recorded() {
            self.set_paused(true);
        }
        is_changed
    }

    pub fn next_game_due<G: ArcadeGame>(&self, game: &TableGame<G>) -> Option<Instant> {
        let starts = self.starts_next_game && !self.is_paused() && game.is_over();
        starts.then(|| self.step_start + INTERMISSION)
    }

    /// When something happens next without a key. `has_ready` says whether a computer has chosen.
    pub fn next_tick<G: ArcadeGame>(
        &self,
        game: &TableGame<G>,
        has_ready: bool,
    ) -> Option<Instant> {
        let now = Instant::now();
        let exit_start = self.exit_start(game, now);
        let is_leaving = exit_start.is_some_and(|start| start <= now);
        let frame = (!self.drawn.is_settled || is_leaving).then(|| now + FRAME);
        let exit = exit_start.filter(|_| !is_leaving);
        let has_next = has_ready || (game.has_next_recorded() && self.may_move());
        let next_move = if has_next { self.due(game) } else { None };
        // The reveal may have ended since it was drawn.
        let linger_end = if self.drawn.is_lingering { self.linger_end(game) } else { None };
        let next_game = self.next_game_due(game);
        [frame, next_move, exit, linger_end, next_game].into_iter().flatten().min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::table::tests::{session, session_of, still};
    use fourcade_engine::{
        concentration::Concentration,
        eater::Eater,
        intensity::Intensity,
        play::{Game as _, Observation as _, Seat, Seats},
    };

    fn playback(speed: Option<f64>) -> Playback {
        let settings = Settings { pace: PACES[0], ..still() };
        Playback::new(Start::Playing(speed), &settings)
    }

    /// The playback of a table with the default settings.
    fn moving() -> Playback {
        Playback::new(Start::Playing(None), &Settings::default())
    }

    #[test]
    fn an_answer_waits_for_the_end_of_the_animation() {
        let mut game = TableGame::new(session(["human", "first"], 8, &[]));
        game.session_mut().choose(Seat::new(0), "2 4".parse().unwrap()).unwrap();
        let mut playback = moving();
        playback.begin_step(&game, Duration::ZERO, Mover::Person);
        assert!(game.animation_time() < Duration::from_millis(500));
        let delay = Duration::from_millis(600);
        assert_eq!(playback.due(&game), Some(playback.step_start + game.animation_time() + delay));
        // A key ends the animation, so the answer comes sooner.
        playback.dismiss(&game);
        let due = playback.due(&game).unwrap();
        assert!(due < playback.step_start + game.animation_time() + delay);
        assert!(due >= playback.step_start + delay);
        assert!(playback.animation_progress(&game, Instant::now()) >= 1.0);
        // The next move of a computer player comes sooner.
        playback.begin_step(&game, Duration::ZERO, Mover::Computer);
        let next = playback.step_start + game.animation_time() + MAX_FOLLOW_UP_DELAY;
        assert_eq!(playback.due(&game), Some(next));
        // Without motion, and without a delay, it comes at once.
        let mut playback = Playback::new(Start::Playing(None), &still());
        playback.begin_step(&game, Duration::ZERO, Mover::Person);
        assert_eq!(playback.due(&game), Some(playback.step_start));
        assert!(playback.animation_progress(&game, Instant::now()) >= 1.0);
    }

    #[test]
    fn choices_of_several_people_are_told_when_the_board_shows_them() {
        let session = session_of::<Eater>(["human", "human"], 7, &["1 1", "2 2"]);
        let (game, mut playback) = (TableGame::new(session), moving());
        playback.motion.linger = Some(Duration::from_secs(1));
        playback.begin_step(&game, Duration::ZERO, Mover::Person);
        let linger = playback.linger_end(&game);
        assert_eq!(playback.told_at::<Eater>(), playback.animation_end);
        playback.hold_step();
        assert!(
            (playback.step_start..playback.animation_end).contains(&playback.told_at::<Eater>())
        );
        assert!(playback.linger_end(&game) > linger);
        playback.dismiss(&game);
        assert!(!playback.is_moving::<Eater>());
    }

    #[test]
    fn a_reveal_waits_for_a_key_if_several_people_share_the_keyboard() {
        let later = Instant::now() + Duration::from_hours(1);
        let waits = |players: [&'static str; 2], linger: Option<Duration>| {
            let turned = ["1 1", "1 2"];
            let game = TableGame::new(session_of::<Concentration>(players, 0, &turned));
            assert!(game.last_step_lingers() && !game.is_watched());
            let mut playback = moving();
            playback.motion.linger = linger;
            playback.begin_step(&game, Duration::ZERO, Mover::Person);
            playback.is_lingering(&game, later)
        };
        let usual = Motion::default().linger;
        assert!(waits(["human", "human"], usual) && waits(["human", "human"], None));
        assert!(!waits(["human", "human"], Some(Duration::from_secs(5))));
        assert!(!waits(["human", "random"], usual));
    }

    /// A game of Intensity after its first round.
    fn after_a_round() -> TableGame<Intensity> {
        let passes = ["14 42 45", "43 49 34", "46 47 48", "10 30 40"];
        let players = ["human", "careful", "careful", "careful"];
        let mut session = session_of::<Intensity>(players, 0, &passes);
        for _ in 0..4 {
            let seat = session.awaited().only().unwrap();
            let card = session.game().observe(Seats::one(seat)).legal(seat)[0];
            session.choose(seat, card).unwrap();
        }
        TableGame::new(session)
    }

    #[test]
    fn a_finished_round_leaves_with_an_animation_at_the_end_of_its_time() {
        let game = after_a_round();
        let mut playback = moving();
        playback.begin_step(&game, Duration::ZERO, Mover::Computer);
        let linger = playback.motion.linger.unwrap();
        let at = |time: Duration| playback.animation_progress(&game, playback.step_start + time);
        assert!(at(Duration::from_millis(10)) < 1.0);
        assert_eq!(at(Duration::from_secs(1)).to_bits(), 1.0_f32.to_bits());
        assert!((1.4..1.6).contains(&at(linger.saturating_sub(REVEAL_EXIT / 2))));
        playback.motion.enabled = false;
        playback.begin_step(&game, Duration::ZERO, Mover::Computer);
        let late = playback.step_start + linger.saturating_sub(REVEAL_EXIT / 2);
        assert_eq!(playback.animation_progress(&game, late).to_bits(), 1.0_f32.to_bits());
    }

    #[test]
    fn a_round_that_waits_for_a_key_leaves_with_an_animation_after_the_key() {
        let game = after_a_round();
        let mut playback = moving();
        playback.motion.linger = None;
        playback.begin_step(&game, Duration::ZERO, Mover::Computer);
        playback.animation_end = playback.step_start;
        let later = Instant::now() + Duration::from_hours(1);
        assert!(playback.is_lingering(&game, later));
        assert_eq!(playback.due(&game), None);
        // The key starts the motion, and the game goes on after it.
        assert!(playback.dismiss(&game));
        let Reveal::Leaving(start) = playback.reveal else { panic!("it leaves at once") };
        let halfway = playback.animation_progress(&game, start + REVEAL_EXIT / 2);
        assert!((1.4..1.6).contains(&halfway), "{halfway}");
        assert!(playback.is_lingering(&game, start) && playback.next_tick(&game, true).is_some());
        assert!(!playback.is_lingering(&game, start + REVEAL_EXIT));
        assert!(playback.due(&game).is_some_and(|due| due >= start + REVEAL_EXIT));
        // Another key ends the motion, and doesn't count as the one that dismisses the round.
        assert!(!playback.dismiss(&game) && !playback.is_lingering(&game, start));
        // Without motion the key ends it at once.
        playback.motion.enabled = false;
        playback.begin_step(&game, Duration::ZERO, Mover::Computer);
        assert!(playback.dismiss(&game) && !playback.is_lingering(&game, playback.step_start));
    }

    #[test]
    fn the_speed_changes_by_levels_and_stays_within_its_bounds() {
        let mut playback_now = playback(Some(1.0));
        assert_eq!(playback_now.pace, Duration::from_secs(1));
        playback_now.speed_up();
        assert_eq!(playback_now.pace, Duration::from_millis(800));
        playback_now.slow_down();
        assert_eq!(playback_now.pace, Duration::from_millis(1500));
        for _ in 0..9 {
            playback_now.speed_up();
        }
        assert_eq!(playback_now.pace, Duration::ZERO);
        assert_eq!(playback_now.description(), "0 s per move");
        assert_eq!(playback(Some(3.0)).description(), "0.33 s per move");
        assert_eq!(playback(None).description(), "3 s per move");
        let slow = Playback { pace: Duration::from_secs(10), ..playback_now };
        assert_eq!(slow.description(), "10 s per move");
    }

    #[test]
    fn a_reveal_that_ends_while_it_is_drawn_is_drawn_again() {
        let game = after_a_round();
        let mut playback = moving();
        playback.begin_step(&game, Duration::ZERO, Mover::Computer);
        let late = playback.step_start + playback.motion.linger.unwrap();
        let drawn = late.checked_sub(Duration::from_millis(1)).unwrap();
        playback.set_drawn(&game, drawn);
        // Drawing took so long that the time is over by now.
        let elapsed = late - Instant::now();
        playback.step_start -= elapsed;
        playback.animation_end -= elapsed;
        playback.moment_end -= elapsed;
        let now = Instant::now();
        assert!(!playback.is_lingering(&game, now));
        assert!(playback.next_tick(&game, false).is_some_and(|tick| tick <= now));
        playback.set_drawn(&game, now);
        assert_eq!(playback.next_tick(&game, false), None);
    }
}
