//! Tests with randomly damaged databases, and with files of other programs and versions.

use std::{fs, path::Path};

use rand::RngExt;
use rusqlite::Connection;

use super::{StoreFolder, Waiting, identity, play, session, step};
use crate::database::{Store, StoreError, statistics::FinishedGame};
use fourcade_engine::play::{StepMarks, random, toy::Toy};

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
        let news = store.news().join(" ");
        match found {
            _ if news.contains("damaged") => {
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
    assert_eq!(store.news(), [""; 0]);
}

#[test]
fn an_empty_file_becomes_a_database() {
    let folder = StoreFolder::new();
    fs::create_dir_all(folder.file().parent().unwrap()).unwrap();
    fs::write(folder.file(), "").unwrap();
    let store = folder.open();
    play(&store, &["human", "a"]);
    assert_eq!(store.news(), [""; 0]);
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
        assert_eq!(store.news(), [""; 0]);
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
