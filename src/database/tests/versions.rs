//! Tests with files of other programs and versions, and of the permissions of files.

use std::{fs, path::Path};

use rusqlite::Connection;

use super::{StoreFolder, Waiting, identity, next_messages, play, session, sound_contents, step};
use fourcade_engine::play::toy::Toy;

#[test]
fn a_file_of_a_later_version_is_refused_and_unchanged() {
    let folder = StoreFolder::new();
    let store = folder.open();
    play(&store, &["human", "a"]);
    store.query(|connection| connection.pragma_update(None, "user_version", 99)).unwrap();
    store.close().unwrap();
    let before = fs::read(folder.file()).unwrap();
    let (store, wakes) = folder.open_with_wakes();
    let messages = next_messages(&store, &wakes);
    assert!(messages.contains("written by a newer fourcade"), "{messages}");
    assert!(messages.contains("format 99"), "{messages}");
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
fn an_empty_file_becomes_a_database() {
    let folder = StoreFolder::new();
    fs::create_dir_all(folder.file().parent().unwrap()).unwrap();
    fs::write(folder.file(), "").unwrap();
    let store = folder.open();
    play(&store, &["human", "a"]);
    assert_eq!(store.take_messages(), [""; 0]);
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
    let error = store.finished_games().unwrap_err();
    assert!(error.to_string().contains("to another program; move it away"), "{error}");
    store.close().unwrap();
    assert_eq!(fs::read(folder.file()).unwrap(), before);
}

/// Reverts a file to version 7, 5 (fourcade 0.2) or 3.
fn revert(file: &Path, version: u32) {
    let connection = Connection::open(file).unwrap();
    if version == 7 {
        let script = "PRAGMA user_version = 7; DROP TABLE feats; DROP TABLE rushes;
            ALTER TABLE seats DROP COLUMN called;
            CREATE TABLE searched (
                game INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE
            ) STRICT;
            INSERT INTO searched SELECT id FROM games";
        return connection.execute_batch(script).unwrap();
    }
    let mut script = "PRAGMA user_version = 5; ALTER TABLE seats DROP COLUMN called;
        DROP TABLE mistakes; DROP TABLE answers; DROP TABLE repetitions; DROP TABLE feats;
        DROP TABLE rushes; DROP TABLE daily_answers; DROP TABLE stars;
        ALTER TABLE games ADD COLUMN checksum INTEGER;
        UPDATE games SET checksum = 7; CREATE TABLE checks (checked INTEGER NOT NULL) STRICT;"
        .to_owned();
    if version == 3 {
        script += "PRAGMA application_id = 0; PRAGMA user_version = 3; DROP TABLE checks;
            DROP INDEX games_by_daily; ALTER TABLE games DROP COLUMN daily;
            ALTER TABLE games DROP COLUMN checksum";
    }
    connection.execute_batch(&script).unwrap();
}

#[test]
fn a_database_of_an_earlier_version_is_copied_and_migrated() {
    for version in [3, 5, 7] {
        let folder = StoreFolder::new();
        let store = folder.open();
        let id = play(&store, &["human", "a"]);
        let before = sound_contents(&store);
        store.close().unwrap();
        revert(&folder.file(), version);
        let store = folder.open();
        assert_eq!(sound_contents(&store), before);
        assert!(store.claim(id).unwrap().read::<Toy>(|_| Ok(())).unwrap().outcome().is_some());
        assert_eq!(store.take_messages(), [""; 0]);
        store.close().unwrap();
        // The earlier version can read the copy.
        let name = format!("fourcade.db.version-{version}");
        assert_eq!(folder.files(), ["fourcade.db", name.as_str()]);
        let copy = Connection::open(folder.file().with_file_name(name)).unwrap();
        let number = |sql| copy.query_row(sql, [], |row| row.get::<_, u32>(0)).unwrap();
        assert_eq!(number("PRAGMA user_version"), version);
        assert_eq!(number("SELECT count(*) FROM games"), 1);
        assert_eq!(
            number("SELECT count(*) FROM pragma_integrity_check WHERE integrity_check = 'ok'"),
            1
        );
    }
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
    handle.update(&game);
    store.flush().unwrap();
    assert_eq!(mode(folder.file().parent().unwrap()), 0o700);
    let files = folder.files();
    assert_eq!(files.len(), 4, "{files:?}");
    for name in files {
        assert_eq!(mode(&folder.file().with_file_name(&name)), 0o600, "{name}");
    }
}

#[test]
fn the_copy_of_a_migration_that_was_killed_is_made_again() {
    let folder = StoreFolder::new();
    let store = folder.open();
    play(&store, &["human", "a"]);
    store.close().unwrap();
    revert(&folder.file(), 7);
    let beside = |name: &str| folder.file().with_file_name(name);
    fs::write(beside("fourcade.db.version-incomplete"), "half a copy").unwrap();
    // Another copy was finished before that.
    fs::copy(folder.file(), beside("fourcade.db.version-7")).unwrap();
    folder.open().close().unwrap();
    let expected = ["fourcade.db", "fourcade.db.version-7", "fourcade.db.version-7-2"];
    assert_eq!(folder.files(), expected);
}
