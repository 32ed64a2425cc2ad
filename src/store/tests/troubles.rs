//! Files that are damaged, locked, full, of a later version or nowhere, and several arcades on one
//! file.

use std::{fs, sync::mpsc::Receiver, thread};

use rusqlite::Connection;

use super::{Place, about, assert_kept, play, session, step, update};
use crate::store::{GameFilter, Store, StoreError};

/// What the store says next.
#[track_caller]
fn next_news((store, heard): &(Store, Receiver<()>)) -> String {
    loop {
        let news = store.news().join(" ");
        if !news.is_empty() {
            return news;
        }
        heard.recv().expect("the store has something to say");
    }
}

/// Puts junk over a part of the file.
fn damage(place: &Place, from: usize, length: usize) {
    let mut bytes = fs::read(place.file()).unwrap();
    let end = (from + length).min(bytes.len());
    bytes[from..end].fill(0xa5);
    fs::write(place.file(), bytes).unwrap();
}

#[test]
fn a_damaged_file_is_set_aside_and_a_new_one_begun() {
    for (from, length) in [(0, 16), (0, 100_000), (100, 3996), (4096, 100_000)] {
        let place = Place::new();
        let store = place.open();
        play(&store, &["human", "a"]);
        store.close().unwrap();
        damage(&place, from, length);
        let damaged = fs::read(place.file()).unwrap();

        let heard = place.open_heard();
        let store = &heard.0;
        // Where the damage is in the rows, it is seen when they are wanted.
        let mut session = session(&["human", "a"]);
        let mut entry = store.new_game(about(&session));
        assert_eq!(store.games(&GameFilter::default(), 0, 9).unwrap(), [], "{from}");
        step(&mut session, 3);
        update(&mut entry, &mut session);
        let news = next_news(&heard);
        let aside = place.file().with_file_name("fourcade.db.damaged-1");
        assert!(news.contains("damaged") && news.contains(aside.to_str().unwrap()), "{news}");
        assert_eq!(fs::read(&aside).unwrap(), damaged);
        store.flush().unwrap();
        assert_kept(store, entry.id().unwrap(), &session);
        store.close().unwrap();
        assert_eq!(place.check(), "ok");
    }
}

#[test]
fn a_file_that_is_damaged_while_it_is_used_loses_no_game_that_goes_on() {
    let place = Place::new();
    let heard = place.open_heard();
    let store = &heard.0;
    let mut games: Vec<_> = (0..2).map(|_| session(&["human", "a"])).collect();
    let mut entries: Vec<_> = games.iter().map(|session| store.new_game(about(session))).collect();
    for (session, entry) in games.iter_mut().zip(&mut entries) {
        step(session, 3);
        update(entry, session);
    }
    store.ask(|connection| connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)")).unwrap();
    // The connection must not go on with what it remembers of the file.
    damage(&place, 0, 1_000_000);
    store.ask(|connection| connection.execute_batch("PRAGMA shrink_memory")).unwrap();
    step(&mut games[0], 3);
    update(&mut entries[0], &mut games[0]);
    assert!(next_news(&heard).contains("damaged"));
    store.close().unwrap();

    let store = place.open();
    assert_eq!(store.count(&GameFilter::default()).unwrap(), 2);
    for (session, entry) in games.iter().zip(&entries) {
        assert_kept(&store, entry.id().unwrap(), session);
    }
}

#[test]
fn several_damaged_files_are_all_kept() {
    let place = Place::new();
    fs::create_dir_all(place.file().parent().unwrap()).unwrap();
    for number in 1..=3 {
        let junk = format!("{number} is no database").repeat(100);
        fs::write(place.file(), &junk).unwrap();
        let store = place.open();
        store.flush().unwrap();
        store.close().unwrap();
        let aside = place.file().with_file_name(format!("fourcade.db.damaged-{number}"));
        assert_eq!(fs::read_to_string(aside).unwrap(), junk);
    }
}

#[test]
fn a_damaged_file_is_set_aside_once_by_however_many_find_it() {
    let place = Place::new();
    fs::create_dir_all(place.file().parent().unwrap()).unwrap();
    fs::write(place.file(), "no database".repeat(1000)).unwrap();
    let stores: Vec<Store> = (0..8)
        .map(|_| Store::start(Some(place.file()), super::super::database::BUSY, || ()))
        .collect();
    for store in &stores {
        play(store, &["human", "a"]);
    }
    assert_eq!(stores[0].count(&GameFilter::default()).unwrap(), 8);
    let aside = fs::read_dir(place.file().parent().unwrap()).unwrap();
    let aside = aside
        .filter(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().contains("damaged"));
    assert_eq!(aside.count(), 1);
}

#[test]
fn a_later_version_is_refused_and_left_as_it_is() {
    let place = Place::new();
    let store = place.open();
    play(&store, &["human", "a"]);
    store.ask(|connection| connection.pragma_update(None, "user_version", 99)).unwrap();
    store.close().unwrap();
    let before = fs::read(place.file()).unwrap();
    let heard = place.open_heard();
    let news = next_news(&heard);
    assert!(news.contains("written by a later fourcade") && news.contains("form 99"), "{news}");
    let store = &heard.0;
    assert!(matches!(store.last_unfinished(), Err(StoreError::Newer { found: 99, .. })));
    let mut session = session(&["human", "a"]);
    let mut entry = store.new_game(about(&session));
    step(&mut session, 3);
    update(&mut entry, &mut session);
    store.flush().unwrap_err();
    assert!(!entry.is_kept() && entry.failure().is_some_and(|why| why.contains("later fourcade")));
    store.close().unwrap_err();
    assert_eq!(fs::read(place.file()).unwrap(), before);
}

