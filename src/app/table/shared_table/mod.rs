//! A shared table: the log that all terminals read, and who sits where.

mod rematch;

use std::{
    borrow::Cow,
    cell::Cell,
    rc::Rc,
    time::{Duration, Instant},
};

use crate::{
    app::lobby::{JoinAs, refuse_programs},
    database::shared_tables::{
        Entry, Link, Occupant, PersonStatus, Phrase, TableClient, TableCode, store::StoredTable,
    },
    games::{ArcadeGame, YOU, counted, join, sentence},
    settings::local_clock::LocalClock,
    widgets::glyphs::unbroken,
};
use fourcade_engine::play::{Game, Seat, Seats, Session, TimeControl, random};

pub use rematch::Rematch;

const FULL: &str = "All seats are taken: you are watching.";
const MOVED: &str = "Your game goes on at another terminal; here you are watching.";

pub const NO_LOG: &str = "This table has never begun: the arcade that opened it stopped too early. \
                          Leave it, and open another one.";
const FIRST_ENTRY_TIMEOUT: Duration = Duration::from_secs(10);
/// Added to a tick, so that its time has passed for certain.
const TICK_MARGIN: Duration = Duration::from_millis(20);

pub const WATCHING: &str = "you are watching";
pub const NOT_BEGUN: &str = "the game begins when all seats are taken";

/// Who has a seat, as this terminal's person sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatHolder {
    Nobody,
    Computer,
    You,
    /// Another person, with the name under which they joined.
    Other(String),
}

impl SeatHolder {
    /// `you`, another person's name without a line break, `open` for nobody, and an empty text for
    /// a computer player.
    pub fn name(&self) -> String {
        match self {
            Self::Nobody => "open".to_owned(),
            Self::Computer => String::new(),
            Self::You => YOU.to_owned(),
            // Unquoted, this name would address this terminal's person.
            Self::Other(name) if name == YOU => format!("\"{name}\""),
            Self::Other(name) => unbroken(name),
        }
    }
}

/// Reasons why a person doesn't choose at their terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absence {
    /// A computer plays for them until they are back.
    StandIn,
    Away,
    Left,
}

impl Absence {
    pub fn label(self) -> &'static str {
        match self {
            Self::StandIn => "computer",
            Self::Away => "away",
            Self::Left => "left",
        }
    }

    fn sentence(self, name: &str) -> String {
        match self {
            Self::StandIn => format!("A computer plays for {name}."),
            Self::Away => format!("{name} is away."),
            Self::Left => format!("{name} has left the table."),
        }
    }
}

pub struct SharedTable {
    pub client: TableClient,
    /// How the person wants to join, until they have a seat or watch.
    pub join_as: Option<JoinAs>,
    /// The seats of this terminal's person when the log was read last.
    own_before: Seats,
    /// Who had the seats when the log was read last.
    holders_before: Vec<SeatHolder>,
    arrived: Instant,
    /// Whether to ask the person if their game should move here from another terminal.
    pub asks_for_seat: bool,
    /// Whether the person has been asked if another player may take back a move.
    pub was_asked: bool,
    /// A notice to show in place of the footer.
    pub news: Option<String>,
    pub rematch: Rematch,
    /// Whether somebody else has opened the next table, for the result card.
    pub is_invited: Rc<Cell<bool>>,
    /// The current step; `None` before the game has begun.
    step: Option<u64>,
    /// When the current step began, in milliseconds since 1970.
    step_start: i64,
    clock: LocalClock,
    /// The same number in all processes at this table.
    pub series_id: i64,
    /// With clocks, no computer plays for a person who is away.
    time_control: Option<TimeControl>,
}

