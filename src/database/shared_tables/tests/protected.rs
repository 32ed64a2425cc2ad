//! Protected tables on a server: a role for each person, who need not trust the others.

use std::{sync::Once, time::Duration};

use super::{
    super::*,
    games::{PERSON, Process, Table, play_one, together, with_minutes},
    postgres_server::{PostgresServer, ROLE},
};
use crate::database::shared_tables::{
    connection::{self, Connection, Location, Value},
    ratings,
    store::{Appended, StoredTable, TableProgress, TableState},
};
use fourcade_engine::play::{
    Game as _, Seat, Seats,
    toy::{Toy, bid},
};

const PEOPLE: [&str; 3] = ["ada", "bob", "mallory"];

/// A database with protected tables.
struct Protected {
    server: &'static PostgresServer,
    database: String,
}

impl Protected {
    /// `None` if there is no server on this machine.
    fn new() -> Option<Self> {
        static ROLES: Once = Once::new();
        let server = PostgresServer::shared()?;
        ROLES.call_once(|| {
            for person in PEOPLE {
                server.run(&format!("CREATE ROLE {person} LOGIN"));
            }
        });
        let url = server.create_database();
        let database = url.rsplit_once('/')?.1.split('?').next()?.to_owned();
        let tables = Self { server, database };
        connection::protect(&tables.at(ROLE)).unwrap();
        server.run(&format!("GRANT CONNECT ON DATABASE {} TO ada, bob, mallory", tables.database));
        Some(tables)
    }

    fn at(&self, role: &str) -> Location {
        Location::Server(self.server.url(role, &self.database))
    }

    fn connect(&self, role: &str) -> Box<dyn Connection> {
        connection::open(&self.at(role), || ()).unwrap()
    }

    /// The arcade of a person, whatever name is in their settings.
    fn arcade(&self, role: &str) -> Process {
        Process::start(&self.at(role), "somebody")
    }
}

/// A process at a table, which it finds by its code.
fn follow(arcade: &Process, stored: &StoredTable) -> Table {
    let code = stored.code.clone();
    let found = arcade.link.ask(move |connection| store::table(connection, &code)).wait();
    arcade.follow(&found.unwrap())
}

/// Ada and Bob at a table with a third seat, for Mallory or a computer.
fn open(tables: &Protected, third: &str) -> (Process, Process, StoredTable) {
    let (ada, bob) = (tables.arcade("ada"), tables.arcade("bob"));
    let stored = ada.open_table([PERSON, PERSON, third]);
    (ada, bob, stored)
}

#[test]
fn people_are_known_by_their_roles_and_play_a_game() {
    let Some(tables) = Protected::new() else { return };
    let (ada, bob, stored) = open(&tables, "first");
    let (mut first, mut second) = (follow(&ada, &stored), follow(&bob, &stored));
    bob.sit(&mut second);
    assert_eq!([&ada, &bob].map(|arcade| arcade.link.client().name.as_str()), ["ada", "bob"]);
    ada.until(&mut first, |table| table.replica().has_begun());
    let found = store::lobby_tables(tables.connect("bob").as_mut(), "x", 9).unwrap();
    assert_eq!(found.items[0].state, TableState::Running);
    while !(first.is_over() && second.is_over()) {
        for (process, table) in [(&ada, &mut first), (&bob, &mut second)] {
            process.until(table, |table| !table.is_sending());
            assert_eq!(table.client.take_refusal(), None);
            play_one(table);
        }
    }
    assert_eq!(first.session.lines(), second.session.lines());
    let mut other = tables.connect("mallory");
    assert_eq!(store::table(other.as_mut(), &stored.code).unwrap().state, TableState::Finished);
    let finished = store::finished_tables(other.as_mut(), Toy::KEY).unwrap().items;
    let names = ratings::places::<Toy>(&finished[0]).unwrap().into_iter().map(|place| place.name);
    assert_eq!(names.collect::<Vec<_>>(), ["ada", "bob"]);
    // Whoever has lost can't hide it.
    let sql = "SELECT append($1, $2, $3, '{\"do\":\"resign\",\"seat\":1}', 'running', 0, 0)";
    let (code, count) = (stored.code.as_str(), first.replica().read_count());
    let values = [code.into(), count.into(), ClientId::random().as_str().into()];
    tables.connect("bob").run(sql, &values).unwrap();
    assert_eq!(store::finished_tables(other.as_mut(), Toy::KEY).unwrap().items.len(), 1);
    // Bob comes back in another process.
    let again = tables.arcade("bob");
    let mut third = follow(&again, &stored);
    again.until(&mut third, Table::is_over);
    third.add(Entry::Sit { seat: Seat::new(1), name: "bob".to_owned() }).unwrap();
    again.until(&mut third, |table| !table.own_seats().is_empty());
}

