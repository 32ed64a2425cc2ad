//! Migrations of `SQLite` and `PostgreSQL` databases from one schema version to the next.

/// A versioned schema, as SQL. A new database has version 0.
#[derive(Clone, Copy, Debug)]
pub struct Schema {
    /// One script for each version. Never change a released step; add another one.
    pub steps: &'static [&'static str],
    /// Creates the table that holds the version, if one is needed.
    pub prepare: &'static str,
    /// Selects the version; no row means 0.
    pub version: &'static str,
    /// Stores the version, in place of `{}`.
    pub set_version: &'static str,
}

impl Schema {
    pub fn latest(&self) -> i64 {
        i64::try_from(self.steps.len()).unwrap_or(i64::MAX)
    }
}

pub trait Migrate {
    type Error;

    /// Begins a transaction that excludes other migrations.
    fn begin(&mut self) -> Result<(), Self::Error>;
    fn commit(&mut self) -> Result<(), Self::Error>;
    fn roll_back(&mut self);
    fn script(&mut self, sql: &str) -> Result<(), Self::Error>;
    /// Returns the integer that a query selects; `None` if there is no row.
    fn query_integer(&mut self, sql: &str) -> Result<Option<i64>, Self::Error>;
}

#[derive(Debug)]
pub enum MigrationError<E> {
    /// A newer program has made the tables; this is their version.
    TooNew(i64),
    Failed(E),
}

impl<E> From<E> for MigrationError<E> {
    fn from(error: E) -> Self {
        Self::Failed(error)
    }
}

/// Migrates a database to the latest version in one transaction. Concurrent callers wait.
pub fn migrate<D: Migrate + ?Sized>(
    database: &mut D,
    schema: &Schema,
) -> Result<(), MigrationError<D::Error>> {
    let latest = schema.latest();
    // The query may fail before the first migration. If no migration is due, read access is enough.
    match database.query_integer(schema.version) {
        Ok(Some(found)) if found == latest => return Ok(()),
        Ok(Some(found)) if found > latest => return Err(MigrationError::TooNew(found)),
        _ => {}
    }
    database.begin()?;
    let result = apply_steps(database, schema).and_then(|()| Ok(database.commit()?));
    if result.is_err() {
        database.roll_back();
    }
    result
}

fn apply_steps<D: Migrate + ?Sized>(
    database: &mut D,
    schema: &Schema,
) -> Result<(), MigrationError<D::Error>> {
    database.script(schema.prepare)?;
    let (latest, found) = (schema.latest(), database.query_integer(schema.version)?.unwrap_or(0));
    if found > latest {
        return Err(MigrationError::TooNew(found));
    }
    for step in schema.steps.iter().skip(usize::try_from(found).unwrap_or(0)) {
        database.script(step)?;
    }
    Ok(database.script(&schema.set_version.replace("{}", &latest.to_string()))?)
}

impl Migrate for rusqlite::Connection {
    type Error = rusqlite::Error;

    fn begin(&mut self) -> Result<(), Self::Error> {
        self.execute_batch("BEGIN IMMEDIATE")
    }

    fn commit(&mut self) -> Result<(), Self::Error> {
        self.execute_batch("COMMIT")
    }

    fn roll_back(&mut self) {
        // SQLite may already have ended the transaction.
        let _ = self.execute_batch("ROLLBACK");
    }

    fn script(&mut self, sql: &str) -> Result<(), Self::Error> {
        self.execute_batch(sql)
    }

    fn query_integer(&mut self, sql: &str) -> Result<Option<i64>, Self::Error> {
        rusqlite::OptionalExtension::optional(self.query_row(sql, [], |row| row.get(0)))
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;

    fn apply(
        connection: &mut Connection,
        steps: &'static [&'static str],
    ) -> Result<(), MigrationError<rusqlite::Error>> {
        let (version, set_version) = ("PRAGMA user_version", "PRAGMA user_version = {}");
        migrate(connection, &Schema { steps, prepare: "", version, set_version })
    }

    /// The version and the names of the tables.
    fn state(connection: &Connection) -> (i64, Vec<String>) {
        let version = connection.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap();
        let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1";
        let mut names = connection.prepare(sql).unwrap();
        let names = names.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
        (version, names)
    }

    #[test]
    fn migrations_are_applied_once_and_in_order() {
        let mut connection = Connection::open_in_memory().unwrap();
        apply(&mut connection, &["CREATE TABLE a (x)"]).unwrap();
        assert_eq!(state(&connection), (1, vec!["a".to_owned()]));
        for _ in 0..2 {
            let steps = &["CREATE TABLE a (x)", "ALTER TABLE a RENAME TO b", "CREATE TABLE c (x)"];
            apply(&mut connection, steps).unwrap();
            assert_eq!(state(&connection), (3, vec!["b".to_owned(), "c".to_owned()]));
        }
        let older = apply(&mut connection, &["CREATE TABLE a (x)"]).unwrap_err();
        assert!(matches!(older, MigrationError::TooNew(3)), "{older:?}");
    }

    #[test]
    fn a_migration_that_fails_changes_nothing() {
        let mut connection = Connection::open_in_memory().unwrap();
        apply(&mut connection, &["CREATE TABLE a (x)"]).unwrap();
        let steps = &["CREATE TABLE a (x)", "CREATE TABLE b (x)", "CREATE TABLE a (x)"];
        apply(&mut connection, steps).unwrap_err();
        assert_eq!(state(&connection), (1, vec!["a".to_owned()]));
        apply(&mut connection, &steps[..2]).unwrap();
        assert_eq!(state(&connection), (2, ["a", "b"].map(str::to_owned).to_vec()));
    }
}
