//! A shared table: the other people play at other terminals.
//!
//! | file | contents |
//! |---|---|
//! | `table_share` | the log, and what this process knows about the people |
//! | `arrival` | sitting down, watching, and losing a seat to another terminal |
//! | `following` | how the table follows the log |
//! | `people` | the names of the people, and where they are |
//! | `commands` | the commands that only a shared table has, and those that it lacks |
//! | `at_table` | how the table's screen opens a shared table and runs its commands |
//! | `rematch` | the table of the next game |
//! | `status` | the status in the panel |

mod arrival;
mod at_table;
mod commands;
mod following;
mod people;
mod rematch;
pub mod status;
mod table_share;

use crate::games::ArcadeKind as _;
use crate::{
    arcade::{
        screen::{Context, Screen},
        table::screen::TableScreen,
    },
    database::shared_tables::{Link, store::StoredTable},
    games::{ArcadeGame, GameVisitor},
};
use fourcade_engine::GameKind;

pub use arrival::Arrival;
pub use commands::{Availability, availability};
pub use table_share::{TableShare, refuse_programs};

/// Opens a shared table on the screen. Dropping the screen ends the link's interest in the table.
///
/// # Errors
/// Returns a message if the table is of a game that this program doesn't know, or its record can't
/// be used.
pub fn open_shared_table(
    stored: &StoredTable,
    link: &Link,
    arrival: Arrival,
    context: &Context,
) -> Result<Box<dyn Screen>, String> {
    let kind: GameKind = stored.game.parse().map_err(|_| {
        let game = crate::printable::printable(&stored.game);
        format!("this version of fourcade doesn't know the game {game:?}; update it")
    })?;
    kind.with(Opening { stored, link, arrival, context })
}

struct Opening<'a> {
    stored: &'a StoredTable,
    link: &'a Link,
    arrival: Arrival,
    context: &'a Context<'a>,
}

impl GameVisitor for Opening<'_> {
    type Output = Result<Box<dyn Screen>, String>;

    fn visit<G: ArcadeGame>(self) -> Self::Output {
        let Self { stored, link, arrival, context } = self;
        let screen = TableScreen::<G>::shared(stored, link, arrival, context)?;
        Ok(Box::new(screen))
    }
}
