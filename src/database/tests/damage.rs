//! Tests with copies of a database that are damaged in many ways, and with files that are not ours.

use std::fs;

use rand::RngExt;
use rusqlite::Connection;

use super::{StoreFolder, assert_saved, identity, play, session, step, text, update};
use crate::database::{GameFilter, Store, StoreError, statistics::CountedGame};
use fourcade_engine::play::{random, toy::Toy};

/// What a store shows: the statistics, and the record of each game.
type Contents = (Vec<CountedGame>, Vec<(i64, String)>);

fn contents(store: &Store) -> Result<Contents, StoreError> {
    let mut games = Vec::new();
    for game in store.games(&GameFilter::default(), 0, 1000)? {
        let loaded = store.load(game.id)?;
        assert_eq!(loaded.summary, game);
        games.push((game.id, loaded.text().unwrap()));
    }
    Ok((store.counted_games(None)?, games))
}

/// Changes some bytes of a file, or cuts it off, as the seed says.
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

#[test]
fn a_damaged_copy_is_read_correctly_or_set_aside() {
    let folder = StoreFolder::new();
    let store = folder.open();
    for _ in 0..30 {
        play(&store, &["human", "a"]);
        play(&store, &["b", "human", "a"]);
    }
    let expected = contents(&store).unwrap();
    store.close().unwrap();
    let sound = fs::read(folder.file()).unwrap();
    let aside = folder.file().with_file_name("fourcade.db.damaged-1");
    let (mut read, mut set_aside, mut refused) = (0, 0, 0);
    for seed in 0..120 {
        let mut damaged = sound.clone();
        damage(&mut damaged, seed);
        fs::write(folder.file(), &damaged).unwrap();
        let (store, _wakes) = folder.open_with_wakes();
        match contents(&store) {
            Ok(found) if found == expected => read += 1,
            Ok(found) => {
                assert_eq!(found, (vec![], vec![]), "seed {seed}");
                let news = store.news().join(" ");
                assert!(news.contains("damaged"), "seed {seed}: {news}");
                assert_eq!(fs::read(&aside).unwrap(), damaged, "seed {seed}");
                // The new file works.
                play(&store, &["human", "a"]);
                set_aside += 1;
            }
            // The bytes that say who wrote the file, and in which version, are damaged.
            Err(StoreError::Newer { .. } | StoreError::Foreign(_)) => {
                assert_eq!(fs::read(folder.file()).unwrap(), damaged, "seed {seed}");
                refused += 1;
            }
            Err(error) => panic!("seed {seed}: {error}"),
        }
        store.close().unwrap_or_default();
        fs::remove_dir_all(folder.file().parent().unwrap()).unwrap();
        fs::create_dir(folder.file().parent().unwrap()).unwrap();
    }
    assert!(set_aside > 60 && read > 0 && refused < 5, "{set_aside}, {read}, {refused}");
}

#[test]
fn a_changed_value_is_noticed() {
    for change in [
        "UPDATE games SET result = 'won'",
        "UPDATE games SET ended = ended + 1",
        "UPDATE seats SET score = score + 1 WHERE seat = 0",
        "UPDATE lines SET line = replace(line, '3', '2') WHERE number = 0",
        "DELETE FROM lines WHERE number = 1",
        "DELETE FROM games",
        "DROP INDEX games_by_time",
        "DROP TABLE lines",
    ] {
        let folder = StoreFolder::new();
        let store = folder.open();
        play(&store, &["a", "human"]);
        store.close().unwrap();
        let connection = Connection::open(folder.file()).unwrap();
        connection.execute_batch("PRAGMA foreign_keys = OFF").unwrap();
        connection.execute_batch(change).unwrap();
        drop(connection);
        let (store, _wakes) = folder.open_with_wakes();
        assert_eq!(store.games(&GameFilter::default(), 0, 9).unwrap(), [], "{change}");
        assert!(store.news().join(" ").contains("damaged"), "{change}");
    }
}

#[test]
fn an_empty_file_is_set_aside() {
    let folder = StoreFolder::new();
    fs::create_dir_all(folder.file().parent().unwrap()).unwrap();
    fs::write(folder.file(), "").unwrap();
    let (store, _wakes) = folder.open_with_wakes();
    play(&store, &["human", "a"]);
    assert!(store.news().join(" ").contains("damaged"));
}