impl SharedTable {
    /// Joins a table. The session doesn't contain any entries of the log yet.
    pub fn join<G: ArcadeGame>(
        link: &Link,
        stored: &StoredTable,
        join_as: JoinAs,
        clock: &LocalClock,
    ) -> Result<(Self, Session<G>), String> {
        let (client, session) = TableClient::follow::<G>(link.clone(), stored)
            .map_err(|error| format!("this table can't be used: {error}"))?;
        // The table may have been made by another program.
        refuse_programs::<G>(&session.header().players)?;
        if session.header().clock.is_some_and(|clock| !G::FACTS.clocks[0].is_same_kind(clock)) {
            return Err(format!("{} isn't played with such a clock", G::FACTS.title));
        }
        let code = stored.code.as_str().bytes().map(u64::from);
        let path: Vec<u64> = code.collect();
        let id = random::derive_seed(stored.opened.cast_unsigned(), &path);
        let shared = Self {
            client,
            join_as: Some(join_as),
            own_before: Seats::NONE,
            holders_before: Vec::new(),
            arrived: Instant::now(),
            asks_for_seat: false,
            was_asked: false,
            news: None,
            rematch: Rematch::default(),
            is_invited: Rc::default(),
            step: None,
            step_start: stored.touched,
            clock: clock.clone(),
            series_id: id.cast_signed(),
            time_control: session.header().clock,
        };
        Ok((shared, session))
    }

    pub fn code(&self) -> &TableCode {
        self.client.code()
    }

    pub fn invitation(&self) -> String {
        format!("fourcade join {}", self.code())
    }

    /// Whether the first entry of the log is overdue although the database answers.
    pub fn is_log_overdue(&self) -> bool {
        let is_waiting = !self.client.has_first_entry() && self.client.outage().is_none();
        is_waiting && self.arrived.elapsed() >= FIRST_ENTRY_TIMEOUT
    }

    pub fn is_open(&self) -> bool {
        self.client.has_first_entry() && !self.client.replica().has_begun()
    }

    pub fn own_seats(&self) -> Seats {
        self.client.own_seats()
    }

    /// Automatic actions after the log was read: sends the choices made here, takes a seat if the
    /// person wants to play, and reports changes.
    pub fn react_to_log<G: Game>(&mut self, session: &Session<G>, is_first_reading: bool) {
        self.client.send(session);
        self.seek_seat(session);
        self.client.add_due_entries(session);
        self.report_moved_seat(session);
        self.report_people(is_first_reading);
        self.note_step_start(is_first_reading);
        if self.join_as.is_none()
            && let Some(reason) = self.client.take_refusal()
        {
            self.news = Some(sentence(&reason));
        }
        self.is_invited.set(self.rematch_code().is_some() && !self.rematch.is_busy());
    }

    /// A seat that must choose and whose person has been away long enough for a stand-in.
    pub fn seat_for_stand_in<G: Game>(&self, session: &Session<G>) -> Option<Seat> {
        if self.own_seats().is_empty() || self.time_control.is_some() {
            return None;
        }
        let replica = self.client.replica();
        let may_replace =
            |&seat: &Seat| replica.has_person(seat) && self.client.may_hand_over(seat);
        replica.awaited(session).iter().find(may_replace)
    }

    /// The name of a person who must choose but is away.
    pub fn awaited_and_away<G: Game>(&self, session: &Session<G>) -> Option<String> {
        let mut awaited = self.client.replica().awaited(session).iter();
        let away = awaited.find(|&seat| self.absence(session, seat).is_some());
        away.map(|seat| self.person_name(seat))
    }

