//! One game being played.

use std::mem;

use super::{
    ActionError, Fault, Game, MAX_SEATS, Outcome, Record, RecordHeader, RecordLine, Seat, Seats,
    StepMarks, checkpoints::Checkpoints,
};

/// One game being played: it hands out observations, gathers the choices of the awaited seats,
/// carries them out together, and can take steps back.
///
/// It calls no player and knows no clock: the table, the arena and the text mode drive it.
#[derive(Clone, Debug)]
pub struct Session<G: Game> {
    header: RecordHeader<G::Setup>,
    game: G,
    /// What happened, and behind `done` what was taken back.
    lines: Vec<RecordLine<G::Action>>,
    done: usize,
    /// How many of the first lines have stood since [`Self::take_unchanged`] was asked last.
    unchanged: usize,
    /// The events of each of the lines that stand.
    events: Vec<Vec<G::Event>>,
    gathered: [Option<(G::Action, Option<Fault>)>; MAX_SEATS],
    /// What is to be said of the next step.
    marks: StepMarks,
    resigned: Seats,
    checkpoints: Checkpoints<(G, Seats)>,
}

impl<G: Game> Session<G> {
    /// A game before its first step.
    pub fn new(header: RecordHeader<G::Setup>) -> Self {
        let game = G::start(&header.setup);
        Self {
            header,
            game,
            lines: Vec::new(),
            done: 0,
            unchanged: 0,
            events: Vec::new(),
            gathered: Default::default(),
            marks: StepMarks::default(),
            resigned: Seats::NONE,
            checkpoints: Checkpoints::new(),
        }
    }

    /// A recorded game, at its end.
    ///
    /// # Errors
    /// If a line of the record breaks the rules.
    pub fn from_record(record: Record<G>) -> Result<Self, ActionError> {
        let mut session = Self::new(record.header);
        for line in record.lines {
            session.push(line)?;
        }
        Ok(session)
    }

    /// The same game with other players: their names, by seat.
    ///
    /// # Panics
    /// If there is not one name for each seat.
    pub fn with_players(mut self, names: Vec<String>) -> Self {
        self.set_players(names);
        self
    }

    /// Other players go on: their names, by seat.
    ///
    /// # Panics
    /// If there is not one name for each seat.
    pub fn set_players(&mut self, names: Vec<String>) {
        assert_eq!(names.len(), self.game.seats().len(), "one name for each seat");
        self.header.seats = names;
    }

    /// What fixes the game.
    pub fn header(&self) -> &RecordHeader<G::Setup> {
        &self.header
    }

    /// The game itself. (Players are handed observations instead.)
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The lines that stand, in order.
    pub fn lines(&self) -> &[RecordLine<G::Action>] {
        &self.lines[..self.done]
    }

    /// How many of the first lines have stood all the time since this was asked last, so that
    /// whoever keeps a copy of them need not compare all.
    pub fn take_unchanged(&mut self) -> usize {
        mem::replace(&mut self.unchanged, self.done).min(self.done)
    }

    /// What everybody saw, line by line.
    pub fn events(&self) -> &[Vec<G::Event>] {
        &self.events
    }

    /// The game as it stands, as a record.
    pub fn record(&self) -> Record<G> {
        Record { header: self.header.clone(), lines: self.lines().to_vec() }
    }

    /// The seats whose choice is still wanted for this step.
    pub fn awaited(&self) -> Seats {
        if self.outcome().is_some() {
            return Seats::NONE;
        }
        self.game.awaited().iter().filter(|seat| self.gathered[seat.index()].is_none()).collect()
    }

    /// The seats that have resigned.
    pub fn resigned(&self) -> Seats {
        self.resigned
    }

