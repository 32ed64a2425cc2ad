//! Opens the screen of a shared table.

use crate::{
    app::lobby::{self, JoinAs},
    arcade::{ScreenFactory, dialog::Question, screen::Screen, table::open_shared_table},
    database::shared_tables::{Client, TableCode, connection::Location, store::StoredTable},
};

pub fn shared_table_factory(
    table: StoredTable,
    location: Location,
    client: Client,
    arrival: JoinAs,
) -> ScreenFactory {
    Box::new(move |context| {
        let link = lobby::link(location, client, context);
        let screen = open_shared_table(&table, &link, arrival, context);
        screen.unwrap_or_else(|error| cannot_open(&table.code, &error))
    })
}

pub fn cannot_open(code: &TableCode, error: &str) -> Box<dyn Screen> {
    Box::new(Question::message(format!("Table {code} can't be opened"), error))
}
