//! Forms: rows with values to choose from, rows for typed text, and buttons.
//!
//! A page keeps its choices in a type `T` and builds its [`Row`]s from them whenever it needs them:
//! the texts of each row, and the change that it makes to the choices. The [`Form`] keeps the
//! selected row and runs keys and clicks; a [`FormView`] or [`Page`] draws the rows.

mod commands;
mod density;
mod legend;
mod list_density;
mod page;
mod panel;
mod row;
mod row_id;
mod state;
#[cfg(test)]
mod tests;
mod view;

use list_density::ListDensity;

pub use commands::{EDIT, FormCommand, KEYS, Outcome, enter};
pub use legend::Legend;
pub use page::Page;
pub use panel::Panel;
pub use row::{Details, LABEL_WIDTH, Row, Typed};
pub use row_id::RowId;
pub use state::{CurrentTypingPlace, Form, TypingPlace};
pub use view::{FormView, draw_help};
