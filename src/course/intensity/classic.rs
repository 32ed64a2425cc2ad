//! The course's player program: `intensity [--player KIND]` answers one request of the
//! [`protocol`](super::protocol).
//!
//! Details that the course sheet leaves open:
//! - The input is read up to the end of the request's last line, so that a request typed at a
//!   terminal is answered at once.
//! - For its own tests (any request except 0, 1 and 2) the player answers the two examples of the
//!   sheet and prints both answers in one line.
//! - An impossible request is answered, too, if its hand and its round allow an answer: by the
//!   rules of thumb of the player `careful`, which needs nothing else. Standard error has a
//!   warning.
//! - The same request always gets the same answer: the seed follows from the request, and a search
//!   visits a fixed number of positions.

use std::ffi::OsString;

use clap::Parser;

use super::protocol::{ChoiceRequest, EXAMPLES, PartialRequest, PlayerRequest};
use crate::{
    players::check_built_in,
    program::answer::AnswerFormat,
    text_program::{self, Console, Exit, Stop},
};
use fourcade_engine::{
    intensity::{Intensity, model::IntensityAction, players::careful},
    play::{
        Budget, GameInfo, HUMAN, Player, PlayerError, ThinkContext, built_in_players, find_player,
        random,
    },
};

const DEFAULT_PLAYER: &str = "counter";

/// A player program of the course's Intensity: answers one request
///
/// It reads a request from standard input (0: its name; 1 and a hand: three cards to pass; 2 and
/// what it knows: a card to play; any other number: its own tests) and prints the answer.
#[derive(Parser)]
#[command(
    name = "fourcade classic intensity",
    bin_name = "fourcade classic intensity",
    max_term_width = 100,
    after_help = format!("Players: {}", built_in_players::<Intensity>().patterns().join(", ")),
)]
struct IntensityArgs {
    /// Which of our computers answers
    #[arg(long, value_name = "KIND", default_value = DEFAULT_PLAYER, value_parser = parse_computer)]
    player: String,
}

fn parse_computer(name: &str) -> Result<String, String> {
    if name == HUMAN {
        return Err(format!("{HUMAN} can't answer requests; name a computer player"));
    }
    check_built_in::<Intensity>(name).map_err(|error| error.to_string())?;
    Ok(name.to_owned())
}

/// Returns the name of a built-in player in the referee's logs.
pub(super) fn player_name(kind: &str) -> String {
    format!("fourcade {kind}")
}

/// The player program of Intensity. The exit status is 2 for invalid arguments and for requests
/// that can't be answered, and 1 if the player fails. In both cases the output is empty and
/// standard error says why.
///
/// # Errors
/// Returns an early end, or an error if the output can't be written.
pub fn run(args: &[OsString], console: &mut Console) -> Result<(), Stop> {
    let args: IntensityArgs = text_program::parse_args(args).map_err(Exit::failure_as_message)?;
    let failed = |message: String| Exit::with_message(1, message);
    let player = find_player::<Intensity>(&args.player);
    let mut player = player.map_err(|error| failed(error.to_string()))?;
    let answer = match PlayerRequest::read(console.input) {
        Ok(PlayerRequest::Name) => player_name(&args.player),
        Ok(PlayerRequest::Choice(choice)) => {
            answer_choice(player.as_mut(), &choice).map_err(failed)?.to_string()
        }
        Ok(PlayerRequest::Tests) => {
            let answers = run_examples(player.as_mut()).map_err(failed)?;
            format!("{}: {answers}", player_name(&args.player))
        }
        Err(error) => {
            let action = error
                .partial()
                .and_then(answer_partial)
                .ok_or_else(|| Exit::with_message(2, format!("not a request: {error}")))?;
            let warning = "the answer follows from the hand and the round alone";
            console.write_message(&format!("warning: {error}; {warning}"));
            action.to_string()
        }
    };
    writeln!(console.output, "{answer}")?;
    Ok(())
}

