//! Tests of the database as a whole, with helpers for them.

mod damage;
mod failures;
mod library;
mod practice;
mod versions;

use std::{
    fs, io,
    path::PathBuf,
    sync::mpsc::{self, Receiver},
    time::Duration,
};

use tempfile::TempDir;

use super::{
    Database, GameHandle, GameIdentity, LoadedGame, SavedGame, SeriesPosition, Store, StoreError,
    statistics::FinishedGame,
};
use fourcade_engine::play::{
    Game, Observation, RecordHeader, Seat, Seats, Session, StepMarks, header_json,
    toy::{self, Toy},
};

type Answer<T> = Result<T, StoreError>;

/// Blocking queries of a store.
pub trait Waiting {
    fn wait<T: Send + 'static>(
        &self,
        question: impl FnOnce(&mut Database) -> Answer<T> + Send + 'static,
    ) -> Answer<T>;

    /// Waits until the store has tried to write everything sent so far.
    fn flush(&self) -> Answer<()> {
        self.query(|_| Ok(()))
    }

    fn query<T: Send + 'static>(
        &self,
        query: impl FnOnce(&mut rusqlite::Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Answer<T> {
        self.wait(|database| database.with(query))
    }

    fn load(&self, id: i64) -> Answer<LoadedGame> {
        self.wait(move |database| database.load(id))
    }

    fn claim(&self, id: i64) -> Answer<LoadedGame> {
        self.wait(move |database| database.claim(id))
    }

    fn delete(&self, id: i64) -> Answer<()> {
        self.wait(move |database| database.delete(id))
    }

    fn games(&self) -> Answer<Vec<SavedGame>> {
        self.wait(|database| database.games(u32::MAX))
    }

    fn last_unfinished(&self) -> Answer<Option<SavedGame>> {
        self.wait(Database::last_unfinished)
    }

    fn finished_games(&self) -> Answer<Vec<(FinishedGame, StepMarks)>> {
        self.wait(|database| database.finished_games(None))
    }

    fn import<G: Game + 'static>(
        &self,
        session: &Session<G>,
        identity: GameIdentity,
    ) -> Answer<i64> {
        let session = session.clone();
        self.wait(move |database| database.import(&session, identity))
    }
}

impl Waiting for Store {
    fn wait<T: Send + 'static>(
        &self,
        question: impl FnOnce(&mut Database) -> Answer<T> + Send + 'static,
    ) -> Answer<T> {
        self.ask(question).wait()
    }
}

/// A temporary folder with a store in it.
struct StoreFolder {
    folder: TempDir,
}

impl StoreFolder {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("data").join("fourcade.db")
    }

    /// Opens the database. The receiver hears of messages and answers.
    fn open_with_wakes(&self) -> (Store, Receiver<()>) {
        let (sender, wakes) = mpsc::channel();
        // Not every test keeps the receiver.
        let wake = move || sender.send(()).unwrap_or_default();
        let timeout = Duration::from_millis(500);
        (Store::start(Some(self.file()), timeout, "; save it".to_owned(), wake), wakes)
    }

    /// Returns the sorted names of the files beside the database.
    fn files(&self) -> Vec<String> {
        let folder = fs::read_dir(self.file().parent().unwrap()).unwrap();
        let name =
            |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
        let mut names: Vec<String> = folder.map(name).collect();
        names.sort();
        names
    }

    fn open(&self) -> Store {
        self.open_with_wakes().0
    }

    /// Runs `SQLite`'s integrity check. Returns "ok" for a sound file.
    fn check(&self) -> String {
        let connection = rusqlite::Connection::open(self.file()).unwrap();
        connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap()
    }
}

/// Returns a new game between these players.
fn session(names: &[&str]) -> Session<Toy> {
    let cards: Vec<u8> = (4..).take(names.len()).collect();
    let players = names.iter().map(ToString::to_string).collect();
    Session::new(RecordHeader { setup: toy::setup(&cards), players, seed: 1, clock: None })
}

fn identity(session: &Session<Toy>) -> GameIdentity {
    GameIdentity {
        game: Toy::KEY.to_owned(),
        size: Some(9),
        header: header_json::<Toy>(session.header()).unwrap(),
        series: SeriesPosition { id: 77, number: 2, seats_moved: 0 },
        series_points: vec![0.5, 1.0],
        people: vec!["Ada".to_owned()],
        daily: None,
        is_shared: false,
    }
}

/// Plays one step: each awaited seat bids `amount` if it is legal, or else takes its first legal
/// action.
fn step(session: &mut Session<Toy>, amount: u8) {
    for seat in session.awaited().iter() {
        let legal = session.game().observe(Seats::one(seat)).legal(seat);
        let action = if legal.contains(&toy::bid(amount)) { toy::bid(amount) } else { legal[0] };
        session.choose(seat, action).unwrap();
    }
}

/// Plays a whole game and saves each step. Returns its ID.
fn play(store: &Store, names: &[&str]) -> i64 {
    let mut session = session(names);
    let mut handle = store.new_game(identity(&session));
    while session.outcome().is_none() {
        step(&mut session, 3);
        handle.update(&session);
    }
    store.flush().unwrap();
    handle.id().unwrap()
}

fn text(session: &Session<Toy>) -> String {
    let mut text = Vec::new();
    session.record().write(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

/// Checks that the saved game equals the session.
#[track_caller]
fn assert_saved(store: &Store, id: i64, session: &Session<Toy>) {
    let loaded = store.load(id).unwrap();
    assert_eq!(loaded.text().unwrap(), text(session));
    assert_eq!(loaded.summary.turns, session.game().turns());
    let scores: Vec<i32> = loaded.summary.seats.iter().map(|seat| seat.score).collect();
    assert_eq!(scores, session.game().scores());
}

/// Waits for messages and joins them.
#[track_caller]
fn next_messages(store: &Store, wakes: &Receiver<()>) -> String {
    loop {
        let messages = store.take_messages().join(" ");
        if !messages.is_empty() {
            return messages;
        }
        wakes.recv().expect("the store has a message");
    }
}

const SEAT: Seat = Seat::new(0);

/// Begins a game with one step.
fn begin(store: &Store) -> (Session<Toy>, GameHandle) {
    let mut game = session(&["human", "a"]);
    let mut handle = store.new_game(identity(&game));
    step(&mut game, 3);
    handle.update(&game);
    (game, handle)
}

/// The contents of a store: the finished games, and the record of each game.
type Contents = (Vec<(FinishedGame, StepMarks)>, Vec<(i64, String)>);

fn contents(store: &Store) -> Result<Contents, StoreError> {
    let mut games = Vec::new();
    for game in store.games()? {
        games.push((game.id, store.load(game.id)?.text().unwrap()));
    }
    Ok((store.finished_games()?, games))
}

/// The contents of a sound store. Checks that each game is the same in the list and by itself.
#[track_caller]
fn sound_contents(store: &Store) -> Contents {
    for game in store.games().unwrap() {
        assert_eq!(store.load(game.id).unwrap().summary, game);
    }
    contents(store).unwrap()
}
