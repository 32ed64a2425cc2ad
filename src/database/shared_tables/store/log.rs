//! The logs of tables.

use super::{
    Appended, Found, LOBBY_CHANNEL, NewTable, PersonPlace, SeatSummary, StoredTable, TableProgress,
    TableState, beat, channel, count_tables_of, to_json,
};
use crate::database::shared_tables::{
    Client, ClientId, Entry, SharedError, StoredEntry, TableCode,
    connection::{Connection, DataRow, in_transaction},
};
use fourcade_engine::play::Seat;

/// The number of attempts to find a code that is free.
const CODE_ATTEMPTS: usize = 20;

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

/// Closes a table that the client has just opened, unless somebody else has come.
///
/// # Errors
/// Returns an error if the database can't be reached.
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
        Ok(Appended::Done) => {
            let result = connection.commit();
            if result.is_err() {
                connection.roll_back();
            }
            result.map(|()| Appended::Done)
        }
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
    let read = |row: &DataRow| {
        Ok(StoredEntry {
            number: row.count(0)?,
            client: ClientId::stored(row.text(1).unwrap_or_default()),
            text: row.text(2).unwrap_or_default().to_owned(),
        })
    };
    Ok(Found::read(&rows, read).items)
}
