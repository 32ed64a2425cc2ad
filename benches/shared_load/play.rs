//! Games of two people at many tables, at a given pace.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, RecvTimeoutError, Sender},
    },
    thread,
    time::{Duration, Instant},
};

use fourcade::{
    database::shared_tables::{
        Change, Client, Entry, Link, TableClient, connection::Location, new_table, open_new,
        presence::Timing, store::StoredTable,
    },
    job::Wake,
};
use fourcade_engine::{
    flip::{Flip, model::FlipSetup},
    play::{Game as _, Observation as _, RecordHeader, Seat, Seats},
};

/// Time for the clients to start before the measurement.
const WARM_UP: Duration = Duration::from_secs(3);

/// Games of two people at many tables, with a thread and a link for each person.
pub struct Load<'a> {
    /// The file or URL of the database.
    pub place: &'a str,
    pub tables: usize,
    /// The time between two moves at a table; `None` for no pause.
    pub pace: Option<Duration>,
    /// The duration of the measurement.
    pub duration: Duration,
}

/// A person at a table.
struct Person {
    seat: Seat,
    location: Location,
    pace: Option<Duration>,
    /// When the last move was made at this table.
    last_move: Arc<Mutex<Instant>>,
    next_table: NextTable,
    is_measured: Arc<AtomicBool>,
    is_over: Arc<AtomicBool>,
    latencies: Sender<Duration>,
}

/// The first seat opens each table and sends it to the second.
enum NextTable {
    Open(Sender<StoredTable>),
    Wait(Receiver<StoredTable>),
}

impl Load<'_> {
    /// Plays, and returns the latency of each move: from one person's choice until it reaches the
    /// other.
    pub fn run(&self) -> Vec<Duration> {
        let location: Location = self.place.parse().expect("any text is a location");
        let (is_measured, is_over) = (Arc::default(), Arc::<AtomicBool>::default());
        let (latencies, measured) = mpsc::channel();
        let mut threads = Vec::new();
        for _ in 0..self.tables {
            let (open, wait) = mpsc::channel();
            let last_move = Arc::new(Mutex::new(Instant::now()));
            let next_tables = [NextTable::Open(open), NextTable::Wait(wait)];
            for (seat, next_table) in next_tables.into_iter().enumerate() {
                let person = Person {
                    seat: Seat::new(seat),
                    location: location.clone(),
                    pace: self.pace,
                    last_move: Arc::clone(&last_move),
                    next_table,
                    is_measured: Arc::clone(&is_measured),
                    is_over: Arc::clone(&is_over),
                    latencies: latencies.clone(),
                };
                threads.push(thread::spawn(move || person.play()));
            }
        }
        drop(latencies);
        thread::sleep(WARM_UP);
        is_measured.store(true, Ordering::Relaxed);
        thread::sleep(self.duration);
        is_measured.store(false, Ordering::Relaxed);
        is_over.store(true, Ordering::Relaxed);
        for thread in threads {
            thread.join().expect("a person plays");
        }
        measured.iter().collect()
    }
}

impl Person {
    fn play(self) {
        let (wake, woken) = mpsc::channel();
        let wake = move || {
            let _ = wake.send(());
        };
        let client = Client::new(["ada", "bob"][self.seat.index()]);
        let link = Link::open(self.location.clone(), client, Timing::default(), &Wake::new(wake));
        while let Some(table) = self.next_table(&link) {
            self.play_table(&link, &table, &woken);
        }
    }

    fn next_table(&self, link: &Link) -> Option<StoredTable> {
        if self.is_over.load(Ordering::Relaxed) {
            return None;
        }
        match &self.next_table {
            NextTable::Open(second) => {
                let table = open_table(link);
                // The second may have ended.
                let _ = second.send(table.clone());
                Some(table)
            }
            NextTable::Wait(opened) => opened.recv().ok(),
        }
    }

    /// Plays a game to its end, or until the measurement is over.
    fn play_table(&self, link: &Link, table: &StoredTable, woken: &Receiver<()>) {
        let (mut client, mut session) =
            TableClient::follow::<Flip>(link.clone(), table).expect("a record");
        let mut due = None;
        while !self.is_over.load(Ordering::Relaxed) && session.outcome().is_none() {
            client.receive();
            while !client.is_at_end() {
                if let Some(Change::Choice { seat, .. }) = client.apply_next(&mut session)
                    && seat != self.seat
                    && self.is_measured.load(Ordering::Relaxed)
                {
                    let last_move = *self.last_move.lock().expect("no panic");
                    let _ = self.latencies.send(last_move.elapsed());
                }
            }
            client.send(&session);
            let now = Instant::now();
            let mut wait = Duration::from_millis(500);
            if client.has_first_entry() && client.own_seats().is_empty() && !client.is_sending() {
                let name = link.client().name.clone();
                client.add(&session, Entry::Sit { seat: self.seat, name }).expect("a seat");
            }
            if client.choosable_seats(&session).contains(self.seat) {
                let pace = self.pace.unwrap_or_default();
                // The first moves are spread, so that the tables don't move all at once.
                let first = pace.mul_f64(rand::random());
                let is_first = session.lines().is_empty();
                let due_at = *due.get_or_insert(now + if is_first { first } else { pace });
                if now >= due_at {
                    let legal = session.game().observe(Seats::one(self.seat)).legal(self.seat);
                    let action = legal[rand::random_range(0..legal.len())];
                    *self.last_move.lock().expect("no panic") = Instant::now();
                    client.choose(&session, self.seat, action).expect("a legal move");
                    due = None;
                } else {
                    wait = due_at - now;
                }
            }
            match woken.recv_timeout(wait) {
                Ok(()) => while woken.try_recv().is_ok() {},
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }
}

/// Opens a table for two people. The person of this link has the first seat.
pub fn open_table(link: &Link) -> StoredTable {
    let client = link.client().clone();
    let header = RecordHeader {
        setup: FlipSetup::new(8).expect("a size"),
        players: vec!["human".to_owned(); 2],
        seed: 0,
        clock: None,
    };
    let table = new_table::<Flip>(&header, &client, None, true).expect("a table");
    loop {
        let (client, table) = (client.clone(), table.clone());
        let opened = link.ask(move |connection| open_new(connection, &client, &table));
        match opened.wait() {
            Ok(table) => return table,
            Err(error) if error.is_temporary() => thread::sleep(Duration::from_millis(100)),
            Err(error) => panic!("{error}"),
        }
    }
}
