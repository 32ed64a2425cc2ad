//! Programs that attack their supervisor, without a sandbox: the limits hold, and nothing is left.

use std::{env, fs, path::Path, process::Stdio};

use fourcade_programs::ProgramError;
use rustix::process::{Pid, Signal, kill_process};

use crate::support::{program, wait_until};

use super::{TestProgram, ignored_test, processes, run_in_own_process, short_limits, supervised};

#[test]
fn a_program_that_kills_or_stops_its_supervisor_is_ended_with_all_its_processes() {
    run_in_own_process("programs::interference::kill_and_stop_supervisors");
}

#[test]
#[ignore = "run by another test, in a separate process"]
fn kill_and_stop_supervisors() {
    let subject = TestProgram::new(&supervised());
    for (signal, expected) in [
        (Signal::KILL, "could not be run: its supervisor was ended"),
        (Signal::STOP, "timed out after 0.3 s"),
    ] {
        for behaviour in ["parent", "group"] {
            let behaviour = format!("{behaviour} {}", signal.as_raw());
            let failed = subject.run(&behaviour, &short_limits()).unwrap_err().to_string();
            let is_group_kill = behaviour == format!("group {}", Signal::KILL.as_raw());
            let expected = if is_group_kill { "ended by signal 9 (killed)" } else { expected };
            assert_eq!(failed, expected, "{behaviour}");
        }
        // The next run is not affected.
        assert_eq!(subject.answer("answer 23"), "23");
    }
}

#[test]
fn a_conversation_ends_although_the_supervisor_is_stopped() {
    run_in_own_process("programs::interference::stop_the_supervisor_of_a_conversation");
}

#[test]
#[ignore = "run by another test, in a separate process"]
fn stop_the_supervisor_of_a_conversation() {
    let subject = TestProgram::new(&supervised());
    let mut conversation = subject.program.start_conversation(&short_limits()).unwrap();
    let request = subject.input_for(&format!("parent {}", Signal::STOP.as_raw()));
    let time = short_limits().time;
    let answer = conversation.ask(&request, time, &|| false, |_| None);
    assert_eq!(answer, Err(ProgramError::TimedOut(time)));
    drop(conversation);
    assert_eq!(processes(subject.program.file()), Vec::<String>::new());
}

/// The environment variable that gives the process to be killed the path of its program.
const SOURCE: &str = "FOURCADE_TEST_SOURCE";

#[test]
#[ignore = "run by another test, in a separate process"]
fn compile_and_run() {
    let Some(source) = env::var_os(SOURCE) else { return };
    let program = supervised().prepare(Path::new(&source), &|| false).unwrap();
    let _ = program.run(b"", &super::generous_limits(), &|| false).answer();
}

/// Returns the number of processes that run a program in this folder.
fn running_in(folder: &Path) -> usize {
    let folder = folder.canonicalize().unwrap();
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let programs = entries.filter_map(|entry| fs::read_link(entry.path().join("exe")).ok());
    programs.filter(|program| program.starts_with(&folder)).count()
}

#[test]
fn the_folders_of_a_killed_process_are_removed_at_the_next_start() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("sleeper.c");
    fs::write(&source, "#include <unistd.h>\nint main(void) { for (;;) pause(); }\n").unwrap();
    let temp = folder.path().join("temp");
    fs::create_dir(&temp).unwrap();
    // Folders that others have made are kept.
    let others = [temp.join("fourcade-run-mine"), temp.join("fourcade-notes")];
    for other in &others {
        fs::create_dir(other).unwrap();
    }
    let run = || {
        let mut test = ignored_test("programs::interference::compile_and_run");
        test.env("TMPDIR", &temp).env(SOURCE, &source).stdout(Stdio::null()).spawn().unwrap()
    };
    let count = || fs::read_dir(&temp).unwrap().count();
    let (mut killed, mut other) = (run(), run());
    wait_until("both programs run", || running_in(&temp) == 2);
    // One folder holds the compiled program, the other one is that of the run.
    assert_eq!(count(), others.len() + 4);
    kill_process(Pid::from_child(&killed), Signal::KILL).unwrap();
    killed.wait().unwrap();
    wait_until("the supervisor has removed its folder", || count() == others.len() + 3);
    let start = || {
        let mut fourcade = program(&temp);
        fourcade.args(["completions", "bash"]).env("TMPDIR", &temp).stdout(Stdio::null());
        assert!(fourcade.status().unwrap().success());
    };
    start();
    assert_eq!(count(), others.len() + 2, "the folders in use are kept");
    kill_process(Pid::from_child(&other), Signal::KILL).unwrap();
    other.wait().unwrap();
    wait_until("the supervisor has removed its folder", || count() == others.len() + 1);
    start();
    assert_eq!(count(), others.len());
}
