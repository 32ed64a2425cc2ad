//! Intensity: the text program, the request protocol, programs as players, the referee and
//! tournaments.

pub mod classic;
mod program;
pub mod protocol;
pub mod referee;
pub mod tournament;

use crate::program::ProgramKind;
use fourcade_engine::intensity::Intensity;

/// The kinds of players that are programs.
pub static PLAYERS: [ProgramKind<Intensity>; 1] = [crate::program::kind()];
