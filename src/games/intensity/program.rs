//! A player that is a program somebody else wrote: asked by the course's
//! [`protocol`](super::protocol), once for each decision.
//!
//! It checks the answers itself, so that what is wrong with one is said in the referee's words, in
//! logs and records alike.

use std::path::Path;

use super::{
    Intensity,
    protocol::{ChoiceRequest, PlayerRequest, read_name},
    rules::{IntensityAction, IntensityObservation},
};
use crate::{
    games::{PlayerArg, PlayerKind},
    play::{CancelToken, Player, PlayerError, Seat, ThinkContext},
    programs::{Program, ProgramError, ProgramLimits, Runner},
};

/// What stands before the path in the name of such a player.
pub const NAME: &str = "program";

/// It among the computer players: with the usual limits, in the usual room.
pub const KIND: PlayerKind<Intensity> = PlayerKind {
    name: NAME,
    arg: PlayerArg::Path,
    description: "A program of yours (or its .c file), asked as the course asks; its limits are no sandbox.",
    make: |_, path| {
        let prepared = Runner::global().prepare(Path::new(path), &CancelToken::default());
        let program = prepared.map_err(|why| why.to_string())?;
        Ok(Box::new(ProgramPlayer { program, limits: ProgramLimits::default() }))
    },
};

/// The name in records and on the command line of the program at this path.
pub fn player_name(path: &str) -> String {
    format!("{NAME}:{path}")
}

/// The path in such a name.
pub fn program_path(name: &str) -> Option<&str> {
    name.strip_prefix(NAME)?.strip_prefix(':')
}

/// A program that plays.
#[derive(Clone, Debug)]
pub struct ProgramPlayer {
    /// The program.
    pub program: Program,
    /// What it may use for one decision.
    pub limits: ProgramLimits,
}

impl ProgramPlayer {
    /// The name that it gives itself: the printable part of a line, 32 characters at most.
    ///
    /// # Errors
    /// If it says none: what it did instead.
    pub fn ask_name(&self, cancel: &CancelToken) -> Result<String, ProgramError> {
        let answer =
            self.program.run(PlayerRequest::Name.to_string().as_bytes(), &self.limits, cancel)?;
        read_name(&answer.output).ok_or(ProgramError::NoOutput(answer.status))
    }
}

impl Player<Intensity> for ProgramPlayer {
    fn choose(
        &mut self,
        seat: Seat,
        seen: &IntensityObservation,
        think: &ThinkContext,
    ) -> Result<IntensityAction, PlayerError> {
        let choice = ChoiceRequest::of(seat, seen)
            .ok_or_else(|| PlayerError::Fault("was asked out of turn".to_owned()))?;
        let request = PlayerRequest::Choice(choice.clone()).to_string();
        match self.program.run(request.as_bytes(), &self.limits, think.cancel_token()) {
            Ok(answer) => choice.read_answer(&answer.output).map_err(PlayerError::Fault),
            Err(ProgramError::Cancelled) => Err(PlayerError::Cancelled),
            Err(failure) => Err(PlayerError::Fault(failure.to_string())),
        }
    }
}
