//! Random work of several clients on one database, with connections that fail at any statement and
//! clocks that jump. `super::fourcade` is the library, `super::scale` the module beside this one.

mod faulty_connection;

use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::{Duration, Instant},
};

use proptest::{prelude::*, sample::Index};

use self::faulty_connection::Faulty;
use super::fourcade::database::shared_tables::{
    Change, Client, Entry, Replica, SharedError, StoredEntry, TableCode,
    connection::{Connection, Location},
    presence::Presence,
    ratings::places,
    store::{self, Appended, NewTable, StoredTable},
};
use fourcade_engine::play::{
    Game, Observation as _, RecordHeader, Seat, Seats, Session, TimeControl, header_json,
};

/// The number of clients at a table.
const CLIENTS: usize = 3;

/// An operation of a client.
#[derive(Clone, Debug)]
pub struct Op {
    client: usize,
    act: Act,
}

#[derive(Clone, Debug)]
enum Act {
    /// Reads new entries.
    Read,
    /// Tries to add an entry of this kind.
    Add(Kind, Index),
    /// Adds an illegal entry without checks.
    Cheat(Index),
    /// Sends a heartbeat and reads those of others.
    Beat,
    /// Ends without removing its client, and starts again.
    Restart,
    /// Arguments of [`Faulty::fail_after`].
    Fail(u32, bool),
    /// Shifts the clock of the database by this many minutes.
    ShiftClock(i16),
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Choose,
    Sit,
    Leave,
    Resign,
    AskUndo,
    AnswerUndo,
    StandIn,
    Rematch,
    Flag,
}

/// Random operations.
pub fn ops(count: usize) -> impl Strategy<Value = Vec<Op>> {
    let kind = prop_oneof![
        24 => Just(Kind::Choose),
        4 => Just(Kind::Sit),
        1 => Just(Kind::Leave),
        1 => Just(Kind::Resign),
        2 => Just(Kind::AskUndo),
        3 => Just(Kind::AnswerUndo),
        1 => Just(Kind::StandIn),
        1 => Just(Kind::Rematch),
        2 => Just(Kind::Flag),
    ];
    let act = prop_oneof![
        6 => Just(Act::Read),
        30 => (kind, any::<Index>()).prop_map(|(kind, pick)| Act::Add(kind, pick)),
        1 => any::<Index>().prop_map(Act::Cheat),
        2 => Just(Act::Beat),
        1 => Just(Act::Restart),
        3 => (0_u32..8, any::<bool>()).prop_map(|(count, runs_last)| Act::Fail(count, runs_last)),
        1 => any::<i16>().prop_map(Act::ShiftClock),
    ];
    let op = (0..CLIENTS, act).prop_map(|(client, act)| Op { client, act });
    prop::collection::vec(op, count / 2..count)
}

/// The database and the table of all clients.
struct Shared {
    location: Location,
    table: StoredTable,
    /// In milliseconds.
    clock_shift: Arc<AtomicI64>,
}

/// A client, with a history for the checks at the end.
struct Player<'a, G: Game> {
    shared: &'a Shared,
    client: Client,
    connection: Faulty,
    replica: Replica,
    session: Session<G>,
    presence: Presence,
    /// The entries that it sent, with the numbers under which it sent them.
    sent: Vec<StoredEntry>,
    /// The sent entries that it knows to be in the log.
    acknowledged: Vec<StoredEntry>,
}

impl<'a, G: Game> Player<'a, G> {
    fn new(shared: &'a Shared, name: &str) -> Self {
        let client = Client::new(name);
        let table = &shared.table;
        let (replica, session) = Replica::start(&table.header).unwrap();
        Self {
            shared,
            client,
            connection: Faulty::open(&shared.location, &shared.clock_shift),
            replica,
            session,
            presence: Presence::default(),
            sent: Vec::new(),
            acknowledged: Vec::new(),
        }
    }

    fn act(&mut self, act: &Act) {
        let result = match act {
            Act::Read => self.read(),
            Act::Add(kind, pick) => self.entry(*kind, *pick).map_or(Ok(()), |e| self.add(&e)),
            Act::Cheat(pick) => self.cheat(*pick),
            Act::Beat => self.beat(),
            Act::Restart => {
                let name = self.client.name.clone();
                let mut next = Self::new(self.shared, &name);
                next.sent = std::mem::take(&mut self.sent);
                next.acknowledged = std::mem::take(&mut self.acknowledged);
                *self = next;
                Ok(())
            }
            Act::Fail(count, runs_last) => {
                self.connection.fail_after(*count, *runs_last);
                Ok(())
            }
            Act::ShiftClock(minutes) => {
                self.shared.clock_shift.store(i64::from(*minutes) * 60_000, Ordering::Relaxed);
                self.connect();
                Ok(())
            }
        };
        match result {
            Ok(()) => {}
            Err(error) if error.is_temporary() => self.connect(),
            Err(error) => panic!("{error}"),
        }
    }

