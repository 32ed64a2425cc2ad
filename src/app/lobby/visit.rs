//! A visit to the lobby: the link to the database, and the lists read from it last.

use std::{collections::BTreeMap, time::Instant};

use super::listing::ListedTable;
use crate::{
    database::shared_tables::{
        Client, ClientId, Link, SharedError,
        link::Outage,
        presence::Presence,
        store::{self, StoredClient, StoredTable},
    },
    games::GameFacts,
    job::Job,
};

const MAX_TABLES: usize = 200;

type Answer = Result<(Vec<StoredTable>, Vec<StoredClient>), SharedError>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visitor {
    pub name: String,
    pub is_self: bool,
    /// Such as `playing Flip`.
    pub activity: String,
}

pub struct Visit {
    link: Link,
    tables: Vec<ListedTable>,
    presence: Presence,
    /// The code of each client's table; `None` in the lobby.
    codes: BTreeMap<ClientId, Option<String>>,
    query: Option<Job<Answer>>,
    /// Whether there was news since the running query began.
    is_stale: bool,
    has_read: bool,
    /// When the lists are read again even without news: a client may have stopped its heartbeat.
    next_reading: Instant,
}

impl Visit {
    pub fn new(link: Link) -> Self {
        let name = link.client().name.clone();
        // If this fails, so does the next query.
        drop(link.ask(move |connection| store::forget_own_clients(connection, &name)));
        let mut visit = Self {
            link,
            tables: Vec::new(),
            presence: Presence::default(),
            codes: BTreeMap::new(),
            query: None,
            is_stale: false,
            has_read: false,
            next_reading: Instant::now(),
        };
        visit.follow(true);
        visit
    }

    pub fn link(&self) -> &Link {
        &self.link
    }

    pub fn client(&self) -> &Client {
        self.link.client()
    }

    pub fn has_read(&self) -> bool {
        self.has_read
    }

    pub fn tables(&self) -> &[ListedTable] {
        &self.tables
    }

    pub fn follow(&mut self, is_followed: bool) {
        self.link.follow_lobby(is_followed);
        if is_followed {
            self.read();
        }
    }

    pub fn next_reading(&self) -> Instant {
        self.next_reading
    }

    pub fn read(&mut self) {
        self.next_reading = Instant::now() + self.link.timing().beat;
        if self.query.is_some() {
            self.is_stale = true;
            return;
        }
        let name = self.client().name.clone();
        self.query = Some(self.link.ask(move |connection| {
            let tables = store::lobby_tables(connection, &name, MAX_TABLES)?;
            Ok((tables, store::clients(connection, None)?))
        }));
    }

    /// Returns whether the lists have changed.
    pub fn poll(&mut self) -> bool {
        if self.link.poll_lobby() {
            self.read();
        }
        let Some(answer) = self.query.as_ref().and_then(Job::take_result) else { return false };
        self.query = None;
        if std::mem::take(&mut self.is_stale) {
            self.read();
        }
        let Ok((tables, clients)) = answer else {
            // The link reports the error, and the lists are read again later.
            return false;
        };
        let before = (self.has_read, self.visitors());
        self.has_read = true;
        let tables = ListedTable::sorted(tables, &self.client().name);
        let is_changed = tables != self.tables;
        self.tables = tables;
        self.presence.update(&clients, Instant::now());
        self.codes = clients.into_iter().map(|here| (here.client.id, here.code)).collect();
        is_changed || before != (self.has_read, self.visitors())
    }

    pub fn outage(&self) -> Option<Outage> {
        self.link.outage()
    }

    /// Whether a table has open seats but nobody is there.
    pub fn is_deserted(&self, table: &ListedTable) -> bool {
        let code = Some(table.stored.code.as_str());
        let away = self.link.timing().away;
        let mut present = self.presence.present(away, Instant::now());
        table.open_seats() > 0
            && !present.any(|(id, _)| self.codes.get(id).is_some_and(|at| at.as_deref() == code))
    }

    /// This terminal's person, then the others by name. Somebody in several places is listed once
    /// for each.
    pub fn visitors(&self) -> Vec<Visitor> {
        let away = self.link.timing().away;
        let own = self.client();
        let present = self.presence.present(away, Instant::now());
        let mut visitors: Vec<Visitor> = present
            .filter(|(id, _)| **id != own.id)
            .map(|(id, name)| Visitor {
                name: name.to_owned(),
                is_self: false,
                activity: self.activity(name, self.codes.get(id).and_then(Option::as_deref)),
            })
            .collect();
        visitors.sort_by(|a, b| (&a.name, &a.activity).cmp(&(&b.name, &b.activity)));
        visitors.dedup();
        let own = Visitor { name: own.name.clone(), is_self: true, activity: String::new() };
        visitors.insert(0, own);
        visitors
    }

    /// Doesn't reveal the code of an unlisted table.
    fn activity(&self, name: &str, code: Option<&str>) -> String {
        let Some(code) = code else { return "in the lobby".to_owned() };
        let table = self.tables.iter().find(|table| table.stored.code.as_str() == code);
        let Some(table) = table else { return "at a table".to_owned() };
        let activity = match (table.has_seat_of(name), table.open_seats()) {
            (true, 0) => "playing",
            (true, _) => "waiting at",
            (false, _) => "watching",
        };
        format!("{activity} {}", table.kind().map_or("a game", |kind| GameFacts::of(kind).title))
    }
}
