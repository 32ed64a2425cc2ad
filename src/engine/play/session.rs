//! A game in progress.

use std::{io::BufRead, mem, time::Duration};

use super::{
    ActionError, ChoiceTime, Fault, Game, MAX_SEATS, MatchInfo, Outcome, ProgramNote, Record,
    RecordHeader, RecordLine, RecordReadError, Seat, Seats, StepMarks, TimeControl,
    checkpoints::Checkpoints, record::RecordReader,
};
use crate::printable::{printable_lines, truncated};

/// A game in progress: collects the choices of all awaited seats, applies them together and can
/// undo steps. It neither calls players nor measures time; the [`Driver`](super::Driver) does.
///
/// # Examples
///
/// ```
/// use fourcade_engine::{
///     flip::{Flip, model::FlipSetup},
///     play::{Game, RecordHeader, Seat, Session},
/// };
///
/// let mut session = Session::<Flip>::new(RecordHeader {
///     setup: FlipSetup::new(4)?,
///     players: vec!["human".to_owned(), "level:3".to_owned()],
///     seed: 7,
///     clock: None,
/// });
/// session.choose(Seat::new(0), "0 2".parse()?)?;
/// assert_eq!(session.game().scores(), [4, 1]);
///
/// assert!(session.undo());
/// assert_eq!(session.game().scores(), [2, 2]);
/// session.redo();
/// session.resign(Seat::new(1))?;
/// let outcome = session.outcome().expect("a resignation ends the game");
/// assert_eq!(outcome.winners().only(), Some(Seat::new(0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Session<G: Game> {
    header: RecordHeader<G::Setup>,
    match_info: Option<Box<MatchInfo>>,
    position: Position<G>,
    /// The applied lines, followed by the undone ones.
    lines: Vec<RecordLine<G::Action>>,
    applied: usize,
    revision: u64,
    /// The revision at which each applied line was applied.
    applied_since: Vec<u64>,
    events: Vec<Vec<G::Event>>,
    /// Choices that wait for other seats, by seat.
    choices: [Option<Choice<G::Action>>; MAX_SEATS],
    /// The marks of the next step.
    marks: StepMarks,
    checkpoints: Checkpoints<Position<G>>,
}

/// A seat's choice, with further data for the record.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<A> {
    /// The legal action.
    pub action: A,
    /// The illegal choice that the action replaces, if any.
    pub fault: Option<Fault>,
    /// The time that the person took, in a game with clocks.
    pub time: Option<ChoiceTime>,
    /// Side effects of the program on the seat.
    pub note: Option<ProgramNote>,
}

impl<A> Choice<A> {
    /// A choice without further data.
    pub const fn new(action: A) -> Self {
        Self { action, fault: None, time: None, note: None }
    }
}

/// The maximum length of a program's standard error in a record, in bytes.
const MAX_STDERR_BYTES: usize = 4096;

/// The state of a session after some lines of its record.
#[derive(Clone, Debug)]
pub struct Position<G> {
    game: G,
    resigned: Seats,
    flagged: Option<Seat>,
}

impl<G: Game> Position<G> {
    fn start(setup: &G::Setup) -> Self {
        Self { game: G::start(setup), resigned: Seats::NONE, flagged: None }
    }

    /// The game itself.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The seats that have resigned.
    pub fn resigned(&self) -> Seats {
        self.resigned
    }

    /// The seat that lost by running out of time.
    pub fn flagged(&self) -> Option<Seat> {
        self.flagged
    }

