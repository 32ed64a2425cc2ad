//! Tests with a file that is locked, full, missing or shared by several stores.

use std::{
    fs,
    sync::atomic::{AtomicBool, Ordering},
    thread,
};

use rusqlite::Connection;

use super::{
    StoreFolder, Waiting, assert_saved, begin, identity, next_messages, play, session, step,
};
use crate::database::{Store, file::BUSY_TIMEOUT};
use fourcade_engine::play::toy::Toy;

#[test]
fn an_error_stops_saving_the_game_and_is_reported_once() {
    for (cause, end, expected) in [
        ("lock", "", "is locked by another program"),
        ("PRAGMA max_page_count = 1", "PRAGMA max_page_count = 1000000", "no space left"),
        ("PRAGMA query_only = ON", "PRAGMA query_only = OFF", "can't be written"),
    ] {
        let folder = StoreFolder::new();
        let store = folder.open();
        let run = |sql: &'static str| {
            let run = move |connection: &mut Connection| connection.execute_batch(sql);
            store.query(run).unwrap();
        };
        let (mut game, mut handle) = begin(&store);
        assert!(handle.wait_until_saved(), "{:?}", store.take_messages());
        let (before, id) = (game.clone(), handle.id().unwrap());
        let other = Connection::open(folder.file()).unwrap();
        if cause == "lock" {
            other.execute_batch("BEGIN EXCLUSIVE").unwrap();
        } else {
            run(cause);
        }
        // A full disk is noticed only after the free space in existing pages is used.
        let mut full = Vec::new();
        while handle.is_saved() {
            if game.outcome().is_some() {
                full.push(handle);
                (game, handle) = begin(&store);
            }
            step(&mut game, 3);
            handle.update(&game);
            handle.wait_until_saved();
            assert!(full.len() < 1000, "{cause}: nothing fails");
        }
        let messages = store.take_messages().join(" ");
        assert!(messages.starts_with("this game is not saved any more: "), "{messages}");
        assert!(messages.contains(expected) && messages.ends_with("; save it"), "{messages}");
        step(&mut game, 3);
        handle.update(&game);
        assert!(!handle.wait_until_saved() && store.take_messages().is_empty());
        drop(other);
        run(end);
        // The earlier steps are saved, and so is the next game.
        if full.is_empty() {
            assert_saved(&store, id, &before);
        }
        assert!(store.is_available());
        play(&store, &["human", "a"]);
        assert!(store.close().is_err(), "a game is not saved");
        assert_eq!(folder.check(), "ok");
    }
}

#[test]
fn a_folder_that_cannot_be_created_is_reported() {
    let folder = StoreFolder::new();
    // A file has the name of the folder.
    fs::write(folder.folder.path().join("data"), "").unwrap();
    let (store, wakes) = folder.open_with_wakes();
    let messages = next_messages(&store, &wakes);
    assert!(messages.starts_with("games are not saved: can't create"), "{messages}");
    assert!(messages.contains("FOURCADE_HOME"), "{messages}");
    assert!(!store.is_available());
    // The folder is checked once. Later queries get the same error, and it isn't reported again.
    fs::remove_file(folder.folder.path().join("data")).unwrap();
    let error = store.last_unfinished().unwrap_err().to_string();
    assert!(error.contains("can't create the folder"), "{error}");
    let mut session = session(&["human", "a"]);
    let mut handle = store.new_game(identity(&session));
    step(&mut session, 3);
    handle.update(&session);
    assert!(!handle.wait_until_saved() && !handle.is_saved());
    assert_eq!(store.take_messages(), [""; 0]);
    assert!(store.close().unwrap_err().to_string().contains("can't create the folder"));
    assert!(folder.open().is_available());
}

#[test]
fn without_a_home_folder_nothing_is_saved_and_nothing_panics() {
    for store in [Store::disabled(), Store::start(None, BUSY_TIMEOUT, String::new(), || ())] {
        let mut session = session(&["human", "a"]);
        let mut handle = store.new_game(identity(&session));
        step(&mut session, 3);
        handle.update(&session);
        store.last_unfinished().unwrap_err();
        assert!(!handle.is_saved());
    }
}

#[test]
fn several_stores_write_to_one_file() {
    let folder = StoreFolder::new();
    let stores: Vec<Store> = (0..4).map(|_| Store::at(folder.file(), || ())).collect();
    let ids: Vec<i64> = thread::scope(|scope| {
        let threads: Vec<_> = stores
            .iter()
            .map(|store| {
                scope.spawn(move || {
                    (0..10).map(|_| play(store, &["human", "a"])).collect::<Vec<_>>()
                })
            })
            .collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(ids.len(), 40);
    for store in &stores {
        assert_eq!(store.take_messages(), [""; 0]);
        for id in &ids {
            store.load(*id).unwrap().read::<Toy>(|_| Ok(())).unwrap();
        }
    }
    assert_eq!(folder.check(), "ok");
}

#[test]
fn a_file_that_others_write_to_is_sound() {
    let folder = StoreFolder::new();
    let writer = Store::at(folder.file(), || ());
    let id = play(&writer, &["human", "a"]);
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                play(&writer, &["human", "a"]);
            }
        });
        let readers = (0..40).map(|_| {
            // Opening checks the whole file, and loading a game checks that.
            let reader = Store::at(folder.file(), || ());
            let loaded = reader.load(id).map(drop).map_err(|error| error.to_string());
            (loaded, reader.take_messages())
        });
        let all: Vec<_> = readers.collect();
        done.store(true, Ordering::Relaxed);
        assert_eq!(all, vec![(Ok(()), Vec::new()); 40]);
    });
    assert_eq!(folder.files().iter().filter(|name| name.contains("damaged")).count(), 0);
}
