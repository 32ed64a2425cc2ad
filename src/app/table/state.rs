//! The table's state: the session, who sits where, and the pace.

use std::{
    mem,
    path::PathBuf,
    time::{Duration, Instant},
};

use super::{
    asking::Asked, eval_bar::Bar, history::Recorded, keeping::Keeping, names::names_of, pace::Pace,
    series::Series, thinking::Thinking,
};
use crate::{
    app::{Start, message::Waker},
    games::{ArcadeGame, Controls, HUMAN, Scene},
    play::{
        ActionError, Advice, Fault, Game, Outcome, Player, RecordHeader, RecordLine, Seat, Seats,
        Session, random,
    },
    store::settings::Settings,
    ui::Motion,
};

/// The least time before a computer answers a person: long enough to see what one did.
const ANSWER: Duration = Duration::from_millis(350);
/// How long a step's motion lasts.
const MOTION: Duration = Duration::from_millis(260);
/// The time between two frames of motion.
const FRAME: Duration = Duration::from_millis(33);
/// How long the end of a game is shown before the next one starts by itself.
const INTERMISSION: Duration = Duration::from_secs(4);

/// A computer's choice, and the fault that it replaces.
type Choice<G> = (<G as Game>::Action, Option<Fault>);

/// A game being played on the screen.
pub struct Table<G: ArcadeGame> {
    /// The game so far.
    pub session: Session<G>,
    /// The game's view and keys.
    pub controls: G::Controls,
    pub(super) players: Vec<Option<Box<dyn Player<G>>>>,
    pub(super) thinking: Vec<Thinking<G, Choice<G>>>,
    /// A choice that waits for its time.
    pub(super) ready: Vec<(Seat, G::Action, Option<Fault>)>,
    pub(super) hint: Option<Thinking<G, Advice<G::Action>>>,
    /// What the hint says.
    pub(super) hinted: Option<Advice<G::Action>>,
    pub(super) pace: Pace,
    /// When the last step was carried out.
    stepped: Instant,
    motion: Motion,
    /// Whether what was drawn last was at rest.
    settled: bool,
    /// A key was pressed since the last step.
    looked: bool,
    /// It was opened to look through a recorded game, which goes its own way until somebody plays
    /// on.
    pub(super) recorded: Option<Recorded>,
    /// What is in a file.
    saved: Vec<RecordLine<G::Action>>,
    /// A computer player that can't go on, and why.
    pub trouble: Option<String>,
    /// What went wrong and is still to be said.
    pub(super) alert: Option<String>,
    /// The person who looks at the table now, where persons have secrets.
    pub(super) facing: Option<Seat>,
    /// The seat for which a hint was asked last.
    pub(super) advised: Option<Seat>,
    /// What the persons are called, by seat; empty: nothing special, or no person.
    pub(super) names: Vec<String>,
    pub(super) series: Series,
    /// What the dialog above was opened for.
    pub(super) asked: Option<Asked>,
    /// The file that was written last.
    pub(super) file: Option<PathBuf>,
    pub(super) keeping: Keeping,
    /// How the game stands, where somebody wants to know.
    pub(super) bar: Option<Bar<G>>,
}

impl<G: ArcadeGame> Table<G> {
    /// A table at which this session goes on, with the pace, motion and names of the settings.
    pub fn new(mut session: Session<G>, start: Start, settings: &Settings) -> Self {
        let saved = session.lines().to_vec();
        let recorded = (start == Start::Replay).then(|| Recorded::of(&session));
        if start == Start::Replay {
            session.go_to(0);
        }
        let series = Series::new(session.header().seats.len());
        let names = names_of(&session.header().seats, &settings.names);
        let mut table = Self {
            players: session.header().seats.iter().map(|_| None).collect(),
            session,
            controls: G::Controls::default(),
            thinking: Vec::new(),
            ready: Vec::new(),
            hint: None,
            hinted: None,
            pace: Pace::new(start, settings.wait),
            stepped: Instant::now(),
            motion: settings.motion,
            settled: true,
            looked: true,
            recorded,
            saved,
            trouble: None,
            alert: None,
            facing: None,
            advised: None,
            names,
            series,
            asked: None,
            file: None,
            keeping: Keeping::nowhere(),
            bar: None,
        };
        table.still();
        table
    }

    /// The next game begins by itself when one is over.
    pub fn running_on(mut self) -> Self {
        self.pace.run_on = true;
        self
    }

    /// Whether the seat is a person's, who may have given up.
    pub fn is_for_people(&self, seat: Seat) -> bool {
        self.session.header().seats.get(seat.index()).is_some_and(|name| name == HUMAN)
    }

