//! The table's state: the session, who sits where, and the pace.

use std::{
    mem,
    time::{Duration, Instant},
};

use super::{
    pace::Pace,
    screen::Asked,
    thinking::{Thinking, Thoughts},
};
use crate::{
    app::{Start, message::Waker},
    games::{Arg, Flat, HUMAN, Scene, default_name},
    play::{Fault, Header, Illegal, Line, Outcome, Player, Seat, Seats, Session, chance},
};

/// The least time before a computer answers a person: long enough to see what one did.
const ANSWER: Duration = Duration::from_millis(350);
/// How long a step's motion lasts.
const MOTION: Duration = Duration::from_millis(260);
/// The time between two frames of motion.
const FRAME: Duration = Duration::from_millis(33);
/// How long the end of a game is shown before the next one starts by itself.
const INTERMISSION: Duration = Duration::from_secs(4);

/// A game being played on the screen.
pub struct Table<G: Flat> {
    /// The game so far.
    pub session: Session<G>,
    /// The game's view and keys.
    pub controls: G::Controls,
    players: Vec<Option<Box<dyn Player<G>>>>,
    pub(super) thinking: Vec<Thinking<G>>,
    /// A choice that waits for its time.
    ready: Vec<(Seat, G::Action, Option<Fault>)>,
    hint: Option<Thinking<G>>,
    /// What the hint recommends, and how far it looked.
    pub(super) hinted: Option<(G::Action, Option<String>)>,
    pub(super) pace: Pace,
    /// When the last step was carried out.
    stepped: Instant,
    motion: bool,
    /// What is in a file.
    saved: Vec<Line<G::Action>>,
    /// A computer player that can't go on, and why.
    pub trouble: Option<String>,
    pub(super) games: u32,
    /// What the dialog above was opened for.
    pub(super) asked: Option<Asked>,
}

impl<G: Flat> Table<G> {
    /// A table at which this session goes on.
    pub fn new(mut session: Session<G>, start: Start, motion: bool) -> Self {
        let saved = session.lines().to_vec();
        if start == Start::Replay {
            session.go_to(0);
        }
        let mut table = Self {
            players: session.header().seats.iter().map(|_| None).collect(),
            session,
            controls: G::Controls::default(),
            thinking: Vec::new(),
            ready: Vec::new(),
            hint: None,
            hinted: None,
            pace: Pace::new(start),
            stepped: Instant::now(),
            motion,
            saved,
            trouble: None,
            games: 1,
            asked: None,
        };
        table.still();
        table
    }

    /// Whether a person sits there.
    pub fn is_person(&self, seat: Seat) -> bool {
        self.session.header().seats.get(seat.index()).is_some_and(|name| name == HUMAN)
            && !self.session.resigned().contains(seat)
    }

    /// The seats of persons.
    pub fn persons(&self) -> Seats {
        self.session.game().seats().iter().filter(|&seat| self.is_person(seat)).collect()
    }

    /// The seat for which a person decides now.
    pub fn deciding(&self) -> Option<Seat> {
        self.session.awaited().iter().find(|&seat| self.is_person(seat))
    }

    /// Whether a person plays, but others decide now.
    fn is_waiting(&self) -> bool {
        self.deciding().is_none() && !self.persons().is_empty() && self.outcome().is_none()
    }

