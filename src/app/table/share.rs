//! What makes a table shared: the log that all terminals read, who sits where, and the table of the
//! rematch.

use std::{
    borrow::Cow,
    cell::Cell,
    rc::Rc,
    time::{Duration, Instant},
};

use crate::{
    app::lobby::{JoinAs, refuse_programs},
    database::shared_tables::{
        Entry, Link, Occupant, OpeningTable, Phrase, SharedError, TableClient, TableCode,
        Whereabouts, new_table,
        store::{self, StoredTable},
    },
    games::{ArcadeGame, YOU, capitalized, counted, join},
    job::Job,
    settings::local_clock::LocalClock,
    widgets::glyphs::unbroken,
};
use fourcade_engine::play::{Game, RecordHeader, Seat, Seats, Session, TimeControl, random};

/// What is reported to somebody for whom there is no seat.
const FULL: &str = "all seats are taken: you are watching";
/// What is reported to somebody whose seat went to another terminal.
const MOVED: &str = "your game goes on at another terminal; here you are watching";

#[derive(Debug, Default)]
pub enum Rematch {
    /// Nobody here has asked for it.
    #[default]
    None,
    /// This process is opening it.
    Opening(Box<OpeningTable>),
    /// This process has opened it, and tells the others.
    Announcing(Box<StoredTable>),
    /// This process looks up the table that somebody else has opened.
    Joining(Job<Result<StoredTable, SharedError>>),
}

impl Rematch {
    /// Whether the next table is on its way.
    pub fn is_busy(&self) -> bool {
        !matches!(self, Self::None)
    }
}

/// What is wrong with a table whose log stays empty.
pub const NO_LOG: &str = "This table has never begun: the arcade that opened it stopped too early. \
                          Leave it, and open another one.";
/// How long the first entry of the log may take.
const LATE: Duration = Duration::from_secs(10);

/// Why a watcher can't do what players can.
pub const WATCHING: &str = "you are watching";
/// Why the game can't be changed before it has begun.
pub const NOT_BEGUN: &str = "the game begins when all seats are taken";
/// What stands in the place of a name where nobody sits.
const OPEN: &str = "open";

pub struct TableShare {
    pub client: TableClient,
    /// What the person came for, until they sit or watch.
    pub join_as: Option<JoinAs>,
    /// The seats of this terminal's person when the log was read last.
    own_before: Seats,
    /// The names of the people then.
    people_before: Vec<String>,
    /// When this process came to the table.
    came: Instant,
    /// Whether the person is to be asked if their game moves here from another terminal.
    pub asks_for_seat: bool,
    /// Whether the person has been asked if a move may be taken back.
    pub was_asked: bool,
    /// What is to be reported in place of the footer.
    pub news: Option<String>,
    pub rematch: Rematch,
    /// Whether somebody else has opened the next table, for the result card.
    pub is_invited: Rc<Cell<bool>>,
    /// The step that is due; `None` before the game has begun.
    step: Option<u64>,
    /// When it became due, in milliseconds since 1970.
    due: i64,
    clock: LocalClock,
    /// A number that all processes derive for this table.
    pub series_id: i64,
    /// With it, no computer plays for who is away.
    control: Option<TimeControl>,
}

impl TableShare {
    /// Comes to a table. Returns its game before the first entry, too.
    pub fn follow<G: ArcadeGame>(
        link: &Link,
        stored: &StoredTable,
        join_as: JoinAs,
        clock: &LocalClock,
    ) -> Result<(Self, Session<G>), String> {
        let (client, session) = TableClient::follow::<G>(link.clone(), stored)
            .map_err(|error| format!("this table can't be used: {error}"))?;
        // Another program may have made the table.
        refuse_programs::<G>(&session.header().seats)?;
        if session.header().clock.is_some_and(|clock| !G::FACTS.clocks[0].is_like(clock)) {
            return Err(format!("{} isn't played with such a clock", G::FACTS.title));
        }
        let code = stored.code.as_str().bytes().map(u64::from);
        let path: Vec<u64> = code.collect();
        let id = random::derive_seed(stored.opened.cast_unsigned(), &path);
        let share = Self {
            client,
            join_as: Some(join_as),
            own_before: Seats::NONE,
            people_before: Vec::new(),
            came: Instant::now(),
            asks_for_seat: false,
            was_asked: false,
            news: None,
            rematch: Rematch::default(),
            is_invited: Rc::default(),
            step: None,
            due: stored.touched,
            clock: clock.clone(),
            series_id: id.cast_signed(),
            control: session.header().clock,
        };
        Ok((share, session))
    }

