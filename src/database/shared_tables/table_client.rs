//! One process at a shared table: the entries it has received, and those it adds.
//!
//! The game is in a session of the caller, who applies entries one by one when it is ready to show
//! them ([`TableClient::apply_next`]). Own entries are sent once all received ones are applied.

use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

use super::{
    Change, ClientId, Entry, Link, Occupant, Replica, SharedError, StoredEntry, TableCode,
    link::{Outage, TableSubscription},
    store::{Appended, StoredTable},
};
use crate::{backoff::Backoff, job::Job};
use fourcade_engine::play::{
    ActionError, Game, RecordReadError, Seat, Seats, Session, TimeControl,
};

struct Outgoing {
    entry: Entry,
    /// The number of entries applied when it was queued. Its own number is at least that.
    min_number: u64,
    /// Whether the person is told if it is refused.
    is_by_person: bool,
    state: Delivery,
}

enum Delivery {
    /// Waiting to be sent or resent.
    Waiting,
    /// Sent with this number in the log.
    Sent { number: u64, reply: Job<Result<Appended, SharedError>> },
    /// The log already had an entry with this number. Resent once that has been read.
    Behind { number: u64 },
    /// Stored; arrives with the next read of the log.
    Added,
}

impl Outgoing {
    /// Updates the state once the database has answered, or once more of the log was read.
    /// `applied` is the number of entries applied so far. Returns an error if the database refuses
    /// the entry.
    fn update(&mut self, applied: u64) -> Result<(), SharedError> {
        if let Delivery::Sent { number, reply } = &self.state {
            self.state = match reply.take_result() {
                None => return Ok(()),
                Some(Ok(Appended::Done)) => Delivery::Added,
                Some(Ok(Appended::Behind)) => Delivery::Behind { number: *number },
                // If it was added after all, it is recognised when the log is read again.
                Some(Err(error)) if error.is_failure() => Delivery::Waiting,
                Some(Err(error)) => return Err(error),
            };
        }
        if matches!(self.state, Delivery::Behind { number } if number != applied) {
            self.state = Delivery::Waiting;
        }
        Ok(())
    }
}

/// A process at a table. Never blocks. Call [`Self::receive`] whenever the link wakes.
pub struct TableClient {
    link: Link,
    table: TableSubscription,
    code: TableCode,
    replica: Replica,
    /// The entries that are not applied yet.
    incoming: VecDeque<StoredEntry>,
    outgoing: VecDeque<Outgoing>,
    /// Why the last entry was not added, until it is taken.
    refusal: Option<String>,
    /// Counts automatic entries that were refused or had no effect.
    backoff: Backoff,
}

/// Whether the person on a seat is at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PersonStatus {
    Here,
    /// Silent for this long.
    Away(Duration),
    Gone,
}

impl TableClient {
    /// Follows a table. Also returns its game before the first entry.
    pub fn follow<G: Game>(
        link: Link,
        table: &StoredTable,
    ) -> Result<(Self, Session<G>), RecordReadError> {
        let (replica, session) = Replica::start(&table.header)?;
        let client = Self {
            table: link.follow(table.code.clone()),
            link,
            code: table.code.clone(),
            replica,
            incoming: VecDeque::new(),
            outgoing: VecDeque::new(),
            refusal: None,
            backoff: Backoff::default(),
        };
        Ok((client, session))
    }

    pub fn code(&self) -> &TableCode {
        &self.code
    }

    pub fn replica(&self) -> &Replica {
        &self.replica
    }

    pub fn link(&self) -> &Link {
        &self.link
    }

    pub fn own_seats(&self) -> Seats {
        self.replica.seats_of(self.id())
    }

    /// The seats for which this process decides: those of its person and, if that person sits at
    /// the table, of the computers.
    pub fn controlled_seats<G: Game>(&self, session: &Session<G>) -> Seats {
        if self.own_seats().is_empty() {
            return Seats::NONE;
        }
        let is_controlled = |&seat: &Seat| self.replica.may_choose(session, self.id(), seat);
        session.game().seats().iter().filter(is_controlled).collect()
    }

