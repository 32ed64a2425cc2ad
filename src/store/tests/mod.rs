//! The store with games in it: what goes in comes out, whoever else writes there and whatever
//! happens to the file.

mod library;
mod troubles;

use std::{
    path::PathBuf,
    sync::mpsc::{self, Receiver},
    time::Duration,
};

use tempfile::TempDir;

use super::{GameHandle, GameIdentity, Store};
use crate::play::{
    Game, Observation, RecordHeader, Seat, Seats, Session, header_json,
    toy::{self, Toy},
};

/// A folder with a store in it.
struct Place {
    folder: TempDir,
}

impl Place {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("data").join("fourcade.db")
    }

    /// Opens the store, and says when it has news.
    fn open_heard(&self) -> (Store, Receiver<()>) {
        let (sender, heard) = mpsc::channel();
        // Not every test listens.
        let wake = move || sender.send(()).unwrap_or_default();
        (Store::start(Some(self.file()), Duration::from_millis(20), wake), heard)
    }

    fn open(&self) -> Store {
        self.open_heard().0
    }

    /// What `SQLite` finds wrong with the file; "ok" if nothing.
    fn check(&self) -> String {
        let connection = rusqlite::Connection::open(self.file()).unwrap();
        connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap()
    }
}

/// A game between these.
fn session(names: &[&str]) -> Session<Toy> {
    let cards: Vec<u8> = (4..).take(names.len()).collect();
    let seats = names.iter().map(ToString::to_string).collect();
    Session::new(RecordHeader { setup: toy::setup(&cards), seats, seed: 1 })
}

fn about(session: &Session<Toy>) -> GameIdentity {
    GameIdentity {
        game: Toy::KEY.to_owned(),
        size: Some(9),
        header: header_json::<Toy>(session.header()).unwrap(),
        series: 77,
        number: 2,
        moved: 0,
        series_points: vec![0.5, 1.0],
    }
}

/// One step: everybody awaited bids this, or turns the first card that may be turned.
fn step(session: &mut Session<Toy>, amount: u8) {
    for seat in session.awaited().iter() {
        let legal = session.game().observe(Seats::one(seat)).legal(seat);
        let action = if legal.contains(&toy::bid(amount)) { toy::bid(amount) } else { legal[0] };
        session.choose(seat, action).unwrap();
    }
}

fn update(entry: &mut GameHandle, session: &mut Session<Toy>) {
    let unchanged = session.take_unchanged();
    entry.update(session, unchanged, false);
}

/// Plays a whole game into the store, step by step; says its number.
fn play(store: &Store, names: &[&str]) -> i64 {
    let mut session = session(names);
    let mut entry = store.new_game(about(&session));
    while session.outcome().is_none() {
        step(&mut session, 3);
        update(&mut entry, &mut session);
    }
    store.flush().unwrap();
    entry.id().unwrap()
}

fn text(session: &Session<Toy>) -> String {
    let mut text = Vec::new();
    session.record().write(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

/// What is kept is the game as it stands.
#[track_caller]
fn assert_kept(store: &Store, id: i64, session: &Session<Toy>) {
    let loaded = store.load(id).unwrap();
    assert_eq!(loaded.text().unwrap(), text(session));
    assert_eq!(loaded.summary.turns, session.game().turns());
    let scores: Vec<i32> = loaded.summary.seats.iter().map(|seat| seat.score).collect();
    assert_eq!(scores, session.game().scores());
}

const SEAT: Seat = Seat::new(0);
