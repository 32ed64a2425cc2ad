//! Whole games between processes, with links.

use std::{
    ops::Deref,
    sync::mpsc::{self, Receiver},
    time::{Duration, Instant},
};

use super::{super::presence::Timing, super::*, each_database};
use crate::{
    database::shared_tables::{
        connection::{Connection, Location},
        store::{StoredTable, TableState},
    },
    job::Wake,
};
use fourcade_engine::play::{
    ActionError, Game, HUMAN, Observation, RecordHeader, Seat, Seats, Session, TimeControl,
    toy::{self, Toy, ToyAction},
};

pub const PERSON: &str = HUMAN;

pub const TIMING: Timing = Timing {
    beat: Duration::from_millis(50),
    away: Duration::from_millis(300),
    hand_over: Duration::from_secs(2),
};

/// Opens a table with a client on the first seat for a person.
pub fn open_table(
    connection: &mut dyn Connection,
    client: &Client,
    seats: [&str; 3],
) -> StoredTable {
    let header = RecordHeader {
        setup: serde_json::from_str(r#"{"cards":[3,1,2]}"#).unwrap(),
        players: seats.map(str::to_owned).to_vec(),
        seed: 5,
        clock: None,
    };
    let table = new_table::<Toy>(&header, client, None, true).unwrap();
    let code = store::open_table(connection, client, &table).unwrap();
    store::table(connection, &code).unwrap()
}

/// A process: its link and the wake-ups of the link.
pub struct Process {
    pub link: Link,
    woken: Receiver<()>,
}

impl Process {
    pub fn start(location: &Location, name: &str) -> Self {
        let (wake, woken) = mpsc::channel();
        let wake = move || {
            // The test may be over.
            let _ = wake.send(());
        };
        let link = Link::open(location.clone(), Client::new(name), TIMING, &Wake::new(wake));
        Self { link, woken }
    }

    /// Waits until the link wakes.
    pub fn wait(&self) {
        let woken = self.woken.recv_timeout(Duration::from_secs(20));
        assert!(woken.is_ok(), "{:?}", self.link.outage());
    }

    pub fn open_table(&self, seats: [&str; 3]) -> StoredTable {
        let client = self.link.client().clone();
        let seats = seats.map(str::to_owned);
        let opened = self.link.ask(move |connection| {
            Ok(open_table(connection, &client, seats.each_ref().map(String::as_str)))
        });
        opened.wait().unwrap()
    }

    pub fn follow(&self, table: &StoredTable) -> Table {
        let (client, session) = TableClient::follow(self.link.clone(), table).unwrap();
        Table { client, session }
    }

    /// Reads the log until a condition holds.
    pub fn until(&self, table: &mut Table, is_done: impl Fn(&Table) -> bool) {
        loop {
            table.update();
            if is_done(table) {
                return;
            }
            let woken = self.woken.recv_timeout(Duration::from_secs(20));
            let replica = table.replica();
            assert!(woken.is_ok(), "{:?} {:?}", replica, table.outage());
        }
    }

    pub fn sit(&self, table: &mut Table) {
        self.until(table, |table| table.has_first_entry());
        let name = self.link.client().name.clone();
        let seat = table.replica().open_seat().unwrap();
        table.add(Entry::Sit { seat, name }).unwrap();
        self.until(table, |table| !table.own_seats().is_empty());
    }
}

/// A table in one process.
pub struct Table {
    pub client: TableClient,
    pub session: Session<Toy>,
}

impl Deref for Table {
    type Target = TableClient;

    fn deref(&self) -> &TableClient {
        &self.client
    }
}

impl Table {
    /// Reads the log and adds automatic entries.
    fn update(&mut self) {
        self.client.receive();
        while !self.client.is_at_end() {
            self.client.apply_next(&mut self.session);
        }
        self.client.send(&self.session);
        self.client.add_due_entries(&self.session);
    }

    pub fn add(&mut self, entry: Entry) -> Result<(), ActionError> {
        self.client.add(&self.session, entry)
    }

    pub fn choose(&mut self, seat: Seat, action: ToyAction) -> Result<(), ActionError> {
        self.client.choose(&self.session, seat, action)
    }

    pub fn is_over(&self) -> bool {
        self.session.outcome().is_some()
    }

    pub fn controlled_seats(&self) -> Seats {
        self.client.controlled_seats(&self.session)
    }
}

/// Updates all tables until a condition holds for each of them.
pub fn together(tables: &mut [&mut Table], is_done: impl Fn(&Table) -> bool) {
    let start = Instant::now();
    while !tables.iter().all(|table| is_done(table)) {
        assert!(start.elapsed() < Duration::from_secs(20), "{:?}", tables[0].replica());
        for table in &mut *tables {
            table.update();
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Makes the first legal choice for each seat of this process.
pub fn play_one(table: &mut Table) {
    for seat in table.choosable_seats(&table.session).iter() {
        let action = table.session.game().observe(Seats::one(seat)).legal(seat)[0];
        // Another process may choose for a computer at the same time.
        table.choose(seat, action).unwrap();
    }
}

#[test]
fn two_people_and_a_computer_play_a_game() {
    each_database(|location| {
        let (ada, bob) = (Process::start(location, "ada"), Process::start(location, "bob"));
        let stored = ada.open_table([PERSON, "first", PERSON]);
        let mut first = ada.follow(&stored);
        let mut second = bob.follow(&stored);
        bob.sit(&mut second);
        ada.until(&mut first, |table| table.replica().has_begun());
        while !(first.is_over() && second.is_over()) {
            for (process, table) in [(&ada, &mut first), (&bob, &mut second)] {
                process.until(table, |table| !table.is_sending());
                play_one(table);
            }
        }
        assert_eq!(first.session.lines(), second.session.lines());
        let stored = bob.link.ask(move |connection| store::table(connection, &stored.code));
        assert_eq!(stored.wait().unwrap().state, TableState::Finished);
        let finished = ada.link.ask(|connection| store::finished_tables(connection, Toy::KEY));
        let finished = finished.wait().unwrap();
        assert_eq!(ratings::places::<Toy>(&finished[0]).unwrap().len(), 2);
    });
}

/// Ada and Bob at a table with a minute each.
pub fn with_minutes(ada: &Process, bob: &Process) -> (StoredTable, Table, Table) {
    let header = RecordHeader {
        setup: toy::setup(&[3, 1]),
        players: vec![PERSON.to_owned(); 2],
        seed: 5,
        clock: Some(TimeControl::game(1, 0)),
    };
    let client = ada.link.client().clone();
    let opened = ada.link.ask(move |connection| {
        open_new(connection, &client, &new_table::<Toy>(&header, &client, None, true).unwrap())
    });
    let stored = opened.wait().unwrap();
    let (mut first, mut second) = (ada.follow(&stored), bob.follow(&stored));
    bob.sit(&mut second);
    ada.until(&mut first, |table| table.replica().has_begun());
    (stored, first, second)
}

#[test]
fn a_person_who_is_away_loses_by_the_databases_clock() {
    each_database(|location| {
        let (ada, bob) = (Process::start(location, "ada"), Process::start(location, "bob"));
        let (stored, first, mut second) = with_minutes(&ada, &bob);
        assert_eq!(second.choose(Seat::new(1), toy::bid(1)), Ok(()));
        bob.until(&mut second, |table| !table.is_sending());
        drop((first, second));
        // An hour passes.
        let code = stored.code.clone();
        let passed = ada.link.ask(move |connection| {
            let sql = "UPDATE entries SET added = added - 3600000 WHERE code = $1";
            connection.execute(sql, &[code.as_str().into()])
        });
        assert_eq!(passed.wait(), Ok(3));
        // The first process to come claims it, even if its person only watches.
        let eve = Process::start(location, "eve");
        let mut watched = eve.follow(&stored);
        eve.until(&mut watched, Table::is_over);
        let mut second = bob.follow(&stored);
        bob.until(&mut second, Table::is_over);
        assert_eq!(watched.session.lines(), second.session.lines());
        assert_eq!(watched.session.flagged(), Some(Seat::new(0)));
        let finished = eve.link.ask(|connection| store::finished_tables(connection, Toy::KEY));
        let places = ratings::places::<Toy>(&finished.wait().unwrap()[0]).unwrap();
        assert_eq!(places.iter().map(|person| person.place).collect::<Vec<_>>(), [2, 1]);
    });
}

#[test]
fn a_choice_counts_once_and_only_from_the_process_that_holds_the_seat() {
    each_database(|location| {
        let (ada, bob) = (Process::start(location, "ada"), Process::start(location, "bob"));
        let stored = ada.open_table([PERSON, "first", PERSON]);
        let mut first = ada.follow(&stored);
        let mut second = bob.follow(&stored);
        bob.sit(&mut second);
        ada.until(&mut first, |table| table.replica().has_begun());
        let game = second.session.game();
        let (own, other) = (Seat::new(2), Seat::new(0));
        let actions = game.observe(Seats::one(own)).legal(own);
        let error = second.choose(other, actions[0]).unwrap_err();
        assert_eq!(error.to_string(), "this isn't your seat");
        // Two processes that hold a seat in turn can't make two choices for it.
        let twin = Process::start(location, "bob");
        let mut third = twin.follow(&stored);
        twin.until(&mut third, |table| table.has_first_entry());
        third.add(Entry::Sit { seat: own, name: "bob".to_owned() }).unwrap();
        second.choose(own, actions[0]).unwrap();
        bob.until(&mut second, |table| !table.is_sending());
        twin.until(&mut third, |table| !table.own_seats().is_empty());
        bob.until(&mut second, |table| table.own_seats().is_empty());
        if third.replica().awaited(&third.session).contains(own) {
            third.choose(own, actions[1]).unwrap();
            twin.until(&mut third, |table| !table.is_sending());
        }
        let code = stored.code.clone();
        let entries = ada.link.ask(move |connection| store::entries(connection, &code, 0));
        let choices = entries.wait().unwrap().entries.into_iter().filter(StoredEntry::is_choice);
        assert_eq!(choices.count(), 1);
    });
}

#[test]
fn a_seat_is_handed_to_a_computer_and_back() {
    each_database(|location| {
        let (ada, bob) = (Process::start(location, "ada"), Process::start(location, "bob"));
        let stored = bob.open_table([PERSON, "first", PERSON]);
        let mut second = bob.follow(&stored);
        let mut first = ada.follow(&stored);
        ada.sit(&mut first);
        bob.until(&mut second, |table| table.replica().has_begun());
        let away = Seat::new(0);
        assert!(!first.may_hand_over(away));
        // Bob's process ends.
        drop(second);
        drop(bob);
        ada.until(&mut first, |table| table.may_hand_over(away));
        first.add(Entry::StandIn { seat: away }).unwrap();
        ada.until(&mut first, |table| table.controlled_seats() == Seats::first(3));
        // He comes back in another process.
        let bob = Process::start(location, "bob");
        let mut second = bob.follow(&stored);
        bob.until(&mut second, |table| table.has_first_entry());
        second.add(Entry::Sit { seat: away, name: "bob".to_owned() }).unwrap();
        ada.until(&mut first, |table| !table.controlled_seats().contains(away));
        ada.until(&mut first, |table| table.person_status(away) == Some(PersonStatus::Here));
    });
}

#[test]
fn moves_are_taken_back_if_the_others_agree() {
    each_database(|location| {
        let (ada, bob) = (Process::start(location, "ada"), Process::start(location, "bob"));
        let stored = ada.open_table([PERSON, "first", PERSON]);
        let mut first = ada.follow(&stored);
        let mut second = bob.follow(&stored);
        bob.sit(&mut second);
        ada.until(&mut first, |table| table.replica().has_begun());
        let has_step = |table: &Table| table.session.lines().len() == 1;
        let play_step = |first: &mut Table, second: &mut Table| {
            play_one(first);
            play_one(second);
            together(&mut [first, second], has_step);
        };
        play_step(&mut first, &mut second);
        for agrees in [false, true] {
            first.add(Entry::AskUndo { seat: Seat::new(0), lines: 0 }).unwrap();
            bob.until(&mut second, |table| table.replica().undo_question().is_some());
            second.add(Entry::AnswerUndo { seat: Seat::new(2), agrees }).unwrap();
            let is_answered =
                |table: &Table| !table.is_sending() && table.replica().undo_question().is_none();
            bob.until(&mut second, is_answered);
            ada.until(&mut first, is_answered);
            let lines = first.session.lines().len();
            assert_eq!(lines, usize::from(!agrees));
        }
        // The first step is played again.
        play_step(&mut first, &mut second);
    });
}

#[test]
fn a_choice_stays_when_its_process_ends_and_the_person_comes_back() {
    each_database(|location| {
        let (ada, bob) = (Process::start(location, "ada"), Process::start(location, "bob"));
        let stored = bob.open_table([PERSON, "first", PERSON]);
        let (mut first, mut second) = (ada.follow(&stored), bob.follow(&stored));
        ada.sit(&mut first);
        bob.until(&mut second, |table| table.replica().has_begun());
        let own = Seat::new(2);
        let action = first.session.game().observe(Seats::one(own)).legal(own)[1];
        first.choose(own, action).unwrap();
        ada.until(&mut first, |table| !table.is_sending());
        drop((first, ada));
        let ada = Process::start(location, "ada");
        let mut first = ada.follow(&stored);
        ada.until(&mut first, |table| table.has_first_entry());
        first.add(Entry::Sit { seat: own, name: "ada".to_owned() }).unwrap();
        ada.until(&mut first, |table| !table.own_seats().is_empty());
        assert!(!first.choosable_seats(&first.session).contains(own));
        let has_chosen = |table: &Table| table.session.pending_choices().eq([(own, action)]);
        together(&mut [&mut first, &mut second], has_chosen);
    });
}
