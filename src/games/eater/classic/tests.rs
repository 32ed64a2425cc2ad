//! Tests of the arguments and the questions of the course's program.

use super::*;

/// Runs the program and returns its output and exit status.
fn eater(args: &[&str], input: &[u8]) -> (String, u8) {
    let args: Vec<_> = args.iter().map(OsString::from).collect();
    let (mut input, mut output) = (input, Vec::new());
    let status =
        run(&args, &mut input, &mut output, || None).expect("writing to memory does not fail");
    (String::from_utf8(output).expect("the output is UTF-8"), status)
}

const EMPTY_3: &str = "    1   2   3
  ------------
1 |   |   |   |

2 |   |   |   |

3 |   |   |   |
  ------------
";
const SIZE: &str = "Board size (3-15): ";
const BAD_SIZE: &str = "Enter an integer from 3 to 15.\n";
const PASSER: &str = "Passer's move (row column): ";
const EATER: &str = "Eater's move (row column): ";

#[test]
fn a_size_is_an_integer_from_3_to_15() {
    for (text, size) in [("3", 3), ("15", 15), ("+7", 7), ("007", 7)] {
        assert_eq!(parse_size(text).map(EaterSetup::size), Ok(size), "{text:?}");
    }
    for bad in [
        "",
        "2",
        "16",
        "0",
        "-3",
        "3.0",
        "3x",
        " 3",
        "0x3",
        "65539",
        "99999999999999999999",
        "three",
        "٣",
    ] {
        assert_eq!(
            parse_size(bad).unwrap_err().to_string(),
            "the board's size is an integer from 3 to 15",
            "{bad:?}"
        );
    }
}

#[test]
fn the_size_is_asked_for_until_it_is_valid() {
    for answer in ["3", " 3 ", "\t3\r", "+3", "03"] {
        let (output, status) = eater(&[], format!("{answer}\n").as_bytes());
        assert_eq!(
            (output, status),
            (format!("{SIZE}{EMPTY_3}{PASSER}End of input from the Passer.\n"), 1)
        );
    }
    for answer in
        [&b""[..], b" ", b"2", b"16", b"-3", b"3.5", b"3 3", b"3 foo", b"foo 3", b"\xff3", b"65539"]
    {
        let answers = [answer, b"\n", answer, b"\n3\n"].concat();
        let (output, status) = eater(&[], &answers);
        let expected = format!(
            "{SIZE}{BAD_SIZE}{SIZE}{BAD_SIZE}{SIZE}{EMPTY_3}{PASSER}End of input from the Passer.\n"
        );
        assert_eq!((output, status), (expected, 1), "{answer:?}");
        let refused = if answer.is_empty() { String::new() } else { format!("{SIZE}{BAD_SIZE}") };
        assert_eq!(eater(&[], answer), (format!("{refused}{SIZE}End of input.\n"), 1));
    }
    // A last line needs no newline.
    assert_eq!(
        eater(&[], b"3").0,
        format!("{SIZE}{EMPTY_3}{PASSER}End of input from the Passer.\n")
    );
}

#[test]
fn a_bad_choice_is_refused_with_the_reason_and_asked_for_again() {
    let (numbers, range) =
        ("Enter two numbers: row and column.", "Row and column must be within 1 - 3.");
    for (answer, reason) in [
        ("", numbers),
        ("2", numbers),
        ("x", numbers),
        ("1,1", numbers),
        ("1.5 2", numbers),
        ("1 x", numbers),
        ("0 1", range),
        ("1 0", range),
        ("4 1", range),
        ("1 4", range),
        ("-1 1", range),
        ("1 65537", range),
        ("65538 1", range),
        ("1 4294967297", range),
        ("99999999999999999999 1", range),
    ] {
        let input = format!("{answer}\n1 1\n{answer}\n2 2\n");
        let (output, status) = eater(&["3"], input.as_bytes());
        let start =
            format!("{EMPTY_3}{PASSER}{reason}\n{PASSER}{EATER}{reason}\n{EATER}    1   2   3\n");
        assert!(output.starts_with(&start) && status == 1, "{answer:?}: {output}");
    }
    for answer in ["1 1", "  1\t1 more", "+1 +1", "01 1x", "1 1.5", "1 1\r"] {
        let (output, _) = eater(&["3"], format!("{answer}\n{answer}").as_bytes());
        let start = format!("{EMPTY_3}{PASSER}{EATER}Both chose 1 1: the Eater's marker stays.\n");
        assert!(output.starts_with(&start), "{answer:?}: {output}");
    }
}

#[test]
fn on_a_terminal_the_passer_s_choice_is_erased_before_the_eater_chooses() {
    let on_terminal = |args: &[&str]| {
        let args: Vec<_> = args.iter().map(OsString::from).collect();
        let (mut input, mut output) = (&b"9 9\n1 1\n2 2\n"[..], Vec::new());
        run(&args, &mut input, &mut output, || Some(80)).unwrap();
        String::from_utf8(output).unwrap()
    };
    let output = on_terminal(&["3"]);
    let (before, after) = output.split_once("\x1b[1A\r\x1b[JThe Passer has chosen.\n").unwrap();
    assert!(before.ends_with(&format!("1 - 3.\n{PASSER}")) && after.starts_with(EATER), "{output}");
    assert_eq!(output.matches('\x1b').count(), 2, "the Eater's line stays: {output}");
    // A computer does not look at the screen.
    for role in ["--passer", "--eater"] {
        assert!(!on_terminal(&["3", role, "random"]).contains('\x1b'));
    }
}

