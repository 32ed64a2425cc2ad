//! A player that is a program somebody else wrote: asked by the course's
//! [`protocol`](super::protocol), once for each decision.
//!
//! It checks the answers itself, so that what is wrong with one is said in the referee's words, in
//! logs and records alike.

use std::path::Path;

use super::{
    Intensity,
    protocol::{Choice, Request, read_name},
    rules::{Action, Seen},
};
use crate::{
    games::{Arg, PlayerKind},
    play::{Cancel, Player, Seat, Stop, Think},
    programs::{Failure, Limits, Program, Room},
};

/// What stands before the path in the name of such a player.
pub const NAME: &str = "program";

/// It among the computer players: with the usual limits, in the usual room.
pub const KIND: PlayerKind<Intensity> = PlayerKind {
    name: NAME,
    arg: Arg::Path,
    words: "A program of yours (or its .c file), asked as the course asks; its limits are no sandbox.",
    make: |_, path| {
        let prepared = Room::usual().prepare(Path::new(path), &Cancel::default());
        let program = prepared.map_err(|why| why.to_string())?;
        Ok(Box::new(External { program, limits: Limits::default() }))
    },
};

/// The name in records and on the command line of the program at this path.
pub fn name_of(path: &str) -> String {
    format!("{NAME}:{path}")
}

/// The path in such a name.
pub fn path_of(name: &str) -> Option<&str> {
    name.strip_prefix(NAME)?.strip_prefix(':')
}

/// A program that plays.
#[derive(Clone, Debug)]
pub struct External {
    /// The program.
    pub program: Program,
    /// What it may use for one decision.
    pub limits: Limits,
}

impl External {
    /// The name that it gives itself: the printable part of a line, 32 characters at most.
    ///
    /// # Errors
    /// If it says none: what it did instead.
    pub fn ask_name(&self, cancel: &Cancel) -> Result<String, Failure> {
        let answer =
            self.program.run(Request::Name.to_string().as_bytes(), &self.limits, cancel)?;
        read_name(&answer.output).ok_or(Failure::Silent(answer.status))
    }
}

impl Player<Intensity> for External {
    fn choose(&mut self, seat: Seat, seen: &Seen, think: &Think) -> Result<Action, Stop> {
        let choice = Choice::of(seat, seen)
            .ok_or_else(|| Stop::Fault("was asked out of turn".to_owned()))?;
        let request = Request::Choice(choice.clone()).to_string();
        match self.program.run(request.as_bytes(), &self.limits, think.cancel()) {
            Ok(answer) => choice.read_answer(&answer.output).map_err(Stop::Fault),
            Err(Failure::Cancelled) => Err(Stop::Cancelled),
            Err(failure) => Err(Stop::Fault(failure.to_string())),
        }
    }
}