    pub fn code(&self) -> &TableCode {
        self.client.code()
    }

    pub fn invitation(&self) -> String {
        format!("fourcade join {}", self.code())
    }

    /// Whether the first entry of the log should have come long ago, although the database answers.
    pub fn is_late(&self) -> bool {
        !self.client.has_read() && self.client.trouble().is_none() && self.came.elapsed() >= LATE
    }

    /// Whether seats are open, so that the game has not begun.
    pub fn is_open(&self) -> bool {
        self.client.has_read() && !self.client.replica().has_begun()
    }

    /// The seats of this terminal's person.
    pub fn own(&self) -> Seats {
        self.client.own_seats()
    }

    /// Does what nobody needs to be asked about, after the log was read: sends what was chosen
    /// here, sits down if the person has come to play, and notices what has changed. `is_new` says
    /// that the log was read for the first time.
    pub fn keep_up<G: Game>(&mut self, session: &Session<G>, is_new: bool) {
        self.client.send(session);
        self.arrive(session);
        self.client.keep_going(session);
        self.notice_own_seats(session);
        self.notice_people(is_new);
        self.time_step(is_new);
        if self.join_as.is_none()
            && let Some(reason) = self.client.take_refusal()
        {
            self.news = Some(reason);
        }
        self.is_invited.set(self.rematch_code().is_some() && !self.rematch.is_busy());
    }

    /// The first seat that must choose and whose person has been away for so long that a computer
    /// may play for them.
    pub fn seat_to_hand_over<G: Game>(&self, session: &Session<G>) -> Option<Seat> {
        if self.own().is_empty() || self.control.is_some() {
            return None;
        }
        let may_go = |&seat: &Seat| {
            let is_person = matches!(
                self.client.replica().occupants()[seat.index()],
                Occupant::Person { has_stand_in: false, .. }
            );
            is_person && self.client.may_hand_over(seat)
        };
        self.client.replica().awaited(session).iter().find(may_go)
    }

    /// The name of somebody who must choose and is away.
    pub fn awaited_and_away<G: Game>(&self, session: &Session<G>) -> Option<String> {
        let mut awaited = self.client.replica().awaited(session).iter();
        let away = awaited.find(|&seat| self.remark(session, seat).is_some());
        away.map(|seat| self.person_name(seat))
    }

    /// When a seat may be handed over that may not be yet, somebody's time is over, something is
    /// tried again, or the log is late; `None` if there is nothing to wait for.
    pub fn next_tick<G: Game>(&self, session: &Session<G>) -> Option<Instant> {
        let limit = self.client.link().timing().hand_over;
        let rest = |seat: Seat| match self.client.whereabouts(seat)? {
            Whereabouts::Away(silence) => Some(limit.saturating_sub(silence)),
            Whereabouts::Here | Whereabouts::Gone => None,
        };
        let awaited = self.client.replica().awaited(session);
        let away = awaited.iter().filter(|_| !self.own().is_empty()).filter_map(rest);
        let left = |seat: Seat| self.client.time_left(session, seat);
        let timed = self.client.replica().timed(session).iter().filter_map(left);
        let is_arriving = !self.client.has_read();
        let late = is_arriving.then(|| LATE.saturating_sub(self.came.elapsed()));
        let backoff = self.client.backoff();
        let retry = backoff.rest().filter(|_| backoff.has_failed());
        let rests = away.chain(timed).chain(late).chain(retry);
        let next = rests.filter(|rest| !rest.is_zero()).min();
        next.map(|rest| Instant::now() + rest + Duration::from_millis(20))
    }

