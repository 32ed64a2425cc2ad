//! A home folder of fourcade 0.2.0 opens with everything there, and files of a newer fourcade are
//! refused.
//!
//! `tests/data/home-0.2.0` was made by playing with that version: its databases as SQL, its other
//! files as they were, and what its `stats --json` printed.

use std::{
    ffi::OsStr,
    fmt::Write as _,
    fs,
    os::unix::ffi::OsStrExt as _,
    path::{Path, PathBuf},
};

use rusqlite::Connection;
use sha2::{Digest as _, Sha256};

use crate::{
    flows::programs::{own_engine, write_engine},
    support::{Exit, Launch, Terminal, program},
};

const FILES: [(&str, &str); 3] = [
    ("config.toml", include_str!("../data/home-0.2.0/config.toml")),
    ("choices.toml", include_str!("../data/home-0.2.0/choices.toml")),
    ("lessons.toml", include_str!("../data/home-0.2.0/lessons.toml")),
];
const STATISTICS: &str = include_str!("../data/home-0.2.0/stats.json");

const SAVED_GAMES: (&str, &str) = ("fourcade.db", include_str!("../data/home-0.2.0/fourcade.sql"));
const SHARED_TABLES: (&str, &str) = ("shared.db", include_str!("../data/home-0.2.0/shared.sql"));

/// The codes of a finished and a running table of Flip and of a running one of Eater.
const CODES: [&str; 3] = ["w3yw", "p2zn", "zekz"];
#[cfg(feature = "postgres")]
const CODES_ON_SERVER: [&str; 3] = ["ref2", "gher", "c7yz"];

/// A launch of the arcade in a new home folder with the files of 0.2.0.
fn old_home() -> Launch {
    let launch = Launch::arcade().size(100, 30).arg("--no-sandbox");
    for (name, text) in FILES {
        fs::write(launch.home().join(name), text).unwrap();
    }
    for (name, sql) in [SAVED_GAMES, SHARED_TABLES] {
        let database = Connection::open(launch.home().join(name)).unwrap();
        database.execute_batch(sql).unwrap();
    }
    launch
}

/// Starts the arcade, which reports the line of the settings that it can't use.
#[track_caller]
fn start(launch: &Launch) -> Terminal {
    let terminal = launch.start();
    terminal.wait_text("line 6");
    terminal.wait_text("slowly");
    terminal.press("ctrl-l");
    terminal.wait_gone("slowly");
    terminal
}

/// Lets the program `./engine` start without a question. Its digest is formed as 0.2.0 did.
fn allow_engine(launch: &Launch) {
    write_engine(launch, &own_engine());
    let file = launch.home().canonicalize().unwrap().join("engine");
    let mut digest = Sha256::new();
    for bytes in [file.as_os_str().as_bytes(), &fs::read(&file).unwrap()] {
        digest.update((bytes.len() as u64).to_be_bytes());
        digest.update(bytes);
    }
    let mut line = String::new();
    for byte in digest.finalize() {
        write!(line, "{byte:02x}").unwrap();
    }
    fs::write(launch.home().join("allowed-programs"), line + " ./engine\n").unwrap();
}

/// Returns the version of a database and the definitions of its tables.
fn schema(database: &Connection) -> Vec<String> {
    let sql = "SELECT user_version FROM pragma_user_version
               UNION ALL SELECT sql FROM sqlite_schema WHERE sql NOT NULL";
    let mut statement = database.prepare(sql).unwrap();
    let text = |row: &rusqlite::Row| Ok(format!("{:?}", row.get_ref(0)?));
    statement.query_map([], text).unwrap().map(Result::unwrap).collect()
}

/// Returns the number of rows of each table.
fn row_counts(database: &Connection) -> Vec<(String, i64)> {
    let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name";
    let mut statement = database.prepare(sql).unwrap();
    let names = statement.query_map([], |row| row.get::<_, String>(0)).unwrap();
    let count = |name: &str| {
        database.query_row(&format!("SELECT count(*) FROM {name}"), [], |row| row.get(0)).unwrap()
    };
    names.map(Result::unwrap).map(|name| (name.clone(), count(&name))).collect()
}

