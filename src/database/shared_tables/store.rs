//! What is stored about shared tables, and the statements that read and change it.

use serde::{Deserialize, Serialize};

use super::{
    Client, ClientId, Entry, SharedError, StoredEntry, TableCode,
    connection::{Connection, DataRow, Value, in_transaction},
};
use fourcade_engine::play::Seat;

pub const LOBBY_CHANNEL: &str = "fourcade_lobby";
/// How long nothing may happen at a table until the lobby lists it only for its players, in
/// milliseconds.
const UNLISTED_AFTER: i64 = 30 * 24 * 3600 * 1000;

/// How long a client stays in the database after its last heartbeat, in milliseconds.
const FORGOTTEN_AFTER: i64 = 24 * 3600 * 1000;
const CODE_ATTEMPTS: usize = 20;

pub fn channel(code: &TableCode) -> String {
    format!("fourcade_{code}")
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableState {
    /// Seats are open.
    Open,
    Running,
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

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeatSummary {
    Open,
    Person(String),
    /// A computer player, by its name on the command line.
    Computer(String),
}

/// What changes with every entry of a table: the columns for the lobby.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableProgress {
    pub state: TableState,
    pub seats: Vec<SeatSummary>,
    pub turns: u32,
    /// The result, once the game is over and counts: the people with their places.
    pub result: Option<Vec<PersonPlace>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PersonPlace {
    pub name: String,
    /// The place, from 1. Equal places are shared.
    pub place: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTable {
    /// The game's key.
    pub game: String,
    pub header: String,
    /// Whether the lobby lists the table.
    pub is_public: bool,
    pub entries: Vec<Entry>,
    /// The state after the entries.
    pub progress: TableProgress,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredTable {
    pub code: TableCode,
    /// The game's key.
    pub game: String,
    pub header: String,
    pub is_public: bool,
    pub opened_by: ClientId,
    /// When it was opened, in milliseconds since 1970.
    pub opened: i64,
    /// When the last entry was added.
    pub touched: i64,
    pub state: TableState,
    pub seats: Vec<SeatSummary>,
    pub turns: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredClient {
    pub client: Client,
    /// The code of the table at which it is.
    pub code: Option<String>,
    pub beats: i64,
    /// How long ago the last one was by the clock of the database, in milliseconds.
    pub age: i64,
}

/// A finished game that counts for the ratings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredResult {
    /// When it ended, in milliseconds since 1970.
    pub ended: i64,
    pub places: Vec<PersonPlace>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    Done,
    /// The log has more entries than the client knew, or the seat has chosen. Nothing was changed.
    Behind,
}

/// What was read from rows, without those that can't be read: other programs can write the
/// database, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<T> {
    pub items: Vec<T>,
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

pub fn table(
    connection: &mut dyn Connection,
    code: &TableCode,
) -> Result<StoredTable, SharedError> {
    let sql = format!("SELECT {TABLE_COLUMNS} FROM shared_tables WHERE code = $1");
    let rows = connection.run(&sql, &[code.as_str().into()])?;
    let row = rows.first().ok_or_else(|| SharedError::NoTable(code.to_string()))?;
    read_table(row).map_err(|_| SharedError::Unreadable(code.to_string()))
}

/// The value that [`SITS`] looks for.
fn seat_of(name: &str) -> Value {
    to_json(&SeatSummary::Person(name.to_owned())).into()
}

/// Whether a person sits at a table, by the parameter 1: [`seat_of`].
const SITS: &str = "replace(seats, $1, '') <> seats";

/// Returns the number of tables, open or running, at which a person with this name sits.
fn count_tables_of(connection: &mut dyn Connection, name: &str) -> Result<u64, SharedError> {
    let sql =
        format!("SELECT count(*) FROM shared_tables WHERE state IN ('open', 'running') AND {SITS}");
    connection.run(&sql, &[seat_of(name)])?.first().map_or(Ok(0), |row| row.count(0))
}

/// Returns the tables that are open or running, the last touched ones first, at most `limit`: those
/// at which a person with this name sits, and those of others that the lobby lists. Tables of
/// others at which nothing has happened for a month are not listed.
pub fn lobby_tables(
    connection: &mut dyn Connection,
    name: &str,
    limit: usize,
) -> Result<Found<StoredTable>, SharedError> {
    // A clock may be wrong. So what it calls old is hidden, and never closed.
    let sql = format!(
        "SELECT {TABLE_COLUMNS} FROM shared_tables
         WHERE state IN ('open', 'running') AND ((public <> 0 AND touched >= {} - $2) OR {SITS})
         ORDER BY touched DESC LIMIT $3",
        connection.now()
    );
    let rows = connection.run(&sql, &[seat_of(name), UNLISTED_AFTER.into(), limit.into()])?;
    Ok(Found::read(&rows, read_table))
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

/// Opens a table and returns its code. The client is at this table from now on.
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
        for attempt in 0..CODE_ATTEMPTS {
            let code = TableCode::random(attempt);
            let values = [
                code.as_str().into(),
                table.game.as_str().into(),
                table.header.as_str().into(),
                table.is_public.into(),
                client.id.as_str().into(),
                table.entries.len().into(),
                table.progress.state.key().into(),
                to_json(&table.progress.seats).into(),
                i64::from(table.progress.turns).into(),
            ];
            if connection.change(&sql, &values)? == 0 {
                continue;
            }
            for (number, entry) in (0..).zip(&table.entries) {
                insert_entry(connection, &code, number, &client.id, entry)?;
            }
            // Whoever sits down next must see that this client is here.
            beat(connection, client, Some(&code))?;
            connection.notify(LOBBY_CHANNEL)?;
            return Ok(code);
        }
        Err(SharedError::Failed("there is no free code".to_owned()))
    })
}

/// Closes a table that the client has just opened, unless somebody else has come.
pub fn close_new(
    connection: &mut dyn Connection,
    client: &Client,
    table: &StoredTable,
) -> Result<(), SharedError> {
    let me = SeatSummary::Person(client.name.clone());
    let mut seats = table.seats.clone();
    let Some(seat) = seats.iter().position(|seat| *seat == me) else { return Ok(()) };
    seats[seat] = SeatSummary::Open;
    let progress =
        TableProgress { state: TableState::Closed, seats, turns: table.turns, result: None };
    // The first entry of the log is that the client has sat down.
    let leave = Entry::Leave { seat: Seat::new(seat) };
    append(connection, (&table.code, 1), &client.id, &leave, &progress).map(drop)
}

/// Adds an entry to a table's log if its number is the next one, and stores the progress after it.
/// After an error the entry may have been added or not.
pub fn append(
    connection: &mut dyn Connection,
    (code, number): (&TableCode, u64),
    client: &ClientId,
    entry: &Entry,
    progress: &TableProgress,
) -> Result<Appended, SharedError> {
    connection.begin()?;
    let result = match try_append(connection, (code, number), client, entry, progress) {
        Ok(Appended::Done) => connection.commit().map(|()| Appended::Done),
        other => other,
    };
    if result != Ok(Appended::Done) {
        connection.roll_back();
    }
    result
}

/// Does the work of [`append`] in a transaction, which must be rolled back unless it is done.
fn try_append(
    connection: &mut dyn Connection,
    (code, number): (&TableCode, u64),
    client: &ClientId,
    entry: &Entry,
    progress: &TableProgress,
) -> Result<Appended, SharedError> {
    if insert_entry(connection, code, number, client, entry)? == 0 {
        return Ok(Appended::Behind);
    }
    // A choice in a game that goes on changes nothing that the lobby lists.
    let is_usual = entry.choice().is_some() && progress.state == TableState::Running;
    let before = if is_usual { None } else { Some(lobby_columns(connection, code)?) };
    let sql = format!(
        "UPDATE shared_tables SET entries = entries + 1, touched = {}, state = $3, seats = $4,
             turns = $5
         WHERE code = $1 AND entries = $2",
        connection.now()
    );
    let seats = to_json(&progress.seats);
    let values = [
        code.as_str().into(),
        number.into(),
        progress.state.key().into(),
        seats.as_str().into(),
        i64::from(progress.turns).into(),
    ];
    if connection.change(&sql, &values)? == 0 {
        return Ok(Appended::Behind);
    }
    if let Some(places) = &progress.result {
        store_result(connection, code, places)?;
    }
    connection.notify(&channel(code))?;
    if before.is_some_and(|before| before != [progress.state.key(), &seats]) {
        connection.notify(LOBBY_CHANNEL)?;
    }
    Ok(Appended::Done)
}

/// The state of a table and who sits where, as they are stored.
fn lobby_columns(
    connection: &mut dyn Connection,
    code: &TableCode,
) -> Result<[String; 2], SharedError> {
    let sql = "SELECT state, seats FROM shared_tables WHERE code = $1";
    let rows = connection.run(sql, &[code.as_str().into()])?;
    let row = rows.first().ok_or_else(|| SharedError::NoTable(code.to_string()))?;
    Ok([row.text(0)?.to_owned(), row.text(1)?.to_owned()])
}

/// Adds an entry. Returns the number of entries added: 0 if there is one with this number, or one
/// for the same step and seat.
fn insert_entry(
    connection: &mut dyn Connection,
    code: &TableCode,
    number: u64,
    client: &ClientId,
    entry: &Entry,
) -> Result<u64, SharedError> {
    let (step, seat) = entry.choice().unzip();
    connection.change(
        "INSERT INTO entries (code, number, client, step, seat, entry)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
        &[
            code.as_str().into(),
            number.into(),
            client.as_str().into(),
            step.into(),
            seat.map(Seat::index).into(),
            entry.to_json().into(),
        ],
    )
}

fn store_result(
    connection: &mut dyn Connection,
    code: &TableCode,
    places: &[PersonPlace],
) -> Result<(), SharedError> {
    let sql = format!(
        "INSERT INTO results (code, game, ended, places)
         SELECT code, game, {}, $2 FROM shared_tables WHERE code = $1 ON CONFLICT (code) DO NOTHING",
        connection.now()
    );
    connection.change(&sql, &[code.as_str().into(), to_json(&places).into()]).map(drop)
}

/// Returns the entries of a table from this number on. The text of an entry that can't be read is
/// empty: all replicas ignore it.
pub fn entries(
    connection: &mut dyn Connection,
    code: &TableCode,
    from: u64,
) -> Result<Vec<StoredEntry>, SharedError> {
    let rows = connection.run(
        "SELECT number, client, entry FROM entries WHERE code = $1 AND number >= $2
         ORDER BY number",
        &[code.as_str().into(), from.into()],
    )?;
    let read = |row: &DataRow| {
        Ok(StoredEntry {
            number: row.count(0)?,
            client: ClientId::stored(row.text(1).unwrap_or_default()),
            text: row.text(2).unwrap_or_default().to_owned(),
        })
    };
    Ok(Found::read(&rows, read).items)
}

/// Counts a heartbeat of a client, which is at this table or at none.
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
        .change(&sql, &[client.id.as_str().into(), client.name.as_str().into(), code])
        .map(drop)
}

pub fn remove_client(
    connection: &mut dyn Connection,
    client: &ClientId,
) -> Result<(), SharedError> {
    connection.change("DELETE FROM clients WHERE id = $1", &[client.as_str().into()])?;
    connection.notify(LOBBY_CHANNEL)
}

/// Forgets the clients of a person that ended without saying so a day ago. Those of others may be
/// here: the clock of this process may be wrong.
pub fn forget_own_clients(connection: &mut dyn Connection, name: &str) -> Result<(), SharedError> {
    let sql = format!("DELETE FROM clients WHERE name = $1 AND seen < {} - $2", connection.now());
    connection.change(&sql, &[name.into(), FORGOTTEN_AFTER.into()]).map(drop)
}

/// Returns the clients at a table or, without a code, all of them.
pub fn clients(
    connection: &mut dyn Connection,
    code: Option<&TableCode>,
) -> Result<Found<StoredClient>, SharedError> {
    let sql = format!(
        "SELECT id, name, code, beats, {}, seen FROM clients WHERE $1 = '' OR code = $1
         ORDER BY name, id",
        connection.now()
    );
    let rows = connection.run(&sql, &[code.map_or("", TableCode::as_str).into()])?;
    let read = |row: &DataRow| {
        Ok(StoredClient {
            client: Client { id: ClientId::stored(row.text(0)?), ..Client::new(row.text(1)?) },
            code: row.optional_text(2)?.map(str::to_owned),
            beats: row.integer(3)?,
            age: row.integer(4)?.saturating_sub(row.integer(5)?),
        })
    };
    Ok(Found::read(&rows, read))
}

fn to_json<T: Serialize + ?Sized>(value: &T) -> String {
    // Lists of strings and numbers can always be serialised.
    serde_json::to_string(value).unwrap_or_default()
}

fn from_json<T: for<'a> Deserialize<'a>>(text: &str) -> Result<T, SharedError> {
    serde_json::from_str(text).map_err(|error| SharedError::Failed(error.to_string()))
}
