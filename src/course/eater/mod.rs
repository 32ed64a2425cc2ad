//! Eater: the text program, the check of other people's, and programs as players.

pub mod check;
pub mod classic;
mod program;

use crate::program::ProgramKind;
use fourcade_engine::eater::Eater;

/// The kinds of players that start a program.
pub static PLAYERS: [ProgramKind<Eater>; 1] = [crate::program::kind()];
