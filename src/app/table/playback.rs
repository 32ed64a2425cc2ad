//! How fast the game advances by itself, and how long a step is shown before the next one.

use std::time::{Duration, Instant};

use super::game::TableGame;
use crate::{
    games::ArcadeGame,
    settings::{Settings, WAITS, in_seconds},
    widgets::Motion,
};

/// The longest wait between two moves of computer players in a game with people. The first answer
/// to a person's move waits for as long as the settings say.
const NEXT_ANSWER: Duration = Duration::from_millis(350);
/// How long what a step revealed takes to leave the table, at the end of the time for which it is
/// shown.
const LEAVING: Duration = Duration::from_millis(300);
/// The time between two frames of an animation.
pub const FRAME: Duration = Duration::from_millis(33);
/// How long the end of a game is shown before the next game starts by itself.
const INTERMISSION: Duration = Duration::from_secs(4);

/// How a table starts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Start {
    /// The game is played. Between computer players, this is the speed in moves per second; `None`
    /// takes it from the settings.
    Playing(Option<f64>),
    /// The recorded game is replayed from its start.
    Replay,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PlayState {
    Running,
    Paused,
    /// Pauses after one more move.
    SingleStep,
}

/// What the table showed when it was drawn last. If time has passed that by since, it must be drawn
/// again.
#[derive(Clone, Copy, Debug)]
struct Drawn {
    /// Whether the animation was finished.
    is_settled: bool,
    /// Whether something lingered that leaves without a key.
    is_lingering: bool,
}

impl Drawn {
    const AT_REST: Self = Self { is_settled: true, is_lingering: false };
}

#[derive(Clone, Copy, Debug)]
pub struct Playback {
    /// The shortest time between two moves of a game that is watched, including thinking.
    wait: Duration,
    /// The shortest time between a person's settled move and a computer player's answer.
    answer_delay: Duration,
    state: PlayState,
    /// Whether the next game starts by itself.
    starts_next: bool,
    motion: Motion,
    stepped: Instant,
    /// When the animation of the last step ends, or when a key ended it.
    settled: Instant,
    /// When what is staged after that ends, or when a key ended it.
    staged: Instant,
    /// The shortest time between the end of that animation and a computer player's move.
    next_answer: Duration,
    drawn: Drawn,
    /// Whether a key ended the display of what the last step revealed.
    is_dismissed: bool,
    /// When a key sent away what the last step revealed, if that moves away.
    sent_away: Option<Instant>,
}

impl Playback {
    /// Returns the playback of a table with this start. The pace of the settings is used unless
    /// `start` has a speed.
    pub fn new(start: Start, settings: &Settings) -> Self {
        let (default_wait, now) = (settings.wait, Instant::now());
        let wait = match start {
            Start::Playing(Some(speed)) => {
                Duration::try_from_secs_f64(1.0 / speed).unwrap_or(default_wait)
            }
            Start::Playing(None) | Start::Replay => default_wait,
        };
        Self {
            wait,
            answer_delay: settings.answer_delay,
            state: if start == Start::Replay { PlayState::Paused } else { PlayState::Running },
            starts_next: false,
            motion: settings.motion,
            stepped: now,
            settled: now,
            staged: now,
            next_answer: settings.answer_delay.min(NEXT_ANSWER),
            drawn: Drawn::AT_REST,
            is_dismissed: false,
            sent_away: None,
        }
    }

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

    pub fn set_paused(&mut self, is_paused: bool) {
        self.state = if is_paused { PlayState::Paused } else { PlayState::Running };
    }

    pub fn single_step(&mut self) {
        self.state = PlayState::SingleStep;
    }

    /// Pauses at once if a single step was requested but not made yet.
    pub fn cancel_single_step(&mut self) {
        if self.state == PlayState::SingleStep {
            self.state = PlayState::Paused;
        }
    }

    pub fn starts_next(&self) -> bool {
        self.starts_next
    }

    pub fn set_starts_next(&mut self, starts_next: bool) {
        self.starts_next = starts_next;
    }

