//! `fourcade engine flip`: one of our players as an engine.

use std::{
    collections::HashSet,
    io::{BufRead, BufReader, Read, Write},
    path::Path,
    process::{Child, Stdio},
};

use rustix::process::{Pid, Signal, kill_process};

use crate::support;
use crate::support::wait_until;

fn engine(args: &str) -> Child {
    // An engine needs no home folder.
    let mut engine = support::program(Path::new("/nowhere"));
    engine.args(["engine", "flip"]).args(args.split_whitespace());
    engine.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Runs the engine with this input and returns its output.
fn output_of(args: &str, input: &[u8]) -> String {
    let mut engine = engine(args);
    // Writing fails if the engine has quit before reading everything.
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
        output_of("--player greedy", b"1 name\n2 version\nplay b f5\n\n3 genmove w\n4 list_games");
    let version = env!("CARGO_PKG_VERSION");
    let (head, rest) = answers.split_once("\n\n=3 ").unwrap();
    assert_eq!(head, format!("=1 fourcade greedy\n\n=2 {version}\n\n="));
    assert!(
        ["D6", "F4", "F6"].iter().any(|to| rest == format!("{to}\n\n=4 Othello\n\n")),
        "{rest}"
    );
    assert_eq!(output_of("", b"quit\nname\n"), "=\n\n");
    assert_eq!(output_of("", b""), "");
    assert_eq!(
        output_of("--time 0.01", b"time_settings 1 0 0\ngenmove b\nfinal_score\n")
            .matches("\n\n")
            .count(),
        3
    );
}

#[test]
fn a_budget_of_positions_and_a_seed_repeat_a_game() {
    let game = "genmove b\ngenmove w\n".repeat(20);
    for args in ["--nodes 500 --seed 3", "--player level:2 --nodes 500 --seed 3"] {
        assert_eq!(output_of(args, game.as_bytes()), output_of(args, game.as_bytes()));
    }
    let level = |seed: u32| output_of(&format!("--player level:2 --seed {seed}"), game.as_bytes());
    assert!((0..5).any(|seed| level(seed) != level(7)));
}

#[test]
fn the_expert_opens_from_its_book() {
    let input = ["reg_genmove b\n".repeat(2), "genmove b\ngenmove w\n".repeat(4)].concat();
    let opening = |player: &str, seed: u32| {
        output_of(&format!("--player {player} --nodes 300 --seed {seed}"), input.as_bytes())
    };
    let openings: HashSet<_> = (0..8).map(|seed| opening("expert", seed)).collect();
    assert!(openings.len() > 2, "{openings:?}");
    for opening in &openings {
        let answers: Vec<_> = opening.split_terminator("\n\n").collect();
        assert_eq!(answers.len(), 10, "{opening}");
        assert!(["= D3", "= C4", "= F5", "= E6"].contains(&answers[0]), "{opening}");
        assert_eq!([answers[1], answers[2]], [answers[0]; 2], "the choice depends on the seed");
    }
    // Without the book it plays the best move that it finds, whatever the seed.
    assert_eq!(opening("expert:no-book", 1), opening("expert:no-book", 2));
}

/// Returns an engine that has begun to think for an hour.
fn thinking_engine() -> Child {
    let mut engine = engine("--player expert:no-book --time 3600");
    let mut input = engine.stdin.take().unwrap();
    input.write_all(b"name\ngenmove b\n").unwrap();
    let mut line = String::new();
    let mut output = BufReader::new(engine.stdout.take().unwrap());
    output.read_line(&mut line).unwrap();
    assert_eq!(line, "= fourcade expert:no-book\n");
    output.read_line(&mut line).unwrap();
    engine.stdin = Some(input);
    engine.stdout = Some(output.into_inner());
    engine
}

#[test]
fn a_signal_ends_a_thinking_engine() {
    for signal in [Signal::INT, Signal::TERM] {
        let mut engine = thinking_engine();
        kill_process(Pid::from_child(&engine), signal).unwrap();
        assert!(!engine.wait().unwrap().success());
        let mut rest = String::new();
        engine.stdout.take().unwrap().read_to_string(&mut rest).unwrap();
        assert_eq!(rest, "");
    }
}

#[test]
fn an_engine_ends_when_its_output_is_closed() {
    let mut engine = thinking_engine();
    drop(engine.stdout.take());
    wait_until("the engine has ended", || engine.try_wait().unwrap().is_some());
}