    /// The people for whom any client's computer may choose, because their time is over. None if
    /// they lose the game instead.
    pub fn late_choosers<G: Game>(&self, session: &Session<G>) -> Seats {
        if session.header().clock.is_none_or(TimeControl::loses_on_time) {
            return Seats::NONE;
        }
        self.replica.late_seats(session, self.table.database_time())
    }

    /// Seats this process may choose for now.
    pub fn choosable_seats<G: Game>(&self, session: &Session<G>) -> Seats {
        if !self.is_at_end() {
            return Seats::NONE;
        }
        let awaited = self.replica.awaited(session);
        let is_open = |&seat: &Seat| awaited.contains(seat) && !self.is_sending_choice(seat);
        let late = self.late_choosers(session);
        let candidates = late.iter().fold(self.controlled_seats(session), Seats::with);
        candidates.iter().filter(is_open).collect()
    }

    /// Whether the first entry of the log was applied.
    pub fn has_first_entry(&self) -> bool {
        self.replica.entry_count() > 0
    }

    /// Whether all received entries are applied.
    pub fn is_at_end(&self) -> bool {
        self.incoming.is_empty()
    }

    pub fn incoming(&self) -> impl ExactSizeIterator<Item = &StoredEntry> {
        self.incoming.iter()
    }

    pub fn is_sending(&self) -> bool {
        !self.outgoing.is_empty()
    }

    /// Whether a choice or a flag for this seat is being sent.
    pub fn is_sending_choice(&self, seat: Seat) -> bool {
        let chooses = |entry: &Entry| entry.is_choice() || matches!(entry, Entry::Flag { .. });
        let mut entries = self.outgoing.iter().map(|outgoing| &outgoing.entry);
        entries.any(|entry| chooses(entry) && entry.seat() == Some(seat))
    }

    pub fn take_refusal(&mut self) -> Option<String> {
        self.refusal.take()
    }

    pub fn outage(&self) -> Option<Outage> {
        self.link.outage()
    }

    /// `None` for a computer and an open seat.
    pub fn person_status(&self, seat: Seat) -> Option<PersonStatus> {
        let Occupant::Person { client, .. } = &self.replica.occupants()[seat.index()] else {
            return None;
        };
        let Some(client) = client else { return Some(PersonStatus::Gone) };
        if client == self.id() {
            return Some(PersonStatus::Here);
        }
        Some(match self.table.presence().silence(client, Instant::now()) {
            None => PersonStatus::Gone,
            Some(silence) if silence >= self.link.timing().away => PersonStatus::Away(silence),
            Some(_) => PersonStatus::Here,
        })
    }

    pub fn watchers(&self) -> Vec<String> {
        let presence = self.table.presence();
        let present = presence.present(self.link.timing().away, Instant::now());
        let watches = |(id, _): &(&ClientId, &str)| self.replica.seats_of(id).is_empty();
        present.filter(watches).map(|(_, name)| name.to_owned()).collect()
    }

    /// Queues an entry after the earlier ones.
    pub fn add<G: Game>(&mut self, session: &Session<G>, entry: Entry) -> Result<(), ActionError> {
        let is_by_person = match &entry {
            Entry::Choose { seat, .. } => self.own_seats().contains(*seat),
            _ => true,
        };
        self.enqueue(session, entry, is_by_person)
    }

    /// Queues an automatic entry, unless the backoff forbids it or it is illegal.
    pub fn add_automatic<G: Game>(&mut self, session: &Session<G>, entry: Entry) {
        if self.backoff.may_try() {
            let _ = self.enqueue(session, entry, false);
        }
    }

    pub fn backoff(&self) -> &Backoff {
        &self.backoff
    }

    fn enqueue<G: Game>(
        &mut self,
        session: &Session<G>,
        entry: Entry,
        is_by_person: bool,
    ) -> Result<(), ActionError> {
        self.replica.check(session, self.id(), &entry, self.table.database_time())?;
        if self.outgoing.iter().any(|outgoing| outgoing.entry == entry) {
            return Ok(());
        }
        let (min_number, state) = (self.replica.entry_count(), Delivery::Waiting);
        self.outgoing.push_back(Outgoing { entry, min_number, is_by_person, state });
        self.send(session);
        Ok(())
    }

