//! Making programs ready: what is none is told, and what is compiled is compiled once.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    thread,
};

use fourcade::{
    play::CancelToken,
    programs::{PrepareError, ProgramError, Runner},
};
use tempfile::TempDir;

use super::{kept, long, write_file};

const HELLO: &str = "#include <stdio.h>\nint main(void) { puts(\"hello\"); return 0; }\n";

fn said(why: &PrepareError) -> String {
    why.to_string()
}

#[track_caller]
fn fails(path: &Path) -> String {
    let message = said(&Runner::default().prepare(path, &CancelToken::default()).unwrap_err());
    assert!(message.contains(path.to_str().unwrap()), "{message} names no {}", path.display());
    message
}

fn script(folder: &TempDir, mode: &str, text: &str) -> PathBuf {
    let path = folder.path().join("script");
    write_file(&path, mode, text);
    path
}

fn output(room: &Runner, path: &Path) -> Result<String, ProgramError> {
    let program = room.prepare(path, &CancelToken::default()).unwrap();
    program
        .run(b"", &long(), &CancelToken::default())
        .map(|answer| String::from_utf8(answer.output).unwrap())
}

#[test]
fn what_is_no_program_is_told_before_it_runs() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("text"), "text").unwrap();
    assert!(fails(&path("missing")).contains("there is no program"));
    assert!(fails(&path("missing.c")).contains("there is no program"));
    assert!(fails(folder.path()).contains("is a folder; give the path"));
    assert!(fails(&path("text")).contains("chmod +x"));
    assert!(fails(&path("text/inner")).contains("can't be reached"));
    assert!(fails(Path::new("/dev/null")).contains("is no file"));
}

#[test]
fn what_can_not_be_executed_is_told_when_it_runs() {
    let folder = tempfile::tempdir().unwrap();
    for room in [kept(), Runner::default()] {
        let junk = output(&room, &script(&folder, "755", "\u{1}junk")).unwrap_err();
        assert!(
            junk.to_string().contains("could not be run: it is no program for this machine"),
            "{junk}"
        );
        let lost = output(&room, &script(&folder, "755", "#!/nowhere/sh\n")).unwrap_err();
        assert!(lost.to_string().contains("the interpreter that its first line names"), "{lost}");
        let program = room
            .prepare(&script(&folder, "755", "#!/bin/sh\necho here\n"), &CancelToken::default())
            .unwrap();
        assert!(program.run(b"", &long(), &CancelToken::default()).is_ok());
        fs::remove_file(program.file()).unwrap();
        let gone = program.run(b"", &long(), &CancelToken::default()).unwrap_err();
        assert!(gone.to_string().contains("could not be run: the file is gone"), "{gone}");
    }
    let no_keeper =
        output(&Runner::with_supervisor("/nowhere/keeper"), &script(&folder, "755", "#!/bin/sh\n"))
            .unwrap_err();
    assert!(no_keeper.to_string().contains("its keeper can't be started"), "{no_keeper}");
    // A binary, but no keeper.
    let no_keeper =
        output(&Runner::with_supervisor("/bin/sh"), &script(&folder, "755", "#!/bin/sh\n"))
            .unwrap_err();
    assert!(no_keeper.to_string().contains("its keeper was ended"), "{no_keeper}");
}

#[test]
fn a_path_may_be_relative_and_strange() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("-a b'\"$(c)\n\u{e9}");
    write_file(&path, "755", "#!/bin/sh\necho ran\n");
    write_file(&path.with_extension("c"), "644", HELLO);
    let up: PathBuf = env::current_dir().unwrap().components().skip(1).map(|_| "..").collect();
    let relative = &up.join(path.strip_prefix("/").unwrap());
    for room in [kept(), Runner::default()] {
        assert_eq!(output(&room, relative).unwrap(), "ran\n");
        assert_eq!(output(&room, &relative.with_extension("c")).unwrap(), "hello\n");
    }
}