#[test]
fn people_lose_by_the_clock() {
    let Some(tables) = Protected::new() else { return };
    let (ada, bob) = (tables.arcade("ada"), tables.arcade("bob"));
    let (_, mut first, mut second) = with_minutes(&ada, &bob);
    let flag = |seat| Entry::Flag { seat: Seat::new(seat), step: first.replica().step() };
    assert!(second.add(flag(0)).is_err());
    let own = flag(0);
    first.add(own).unwrap();
    together(&mut [&mut first, &mut second], Table::is_over);
    let finished = store::finished_tables(tables.connect("mallory").as_mut(), Toy::KEY).unwrap();
    let log = &finished.items[0].log;
    assert!(log.iter().all(|stored| stored.added > 0), "{log:?}");
    let places = ratings::places::<Toy>(&finished.items[0]).unwrap();
    assert_eq!(places.iter().map(|person| person.place).collect::<Vec<_>>(), [2, 1]);
}

#[test]
fn nobody_but_the_owner_can_touch_the_tables() {
    let Some(tables) = Protected::new() else { return };
    let (_ada, _bob, _) = open(&tables, "first");
    let mut mallory = tables.connect("mallory");
    for sql in [
        "SELECT * FROM shared_tables",
        "SELECT * FROM entries",
        "SELECT * FROM clients",
        "SELECT * FROM results",
        "INSERT INTO results (code, game, ended) VALUES ('x', 'flip', 1)",
        "INSERT INTO entries (code, number, client, entry) VALUES ('x', 9, 'x', 'x')",
        "UPDATE shared_tables SET entries = 9223372036854775807",
        "UPDATE entries SET client = 'x'",
        "UPDATE shared_schema SET version = 99",
        "DELETE FROM entries",
        "DELETE FROM clients",
        "TRUNCATE shared_tables CASCADE",
        "DROP TABLE results",
        "ALTER TABLE entries ADD COLUMN x TEXT",
        "CREATE TABLE fourcade.x (a TEXT)",
        "CREATE TEMPORARY TABLE x (a TEXT)",
        "CREATE SCHEMA x",
        "CREATE OR REPLACE FUNCTION fourcade.now_ms() RETURNS BIGINT LANGUAGE sql AS 'SELECT 1'",
        "SELECT fourcade.stored_id('0123456789abcdef')",
        "SET ROLE arcade",
        "SET SESSION AUTHORIZATION ada",
        "GRANT mallory TO ada; ALTER ROLE ada SUPERUSER",
        "DO $$ BEGIN LOCK TABLE shared_tables; END $$",
    ] {
        let error = mallory.run_script(sql).unwrap_err().to_string();
        let is_refused = ["permission denied", "must be owner", "must be superuser", "must have"]
            .iter()
            .any(|refusal| error.contains(refusal));
        assert!(is_refused, "{sql}: {error}");
    }
    // Somebody without the right to connect is told so.
    tables.server.run("CREATE ROLE stranger LOGIN");
    let error = connection::open(&tables.at("stranger"), || ()).err().unwrap();
    assert!(error.to_string().contains("permission denied for database"), "{error}");
}