    /// When a stand-in may come, a person's time is over, a retry is due, or the log is overdue.
    pub fn next_tick<G: Game>(&self, session: &Session<G>) -> Option<Instant> {
        let limit = self.client.link().timing().hand_over;
        let until_stand_in = |seat: Seat| match self.client.person_status(seat)? {
            PersonStatus::Away(silence) => Some(limit.saturating_sub(silence)),
            PersonStatus::Here | PersonStatus::Gone => None,
        };
        let awaited = self.client.replica().awaited(session).iter();
        let stand_ins = awaited.filter(|_| !self.own_seats().is_empty()).filter_map(until_stand_in);
        let time_left = |seat: Seat| self.client.time_left(session, seat);
        let clocks = self.client.replica().timed_seats(session).iter().filter_map(time_left);
        let is_arriving = !self.client.has_first_entry();
        let overdue =
            is_arriving.then(|| FIRST_ENTRY_TIMEOUT.saturating_sub(self.arrived.elapsed()));
        let backoff = self.client.backoff();
        let retry = backoff.time_until_retry().filter(|_| backoff.has_failed());
        let times = stand_ins.chain(clocks).chain(overdue).chain(retry);
        let next = times.filter(|time| !time.is_zero()).min();
        next.map(|time| Instant::now() + time + TICK_MARGIN)
    }

    fn note_step_start(&mut self, is_first_reading: bool) {
        let replica = self.client.replica();
        let step = replica.has_begun().then(|| replica.step());
        // At the first reading, `step_start` is the time of the table's last change.
        if step != self.step && !is_first_reading {
            self.step_start = self.clock.milliseconds();
        }
        self.step = step;
    }

    /// When the current step began, such as `14:05`.
    pub fn step_start_time(&self) -> String {
        self.clock.time_or_date(self.step_start)
    }

    fn seek_seat<G: Game>(&mut self, session: &Session<G>) {
        let Some(join_as) = self.join_as.filter(|_| self.client.has_first_entry()) else { return };
        if join_as == JoinAs::Watcher || !self.own_seats().is_empty() {
            self.join_as = None;
            return;
        }
        if self.client.is_sending() {
            return;
        }
        if self.client.backoff().has_given_up() {
            self.join_as = None;
            let reason = self.client.take_refusal().unwrap_or_default();
            self.news = Some(format!("No seat can be taken ({reason}): you are watching."));
            return;
        }
        let replica = self.client.replica();
        let is_free = |&seat: &Seat| {
            self.client.person_status(seat).is_some_and(|at| at != PersonStatus::Here)
        };
        let mine = replica.seats_named(&self.client.link().client().name);
        if let Some(seat) = mine.iter().find(is_free).or_else(|| replica.open_seat()) {
            // If another person is quicker, this is tried again with the remaining seats.
            self.client.add_automatic(session, self.seat_entry(seat));
            return;
        }
        self.join_as = None;
        self.asks_for_seat = !mine.is_empty() && session.outcome().is_none();
        if mine.is_empty() {
            self.news = Some(FULL.to_owned());
        }
    }

    pub fn is_watching(&self) -> bool {
        self.client.has_first_entry() && self.own_seats().is_empty() && self.join_as.is_none()
    }

    /// This person's seat at another terminal, if they only watch here.
    pub fn seat_elsewhere<G: Game>(&self, session: &Session<G>) -> Option<Seat> {
        if !self.is_watching() || session.outcome().is_some() {
            return None;
        }
        self.client.replica().seats_named(&self.client.link().client().name).iter().next()
    }

    /// Takes a seat that is open or belongs to this person.
    pub fn take_seat<G: Game>(&mut self, session: &Session<G>, seat: Seat) {
        // If this is no longer legal, the log will show why.
        let _ = self.client.add(session, self.seat_entry(seat));
    }

    fn seat_entry(&self, seat: Seat) -> Entry {
        Entry::Sit { seat, name: self.client.link().client().name.clone() }
    }

    fn report_moved_seat<G: Game>(&mut self, session: &Session<G>) {
        let own = self.own_seats();
        if own.is_empty() && !self.own_before.is_empty() && self.seat_elsewhere(session).is_some() {
            self.news = Some(MOVED.to_owned());
        }
        self.own_before = own;
    }