    /// How it ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.session.outcome()
    }

    /// Whether a person has something to lose.
    pub fn is_unsaved(&self) -> bool {
        !self.persons().is_empty() && !self.saved.starts_with(self.session.lines()) && self.outcome().is_none()
    }

    /// All that happened so far is in a file now.
    pub fn mark_saved(&mut self) {
        self.saved = self.session.lines().to_vec();
    }

    /// What those who look may know: the one person, or the one who decides; nobody's secrets otherwise.
    fn eyes(&self) -> Seats {
        self.persons().only().or_else(|| self.deciding()).map_or(Seats::NONE, Seats::one)
    }

    /// Does something with the controls and what is on the table.
    pub fn with_scene<T>(&mut self, act: impl FnOnce(&mut G::Controls, &Scene<G>) -> T) -> T {
        let mut controls = mem::take(&mut self.controls);
        let result = self.with_seen(|scene| act(&mut controls, scene));
        self.controls = controls;
        result
    }

    /// Looks at what is on the table.
    pub fn with_seen<T>(&self, look: impl FnOnce(&Scene<G>) -> T) -> T {
        look(&Scene {
            seen: &self.session.game().observe(self.eyes()),
            deciding: self.deciding(),
            waiting: self.is_waiting(),
            events: self.session.events().last().map_or(&[], Vec::as_slice),
            motion: self.motion_at(Instant::now()),
            hint: self.hinted.as_ref().map(|&(action, _)| action),
        })
    }

    #[allow(clippy::cast_possible_truncation)]
    fn motion_at(&self, now: Instant) -> f32 {
        if !self.motion {
            return 1.0;
        }
        let since = now.saturating_duration_since(self.stepped).as_secs_f64();
        (since / MOTION.as_secs_f64()).min(1.0) as f32
    }

    /// A person decides.
    ///
    /// # Errors
    /// If this is not allowed.
    pub fn act(&mut self, action: G::Action, waker: &Waker) -> Result<(), Illegal> {
        let Some(seat) = self.deciding() else { return Err(Illegal::new("it is not your move")) };
        self.choose(seat, action, None)?;
        self.advance(waker);
        Ok(())
    }

    fn choose(&mut self, seat: Seat, action: G::Action, fault: Option<Fault>) -> Result<(), Illegal> {
        if self.session.choose_with(seat, action, fault)?.is_some() {
            self.stepped = Instant::now();
            self.pace.stepping = false;
        }
        self.hint = None;
        self.hinted = None;
        Ok(())
    }

    /// Whether computers play alone.
    pub fn is_watched(&self) -> bool {
        self.persons().is_empty()
    }

    /// When the next computer's choice may be shown.
    fn due(&self) -> Instant {
        let wait = if self.is_watched() { self.pace.wait } else { ANSWER };
        self.stepped + if self.pace.stepping { Duration::ZERO } else { wait }
    }

    /// Lets things go on as far as they can now: asks computers, carries out what is due, starts the next game.
    /// Says whether what is shown has changed.
    pub fn advance(&mut self, waker: &Waker) -> bool {
        let mut changed = self.collect();
        let now = Instant::now();
        if now >= self.due() {
            for (seat, action, fault) in mem::take(&mut self.ready) {
                // The game may have moved on; then the choice is no longer wanted.
                changed |= self.choose(seat, action, fault).is_ok();
            }
        }
        if self.outcome().is_some() && self.pace.run_on && !self.pace.paused && now >= self.stepped + INTERMISSION {
            self.again(false, waker);
            changed = true;
        }
        changed | self.ask(waker)
    }

    /// Takes what the jobs have found out.
    fn collect(&mut self) -> bool {
        let mut changed = !self.thinking.is_empty() || self.hint.is_some();
        for thinking in mem::take(&mut self.thinking) {
            match thinking.take() {
                Thoughts::None => self.thinking.push(thinking),
                Thoughts::Choice(player, action, fault) => {
                    self.players[thinking.seat.index()] = Some(player);
                    self.ready.push((thinking.seat, action, fault));
                }
                Thoughts::Failed(why) => {
                    let who = G::SEAT_NAMES[thinking.seat.index()];
                    let name = self.name(thinking.seat);
                    self.trouble =
                        Some(format!("{who}, {name}, can't go on: {why}. u takes a move back, n starts anew."));
                    changed = true;
                }
            }
        }
        if let Some(hint) = &self.hint {
            match hint.take() {
                Thoughts::None => {}
                Thoughts::Choice(_, action, _) => {
                    self.hinted = Some((action, hint.progress()));
                    self.hint = None;
                }
                Thoughts::Failed(why) => {
                    self.trouble = Some(format!("no hint: {why}"));
                    self.hint = None;
                }
            }
        }
        changed
    }

    /// Asks the computers whose choice is wanted and who do not think yet.
    fn ask(&mut self, waker: &Waker) -> bool {
        if self.trouble.is_some() || !self.pace.goes_on() {
            return false;
        }
        let mut asked = false;
        for seat in self.session.awaited().iter() {
            let is_busy = self.thinking.iter().any(|thinking| thinking.seat == seat)
                || self.ready.iter().any(|(ready, ..)| *ready == seat);
            if is_busy || self.is_person(seat) {
                continue;
            }
            let name = self.computer(seat);
            let player = self.players[seat.index()].take();
            match Thinking::start(&self.session, seat, &name, player, waker) {
                Ok(thinking) => self.thinking.push(thinking),
                Err(why) => self.trouble = Some(why),
            }
            asked = true;
        }
        asked
    }

    /// The computer that decides for a seat; for one that a person gave up, the strongest.
    fn computer(&self, seat: Seat) -> String {
        let name = &self.session.header().seats[seat.index()];
        if name == HUMAN { strongest::<G>() } else { name.clone() }
    }

    /// Stops all thinking and forgets what is not carried out yet.
    fn stop(&mut self) {
        self.thinking.clear();
        self.ready.clear();
        self.hint = None;
        self.hinted = None;
        self.trouble = None;
    }

    /// When [`Self::advance`] is wanted if nothing else happens: the next frame of a motion, a choice that is due,
    /// the next game.
    pub fn next_tick(&self) -> Option<Instant> {
        let now = Instant::now();
        let moving = (self.motion_at(now) < 1.0).then(|| now + FRAME);
        let due = (!self.ready.is_empty()).then(|| self.due());
        let next =
            (self.outcome().is_some() && self.pace.run_on && !self.pace.paused).then(|| self.stepped + INTERMISSION);
        [moving, due, next].into_iter().flatten().min()
    }

    /// Takes back the last choice of a person; where computers play alone, the last move, and pauses.
    pub fn undo(&mut self, waker: &Waker) {
        self.stop();
        self.session.undo();
        if self.is_watched() {
            self.pace.paused = true;
        } else if !self.pace.paused {
            while self.deciding().is_none() && self.session.undo() {}
        }
        self.still();
        self.advance(waker);
    }

    /// Does again what was taken back, up to a person's next choice.
    pub fn redo(&mut self, waker: &Waker) {
        self.stop();
        self.session.redo();
        let one_by_one = self.is_watched() || self.pace.paused;
        while !one_by_one && self.deciding().is_none() && self.session.redo().is_some() {}
        self.stepped = Instant::now();
        self.advance(waker);
    }

    /// No motion for what was just done.
    fn still(&mut self) {
        self.stepped = Instant::now().checked_sub(MOTION).unwrap_or_else(Instant::now);
    }

    /// Asks the strongest computer what it would do.
    pub fn ask_hint(&mut self, waker: &Waker) -> Result<(), String> {
        let Some(seat) = self.deciding() else { return Err("it is not your move".to_owned()) };
        self.hint = Some(Thinking::start(&self.session, seat, &strongest::<G>(), None, waker)?);
        Ok(())
    }

    /// Lets a seat think without end.
    #[cfg(test)]
    pub fn stub_thinking(&mut self, seat: Seat, progress: &str) {
        self.thinking.push(Thinking::stub(seat, progress));
    }

    /// Whether a hint is being thought out.
    pub fn is_hinting(&self) -> bool {
        self.hint.is_some()
    }

    /// The person to move gives up; with nobody to move, the only person does.
    pub fn resign(&mut self) -> Result<(), Illegal> {
        let seat = self.deciding().or_else(|| self.persons().only());
        let seat = seat.ok_or_else(|| Illegal::new("only a person can give up"))?;
        self.stop();
        self.session.push(Line::Resign(seat))?;
        self.still();
        Ok(())
    }

    /// The same game from the start, with a new deal; perhaps with the seats changed.
    pub fn again(&mut self, swap: bool, waker: &Waker) {
        self.stop();
        let header = self.session.header();
        let seed = chance::derive(header.seed, &[u64::from(self.games)]) >> 34;
        let size = G::size_of(&header.setup).unwrap_or_default();
        let mut seats = header.seats.clone();
        if swap {
            seats.rotate_right(1);
            self.players.rotate_right(1);
        }
        let setup = G::deal(size, &mut chance::rng(seed, &[])).unwrap_or_else(|_| header.setup.clone());
        self.session = Session::new(Header { setup, seats, seed });
        self.controls = G::Controls::default();
        self.games += 1;
        self.pace.paused = false;
        self.saved.clear();
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

    /// What the one who sits there is called.
    pub fn name(&self, seat: Seat) -> String {
        // Who has given up keeps the name.
        let seats = &self.session.header().seats;
        let persons = seats.iter().filter(|name| *name == HUMAN).count();
        match (&seats[seat.index()], persons) {
            (name, _) if name != HUMAN => name.clone(),
            (_, 1) => "you".to_owned(),
            _ => format!("player {}", seat.index() + 1),
        }
    }
}

/// The name of the strongest computer player.
fn strongest<G: Flat>() -> String {
    G::players().iter().rev().find(|kind| kind.arg != Arg::Path).map(default_name).unwrap_or_default()
}