    /// The outcome; see [`Session::outcome`].
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(outcome) = self.game.outcome() {
            return Some(outcome.with_resigned(self.resigned));
        }
        if self.game.seats().len() != 2 {
            return None;
        }
        let loser = self.flagged.or_else(|| self.resigned.iter().next())?;
        Some(Outcome::resigned(loser, self.game.scores()))
    }

    /// Applies a line and returns its events.
    ///
    /// # Errors
    /// Returns an error and changes nothing if the line is not legal.
    pub fn apply(&mut self, line: &RecordLine<G::Action>) -> Result<Vec<G::Event>, ActionError> {
        if self.outcome().is_some() {
            return Err(ActionError::new("the game is over"));
        }
        match line {
            RecordLine::Step { moves, faults, .. } => {
                if faults.is_empty() {
                    return self.game.step(moves);
                }
                let mut after = self.game.clone();
                let events = after.step(moves)?;
                for fault in faults {
                    after.fine(fault.seat, fault.fine)?;
                }
                self.game = after;
                Ok(events)
            }
            RecordLine::Resign(seat) => {
                if !self.game.seats().contains(*seat) {
                    return Err(ActionError::new(format!("there is no seat {seat}")));
                }
                if self.resigned.contains(*seat) {
                    return Err(ActionError::new(format!("seat {seat} has already resigned")));
                }
                self.resigned = self.resigned.with(*seat);
                Ok(Vec::new())
            }
            RecordLine::Flag(seat) => {
                if self.game.seats().len() != 2 || !self.game.seats().contains(*seat) {
                    return Err(ActionError::new("nobody loses this game by the clock"));
                }
                self.flagged = Some(*seat);
                Ok(Vec::new())
            }
        }
    }
}

impl<G: Game> Session<G> {
    /// Starts a game.
    pub fn new(header: RecordHeader<G::Setup>) -> Self {
        let position = Position::start(&header.setup);
        Self {
            header,
            match_info: None,
            position,
            lines: Vec::new(),
            applied: 0,
            revision: 0,
            applied_since: Vec::new(),
            events: Vec::new(),
            choices: Default::default(),
            marks: StepMarks::default(),
            checkpoints: Checkpoints::new(),
        }
    }

    /// Reads a record and replays it to its end. Each line is checked against the rules.
    ///
    /// # Errors
    /// Returns an error with the number of a malformed or illegal line.
    pub fn read(input: &mut dyn BufRead) -> Result<Self, RecordReadError> {
        let mut reader = RecordReader::new(input);
        let (header, match_info) = reader.header::<G>()?;
        let mut session = Self::new(header);
        session.match_info = match_info.map(Box::new);
        while let Some(line) = reader.line()? {
            session.push(line).map_err(|error| reader.error(error.to_string()))?;
        }
        Ok(session)
    }

    /// The same game with other players, named in the order of the seats.
    ///
    /// # Panics
    /// Panics if the number of names is not the number of seats.
    pub fn with_players(mut self, names: Vec<String>) -> Self {
        self.set_players(names);
        self
    }

    /// Replaces the players, named in the order of the seats, and drops the [`MatchInfo`].
    ///
    /// # Panics
    /// Panics if the number of names is not the number of seats.
    pub fn set_players(&mut self, names: Vec<String>) {
        assert_eq!(names.len(), self.position.game.seats().len(), "one name per seat");
        self.header.players = names;
        self.match_info = None;
    }

    /// Makes the game a match between programs.
    ///
    /// # Panics
    /// Panics if the number of names is not the number of seats.
    pub fn set_match_info(&mut self, info: MatchInfo) {
        assert_eq!(info.names.len(), self.position.game.seats().len(), "one name per seat");
        self.match_info = Some(Box::new(info));
    }

    /// How the game was played, if it is a match between programs.
    pub fn match_info(&self) -> Option<&MatchInfo> {
        self.match_info.as_deref()
    }

    /// Sets the clock of people.
    pub fn set_clock(&mut self, clock: TimeControl) {
        self.header.clock = Some(clock);
    }

    /// Everything that determines the game before its first step.
    pub fn header(&self) -> &RecordHeader<G::Setup> {
        &self.header
    }

    /// The position after the applied lines.
    pub fn position(&self) -> &Position<G> {
        &self.position
    }

    /// The position after `line_count` of the applied lines, or after all if there are fewer.
    pub fn position_after(&self, line_count: usize) -> Position<G> {
        let (from, mut position) = self.checkpoint(line_count);
        for line in &self.lines()[from.min(self.applied)..line_count.min(self.applied)] {
            // Legal, because it was applied here before.
            let _ = position.apply(line);
        }
        position
    }

    /// The game itself. Players must be given observations instead.
    pub fn game(&self) -> &G {
        &self.position.game
    }

    /// The applied lines in order.
    pub fn lines(&self) -> &[RecordLine<G::Action>] {
        &self.lines[..self.applied]
    }