#[test]
fn a_program_gets_no_arguments_and_our_surroundings_with_its_own_folder() {
    let folder = tempfile::tempdir().unwrap();
    let path = script(
        &folder,
        "755",
        "#!/bin/sh\necho $# \"$PATH\"; pwd; echo \"$PWD\"; echo \"$TMPDIR\"; ls -A\n",
    );
    for room in [kept(), Runner::default()] {
        let said = output(&room, &path).unwrap();
        let lines: Vec<_> = said.lines().collect();
        assert_eq!(lines[0], format!("0 {}", env::var("PATH").unwrap()));
        assert!(lines.len() == 4 && lines[1] == lines[2] && lines[1] == lines[3], "{said}");
    }
}

#[test]
fn a_source_is_compiled_once_until_it_changes() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("hello.c");
    write_file(&source, "644", HELLO);
    let room = kept();
    let prepare = |room: &Runner| room.prepare(&source, &CancelToken::default()).unwrap();
    let files: Vec<PathBuf> = thread::scope(|scope| {
        let threads: Vec<_> =
            (0..4).map(|_| scope.spawn(|| prepare(&room.clone()).file().to_owned())).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(files.iter().all(|file| *file == files[0] && file.exists()), "{files:?}");
    assert_ne!(prepare(&kept()).file(), files[0]);

    let old = prepare(&room);
    write_file(&source, "644", &HELLO.replace("hello", "other text"));
    assert_eq!(output(&room, &source).unwrap(), "other text\n");
    // Who has the old one keeps it.
    assert_eq!(old.run(b"", &long(), &CancelToken::default()).unwrap().output, b"hello\n");
    drop(old);
    assert!(!files[0].exists());
}

#[test]
fn what_was_compiled_vanishes_with_its_last_user() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("hello.c");
    write_file(&source, "644", HELLO);
    let room = kept();
    let program = room.prepare(&source, &CancelToken::default()).unwrap();
    room.clear_cache();
    assert!(program.run(b"", &long(), &CancelToken::default()).is_ok());
    let file = program.file().to_owned();
    drop(program);
    assert!(!file.exists() && !file.parent().unwrap().exists());
    let file = room.prepare(&source, &CancelToken::default()).unwrap().file().to_owned();
    assert!(file.exists());
    drop(room);
    assert!(!file.exists());
}

#[test]
fn the_compiler_is_quoted() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("wrong.c");
    write_file(&source, "644", "int main(void) { return nothing; }");
    let message = fails(&source);
    assert!(message.contains("could not be compiled:") && message.contains("nothing"), "{message}");
}

#[test]
fn making_ready_can_be_cancelled() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("hello.c");
    write_file(&source, "644", HELLO);
    let cancel = CancelToken::default();
    cancel.cancel();
    let failed = kept().prepare(&source, &cancel).unwrap_err();
    assert!(matches!(failed, PrepareError::Cancelled), "{failed}");
}

#[test]
fn a_process_without_a_compiler_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("hello.c");
    write_file(&source, "644", HELLO);
    let mut test = Command::new(env::current_exe().unwrap());
    test.args(["--exact", "prepared::compile_without_a_compiler", "--ignored"]);
    let done =
        test.env("PATH", folder.path()).env("FOURCADE_TEST_SOURCE", &source).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stdout));
}

#[test]
#[ignore = "is started by another test, in surroundings without a compiler"]
fn compile_without_a_compiler() {
    let Some(source) = env::var_os("FOURCADE_TEST_SOURCE") else { return };
    let message = fails(Path::new(&source));
    assert!(message.contains("the C compiler `cc` can't be found; install one"), "{message}");
}

#[test]
fn a_process_has_a_usual_room() {
    assert_eq!(format!("{:?}", Runner::global()), format!("{:?}", Runner::default()));
    kept().set_global();
    assert_eq!(format!("{:?}", Runner::global()), format!("{:?}", kept()));
    let this = format!("{:?}", Runner::with_this_binary().unwrap());
    assert!(this.contains("keeper: Some") && this != format!("{:?}", kept()), "{this}");
}
