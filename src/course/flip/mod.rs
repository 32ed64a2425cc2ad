//! Flip: the text program, the checks, and the Go Text Protocol.

pub mod check;
pub mod classic;
pub mod gtp;

use crate::program::ProgramKind;
use fourcade_engine::flip::Flip;

/// The kinds of players that are programs.
pub static PLAYERS: [ProgramKind<Flip>; 1] = [gtp::program::KIND];
