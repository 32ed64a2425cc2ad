//! Connections to the databases of shared tables, `SQLite` and `PostgreSQL`.
//!
//! [`Connection`] is their common interface. All statements are written once, in SQL that both
//! understand; see [`store`](super::store).

#[cfg(feature = "postgres")]
mod postgres;
mod schema;
mod sqlite;
mod value;

use std::{fmt, path::PathBuf, str::FromStr};

pub use value::{DataRow, Value};

use super::SharedError;

/// The location of the shared tables. Its debug format contains no password.
#[derive(Clone, PartialEq, Eq)]
pub enum Location {
    /// An `SQLite` file.
    File(PathBuf),
    /// A `PostgreSQL` server: a URL that begins with `postgres://` or `postgresql://`.
    Server(String),
}

impl Location {
    /// The location for messages, without a password.
    pub fn describe(&self) -> String {
        match self {
            Self::File(path) => path.display().to_string(),
            Self::Server(url) => {
                let server = describe_server(url).unwrap_or_default();
                format!("the PostgreSQL database{server}")
            }
        }
    }
}

/// Returns the name of a database and its host, such as ` "arcade" on "db.example"`. `None` if an
/// unexpected `@` means that the apparent host may be part of a password.
fn describe_server(url: &str) -> Option<String> {
    let (_, rest) = url.split_once("://")?;
    let (authority, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    if path.contains('@') {
        return None;
    }
    let (name, query) = path.split_once('?').unwrap_or((path, ""));
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let mut options = query.split('&').filter_map(|option| option.split_once('='));
    let option = options.find_map(|(key, host)| (key == "host").then_some(host));
    let host = if host.is_empty() { option.unwrap_or_default() } else { host };
    let host = host.replace("%2F", "/").replace("%2f", "/");
    let name = name.trim_start_matches('/');
    let name = if name.is_empty() { String::new() } else { format!(" {name:?}") };
    let host = if host.is_empty() { "this machine".to_owned() } else { format!("{host:?}") };
    Some(format!("{name} on {host}"))
}

impl fmt::Debug for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe())
    }
}

impl FromStr for Location {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_server = text.starts_with("postgres://") || text.starts_with("postgresql://");
        Ok(if is_server { Self::Server(text.to_owned()) } else { Self::File(text.into()) })
    }
}

/// Statements use `$1`, `$2`, … for their values. Without [`Self::begin`], each is a transaction.
pub trait Connection: Send {
    /// Runs a statement and returns its rows.
    fn query(&mut self, sql: &str, values: &[Value]) -> Result<Vec<DataRow>, SharedError>;

    /// Runs a statement and returns the number of changed rows.
    fn execute(&mut self, sql: &str, values: &[Value]) -> Result<u64, SharedError>;

    /// Runs several statements without values.
    fn run_script(&mut self, sql: &str) -> Result<(), SharedError>;

    /// Begins a transaction that writes.
    fn begin(&mut self) -> Result<(), SharedError>;

    /// Commits the transaction. If the database can't be reached, it may be committed or not.
    fn commit(&mut self) -> Result<(), SharedError>;

    /// Rolls the transaction back. Ignores errors, because the end of the connection does the same.
    fn roll_back(&mut self);

    /// An SQL expression for the current time of the database, in milliseconds since 1970.
    fn now(&self) -> &'static str;

    fn lock_schema(&mut self) -> Result<(), SharedError>;

    /// Notifies a channel's listeners on commit. Channels match `[a-z0-9_]+`.
    fn notify(&mut self, channel: &str) -> Result<(), SharedError>;

    /// Listens to exactly these channels.
    fn listen(&mut self, channels: &[String]) -> Result<(), SharedError>;

    /// The interval for [`Self::poll_news`]. `None` if the connection calls the `wake` of [`open`]
    /// instead.
    fn poll_interval(&self) -> Option<std::time::Duration>;

    /// Whether there may be news for the listeners since the last call.
    fn poll_news(&mut self) -> Result<bool, SharedError>;
}

/// Opens a connection and migrates the database. `wake` is called, from any thread, when there is
/// news and when the connection has ended.
pub fn open(
    location: &Location,
    wake: impl Fn() + Send + Sync + 'static,
) -> Result<Box<dyn Connection>, SharedError> {
    let mut connection: Box<dyn Connection> = match location {
        Location::File(path) => Box::new(sqlite::Sqlite::open(path)?),
        #[cfg(feature = "postgres")]
        Location::Server(url) => Box::new(postgres::Postgres::open(url, wake)?),
        #[cfg(not(feature = "postgres"))]
        Location::Server(_) => {
            let _ = wake;
            return Err(SharedError::Unusable(
                "this build can't use PostgreSQL; build it with `--features postgres`".to_owned(),
            ));
        }
    };
    schema::migrate(connection.as_mut())?;
    Ok(connection)
}

/// Runs `act` in a transaction, which is rolled back if it fails.
pub fn in_transaction<T>(
    connection: &mut dyn Connection,
    act: impl FnOnce(&mut dyn Connection) -> Result<T, SharedError>,
) -> Result<T, SharedError> {
    connection.begin()?;
    let result = act(connection).and_then(|value| connection.commit().map(|()| value));
    if result.is_err() {
        connection.roll_back();
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_location_is_a_url_or_a_file_and_hides_its_password() {
        let parse = |text: &str| text.parse::<Location>().unwrap();
        assert_eq!(parse("a/b.db"), Location::File("a/b.db".into()));
        let server = parse("postgres://ada:secret@db.example:5433/arcade?connect_timeout=3");
        assert_eq!(server.describe(), r#"the PostgreSQL database "arcade" on "db.example:5433""#);
        for (url, expected) in [
            ("postgresql:///arcade?host=/run&password=secret", r#" "arcade" on "/run""#),
            ("postgres:///arcade?host=%2Frun%2Fpg", r#" "arcade" on "/run/pg""#),
            ("postgres:///arcade", r#" "arcade" on this machine"#),
            ("postgres://ada:secret@db", r#" on "db""#),
            ("postgres://db.example?password=secret", r#" on "db.example""#),
            // These are invalid, and it is unclear which part is the password.
            ("postgres://ada:se/cret@db/arcade", ""),
            ("postgres://ada:se?cret@db/arcade", ""),
            ("postgres:///arcade?password=se@cret", ""),
            ("postgres://ada:s@cret@db/arcade", r#" "arcade" on "db""#),
        ] {
            let described = parse(url).describe();
            assert_eq!(described, format!("the PostgreSQL database{expected}"), "{url}");
            assert_eq!(format!("{:?}", parse(url)), described);
        }
    }
}
