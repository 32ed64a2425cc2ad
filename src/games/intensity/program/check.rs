//! The check of a player program: whether it answers requests of the course's protocol legally, in
//! time and without a crash.

use std::time::Duration;

use rand::{RngExt, seq::IndexedRandom};
use rustix::process::Signal;

use crate::{
    games::intensity::protocol::{ChoiceRequest, EXAMPLES, PlayerRequest, parse_name},
    games::program::{ProgramPlayer, answer::AnswerFormat},
    programs::{ProgramError, ProgramOutput},
};
use fourcade_engine::{
    intensity::{
        Intensity,
        model::{Deal, SEATS},
    },
    play::{CancelToken, Game, Observation, Rng, Seat, Seats, random},
};

/// The signal that ends a program which has used its processor time.
const CPU_TIME_SIGNAL: i32 = Signal::XCPU.as_raw();

/// One of so many random requests asks for cards to pass. A game has one such decision of a seat
/// and ten cards to play, but passing should be tested more than ten times in a hundred.
const PASS_SHARE: usize = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckKind {
    Name,
    Tests,
    /// An example of the course sheet.
    Example,
    /// Cards to pass in a random game.
    Pass,
    /// A card to play in a random game.
    Play,
}

impl CheckKind {
    /// The kind in messages and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Tests => "tests",
            Self::Example => "example",
            Self::Pass => "pass",
            Self::Play => "play",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CheckVerdict {
    Legal,
    /// With anything else, or with nothing.
    Illegal,
    Slow,
    /// It crashed, exceeded another limit, or could not be run.
    Crashed,
}

impl CheckVerdict {
    /// The verdict in messages and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Legal => "legal",
            Self::Illegal => "illegal",
            Self::Slow => "slow",
            Self::Crashed => "crashed",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckRequest {
    pub kind: CheckKind,
    request: PlayerRequest,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckAnswer {
    pub verdict: CheckVerdict,
    /// What is wrong: a phrase whose subject is the program. Empty for legal answers.
    pub fault: String,
    /// What the program printed, if that is known.
    pub output: Option<String>,
    /// The time of the answer, or `None` if the program was stopped or printed nothing.
    pub time: Option<Duration>,
}

/// Returns the requests of a check: the name, the program's own tests, the examples of the sheet,
/// and this many random requests, which follow from the seed. Real games lead to all of them.
pub fn check_requests(random_requests: usize, seed: u64) -> Vec<CheckRequest> {
    let mut requests = vec![
        CheckRequest { kind: CheckKind::Name, request: PlayerRequest::Name },
        CheckRequest { kind: CheckKind::Tests, request: PlayerRequest::Tests },
    ];
    let examples = EXAMPLES.iter().filter_map(|text| text.parse().ok());
    requests.extend(examples.map(|request| CheckRequest { kind: CheckKind::Example, request }));
    requests.extend((0..random_requests).filter_map(|number| {
        let mut rng = random::rng(seed, &[number as u64]);
        let is_pass = number.is_multiple_of(PASS_SHARE);
        let request = PlayerRequest::Choice(random_choice(is_pass, &mut rng)?);
        let kind = if is_pass { CheckKind::Pass } else { CheckKind::Play };
        Some(CheckRequest { kind, request })
    }));
    requests
}

/// Returns a decision of a game of random moves: of the first step, or of a later one.
fn random_choice(is_pass: bool, rng: &mut Rng) -> Option<ChoiceRequest> {
    let mut game = Intensity::start(&Deal::shuffled(rng));
    let cards = if is_pass { 0 } else { rng.random_range(1..=40) };
    for _ in 0..cards {
        let mut moves = Vec::new();
        for seat in game.awaited().iter() {
            let legal = game.observe(Seats::one(seat)).legal(seat);
            moves.push((seat, *legal.choose(rng)?));
        }
        game.step(&moves).ok()?;
    }
    let seat = if is_pass {
        Seat::new(rng.random_range(0..SEATS))
    } else {
        game.awaited().iter().next()?
    };
    ChoiceRequest::new(seat, &game.observe(Seats::one(seat)))
}

impl CheckRequest {
    pub fn text(&self) -> String {
        self.request.to_string()
    }

    /// Returns `None` if it was cancelled.
    pub fn ask(&self, player: &ProgramPlayer, cancel: &CancelToken) -> Option<CheckAnswer> {
        match player.ask(&self.text(), cancel).output {
            Err(ProgramError::Cancelled) => None,
            Err(error) => Some(self.judge_error(&error)),
            Ok(output) => Some(self.judge(&output, player.rules.format)),
        }
    }

    fn judge(&self, answer: &ProgramOutput, format: AnswerFormat) -> CheckAnswer {
        let fault = match &self.request {
            PlayerRequest::Name => {
                let is_named = parse_name(&answer.output).is_some();
                if is_named { Ok(()) } else { Err("prints no name".to_owned()) }
            }
            PlayerRequest::Tests => tests_passed(answer.status),
            PlayerRequest::Choice(choice) => {
                choice.parse_answer(format, &answer.output).map(|_| ())
            }
        };
        let (verdict, fault) = match fault {
            Ok(()) => (CheckVerdict::Legal, String::new()),
            Err(fault) => (CheckVerdict::Illegal, fault),
        };
        let output = Some(String::from_utf8_lossy(&answer.output).into_owned());
        CheckAnswer { verdict, fault, output, time: Some(answer.time) }
    }

    fn judge_error(&self, error: &ProgramError) -> CheckAnswer {
        let is_tests = self.request == PlayerRequest::Tests;
        let (verdict, fault) = match error {
            // Tests need not print anything.
            ProgramError::NoOutput(status) if is_tests => match tests_passed(*status) {
                Ok(()) => (CheckVerdict::Legal, String::new()),
                Err(fault) => (CheckVerdict::Illegal, fault),
            },
            ProgramError::TimedOut(_) | ProgramError::Signal(CPU_TIME_SIGNAL) => {
                (CheckVerdict::Slow, error.to_string())
            }
            ProgramError::NoOutput(_)
            | ProgramError::OutputLimit(_)
            | ProgramError::StartedProgram(_) => (CheckVerdict::Illegal, error.to_string()),
            _ => (CheckVerdict::Crashed, error.to_string()),
        };
        let output = matches!(error, ProgramError::NoOutput(_)).then(String::new);
        CheckAnswer { verdict, fault, output, time: None }
    }
}

/// Tests have passed if the program says so by its exit status.
fn tests_passed(status: i32) -> Result<(), String> {
    if status == 0 { Ok(()) } else { Err(format!("its tests ended with status {status}")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example(number: usize) -> CheckRequest {
        let examples = check_requests(0, 1).into_iter();
        examples.filter(|request| request.kind == CheckKind::Example).nth(number).unwrap()
    }

    #[test]
    fn the_requests_are_those_of_games_and_follow_from_the_seed() {
        let requests = check_requests(200, 7);
        assert_eq!(requests.len(), 204);
        assert_eq!(requests[..104], check_requests(100, 7)[..]);
        assert_ne!(requests[4..], check_requests(200, 8)[4..]);
        let count = |kind| requests.iter().filter(|request| request.kind == kind).count();
        assert_eq!((count(CheckKind::Example), count(CheckKind::Pass)), (2, 50));
        assert_eq!(count(CheckKind::Play), 150);
        let mut rounds = [0; 10];
        let mut seats = [0; 4];
        for request in &requests[4..] {
            let PlayerRequest::Choice(choice) = &request.request else { panic!("{request:?}") };
            let text = request.text();
            // Reading a request checks that a game can lead to it.
            let read: PlayerRequest = text.parse().unwrap_or_else(|why| panic!("{text}: {why}"));
            assert_eq!(read.to_string(), text);
            assert_eq!(choice.observation().is_passing, request.kind == CheckKind::Pass);
            if request.kind == CheckKind::Play {
                rounds[choice.observation().history.len()] += 1;
                seats[choice.seat().index()] += 1;
            }
        }
        assert!(rounds.iter().chain(&seats).all(|&count| count > 0), "{rounds:?} {seats:?}");
    }

    #[test]
    fn answers_are_judged_by_what_the_program_did() {
        let answer = |output: &str, status| ProgramOutput {
            output: output.as_bytes().to_vec(),
            status,
            time: Duration::from_millis(5),
        };
        let requests = check_requests(0, 1);
        let [name, tests] = &requests[..2] else { panic!("{requests:?}") };
        let usual = AnswerFormat::LastNumbers;
        for (request, output, status, verdict) in [
            (name, "Low\n", 0, CheckVerdict::Legal),
            (name, "\n\n", 0, CheckVerdict::Illegal),
            (tests, "all passed\n", 0, CheckVerdict::Legal),
            (tests, "2 failed\n", 1, CheckVerdict::Illegal),
            (&example(0), "29 39 49", 3, CheckVerdict::Legal),
            (&example(0), "29 39", 0, CheckVerdict::Illegal),
            (&example(1), "my card: 23", 0, CheckVerdict::Legal),
            (&example(1), "11", 0, CheckVerdict::Illegal),
        ] {
            let judged = request.judge(&answer(output, status), usual);
            assert_eq!(judged.verdict, verdict, "{output:?}");
            assert_eq!(judged.fault.is_empty(), verdict == CheckVerdict::Legal, "{judged:?}");
        }
        let exact = example(1).judge(&answer("my card: 23", 0), AnswerFormat::Exact);
        assert_eq!(exact.verdict, CheckVerdict::Illegal);
        let card = example(1);
        for (request, error, verdict) in [
            (&card, ProgramError::TimedOut(Duration::from_secs(30)), CheckVerdict::Slow),
            (&card, ProgramError::Signal(CPU_TIME_SIGNAL), CheckVerdict::Slow),
            (&card, ProgramError::Signal(11), CheckVerdict::Crashed),
            (&card, ProgramError::MemoryLimit(1), CheckVerdict::Crashed),
            (&card, ProgramError::NoOutput(0), CheckVerdict::Illegal),
            (&card, ProgramError::NoOutput(1), CheckVerdict::Illegal),
            (&card, ProgramError::OutputLimit(1), CheckVerdict::Illegal),
            (&card, ProgramError::StartedProgram("sh".to_owned()), CheckVerdict::Illegal),
            (tests, ProgramError::NoOutput(0), CheckVerdict::Legal),
            (tests, ProgramError::NoOutput(1), CheckVerdict::Illegal),
            (tests, ProgramError::Signal(6), CheckVerdict::Crashed),
        ] {
            assert_eq!(request.judge_error(&error).verdict, verdict, "{error:?}");
        }
    }
}
