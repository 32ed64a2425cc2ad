//! The rows of shared tables, and the statements that read and write them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{
    Client, ClientId, Entry, SharedError, StoredEntry, TableCode,
    code::CodeError,
    connection::{Connection, DataRow, Value, in_transaction},
};
use fourcade_engine::play::Seat;

pub const LOBBY_CHANNEL: &str = "fourcade_lobby";

/// The idle time in milliseconds after which the lobby lists a table only for its players, and no
/// longer lists an outdated one.
const UNLISTED_AFTER: i64 = 30 * 24 * 3600 * 1000;
/// The time in milliseconds from a client's last heartbeat until its row is deleted.
const FORGOTTEN_AFTER: i64 = 24 * 3600 * 1000;
const MAX_CODE_ATTEMPTS: usize = 20;

pub fn channel(code: &TableCode) -> String {
    format!("fourcade_{code}")
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableState {
    Open,
    Running,
    Finished,
    /// Everybody left before the game began.
    Closed,
    /// The game was begun by an older version, and this one can't continue it.
    Outdated,
}

impl TableState {
    const ALL: [Self; 5] =
        [Self::Open, Self::Running, Self::Finished, Self::Closed, Self::Outdated];

    fn key(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Running => "running",
            Self::Finished => "finished",
            Self::Closed => "closed",
            Self::Outdated => "outdated",
        }
    }

    fn from_key(key: &str) -> Result<Self, SharedError> {
        let found = Self::ALL.into_iter().find(|state| state.key() == key);
        found.ok_or_else(|| SharedError::Failed(format!("a table is {key:?}")))
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeatSummary {
    Open,
    Person(String),
    /// A computer player, by its name on the command line.
    Computer(String),
}

/// The columns for the lobby, which are updated with every entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableProgress {
    pub state: TableState,
    pub seats: Vec<SeatSummary>,
    pub turns: u32,
    /// Whether the game is over and counts for the ratings.
    pub counts: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonPlace {
    pub name: String,
    /// From 1. Several people can share a place.
    pub place: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTable {
    pub game: String,
    pub header: String,
    pub is_public: bool,
    /// The first entries of the log: the person who opens the table sits down.
    pub log: Vec<Entry>,
    /// The progress after these entries.
    pub progress: TableProgress,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredTable {
    pub code: TableCode,
    pub game: String,
    pub header: String,
    pub is_public: bool,
    /// When it was opened, in milliseconds since 1970.
    pub opened: i64,
    pub touched: i64,
    pub state: TableState,
    pub seats: Vec<SeatSummary>,
    pub turns: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredClient {
    pub client: Client,
    pub code: Option<String>,
    pub beats: i64,
    /// The time since the last heartbeat by the database's clock, in milliseconds.
    pub beat_age: i64,
}

/// A finished table that may count for the ratings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedTable {
    pub header: String,
    pub log: Vec<StoredEntry>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    Done,
    /// The log has more entries than the client has read. Nothing was added.
    Behind,
}

const TABLE_COLUMNS: &str = "code, game, header, public, opened, touched, state, seats, turns";

pub fn table(
    connection: &mut dyn Connection,
    code: &TableCode,
) -> Result<StoredTable, SharedError> {
    let sql = format!("SELECT {TABLE_COLUMNS} FROM shared_tables WHERE code = $1");
    let rows = connection.query(&sql, &[code.as_str().into()])?;
    let row = rows.first().ok_or_else(|| SharedError::NoTable(code.to_string()))?;
    read_table(row)
}

/// A person as they are written in the column `seats`.
fn person_as_json(name: &str) -> Value {
    to_json(&SeatSummary::Person(name.to_owned())).into()
}

/// The condition that a person sits at a table: `seats` contains parameter 1, which is
/// [`person_as_json`]. Unlike `LIKE`, `replace` needs no escapes.
const SITS_THERE: &str = "replace(seats, $1, '') <> seats";

fn count_tables_of(connection: &mut dyn Connection, name: &str) -> Result<u64, SharedError> {
    let sql = format!(
        "SELECT count(*) FROM shared_tables WHERE state IN ('open', 'running') AND {SITS_THERE}"
    );
    connection.query(&sql, &[person_as_json(name)])?.first().map_or(Ok(0), |row| row.count(0))
}

/// Returns up to `limit` open or running tables, most recently touched first. The tables of the
/// person with this name are preferred, and include outdated ones that were used within a month. Of
/// others, only public tables that were used within a month are listed.
pub fn lobby_tables(
    connection: &mut dyn Connection,
    name: &str,
    limit: usize,
) -> Result<Vec<StoredTable>, SharedError> {
    // Old tables are hidden rather than closed, because the clock may be wrong.
    let sql = format!(
        "SELECT {TABLE_COLUMNS} FROM shared_tables
         WHERE state IN ('open', 'running')
                 AND (public <> 0 AND touched >= {now} - $2 OR {SITS_THERE})
             OR state = 'outdated' AND touched >= {now} - $2 AND {SITS_THERE}
         ORDER BY {SITS_THERE} DESC, touched DESC LIMIT $3",
        now = connection.now()
    );
    let rows =
        connection.query(&sql, &[person_as_json(name), UNLISTED_AFTER.into(), limit.into()])?;
    let mut tables = rows.iter().map(read_table).collect::<Result<Vec<_>, _>>()?;
    tables.sort_by_key(|table| std::cmp::Reverse(table.touched));
    Ok(tables)
}

fn read_table(row: &DataRow) -> Result<StoredTable, SharedError> {
    Ok(StoredTable {
        code: row
            .text(0)?
            .parse()
            .map_err(|error: CodeError| SharedError::Failed(error.to_string()))?,
        game: row.text(1)?.to_owned(),
        header: row.text(2)?.to_owned(),
        is_public: row.integer(3)? != 0,
        opened: row.integer(4)?,
        touched: row.integer(5)?,
        state: TableState::from_key(row.text(6)?)?,
        seats: from_json(row.text(7)?)?,
        turns: row.count(8)?.try_into().unwrap_or(u32::MAX),
    })
}

/// Returns the finished tables of a game that may count for the ratings, in the order of their
/// ends. The winner is known only after replaying the log.
pub fn finished_tables(
    connection: &mut dyn Connection,
    game: &str,
) -> Result<Vec<FinishedTable>, SharedError> {
    let entries = "SELECT number, client, entry, added, entries.code FROM results
             JOIN entries ON entries.code = results.code
         WHERE game = $1 ORDER BY entries.code, number";
    let mut logs: BTreeMap<String, Vec<StoredEntry>> = BTreeMap::new();
    for row in connection.query(entries, &[game.into()])? {
        logs.entry(row.text(4)?.to_owned()).or_default().push(read_entry(&row)?);
    }
    let tables = "SELECT results.code, header FROM results
             JOIN shared_tables ON shared_tables.code = results.code
         WHERE results.game = $1 ORDER BY ended, results.code";
    let rows = connection.query(tables, &[game.into()])?;
    let table = |row: &DataRow| {
        let log = logs.remove(row.text(0)?).unwrap_or_default();
        Ok(FinishedTable { header: row.text(1)?.to_owned(), log })
    };
    rows.iter().map(table).collect()
}

/// Opens a table under a free code.
pub fn open_table(
    connection: &mut dyn Connection,
    client: &Client,
    table: &NewTable,
) -> Result<TableCode, SharedError> {
    let now = connection.now();
    let sql = format!(
        "INSERT INTO shared_tables (code, game, header, public, opened_by, opened, touched, entries,
             state, seats, turns)
         VALUES ($1, $2, $3, $4, $5, {now}, {now}, $6, $7, $8, $9) ON CONFLICT (code) DO NOTHING"
    );
    in_transaction(connection, |connection| {
        if let Some(limit) = client.table_limit
            && count_tables_of(connection, &client.name)? >= u64::from(limit)
        {
            return Err(SharedError::TooManyTables(limit));
        }
        for attempt in 0..MAX_CODE_ATTEMPTS {
            let code = TableCode::random(attempt);
            let values = [
                code.as_str().into(),
                table.game.as_str().into(),
                table.header.as_str().into(),
                table.is_public.into(),
                client.id.as_str().into(),
                table.log.len().into(),
                table.progress.state.key().into(),
                to_json(&table.progress.seats).into(),
                i64::from(table.progress.turns).into(),
            ];
            if connection.execute(&sql, &values)? == 0 {
                continue;
            }
            for (number, entry) in (0..).zip(&table.log) {
                write_entry(connection, &code, number, &client.id, entry)?;
            }
            // The next person to sit down must see this client as present.
            beat(connection, client, Some(&code))?;
            connection.notify(LOBBY_CHANNEL)?;
            return Ok(code);
        }
        Err(SharedError::Failed("there is no free code".to_owned()))
    })
}

/// Closes a table that the client has just opened, unless another person has joined.
pub fn close_new(
    connection: &mut dyn Connection,
    client: &Client,
    table: &StoredTable,
) -> Result<(), SharedError> {
    let own = SeatSummary::Person(client.name.clone());
    let mut seats = table.seats.clone();
    let Some(seat) = seats.iter().position(|seat| *seat == own) else { return Ok(()) };
    seats[seat] = SeatSummary::Open;
    let progress =
        TableProgress { state: TableState::Closed, seats, turns: table.turns, counts: false };
    // Number 0 is the entry with which the client sat down.
    let leave = Entry::Leave { seat: Seat::new(seat) };
    append(connection, &table.code, 1, &client.id, &leave, &progress).map(drop)
}

/// Adds an entry to a table's log if its number is the next one, with the progress after it. After
/// an error, the entry may or may not have been added.
pub fn append(
    connection: &mut dyn Connection,
    code: &TableCode,
    number: u64,
    client: &ClientId,
    entry: &Entry,
    progress: &TableProgress,
) -> Result<Appended, SharedError> {
    in_transaction(connection, |connection| {
        let sql = format!(
            "UPDATE shared_tables SET entries = entries + 1, touched = {}, state = $3, seats = $4,
                 turns = $5
             WHERE code = $1 AND entries = $2",
            connection.now()
        );
        let values = [
            code.as_str().into(),
            number.into(),
            progress.state.key().into(),
            to_json(&progress.seats).into(),
            i64::from(progress.turns).into(),
        ];
        if connection.execute(&sql, &values)? == 0 {
            return Ok(Appended::Behind);
        }
        write_entry(connection, code, number, client, entry)?;
        if progress.counts {
            let sql = format!(
                "INSERT INTO results (code, game, ended) SELECT code, game, {} FROM shared_tables
                 WHERE code = $1 ON CONFLICT (code) DO NOTHING",
                connection.now()
            );
            connection.execute(&sql, &[code.as_str().into()])?;
        }
        connection.notify(&channel(code))?;
        // A choice in a running game changes nothing in the lobby.
        if !entry.is_choice() || progress.state != TableState::Running {
            connection.notify(LOBBY_CHANNEL)?;
        }
        Ok(Appended::Done)
    })
}

fn write_entry(
    connection: &mut dyn Connection,
    code: &TableCode,
    number: u64,
    client: &ClientId,
    entry: &Entry,
) -> Result<(), SharedError> {
    let sql = format!(
        "INSERT INTO entries (code, number, client, entry, added) VALUES ($1, $2, $3, $4, {})",
        connection.now()
    );
    let values =
        [code.as_str().into(), number.into(), client.as_str().into(), entry.to_json().into()];
    connection.execute(&sql, &values).map(drop)
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEntries {
    pub entries: Vec<StoredEntry>,
    /// When they were read, in milliseconds since 1970 by the database's clock.
    pub read_at: i64,
}

/// Returns the entries of a table's log from number `from` on.
pub fn entries(
    connection: &mut dyn Connection,
    code: &TableCode,
    from: u64,
) -> Result<NewEntries, SharedError> {
    let sql = format!(
        "SELECT number, client, entry, added, {} FROM shared_tables
             LEFT JOIN entries ON entries.code = shared_tables.code AND number >= $2
         WHERE shared_tables.code = $1 ORDER BY number",
        connection.now()
    );
    let rows = connection.query(&sql, &[code.as_str().into(), from.into()])?;
    let damaged = || SharedError::Failed(format!("the log of table {code} isn't whole"));
    let read_at = rows.first().ok_or_else(damaged)?.integer(4)?;
    // Without entries, the outer join gives one row without a number.
    let entries: Vec<StoredEntry> = rows.iter().filter_map(|row| read_entry(row).ok()).collect();
    let is_whole = (from..).zip(&entries).all(|(number, entry)| entry.number == number);
    if is_whole { Ok(NewEntries { entries, read_at }) } else { Err(damaged()) }
}

fn read_entry(row: &DataRow) -> Result<StoredEntry, SharedError> {
    Ok(StoredEntry {
        number: row.count(0)?,
        client: ClientId::stored(row.text(1)?),
        entry: Entry::from_json(row.text(2)?),
        added: row.integer(3)?,
    })
}

/// Counts a heartbeat of a client at this table, or at none.
pub fn beat(
    connection: &mut dyn Connection,
    client: &Client,
    code: Option<&TableCode>,
) -> Result<(), SharedError> {
    let sql = format!(
        "INSERT INTO clients (id, name, code, beats, seen) VALUES ($1, $2, $3, 1, {now})
         ON CONFLICT (id) DO UPDATE SET name = $2, code = $3, beats = clients.beats + 1,
             seen = {now}",
        now = connection.now()
    );
    let code: Value = code.map(TableCode::as_str).into();
    connection
        .execute(&sql, &[client.id.as_str().into(), client.name.as_str().into(), code])
        .map(drop)
}

pub fn remove_client(
    connection: &mut dyn Connection,
    client: &ClientId,
) -> Result<(), SharedError> {
    connection.execute("DELETE FROM clients WHERE id = $1", &[client.as_str().into()])?;
    connection.notify(LOBBY_CHANNEL)
}

/// Deletes the rows of a person's clients that crashed more than a day ago. Those of other people
/// are kept, because the clock may be wrong and they may still be running.
pub fn forget_own_clients(connection: &mut dyn Connection, name: &str) -> Result<(), SharedError> {
    let sql = format!("DELETE FROM clients WHERE name = $1 AND seen < {} - $2", connection.now());
    connection.execute(&sql, &[name.into(), FORGOTTEN_AFTER.into()]).map(drop)
}

/// Returns the clients at a table, or all of them if there is no code.
pub fn clients(
    connection: &mut dyn Connection,
    code: Option<&TableCode>,
) -> Result<Vec<StoredClient>, SharedError> {
    let sql = format!(
        "SELECT id, name, code, beats, {}, seen FROM clients WHERE $1 = '' OR code = $1
         ORDER BY name, id",
        connection.now()
    );
    let rows = connection.query(&sql, &[code.map_or("", TableCode::as_str).into()])?;
    let read = |row: &DataRow| {
        Ok(StoredClient {
            client: Client { id: ClientId::stored(row.text(0)?), ..Client::new(row.text(1)?) },
            code: row.optional_text(2)?.map(str::to_owned),
            beats: row.integer(3)?,
            beat_age: row.integer(4)?.saturating_sub(row.integer(5)?),
        })
    };
    rows.iter().map(read).collect()
}

fn to_json<T: Serialize + ?Sized>(value: &T) -> String {
    // Lists of strings and numbers can always be serialised.
    serde_json::to_string(value).unwrap_or_default()
}

fn from_json<T: for<'a> Deserialize<'a>>(text: &str) -> Result<T, SharedError> {
    serde_json::from_str(text).map_err(|error| SharedError::Failed(error.to_string()))
}