/// Answers the same request always in the same way.
fn answer_choice(
    player: &mut dyn Player<Intensity>,
    choice: &ChoiceRequest,
) -> Result<IntensityAction, String> {
    let text = choice.to_string();
    let seed = text.bytes().fold(0, |seed, byte| random::derive_seed(seed, &[byte.into()]));
    let context = ThinkContext::new(
        Budget::Nodes(Intensity::DEFAULT_NODES),
        seed,
        choice.seat(),
        choice.observation().history.len(),
    );
    match player.choose(choice.seat(), choice.observation(), &context) {
        Ok(action) => choice.parse_answer(AnswerFormat::LastNumbers, action.to_string().as_bytes()),
        Err(PlayerError::Fault(message) | PlayerError::Failed(_, message)) => Err(message),
        Err(PlayerError::Cancelled) => Err("was cancelled".to_owned()),
    }
}

/// Returns a legal answer when only the hand and the round are known.
fn answer_partial(request: &PartialRequest) -> Option<IntensityAction> {
    let hand = request.hand();
    let action = match request.playable() {
        None => IntensityAction::Pass(careful::cards_to_pass(hand)),
        Some(playable) => {
            IntensityAction::Play(careful::card_to_play(hand, playable, request.trick())?)
        }
    };
    Some(action).filter(|&action| request.allows(action))
}

