//! The exit status after a signal.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    os::unix::process::{CommandExt, ExitStatusExt},
    path::Path,
    process::{Child, Command, Stdio},
};

use rustix::process::{Pid, Signal, kill_process};

use super::program;
use crate::support::wait_until;

/// Commands that run until they get a signal.
const COMMANDS: [&str; 7] = [
    "simulate flip --players random,random --games 1000000",
    "simulate flip --ladder --games 1000000",
    "tournament --player random --player random --player random --player random --rounds 100000",
    "analyse --board ---------------------------OX------XO---------------------------_O --exact",
    "referee -i --player random --seed 1",
    "play flip --plain",
    "engine flip",
];

fn start(home: &Path, line: &str) -> Child {
    let args = line.split(' ').map(|arg| arg.replace('_', " "));
    let piped = || Stdio::piped();
    let mut command = program(home);
    command.args(args).stdin(piped()).stdout(piped()).stderr(piped());
    let mut child = command.spawn().unwrap();
    if line.starts_with("engine") {
        child.stdin.as_mut().unwrap().write_all(b"name\n").unwrap();
        let mut answer = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut answer).unwrap();
        assert!(answer.starts_with('='), "{answer}");
    } else {
        wait_for_thread(&child, "interrupts");
    }
    child
}

/// Waits until the process has a thread of this name.
pub fn wait_for_thread(child: &Child, name: &str) {
    let names = || {
        let threads = fs::read_dir(format!("/proc/{}/task", child.id())).into_iter().flatten();
        threads.flatten().filter_map(|thread| fs::read_to_string(thread.path().join("comm")).ok())
    };
    wait_until(&format!("there is a thread called {name}"), || {
        names().any(|found| found.trim_end() == name)
    });
}

#[test]
fn the_exit_status_tells_the_signal() {
    let home = tempfile::tempdir().unwrap();
    for line in COMMANDS {
        for (signal, expected) in [(Signal::INT, 130), (Signal::TERM, 143), (Signal::HUP, 129)] {
            let mut child = start(home.path(), line);
            // The input stays open: its end would end some commands, too.
            let _input = child.stdin.take();
            kill_process(Pid::from_child(&child), signal).unwrap();
            let output = child.wait_with_output().unwrap();
            let status = output.status;
            // As a shell reports it.
            let code = status.code().or_else(|| Some(128 + status.signal()?));
            let err = String::from_utf8_lossy(&output.stderr);
            assert_eq!(code, Some(expected), "{line}: {err}");
        }
    }
}

#[test]
fn a_command_started_by_nohup_survives_the_hang_up() {
    let home = tempfile::tempdir().unwrap();
    let mut shell = Command::new("sh");
    let mut child = shell
        .args(["-c", r#"trap "" HUP; exec "$@""#, "sh", env!("CARGO_BIN_EXE_fourcade")])
        .args(COMMANDS[0].split(' '))
        .env("FOURCADE_HOME", home.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .unwrap();
    wait_for_thread(&child, "interrupts");
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    kill_process(Pid::from_child(&child), Signal::KILL).unwrap();
    child.wait().unwrap();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
    let mask = u64::from_str_radix(ignored.trim(), 16).unwrap();
    assert_eq!(mask & 1, 1, "the signal is still ignored: {ignored}");
}