    fn connect(&mut self) {
        self.connection = Faulty::open(&self.shared.location, &self.shared.clock_shift);
    }

    fn read(&mut self) -> Result<(), SharedError> {
        let from = self.replica.entry_count();
        let new = store::entries(&mut self.connection, &self.shared.table.code, from)?;
        for stored in new.entries {
            assert_eq!(stored.number, self.replica.entry_count(), "a gap in the log");
            self.replica.apply(&mut self.session, &stored);
        }
        Ok(())
    }

    fn add(&mut self, entry: &Entry) -> Result<(), SharedError> {
        // The replica uses the time of the last entry, because 0 is earlier.
        let progress = self.replica.progress_after(&self.session, &self.client.id, entry, 0);
        let Ok(progress) = progress else { return Ok(()) };
        let (code, number) = (&self.shared.table.code, self.replica.entry_count());
        let (client, stored) = (self.client.id.clone(), Some(entry.clone()));
        let stored = StoredEntry { number, client, entry: stored, added: 0 };
        self.sent.push(stored.clone());
        if store::append(&mut self.connection, code, number, &self.client.id, entry, &progress)?
            == Appended::Done
        {
            self.acknowledged.push(stored);
            return Ok(());
        }
        self.read()
    }

    /// Adds an illegal choice, as a defective program would.
    fn cheat(&mut self, pick: Index) -> Result<(), SharedError> {
        let step = self.replica.step() + pick.index(2) as u64;
        let seat = Seat::new(pick.index(4));
        let entry = Entry::Choose { seat, step, action: "nonsense".to_owned() };
        let (code, number) = (&self.shared.table.code, self.replica.entry_count());
        let (client, stored) = (self.client.id.clone(), Some(entry.clone()));
        self.sent.push(StoredEntry { number, client, entry: stored, added: 0 });
        let progress = self.replica.progress(self.session.position());
        store::append(&mut self.connection, code, number, &self.client.id, &entry, &progress)
            .map(drop)
    }

    fn beat(&mut self) -> Result<(), SharedError> {
        store::beat(&mut self.connection, &self.client, Some(&self.shared.table.code))?;
        let clients = store::clients(&mut self.connection, Some(&self.shared.table.code))?;
        let now = Instant::now();
        self.presence.update(&clients, now);
        let silence = self.presence.silence(&self.client.id, now).expect("it is at the table");
        assert!(silence < Duration::from_secs(5), "{silence:?}");
        Ok(())
    }

    /// An entry of this kind that may make sense.
    fn entry(&self, kind: Kind, pick: Index) -> Option<Entry> {
        let (replica, session) = (&self.replica, &self.session);
        let seats: Vec<Seat> = session.game().seats().iter().collect();
        let own = replica.seats_of(&self.client.id).iter().next();
        let other = seats[pick.index(seats.len())];
        let name = self.client.name.clone();
        let sit = || {
            let seat = replica.seats_named(&name).iter().next().or(replica.open_seat());
            Entry::Sit { seat: seat.unwrap_or(other), name: name.clone() }
        };
        Some(match kind {
            Kind::Choose => {
                let decides = |seat: &Seat| replica.may_choose(session, &self.client.id, *seat);
                let Some(seat) = replica.awaited(session).iter().find(decides) else {
                    return own.is_none().then(sit);
                };
                let legal = session.game().observe(Seats::one(seat)).legal(seat);
                let action = pick.get(&legal).to_string();
                Entry::Choose { seat, step: replica.step(), action }
            }
            Kind::Sit => sit(),
            Kind::Leave => Entry::Leave { seat: own? },
            Kind::Resign => Entry::Resign { seat: own? },
            Kind::AskUndo => {
                let lines = session.lines().len();
                Entry::AskUndo { seat: own?, lines: pick.index(lines + 1) }
            }
            Kind::AnswerUndo => Entry::AnswerUndo { seat: own?, agrees: pick.index(4) > 0 },
            Kind::StandIn => Entry::StandIn { seat: other },
            Kind::Rematch => Entry::Rematch { code: TableCode::random(0).to_string() },
            Kind::Flag => {
                let seat = replica.timed_seats(session).iter().next()?;
                let legal = session.game().observe(Seats::one(seat)).legal(seat);
                let loses = session.header().clock.is_some_and(TimeControl::loses_on_time);
                let action = (!loses).then(|| pick.get(&legal).to_string());
                Entry::Flag { seat, step: replica.step(), action }
            }
        })
    }
}

