//! How `.c` programs are compiled and run: sanitizers and valgrind, whose reports are in the
//! record.

use std::{
    fs,
    process::{Command, Stdio},
};

use super::TestDir;

/// Passes and plays its first cards, which are legal often enough, and reads behind its hand.
const CARELESS: &str = r#"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int request, cards = 10, played = 0, position, *hand = malloc(10 * sizeof *hand);
    if (scanf("%d", &request) != 1) return 1;
    if (request == 0) return puts(NAME) < 0;
    if (request == 2) scanf("%d %d %d", &cards, &played, &position);
    for (int i = 0; i < cards; i++) scanf("%d", &hand[i]);
    fprintf(stderr, "%s", hand[10] == 4711 ? " " : "");
    if (request == 1) printf("%d %d %d\n", hand[0], hand[1], hand[2]);
    if (request == 2) printf("%d\n", hand[0]);
    return 0;
}
"#;

fn careless() -> TestDir {
    let dir = TestDir::new();
    fs::write(dir.file("careless.c"), CARELESS).unwrap();
    dir
}

fn is_installed(program: &str, args: &[&str]) -> bool {
    let ran = Command::new(program).args(args).stdin(Stdio::null()).output();
    ran.is_ok_and(|output| output.status.success())
}

#[test]
fn the_compiler_and_its_options_can_be_chosen() {
    let dir = careless();
    let run = |compiler: &str| {
        let mut command = dir.command("referee HERE/careless.c --seed 2");
        let output = command.args(["--cc", compiler]).output().unwrap();
        let [out, err] =
            [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        (output.status.code(), out, err)
    };
    let (status, out, err) = run("cc -std=c99 -Wall -DNAME='\"Careless\"'");
    assert_eq!(status, Some(0), "{err}");
    assert!(out.contains("\ncc -std=c99 ") && out.contains("careless.c -lm\n"), "{out}");
    assert!(out.contains("Careless"), "{out}");
    let (status, _, err) = run("cc -DNAME=1 -Werror=no-such-warning");
    assert!(status == Some(1) && err.contains("could not be compiled"), "{err}");
    let (status, _, err) = run("no-such-compiler -g");
    assert!(
        status == Some(2) && err.contains("--cc: there is no program no-such-compiler"),
        "{err}"
    );
    dir.assert_nothing_is_left();
}

/// Returns the record of a game in which the careless program plays, and the log.
fn record_with(dir: &TestDir, options: &[&str]) -> (String, String) {
    let mut command = dir.command("referee HERE/careless.c --seed 2 --save HERE/game");
    let output = command.args(options).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{errors}");
    let log = String::from_utf8(output.stdout).unwrap();
    (fs::read_to_string(dir.file("game")).unwrap(), log)
}

const NAMED: &str = "cc -g -DNAME='\"Careless\"'";

#[test]
fn the_warnings_of_the_compiler_are_shown_with_its_command() {
    let dir = TestDir::new();
    let unused =
        CARELESS.replace("NAME", "\"Careless\"").replace("int request", "int unused, request");
    fs::write(dir.file("careless.c"), unused).unwrap();
    for args in ["", "--json"] {
        let ran = dir.run(&format!("referee HERE/careless.c HERE/careless.c --seed 2 {args}"));
        assert_eq!(ran.status, 0, "{}", ran.err);
        assert_eq!(ran.err.matches("careless.c: the compiler warns:\n").count(), 1, "{}", ran.err);
        assert!(ran.err.contains("unused"), "{}", ran.err);
        assert!(!args.is_empty() || ran.out.contains("\ncc -O2 -Wall -o careless "), "{}", ran.out);
    }
    // In a tournament they would be lost among the others.
    let ran = dir.run("tournament HERE/careless.c --player random --rounds 1");
    assert!(ran.status == 0 && !ran.err.contains("warns"), "{}", ran.err);
}

#[test]
fn a_compiler_that_makes_no_program_is_named() {
    let dir = careless();
    for compiler in ["true", "cc -c -DNAME=1"] {
        let mut command = dir.command("referee HERE/careless.c --seed 2");
        let output = command.args(["--cc", compiler]).output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{err}");
        assert!(err.contains("made no program that can be started"), "{err}");
    }
    dir.assert_nothing_is_left();
}

#[test]
fn the_reports_of_a_sanitizer_are_in_the_record() {
    let probe = "echo 'int main(void) { return 0; }' | cc -fsanitize=address -x c -o /dev/null -";
    if !is_installed("sh", &["-c", probe]) {
        return;
    }
    let dir = careless();
    let (record, _) = record_with(&dir, &["--cc", &format!("{NAMED} -fsanitize=address")]);
    assert!(record.contains("AddressSanitizer: heap-buffer-overflow"), "{record}");
    assert!(record.contains("\"kind\":\"crashed\""), "{record}");
}

#[test]
fn the_reports_of_valgrind_are_in_the_record() {
    let dir = careless();
    if !is_installed("valgrind", &["--version"]) {
        let ran = dir.run("referee HERE/careless.c --valgrind");
        assert!(
            ran.status == 2 && ran.err.contains("--valgrind: there is no program"),
            "{}",
            ran.err
        );
        return;
    }
    let (record, log) = record_with(&dir, &["--cc", NAMED, "--valgrind"]);
    assert!(record.contains("Invalid read of size 4"), "{record}");
    let [compiled, run] = [log.find("careless.c -lm\n"), log.find("valgrind -q ")];
    assert!(compiled.is_some() && compiled < run, "{log}");
    dir.assert_nothing_is_left();
}