    fn report_people(&mut self, is_first_reading: bool) {
        let holders = self.holders();
        let before = std::mem::replace(&mut self.holders_before, holders.clone());
        if is_first_reading {
            return;
        }
        for (before, now) in before.into_iter().zip(holders).filter(|(before, now)| before != now) {
            let (before_name, name) = (before.name(), now.name());
            match (before, now) {
                (SeatHolder::Other(_), SeatHolder::Nobody) => {
                    self.report(format!("{before_name} has left, and the seat is open again."));
                }
                (SeatHolder::Nobody | SeatHolder::Other(_), SeatHolder::Other(_)) => {
                    self.report(format!("{name} has joined."));
                }
                _ => {}
            }
        }
    }

    /// Appends a sentence to the news.
    pub fn report(&mut self, sentence: String) {
        self.news = Some(match self.news.take() {
            Some(news) => format!("{news} {sentence}"),
            None => sentence,
        });
    }

    fn holder(&self, seat: Seat) -> SeatHolder {
        match &self.client.replica().occupants()[seat.index()] {
            Occupant::Open => SeatHolder::Nobody,
            Occupant::Computer(_) => SeatHolder::Computer,
            Occupant::Person { .. } if self.own_seats().contains(seat) => SeatHolder::You,
            Occupant::Person { name, .. } => SeatHolder::Other(name.clone()),
        }
    }

    /// Who has each seat.
    pub fn holders(&self) -> Vec<SeatHolder> {
        let seats = 0..self.client.replica().occupants().len();
        seats.map(|seat| self.holder(Seat::new(seat))).collect()
    }

    /// See [`SeatHolder::name`].
    pub fn person_name(&self, seat: Seat) -> String {
        self.holder(seat).name()
    }

    /// See [`SeatHolder::name`].
    pub fn person_names(&self) -> Vec<String> {
        self.holders().iter().map(SeatHolder::name).collect()
    }

    /// The names with which people joined, by seat. Empty without a person.
    pub fn joined_names(&self) -> Vec<String> {
        let name = |occupant: &Occupant| match occupant {
            Occupant::Person { name, .. } => unbroken(name),
            Occupant::Open | Occupant::Computer(_) => String::new(),
        };
        self.client.replica().occupants().iter().map(name).collect()
    }

    /// Why the person on a seat doesn't choose there; `None` if they do, or without a person.
    pub fn absence<G: Game>(&self, session: &Session<G>, seat: Seat) -> Option<Absence> {
        let occupant = &self.client.replica().occupants()[seat.index()];
        if matches!(occupant, Occupant::Person { has_stand_in: true, .. }) {
            return Some(Absence::StandIn);
        }
        if session.outcome().is_some() {
            return None;
        }
        match self.client.person_status(seat)? {
            PersonStatus::Here => None,
            PersonStatus::Away(_) => Some(Absence::Away),
            PersonStatus::Gone => Some(Absence::Left),
        }
    }

    pub fn absence_sentence<G: Game>(&self, session: &Session<G>, seat: Seat) -> Option<String> {
        let absence = self.absence(session, seat)?;
        Some(absence.sentence(&self.person_name(seat)))
    }

    pub fn open_seats_sentence(&self) -> String {
        let occupants = self.client.replica().occupants().iter();
        match occupants.filter(|occupant| **occupant == Occupant::Open).count() {
            1 => "Waiting for another player.".to_owned(),
            open => format!("Waiting for {open} other players."),
        }
    }

    /// `None` for a watcher.
    pub fn phrase_entry(&self, phrase: Phrase) -> Option<Entry> {
        self.own_seats().iter().next().map(|seat| Entry::Say { seat, phrase })
    }

    /// Such as `bob and carl`.
    pub fn names_on(&self, seats: Seats) -> String {
        join(&seats.iter().map(|seat| self.person_name(seat)).collect::<Vec<_>>())
    }