    /// Grows whenever the applied lines, the pending choices or the marks change; 0 at first.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The number of lines, from the first on, that have not changed since this revision.
    pub fn kept_lines(&self, revision: u64) -> usize {
        self.applied_since.partition_point(|&since| since <= revision)
    }

    /// The undone lines in order.
    pub fn undone_lines(&self) -> &[RecordLine<G::Action>] {
        &self.lines[self.applied..]
    }

    /// The events of each applied line.
    pub fn events(&self) -> &[Vec<G::Event>] {
        &self.events[..self.applied]
    }

    /// The events of each undone line.
    pub fn undone_events(&self) -> &[Vec<G::Event>] {
        &self.events[self.applied..]
    }

    /// The record of the applied lines.
    pub fn record(&self) -> Record<G> {
        Record {
            header: self.header.clone(),
            lines: self.lines().to_vec(),
            match_info: self.match_info().cloned(),
        }
    }

    /// The seats that must still choose in this step.
    pub fn awaited(&self) -> Seats {
        if self.outcome().is_some() {
            return Seats::NONE;
        }
        let is_missing = |seat: &Seat| self.choices[seat.index()].is_none();
        self.position.game.awaited().iter().filter(is_missing).collect()
    }

    /// The seats that have resigned.
    pub fn resigned(&self) -> Seats {
        self.position.resigned
    }

    /// The seat that lost by running out of time.
    pub fn flagged(&self) -> Option<Seat> {
        self.position.flagged
    }

    /// The time that a person on this seat has for the next choice; `None` without clocks. Undoing
    /// a choice gives back its time.
    pub fn time_left(&self, seat: Seat) -> Option<Duration> {
        let control = self.header.clock?;
        if self.flagged() == Some(seat) {
            return Some(Duration::ZERO);
        }
        let times = self.lines().iter().flat_map(|line| match line {
            RecordLine::Step { times, .. } => &times[..],
            RecordLine::Resign(_) | RecordLine::Flag(_) => &[],
        });
        let own = times.filter(|time| time.seat == seat);
        Some(control.time_left(own.map(|time| Duration::from_millis(time.ms))))
    }

    /// The pooled knowledge of these seats ([`Game::observe`]) or, once the game is over,
    /// everything.
    pub fn observe(&self, viewers: Seats) -> G::Observation {
        match self.outcome() {
            Some(_) => self.game().observe_finished(),
            None => self.game().observe(viewers),
        }
    }

    /// The outcome by the rules or, in a two-player game, by resignation or the clock. In other
    /// games, the seats that resigned are behind all others. `None` if the game is not over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    /// Accepts a choice of an awaited seat. The last one applies the step and returns its events.
    ///
    /// # Errors
    /// Returns an error and changes nothing if the seat is not awaited or the action is not legal.
    pub fn choose(
        &mut self,
        seat: Seat,
        action: G::Action,
    ) -> Result<Option<&[G::Event]>, ActionError> {
        self.choose_with(seat, Choice::new(action))
    }

    /// Like [`Self::choose`], with further data for the record.
    ///
    /// # Errors
    /// See [`Self::choose`].
    pub fn choose_with(
        &mut self,
        seat: Seat,
        choice: Choice<G::Action>,
    ) -> Result<Option<&[G::Event]>, ActionError> {
        if !self.awaited().contains(seat) {
            return Err(ActionError::new("it is not your turn"));
        }
        self.position.game.check(seat, choice.action)?;
        let note = choice.note.and_then(|note| self.unrecorded_part(note));
        self.choices[seat.index()] = Some(Choice { note, ..choice });
        self.revision += 1;
        if !self.awaited().is_empty() {
            return Ok(None);
        }
        let mut moves = Vec::new();
        let mut faults = Vec::new();
        let mut times = Vec::new();
        let mut notes = Vec::new();
        for seat in self.position.game.awaited().iter() {
            if let Some(choice) = self.choices[seat.index()].take() {
                moves.push((seat, choice.action));
                faults.extend(choice.fault);
                times.extend(choice.time);
                notes.extend(choice.note);
            }
        }
        let marks = mem::take(&mut self.marks);
        self.push(RecordLine::Step { moves, faults, marks, times, notes }).map(Some)
    }

