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
    ("flip", &["save", "game-4-11"]),
    ("eater", &["win-column", "random-passer-3"]),
    ("concentration", &["menu", "start-human"]),
];

fn compile(folder: &Path) -> String {
    let program = folder.join("noise");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/program/cli/noise.c");
    let compiled = Command::new("cc").args(["-w", "-o"]).arg(&program).arg(source).status();
    assert!(compiled.unwrap().success());
    program.display().to_string()
}

/// Checks programs and returns the report.
fn check(args: &[&str], programs: &[String]) -> String {
    let words = ["check"].into_iter().chain(args.iter().copied());
    let words: Vec<&str> = words.chain(programs.iter().map(String::as_str)).collect();
    let RunOutput { status, out, err } = run(&words);
    assert!(status == 1 && !err.contains("panicked"), "{words:?}: {err}");
    assert!(out.len() < MAX_REPORT * programs.len(), "{words:?}: {} bytes", out.len());
    let is_control = |letter: char| letter.is_control() && !matches!(letter, '\n' | '\t');
    assert!(!out.contains(is_control), "{words:?}");
    out
}

/// Checks programs, each of which must fail.
fn check_each(args: &[&str], programs: &[String]) {
    let out = check(&[args, &["--json"]].concat(), programs);
    let report: Value = serde_json::from_str(&out).unwrap();
    let checked = report["programs"].as_array().unwrap();
    assert_eq!(checked.len(), programs.len(), "{args:?}");
    assert!(checked.iter().all(|program| program["result"] != "ok"), "{args:?}: {out}");
}

#[test]
fn the_report_on_any_program_is_short_and_names_the_mistake() {
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
        let args: Vec<&str> = [game, "--timeout", "0.5"].into_iter().chain(cases).collect();
        check_each(&args, &commands);
    }
    check(&["flip", "--timeout", "0.5", "--case", "start-4"], &commands);
    for game in ["eater", "concentration"] {
        check_each(&["--player", game, "--timeout", "0.5", "--requests", "0"], &commands);
    }
    // A program for Intensity has no arguments.
    let named = ["bytes", "digits", "endless"].map(|kind| {
        let path = format!("{program}-{kind}");
        fs::copy(&program, &path).unwrap();
        path
    });
    check_each(&["intensity", "--timeout", "0.5", "--requests", "0"], &named);
}
