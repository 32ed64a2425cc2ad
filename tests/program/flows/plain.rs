//! Games that go on in lines where the screen has left them, and the other way round.

use std::{
    fs::{self, File},
    io::Write as _,
    path::Path,
    process::{Command, Stdio},
};

use crate::support::{Exit, Launch, program};

/// Holds a conversation at this home.
pub fn converse(home: &Path, lines: &str) -> String {
    let mut child =
        program(home).arg("--plain").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_game_continues_in_line_mode_and_on_the_screen() {
    let players = ["play", "flip", "--players", "human,first", "--seed", "4"];
    let launch = Launch::arcade().args(players);
    let terminal = launch.start();
    terminal.wait_text("Your move");
    terminal.press("tab enter");
    terminal.wait_text("You played");
    terminal.wait_text("Your move");
    terminal.press("q");
    terminal.wait_exit();

    let text = converse(launch.home(), "continue\nlast\nmoves\n");
    assert!(text.contains("Continue Flip 8 x 8 against First, 2 moves so far."), "{text}");
    let moves = text.lines().rev().find(|line| line.contains(" turns ")).unwrap();
    let (_, first) = moves.split_once(": ").unwrap();
    let cell = first.split(" turns ").next().unwrap();
    let text = converse(launch.home(), &format!("continue\n{cell}\nquit\n"));
    assert!(text.contains(&format!("You play {cell} and turn ")), "{text}");

    let terminal = Launch::arcade().env("FOURCADE_HOME", launch.home()).start();
    terminal.wait_text("4 moves so far");
    terminal.press("enter");
    terminal.wait_text(&format!("You played {cell} (+"));
}

/// A library that lets all locks on parts of files fail with this error.
const NO_LOCKS: &str = r"
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
static int without_locks(const char *name, int fd, int command, void *argument) {
    if (command == F_SETLK || command == F_SETLKW) { errno = ERROR; return -1; }
    int (*real)(int, int, void *) = (int (*)(int, int, void *))dlsym(RTLD_NEXT, name);
    return real(fd, command, argument);
}
#define REPLACE(name) \
    int name(int fd, int command, ...) { \
        va_list arguments; \
        va_start(arguments, command); \
        void *argument = va_arg(arguments, void *); \
        va_end(arguments); \
        return without_locks(#name, fd, command, argument); \
    }
REPLACE(fcntl)
REPLACE(fcntl64)
";

/// Plays a move of Flip in lines and leaves. Checks that the reason why nothing is saved is said
/// once, and that the game goes on.
#[track_caller]
fn assert_plays_unsaved(command: &mut Command, reason: &str) {
    command.args(["play", "flip", "--players", "human,first", "--seed", "4", "--plain"]);
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"3 5\nback\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    let all = format!("{out}{err}");
    assert_eq!(all.matches(reason).count(), 1, "{all}");
    assert!(out.contains("Games are not saved: ") && out.contains("FOURCADE_HOME"), "{all}");
    assert!(out.contains("You play ") && out.contains("The game is not saved."), "{all}");
    assert_eq!((output.status.code(), &*err), (Some(1), "fourcade: some games were not saved\n"));
}

#[test]
fn a_game_is_played_where_the_home_can_not_be_opened() {
    // In place of the folder there is a file, which stops even the superuser.
    let file = tempfile::NamedTempFile::new().unwrap();
    assert_plays_unsaved(&mut program(file.path()), "can't create the folder");
    for command in ["stats", "practice", "daily"] {
        let output = program(file.path()).arg(command).output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), &*output.stdout), (Some(1), &b""[..]), "{command}");
        assert_eq!(err.matches("can't open the folder").count(), 1, "{command}: {err}");
    }
}

#[test]
fn a_game_is_played_where_files_have_no_locks() {
    let folder = tempfile::tempdir().unwrap();
    let (source, library) = (folder.path().join("locks.c"), folder.path().join("locks.so"));
    fs::write(&source, NO_LOCKS).unwrap();
    for error in ["ENOLCK", "ENOSYS"] {
        let mut compiler = Command::new("cc");
        let compiler = compiler.args(["-shared", "-fPIC", &format!("-DERROR={error}"), "-o"]);
        let status = compiler.arg(&library).arg(&source).arg("-ldl").status();
        if !status.is_ok_and(|status| status.success()) {
            return eprintln!("there is no C compiler: a home without locks is not tested");
        }
        // Without saved games, and with some.
        for has_file in [false, true] {
            let home = Launch::arcade();
            if has_file {
                converse(home.home(), "play\n");
                assert!(home.home().join("fourcade.db").exists());
            }
            let mut command = program(home.home());
            assert_plays_unsaved(command.env("LD_PRELOAD", &library), "has no locks");
        }
    }
}

/// Plays Flip against the first legal moves at this home. Returns the status and what was written
/// to both streams.
fn play(home: &Path, fault: &str, lines: &str) -> (Option<i32>, String, String) {
    let mut child = program(home)
        .args("play flip --plain --players human,first --seed 4".split(' '))
        .env("FOURCADE_FAULT", fault)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let [said, errors] =
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    (output.status.code(), said, errors)
}

#[test]
fn typed_letters_that_are_no_ascii_are_refused_and_full_width_digits_are_digits() {
    let home = tempfile::tempdir().unwrap();
    let (status, said, errors) = play(home.path(), "", "é\n\u{1f3b2}\u{301} 3\n３　５\nｂａｃｋ\n");
    assert_eq!((status, errors.as_str()), (Some(0), ""), "{said}");
    assert_eq!(said.matches("Row and column from 1 to 8.").count(), 2, "{said}");
    assert!(said.contains("You play 3 5 and turn "), "{said}");
}

#[test]
fn a_panic_in_line_mode_is_one_sentence_and_the_game_is_saved() {
    let home = tempfile::tempdir().unwrap();
    let (status, said, errors) = play(home.path(), "lines", "3 5\nfault\n");
    assert_eq!((status, errors.lines().count()), (Some(101), 1), "{said}{errors}");
    let (before, path) = errors.trim_end().split_once("its report is in ").unwrap();
    assert!(before.ends_with("what you played is saved, and "), "{errors}");
    let report = fs::read_to_string(path).unwrap();
    assert!(report.contains("a fault on purpose in lines"), "{report}");
    assert!(converse(home.path(), "list\n").contains("2 moves so far"));
}

#[test]
fn an_input_that_cannot_be_read_is_not_called_the_output() {
    let home = tempfile::tempdir().unwrap();
    let folder = File::open("/").unwrap();
    let output = program(home.path()).arg("--plain").stdin(folder).output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(errors.starts_with("fourcade: the input can't be read: Is a directory"), "{errors}");
}

#[test]
fn a_player_waiting_for_a_computer_can_go_back() {
    let launch = Launch::arcade().args(["play", "flip", "--plain", "--seed", "4", "--players"]);
    let terminal = launch.args(["human,program:sleep 100"]).start();
    terminal.wait_text("Your move.");
    terminal.press("3 space 5 enter");
    terminal.wait_text("You play 3 5");
    terminal.wait_text("Waiting for");
    terminal.press("b a c k enter");
    terminal.wait_text("The game is saved.");
    assert_eq!(terminal.wait_exit(), Exit::Code(0));
}
