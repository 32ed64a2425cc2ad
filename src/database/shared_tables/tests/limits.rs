//! The limit of tables for guests.

use super::{
    super::{
        Client, SharedError,
        connection::{Connection, open},
        store::{self, NewTable, SeatSummary, TableProgress, TableState},
    },
    each_database,
};

/// Opens a table with the client's person at it.
fn open_table(
    connection: &mut dyn Connection,
    client: &Client,
    state: TableState,
) -> Result<(), SharedError> {
    let seats = vec![SeatSummary::Open, SeatSummary::Person(client.name.clone())];
    let table = NewTable {
        game: "toy".to_owned(),
        header: "{}".to_owned(),
        is_public: false,
        log: Vec::new(),
        progress: TableProgress { state, seats, turns: 0, counts: false },
    };
    store::open_table(connection, client, &table).map(drop)
}

#[test]
fn a_person_at_the_limit_can_not_open_another_table() {
    each_database(|location| {
        let mut connection = open(location, || ()).unwrap();
        let connection = connection.as_mut();
        let ada = Client::new("Ada").with_table_limit(2);
        for state in [TableState::Open, TableState::Finished, TableState::Closed] {
            open_table(connection, &ada, state).unwrap();
        }
        open_table(connection, &ada, TableState::Running).unwrap();
        // The limit is for the name, not for the process.
        let again = Client::new("Ada").with_table_limit(2);
        for client in [&ada, &again] {
            let result = open_table(connection, client, TableState::Open);
            assert_eq!(result, Err(SharedError::TooManyTables(2)));
        }
        let more = Client::new("Ada").with_table_limit(3);
        open_table(connection, &more, TableState::Open).unwrap();
        open_table(connection, &Client::new("Bob").with_table_limit(1), TableState::Open).unwrap();
        open_table(connection, &Client::new("Ada"), TableState::Open).unwrap();
    });
}
