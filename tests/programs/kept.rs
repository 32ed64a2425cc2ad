//! What only a keeper can do.

use std::process::{Command, Stdio};

use fourcade::programs::{ProgramLimits, SUPERVISOR};

use super::{Naughty, kept, long, short};

#[cfg(target_os = "linux")]
#[test]
fn descendants_are_ended_wherever_they_hide() {
    let naughty = Naughty::new(&kept());
    for mischief in ["daemon 0", "crowd 100", "relay 0"] {
        assert_eq!(naughty.answer(mischief), "left", "{mischief}");
    }
    assert_eq!(naughty.run("family 0", &short()).unwrap_err().to_string(), "timed out after 0.3 s");
}

#[cfg(target_os = "linux")]
#[test]
fn a_crowd_is_not_let_grow() {
    let naughty = Naughty::new(&kept());
    let limits = ProgramLimits { processes: 10, ..long() };
    assert_eq!(
        naughty.run("family 0", &limits).unwrap_err().to_string(),
        "started more than 10 processes"
    );
}

#[test]
fn the_limits_stand_before_the_program_starts() {
    let naughty = Naughty::new(&kept());
    assert_eq!(naughty.answer("limits 0"), format!("31 {} 0", 1 << 20));
    let limits = ProgramLimits {
        cpu_time: std::time::Duration::from_millis(1500),
        file_bytes: 5000,
        ..long()
    };
    let answer = naughty.run("limits 0", &limits).unwrap();
    assert_eq!(String::from_utf8(answer.output).unwrap(), "3 5000 0\n");
}

#[test]
fn a_program_is_in_a_session_of_its_own() {
    let naughty = Naughty::new(&kept());
    let ours = nix::unistd::getsid(None).unwrap().as_raw();
    let theirs: i32 = naughty.answer("session 0").parse().unwrap();
    assert_ne!(theirs, ours);
    assert_ne!(theirs, naughty.answer("session 0").parse::<i32>().unwrap());
}

#[test]
fn people_are_not_told_of_keepers_and_need_not_know() {
    let fourcade = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fourcade"));
        let done = command.args(words).stdin(Stdio::null()).output().unwrap();
        (
            done.status.code(),
            [done.stdout, done.stderr].map(|text| String::from_utf8(text).unwrap()).concat(),
        )
    };
    for words in
        [&["--help"][..], &["help"], &["man"], &["completions", "bash"], &["completions", "zsh"]]
    {
        let (status, said) = fourcade(words);
        assert!(
            status == Some(0) && said.contains("simulate") && !said.contains(SUPERVISOR),
            "{words:?}: {said}"
        );
    }
    for words in [&[SUPERVISOR][..], &[SUPERVISOR, "{}", "program"]] {
        let (status, said) = fourcade(words);
        assert_eq!((status, &*said), (Some(2), "fourcade: `keep-program` is not for people\n"));
    }
}
