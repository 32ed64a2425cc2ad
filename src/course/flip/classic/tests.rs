//! The course's program, run with arguments and typed input.

use super::*;

/// Runs the program and returns what it prints and its exit status.
fn flip(args: &[&OsStr], input: &[u8]) -> (String, u8) {
    let (printed, _, status) = flip_with_messages(args, input);
    (printed, status)
}

/// Runs the program and returns what it prints, its messages on standard error and its exit status.
fn flip_with_messages(args: &[&OsStr], input: &[u8]) -> (String, String, u8) {
    text_program::run_on(run, args, input, || None)
}

/// Runs the program with the arguments in a line.
fn flip_line(line: &str, input: &str) -> (String, u8) {
    let args: Vec<_> = line.split_whitespace().map(OsStr::new).collect();
    flip(&args, input.as_bytes())
}

const SAMPLE: &str = "0 2\n0 3\n3 1\n1 3\nhelp\n3 0\n2 0\n1 0\n0 1\n3 2\n0 0\n1 3\n0 0\n2 3\n";

#[test]
fn the_sample_game_of_the_course_is_reproduced_exactly() {
    let boards = [
        ".... .OX. .XO. ....",
        "..O. .OO. .XO. ....",
        "..OX .OX. .XO. ....",
        "..OX .OX. .OO. .O..",
        "..OX .OX. .XO. XO..",
        "..OX .OX. OOO. XO..",
        "..OX XXX. XOO. XO..",
        ".OOX XOX. XOO. XO..",
        ".OOX XOX. XXX. XXX.",
        ".OOX XOOO XXX. XXX.",
        "XXXX XXOO XXX. XXX.",
        "XXXX XXXX XXXX XXX.",
    ];
    // The prompts after each board, and messages before them.
    let prompts = [
        "Player (O)> ",
        "Player (X)> ",
        "Player (O)> ",
        "Player (X)> Player (X)> Player (X)> ",
        "Player (O)> ",
        "Player (X)> ",
        "Player (O)> ",
        "Player (X)> ",
        "Player (O)> Player (O)> ",
        "Player (X)> ",
        "O passes.\nPlayer (X)> ",
        "O passes.\nX passes.\nGame Over - O=0 X=15.\n",
    ];
    let board = |rows: &&str| format!("+----+\n|{}|\n+----+\n", rows.replace(' ', "|\n|"));
    let expected: String =
        boards.iter().map(board).zip(prompts).map(|(board, prompts)| board + prompts).collect();
    assert_eq!(flip_line("new 4", SAMPLE), (expected, 0));
}

#[test]
fn a_dimension_is_a_whole_argument() {
    for (text, number) in [
        ("4", 4),
        ("+8", 8),
        ("08", 8),
        ("0000000000000000000000000000000008", 8),
        ("65535", u16::MAX),
    ] {
        assert_eq!(parse_integer(OsStr::new(text)), Some(number), "{text:?}");
    }
    for bad in ["", "+", "-8", "1.2", "8bob", " 8", "8 ", "0x8", "++8", "٨", "65536"] {
        assert_eq!(parse_integer(OsStr::new(bad)), None, "{bad:?}");
    }
}

#[test]
fn a_board_is_as_large_as_the_arcade_s_at_most() {
    let (printed, status) = flip_line("new 1024", "");
    assert_eq!((printed.lines().count(), status), (1026 + 1, 5));
    for size in ["3", "1025", "99999999999999999999"] {
        let refused = flip_with_messages(&["new".as_ref(), size.as_ref()], b"");
        assert_eq!(refused, ("Invalid board dimension.\n".to_owned(), String::new(), 2));
    }
    let (_folder, file) = saved_game();
    let whole = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, whole.replacen("\"size\":4", "\"size\":1025", 1)).unwrap();
    let refused = flip_with_messages(&["load".as_ref(), file.as_ref()], b"");
    assert_eq!(refused, ("Error loading board.\n".to_owned(), String::new(), 4));
}

/// Returns a folder and a file in it: the sample game saved after its first move, with X of type 2.
fn saved_game() -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game");
    let input = format!("0 2\ns{}\n", file.display());
    let (printed, status) = flip_line("new 4 2", &input);
    assert!(printed.ends_with("Player (O)> Game saved.\n") && status == 0, "{printed}");
    (folder, file)
}

#[test]
fn a_saved_game_continues_with_its_players() {
    let (_folder, file) = saved_game();
    let whole = flip_line("new 4 2", "0 2\n");
    let (printed, status) = flip(&["load".as_ref(), file.as_ref()], b"");
    assert_eq!(status, 5);
    // From the last board on, both outputs are the same.
    assert!(printed.starts_with("+----+\n") && whole.0.ends_with(&printed), "{printed}");
}

