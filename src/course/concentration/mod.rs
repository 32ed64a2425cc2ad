//! Concentration: the text program, the checks, and programs as players.

pub mod check;
pub mod classic;
mod program;

use crate::program::ProgramKind;
use fourcade_engine::concentration::Concentration;

/// The kinds of players that are programs.
pub static PLAYERS: [ProgramKind<Concentration>; 1] = [crate::program::kind()];