fn run_examples(player: &mut dyn Player<Intensity>) -> Result<String, String> {
    let mut answers = Vec::new();
    for example in EXAMPLES {
        let request = example
            .parse::<PlayerRequest>()
            .map_err(|error| format!("an example of the sheet is not a request: {error}"))?;
        if let PlayerRequest::Choice(choice) = request {
            let action = answer_choice(player, &choice)
                .map_err(|error| format!("an example of the sheet: {error}"))?;
            answers.push(match action {
                IntensityAction::Pass(cards) => format!("passes {cards}"),
                IntensityAction::Play(card) => format!("plays {card}"),
            });
        }
    }
    Ok(format!("{} in the sheet's examples: all legal", answers.join(" and ")))
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*, sample::Index};

    use super::*;
    use crate::scale::scaled;
    use fourcade_engine::play::{PlayerArg, PlayerKind};

    /// Runs the program and returns its output, its messages and its exit status.
    fn intensity(args: &[&str], input: &[u8]) -> (String, String, u8) {
        text_program::run_on(run, args, input, || None)
    }

    /// Runs the program, which must succeed, and returns its output.
    fn output_of(args: &[&str], input: &str) -> String {
        let (output, messages, status) = intensity(args, input.as_bytes());
        assert_eq!((messages.as_str(), status), ("", 0), "{input:?}");
        output
    }

    #[test]
    fn every_player_answers_every_request() {
        for kind in Intensity::PLAYERS.iter().filter(|kind| !kind.arg.is_program()) {
            let name = default_name(kind);
            let args = ["--player", &name];
            assert_eq!(output_of(&args, "0\n"), format!("fourcade {name}\n"));
            let cards = output_of(&args, EXAMPLES[0]);
            let passed: IntensityAction = cards.trim_end().parse().unwrap();
            assert!(
                matches!(passed, IntensityAction::Pass(_)) && cards == format!("{passed}\n"),
                "{cards:?}"
            );
            assert_eq!(output_of(&args, EXAMPLES[1]), "23\n");
            let tests = format!(
                "fourcade {name}: passes {passed} and plays 23 in the sheet's examples: \
                 all legal\n",
            );
            assert_eq!(output_of(&args, "3"), tests);
        }
    }

    #[test]
    fn the_same_request_always_gets_the_same_answer() {
        let hands = [
            "13 19 24 25 29 32 39 44 46 49",
            "10 11 12 13 14 15 16 17 18 19",
            "10 12 14 16 18 20 22 24 26 28",
        ];
        let choices: Vec<_> = hands
            .iter()
            .map(|hand| {
                let ask = || output_of(&["--player", "random"], &format!("1\n{hand}\n"));
                let answer = ask();
                assert_eq!(ask(), answer);
                let index = |card: &str| hand.split(' ').position(|other| other == card);
                answer.split_whitespace().map(index).collect::<Vec<_>>()
            })
            .collect();
        assert!(choices.iter().any(|choice| *choice != choices[0]), "{choices:?}");
    }

    #[test]
    fn an_invalid_request_exits_with_status_2_and_prints_nothing() {
        for (input, why) in [
            (&b""[..], "not a request: the request ends, but the kind of request should follow\n"),
            (
                b"hello",
                "not a request: \"hello\" isn't a whole number; expected the kind of request\n",
            ),
            (
                b"1\n10 11",
                "not a request: the request ends, but card 3 of 10 of the hand should follow\n",
            ),
            (
                b"\xff",
                "not a request: \"\u{fffd}\" isn't a whole number; expected the kind of request\n",
            ),
        ] {
            assert_eq!(intensity(&[], input), (String::new(), why.to_owned(), 2));
        }
    }

    #[test]
    fn invalid_arguments_exit_with_status_2_and_print_nothing() {
        for (args, hint) in [
            (&["--player"][..], "--player <KIND>"),
            (&["--player", "randm"], "did you mean random"),
            (&["--player", "human"], "human can't answer requests"),
            (&["--player", "random:3"], "takes no argument"),
            (&["--plyer", "random"], "similar argument exists: '--player'"),
            (&["0"], "unexpected argument '0'"),
            (&[""], "unexpected argument ''"),
        ] {
            let (output, messages, status) = intensity(args, b"0");
            assert_eq!((output.as_str(), status), ("", 2), "{args:?}");
            assert!(
                messages.starts_with("error: ") && messages.contains(hint),
                "{args:?}: {messages}"
            );
        }
        let help = output_of(&["--help"], "");
        for text in
            ["Usage: fourcade classic intensity [OPTIONS]", "--player <KIND>", "Players: random"]
        {
            assert!(help.contains(text), "{text}: {help}");
        }
    }

    #[test]
    fn arguments_need_not_be_utf8() {
        use std::os::unix::ffi::OsStringExt;
        for args in [
            vec![OsString::from_vec(vec![0xff])],
            vec!["--player".into(), OsString::from_vec(vec![0xff])],
        ] {
            let (output, messages, status) = text_program::run_on(run, &args, b"0\n", || None);
            assert_eq!((output.as_str(), status), ("", 2), "{args:?}");
            assert!(messages.starts_with("error: "), "{args:?}");
        }
    }

    /// A request for a card to play. Its hand consists of cards; its other lists need not.
    #[derive(Clone, Debug)]
    struct AnyRequest {
        position: u8,
        hand: Vec<u8>,
        round: Vec<u8>,
        history: Vec<u8>,
        passes: Vec<u8>,
    }

    impl AnyRequest {
        fn text(&self) -> String {
            let line = |numbers: &[u8]| {
                let words: Vec<_> = numbers.iter().map(ToString::to_string).collect();
                words.join(" ")
            };
            let Self { position, hand, round, history, passes } = self;
            let lists = [hand, round, history, &passes[..3].to_vec(), &passes[3..].to_vec()];
            let (cards, played) = (hand.len(), round.len());
            format!("2\n{cards} {played} {position}\n{}\n", lists.map(|list| line(list)).join("\n"))
        }

        /// Whether the rules allow this card, given the hand and the round.
        fn allows(&self, card: u8) -> bool {
            let is_card = |number: &u8| (10..50).contains(number);
            let holds_other =
                |is_wanted: &dyn Fn(u8) -> bool| self.hand.iter().any(|&other| is_wanted(other));
            let fits = match self.round.first() {
                Some(led) if is_card(led) && holds_other(&|other| other / 10 == led / 10) => {
                    card / 10 == led / 10
                }
                Some(_) => true,
                None => {
                    let is_broken = self.history.iter().any(|number| number / 10 == 3);
                    card / 10 != 3 || is_broken || !holds_other(&|other| other / 10 != 3)
                }
            };
            self.hand.contains(&card) && fits
        }
    }

    fn any_request() -> impl Strategy<Value = AnyRequest> {
        // Calves are rare in half of the requests, so that leading one is often forbidden.
        let number = || prop_oneof![4 => 10..50_u8, 1 => any::<u8>()];
        let calfless = || prop_oneof![10..30_u8, 40..50_u8];
        (1..=10_usize, 0..4_usize, any::<bool>()).prop_flat_map(
            move |(cards, played, has_calves)| {
                let earlier = 4 * (10 - cards);
                let history = if has_calves {
                    vec(number(), earlier).boxed()
                } else {
                    vec(calfless(), earlier).boxed()
                };
                (0..6_u8, vec(10..50_u8, cards), vec(number(), played), history, vec(number(), 6))
                    .prop_map(|(position, hand, round, history, passes)| AnyRequest {
                        position,
                        hand,
                        round,
                        history,
                        passes,
                    })
            },
        )
    }

    /// Checks the answer to a request, and the warning if there is one.
    #[track_caller]
    fn check_answer(kind: &str, request: &AnyRequest, text: &str) {
        let (output, messages, status) = intensity(&["--player", kind], text.as_bytes());
        assert_eq!(status, 0, "{kind}: {text}{messages}");
        let card = output.strip_suffix('\n').and_then(|line| line.parse().ok());
        assert!(card.is_some_and(|card| request.allows(card)), "{kind}: {text}{output}");
        let is_warning = messages.starts_with("warning: ")
            && messages.ends_with("; the answer follows from the hand and the round alone\n")
            && messages.lines().count() == 1;
        let is_valid = text.parse::<PlayerRequest>().is_ok();
        assert_eq!((is_warning, messages.is_empty()), (!is_valid, is_valid), "{text}{messages}");
    }

    /// Returns the name of a player, with the default argument if it needs one.
    fn default_name(kind: &PlayerKind<Intensity>) -> String {
        match kind.arg {
            PlayerArg::Number { default, .. } => format!("{}:{default}", kind.name),
            _ => kind.name.to_owned(),
        }
    }

    /// Returns the name of one of our computer players.
    fn kind_of(index: Index) -> String {
        let kinds: Vec<_> =
            Intensity::PLAYERS.iter().filter(|kind| !kind.arg.is_program()).collect();
        let kind: &&PlayerKind<_> = index.get(&kinds);
        default_name(kind)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(scaled(256)))]

        #[test]
        fn any_hand_and_any_round_get_a_legal_card(request in any_request(), kind: Index) {
            check_answer(&kind_of(kind), &request, &request.text());
        }

        #[test]
        fn a_request_that_ends_after_its_round_gets_a_legal_card(
            request in any_request(), kind: Index, length: Index
        ) {
            let text = request.text();
            // The first four lines are the request, three numbers, the hand and the round.
            let whole = text.match_indices('\n').nth(3).unwrap().0;
            let text = &text[..whole + length.index(text.len() - whole)];
            // What is cut off may be the calf that allows leading one.
            let history = text.lines().nth(4).unwrap_or_default().split(' ');
            let history = history.filter_map(|word| word.parse().ok()).collect();
            check_answer(&kind_of(kind), &AnyRequest { history, ..request }, text);
        }

        #[test]
        fn any_hand_of_three_cards_can_be_passed(hand in vec(10..50_u8, 10), kind: Index) {
            let words: Vec<_> = hand.iter().map(ToString::to_string).collect();
            let distinct: std::collections::HashSet<_> = hand.iter().collect();
            let kind = kind_of(kind);
            let args = ["--player", &kind];
            // The expert searches for a valid hand.
            prop_assume!(args[1] != "expert" || distinct.len() < 10);
            let (output, messages, status) =
                intensity(&args, format!("1\n{}\n", words.join(" ")).as_bytes());
            if distinct.len() < 3 {
                prop_assert_eq!((output.as_str(), status), ("", 2));
                return Ok(());
            }
            let cards = output.split_whitespace();
            let passed: Vec<u8> = cards.map(|card| card.parse().unwrap()).collect();
            prop_assert_eq!((passed.len(), status), (3, 0));
            prop_assert!(passed.iter().all(|card| distinct.contains(card)), "{}", output);
            prop_assert!(passed.windows(2).all(|pair| pair[0] < pair[1]), "{}", output);
            prop_assert_eq!(messages.is_empty(), distinct.len() == 10, "{}", messages);
        }
    }
}
