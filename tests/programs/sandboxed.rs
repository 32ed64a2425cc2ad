//! The sandbox, where `bwrap` is installed and may do its work; elsewhere, that we are told so.

use std::{env, fs, net::TcpListener, path::Path, process::Command};

use fourcade::programs::{ProgramError, ProgramLimits, Runner, SandboxError};

use super::{Naughty, kept, long, short, write_file};

/// The sandbox; nothing where there is none, which is told.
fn room() -> Option<Runner> {
    let room = kept().sandboxed();
    let is_installed =
        Command::new("bwrap").arg("--version").output().is_ok_and(|done| done.status.success());
    match &room {
        Ok(_) => assert!(is_installed),
        Err(why) => {
            println!("there is no sandbox here, so only this is tested: {why}");
            assert_eq!(*why == SandboxError::Missing, !is_installed, "{why}");
        }
    }
    room.ok()
}

#[test]
fn a_program_in_it_can_write_in_its_folder_only() {
    let Some(room) = room() else { return };
    let naughty = Naughty::new(&room);
    assert_eq!(naughty.answer("answer 23"), "23");
    assert_eq!(naughty.answer("large 1"), "written");
    assert_eq!(naughty.answer("mess 0"), "made");
    assert!(!naughty.notes().exists(), "it wrote in a folder of ours");
    fs::write(naughty.notes(), "").unwrap();
    assert_eq!(naughty.answer("write 0"), "refused");
    assert_eq!(Naughty::new(&kept()).answer("write 0"), "allowed");
}

#[test]
fn a_program_in_it_has_no_network() {
    let Some(room) = room() else { return };
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let mischief = format!("reach {}", listener.local_addr().unwrap().port());
    assert_eq!(Naughty::new(&kept()).answer(&mischief), "reached");
    assert_eq!(Naughty::new(&room).answer(&mischief), "alone");
}

#[test]
fn failures_in_it_are_told_as_elsewhere() {
    let Some(room) = room() else { return };
    let naughty = Naughty::new(&room);
    assert_eq!(naughty.run("crash 0", &long()), Err(ProgramError::Signal(11)));
    assert_eq!(naughty.run("silent 3", &long()), Err(ProgramError::NoOutput(3)));
    assert_eq!(naughty.run("flood 0", &long()), Err(ProgramError::OutputLimit(65536)));
    assert_eq!(naughty.run("family 0", &short()).unwrap_err().to_string(), "timed out after 0.3 s");
    let limits = ProgramLimits { memory_bytes: 64 << 20, ..long() };
    assert_eq!(naughty.run("hungry 102400", &limits), Err(ProgramError::MemoryLimit(64 << 20)));
    for mischief in ["daemon 0", "crowd 100", "relay 0"] {
        assert_eq!(naughty.answer(mischief), "left", "{mischief}");
    }
}

#[test]
fn without_bwrap_or_with_one_that_fails_there_is_no_sandbox() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(
        tried(folder.path()),
        "the sandbox needs the program `bwrap`, which is not installed; install bubblewrap, or do without it"
    );
    write_file(
        &folder.path().join("bwrap"),
        "755",
        "#!/bin/sh\necho >&2 bwrap: No permissions\nexit 1\n",
    );
    assert_eq!(
        tried(folder.path()),
        "the sandbox does not work here: bwrap: No permissions; do without it"
    );
}

/// What is said when a process with this `PATH` tries the sandbox.
fn tried(path: &Path) -> String {
    let mut test = Command::new(env::current_exe().unwrap());
    test.args(["--exact", "sandboxed::try_the_sandbox", "--ignored", "--nocapture"]);
    let done = test.env("PATH", path).output().unwrap();
    let errors = String::from_utf8_lossy(&done.stderr).into_owned();
    errors
        .lines()
        .find(|line| line.starts_with("the sandbox"))
        .map_or(errors.clone(), ToOwned::to_owned)
}

#[test]
#[ignore = "is started by another test, in other surroundings"]
fn try_the_sandbox() {
    eprintln!(
        "{}",
        kept().sandboxed().map_or_else(|why| why.to_string(), |_| "the sandbox works".to_owned())
    );
}
