//! The player program: its arguments, its answers, and its errors.

use proptest::{collection::vec, prelude::*, sample::Index};

use super::*;
use fourcade_engine::play::{PlayerArg, PlayerKind};

/// Runs the program and returns its output, its messages and its exit status.
fn intensity(args: &[&str], input: &[u8]) -> (String, String, u8) {
    let args: Vec<_> = args.iter().map(OsString::from).collect();
    let (mut input, mut output, mut messages) = (input, Vec::new(), Vec::new());
    let status =
        run(&args, &mut input, &mut output, &mut messages).expect("a vector can be written");
    let text = |bytes| String::from_utf8(bytes).expect("the output is UTF-8");
    (text(output), text(messages), status)
}

/// Runs the program, which must succeed, and returns its output.
fn output_of(args: &[&str], input: &str) -> String {
    let (output, messages, status) = intensity(args, input.as_bytes());
    assert_eq!((messages.as_str(), status), ("", 0), "{input:?}");
    output
}

#[test]
fn every_player_answers_every_request() {
    for kind in Intensity::players().iter().filter(|kind| !kind.arg.is_program()) {
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
            "fourcade {name}: passes {passed} and plays 23 in the sheet's examples: all legal\n",
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
        (b"hello", "not a request: \"hello\" isn't a whole number; expected the kind of request\n"),
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
        assert!(messages.starts_with("error: ") && messages.contains(hint), "{args:?}: {messages}");
    }
    let help = output_of(&["--help"], "");
    for text in
        ["Usage: fourcade classic intensity [OPTIONS]", "--player <KIND>", "Players: random"]
    {
        assert!(help.contains(text), "{text}: {help}");
    }
}

#[cfg(unix)]
#[test]
fn arguments_need_not_be_utf8() {
    use std::os::unix::ffi::OsStringExt;
    for args in [
        vec![OsString::from_vec(vec![0xff])],
        vec!["--player".into(), OsString::from_vec(vec![0xff])],
    ] {
        let (mut output, mut messages) = (Vec::new(), Vec::new());
        assert_eq!(
            run(&args, &mut &b"0\n"[..], &mut output, &mut messages).unwrap(),
            2,
            "{args:?}"
        );
        assert!(output.is_empty() && messages.starts_with(b"error: "), "{args:?}");
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
    (1..=10_usize, 0..4_usize, any::<bool>()).prop_flat_map(move |(cards, played, has_calves)| {
        let earlier = 4 * (10 - cards);
        let history = if has_calves {
            vec(number(), earlier).boxed()
        } else {
            vec(calfless(), earlier).boxed()
        };
        (0..6_u8, vec(10..50_u8, cards), vec(number(), played), history, vec(number(), 6)).prop_map(
            |(position, hand, round, history, passes)| AnyRequest {
                position,
                hand,
                round,
                history,
                passes,
            },
        )
    })
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
    let kinds: Vec<_> = Intensity::players().iter().filter(|kind| !kind.arg.is_program()).collect();
    let kind: &&PlayerKind<_> = index.get(&kinds);
    default_name(kind)
}

proptest! {
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
        let passed: Vec<u8> = output.split_whitespace().map(|card| card.parse().unwrap()).collect();
        prop_assert_eq!((passed.len(), status), (3, 0));
        prop_assert!(passed.iter().all(|card| distinct.contains(card)), "{}", output);
        prop_assert!(passed.windows(2).all(|pair| pair[0] < pair[1]), "{}", output);
        prop_assert_eq!(messages.is_empty(), distinct.len() == 10, "{}", messages);
    }
}
