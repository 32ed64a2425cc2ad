//! `fourcade engine flip` as a process.

use std::{
    io::{BufRead, BufReader, Read, Write},
    process::{Child, Command, Stdio},
};

use rustix::process::{Pid, Signal, kill_process};

use super::{OURS, wait_until};

fn engine(words: &str) -> Child {
    let mut engine = Command::new(OURS);
    engine.args(["engine", "flip"]).args(words.split_whitespace());
    engine.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// What it prints when this is all it is told.
fn said(words: &str, input: &[u8]) -> String {
    let mut engine = engine(words);
    // It need not read what follows `quit`.
    let _ = engine.stdin.take().unwrap().write_all(input);
    let output = engine.wait_with_output().unwrap();
    assert_eq!(
        (output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()),
        (Some(0), "")
    );
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_script_is_answered_to_its_end() {
    let answers =
        said("--player greedy", b"1 name\n2 version\nplay b f5\n\n3 genmove w\n4 list_games");
    let version = env!("CARGO_PKG_VERSION");
    let (head, rest) = answers.split_once("\n\n=3 ").unwrap();
    assert_eq!(head, format!("=1 fourcade greedy\n\n=2 {version}\n\n="));
    assert!(
        ["D6", "F4", "F6"].iter().any(|to| rest == format!("{to}\n\n=4 Othello\n\n")),
        "{rest}"
    );
    assert_eq!(said("", b"quit\nname\n"), "=\n\n");
    assert_eq!(said("", b""), "");
    assert_eq!(
        said("--time 0.01", b"time_settings 1 0 0\ngenmove b\nfinal_score\n")
            .matches("\n\n")
            .count(),
        3
    );
}

#[test]
fn positions_and_a_seed_repeat_a_game() {
    let game = "genmove b\ngenmove w\n".repeat(20);
    for words in ["--nodes 500 --seed 3", "--player level:2 --nodes 500 --seed 3"] {
        assert_eq!(said(words, game.as_bytes()), said(words, game.as_bytes()));
    }
    let level = |seed: u32| said(&format!("--player level:2 --seed {seed}"), game.as_bytes());
    assert!((0..5).any(|seed| level(seed) != level(7)));
}

/// One that thinks for an hour.
fn thinking() -> Child {
    let mut engine = engine("--time 3600");
    let mut input = engine.stdin.take().unwrap();
    input.write_all(b"name\ngenmove b\n").unwrap();
    let mut line = String::new();
    let mut output = BufReader::new(engine.stdout.take().unwrap());
    output.read_line(&mut line).unwrap();
    assert_eq!(line, "= fourcade expert\n");
    output.read_line(&mut line).unwrap();
    engine.stdin = Some(input);
    engine.stdout = Some(output.into_inner());
    engine
}

#[test]
fn signals_end_it_while_it_thinks() {
    for signal in [Signal::INT, Signal::TERM] {
        let mut engine = thinking();
        kill_process(Pid::from_child(&engine), signal).unwrap();
        assert!(!engine.wait().unwrap().success());
        let mut rest = String::new();
        engine.stdout.take().unwrap().read_to_string(&mut rest).unwrap();
        assert_eq!(rest, "");
    }
}

#[test]
fn it_does_not_think_for_nobody() {
    let mut engine = thinking();
    drop(engine.stdout.take());
    wait_until("it has ended", || engine.try_wait().unwrap().is_some());
}