    /// Returns the part of a note that the record lacks, made printable: new names of started
    /// programs, and standard error up to [`MAX_STDERR_BYTES`] in the whole game.
    fn unrecorded_part(&self, mut note: ProgramNote) -> Option<ProgramNote> {
        let mut room = MAX_STDERR_BYTES;
        let notes = self.lines().iter().flat_map(|line| match line {
            RecordLine::Step { notes, .. } => &notes[..],
            RecordLine::Resign(_) | RecordLine::Flag(_) => &[],
        });
        for earlier in notes.filter(|earlier| earlier.seat == note.seat) {
            room = room.saturating_sub(earlier.stderr.len());
            note.started.retain(|name| !earlier.started.contains(name));
        }
        let stderr = truncated(&printable_lines(note.stderr.trim_end()), room).to_owned();
        let is_empty = stderr.is_empty() && note.started.is_empty();
        (!is_empty).then_some(ProgramNote { stderr, ..note })
    }

    /// The programs that the program on each seat has started.
    pub fn started_programs(&self) -> Vec<Vec<String>> {
        let mut started = vec![Vec::new(); self.header().players.len()];
        for line in self.lines() {
            let RecordLine::Step { notes, .. } = line else { continue };
            for note in notes {
                started[note.seat.index()].extend(note.started.iter().cloned());
            }
        }
        started
    }

    /// Sets [`StepMarks::hinted`] for the next step.
    pub fn mark_hint(&mut self) {
        self.marks.hinted = true;
        self.revision += 1;
    }

    /// Sets [`StepMarks::practice`] for the next step.
    pub fn mark_practice(&mut self) {
        self.marks.practice = true;
        self.revision += 1;
    }

    /// Whether the game is for practice; see [`StepMarks`].
    pub fn is_practice(&self) -> bool {
        self.has_mark(|marks| marks.practice)
    }

    /// The help that people had so far, including the next step.
    pub fn marks(&self) -> StepMarks {
        StepMarks { hinted: self.has_mark(|marks| marks.hinted), practice: self.is_practice() }
    }

    fn has_mark(&self, is_set: impl Fn(&StepMarks) -> bool) -> bool {
        let is_marked = |line: &RecordLine<G::Action>| match line {
            RecordLine::Step { marks, .. } => is_set(marks),
            RecordLine::Resign(_) | RecordLine::Flag(_) => false,
        };
        is_set(&self.marks) || self.lines().iter().any(is_marked)
    }