#[test]
fn a_database_of_another_program_is_refused_and_unchanged() {
    let folder = StoreFolder::new();
    fs::create_dir_all(folder.file().parent().unwrap()).unwrap();
    let other = Connection::open(folder.file()).unwrap();
    other.execute_batch("CREATE TABLE games (title); PRAGMA user_version = 2").unwrap();
    drop(other);
    let before = fs::read(folder.file()).unwrap();
    let (store, _wakes) = folder.open_with_wakes();
    let error = store.counted_games(None).unwrap_err();
    assert!(matches!(error, StoreError::Foreign(_)), "{error}");
    assert!(error.to_string().contains("to another program; move it away"), "{error}");
    store.close().unwrap();
    assert_eq!(fs::read(folder.file()).unwrap(), before);
}

#[test]
fn a_database_of_an_earlier_version_is_migrated() {
    let folder = StoreFolder::new();
    let store = folder.open();
    let id = play(&store, &["human", "a"]);
    let before = contents(&store).unwrap();
    store.close().unwrap();
    let connection = Connection::open(folder.file()).unwrap();
    connection
        .execute_batch(
            "PRAGMA application_id = 0; PRAGMA user_version = 3; DROP TABLE checks;
             DROP INDEX games_by_daily; ALTER TABLE games DROP COLUMN daily;
             ALTER TABLE games DROP COLUMN checksum",
        )
        .unwrap();
    drop(connection);
    let store = folder.open();
    assert_eq!(contents(&store).unwrap(), before);
    assert!(store.claim(id).unwrap().read::<Toy>(|_| Ok(())).unwrap().outcome().is_some());
}

#[test]
fn a_file_that_is_deleted_during_play_is_noticed_and_loses_no_running_game() {
    let folder = StoreFolder::new();
    let (store, wakes) = folder.open_with_wakes();
    let mut game = session(&["human", "a"]);
    let mut handle = store.new_game(identity(&game));
    step(&mut game, 3);
    update(&mut handle, &mut game);
    store.flush().unwrap();
    for everything in [false, true] {
        if everything {
            fs::remove_dir_all(folder.file().parent().unwrap()).unwrap();
        } else {
            fs::remove_file(folder.file()).unwrap();
        }
        handle.update(&game, 0, true);
        wakes.recv().unwrap();
        let news = store.news().join(" ");
        assert!(news.contains("was deleted while it was in use"), "{news}");
        store.flush().unwrap();
        assert_saved(&store, handle.id().unwrap(), &game);
        assert_eq!(folder.check(), "ok");
        let other = folder.open();
        assert!(matches!(other.claim(handle.id().unwrap()), Err(StoreError::OpenElsewhere)));
    }
    assert_eq!(store.games(&GameFilter::default(), 0, 9).unwrap().len(), 1);
    assert!(!text(&game).is_empty());
}

#[cfg(unix)]
#[test]
fn only_the_owner_may_read_the_files() {
    use std::os::unix::fs::PermissionsExt;
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let folder = StoreFolder::new();
    let store = folder.open();
    let mut game = session(&["human", "a"]);
    let mut handle = store.new_game(identity(&game));
    step(&mut game, 3);
    update(&mut handle, &mut game);
    store.flush().unwrap();
    assert_eq!(mode(folder.file().parent().unwrap()), 0o700);
    let files = folder.files();
    assert_eq!(files.len(), 4, "{files:?}");
    for name in files {
        assert_eq!(mode(&folder.file().with_file_name(&name)), 0o600, "{name}");
    }
    // So is a file that an earlier version has made for everybody.
    store.close().unwrap();
    fs::set_permissions(folder.file(), fs::Permissions::from_mode(0o644)).unwrap();
    folder.open().flush().unwrap();
    assert_eq!(mode(&folder.file()), 0o600);
}

#[test]
fn a_pending_choice_is_not_stored_as_text() {
    let folder = StoreFolder::new();
    let store = folder.open();
    let mut game = session(&["human", "human"]);
    let mut handle = store.new_game(identity(&game));
    game.choose(super::SEAT, fourcade_engine::play::toy::bid(3)).unwrap();
    update(&mut handle, &mut game);
    store.flush().unwrap();
    let stored: String = store
        .query(|connection| {
            connection.query_row("SELECT gathered FROM games", [], |row| row.get(0))
        })
        .unwrap();
    assert!(stored.starts_with('~') && !stored.contains("bid"), "{stored}");
    let loaded = store.load(handle.id().unwrap()).unwrap().read::<Toy>(|_| Ok(())).unwrap();
    assert_eq!(loaded.pending_choices().count(), 1);
}
