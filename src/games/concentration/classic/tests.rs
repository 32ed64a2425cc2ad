//! The arguments and the menu of the course program.

use super::*;

/// The output and the exit status of the program.
fn concentration(args: &[&str], input: &[u8]) -> (String, u8) {
    let args: Vec<_> = args.iter().map(OsString::from).collect();
    let (mut input, mut output) = (input, Vec::new());
    let status = run(&args, &mut input, &mut output).expect("a vector can be written");
    (String::from_utf8(output).expect("the output is UTF-8"), status)
}

#[test]
fn a_menu_answer_is_the_number_at_the_start_of_a_line() {
    for (answer, plays) in [
        ("1", Some(Mode::Human)),
        ("2", Some(Mode::Computers)),
        (" 1", Some(Mode::Human)),
        ("\t+2", Some(Mode::Computers)),
        ("1 foo", Some(Mode::Human)),
        ("1foo", Some(Mode::Human)),
        ("1.9", Some(Mode::Human)),
        ("02", Some(Mode::Computers)),
        ("2\r", Some(Mode::Computers)),
        ("1 2", Some(Mode::Human)),
        ("", None),
        (" ", None),
        ("3", None),
        ("-1", None),
        ("10", None),
        ("foo", None),
        ("foo 1", None),
        ("4294967297", None),
        ("99999999999999999999", None),
    ] {
        let (output, status) = concentration(&["--seed", "1"], format!("{answer}\n").as_bytes());
        let after = output.strip_prefix(&format!("{TITLE}{MENU}")).expect("the title and the menu");
        assert_eq!(status, 1, "{answer:?}");
        match plays {
            None => assert_eq!(after, format!("{MENU}End of input.\n"), "{answer:?}"),
            Some(Mode::Human) => {
                assert!(
                    after.ends_with("\t\nPlease input 1st card: End of input.\n"),
                    "{answer:?}"
                );
            }
            Some(Mode::Computers) => {
                assert!(
                    after.starts_with("XXX\t")
                        && after.ends_with(&format!("{MENU}End of input.\n")),
                    "{answer:?}"
                );
            }
        }
    }
}

#[test]
fn only_zero_quits() {
    for answer in ["0", " 0 ", "0.5", "-0", "00", "0 1"] {
        let answer = concentration(&[], format!("3\n{answer}\n").as_bytes());
        assert_eq!(answer, (format!("{TITLE}{MENU}{MENU}"), 0));
    }
    // A last line needs no newline.
    assert_eq!(concentration(&[], b"0"), (format!("{TITLE}{MENU}"), 0));
    assert_eq!(concentration(&[], b""), (format!("{TITLE}{MENU}End of input.\n"), 1));
    assert_eq!(concentration(&[], b"\xff\n0"), (format!("{TITLE}{MENU}{MENU}"), 0));
}

#[test]
fn players_are_one_or_two_computers() {
    let both = |first: &str, second: &str| Ok([first.to_owned(), second.to_owned()]);
    assert_eq!(parse_computers("random"), both("random", "random"));
    assert_eq!(parse_computers("random,random"), both("random", "random"));
    for (text, hint) in [
        ("", "no player called \"\""),
        ("random,", "no player called \"\""),
        ("rnadom", "did you mean random"),
        ("random,nobody", "no player called \"nobody\""),
        ("random:3", "takes no argument"),
        ("human,random", "human can't play here"),
        ("random,random,random", "not 3"),
    ] {
        let why = parse_computers(text).unwrap_err();
        assert!(why.contains(hint), "{text:?}: {why}");
    }
}

#[test]
fn the_human_sits_first_and_plays_against_the_last() {
    let names = ["a".to_owned(), "b".to_owned()];
    assert_eq!(deal(Mode::Human, &names, 0).header().seats, [HUMAN, "b"]);
    assert_eq!(deal(Mode::Computers, &names, 0).header().seats, names);
}

#[test]
fn invalid_arguments_are_reported_with_status_2() {
    for (args, hint) in [
        (&["--seed"][..], "--seed <N>"),
        (&["--seed", "x"], "invalid value 'x'"),
        (&["--seed", "-1"], "-1"),
        (&["--seed", "18446744073709551616"], "18446744073709551616"),
        (&["--sed", "1"], "similar argument exists: '--seed'"),
        (&["--seed", "1", "--seed", "2"], "multiple times"),
        (&["--players", "randm"], "did you mean random?"),
        (&["--players", "human"], "human can't play here"),
        (&["new"], "unexpected argument 'new'"),
        (&[""], "unexpected argument ''"),
    ] {
        let (output, status) = concentration(args, b"0\n");
        assert_eq!(status, 2, "{args:?}: {output}");
        assert!(output.starts_with("error: ") && output.contains(hint), "{args:?}: {output}");
    }
    let (output, status) = concentration(&["--help"], b"");
    assert_eq!(status, 0);
    for text in [
        "Usage: fourcade classic concentration [OPTIONS]",
        "--seed <N>",
        "--players <A,B>",
        "against the last",
        "Players: random",
    ] {
        assert!(output.contains(text), "{text}: {output}");
    }
}

#[cfg(unix)]
#[test]
fn arguments_need_not_be_unicode() {
    use std::os::unix::ffi::OsStringExt;
    for args in [
        vec![OsString::from_vec(vec![0xff])],
        vec!["--players".into(), OsString::from_vec(vec![0xff])],
    ] {
        let (mut input, mut output) = (&b"0\n"[..], Vec::new());
        assert_eq!(run(&args, &mut input, &mut output).unwrap(), 2, "{args:?}");
        assert!(output.starts_with(b"error: "), "{args:?}");
    }
}

#[test]
fn every_game_has_its_own_layout_and_the_seed_repeats_it() {
    let play = |seed: &str| concentration(&["--seed", seed], b"2\n2\n0\n").0;
    let output = play("5");
    let games: Vec<_> = output.split(MENU).skip(1).take(2).collect();
    assert_ne!(games[0], games[1]);
    assert_eq!(output, play("5"));
    assert_ne!(output, play("6"));
    assert_ne!(concentration(&[], b"2\n0\n"), concentration(&[], b"2\n0\n"), "a new seed");
}

#[test]
fn a_read_error_is_the_end_of_the_input() {
    struct Broken;
    impl io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("broken"))
        }
    }
    assert_eq!(run(&[], &mut io::BufReader::new(Broken), &mut Vec::new()).unwrap(), 1);
}

#[test]
fn memory_players_stop_recording_as_on_the_course_sheet() {
    let watch = |players| concentration(&["--seed", "3", "--players", players], b"2\n0\n");
    let course = watch("memory:5");
    assert_eq!(course.1, 0);
    assert_eq!(course, watch("memory:5:full"));
    assert_eq!(
        parse_computers("memory:5,perfect"),
        Ok(["memory:5:full", "perfect"].map(str::to_owned))
    );
    assert_eq!(course_player("random"), "random");
}
