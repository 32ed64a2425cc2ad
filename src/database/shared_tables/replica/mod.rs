//! The state of a table, replayed from its log.

use std::time::Duration;

use super::{
    ClientId, Entry, Phrase, StoredEntry, TableCode,
    name::check_name,
    store::{PersonPlace, SeatSummary, TableProgress, TableState},
};
use fourcade_engine::play::{
    ActionError, Choice, ChoiceTime, Game, HUMAN, Position, RecordLine, RecordReadError, Seat,
    Seats, Session,
};

/// The time for looking at a reveal, which isn't counted as thinking time.
const REVEAL_PAUSE: Duration = Duration::from_secs(2);
/// The minimum time between two phrases of a seat, in milliseconds.
const PHRASE_INTERVAL: i64 = 10_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Occupant {
    Open,
    Person {
        name: String,
        /// The process of the person; `None` after they have left.
        client: Option<ClientId>,
        /// Whether a computer decides until they are back.
        has_stand_in: bool,
    },
    /// A computer player, by its name on the command line.
    Computer(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UndoQuestion {
    pub seat: Seat,
    /// The number of record lines that remain.
    pub lines: usize,
    pub agreed: Seats,
}

/// The state of a table besides its game: occupants, stand-ins, questions and clocks. The game is
/// in a session, which is passed to each method. Replicas that read the same entries are equal, and
/// so are their sessions.
#[derive(Clone, Debug)]
pub struct Replica {
    occupants: Vec<Occupant>,
    entry_count: u64,
    step: u64,
    undo: Option<UndoQuestion>,
    /// The time of the last entry, in milliseconds since 1970. Never decreases.
    last_entry_time: i64,
    /// When the step became due, likewise.
    step_time: i64,
    /// Whether moves were taken back, so that the game doesn't count for the ratings.
    has_undone: bool,
    /// By seat.
    last_phrase_times: Vec<Option<i64>>,
    /// The code of the table with the next game, unchecked.
    rematch: Option<String>,
}

/// The refusal of a stand-in at a table with clocks.
const CLOCK_DECIDES: &str = "the clock decides for who is away";

#[derive(Clone, Copy)]
enum Effect<A> {
    Choose(Seat, A, Option<ChoiceTime>),
    Resign(Seat),
    Flag(Seat),
    /// Takes lines back; this many remain.
    TakeBack(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A seat has chosen, or a computer has for a late person.
    Choice {
        seat: Seat,
        ends_step: bool,
        is_late: bool,
    },
    Resignation,
    /// The game was lost by the clock.
    Flag,
    Undo,
    Said(Seat, Phrase),
    /// Occupants, stand-ins or questions.
    Table,
}

impl Replica {
    /// Returns a table before its first entry, and its game, from a record's header.
    pub fn start<G: Game>(header: &str) -> Result<(Self, Session<G>), RecordReadError> {
        let record = format!("{header}\n{{\"end\":0}}\n");
        let session = Session::<G>::read(&mut record.as_bytes())?;
        let occupant = |name: &String| {
            if name == HUMAN { Occupant::Open } else { Occupant::Computer(name.clone()) }
        };
        let replica = Self {
            occupants: session.header().players.iter().map(occupant).collect(),
            entry_count: 0,
            step: 0,
            undo: None,
            last_entry_time: 0,
            step_time: 0,
            has_undone: false,
            last_phrase_times: vec![None; session.header().players.len()],
            rematch: None,
        };
        Ok((replica, session))
    }

    pub fn occupants(&self) -> &[Occupant] {
        &self.occupants
    }

    /// The number of entries applied, which is the number of the next one.
    pub fn entry_count(&self) -> u64 {
        self.entry_count
    }

    /// The current step: the number of entries when it became due. Unique, even after an undo.
    pub fn step(&self) -> u64 {
        self.step
    }

    pub fn undo_question(&self) -> Option<UndoQuestion> {
        self.undo
    }

    pub fn rematch(&self) -> Option<&str> {
        self.rematch.as_deref()
    }

    /// Whether all seats are taken, so that the game has begun.
    pub fn has_begun(&self) -> bool {
        !self.occupants.contains(&Occupant::Open)
    }

    pub fn open_seat(&self) -> Option<Seat> {
        self.seats().find(|&seat| *self.occupant(seat) == Occupant::Open)
    }

    pub fn seats_of(&self, client: &ClientId) -> Seats {
        let is_theirs = |seat: &Seat| {
            matches!(self.occupant(*seat),
            Occupant::Person { client: Some(holder), .. } if holder == client)
        };
        self.seats().filter(is_theirs).collect()
    }

    /// The seats of people with this name, in any process.
    pub fn seats_named(&self, wanted: &str) -> Seats {
        let is_theirs = |seat: &Seat| {
            matches!(self.occupant(*seat),
            Occupant::Person { name, .. } if name == wanted)
        };
        self.seats().filter(is_theirs).collect()
    }

    /// Whether a person plays on this seat, without a stand-in.
    pub fn has_person(&self, seat: Seat) -> bool {
        matches!(self.occupant(seat), Occupant::Person { has_stand_in: false, .. })
    }

    /// Whether a client may choose for a seat: for its own person, or for any computer.
    pub fn may_choose<G: Game>(&self, session: &Session<G>, client: &ClientId, seat: Seat) -> bool {
        match self.occupant(seat) {
            Occupant::Person { client: holder, has_stand_in: false, .. }
                if !session.resigned().contains(seat) =>
            {
                holder.as_ref() == Some(client)
            }
            Occupant::Open => false,
            _ => true,
        }
    }

    /// The seats that must choose; none before the game has begun.
    pub fn awaited<G: Game>(&self, session: &Session<G>) -> Seats {
        if self.has_begun() { session.awaited() } else { Seats::NONE }
    }

    /// The seats whose people must agree to an undo: all who play, except the one who asks.
    pub fn undo_voters<G: Game>(&self, session: &Session<G>, asking: Seat) -> Seats {
        let asking = self.holder(asking);
        let votes =
            |seat: &Seat| self.is_played_by_person(session, *seat) && self.holder(*seat) != asking;
        self.seats().filter(votes).collect()
    }

    /// The client of the person on a seat, unless they have left.
    fn holder(&self, seat: Seat) -> Option<&ClientId> {
        match self.occupant(seat) {
            Occupant::Person { client, .. } => client.as_ref(),
            _ => None,
        }
    }

    fn is_played_by_person<G: Game>(&self, session: &Session<G>, seat: Seat) -> bool {
        let is_person = matches!(
            self.occupant(seat),
            Occupant::Person { client: Some(_), has_stand_in: false, .. }
        );
        is_person && !session.resigned().contains(seat)
    }

    /// The seats whose clocks are running.
    pub fn timed_seats<G: Game>(&self, session: &Session<G>) -> Seats {
        if session.header().clock.is_none() {
            return Seats::NONE;
        }
        self.awaited(session).iter().filter(|&seat| self.has_clock(session, seat)).collect()
    }

    fn has_clock<G: Game>(&self, session: &Session<G>, seat: Seat) -> bool {
        matches!(self.occupant(seat), Occupant::Person { .. }) && !session.resigned().contains(seat)
    }

    /// The thinking time of a person who must choose, at `now` by the database's clock.
    fn time_taken<G: Game>(&self, session: &Session<G>, now: i64) -> Duration {
        let passed = u64::try_from(now.max(self.last_entry_time).saturating_sub(self.step_time))
            .unwrap_or(0);
        let is_reveal = session.events().last().is_some_and(|events| G::shows_reveal(events));
        let pause = if is_reveal { REVEAL_PAUSE } else { Duration::ZERO };
        Duration::from_millis(passed).saturating_sub(pause)
    }

    /// The time left to a person at `now` by the database's clock; `None` without clocks.
    pub fn time_left<G: Game>(
        &self,
        session: &Session<G>,
        seat: Seat,
        now: i64,
    ) -> Option<Duration> {
        let left = session.time_left(seat)?;
        let taken = match session.pending_time(seat) {
            Some(time) => Duration::from_millis(time.ms),
            None if self.timed_seats(session).contains(seat) => self.time_taken(session, now),
            None => Duration::ZERO,
        };
        Some(left.saturating_sub(taken))
    }

    /// The seats whose time is over at `now` by the database's clock.
    pub fn late_seats<G: Game>(&self, session: &Session<G>, now: i64) -> Seats {
        let is_over = |&seat: &Seat| self.time_left(session, seat, now) == Some(Duration::ZERO);
        self.timed_seats(session).iter().filter(is_over).collect()
    }

    /// Applies the next entry to the table and its game. An illegal entry advances only the
    /// count and the time of entries.
    pub fn apply<G: Game>(
        &mut self,
        session: &mut Session<G>,
        stored: &StoredEntry,
    ) -> Option<Change> {
        self.entry_count = stored.number + 1;
        self.last_entry_time = self.last_entry_time.max(stored.added);
        let had_begun = self.has_begun();
        let (entry, client) = (stored.entry.as_ref()?, &stored.client);
        let action = self.check(session, client, entry, self.last_entry_time).ok()?;
        let change = match (self.apply_to_table(session, client, entry, action), entry) {
            (Some(effect), _) => self.apply_to_game(session, effect),
            (None, Entry::Say { seat, phrase }) => Change::Said(*seat, *phrase),
            (None, _) => Change::Table,
        };
        if matches!(change, Change::Choice { ends_step: true, .. } | Change::Undo) {
            (self.step, self.step_time) = (self.entry_count, self.last_entry_time);
        } else if !had_begun {
            self.step_time = self.last_entry_time;
        }
        Some(change)
    }

    /// Checks whether a client may add an entry at `now` by the database's clock. Returns the legal
    /// action of a choice.
    pub fn check<G: Game>(
        &self,
        session: &Session<G>,
        client: &ClientId,
        entry: &Entry,
        now: i64,
    ) -> Result<Option<G::Action>, ActionError> {
        if let Some(seat) = entry.seat()
            && !self.seats().any(|own| own == seat)
        {
            return Err(ActionError::new("there is no such seat"));
        }
        match entry {
            Entry::Flag { seat, step, action } => {
                self.check_flag(session, *seat, *step, action.as_deref(), now)
            }
            Entry::Choose { seat, step, action } => {
                self.check_choice(session, client, *seat, *step, action).map(Some)
            }
            Entry::Say { seat, .. } => self.check_phrase(client, *seat, now).map(|()| None),
            _ => self.check_other(session, client, entry).map(|()| None),
        }
    }

    fn check_phrase(&self, client: &ClientId, seat: Seat, now: i64) -> Result<(), ActionError> {
        if !self.seats_of(client).contains(seat) {
            return Err(ActionError::new("this isn't your seat"));
        }
        let now = now.max(self.last_entry_time);
        let is_early =
            self.last_phrase_times[seat.index()].is_some_and(|at| now < at + PHRASE_INTERVAL);
        if is_early {
            return Err(ActionError::new("you can say something every ten seconds"));
        }
        Ok(())
    }

    /// Checks that a person's time is over. Returns the computer's choice for them, if any.
    fn check_flag<G: Game>(
        &self,
        session: &Session<G>,
        seat: Seat,
        step: u64,
        action: Option<&str>,
        now: i64,
    ) -> Result<Option<G::Action>, ActionError> {
        let Some(control) = session.header().clock else {
            return Err(ActionError::new("this game has no clocks"));
        };
        if step != self.step || !self.late_seats(session, now).contains(seat) {
            return Err(ActionError::new("there is time left"));
        }
        if control.loses_on_time() {
            return Ok(None);
        }
        let action = action.unwrap_or_default().parse()?;
        session.game().check(seat, action)?;
        Ok(Some(action))
    }

    fn check_other<G: Game>(
        &self,
        session: &Session<G>,
        client: &ClientId,
        entry: &Entry,
    ) -> Result<(), ActionError> {
        let is_over = session.outcome().is_some();
        let refuse = |reason: &'static str| Err(ActionError::new(reason));
        let holds = |seat: Seat| self.seats_of(client).contains(seat);
        match entry {
            Entry::Sit { seat, name } => match self.occupant(*seat) {
                _ if check_name(name).as_ref() != Ok(name) => refuse("this name can't be used"),
                Occupant::Open => Ok(()),
                Occupant::Person { name: owner, .. } if owner == name => Ok(()),
                _ => refuse("somebody else has this seat"),
            },
            Entry::Leave { seat } if holds(*seat) => Ok(()),
            Entry::Leave { .. } => refuse("this isn't your seat"),
            Entry::Resign { seat } => {
                if !self.has_begun() || is_over {
                    return refuse("there is no game to resign");
                }
                if !holds(*seat) || session.resigned().contains(*seat) {
                    return refuse("this isn't your seat");
                }
                Ok(())
            }
            Entry::AskUndo { seat, lines } => {
                if !holds(*seat) {
                    return refuse("this isn't your seat");
                }
                if self.undo.is_some() {
                    return refuse("somebody has already asked to take back moves");
                }
                if *lines >= session.lines().len() || is_over {
                    return refuse("there is nothing to take back");
                }
                Ok(())
            }
            Entry::AnswerUndo { seat, .. } => match self.undo {
                Some(question)
                    if holds(*seat) && self.undo_voters(session, question.seat).contains(*seat) =>
                {
                    Ok(())
                }
                _ => refuse("nobody has asked to take back moves"),
            },
            Entry::StandIn { seat } => {
                let has_resigned = session.resigned().contains(*seat);
                let is_away = self.has_person(*seat) && !has_resigned && !holds(*seat);
                if !self.has_begun() || is_over || self.seats_of(client).is_empty() {
                    refuse("only a player can hand over a seat")
                } else if session.header().clock.is_some() {
                    refuse(CLOCK_DECIDES)
                } else if is_away {
                    Ok(())
                } else {
                    refuse("a computer plays for this seat already")
                }
            }
            Entry::Rematch { code } => {
                if self.seats_of(client).is_empty() {
                    refuse("only a player can do this")
                } else if !is_over {
                    refuse("the game isn't over yet")
                } else if self.rematch.is_some() {
                    refuse("there is a table for the next game already")
                } else if code.parse::<TableCode>().is_err() {
                    refuse("this is not a table's code")
                } else {
                    Ok(())
                }
            }
            // Handled by `check`.
            Entry::Choose { .. } | Entry::Say { .. } | Entry::Flag { .. } => Ok(()),
        }
    }

    fn check_choice<G: Game>(
        &self,
        session: &Session<G>,
        client: &ClientId,
        seat: Seat,
        step: u64,
        action: &str,
    ) -> Result<G::Action, ActionError> {
        let refuse = |reason: &'static str| Err(ActionError::new(reason));
        if !self.has_begun() {
            return refuse("the game begins when all seats are taken");
        }
        if step != self.step || !session.awaited().contains(seat) {
            return refuse("it is not your turn");
        }
        if !self.may_choose(session, client, seat) {
            return refuse("this isn't your seat");
        }
        let action = action.parse()?;
        session.game().check(seat, action)?;
        Ok(action)
    }

    /// Applies an entry accepted by [`Self::check`] to everything but the game. Returns its effect
    /// on the game.
    fn apply_to_table<G: Game>(
        &mut self,
        session: &Session<G>,
        client: &ClientId,
        entry: &Entry,
        action: Option<G::Action>,
    ) -> Option<Effect<G::Action>> {
        match entry {
            Entry::Sit { seat, name } => {
                let (name, client) = (name.clone(), Some(client.clone()));
                let person = Occupant::Person { name, client, has_stand_in: false };
                self.occupants[seat.index()] = person;
            }
            Entry::Leave { seat } => {
                let is_begun = self.has_begun();
                self.undo = self.undo.filter(|question| question.seat != *seat);
                match &mut self.occupants[seat.index()] {
                    Occupant::Person { client, .. } if is_begun => *client = None,
                    occupant => *occupant = Occupant::Open,
                }
                return self.settle_undo(session);
            }
            Entry::Choose { seat, .. } => {
                // A person's choice ends the question; a computer's doesn't.
                if self.is_played_by_person(session, *seat) {
                    self.undo = None;
                }
                return Some(Effect::Choose(*seat, action?, self.choice_time(session, *seat)));
            }
            Entry::Flag { seat, .. } => {
                self.undo = None;
                let time = self.choice_time(session, *seat);
                let time = time.map(|time| ChoiceTime { late: true, ..time });
                return Some(match action {
                    Some(action) => Effect::Choose(*seat, action, time),
                    None => Effect::Flag(*seat),
                });
            }
            Entry::Resign { seat } => {
                self.undo = None;
                return Some(Effect::Resign(*seat));
            }
            Entry::AskUndo { seat, lines } => {
                self.undo = Some(UndoQuestion { seat: *seat, lines: *lines, agreed: Seats::NONE });
                return self.settle_undo(session);
            }
            Entry::AnswerUndo { agrees: false, .. } => self.undo = None,
            Entry::AnswerUndo { seat, agrees: true } => {
                if let Some(question) = &mut self.undo {
                    question.agreed = question.agreed.with(*seat);
                }
                return self.settle_undo(session);
            }
            Entry::StandIn { seat } => {
                if let Occupant::Person { has_stand_in, .. } = &mut self.occupants[seat.index()] {
                    *has_stand_in = true;
                }
                return self.settle_undo(session);
            }
            Entry::Say { seat, .. } => {
                self.last_phrase_times[seat.index()] = Some(self.last_entry_time);
            }
            Entry::Rematch { code } => self.rematch = Some(code.clone()),
        }
        None
    }

    /// The time that the choice in the last entry took; `None` if the seat has no clock.
    fn choice_time<G: Game>(&self, session: &Session<G>, seat: Seat) -> Option<ChoiceTime> {
        session.header().clock.filter(|_| self.has_clock(session, seat))?;
        Some(ChoiceTime::new(seat, self.time_taken(session, self.last_entry_time)))
    }

    /// Takes back moves if a person has asked and all others have agreed.
    fn settle_undo<G: Game>(&mut self, session: &Session<G>) -> Option<Effect<G::Action>> {
        let question = self.undo?;
        let voters = self.undo_voters(session, question.seat);
        if voters.iter().any(|seat| !question.agreed.contains(seat)) {
            return None;
        }
        self.undo = None;
        self.has_undone = true;
        Some(Effect::TakeBack(question.lines))
    }

    fn apply_to_game<G: Game>(
        &mut self,
        session: &mut Session<G>,
        effect: Effect<G::Action>,
    ) -> Change {
        match effect {
            Effect::Choose(seat, action, time) => {
                let chosen = session.choose_with(seat, Choice { time, ..Choice::new(action) });
                let ends_step = matches!(chosen, Ok(Some(_)));
                let is_late = time.is_some_and(|time| time.late);
                if session.outcome().is_some() {
                    self.undo = None;
                }
                Change::Choice { seat, ends_step, is_late }
            }
            Effect::Resign(seat) => {
                // Cannot fail: `check` has accepted it.
                let _ = session.resign(seat);
                Change::Resignation
            }
            Effect::Flag(seat) => {
                // As above.
                let _ = session.flag(seat);
                Change::Flag
            }
            Effect::TakeBack(lines) => {
                session.go_to(lines);
                Change::Undo
            }
        }
    }

    /// Returns the progress after an entry added at `now` by the database's clock.
    pub fn progress_after<G: Game>(
        &self,
        session: &Session<G>,
        client: &ClientId,
        entry: &Entry,
        now: i64,
    ) -> Result<TableProgress, ActionError> {
        let action = self.check(session, client, entry, now)?;
        let mut after = self.clone();
        after.entry_count += 1;
        let line = match after.apply_to_table(session, client, entry, action) {
            Some(Effect::Choose(seat, action, _)) if session.awaited() == Seats::one(seat) => {
                let mut moves: Vec<_> = session.pending_choices().chain([(seat, action)]).collect();
                moves.sort_by_key(|(seat, _)| *seat);
                RecordLine::of_moves(moves)
            }
            Some(Effect::Resign(seat)) => RecordLine::Resign(seat),
            Some(Effect::Flag(seat)) => RecordLine::Flag(seat),
            Some(Effect::TakeBack(lines)) => {
                return Ok(after.progress(&session.position_after(lines)));
            }
            Some(Effect::Choose(..)) | None => return Ok(after.progress(session.position())),
        };
        let mut position = session.position().clone();
        position.apply(&line)?;
        Ok(after.progress(&position))
    }

    /// Returns what the lobby shows of the table.
    pub fn progress<G: Game>(&self, position: &Position<G>) -> TableProgress {
        let is_empty =
            !self.occupants.iter().any(|occupant| matches!(occupant, Occupant::Person { .. }));
        let is_over = position.outcome().is_some();
        let state = match (is_over, self.has_begun()) {
            (true, _) => TableState::Finished,
            (_, true) => TableState::Running,
            _ if is_empty && self.entry_count > 0 => TableState::Closed,
            _ => TableState::Open,
        };
        let seats = self.occupants.iter().map(|occupant| match occupant {
            Occupant::Open => SeatSummary::Open,
            Occupant::Person { name, .. } => SeatSummary::Person(name.clone()),
            Occupant::Computer(name) => SeatSummary::Computer(name.clone()),
        });
        TableProgress {
            state,
            seats: seats.collect(),
            turns: position.game().turns(),
            counts: self.places(position).is_some(),
        }
    }

    /// Returns the places of the people if the game is over and counts for the ratings: at least
    /// two people with different names, and no undo.
    pub fn places<G: Game>(&self, position: &Position<G>) -> Option<Vec<PersonPlace>> {
        let outcome = position.outcome()?;
        let people: Vec<PersonPlace> = self
            .seats()
            .filter_map(|seat| match self.occupant(seat) {
                Occupant::Person { name, .. } => {
                    Some(PersonPlace { name: name.clone(), place: outcome.place(seat).into() })
                }
                _ => None,
            })
            .collect();
        let names: std::collections::BTreeSet<_> =
            people.iter().map(|person| &person.name).collect();
        (people.len() > 1 && names.len() == people.len() && !self.has_undone).then_some(people)
    }

    fn occupant(&self, seat: Seat) -> &Occupant {
        &self.occupants[seat.index()]
    }

    fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seats::first(self.occupants.len()).iter()
    }
}

#[cfg(test)]
mod tests;
