//! What a program is asked that plays Intensity: the course's [`protocol`](super::protocol).
//!
//! The answers are checked in the words of the course's referee, for logs and records.

pub mod check;

use super::protocol::{ChoiceRequest, PlayerRequest, parse_name};
use crate::{
    games::program::{AsksPrograms, ProgramPlayer, answer::AnswerFormat},
    programs::ProgramError,
};
use fourcade_engine::{
    intensity::{
        Intensity,
        model::{IntensityAction, IntensityObservation},
    },
    play::{CancelToken, PlayerArg, Seat},
};

impl AsksPrograms for Intensity {
    const ARG: PlayerArg = PlayerArg::Path;
    const DESCRIPTION: &'static str = "A program of yours, or its .c file, that speaks the course's \
                                       protocol. It runs in a sandbox.";

    fn request(seat: Seat, observation: &IntensityObservation) -> Option<String> {
        ChoiceRequest::new(seat, observation).map(|request| request.to_string())
    }

    fn read_answer(
        seat: Seat,
        observation: &IntensityObservation,
        format: AnswerFormat,
        output: &[u8],
    ) -> Result<IntensityAction, String> {
        let request = ChoiceRequest::new(seat, observation);
        request.ok_or("was asked out of turn")?.parse_answer(format, output)
    }
}

/// Asks a program for its name, which has at most 32 printable characters.
pub fn ask_name(player: &ProgramPlayer, cancel: &CancelToken) -> Result<String, ProgramError> {
    let answer = player.ask(&PlayerRequest::Name.to_string(), cancel).output?;
    parse_name(&answer.output).ok_or(ProgramError::NoOutput(answer.status))
}
