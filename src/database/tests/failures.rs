//! Tests with a file that is damaged, locked, full, missing, of a later version or shared by
//! several stores.

use std::{
    fs,
    sync::atomic::{AtomicBool, Ordering},
    thread,
};

use rusqlite::Connection;

use super::{StoreFolder, Waiting, assert_saved, identity, next_news, play, session, step};
use crate::database::{GameFilter, Store, file::BUSY_TIMEOUT};

/// Overwrites a part of the file with junk.
fn damage(folder: &StoreFolder, from: usize, length: usize) {
    let mut bytes = fs::read(folder.file()).unwrap();
    let end = (from + length).min(bytes.len());
    bytes[from..end].fill(0xa5);
    fs::write(folder.file(), bytes).unwrap();
}

#[test]
fn a_damaged_file_is_set_aside_and_replaced() {
    for (from, length) in [(0, 16), (0, 100_000), (100, 3996), (4096, 100_000)] {
        let folder = StoreFolder::new();
        let store = folder.open();
        play(&store, &["human", "a"]);
        store.close().unwrap();
        damage(&folder, from, length);
        let damaged = fs::read(folder.file()).unwrap();

        let opened = folder.open_with_wakes();
        let store = &opened.0;
        // Damaged rows are found only when they are read.
        let mut session = session(&["human", "a"]);
        let mut handle = store.new_game(identity(&session));
        assert_eq!(store.games(&GameFilter::default(), 0, 9).unwrap(), [], "{from}");
        step(&mut session, 3);
        handle.update(&session);
        let news = next_news((&opened.0, &opened.1));
        let aside = folder.file().with_file_name("fourcade.db.damaged-1");
        assert!(news.contains("damaged") && news.contains(aside.to_str().unwrap()), "{news}");
        assert_eq!(fs::read(&aside).unwrap(), damaged);
        store.flush().unwrap();
        assert_saved(store, handle.id().unwrap(), &session);
        store.close().unwrap();
        assert_eq!(folder.check(), "ok");
    }
}

#[test]
fn a_file_that_is_damaged_while_it_is_open_loses_no_running_game() {
    let folder = StoreFolder::new();
    let opened = folder.open_with_wakes();
    let store = &opened.0;
    let mut games: Vec<_> = (0..2).map(|_| session(&["human", "a"])).collect();
    let mut handles: Vec<_> =
        games.iter().map(|session| store.new_game(identity(session))).collect();
    for (session, handle) in games.iter_mut().zip(&mut handles) {
        step(session, 3);
        handle.update(session);
    }
    store.query(|connection| connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)")).unwrap();
    damage(&folder, 0, 1_000_000);
    // Drop the cached pages, so that the connection reads the damaged file.
    store.query(|connection| connection.execute_batch("PRAGMA shrink_memory")).unwrap();
    step(&mut games[0], 3);
    handles[0].update(&games[0]);
    assert!(next_news((&opened.0, &opened.1)).contains("damaged"));
    store.close().unwrap();

    let store = folder.open();
    assert_eq!(store.count(&GameFilter::default()).unwrap(), 2);
    for (session, handle) in games.iter().zip(&handles) {
        assert_saved(&store, handle.id().unwrap(), session);
    }
}

#[test]
fn all_damaged_files_are_kept() {
    let folder = StoreFolder::new();
    fs::create_dir_all(folder.file().parent().unwrap()).unwrap();
    for number in 1..=3 {
        let junk = format!("{number} is not a database").repeat(100);
        fs::write(folder.file(), &junk).unwrap();
        let store = folder.open();
        store.flush().unwrap();
        store.close().unwrap();
        let aside = folder.file().with_file_name(format!("fourcade.db.damaged-{number}"));
        assert_eq!(fs::read_to_string(aside).unwrap(), junk);
    }
}

#[test]
fn a_damaged_file_is_set_aside_once_even_if_several_stores_find_it() {
    let folder = StoreFolder::new();
    fs::create_dir_all(folder.file().parent().unwrap()).unwrap();
    fs::write(folder.file(), "not a database".repeat(1000)).unwrap();
    let stores: Vec<Store> =
        (0..8).map(|_| Store::start(Some(folder.file()), BUSY_TIMEOUT, || ())).collect();
    for store in &stores {
        play(store, &["human", "a"]);
    }
    assert_eq!(stores[0].count(&GameFilter::default()).unwrap(), 8);
    let aside = fs::read_dir(folder.file().parent().unwrap()).unwrap();
    let aside = aside
        .filter(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().contains("damaged"));
    assert_eq!(aside.count(), 1);
}