    /// Starts the animation of a step that was made, after which something may be staged.
    /// `is_by_person` says whether a person completed the step.
    pub fn begin_step<G: ArcadeGame>(
        &mut self,
        game: &TableGame<G>,
        stage: Duration,
        is_by_person: bool,
    ) {
        self.rest();
        if self.motion.enabled {
            self.settled += game.animation();
            self.staged = self.settled + stage;
        }
        self.drawn = Drawn { is_settled: !self.motion.enabled, is_lingering: false };
        let longest = if is_by_person { Duration::MAX } else { NEXT_ANSWER };
        self.next_answer = self.answer_delay.min(longest);
        self.is_dismissed = false;
        self.sent_away = None;
        self.cancel_single_step();
    }

    fn rest(&mut self) {
        self.stepped = Instant::now();
        (self.settled, self.staged) = (self.stepped, self.stepped);
    }

    /// Records a change of the position that is not animated, such as an undo.
    pub fn skip_animation(&mut self) {
        self.rest();
        self.drawn = Drawn::AT_REST;
        self.next_answer = self.answer_delay.min(NEXT_ANSWER);
        self.is_dismissed = false;
        self.sent_away = None;
    }

    /// Whether anything is animated.
    pub fn is_animated(&self) -> bool {
        self.motion.enabled
    }

    /// Whether the last step still moves, so that it is not told yet.
    pub fn is_moving(&self) -> bool {
        Instant::now() < self.settled
    }

    /// How far what is staged after the last step is, from 0 to 1.
    pub fn stage(&self, now: Instant) -> Option<f32> {
        let is_staged = (self.settled..self.staged).contains(&now);
        let whole = self.staged - self.settled;
        is_staged.then(|| (now - self.settled).div_duration_f32(whole))
    }

    /// When the last step, with what is staged after it, is over.
    pub fn end_of_step(&self) -> Instant {
        self.staged
    }

    /// Records that the table is drawn, not earlier than `now`.
    pub fn set_drawn<G: ArcadeGame>(&mut self, game: &TableGame<G>, now: Instant) {
        self.drawn = Drawn {
            is_settled: now >= self.staged,
            is_lingering: !game.is_watched() && self.is_lingering(game, now),
        };
    }

    /// The progress of the last step's animation, from 0 to 1 (finished). While what the step
    /// revealed leaves the table, it goes on from 1 to 2.
    pub fn animation<G: ArcadeGame>(&self, game: &TableGame<G>, now: Instant) -> f32 {
        if now < self.settled {
            let whole = self.settled.saturating_duration_since(self.stepped);
            return now.saturating_duration_since(self.stepped).as_secs_f32() / whole.as_secs_f32();
        }
        let leaves_at = self.leaving(game, now);
        1.0 + leaves_at.map_or(0.0, |start| (now - start).div_duration_f32(LEAVING).min(1.0))
    }

    /// When what the last step revealed began to leave the table; `None` if it doesn't leave now.
    fn leaving<G: ArcadeGame>(&self, game: &TableGame<G>, now: Instant) -> Option<Instant> {
        self.leaves_at(game, now).filter(|&start| now >= start)
    }

    /// When what the last step revealed begins to leave the table, if it lingers for long enough.
    fn leaves_at<G: ArcadeGame>(&self, game: &TableGame<G>, now: Instant) -> Option<Instant> {
        if !self.motion.enabled || !self.is_lingering(game, now) {
            return None;
        }
        if self.sent_away.is_some() {
            return self.sent_away;
        }
        let time = match game.is_watched() {
            true if self.is_paused() => None,
            true => Some(self.wait),
            false => self.motion.linger,
        };
        let start = self.stepped + time?.checked_sub(LEAVING)?;
        (start >= self.settled).then_some(start)
    }

    /// Whether what the last step revealed is still shown. In a game that is watched, it is shown
    /// until the next step, otherwise for a moment or until a key is pressed.
    pub fn is_lingering<G: ArcadeGame>(&self, game: &TableGame<G>, now: Instant) -> bool {
        let is_time_left = || self.linger_end().is_none_or(|end| now < end);
        game.last_step_lingers() && (game.is_watched() || !self.is_dismissed && is_time_left())
    }