#[test]
fn a_computer_s_choice_does_not_depend_on_the_person_s_choice_of_the_round() {
    for (option, name) in [("--passer", "Passer"), ("--eater", "Eater")] {
        let replies = |seed: &str| {
            let cells = (1..=3).flat_map(|row| (1..=3).map(move |col| format!("{row} {col}")));
            let reply = |cell: String| {
                let (output, _) =
                    eater(&["3", option, "random", "--seed", seed], format!("{cell}\n").as_bytes());
                let plays = format!("{name} plays ");
                let printed =
                    output.lines().find_map(|line| Some(line.split_once(&plays)?.1.to_owned()));
                printed.unwrap_or_else(|| {
                    assert!(
                        output.contains(&format!("Both chose {cell}: the Eater's marker stays.\n")),
                        "{output}"
                    );
                    cell.clone()
                })
            };
            cells.map(reply).collect::<Vec<_>>()
        };
        let all: Vec<_> = (1..=9).map(|seed| replies(&seed.to_string())).collect();
        assert!(
            all.iter()
                .all(|replies| replies.len() == 9
                    && replies.iter().all(|reply| *reply == replies[0]))
        );
        assert!(
            all.iter().any(|replies| replies[0] != all[0][0]),
            "the choice depends on the seed"
        );
    }
}

#[test]
fn the_same_seed_repeats_a_game_between_computers() {
    let play = |seed: &[&str]| {
        eater(&[&["6", "--passer", "random", "--eater", "random"], seed].concat(), b"")
    };
    let (output, status) = play(&["--seed", "5"]);
    assert!(status == 0 && output.ends_with(" wins!\n"), "{output}");
    assert_eq!(play(&["--seed", "5"]).0, output);
    assert_ne!(play(&["--seed", "6"]).0, output);
    assert_ne!(play(&[]).0, play(&[]).0, "without --seed each game has a new seed");
}

#[test]
fn bad_arguments_end_the_program_with_status_2() {
    for (args, hint) in [
        (&["2"][..], "invalid value '2' for '[SIZE]': the board's size is an integer from 3 to 15"),
        (&["16"], "invalid value '16'"),
        (&["-3"], "invalid value '-3' for '[SIZE]'"),
        (&["five"], "invalid value 'five'"),
        (&["3.5"], "invalid value '3.5'"),
        (&[""], "invalid value ''"),
        (&["3", "3"], "unexpected argument '3'"),
        (&["3", "--passer"], "--passer <KIND>"),
        (&["3", "--passer", "randm"], "did you mean random?"),
        (&["3", "--eater", "Human"], "no player called \"Human\""),
        (&["3", "--eater", "random:3"], "takes no argument"),
        (&["3", "--eater", "random", "--eater", "random"], "multiple times"),
        (&["--seed", "x"], "invalid value 'x'"),
        (&["--seed", "-1"], "-1"),
        (&["--seed", "18446744073709551616"], "18446744073709551616"),
        (&["--sed", "1"], "similar argument exists: '--seed'"),
        (&["-x"], "unexpected argument '-x'"),
    ] {
        let (output, status) = eater(args, b"3\n1 1\n");
        assert_eq!(status, 2, "{args:?}: {output}");
        assert!(output.starts_with("error: ") && output.contains(hint), "{args:?}: {output}");
    }
    let (output, status) = eater(&["--help"], b"");
    assert_eq!(status, 0);
    for text in [
        "Usage: fourcade classic eater [OPTIONS] [SIZE]",
        "--passer <KIND>",
        "--eater <KIND>",
        "--seed <N>",
        "from 3 to 15",
        "KIND: human, random",
    ] {
        assert!(output.contains(text), "{text}: {output}");
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_utf_8_are_bad_arguments() {
    use std::os::unix::ffi::OsStringExt;
    let not_utf8 = || OsString::from_vec(vec![0xff]);
    for args in
        [vec![not_utf8()], vec!["--passer".into(), not_utf8()], vec!["--seed".into(), not_utf8()]]
    {
        let (mut input, mut output) = (&b"3\n"[..], Vec::new());
        assert_eq!(run(&args, &mut input, &mut output, || None).unwrap(), 2, "{args:?}");
        assert!(output.starts_with(b"error: "), "{args:?}");
    }
}

#[test]
fn a_read_error_is_the_end_of_the_input() {
    struct Broken;
    impl io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("broken"))
        }
    }
    for args in [&[][..], &["3".into()]] {
        assert_eq!(
            run(args, &mut io::BufReader::new(Broken), &mut Vec::new(), || None).unwrap(),
            1,
            "{args:?}"
        );
    }
}