/// Checks that a database that was changed for this version has a copy as it was before.
#[track_caller]
fn assert_copied_if_changed(home: &Path, (name, sql): (&str, &str)) {
    let old = Connection::open_in_memory().unwrap();
    old.execute_batch(sql).unwrap();
    let is_old = |path: &Path| schema(&Connection::open(path).unwrap()) == schema(&old);
    if is_old(&home.join(name)) {
        return;
    }
    let files = fs::read_dir(home).unwrap().map(|entry| entry.unwrap().path());
    let is_copy = |path: &PathBuf| {
        let file = path.file_name().and_then(OsStr::to_str).unwrap();
        let is_log = file.ends_with("-wal") || file.ends_with("-shm");
        file.starts_with(name) && file != name && !is_log
    };
    let copies: Vec<_> = files.filter(is_copy).collect();
    assert!(
        copies.iter().any(|copy| {
            is_old(copy) && row_counts(&Connection::open(copy).unwrap()) == row_counts(&old)
        }),
        "{name} was changed without a copy: {copies:?}"
    );
}

/// `fourcade stats --json` must print what it printed then in any order, without the game with
/// hints.
#[track_caller]
fn assert_statistics(home: &Path) {
    let output = program(home).args(["stats", "--json"]).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let read = |text: &[u8]| {
        let mut statistics: serde_json::Value = serde_json::from_slice(text).unwrap();
        statistics["games"].as_array_mut().unwrap().sort_by_key(ToString::to_string);
        statistics
    };
    assert_eq!(read(&output.stdout), read(STATISTICS.as_bytes()));
}

#[test]
fn saved_games_of_0_2_0_go_on_where_they_were_left() {
    let launch = old_home();
    allow_engine(&launch);
    assert_statistics(launch.home());
    let terminal = start(&launch);
    terminal.wait_text("Flip 6 x 6 against a program");
    terminal.press("g");
    terminal.wait_text(" of 17");
    let mut last = "Flip 4 x 4";
    for (row, seen, keys, played) in [
        ("Flip 6 x 6     you, Irma", "Your move", "1 4 enter", "You played 1 4"),
        ("Intensity      you, Tobias", "round 2 of 10", "tab enter", "round 3 of 10"),
        ("Concentration  you, Elisabeth", "Your move: find", "tab enter", "turn 3"),
        // What the first of two people had chosen already is asked again.
        ("Eater 5 x 5", "Enter show", "enter enter", "Your turn as Eater"),
        ("Concentration  you, Oskar", "Your move: find", "tab enter", "turn 3"),
        ("Flip 6 x 6     you, engine", "Your move", "1 6 enter", "You played 1 6"),
    ] {
        terminal.wait_for("the game that was played last at the top", |output| {
            let text = output.text();
            let mut rows = text.lines().skip_while(|line| !line.contains("players"));
            rows.nth(1).is_some_and(|first| first.contains(last))
        });
        last = row;
        terminal.click(row);
        terminal.wait_text("Enter resume");
        terminal.press("enter");
        terminal.wait_text(seen);
        if seen == "Enter show" {
            terminal.wait_hand_over();
        }
        terminal.press(keys);
        terminal.wait_text(played);
        terminal.press("esc");
    }
    terminal.press("q");
    assert_eq!(terminal.wait_exit(), Exit::Code(0));
    assert_statistics(launch.home());
    assert_copied_if_changed(launch.home(), SAVED_GAMES);
}

#[test]
fn a_copy_from_before_is_not_taken_for_one_of_now() {
    let launch = old_home();
    let file = launch.home().join("fourcade.db");
    let version: i64 = Connection::open(&file)
        .unwrap()
        .query_row("PRAGMA user_version", [], |row| row.get(0))
        .unwrap();
    let before = launch.home().join(format!("fourcade.db.version-{version}"));
    fs::copy(&file, &before).unwrap();
    Connection::open(&before).unwrap().execute_batch("DELETE FROM games").unwrap();
    let old = fs::read(&before).unwrap();
    assert_statistics(launch.home());
    assert!(old == fs::read(&before).unwrap());
    assert_copied_if_changed(launch.home(), SAVED_GAMES);
}

