//! A program is killed together with the process that waits for its answer.

use std::{env, fs, os::unix::process::CommandExt, path::Path, process::Stdio};

use fourcade_engine::play::CancelToken;
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
    let program = supervised().prepare(Path::new(&program), &CancelToken::default()).unwrap();
    let _ = program.run(input.as_bytes(), &generous_limits(), &CancelToken::default());
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_and_its_folder_are_removed_when_the_waiting_process_is_killed() {
    let subject = TestProgram::new(&supervised());
    let temp_dir = tempfile::tempdir().unwrap();
    for signal in [Signal::KILL, Signal::INT] {
        let mut runner = ignored_test("programs::killed::run_a_program");
        runner.env("TMPDIR", temp_dir.path()).env(PROGRAM, subject.program.file());
        runner.env(INPUT, String::from_utf8(subject.input_for("family 0")).unwrap());
        let mut runner = runner.process_group(0).stdout(Stdio::null()).spawn().unwrap();
        // These are the program, its daemon and its 20 other children.
        wait_until("the program and its descendants run", || {
            processes(subject.program.file()).len() == 22
        });
        assert!(fs::read_dir(temp_dir.path()).unwrap().count() > 0);
        kill_process(Pid::from_child(&runner), signal).unwrap();
        runner.wait().unwrap();
        wait_until("all of them have ended", || processes(subject.program.file()).is_empty());
        wait_until("the folder is gone", || fs::read_dir(temp_dir.path()).unwrap().count() == 0);
    }
    subject.assert_nothing_is_left();
}
