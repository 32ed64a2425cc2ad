//! The Go Text Protocol, version 2 (GTP), as Othello programs speak it. A controller (a graphical
//! interface, a referee, our table) sends commands, and an engine answers each command before it
//! receives the next. [`GtpEngine`] makes one of our players an engine;
//! [`program`] is our controller for other engines.
//!
//! - A command is a line: an optional identity number, a name and arguments. Text after a `#`,
//!   empty lines and control characters are ignored. A response begins with `=`, or with `?` if the
//!   command failed, followed by the identity number, and ends with an empty line.
//! - Black moves first, so Black is our side O and White is our side X.
//! - The other program uses Othello's usual starting position (Black on e4 and d5). Ours is its
//!   mirror image, so column a is our last column (see
//!   [`othello`](fourcade_engine::flip::othello)). Row 1 is our row 0. Columns have the letters a to
//!   z, including i: the protocol omits i for Go, but Othello interfaces use it (for example Quarry
//!   on 10 x 10).
//! - A side passes only if it can't move. The controller may omit the pass.
//!
//! Source: Gunnar Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2" (October
//! 2002). The commands `set_game` and `list_games` are extensions of interfaces for several games.

mod clock;
mod engine;
mod game;
mod message;
pub mod program;
mod vertex;

pub use engine::{GtpEngine, TimeControl, serve};

use game::moves_with_passes;
use message::{GtpCommand, GtpResponse, response_len};

#[cfg(test)]
mod tests;
