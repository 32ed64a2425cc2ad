//! What a table's log says: the game, and who sits where.

use std::{collections::BTreeMap, time::Duration};

use super::{
    ClientId, Entry, StoredEntry, TableCode, commitment,
    entry::TimeTaken,
    name::check_name,
    store::{PersonPlace, SeatSummary, TableProgress, TableState},
};
use fourcade_engine::play::{
    ActionError, Choice, ChoiceTime, Game, HUMAN, Observation as _, Position, RecordLine,
    RecordReadError, Seat, Seats, Session, StepMarks, TimeControl, random,
};

/// How much longer than a person's arcade says the clock of the database may run for a choice: the
/// way of the news to the arcade and of the choice to the database.
const ALLOWANCE: Duration = Duration::from_secs(1);
/// How much longer it may run where what the last choice revealed stays on the screen first: in
/// games with a time for each choice.
const SHOWING: Duration = Duration::from_secs(4);

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Occupant {
    Open,
    Person {
        name: String,
        /// The process in which the person plays; `None` after they have left.
        client: Option<ClientId>,
        /// Whether a computer decides until they are back.
        has_stand_in: bool,
    },
    /// A computer player, by its name on the command line.
    Computer(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UndoQuestion {
    /// The seat of the person who asks.
    pub seat: Seat,
    /// The number of the record's lines that remain.
    pub lines: usize,
    pub agreed: Seats,
}

/// What a table's log says besides the game: who sits where, who decides, what was asked. The game
/// is in a session, which is passed to whatever depends on it. Replicas that have read the same
/// entries are equal, and so are their sessions.
#[derive(Clone, Debug)]
pub struct Replica {
    occupants: Vec<Occupant>,
    /// The client whose process runs the computer players.
    host: ClientId,
    /// The number of entries read.
    read: u64,
    step: u64,
    undo: Option<UndoQuestion>,
    /// The choices for this step that are not open yet.
    commitments: BTreeMap<Seat, Commitment>,
    /// The seats whose people can't choose for this step any more, and who runs the computer that
    /// does; `None` for the host.
    lapsed: BTreeMap<Seat, Option<ClientId>>,
    /// When the last entry was added, in milliseconds since 1970. The clock of the database may
    /// jump, but time doesn't go back here.
    now: i64,
    /// When the step became due.
    due: i64,
    /// When all people had chosen, so that they show their choices for this step.
    opened: Option<i64>,
    /// Whether moves were taken back, so that the game doesn't count for the ratings.
    has_undone: bool,
    /// The code of the table with the next game, as it was stored.
    rematch: Option<String>,
}

/// Why no computer takes the place of a person who is away.
const CLOCK_DECIDES: &str = "the clock decides for who is away";

/// A choice that is not open yet.
#[derive(Clone, Debug)]
struct Commitment {
    hash: String,
    /// How long it took, if people have clocks.
    time: Option<TimeTaken>,
}

/// What an entry does to the game.
#[derive(Clone, Copy)]
enum Effect<A> {
    Choose(Seat, A, Option<ChoiceTime>),
    Resign(Seat),
    /// The game is lost by the clock.
    Flag(Seat),
    /// Takes lines back; this many remain.
    TakeBack(usize),
}

/// What an entry has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A seat has chosen, perhaps as the last one in its step.
    Choice {
        seat: Seat,
        ends_step: bool,
    },
    Resignation,
    /// The game is over by the clock.
    Flag,
    /// Moves were taken back.
    Undo,
    /// A computer chooses for a person who is late.
    Lapse(Seat),
    /// Who sits where, who decides, what was asked or what is hidden.
    Table,
}

impl Replica {
    /// Returns a table before its first entry, and its game: from the header of its record, and who
    /// opened it.
    pub fn start<G: Game>(
        header: &str,
        opened_by: ClientId,
    ) -> Result<(Self, Session<G>), RecordReadError> {
        let record = format!("{header}\n{{\"end\":0}}\n");
        let session = Session::<G>::read(&mut record.as_bytes())?;
        let occupant = |name: &String| {
            if name == HUMAN { Occupant::Open } else { Occupant::Computer(name.clone()) }
        };
        let replica = Self {
            occupants: session.header().seats.iter().map(occupant).collect(),
            host: opened_by,
            read: 0,
            step: 0,
            undo: None,
            commitments: BTreeMap::new(),
            lapsed: BTreeMap::new(),
            now: 0,
            due: 0,
            opened: None,
            has_undone: false,
            rematch: None,
        };
        Ok((replica, session))
    }

    pub fn occupants(&self) -> &[Occupant] {
        &self.occupants
    }

    pub fn host(&self) -> &ClientId {
        &self.host
    }

    /// The number of entries read, which is the number of the next one.
    pub fn read_count(&self) -> u64 {
        self.read
    }

    /// The step that is due: the number of entries when it became due. It differs from that of
    /// every other step, even if steps are taken back.
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

    /// The seats of people with this name, wherever they play.
    pub fn seats_named(&self, wanted: &str) -> Seats {
        let is_theirs = |seat: &Seat| {
            matches!(self.occupant(*seat),
            Occupant::Person { name, .. } if name == wanted)
        };
        self.seats().filter(is_theirs).collect()
    }

    /// The client that decides for a seat: the person's own, or the host for a computer. `None` if
    /// the person has left.
    pub fn decider<G: Game>(&self, session: &Session<G>, seat: Seat) -> Option<&ClientId> {
        if let Some(client) = self.lapsed.get(&seat) {
            let player = client.as_ref().filter(|client| !self.seats_of(client).is_empty());
            return Some(player.unwrap_or(&self.host));
        }
        match self.occupant(seat) {
            Occupant::Person { client, has_stand_in: false, .. }
                if !session.resigned().contains(seat) =>
            {
                client.as_ref()
            }
            Occupant::Open => None,
            _ => Some(&self.host),
        }
    }

    /// The seats that must choose or open their choices now; none before the game has begun.
    pub fn awaited<G: Game>(&self, session: &Session<G>) -> Seats {
        if !self.has_begun() {
            return Seats::NONE;
        }
        if self.opens(session) {
            return session.awaited();
        }
        let has_chosen = |seat: &Seat| self.commitments.contains_key(seat);
        session.awaited().iter().filter(|seat| !has_chosen(seat)).collect()
    }

    /// The hash of a seat's hidden choice.
    pub fn commitment(&self, seat: Seat) -> Option<&str> {
        Some(&self.commitments.get(&seat)?.hash)
    }

    /// The seats whose choices are hidden.
    pub fn committed(&self) -> Seats {
        self.commitments.keys().copied().collect()
    }

    /// Whether all people have chosen, so that they show their choices.
    pub fn opens<G: Game>(&self, session: &Session<G>) -> bool {
        !self.commitments.is_empty() && self.undecided(session).is_empty()
    }

    /// The seats whose people have not chosen yet, if several choose at once.
    pub fn undecided<G: Game>(&self, session: &Session<G>) -> Seats {
        if session.game().awaited().len() < 2 {
            return Seats::NONE;
        }
        let is_undecided = |&seat: &Seat| {
            let is_person =
                matches!(self.occupant(seat), Occupant::Person { has_stand_in: false, .. });
            let is_settled = session.resigned().contains(seat)
                || self.commitments.contains_key(&seat)
                || self.lapsed.contains_key(&seat);
            is_person && !is_settled
        };
        session.awaited().iter().filter(is_undecided).collect()
    }

    /// The client that runs the computer for a seat in place of a person who was late.
    pub fn lapsed_to(&self, seat: Seat) -> Option<&ClientId> {
        self.lapsed.get(&seat)?.as_ref()
    }

    /// The seats whose people must agree before moves are taken back: those who play, except for
    /// the one who asks.
    pub fn undo_voters<G: Game>(&self, session: &Session<G>, asking: Seat) -> Seats {
        let asking = self.holder(asking);
        let votes =
            |seat: &Seat| self.is_played_by_person(session, *seat) && self.holder(*seat) != asking;
        self.seats().filter(votes).collect()
    }

    /// The client of the person on a seat; `None` for a computer, an open seat, and a person who
    /// has left.
    fn holder(&self, seat: Seat) -> Option<&ClientId> {
        match self.occupant(seat) {
            Occupant::Person { client, .. } => client.as_ref(),
            _ => None,
        }
    }

    /// Whether the person on a seat decides for it.
    fn is_played_by_person<G: Game>(&self, session: &Session<G>, seat: Seat) -> bool {
        let is_person = matches!(
            self.occupant(seat),
            Occupant::Person { client: Some(_), has_stand_in: false, .. }
        );
        is_person && !session.resigned().contains(seat)
    }

    /// The seats of people whose clocks run.
    pub fn timed<G: Game>(&self, session: &Session<G>) -> Seats {
        if session.header().clock.is_none() {
            return Seats::NONE;
        }
        self.awaited(session).iter().filter(|&seat| self.has_clock(session, seat)).collect()
    }

    fn has_clock<G: Game>(&self, session: &Session<G>, seat: Seat) -> bool {
        matches!(self.occupant(seat), Occupant::Person { .. }) && !session.resigned().contains(seat)
    }

    /// How long a person on this seat has taken for the step that is due, if it is `now` by the
    /// clock of the database: at least this much, whatever the person's own arcade says.
    pub fn measured<G: Game>(&self, session: &Session<G>, seat: Seat, now: i64) -> Duration {
        let (since, before) = match self.commitments.get(&seat) {
            None => (Some(self.due), 0),
            // Who has chosen has to show it.
            Some(choice) => (self.opened, choice.time.map_or(0, |time| time.ms)),
        };
        let allowance = match session.header().clock {
            Some(TimeControl::Choice(_)) => ALLOWANCE + SHOWING,
            _ => ALLOWANCE,
        };
        let passed = now.max(self.now).saturating_sub(since.unwrap_or(i64::MAX));
        let passed = Duration::from_millis(u64::try_from(passed).unwrap_or(0));
        passed.saturating_sub(allowance).saturating_add(Duration::from_millis(before))
    }

    /// How long a choice took that comes `now`: what the person's arcade says or, if that can't be,
    /// what was measured. `None` if the seat has no clock.
    fn time_taken<G: Game>(
        &self,
        session: &Session<G>,
        seat: Seat,
        said: Option<TimeTaken>,
        now: i64,
    ) -> Option<ChoiceTime> {
        session.header().clock.filter(|_| self.has_clock(session, seat))?;
        let measured = ChoiceTime::new(seat, self.measured(session, seat, now));
        let TimeTaken { ms, late } = said.unwrap_or(TimeTaken { ms: 0, late: false });
        Some(ChoiceTime { ms: measured.ms.max(ms), late, ..measured })
    }

    /// Reads the next entry, and changes the game as it says. Returns what has changed; `None` if
    /// the entry is not legal.
    pub fn read<G: Game>(
        &mut self,
        session: &mut Session<G>,
        stored: &StoredEntry,
    ) -> Option<Change> {
        self.read = stored.number + 1;
        self.now = self.now.max(stored.added);
        let had_begun = self.has_begun();
        let (entry, client) = (stored.entry.as_ref()?, &stored.client);
        let action = self.check(session, client, entry, self.now).ok()?;
        let change = match self.note(session, client, entry, action) {
            Some(effect) => self.affect(session, effect),
            None => match *entry {
                Entry::Lapse { seat, .. } => Change::Lapse(seat),
                _ => Change::Table,
            },
        };
        if matches!(change, Change::Choice { ends_step: true, .. } | Change::Undo) {
            self.step = self.read;
            self.commitments.clear();
            self.lapsed.clear();
            (self.due, self.opened) = (self.now, None);
        } else if !had_begun {
            self.due = self.now;
        } else if self.opened.is_none() && self.opens(session) {
            self.opened = Some(self.now);
        }
        Some(change)
    }

    /// Checks whether a client may add an entry `now`, by the clock of the database. Returns the
    /// action of a choice, which the rules of the game allow.
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
        if let Entry::Flag { seat, step } = *entry {
            self.check_flag(session, client, (seat, step), now)
        } else if entry.is_choice() {
            self.check_choice(session, client, entry)
        } else {
            self.check_other(session, client, entry).map(|()| None)
        }
    }

    /// Checks whether the time of a person is over. Returns the choice that is made for them, if
    /// there is a time for each choice.
    fn check_flag<G: Game>(
        &self,
        session: &Session<G>,
        client: &ClientId,
        (seat, step): (Seat, u64),
        now: i64,
    ) -> Result<Option<G::Action>, ActionError> {
        let refuse = |reason: &'static str| Err(ActionError::new(reason));
        let Some(control) = session.header().clock else {
            return refuse("this game has no clocks");
        };
        let own = self.seats_of(client);
        if own.is_empty() {
            return refuse("only a player can do this");
        }
        let time = self.measured(session, seat, now);
        let is_over = session.time_left(seat).is_some_and(|left| time >= left);
        let gives_up = control.loses() && own.contains(seat);
        let runs = step == self.step && self.timed(session).contains(seat);
        if !runs || !is_over && !gives_up {
            return refuse("there is time left");
        }
        if control.loses() {
            return Ok(None);
        }
        let legal = session.game().observe(Seats::one(seat)).legal(seat);
        let draw = random::derive_seed(session.header().seed, &[step, seat.index() as u64]);
        let index = draw.checked_rem(legal.len() as u64).unwrap_or(0);
        let action = usize::try_from(index).ok().and_then(|index| legal.get(index).copied());
        action.map(Some).ok_or_else(|| ActionError::new("there is nothing to choose"))
    }

    /// Checks an entry that is no choice.
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
            Entry::Sit { name, .. } if check_name(name).as_ref() != Ok(name) => {
                refuse("this name can't be used")
            }
            Entry::Sit { seat, name } => match self.occupant(*seat) {
                Occupant::Open => Ok(()),
                Occupant::Person { name: owner, .. } if owner == name => Ok(()),
                _ => refuse("somebody else has this seat"),
            },
            Entry::Leave { seat } if !holds(*seat) => refuse("this isn't your seat"),
            Entry::Lapse { seat, step } => self.check_lapse(session, client, (*seat, *step)),
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
                let is_person =
                    matches!(self.occupant(*seat), Occupant::Person { has_stand_in: false, .. });
                let has_resigned = session.resigned().contains(*seat);
                let is_away = is_person && !has_resigned && !holds(*seat);
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
            Entry::Host if self.seats_of(client).is_empty() => refuse("only a player can do this"),
            Entry::Host if self.host == *client => refuse("this arcade runs the computers already"),
            Entry::Rematch { .. } if self.seats_of(client).is_empty() => {
                refuse("only a player can do this")
            }
            Entry::Rematch { .. } if !is_over => refuse("the game isn't over yet"),
            Entry::Rematch { .. } if self.rematch.is_some() => {
                refuse("there is a table for the next game already")
            }
            Entry::Rematch { code } if code.parse::<TableCode>().is_err() => {
                refuse("this is not a table's code")
            }
            Entry::Leave { .. }
            | Entry::Host
            | Entry::Rematch { .. }
            | Entry::Choose { .. }
            | Entry::Commit { .. }
            | Entry::Open { .. }
            | Entry::Flag { .. } => Ok(()),
        }
    }

    /// Checks whether another player's computer may choose in place of a person who is late.
    /// Readers don't know the time.
    fn check_lapse<G: Game>(
        &self,
        session: &Session<G>,
        client: &ClientId,
        (seat, step): (Seat, u64),
    ) -> Result<(), ActionError> {
        let own = self.seats_of(client);
        if own.is_empty() || own.contains(seat) {
            return Err(ActionError::new("only another player can do this"));
        }
        if session.header().clock.is_some() {
            return Err(ActionError::new(CLOCK_DECIDES));
        }
        let is_due = step == self.step && session.awaited().contains(seat);
        let may_lapse = match self.lapsed_to(seat) {
            Some(other) => other != client,
            None => self.commitments.contains_key(&seat) && self.opens(session),
        };
        let is_late = is_due && may_lapse;
        is_late.then_some(()).ok_or_else(|| ActionError::new("no choice is late"))
    }

    /// Checks a choice, or a commitment to one. Returns the action if it is shown.
    fn check_choice<G: Game>(
        &self,
        session: &Session<G>,
        client: &ClientId,
        entry: &Entry,
    ) -> Result<Option<G::Action>, ActionError> {
        let refuse = |reason: &'static str| Err(ActionError::new(reason));
        let (Entry::Choose { seat, step, .. }
        | Entry::Commit { seat, step, .. }
        | Entry::Open { seat, step, .. }) = entry
        else {
            return Ok(None);
        };
        if !self.has_begun() {
            return refuse("the game begins when all seats are taken");
        }
        if *step != self.step || !session.awaited().contains(*seat) {
            return refuse("it is not your turn");
        }
        if self.decider(session, *seat) != Some(client) {
            return refuse("this isn't your seat");
        }
        let action = match (entry, self.commitments.get(seat)) {
            (Entry::Choose { action, .. }, None) => action,
            (Entry::Commit { .. }, None) if !self.undecided(session).contains(*seat) => {
                return refuse("there is nothing to hide");
            }
            (Entry::Commit { hash, .. }, None) if !commitment::is_digest(hash) => {
                return refuse("this is not a commitment");
            }
            (Entry::Commit { .. }, None) => return Ok(None),
            (Entry::Open { .. }, Some(_)) if !self.opens(session) => {
                return refuse("the others have not chosen yet");
            }
            (Entry::Open { action, nonce, .. }, Some(choice))
                if commitment::is_digest(nonce)
                    && commitment::hash(nonce, *step, *seat, action) == choice.hash =>
            {
                action
            }
            (Entry::Open { .. }, Some(_)) => return refuse("this is not what was chosen"),
            _ => return refuse("it is not your turn"),
        };
        let action = action.parse()?;
        session.game().check(*seat, action)?;
        Ok(Some(action))
    }

    /// Notes what an entry says that [`Self::check`] has accepted with this action. Returns what it
    /// does to the game.
    fn note<G: Game>(
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
                // Nobody waits for the answer to a question of somebody who has left.
                self.undo = self.undo.filter(|question| question.seat != *seat);
                match &mut self.occupants[seat.index()] {
                    Occupant::Person { client, .. } if is_begun => *client = None,
                    occupant => *occupant = Occupant::Open,
                }
                return self.settle_undo(session);
            }
            Entry::Choose { seat, time, .. } => {
                // A person who plays on has answered. A computer's move answers nothing.
                if self.is_played_by_person(session, *seat) {
                    self.undo = None;
                }
                let time = self.time_taken(session, *seat, *time, self.now);
                return Some(Effect::Choose(*seat, action?, time));
            }
            Entry::Commit { seat, hash, time, .. } => {
                self.undo = None;
                let time = self.time_taken(session, *seat, *time, self.now).map(TimeTaken::from);
                self.commitments.insert(*seat, Commitment { hash: hash.clone(), time });
            }
            Entry::Open { seat, .. } => {
                // From now on, who comes back knows what others have chosen.
                for other in session.awaited().iter() {
                    if !self.commitments.contains_key(&other) {
                        self.lapsed.entry(other).or_default();
                    }
                }
                let late = self.commitments.get(seat).and_then(|choice| choice.time);
                let late = late.map(|time| TimeTaken { ms: 0, ..time });
                let time = self.time_taken(session, *seat, late, self.now);
                self.commitments.remove(seat);
                return Some(Effect::Choose(*seat, action?, time));
            }
            Entry::Flag { seat, .. } => {
                self.undo = None;
                let late = Some(TimeTaken { ms: 0, late: true });
                let time = self.time_taken(session, *seat, late, self.now);
                self.commitments.remove(seat);
                return Some(match action {
                    Some(action) => Effect::Choose(*seat, action, time),
                    None => Effect::Flag(*seat),
                });
            }
            Entry::Lapse { seat, .. } => {
                self.commitments.remove(seat);
                self.lapsed.insert(*seat, Some(client.clone()));
            }
            Entry::Resign { seat } => {
                self.undo = None;
                self.commitments.remove(seat);
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
                // Who comes back may know what others have chosen.
                if self.commitments.remove(seat).is_some() {
                    self.lapsed.insert(*seat, None);
                }
                return self.settle_undo(session);
            }
            Entry::Host => self.host = client.clone(),
            Entry::Rematch { code } => self.rematch = Some(code.clone()),
        }
        None
    }

    /// Takes back moves if somebody has asked for it and everybody has agreed.
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

    /// Changes the game.
    fn affect<G: Game>(&mut self, session: &mut Session<G>, effect: Effect<G::Action>) -> Change {
        match effect {
            Effect::Choose(seat, action, time) => {
                let chosen = session.choose_with(seat, Choice { time, ..Choice::new(action) });
                let ends_step = matches!(chosen, Ok(Some(_)));
                if session.outcome().is_some() {
                    self.undo = None;
                }
                Change::Choice { seat, ends_step }
            }
            Effect::Resign(seat) => {
                // It was checked that this is possible.
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

    /// Returns what the lobby shows of the table after a client has added an entry `now`, by the
    /// clock of the database. The game of the session isn't changed, and only its position is
    /// copied.
    pub fn progress_after<G: Game>(
        &self,
        session: &Session<G>,
        client: &ClientId,
        entry: &Entry,
        now: i64,
    ) -> Result<TableProgress, ActionError> {
        let action = self.check(session, client, entry, now)?;
        let mut after = self.clone();
        after.read += 1;
        let line = match after.note(session, client, entry, action) {
            Some(Effect::Choose(seat, action, _)) if session.awaited() == Seats::one(seat) => {
                let mut moves: Vec<_> = session.pending_choices().chain([(seat, action)]).collect();
                moves.sort_by_key(|(seat, _)| *seat);
                RecordLine::Step {
                    moves,
                    faults: Vec::new(),
                    marks: StepMarks::default(),
                    times: Vec::new(),
                    notes: Vec::new(),
                }
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
            _ if is_empty && self.read > 0 => TableState::Closed,
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

    /// Returns the places of the people, if the game is over and counts for the ratings: at least
    /// two people with different names, and no move was taken back. Who resigned is last, wherever
    /// the computer that played on has come.
    pub fn places<G: Game>(&self, position: &Position<G>) -> Option<Vec<PersonPlace>> {
        let outcome = position.outcome()?;
        let last = self.occupants.len().try_into().unwrap_or(u32::MAX);
        let place = |seat| {
            let has_resigned = position.resigned().contains(seat);
            if has_resigned { last } else { outcome.place(seat).into() }
        };
        let people: Vec<PersonPlace> = self
            .seats()
            .filter_map(|seat| match self.occupant(seat) {
                Occupant::Person { name, .. } => {
                    Some(PersonPlace { name: name.clone(), place: place(seat) })
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
mod tests {
    //! What each entry does, who may add it, and that replicas ignore what is not legal.

    use super::*;
    use fourcade_engine::play::{
        RecordHeader, header_json,
        toy::{Toy, ToyAction, bid, setup, turn},
    };

    /// A table with its log.
    struct Table {
        replica: Replica,
        session: Session<Toy>,
        log: Vec<StoredEntry>,
        /// The time of the database.
        now: i64,
    }

    fn id(name: &str) -> ClientId {
        ClientId::stored(name)
    }

    const fn seat(index: usize) -> Seat {
        Seat::new(index)
    }

    fn header(seats: &[&str], clock: Option<TimeControl>) -> String {
        header_json::<Toy>(&RecordHeader {
            setup: setup(&[3, 1, 2, 4][..seats.len()]),
            seats: seats.iter().map(|&name| name.to_owned()).collect(),
            seed: 5,
            clock,
        })
        .unwrap()
    }

    impl Table {
        fn new(seats: &[&str]) -> Self {
            Self::timed(seats, None)
        }

        fn timed(seats: &[&str], clock: Option<TimeControl>) -> Self {
            let (replica, session) = Replica::start(&header(seats, clock), id("ada")).unwrap();
            Self { replica, session, log: Vec::new(), now: 1_000_000 }
        }

        /// A table at which these people have sat down, each in a process of the same name.
        fn with_people(names: &[&str]) -> Self {
            Self::with_clock(names, None)
        }

        fn with_clock(names: &[&str], clock: Option<TimeControl>) -> Self {
            let seats: Vec<_> =
                names.iter().map(|&name| if name == "first" { name } else { "human" }).collect();
            let mut table = Self::timed(&seats, clock);
            for (index, &name) in names.iter().enumerate().filter(|(_, name)| **name != "first") {
                table.add(name, Entry::Sit { seat: seat(index), name: name.to_owned() });
            }
            table
        }

        /// Stores an entry as it is, whether it is legal or not. Returns what it has changed.
        fn store(&mut self, client: &str, entry: Option<Entry>) -> Option<Change> {
            let number = self.replica.read_count();
            let stored = StoredEntry { number, client: id(client), entry, added: self.now };
            let change = self.replica.read(&mut self.session, &stored);
            self.log.push(stored);
            change
        }

        #[allow(clippy::needless_pass_by_value)] // Entries are made where they are added.
        fn add(&mut self, client: &str, entry: Entry) {
            let progress = self.progress_after(client, &entry);
            assert!(self.store(client, Some(entry.clone())).is_some(), "{client} {entry:?}");
            assert_eq!(progress, Ok(self.progress()), "{client} {entry:?}");
        }

        /// Checks that an entry is refused, and that it changes nothing if it is stored
        /// nevertheless.
        #[allow(clippy::needless_pass_by_value)] // As above.
        fn refuse(&mut self, client: &str, entry: Entry, reason: &str) {
            let error =
                self.replica.check(&self.session, &id(client), &entry, self.now).unwrap_err();
            assert_eq!(error.to_string(), reason, "{client} {entry:?}");
            let progress = self.progress_after(client, &entry);
            assert!(progress.is_err());
            self.ignore(client, Some(entry));
        }

        fn ignore(&mut self, client: &str, entry: Option<Entry>) {
            let (mut replica, session) = (self.replica.clone(), self.session.clone());
            assert_eq!(self.store(client, entry), None);
            (replica.read, replica.now) = (self.replica.read, self.replica.now);
            let before = format!("{replica:?} {session:?}");
            assert_eq!(before, format!("{:?} {:?}", self.replica, self.session));
        }

        fn progress_after(
            &self,
            client: &str,
            entry: &Entry,
        ) -> Result<TableProgress, ActionError> {
            self.replica.progress_after(&self.session, &id(client), entry, self.now)
        }

        fn choice(&self, index: usize, action: ToyAction) -> Entry {
            Entry::Choose {
                seat: seat(index),
                step: self.replica.step(),
                action: action.to_string(),
                time: None,
            }
        }

        fn choose(&mut self, client: &str, index: usize, action: ToyAction) {
            let choice = self.choice(index, action);
            self.add(client, choice);
        }

        fn lines(&self) -> usize {
            self.session.lines().len()
        }

        fn pending(&self) -> Vec<(Seat, ToyAction)> {
            self.session.pending_choices().collect()
        }

        fn awaited(&self) -> Seats {
            self.replica.awaited(&self.session)
        }

        fn decider(&self, index: usize) -> Option<&ClientId> {
            self.replica.decider(&self.session, seat(index))
        }

        fn progress(&self) -> TableProgress {
            self.replica.progress(self.session.position())
        }

        fn places(&self) -> Option<Vec<PersonPlace>> {
            self.replica.places(self.session.position())
        }
    }

    impl Drop for Table {
        /// Whoever reads the log later has the same table.
        fn drop(&mut self) {
            if std::thread::panicking() {
                return;
            }
            let header = header_json::<Toy>(self.session.header()).unwrap();
            let (mut replica, mut session) = Replica::start::<Toy>(&header, id("ada")).unwrap();
            for stored in &self.log {
                replica.read(&mut session, stored);
            }
            let now = format!("{:?} {:?}", self.replica, self.session);
            assert_eq!(format!("{replica:?} {session:?}"), now);
        }
    }

    fn sit(index: usize, name: &str) -> Entry {
        Entry::Sit { seat: seat(index), name: name.to_owned() }
    }

    #[test]
    fn people_sit_down_and_the_game_begins_when_all_have() {
        let mut table = Table::new(&["human", "first", "human"]);
        assert_eq!(table.replica.open_seat(), Some(seat(0)));
        table.refuse("ada", table.choice(1, bid(1)), "the game begins when all seats are taken");
        table.add("ada", sit(0, "ada"));
        table.refuse("bob", sit(0, "bob"), "somebody else has this seat");
        table.refuse("bob", sit(1, "bob"), "somebody else has this seat");
        table.refuse("bob", sit(3, "bob"), "there is no such seat");
        for name in ["", " bob", "b\u{1b}[2Job", "\u{202e}bob", &"b".repeat(25)] {
            table.refuse("bob", sit(2, name), "this name can't be used");
        }
        assert!(!table.replica.has_begun());
        assert_eq!(table.awaited(), Seats::NONE);
        table.add("bob", sit(2, "bob"));
        assert!(table.replica.has_begun());
        assert_eq!(table.awaited(), Seats::first(3));
        assert_eq!(table.decider(1), Some(&id("ada")));
        assert_eq!(table.progress().state, TableState::Running);
    }

    #[test]
    fn a_seat_is_open_again_if_its_person_leaves_before_the_game_and_theirs_if_later() {
        let mut table = Table::new(&["human", "human"]);
        table.add("ada", sit(0, "ada"));
        table.refuse("bob", Entry::Leave { seat: seat(0) }, "this isn't your seat");
        table.add("ada", Entry::Leave { seat: seat(0) });
        assert_eq!(table.progress().state, TableState::Closed);
        table.add("eve", sit(0, "eve"));
        table.add("bob", sit(1, "bob"));
        table.add("eve", Entry::Leave { seat: seat(0) });
        assert_eq!(table.decider(0), None);
        table.refuse("ada", sit(0, "ada"), "somebody else has this seat");
        // Her other process comes back to her seat.
        table.add("eve again", sit(0, "eve"));
        table.refuse("eve", table.choice(0, bid(1)), "this isn't your seat");
        table.choose("eve again", 0, bid(1));
    }

    #[test]
    fn choices_are_for_the_step_that_is_due_and_simultaneous_ones_wait_for_each_other() {
        let mut table = Table::with_people(&["ada", "bob"]);
        let first = table.replica.step();
        table.choose("bob", 1, bid(2));
        assert_eq!(table.pending(), [(seat(1), bid(2))]);
        assert_eq!((table.lines(), table.replica.step()), (0, first));
        table.refuse("bob", table.choice(1, bid(3)), "it is not your turn");
        table.refuse("bob", table.choice(0, bid(3)), "this isn't your seat");
        table.refuse("ada", table.choice(0, bid(11)), "this is more than you have");
        table.refuse("ada", table.choice(0, turn(1)), "not now");
        let late = table.choice(0, bid(1));
        table.choose("ada", 0, bid(1));
        assert_eq!(table.lines(), 1);
        assert_eq!(table.replica.step(), table.replica.read_count());
        table.refuse("ada", late, "it is not your turn");
        table.refuse("ada", table.choice(0, turn(0)), "it is not your turn");
        let nonsense = Entry::Choose {
            seat: seat(1),
            step: table.replica.step(),
            action: "?".to_owned(),
            time: None,
        };
        table.refuse("bob", nonsense, "expected a bid or a turn");
        table.choose("bob", 1, turn(0));
    }

    #[test]
    fn what_is_not_an_entry_is_ignored() {
        let mut table = Table::with_people(&["ada", "bob"]);
        for text in ["", "{}", "null", r#"{"do":"sit","seat":4,"name":"ada"}"#, r#"{"do":"win"}"#] {
            table.ignore("ada", Entry::from_json(text));
        }
        table.ignore("ada", Entry::from_json(r#"{"do":"leave","seat":0,"now":true}"#));
        table.choose("ada", 0, bid(1));
    }

    #[test]
    fn a_resignation_keeps_the_choices_of_the_others_and_hands_the_seat_to_a_computer() {
        let mut table = Table::with_people(&["ada", "bob", "eve"]);
        table.choose("bob", 1, bid(2));
        table.refuse("ada", Entry::Resign { seat: seat(2) }, "this isn't your seat");
        let step = table.replica.step();
        table.add("eve", Entry::Resign { seat: seat(2) });
        assert_eq!(table.session.lines(), [RecordLine::Resign(seat(2))]);
        assert_eq!(table.pending(), [(seat(1), bid(2))]);
        assert_eq!(table.replica.step(), step);
        table.refuse("eve", Entry::Resign { seat: seat(2) }, "this isn't your seat");
        table.refuse("eve", table.choice(2, bid(1)), "this isn't your seat");
        let stand_in = Entry::StandIn { seat: seat(2) };
        table.refuse("ada", stand_in, "a computer plays for this seat already");
        table.choose("ada", 2, bid(9));
        table.choose("ada", 0, bid(1));
        assert_eq!(table.lines(), 2);
        // The computer wins for her, but she has given up.
        for card in [3, 0] {
            let card = if card == 3 { 2 } else { 0 };
            table.choose("ada", 2, turn(card));
        }
        table.choose("ada", 0, bid(10));
        table.choose("bob", 1, bid(0));
        table.choose("ada", 2, bid(1));
        for card in [1, 2] {
            table.choose("ada", 0, turn(card));
        }
        assert_eq!(table.session.outcome().unwrap().scores(), [-7, 0, -4]);
        let places: Vec<_> =
            table.places().unwrap().into_iter().map(|person| (person.name, person.place)).collect();
        let expected = [("ada", 3), ("bob", 1), ("eve", 3)];
        assert_eq!(places, expected.map(|(name, place)| (name.to_owned(), place)));
    }

    #[test]
    fn the_game_of_two_ends_with_a_resignation() {
        let mut table = Table::with_people(&["ada", "bob"]);
        table.refuse("ada", Entry::Rematch { code: "k7m2".to_owned() }, "the game isn't over yet");
        table.choose("ada", 0, bid(2));
        table.add("bob", Entry::Resign { seat: seat(1) });
        assert_eq!(table.session.lines(), [RecordLine::Resign(seat(1))]);
        assert!(table.session.outcome().is_some());
        table.refuse("ada", Entry::Resign { seat: seat(0) }, "there is no game to resign");
        table.refuse("ada", Entry::StandIn { seat: seat(1) }, "only a player can hand over a seat");
        let ask = Entry::AskUndo { seat: seat(0), lines: 0 };
        table.refuse("ada", ask, "there is nothing to take back");
        table.refuse(
            "eve",
            Entry::Rematch { code: "k7m2".to_owned() },
            "only a player can do this",
        );
        let nonsense = Entry::Rematch { code: "\u{1b}[2J".to_owned() };
        table.refuse("ada", nonsense, "this is not a table's code");
        table.add("ada", Entry::Rematch { code: "k7m2".to_owned() });
        assert_eq!(table.replica.rematch(), Some("k7m2"));
        let second = Entry::Rematch { code: "k7m3".to_owned() };
        table.refuse("bob", second, "there is a table for the next game already");
        let result = table.places().unwrap();
        assert_eq!(result.iter().map(|person| person.place).collect::<Vec<_>>(), [1, 2]);
    }

    fn ask(index: usize, lines: usize) -> Entry {
        Entry::AskUndo { seat: seat(index), lines }
    }

    fn answer(index: usize, agrees: bool) -> Entry {
        Entry::AnswerUndo { seat: seat(index), agrees }
    }

    /// A table of three people after the first step, where Bob turns up a card.
    fn after_bids(names: [&str; 3]) -> Table {
        let mut table = Table::with_people(&names);
        for (index, name) in names.into_iter().enumerate() {
            let client = if name == "first" { "ada" } else { name };
            table.choose(client, index, bid(if name == "bob" { 9 } else { 1 }));
        }
        assert_eq!(table.lines(), 1);
        table
    }

    #[test]
    fn moves_are_taken_back_when_everybody_agrees_and_simultaneous_choices_with_them() {
        let mut table = after_bids(["ada", "bob", "eve"]);
        table.refuse("ada", ask(1, 0), "this isn't your seat");
        table.refuse("ada", ask(0, 1), "there is nothing to take back");
        table.refuse("ada", answer(0, true), "nobody has asked to take back moves");
        table.choose("bob", 1, turn(0));
        table.choose("bob", 1, turn(1));
        // The next bids are made by some.
        table.choose("ada", 0, bid(5));
        let old = table.choice(1, bid(1));
        table.add("eve", ask(2, 2));
        table.refuse("ada", ask(0, 0), "somebody has already asked to take back moves");
        table.refuse("eve", answer(2, true), "nobody has asked to take back moves");
        table.add("ada", answer(0, true));
        assert_eq!(table.lines(), 3);
        table.add("bob", answer(1, true));
        assert_eq!(table.lines(), 2);
        assert_eq!(table.pending(), []);
        table.refuse("bob", old, "it is not your turn");
        table.choose("bob", 1, turn(2));
        // Such a game doesn't count for the ratings.
        for index in [0, 1, 2] {
            table.choose(["ada", "bob", "eve"][index], index, bid(3));
        }
        table.choose("ada", 0, turn(0));
        table.choose("ada", 0, turn(1));
        assert_eq!(table.progress().state, TableState::Finished);
        assert_eq!(table.places(), None);
    }

    #[test]
    fn a_question_ends_with_a_refusal_a_persons_move_or_a_resignation() {
        let mut table = after_bids(["ada", "bob", "eve"]);
        table.add("ada", ask(0, 0));
        table.add("eve", answer(2, false));
        assert_eq!(table.replica.undo_question(), None);
        table.add("ada", ask(0, 0));
        table.choose("bob", 1, turn(0));
        assert_eq!(table.replica.undo_question(), None);
        table.add("ada", ask(0, 0));
        table.add("eve", Entry::Resign { seat: seat(2) });
        assert_eq!(table.replica.undo_question(), None);
        // Who leaves takes the own question along.
        table.add("ada", ask(0, 0));
        table.add("ada", Entry::Leave { seat: seat(0) });
        assert_eq!(table.replica.undo_question(), None);
    }

    #[test]
    fn a_computers_move_answers_no_question() {
        let mut table = Table::with_people(&["ada", "bob", "first"]);
        table.choose("ada", 0, bid(1));
        table.choose("bob", 1, bid(1));
        table.choose("ada", 2, bid(9));
        table.add("ada", ask(0, 0));
        table.choose("ada", 2, turn(0));
        assert!(table.replica.undo_question().is_some());
        table.add("bob", answer(1, true));
        assert_eq!(table.lines(), 0);
    }

    #[test]
    fn the_people_who_are_away_need_not_agree() {
        // One leaves, a computer decides for the other.
        let mut table = after_bids(["ada", "bob", "eve"]);
        table.add("ada", ask(0, 0));
        table.add("bob", Entry::Leave { seat: seat(1) });
        assert_eq!(table.lines(), 1);
        table.add("ada", Entry::StandIn { seat: seat(2) });
        assert_eq!(table.lines(), 0);
        // Who is back is asked again.
        table.add("eve", sit(2, "eve"));
        assert_eq!(table.replica.undo_voters(&table.session, seat(0)), Seats::one(seat(2)));
    }

    #[test]
    fn one_process_with_two_seats_does_not_ask_itself() {
        let mut table = Table::new(&["human", "human"]);
        table.add("ada", sit(0, "ada"));
        table.add("ada", sit(1, "ada"));
        table.choose("ada", 0, bid(1));
        table.choose("ada", 1, bid(1));
        table.add("ada", ask(0, 0));
        assert_eq!(table.lines(), 0);
        assert_eq!(table.places(), None);
    }

    #[test]
    fn a_computer_stands_in_until_the_person_is_back() {
        let mut table = Table::with_people(&["ada", "bob", "first"]);
        let stand_in = |index| Entry::StandIn { seat: seat(index) };
        table.refuse("eve", stand_in(1), "only a player can hand over a seat");
        table.refuse("ada", stand_in(0), "a computer plays for this seat already");
        table.refuse("ada", stand_in(2), "a computer plays for this seat already");
        table.add("ada", stand_in(1));
        table.refuse("ada", stand_in(1), "a computer plays for this seat already");
        table.refuse("bob", table.choice(1, bid(1)), "this isn't your seat");
        let late = table.choice(1, bid(2));
        table.add("bob", sit(1, "bob"));
        // The computer's choice comes too late.
        table.refuse("ada", late, "this isn't your seat");
        table.choose("bob", 1, bid(3));
    }

    #[test]
    fn another_player_runs_the_computers() {
        let mut table = Table::with_people(&["ada", "bob", "first"]);
        table.refuse("eve", Entry::Host, "only a player can do this");
        table.refuse("ada", Entry::Host, "this arcade runs the computers already");
        table.add("bob", Entry::Host);
        table.refuse("ada", table.choice(2, bid(1)), "this isn't your seat");
        table.choose("bob", 2, bid(1));
    }

    impl Table {
        fn hidden(&self, index: usize, action: ToyAction) -> (Entry, Entry) {
            let (seat, step, action) = (seat(index), self.replica.step(), action.to_string());
            let nonce = "0a".repeat(32);
            let hash = commitment::hash(&nonce, step, seat, &action);
            (
                Entry::Commit { seat, step, hash, time: None },
                Entry::Open { seat, step, action, nonce },
            )
        }

        fn lapse(&self, index: usize) -> Entry {
            Entry::Lapse { seat: seat(index), step: self.replica.step() }
        }
    }

    #[test]
    fn hidden_choices_are_opened_when_all_people_have_chosen_and_can_not_be_changed() {
        let mut table = Table::with_people(&["ada", "bob", "first"]);
        let (commit, open) = table.hidden(0, bid(1));
        table.refuse("ada", open.clone(), "it is not your turn");
        table.refuse("bob", commit.clone(), "this isn't your seat");
        table.refuse("ada", table.hidden(2, bid(1)).0, "there is nothing to hide");
        let (step, hash) = (table.replica.step(), "0a".to_owned());
        let short = Entry::Commit { seat: seat(0), step, hash, time: None };
        table.refuse("ada", short, "this is not a commitment");
        table.add("ada", commit.clone());
        assert_eq!((table.pending(), table.lines()), (vec![], 0));
        assert_eq!(table.awaited(), Seats::one(seat(1)).with(seat(2)));
        table.refuse("ada", commit, "it is not your turn");
        table.refuse("ada", table.choice(0, bid(2)), "it is not your turn");
        table.refuse("ada", open.clone(), "the others have not chosen yet");
        table.refuse("bob", table.lapse(0), "no choice is late");
        let (commit, bobs) = table.hidden(1, bid(3));
        table.add("bob", commit);
        assert_eq!(table.awaited(), Seats::first(3));
        let changed = table.hidden(0, bid(2)).1;
        table.refuse("ada", changed, "this is not what was chosen");
        let Entry::Open { seat: own, step, action, nonce } = open.clone() else { unreachable!() };
        let other = Entry::Open { seat: own, step, action, nonce: nonce.replace('a', "b") };
        table.refuse("ada", other, "this is not what was chosen");
        table.add("ada", open.clone());
        assert_eq!(table.pending(), [(seat(0), bid(1))]);
        table.refuse("ada", open, "it is not your turn");
        table.choose("ada", 2, bid(4));
        table.add("bob", bobs.clone());
        assert_eq!(table.lines(), 1);
        table.refuse("bob", bobs, "it is not your turn");
        assert_eq!(table.replica.committed(), Seats::NONE);
    }

    #[test]
    fn a_nonce_has_one_length_so_that_a_hash_means_one_choice() {
        let mut table = Table::with_people(&["ada", "bob"]);
        let (own, step, nonce) = (seat(0), table.replica.step(), "0a".repeat(32));
        let (one, two) = (bid(1).to_string(), bid(2).to_string());
        let long = format!("{nonce}\n{step}\n0\n{one}");
        let hash = commitment::hash(&long, step, own, &two);
        table.add("ada", Entry::Commit { seat: own, step, hash, time: None });
        table.choose("bob", 1, bid(1));
        let open = Entry::Open { seat: own, step, action: two, nonce: long };
        table.refuse("ada", open, "this is not what was chosen");
    }

    #[test]
    fn who_chooses_openly_opens_nothing() {
        let mut table = Table::with_people(&["ada", "bob"]);
        let (commit, open) = table.hidden(0, bid(1));
        table.add("ada", commit);
        table.choose("bob", 1, bid(2));
        table.add("ada", open);
        assert_eq!(table.lines(), 1);
        // A person who chooses alone hides nothing.
        table.refuse("bob", table.hidden(1, turn(0)).0, "there is nothing to hide");
    }

    #[test]
    fn what_is_not_opened_falls_to_a_computer_of_another_player() {
        let mut table = Table::with_people(&["ada", "bob"]);
        let ((adas, open), (bobs, bobs_open)) = (table.hidden(0, bid(1)), table.hidden(1, bid(2)));
        table.add("ada", adas);
        table.add("bob", bobs);
        table.add("bob", bobs_open);
        table.refuse("ada", table.lapse(0), "only another player can do this");
        table.refuse("eve", table.lapse(0), "only another player can do this");
        table.refuse("bob", table.lapse(1), "only another player can do this");
        table.add("bob", table.lapse(0));
        table.refuse("bob", table.lapse(0), "no choice is late");
        // Ada runs the computers, but not the one that replaces herself.
        assert_eq!(table.decider(0), Some(&id("bob")));
        table.refuse("ada", open, "this isn't your seat");
        table.refuse("ada", table.choice(0, bid(3)), "this isn't your seat");
        table.choose("bob", 0, bid(4));
        assert_eq!(table.lines(), 1);
        assert_eq!(table.decider(0), Some(&id("ada")));
    }

    #[test]
    fn who_comes_back_after_choices_were_opened_does_not_choose_for_that_step() {
        for has_committed in [true, false] {
            let mut table = Table::with_people(&["ada", "bob", "eve"]);
            let hidden: Vec<_> = (0..3).map(|index| table.hidden(index, bid(1))).collect();
            table.add("ada", hidden[0].0.clone());
            table.add("eve", hidden[2].0.clone());
            if has_committed {
                table.add("bob", hidden[1].0.clone());
            }
            table.add("ada", Entry::StandIn { seat: seat(1) });
            table.add("eve", hidden[2].1.clone());
            table.add("bob again", sit(1, "bob"));
            table.refuse("bob again", table.choice(1, bid(3)), "this isn't your seat");
            table.refuse("bob again", hidden[1].1.clone(), "this isn't your seat");
            table.add("ada", hidden[0].1.clone());
            table.choose("ada", 1, bid(9));
            assert_eq!(table.lines(), 1);
            table.choose("bob again", 1, turn(0));
        }
    }

    /// Two people with a minute each, and two seconds more for each choice. The first step is due.
    fn with_minutes() -> Table {
        Table::with_clock(&["ada", "bob"], Some(TimeControl::game(1, 2)))
    }

    impl Table {
        /// A choice for which the person's arcade says that it took `said` seconds, and for which
        /// the clock of the database ran for `measured`.
        fn choose_in(&mut self, index: usize, action: ToyAction, said: u64, measured: i64) {
            self.now += measured * 1000;
            let (seat, step, action) = (seat(index), self.replica.step(), action.to_string());
            let time = Some(TimeTaken { ms: said * 1000, late: false });
            let name = ["ada", "bob", "eve"][index];
            self.add(name, Entry::Choose { seat, step, action, time });
        }

        fn left(&self) -> Vec<u64> {
            let left = |index| self.session.time_left(seat(index)).unwrap().as_secs();
            (0..self.replica.occupants().len()).map(left).collect()
        }

        fn read_by_another(&self) -> Self {
            let mut other = Self::timed(&["human", "human"], self.session.header().clock);
            for stored in &self.log {
                other.replica.read(&mut other.session, stored);
            }
            (other.log, other.now) = (self.log.clone(), self.now);
            other
        }

        fn flag(&self, index: usize) -> Entry {
            Entry::Flag { seat: seat(index), step: self.replica.step() }
        }
    }

    #[test]
    fn a_choice_takes_what_its_arcade_says_or_what_was_measured_without_a_second() {
        let mut table = with_minutes();
        table.choose_in(0, bid(2), 10, 10);
        // Nothing is late before the step is complete, and nobody saves more than the allowance.
        table.choose_in(1, bid(1), 0, 10);
        assert_eq!(table.left(), [52, 43]);
        table.choose_in(0, turn(0), 9, 10);
        assert_eq!(table.left(), [45, 43]);
        // Who says too much has themselves to blame; a clock that goes back takes nothing.
        table.choose_in(0, turn(1), 30, -500);
        assert_eq!(table.left(), [17, 43]);
        // Taken back, the time is there again, and the step is due from then on.
        table.now += 1000 * 1000;
        table.add("ada", ask(0, 1));
        table.add("bob", answer(1, true));
        assert_eq!(table.left(), [52, 43]);
        table.choose_in(0, turn(1), 4, 5);
        assert_eq!(table.left(), [50, 43]);
    }

    #[test]
    fn the_time_before_the_last_one_sits_down_is_nobodys() {
        let mut table = Table::timed(&["human", "human"], Some(TimeControl::game(1, 2)));
        table.add("ada", sit(0, "ada"));
        table.now += 3_600_000;
        table.add("bob", sit(1, "bob"));
        table.choose_in(0, bid(1), 3, 4);
        table.choose_in(1, bid(2), 6, 3);
        assert_eq!(table.left(), [59, 56]);
    }

    #[test]
    fn whose_time_is_over_loses_when_another_player_says_so() {
        let mut table = with_minutes();
        let early = "there is time left";
        table.now += 60_999;
        table.refuse("bob", table.flag(0), early);
        table.refuse("eve", table.flag(0), "only a player can do this");
        table.now += 1;
        let old = Entry::Flag { seat: seat(0), step: table.replica.step() + 1 };
        table.refuse("bob", old, early);
        // A choice that comes before counts, and brings its increment.
        table.choose_in(0, bid(1), 0, 0);
        assert_eq!(table.left()[0], 60, "the step isn't complete");
        table.refuse("bob", table.flag(0), early);
        table.add("ada", table.flag(1));
        assert_eq!(table.session.flagged(), Some(seat(1)));
        assert_eq!(table.progress().state, TableState::Finished);
        let places: Vec<u32> =
            table.places().unwrap().into_iter().map(|person| person.place).collect();
        assert_eq!(places, [1, 2]);
        table.refuse("ada", table.flag(1), early);
    }

    #[test]
    fn who_is_away_loses_by_the_clock_and_no_computer_takes_the_seat() {
        let mut table = with_minutes();
        table.add("bob", Entry::Leave { seat: seat(1) });
        table.refuse("ada", Entry::StandIn { seat: seat(1) }, CLOCK_DECIDES);
        table.choose_in(0, bid(1), 1, 1);
        table.now += 60_000;
        table.add("ada", table.flag(1));
        assert_eq!(table.session.outcome().unwrap().winners().only(), Some(seat(0)));
    }

    #[test]
    fn ones_own_time_may_be_over_by_ones_own_clock() {
        let mut table = with_minutes();
        table.add("ada", table.flag(0));
        assert_eq!(table.session.flagged(), Some(seat(0)));
        // A time for each choice is measured, so that nobody draws lots before it is over.
        let mut table = Table::with_clock(&["ada", "bob"], Some(TimeControl::choice(20)));
        table.refuse("ada", table.flag(0), "there is time left");
        let mut without = Table::with_people(&["ada", "bob"]);
        without.refuse("bob", without.flag(0), "this game has no clocks");
    }

    #[test]
    fn showing_what_was_chosen_takes_time_too() {
        let mut table = with_minutes();
        let ((mut adas, open), (bobs, bobs_open)) =
            (table.hidden(0, bid(1)), table.hidden(1, bid(2)));
        if let Entry::Commit { time, .. } = &mut adas {
            *time = Some(TimeTaken { ms: 20_000, late: false });
        }
        table.now += 20_000;
        table.add("ada", adas);
        table.now += 25_000;
        table.refuse("bob", table.flag(0), "there is time left");
        table.add("bob", bobs);
        table.add("bob", bobs_open);
        table.now += 40_999;
        table.refuse("bob", table.lapse(0), CLOCK_DECIDES);
        table.refuse("bob", table.flag(0), "there is time left");
        let mut slow = table.read_by_another();
        slow.add("ada", open);
        assert_eq!(slow.left(), [2, 60 - 44 + 2]);
        table.now += 1;
        table.add("bob", table.flag(0));
        assert_eq!(table.session.flagged(), Some(seat(0)));
    }

    #[test]
    fn a_late_choice_is_drawn_alike_by_all_who_read_the_log() {
        let control = TimeControl::choice(20);
        let mut drawn = Vec::new();
        for wait in [0, 1_000_000] {
            let mut table = Table::with_clock(&["ada", "bob", "eve"], Some(control));
            table.choose_in(0, bid(1), 1, 1);
            table.now += 24_000 - 1;
            table.refuse("ada", table.flag(1), "there is time left");
            table.now += 1 + wait;
            table.add("ada", table.flag(1));
            table.add("ada", table.flag(2));
            assert_eq!(table.lines(), 1);
            let RecordLine::Step { moves, times, .. } = &table.session.lines()[0] else {
                panic!("a step")
            };
            assert_eq!(times.iter().map(|time| time.late).collect::<Vec<_>>(), [false, true, true]);
            drawn.push(moves.clone());
            // The next choice has its own time.
            assert_eq!(table.left(), [20; 3]);
        }
        assert_eq!(drawn[0], drawn[1]);
        // One who has chosen without showing it is late, too.
        let mut table = Table::with_clock(&["ada", "bob"], Some(control));
        let ((adas, open), (bobs, _)) = (table.hidden(0, bid(1)), table.hidden(1, bid(2)));
        table.add("ada", adas);
        table.add("bob", bobs);
        table.add("ada", open);
        table.now += 25_000;
        table.add("ada", table.flag(1));
        assert_eq!(table.lines(), 1);
    }

    /// Whoever reads the log, in whatever portions, finds the same times, and these are what the
    /// rule says: what the arcade says, but at least what was measured without the allowance.
    #[test]
    fn all_readers_find_the_same_times() {
        // Whose choice it is, what they say that it took, and what is measured, in milliseconds.
        let choice = (0_usize..2, 0_u64..9000, -3000_i64..9000);
        let inputs = proptest::collection::vec((choice, proptest::bool::ANY), 1..12);
        proptest::proptest!(|(inputs in inputs)| {
            let mut table = with_minutes();
            let mut other = with_minutes();
            let (mut left, mut due) = ([60_000_u64; 2], table.now);
            let (mut latest, mut spent) = (due, [None; 2]);
            for ((index, ms, passed), reads) in inputs {
                let awaited = table.awaited();
                if awaited.is_empty() {
                    break;
                }
                let index = awaited.only().map_or(index, Seat::index);
                if !awaited.contains(seat(index)) {
                    continue;
                }
                table.now += passed;
                latest = latest.max(table.now);
                let own = seat(index);
                let legal = table.session.game().observe(Seats::one(own)).legal(own);
                let (step, action) = (table.replica.step(), legal[0].to_string());
                let time = Some(TimeTaken { ms, late: false });
                table.add(["ada", "bob"][index], Entry::Choose { seat: own, step, action, time });
                let measured = u64::try_from(latest - due - 1000).unwrap_or(0);
                spent[index] = Some(ms.max(measured));
                if table.replica.step() == table.replica.read_count() {
                    due = latest;
                    for (left, spent) in left.iter_mut().zip(&mut spent) {
                        if let Some(spent) = spent.take() {
                            *left = left.saturating_sub(spent) + 2000;
                        }
                    }
                }
                if reads {
                    let read = usize::try_from(other.replica.read_count()).unwrap();
                    for stored in &table.log[read..] {
                        other.replica.read(&mut other.session, stored);
                    }
                    for (index, left) in left.into_iter().enumerate() {
                        let found = [&table, &other].map(|reader| {
                            reader.session.time_left(seat(index)).unwrap().as_millis()
                        });
                        assert_eq!(found, [u128::from(left); 2]);
                    }
                }
            }
            other.log = table.log[..usize::try_from(other.replica.read_count()).unwrap()].to_vec();
        });
    }

    #[test]
    fn computers_and_who_has_resigned_have_no_clock() {
        let mut table =
            Table::with_clock(&["ada", "bob", "first", "eve"], Some(TimeControl::choice(20)));
        table.add("eve", Entry::Resign { seat: seat(3) });
        table.now += 100_000;
        assert_eq!(table.replica.timed(&table.session), Seats::first(2));
        for index in [2, 3] {
            table.refuse("ada", table.flag(index), "there is time left");
        }
    }

    #[test]
    fn a_hidden_choice_goes_with_its_step_and_with_a_resignation() {
        let mut table = Table::with_people(&["ada", "bob", "eve"]);
        for (index, name) in ["ada", "bob", "eve"].into_iter().enumerate() {
            table.choose(name, index, bid(1));
        }
        assert_eq!(table.lines(), 1);
        table.add("ada", ask(0, 0));
        table.add("bob", answer(1, true));
        table.add("eve", answer(2, true));
        let (commit, _) = table.hidden(0, bid(2));
        table.add("ada", commit);
        table.add("ada", Entry::Resign { seat: seat(0) });
        assert_eq!(table.replica.committed(), Seats::NONE);
        table.choose("ada", 0, bid(1));
        let (commit, open) = table.hidden(1, bid(2));
        table.add("bob", commit);
        table.choose("eve", 2, bid(3));
        // A step that is taken back takes what was hidden along.
        table.add("bob", open);
        assert_eq!(table.lines(), 2);
    }
}