    /// The choices that wait for other seats.
    pub fn pending_choices(&self) -> impl Iterator<Item = (Seat, G::Action)> + '_ {
        let choices = self.choices.iter().enumerate();
        choices.filter_map(|(seat, choice)| Some((Seat::new(seat), choice.as_ref()?.action)))
    }

    /// The time that the person on this seat took for a pending choice.
    pub fn pending_time(&self, seat: Seat) -> Option<ChoiceTime> {
        self.choices[seat.index()].as_ref()?.time
    }

    /// Takes back a pending choice, if any. Returns whether there was one.
    pub fn retract(&mut self, seat: Seat) -> bool {
        self.revision += 1;
        self.choices[seat.index()].take().is_some()
    }

    /// Resigns for a seat. A two-player game is then over. In other games another player takes over
    /// the seat, and pending choices stay.
    ///
    /// # Errors
    /// Returns an error if the game is over or the seat has already resigned.
    pub fn resign(&mut self, seat: Seat) -> Result<(), ActionError> {
        let choices = self.choices.clone();
        self.push(RecordLine::Resign(seat))?;
        if self.outcome().is_none() {
            self.choices = choices;
        }
        Ok(())
    }

    /// Ends the game: this seat ran out of time.
    ///
    /// # Errors
    /// Returns an error if the game is over, or can't be lost by the clock.
    pub fn flag(&mut self, seat: Seat) -> Result<(), ActionError> {
        self.push(RecordLine::Flag(seat)).map(|_| ())
    }

    /// Applies a line, forgets the undone lines and returns the events of the line.
    ///
    /// # Errors
    /// Returns an error and changes nothing if the line is not legal.
    pub fn push(&mut self, line: RecordLine<G::Action>) -> Result<&[G::Event], ActionError> {
        let is_timed = self.header.clock.is_some_and(TimeControl::loses_on_time);
        if matches!(line, RecordLine::Flag(_)) && !is_timed {
            return Err(ActionError::new("this game has no clock that ends it"));
        }
        let events = self.position.apply(&line)?;
        self.lines.truncate(self.applied);
        self.events.truncate(self.applied);
        self.lines.push(line);
        Ok(self.advance(events, self.applied + 1))
    }

    /// The index of the last line with a choice of these seats, a resignation or a fallen flag.
    pub fn last_choice_of(&self, seats: Seats) -> Option<usize> {
        self.lines().iter().rposition(|line| match line {
            RecordLine::Step { moves, .. } => moves.iter().any(|&(seat, _)| seats.contains(seat)),
            RecordLine::Resign(_) | RecordLine::Flag(_) => true,
        })
    }

    /// Undoes the last applied line, if any, and drops pending choices. Returns whether it did.
    pub fn undo(&mut self) -> bool {
        let Some(line_count) = self.applied.checked_sub(1) else { return false };
        self.go_to(line_count);
        true
    }

    /// Redoes a line. Returns its events, or `None` if there is no undone line.
    pub fn redo(&mut self) -> Option<&[G::Event]> {
        self.redo_towards(self.applied + 1)
    }

    /// Undoes or redoes lines until `line_count` lines, or all if there are fewer, are applied.
    pub fn go_to(&mut self, line_count: usize) {
        let goal = line_count.min(self.lines.len());
        self.revision += 1;
        if goal < self.applied {
            self.applied_since.truncate(goal);
            self.restore_checkpoint(goal);
        }
        self.choices = Default::default();
        while self.applied < goal && self.redo_towards(goal).is_some() {}
    }

    /// The number of undone lines.
    pub fn undone_len(&self) -> usize {
        self.lines.len() - self.applied
    }

    /// The last saved position at or before `goal` lines, and its number of lines.
    fn checkpoint(&self, goal: usize) -> (usize, Position<G>) {
        let start = || (0, Position::start(&self.header.setup));
        self.checkpoints.before(goal).cloned().unwrap_or_else(start)
    }

    fn restore_checkpoint(&mut self, goal: usize) {
        self.checkpoints.truncate(goal);
        (self.applied, self.position) = self.checkpoint(goal);
    }

    /// Redoes one line on the way to `goal` lines, which decides whether the position is saved.
    fn redo_towards(&mut self, goal: usize) -> Option<&[G::Event]> {
        let line = self.lines.get(self.applied)?.clone();
        // Legal, because it was applied here before.
        let events = self.position.apply(&line).ok()?;
        Some(self.advance(events, goal))
    }

    /// Updates the state after a line was applied on the way to `goal` lines.
    fn advance(&mut self, events: Vec<G::Event>, goal: usize) -> &[G::Event] {
        self.choices = Default::default();
        self.applied += 1;
        self.revision += 1;
        self.checkpoints.save(self.applied, goal, || self.position.clone());
        if self.events.len() < self.applied {
            self.events.push(events);
        }
        if self.applied_since.len() < self.applied {
            self.applied_since.push(self.revision);
        }
        &self.events[self.applied - 1]
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::{
        super::{FaultKind, Observation, random, toy},
        *,
    };

    const SEATS: [Seat; 3] = [Seat::new(0), Seat::new(1), Seat::new(2)];

    fn replayed(session: &Session<toy::Toy>) -> Session<toy::Toy> {
        let mut replayed = Session::new(session.header().clone());
        for line in session.lines() {
            replayed.push(line.clone()).unwrap();
        }
        replayed
    }

    #[test]
    fn a_joint_step_waits_for_all_choices() {
        let mut session = toy::session(&[3, 1, 2]);
        assert_eq!(session.awaited(), Seats::first(3));
        assert_eq!(session.choose(SEATS[1], toy::bid(4)), Ok(None));
        assert_eq!(session.awaited(), Seats::one(SEATS[0]).with(SEATS[2]));
        assert!(
            session.choose(SEATS[1], toy::bid(1)).is_err(),
            "a second choice needs a retraction"
        );
        assert_eq!(session.lines(), [], "an incomplete step is not a line");
        assert_eq!(session.pending_choices().collect::<Vec<_>>(), [(SEATS[1], toy::bid(4))]);
        let before = session.game().observe(Seats::one(SEATS[0]));
        assert!(session.retract(SEATS[1]));
        assert_eq!(
            session.game().observe(Seats::one(SEATS[0])),
            before,
            "a waiting choice is not observable"
        );
        for (seat, bid) in [(SEATS[0], 2), (SEATS[1], 1)] {
            assert_eq!(session.choose(seat, toy::bid(bid)), Ok(None));
        }
        let events = session.choose(SEATS[2], toy::bid(5)).unwrap().unwrap();
        assert_eq!(events, [toy::ToyEvent::Won { seat: SEATS[2], bids: vec![2, 1, 5] }]);
        assert_eq!(session.awaited(), Seats::one(SEATS[2]));
    }

    #[test]
    fn a_record_holds_the_beginning_of_standard_error_and_each_started_program_once() {
        let mut session = toy::session(&[3, 1, 2]);
        let note = |seat, stderr: &str, started: &[&str]| ProgramNote {
            seat,
            stderr: stderr.to_owned(),
            started: started.iter().map(|&name| name.to_owned()).collect(),
        };
        let bid = |note| Choice { note: Some(note), ..Choice::new(toy::bid(1)) };
        let first = "\\u{1b}[2Ja\nb";
        let recorded = [note(SEATS[0], first, &["sh"]), note(SEATS[1], "", &["sh"])];
        session.choose_with(SEATS[0], bid(note(SEATS[0], "\u{1b}[2Ja\nb\n", &["sh"]))).unwrap();
        // The note of a retracted choice is not recorded.
        session.choose_with(SEATS[1], bid(note(SEATS[1], "never", &[]))).unwrap();
        assert!(session.retract(SEATS[1]));
        session.choose_with(SEATS[1], bid(recorded[1].clone())).unwrap();
        session.choose_with(SEATS[2], bid(note(SEATS[2], " \n", &[]))).unwrap();
        let RecordLine::Step { notes, .. } = &session.lines()[0] else { panic!("a step") };
        assert_eq!(notes[..], recorded);
        let seat = session.awaited().only().unwrap();
        let long = "ü".repeat(MAX_STDERR_BYTES);
        let choice = session.game().observe(Seats::one(seat)).legal(seat)[0];
        let news = note(seat, &long, &["sh", "cat"]);
        session.choose_with(seat, Choice { note: Some(news), ..Choice::new(choice) }).unwrap();
        let RecordLine::Step { notes, .. } = &session.lines()[1] else { panic!("a step") };
        let earlier = recorded.iter().filter(|earlier| earlier.seat == seat);
        let earlier: usize = earlier.map(|earlier| earlier.stderr.len()).sum();
        assert_eq!(notes[0].stderr.len(), (MAX_STDERR_BYTES - earlier) / 2 * 2);
        let is_new = |name: &&str| *name != "sh" || seat == SEATS[2];
        let started: Vec<_> = ["sh", "cat"].into_iter().filter(is_new).collect();
        assert_eq!(notes[0].started, started);
    }

    #[test]
    fn an_illegal_choice_changes_nothing() {
        let mut session = toy::session(&[3, 1, 2]);
        assert!(session.choose(SEATS[0], toy::turn(0)).is_err());
        assert!(session.choose(SEATS[0], toy::bid(99)).is_err());
        assert_eq!(session.awaited(), Seats::first(3));
    }

    #[test]
    fn undo_and_redo_restore_the_same_states() {
        let mut session = toy::session(&[3, 1, 2]);
        let mut states = vec![session.game().clone()];
        toy::play_out(&mut session, |s| states.push(s.game().clone()));
        assert!(session.outcome().is_some());
        let events = session.events().to_vec();
        for state in states.iter().rev().skip(1) {
            assert!(session.undo());
            assert_eq!(session.game(), state);
        }
        assert!(!session.undo());
        assert_eq!((session.events().len(), session.undone_events()), (0, events.as_slice()));
        for (state, events) in states[1..].iter().zip(&events) {
            assert_eq!(session.redo(), Some(events.as_slice()));
            assert_eq!(session.game(), state);
        }
        assert_eq!(session.redo(), None);
        for (lines, state) in states.iter().enumerate() {
            assert_eq!(session.position_after(lines).game(), state);
        }
        session.go_to(1);
        assert_eq!((session.lines().len(), session.undone_len()), (1, states.len() - 2));
    }

    #[test]
    fn after_any_undo_and_redo_the_state_equals_a_replay() {
        let mut rng = random::rng(3, &[]);
        for _ in 0..50 {
            let mut session = toy::session(&[3, 1, 2, 5]);
            // A copy that only gets the lines that are not kept.
            let (mut copy, mut copied) = (Vec::new(), 0);
            for _ in 0..100 {
                match rng.random_range(0..5) {
                    0 => _ = session.undo(),
                    1 => _ = session.redo(),
                    2 => session.go_to(rng.random_range(0..8)),
                    // This fails if the seat has resigned or the game is over.
                    3 => _ = session.resign(Seat::new(rng.random_range(0..4))),
                    _ => {
                        for seat in session.awaited().iter() {
                            let legal = session.game().observe(Seats::one(seat)).legal(seat);
                            session.choose(seat, legal[rng.random_range(0..legal.len())]).unwrap();
                        }
                    }
                }
                if rng.random_bool(0.3) {
                    copy.truncate(session.kept_lines(copied));
                    copy.extend_from_slice(&session.lines()[copy.len()..]);
                    copied = session.revision();
                    assert_eq!(copy, session.lines());
                }
                let fresh = replayed(&session);
                assert_eq!((session.game(), session.events()), (fresh.game(), fresh.events()));
                assert_eq!(
                    (session.resigned(), session.awaited()),
                    (fresh.resigned(), fresh.awaited())
                );
            }
        }
    }

    #[test]
    fn a_new_step_drops_the_undone_lines() {
        let mut session = toy::session(&[3, 1, 2]);
        toy::play_out(&mut session, |_| ());
        session.go_to(0);
        for seat in SEATS {
            session.choose(seat, toy::bid(1)).unwrap();
        }
        assert_eq!((session.lines().len(), session.undone_len()), (1, 0));
    }

    #[test]
    fn a_resignation_ends_only_a_two_player_game() {
        let mut two = toy::session(&[3, 1]);
        two.resign(SEATS[0]).unwrap();
        assert_eq!(two.outcome().unwrap().winners().only(), Some(SEATS[1]));
        assert!(two.awaited().is_empty());
        assert!(two.resign(SEATS[1]).is_err());
        assert!(two.undo() && two.outcome().is_none());

        let mut three = toy::session(&[3, 1, 2]);
        three.choose(SEATS[1], toy::bid(1)).unwrap();
        three.resign(SEATS[0]).unwrap();
        assert_eq!(three.outcome(), None);
        assert_eq!(three.awaited(), Seats::one(SEATS[0]).with(SEATS[2]), "a choice stays");
        assert!(three.resign(SEATS[0]).is_err());
    }

    #[test]
    fn a_seat_that_resigned_is_last_whoever_plays_on() {
        let mut session = toy::session(&[3, 1, 2]);
        toy::play_out(&mut session, |_| ());
        let by_the_rules = session.outcome().unwrap();
        let best = by_the_rules.winners().iter().next().unwrap();
        session.go_to(0);
        session.resign(best).unwrap();
        toy::play_out(&mut session, |_| ());
        let outcome = session.outcome().unwrap();
        assert_eq!(outcome.scores(), by_the_rules.scores());
        assert_eq!(outcome.place(best), 3);
        assert_eq!(session.game().outcome(), Some(by_the_rules));
    }

    #[test]
    fn a_fault_is_fined_and_replayed() {
        let mut session = toy::session(&[3, 1, 2]);
        let fault = Fault {
            seat: SEATS[0],
            description: "printed nothing".to_owned(),
            fine: 5,
            kind: FaultKind::Silent,
        };
        let choice = Choice { fault: Some(fault), ..Choice::new(toy::bid(0)) };
        session.choose_with(SEATS[0], choice).unwrap();
        session.choose(SEATS[1], toy::bid(0)).unwrap();
        session.choose(SEATS[2], toy::bid(1)).unwrap();
        assert_eq!(session.game().scores(), [-5, 0, 0]);
        let again = replayed(&session);
        assert_eq!(again.game(), session.game());
    }

    #[test]
    fn hints_and_practice_are_recorded_with_their_step() {
        let mut session = toy::session(&[3, 1]);
        session.mark_hint();
        for seat in [0, 1] {
            session.choose(Seat::new(seat), toy::bid(1)).unwrap();
        }
        session.choose(Seat::new(0), toy::turn(1)).unwrap();
        assert!(!session.is_practice());
        session.mark_practice();
        session.undo();
        assert!(session.is_practice());
        session.choose(Seat::new(0), toy::turn(0)).unwrap();

        let mut written = Vec::new();
        session.record().write(&mut written).unwrap();
        let text = String::from_utf8(written.clone()).unwrap();
        let lines: Vec<_> = text.lines().skip(1).collect();
        assert_eq!(lines[0], r#"{"step":[[0,"bid 1"],[1,"bid 1"]],"hinted":true}"#);
        assert_eq!(lines[1], r#"{"step":[[0,"turn 0"]],"practice":true}"#);
        let again = Session::<toy::Toy>::read(&mut written.as_slice()).unwrap();
        assert_eq!(again.record(), session.record());
        assert!(again.is_practice());
    }

    #[test]
    fn the_revision_grows_with_every_change_but_not_with_refused_ones() {
        let mut session = toy::session(&[3, 1]);
        assert_eq!(session.revision(), 0);
        let mut last = 0;
        let mut has_grown = |session: &Session<toy::Toy>| {
            std::mem::replace(&mut last, session.revision()) < session.revision()
        };
        session.choose(SEATS[0], toy::bid(1)).unwrap();
        assert!(has_grown(&session), "a choice that waits");
        session.retract(SEATS[0]);
        assert!(has_grown(&session));
        session.choose(SEATS[0], toy::bid(1)).unwrap();
        session.choose(SEATS[1], toy::bid(2)).unwrap();
        assert!(has_grown(&session), "a step");
        assert!(session.choose(SEATS[0], toy::bid(1)).is_err());
        session.awaited();
        assert!(!has_grown(&session));
        assert!(session.undo() && has_grown(&session));
        assert!(session.redo().is_some() && has_grown(&session));
        assert!(session.redo().is_none() && !has_grown(&session));
        session.mark_hint();
        assert!(has_grown(&session));
        session.mark_practice();
        assert!(has_grown(&session));
        session.resign(SEATS[0]).unwrap();
        assert!(has_grown(&session));
    }

    #[test]
    fn a_flag_loses_and_undoing_a_choice_gives_back_its_time() {
        use crate::flip::{Flip, model::FlipSetup};
        let mut session = Session::<Flip>::new(RecordHeader {
            setup: FlipSetup::new(4).unwrap(),
            players: vec!["human".to_owned(); 2],
            seed: 1,
            clock: Some(TimeControl::game(1, 2)),
        });
        let (first, seconds) = (Seat::new(0), Duration::from_secs);
        assert_eq!(session.time_left(first), Some(seconds(60)));
        let time = ChoiceTime::new(first, seconds(10));
        let choice = Choice { time: Some(time), ..Choice::new("0 2".parse().unwrap()) };
        session.choose_with(first, choice).unwrap();
        assert_eq!(session.time_left(first), Some(seconds(52)));
        assert_eq!(session.time_left(Seat::new(1)), Some(seconds(60)));
        session.flag(Seat::new(1)).unwrap();
        assert_eq!(session.outcome().unwrap().winners().only(), Some(first));
        assert_eq!(session.time_left(Seat::new(1)), Some(Duration::ZERO));
        assert!(session.flag(first).is_err(), "the game is over");
        session.go_to(0);
        assert_eq!((session.time_left(first), session.flagged()), (Some(seconds(60)), None));
    }
}