#[test]
fn a_locked_file_is_written_when_it_is_free_again() {
    let place = Place::new();
    let heard = place.open_heard();
    let store = &heard.0;
    store.flush().unwrap();
    let other = Connection::open(place.file()).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let mut session = session(&["human", "a"]);
    let mut entry = store.new_game(about(&session));
    step(&mut session, 3);
    update(&mut entry, &mut session);
    let news = next_news(&heard);
    assert!(news.contains("held by another program"), "{news}");
    assert!(!entry.is_kept());
    // Once more, and it is not said again.
    step(&mut session, 3);
    update(&mut entry, &mut session);
    other.execute_batch("COMMIT").unwrap();
    // Nothing happens any more at the table: it is tried again by itself.
    assert_eq!(next_news(&heard), "games are kept again");
    assert!(entry.is_kept());
    assert_kept(store, entry.id().unwrap(), &session);
}

#[test]
fn a_game_that_could_not_be_written_goes_on_whole_as_soon_as_it_can() {
    let place = Place::new();
    let heard = place.open_heard();
    let store = &heard.0;
    let mut session = session(&["human", "a"]);
    let mut entry = store.new_game(about(&session));
    step(&mut session, 3);
    update(&mut entry, &mut session);
    store.flush().unwrap();
    let other = Connection::open(place.file()).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    step(&mut session, 3);
    update(&mut entry, &mut session);
    assert!(next_news(&heard).contains("held by another program"));
    let id = entry.id().unwrap();
    drop(entry);
    other.execute_batch("COMMIT").unwrap();
    // Not waiting until it would be tried again by itself.
    assert_eq!(store.claim(id).unwrap().text().unwrap(), super::text(&session));
    assert_eq!(store.games(&GameFilter::default(), 0, 10).unwrap().len(), 1);
}

#[test]
fn a_full_disk_is_told_and_what_is_not_kept_follows_when_there_is_room() {
    let place = Place::new();
    let heard = place.open_heard();
    let store = &heard.0;
    let limit = |pages: i64| {
        let set = move |connection: &mut Connection| {
            connection.query_row(&format!("PRAGMA max_page_count = {pages}"), [], |_| Ok(()))
        };
        store.ask(set).unwrap();
    };
    limit(1);
    let mut games = Vec::new();
    // It has a few pages already, and some room in them.
    let news = loop {
        let mut session = session(&["human", "a"]);
        let mut entry = store.new_game(about(&session));
        while session.outcome().is_none() {
            step(&mut session, 3);
            update(&mut entry, &mut session);
        }
        store.flush().unwrap();
        games.push((session, entry));
        let news = store.news().join(" ");
        if !news.is_empty() {
            break news;
        }
        assert!(games.len() < 10_000, "it is never full");
    };
    assert!(news.contains("no room left"), "{news}");
    assert!(games.last().is_some_and(|(_, entry)| !entry.is_kept()));
    limit(1_000_000);
    assert_eq!(next_news(&heard), "games are kept again");
    for (session, entry) in &games {
        assert_kept(store, entry.id().unwrap(), session);
    }
    assert_eq!(place.check(), "ok");
}

#[test]
fn a_file_that_must_not_be_written_is_told() {
    let place = Place::new();
    let heard = place.open_heard();
    let store = &heard.0;
    store.ask(|connection| connection.execute_batch("PRAGMA query_only = ON")).unwrap();
    let mut session = session(&["human", "a"]);
    let mut entry = store.new_game(about(&session));
    step(&mut session, 3);
    update(&mut entry, &mut session);
    let news = next_news(&heard);
    assert!(news.contains("may not be written"), "{news}");
    assert!(!entry.is_kept());
}

#[test]
fn a_folder_that_can_not_be_made_is_told() {
    let place = Place::new();
    // A file stands where the folder should.
    fs::write(place.folder.path().join("data"), "").unwrap();
    let heard = place.open_heard();
    let news = next_news(&heard);
    assert!(news.contains("can't be made") && news.contains("FOURCADE_HOME"), "{news}");
    assert!(matches!(heard.0.last_unfinished(), Err(StoreError::CreateFolder { .. })));
    // Made later, it is used.
    fs::remove_file(place.folder.path().join("data")).unwrap();
    assert_eq!(heard.0.last_unfinished().unwrap(), None);
}

#[test]
fn without_a_home_nothing_is_kept_and_nothing_fails() {
    for store in [Store::disabled(), Store::start(None, super::super::database::BUSY, || ())] {
        let mut session = session(&["human", "a"]);
        let mut entry = store.new_game(about(&session));
        step(&mut session, 3);
        update(&mut entry, &mut session);
        store.last_unfinished().unwrap_err();
        assert!(!entry.is_kept());
    }
}

#[test]
fn several_arcades_write_to_one_file() {
    let place = Place::new();
    let stores: Vec<Store> = (0..4)
        .map(|_| Store::start(Some(place.file()), super::super::database::BUSY, || ()))
        .collect();
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
            store.load(*id).unwrap().read::<crate::play::toy::Toy>().unwrap();
        }
    }
    assert_eq!(place.check(), "ok");
}
