//! Tests with damaged files and edited games.

use std::fs;

use rand::RngExt;

use super::{
    StoreFolder, Waiting, assert_saved, begin, contents, identity, next_messages, play, session,
    sound_contents, step,
};
use crate::database::{Store, StoreError};
use fourcade_engine::play::{random, toy::Toy};

/// Changes some bytes of a file, or truncates it, depending on the seed.
fn damage(bytes: &mut Vec<u8>, seed: u64) {
    let mut rng = random::rng(seed, &[]);
    if seed.is_multiple_of(6) {
        bytes.truncate(rng.random_range(0..bytes.len()));
        return;
    }
    let flips = if seed.is_multiple_of(2) { 1 } else { rng.random_range(1..200) };
    for _ in 0..flips {
        let at = rng.random_range(0..bytes.len());
        bytes[at] ^= rng.random_range(1..=255_u8);
    }
}

/// Overwrites a part of the file with junk.
fn overwrite(folder: &StoreFolder, from: usize, length: usize) {
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
        overwrite(&folder, from, length);
        let damaged = fs::read(folder.file()).unwrap();

        let (store, wakes) = folder.open_with_wakes();
        // Damaged rows are found only when they are read.
        let mut session = session(&["human", "a"]);
        let mut handle = store.new_game(identity(&session));
        assert_eq!(store.games().unwrap(), [], "{from}");
        step(&mut session, 3);
        handle.update(&session);
        let messages = next_messages(&store, &wakes);
        let aside = folder.file().with_file_name("fourcade.db.damaged-1");
        assert!(messages.contains("damaged"), "{messages}");
        assert!(messages.contains(aside.to_str().unwrap()), "{messages}");
        assert_eq!(fs::read(&aside).unwrap(), damaged);
        store.flush().unwrap();
        assert_saved(&store, handle.id().unwrap(), &session);
        store.close().unwrap();
        assert_eq!(folder.check(), "ok");
    }
}

#[test]
fn damage_found_later_stops_saving_until_the_next_start_sets_the_file_aside() {
    let folder = StoreFolder::new();
    let (store, wakes) = folder.open_with_wakes();
    let (mut game, mut handle) = begin(&store);
    store.query(|connection| connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)")).unwrap();
    overwrite(&folder, 0, 1_000_000);
    // Drops the cached pages, so that the connection reads the damaged file.
    store.query(|connection| connection.execute_batch("PRAGMA shrink_memory")).unwrap();
    step(&mut game, 3);
    handle.update(&game);
    let messages = next_messages(&store, &wakes);
    assert!(messages.contains("not saved any more"), "{messages}");
    assert!(messages.contains("is damaged; restart"), "{messages}");
    store.close().unwrap_err();
    let (store, wakes) = folder.open_with_wakes();
    let messages = next_messages(&store, &wakes);
    assert!(messages.contains("damaged-1"), "{messages}");
    play(&store, &["human", "a"]);
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
    let stores: Vec<Store> = (0..8).map(|_| Store::at(folder.file(), || ())).collect();
    for store in &stores {
        play(store, &["human", "a"]);
    }
    assert_eq!(stores[0].games().unwrap().len(), 8);
    let aside = fs::read_dir(folder.file().parent().unwrap()).unwrap();
    let aside = aside
        .filter(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().contains("damaged"));
    assert_eq!(aside.count(), 1);
}

#[test]
fn a_damaged_copy_is_read_or_set_aside() {
    let folder = StoreFolder::new();
    let store = folder.open();
    for _ in 0..30 {
        play(&store, &["human", "a"]);
        play(&store, &["b", "human", "a"]);
    }
    let expected = sound_contents(&store);
    store.close().unwrap();
    let sound = fs::read(folder.file()).unwrap();
    let aside = folder.file().with_file_name("fourcade.db.damaged-1");
    let (mut read, mut set_aside, mut refused) = (0, 0, 0);
    for seed in 0..120 {
        let mut damaged = sound.clone();
        damage(&mut damaged, seed);
        fs::write(folder.file(), &damaged).unwrap();
        let (store, _wakes) = folder.open_with_wakes();
        let found = contents(&store);
        let messages = store.take_messages().join(" ");
        match found {
            _ if messages.contains("damaged") => {
                assert_eq!(fs::read(&aside).unwrap(), damaged, "seed {seed}");
                // The new file works.
                play(&store, &["human", "a"]);
                set_aside += 1;
            }
            // A value may have changed to another valid one, which only a game's rules can detect.
            Ok(found) => read += u32::from(found == expected),
            // The bytes with the application or the version are damaged.
            Err(StoreError::Unusable(_)) => {
                assert_eq!(fs::read(folder.file()).unwrap(), damaged, "seed {seed}");
                refused += 1;
            }
            Err(StoreError::Unreadable(_)) => {}
            Err(error) => panic!("seed {seed}: {error}"),
        }
        store.close().unwrap_or_default();
        fs::remove_dir_all(folder.file().parent().unwrap()).unwrap();
        fs::create_dir(folder.file().parent().unwrap()).unwrap();
    }
    assert!(set_aside > 40 && read > 0 && refused < 5, "{set_aside}, {read}, {refused}");
}

#[test]
fn an_edited_game_does_not_hide_the_others() {
    let folder = StoreFolder::new();
    let store = folder.open();
    let ids = [(); 5].map(|()| play(&store, &["a", "human"]));
    let changes = [
        "UPDATE games SET size = 99999 WHERE id = ",
        "UPDATE seats SET place = -1 WHERE game = ",
        "UPDATE seats SET name = CAST(x'ff' AS TEXT) WHERE game = ",
        "UPDATE lines SET line = 'nonsense' WHERE game = ",
    ];
    for (id, change) in ids.into_iter().zip(changes) {
        let sql = format!("{change}{id}");
        store.query(move |connection| connection.execute_batch(&sql)).unwrap();
    }
    let read = |id| store.load(id).map(|game| game.read::<Toy>(|_| Ok(())).is_ok());
    assert!(matches!(read(ids[0]), Err(StoreError::Unreadable(_))));
    // Its record is replayed against the rules.
    assert!(matches!(read(ids[3]), Ok(false)));
    assert!(matches!(read(ids[4]), Ok(true)));
    assert_eq!(store.games().unwrap().len(), 4);
    store.finished_games().unwrap();
    assert_eq!(store.take_messages(), [""; 0]);
}
