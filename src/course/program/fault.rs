//! Classifies the failures of a program as mistakes of a player.

use fourcade_engine::play::{FaultKind, PlayerError};
use fourcade_programs::ProgramError;
use rustix::process::Signal;

pub fn fault_kind(error: &ProgramError) -> FaultKind {
    match error {
        ProgramError::TimedOut(_) => FaultKind::Late,
        ProgramError::Signal(signal) if *signal == Signal::XCPU.as_raw() => FaultKind::Late,
        ProgramError::NoOutput(0) | ProgramError::Exited(0) | ProgramError::ClosedOutput => {
            FaultKind::Silent
        }
        ProgramError::OutputLimit(_)
        | ProgramError::StartedProgram(_)
        | ProgramError::CreatedFile(_)
        | ProgramError::Cancelled => FaultKind::Illegal,
        ProgramError::Signal(_)
        | ProgramError::MemoryLimit(_)
        | ProgramError::ProcessLimit(_)
        | ProgramError::FolderLimit(_)
        | ProgramError::NoOutput(_)
        | ProgramError::Exited(_)
        | ProgramError::CannotRun(_) => FaultKind::Crashed,
    }
}

pub fn player_error(error: ProgramError) -> PlayerError {
    match error {
        ProgramError::Cancelled => PlayerError::Cancelled,
        error => PlayerError::Failed(fault_kind(&error), error.to_string()),
    }
}