    /// Notes when the step that is due became due.
    fn time_step(&mut self, is_new: bool) {
        let replica = self.client.replica();
        let step = replica.has_begun().then(|| replica.step());
        // What was in the log before has the time of its last entry.
        if step != self.step && !is_new {
            self.due = self.clock.milliseconds();
        }
        self.step = step;
    }

    /// When the step that is due became due, such as `14:05`.
    pub fn since(&self) -> String {
        self.clock.time_or_date(self.due)
    }

    /// Sits down if the person has come to play and does not sit yet.
    fn arrive<G: Game>(&mut self, session: &Session<G>) {
        let Some(join_as) = self.join_as.filter(|_| self.client.has_read()) else { return };
        if join_as == JoinAs::Watcher || !self.own().is_empty() {
            self.join_as = None;
            return;
        }
        if self.client.is_sending() {
            return;
        }
        if self.client.backoff().has_given_up() {
            self.join_as = None;
            let reason = self.client.take_refusal().unwrap_or_default();
            self.news = Some(format!("no seat can be taken ({reason}): you are watching"));
            return;
        }
        let replica = self.client.replica();
        let is_free =
            |&seat: &Seat| self.client.whereabouts(seat).is_some_and(|at| at != Whereabouts::Here);
        let mine = replica.seats_named(&self.client.link().client().name);
        if let Some(seat) = mine.iter().find(is_free).or_else(|| replica.open_seat()) {
            // Somebody else may be quicker; then there is another seat, or none.
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
        self.client.has_read() && self.own().is_empty() && self.join_as.is_none()
    }

    /// The seat of this person at another terminal, if they are only watching here.
    pub fn seat_elsewhere<G: Game>(&self, session: &Session<G>) -> Option<Seat> {
        if !self.is_watching() || session.outcome().is_some() {
            return None;
        }
        self.client.replica().seats_named(&self.client.link().client().name).iter().next()
    }

    /// Sits down on a seat that is open or belongs to this person.
    pub fn sit<G: Game>(&mut self, session: &Session<G>, seat: Seat) {
        // If it is not legal any more, there is news.
        let _ = self.client.add(session, self.seat_entry(seat));
    }

    fn seat_entry(&self, seat: Seat) -> Entry {
        Entry::Sit { seat, name: self.client.link().client().name.clone() }
    }

    /// Notices that the person's seat went to another terminal.
    fn notice_own_seats<G: Game>(&mut self, session: &Session<G>) {
        let own = self.own();
        if own.is_empty() && !self.own_before.is_empty() && self.seat_elsewhere(session).is_some() {
            self.news = Some(MOVED.to_owned());
        }
        self.own_before = own;
    }

    /// Notices who has come, and who has left an open table. Who was there before is no news.
    fn notice_people(&mut self, is_new: bool) {
        let people = self.person_names();
        let before = std::mem::replace(&mut self.people_before, people.clone());
        if is_new {
            return;
        }
        for (before, now) in before.into_iter().zip(people).filter(|(before, now)| before != now) {
            if now == OPEN && before != YOU {
                self.report(format!("{before} has left, and the seat is open again"));
            } else if before != YOU && now != YOU {
                self.report(format!("{now} has joined"));
            }
        }
    }

    /// Adds to what is to be reported.
    pub fn report(&mut self, text: String) {
        self.news = Some(match self.news.take() {
            Some(news) => format!("{news}. {}", capitalized(&text)),
            None => text,
        });
    }

    /// The name of the person on a seat: `you`, or the name with which they came, unbroken. Empty
    /// for a computer player; "open" for a seat that nobody has.
    pub fn person_name(&self, seat: Seat) -> String {
        match &self.client.replica().occupants()[seat.index()] {
            Occupant::Open => OPEN.to_owned(),
            Occupant::Computer(_) => String::new(),
            Occupant::Person { .. } if self.own().contains(seat) => YOU.to_owned(),
            Occupant::Person { name, .. } => unbroken(name),
        }
    }

    /// The names of the people by seat; see [`Self::person_name`].
    pub fn person_names(&self) -> Vec<String> {
        let seats = 0..self.client.replica().occupants().len();
        seats.map(|seat| self.person_name(Seat::new(seat))).collect()
    }

    /// Whether the person on a seat is away, or a computer plays for them, in a word for the panel.
    pub fn remark<G: Game>(&self, session: &Session<G>, seat: Seat) -> Option<&'static str> {
        let occupant = &self.client.replica().occupants()[seat.index()];
        if matches!(occupant, Occupant::Person { has_stand_in: true, .. }) {
            return Some("computer");
        }
        if session.outcome().is_some() {
            return None;
        }
        match self.client.whereabouts(seat)? {
            Whereabouts::Here => None,
            Whereabouts::Away(_) => Some("away"),
            Whereabouts::Gone => Some("left"),
        }
    }