    /// How it ended, once it has: by the rules, or because one of two resigned.
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(outcome) = self.game.outcome() {
            return Some(outcome);
        }
        let loser =
            if self.game.seats().len() == 2 { self.resigned.iter().next()? } else { return None };
        Some(Outcome::resigned(loser, self.game.scores()))
    }

    /// Takes the choice of an awaited seat. When it was the last one wanted, the step is carried
    /// out and its events are returned.
    ///
    /// # Errors
    /// If the seat is not awaited or may not do this; then nothing has changed.
    pub fn choose(
        &mut self,
        seat: Seat,
        action: G::Action,
    ) -> Result<Option<&[G::Event]>, ActionError> {
        self.choose_with_fault(seat, action, None)
    }

    /// Like [`Self::choose`], for an action that may replace a choice that broke the rules.
    ///
    /// # Errors
    /// As [`Self::choose`].
    pub fn choose_with_fault(
        &mut self,
        seat: Seat,
        action: G::Action,
        fault: Option<Fault>,
    ) -> Result<Option<&[G::Event]>, ActionError> {
        if !self.awaited().contains(seat) {
            return Err(ActionError::new("it is not your turn"));
        }
        self.game.check(seat, action)?;
        self.gathered[seat.index()] = Some((action, fault));
        if !self.awaited().is_empty() {
            return Ok(None);
        }
        let mut moves = Vec::new();
        let mut faults = Vec::new();
        for seat in self.game.awaited().iter() {
            if let Some((action, fault)) = self.gathered[seat.index()].take() {
                moves.push((seat, action));
                faults.extend(fault);
            }
        }
        let marks = mem::take(&mut self.marks);
        self.push(RecordLine::Step { moves, faults, marks }).map(Some)
    }

    /// A person has asked for a hint: the next step is marked.
    pub fn mark_hint(&mut self) {
        self.marks.hinted = true;
    }

    /// Something hidden is seen that is taken back now: the next step is marked.
    pub fn mark_practice(&mut self) {
        self.marks.practice = true;
    }

    /// Whether the game is for practice: something hidden had been seen that was taken back.
    pub fn is_practice(&self) -> bool {
        self.has_mark(|marks| marks.practice)
    }

    /// What has helped persons so far, the step that comes next included.
    pub fn marks(&self) -> StepMarks {
        StepMarks { hinted: self.has_mark(|marks| marks.hinted), practice: self.is_practice() }
    }

    fn has_mark(&self, is_set: impl Fn(&StepMarks) -> bool) -> bool {
        let is_marked = |line: &RecordLine<G::Action>| matches!(line, RecordLine::Step { marks, .. } if is_set(marks));
        is_set(&self.marks) || self.lines().iter().any(is_marked)
    }

    /// The choices that wait for those of other seats.
    pub fn pending_choices(&self) -> impl Iterator<Item = (Seat, G::Action)> + '_ {
        let choices = self.gathered.iter().enumerate();
        choices.filter_map(|(seat, choice)| Some((Seat::new(seat), choice.as_ref()?.0)))
    }

    /// Takes back the choice of a seat that waits for the others.
    pub fn retract(&mut self, seat: Seat) -> bool {
        self.gathered[seat.index()].take().is_some()
    }

    /// A seat gives up. With two seats the game is over; with more, somebody else goes on in its
    /// place.
    ///
    /// # Errors
    /// If the game is over or the seat has resigned already.
    pub fn resign(&mut self, seat: Seat) -> Result<(), ActionError> {
        self.push(RecordLine::Resign(seat)).map(|_| ())
    }

    /// Adds a line; what was taken back before is forgotten. Returns the events it caused.
    ///
    /// # Errors
    /// If it breaks the rules; then nothing has changed.
    pub fn push(&mut self, line: RecordLine<G::Action>) -> Result<&[G::Event], ActionError> {
        let events = self.apply(&line)?;
        self.lines.truncate(self.done);
        self.lines.push(line);
        Ok(self.advance(events, self.done + 1))
    }

    /// How many lines stand before the last choice of one of these seats, or the last resignation.
    pub fn last_choice_of(&self, seats: Seats) -> Option<usize> {
        self.lines().iter().rposition(|line| match line {
            RecordLine::Step { moves, .. } => moves.iter().any(|&(seat, _)| seats.contains(seat)),
            RecordLine::Resign(_) => true,
        })
    }

    /// Takes back the last line that stands, and any choice that waits for others.
    pub fn undo(&mut self) -> bool {
        let Some(done) = self.done.checked_sub(1) else { return false };
        self.go_to(done);
        true
    }

    /// Carries out again what was taken back last; its events, if there is any.
    pub fn redo(&mut self) -> Option<&[G::Event]> {
        self.redo_towards(self.done + 1)
    }

    /// Goes to where `done` lines stand, among those played and those taken back.
    pub fn go_to(&mut self, done: usize) {
        let goal = done.min(self.lines.len());
        if goal < self.done {
            self.step_back(goal);
        }
        self.gathered = Default::default();
        while self.done < goal && self.redo_towards(goal).is_some() {}
    }

    /// How many lines could be carried out again.
    pub fn undone_len(&self) -> usize {
        self.lines.len() - self.done
    }

    /// Back to the last state that is known at or before `goal`.
    fn step_back(&mut self, goal: usize) {
        (self.done, self.game, self.resigned) = match self.checkpoints.back_to(goal) {
            Some((done, (game, resigned))) => (*done, game.clone(), *resigned),
            None => (0, G::start(&self.header.setup), Seats::NONE),
        };
        self.events.truncate(self.done);
        self.unchanged = self.unchanged.min(goal);
    }

    /// Carries out the next line on the way to where `goal` lines stand.
    fn redo_towards(&mut self, goal: usize) -> Option<&[G::Event]> {
        let line = self.lines.get(self.done)?.clone();
        // It stood here before, so it is legal.
        let events = self.apply(&line).ok()?;
        Some(self.advance(events, goal))
    }

    /// Changes the game by one line, or nothing.
    fn apply(&mut self, line: &RecordLine<G::Action>) -> Result<Vec<G::Event>, ActionError> {
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
                faults.iter().try_for_each(|fault| after.fine(fault.seat, fault.fine))?;
                self.game = after;
                Ok(events)
            }
            RecordLine::Resign(seat) => {
                if !self.game.seats().contains(*seat) {
                    return Err(ActionError::new(format!("there is no seat {seat}")));
                }
                if self.resigned.contains(*seat) {
                    return Err(ActionError::new(format!("seat {seat} has resigned already")));
                }
                self.resigned = self.resigned.with(*seat);
                Ok(Vec::new())
            }
        }
    }

    /// After a line was applied on the way to where `goal` lines stand.
    fn advance(&mut self, events: Vec<G::Event>, goal: usize) -> &[G::Event] {
        self.gathered = Default::default();
        self.done += 1;
        self.checkpoints.pass(self.done, goal, || (self.game.clone(), self.resigned));
        self.events.push(events);
        self.events.last().map_or(&[], Vec::as_slice)
    }
}

#[cfg(test)]
mod tests;
