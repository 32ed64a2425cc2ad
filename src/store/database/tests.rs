//! How the file is written.

use super::*;

fn pragma(connection: &Connection, name: &str) -> String {
    connection
        .query_row(&format!("PRAGMA {name}"), [], |row| row.get::<_, rusqlite::types::Value>(0))
        .map(|value| format!("{value:?}"))
        .unwrap()
}

#[test]
fn commits_wait_for_the_disk_only_where_it_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let mut database = Database::new(Some(folder.path().join("new").join("a.db")), BUSY);
    let settings = database.with(|connection| {
        let usual = pragma(connection, "synchronous");
        let during = durably(connection, |connection| Ok(pragma(connection, "synchronous")))?;
        let failed = durably(connection, |connection| connection.execute_batch("nonsense"));
        assert!(failed.is_err());
        Ok([usual, during, pragma(connection, "synchronous"), pragma(connection, "journal_mode")])
    });
    // 1 is NORMAL, 2 is FULL.
    let expected = ["Integer(1)", "Integer(2)", "Integer(1)", "Text(\"wal\")"];
    assert_eq!(settings.unwrap(), expected.map(str::to_owned));
}

#[test]
fn a_sound_file_is_not_set_aside() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    Database::new(Some(path.clone()), BUSY).with(|_| Ok(())).unwrap();
    assert_eq!(set_aside(&path, BUSY).unwrap(), None);
    assert!(path.exists());
}