    /// Says that the person on a seat is away, or that a computer plays for them.
    pub fn absence<G: Game>(&self, session: &Session<G>, seat: Seat) -> Option<String> {
        let name = self.person_name(seat);
        Some(match self.remark(session, seat)? {
            "computer" => format!("A computer plays for {name}."),
            "left" => format!("{name} has left the table."),
            _ => format!("{name} is away."),
        })
    }

    /// Says for how many players an open table waits.
    pub fn waits_for_players(&self) -> String {
        let occupants = self.client.replica().occupants().iter();
        match occupants.filter(|occupant| **occupant == Occupant::Open).count() {
            1 => "Waiting for another player.".to_owned(),
            open => format!("Waiting for {open} other players."),
        }
    }

    /// The entry with which this terminal's person says something.
    pub fn phrase_entry(&self, phrase: Phrase) -> Option<Entry> {
        self.own().iter().next().map(|seat| Entry::Say { seat, phrase })
    }

    /// The names of the people on these seats, such as `bob and carl`.
    pub fn names(&self, seats: Seats) -> String {
        join(&seats.iter().map(|seat| self.person_name(seat)).collect::<Vec<_>>())
    }

    /// Says that the game waits, and how to come back.
    pub fn farewell(&self) -> String {
        let invitation = self.invitation();
        let is_other = |name: &String| !["", YOU, OPEN].contains(&name.as_str());
        let has_others = self.person_names().iter().any(is_other);
        if self.is_open() && !has_others {
            return "Nobody has joined yet. The table closes when you leave.".to_owned();
        }
        if self.is_open() {
            return format!("Your seat opens again. Come back with {invitation}.");
        }
        let meanwhile = if self.control.is_some() {
            "Your clock runs meanwhile."
        } else {
            "After a while the others may let a computer play for you."
        };
        format!(
            "The game waits for you. Come back with {invitation}, or with \"Play with others\" in \
             the menu. {meanwhile}"
        )
    }

    /// The names of the people who watch, without this terminal's.
    fn other_watchers(&self) -> Vec<String> {
        let mut names = self.client.watchers();
        if self.own().is_empty() {
            let name = &self.client.link().client().name;
            if let Some(at) = names.iter().position(|other| other == name) {
                names.remove(at);
            }
        }
        names
    }

    /// Counts and names the others who watch, such as `2 spectators: ada and bob`.
    pub fn spectators(&self) -> Option<[String; 2]> {
        let names = self.other_watchers();
        let count = counted(names.len(), "spectator");
        (!names.is_empty()).then(|| [format!("{count}: {}", join(&names)), count])
    }

    /// The seat of this terminal's person who is asked whether moves may be taken back.
    pub fn asked_seat<G: Game>(&self, session: &Session<G>) -> Option<Seat> {
        let replica = self.client.replica();
        // An answer may be on its way.
        let question = replica.undo_question().filter(|_| !self.client.is_sending())?;
        let voters = replica.undo_voters(session, question.seat);
        let is_asked = |&seat: &Seat| voters.contains(seat) && !question.agreed.contains(seat);
        self.own().iter().find(is_asked)
    }

    /// The name of somebody who asks to take back a move, once for each question.
    pub fn take_question<G: Game>(&mut self, session: &Session<G>) -> Option<String> {
        let was_asked = self.was_asked;
        self.was_asked = self.asked_seat(session).is_some();
        let question = self.client.replica().undo_question();
        let asking = question.filter(|_| self.was_asked && !was_asked)?.seat;
        Some(self.person_name(asking))
    }

