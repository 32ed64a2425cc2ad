//! One process at a shared table: its replica, and the entries that it wants to add.

use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

use super::{
    Change, ClientId, Entry, Link, Occupant, Replica, SharedError, TableCode,
    link::{FollowId, Outage},
    store::{Appended, StoredTable},
};
use crate::job::Job;
use fourcade_engine::play::{ActionError, Game, RecordReadError, Seat, Seats};

/// How often an entry is sent again although the log has no news.
const MAX_REFUSALS: u32 = 5;

struct Outgoing {
    entry: Entry,
    /// The number of entries read when it was first sent; it can't be in the log before.
    since: u64,
    /// Whether a person wants it, who is told if it can't be added.
    is_wanted_by_person: bool,
    /// How often it was refused although the log had no news.
    refused: u32,
    state: Delivery,
}

enum Delivery {
    /// It is to be sent, perhaps again.
    Waiting,
    /// It was sent with this number, and the answer will come.
    Sent(u64, Job<Result<Appended, SharedError>>),
    /// It is in the log, and will arrive with the news.
    Added,
}

/// This never waits. [`Self::poll`] takes the news of the link; call it whenever the link wakes.
pub struct TableClient<G: Game> {
    link: Link,
    follow: FollowId,
    code: TableCode,
    replica: Replica<G>,
    outgoing: VecDeque<Outgoing>,
    /// Why the last entry was not added, until it is taken.
    refusal: Option<String>,
    has_read: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whereabouts {
    Here,
    /// Silent for this long.
    Away(Duration),
    Gone,
}

impl<G: Game> TableClient<G> {
    /// `is_person` tells a person's seat by the name of its player in the record.
    pub fn follow(
        link: Link,
        table: &StoredTable,
        is_person: impl Fn(&str) -> bool,
    ) -> Result<Self, RecordReadError> {
        let replica = Replica::new(&table.header, table.opened_by.clone(), is_person)?;
        let follow = link.follow(Some(table.code.clone()));
        Ok(Self {
            link,
            follow,
            code: table.code.clone(),
            replica,
            outgoing: VecDeque::new(),
            refusal: None,
            has_read: false,
        })
    }

    pub fn code(&self) -> &TableCode {
        &self.code
    }

    pub fn replica(&self) -> &Replica<G> {
        &self.replica
    }

    pub fn link(&self) -> &Link {
        &self.link
    }

    pub fn own_seats(&self) -> Seats {
        self.replica.seats_of(self.id())
    }

    /// The seats for which this process decides: its person's, and those of computers if it runs
    /// them.
    pub fn decided_here(&self) -> Seats {
        let seats = self.replica.session().game().seats();
        seats.iter().filter(|&seat| self.replica.decider(seat) == Some(self.id())).collect()
    }

    /// Whether the log has been read once, so that the table is known.
    pub fn has_read(&self) -> bool {
        self.has_read
    }

    pub fn is_sending(&self) -> bool {
        !self.outgoing.is_empty()
    }

    pub fn is_sending_choice(&self, seat: Seat) -> bool {
        self.outgoing.iter().any(|outgoing| {
            matches!(outgoing.entry, Entry::Choose { seat: chosen, .. } if chosen == seat)
        })
    }

    pub fn take_refusal(&mut self) -> Option<String> {
        self.refusal.take()
    }

    pub fn trouble(&self) -> Option<Outage> {
        self.link.trouble()
    }

    /// `None` for a computer and an open seat.
    pub fn whereabouts(&self, seat: Seat) -> Option<Whereabouts> {
        let Occupant::Person { client, .. } = &self.replica.occupants()[seat.index()] else {
            return None;
        };
        let Some(client) = client else { return Some(Whereabouts::Gone) };
        if client == self.id() {
            return Some(Whereabouts::Here);
        }
        Some(match self.link.presence().silence(client, Instant::now()) {
            None => Whereabouts::Gone,
            Some(silence) if silence >= self.link.timing().away => Whereabouts::Away(silence),
            Some(_) => Whereabouts::Here,
        })
    }

    pub fn watchers(&self) -> Vec<String> {
        let presence = self.link.presence();
        let present = presence.present(self.link.timing().away, Instant::now());
        let watches = |(id, _): &(&ClientId, &str)| self.replica.seats_of(id).is_empty();
        present.filter(watches).map(|(_, name)| name.to_owned()).collect()
    }

    /// Adds an entry to the log, after those that are on their way.
    pub fn add(&mut self, entry: Entry) -> Result<(), ActionError> {
        let is_wanted_by_person = match &entry {
            Entry::Choose { seat, .. } => self.own_seats().contains(*seat),
            _ => true,
        };
        self.enqueue(entry, is_wanted_by_person)
    }

    fn enqueue(&mut self, entry: Entry, is_wanted_by_person: bool) -> Result<(), ActionError> {
        self.replica.check(self.id(), &entry)?;
        if self.outgoing.iter().any(|outgoing| outgoing.entry == entry) {
            return Ok(());
        }
        let since = self.replica.read_count();
        let state = Delivery::Waiting;
        self.outgoing.push_back(Outgoing { entry, since, is_wanted_by_person, refused: 0, state });
        self.send();
        Ok(())
    }