    /// When lingering ends without another key; `None` if it doesn't.
    pub fn linger_end(&self) -> Option<Instant> {
        let sent_away = self.sent_away.map(|start| start + LEAVING);
        sent_away.or_else(|| Some(self.stepped + self.motion.linger?))
    }

    /// Records that a key was pressed, which ends lingering and the animation. What waits for a key
    /// may move away first; another key hurries it. Returns whether anything lingered.
    pub fn dismiss<G: ArcadeGame>(&mut self, game: &TableGame<G>) -> bool {
        let now = Instant::now();
        self.hurry();
        let lingered = self.is_lingering(game, now) && !game.is_watched();
        if lingered && G::ANIMATES_REVEAL_END && self.motion.enabled && self.motion.linger.is_none()
        {
            self.sent_away = Some(now);
        } else {
            self.is_dismissed = true;
        }
        (self.settled, self.staged) = (self.settled.min(now), self.staged.min(now));
        lingered
    }

    /// Whether what lingered is moving away because of a key.
    pub fn is_sent_away(&self) -> bool {
        self.sent_away.is_some()
    }

    /// Ends the motion of what a key has sent away, so that it doesn't hold up the next key.
    /// Returns whether there was any.
    pub fn hurry(&mut self) -> bool {
        let is_moving = self.sent_away.take().is_some();
        self.is_dismissed |= is_moving;
        is_moving
    }

    /// When the next move of a computer player or a replay may be shown; `None` if it waits for a
    /// key.
    fn due<G: ArcadeGame>(&self, game: &TableGame<G>) -> Option<Instant> {
        if self.state == PlayState::SingleStep || game.is_abandoned() {
            return Some(self.stepped);
        }
        if game.is_watched() {
            return Some(self.stepped + self.wait);
        }
        let answer = (self.settled + self.next_answer).max(self.staged);
        if self.is_dismissed || !game.last_step_lingers() {
            return Some(answer);
        }
        Some(self.linger_end()?.max(answer))
    }

    pub fn is_due<G: ArcadeGame>(&self, game: &TableGame<G>, now: Instant) -> bool {
        self.due(game).is_some_and(|due| now >= due)
    }