#[test]
fn a_file_of_a_later_version_is_refused_and_unchanged() {
    let folder = StoreFolder::new();
    let store = folder.open();
    play(&store, &["human", "a"]);
    store.query(|connection| connection.pragma_update(None, "user_version", 99)).unwrap();
    store.close().unwrap();
    let before = fs::read(folder.file()).unwrap();
    let opened = folder.open_with_wakes();
    let news = next_news((&opened.0, &opened.1));
    assert!(news.contains("written by a newer fourcade") && news.contains("format 99"), "{news}");
    let store = &opened.0;
    let error = store.last_unfinished().unwrap_err().to_string();
    assert!(error.contains("format 99") && !store.is_available(), "{error}");
    let mut session = session(&["human", "a"]);
    let mut handle = store.new_game(identity(&session));
    step(&mut session, 3);
    handle.update(&session);
    assert!(store.flush().unwrap_err().to_string().contains("newer fourcade"));
    assert!(!handle.is_saved());
    store.close().unwrap_err();
    assert_eq!(fs::read(folder.file()).unwrap(), before);
}

#[test]
fn a_locked_file_is_written_when_it_is_unlocked() {
    let folder = StoreFolder::new();
    let opened = folder.open_with_wakes();
    let store = &opened.0;
    store.flush().unwrap();
    let other = Connection::open(folder.file()).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let mut session = session(&["human", "a"]);
    let mut handle = store.new_game(identity(&session));
    step(&mut session, 3);
    handle.update(&session);
    let news = next_news((&opened.0, &opened.1));
    assert!(news.contains("locked by another program"), "{news}");
    assert!(!handle.is_saved());
    // A second failure is not reported again.
    step(&mut session, 3);
    handle.update(&session);
    other.execute_batch("COMMIT").unwrap();
    // The writer tries again although there are no more updates.
    assert_eq!(next_news((&opened.0, &opened.1)), "games are saved again");
    assert!(handle.is_saved());
    assert_saved(store, handle.id().unwrap(), &session);
}

#[test]
fn a_query_first_writes_a_game_that_could_not_be_written() {
    let folder = StoreFolder::new();
    let opened = folder.open_with_wakes();
    let store = &opened.0;
    let mut session = session(&["human", "a"]);
    let mut handle = store.new_game(identity(&session));
    step(&mut session, 3);
    handle.update(&session);
    store.flush().unwrap();
    let other = Connection::open(folder.file()).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    step(&mut session, 3);
    handle.update(&session);
    assert!(next_news((&opened.0, &opened.1)).contains("locked by another program"));
    let id = handle.id().unwrap();
    drop(handle);
    other.execute_batch("COMMIT").unwrap();
    // This doesn't wait for the next retry.
    assert_eq!(store.claim(id).unwrap().text().unwrap(), super::text(&session));
    assert_eq!(store.games(&GameFilter::default(), 0, 10).unwrap().len(), 1);
}

#[test]
fn a_full_disk_is_reported_and_games_are_saved_when_there_is_room() {
    let folder = StoreFolder::new();
    let opened = folder.open_with_wakes();
    let store = &opened.0;
    let limit = |pages: i64| {
        let set = move |connection: &mut Connection| {
            connection.query_row(&format!("PRAGMA max_page_count = {pages}"), [], |_| Ok(()))
        };
        store.query(set).unwrap();
    };
    limit(1);
    let mut games = Vec::new();
    // The existing pages still have some free space.
    let news = loop {
        let mut session = session(&["human", "a"]);
        let mut handle = store.new_game(identity(&session));
        while session.outcome().is_none() {
            step(&mut session, 3);
            handle.update(&session);
        }
        store.flush().unwrap();
        games.push((session, handle));
        let news = store.news().join(" ");
        if !news.is_empty() {
            break news;
        }
        assert!(games.len() < 10_000, "the file is never full");
    };
    assert!(news.contains("no space left"), "{news}");
    assert!(games.last().is_some_and(|(_, handle)| !handle.is_saved()));
    limit(1_000_000);
    assert_eq!(next_news((&opened.0, &opened.1)), "games are saved again");
    for (session, handle) in &games {
        assert_saved(store, handle.id().unwrap(), session);
    }
    assert_eq!(folder.check(), "ok");
}

#[test]
fn a_read_only_file_is_reported() {
    let folder = StoreFolder::new();
    let opened = folder.open_with_wakes();
    let store = &opened.0;
    store.query(|connection| connection.execute_batch("PRAGMA query_only = ON")).unwrap();
    let mut session = session(&["human", "a"]);
    let mut handle = store.new_game(identity(&session));
    step(&mut session, 3);
    handle.update(&session);
    let news = next_news((&opened.0, &opened.1));
    assert!(news.contains("is read-only"), "{news}");
    assert!(!handle.is_saved());
}

