use std::{
    io::{Read as _, Write as _},
    net::{TcpListener, TcpStream},
    sync::{
        Mutex,
        mpsc::{self, RecvTimeoutError},
    },
    time::{Duration, Instant},
};

use super::*;
use crate::{
    database::shared_tables::{
        Client as Person, Entry, Link, StoredEntry, TableCode,
        connection::{Location, open},
        presence::Timing,
        store::{self, NewTable, SeatSummary, TableProgress, TableState},
        tests::postgres_server::{PASSWORD, PostgresServer, ROLE, ROLE_WITH_PASSWORD},
    },
    job::Wake,
};

const LIMIT: Duration = Duration::from_secs(60);

/// Waits until a condition holds.
#[track_caller]
fn until(what: &str, mut is_done: impl FnMut() -> bool) {
    let deadline = Instant::now() + LIMIT;
    while !is_done() {
        assert!(Instant::now() < deadline, "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn connect(url: &str) -> Postgres {
    Postgres::open(url, || ()).unwrap()
}

fn refusal(url: &str, environment: &Environment) -> String {
    match Postgres::open_in(url, environment, || ()) {
        Ok(_) => panic!("{url} is accepted"),
        Err(SharedError::Unusable(text)) => text,
        Err(error) => panic!("{error:?}"),
    }
}

#[test]
fn values_come_back_as_they_were() {
    let Some(server) = PostgresServer::shared() else { return };
    let mut connection = connect(&server.create_database());
    let values = [Value::Integer(-7), Value::Text("é界 'x' $1".to_owned()), Value::Null];
    let text = "SELECT CAST($1 AS BIGINT), CAST($2 AS TEXT), CAST($3 AS TEXT)";
    assert_eq!(connection.query(text, &values).unwrap(), [DataRow(values.to_vec())]);
    let small = "SELECT CAST(CAST($1 AS BIGINT) AS INT), $1 = -7, CAST($2 AS VARCHAR)";
    let expected = DataRow(vec![Value::Integer(-7), Value::Integer(1), values[1].clone()]);
    assert_eq!(connection.query(small, &values[..2]).unwrap(), [expected]);
    // A value of the wrong type is an error of the statement, and the connection stays usable.
    let wrong = connection.query(text, &[values[1].clone(), Value::Null, Value::Null]);
    assert!(matches!(wrong, Err(SharedError::Failed(_))), "{wrong:?}");
    let now = connection.query(&format!("SELECT {}", connection.now()), &[]).unwrap();
    assert!(now[0].integer(0).unwrap() > 1_700_000_000_000);
}

#[test]
fn listeners_are_notified_when_others_commit() {
    let Some(server) = PostgresServer::shared() else { return };
    let url = server.create_database();
    let (wake, woken) = mpsc::channel();
    let mut listener = Postgres::open(&url, move || wake.send(()).unwrap_or_default()).unwrap();
    let mut other = connect(&url);
    assert_eq!(listener.poll_news(), Ok(true), "what happened before is news");
    assert_eq!(listener.poll_news(), Ok(false));
    listener.listen(&["a".to_owned(), "b".to_owned()]).unwrap();
    let hears = |listener: &mut Postgres| {
        woken.recv_timeout(LIMIT).unwrap();
        assert_eq!(listener.poll_news(), Ok(true));
        assert_eq!(listener.poll_news(), Ok(false));
    };
    other.notify("b").unwrap();
    hears(&mut listener);
    other.begin().unwrap();
    other.notify("a").unwrap();
    let early = woken.recv_timeout(Duration::from_millis(100));
    assert_eq!(early, Err(RecvTimeoutError::Timeout), "the transaction is not committed");
    other.commit().unwrap();
    hears(&mut listener);
    // Own notifications, and those of channels no longer listened to, are ignored.
    listener.listen(&["b".to_owned()]).unwrap();
    listener.notify("b").unwrap();
    other.notify("a").unwrap();
    other.notify("b").unwrap();
    hears(&mut listener);
    assert!(woken.try_recv().is_err());
    assert!(listener.listen(&["a\"; DROP TABLE t; --".to_owned()]).is_err());
}

#[test]
fn the_end_of_a_connection_is_reported() {
    let Some(server) = PostgresServer::shared() else { return };
    let url = server.create_database();
    let (wake, woken) = mpsc::channel();
    let mut connection = Postgres::open(&url, move || wake.send(()).unwrap_or_default()).unwrap();
    let name = url.rsplit_once('/').unwrap().1.split('?').next().unwrap();
    server.run(&format!(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
    ));
    woken.recv_timeout(LIMIT).unwrap();
    let error = connection.poll_news().unwrap_err();
    assert!(error.is_temporary() && error.to_string().contains("terminating"), "{error}");
    assert!(connection.query("SELECT 1", &[]).unwrap_err().is_temporary());
    assert!(connection.commit().unwrap_err().is_temporary());
}

/// A stopped process or a network that drops all packets looks like this.
#[test]
fn a_server_that_hangs_is_given_up() {
    use rustix::process::{Pid, Signal, kill_process};
    let Some(server) = PostgresServer::shared() else { return };
    let mut connection = connect(&server.create_database());
    let rows = connection.query("SELECT pg_backend_pid()", &[]).unwrap();
    let process = Pid::from_raw(rows[0].integer(0).unwrap().try_into().unwrap()).unwrap();
    kill_process(process, Signal::STOP).unwrap();
    let start = Instant::now();
    let error = connection.query("SELECT 1", &[]).unwrap_err();
    assert!(error.is_temporary() && error.to_string().contains("too long"), "{error}");
    assert_eq!(connection.poll_news(), Err(error));
    drop(connection);
    kill_process(process, Signal::CONT).unwrap();
    assert!(start.elapsed() < LIMIT / 2, "{:?}", start.elapsed());
}

#[test]
fn refusals_say_what_to_do_and_never_show_a_password() {
    let Some(server) = PostgresServer::shared() else { return };
    let url = server.create_database();
    let name = url.rsplit_once('/').unwrap().1.split('?').next().unwrap();
    let nothing = Environment::default();
    let wrong = server.url(&format!("{ROLE_WITH_PASSWORD}:wr0ng-w0rd"), name);
    let text = refusal(&wrong, &nothing);
    assert!(text.contains("check the name and the password"), "{text}");
    assert!(!text.contains("wr0ng") && !text.contains("postgres://"), "{text}");
    let text = refusal(&server.url(ROLE_WITH_PASSWORD, name), &nothing);
    assert!(text.contains("asks for a password") && text.contains("PGPASSWORD"), "{text}");
    let text = refusal(&server.url(ROLE, "nowhere"), &nothing);
    assert!(text.contains("create it with createdb"), "{text}");
    let text = refusal(&server.url("nobody-we-know", name), &nothing);
    assert!(text.contains("nobody-we-know") && text.contains("ask for access"), "{text}");
    let text = server.url(ROLE, name).replace("fourcade-pg", "fourcade-no-pg");
    let Err(error) = Postgres::open(&text, || ()) else { panic!("there is no server") };
    assert!(error.is_temporary() && error.to_string().contains("no server answers"), "{error}");
}

/// Returns the error of connecting to a listener that serves its connections with `serve`.
fn failure_at(serve: impl Fn(TcpStream) + Send + 'static) -> String {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    // The thread ends with the tests.
    std::thread::spawn(move || listener.incoming().flatten().for_each(serve));
    let url = format!("postgres://ada@127.0.0.1:{port}/arcade?connect_timeout=1");
    match Postgres::open_in(&url, &Environment::default(), || ()) {
        Ok(_) => panic!("there is no server"),
        Err(SharedError::Unreachable(text)) => text,
        Err(error) => panic!("{error:?}"),
    }
}

#[test]
fn a_listener_that_is_no_postgresql_server_is_described() {
    let held = Mutex::new(Vec::new());
    let silent = failure_at(move |stream| held.lock().unwrap().push(stream));
    assert_eq!(silent, "the server doesn't answer");
    let web = failure_at(|mut stream| {
        let mut request = [0; 512];
        let _ = stream.read(&mut request);
        let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n");
    });
    assert_eq!(web, "the server has hung up in the middle of an answer; is it PostgreSQL?");
    assert_eq!(failure_at(drop), "the server has hung up");
}

#[test]
fn a_password_may_be_in_the_environment() {
    let Some(server) = PostgresServer::shared() else { return };
    let url = server.create_database();
    let name = url.rsplit_once('/').unwrap().1.split('?').next().unwrap();
    let url = server.url(ROLE_WITH_PASSWORD, name);
    let environment = Environment { password: Some(PASSWORD.to_owned()), ..Environment::default() };
    assert!(Postgres::open_in(&url, &environment, || ()).is_ok());
}

#[test]
fn tables_of_another_program_are_left_alone() {
    let Some(server) = PostgresServer::shared() else { return };
    let url = server.create_database();
    connect(&url).run_script("CREATE TABLE clients (name TEXT)").unwrap();
    let error = open(&Location::Server(url.clone()), || ()).err().unwrap();
    assert!(error.to_string().contains("choose a database without tables"), "{error}");
    let left =
        connect(&url).query("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'", &[]);
    assert_eq!(left.unwrap()[0].integer(0), Ok(1));
}

#[test]
fn protected_tables_of_an_older_version_are_refused() {
    let Some(server) = PostgresServer::shared() else { return };
    let url = server.create_database();
    let mut connection = connect(&url);
    // A schema of this name is no sign of an older version: it may belong to a role.
    connection.run_script("CREATE SCHEMA fourcade").unwrap();
    open(&Location::Server(url.clone()), || ()).unwrap();
    let function = "CREATE FUNCTION fourcade.find_table() RETURNS INT LANGUAGE SQL AS 'SELECT 1'";
    connection.run_script(function).unwrap();
    assert_eq!(refusal(&url, &Environment::default()), PROTECTED);
}

/// A table without a game, to whose log the tests append entries.
fn new_table(server: &str) -> (Person, TableCode) {
    let person = Person::new("ada");
    let progress = progress();
    let table = NewTable {
        game: "toy".to_owned(),
        header: "{}".to_owned(),
        is_public: true,
        log: Vec::new(),
        progress,
    };
    let mut connection = open(&Location::Server(server.to_owned()), || ()).unwrap();
    let code = store::open_table(connection.as_mut(), &person, &table).unwrap();
    (person, code)
}

fn progress() -> TableProgress {
    let (state, seats) = (TableState::Open, vec![SeatSummary::Open]);
    TableProgress { state, seats, turns: 0, counts: false }
}

#[test]
fn a_link_goes_on_after_the_server_was_killed() {
    let Some(mut server) = PostgresServer::start() else { return };
    let url = server.create_database();
    let location = Location::Server(url.clone());
    let (person, code) = new_table(&url);
    let reader =
        Link::open(location.clone(), Person::new("bob"), Timing::default(), &Wake::new(|| ()));
    let writer = Link::open(location, person, Timing::default(), &Wake::new(|| ()));
    let append = |number: u64| {
        let name = format!("ada {number}");
        let sit = Entry::Sit { seat: fourcade_engine::play::Seat::new(0), name };
        writer.append(code.clone(), number, sit, progress())
    };
    let table = reader.follow(code.clone());
    let mut read: Vec<StoredEntry> = Vec::new();
    let mut acknowledged = 0;
    for round in 0..3 {
        append(acknowledged).wait().unwrap();
        acknowledged += 1;
        until("the reader receives it", || {
            read.extend(table.take_entries());
            read.len() == usize::try_from(acknowledged).unwrap()
        });
        server.kill();
        until("both notice", || reader.outage().is_some() && writer.outage().is_some());
        assert!(append(acknowledged).wait().unwrap_err().is_temporary(), "{round}");
        server.restart();
        until("both connect again", || reader.outage().is_none() && writer.outage().is_none());
    }
    assert!(read.iter().zip(0..).all(|(entry, number)| entry.number == number));
}