#[test]
fn protecting_takes_the_rights_of_others_and_a_refusal_changes_nothing() {
    let Some(server) = PostgresServer::start() else { return };
    server.run("CREATE ROLE before LOGIN");
    let old_tables = || {
        let url = server.create_database();
        server.load(&url, include_str!("../../../../tests/data/home-0.2.0/postgres.sql"));
        server.load(&url, "GRANT ALL ON ALL TABLES IN SCHEMA public TO before");
        let name = url.rsplit_once('/').unwrap().1.split('?').next().unwrap().to_owned();
        server.run(&format!("GRANT ALL ON DATABASE {name} TO before"));
        (url, name)
    };
    let at = |role: &str, name: &str| Location::Server(server.url(role, name));
    // Whoever shares unprotected tables still does when they have been migrated.
    let (_, name) = old_tables();
    connection::open(&at(ROLE, &name), || ()).unwrap();
    let mut other = connection::open(&at("before", &name), || ()).unwrap();
    assert_eq!(
        store::entries(other.as_mut(), &"gher".parse().unwrap(), 0).unwrap().entries.len(),
        7
    );
    let (url, name) = old_tables();
    let (owner, before) = (at(ROLE, &name), at("before", &name));
    for role in ["postgres", "before"] {
        let error = connection::protect(&at(role, &name)).unwrap_err().to_string();
        assert!(error.contains("the role that owns"), "{error}");
    }
    server.run(&format!("GRANT {ROLE} TO before"));
    let error = connection::protect(&owner).unwrap_err().to_string();
    assert!(error.contains("members of arcade"), "{error}");
    server.run(&format!("REVOKE {ROLE} FROM before"));
    server.load(&url, "SELECT step, seat FROM entries");
    connection::protect(&owner).unwrap();
    let error = connection::open(&before, || ()).err().unwrap();
    assert!(error.to_string().contains("permission denied for database"), "{error}");
    server.run(&format!("GRANT CONNECT ON DATABASE {name} TO before"));
    // Whoever may connect by now still may when the tables are protected again.
    connection::protect(&owner).unwrap();
    let mut other = connection::open(&before, || ()).unwrap();
    for sql in ["UPDATE fourcade.shared_tables SET turns = 0", "DELETE FROM fourcade.entries"] {
        let error = other.run_script(sql).unwrap_err().to_string();
        assert!(error.contains("permission denied"), "{sql}: {error}");
    }
}

