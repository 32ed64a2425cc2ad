//! Tests of the sandbox where `bwrap` is installed and works. Elsewhere, only the error is tested.

use std::{env, fs, net::TcpListener, path::Path, process::Command};

use fourcade::programs::{ProgramError, ProgramLimits, Runner, SandboxError};

use super::{TestProgram, generous_limits, short_limits, supervised, write_file};

/// Returns a runner with the sandbox, or `None` where the sandbox does not work.
fn sandboxed() -> Option<Runner> {
    let runner = supervised().sandboxed();
    let is_installed =
        Command::new("bwrap").arg("--version").output().is_ok_and(|output| output.status.success());
    match &runner {
        Ok(_) => assert!(is_installed),
        Err(error) => {
            println!("the sandbox does not work here, so only the error is tested: {error}");
            assert_eq!(*error == SandboxError::Missing, !is_installed, "{error}");
        }
    }
    runner.ok()
}

#[test]
fn a_sandboxed_program_can_write_in_its_folder_only() {
    let Some(runner) = sandboxed() else { return };
    let subject = TestProgram::new(&runner);
    assert_eq!(subject.answer("answer 23"), "23");
    assert_eq!(subject.answer("large 1"), "written");
    assert_eq!(subject.answer("mess 0"), "made");
    assert!(!subject.notes().exists(), "the program wrote outside its folder");
    fs::write(subject.notes(), "").unwrap();
    assert_eq!(subject.answer("write 0"), "refused");
    assert_eq!(TestProgram::new(&supervised()).answer("write 0"), "allowed");
}

#[test]
fn a_sandboxed_program_has_no_network() {
    let Some(runner) = sandboxed() else { return };
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let behaviour = format!("reach {}", listener.local_addr().unwrap().port());
    assert_eq!(TestProgram::new(&supervised()).answer(&behaviour), "reached");
    assert_eq!(TestProgram::new(&runner).answer(&behaviour), "alone");
}

#[test]
fn errors_are_reported_in_the_sandbox_as_without_it() {
    let Some(runner) = sandboxed() else { return };
    let subject = TestProgram::new(&runner);
    assert_eq!(subject.run("crash 0", &generous_limits()), Err(ProgramError::Signal(11)));
    assert_eq!(subject.run("silent 3", &generous_limits()), Err(ProgramError::NoOutput(3)));
    assert_eq!(subject.run("flood 0", &generous_limits()), Err(ProgramError::OutputLimit(65536)));
    assert_eq!(
        subject.run("family 0", &short_limits()).unwrap_err().to_string(),
        "timed out after 0.3 s"
    );
    let limits = ProgramLimits { memory_bytes: 64 << 20, ..generous_limits() };
    assert_eq!(subject.run("hungry 102400", &limits), Err(ProgramError::MemoryLimit(64 << 20)));
    for behaviour in ["daemon 0", "crowd 100", "relay 0"] {
        assert_eq!(subject.answer(behaviour), "left", "{behaviour}");
    }
}

#[test]
fn a_missing_or_failing_bwrap_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(
        sandbox_error(folder.path()),
        "the sandbox needs the program `bwrap`, which is not installed; \
         install bubblewrap, or do without it"
    );
    write_file(
        &folder.path().join("bwrap"),
        "755",
        "#!/bin/sh\necho >&2 bwrap: No permissions\nexit 1\n",
    );
    assert_eq!(
        sandbox_error(folder.path()),
        "the sandbox does not work here: bwrap: No permissions; do without it"
    );
}

/// Returns the error of a process with this `PATH` that tries to use the sandbox.
fn sandbox_error(path: &Path) -> String {
    let mut test = Command::new(env::current_exe().unwrap());
    test.args(["--exact", "sandboxed::try_the_sandbox", "--ignored", "--nocapture"]);
    let output = test.env("PATH", path).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    errors
        .lines()
        .find(|line| line.starts_with("the sandbox"))
        .map_or(errors.clone(), ToOwned::to_owned)
}

#[test]
#[ignore = "run by another test, in a different environment"]
fn try_the_sandbox() {
    eprintln!(
        "{}",
        supervised()
            .sandboxed()
            .map_or_else(|error| error.to_string(), |_| "the sandbox works".to_owned())
    );
}
