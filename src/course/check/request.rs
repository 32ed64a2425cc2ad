//! Requests that check whether a player program answers legally, in time and without a crash.

use super::{Check, CheckError, CheckFault, CheckResult, CheckedProgram, Verdict};
use crate::{
    program::{AnswerFormat, AsksPrograms, fault::fault_kind},
    text::shortened_with_count,
};
use fourcade_engine::play::{
    CancelToken, FaultKind, Game, Observation as _, Rng, Seat, Seats, random,
};
use fourcade_programs::{ProgramError, ProgramRun};
use rand::seq::IndexedRandom as _;

const MAX_ANSWER_CHARS: usize = 2000;

/// A game whose player programs can be checked.
pub trait ChecksPlayers: AsksPrograms {
    /// Returns the requests that every program gets.
    fn scripted_requests() -> Vec<CheckRequest<Self>>;

    /// Returns a request from a game of random moves. Even and odd numbers give different kinds of
    /// requests.
    fn random_request(number: usize, rng: &mut Rng) -> Option<CheckRequest<Self>>;
}

/// A request and its legal answers.
#[derive(Clone, Debug)]
pub struct CheckRequest<G: AsksPrograms> {
    /// The kind of request in messages and JSON.
    pub kind: &'static str,
    /// The program's standard input.
    pub text: String,
    expected: Expected<G>,
}

#[derive(Clone, Debug)]
enum Expected<G: AsksPrograms> {
    /// A legal action of this seat.
    Action(Seat, G::Observation),
    /// An output that passes this test. The error is a predicate for the program's name.
    Output(fn(&[u8]) -> Result<(), String>),
    Success,
}

/// Returns the scripted requests and this many random ones. All of them can occur in real games.
pub fn check_requests<G: ChecksPlayers>(random_requests: usize, seed: u64) -> Vec<CheckRequest<G>> {
    let random = (0..random_requests)
        .filter_map(|number| G::random_request(number, &mut random::rng(seed, &[number as u64])));
    G::scripted_requests().into_iter().chain(random).collect()
}

/// Plays at most `steps` steps and stops before the end of the game. `choose` decides for each
/// seat.
pub(crate) fn play_steps<G: Game>(
    game: &mut G,
    steps: usize,
    rng: &mut Rng,
    choose: impl Fn(&G, Seat, &mut Rng) -> Option<G::Action>,
) -> Option<()> {
    for _ in 0..steps {
        let moves = game.awaited().iter().map(|seat| Some((seat, choose(game, seat, rng)?)));
        let moves = moves.collect::<Option<Vec<_>>>()?;
        let mut after = game.clone();
        after.step(&moves).ok()?;
        if after.awaited().is_empty() {
            break;
        }
        *game = after;
    }
    Some(())
}

pub(crate) fn random_action<G: Game>(game: &G, seat: Seat, rng: &mut Rng) -> Option<G::Action> {
    game.observe(Seats::one(seat)).legal(seat).choose(rng).copied()
}

impl<G: AsksPrograms> CheckRequest<G> {
    /// A request for the decision of a seat, or `None` if it has none to make.
    pub fn choice(kind: &'static str, seat: Seat, observation: G::Observation) -> Option<Self> {
        let text = G::request(seat, &observation)?;
        Some(Self { kind, text, expected: Expected::Action(seat, observation) })
    }

    /// A request for another output, which `check` tests.
    pub fn output(
        kind: &'static str,
        text: String,
        check: fn(&[u8]) -> Result<(), String>,
    ) -> Self {
        Self { kind, text, expected: Expected::Output(check) }
    }

    /// A request for the program's own tests, which pass with exit status 0.
    pub fn status(kind: &'static str, text: String) -> Self {
        Self { kind, text, expected: Expected::Success }
    }

    fn judge(
        &self,
        output: &[u8],
        end: &Result<i32, ProgramError>,
        format: AnswerFormat,
    ) -> Result<(), (FaultKind, String)> {
        let judged = match (end, &self.expected) {
            (Ok(_), Expected::Action(seat, observation)) => {
                G::read_answer(*seat, observation, format, output).map(|_| ())
            }
            (Ok(_), Expected::Output(check)) => check(output),
            // Tests need not print anything.
            (Ok(status) | Err(ProgramError::NoOutput(status)), Expected::Success) => {
                check_test_status(*status)
            }
            (Err(error), _) => return Err((fault_kind(error), error.to_string())),
        };
        judged.map_err(|what| (FaultKind::Illegal, what))
    }
}

impl<G: AsksPrograms> Check for CheckRequest<G> {
    fn name(&self, number: usize) -> String {
        format!("request {number}")
    }

    fn requirement(&self) -> &str {
        self.kind
    }

