//! What is stored about shared tables, and the statements that read and change it.

use serde::{Deserialize, Serialize};

use super::{
    Client, ClientId, Entry, SharedError, StoredEntry, TableCode,
    database::{Connection, Row, Value, in_transaction},
};

/// The channel with news for the lobby.
pub const LOBBY_CHANNEL: &str = "fourcade_lobby";
/// How long a table may be open or running without an entry until it is closed, in milliseconds.
const FORGOTTEN: i64 = 30 * 24 * 3600 * 1000;
/// How long a client stays in the database after its last heartbeat, in milliseconds.
const CLIENT_FORGOTTEN: i64 = 24 * 3600 * 1000;
/// The number of attempts to find a code that is free.
const CODE_ATTEMPTS: usize = 20;

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
    /// Everybody left before the game began, or it was forgotten.
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

const TABLE_COLUMNS: &str = "code, game, header, public, opened_by, opened, touched, state, seats, \
                             turns";

/// Opens a table and returns its code. The client is at this table from now on.
///
/// # Errors
/// Returns an error if the client's person sits at too many tables, or the database can't be
/// reached.
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

/// Returns the number of tables, open or running, at which a person with this name sits.
fn count_tables_of(connection: &mut dyn Connection, name: &str) -> Result<u64, SharedError> {
    let sql = "SELECT seats FROM shared_tables WHERE state IN ('open', 'running')";
    let me = SeatSummary::Person(name.to_owned());
    let mut count = 0;
    for row in connection.run(sql, &[])? {
        count += u64::from(from_json::<Vec<SeatSummary>>(row.text(0)?)?.contains(&me));
    }
    Ok(count)
}

/// Adds an entry to a table's log if its number is the next one, and stores the progress after it.
///
/// # Errors
/// Returns an error if the database can't be reached. The entry may then have been added or not.
pub fn append(
    connection: &mut dyn Connection,
    (code, number): (&TableCode, u64),
    client: &ClientId,
    entry: &Entry,
    progress: &TableProgress,
) -> Result<Appended, SharedError> {
    connection.begin()?;
    match try_append(connection, (code, number), client, entry, progress) {
        Ok(Appended::Done) => connection.commit().map(|()| Appended::Done),
        other => {
            connection.roll_back();
            other
        }
    }
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
    let before = connection
        .run("SELECT state, seats FROM shared_tables WHERE code = $1", &[code.as_str().into()])?;
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
    let before = before.first().ok_or_else(|| SharedError::NoTable(code.to_string()))?;
    if before.text(0)? != progress.state.key() || before.text(1)? != seats {
        connection.notify(LOBBY_CHANNEL)?;
    }
    Ok(Appended::Done)
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
            seat.map(|seat| seat.index()).into(),
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

/// Returns a table.
///
/// # Errors
/// Returns an error if there is no table with this code or the database can't be reached.
pub fn table(
    connection: &mut dyn Connection,
    code: &TableCode,
) -> Result<StoredTable, SharedError> {
    let sql = format!("SELECT {TABLE_COLUMNS} FROM shared_tables WHERE code = $1");
    let rows = connection.run(&sql, &[code.as_str().into()])?;
    let row = rows.first().ok_or_else(|| SharedError::NoTable(code.to_string()))?;
    read_table(row)
}

/// Returns the entries of a table from this number on.
///
/// # Errors
/// Returns an error if the database can't be reached.
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
    let read = |row: &Row| {
        Ok(StoredEntry {
            number: row.count(0)?,
            client: ClientId::stored(row.text(1)?),
            text: row.text(2)?.to_owned(),
        })
    };
    rows.iter().map(read).collect()
}

/// Returns the tables that are open or running, the last touched ones first, at most `limit`: those
/// that the lobby lists, and those at which a person with this name sits.
///
/// # Errors
/// Returns an error if the database can't be reached.
pub fn lobby_tables(
    connection: &mut dyn Connection,
    name: &str,
    limit: usize,
) -> Result<Vec<StoredTable>, SharedError> {
    let sql = format!(
        "SELECT {TABLE_COLUMNS} FROM shared_tables WHERE state IN ('open', 'running')
         ORDER BY touched DESC"
    );
    let rows = connection.run(&sql, &[])?;
    let me = SeatSummary::Person(name.to_owned());
    let tables = rows.iter().map(read_table).filter(|table| {
        table.as_ref().map_or(true, |table| table.is_public || table.seats.contains(&me))
    });
    tables.take(limit).collect()
}

fn read_table(row: &Row) -> Result<StoredTable, SharedError> {
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

/// Counts a heartbeat of a client, which is at this table or at none.
///
/// # Errors
/// Returns an error if the database can't be reached.
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

/// Removes a client that ends.
///
/// # Errors
/// Returns an error if the database can't be reached.
pub fn remove_client(
    connection: &mut dyn Connection,
    client: &ClientId,
) -> Result<(), SharedError> {
    connection.change("DELETE FROM clients WHERE id = $1", &[client.as_str().into()])?;
    connection.notify(LOBBY_CHANNEL)
}

/// Returns the clients at a table or, without a code, all of them.
///
/// # Errors
/// Returns an error if the database can't be reached.
pub fn clients(
    connection: &mut dyn Connection,
    code: Option<&TableCode>,
) -> Result<Vec<StoredClient>, SharedError> {
    let sql = format!(
        "SELECT id, name, code, beats, {} - seen FROM clients WHERE $1 = '' OR code = $1
         ORDER BY name, id",
        connection.now()
    );
    let rows = connection.run(&sql, &[code.map_or("", TableCode::as_str).into()])?;
    let read = |row: &Row| {
        Ok(StoredClient {
            client: Client { id: ClientId::stored(row.text(0)?), ..Client::new(row.text(1)?) },
            code: row.optional_text(2)?.map(str::to_owned),
            beats: row.integer(3)?,
            age: row.integer(4)?,
        })
    };
    rows.iter().map(read).collect()
}

/// Returns the results of a game's finished tables in the order in which they ended.
///
/// # Errors
/// Returns an error if the database can't be reached.
pub fn results(
    connection: &mut dyn Connection,
    game: &str,
) -> Result<Vec<StoredResult>, SharedError> {
    let rows = connection.run(
        "SELECT ended, places FROM results WHERE game = $1 ORDER BY ended, code",
        &[game.into()],
    )?;
    let read =
        |row: &Row| Ok(StoredResult { ended: row.integer(0)?, places: from_json(row.text(1)?)? });
    rows.iter().map(read).collect()
}

/// Closes tables at which nothing has happened for a month, and forgets clients that ended without
/// saying so a day ago.
///
/// # Errors
/// Returns an error if the database can't be reached.
pub fn tidy(connection: &mut dyn Connection) -> Result<(), SharedError> {
    let now = connection.now();
    connection.change(
        &format!(
            "UPDATE shared_tables SET state = 'closed'
             WHERE state IN ('open', 'running') AND touched < {now} - $1"
        ),
        &[FORGOTTEN.into()],
    )?;
    let sql = format!("DELETE FROM clients WHERE seen < {now} - $1");
    connection.change(&sql, &[CLIENT_FORGOTTEN.into()]).map(drop)
}

fn to_json<T: Serialize + ?Sized>(value: &T) -> String {
    // Lists of strings and numbers can always be serialised.
    serde_json::to_string(value).unwrap_or_default()
}

fn from_json<T: for<'a> Deserialize<'a>>(text: &str) -> Result<T, SharedError> {
    serde_json::from_str(text).map_err(|error| SharedError::Failed(error.to_string()))
}