#[test]
fn a_role_can_only_have_so_many_tables_and_clients() {
    let Some(tables) = Protected::new() else { return };
    let (mut owner, mut mallory) = (tables.connect(ROLE), tables.connect("mallory"));
    let own = ClientId::random();
    let mut open = |code: &str, seats: &str| {
        let sql = "SELECT open_table($1, 'flip', '', 1, $2, $3)";
        let opened = mallory.run(sql, &[code.into(), own.as_str().into(), seats.into()]);
        opened.map(drop).map_err(|error| error.to_string())
    };
    for wrong in [r#"{"computer":null}"#, r#"{"computer":5}"#, "5", "null", r#""shut""#] {
        let refused = open("aaaa", &format!(r#"["open",{wrong}]"#));
        assert_eq!(refused, Err("this is not a table".to_owned()), "{wrong}");
    }
    for number in 0..50 {
        open(&format!("aa{}{}", number / 8 + 2, number % 8 + 2), r#"["open","open"]"#).unwrap();
    }
    owner.run_script("UPDATE shared_tables SET state = 'finished'").unwrap();
    assert!(open("bbbb", r#"["open","open"]"#).unwrap_err().contains("50 tables already"));

    let mut fill = |age: &str| {
        let sql = "INSERT INTO clients SELECT 'mallory/' || n || $1, 'mallory', NULL, 1,
                       now_ms() - CAST($1 AS BIGINT) FROM generate_series(1, 100) AS n";
        owner.change(sql, &[age.into()]).unwrap();
    };
    let mut beat = || store::beat(mallory.as_mut(), &Client::new("mallory"), None);
    // Arcades that were killed don't count.
    fill("3600000");
    assert_eq!(beat(), Ok(()));
    fill("0");
    assert!(beat().unwrap_err().to_string().contains("100 terminals"));
    let arcade = tables.arcade("mallory");
    while arcade.link.trouble().is_none() {
        arcade.wait();
    }
    assert!(arcade.link.trouble().unwrap().error.to_string().contains("100 terminals"));
}

/// Calls the function that adds an entry, as an arcade doesn't.
fn append(
    connection: &mut dyn Connection,
    stored: &StoredTable,
    (number, client): (i64, &str),
    entry: &str,
) -> Result<i64, String> {
    let values = [
        stored.code.as_str().into(),
        number.into(),
        client.into(),
        entry.into(),
        Value::from("finished"),
        7_i64.into(),
        1_i64.into(),
    ];
    let added = connection.run("SELECT append($1, $2, $3, $4, $5, $6, $7)", &values);
    added.map(|rows| rows[0].integer(0).unwrap()).map_err(|error| error.to_string())
}

#[test]
fn a_hostile_role_can_spoil_nothing_for_the_others() {
    let Some(tables) = Protected::new() else { return };
    let (ada, bob, stored) = open(&tables, PERSON);
    let mut mallory = tables.connect("mallory");
    let mallory = mallory.as_mut();
    let own = ClientId::random();
    let victim = ada.link.client().id.as_str();
    let sit = |seat: usize, name: &str| {
        Entry::Sit { seat: Seat::new(seat), name: name.to_owned() }.to_json()
    };
    // The name and the seat of somebody else.
    let at = (1, own.as_str());
    assert_eq!(append(mallory, &stored, at, &sit(1, "ada")), Err("here you are mallory".into()));
    let taken = Err("somebody else has this seat".into());
    assert_eq!(append(mallory, &stored, at, &sit(0, "mallory")), taken);
    let twice = r#"{"do":"sit","seat":1,"name":"ada","name":"mallory"}"#;
    assert_eq!(append(mallory, &stored, at, twice), Err("this is not an entry".into()));
    // What no reader understands must not count here either.
    for ghost in [
        r#"{"do":"sit","seat":1,"name":"mallory","x":1}"#,
        r#"{"do":"sit","seat":"1","name":"mallory"}"#,
    ] {
        assert_eq!(append(mallory, &stored, at, ghost), Err("this is not an entry".into()));
    }
    // Whoever doesn't sit here locks nothing.
    let mut owner = tables.connect(ROLE);
    mallory.begin().unwrap();
    assert_eq!(append(mallory, &stored, (-1, own.as_str()), &sit(1, "mallory")), Ok(0));
    owner.run("SELECT turns FROM shared_tables FOR UPDATE NOWAIT", &[]).unwrap();
    mallory.roll_back();
    // Without a seat, nothing else either.
    for entry in [Entry::Host, Entry::Resign { seat: Seat::new(0) }] {
        let refused = append(mallory, &stored, at, &entry.to_json());
        assert_eq!(refused, Err("only a player can do this".into()));
    }
    // Absurd numbers and gaps.
    for number in [i64::MAX, i64::MIN, -1, 0, 2] {
        assert_eq!(append(mallory, &stored, (number, own.as_str()), &sit(1, "mallory")), Ok(0));
    }
    let (mut first, mut second) = (follow(&ada, &stored), follow(&bob, &stored));
    bob.sit(&mut second);
    assert_eq!(append(mallory, &stored, (2, own.as_str()), &sit(2, "mallory")), Ok(1));
    ada.until(&mut first, |table| table.replica().has_begun());
    // With a seat, still only for that seat. Mallory claims that the game is over each time.
    let leave = Entry::Leave { seat: Seat::new(0) }.to_json();
    let at = (3, victim);
    assert_eq!(append(mallory, &stored, at, &leave), Err("this isn't your seat".into()));
    let away = Entry::StandIn { seat: Seat::new(1) }.to_json();
    assert_eq!(append(mallory, &stored, at, &away), Err("bob is here".into()));
    let host = Entry::Host.to_json();
    let refused = append(mallory, &stored, (3, own.as_str()), &host);
    assert_eq!(refused, Err("another arcade runs the computers".into()));
    // A client that has not sat down itself is nobody's for the readers.
    let leave_own = Entry::Leave { seat: Seat::new(2) }.to_json();
    for (entry, refusal) in
        [(&host, "only a player can do this"), (&leave_own, "this isn't your seat")]
    {
        assert_eq!(append(mallory, &stored, at, entry), Err(refusal.to_owned()));
    }
    // With the client id of somebody else, and for their seat.
    let step = first.replica().step();
    let choose = |seat: usize, action: &str| {
        Entry::Choose { seat: Seat::new(seat), step, action: action.to_owned(), time: None }
            .to_json()
    };
    for (number, entry) in (3..).zip([choose(0, "bid 1"), choose(0, "nonsense"), choose(2, "?")]) {
        let action = bid(1).to_string();
        let entry = entry.replace("bid 1", &action);
        assert_eq!(append(mallory, &stored, (number, victim), &entry), Ok(1));
    }
    for (process, table) in [(&ada, &mut first), (&bob, &mut second)] {
        process.until(table, |table| table.replica().read_count() == 6);
        assert_eq!(table.session.pending_choices().count(), 0);
    }
    for (process, table) in [(&ada, &mut first), (&bob, &mut second)] {
        play_one(table);
        process.until(table, |table| !table.is_sending());
        assert_eq!(table.client.take_refusal(), None);
    }
    assert_eq!(append(mallory, &stored, (8, own.as_str()), &choose(2, &bid(1).to_string())), Ok(1));
    // Nobody loses their hidden choice before a minute is over.
    let lapse = Entry::Lapse { seat: Seat::new(0), step }.to_json();
    let late = Err("ada has a minute to open the choice".into());
    assert_eq!(append(mallory, &stored, (9, own.as_str()), &lapse), late);
    together(&mut [&mut first, &mut second], |table| table.session.lines().len() == 1);
    // The claims don't count, and the next entry of somebody else takes them back.
    first.add(Entry::AskUndo { seat: Seat::new(0), lines: 0 }).unwrap();
    ada.until(&mut first, |table| !table.is_sending());
    let found = store::finished_tables(mallory, Toy::KEY).unwrap();
    assert_eq!(found.items.iter().filter_map(ratings::places::<Toy>).count(), 0);
    assert_eq!(store::table(mallory, &stored.code).unwrap().state, TableState::Running);
    assert_eq!(first.own_seats(), Seats::one(Seat::new(0)));
    // No log grows so long that nobody can read it.
    owner.run_script("UPDATE shared_tables SET entries = 5000").unwrap();
    let refused = append(mallory, &stored, (5000, own.as_str()), &choose(2, "?"));
    assert!(refused.unwrap_err().contains("the log of this table is full"));
}

#[test]
fn who_is_away_can_be_replaced_and_who_is_not_can_not() {
    let Some(tables) = Protected::new() else { return };
    let (ada, bob, stored) = open(&tables, "first");
    // Ada is at the table, as her heartbeats say.
    let (first, mut second) = (follow(&ada, &stored), follow(&bob, &stored));
    bob.sit(&mut second);
    let away = Entry::StandIn { seat: Seat::new(0) };
    second.add(away.clone()).unwrap();
    bob.until(&mut second, |table| !table.is_sending());
    assert_eq!(second.client.take_refusal().as_deref(), Some("ada is here"));
    let mut owner = tables.connect(ROLE);
    drop((first, ada));
    bob.until(&mut second, |table| table.whereabouts(Seat::new(0)) == Some(Whereabouts::Gone));
    second.add(away).unwrap();
    bob.until(&mut second, |table| !table.is_sending());
    bob.until(&mut second, |table| table.replica().host() == &bob.link.client().id);
    assert!(second.decided_here().contains(Seat::new(0)));
    let rows = owner.run("SELECT count(*) FROM clients WHERE name = 'ada'", &[]).unwrap();
    assert_eq!(rows[0].integer(0), Ok(0));
}

#[test]
fn what_is_not_listed_is_not_shown() {
    let Some(tables) = Protected::new() else { return };
    let (ada, bob, stored) = open(&tables, "first");
    let mut owner = tables.connect(ROLE);
    owner.run_script("UPDATE shared_tables SET public = 0").unwrap();
    let mut second = follow(&bob, &stored);
    bob.sit(&mut second);
    for (role, count) in [("ada", 1), ("bob", 1), ("mallory", 0)] {
        let mut connection = tables.connect(role);
        let listed = store::lobby_tables(connection.as_mut(), role, 9).unwrap();
        assert_eq!(listed.items.len(), count, "{role}");
        let clients = store::clients(connection.as_mut(), None).unwrap().items;
        let code = Some(stored.code.to_string());
        assert_eq!(clients.iter().any(|client| client.code == code), count == 1, "{role}");
        assert_eq!(clients.iter().filter(|client| client.client.name == "ada").count(), 1);
    }
    drop(ada);
}

#[test]
fn a_database_with_games_can_be_protected_later_and_only_by_its_owner() {
    let Some(server) = PostgresServer::shared() else { return };
    let url = server.create_database();
    let location = Location::Server(url);
    let ada = Process::start(&location, "ada");
    let stored = ada.open_table([PERSON, "first", PERSON]);
    drop(ada);
    for _ in 0..2 {
        connection::protect(&location).unwrap();
    }
    let mut owner = connection::open(&location, || ()).unwrap();
    assert_eq!(owner.role(), Some(ROLE));
    assert_eq!(store::entries(owner.as_mut(), &stored.code, 0).unwrap().entries.len(), 1);
    let progress =
        TableProgress { state: TableState::Running, seats: Vec::new(), turns: 0, counts: false };
    let sit = Entry::Sit { seat: Seat::new(2), name: ROLE.to_owned() };
    let id = ClientId::random();
    let added = store::append(owner.as_mut(), (&stored.code, 1), &id, &sit, &progress);
    assert_eq!(added, Ok(Appended::Done));
    let name = location.describe();
    let database = name.split('"').nth(1).unwrap();
    assert!(connection::protect(&Location::File("a.db".into())).is_err());
    let other = Location::Server(server.url("postgres", database));
    let error = connection::protect(&other).unwrap_err().to_string();
    assert!(error.contains("the role that owns the database"), "{error}");
}

#[test]
fn what_is_refused_is_not_tried_again_at_once() {
    let Some(tables) = Protected::new() else { return };
    let (ada, bob, stored) = open(&tables, "first");
    let mut second = follow(&bob, &stored);
    bob.sit(&mut second);
    bob.until(&mut second, |table| !table.is_sending());
    let host = second.replica().host().clone();
    // Ada's process, which runs the computers, is silent, but the database has just heard of it.
    drop(ada);
    let mut owner = tables.connect(ROLE);
    while !owner.run("SELECT id FROM clients WHERE name = 'ada'", &[]).unwrap().is_empty() {
        std::thread::yield_now();
    }
    let insert = "INSERT INTO clients (id, name, code, beats, seen) VALUES ($1, 'ada', $2, 1, $3)";
    let now = owner.run("SELECT now_ms()", &[]).unwrap()[0].integer(0).unwrap();
    let values = [host.as_str().into(), stored.code.as_str().into(), now.into()];
    assert_eq!(owner.change(insert, &values), Ok(1));
    let wakes = bob.count_wakes(&mut second, Duration::from_secs(1));
    assert!(wakes < 300, "{wakes}");
}