    fn try_program(
        &self,
        subject: &CheckedProgram<'_>,
        cancel: &CancelToken,
    ) -> Result<CheckResult, CheckError> {
        let CheckedProgram { program, rules, .. } = subject;
        let ProgramRun { output, end, time, stderr, .. } =
            program.run(self.text.as_bytes(), &rules.limits, &|| cancel.is_cancelled());
        let judged = self.judge(&output, &end, rules.format);
        let (actual, status, time) = match end {
            Err(ProgramError::Cancelled) => return Err(CheckError::Cancelled),
            Err(ProgramError::NoOutput(_)) => (Some(String::new()), 0, None),
            Err(ProgramError::TimedOut(limit)) => (None, 0, Some(limit)),
            Err(_) => (None, 0, None),
            Ok(status) => {
                let text = String::from_utf8_lossy(&output);
                (
                    Some(shortened_with_count(&text, MAX_ANSWER_CHARS).into_owned()),
                    status,
                    Some(time),
                )
            }
        };
        let Err((kind, sentence)) = judged else {
            return Ok(CheckResult { verdict: Verdict::Passed, time, status, stderr });
        };
        let command = subject.shell_command(&[], Some(&self.text));
        let fault = CheckFault { kind, sentence, actual, stderr, command, ..CheckFault::default() };
        let verdict = Verdict::Failed(Box::new(fault));
        Ok(CheckResult { verdict, time, status, stderr: String::new() })
    }
}

fn check_test_status(status: i32) -> Result<(), String> {
    if status == 0 { Ok(()) } else { Err(format!("its tests ended with status {status}")) }
}

#[cfg(test)]
mod tests {
    use std::{
        io::Write as _,
        path::Path,
        process::{Command, Stdio},
        time::Duration,
    };

    use super::*;
    use crate::intensity::protocol::PlayerRequest;
    use fourcade_engine::{concentration::Concentration, eater::Eater, intensity::Intensity};

    fn count<G: AsksPrograms>(requests: &[CheckRequest<G>], kind: &str) -> usize {
        requests.iter().filter(|request| request.kind == kind).count()
    }

    /// Returns requests, after checking that they follow from the seed and that every legal action
    /// answers them.
    fn checked_requests<G: ChecksPlayers>() -> Vec<CheckRequest<G>> {
        let texts = |count, seed| -> Vec<String> {
            check_requests::<G>(count, seed).into_iter().map(|request| request.text).collect()
        };
        let scripted = G::scripted_requests().len();
        let all = texts(200, 7);
        assert_eq!(all.len(), scripted + 200);
        assert_eq!(all[..scripted + 100], texts(100, 7));
        assert_ne!(all[scripted..], texts(200, 8)[scripted..]);
        let requests = check_requests::<G>(200, 7);
        for CheckRequest { text, expected, .. } in &requests {
            let Expected::Action(seat, observation) = expected else { continue };
            let legal = observation.legal(*seat);
            assert!(!legal.is_empty(), "{text}");
            for action in legal {
                let answer = action.to_string();
                let read =
                    G::read_answer(*seat, observation, AnswerFormat::Exact, answer.as_bytes());
                assert_eq!(read, Ok(action), "{text}");
            }
        }
        requests
    }

    #[test]
    fn the_requests_are_those_of_games_and_follow_from_the_seed() {
        let requests = checked_requests::<Intensity>();
        let kinds = ["name", "tests", "example", "pass", "play"];
        assert_eq!(kinds.map(|kind| count(&requests, kind)), [1, 1, 2, 50, 150]);
        let mut rounds = [0; 10];
        let mut seats = [0; 4];
        for request in &requests[Intensity::scripted_requests().len()..] {
            let Expected::Action(seat, observation) = &request.expected else { panic!("a choice") };
            // Reading a request checks that a game can lead to it.
            let text = &request.text;
            let read: PlayerRequest =
                text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(read.to_string(), *text);
            assert_eq!(observation.is_passing, request.kind == "pass");
            if request.kind == "play" {
                rounds[observation.history.len()] += 1;
                seats[seat.index()] += 1;
            }
        }
        assert!(rounds.iter().chain(&seats).all(|&count| count > 0), "{rounds:?} {seats:?}");
    }

    #[test]
    fn both_roles_of_eater_and_both_cards_of_a_turn_are_asked_for() {
        let eater = checked_requests::<Eater>();
        let kinds = ["empty", "last", "passer", "eater"];
        assert_eq!(kinds.map(|kind| count(&eater, kind)), [4, 4, 100, 100]);
        let sizes: Vec<_> = eater.iter().map(|it| it.text.lines().count() - 2).collect();
        assert!((3..=9).chain([50]).all(|size| sizes.contains(&size)), "{sizes:?}");
        let cards = checked_requests::<Concentration>();
        assert_eq!(["start", "last pair"].map(|kind| count(&cards, kind)), [1, 2]);
        for (kind, least) in [("first card", 70), ("second card", 70)] {
            assert!(count(&cards, kind) > least, "{}", count(&cards, kind));
        }
        let won = |request: &CheckRequest<Concentration>| {
            let Expected::Action(_, observation) = &request.expected else { return 0 };
            52 - observation.cards_left()
        };
        assert!(cards.iter().filter(|request| won(request) > 20).count() > 50);
    }