    /// Replays the next recorded step if it is due, and pauses at the end of the record, where a
    /// person may play on. Returns whether the position has changed.
    pub fn replay_step<G: ArcadeGame>(&mut self, game: &mut TableGame<G>, now: Instant) -> bool {
        if !game.has_next_recorded() || !self.is_running() || !self.is_due(game, now) {
            return false;
        }
        let is_changed = game.session_mut().redo().is_some();
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
        let is_leaving = self.leaving(game, now).is_some();
        let frame = (!self.drawn.is_settled || is_leaving).then(|| now + FRAME);
        let leaving = self.leaves_at(game, now).filter(|&start| start > now);
        let has_next = has_ready || (game.has_next_recorded() && self.is_running());
        let next_move = if has_next { self.due(game) } else { None };
        // What lingers may have ended since it was drawn.
        let linger_end = if self.drawn.is_lingering { self.linger_end() } else { None };
        let next_game = self.next_game_due(game);
        [frame, next_move, leaving, linger_end, next_game].into_iter().flatten().min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::table::tests::{session, session_of, still};
    use fourcade_engine::{
        intensity::Intensity,
        play::{Game as _, Observation as _, Seat, Seats},
    };

    fn playback(speed: Option<f64>) -> Playback {
        let settings = Settings { wait: WAITS[0], ..still() };
        Playback::new(Start::Playing(speed), &settings)
    }

    /// The playback of a table with the default settings.
    fn moving() -> Playback {
        Playback::new(Start::Playing(None), &Settings::default())
    }

    #[test]
    fn an_answer_waits_until_the_tiles_have_settled() {
        let mut game = TableGame::new(session(["human", "first"], 8, &[]));
        game.session_mut().choose(Seat::new(0), "2 4".parse().unwrap()).unwrap();
        let mut playback = moving();
        playback.begin_step(&game, Duration::ZERO, true);
        assert!(game.animation() < Duration::from_millis(500));
        let delay = Duration::from_millis(600);
        assert_eq!(playback.due(&game), Some(playback.stepped + game.animation() + delay));
        // A key ends the animation, so the answer comes sooner.
        playback.dismiss(&game);
        let due = playback.due(&game).unwrap();
        assert!(due < playback.stepped + game.animation() + delay);
        assert!(due >= playback.stepped + delay);
        assert!(playback.animation(&game, Instant::now()) >= 1.0);
        // The next move of a computer player comes sooner.
        playback.begin_step(&game, Duration::ZERO, false);
        let next = playback.stepped + game.animation() + NEXT_ANSWER;
        assert_eq!(playback.due(&game), Some(next));
        // Without motion, and without a delay, it comes at once.
        let mut playback = Playback::new(Start::Playing(None), &still());
        playback.begin_step(&game, Duration::ZERO, true);
        assert_eq!(playback.due(&game), Some(playback.stepped));
        assert!(playback.animation(&game, Instant::now()) >= 1.0);
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
    fn a_finished_round_leaves_at_the_end_of_its_time() {
        let game = after_a_round();
        let mut playback = moving();
        playback.begin_step(&game, Duration::ZERO, false);
        let linger = playback.motion.linger.unwrap();
        let at = |time: Duration| playback.animation(&game, playback.stepped + time);
        assert!(at(Duration::from_millis(10)) < 1.0);
        assert_eq!(at(Duration::from_secs(1)).to_bits(), 1.0_f32.to_bits());
        assert!((1.4..1.6).contains(&at(linger.saturating_sub(LEAVING / 2))));
        playback.motion.enabled = false;
        playback.begin_step(&game, Duration::ZERO, false);
        let late = playback.stepped + linger.saturating_sub(LEAVING / 2);
        assert_eq!(playback.animation(&game, late).to_bits(), 1.0_f32.to_bits());
    }

    #[test]
    fn a_round_that_waits_for_a_key_leaves_when_the_key_comes() {
        let game = after_a_round();
        let mut playback = moving();
        playback.motion.linger = None;
        playback.begin_step(&game, Duration::ZERO, false);
        playback.settled = playback.stepped;
        let later = Instant::now() + Duration::from_hours(1);
        assert!(playback.is_lingering(&game, later));
        assert_eq!(playback.due(&game), None);
        // The key starts the motion, and the game goes on after it.
        assert!(playback.dismiss(&game));
        let start = playback.sent_away.expect("it moves away");
        let halfway = playback.animation(&game, start + LEAVING / 2);
        assert!((1.4..1.6).contains(&halfway), "{halfway}");
        assert!(playback.is_lingering(&game, start) && playback.next_tick(&game, true).is_some());
        assert!(!playback.is_lingering(&game, start + LEAVING));
        assert!(playback.due(&game).is_some_and(|due| due >= start + LEAVING));
        // Another key ends the motion, and isn't taken for the one that ends lingering.
        assert!(!playback.dismiss(&game) && !playback.is_lingering(&game, start));
        // Without motion the key ends it at once.
        playback.motion.enabled = false;
        playback.begin_step(&game, Duration::ZERO, false);
        assert!(playback.dismiss(&game) && !playback.is_lingering(&game, playback.stepped));
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

    #[test]
    fn what_lingered_when_it_was_drawn_is_drawn_again() {
        let game = after_a_round();
        let mut playback = moving();
        playback.begin_step(&game, Duration::ZERO, false);
        let late = playback.stepped + playback.motion.linger.unwrap();
        let drawn = late.checked_sub(Duration::from_millis(1)).unwrap();
        playback.set_drawn(&game, drawn);
        // Drawing took so long that the time is over by now.
        let elapsed = late - Instant::now();
        playback.stepped -= elapsed;
        playback.settled -= elapsed;
        playback.staged -= elapsed;
        let now = Instant::now();
        assert!(!playback.is_lingering(&game, now));
        assert!(playback.next_tick(&game, false).is_some_and(|tick| tick <= now));
        playback.set_drawn(&game, now);
        assert_eq!(playback.next_tick(&game, false), None);
    }
}