    /// Returns the question whether the last move of this terminal's person may be taken back.
    pub fn undo_entry<G: Game>(&self, session: &Session<G>) -> Result<Entry, Cow<'static, str>> {
        let (own, replica) = (self.own(), self.client.replica());
        let resigned = session.resigned();
        let Some(seat) = own.iter().find(|&seat| !resigned.contains(seat)) else {
            return Err(WATCHING.into());
        };
        if !replica.has_begun() {
            return Err(NOT_BEGUN.into());
        }
        if let Some(question) = replica.undo_question() {
            let others = replica.undo_voters(session, question.seat);
            let names = self.names(if own.contains(question.seat) { others } else { own });
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

    /// Lets a computer play for somebody who is away. Returns what is to be reported.
    pub fn hand_over<G: Game>(&mut self, session: &Session<G>, seat: Seat) -> Option<String> {
        let Occupant::Person { name, .. } = &self.client.replica().occupants()[seat.index()] else {
            return None;
        };
        let name = name.clone();
        match self.client.add(session, Entry::StandIn { seat }) {
            Ok(()) => Some(format!("a computer plays for {name} until they are back")),
            Err(error) => Some(error.to_string()),
        }
    }

    /// The code of the table that somebody has opened for the next game.
    pub fn rematch_code(&self) -> Option<TableCode> {
        self.client.replica().rematch()?.parse().ok()
    }

    pub fn join_rematch(&mut self, code: TableCode) {
        let stored = self.client.link().ask(move |connection| store::table(connection, &code));
        self.rematch = Rematch::Joining(stored);
    }

    /// Opens a table for a game with this header, on which this person has the seat after the
    /// present one.
    pub fn open_rematch<G: Game>(&mut self, header: &RecordHeader<G::Setup>) -> Result<(), String> {
        let seat = self.own().iter().next().ok_or(WATCHING)?.next(header.seats.len());
        let link = self.client.link();
        let table = new_table::<G>(header, link.client(), Some(seat), false)?;
        self.rematch = Rematch::Opening(Box::new(OpeningTable::start(link, table)));
        Ok(())
    }

    /// Takes the next step towards the next table. Returns the table to go to, or why there is
    /// none.
    pub fn advance_rematch<G: Game>(
        &mut self,
        session: &Session<G>,
    ) -> Option<Result<StoredTable, String>> {
        let describe = |error: SharedError| error.to_string();
        match std::mem::take(&mut self.rematch) {
            Rematch::None => None,
            Rematch::Opening(mut opening) => match opening.take() {
                None => {
                    self.rematch = Rematch::Opening(opening);
                    None
                }
                Some(Ok(stored)) => {
                    let entry = Entry::Rematch { code: stored.code.to_string() };
                    // If somebody was quicker, their table counts.
                    let _ = self.client.add(session, entry);
                    self.rematch = Rematch::Announcing(Box::new(stored));
                    self.advance_rematch(session)
                }
                Some(Err(error)) => Some(Err(describe(error))),
            },
            Rematch::Announcing(stored) => match self.rematch_code() {
                None => {
                    self.rematch = Rematch::Announcing(stored);
                    None
                }
                Some(code) if code == stored.code => Some(Ok(*stored)),
                Some(code) => {
                    self.close_unused(*stored);
                    self.join_rematch(code);
                    None
                }
            },
            Rematch::Joining(reply) => match reply.answer() {
                None => {
                    self.rematch = Rematch::Joining(reply);
                    None
                }
                Some(answer) => Some(answer.map_err(describe)),
            },
        }
    }

    /// Closes the table that this process has opened, because the others play at another one.
    fn close_unused(&self, stored: StoredTable) {
        let link = self.client.link();
        let client = link.client().clone();
        // If this fails, the table is open for nobody until it is forgotten.
        drop(link.ask(move |connection| store::close_new(connection, &client, &stored)));
    }
}
