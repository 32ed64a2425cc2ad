//! Tests of what only a supervisor can do: all descendants are killed, and limits are set before
//! the program starts.

use std::path::Path;

use fourcade_programs::{ProgramLimits, Runner, SUPERVISOR};

use super::{TestProgram, generous_limits, public_folder, short_limits, supervised, write_file};
use crate::support;

#[cfg(target_os = "linux")]
#[test]
fn descendants_are_killed_even_outside_the_process_group() {
    let subject = TestProgram::new(&supervised());
    for behaviour in ["daemon 0", "crowd 100", "relay 0"] {
        assert_eq!(subject.answer(behaviour), "left", "{behaviour}");
    }
    assert_eq!(
        subject.run("family 0", &short_limits()).unwrap_err().to_string(),
        "timed out after 0.3 s"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn the_number_of_processes_is_limited() {
    let subject = TestProgram::new(&supervised());
    let limits = ProgramLimits { processes: 10, ..generous_limits() };
    assert_eq!(
        subject.run("family 0", &limits).unwrap_err().to_string(),
        "started more than 10 processes"
    );
}

/// The system counts all processes of a user together, except root's. The supervisor here is over
/// its limit for a while, as if another program had started many processes.
#[cfg(target_os = "linux")]
#[test]
fn a_program_starts_as_soon_as_its_user_runs_fewer_processes() {
    let folder = public_folder();
    let supervisor = folder.path().join("supervisor");
    let script = format!(
        "#!/bin/sh
        read -r _ _ _ tasks _ </proc/loadavg
        (sleep 0.3; exec prlimit --pid $$ --nproc=${{tasks#*/}}:) </dev/null >/dev/null 2>&1 &
        exec prlimit --nproc=1: {} \"$@\"",
        env!("CARGO_BIN_EXE_fourcade")
    );
    write_file(&supervisor, "755", &script);
    let subject = TestProgram::new(&Runner::with_supervisor(supervisor));
    assert_eq!(subject.answer("answer 23"), "23");
}

#[test]
fn limits_are_set_before_the_program_starts() {
    let subject = TestProgram::new(&supervised());
    assert_eq!(subject.answer("limits 0"), format!("31 {} 0", 1 << 20));
    let limits = ProgramLimits {
        cpu_time: std::time::Duration::from_millis(1500),
        file_bytes: 5000,
        ..generous_limits()
    };
    let answer = subject.run("limits 0", &limits).unwrap();
    assert_eq!(String::from_utf8(answer).unwrap(), "3 5000 0\n");
}

#[test]
fn each_program_runs_in_a_new_session() {
    let subject = TestProgram::new(&supervised());
    let own = nix::unistd::getsid(None).unwrap().as_raw();
    let first: i32 = subject.answer("session 0").parse().unwrap();
    assert_ne!(first, own);
    assert_ne!(first, subject.answer("session 0").parse::<i32>().unwrap());
}

#[test]
fn the_supervisor_subcommand_is_hidden_and_refuses_wrong_arguments() {
    let fourcade = |args: &[&str]| {
        let output = support::program(Path::new("/nowhere")).args(args).output().unwrap();
        (
            output.status.code(),
            [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap()).concat(),
        )
    };
    for args in
        [&["--help"][..], &["help"], &["man"], &["completions", "bash"], &["completions", "zsh"]]
    {
        let (status, text) = fourcade(args);
        assert!(
            status == Some(0) && text.contains("simulate") && !text.contains(SUPERVISOR),
            "{args:?}: {text}"
        );
    }
    for args in [&[SUPERVISOR][..], &[SUPERVISOR, "{}", "program"]] {
        let (status, text) = fourcade(args);
        let message = format!("fourcade: `{SUPERVISOR}` is for internal use only\n");
        assert_eq!((status, text), (Some(2), message));
    }
}