    /// Sentences about the consequences of leaving the table, and how to come back.
    pub fn leaving_note(&self) -> String {
        let invitation = self.invitation();
        let is_other = |holder: &SeatHolder| matches!(holder, SeatHolder::Other(_));
        let has_others = self.holders().iter().any(is_other);
        if self.is_open() && !has_others {
            return "Nobody has joined yet. The table closes when you leave.".to_owned();
        }
        if self.is_open() {
            return format!("Your seat opens again. Come back with {invitation}.");
        }
        let meanwhile = if self.time_control.is_some() {
            "Your clock runs meanwhile."
        } else {
            "After a while the others may let a computer play for you."
        };
        format!(
            "The game waits for you. Come back with {invitation}, or with \"Play with others\" in \
             the menu. {meanwhile}"
        )
    }

    fn other_watchers(&self) -> Vec<String> {
        let mut names = self.client.watchers();
        if self.own_seats().is_empty() {
            let name = &self.client.link().client().name;
            if let Some(at) = names.iter().position(|other| other == name) {
                names.remove(at);
            }
        }
        names
    }

    /// The other watchers, such as `2 spectators: ada and bob`, and their number alone.
    pub fn spectators(&self) -> Option<[String; 2]> {
        let names = self.other_watchers();
        let count = counted(names.len(), "spectator");
        (!names.is_empty()).then(|| [format!("{count}: {}", join(&names)), count])
    }

    /// The seat of this terminal's person who must answer a request to take back a move.
    pub fn asked_seat<G: Game>(&self, session: &Session<G>) -> Option<Seat> {
        let replica = self.client.replica();
        // While an entry is being sent, the answer may be on its way.
        let question = replica.undo_question().filter(|_| !self.client.is_sending())?;
        let voters = replica.undo_voters(session, question.seat);
        let is_asked = |&seat: &Seat| voters.contains(seat) && !question.agreed.contains(seat);
        self.own_seats().iter().find(is_asked)
    }

    /// The name of a player who asks to take back a move, once for each request.
    pub fn take_question<G: Game>(&mut self, session: &Session<G>) -> Option<String> {
        let was_asked = self.was_asked;
        self.was_asked = self.asked_seat(session).is_some();
        let question = self.client.replica().undo_question();
        let asking = question.filter(|_| self.was_asked && !was_asked)?.seat;
        Some(self.person_name(asking))
    }

    /// The entry that asks the others to take back this person's last move, or why there is none.
    pub fn undo_entry<G: Game>(&self, session: &Session<G>) -> Result<Entry, Cow<'static, str>> {
        let (own, replica) = (self.own_seats(), self.client.replica());
        let resigned = session.resigned();
        let Some(seat) = own.iter().find(|&seat| !resigned.contains(seat)) else {
            return Err(WATCHING.into());
        };
        if !replica.has_begun() {
            return Err(NOT_BEGUN.into());
        }
        if let Some(question) = replica.undo_question() {
            let others = replica.undo_voters(session, question.seat);
            let names = self.names_on(if own.contains(question.seat) { others } else { own });
            return Err(format!("{names} must answer first").into());
        }
        let has_chosen = session.pending_choices().any(|(seat, _)| own.contains(seat));
        if has_chosen || self.client.is_sending() {
            return Err("you have chosen: wait for the others".into());
        }
        let target = session.last_choice_of(own).filter(|_| session.outcome().is_none());
        let lines = target.ok_or("there is no move to take back")?;
        Ok(Entry::AskUndo { seat, lines })
    }

    /// Lets a computer play for a person who is away. Returns the notice to show.
    pub fn add_stand_in<G: Game>(&mut self, session: &Session<G>, seat: Seat) -> Option<String> {
        let Occupant::Person { name, .. } = &self.client.replica().occupants()[seat.index()] else {
            return None;
        };
        let name = name.clone();
        match self.client.add(session, Entry::StandIn { seat }) {
            Ok(()) => Some(format!("a computer plays for {name} until they are back")),
            Err(error) => Some(error.to_string()),
        }
    }
}
