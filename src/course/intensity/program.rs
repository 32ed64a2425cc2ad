//! Requests to a program that plays Intensity, in the course's [`protocol`](super::protocol).
//! Errors in answers use the words of the course's referee.

use rand::RngExt as _;

use super::protocol::{ChoiceRequest, EXAMPLES, PlayerRequest, check_name, parse_name};
use crate::check::{CheckRequest, ChecksPlayers, play_steps, random_action};
use crate::program::{AsksPrograms, ProgramPlayer, answer::AnswerFormat};
use fourcade_engine::{
    intensity::{
        Intensity,
        model::{Deal, IntensityAction, IntensityObservation, SEATS},
    },
    play::{CancelToken, Game as _, PlayerArg, Rng, Seat, Seats},
};
use fourcade_programs::ProgramError;

impl AsksPrograms for Intensity {
    const ARG: PlayerArg = PlayerArg::Path;
    const DESCRIPTION: &'static str = "A program of yours, or its .c file, that reads the cards and \
                                       prints its choice. It runs in a sandbox where there is one.";

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

/// One random request in this many asks for a pass: more than in a game, where a seat passes once
/// and plays ten cards.
const PASS_INTERVAL: usize = 4;

/// Positions in which a program that lacks a rule plays an illegal card.
const DIRECTED: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/check/intensity/play.txt"));

/// Reads the requests of [`DIRECTED`]. A line `# kind: description` precedes each.
fn directed_requests() -> impl Iterator<Item = CheckRequest<Intensity>> {
    DIRECTED.split("# ").filter_map(|entry| {
        let (heading, request) = entry.split_once('\n')?;
        let (kind, _) = heading.split_once(": ")?;
        choice_request(kind, request)
    })
}

fn choice_request(kind: &'static str, text: &str) -> Option<CheckRequest<Intensity>> {
    match text.parse().ok()? {
        PlayerRequest::Choice(it) => {
            CheckRequest::choice(kind, it.seat(), it.observation().clone())
        }
        PlayerRequest::Name | PlayerRequest::Tests => None,
    }
}

impl ChecksPlayers for Intensity {
    fn scripted_requests() -> Vec<CheckRequest<Self>> {
        let [name, tests] = [PlayerRequest::Name, PlayerRequest::Tests].map(|it| it.to_string());
        let examples = EXAMPLES.iter().filter_map(|text| choice_request("example", text));
        [CheckRequest::output("name", name, check_name), CheckRequest::status("tests", tests)]
            .into_iter()
            .chain(examples)
            .chain(directed_requests())
            .collect()
    }

    fn random_request(number: usize, rng: &mut Rng) -> Option<CheckRequest<Self>> {
        let is_pass = number.is_multiple_of(PASS_INTERVAL);
        let mut game = Self::start(&Deal::shuffled(rng));
        let cards = if is_pass { 0 } else { rng.random_range(1..=40) };
        play_steps(&mut game, cards, rng, random_action)?;
        let (kind, seat) = if is_pass {
            ("pass", Seat::new(rng.random_range(0..SEATS)))
        } else {
            ("play", game.awaited().iter().next()?)
        };
        CheckRequest::choice(kind, seat, game.observe(Seats::one(seat)))
    }
}

/// Asks a program for its name and returns at most 32 printable characters of it.
pub fn ask_name(player: &ProgramPlayer, cancel: &CancelToken) -> Result<String, ProgramError> {
    let run = player.ask(&PlayerRequest::Name.to_string(), cancel);
    let status = run.end?;
    parse_name(&run.output).ok_or(ProgramError::NoOutput(status))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_directed_request_is_one_of_a_game() {
        let headings = DIRECTED.lines().filter(|line| line.starts_with("# ")).count();
        assert_eq!(directed_requests().count(), headings);
    }
}
