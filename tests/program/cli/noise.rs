//! `fourcade check` of programs that print, close, start and write anything: it says what is wrong
//! in a short report, and goes on with the next one.

use std::{fs, path::Path, process::Command};

use serde_json::Value;

use super::{RunOutput, run};
use crate::scale::scaled;

/// What the programs do; see `noise.c`. The last ones never end.
const KINDS: [&str; 11] = [
    "bytes", "parts", "echo", "dots", "zeros", "digits", "prompt", "files", "endless", "closed",
    "forks",
];

/// The largest report on one program.
const MAX_REPORT: usize = 1_000_000;

/// Some cases of each game: with a given session, with a property, and with a game by chance.
const CASES: [(&str, &[&str]); 3] = [
    ("flip", &["start-4", "sample-game", "save", "game-4-11"]),
    ("eater", &["board-4", "win-column", "random-passer-3"]),
    ("concentration", &["menu", "start-human", "honest-human"]),
];

fn compile(folder: &Path) -> String {
    let program = folder.join("noise");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/program/cli/noise.c");
    let compiled = Command::new("cc").args(["-w", "-o"]).arg(&program).arg(source).status();
    assert!(compiled.unwrap().success());
    program.display().to_string()
}

/// Checks programs, in text and as JSON.
fn check(args: &[&str], programs: &[String]) {
    for format in [None, Some("--json")] {
        let words = ["check"].into_iter().chain(args.iter().copied()).chain(format);
        let words: Vec<&str> = words.chain(programs.iter().map(String::as_str)).collect();
        let RunOutput { status, out, err } = run(&words);
        assert!(status == 1 && !err.contains("panicked"), "{words:?}: {err}");
        assert!(out.len() < MAX_REPORT * programs.len(), "{words:?}: {} bytes", out.len());
        let is_control = |letter: char| letter.is_control() && !matches!(letter, '\n' | '\t');
        assert!(!out.contains(is_control), "{words:?}");
        if format.is_some() {
            let report: Value = serde_json::from_str(&out).unwrap();
            let checked = report["programs"].as_array().unwrap();
            assert_eq!(checked.len(), programs.len(), "{words:?}");
            assert!(checked.iter().all(|program| program["result"] != "ok"), "{words:?}: {out}");
        }
    }
}

#[test]
fn whatever_a_program_does_the_report_is_short_and_says_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let program = compile(folder.path());
    // Programs of root run as another user.
    fs::set_permissions(folder.path(), std::os::unix::fs::PermissionsExt::from_mode(0o755))
        .unwrap();
    let seeds = 1..=scaled(1);
    let commands = seeds.flat_map(|seed| KINDS.map(|kind| format!("{program} {kind} {seed}")));
    let commands: Vec<String> = commands.collect();
    for (game, cases) in CASES {
        let cases = cases.iter().flat_map(|case| ["--case", case]);
        let args: Vec<&str> = [game, "--timeout", "1"].into_iter().chain(cases).collect();
        check(&args, &commands);
    }
    for game in ["eater", "concentration"] {
        check(&["--player", game, "--timeout", "0.5", "--requests", "2"], &commands);
    }
    // A program for Intensity has no arguments.
    let named = KINDS.map(|kind| {
        let path = format!("{program}-{kind}");
        fs::copy(&program, &path).unwrap();
        path
    });
    check(&["intensity", "--timeout", "0.5", "--requests", "2"], &named);
}
