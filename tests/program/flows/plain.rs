//! Games that go on in lines where the screen has left them, and the other way round.

use std::{io::Write as _, process::Stdio};

use crate::support::{Launch, program};

/// Holds a conversation at this home.
fn converse(home: &std::path::Path, lines: &str) -> String {
    let mut child =
        program(home).arg("--plain").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_game_goes_on_in_lines_and_on_the_screen() {
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
