//! The engine: what can be found out about a position on a board up to 8 x 8. It knows no player,
//! no terminal and no disk.
//!
//! | part | what it does |
//! |---|---|
//! | [`analyse`] | says what is known of a position: for the command `analyse`, the review of a game, the evaluation bar |
//! | [`Engine`] | looks deeper and deeper, and plays the end out: what the players ask |
//! | [`midgame`] | looks ahead to a depth |
//! | [`endgame`] | plays the end out exactly |
//! | [`evaluation`] | says what a position of 8 x 8 is worth, by patterns; [`plain`] does so on smaller boards |
//! | [`table`] | what searches found out about positions |

pub mod analysis;
pub mod counter;
pub mod endgame;
pub mod evaluation;
pub mod judge;
pub mod midgame;
pub mod plain;
mod root;
pub mod table;

pub use analysis::{Analysis, Limits, analyse};
pub use root::{End, Engine, Found, Reach};
