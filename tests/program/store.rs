//! Saved games survive a process that is killed at any moment.

use std::{
    env,
    io::{BufRead, BufReader, Write, stdout},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

use fourcade::{
    database::{GameIdentity, SeriesPosition, Store, StoreError},
    games::read_saved,
};
use fourcade_engine::{
    flip::Flip,
    play::{Game, GameInfo, Observation, RecordHeader, Seats, Session, header_json, random},
};
use rand::RngExt;

/// The environment variable that gives the child process its database file.
const FILE_VARIABLE: &str = "FOURCADE_TEST_STORE";
/// The number of child processes that are killed.
const KILLS: u64 = 100;
/// Half of them are killed within this number of reports: one and a half games.
const KILLED_WITHIN: usize = 50;

fn session(seed: u64) -> Session<Flip> {
    let setup = Flip::deal_seeded(6, seed).unwrap();
    Session::new(RecordHeader {
        setup,
        players: vec!["human".to_owned(), "first".to_owned()],
        seed,
        clock: None,
    })
}

/// Plays a step that depends only on the position.
fn step(session: &mut Session<Flip>) {
    let seat = session.awaited().only().unwrap();
    let legal = session.game().observe(Seats::NONE).legal(seat);
    session.choose(seat, legal[session.lines().len() % legal.len()]).unwrap();
}

/// Prints a line for the parent process without delay.
fn report(line: &str) {
    println!("{line}");
    stdout().flush().unwrap();
}

/// Plays and saves games one after the other until the process is killed. Waits after each step
/// until it is written. In each game, three steps are undone once.
fn play_until_killed(file: PathBuf) {
    let store = Store::at(file, || ());
    for seed in 0.. {
        let mut session = session(seed);
        let identity = GameIdentity {
            game: Flip::KEY.to_owned(),
            size: Some(6),
            header: header_json::<Flip>(session.header()).unwrap(),
            series: SeriesPosition::first(),
            series_points: Vec::new(),
            people: Vec::new(),
            daily: None,
            is_shared: false,
        };
        let mut handle = store.new_game(identity);
        let mut is_undone = false;
        while session.outcome().is_none() {
            if session.lines().len() == 7 && !is_undone {
                session.go_to(4);
                is_undone = true;
            } else {
                step(&mut session);
            }
            handle.update(&session);
            store.ask(|_| Ok::<_, StoreError>(())).wait().unwrap();
            report(&format!("saved {} {}", handle.id().unwrap(), session.lines().len()));
        }
    }
}

/// Not a test, but the process that is killed by
/// [`at_most_the_last_action_is_lost_when_the_process_is_killed`].
#[test]
fn child_process() {
    if let Some(file) = env::var_os(FILE_VARIABLE) {
        play_until_killed(file.into());
    }
}

/// Starts this test binary as a process that plays and saves games.
fn start_child(file: &Path) -> Child {
    Command::new(env::current_exe().unwrap())
        .args(["--exact", "store::child_process", "--nocapture"])
        .env(FILE_VARIABLE, file)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
fn at_most_the_last_action_is_lost_when_the_process_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("fourcade.db");
    let seed = env::var("FOURCADE_SEED")
        .ok()
        .and_then(|seed| seed.parse().ok())
        .unwrap_or_else(random::fresh_seed);
    let mut rng = random::rng(seed, &[]);
    let mut with_saved_game = 0;
    for kill in 0..KILLS {
        let mut child = start_child(&file);
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let mut reports = Vec::new();
        if kill % 2 == 0 {
            // It is killed while it starts, or soon after.
            thread::sleep(Duration::from_micros(rng.random_range(0..40_000)));
        } else {
            // It is killed while it plays, however slow it is.
            let last = lines
                .by_ref()
                .filter(|line| line.contains("saved "))
                .nth(rng.random_range(0..KILLED_WITHIN));
            reports.extend(last);
            thread::sleep(Duration::from_micros(rng.random_range(0..2000)));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        reports.extend(lines);
        let saved =
            reports.iter().rev().find_map(|line| line.split_once("saved ")?.1.split_once(' '));
        let saved =
            saved.map(|(id, lines)| (id.parse::<i64>().unwrap(), lines.parse::<usize>().unwrap()));
        with_saved_game += u64::from(saved.is_some());
        check(&file, saved, &format!("kill {kill} of seed {seed}"));
    }
    assert!(
        with_saved_game >= KILLS / 2,
        "only {with_saved_game} of {KILLS} had saved a game when they were killed"
    );
}

/// Checks that the database is sound and contains the last reported game, with the reported number
/// of lines or the number after the next update.
fn check(file: &Path, saved: Option<(i64, usize)>, when: &str) {
    if file.exists() {
        let connection = rusqlite::Connection::open(file).unwrap();
        let report: String =
            connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
        assert_eq!(report, "ok", "{when}");
    }
    let store = Store::at(file.to_owned(), || ());
    let all = store.ask(|saved| saved.games(10_000)).wait().unwrap();
    for game in &all {
        // Each record is complete and obeys the rules.
        let id = game.id;
        let loaded = store.ask(move |saved| saved.load(id)).wait().unwrap();
        let session = read_saved::<Flip>(&loaded).unwrap_or_else(|error| panic!("{when}: {error}"));
        assert_eq!(
            (session.outcome().is_some(), session.game().turns()),
            (game.times.ended.is_some(), game.turns),
            "{when}"
        );
        let scores: Vec<i32> = game.seats.iter().map(|seat| seat.score).collect();
        assert_eq!(scores, session.game().scores(), "{when}");
    }
    if let Some((id, lines)) = saved {
        let loaded = store.ask(move |saved| saved.load(id)).wait().unwrap();
        let found = read_saved::<Flip>(&loaded).unwrap().lines().len();
        // The next update may have been written, too: one more step, or three undone steps after
        // the seventh.
        assert!(
            found == lines || found == lines + 1 || (lines, found) == (7, 4),
            "{when}: {found} for {lines}"
        );
        assert!(all.len() <= usize::try_from(all[0].id).unwrap());
    }
    assert_eq!(store.take_messages(), [""; 0], "{when}");
    store.close().unwrap();
}
