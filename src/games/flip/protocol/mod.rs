//! The Go Text Protocol, version 2 (GTP), as Othello programs speak it: a controller (an interface,
//! a referee, our table) sends commands, an engine answers each before the next. [`GtpEngine`] is our
//! side as an engine; as a controller we speak it in [`program`](super::program).
//!
//! - A command is a line: an identity number if the controller likes, a name, arguments. What
//!   follows a `#`, empty lines and control characters do not count. An answer begins with `=` or,
//!   where something is wrong, with `?`, followed by the number, and ends with an empty line.
//! - Black moves first, so it is our O; White is X.
//! - Outside is Othello's usual start (Black on e4 and d5), inside is ours, which is its mirror
//!   image: column a is our last one ([`vertex`]). Row 1 is our row 0. Columns have the letters a
//!   to z, the i included: for Go the protocol leaves it out, but Othello's interfaces don't
//!   (Quarry on 10 x 10, for one).
//! - Who can't move passes, and nobody else may. A pass that the controller leaves out is
//!   understood.
//!
//! The protocol's draft is Gunnar Farnebäck's (October 2002); `set_game` and `list_games` are what
//! interfaces for several games have added.

mod clock;
mod engine;
mod game;
mod line;
pub mod vertex;

pub use engine::{GtpEngine, TimeControl, serve};
pub use game::moves_with_passes;
pub use line::{GtpCommand, GtpResponse, parse_response, response_len};

#[cfg(test)]
mod tests;