    /// The mistakes of `tests/data/wrong/intensity.c`.
    const MISTAKES: [&str; 34] = [
        "buffalo-breaks",
        "buffalo-no-lead",
        "calves-free",
        "calves-from-31",
        "calves-to-38",
        "calves-to-40",
        "follow-highest",
        "follow-last",
        "follow-second",
        "free-after-1",
        "free-after-3",
        "free-after-5",
        "free-after-7",
        "higher-only",
        "last-digit",
        "no-answer-last",
        "no-calf-ever",
        "no-follow",
        "no-follow-after-5",
        "no-follow-calves",
        "no-follow-last",
        "no-follow-round-7",
        "no-follow-second",
        "no-name",
        "pass-nothing",
        "pass-other",
        "pass-places",
        "pass-same",
        "pass-two",
        "passed-breaks",
        "position",
        "received-breaks",
        "void-no-calf",
        "void-nothing",
    ];

    /// Returns the number of requests that the program with a mistake answers wrongly.
    fn wrong_answers(program: &Path, args: &[&str], requests: &[CheckRequest<Intensity>]) -> usize {
        let input: String = requests.iter().map(|request| request.text.as_str()).collect();
        let mut command = Command::new(program);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let output = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
        let answers: Vec<&str> = output.lines().collect();
        assert_eq!(answers.len(), requests.len(), "{args:?}");
        let judged = requests
            .iter()
            .zip(answers)
            .map(|(request, line)| request.judge(line.as_bytes(), &Ok(0), AnswerFormat::Exact));
        judged.filter(Result::is_err).count()
    }

    #[test]
    fn every_mistake_is_caught_whichever_card_a_program_likes() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("intensity");
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/wrong/intensity.c");
        let compiled = Command::new("cc").arg("-o").arg(&program).arg(source).status().unwrap();
        assert!(compiled.success());
        let requests = check_requests::<Intensity>(0, 1);
        for likes in [&[][..], &["highest"]] {
            let args = |mistake| [&[mistake][..], likes].concat();
            assert_eq!(wrong_answers(&program, &args("none"), &requests), 0);
            for mistake in MISTAKES {
                let args = args(mistake);
                assert!(wrong_answers(&program, &args, &requests) > 0, "{args:?}");
            }
        }
    }

    #[test]
    fn answers_are_judged_by_what_the_program_did() {
        let kind = |judged: Result<(), (FaultKind, String)>| {
            judged.err().map(|(kind, what)| (kind, !what.is_empty()))
        };
        let [name, tests, pass, card, ..] = &check_requests::<Intensity>(0, 1)[..] else {
            panic!("four requests and more")
        };
        let usual = AnswerFormat::LastNumbers;
        for (request, output, status, verdict) in [
            (name, "Low\n", 0, None),
            (name, "\n\n", 0, Some(FaultKind::Illegal)),
            (tests, "all passed\n", 0, None),
            (tests, "2 failed\n", 1, Some(FaultKind::Illegal)),
            (pass, "29 39 49", 3, None),
            (pass, "29 39", 0, Some(FaultKind::Illegal)),
            (card, "my card: 23", 0, None),
            (card, "11", 0, Some(FaultKind::Illegal)),
        ] {
            let judged = kind(request.judge(output.as_bytes(), &Ok(status), usual));
            assert_eq!(judged, verdict.map(|kind| (kind, true)), "{output:?}");
        }
        let exact = kind(card.judge(b"my card: 23", &Ok(0), AnswerFormat::Exact));
        assert_eq!(exact, Some((FaultKind::Illegal, true)));
        for (request, error, verdict) in [
            (card, ProgramError::TimedOut(Duration::from_secs(30)), Some(FaultKind::Late)),
            (
                card,
                ProgramError::Signal(rustix::process::Signal::XCPU.as_raw()),
                Some(FaultKind::Late),
            ),
            (card, ProgramError::Signal(11), Some(FaultKind::Crashed)),
            (card, ProgramError::MemoryLimit(1), Some(FaultKind::Crashed)),
            (card, ProgramError::NoOutput(0), Some(FaultKind::Silent)),
            (card, ProgramError::NoOutput(1), Some(FaultKind::Crashed)),
            (card, ProgramError::OutputLimit(1), Some(FaultKind::Illegal)),
            (card, ProgramError::StartedProgram("sh".to_owned()), Some(FaultKind::Illegal)),
            (card, ProgramError::CreatedFile("log".to_owned()), Some(FaultKind::Illegal)),
            (tests, ProgramError::NoOutput(0), None),
            (tests, ProgramError::NoOutput(1), Some(FaultKind::Illegal)),
            (tests, ProgramError::Signal(6), Some(FaultKind::Crashed)),
        ] {
            let judged = kind(request.judge(b"", &Err(error.clone()), usual));
            assert_eq!(judged, verdict.map(|kind| (kind, true)), "{error:?}");
        }
    }
}
