//! A shared table: the other people play at other terminals.

use crate::{
    app::screen::{Context, Screen},
    shared_tables::{Link, store::StoredTable},
};

/// What a person comes to a shared table for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// To play: on an open seat, or on their own seat if they come back. They watch if there is
    /// neither.
    Play,
    /// To watch.
    Watch,
}

/// Opens a shared table on the screen.
///
/// # Errors
/// Returns a message if the table is of a game that this program doesn't know, or its record can't
/// be used.
pub fn open_shared_table(
    _stored: &StoredTable,
    _link: &Link,
    _arrival: Arrival,
    _context: &Context,
) -> Result<Box<dyn Screen>, String> {
    Err("to be written".to_owned())
}
