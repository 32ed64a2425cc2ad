//! What is stored about shared tables, and the statements that read and change it.

mod clients;
mod log;

use serde::{Deserialize, Serialize};

pub use self::{
    clients::{beat, clients, forget_own_clients, remove_client},
    log::{append, close_new, entries, open_table},
};
use super::{
    Client, ClientId, Entry, SharedError, TableCode,
    connection::{Connection, DataRow},
};

/// The channel with news for the lobby.
pub const LOBBY_CHANNEL: &str = "fourcade_lobby";
/// How long nothing may happen at a table until the lobby lists it only for its players, in
/// milliseconds.
const FORGOTTEN: i64 = 30 * 24 * 3600 * 1000;

/// The channel with news of a table.
pub fn channel(code: &TableCode) -> String {
    format!("fourcade_{code}")
}

/// The state of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableState {
    /// Seats are open.
    Open,
    /// The game is going on.
    Running,
    /// The game is over.
    Finished,
    /// Everybody left before the game began.
    Closed,
}

impl TableState {
    const ALL: [Self; 4] = [Self::Open, Self::Running, Self::Finished, Self::Closed];

    fn key(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Running => "running",
            Self::Finished => "finished",
            Self::Closed => "closed",
        }
    }

    fn of(key: &str) -> Result<Self, SharedError> {
        let found = Self::ALL.into_iter().find(|state| state.key() == key);
        found.ok_or_else(|| SharedError::Failed(format!("a table is {key:?}")))
    }
}

/// Who has a seat, for the lobby.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeatSummary {
    /// Nobody yet.
    Open,
    /// A person.
    Person(String),
    /// A computer player, by its name on the command line.
    Computer(String),
}

/// What changes with every entry of a table: the columns for the lobby.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableProgress {
    /// The state.
    pub state: TableState,
    /// Who sits where.
    pub seats: Vec<SeatSummary>,
    /// The number of turns so far.
    pub turns: u32,
    /// The result, once the game is over and counts: the people with their places.
    pub result: Option<Vec<PersonPlace>>,
}

/// A person's place in a finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PersonPlace {
    /// The person's name.
    pub name: String,
    /// The place, from 1. Equal places are shared.
    pub place: u32,
}

/// A new table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTable {
    /// The game's key.
    pub game: String,
    /// The header of the game's record.
    pub header: String,
    /// Whether the lobby lists the table.
    pub is_public: bool,
    /// The first entries.
    pub entries: Vec<Entry>,
    /// The state after them.
    pub progress: TableProgress,
}

/// A table as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredTable {
    /// The code.
    pub code: TableCode,
    /// The game's key.
    pub game: String,
    /// The header of the game's record.
    pub header: String,
    /// Whether the lobby lists it.
    pub is_public: bool,
    /// The client that opened it.
    pub opened_by: ClientId,
    /// When it was opened, in milliseconds since 1970.
    pub opened: i64,
    /// When the last entry was added.
    pub touched: i64,
    /// The state.
    pub state: TableState,
    /// Who sits where.
    pub seats: Vec<SeatSummary>,
    /// The number of turns so far.
    pub turns: u32,
}

/// A client as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredClient {
    /// The client.
    pub client: Client,
    /// The code of the table at which it is.
    pub code: Option<String>,
    /// The number of its heartbeats.
    pub beats: i64,
    /// How long ago the last one was by the clock of the database, in milliseconds.
    pub age: i64,
}

/// A finished game that counts for the ratings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredResult {
    /// When it ended, in milliseconds since 1970.
    pub ended: i64,
    /// The people with their places.
    pub places: Vec<PersonPlace>,
}

/// Whether an entry was added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// The entry was added.
    Done,
    /// The log has more entries than the client knew, or the seat has chosen. Nothing was changed.
    Behind,
}

/// What was read from rows, without those that can't be read: other programs can write the
/// database, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<T> {
    /// What was read.
    pub items: Vec<T>,
    /// The number of rows that can't be read.
    pub unreadable: usize,
}

impl<T> Found<T> {
    fn read(rows: &[DataRow], read: impl Fn(&DataRow) -> Result<T, SharedError>) -> Self {
        let items: Vec<T> = rows.iter().filter_map(|row| read(row).ok()).collect();
        Self { unreadable: rows.len() - items.len(), items }
    }
}

