//! A program is killed together with the process that waits for its answer.

use std::{
    env, fs,
    os::unix::process::CommandExt,
    path::Path,
    process::{Child, Stdio},
};

use rustix::process::{Pid, Signal, kill_process};

use super::{TestProgram, generous_limits, ignored_test, processes, supervised};
use crate::support::wait_until;

/// The environment variable that gives the process to be killed the path of its program.
const PROGRAM: &str = "FOURCADE_TEST_PROGRAM";
/// The environment variable that gives the process to be killed the input of its program.
const INPUT: &str = "FOURCADE_TEST_INPUT";

#[test]
#[ignore = "run by another test, in a separate process"]
fn run_a_program() {
    let Some(program) = env::var_os(PROGRAM) else { return };
    let input = env::var(INPUT).unwrap();
    let program = supervised().prepare(Path::new(&program), &|| false).unwrap();
    let _ = program.run(input.as_bytes(), &generous_limits(), &|| false);
}

/// Starts a process that runs a program with this behaviour, and waits until this many processes of
/// the program run. Returns the process and the supervisor.
#[cfg(target_os = "linux")]
fn start(subject: &TestProgram, temp_dir: &Path, behaviour: &str, count: usize) -> (Child, Pid) {
    let mut runner = ignored_test("programs::killed::run_a_program");
    runner.env("TMPDIR", temp_dir).env(PROGRAM, subject.program.file());
    runner.env(INPUT, String::from_utf8(subject.input_for(behaviour)).unwrap());
    let runner = runner.process_group(0).stdout(Stdio::null()).spawn().unwrap();
    wait_until("the program and its descendants run", || {
        processes(subject.program.file()).len() == count
    });
    let children = fs::read_dir(format!("/proc/{}/task", runner.id())).unwrap().flatten();
    let children: String = children
        .map(|thread| fs::read_to_string(thread.path().join("children")).unwrap_or_default())
        .collect();
    let supervisor = Pid::from_raw(children.trim().parse().unwrap()).unwrap();
    (runner, supervisor)
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_and_its_folder_are_removed_when_the_waiting_process_is_killed() {
    let subject = TestProgram::new(&supervised());
    let temp_dir = tempfile::tempdir().unwrap();
    // The first program has a daemon and 20 other children; the second one has a daemon, too, and
    // stops its supervisor.
    let stop = format!("parent {}", Signal::STOP.as_raw());
    for (behaviour, count) in [("family 0", 22), (&stop, 2)] {
        for signal in [Signal::KILL, Signal::TERM] {
            let (mut runner, supervisor) = start(&subject, temp_dir.path(), behaviour, count);
            if behaviour == stop {
                let stat = format!("/proc/{}/stat", supervisor.as_raw_pid());
                wait_until("the supervisor is stopped", || {
                    fs::read_to_string(&stat).unwrap().contains(") T ")
                });
            }
            assert!(fs::read_dir(temp_dir.path()).unwrap().count() > 0);
            kill_process(Pid::from_child(&runner), signal).unwrap();
            runner.wait().unwrap();
            wait_until("all of them have ended", || processes(subject.program.file()).is_empty());
            let entries = || fs::read_dir(temp_dir.path()).unwrap().count();
            wait_until("the folder is gone", || entries() == 0);
        }
    }
    subject.assert_nothing_is_left();
}
