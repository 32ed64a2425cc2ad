//! Tests of output to closed pipes and full devices.

use std::{
    fs,
    io::{BufRead, BufReader, Read},
    process::Stdio,
};

use super::program;

#[test]
fn a_closed_output_pipe_is_not_an_error() {
    let home = tempfile::tempdir().unwrap();
    for args in [
        "watch flip --plain --size 40 --players first,last",
        "classic flip new 40 1 2",
        "simulate flip --players first,last --games 1 --json",
        "simulate flip --players first,last --games 1",
        "completions bash",
        "man",
        "--help",
        "--version",
    ] {
        let mut child = program(home.path())
            .args(args.split(' '))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        if args.contains("40") {
            out.read_line(&mut String::new()).unwrap();
        }
        drop(out);
        let mut err = String::new();
        child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(0), ""), "{args}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_an_error() {
    let home = tempfile::tempdir().unwrap();
    for args in [
        "watch flip --plain",
        "classic flip new 8 1 2",
        "man",
        "simulate flip --players first,last --games 1",
        "completions bash",
        "stats",
        "stats --json",
        "--help",
        "--version",
        "help play",
        "play --help",
    ] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let output = program(home.path()).args(args.split(' ')).stdout(full).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{args}: {err}");
        assert!(err.starts_with("fourcade: the output can't be written"), "{args}: {err}");
        assert!(err.ends_with("; free some disk space or write elsewhere\n"), "{args}: {err}");
    }
}