    pub fn choose(&mut self, seat: Seat, action: G::Action) -> Result<(), ActionError> {
        if self.is_sending_choice(seat) {
            return Err(ActionError::new("your move is on its way"));
        }
        let (step, action) = (self.replica.step(), action.to_string());
        self.add(Entry::Choose { seat, step, action })
    }

    /// Takes the news. Returns what has changed, in order.
    pub fn poll(&mut self) -> Vec<Change<G::Action>> {
        let mut changes = Vec::new();
        for stored in self.link.take_entries(self.follow) {
            if stored.number != self.replica.read_count() {
                // News of a table that was followed before.
                continue;
            }
            self.has_read = true;
            changes.extend(self.replica.read(&stored));
            let is_own = stored.client == *self.id();
            let arrived = |outgoing: &Outgoing| {
                stored.number >= outgoing.since && outgoing.entry.to_json() == stored.text
            };
            if is_own && self.outgoing.front().is_some_and(arrived) {
                self.outgoing.pop_front();
            }
        }
        self.send();
        changes
    }

    /// Does what nobody needs to be asked about: comes back to a seat for which a computer decides,
    /// and runs the computer players if their process is away.
    pub fn keep_going(&mut self) {
        if !self.has_read || self.is_sending() || self.replica.is_over() {
            return;
        }
        for seat in self.own_seats().iter() {
            if let Occupant::Person { name, has_stand_in: true, .. } =
                &self.replica.occupants()[seat.index()]
            {
                let entry = Entry::Sit { seat, name: name.clone() };
                // It is legal unless something has changed, and then there will be news.
                let _ = self.enqueue(entry, false);
            }
        }
        let is_player = self.replica.has_begun() && !self.own_seats().is_empty();
        if is_player && self.is_host_needed() {
            // As above.
            let _ = self.enqueue(Entry::Host, false);
        }
    }

    /// Whether another process should run the computer players, but is away.
    fn is_host_needed(&self) -> bool {
        let (host, away) = (self.replica.host(), self.link.timing().away);
        host != self.id() && self.link.presence().is_silent(host, away, Instant::now())
    }

    /// Whether an entry that depends on who is away makes sense. When several people add the same
    /// one, the first one is enough.
    fn is_sensible(&self, entry: &Entry) -> bool {
        match entry {
            Entry::Host => self.is_host_needed(),
            Entry::StandIn { seat } => self.may_hand_over(*seat),
            _ => true,
        }
    }

    /// Whether the person on a seat has been away so long that a computer may decide for them.
    pub fn may_hand_over(&self, seat: Seat) -> bool {
        match self.whereabouts(seat) {
            Some(Whereabouts::Gone) => true,
            Some(Whereabouts::Away(silence)) => silence >= self.link.timing().hand_over,
            _ => false,
        }
    }

    /// Sends the first entry, or sends it again if the log has grown meanwhile.
    fn send(&mut self) {
        let id = self.id().clone();
        let number = self.replica.read_count();
        while let Some(first) = self.outgoing.front_mut() {
            let mut is_news = false;
            if let Delivery::Added = first.state {
                return;
            }
            if let Delivery::Sent(sent, reply) = &first.state {
                match reply.answer() {
                    None => return,
                    Some(Ok(Appended::Done)) => {
                        first.state = Delivery::Added;
                        return;
                    }
                    Some(Ok(Appended::Behind)) => {
                        is_news = true;
                        first.refused = if *sent == number { first.refused + 1 } else { 0 };
                        if first.refused > MAX_REFUSALS {
                            // The log has something that can't be there, such as another choice.
                            self.drop_first(&"the table does not accept this; look at it again");
                            continue;
                        }
                    }
                    // It may have been added or not. That shows when the log can be read again.
                    Some(Err(error)) if error.is_trouble() => {}
                    Some(Err(error)) => {
                        self.drop_first(&error);
                        continue;
                    }
                }
                first.state = Delivery::Waiting;
            }
            if self.link.trouble().is_some() {
                return;
            }
            let entry = first.entry.clone();
            if is_news && !self.is_sensible(&entry) {
                self.outgoing.pop_front();
                continue;
            }
            match self.replica.after(&id, &entry) {
                Ok(after) => {
                    let at = (self.code.clone(), number);
                    let reply = self.link.append(at, entry, after.progress());
                    if let Some(first) = self.outgoing.front_mut() {
                        first.state = Delivery::Sent(number, reply);
                    }
                    return;
                }
                Err(error) => self.drop_first(&error),
            }
        }
    }

    /// Gives up the first entry, and remembers why for the person who wants it.
    fn drop_first(&mut self, reason: &dyn ToString) {
        if self.outgoing.pop_front().is_some_and(|outgoing| outgoing.is_wanted_by_person) {
            self.refusal = Some(reason.to_string());
        }
    }

    fn id(&self) -> &ClientId {
        &self.link.client().id
    }
}

impl<G: Game> Drop for TableClient<G> {
    fn drop(&mut self) {
        self.link.unfollow(self.follow);
    }
}
