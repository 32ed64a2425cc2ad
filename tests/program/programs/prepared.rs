//! Tests of preparing programs: errors, and compiling each source file once.

use std::{
    env, fs,
    path::{Path, PathBuf},
    thread,
};

use fourcade_engine::play::CancelToken;
use fourcade_programs::{PrepareError, ProgramError, Runner};
use tempfile::TempDir;

use super::{generous_limits, ignored_test, run_in_own_process, supervised, write_file};

const HELLO: &str = "#include <stdio.h>\nint main(void) { puts(\"hello\"); return 0; }\n";

/// Returns the message of the error from preparing this path.
#[track_caller]
fn prepare_error(path: &Path) -> String {
    let error = supervised().prepare(path, &|| false).unwrap_err();
    let message = error.to_string();
    assert!(
        message.contains(path.to_str().unwrap()),
        "{message} does not contain {}",
        path.display()
    );
    message
}

fn script(folder: &TempDir, mode: &str, text: &str) -> PathBuf {
    let path = folder.path().join("script");
    write_file(&path, mode, text);
    path
}

fn output(runner: &Runner, path: &Path) -> Result<String, ProgramError> {
    let program = runner.prepare(path, &|| false).unwrap();
    program
        .run(b"", &generous_limits(), &|| false)
        .answer()
        .map(|answer| String::from_utf8(answer).unwrap())
}

#[test]
fn a_path_that_is_not_a_program_cannot_be_prepared() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("text"), "text").unwrap();
    assert!(prepare_error(&path("missing")).contains("there is no program"));
    assert!(prepare_error(&path("missing.c")).contains("there is no program"));
    assert!(prepare_error(folder.path()).contains("is a folder; give the path"));
    assert!(prepare_error(&path("text")).contains("chmod +x"));
    assert!(prepare_error(&path("text/inner")).contains("can't be reached"));
    assert!(prepare_error(Path::new("/dev/null")).contains("is not a regular file"));
}

#[test]
fn a_script_with_line_endings_of_windows_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    for text in ["#!/bin/sh\r\necho hello\r\n", "#!/usr/bin/env sh\r\n", "#!/bin/sh\r"] {
        let message = prepare_error(&script(&folder, "755", text));
        assert!(message.contains("CR LF, the line ending of Windows"), "{message}");
    }
    let path = script(&folder, "755", "#!/bin/sh\n# no\r\necho hello\n");
    assert_eq!(output(&supervised(), &path).as_deref(), Ok("hello\n"));
}

#[test]
fn a_file_that_cannot_be_executed_can_be_prepared_but_not_run() {
    let folder = tempfile::tempdir().unwrap();
    let runner = supervised();
    let junk = output(&runner, &script(&folder, "755", "\u{1}junk")).unwrap_err();
    assert!(
        junk.to_string().contains("could not be run: it isn't a program for this machine"),
        "{junk}"
    );
    let lost = output(&runner, &script(&folder, "755", "#!/nowhere/sh\n")).unwrap_err();
    assert!(lost.to_string().contains("the interpreter in its first line is"), "{lost}");
    let program =
        runner.prepare(&script(&folder, "755", "#!/bin/sh\necho here\n"), &|| false).unwrap();
    assert!(program.run(b"", &generous_limits(), &|| false).end.is_ok());
    fs::remove_file(program.file()).unwrap();
    let gone = program.run(b"", &generous_limits(), &|| false).end.unwrap_err();
    assert!(gone.to_string().contains("could not be run: the file is missing"), "{gone}");
}

#[test]
fn a_supervisor_must_be_a_binary_of_ours() {
    run_in_own_process("programs::prepared::run_with_wrong_supervisors");
}