#[test]
fn a_folder_that_cannot_be_created_is_reported() {
    let folder = StoreFolder::new();
    // A file has the name of the folder.
    fs::write(folder.dir.path().join("data"), "").unwrap();
    let opened = folder.open_with_wakes();
    let news = next_news((&opened.0, &opened.1));
    assert!(news.starts_with("games are not saved: can't create"), "{news}");
    assert!(news.contains("FOURCADE_HOME"), "{news}");
    assert!(!opened.0.is_available());
    // The folder is looked at once. All later questions have the same answer, and nothing else is
    // told.
    fs::remove_file(folder.dir.path().join("data")).unwrap();
    let error = opened.0.last_unfinished().unwrap_err().to_string();
    assert!(error.contains("can't create the folder"), "{error}");
    let mut session = session(&["human", "a"]);
    let mut handle = opened.0.new_game(identity(&session));
    step(&mut session, 3);
    handle.update(&session);
    assert!(!handle.flush() && !handle.is_saved());
    assert_eq!(opened.0.news(), [""; 0]);
    assert!(opened.0.close().unwrap_err().to_string().contains("can't create the folder"));
    assert!(folder.open().is_available());
}

#[test]
fn a_game_is_flushed_only_if_it_is_on_the_disk() {
    let folder = StoreFolder::new();
    let store = folder.open();
    let mut session = session(&["human", "a"]);
    let mut handle = store.new_game(identity(&session));
    step(&mut session, 3);
    handle.update(&session);
    assert!(handle.flush(), "{:?}", store.news());
    let other = Connection::open(folder.file()).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    // Even though nothing has changed since.
    assert!(!handle.flush());
    step(&mut session, 3);
    handle.update(&session);
    assert!(!handle.flush());
    other.execute_batch("COMMIT").unwrap();
    assert!(handle.flush());
    assert_saved(&store, handle.id().unwrap(), &session);
    assert!(!Store::disabled().new_game(identity(&session)).flush());
}

#[test]
fn an_error_that_will_not_pass_stops_the_saving_but_not_the_reading() {
    let folder = StoreFolder::new();
    let opened = folder.open_with_wakes();
    let store = &opened.0;
    play(store, &["human", "a"]);
    let read_only = |is_set: bool| {
        let sql = format!("PRAGMA query_only = {is_set}");
        store.query(move |connection| connection.execute_batch(&sql)).unwrap();
    };
    read_only(true);
    let mut session = session(&["human", "a"]);
    let mut handle = store.new_game(identity(&session));
    step(&mut session, 3);
    handle.update(&session);
    assert!(next_news((store, &opened.1)).starts_with("games are not saved: "));
    read_only(false);
    assert!(!handle.flush() && store.is_available());
    assert_eq!(store.games(&GameFilter::default(), 0, 9).unwrap().len(), 1);
    assert!(store.close().is_err());
}

#[test]
fn without_a_home_folder_nothing_is_saved_and_nothing_panics() {
    for store in [Store::disabled(), Store::start(None, BUSY_TIMEOUT, || ())] {
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
    let stores: Vec<Store> =
        (0..4).map(|_| Store::start(Some(folder.file()), BUSY_TIMEOUT, || ())).collect();
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
    for (store, news) in stores.iter().map(|store| (store, store.news())) {
        assert_eq!(news, [""; 0]);
        for id in &ids {
            store.load(*id).unwrap().read::<fourcade_engine::play::toy::Toy>(|_| Ok(())).unwrap();
        }
    }
    assert_eq!(folder.check(), "ok");
}

#[test]
fn a_file_that_others_write_to_is_sound() {
    let folder = StoreFolder::new();
    let writer = Store::start(Some(folder.file()), BUSY_TIMEOUT, || ());
    let id = play(&writer, &["human", "a"]);
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                play(&writer, &["human", "a"]);
            }
        });
        let readers = (0..40).map(|_| {
            // The whole file is checked when it is opened, and a game when it is loaded.
            let reader = Store::start(Some(folder.file()), BUSY_TIMEOUT, || ());
            let loaded = reader.load(id).map(drop).map_err(|error| error.to_string());
            (loaded, reader.news())
        });
        let all: Vec<_> = readers.collect();
        done.store(true, Ordering::Relaxed);
        assert_eq!(all, vec![(Ok(()), Vec::new()); 40]);
    });
    assert_eq!(folder.files().iter().filter(|name| name.contains("damaged")).count(), 0);
}
