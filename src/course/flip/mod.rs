//! Flip: the text program, the check of other people's, and the Go Text Protocol.

pub mod check;
pub mod classic;
pub mod gtp;

use fourcade_engine::{flip::Flip, play::PlayerKind};

/// The kinds of players that start a program.
pub static PLAYERS: [PlayerKind<Flip>; 1] = [gtp::program::KIND];