#[test]
#[ignore = "run by another test, in a separate process"]
fn run_with_wrong_supervisors() {
    let folder = tempfile::tempdir().unwrap();
    let path = script(&folder, "755", "#!/bin/sh\n");
    for (supervisor, expected) in [
        ("/nowhere/supervisor", "its supervisor can't be started"),
        ("/bin/sh", "its supervisor was ended"),
    ] {
        let error = output(&Runner::with_supervisor(supervisor), &path).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn a_path_may_be_relative_and_contain_special_characters() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("-a b'\"$(c)\n\u{e9}");
    write_file(&path, "755", "#!/bin/sh\necho ran\n");
    write_file(&path.with_extension("c"), "644", HELLO);
    let up: PathBuf = env::current_dir().unwrap().components().skip(1).map(|_| "..").collect();
    let relative = &up.join(path.strip_prefix("/").unwrap());
    let runner = supervised();
    assert_eq!(output(&runner, relative).unwrap(), "ran\n");
    assert_eq!(output(&runner, &relative.with_extension("c")).unwrap(), "hello\n");
}

#[test]
fn a_program_gets_no_arguments_and_the_same_environment_with_its_own_folder() {
    let folder = tempfile::tempdir().unwrap();
    let path = script(
        &folder,
        "755",
        "#!/bin/sh\necho $# \"$PATH\"; pwd; echo \"$PWD\"; echo \"$TMPDIR\"; ls -A\n",
    );
    let runner = supervised();
    let text = output(&runner, &path).unwrap();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[0], format!("0 {}", env::var("PATH").unwrap()));
    assert!(lines.len() == 4 && lines[1] == lines[2] && lines[1] == lines[3], "{text}");
}

#[test]
fn a_source_is_compiled_once_until_it_changes() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("hello.c");
    write_file(&source, "644", HELLO);
    let runner = supervised();
    let prepare = |runner: &Runner| runner.prepare(&source, &|| false).unwrap();
    let files: Vec<PathBuf> = thread::scope(|scope| {
        let threads: Vec<_> =
            (0..4).map(|_| scope.spawn(|| prepare(&runner.clone()).file().to_owned())).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(files.iter().all(|file| *file == files[0] && file.exists()), "{files:?}");
    assert_ne!(prepare(&supervised()).file(), files[0]);

    let old = prepare(&runner);
    write_file(&source, "644", &HELLO.replace("hello", "other text"));
    assert_eq!(output(&runner, &source).unwrap(), "other text\n");
    // The old version stays until its last user drops it.
    assert_eq!(old.run(b"", &generous_limits(), &|| false).answer().unwrap(), b"hello\n");
    drop(old);
    assert!(!files[0].exists());
}

#[test]
fn a_compiled_program_is_removed_with_its_last_user() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("hello.c");
    write_file(&source, "644", HELLO);
    let runner = supervised();
    let program = runner.prepare(&source, &|| false).unwrap();
    drop(runner);
    assert!(program.run(b"", &generous_limits(), &|| false).end.is_ok());
    let file = program.file().to_owned();
    drop(program);
    assert!(!file.exists() && !file.parent().unwrap().exists());
    let runner = supervised();
    let file = runner.prepare(&source, &|| false).unwrap().file().to_owned();
    assert!(file.exists());
    drop(runner);
    assert!(!file.exists());
}

#[test]
fn compiler_messages_are_part_of_the_error() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("wrong.c");
    write_file(&source, "644", "int main(void) { return nothing; }");
    let message = prepare_error(&source);
    assert!(message.contains("could not be compiled:") && message.contains("nothing"), "{message}");
}

#[test]
fn preparing_can_be_cancelled() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("hello.c");
    write_file(&source, "644", HELLO);
    let cancel = CancelToken::default();
    cancel.cancel();
    let error = supervised().prepare(&source, &|| cancel.is_cancelled()).unwrap_err();
    assert!(matches!(error, PrepareError::Cancelled), "{error}");
}

#[test]
fn a_missing_compiler_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("hello.c");
    write_file(&source, "644", HELLO);
    let mut test = ignored_test("programs::prepared::compile_without_a_compiler");
    let output =
        test.env("PATH", folder.path()).env("FOURCADE_TEST_SOURCE", &source).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
#[ignore = "run by another test, in an environment without a compiler"]
fn compile_without_a_compiler() {
    let Some(source) = env::var_os("FOURCADE_TEST_SOURCE") else { return };
    let message = prepare_error(Path::new(&source));
    assert!(
        message.contains("the C compiler `cc` can't be found; install a compiler"),
        "{message}"
    );
}