/// Runs the operations of all clients at a table, in their own threads if `is_concurrent`. Then
/// checks the database.
pub fn run<G: Game>(
    location: &Location,
    header: &RecordHeader<G::Setup>,
    ops: &[Op],
    is_concurrent: bool,
) {
    let clock_shift = Arc::new(AtomicI64::new(0));
    let mut connection = Faulty::open(location, &clock_shift);
    let opener = Client::new("p0");
    let header = header_json::<G>(header).unwrap();
    let (replica, session) = Replica::start::<G>(&header).unwrap();
    let new = NewTable {
        game: G::KEY.to_owned(),
        header,
        is_public: true,
        log: Vec::new(),
        progress: replica.progress(session.position()),
    };
    let code = store::open_table(&mut connection, &opener, &new).unwrap();
    let table = store::table(&mut connection, &code).unwrap();
    let shared = Shared { location: location.clone(), table, clock_shift };
    let mut players: Vec<Player<G>> =
        (0..CLIENTS).map(|index| Player::new(&shared, &format!("p{index}"))).collect();
    if is_concurrent {
        std::thread::scope(|scope| {
            for (index, player) in players.iter_mut().enumerate() {
                let own = ops.iter().filter(move |op| op.client == index);
                scope.spawn(move || own.for_each(|op| player.act(&op.act)));
            }
        });
    } else {
        for op in ops {
            players[op.client].act(&op.act);
        }
    }
    check(&mut connection, &shared, players);
}

/// Checks that no entry is lost, duplicated or out of order, and that all replicas are equal.
fn check<G: Game>(connection: &mut dyn Connection, shared: &Shared, players: Vec<Player<G>>) {
    let code = &shared.table.code;
    let log = store::entries(connection, code, 0).unwrap().entries;
    for (number, stored) in (0..).zip(&log) {
        assert_eq!(stored.number, number, "the log has no gaps");
    }
    let sent: Vec<&StoredEntry> = players.iter().flat_map(|player| &player.sent).collect();
    let as_sent = |stored: &StoredEntry| StoredEntry { added: 0, ..stored.clone() };
    for stored in &log {
        assert!(sent.contains(&&as_sent(stored)), "nobody sent {stored:?}");
    }
    for stored in players.iter().flat_map(|player| &player.acknowledged) {
        let found = log.get(usize::try_from(stored.number).unwrap()).map(as_sent);
        assert_eq!(Some(stored), found.as_ref(), "lost");
    }
    // Clients that continue to read end in the same state as one that reads everything at once.
    let (mut fresh, mut session) = Replica::start::<G>(&shared.table.header).unwrap();
    let mut choices = BTreeSet::new();
    for stored in &log {
        let step = fresh.step();
        if let Some(Change::Choice { seat, .. }) = fresh.apply(&mut session, stored) {
            assert!(choices.insert((step, seat)), "a second choice: {stored:?}");
        }
    }
    let expected = format!("{fresh:?} {session:?}");
    for mut player in players {
        player.connect();
        player.read().unwrap();
        assert_eq!(format!("{:?} {:?}", player.replica, player.session), expected);
    }
    // The lobby shows what the log says.
    let (shown, progress) =
        (store::table(connection, code).unwrap(), fresh.progress(session.position()));
    assert_eq!(shown.state, progress.state);
    assert_eq!((shown.seats, shown.turns), (progress.seats, progress.turns));
    let rows = connection
        .query("SELECT entries FROM shared_tables WHERE code = $1", &[code.as_str().into()])
        .unwrap();
    assert_eq!(rows[0].count(0), Ok(log.len() as u64));
    let finished = store::finished_tables(connection, G::KEY).unwrap();
    let found = finished.iter().find(|table| table.log == log);
    assert_eq!(found.map(|table| places::<G>(table).unwrap()), fresh.places(session.position()));
}

/// The settings of a test with this many random cases, or more, that keeps no failures in a file.
pub fn random_cases(count: u32) -> ProptestConfig {
    let cases = super::scale::scaled(count);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}