    pub fn choose<G: Game>(
        &mut self,
        session: &Session<G>,
        seat: Seat,
        action: G::Action,
    ) -> Result<(), ActionError> {
        if self.is_sending_choice(seat) {
            return Err(ActionError::new("your move is on its way"));
        }
        let (step, action) = (self.replica.step(), action.to_string());
        if self.late_choosers(session).contains(seat) {
            return self.enqueue(session, Entry::Flag { seat, step, action: Some(action) }, false);
        }
        self.add(session, Entry::Choose { seat, step, action })
    }

    pub fn receive(&mut self) {
        self.incoming.extend(self.table.take_entries());
    }

    /// Applies the next entry to the table and its game. `None` if nothing changes.
    pub fn apply_next<G: Game>(&mut self, session: &mut Session<G>) -> Option<Change> {
        let stored = self.incoming.pop_front()?;
        let change = self.replica.apply(session, &stored);
        let is_own = stored.client == *self.id();
        let arrived = |outgoing: &Outgoing| {
            stored.number >= outgoing.min_number && stored.entry.as_ref() == Some(&outgoing.entry)
        };
        if change.is_some() {
            // A refused entry may be possible now.
            self.backoff.reset();
        }
        if is_own && self.outgoing.front().is_some_and(arrived) {
            let outgoing = self.outgoing.pop_front();
            if change.is_none() && outgoing.is_some_and(|outgoing| !outgoing.is_by_person) {
                self.backoff.fail();
            }
        }
        change
    }

    /// Adds automatic entries: takes seats back from stand-ins, and flags late people.
    pub fn add_due_entries<G: Game>(&mut self, session: &Session<G>) {
        let is_settled = self.has_first_entry() && self.is_at_end() && !self.is_sending();
        if !is_settled || session.outcome().is_some() {
            return;
        }
        for seat in self.own_seats().iter() {
            if let Occupant::Person { name, has_stand_in: true, .. } =
                &self.replica.occupants()[seat.index()]
            {
                let entry = Entry::Sit { seat, name: name.clone() };
                self.add_automatic(session, entry);
            }
        }
        if session.header().clock.is_some_and(TimeControl::loses_on_time) {
            for seat in self.replica.late_seats(session, self.table.database_time()).iter() {
                let entry = Entry::Flag { seat, step: self.replica.step(), action: None };
                self.add_automatic(session, entry);
            }
        }
    }

    pub fn time_left<G: Game>(&self, session: &Session<G>, seat: Seat) -> Option<Duration> {
        self.replica.time_left(session, seat, self.table.database_time())
    }

    /// Whether the person on a seat has been away long enough for a stand-in.
    pub fn may_hand_over(&self, seat: Seat) -> bool {
        match self.person_status(seat) {
            Some(PersonStatus::Gone) => true,
            Some(PersonStatus::Away(silence)) => silence >= self.link.timing().hand_over,
            _ => false,
        }
    }

    /// Sends or resends the first queued entry, once all received entries are applied.
    pub fn send<G: Game>(&mut self, session: &Session<G>) {
        if !self.is_at_end() {
            return;
        }
        while let Err(reason) = self.send_first(session) {
            self.drop_first(reason);
        }
    }

    /// Sends the first queued entry if it is waiting. Returns the reason if it was refused.
    fn send_first<G: Game>(&mut self, session: &Session<G>) -> Result<(), String> {
        let Some(first) = self.outgoing.front_mut() else { return Ok(()) };
        let number = self.replica.entry_count();
        first.update(number).map_err(|error| error.to_string())?;
        if !matches!(first.state, Delivery::Waiting) || self.link.outage().is_some() {
            return Ok(());
        }
        let (id, now) = (&self.link.client().id, self.table.database_time());
        let progress = self.replica.progress_after(session, id, &first.entry, now);
        let progress = progress.map_err(|error| error.to_string())?;
        let reply = self.link.append(self.code.clone(), number, first.entry.clone(), progress);
        first.state = Delivery::Sent { number, reply };
        Ok(())
    }

