//! The player program: its arguments, its answers, and its errors.

use super::*;

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
        let args = ["--player", kind.name];
        assert_eq!(output_of(&args, "0\n"), format!("fourcade {}\n", kind.name));
        let cards = output_of(&args, EXAMPLES[0]);
        let passed: IntensityAction = cards.trim_end().parse().unwrap();
        assert!(
            matches!(passed, IntensityAction::Pass(_)) && cards == format!("{passed}\n"),
            "{cards:?}"
        );
        assert_eq!(output_of(&args, EXAMPLES[1]), "23\n");
        let tests = format!(
            "fourcade {}: passes {passed} and plays 23 in the sheet's examples: all legal\n",
            kind.name
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
        (&b""[..], "not a request: the request ends where the kind of request should be\n"),
        (
            b"hello",
            "not a request: \"hello\" is no whole number; the kind of request should be there\n",
        ),
        (b"1\n10 11", "not a request: the request ends where card 3 of 10 of the hand should be\n"),
        (
            b"\xff",
            "not a request: \"\u{fffd}\" is no whole number; the kind of request should be there\n",
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
        (&["--player", "human"], "only a computer can answer"),
        (&["--player", "random:3"], "takes nothing after its name"),
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
