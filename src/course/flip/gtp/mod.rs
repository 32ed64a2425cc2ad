//! The Go Text Protocol, version 2 (GTP), as Othello programs speak it. A controller (a graphical
//! interface, a referee, our table) sends commands, and an engine answers each before it receives
//! the next. [`GtpEngine`] is an engine made of a built-in player; [`program`] is a controller for
//! other engines.
//!
//! - A command is a line: an optional ID, a name and arguments. Text after a `#`, empty lines and
//!   control characters are ignored. A response begins with `=`, or with `?` if the command failed,
//!   followed by the ID, and ends with an empty line.
//! - Black moves first, so Black is our side O and White is our side X.
//! - Othello's starting position (Black on e4 and d5) is the mirror image of ours, so column a is
//!   our last column (see [`othello`](fourcade_engine::flip::othello)). Row 1 is our row 0. Columns
//!   have the letters a to z. The protocol omits i for Go, but Othello interfaces use it (for
//!   example Quarry on 10 x 10).
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

pub use engine::{GtpEngine, ThinkingLimit, serve};

use game::moves_with_passes;
use message::{GtpCommand, GtpResponse, response_len};

#[cfg(test)]
mod tests;