#[test]
fn settings_setups_and_daily_deals_of_0_2_0_are_there() {
    let launch = old_home();
    let terminal = start(&launch);
    terminal.press("S");
    for setting in ["◂ tearoom ▸", "0.2 s", "Ada", "Grace"] {
        terminal.wait_text(setting);
    }
    terminal.press("esc");
    terminal.wait_text("avoid tricks");
    // No lesson is offered, and the form is as it was left.
    terminal.press("2");
    for choice in ["New game: Flip", "• Hard", "• X", "6 x 6"] {
        terminal.wait_text(choice);
    }
    terminal.press("esc");
    terminal.wait_text("avoid tricks");
    terminal.press("g");
    terminal.wait_text(" of 17");
    terminal.press("end enter");
    terminal.wait_text("You played 4 5 (+1)");
    terminal.press("q");
    assert_eq!(terminal.wait_exit(), Exit::Code(0));
    assert_eq!(fs::read_to_string(launch.home().join("config.toml")).unwrap(), FILES[0].1);

    let daily = start(&launch.clone().args(["daily", "--date", "2026-11-22"]));
    for text in ["lost 8-56", "unfinished"] {
        daily.wait_text(text);
    }
    let today = start(&launch.clone().args(["daily"]).size(120, 40));
    today.wait_text("Flip                3    0         0        3");
}

/// Plays on at the shared tables of a place.
#[track_caller]
fn assert_shared_tables(launch: &Launch, [finished, flip, eater]: [&str; 3]) {
    let join = |code: &str, name: &str| {
        start(&launch.clone().args(["join", code, "--name", name, "--no-motion"]))
    };
    let (ada, bob) = (join(flip, "Ada"), join(flip, "Bob"));
    ada.wait_text("Waiting for Bob");
    for (own, other) in [(&bob, &ada), (&ada, &bob)] {
        own.wait_text("Your move");
        own.press("tab enter");
        own.wait_text("Waiting for");
        other.wait_text("Your move");
    }
    // The first of two hidden choices had been made already.
    let (ada, bob) = (join(eater, "Ada"), join(eater, "Bob"));
    ada.wait_text("Waiting for Bob");
    bob.wait_text("Your move");
    bob.press("5 space 5 enter");
    ada.wait_text("You: 2 1, Bob: 5 5");
    bob.wait_text("Ada: 2 1, you: 5 5");
    for terminal in [ada, bob] {
        terminal.wait_text("Your move");
    }

    let over = launch.clone().args(["join", finished]).start();
    assert_eq!(over.wait_exit(), Exit::Code(1));
    over.wait_text("is over");
    let lobby = start(&launch.clone().arg("lobby"));
    lobby.wait_text("You are Ada");
    lobby.wait_text("Your games");
    lobby.press("t");
    lobby.wait_text("Leaderboard: Eater");
    lobby.press("tab tab");
    lobby.wait_text("Leaderboard: Flip");
    lobby.wait_for("the rated players", |output| {
        let text = output.text();
        text.find("Bob").is_some_and(|bob| text.rfind("Ada").is_some_and(|ada| bob < ada))
    });
}

#[test]
fn shared_tables_of_0_2_0_go_on() {
    let launch = old_home();
    assert_shared_tables(&launch, CODES);
    assert_copied_if_changed(launch.home(), SHARED_TABLES);
}

#[cfg(feature = "postgres")]
#[test]
fn shared_tables_of_0_2_0_on_a_server_go_on() {
    use crate::postgres_server::PostgresServer;

    let Some(server) = PostgresServer::shared() else { return };
    let url = server.create_database();
    server.load(&url, include_str!("../data/home-0.2.0/postgres.sql"));
    assert_shared_tables(&old_home().env("FOURCADE_DATABASE", url), CODES_ON_SERVER);
}

#[test]
fn files_of_a_newer_version_are_refused() {
    let launch = old_home();
    let set_version = |name: &str, sql: &str| {
        let database = Connection::open(launch.home().join(name)).unwrap();
        database.execute_batch(sql).unwrap();
        drop(database);
        fs::read(launch.home().join(name)).unwrap()
    };
    let games = set_version("fourcade.db", "PRAGMA user_version = 99");
    let tables =
        set_version("shared.db", "PRAGMA user_version = 99; UPDATE shared_schema SET version = 99");
    let terminal = start(&launch);
    terminal.press("g");
    terminal.wait_text("was written by a newer");
    terminal.press("q");
    terminal.wait_exit();
    let stats = program(launch.home()).arg("stats").output().unwrap();
    assert!(!stats.status.success());
    assert!(String::from_utf8_lossy(&stats.stderr).contains("newer fourcade"), "{stats:?}");
    let terminal = launch.clone().args(["join", CODES[1]]).start();
    assert_eq!(terminal.wait_exit(), Exit::Code(1));
    terminal.wait_text("newer fourcade");
    assert!(games == fs::read(launch.home().join("fourcade.db")).unwrap());
    assert!(tables == fs::read(launch.home().join("shared.db")).unwrap());
}