    /// Gives up the first entry. People are told about their own, and about the last retry.
    fn drop_first(&mut self, reason: String) {
        let Some(outgoing) = self.outgoing.pop_front() else { return };
        // Choices back off too, because a computer may have made one for this person.
        if !outgoing.is_by_person || outgoing.entry.is_choice() {
            self.backoff.fail();
        }
        if outgoing.is_by_person || self.backoff.has_given_up() {
            self.refusal = Some(reason);
        }
    }

    fn id(&self) -> &ClientId {
        &self.link.client().id
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        app::lobby::JoinAs,
        app::table::SharedTable,
        database::shared_tables::{
            Client, connection::Location, new_table, open_new, presence::Timing,
        },
        job::Wake,
        settings::local_clock::LocalClock,
    };
    use fourcade_engine::{
        flip::Flip,
        play::{GameInfo as _, HUMAN, RecordHeader},
    };

    /// Bob, who has joined a table at which Ada sits, and has read its log.
    fn at_a_table(folder: &tempfile::TempDir) -> (SharedTable, Session<Flip>) {
        let wake = Wake::new(|| ());
        let location = Location::File(folder.path().join("shared.db"));
        let open = |name| Link::open(location.clone(), Client::new(name), Timing::default(), &wake);
        let (ada, bob) = (open("ada"), open("bob"));
        let header = RecordHeader {
            setup: Flip::deal_seeded(4, 1).unwrap(),
            players: vec![HUMAN.to_owned(); 2],
            seed: 5,
            clock: None,
        };
        let client = ada.client().clone();
        let table = new_table::<Flip>(&header, &client, None, true).unwrap();
        let opened = ada.ask(move |connection| open_new(connection, &client, &table));
        let stored = opened.wait().unwrap();
        let (mut share, mut session) =
            SharedTable::join::<Flip>(&bob, &stored, JoinAs::Player, &LocalClock::default())
                .unwrap();
        while !share.client.has_first_entry() {
            share.client.receive();
            share.client.apply_next(&mut session);
            std::thread::yield_now();
        }
        (share, session)
    }

    /// Makes the database refuse the first queued entry.
    fn refuse(client: &mut TableClient, session: &Session<Flip>) {
        let refused = Job::start(&Wake::new(|| ()), |_, _| {
            Err::<Appended, _>(SharedError::NoTable("k7m2".to_owned()))
        });
        let first = client.outgoing.front_mut().unwrap();
        first.state = Delivery::Sent { number: client.replica.entry_count(), reply: refused };
        while client.is_sending() {
            client.send(session);
            std::thread::yield_now();
        }
    }

    #[test]
    fn a_person_who_is_refused_a_seat_retries_and_then_watches() {
        let folder = tempfile::tempdir().unwrap();
        let (mut share, session) = at_a_table(&folder);
        share.react_to_log(&session, true);
        let sit = || Entry::Sit { seat: Seat::new(1), name: "bob".to_owned() };
        let mut attempts = 0;
        while !share.client.backoff.has_given_up() {
            assert!(share.client.is_sending());
            refuse(&mut share.client, &session);
            attempts += 1;
            // The next attempt has to wait. Only the last refusal is reported.
            share.client.add_automatic(&session, sit());
            assert!(!share.client.is_sending());
            let has_given_up = share.client.backoff.has_given_up();
            assert_eq!(share.client.refusal.is_some(), has_given_up, "{attempts}");
            let is_scheduled = share.next_tick(&session).is_some();
            share.react_to_log(&session, false);
            assert!(!share.client.is_sending());
            assert_eq!(is_scheduled, share.join_as.is_some());
            // The pause is over.
            share.client.enqueue(&session, sit(), false).unwrap();
        }
        assert!((5..20).contains(&attempts), "{attempts}");
        let news = share.news.as_deref().unwrap_or_default();
        assert!(news.starts_with("No seat can be taken (there is no table"), "{news}");
        assert_eq!(share.join_as, None);
        // An entry of the person is still sent.
        refuse(&mut share.client, &session);
        share.take_seat(&session, Seat::new(1));
        assert!(share.client.is_sending());
    }
}