#[test]
fn a_truncated_file_is_refused() {
    let (folder, file) = saved_game();
    let whole = std::fs::read(&file).unwrap();
    let cut = folder.path().join("cut");
    for length in 0..whole.len() {
        std::fs::write(&cut, &whole[..length]).unwrap();
        let answer = flip(&["load".as_ref(), cut.as_ref()], b"");
        assert_eq!(answer, ("Error loading board.\n".to_owned(), 4), "{length} bytes");
    }
}

#[test]
fn an_altered_file_never_causes_a_panic() {
    let (folder, file) = saved_game();
    let whole = std::fs::read(&file).unwrap();
    let altered = folder.path().join("altered");
    for at in 0..whole.len() {
        for byte in [0, b' ', b'9', b'"', 0xff] {
            let mut bytes = whole.clone();
            bytes[at] = byte;
            std::fs::write(&altered, &bytes).unwrap();
            // The altered file may still be a valid game.
            let (_, status) = flip(&["load".as_ref(), altered.as_ref()], b"");
            assert!([4, 5].contains(&status), "byte {at} is {byte}: {status}");
        }
    }
}

#[test]
fn a_game_is_loaded_if_its_players_can_play_on_here() {
    let (folder, file) = saved_game();
    let whole = std::fs::read_to_string(&file).unwrap();
    let other = folder.path().join("other");
    for (from, to, status, explanation) in [
        ("\"last\"", "\"first\"", 5, ""),
        ("\"last\"", "\"random\"", 5, ""),
        ("\"last\"", "\"level:3\"", 5, ""),
        ("\"last\"", "\"level:11\"", 4, "X can't play: level needs a number from 1 to 10"),
        ("\"last\"", "\"\u{9b}31m\"", 4, "no player called \"\\u{9b}31m\""),
        (
            "\"last\"",
            "\"program:touch pwned\"",
            4,
            "X is played by another program, \"program:touch pwned\", which is not started here",
        ),
        ("\"flip\"", "\"eater\"", 4, ""),
        ("{\"end\":2}", "{\"resign\":0}\n{\"end\":3}", 4, "this game is over: O resigned"),
        ("{\"end\":2}", "{\"end\":2}\n\n", 4, ""),
    ] {
        assert!(whole.contains(from), "{whole}");
        std::fs::write(&other, whole.replacen(from, to, 1)).unwrap();
        let (printed, message, code) = flip_with_messages(&["load".as_ref(), other.as_ref()], b"");
        assert_eq!(code, status, "{to}: {message}");
        assert_eq!(printed == "Error loading board.\n", status == 4, "{to}: {printed}");
        assert!(message.contains(explanation), "{to}: {message}");
        assert_eq!(message.is_empty(), explanation.is_empty(), "{to}: {message}");
    }
}

#[test]
fn a_finished_game_is_shown_with_its_result() {
    let Ok((mut session, _)) = start_game(&["new".into(), "4".into()]) else { panic!("no game") };
    for line in SAMPLE.lines() {
        if let (Some(seat), Ok(square)) = (session.awaited().only(), line.parse()) {
            // The sample input contains illegal moves.
            let _ = session.choose(seat, square);
        }
    }
    let file = tempfile::NamedTempFile::new().unwrap();
    session.record().write(&mut file.as_file()).unwrap();
    let end = "+----+\n|XXXX|\n|XXXX|\n|XXXX|\n|XXX.|\n+----+\n\
               O passes.\nX passes.\nGame Over - O=0 X=15.\n";
    assert_eq!(flip(&["load".as_ref(), file.path().as_ref()], b""), (end.to_owned(), 0));
}

#[test]
fn arguments_and_lines_need_not_be_utf8() {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        let junk = OsStr::from_bytes(b"8\xff");
        for (args, status) in [
            (&[junk][..], 1),
            (&["new".as_ref(), junk], 2),
            (&["new".as_ref(), "8".as_ref(), junk], 3),
            (&["load".as_ref(), junk], 4),
        ] {
            assert_eq!(flip(args, b"").1, status, "{args:?}");
        }
    }
    let args = ["new".into(), "4".into()];
    let mut output = Vec::new();
    let mut console = Console {
        input: &mut &b"\xff\xfe\n0 2\xff\ns/nowhere/\xff\n"[..],
        output: &mut output,
        messages: &mut io::sink(),
        echo_columns: || None,
    };
    assert_eq!(text_program::run(run, &args, &mut console).unwrap(), 5);
    assert!(output.ends_with(
        b"Player (X)> Unable to write to /nowhere/\xff.\nPlayer (X)> End of input from Player X.\n"
    ));
}