    /// Whether a person sits there and plays.
    pub fn is_person(&self, seat: Seat) -> bool {
        self.is_for_people(seat) && !self.session.resigned().contains(seat)
    }

    /// The seats of persons.
    pub fn persons(&self) -> Seats {
        self.session.game().seats().iter().filter(|&seat| self.is_person(seat)).collect()
    }

    /// The seats for which persons decide now.
    pub fn deciding(&self) -> Seats {
        let decides = |&seat: &Seat| self.is_person(seat) && !self.is_replay();
        self.session.awaited().iter().filter(decides).collect()
    }

    /// How it ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.session.outcome()
    }

    /// Whether a person has something to lose: the game is neither in the store nor in a file.
    pub fn is_unsaved(&self) -> bool {
        let is_saved = || self.saved.starts_with(self.session.lines());
        !self.persons().is_empty() && self.outcome().is_none() && !self.is_kept() && !is_saved()
    }

    /// All that happened so far is in a file now.
    pub fn mark_saved(&mut self) {
        self.saved = self.session.lines().to_vec();
    }

    /// Does something with the controls and what is on the table.
    pub fn with_scene<T>(&mut self, act: impl FnOnce(&mut G::Controls, &Scene<G>) -> T) -> T {
        let (steering, covered) = (self.steering(), self.curtain().is_some());
        let seen = self.session.game().observe(self.eyes(steering));
        let mut controls = mem::take(&mut self.controls);
        let result = act(&mut controls, &self.scene(&seen, steering, covered));
        self.controls = controls;
        result
    }

    /// Looks at what is on the table.
    pub fn with_seen<T>(&self, look: impl FnOnce(&Scene<G>) -> T) -> T {
        let steering = self.steering();
        let seen = self.session.game().observe(self.eyes(steering));
        look(&self.scene(&seen, steering, self.curtain().is_some()))
    }

    fn scene<'a>(
        &'a self,
        seen: &'a G::Observation,
        steering: Seats,
        covered: bool,
    ) -> Scene<'a, G> {
        Scene {
            seen,
            deciding: steering,
            covered,
            events: self.session.events().last().map_or(&[], Vec::as_slice),
            motion: self.motion_at(Instant::now()),
            lingers: self.lingers(Instant::now()),
            hint: self.hinted.as_ref(),
            names: &self.session.header().seats,
        }
    }

    #[allow(clippy::cast_possible_truncation)]
    fn motion_at(&self, now: Instant) -> f32 {
        if !self.motion.enabled {
            return 1.0;
        }
        let since = now.saturating_duration_since(self.stepped).as_secs_f64();
        (since / MOTION.as_secs_f64()).min(1.0) as f32
    }

    /// A person decides.
    ///
    /// # Errors
    /// If this is not allowed.
    pub fn act(&mut self, seat: Seat, action: G::Action, waker: &Waker) -> Result<(), ActionError> {
        if !self.deciding().contains(seat) {
            return Err(ActionError::new("it is not your move"));
        }
        self.choose(seat, action, None)?;
        // What helped with this choice is none of the others' business.
        self.hint = None;
        self.hinted = None;
        self.hand_over();
        self.advance(waker);
        Ok(())
    }

    fn choose(
        &mut self,
        seat: Seat,
        action: G::Action,
        fault: Option<Fault>,
    ) -> Result<(), ActionError> {
        let is_step = self.session.choose_with_fault(seat, action, fault)?.is_some();
        if is_step || self.is_person(seat) {
            self.keeping.played();
        }
        if is_step {
            self.stepped();
            self.hint = None;
            self.hinted = None;
        }
        Ok(())
    }

    /// A step was carried out: its motion begins.
    pub(super) fn stepped(&mut self) {
        self.stepped = Instant::now();
        self.settled = !self.motion.enabled;
        self.looked = false;
        self.pace.stepping = false;
    }

    /// Whether things go on without a person: computers play alone, or a recorded game is looked
    /// through.
    pub fn is_watched(&self) -> bool {
        self.is_replay() || !self.session.header().seats.iter().any(|name| name == HUMAN)
    }

    /// When the next computer's choice may be shown; nothing: when a key is pressed.
    fn due(&self) -> Option<Instant> {
        let wait = if self.pace.stepping {
            Duration::ZERO
        } else if self.is_watched() {
            self.pace.wait
        } else if self.looked || !self.shows_what_goes() {
            ANSWER
        } else {
            self.motion.linger?.max(ANSWER)
        };
        Some(self.stepped + wait)
    }

    fn is_due(&self, now: Instant) -> bool {
        self.due().is_some_and(|due| now >= due)
    }

    /// Whether the last step showed what the next one hides.
    fn shows_what_goes(&self) -> bool {
        self.session.events().last().is_some_and(|events| G::lingers(events))
    }

    /// Whether what the last step showed stays to be looked at: where nobody plays until the next
    /// step, else for a moment or until a key is pressed.
    pub fn lingers(&self, now: Instant) -> bool {
        let is_time_left = || self.motion.linger.is_none_or(|linger| now < self.stepped + linger);
        self.shows_what_goes() && (self.is_watched() || !self.looked && is_time_left())
    }

    /// A key was pressed: what lingered has been looked at. Says whether anything did.
    pub fn look_away(&mut self, waker: &Waker) -> bool {
        let lingered = self.lingers(Instant::now()) && !self.is_watched();
        self.looked = true;
        if lingered {
            self.advance(waker);
        }
        lingered
    }

    /// Lets things go on as far as they can now: carries out what is due, hands what happened to
    /// the store, starts the next game, asks computers. Says whether what is shown has changed.
    pub fn advance(&mut self, waker: &Waker) -> bool {
        let mut changed = self.collect() | self.learn_outlook();
        let now = Instant::now();
        if self.is_replaying() && self.pace.goes_on() && self.is_due(now) {
            changed |= self.session.redo().is_some();
            self.stepped();
            // At its end a recorded game waits for somebody to play on.
            self.pace.paused |= !self.is_replaying();
        }
        if self.is_due(now) {
            for (seat, action, fault) in mem::take(&mut self.ready) {
                // The game may have moved on; then the choice is no longer wanted.
                changed |= self.choose(seat, action, fault).is_ok();
            }
        }
        self.keep();
        if self.outcome().is_some()
            && self.pace.run_on
            && !self.pace.paused
            && now >= self.stepped + INTERMISSION
        {
            self.again(false, waker);
            changed = true;
        }
        changed | self.ask(waker)
    }

    /// When [`Self::advance`] is wanted if nothing else happens: the next frame of a motion, a
    /// choice that is due, the next game.
    pub fn next_tick(&self) -> Option<Instant> {
        let now = Instant::now();
        let moving = (!self.settled).then(|| now + FRAME);
        let waits = !self.ready.is_empty() || (self.is_replaying() && self.pace.goes_on());
        let due = waits.then(|| self.due()).flatten();
        let lingering = self.motion.linger.filter(|_| !self.is_watched() && self.lingers(now));
        let gone = lingering.map(|linger| self.stepped + linger);
        let next = (self.outcome().is_some() && self.pace.run_on && !self.pace.paused)
            .then(|| self.stepped + INTERMISSION);
        [moving, due, gone, next].into_iter().flatten().min()
    }

    /// No motion for what was just done.
    pub(super) fn still(&mut self) {
        self.stepped = Instant::now().checked_sub(MOTION).unwrap_or_else(Instant::now);
        self.settled = true;
        self.looked = false;
    }

    /// What is drawn now is drawn as it is at this moment.
    pub fn mark_drawn(&mut self) {
        if let Some(recorded) = &mut self.recorded {
            recorded.has_shown_hands |= self.controls.opens_hands();
        }
        self.settled = self.motion_at(Instant::now()) >= 1.0;
    }

    /// The same game from the start, with a new deal; perhaps with the seats changed.
    pub fn again(&mut self, swap: bool, waker: &Waker) {
        self.stop();
        let outcome = self.outcome();
        let header = self.session.header();
        let seed = random::derive_seed(header.seed, &[u64::from(self.series.game)]) >> 34;
        let size = G::size_of(&header.setup).unwrap_or_default();
        let mut seats = header.seats.clone();
        // A recorded game was none of those that are played here.
        match self.recorded.take() {
            Some(_) => self.series = Series::new(seats.len()),
            None => self.series.next(outcome.as_ref()),
        }
        if swap {
            self.series.swap();
            seats.rotate_right(1);
            self.players.rotate_right(1);
            self.names.rotate_right(1);
        }
        let setup =
            G::deal(size, &mut random::rng(seed, &[])).unwrap_or_else(|_| header.setup.clone());
        self.session = Session::new(RecordHeader { setup, seats, seed });
        self.controls.forget();
        self.facing = None;
        self.pace.paused = false;
        self.saved.clear();
        self.file = None;
        self.keep_anew();
        self.still();
        self.advance(waker);
    }

    /// Pauses the computers, or lets them go on.
    pub fn pause(&mut self, waker: &Waker) {
        self.pace.paused = !self.pace.paused;
        if self.pace.paused {
            self.stop();
        } else {
            self.advance(waker);
        }
    }

    /// One move of the computers, then pause.
    pub fn step(&mut self, waker: &Waker) {
        self.pace.paused = true;
        self.pace.stepping = true;
        self.advance(waker);
    }
}
