//! What happens to a program when the process that wants its answer is killed.

use std::{
    env, fs,
    os::unix::process::CommandExt,
    path::Path,
    process::{Command, Stdio},
};

use fourcade::play::CancelToken;
use rustix::process::{Pid, Signal, kill_process};

use super::{Naughty, kept, long, processes, wait_until};

/// Where the process that is to be killed finds its program and its input.
const PROGRAM: &str = "FOURCADE_TEST_PROGRAM";
const INPUT: &str = "FOURCADE_TEST_INPUT";

#[test]
#[ignore = "is started by other tests, in a process of its own"]
fn a_process_that_runs_a_program() {
    let Some(program) = env::var_os(PROGRAM) else { return };
    let input = env::var(INPUT).unwrap();
    let program = kept().prepare(Path::new(&program), &CancelToken::default()).unwrap();
    let _ = program.run(input.as_bytes(), &long(), &CancelToken::default());
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_and_its_folder_go_with_the_process_that_was_killed() {
    let naughty = Naughty::new(&kept());
    let place = tempfile::tempdir().unwrap();
    for signal in [Signal::KILL, Signal::INT] {
        let mut runner = Command::new(env::current_exe().unwrap());
        runner.args(["--exact", "killed::a_process_that_runs_a_program", "--ignored"]);
        runner.env("TMPDIR", place.path()).env(PROGRAM, naughty.program.file());
        runner.env(INPUT, String::from_utf8(naughty.words("family 0")).unwrap());
        let mut runner = runner.process_group(0).stdout(Stdio::null()).spawn().unwrap();
        // The program, its daemon and its crowd.
        wait_until("the program and its family run", || {
            processes(naughty.program.file()).len() == 22
        });
        assert!(fs::read_dir(place.path()).unwrap().count() > 0);
        kill_process(Pid::from_child(&runner), signal).unwrap();
        runner.wait().unwrap();
        wait_until("all of them have ended", || processes(naughty.program.file()).is_empty());
        wait_until("the folder is gone", || fs::read_dir(place.path()).unwrap().count() == 0);
    }
    naughty.assert_nothing_is_left();
}