const TABLE_COLUMNS: &str = "code, game, header, public, opened_by, opened, touched, state, seats, \
                             turns";
/// The number of these columns.
const TABLE_COLUMN_COUNT: usize = 10;

/// Returns a table.
///
/// # Errors
/// Returns an error if there is no table with this code, or it can't be read, or the database can't
/// be reached.
pub fn table(
    connection: &mut dyn Connection,
    code: &TableCode,
) -> Result<StoredTable, SharedError> {
    let sql = format!("SELECT {TABLE_COLUMNS} FROM shared_tables WHERE code = $1");
    let rows = connection.run(&sql, &[code.as_str().into()])?;
    let row = rows.first().ok_or_else(|| SharedError::NoTable(code.to_string()))?;
    read_table(row).map_err(|_| SharedError::Unreadable(code.to_string()))
}

/// Returns the number of tables, open or running, at which a person with this name sits.
fn count_tables_of(connection: &mut dyn Connection, name: &str) -> Result<u64, SharedError> {
    let sql = "SELECT seats FROM shared_tables WHERE state IN ('open', 'running')";
    let me = SeatSummary::Person(name.to_owned());
    let rows = connection.run(sql, &[])?;
    let seats = Found::<Vec<SeatSummary>>::read(&rows, |row| from_json(row.text(0)?)).items;
    Ok(seats.iter().filter(|seats| seats.contains(&me)).count() as u64)
}

/// Returns the tables that are open or running, the last touched ones first, at most `limit`: those
/// at which a person with this name sits, and those of others that the lobby lists. Tables of others
/// at which nothing has happened for a month are not listed.
///
/// # Errors
/// Returns an error if the database can't be reached.
pub fn lobby_tables(
    connection: &mut dyn Connection,
    name: &str,
    limit: usize,
) -> Result<Found<StoredTable>, SharedError> {
    // A clock may be wrong. So what it calls old is hidden, and never closed.
    let sql = format!(
        "SELECT {TABLE_COLUMNS}, touched < {} - $1 FROM shared_tables
         WHERE state IN ('open', 'running') ORDER BY touched DESC",
        connection.now()
    );
    let rows = connection.run(&sql, &[FORGOTTEN.into()])?;
    let me = SeatSummary::Person(name.to_owned());
    let mut found =
        Found::read(&rows, |row| Ok((read_table(row)?, row.integer(TABLE_COLUMN_COUNT)? != 0)));
    found.items.retain(|(table, is_old)| (table.is_public && !is_old) || table.seats.contains(&me));
    found.items.truncate(limit);
    let tables = found.items.into_iter().map(|(table, _)| table).collect();
    Ok(Found { items: tables, unreadable: found.unreadable })
}

fn read_table(row: &DataRow) -> Result<StoredTable, SharedError> {
    let defect = |error: String| SharedError::Failed(error);
    Ok(StoredTable {
        code: row
            .text(0)?
            .parse()
            .map_err(|error: super::code::CodeError| defect(error.to_string()))?,
        game: row.text(1)?.to_owned(),
        header: row.text(2)?.to_owned(),
        is_public: row.integer(3)? != 0,
        opened_by: ClientId::stored(row.text(4)?),
        opened: row.integer(5)?,
        touched: row.integer(6)?,
        state: TableState::of(row.text(7)?)?,
        seats: from_json(row.text(8)?)?,
        turns: row.count(9)?.try_into().unwrap_or(u32::MAX),
    })
}

/// Returns the results of a game's finished tables in the order in which they ended.
///
/// # Errors
/// Returns an error if the database can't be reached.
pub fn results(
    connection: &mut dyn Connection,
    game: &str,
) -> Result<Found<StoredResult>, SharedError> {
    let rows = connection.run(
        "SELECT ended, places FROM results WHERE game = $1 ORDER BY ended, code",
        &[game.into()],
    )?;
    Ok(Found::read(&rows, |row| {
        Ok(StoredResult { ended: row.integer(0)?, places: from_json(row.text(1)?)? })
    }))
}

fn to_json<T: Serialize + ?Sized>(value: &T) -> String {
    // Lists of strings and numbers can always be serialised.
    serde_json::to_string(value).unwrap_or_default()
}

fn from_json<T: for<'a> Deserialize<'a>>(text: &str) -> Result<T, SharedError> {
    serde_json::from_str(text).map_err(|error| SharedError::Failed(error.to_string()))
}
