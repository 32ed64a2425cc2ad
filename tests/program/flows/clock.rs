//! Clocks at the table.

use super::flip_table::leave_unfinished;
use crate::support::Launch;

#[test]
fn a_computer_chooses_for_a_player_who_is_late() {
    let terminal = Launch::arcade()
        .args(["play", "concentration", "--players", "human,random", "--clock", "1s"])
        .start();
    terminal.wait_text("ran out of time");
    leave_unfinished(&terminal);
}

#[test]
fn without_motion_a_late_player_s_clock_runs_again() {
    let terminal = Launch::arcade()
        .args(["play", "concentration", "--players", "human,random", "--clock", "1s"])
        .args(["--no-motion", "--linger", "0"])
        .start();
    // The computer makes all choices, the second one of a turn, too.
    terminal.wait_text("turn 3");
    leave_unfinished(&terminal);
}

#[test]
fn ctrl_z_stops_the_clock() {
    let terminal = Launch::arcade()
        .args(["play", "flip", "--players", "human,level:1", "--clock", "1+0", "--size", "4"])
        .start();
    terminal.wait_text("Your move");
    terminal.press("ctrl-z");
    terminal.wait_stopped();
    terminal.foreground();
    terminal.wait_text("The clocks are stopped");
    terminal.press("enter");
    terminal.wait_text("Your move");
    leave_unfinished(&terminal);
}

#[test]
fn clocks_are_refused_where_there_are_none() {
    for (args, reason) in [
        ("flip --clock 20s", "minutes for the game + seconds for each move, such as 3+2"),
        ("intensity --clock 5+3", "seconds for each choice, from 1s to 600s, such as 10s"),
        ("flip --clock 5+3 --players first,last", "--clock is for people"),
        ("flip --clock 5+3 --plain", "--plain has clocks only with --share; leave out --clock"),
        ("flip --clock 20s --share", "minutes for the game + seconds for each move, such as 3+2"),
    ] {
        let home = tempfile::tempdir().unwrap();
        let output = crate::support::program(home.path())
            .arg("play")
            .args(args.split_whitespace())
            .output()
            .unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args}: {error}");
        assert!(error.contains(reason), "{args}: {error}");
    }
}
