//! The clients that are here.

use super::{Found, LOBBY_CHANNEL, StoredClient};
use crate::database::shared_tables::{
    Client, ClientId, SharedError, TableCode,
    connection::{Connection, DataRow, Value},
};

/// How long a client stays in the database after its last heartbeat, in milliseconds.
const FORGOTTEN: i64 = 24 * 3600 * 1000;

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

/// Forgets the clients of a person that ended without saying so a day ago. Those of others may be
/// here: the clock of this process may be wrong.
///
/// # Errors
/// Returns an error if the database can't be reached.
pub fn forget_own_clients(connection: &mut dyn Connection, name: &str) -> Result<(), SharedError> {
    let sql = format!("DELETE FROM clients WHERE name = $1 AND seen < {} - $2", connection.now());
    connection.change(&sql, &[name.into(), FORGOTTEN.into()]).map(drop)
}

/// Returns the clients at a table or, without a code, all of them.
///
/// # Errors
/// Returns an error if the database can't be reached.
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
