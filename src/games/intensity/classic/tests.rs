//! The player program: its words, its answers, what it refuses.

use super::*;

/// What the program prints, what it complains of, and its exit status.
fn intensity(words: &[&str], input: &[u8]) -> (String, String, u8) {
    let words: Vec<_> = words.iter().map(OsString::from).collect();
    let (mut input, mut output, mut messages) = (input, Vec::new(), Vec::new());
    let status =
        run(&words, &mut input, &mut output, &mut messages).expect("memory can be written");
    (String::from_utf8(output).expect("text"), String::from_utf8(messages).expect("text"), status)
}

fn said(words: &[&str], input: &str) -> String {
    let (output, messages, status) = intensity(words, input.as_bytes());
    assert_eq!((messages.as_str(), status), ("", 0), "{input:?}");
    output
}

#[test]
fn every_player_answers_every_request() {
    for kind in Intensity::players().iter().filter(|kind| !kind.arg.is_program()) {
        let words = ["--player", kind.name];
        assert_eq!(said(&words, "0\n"), format!("fourcade {}\n", kind.name));
        let cards = said(&words, EXAMPLES[0]);
        let passed: IntensityAction = cards.trim_end().parse().unwrap();
        assert!(
            matches!(passed, IntensityAction::Pass(_)) && cards == format!("{passed}\n"),
            "{cards:?}"
        );
        assert_eq!(said(&words, EXAMPLES[1]), "23\n");
        let tests = format!(
            "fourcade {}: passes {passed} and plays 23 in the sheet's examples: all legal\n",
            kind.name
        );
        assert_eq!(said(&words, "3"), tests);
    }
}

#[test]
fn the_same_request_gets_the_same_answer_and_another_may_not() {
    let hands = [
        "13 19 24 25 29 32 39 44 46 49",
        "10 11 12 13 14 15 16 17 18 19",
        "10 12 14 16 18 20 22 24 26 28",
    ];
    let places: Vec<_> = hands
        .iter()
        .map(|hand| {
            let ask = || said(&["--player", "random"], &format!("1\n{hand}\n"));
            let answer = ask();
            assert_eq!(ask(), answer);
            let place = |card: &str| hand.split(' ').position(|other| other == card);
            answer.split_whitespace().map(place).collect::<Vec<_>>()
        })
        .collect();
    assert!(places.iter().any(|place| *place != places[0]), "{places:?}");
}

#[test]
fn what_is_no_request_is_status_2_and_nothing_is_printed() {
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
fn wrong_words_are_status_2_and_nothing_is_printed() {
    for (words, hint) in [
        (&["--player"][..], "--player <KIND>"),
        (&["--player", "randm"], "did you mean random"),
        (&["--player", "human"], "only a computer can answer"),
        (&["--player", "random:3"], "takes nothing after its name"),
        (&["--plyer", "random"], "similar argument exists: '--player'"),
        (&["0"], "unexpected argument '0'"),
        (&[""], "unexpected argument ''"),
    ] {
        let (output, messages, status) = intensity(words, b"0");
        assert_eq!((output.as_str(), status), ("", 2), "{words:?}");
        assert!(
            messages.starts_with("error: ") && messages.contains(hint),
            "{words:?}: {messages}"
        );
    }
    let help = said(&["--help"], "");
    for words in
        ["Usage: fourcade classic intensity [OPTIONS]", "--player <KIND>", "Players: random"]
    {
        assert!(help.contains(words), "{words}: {help}");
    }
}

#[cfg(unix)]
#[test]
fn words_need_not_be_text() {
    use std::os::unix::ffi::OsStringExt;
    for words in [
        vec![OsString::from_vec(vec![0xff])],
        vec!["--player".into(), OsString::from_vec(vec![0xff])],
    ] {
        let (mut output, mut messages) = (Vec::new(), Vec::new());
        assert_eq!(
            run(&words, &mut &b"0\n"[..], &mut output, &mut messages).unwrap(),
            2,
            "{words:?}"
        );
        assert!(output.is_empty() && messages.starts_with(b"error: "), "{words:?}");
    }
}
